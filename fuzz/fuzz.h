/*
 * What the harnesses share. A harness is one file fuzz/fuzz_NAME.c that begins with the property it
 * checks, in one paragraph, and defines LLVMFuzzerTestOneInput; fuzz.mk builds it for every engine.
 *
 * An input is a reply, and behind it, if its last byte is FUZZ_TRAILER_END, a trailer of
 * FUZZ_TRAILER bytes with the options. An input without one is a reply under default options, so
 * that any file with a reply in it is an input.
 *
 *     byte  0  expect      modulo 4, the enum's value
 *           1  select      modulo 4
 *           2  names       modulo 2
 *           3  reasoning   modulo 2
 *           4  starts      modulo 3
 *           5  depth       0 the default; 1 to 127 as it is; from 128 on, 8 times what is past 127
 *           6  markers     which of fuzz_tables, modulo their number; 0 the library's own
 *           7  extra, low  for the harness: where to cut, which allocation fails, ...
 *           8  extra, high
 *           9  FUZZ_TRAILER_END
 *
 * A zero in each of the first nine means the default, and any byte means something: no trailer is
 * wrong.
 */
#ifndef JETS_FUZZ_H
#define JETS_FUZZ_H

#include "jets.h"
#include "oracle/oracle.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The harness. Returns 0; a property that does not hold ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- A property that does not hold ----------------------------------------------------------- */

/* Says which property failed in one line, and aborts: CHECK(condition, format, ...). In place of
   assert, which NDEBUG silences. */
#define CHECK(condition, ...) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, __VA_ARGS__))

_Noreturn void fuzz_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- The input ------------------------------------------------------------------------------- */

enum { FUZZ_TRAILER = 10, FUZZ_TRAILER_END = 0xFE };

struct fuzz_input {
    unsigned char *reply; /* a block of exactly len bytes; owned */
    size_t len;
    struct jets_options options; /* with the markers of `table`; the hash key is made of `extra` */
    unsigned table;              /* below FUZZ_TABLES */
    unsigned extra;              /* 16 bits */
};

/* Takes an input apart. */
void fuzz_read(struct fuzz_input *input, const uint8_t *data, size_t size);
void fuzz_free(struct fuzz_input *input);

/* Writes the trailer for what *input says. Depths that no trailer can say become the next lower
   one. */
void fuzz_write_trailer(const struct fuzz_input *input, unsigned char trailer[FUZZ_TRAILER]);

/* The same options for the oracle. */
struct oracle_options fuzz_oracle_options(const struct fuzz_input *input);

/* A copy in a block of its own of exactly len bytes, so that a sanitizer sees the first byte read
   behind it. The caller frees it. Never NULL. */
void *fuzz_copy(const void *bytes, size_t len);

/* malloc that ends the process where there is no memory. */
void *fuzz_allocate(size_t size);

/* Fills an output before a call, so that what the call leaves unwritten is seen. */
void fuzz_poison(void *output, size_t size);

/* ---- Marker tables --------------------------------------------------------------------------- */

/* Callers' tables, in the form of either side. */
struct fuzz_table {
    struct oracle_pair pairs[JETS_MARKERS_MAX];
    size_t count;
    struct jets_markers markers;
};

enum { FUZZ_TABLES = 16 };

/* Table number `which`, below FUZZ_TABLES; 0 is the library's own. Lives as long as the process. */
const struct fuzz_table *fuzz_table(unsigned which);

/* ---- Values ---------------------------------------------------------------------------------- */

/* Where the strict JSON value that begins at text[from] ends, nested no deeper than limit; 0 where
   none begins there. A number is as long as it can be. A reader of its own: neither the library's
   nor the oracle's. */
size_t fuzz_value_end(const unsigned char *text, size_t len, size_t from, unsigned limit);

/* Is text[0..len) exactly one strict value? */
bool fuzz_is_value(const unsigned char *text, size_t len, unsigned limit);

/* ---- Results --------------------------------------------------------------------------------- */

/* Are two results equal in every member? */
bool fuzz_same(const struct jets_result *a, const struct jets_result *b);

/* A result in words, for a message; valid until the fourth call after it. */
const char *fuzz_tell(const struct jets_result *result);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* An allocator that counts, and can be made to fail. */
struct fuzz_memory {
    unsigned fail_at; /* the allocation that fails, from 1; 0: none */
    bool forever;     /* so do all behind it */
    unsigned calls;
    size_t held; /* bytes not given back */
};

/* Makes the options use it. *memory outlives the calls. */
void fuzz_memory_use(struct fuzz_memory *memory, struct jets_options *options);

/* ---- Making inputs --------------------------------------------------------------------------- */

/* Makes an input out of a seed, at most `max` bytes; returns its length. The same seed makes the
   same input. The default makes replies by the generator and often adds a trailer; a harness that
   reads something else defines its own, which then stands in for the default. */
size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max);

/* ---- Randomness ------------------------------------------------------------------------------ */

/* A number from 0 to n - 1 out of a small generator; n at least 1. */
unsigned fuzz_below(uint64_t *state, unsigned n);

#endif

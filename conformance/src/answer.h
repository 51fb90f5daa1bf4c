/*
 * answer.h - the runner's own exact reader of JSON, for bytes that nobody vouches for: what a
 * program under test printed, and the values that cases expect.
 *
 * Strict RFC 8259, UTF-8 as in RFC 3629, surrogates paired. NUL is a byte like any other. Nothing
 * is recursive and nothing is copied: a node points into the text, which must outlive the answer.
 * Numbers stay decimal text. A text of n bytes is read in O(n) time; memory is one bit a nesting
 * level and one node for each value and each member name, the nodes only as far as the caller asks
 * for them.
 */
#ifndef JETS_ANSWER_H
#define JETS_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

enum answer_status {
    ANSWER_OK = 0,
    ANSWER_MALFORMED = 1, /* not one strict JSON text */
    ANSWER_TOO_DEEP = 2,  /* deeper than ANSWER_DEPTH_MAX */
    ANSWER_TOO_MANY = 3,  /* more nodes, or levels, than answer_limits allow */
    ANSWER_NO_MEMORY = 4
};

enum {
    /* Levels of nesting. Any text within the usual output cap of 16 MB is shallower; the bound
       keeps a hostile one of gigabytes from growing the stack without end (2 MB of it are the
       most). */
    ANSWER_DEPTH_MAX = 1 << 24,
    /* Nodes that are kept of a value that is only shown and compared with smaller ones. */
    ANSWER_KEEP = 100000
};

enum answer_type {
    ANSWER_NULL,
    ANSWER_FALSE,
    ANSWER_TRUE,
    ANSWER_NUMBER,
    ANSWER_STRING,
    ANSWER_ARRAY,
    ANSWER_OBJECT
};

/* A value or a member name, in the order of the text. The name of a member stands right before its
 * value. */
struct answer_node {
    uint32_t start; /* offset of the first byte in the text */
    uint32_t len;   /* bytes; a string's quotes are counted */
    uint32_t after; /* index of the first node behind this one and all that is inside it */
    uint32_t count; /* elements of an array, members of an object, else 0 */
    uint8_t type;   /* enum answer_type */
};

struct answer {
    const unsigned char *text; /* not owned */
    struct answer_node *nodes; /* owned; nodes[0] is the whole value */
    uint32_t kept;             /* how many nodes there are in nodes */
    uint32_t room;             /* how many fit */
    uint32_t count;            /* nodes of the value, kept or not */
    uint32_t depth;            /* 0 for a scalar, 1 for [] */
    uint32_t longest_number;   /* bytes of the longest number's text */
};

/* Bounds on one reading. keep: nodes to keep (reading goes on without them); nodes and depth: where
 * to give up. */
struct answer_limits {
    uint32_t keep;
    uint32_t nodes;
    uint32_t depth;
};

/* The limits of a text that is to be read to its end. */
struct answer_limits answer_limits(uint32_t keep);

/*
 * Reads text as exactly one JSON text, white space around it allowed, into *answer (which need not
 * be initialised). On failure the answer is empty and *where, if not NULL, is the offset of the
 * first byte at which no strict text can go on. len must be below 4 GB (else ANSWER_TOO_MANY). Free
 * the answer with answer_free in either case.
 */
enum answer_status answer_read(struct answer *answer, const unsigned char *text, size_t len,
                               uint32_t keep, size_t *where);

/*
 * Reads the one strict value that starts at the beginning of text, and stops behind it: *end is the
 * offset there, or where reading failed. A number ends where its grammar does. answer must be {0}
 * or have been used before: its nodes are used again, so that a caller who tries many places
 * allocates once.
 */
enum answer_status answer_read_prefix(struct answer *answer, const unsigned char *text, size_t len,
                                      struct answer_limits limits, size_t *end);

void answer_free(struct answer *answer);

/* Whether every node was kept, so that the answer can be compared. */
bool answer_whole(const struct answer *answer);

/* Whether a string in it, or a member's name, holds U+0000, at which C's strings end. Of an answer
 * that is whole. */
bool answer_has_nul(const struct answer *answer);

/* "null", "boolean", "number", "string", "array" or "object". */
const char *answer_type_name(enum answer_type type);

/*
 * Adds the characters of the string node at index, unescaped, to out. They may hold NUL.
 */
void answer_string(const struct answer *answer, uint32_t index, struct buffer *out);

/* Whether the string node at index, unescaped, is exactly the NUL-terminated text. */
bool answer_string_is(const struct answer *answer, uint32_t index, const char *text);

/* Adds the node's text to out with the white space between its tokens left out. */
void answer_compact(const struct answer *answer, uint32_t index, struct buffer *out);

/* The next byte of a string's characters in UTF-8, escapes resolved; -1 at its end. */
struct answer_bytes {
    const unsigned char *at, *end; /* what is left between the quotes */
    unsigned char pending[4];      /* of an escape: bytes still to give, the next one last */
    unsigned pending_len;
};
struct answer_bytes answer_bytes_of(const struct answer *answer, uint32_t index);
int answer_bytes_next(struct answer_bytes *bytes);

/*
 * Whether two values are the same by the contract: members without order, elements in order,
 * strings by code point, numbers as exact decimals of any size (1 = 1.0 = 10e-1, -0 = 0), true is
 * not 1. Objects that repeat a name are equal only to those with exactly the same repeats, whatever
 * their order. Both must be whole (else: not equal). O(n log n) time and O(n) memory in the two
 * texts. Returns false in *equal where it says ANSWER_NO_MEMORY.
 */
enum answer_status answer_equal(const struct answer *a, const struct answer *b, bool *equal);

/*
 * Adds to out where got first differs from expected, for a reader: `.steps[2].ok: expected false,
 * got true`. Adds nothing where they are equal. Only printable bytes are added, and not more than
 * some hundreds of them.
 */
enum answer_status answer_difference(const struct answer *expected, const struct answer *got,
                                     struct buffer *out);

enum answer_slice {
    ANSWER_SLICE_NO,
    ANSWER_SLICE_YES,
    ANSWER_SLICE_UNKNOWN,
    ANSWER_SLICE_NO_MEMORY
};

/*
 * Whether some slice of the reply, read as strict JSON, equals the value. A number, true, false or
 * null counts where its own text stands anywhere, or, written otherwise, where it stands as a word
 * of its own. Work is bounded: 8 bytes are read for each byte of the reply and 4 MB more, after
 * which it is unknown.
 */
enum answer_slice answer_slice_of(const struct answer *value, const unsigned char *reply,
                                  size_t reply_len);

#endif

/*
 * memory.h - allocation for the runner's own small needs.
 *
 * The runner is a program, not a library: where a few kilobytes of its own cannot be had there is
 * nothing left to report, so these functions end it with one line on standard error and status 4.
 * They are never called while a testee runs. What grows with a testee's output (answer.h) does not
 * go through here and reports its failure.
 */
#ifndef JETS_MEMORY_H
#define JETS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Ends the program, as above. What it keeps in leftover.h is removed. */
_Noreturn void memory_out(void);

/* p, which is what something gave that gives NULL where memory is out alone. */
void *memory_given(void *p);

/* size bytes, uninitialised; never NULL (0 bytes are taken as 1). The caller frees them. */
void *memory_need(size_t size);

/* Like realloc, but never NULL. count * size must be what the caller wants in all; an overflow ends
 * the program. */
void *memory_grow(void *old, size_t count, size_t size);

/* A copy of len bytes with a NUL behind it. The caller frees it. */
char *memory_copy(const void *bytes, size_t len);

/* Bytes that are collected piece by piece. Start with {0}; at is NUL-terminated once anything was
 * added. */
struct buffer {
    char *at;
    size_t len; /* bytes, the NUL not counted */
    size_t cap;
};

void buffer_add(struct buffer *buffer, const void *bytes, size_t len);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Frees the bytes and makes the buffer {0} again. */
void buffer_free(struct buffer *buffer);

#endif

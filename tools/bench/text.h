/* A text that grows, and the numbers of a seeded generator; for the makers of replies. */
#ifndef JETS_BENCH_TEXT_H
#define JETS_BENCH_TEXT_H

#include "replies.h"

#include <stddef.h>
#include <stdint.h>

struct text {
    char *bytes;
    size_t len, room;
};

/* Both end the program where there is no memory. */
void text_put(struct text *t, const char *bytes, size_t len);
void text_puts(struct text *t, const char *string);

/* printf; at most 255 bytes a call. */
__attribute__((format(printf, 2, 3))) void text_printf(struct text *t, const char *format, ...);

/* Hands the text over to the reply. */
void text_finish(struct text *t, struct reply *reply);

/* A number from 0 to n - 1; n at least 1. */
unsigned draw(uint64_t *state, unsigned n);

#endif

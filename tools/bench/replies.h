/*
 * The replies that are measured: ten that are fixed, and families of hostile ones of any length.
 * The same name and length give the same bytes, on every machine.
 */
#ifndef JETS_BENCH_REPLIES_H
#define JETS_BENCH_REPLIES_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes behind a reply that are there, and zero: simdjson reads past the end. */
enum { REPLY_PADDING = 64 };

struct reply {
    char *bytes; /* len of them, and REPLY_PADDING; the owner frees them with reply_free */
    size_t len;
    bool parses;             /* there is something that a parser alone can be given: */
    size_t value, value_len; /* where it begins, and how long it is */
    bool answered;           /* it is whole, and the answer */
};

/* The name of fixed reply number n, and what it is; NULL behind the last. */
const char *fixed_name(size_t n);
const char *fixed_what(size_t n);

/* The name of family number n, a line of text without a tab; NULL behind the last. The second
   function is true for a family that stands here for how it arrives: a byte at a time. */
const char *family_name(size_t n);
bool family_arrives(size_t n);

/* Makes fixed reply number n, or a reply of family number n of about `len` bytes. Ends the program
   where there is no memory. */
void fixed_make(size_t n, struct reply *reply);
void family_make(size_t n, size_t len, struct reply *reply);

void reply_free(struct reply *reply);

#endif

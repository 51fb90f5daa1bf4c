/*
 * model.h - a strict JSON value as a tree, read, decoded and compared in the plainest way there is:
 * what the harnesses hold cleverer code against. It shares no code with the library, the oracle or
 * the runner. Time is quadratic, memory is asked for at every step, recursion is as deep as the
 * value.
 */
#ifndef JETS_FUZZ_MODEL_H
#define JETS_FUZZ_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum model_type {
    MODEL_NULL,
    MODEL_FALSE,
    MODEL_TRUE,
    MODEL_NUMBER,
    MODEL_STRING,
    MODEL_ARRAY,
    MODEL_OBJECT
};

struct model {
    enum model_type type;
    const unsigned char *text; /* of the value alone, quotes and brackets counted; not owned */
    size_t len;
    uint32_t *chars; /* of a string: code points, escapes resolved */
    size_t char_count;
    struct model **items; /* elements; of an object a name, its value, the next name, ... */
    size_t item_count;
};

/* Reads exactly one value, white space around it allowed, nested no deeper than limit. NULL where
   the text is none. Free with model_free. */
struct model *model_read(const unsigned char *text, size_t len, unsigned limit);

void model_free(struct model *m);

/* Are two numbers the same decimal, whatever their size? */
bool model_same_number(const struct model *a, const struct model *b);

/* What a string means in UTF-8, a NUL behind it; it may hold others. The caller frees it. */
char *model_utf8(const struct model *m, size_t *len);

/* Does a string mean just this text? */
bool model_is_text(const struct model *m, const char *text);

bool model_same_chars(const struct model *a, const struct model *b);

/* Are two values the same by CONTRACT.md: members without order, repeated names as a multiset,
   elements in order, strings by code point, numbers as decimals? */
bool model_equal(const struct model *a, const struct model *b);

/* The value of the object's only member of this name. NULL where there is none; *count is how many
   there are. */
const struct model *model_member(const struct model *m, const char *name, size_t *count);

/* Does an object in it, at any depth, repeat a name? (R6) */
bool model_repeats(const struct model *m);

/* All values and names in it, itself too. */
size_t model_size(const struct model *m);

/* Brackets open at once in it: 0 for a scalar. */
unsigned model_depth(const struct model *m);

#endif

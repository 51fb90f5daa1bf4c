/*
 * maker.h - makes JSON values out of a seed, for harnesses whose inputs are values and not replies;
 * and writes a value again in another spelling.
 */
#ifndef JETS_FUZZ_MAKER_H
#define JETS_FUZZ_MAKER_H

#include "model.h"

/* What is being written. What does not fit is dropped. */
struct maker {
    unsigned char *at;
    size_t len, max;
    uint64_t state; /* of fuzz_below */
    unsigned odd;   /* one of so many tokens is not quite JSON; 0: none */
};

unsigned maker_below(struct maker *m, unsigned n);
void maker_put(struct maker *m, const void *bytes, size_t len);
void maker_text(struct maker *m, const char *text);

/* A value, nested no deeper than depth. Names and strings are few and short, so that they repeat;
   numbers are few and stand in many spellings. */
void maker_value(struct maker *m, unsigned depth);

/* An object or an array; `count` things in it. */
void maker_object(struct maker *m, unsigned count, unsigned depth);
void maker_array(struct maker *m, unsigned count, unsigned depth);

/* A string, quotes and all. */
void maker_string(struct maker *m);

/* The value once more, equal to it and spelled by chance: white space, escapes, the order of
   members, the digits and exponents of numbers. */
void maker_respell(struct maker *m, const struct model *value);

/* A few random changes to the bytes written so far: deleted, doubled, put in, changed. */
void maker_damage(struct maker *m);

#endif

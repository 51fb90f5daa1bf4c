/*
 * agree.h - the library against the oracle: one check an operation. The blind comparison
 * (differential.c) and the guided one (fuzz_oracle.c) make the same ones.
 */
#ifndef JETS_FUZZ_AGREE_H
#define JETS_FUZZ_AGREE_H

#include "fuzz.h"

#include <stdio.h>

/* A reply, the options, and how the comparison goes about it. */
struct trial {
    unsigned char *reply;
    size_t len;
    struct oracle_options o; /* pairs are filled in from `table` */
    unsigned table;
    unsigned parts;  /* seed of how the reply is cut into parts */
    unsigned scarce; /* which allocation fails, from 1; 0: none */
};

struct check {
    const char *name;
    /* Do both sides agree? Where not, and out is not NULL, it is told there how they differ. */
    bool (*agrees)(const struct trial *t, FILE *out);
    unsigned one_in; /* how often it is worth making, where it need not be made each time */
    size_t longest;  /* bytes of a reply for which it takes no quadratic time to speak of */
};

enum { CHECK_COUNT = 5 };
extern const struct check checks[CHECK_COUNT];

#endif

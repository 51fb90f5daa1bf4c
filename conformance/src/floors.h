/*
 * floors.h - what degenerate programs score: the corpus's FLOORS.json (written by tools/floors).
 *
 * A program that always says none, or prints the whole reply, passes some cases. A figure without
 * that of the best such program beside it says little, so every report shows both, for the same cases.
 */
#ifndef JETS_FLOORS_H
#define JETS_FLOORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

/* The most degenerate programs there may be: bits of a uint32_t. */
enum { FLOORS_MAX = 32 };

struct floors_case {
    char *id;       /* owned */
    uint32_t meets; /* bit i: the program names[i] gets pass or acceptable */
};

struct floors {
    char *names[FLOORS_MAX]; /* owned; of the programs */
    size_t names_len;        /* 0: the corpus has no FLOORS.json */
    struct floors_case *cases; /* owned; by id, in byte order */
    size_t len;
};

/*
 * Reads DIR/FLOORS.json. A file that is not there gives no floors, and true. False where it is not in
 * order, with "FILE: FIELD: what was expected" in *problem. Free with floors_free in every case.
 */
bool floors_load(struct floors *floors, const char *dir, struct buffer *problem);

/* Whether the case is known, and then in *meets which programs meet it. */
bool floors_find(const struct floors *floors, const char *id, uint32_t *meets);

void floors_free(struct floors *floors);

#endif

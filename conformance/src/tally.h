/*
 * tally.h - verdicts counted: in all, by category and by severity; and what the floors score on the
 * same cases.
 */
#ifndef JETS_TALLY_H
#define JETS_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "floors.h"
#include "verdict.h"
#include "words.h"

/* What other test tools call a result. */
enum tally_class {
    TALLY_PASSED,
    TALLY_FAILED,  /* the answer is wrong */
    TALLY_BROKEN,  /* there is no answer to judge: other tools call it an error */
    TALLY_SKIPPED, /* not judged, or a failure that the baseline knows */
    TALLY_CLASS_COUNT
};

/* How often each verdict was given, and what else is counted of the same cases. */
struct tally_row {
    size_t verdicts[VERDICT_COUNT];
    size_t classes[TALLY_CLASS_COUNT];
    size_t failing;            /* cases that make the run fail: failed or broken */
    size_t known;              /* failures that the baseline knows */
    size_t floors[FLOORS_MAX]; /* how many of the cases each degenerate program meets */
    size_t floored;            /* of how many cases that is known */
    uint64_t wall_us;          /* time of all cases whose time is known */
};

struct tally_category {
    char *name; /* owned */
    struct tally_row row;
};

struct tally {
    struct tally_row all;
    struct tally_row severities[SEVERITY_COUNT];
    struct tally_category *categories; /* owned; in the order in which they came */
    size_t category_count;
};

/* One case to count. */
struct tally_case {
    const char *category; /* cases of one category come one after another */
    enum severity severity;
    enum verdict verdict;
    enum tally_class class;
    bool known;       /* the baseline knows it */
    bool has_floors;  /* meets is known */
    uint32_t meets;   /* which degenerate programs meet it (floors.h) */
    uint64_t wall_us; /* 0 where it is not known */
};

/* Counts one case. Start with {0}. */
void tally_add(struct tally *tally, const struct tally_case *one);

/* How many verdicts the row has in all, and how many of them are failures, known or not. */
size_t tally_total(const struct tally_row *row);
size_t tally_failures(const struct tally_row *row);

/* How many are pass or acceptable. */
size_t tally_met(const struct tally_row *row);

/* The degenerate program, of names_len, that meets most of the row's cases: the first of equals. */
size_t tally_best_floor(const struct tally_row *row, size_t names_len);

void tally_free(struct tally *tally);

#endif

/*
 * tally.h - verdicts counted, by category and by severity.
 */
#ifndef JETS_TALLY_H
#define JETS_TALLY_H

#include <stddef.h>

#include "verdict.h"
#include "words.h"

/* How often each verdict was given. */
struct tally_row {
    size_t verdicts[VERDICT_COUNT];
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

/* Counts one verdict. Cases of one category come one after another. Start with {0}. */
void tally_add(struct tally *tally, const char *category, enum severity severity,
               enum verdict verdict);

/* How many verdicts the row has in all, and how many of them are failures. */
size_t tally_total(const struct tally_row *row);
size_t tally_failures(const struct tally_row *row);

void tally_free(struct tally *tally);

#endif

/*
 * rules.h - the ids of the rules of SPEC.md with a few words on each, for formats that list rules.
 * A test compares the ids with SPEC.md.
 */
#ifndef JETS_RULES_H
#define JETS_RULES_H

#include <stddef.h>

struct rule_words {
    const char *id;    /* "R3.1" */
    const char *words; /* one sentence */
};

/* All rules, in SPEC.md's order; ends with an id of NULL. */
extern const struct rule_words RULE_WORDS[];

/* The words on a rule; a sentence that says so where it is not known. */
const char *rule_words(const char *id);

#endif

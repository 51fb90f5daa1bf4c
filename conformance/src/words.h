/*
 * words.h - the fixed words of the contract, each in one place: operations, options and their
 * values, severities.
 */
#ifndef JETS_WORDS_H
#define JETS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum operation { OPERATION_EXTRACT, OPERATION_COMPLETE, OPERATION_STRINGS, OPERATION_COUNT };

/* In the order in which reports list them. */
enum severity {
    SEVERITY_INTEGRITY,    /* a wrong value would be taken for the answer */
    SEVERITY_AVAILABILITY, /* an answer would be lost */
    SEVERITY_RESOURCE,     /* time, memory, stack */
    SEVERITY_COUNT
};

enum { POLICY_COUNT = 5, POLICY_VALUES_MAX = 4 };

/* An option of the contract: its values, the default first. */
struct policy {
    const char *name;
    const char *values[POLICY_VALUES_MAX + 1]; /* ends with NULL */
};

extern const char
    *const OPERATION_NAMES[OPERATION_COUNT + 1]; /* ends with NULL, like the next one */
extern const char *const SEVERITY_NAMES[SEVERITY_COUNT + 1];
extern const struct policy POLICIES[POLICY_COUNT];

/* What an implementation can declare (CONTRACT.md, "Implementation files"): four of the options,
 * and five habits that the options do not have. The default, which is the reference's, first. */
enum { DECLARATION_COUNT = 9 };
extern const struct policy DECLARATIONS[DECLARATION_COUNT];

/* The index of word in a list that ends with NULL, or -1. */
int words_find(const char *const *list, const char *word);

/* The index in POLICIES of the option with this name, or -1. */
int words_policy(const char *name);

/* The index in DECLARATIONS of the one with this name, or -1. */
int words_declaration(const char *name);

/* The values of the option or declaration with this name; NULL where there is none. */
const char *const *words_values(const char *name);

/* The word of the list that looks most like word, or NULL where none is near. */
const char *words_nearest(const char *const *list, const char *word);

/* The number of single-character changes that make one word the other; at most cap + 1 is told. */
size_t words_distance(const char *a, const char *b, size_t cap);

/* Whether glob, in which * and ? also match '/', matches the whole of text. */
bool words_glob(const char *glob, const char *text);

#endif

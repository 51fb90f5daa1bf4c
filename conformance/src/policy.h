/*
 * policy.h - what an implementation declares, and by which result of a case it is judged then
 * (CONTRACT.md, "Judged by what is declared").
 */
#ifndef JETS_POLICY_H
#define JETS_POLICY_H

#include <stdbool.h>

#include "case.h"
#include "verdict.h"
#include "words.h"

/* What is declared: the operations, and for each of DECLARATIONS the index of its value. */
struct declared {
    bool operations[OPERATION_COUNT];
    unsigned char values[DECLARATION_COUNT];
};

/* Every operation, and the default of everything. */
struct declared declared_default(void);

/*
 * Takes the text of a JSON object of declarations over it: those of a hello, or of a file. What it
 * does not have keeps its value. False, and "MEMBER: what was expected" in *problem, where it has
 * an unknown member or value.
 */
bool declared_read(struct declared *declared, const char *json, size_t len, struct buffer *problem);

/* Adds what differs from the default: "select=first,numbers=double". Nothing where nothing does. */
void declared_text(const struct declared *declared, struct buffer *out);

/* What a case is worth to an implementation. Free with ruling_free. */
struct ruling {
    bool scored;
    struct judge_rule rule; /* where scored; it points into the case */
    char *policy; /* the declared values that rule follows, "select=first"; NULL where it is by the
                     case's own result */
    char *why;    /* where not scored: one line for people */
};

/* Decides by what the case is judged, or why it is not. It may read the case's reply. */
void policy_rule(const struct declared *declared, const struct test_case *test,
                 struct ruling *ruling);

void ruling_free(struct ruling *ruling);

#endif

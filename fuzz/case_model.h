/*
 * case_model.h - whether a file of the runner's is in order, by a plain reading of its description
 * over a tree of the whole file: case files (corpus/README.md), implementation files and baselines
 * (conformance/CONTRACT.md).
 */
#ifndef JETS_FUZZ_CASE_MODEL_H
#define JETS_FUZZ_CASE_MODEL_H

#include "model.h"

/* Where a case file's reply is: its own bytes, or in the file. */
struct case_place {
    const char *id;
    size_t reply_len; /* of the stored reply; SIZE_MAX: there is none */
};

/* Is it the file of the case with this id? m may be NULL: no JSON. */
bool model_is_case(const struct model *m, const struct case_place *place);

/* Does the file bring its own reply? */
bool model_is_generated(const struct model *m);

bool model_is_implementation(const struct model *m);

/* A baseline; *entries is how many lines name a case. */
bool model_is_baseline(const unsigned char *text, size_t len, size_t *entries);

/* An object of declarations, each of its members known and with a known value. */
bool model_is_policy(const struct model *m);

#endif

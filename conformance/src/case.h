/*
 * case.h - one case of the corpus: `<category>/<slug>.json` and the reply that belongs to it.
 *
 * The file is read with the runner's own exact reader (answer.h), so that a value keeps its
 * numbers, its repeated names and its \u0000 as they are written.
 */
#ifndef JETS_CASE_H
#define JETS_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer.h"
#include "exec.h"
#include "reply.h"
#include "words.h"

/* A value and its exact text. */
struct case_value {
    char *text; /* owned; answer points into it */
    size_t len;
    struct answer answer; /* whole */
};

/* A result: a value, or none. */
struct case_result {
    bool none;
    struct case_value value; /* where not none */
    char *reason; /* why it is none, for the reference alone; NULL where the case does not say */
    char *why;    /* why a careful person could defend it, or NULL; for `acceptable` */
    char *policy; /* "select=first"; for `by_policy`, else NULL */
    bool has_span;
    uint64_t span_at, span_len; /* bytes of the reply */
};

struct case_results {
    struct case_result *items; /* owned */
    size_t len;
};

struct case_strings {
    char **items; /* owned */
    size_t len;
};

struct test_case {
    char *id; /* "category/slug" */
    char *category;
    char *title;
    enum operation operation;
    enum severity severity;
    const char *policies[POLICY_COUNT]; /* value of each option (words.h), or NULL where the case
                                           does not say */
    struct case_result result;
    struct case_results acceptable;
    struct case_results decoys; /* values only */
    struct case_results by_policy;
    struct case_strings rules;
    struct case_strings flags;
    char *why;
    char *source_kind, *source_url, *source_system, *source_text; /* the last three may be NULL */
    char *since;
    char *twin;    /* the id of its near twin, or why there is none; or NULL */
    char *notes;   /* or NULL */
    char *retired; /* why, or NULL: the case is not run */
    bool sanity;   /* no shipped wrong implementation fails it */
    struct reply reply;
};

/*
 * Reads the case `id` of the corpus in dir. False where it is not in order; then *problem holds one
 * line, "FILE: FIELD: what was expected", and *test is empty. Free with case_free.
 */
bool case_load(struct test_case *test, const char *dir, const char *id, struct buffer *problem);

void case_free(struct test_case *test);

/* Writes the options that differ from their default to options; returns how many. */
size_t case_options(const struct test_case *test, struct exec_option options[POLICY_COUNT]);

/* What a run of the case asks of a program. options is the room for case_options, and must outlive
 * the request. */
struct exec_request case_request(const struct test_case *test,
                                 struct exec_option options[POLICY_COUNT]);

/* Reads the whole of a regular file of at most max bytes, and adds a NUL; NULL and *problem (static
 * text) else. */
char *case_read_file(const char *path, size_t max, size_t *len, const char **problem);

/* Whether id has the form of an id: category/slug, of letters, digits, '.', '_' and '-'. */
bool case_id_is_valid(const char *id);

#endif

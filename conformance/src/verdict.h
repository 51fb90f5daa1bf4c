/*
 * verdict.h - what an outcome is worth on a case (CONTRACT.md, "Verdicts"). The one place that
 * names them.
 */
#ifndef JETS_VERDICT_H
#define JETS_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "case.h"
#include "outcome.h"

/* Numbered for good: only ever appended to. Reports list them in this order. */
enum verdict {
    VERDICT_PASS = 0,
    VERDICT_ACCEPTABLE = 1,
    VERDICT_HIJACK = 2,
    VERDICT_INVENTED = 3,
    VERDICT_LOST = 4,
    VERDICT_UNSUPPORTED = 5,
    VERDICT_MALFORMED = 6,
    VERDICT_ERROR = 7,
    VERDICT_CRASH = 8,
    VERDICT_TIMEOUT = 9,
    VERDICT_MEMORY = 10,
    VERDICT_FLOOD = 11,
    VERDICT_FLAKY = 12,    /* repeated, the case got several verdicts; never given by judge() */
    VERDICT_UNSCORED = 13, /* nobody says what is right under the declared policy; likewise */
    VERDICT_COUNT
};

/* "pass", "hijack", … */
const char *verdict_name(enum verdict verdict);

/* The verdict with this name; VERDICT_COUNT where there is none. */
enum verdict verdict_find(const char *name);

/* Whether a run with this verdict is not as expected. `unsupported` and `unscored` are counted, and
 * fail nothing. */
bool verdict_is_failure(enum verdict verdict);

/* Of counts by verdict: those above 0, for a person and as a JSON object. */
void verdict_counts_text(const uint64_t counts[VERDICT_COUNT], FILE *out);
void verdict_counts_json(const uint64_t counts[VERDICT_COUNT], struct buffer *out);

/* Of counts by verdict: how many judge anything; unsupported and unscored do not. */
uint64_t verdict_judged(const uint64_t counts[VERDICT_COUNT]);

/* One line for people: what the verdict means. */
const char *verdict_meaning(enum verdict verdict);

#define JUDGEMENT_NOWHERE ((size_t)-1)

struct judgement {
    enum verdict verdict;
    bool has_value; /* got is one JSON text */
    struct answer
        got; /* it points into the outcome's text; whole only where it is small (ANSWER_KEEP) */
    size_t acceptable; /* which of the case's acceptable results it is, or JUDGEMENT_NOWHERE */
    size_t decoy;      /* which of the case's decoys it is, or JUDGEMENT_NOWHERE */
    const char *fault; /* static text: why an output is malformed, or NULL */
    size_t fault_at;   /* offset in the output, where fault is about its JSON */
};

/*
 * Judges an outcome, which must outlive the judgement (free with judgement_free). The outcome is of
 * a finished run: neither OUTCOME_NOT_STARTED nor OUTCOME_INTERRUPTED. False where memory is out.
 *
 * A value that does not meet the case is `invented` where the operation is extract, and it can be
 * shown to be no slice of a reply of at most REPLY_HELD_MAX bytes, while every value that the case
 * takes is one; else it is `hijack`.
 */
bool judge(struct judgement *judgement, const struct test_case *test,
           const struct outcome *outcome);

/* By what a case is judged where it is not by its own result, exactly. */
struct judge_rule {
    const struct case_result *expected; /* what is right (policy.h) */
    bool doubles; /* numbers are equal that are the same binary64; then a value with a number in it
                     is never `invented` */
};

/* The same by a rule. What the case lists as acceptable stays so. */
bool judge_by(struct judgement *judgement, const struct test_case *test,
              const struct judge_rule *rule, const struct outcome *outcome);

void judgement_free(struct judgement *judgement);

#endif

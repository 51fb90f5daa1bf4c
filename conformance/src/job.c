#include "job.h"

#include <stdlib.h>
#include <string.h>

bool job_open(struct job *job, const struct job_plan *plan, const struct declared *declared,
              size_t number, struct buffer *problem)
{
    *job = (struct job){.plan = plan, .number = number, .test = {.reply = reply_empty()}};
    if (!case_load(&job->test, plan->corpus_dir, plan->chosen[number]->id, problem))
        return false;
    policy_rule(declared, &job->test, &job->ruling);
    job->request = case_request(&job->test, job->options);
    job->verdicts = memory_need(plan->repeat * sizeof *job->verdicts);
    return true;
}

void job_close(struct job *job)
{
    judgement_free(&job->judgement);
    outcome_free(&job->outcome);
    ruling_free(&job->ruling);
    case_free(&job->test);
    free(job->verdicts);
    *job = (struct job){.test = {.reply = reply_empty()}};
}

/* Whether an outcome tells more than the one that was kept. */
static bool is_better_evidence(const struct job *job, enum verdict verdict)
{
    return job->taken == 0 ||
           (verdict_is_failure(verdict) && !verdict_is_failure(job->judgement.verdict));
}

bool job_take(struct job *job, struct outcome *outcome)
{
    struct judgement judgement;
    if (!judge_by(&judgement, &job->test, &job->ruling.rule, outcome)) {
        outcome_free(outcome);
        return false;
    }
    enum verdict verdict = judgement.verdict;
    if (is_better_evidence(job, verdict)) {
        judgement_free(&job->judgement);
        outcome_free(&job->outcome);
        job->judgement = judgement;
        job->outcome = *outcome;
        *outcome = (struct outcome){0};
    } else {
        judgement_free(&judgement);
        outcome_free(outcome);
    }
    job->verdicts[job->taken++] = verdict;
    return true;
}

/* FNV-1a, 64 bits. Nothing is decided by it but whether a sample is worth a remark. */
static void digest_bytes(uint64_t *digest, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < len; i++)
        *digest = (*digest ^ at[i]) * 0x100000001B3;
}

static uint64_t digest_of(const struct job *job)
{
    uint64_t digest = 0xCBF29CE484222325;
    const struct outcome *outcome = &job->outcome;
    digest_bytes(&digest, &outcome->kind, sizeof outcome->kind);
    /* an exit status is a matter of the mode; a signal is not */
    if (outcome->kind == OUTCOME_CRASH)
        digest_bytes(&digest, &outcome->code, sizeof outcome->code);
    if (job->judgement.has_value) {
        struct buffer value = {0};
        answer_compact(&job->judgement.got, 0, &value);
        digest_bytes(&digest, value.at, value.len);
        buffer_free(&value);
    }
    return digest;
}

static enum verdict verdict_of(const struct job *job)
{
    for (unsigned i = 1; i < job->taken; i++) {
        if (job->verdicts[i] != job->verdicts[0])
            return VERDICT_FLAKY;
    }
    return job->taken > 0 ? job->verdicts[0] : VERDICT_UNSCORED;
}

static const char *reason_of(const struct job *job)
{
    if (!job->ruling.scored)
        return job->ruling.why;
    bool told = job->outcome.kind == OUTCOME_UNSUPPORTED && job->outcome.text_len > 0;
    return told ? (const char *)job->outcome.text : NULL;
}

struct job_result job_finish(struct job *job)
{
    struct job_result result = {.verdict = verdict_of(job)};
    const struct baseline_line *known =
        job->plan->baseline != NULL ? baseline_find(job->plan->baseline, job->test.id) : NULL;
    if (job->plan->baseline != NULL)
        result.state = baseline_state(known, result.verdict);
    bool ran = job->taken > 0;
    struct record_input input = {.run = job->plan->about,
                                 .test = &job->test,
                                 .expected = job->ruling.rule.expected,
                                 .outcome = ran ? &job->outcome : NULL,
                                 .judgement = ran ? &job->judgement : NULL,
                                 .verdict = result.verdict,
                                 .repeats = job->verdicts,
                                 .repeats_len = job->taken,
                                 .reason = reason_of(job),
                                 .policy = job->ruling.policy,
                                 .state = result.state,
                                 .known_verdict =
                                     known != NULL ? verdict_name(known->verdict) : NULL,
                                 .known_reason = known != NULL ? known->reason : NULL};
    result.digest = ran ? digest_of(job) : 0;
    result.line = record_make(&input);
    return result;
}

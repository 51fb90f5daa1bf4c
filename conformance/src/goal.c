#include "goal.h"

#include <string.h>

#include "finding.h"

struct goal goal_of(struct comparer *comparer, const struct question *question,
                    const struct trial *trial)
{
    struct goal goal = {.comparer = comparer,
                        .question = *question,
                        .verdict = trial->verdict,
                        .right = trial->right.kind};
    strncpy(goal.reason, outcome_reason(&trial->right), sizeof goal.reason - 1);
    return goal;
}

/* Whether the verdict is about an answer: then it hangs on what is right, too. */
static bool is_about_answer(enum verdict verdict)
{
    return verdict == VERDICT_HIJACK || verdict == VERDICT_INVENTED || verdict == VERDICT_LOST;
}

static bool meets(const struct goal *goal, const struct trial *trial)
{
    if (trial->verdict != goal->verdict || !is_about_answer(goal->verdict))
        return trial->verdict == goal->verdict;
    return trial->right.kind == goal->right &&
           strcmp(outcome_reason(&trial->right), goal->reason) == 0;
}

static struct question question_about(const struct goal *goal, const struct buffer *reply)
{
    struct question question = goal->question;
    question.reply = (const unsigned char *)reply->at;
    question.reply_len = reply->len;
    return question;
}

static enum status ask(void *ctx, const struct buffer *replies, size_t len, bool *keeps,
                       struct buffer *problem)
{
    const struct goal *goal = ctx;
    struct question questions[SHRINK_AT_ONCE] = {{.reply = NULL}};
    struct trial trials[SHRINK_AT_ONCE] = {{.verdict = VERDICT_PASS}};
    for (size_t i = 0; i < len; i++)
        questions[i] = question_about(goal, &replies[i]);
    enum status status = comparer_try(goal->comparer, questions, len, trials, problem);
    for (size_t i = 0; status == STATUS_OK && i < len; i++) {
        keeps[i] = meets(goal, &trials[i]);
        trial_free(&trials[i]);
    }
    return status;
}

/* What takes its whole time each time is asked one by one. */
static bool is_slow(enum verdict verdict)
{
    return verdict == VERDICT_TIMEOUT || verdict == VERDICT_MEMORY || verdict == VERDICT_FLOOD;
}

enum status goal_shrink(const struct goal *goal, const struct question *question,
                        uint64_t tries_max, uint64_t deadline_us, struct finding *finding,
                        uint64_t *tries, struct buffer *problem)
{
    struct goal own = *goal;
    struct buffer reply = {0};
    struct trial trial;
    struct shrinker shrinker = {.ctx = &own,
                                .ask = ask,
                                .at_once = is_slow(goal->verdict) ? 1 : SHRINK_AT_ONCE,
                                .tries_max = tries_max,
                                .deadline_us = deadline_us};
    buffer_add(&reply, question->reply, question->reply_len);
    enum status status = shrink_reply(&shrinker, &reply, problem);
    struct question shrunk = question_about(goal, &reply);
    *tries += shrinker.tries;
    if (status == STATUS_INTERRUPTED) {
        *finding = (struct finding){.verdict = goal->verdict, .before = question->reply_len};
        buffer_add(&finding->reply, reply.at, reply.len);
    }
    if (status == STATUS_OK)
        status = comparer_try(goal->comparer, &shrunk, 1, &trial, problem);
    if (status == STATUS_OK) {
        bool same = meets(goal, &trial);
        finding_take(finding, &shrunk, &trial);
        finding->before = question->reply_len;
        if (!same)
            finding->verdict = VERDICT_FLAKY; /* it did before, on the same reply */
    }
    buffer_free(&reply);
    return status;
}

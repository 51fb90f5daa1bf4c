#include "relate_goal.h"

#include <stdlib.h>
#include <string.h>

/* What has to stay. */
struct relate_goal {
    struct comparer *comparer;
    const struct related *related; /* relation, seed, options */
};

/* Asks about the replies, and then about what the relation makes of each. */
static enum status relate_all(const struct relate_goal *goal, const struct buffer *replies,
                              size_t len, struct outcome *outcomes, struct related *all,
                              struct buffer *problem)
{
    struct question questions[SHRINK_AT_ONCE] = {{.reply = NULL}};
    for (size_t i = 0; i < len; i++) {
        questions[i] = goal->related->question;
        questions[i].reply = (const unsigned char *)replies[i].at;
        questions[i].reply_len = replies[i].len;
    }
    enum status status = comparer_ask(goal->comparer, questions, len, outcomes, problem);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < len; i++)
        all[i] = (struct related){.relation = goal->related->relation,
                                  .seed = goal->related->seed,
                                  .question = questions[i],
                                  .got = &outcomes[i]};
    status = relate_try(goal->comparer, all, len, problem);
    for (size_t i = 0; status != STATUS_OK && i < len; i++)
        outcome_free(&outcomes[i]);
    return status;
}

static enum status ask(void *ctx, const struct buffer *replies, size_t len, bool *keeps,
                       struct buffer *problem)
{
    struct outcome outcomes[SHRINK_AT_ONCE];
    struct related *all = memory_need(len * sizeof *all);
    enum status status = relate_all(ctx, replies, len, outcomes, all, problem);
    for (size_t i = 0; status == STATUS_OK && i < len; i++) {
        keeps[i] = all[i].broken;
        related_free(&all[i]);
        outcome_free(&outcomes[i]);
    }
    free(all);
    return status;
}

static void take(struct finding *finding, const struct question *one, struct trial *trial,
                 const struct question *other, struct trial *beside, const char *relation)
{
    finding_take(finding, one, trial);
    buffer_add(&finding->other, other->reply, other->reply_len);
    finding->other_got = beside->got;
    beside->got = (struct outcome){0};
    finding->relation = memory_copy(relation, strlen(relation));
}

/* Judges both replies; the one on which the implementation is wrong is the finding's. */
static enum status judge_both(const struct relate_goal *goal, const struct related *shrunk,
                              struct finding *finding, struct buffer *problem)
{
    struct question both[2] = {shrunk->question, shrunk->made};
    struct trial trials[2];
    enum status status = comparer_try(goal->comparer, both, 2, trials, problem);
    if (status != STATUS_OK)
        return status;
    size_t wrong = trials[0].differs && !trials[1].differs ? 0 : 1;
    bool agreed = !trials[0].differs && !trials[1].differs;
    take(finding, &both[wrong], &trials[wrong], &both[1 - wrong], &trials[1 - wrong],
         shrunk->relation->name);
    if (agreed)
        finding->verdict = VERDICT_FLAKY;
    trial_free(&trials[0]);
    trial_free(&trials[1]);
    return STATUS_OK;
}

enum status relate_shrink(struct comparer *comparer, const struct related *related,
                          uint64_t tries_max, uint64_t deadline_us, struct finding *finding,
                          uint64_t *tries, struct buffer *problem)
{
    struct relate_goal goal = {comparer, related};
    struct shrinker shrinker = {
        .ctx = &goal, .ask = ask, .tries_max = tries_max, .deadline_us = deadline_us};
    struct buffer reply = {0};
    struct outcome outcome = {0};
    struct related shrunk;
    buffer_add(&reply, related->question.reply, related->question.reply_len);
    enum status status = shrink_reply(&shrinker, &reply, problem);
    if (status == STATUS_OK)
        status = relate_all(&goal, &reply, 1, &outcome, &shrunk, problem);
    *tries += shrinker.tries;
    if (status == STATUS_OK && shrunk.broken) {
        status = judge_both(&goal, &shrunk, finding, problem);
        finding->before = related->question.reply_len;
    }
    if (status == STATUS_OK) {
        related_free(&shrunk);
        outcome_free(&outcome);
    }
    buffer_free(&reply);
    return status;
}

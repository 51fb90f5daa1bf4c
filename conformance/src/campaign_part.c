#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "clock.h"
#include "compare.h"
#include "explain.h"
#include "finding.h"
#include "gen.h"
#include "goal.h"
#include "relate_goal.h"

enum {
    BATCH = 128,
    REPLY_MAX_LEN = 4096, /* longer replies are for the corpus: they cost time and say no more */
    SHRINK_TRIES = 4000,
    SHRINK_SLOW_TRIES = 150,
    SHRINK_US = 10 * 1000000, /* beyond the time of the campaign */
    BATCH_US = 500000,
    QUIET_US = 200000, /* between two messages without a finding */
    EACH = 3,          /* the first findings of a rough kind are all shrunk */
    ROUGH_MAX = 1024,
    RELATE_EACH = 4 /* of so many replies one has a relation tried on it */
};

/* What a reply's choices are for: whether a relation is tried must not hang on how the reply was
 * made. */
enum { FOR_REPLY, FOR_RELATION };

/* What is known of a finding before it is shrunk: it is enough to tell most from each other. */
struct rough {
    enum operation operation;
    enum verdict verdict;
    enum outcome_kind right;
    char reason[32];
    uint64_t count;
};

/* The work of one part. */
struct part {
    struct campaign *campaign;
    unsigned number;
    struct parts_line *line;
    struct comparer comparer;
    struct testee reference; /* to be asked what it sees */
    struct exec_option room[POLICY_COUNT];
    struct question asked; /* what the command line asks about each reply */
    bool varies;           /* it asks nothing: operation and options change from reply to reply */
    struct exec_option varied[BATCH];
    struct question questions[BATCH];
    struct gen gen;     /* of replies */
    struct gen chooser; /* of relations */
    struct buffer replies[BATCH];
    uint64_t numbers[BATCH];
    size_t len, len_max; /* replies in the batch, and how many it may have */
    uint64_t next;       /* number of the next reply, before shard and part */
    uint64_t *broken;    /* by relation: how often it did not hold; owned */
    bool relates;        /* relations say something of what is declared */
    struct rough roughs[ROUGH_MAX];
    size_t roughs_len;
    struct campaign_message message;
    uint64_t sent_us;
    uint64_t deadline_us; /* 0: none */
};

/* --- replies --- */

/* The number of this part's i-th reply in the whole campaign. */
static uint64_t number_of(const struct part *part, uint64_t i)
{
    const struct campaign *campaign = part->campaign;
    const struct shard *shard = &campaign->options->shard;
    uint64_t number = i * campaign->jobs + part->number;
    return shard->parts > 0 ? number * shard->parts + shard->part - 1 : number;
}

static const struct buffer *some_seed(struct part *part)
{
    const struct seeds *seeds = &part->campaign->seeds;
    return &seeds->at[gen_below(&part->gen, (unsigned)seeds->len)];
}

/* A reply of the corpus, changed in a place or several, or two of them made one. */
static void make_of_seeds(struct part *part)
{
    const struct buffer *one = some_seed(part);
    if (gen_below(&part->gen, 4) == 0) {
        const struct buffer *other = some_seed(part);
        gen_splice(&part->gen, one->at, one->len, other->at, other->len);
    } else {
        gen_load(&part->gen, one->at, one->len);
    }
    for (unsigned i = gen_below(&part->gen, 4) + 1; i > 0; i--)
        gen_mutate(&part->gen);
}

/* Mostly extract without options; now and then another operation that is declared, or one option
 * that is not the default. */
static void vary(struct part *part, struct question *question, struct exec_option *option)
{
    unsigned dice = gen_below(&part->gen, 10);
    enum operation operation = dice == 0   ? OPERATION_COMPLETE
                               : dice == 1 ? OPERATION_STRINGS
                                           : OPERATION_EXTRACT;
    if (operation != OPERATION_EXTRACT) {
        if (part->comparer.declared.operations[operation])
            question->operation = operation;
        return;
    }
    if (gen_below(&part->gen, 4) != 0)
        return;
    const struct policy *policy = &POLICIES[gen_below(&part->gen, POLICY_COUNT)];
    unsigned values = 0;
    while (policy->values[values] != NULL)
        values++;
    *option =
        (struct exec_option){policy->name, policy->values[1 + gen_below(&part->gen, values - 1)]};
    question->options = option;
    question->options_len = 1;
}

/* Few replies have a list to tell strings of, or may be complete: as often as not one that suits
 * the operation is made instead, unless its theme is not wanted. */
static void suit_operation(struct part *part, enum operation operation)
{
    struct gen *gen = &part->gen;
    enum gen_theme theme = operation == OPERATION_STRINGS ? GEN_LISTS : GEN_WHOLE;
    if (operation == OPERATION_EXTRACT || gen->weights[theme] == 0 || gen_below(gen, 2) == 0)
        return;
    gen_reply_of(gen, theme);
    if (gen_below(gen, 2) == 0)
        gen_mutate(gen);
}

static void make_reply(struct part *part, uint64_t number)
{
    const struct campaign *campaign = part->campaign;
    struct buffer *reply = &part->replies[part->len];
    struct question *question = &part->questions[part->len];
    gen_seed_of_series(&part->gen, campaign->options->seed, number, FOR_REPLY);
    bool of_seeds = campaign->seeds.len > 0 && gen_below(&part->gen, 100) < campaign->from_corpus;
    if (of_seeds)
        make_of_seeds(part);
    else
        gen_reply(&part->gen);
    *question = part->asked;
    if (part->varies)
        vary(part, question, &part->varied[part->len]);
    if (!of_seeds)
        suit_operation(part, question->operation);
    reply->len = 0;
    buffer_add(reply, part->gen.reply, part->gen.len);
    question->reply = (const unsigned char *)reply->at;
    question->reply_len = reply->len;
    part->numbers[part->len++] = number;
}

/* Fills a batch; fewer where the campaign's number of cases is reached. */
static void make_batch(struct part *part)
{
    uint64_t most = part->campaign->options->cases;
    part->len = 0;
    while (part->len < part->len_max) {
        uint64_t number = number_of(part, part->next);
        if (most != OPTION_UNSET && number >= most)
            return;
        part->next++;
        make_reply(part, number);
    }
}

/* --- messages --- */

static bool send(struct part *part, const char *id, const char *text, const char *json)
{
    struct buffer whole = {0};
    part->message.id_len = (uint32_t)strlen(id);
    part->message.text_len = (uint32_t)strlen(text);
    part->message.json_len = (uint32_t)strlen(json);
    buffer_add(&whole, &part->message, sizeof part->message);
    buffer_text(&whole, id);
    buffer_text(&whole, text);
    buffer_text(&whole, json);
    bool good = parts_send(part->line, &whole);
    buffer_free(&whole);
    part->message = (struct campaign_message){.cases = 0};
    part->sent_us = clock_us();
    return good;
}

/* --- findings --- */

/* Whether a finding is worth to be shrunk: the first of its rough kind, and then ever fewer. */
static bool is_worth(struct part *part, enum operation operation, const struct trial *trial)
{
    const char *reason = outcome_reason(&trial->right);
    size_t i = 0;
    while (i < part->roughs_len &&
           (part->roughs[i].operation != operation || part->roughs[i].verdict != trial->verdict ||
            part->roughs[i].right != trial->right.kind ||
            strncmp(part->roughs[i].reason, reason, sizeof part->roughs[i].reason - 1) != 0))
        i++;
    if (i == part->roughs_len) {
        if (i == ROUGH_MAX)
            return false;
        part->roughs[i] = (struct rough){
            .operation = operation, .verdict = trial->verdict, .right = trial->right.kind};
        strncpy(part->roughs[i].reason, reason, sizeof part->roughs[i].reason - 1);
        part->roughs_len++;
    }
    uint64_t count = ++part->roughs[i].count;
    return count <= EACH || (count & (count - 1)) == 0;
}

static bool report_finding(struct part *part, const struct finding *finding, uint64_t number)
{
    struct buffer id = {0};
    struct buffer text = {0};
    struct buffer json = {0};
    finding_id(finding, &id);
    finding_show(finding, &text);
    finding_json(&json, id.at, finding);
    part->message.first = number;
    bool good = send(part, id.at, text.at, json.at);
    buffer_free(&id);
    buffer_free(&text);
    buffer_free(&json);
    return good;
}

/* How many replies to ask about: what takes its whole time each time gets few. */
static uint64_t tries_for(enum verdict verdict)
{
    bool slow = verdict == VERDICT_TIMEOUT || verdict == VERDICT_MEMORY || verdict == VERDICT_FLOOD;
    return slow ? SHRINK_SLOW_TRIES : SHRINK_TRIES;
}

/* A campaign without a time limit is bounded by tries alone, so that it finds the same on any
 * machine. */
static uint64_t shrink_until(const struct part *part)
{
    return part->deadline_us != 0 ? part->deadline_us + SHRINK_US : 0;
}

/* Explains a finding, keeps it as a case, and tells. */
static enum status keep_finding(struct part *part, struct finding *finding, uint64_t number,
                                struct buffer *problem)
{
    bool fresh = false;
    enum status status = finding_explain(finding, &part->reference, problem);
    if (status == STATUS_OK && !finding_write(finding, part->campaign->findings, &fresh, problem))
        status = STATUS_INTERNAL;
    if (status == STATUS_OK && !report_finding(part, finding, number))
        status = STATUS_INTERNAL;
    return status;
}

static enum status keep(struct part *part, size_t i, const struct trial *trial,
                        struct buffer *problem)
{
    struct finding finding = {.verdict = VERDICT_PASS};
    struct question question = part->questions[i];
    struct goal goal = goal_of(&part->comparer, &question, trial);
    enum status status = goal_shrink(&goal, &question, tries_for(trial->verdict),
                                     shrink_until(part), &finding, &part->message.tries, problem);
    if (status == STATUS_OK)
        status = keep_finding(part, &finding, part->numbers[i], problem);
    finding_free(&finding);
    return status;
}

static enum status note_trials(struct part *part, struct trial *trials, struct buffer *problem)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < part->len; i++) {
        part->message.verdicts[trials[i].verdict]++;
        part->message.cases++;
    }
    for (size_t i = 0; i < part->len && status == STATUS_OK; i++) {
        if (trials[i].differs && is_worth(part, part->questions[i].operation, &trials[i]))
            status = keep(part, i, &trials[i], problem);
    }
    return status;
}

/* --- relations --- */

/* The replies of the batch that have a relation tried on them. */
struct relating {
    struct related related[BATCH];
    uint64_t numbers[BATCH];
    size_t len;
};

/* Which relation is tried on a reply, and what it chooses, hang on the reply's number alone. */
static void choose_relations(struct part *part, const struct trial *trials, struct relating *r)
{
    r->len = 0;
    for (size_t i = 0; i < part->len; i++) {
        gen_seed_of_series(&part->chooser, part->campaign->options->seed, part->numbers[i],
                           FOR_RELATION);
        if (gen_below(&part->chooser, RELATE_EACH) != 0)
            continue;
        unsigned relation = gen_below(&part->chooser, RELATION_COUNT);
        r->numbers[r->len] = part->numbers[i];
        r->related[r->len++] = (struct related){.relation = &RELATIONS[relation],
                                                .seed = gen_below(&part->chooser, 1 << 30),
                                                .question = part->questions[i],
                                                .got = &trials[i].got};
    }
}

static enum status keep_broken(struct part *part, const struct related *related, uint64_t number,
                               struct buffer *problem)
{
    struct finding finding = {.verdict = VERDICT_PASS};
    uint64_t count = ++part->broken[related->relation - RELATIONS];
    if (count > EACH && (count & (count - 1)) != 0)
        return STATUS_OK;
    enum status status = relate_shrink(&part->comparer, related, SHRINK_TRIES, shrink_until(part),
                                       &finding, &part->message.tries, problem);
    if (status == STATUS_OK && finding.relation != NULL)
        status = keep_finding(part, &finding, number, problem);
    finding_free(&finding);
    return status;
}

static enum status try_relations(struct part *part, const struct trial *trials,
                                 struct buffer *problem)
{
    struct relating *r = memory_need(sizeof *r);
    choose_relations(part, trials, r);
    enum status status = relate_try(&part->comparer, r->related, r->len, problem);
    bool tried = status == STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < r->len; i++) {
        part->message.broken += r->related[i].broken;
        if (r->related[i].broken)
            status = keep_broken(part, &r->related[i], r->numbers[i], problem);
    }
    for (size_t i = 0; tried && i < r->len; i++)
        related_free(&r->related[i]);
    free(r);
    return status;
}

/* --- the campaign --- */

/* A batch is to last about so long: what is slow to answer gets few replies at once, so that a
 * campaign ends when it should. Which replies are made does not hang on it. */
static void adapt_batch(struct part *part, uint64_t took_us)
{
    if (took_us > BATCH_US)
        part->len_max = part->len_max > 1 ? part->len_max / 2 : 1;
    else if (took_us < BATCH_US / 2 && part->len_max < BATCH)
        part->len_max *= 2;
}

static enum status try_batch(struct part *part, struct buffer *problem)
{
    struct trial trials[BATCH];
    uint64_t began_us = clock_us();
    enum status status = comparer_try(&part->comparer, part->questions, part->len, trials, problem);
    adapt_batch(part, clock_us() - began_us);
    if (status != STATUS_OK)
        return status;
    status = note_trials(part, trials, problem);
    if (status == STATUS_OK && part->relates)
        status = try_relations(part, trials, problem);
    for (size_t i = 0; i < part->len; i++)
        trial_free(&trials[i]);
    return status;
}

static bool is_over(const struct part *part)
{
    return *part->campaign->interrupt != 0 ||
           (part->deadline_us != 0 && clock_us() >= part->deadline_us);
}

static enum status run(struct part *part, struct buffer *problem)
{
    enum status status = STATUS_OK;
    part->len_max = 1;
    while (status == STATUS_OK && !is_over(part)) {
        make_batch(part);
        if (part->len == 0)
            break;
        status = try_batch(part, problem);
        bool quiet = clock_us() - part->sent_us < QUIET_US;
        if (status == STATUS_OK && !quiet && !send(part, "", "", ""))
            return STATUS_INTERNAL;
    }
    if (status == STATUS_OK && *part->campaign->interrupt != 0)
        status = STATUS_INTERRUPTED;
    send(part, "", "", "");
    return status;
}

static bool open_part(struct part *part)
{
    const struct options *options = part->campaign->options;
    part->asked.options_len = options_asked(options, part->room);
    part->asked.options = part->room;
    part->asked.operation =
        options->operation >= 0 ? (enum operation)options->operation : OPERATION_EXTRACT;
    part->varies = options->operation < 0 && part->asked.options_len == 0;
    part->gen.max = REPLY_MAX_LEN;
    if (options->seconds != OPTION_UNSET)
        part->deadline_us = part->campaign->started_us + options->seconds * 1000000;
    for (size_t i = 0; i < options->weights.len; i++) {
        if (!gen_weigh(&part->gen, options->weights.items[i]))
            return false;
    }
    return true;
}

enum status campaign_part(void *ctx, unsigned number, struct parts_line *line,
                          struct buffer *problem)
{
    struct part *part = memory_need(sizeof *part);
    memset(part, 0, sizeof *part);
    part->campaign = ctx;
    part->number = number;
    part->line = line;
    part->comparer = COMPARER_CLOSED;
    enum status status = STATUS_USAGE; /* weights were looked at before */
    if (open_part(part))
        status = comparer_open(&part->comparer, part->campaign->options, part->campaign->interrupt,
                               problem);
    if (status == STATUS_OK)
        status = explain_open(&part->reference, part->campaign->options, part->campaign->interrupt,
                              problem);
    part->relates =
        !part->campaign->options->no_relations && relate_applies(&part->comparer.declared);
    part->broken = memory_need(RELATION_COUNT * sizeof *part->broken);
    memset(part->broken, 0, RELATION_COUNT * sizeof *part->broken);
    if (status == STATUS_OK)
        status = run(part, problem);
    free(part->broken);
    gen_free(&part->chooser);
    testee_close(&part->reference);
    comparer_close(&part->comparer);
    for (size_t i = 0; i < BATCH; i++)
        buffer_free(&part->replies[i]);
    gen_free(&part->gen);
    free(part);
    return status;
}

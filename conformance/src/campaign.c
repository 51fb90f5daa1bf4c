/*
 * campaign.c - the command `jets fuzz`: the side that hears the parts (campaign.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "campaign.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "commands.h"
#include "finding.h"
#include "gen.h"
#include "output.h"
#include "pool.h"
#include "visible.h"

enum { SECOND_US = 1000000, SECONDS = 60, FROM_CORPUS = 33, SEED_BYTES_MAX = 4096 };

/* --- the replies that it begins with --- */

static void add_seed(struct campaign *campaign, const struct test_case *test)
{
    struct seeds *seeds = &campaign->seeds;
    unsigned char *reply = test->reply.length <= SEED_BYTES_MAX ? reply_hold(&test->reply) : NULL;
    if (reply == NULL)
        return;
    seeds->at = memory_grow(seeds->at, seeds->len + 1, sizeof *seeds->at);
    seeds->at[seeds->len] = (struct buffer){0};
    buffer_add(&seeds->at[seeds->len++], reply, (size_t)test->reply.length);
    free(reply);
}

/* A campaign can do without a corpus; one that is named has to be there. */
static bool read_seeds(struct campaign *campaign)
{
    if (campaign->from_corpus == 0)
        return true;
    struct corpus corpus;
    struct buffer ignored = {0};
    const char *option = campaign->options->corpus;
    const char *named = corpus_named(option);
    char *dir = corpus_find(option, named != NULL ? &campaign->problem : &ignored);
    buffer_free(&ignored);
    if (dir == NULL)
        return named == NULL;
    bool good = corpus_open(&corpus, dir, &campaign->problem);
    for (size_t i = 0; good && i < corpus.len; i++) {
        struct test_case test;
        good = case_load(&test, corpus.dir, corpus.entries[i].id, &campaign->problem);
        if (good) {
            add_seed(campaign, &test);
            case_free(&test);
        }
    }
    if (good)
        corpus_free(&corpus);
    free(dir);
    return good;
}

/* --- messages --- */

static struct kind *kind_of(struct campaign *campaign, const char *id, size_t len)
{
    for (size_t i = 0; i < campaign->kinds_len; i++) {
        if (strlen(campaign->kinds[i].id) == len && memcmp(campaign->kinds[i].id, id, len) == 0)
            return &campaign->kinds[i];
    }
    return NULL;
}

/* The command line that runs the case of a kind again. */
static void show_again(const struct campaign *campaign, const struct kind *kind)
{
    struct buffer line = {0};
    finding_show_again(&line, kind->id, campaign->findings, campaign->options, campaign->program);
    fprintf(campaign->text, "%s  %-9s reply %" PRIu64 " of seed %" PRIu64 "\n\n", line.at, "found",
            kind->first, campaign->options->seed);
    fflush(campaign->text);
    buffer_free(&line);
}

static void take_kind(struct campaign *campaign, const struct campaign_message *message,
                      const char *at)
{
    struct kind *kind = kind_of(campaign, at, message->id_len);
    if (kind != NULL) {
        kind->count++;
        kind->first = message->first < kind->first ? message->first : kind->first;
        return;
    }
    campaign->kinds =
        memory_grow(campaign->kinds, campaign->kinds_len + 1, sizeof *campaign->kinds);
    kind = &campaign->kinds[campaign->kinds_len++];
    const char *text = at + message->id_len;
    *kind = (struct kind){.id = memory_copy(at, message->id_len),
                          .text = memory_copy(text, message->text_len),
                          .json = memory_copy(text + message->text_len, message->json_len),
                          .first = message->first,
                          .count = 1};
    if (campaign->progress)
        output_progress(NULL);
    fputs(kind->text, campaign->text);
    show_again(campaign, kind);
}

static bool take_message(void *ctx, unsigned part, char *bytes, size_t len)
{
    struct campaign *campaign = ctx;
    struct campaign_message message;
    (void)part;
    (void)len;
    memcpy(&message, bytes, sizeof message);
    for (int i = 0; i < VERDICT_COUNT; i++)
        campaign->verdicts[i] += message.verdicts[i];
    campaign->cases += message.cases;
    campaign->tries += message.tries;
    campaign->broken += message.broken;
    if (message.id_len > 0)
        take_kind(campaign, &message, bytes + sizeof message);
    return !campaign->options->fail_fast || campaign->kinds_len == 0;
}

/* --- progress --- */

static bool tick(void *ctx)
{
    struct campaign *campaign = ctx;
    uint64_t now = clock_us();
    if (!campaign->progress || now - campaign->told_us < SECOND_US)
        return true;
    uint64_t done = campaign->cases + campaign->tries;
    double seconds = (double)(now - campaign->told_us) / (double)SECOND_US;
    struct buffer line = {0};
    buffer_format(&line, "%" PRIu64 " replies, %.0f a second", campaign->cases,
                  (double)(done - campaign->cases_told) / seconds);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (campaign->verdicts[i] > 0 && verdict_is_failure((enum verdict)i))
            buffer_format(&line, ", %" PRIu64 " %s", campaign->verdicts[i],
                          verdict_name((enum verdict)i));
    }
    buffer_format(&line, "; %zu kinds, %zu new", campaign->kinds_len,
                  campaign->kinds_len - campaign->kinds_told);
    output_progress(line.at);
    buffer_free(&line);
    campaign->told_us = now;
    campaign->cases_told = done;
    campaign->kinds_told = campaign->kinds_len;
    return true;
}

/* --- the command --- */

static bool check_weights(struct campaign *campaign)
{
    struct gen gen = {.weights = {0}};
    for (size_t i = 0; i < campaign->options->weights.len; i++) {
        const char *text = campaign->options->weights.items[i];
        if (gen_weigh(&gen, text))
            continue;
        buffer_text(&campaign->problem, "--weights: expected THEME=N,… with N from 0 to 255 and "
                                        "THEME one of ");
        for (unsigned k = 0; gen_theme_name(k) != NULL; k++)
            buffer_format(&campaign->problem, "%s%s", k > 0 ? ", " : "", gen_theme_name(k));
        buffer_text(&campaign->problem, "; got \"");
        visible_short(&campaign->problem, (const unsigned char *)text, strlen(text), 60);
        buffer_text(&campaign->problem, "\"");
        return false;
    }
    return true;
}

/* Writes the lines of the report, where one is wanted. */
static enum status write_lines(struct campaign *campaign, struct output *output, enum status status)
{
    if (output->file == NULL)
        return STATUS_OK;
    campaign_lines(campaign, status, output->file);
    if (status != STATUS_OK)
        output_spare(output);
    return output_commit(output, &campaign->problem) ? STATUS_OK : STATUS_INTERNAL;
}

/* The report is opened first: that it cannot be written is not to be learned at the end. */
static enum status run(struct campaign *campaign)
{
    struct output output = {0};
    const char *path = campaign->options->output;
    struct parts_order order = {.len = campaign->jobs,
                                .ctx = campaign,
                                .interrupt = campaign->interrupt,
                                .work = campaign_part,
                                .take = take_message,
                                .tick = tick};
    if (path != NULL && !output_open(&output, path, &campaign->problem))
        return STATUS_INTERNAL;
    campaign->started_us = campaign->told_us = clock_us();
    enum status status = parts_run(&order, &campaign->problem);
    if (campaign->progress)
        output_progress(NULL);
    if (status == STATUS_NOT_STARTED && campaign->cases == 0) {
        if (output.file != NULL)
            output_discard(&output);
        return status;
    }
    campaign_report(campaign, status, campaign->text);
    enum status written = write_lines(campaign, &output, status);
    if (written != STATUS_OK)
        return written;
    bool wrong = campaign_failures(campaign) > 0 || campaign->broken > 0 ||
                 (campaign->cases > 0 && verdict_judged(campaign->verdicts) == 0);
    return status == STATUS_OK && wrong ? STATUS_UNEXPECTED : status;
}

static void free_campaign(struct campaign *campaign)
{
    for (size_t i = 0; i < campaign->seeds.len; i++)
        buffer_free(&campaign->seeds.at[i]);
    for (size_t i = 0; i < campaign->kinds_len; i++) {
        free(campaign->kinds[i].id);
        free(campaign->kinds[i].text);
        free(campaign->kinds[i].json);
    }
    free(campaign->seeds.at);
    free(campaign->kinds);
    buffer_free(&campaign->problem);
    free(campaign);
}

/* A seed of its own for each campaign that names none; it is in the report. */
static uint64_t new_seed(void)
{
    return ((uint64_t)time(NULL) * 1000003 + (uint64_t)getpid()) % 1000000000;
}

enum status command_fuzz(const struct options *options, const char *program,
                         const volatile sig_atomic_t *interrupt)
{
    struct campaign *campaign = memory_need(sizeof *campaign);
    struct options own = *options;
    memset(campaign, 0, sizeof *campaign);
    if (own.cases == OPTION_UNSET && own.seconds == OPTION_UNSET)
        own.seconds = SECONDS;
    if (own.seed == OPTION_UNSET)
        own.seed = new_seed();
    campaign->options = &own;
    campaign->text = output_text_stream(own.output);
    campaign->interrupt = interrupt;
    campaign->program = program;
    campaign->findings = options->findings != NULL ? options->findings : "jets-findings";
    campaign->jobs = options->jobs != OPTION_UNSET ? (unsigned)options->jobs : pool_cores();
    campaign->from_corpus =
        options->from_corpus != OPTION_UNSET ? (unsigned)options->from_corpus : FROM_CORPUS;
    campaign->progress = output_shows_progress();
    enum status status = STATUS_USAGE;
    if (check_weights(campaign))
        status = read_seeds(campaign) ? run(campaign) : STATUS_INTERNAL;
    if (campaign->problem.len > 0)
        command_complain(&campaign->problem);
    free_campaign(campaign);
    enum status closed = command_close_text(own.output);
    return closed != STATUS_OK ? closed : status;
}

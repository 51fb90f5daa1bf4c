/*
 * run.c - the command `jets run`: what is selected, who is put under test, what the workers make of
 * it (pool.h), and what the report, the baseline and the exit status say then.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baseline.h"
#include "commands.h"
#include "floors.h"
#include "output.h"
#include "pool.h"
#include "record.h"
#include "testee.h"
#include "visible.h"

enum { REMARKS_MAX = 50, WINDOW_DEFAULT = 64 };

/* A case that is run a second time, and what came of it the first time. */
struct sample {
    size_t number;
    bool present; /* it was scored */
    enum verdict verdict;
    uint64_t digest;
};

struct run {
    const struct options *options;
    const struct corpus *corpus;
    const struct corpus_entry **chosen; /* owned, like the next */
    size_t *numbers;
    size_t chosen_len;
    struct testee testee;
    struct job_plan plan;
    struct record_run about;
    struct buffer again_head, again_tail, policy, shard; /* texts of about */
    char *hello;                                         /* owned; likewise */
    struct floors floors;
    struct baseline baseline;
    struct report report;
    FILE *out;
    bool begun;             /* the report has its first line */
    size_t taken;           /* cases that it has */
    bool differs;           /* a failure is not known, or a line of the baseline has no case */
    struct sample *samples; /* owned; by number */
    size_t samples_len, sampled;
    const char *remarks[REMARKS_MAX + 1]; /* owned; end with NULL */
    size_t remarks_len;
    struct buffer problem; /* why the run ended early */
    bool progress;
};

/* --- progress --- */

/* A line that is written over is for a terminal that can, and must not mix with a report on the
 * same one. */
static bool wants_progress(const struct options *options)
{
    bool report_on_terminal = options->output == NULL && isatty(STDOUT_FILENO);
    return output_shows_progress() && (options->format == &REPORT_TEXT || !report_on_terminal);
}

static void show_progress(const struct run *run)
{
    if (!run->progress || run->taken >= run->chosen_len)
        return;
    size_t failing = run->report.tally.all.failing;
    struct buffer line = {0};
    buffer_format(&line, "%zu/%zu", run->taken, run->chosen_len);
    if (failing > 0)
        buffer_format(&line, ", %zu %s", failing, failing == 1 ? "failure" : "failures");
    buffer_format(&line, "  %s", run->chosen[run->taken]->id);
    output_progress(line.at);
    buffer_free(&line);
}

static void clear_progress(const struct run *run)
{
    if (run->progress)
        output_progress(NULL);
}

/* --- the report --- */

static void add_remark(void *ctx, const char *text)
{
    struct run *run = ctx;
    const char *kept = run->remarks_len < REMARKS_MAX - 1 ? text : "and more of this kind";
    if (run->remarks_len < REMARKS_MAX)
        run->remarks[run->remarks_len++] = memory_copy(kept, strlen(kept));
}

/* Writes the first line, once all of it is known. */
static bool begin(struct run *run)
{
    if (run->begun)
        return true;
    run->begun = true;
    char *line = record_run_line(&run->about);
    bool good = report_add_line(&run->report, line, strlen(line), &run->problem);
    free(line);
    return good;
}

/* The next line of a text with several, cut off; the rest is where *text points then. */
static char *next_line(char **text)
{
    char *line = *text;
    char *end = strchr(line, '\n');
    if (end != NULL)
        *end = '\0';
    *text = end != NULL ? end + 1 : line + strlen(line);
    return line;
}

/* What the testee said of itself stands in the report where no file says it. */
static bool take_hello(void *ctx, const char *text)
{
    struct run *run = ctx;
    free(run->hello);
    run->hello = memory_copy(text, strlen(text));
    char *rest = run->hello;
    const char *name = next_line(&rest);
    const char *version = next_line(&rest);
    if (run->about.implementation == NULL && name[0] != '\0')
        run->about.implementation = name;
    if (run->about.implementation_version == NULL && version[0] != '\0')
        run->about.implementation_version = version;
    if (run->plan.hello_declares && rest[0] != '\0')
        run->about.policy = rest;
    return begin(run);
}

/* --- the results --- */

static void note_sample(struct run *run, const struct frame *frame)
{
    if (run->sampled >= run->samples_len || run->samples[run->sampled].number != frame->number)
        return;
    struct sample *sample = &run->samples[run->sampled++];
    sample->verdict = (enum verdict)frame->verdict;
    sample->digest = frame->digest;
    sample->present = sample->verdict != VERDICT_UNSCORED && sample->verdict != VERDICT_FLAKY;
}

static bool take_result(void *ctx, const struct frame *frame, const char *text)
{
    struct run *run = ctx;
    if (!begin(run) || !report_add_line(&run->report, text, frame->len, &run->problem))
        return false;
    run->taken++;
    note_sample(run, frame);
    if (run->options->update_baseline)
        baseline_note(&run->baseline, run->chosen[frame->number]->id, (enum verdict)frame->verdict);
    show_progress(run);
    if (!ferror(run->out))
        return true;
    if (run->problem.len == 0 && !output_reader_left(run->out))
        buffer_text(&run->problem, "the report cannot be written");
    return false;
}

static bool ends_run(void *ctx, const struct frame *frame)
{
    const struct run *run = ctx;
    return run->options->fail_fast &&
           record_fails((enum verdict)frame->verdict, (enum record_state)frame->state);
}

static unsigned worker_count(const struct run *run, size_t cases)
{
    unsigned jobs =
        run->options->jobs != OPTION_UNSET ? (unsigned)run->options->jobs : pool_cores();
    return cases < jobs ? (unsigned)cases : jobs;
}

static enum status run_cases(struct run *run)
{
    struct pool_order order = {.plan = &run->plan,
                               .numbers = run->numbers,
                               .len = run->chosen_len,
                               .workers = worker_count(run, run->chosen_len),
                               .interrupt = run->testee.settings.interrupt,
                               .ctx = run,
                               .hello = take_hello,
                               .take = take_result,
                               .ends = ends_run,
                               .remark = add_remark};
    show_progress(run);
    enum status status = pool_run(&order, &run->problem);
    clear_progress(run);
    return status;
}

/* --- the cross-check --- */

/* Chooses cases spread over the whole selection, the same in every run: one from each of as many
 * equal parts, at a place that a fixed sequence gives. */
static void choose_samples(struct run *run)
{
    size_t len = run->chosen_len;
    size_t count =
        run->options->cross_check != OPTION_UNSET ? (size_t)run->options->cross_check : 0;
    uint64_t seed = 1;
    count = count < len ? count : len;
    run->samples = memory_need(count * sizeof *run->samples);
    run->samples_len = count;
    for (size_t i = 0; i < count; i++) {
        size_t from = len / count * i + len % count * i / count;
        size_t to = len / count * (i + 1) + len % count * (i + 1) / count;
        seed = seed * 6364136223846793005 + 1442695040888963407;
        run->samples[i] = (struct sample){.number = from + (size_t)(seed >> 33) % (to - from)};
    }
}

static bool ignore_hello(void *ctx, const char *text)
{
    (void)ctx;
    (void)text;
    return true;
}

static bool never_ends(void *ctx, const struct frame *frame)
{
    (void)ctx;
    (void)frame;
    return false;
}

/* Where the second outcome is another, the first hung on more than its request. */
static bool compare_result(void *ctx, const struct frame *frame, const char *text)
{
    (void)text;
    struct run *run = ctx;
    const struct sample *sample = run->samples;
    while (sample->number != frame->number || !sample->present)
        sample++;
    enum verdict verdict = (enum verdict)frame->verdict;
    bool fails = verdict_is_failure(verdict);
    if (sample->verdict == verdict && (!fails || sample->digest == frame->digest))
        return true;
    struct buffer remark = {0};
    buffer_format(&remark, "state leak: %s: %s in the run, %s%s when it was run again %s",
                  run->chosen[frame->number]->id, verdict_name(sample->verdict),
                  sample->verdict == verdict ? "another " : "", verdict_name(verdict),
                  run->testee.has_other ? "in the other mode" : "alone in a fresh process");
    add_remark(run, remark.at);
    buffer_free(&remark);
    return true;
}

/* Runs the samples again: in the other mode, where there is one, else each in a process of its own.
 */
static enum status cross_check(struct run *run)
{
    struct job_plan plan = run->plan;
    size_t *numbers = memory_need(run->samples_len * sizeof *numbers);
    size_t len = 0;
    for (size_t i = 0; i < run->samples_len; i++) {
        if (run->samples[i].present)
            numbers[len++] = run->samples[i].number;
    }
    plan.baseline = NULL;
    plan.repeat = 1;
    plan.alone = !run->testee.has_other;
    if (run->testee.has_other) {
        plan.command = &run->testee.other;
        plan.mode = run->testee.other_mode;
    }
    struct pool_order order = {.plan = &plan,
                               .numbers = numbers,
                               .len = len,
                               .workers = worker_count(run, len),
                               .interrupt = run->testee.settings.interrupt,
                               .ctx = run,
                               .hello = ignore_hello,
                               .take = compare_result,
                               .ends = never_ends,
                               .remark = add_remark};
    enum status status = len > 0 ? pool_run(&order, &run->problem) : STATUS_OK;
    free(numbers);
    return status;
}

/* --- the end --- */

static const char *why_incomplete(const struct run *run, enum status status)
{
    if (status == STATUS_INTERRUPTED)
        return "interrupted";
    if (status != STATUS_OK)
        return "the run could not go on";
    return run->taken < run->chosen_len ? "ended at the first failure" : NULL;
}

/* Writes the baseline anew, and says what that changed. */
static enum status update_baseline(struct run *run)
{
    struct baseline_change change;
    if (!baseline_write(&run->baseline, &change, &run->problem))
        return STATUS_INTERNAL;
    fprintf(stderr, "jets: %s: %zu added, %zu changed, %zu removed\n", run->options->baseline,
            change.added, change.changed, change.removed);
    return STATUS_OK;
}

static enum status end_report(struct run *run, enum status status)
{
    if (status == STATUS_OK && tally_judged_nothing(&run->report.tally.all))
        add_remark(run, RECORD_NOTHING_JUDGED);
    const char **unmatched =
        run->plan.baseline != NULL ? baseline_unmatched(&run->baseline, run->corpus) : NULL;
    struct record_end end = {.complete = status == STATUS_OK && run->taken == run->chosen_len,
                             .why = why_incomplete(run, status),
                             .unmatched = unmatched,
                             .remarks = run->remarks};
    run->differs = run->report.tally.all.failing > 0 || (unmatched != NULL && unmatched[0] != NULL);
    if (!begin(run) || !report_close(&run->report, &end, &run->problem))
        status = STATUS_INTERNAL;
    free(unmatched);
    return status;
}

/* What the report says decides, once it is where it belongs. A baseline that was written anew knows
 * all failures; it is not written where nobody has the report that shows them. */
static enum status conclude(struct run *run)
{
    if (run->options->update_baseline) {
        enum status status = update_baseline(run);
        if (status != STATUS_OK)
            return status;
        run->differs = false;
    }
    return run->differs || run->remarks_len > 0 ? STATUS_UNEXPECTED : STATUS_OK;
}

/* Whether there is nothing to report: the testee could not be started. A run that the runner's own
   fault ended is reported, be it before the first result. */
static bool is_void(const struct run *run, enum status status)
{
    return run->taken == 0 && status == STATUS_NOT_STARTED;
}

/* Puts the report in its place. One that is not whole takes nobody's place. */
static bool commit(struct run *run, struct output *output, bool whole)
{
    struct buffer problem = {0};
    bool spared = !whole && output_spare(output);
    struct buffer spare = {0};
    visible_add(&spare, (const unsigned char *)output->path, strlen(output->path));
    bool good = output_commit(output, &problem);
    if (good && spared) {
        const char *path = run->options->output;
        visible_add(&problem, (const unsigned char *)path, strlen(path));
        buffer_format(&problem, ": kept as it was; the incomplete report is %s", spare.at);
    }
    if (problem.len > 0)
        command_complain(&problem);
    buffer_free(&problem);
    buffer_free(&spare);
    return good;
}

static enum status run_reported(struct run *run)
{
    struct output output;
    if (!output_open(&output, run->options->output, &run->problem))
        return STATUS_INTERNAL;
    run->out = output.file;
    bool reporting = report_begin(&run->report, run->options->format, output.file, &run->problem);
    enum status status = reporting ? run_cases(run) : STATUS_INTERNAL;
    if (status == STATUS_OK && run->taken == run->chosen_len && run->samples_len > 0)
        status = cross_check(run);
    if (!reporting || is_void(run, status)) {
        report_discard(&run->report);
        output_discard(&output);
        return status;
    }
    bool whole = status == STATUS_OK;
    status = end_report(run, status);
    if (!report_end(&run->report, &run->problem))
        status = STATUS_INTERNAL;
    whole = whole && status != STATUS_INTERNAL; /* what could not be written takes nobody's place */
    if (!commit(run, &output, whole) && status != STATUS_INTERRUPTED)
        status = STATUS_INTERNAL;
    return status == STATUS_OK ? conclude(run) : status;
}

/* --- the beginning --- */

static void describe_run(struct run *run, const char *program)
{
    const struct options *options = run->options;
    const struct testee *testee = &run->testee;
    visible_shell(&run->again_head, program);
    buffer_text(&run->again_head, " run");
    options_again(options, COMMAND_RUN, &run->again_head);
    options_testee(options, &run->again_tail);
    declared_text(&testee->implementation.declared, &run->policy);
    if (options->shard.parts > 0)
        buffer_format(&run->shard, "%u/%u", options->shard.part, options->shard.parts);
    run->about = (struct record_run){.command = testee->words,
                                     .version = RUNNER_VERSION,
                                     .again_head = run->again_head.at,
                                     .again_tail = run->again_tail.at + 1,
                                     .implementation = testee->implementation.name,
                                     .implementation_version = testee->implementation.version,
                                     .policy = run->policy.at,
                                     .mode = MODE_NAMES[testee->mode],
                                     .shard = run->shard.at,
                                     .baseline = options->baseline,
                                     .corpus_version = run->corpus->version,
                                     .selected = run->chosen_len,
                                     .repeat = run->plan.repeat,
                                     .limits = testee->settings.limits,
                                     .containment_is_partial = process_containment_is_partial(),
                                     .floors = &run->floors};
}

static void make_plan(struct run *run)
{
    const struct options *options = run->options;
    struct testee *testee = &run->testee;
    run->plan = (struct job_plan){
        .corpus_dir = run->corpus->dir,
        .chosen = run->chosen,
        .command = &testee->command,
        .settings = testee->settings,
        .mode = testee->mode,
        .stream = {.window_max =
                       options->window != OPTION_UNSET ? (size_t)options->window : WINDOW_DEFAULT},
        .declared = testee->implementation.declared,
        .hello_declares = !testee->has_file,
        .repeat = options->repeat != OPTION_UNSET ? (unsigned)options->repeat : 1,
        .baseline = options->baseline != NULL ? &run->baseline : NULL,
        .about = &run->about};
    run->numbers = memory_need(run->chosen_len * sizeof *run->numbers);
    for (size_t i = 0; i < run->chosen_len; i++)
        run->numbers[i] = i;
    choose_samples(run);
}

static enum status run_selected(struct run *run, const char *program,
                                const volatile sig_atomic_t *interrupt)
{
    const struct options *options = run->options;
    struct selection selection = options_selection(options);
    run->chosen = corpus_select(run->corpus, &selection, &run->chosen_len, &run->problem);
    if (run->chosen == NULL)
        return STATUS_USAGE;
    if (!corpus_is_in_order(run->chosen, run->chosen_len, &run->problem))
        return STATUS_INTERNAL;
    if (options->baseline != NULL &&
        !baseline_read(&run->baseline, options->baseline, options->update_baseline, &run->problem))
        return STATUS_USAGE;
    if (!floors_load(&run->floors, run->corpus->dir, &run->problem))
        return STATUS_INTERNAL;
    enum status status = testee_open(&run->testee, options, interrupt, &run->problem);
    if (status != STATUS_OK)
        return status;
    make_plan(run);
    describe_run(run, program);
    return run_reported(run);
}

static void free_run(struct run *run)
{
    struct buffer *texts[] = {&run->again_head, &run->again_tail, &run->policy, &run->shard,
                              &run->problem};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        buffer_free(texts[i]);
    for (size_t i = 0; i < run->remarks_len; i++)
        free((char *)run->remarks[i]);
    testee_close(&run->testee);
    baseline_free(&run->baseline);
    floors_free(&run->floors);
    free(run->chosen);
    free(run->numbers);
    free(run->samples);
    free(run->hello);
}

enum status command_run(const struct options *options, const char *program,
                        const volatile sig_atomic_t *interrupt)
{
    struct corpus corpus;
    enum status status = command_open_corpus(options, &corpus);
    if (status != STATUS_OK)
        return status;
    struct run run = {.options = options, .corpus = &corpus, .progress = wants_progress(options)};
    status = run_selected(&run, program, interrupt);
    if (status == STATUS_INTERRUPTED && run.problem.len == 0)
        buffer_text(&run.problem, "interrupted: the report is incomplete");
    if (run.problem.len > 0)
        command_complain(&run.problem);
    free_run(&run);
    corpus_free(&corpus);
    return status;
}

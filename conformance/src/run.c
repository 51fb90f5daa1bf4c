/*
 * run.c - the command `jets run`: corpus, then program, then verdict, then report, one case after
 * the other.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "exec.h"
#include "output.h"
#include "visible.h"

enum { PROGRESS_ID = 50 };

struct run {
    const struct options *options;
    const struct corpus *corpus;
    const struct corpus_entry **chosen;
    size_t chosen_len;
    struct exec_command command;
    struct exec_settings settings;
    struct report report;
    struct buffer problem; /* why the run ended early */
    bool progress;
};

static struct process_limits limits_of(const struct options *options)
{
    struct process_limits limits = process_limits_default();
    if (options->timeout_ms != OPTION_UNSET)
        limits.wall_ms = options->timeout_ms;
    if (options->memory_mb != OPTION_UNSET)
        limits.memory_kb = options->memory_mb * 1024;
    if (options->output_kb != OPTION_UNSET)
        limits.output_max = limits.stderr_max = (size_t)options->output_kb * 1024;
    return limits;
}

/* --- progress --- */

/* A line that is written over is for a terminal that can, and must not mix with a report on the
 * same one. */
static bool wants_progress(const struct options *options)
{
    const char *terminal = getenv("TERM");
    bool report_on_terminal = options->output == NULL && isatty(STDOUT_FILENO);
    return isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0 &&
           (options->format == &REPORT_TEXT || !report_on_terminal);
}

static void show_progress(const struct run *run, size_t done, const char *id)
{
    if (!run->progress)
        return;
    size_t failures = tally_failures(&run->report.tally.all);
    fprintf(stderr, "\r%zu/%zu", done, run->chosen_len);
    if (failures > 0)
        fprintf(stderr, ", %zu %s", failures, failures == 1 ? "failure" : "failures");
    fprintf(stderr, "  %.*s\033[K", PROGRESS_ID, id);
}

static void clear_progress(const struct run *run)
{
    if (run->progress)
        fputs("\r\033[K", stderr);
}

/* --- one case --- */

static const char *why_not_started(int error)
{
    switch (error) {
    case ENOENT: return "not found";
    case EACCES: return "not executable";
    case EISDIR: return "is a directory";
    case ENOEXEC: return "not a program, and no #! line says what reads it";
    default: return strerror(error);
    }
}

static enum status not_started(struct run *run, int error)
{
    const char *name = run->options->testee[0];
    visible_add(&run->problem, (const unsigned char *)name, strlen(name));
    buffer_format(&run->problem, ": %s", why_not_started(error));
    return STATUS_NOT_STARTED;
}

static enum status judge_outcome(struct run *run, const struct test_case *test,
                                 const struct outcome *outcome)
{
    struct judgement judgement;
    if (outcome->kind == OUTCOME_NOT_STARTED)
        return not_started(run, outcome->code);
    if (outcome->kind == OUTCOME_INTERRUPTED)
        return STATUS_INTERRUPTED;
    if (!judge(&judgement, test, outcome)) {
        buffer_format(&run->problem, "%s: out of memory while judging", test->id);
        return STATUS_INTERNAL;
    }
    report_add(&run->report, &(struct record){test, outcome, &judgement});
    judgement_free(&judgement);
    return STATUS_OK;
}

static enum status run_case(struct run *run, const char *id)
{
    struct test_case test;
    if (!case_load(&test, run->corpus->dir, id, &run->problem))
        return STATUS_INTERNAL;
    struct exec_option options[POLICY_COUNT];
    struct exec_request request = case_request(&test, options);
    struct outcome outcome = {0};
    enum status status = STATUS_INTERNAL;
    if (exec_run(&run->command, &run->settings, &request, &outcome)) {
        status = judge_outcome(run, &test, &outcome);
        outcome_free(&outcome);
    } else {
        buffer_format(&run->problem, "%s: the runner failed: %s", id, strerror(errno));
    }
    case_free(&test);
    return status;
}

/* --- all of them --- */

/* Runs the chosen cases until one ends the run. */
static enum status run_cases(struct run *run)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < run->chosen_len && status == STATUS_OK; i++) {
        const char *id = run->chosen[i]->id;
        show_progress(run, i, id);
        if (*run->settings.interrupt != 0)
            status = STATUS_INTERRUPTED;
        else
            status = run_case(run, id);
        if (status == STATUS_OK && ferror(run->report.out))
            status = STATUS_INTERNAL; /* closing it says why */
    }
    clear_progress(run);
    return status;
}

static enum status run_reported(struct run *run, const struct report_run *about)
{
    struct output output;
    if (!output_open(&output, run->options->output, &run->problem))
        return STATUS_INTERNAL;
    report_begin(&run->report, run->options->format, about, output.file);
    enum status status = run_cases(run);
    if (status == STATUS_OK && tally_failures(&run->report.tally.all) > 0)
        status = STATUS_UNEXPECTED;
    report_end(&run->report, status == STATUS_OK || status == STATUS_UNEXPECTED);
    struct buffer problem = {0};
    if (!output_commit(&output, &problem)) {
        command_complain(&problem);
        if (status != STATUS_INTERRUPTED)
            status = STATUS_INTERNAL;
    }
    buffer_free(&problem);
    return status;
}

static enum status run_chosen(struct run *run, const char *program)
{
    const struct options *options = run->options;
    if (!exec_command_init(&run->command, options->testee, options->cwd)) {
        bool folder = options->cwd != NULL && errno != ENOMEM;
        buffer_format(&run->problem, "%s: %s", folder ? "--cwd" : "run", strerror(errno));
        return folder ? STATUS_USAGE : STATUS_INTERNAL;
    }
    if (run->command.error != 0)
        return not_started(run, run->command.error);
    struct buffer again = {0};
    visible_shell(&again, program);
    buffer_text(&again, " run");
    options_again(options, &again);
    struct report_run about = {.command = options->testee,
                               .again = again.at,
                               .corpus_dir = run->corpus->dir,
                               .corpus_version = run->corpus->version,
                               .selected = run->chosen_len,
                               .limits = run->settings.limits,
                               .containment_is_partial = process_containment_is_partial()};
    enum status status = run_reported(run, &about);
    buffer_free(&again);
    return status;
}

static enum status run_corpus(struct run *run, const char *program)
{
    struct selection selection = options_selection(run->options);
    run->chosen = corpus_select(run->corpus, &selection, &run->chosen_len, &run->problem);
    if (run->chosen == NULL)
        return STATUS_USAGE;
    enum status status = run_chosen(run, program);
    exec_command_free(&run->command);
    free(run->chosen);
    return status;
}

enum status command_run(const struct options *options, const char *program,
                        const volatile sig_atomic_t *interrupt)
{
    struct corpus corpus;
    enum status status = command_open_corpus(options, &corpus);
    if (status != STATUS_OK)
        return status;
    struct run run = {.options = options,
                      .corpus = &corpus,
                      .settings = {.limits = limits_of(options), .interrupt = interrupt},
                      .progress = wants_progress(options)};
    status = run_corpus(&run, program);
    if (status == STATUS_INTERRUPTED)
        buffer_text(&run.problem, "interrupted: the report is incomplete");
    if (run.problem.len > 0)
        command_complain(&run.problem);
    buffer_free(&run.problem);
    corpus_free(&corpus);
    return status;
}

/*
 * explain.c - the command `jets explain`: a reply from a file, from standard input, or of a case.
 */
#define _POSIX_C_SOURCE 200809L
#include "explain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "compare.h"
#include "output.h"
#include "visible.h"

/* What is explained, and how it is asked. */
struct explaining {
    const struct options *options;
    const volatile sig_atomic_t *interrupt;
    struct test_case test; /* where a case was named; else empty */
    unsigned char *reply;  /* owned */
    size_t reply_len;
    struct buffer problem;
};

/* --- the reply --- */

static bool refuse(struct explaining *e, const char *what)
{
    const char *target = e->options->target;
    visible_add(&e->problem, (const unsigned char *)target, strlen(target));
    buffer_format(&e->problem, ": %s", what);
    return false;
}

static bool read_stdin(struct explaining *e)
{
    struct buffer all = {0};
    char chunk[65536];
    size_t got = 0;
    buffer_add(&all, "", 0);
    while (all.len <= REPLY_HELD_MAX && (got = fread(chunk, 1, sizeof chunk, stdin)) > 0)
        buffer_add(&all, chunk, got);
    e->reply = (unsigned char *)all.at;
    e->reply_len = all.len;
    if (ferror(stdin))
        return refuse(e, "cannot be read");
    return all.len <= REPLY_HELD_MAX || refuse(e, "longer than 16 MB");
}

static bool read_file(struct explaining *e)
{
    const char *why = NULL;
    e->reply =
        (unsigned char *)case_read_file(e->options->target, REPLY_HELD_MAX, &e->reply_len, &why);
    return e->reply != NULL || refuse(e, why);
}

static bool read_case(struct explaining *e)
{
    struct corpus corpus;
    if (command_open_corpus(e->options, &corpus) != STATUS_OK)
        return false;
    bool good = case_load(&e->test, corpus.dir, e->options->target, &e->problem);
    corpus_free(&corpus);
    if (!good)
        return false;
    e->reply = reply_hold(&e->test.reply);
    e->reply_len = (size_t)e->test.reply.length;
    return e->reply != NULL || refuse(e, "its reply is longer than 16 MB");
}

static bool read_reply(struct explaining *e)
{
    const char *target = e->options->target;
    if (strcmp(target, "-") == 0)
        return read_stdin(e);
    if (access(target, F_OK) == 0)
        return read_file(e);
    if (case_id_is_valid(target))
        return read_case(e);
    return refuse(e, "no such file, and no id of a case");
}

/* --- asking --- */

/* The options of the case, and over them those of the command line. */
static struct exec_request request_of(struct explaining *e, struct exec_option *options,
                                      const struct input_memory *memory)
{
    const struct options *given = e->options;
    size_t len = 0;
    for (size_t i = 0; i < POLICY_COUNT; i++) {
        const char *value =
            given->asks[i] >= 0 ? POLICIES[i].values[given->asks[i]] : e->test.policies[i];
        if (value != NULL && strcmp(value, POLICIES[i].values[0]) != 0)
            options[len++] = (struct exec_option){POLICIES[i].name, value};
    }
    options[len++] = (struct exec_option){"explain", NULL};
    options[len++] = (struct exec_option){"json", NULL};
    int operation = given->operation >= 0 ? given->operation : (int)e->test.operation;
    return (struct exec_request){.operation = OPERATION_NAMES[operation],
                                 .options = options,
                                 .options_len = len,
                                 .input = input_from_memory(memory)};
}

static enum status show(struct explaining *e, const struct outcome *outcome)
{
    struct explained explained;
    struct output output;
    enum status status = STATUS_INTERNAL;
    bool colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL && e->options->output == NULL;
    if (!explained_read(&explained, (const char *)outcome->text, outcome->text_len, e->reply,
                        e->reply_len, &e->problem)) {
        explained_free(&explained);
        return STATUS_NOT_STARTED;
    }
    if (output_open(&output, e->options->output, &e->problem)) {
        if (e->options->html)
            explained_html(&explained,
                           strcmp(e->options->target, "-") == 0 ? "A reply" : e->options->target,
                           output.file);
        else
            explained_text(&explained, colour, output.file);
        status = output_commit(&output, &e->problem) ? STATUS_OK : STATUS_INTERNAL;
    }
    explained_free(&explained);
    return status;
}

static enum status ask(struct explaining *e)
{
    struct testee reference = {0};
    struct exec_option options[POLICY_COUNT + 2];
    struct outcome outcome = {0};
    struct input_memory memory = {e->reply, e->reply_len};
    struct exec_request request = request_of(e, options, &memory);
    enum status status =
        reference_open(&reference, e->options, MODE_EXEC, e->interrupt, &e->problem);
    reference.settings.limits.output_max = (size_t)1 << 30; /* what is seen may be longer than it */
    if (status == STATUS_OK &&
        !exec_run(&reference.command, &reference.settings, &request, &outcome)) {
        buffer_text(&e->problem, strerror(errno));
        status = STATUS_INTERNAL;
    }
    if (status == STATUS_OK && outcome.kind == OUTCOME_INTERRUPTED)
        status = STATUS_INTERRUPTED;
    if (status == STATUS_OK)
        status = show(e, &outcome);
    outcome_free(&outcome);
    testee_close(&reference);
    return status;
}

enum status command_explain(const struct options *options, const volatile sig_atomic_t *interrupt)
{
    struct explaining e = {
        .options = options, .interrupt = interrupt, .test = {.reply = reply_empty()}};
    enum status status = read_reply(&e) ? ask(&e) : STATUS_USAGE;
    if (e.problem.len > 0)
        command_complain(&e.problem);
    buffer_free(&e.problem);
    free(e.reply);
    case_free(&e.test);
    return status;
}

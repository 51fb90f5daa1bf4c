/*
 * explain.c - the command `jets explain`: a reply from a file, from standard input, or of a case.
 */
#define _POSIX_C_SOURCE 200809L
#include "explain.h"

#include <errno.h>
#include <string.h>

#include "commands.h"
#include "compare.h"
#include "output.h"
#include "target.h"

/* What is seen may be longer than the reply. */
#define OUTPUT_MAX ((size_t)1 << 30)

/* What is explained, and how it is asked. */
struct explaining {
    const struct options *options;
    const volatile sig_atomic_t *interrupt;
    struct target target;
    struct buffer problem;
};

/* --- asking --- */

enum status explain_open(struct testee *reference, const struct options *options,
                         const volatile sig_atomic_t *interrupt, struct buffer *problem)
{
    enum status status = reference_open(reference, options, MODE_EXEC, interrupt, problem);
    reference->settings.limits.output_max = OUTPUT_MAX;
    return status;
}

enum status explain_ask(struct testee *reference, const struct question *question,
                        struct explained *explained, struct buffer *problem)
{
    struct exec_option options[POLICY_COUNT + 2];
    struct outcome outcome = {0};
    struct input_memory memory = {question->reply, question->reply_len};
    size_t len = question->options_len;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < len; i++)
        options[i] = question->options[i];
    options[len++] = (struct exec_option){"explain", NULL};
    options[len++] = (struct exec_option){"json", NULL};
    struct exec_request request = {.operation = OPERATION_NAMES[question->operation],
                                   .options = options,
                                   .options_len = len,
                                   .input = input_from_memory(&memory)};
    *explained = (struct explained){.seen = NULL};
    if (!exec_run(&reference->command, &reference->settings, &request, &outcome)) {
        buffer_text(problem, strerror(errno));
        return STATUS_INTERNAL;
    }
    if (outcome.kind == OUTCOME_INTERRUPTED)
        status = STATUS_INTERRUPTED;
    else if (!explained_read(explained, (const char *)outcome.text, outcome.text_len,
                             question->reply, question->reply_len, problem))
        status = STATUS_NOT_STARTED;
    outcome_free(&outcome);
    return status;
}

/* --- the command --- */

static enum status show(struct explaining *e, const struct explained *explained)
{
    struct output output;
    const struct options *options = e->options;
    if (!output_open(&output, options->output, &e->problem))
        return STATUS_INTERNAL;
    if (options->html)
        explained_html(explained, strcmp(options->target, "-") == 0 ? "A reply" : options->target,
                       output.file);
    else
        explained_text(explained, output_wants_colour(output.file), output.file);
    return output_commit(&output, &e->problem) ? STATUS_OK : STATUS_INTERNAL;
}

static enum status explain_target(struct explaining *e)
{
    struct testee reference = {0};
    struct exec_option room[POLICY_COUNT];
    struct explained explained = {.seen = NULL};
    struct question question = target_question(&e->target, e->options, room);
    enum status status = explain_open(&reference, e->options, e->interrupt, &e->problem);
    if (status == STATUS_OK)
        status = explain_ask(&reference, &question, &explained, &e->problem);
    if (status == STATUS_OK)
        status = show(e, &explained);
    explained_free(&explained);
    testee_close(&reference);
    return status;
}

enum status command_explain(const struct options *options, const volatile sig_atomic_t *interrupt)
{
    struct explaining e = {.options = options, .interrupt = interrupt};
    enum status status =
        target_open(&e.target, options, &e.problem) ? explain_target(&e) : STATUS_USAGE;
    if (e.problem.len > 0)
        command_complain(&e.problem);
    buffer_free(&e.problem);
    target_close(&e.target);
    return status;
}

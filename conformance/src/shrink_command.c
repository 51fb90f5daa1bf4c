/*
 * shrink_command.c - the command `jets shrink`: one reply on which an implementation is wrong, made
 * as short as it gets.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "commands.h"
#include "explain.h"
#include "finding.h"
#include "goal.h"
#include "output.h"
#include "target.h"
#include "visible.h"

enum { SECONDS = 60, SECOND_US = 1000000, SHOWN = 500 };

struct shrinking_command {
    const struct options *options;
    const char *program; /* argv[0] */
    struct target target;
    struct comparer comparer;
    struct testee reference; /* to be asked what it sees */
    struct finding finding;
    uint64_t tries;
    struct buffer problem;
};

static enum status write_reply(struct shrinking_command *s)
{
    struct output output;
    if (s->options->output == NULL)
        return STATUS_OK;
    if (!output_open(&output, s->options->output, &s->problem))
        return STATUS_INTERNAL;
    fwrite(s->finding.reply.at, 1, s->finding.reply.len, output.file);
    return output_commit(&output, &s->problem) ? STATUS_OK : STATUS_INTERNAL;
}

static enum status keep_case(struct shrinking_command *s, struct buffer *text)
{
    struct buffer id = {0};
    bool fresh = false;
    const char *dir = s->options->findings;
    if (dir == NULL)
        return STATUS_OK;
    if (!finding_write(&s->finding, dir, &fresh, &s->problem))
        return STATUS_INTERNAL;
    finding_id(&s->finding, &id);
    finding_show_again(text, id.at, dir, s->options, s->program);
    buffer_free(&id);
    return STATUS_OK;
}

static enum status show(struct shrinking_command *s)
{
    struct buffer text = {0};
    enum status status = finding_explain(&s->finding, &s->reference, &s->problem);
    finding_show(&s->finding, &text);
    if (status == STATUS_OK)
        status = keep_case(s, &text);
    fputs(text.at, output_text_stream(s->options->output));
    buffer_free(&text);
    if (status == STATUS_OK)
        status = write_reply(s);
    return status == STATUS_OK ? STATUS_UNEXPECTED : status;
}

/* The shortest reply so far is not lost: on it the program is wrong as it was on the first. */
static enum status show_interrupted(struct shrinking_command *s)
{
    struct buffer text = {0};
    const struct finding *finding = &s->finding;
    buffer_format(&text, "%s  %zu bytes (of %zu), interrupted\n  %-9s ",
                  verdict_name(finding->verdict), finding->reply.len, finding->before, "reply");
    visible_short(&text, (const unsigned char *)finding->reply.at, finding->reply.len, SHOWN);
    buffer_text(&text, "\n");
    fputs(text.at, output_text_stream(s->options->output));
    buffer_free(&text);
    enum status status = write_reply(s);
    return status == STATUS_OK ? STATUS_INTERRUPTED : status;
}

static enum status shrink(struct shrinking_command *s)
{
    struct trial trial;
    struct exec_option room[POLICY_COUNT];
    const struct options *options = s->options;
    struct question question = target_question(&s->target, options, room);
    enum status status = comparer_try(&s->comparer, &question, 1, &trial, &s->problem);
    if (status != STATUS_OK)
        return status;
    if (!trial.differs) {
        fprintf(output_text_stream(options->output), "%s: there is nothing to shrink\n",
                trial.why != NULL ? trial.why : verdict_name(trial.verdict));
        status = trial.verdict == VERDICT_UNSCORED ? STATUS_UNEXPECTED : STATUS_OK;
        trial_free(&trial);
        return status;
    }
    struct goal goal = goal_of(&s->comparer, &question, &trial);
    uint64_t seconds = options->seconds != OPTION_UNSET ? options->seconds : SECONDS;
    trial_free(&trial);
    status = goal_shrink(&goal, &question, 0, clock_us() + seconds * SECOND_US, &s->finding,
                         &s->tries, &s->problem);
    if (status == STATUS_INTERRUPTED)
        return show_interrupted(s);
    return status == STATUS_OK ? show(s) : status;
}

enum status command_shrink(const struct options *options, const char *program,
                           const volatile sig_atomic_t *interrupt)
{
    struct shrinking_command s = {
        .options = options, .program = program, .comparer = COMPARER_CLOSED};
    enum status status = target_open(&s.target, options, &s.problem) ? STATUS_OK : STATUS_USAGE;
    if (status == STATUS_OK)
        status = comparer_open(&s.comparer, options, interrupt, &s.problem);
    if (status == STATUS_OK)
        status = explain_open(&s.reference, options, interrupt, &s.problem);
    if (status == STATUS_OK)
        status = shrink(&s);
    if (s.problem.len > 0)
        command_complain(&s.problem);
    finding_free(&s.finding);
    testee_close(&s.reference);
    comparer_close(&s.comparer);
    target_close(&s.target);
    buffer_free(&s.problem);
    enum status closed = command_close_text(options->output);
    return closed != STATUS_OK ? closed : status;
}

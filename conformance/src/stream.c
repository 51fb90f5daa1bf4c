#define _POSIX_C_SOURCE 200809L

#include "stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "clock.h"
#include "stream_state.h"

/* At the end of input, unless the time limit is shorter. */
#define END_GRACE_MS 2000

/* ---- starting ---- */

static bool is_exhausted(const struct stream *s)
{
    unsigned most = s->how.restarts_max != 0 ? s->how.restarts_max : STREAM_RESTARTS_MAX;
    return s->totals.starts > most || s->barren >= STREAM_BARREN_MAX || s->mute >= STREAM_MUTE_MAX;
}

static void shake_hands(struct stream *s)
{
    size_t len = strlen(WIRE_HELLO);
    memcpy(s->link.out, WIRE_HELLO, len);
    stream_queue(s, len);
    s->shaking = true;
    while (s->shaking && !s->faulted && s->error == 0 && !stream_interrupted(s))
        stream_step(s);
    uint64_t unused;
    if (!s->shaking && !s->faulted && s->error == 0)
        stream_measure(s, &unused, &unused);
}

/* Starts the testee once. True where it is ready; else what went wrong is in fault, or in error, or
 * it was interrupted. */
static bool start_once(struct stream *s)
{
    struct child_spec spec = {
        .program = s->command->program,
        .argv = (const char *const *)s->command->argv,
        .cwd = s->command->cwd,
        .scratch_in = s->command->place->in,
        .memory_kb = s->settings.limits.memory_kb,
    };
    if (!link_start(&s->link, &spec)) {
        stream_fail(s, errno);
        return false;
    }
    s->running = true;
    s->totals.starts++;
    s->barren++;
    s->mute++;
    s->answer_us = s->cpu_base_us = 0;
    if (s->link.child.error != 0)
        stream_raise(s, OUTCOME_NOT_STARTED, "could not be started: %s",
                     strerror(s->link.child.error))
            ->code = s->link.child.error;
    else
        shake_hands(s);
    if (!s->faulted && s->error == 0 && !s->shaking) {
        s->mute = 0;
        return true;
    }
    return false;
}

/* Starts it again, as often as is allowed. */
static bool start_again(struct stream *s)
{
    while (!s->failed && !is_exhausted(s) && !stream_interrupted(s) && s->error == 0) {
        if (start_once(s))
            return true;
        s->totals.faults += s->faulted;
        stream_close_process(s);
    }
    return false;
}

/* The outcome of a stream that never came to be, from what ended its first process. */
static void fill_failure(struct stream *s)
{
    struct outcome *failure = &s->failure;
    struct flight nobody = {.begun_us = s->link.child.start_us};
    char what[OUTCOME_DETAIL_MAX];
    link_kill(&s->link);
    stream_drain(s);
    if (s->error != 0)
        return;
    if (!s->faulted)
        stream_raise(s, OUTCOME_INTERRUPTED, "interrupted");
    if (!stream_fill_outcome(s, &nobody, failure) || !stream_put_fault(s, &s->fault, failure))
        return;
    s->failed = true;
    if (failure->kind == OUTCOME_INTERRUPTED || failure->kind == OUTCOME_NOT_STARTED)
        return;
    failure->kind = OUTCOME_NOT_STARTED;
    failure->code = EPROTO;
    memcpy(what, failure->detail, sizeof what);
    snprintf(failure->detail, sizeof failure->detail, "no proper answer to hello: %.120s", what);
}

/* ---- a run ---- */

static bool copy_outcome(const struct outcome *from, struct outcome *to)
{
    *to = *from;
    to->text = malloc(from->text_len + 1);
    to->err = malloc(from->err_len + 1);
    if (to->text == NULL || to->err == NULL) {
        outcome_free(to);
        return false;
    }
    memcpy(to->text, from->text, from->text_len + 1);
    memcpy(to->err, from->err, from->err_len + 1);
    return true;
}

/* The outcome of a case that there is no testee for. */
static void refuse(struct stream *s, void *opaque)
{
    struct outcome outcome;
    char detail[OUTCOME_DETAIL_MAX];
    if (stream_interrupted(s)) {
        stream_give_unasked(s, opaque, OUTCOME_INTERRUPTED, "interrupted");
    } else if (s->failed) {
        if (copy_outcome(&s->failure, &outcome))
            stream_give(s, opaque, &outcome);
        else
            stream_fail(s, ENOMEM);
    } else {
        s->totals.exhausted = true;
        snprintf(detail, sizeof detail,
                 "not run: the program was started %u times, which is the most", s->totals.starts);
        if (s->mute >= STREAM_MUTE_MAX)
            snprintf(detail, sizeof detail, "not run: started again, the program gave no hello");
        else if (s->barren >= STREAM_BARREN_MAX)
            snprintf(detail, sizeof detail,
                     "not run: the program was started %d times in a row without an answer",
                     STREAM_BARREN_MAX);
        stream_give_unasked(s, opaque, OUTCOME_ERROR, detail);
    }
}

/* The process ended after its last answer, with nothing in flight: the next case finds it so, as it
 * would have had it been sent a moment earlier. */
static void charge_next(struct stream *s)
{
    struct outcome outcome;
    s->orphaned = false;
    s->has_next = false;
    if (!stream_bare_outcome(s, &outcome, s->fault.kind))
        return;
    outcome.code = s->fault.code;
    memcpy(outcome.detail, s->fault.detail, sizeof outcome.detail);
    s->trial_found = true;
    stream_give_held(s);
    stream_give(s, s->next.opaque, &outcome);
    stream_end_trial(s);
}

static void give_up(struct stream *s)
{
    stream_give_held(s);
    for (size_t i = 0; i < s->flight_len; i++)
        stream_give_unasked(s, s->flights[i].opaque, OUTCOME_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < s->suspect_len; i++)
        stream_give_unasked(s, s->suspects[i].opaque, OUTCOME_INTERRUPTED, "interrupted");
    if (s->has_next)
        stream_give_unasked(s, s->next.opaque, OUTCOME_INTERRUPTED, "interrupted");
    s->flight_len = s->suspect_len = 0;
    s->has_next = s->trial = false;
    s->source_done = true;
}

/* One round: a step of the testee, or what has to come before it. */
static void advance(struct stream *s)
{
    if (s->orphaned) {
        charge_next(s);
    } else if (!s->running && !start_again(s)) {
        s->has_next = false;
        if (s->error == 0)
            refuse(s, s->next.opaque);
        stream_end_trial(s);
    } else {
        stream_fill(s);
        if (s->flight_len > 0 && s->error == 0 && !s->stopped)
            stream_step(s);
        if (s->last_words && s->error == 0)
            stream_hear_out(s);
        else if (s->faulted && s->error == 0)
            stream_settle_fault(s);
    }
}

/* All are answered. Whatever came behind the last answer is part of it. */
static void finish(struct stream *s)
{
    if (s->running && (stream_drain(s) & LINK_CAME) != 0)
        stream_take_lines(s);
    if (s->faulted)
        stream_settle_fault(s);
    s->parted = s->parted || (s->holding && s->running);
    stream_give_held(s);
}

static void run_all(struct stream *s)
{
    while (s->error == 0 && !s->stopped) {
        if (s->flight_len == 0 && !stream_load_next(s)) {
            finish(s);
            return;
        }
        if (stream_interrupted(s)) {
            give_up(s);
            return;
        }
        advance(s);
    }
}

/* Leaves nothing of a run that ended early. */
static void abandon(struct stream *s)
{
    if (s->running)
        stream_close_process(s);
    if (s->holding)
        outcome_free(&s->held);
    s->flight_len = s->suspect_len = 0;
    s->has_next = s->holding = s->trial = s->faulted = s->orphaned = s->last_words = false;
}

bool stream_run(struct stream *stream, stream_source *source, stream_sink *sink, void *ctx)
{
    struct stream *s = stream;
    s->source = source;
    s->sink = sink;
    s->ctx = ctx;
    s->source_done = s->stopped = false;
    run_all(s);
    if (s->error != 0 || s->stopped || stream_interrupted(s))
        abandon(s);
    int error = s->error;
    s->error = 0;
    errno = error;
    return error == 0;
}

struct single {
    const struct exec_request *request;
    struct outcome *outcome;
};

static bool single_source(void *ctx, struct stream_case *next)
{
    struct single *single = ctx;
    if (single->request == NULL)
        return false;
    *next = (struct stream_case){.request = *single->request};
    single->request = NULL;
    return true;
}

static bool single_sink(void *ctx, void *opaque, struct outcome *outcome)
{
    const struct single *single = ctx;
    (void)opaque;
    *single->outcome = *outcome;
    return true;
}

bool stream_run_one(struct stream *stream, const struct exec_request *request,
                    struct outcome *outcome)
{
    *outcome = (struct outcome){0};
    struct single single = {request, outcome};
    return stream_run(stream, single_source, single_sink, &single);
}

/* ---- open and close ---- */

static void start_first(struct stream *s)
{
    if (s->command->error != 0) {
        if (!stream_bare_outcome(s, &s->failure, OUTCOME_NOT_STARTED))
            return;
        s->failed = true;
        s->failure.code = s->command->error;
        snprintf(s->failure.detail, sizeof s->failure.detail, "could not be started: %s",
                 strerror(s->command->error));
        return;
    }
    if (start_once(s) || !s->running)
        return;
    if (s->error == 0)
        fill_failure(s);
    stream_close_process(s);
}

bool stream_open(struct stream **stream, const struct exec_command *command,
                 const struct exec_settings *settings, const struct stream_settings *how)
{
    static const struct stream_settings DEFAULTS = {0};
    struct stream *s = malloc(sizeof *s);
    *stream = NULL;
    if (s == NULL)
        return false;
    memset(s, 0, sizeof *s);
    s->command = command;
    s->settings = *settings;
    s->how = how != NULL ? *how : DEFAULTS;
    s->window = 1;
    link_init(&s->link, &settings->limits);
    start_first(s);
    int error = s->error;
    if (error == 0) {
        *stream = s;
        return true;
    }
    stream_close(s, NULL);
    errno = error;
    return false;
}

const struct stream_hello *stream_hello(const struct stream *stream)
{
    return stream->greeted ? &stream->hello : NULL;
}

const struct outcome *stream_failure(const struct stream *stream)
{
    return stream->failed ? &stream->failure : NULL;
}

/* How it ended, in words; nothing where that was well. */
static void note_ending(struct stream *s, bool talked, uint64_t grace_ms)
{
    char *ending = s->totals.ending;
    const size_t room = sizeof s->totals.ending;
    int status = s->link.child.tree.status;
    if (s->faulted)
        memcpy(ending, s->fault.detail, room);
    else if (!s->link.ended)
        snprintf(ending, room, "no end within %llu ms after the end of input",
                 (unsigned long long)grace_ms);
    else if (!WIFEXITED(status))
        snprintf(ending, room, "killed by signal %d (%s) at the end of input", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
        snprintf(ending, room, "exit status %d at the end of input", WEXITSTATUS(status));
    else if (talked)
        snprintf(ending, room, "output after the last answer");
}

static void end_input(struct stream *s)
{
    uint64_t grace_ms = stream_earlier(stream_wall_us(s) / 1000, END_GRACE_MS);
    uint64_t until = clock_us() + grace_ms * 1000;
    unsigned events = 0;
    link_end_input(&s->link);
    while (!s->link.ended && !s->faulted && clock_us() < until && !stream_interrupted(s)) {
        struct tree_usage usage;
        uint64_t now = clock_us();
        if (now >= s->link.child.next_look_us)
            stream_look(s, now, &usage);
        /* What still comes is not read as lines, and too much of it is not waited for. */
        if (link_rest(&s->link).len > LINK_CHUNK)
            stream_raise(s, OUTCOME_FLOOD, "output without end after the last answer");
        else
            events |= link_wait(&s->link, now, until);
    }
    link_kill(&s->link);
    events |= stream_drain(s);
    note_ending(s, (events & LINK_CAME) != 0, grace_ms);
    stream_close_process(s);
}

void stream_close(struct stream *stream, struct stream_totals *totals)
{
    struct stream *s = stream;
    if (s == NULL)
        return;
    if (s->orphaned && (s->fault.kind != OUTCOME_ERROR || s->fault.code != 0))
        memcpy(s->totals.ending, s->fault.detail, sizeof s->totals.ending);
    if (s->running)
        end_input(s);
    if (totals != NULL)
        *totals = s->totals;
    link_free(&s->link);
    answer_free(&s->scratch);
    wire_hello_free(&s->hello);
    outcome_free(&s->failure);
    free(s->fault.text);
    free(s);
}

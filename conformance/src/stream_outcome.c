#define _POSIX_C_SOURCE 200809L

#include "stream_state.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "clock.h"

/* Longer than anybody waits: stands for no limit, and keeps sums of microseconds in range. */
#define FOREVER_MS 1000000000000

/* ---- small things ---- */

bool stream_interrupted(const struct stream *s)
{
    return s->settings.interrupt != NULL && *s->settings.interrupt != 0;
}

void stream_fail(struct stream *s, int error)
{
    if (s->error == 0)
        s->error = error;
}

unsigned stream_drain(struct stream *s)
{
    unsigned events = link_drain(&s->link);
    if ((events & LINK_FAILED) != 0)
        stream_fail(s, s->link.error);
    return events;
}

uint64_t stream_wall_us(const struct stream *s)
{
    uint64_t ms = s->settings.limits.wall_ms;
    return ms == 0 || ms > FOREVER_MS ? FOREVER_MS * 1000 : ms * 1000;
}

uint64_t stream_cpu_limit_us(const struct stream *s)
{
    uint64_t wall_ms = s->settings.limits.wall_ms;
    uint64_t ms =
        s->settings.limits.cpu_ms != 0 ? s->settings.limits.cpu_ms : (wall_ms + 999) / 1000 * 1000;
    return ms > FOREVER_MS ? 0 : ms * 1000;
}

size_t stream_window_now(const struct stream *s)
{
    return s->suspect_len > 0 || (s->flight_len > 0 && s->flights[0].again) ? 1 : s->window;
}

void stream_quote(char detail[OUTCOME_DETAIL_MAX], const unsigned char *text, size_t len)
{
    size_t at = strlen(detail);
    size_t most = OUTCOME_DETAIL_MAX - 1 - at;
    size_t cut = len < most ? len : most;
    while (cut < len && cut > 0 && (text[cut] & 0xC0) == 0x80)
        cut--;
    for (size_t i = 0; i < cut; i++)
        detail[at + i] = (char)(text[i] < 0x20 || text[i] == 0x7F ? ' ' : text[i]);
    detail[at + cut] = '\0';
}

/* ---- faults ---- */

struct fault *stream_raise(struct stream *s, enum outcome_kind kind, const char *format, ...)
{
    if (s->faulted)
        return &s->fault;
    free(s->fault.text);
    s->fault = (struct fault){.kind = kind};
    s->faulted = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->fault.detail, sizeof s->fault.detail, format, arguments);
    va_end(arguments);
    return &s->fault;
}

struct fault *stream_raise_line(struct stream *s, const struct link_line *line, const char *what)
{
    struct fault *fault = stream_raise(s, OUTCOME_MALFORMED, "%s", what);
    size_t len = line->len < EVIDENCE_MAX ? line->len : EVIDENCE_MAX;
    if (fault->text != NULL)
        return fault;
    fault->text = malloc(len + 1);
    if (fault->text == NULL) {
        stream_fail(s, ENOMEM);
        return fault;
    }
    if (len > 0)
        memcpy(fault->text, line->at, len);
    fault->text[len] = '\0';
    fault->text_len = len;
    return fault;
}

void stream_raise_limit(struct stream *s, enum process_limit limit)
{
    const struct process_limits *limits = &s->settings.limits;
    switch (limit) {
    case PROCESS_LIMIT_NONE: break;
    case PROCESS_LIMIT_WALL:
        stream_raise(s, OUTCOME_TIMEOUT, "no answer within %llu ms",
                     (unsigned long long)limits->wall_ms);
        break;
    case PROCESS_LIMIT_CPU:
        stream_raise(s, OUTCOME_TIMEOUT, "more than %llu ms of CPU time",
                     (unsigned long long)stream_cpu_limit_us(s) / 1000);
        break;
    case PROCESS_LIMIT_MEMORY:
        stream_raise(s, OUTCOME_MEMORY, "%llu kB of memory, of %llu kB allowed",
                     (unsigned long long)s->link.child.seen_kb,
                     (unsigned long long)limits->memory_kb);
        break;
    case PROCESS_LIMIT_STDOUT:
        stream_raise(s, OUTCOME_FLOOD, "a line of more than %zu bytes", limits->output_max);
        break;
    case PROCESS_LIMIT_STDERR:
        stream_raise(s, OUTCOME_FLOOD, "more than %zu bytes on standard error", limits->stderr_max);
        break;
    case PROCESS_LIMIT_PROCESSES:
        stream_raise(s, OUTCOME_FLOOD, "more than %d processes at once", PROCESS_TREE_MAX);
        break;
    }
}

void stream_raise_ending(struct stream *s)
{
    const struct child *child = &s->link.child;
    int status = child->tree.status;
    struct link_line rest = link_rest(&s->link);
    bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    const char *what = s->shaking ? "before it answered hello" : "before it answered";
    if (child_died_of_memory(child, failed)) {
        stream_raise_limit(s, PROCESS_LIMIT_MEMORY);
    } else if (!WIFEXITED(status)) {
        stream_raise(s, OUTCOME_CRASH, "killed by signal %d (%s) %s", WTERMSIG(status),
                     strsignal(WTERMSIG(status)), what)
            ->code = WTERMSIG(status);
    } else if (rest.len > 0 && !failed) {
        stream_raise_line(s, &rest, "half a line at the end of output");
    } else {
        stream_raise(s, OUTCOME_ERROR, "exit status %d %s", WEXITSTATUS(status), what)->code =
            WEXITSTATUS(status);
    }
    s->fault.ended = true;
}

/* ---- giving out ---- */

void stream_give(struct stream *s, void *opaque, struct outcome *outcome)
{
    if (s->stopped) {
        outcome_free(outcome);
        return;
    }
    s->stopped = !s->sink(s->ctx, opaque, outcome);
}

void stream_give_held(struct stream *s)
{
    if (!s->holding)
        return;
    s->holding = false;
    stream_give(s, s->held_flight.opaque, &s->held);
}

void stream_hold(struct stream *s, const struct flight *flight, const struct outcome *outcome)
{
    stream_give_held(s);
    s->parted = false;
    s->holding = true;
    s->held = *outcome;
    s->held_flight = *flight;
}

bool stream_bare_outcome(struct stream *s, struct outcome *outcome, enum outcome_kind kind)
{
    *outcome = (struct outcome){.kind = kind,
                                .text = calloc(1, 1),
                                .err = calloc(1, 1),
                                .cpu_us = OUTCOME_UNMEASURED,
                                .peak_kb = OUTCOME_UNMEASURED};
    if (outcome->text != NULL && outcome->err != NULL)
        return true;
    outcome_free(outcome);
    stream_fail(s, ENOMEM);
    return false;
}

void stream_give_unasked(struct stream *s, void *opaque, enum outcome_kind kind, const char *detail)
{
    struct outcome outcome;
    if (!stream_bare_outcome(s, &outcome, kind))
        return;
    snprintf(outcome.detail, sizeof outcome.detail, "%s", detail);
    stream_give(s, opaque, &outcome);
}

void stream_end_trial(struct stream *s)
{
    if (!s->trial || s->suspect_len > 0 || s->flight_len > 0)
        return;
    s->trial = false;
    if (s->trial_found)
        return;
    s->totals.unexplained++;
    memcpy(s->totals.unexplained_detail, s->trial_detail, sizeof s->trial_detail);
    s->window = 1;
    s->no_trials = true;
}

bool stream_fill_outcome(struct stream *s, const struct flight *flight, struct outcome *outcome)
{
    uint64_t from = flight->written_us != 0 ? flight->written_us : flight->begun_us;
    uint64_t now = clock_us();
    if (from < s->answer_us)
        from = s->answer_us;
    outcome->wall_us = now > from ? now - from : 0;
    outcome->notes = s->link.child.notes | (flight->again ? PROCESS_NOTE_AGAIN : 0);
    outcome->cpu_us = outcome->peak_kb = OUTCOME_UNMEASURED;
    if (sink_take(&s->link.err, &outcome->err, &outcome->err_len))
        return true;
    stream_fail(s, ENOMEM);
    return false;
}

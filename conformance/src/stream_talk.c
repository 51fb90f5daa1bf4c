#define _POSIX_C_SOURCE 200809L

#include "stream_state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

/* A request may take as long to be written as so many cases to be answered. */
#define WRITE_PATIENCE 10

/* Most that a pipe holds, in reads. */
#define PIPE_READS 17

/* ---- watching ---- */

bool stream_is_alone(const struct stream *s)
{
    return s->flight_len == 1 && s->flights[0].company == 1 && stream_window_now(s) == 1;
}

void stream_look(struct stream *s, uint64_t now, struct tree_usage *usage)
{
    struct child *child = &s->link.child;
    uint64_t limit_us = stream_cpu_limit_us(s);
    enum process_limit limit = child_look(child, now, usage);
    /* With several in flight, each response is progress, and the count starts anew. */
    if (s->answers != s->looked && !stream_is_alone(s)) {
        s->cpu_base_us = usage->cpu_us;
        child->seen_kb = usage->resident_kb;
    }
    s->looked = s->answers;
    if (limit == PROCESS_LIMIT_PROCESSES)
        stream_raise_limit(s, limit);
    if (!s->shaking && limit_us != 0 && usage->cpu_us > s->cpu_base_us + limit_us)
        stream_raise_limit(s, PROCESS_LIMIT_CPU);
    stream_raise_limit(s, limit);
}

bool stream_measure(struct stream *s, uint64_t *cpu_us, uint64_t *peak_kb)
{
    struct tree_usage usage;
    struct child *child = &s->link.child;
    stream_look(s, clock_us(), &usage);
    if (usage.processes == 0)
        return false;
    *cpu_us = usage.cpu_us > s->cpu_base_us ? usage.cpu_us - s->cpu_base_us : 0;
    *peak_kb = child->seen_kb;
    s->cpu_base_us = usage.cpu_us;
    child->seen_kb = usage.resident_kb;
    return true;
}

/* ---- responses ---- */

static void remove_flight(struct stream *s, size_t index)
{
    s->flight_len--;
    memmove(&s->flights[index], &s->flights[index + 1],
            (s->flight_len - index) * sizeof s->flights[0]);
}

/* Turns the response into an outcome's kind, text and detail. The line is used up. */
static bool read_result(struct stream *s, const struct wire_response *response,
                        struct link_line *line, struct outcome *outcome)
{
    unsigned char *at = line->at + response->at;
    size_t len = response->len;
    if (response->fault != NULL) {
        at = line->at;
        len = line->len < EVIDENCE_MAX ? line->len : EVIDENCE_MAX;
        outcome->kind = OUTCOME_MALFORMED;
        snprintf(outcome->detail, sizeof outcome->detail, "%s", response->fault);
    } else if (response->result != WIRE_VALUE) {
        len = wire_unescape(at, len);
    }
    if (response->fault == NULL) {
        static const struct {
            enum outcome_kind kind;
            const char *detail;
        } RESULTS[] = {[WIRE_VALUE] = {OUTCOME_VALUE, "value"},
                       [WIRE_TEXT] = {OUTCOME_VALUE, "text"},
                       [WIRE_NONE] = {OUTCOME_NONE, "none: "},
                       [WIRE_UNSUPPORTED] = {OUTCOME_UNSUPPORTED, "unsupported: "},
                       [WIRE_ERROR] = {OUTCOME_ERROR, "error: "}};
        outcome->kind = RESULTS[response->result].kind;
        snprintf(outcome->detail, sizeof outcome->detail, "%s", RESULTS[response->result].detail);
        if (outcome->kind != OUTCOME_VALUE)
            stream_quote(outcome->detail, at, len);
        if (outcome->kind == OUTCOME_NONE)
            len = 0;
    }
    outcome->text = link_take(&s->link, at, len);
    outcome->text_len = len;
    if (outcome->text == NULL)
        stream_fail(s, ENOMEM);
    return outcome->text != NULL;
}

/* A response to a case in flight. */
static void accept(struct stream *s, size_t index, const struct wire_response *response,
                   struct link_line *line)
{
    struct flight flight = s->flights[index];
    struct outcome outcome = {0};
    uint64_t cpu_us = OUTCOME_UNMEASURED;
    uint64_t peak_kb = OUTCOME_UNMEASURED;
    if (stream_is_alone(s) && !stream_measure(s, &cpu_us, &peak_kb))
        cpu_us = peak_kb = OUTCOME_UNMEASURED;
    if (s->faulted) /* at a limit, while it answered */
        return;
    if (!stream_fill_outcome(s, &flight, &outcome) || !read_result(s, response, line, &outcome)) {
        outcome_free(&outcome);
        return;
    }
    outcome.cpu_us = cpu_us;
    outcome.peak_kb = peak_kb;
    remove_flight(s, index);
    s->answers++;
    s->barren = 0;
    s->answer_us = clock_us();
    stream_hold(s, &flight, &outcome);
    s->last_words = flight.isolated;
    if (!flight.isolated)
        stream_end_trial(s);
}

static size_t find_flight(const struct stream *s, uint64_t id)
{
    size_t i = 0;
    while (i < s->flight_len && s->flights[i].id != id)
        i++;
    return i;
}

static void raise_stray(struct stream *s, const struct link_line *line, const char *what)
{
    stream_raise_line(s, line, what)->stray = true;
}

static void take_response(struct stream *s, struct link_line *line)
{
    struct wire_response response;
    if (!wire_read(&response, &s->scratch, line->at, line->len)) {
        stream_fail(s, ENOMEM);
        return;
    }
    if (!response.has_id) {
        raise_stray(s, line, response.fault);
        return;
    }
    size_t index = find_flight(s, response.id);
    if (index < s->flight_len && s->flights[index].written_us != 0)
        accept(s, index, &response, line);
    else if (index < s->flight_len)
        stream_raise_line(s, line, "an answer before the whole request was written");
    else if (response.id != 0 && response.id <= s->last_id)
        raise_stray(s, line, "an answer to a case that was answered before");
    else
        raise_stray(s, line, "an id that was not sent");
}

static void take_hello(struct stream *s, const struct link_line *line)
{
    struct stream_hello hello;
    const char *problem;
    if (!wire_read_hello(&hello, line->at, line->len, &problem)) {
        if (problem == NULL)
            stream_fail(s, ENOMEM);
        else
            stream_raise_line(s, line, problem);
        return;
    }
    s->shaking = false;
    if (s->greeted) {
        wire_hello_free(&hello);
        return;
    }
    s->greeted = true;
    s->hello = hello;
    s->window = hello.window;
    if (s->how.window_max != 0 && s->how.window_max < s->window)
        s->window = s->how.window_max;
}

void stream_take_lines(struct stream *s)
{
    struct link_line line;
    while (!s->faulted && s->error == 0 && link_next_line(&s->link, &line)) {
        if (s->how.trace != NULL)
            s->how.trace(s->how.trace_ctx, STREAM_RESPONSE, line.at, line.len);
        if (line.len > s->link.line_max)
            stream_raise_limit(s, PROCESS_LIMIT_STDOUT);
        else if (s->shaking)
            take_hello(s, &line);
        else
            take_response(s, &line);
    }
    if (!s->faulted && link_line_is_too_long(&s->link))
        stream_raise_limit(s, PROCESS_LIMIT_STDOUT);
}

/* ---- requests ---- */

void stream_queue(struct stream *s, size_t len)
{
    if (s->how.trace != NULL)
        s->how.trace(s->how.trace_ctx, STREAM_REQUEST, s->link.out + s->link.out_len, len);
    link_queued(&s->link, len);
}

bool stream_load_next(struct stream *s)
{
    if (s->has_next)
        return true;
    if (s->suspect_len > 0) {
        s->next = s->suspects[0];
        s->suspect_len--;
        memmove(&s->suspects[0], &s->suspects[1], s->suspect_len * sizeof s->suspects[0]);
        s->has_next = true;
        return true;
    }
    struct stream_case fresh;
    if (s->source_done || s->stopped || !s->source(s->ctx, &fresh)) {
        s->source_done = true;
        return false;
    }
    s->next = (struct flight){.request = fresh.request, .opaque = fresh.opaque};
    s->has_next = true;
    return true;
}

static bool is_declared(const struct stream *s, const char *operation)
{
    int index = operation == NULL ? OPERATION_EXTRACT : words_find(OPERATION_NAMES, operation);
    return index < 0 || s->hello.operations[index];
}

static uint64_t max_line(const struct stream *s)
{
    uint64_t most = s->hello.max_line;
    return s->how.max_line != 0 && s->how.max_line < most ? s->how.max_line : most;
}

static void refuse_long(struct stream *s)
{
    char detail[OUTCOME_DETAIL_MAX];
    uint64_t len =
        s->wire.line_len > s->wire.input.length ? s->wire.line_len : s->wire.input.length;
    snprintf(
        detail, sizeof detail,
        "unsupported: request of %llu bytes is longer than max_line (%llu): not sent; exec mode "
        "has no such limit",
        (unsigned long long)len, (unsigned long long)max_line(s));
    stream_give_unasked(s, s->next.opaque, OUTCOME_UNSUPPORTED, detail);
}

/* Takes the next case into flight, or gives it its outcome where it is not to be sent. */
static void admit(struct stream *s)
{
    s->has_next = false;
    if (!is_declared(s, s->next.request.operation)) {
        stream_give_unasked(s, s->next.opaque, OUTCOME_UNSUPPORTED,
                            "unsupported: hello does not name the operation");
        return;
    }
    switch (wire_begin(&s->wire, s->last_id + 1, &s->next.request, max_line(s))) {
    case WIRE_TOO_LONG: refuse_long(s); return;
    case WIRE_FAILED: stream_fail(s, EIO); return;
    case WIRE_OK: break;
    }
    struct flight *flight = &s->flights[s->flight_len++];
    *flight = s->next;
    flight->id = ++s->last_id;
    flight->end = 0;
    flight->written_us = 0;
    flight->begun_us = clock_us();
    flight->company = s->flight_len;
    s->encoding = true;
}

void stream_fill(struct stream *s)
{
    struct link *link = &s->link;
    while (s->error == 0 && !s->stopped && link_room(link) >= 16) {
        if (!s->encoding && (s->flight_len >= stream_window_now(s) || !stream_load_next(s)))
            return;
        if (!s->encoding) {
            admit(s);
            continue;
        }
        size_t len = wire_fill(&s->wire, link->out + link->out_len, link_room(link));
        stream_queue(s, len);
        if (s->wire.done) {
            s->flights[s->flight_len - 1].end = link->queued;
            s->encoding = false;
        } else if (len == 0) {
            stream_fail(s, EIO);
        }
    }
}

static void note_written(struct stream *s)
{
    for (size_t i = s->flight_len; i-- > 0;) {
        struct flight *flight = &s->flights[i];
        if (flight->written_us != 0)
            return;
        if (flight->end != 0 && flight->end <= s->link.written)
            flight->written_us = s->link.write_us;
    }
}

/* ---- time ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t flight_deadline(const struct stream *s, const struct flight *flight)
{
    uint64_t wall = stream_wall_us(s);
    if (flight->written_us == 0)
        return stream_earlier(later(later(flight->begun_us, s->link.write_us), s->answer_us) + wall,
                              flight->begun_us + wall * (flight->company + WRITE_PATIENCE));
    return stream_earlier(later(flight->written_us, s->answer_us) + wall,
                          flight->written_us + wall * flight->company);
}

static uint64_t deadline(const struct stream *s)
{
    uint64_t until = UINT64_MAX;
    if (s->shaking) {
        uint64_t start_ms = s->how.start_ms != 0 ? s->how.start_ms : STREAM_START_MS;
        if (s->how.start_ms == 0 && start_ms * 1000 < stream_wall_us(s))
            start_ms = stream_wall_us(s) / 1000;
        until = s->link.child.start_us + start_ms * 1000;
    }
    for (size_t i = 0; i < s->flight_len; i++)
        until = stream_earlier(until, flight_deadline(s, &s->flights[i]));
    return until;
}

static void raise_late(struct stream *s)
{
    const struct flight *last = s->flight_len > 0 ? &s->flights[s->flight_len - 1] : NULL;
    if (s->shaking)
        stream_raise(s, OUTCOME_TIMEOUT, "no answer to hello in time");
    else if (last != NULL && last->written_us == 0 && s->flight_len == 1)
        stream_raise(s, OUTCOME_TIMEOUT, "it did not read the request in time");
    else
        stream_raise_limit(s, PROCESS_LIMIT_WALL);
}

/* Time is up, unless it answered while this process waited for its turn. */
static void check_time(struct stream *s)
{
    if (clock_us() < deadline(s))
        return;
    for (int i = 0; i < PIPE_READS && !s->faulted && (stream_drain(s) & LINK_CAME) != 0; i++)
        stream_take_lines(s);
    if (!s->faulted && s->error == 0 && clock_us() >= deadline(s))
        raise_late(s);
}

/* ---- one step ---- */

/* The leader has ended. What it wrote before counts; then all of it is gone. */
static void end_process(struct stream *s)
{
    unsigned events;
    link_kill(&s->link);
    do {
        events = stream_drain(s);
        stream_take_lines(s);
    } while ((events & LINK_CAME) != 0 && !s->faulted && s->error == 0);
    if (s->answers == 0)
        child_settle_size(&s->link.child);
    if (!s->faulted && s->error == 0)
        stream_raise_ending(s);
}

/* It closed a pipe. Most often it is about to end, and how it ends says more. */
static void check_gone(struct stream *s)
{
    const struct link *link = &s->link;
    struct link_line rest = link_rest(link);
    if (link->gone_us == 0 || clock_us() < link->gone_us + GONE_GRACE_US)
        return;
    if (link->child.out >= 0)
        stream_raise(s, OUTCOME_MALFORMED, "it closed its standard input, and went on");
    else
        stream_raise_line(s, &rest, "it closed its standard output, and went on");
}

void stream_wait_once(struct stream *s, uint64_t until)
{
    struct tree_usage usage;
    uint64_t now = clock_us();
    if (now >= s->link.child.next_look_us)
        stream_look(s, now, &usage);
    if (s->faulted)
        return;
    unsigned events = link_wait(&s->link, now, until);
    if ((events & LINK_WROTE) != 0)
        note_written(s);
    if ((events & LINK_CAME) != 0)
        stream_take_lines(s);
    if ((events & LINK_FAILED) != 0)
        stream_fail(s, s->link.error);
    if ((events & LINK_STDERR_FLOOD) != 0)
        stream_raise_limit(s, PROCESS_LIMIT_STDERR);
    if ((events & LINK_ENDED) != 0 && !s->faulted)
        end_process(s);
}

void stream_step(struct stream *s)
{
    uint64_t until = deadline(s);
    if (s->link.gone_us != 0)
        until = stream_earlier(until, s->link.gone_us + GONE_GRACE_US);
    stream_wait_once(s, until);
    if (!s->faulted && s->error == 0)
        check_gone(s);
    if (!s->faulted && s->error == 0)
        check_time(s);
}

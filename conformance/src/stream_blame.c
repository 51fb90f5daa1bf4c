#define _POSIX_C_SOURCE 200809L

#include "stream_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

void stream_close_process(struct stream *s)
{
    link_kill(&s->link);
    link_drain(&s->link);
    link_close(&s->link);
    s->totals.notes |= s->link.child.notes;
    s->running = s->shaking = s->encoding = s->faulted = s->parted = false;
}

bool stream_put_fault(struct stream *s, const struct fault *fault, struct outcome *outcome)
{
    outcome->kind = fault->kind;
    outcome->code = fault->code;
    memcpy(outcome->detail, fault->detail, sizeof outcome->detail);
    outcome->text = malloc(fault->text_len + 1);
    if (outcome->text == NULL) {
        stream_fail(s, ENOMEM);
        return false;
    }
    if (fault->text_len > 0)
        memcpy(outcome->text, fault->text, fault->text_len);
    outcome->text[fault->text_len] = '\0';
    outcome->text_len = fault->text_len;
    return true;
}

/* Charges the one case in flight. */
static void charge(struct stream *s, bool alone)
{
    const struct tree *tree = &s->link.child.tree;
    struct flight flight = s->flights[0];
    struct outcome outcome = {0};
    if (!stream_fill_outcome(s, &flight, &outcome) || !stream_put_fault(s, &s->fault, &outcome)) {
        outcome_free(&outcome);
        return;
    }
    if (alone && tree->visible) {
        outcome.cpu_us = tree->cpu_us > s->cpu_base_us ? tree->cpu_us - s->cpu_base_us : 0;
        outcome.peak_kb = s->link.child.seen_kb;
    }
    s->flight_len = 0;
    s->trial_found = true;
    stream_give_held(s);
    stream_give(s, flight.opaque, &outcome);
    stream_end_trial(s);
}

/* Puts what is in flight in front of the suspects, and before it what was answered last, where that
 * is in doubt. */
static void suspect(struct stream *s, bool held_too)
{
    size_t more = s->flight_len + held_too;
    memmove(&s->suspects[more], &s->suspects[0], s->suspect_len * sizeof s->suspects[0]);
    memcpy(&s->suspects[held_too], &s->flights[0], s->flight_len * sizeof s->flights[0]);
    if (held_too) {
        s->suspects[0] = s->held_flight;
        s->suspects[0].isolated = true;
        s->holding = false;
        outcome_free(&s->held);
    }
    for (size_t i = 0; i < more; i++)
        s->suspects[i].again = true;
    s->suspect_len += more;
    s->flight_len = 0;
    if (!s->trial) {
        s->trial = s->suspect_len > 0;
        s->trial_found = false;
        memcpy(s->trial_detail, s->fault.detail, sizeof s->trial_detail);
    }
}

/* The answer that was held back is taken back: what came behind it belongs to its case. */
static void charge_held(struct stream *s)
{
    free(s->held.text);
    s->held.text = NULL;
    s->held.text_len = 0;
    if (!stream_put_fault(s, &s->fault, &s->held)) {
        outcome_free(&s->held);
        s->holding = false;
        return;
    }
    s->trial_found = true;
    stream_give_held(s);
}

static void note_unexplained(struct stream *s)
{
    s->totals.unexplained++;
    memcpy(s->totals.unexplained_detail, s->fault.detail, sizeof s->fault.detail);
    s->window = 1;
}

/* Output with nothing in flight came behind the last answer. */
static bool is_of_held(const struct stream *s)
{
    bool output = !s->fault.ended || s->fault.kind == OUTCOME_MALFORMED;
    return s->holding && s->flight_len == 0 && output;
}

void stream_settle_fault(struct stream *s)
{
    bool alone = stream_is_alone(s);
    link_kill(&s->link);
    stream_drain(s); /* its last words on standard error */
    if (s->error != 0)
        return;
    s->totals.faults++;
    if (is_of_held(s))
        charge_held(s);
    else if (s->flight_len > 0 && s->fault.stray && (s->holding || s->parted) && !s->no_trials)
        suspect(s, s->holding); /* what was given on cannot be asked again */
    else if (s->flight_len == 1)
        charge(s, alone);
    else if (s->flight_len > 1)
        suspect(s, false);
    else if (s->fault.ended && s->window == 1)
        s->orphaned = true;
    else
        note_unexplained(s);
    stream_close_process(s);
    stream_give_held(s);
}

void stream_hear_out(struct stream *s)
{
    uint64_t until = clock_us() + stream_earlier(stream_wall_us(s), GONE_GRACE_US);
    s->last_words = false;
    link_end_input(&s->link);
    while (!s->faulted && s->error == 0 && clock_us() < until && !stream_interrupted(s))
        stream_wait_once(s, until);
    if (s->error != 0)
        return;
    if (s->faulted && is_of_held(s)) {
        stream_settle_fault(s);
    } else {
        stream_close_process(s);
        stream_give_held(s);
    }
    stream_end_trial(s);
}

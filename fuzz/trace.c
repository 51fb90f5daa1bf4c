/* See trace.h. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

/* ---- Keeping --------------------------------------------------------------------------------- */

static void note(void *context, const struct jets_event *event)
{
    struct trace *trace = context;

    CHECK(event->kind >= JETS_EVENT_REASONING && event->kind <= JETS_EVENT_RESTART,
          "an event is of a known kind: %d", (int)event->kind);
    if (event->kind == JETS_EVENT_RESTART) {
        trace->count = 0;
        return;
    }
    while (event->kind == JETS_EVENT_REASONING && trace->count > 0 &&
           trace->events[trace->count - 1].offset >= event->offset)
        trace->count--;
    if (trace->count == trace->room) {
        trace->room = trace->room * 2 + 64;
        trace->events = realloc(trace->events, trace->room * sizeof *trace->events);
        CHECK(trace->events != NULL, "there is memory for %zu events", trace->room);
    }
    trace->events[trace->count++] = *event;
}

void trace_use(struct trace *trace, struct jets_options *options)
{
    options->trace = note;
    options->trace_context = trace;
}

void trace_free(struct trace *trace)
{
    free(trace->events);
    trace->events = NULL;
    trace->count = trace->room = 0;
}

/* ---- What each event says of the reply ------------------------------------------------------- */

static bool is_opener(unsigned char c)
{
    return c == '{' || c == '[';
}

static bool is_closer(unsigned char c)
{
    return c == '}' || c == ']';
}

static void check_candidate(const struct fuzz_input *in, const struct jets_event *e)
{
    const unsigned char *value = in->reply + e->offset;

    CHECK(fuzz_is_value(value, e->length, in->options.depth),
          "a candidate is a strict value: %zu+%zu", e->offset, e->length);
    CHECK(e->type == JETS_OBJECT   ? *value == '{'
          : e->type == JETS_ARRAY  ? *value == '['
          : e->type == JETS_STRING ? *value == '"'
                                   : !is_opener(*value) && *value != '"',
          "a candidate's type is its value's: %zu %s", e->offset, jets_type_text(e->type));
}

/* R3.1 takes `[]`, `[ ]` and one to three digits; R3.3 takes one bracket. */
static void check_skipped(const struct fuzz_input *in, const struct jets_event *e)
{
    const unsigned char *text = in->reply + e->offset;

    if (e->rule == JETS_R3_3) {
        CHECK(e->length == 1 && is_opener(*text), "R3.3 passes one bracket over: %zu", e->offset);
        return;
    }
    CHECK(e->rule == JETS_R3_1 && e->length >= 2 && e->length <= 5 && text[0] == '[' &&
              text[e->length - 1] == ']',
          "R3.1 passes a citation over: %zu+%zu", e->offset, e->length);
    for (size_t i = 1; i + 1 < e->length; i++)
        CHECK((text[i] >= '0' && text[i] <= '9') || (text[i] == ' ' && e->length == 3),
              "a citation holds digits or one space: %zu", e->offset);
}

static void check_event(const struct fuzz_input *in, const struct jets_event *e)
{
    unsigned char first;

    CHECK(e->length > 0 && e->offset < in->len && e->length <= in->len - e->offset,
          "an event lies inside the reply: %zu+%zu of %zu", e->offset, e->length, in->len);
    CHECK(strcmp(jets_rule_text(e->rule), "?") != 0 && e->rule != JETS_RULE_NONE,
          "an event has a rule: %d", (int)e->rule);
    first = in->reply[e->offset];
    switch (e->kind) {
    case JETS_EVENT_CANDIDATE: check_candidate(in, e); break;
    case JETS_EVENT_SKIPPED: check_skipped(in, e); break;
    case JETS_EVENT_OPEN:
        CHECK(e->length == 1 && is_opener(first), "a prose bracket is a bracket: %zu", e->offset);
        CHECK(e->rule == JETS_R3_2 ||
                  fuzz_value_end(in->reply, in->len, e->offset, JETS_DEPTH_MAX) == 0,
              "no value begins with a bracket that is prose by R3.4: %zu", e->offset);
        break;
    case JETS_EVENT_CLOSE:
        CHECK(e->length == 1 && is_closer(first), "what closes is a closer: %zu", e->offset);
        break;
    case JETS_EVENT_BROKEN:
    case JETS_EVENT_CUT:
        CHECK(is_opener(first), "a broken or a cut value is a container: %zu", e->offset);
        CHECK(fuzz_value_end(in->reply, in->len, e->offset, in->options.depth) == 0,
              "no value begins where a broken or a cut one does: %zu", e->offset);
        break;
    case JETS_EVENT_FENCE:
    case JETS_EVENT_FENCE_END:
        CHECK(first == '`' || first == '~', "a fence is of backquotes or tildes: %zu", e->offset);
        break;
    default: break;
    }
}

/* ---- Brackets of prose, counted a second time ------------------------------------------------ */

struct walk {
    const struct fuzz_input *in;
    const struct jets_result *result;
    unsigned char open[JETS_DEPTH_MAX];
    unsigned depth;
    unsigned around; /* of those, how many are open around the answer; the lowest since */
    bool met;        /* the answer */
    size_t at, candidates;
};

/* The nearest open bracket of the closer's type closes, and with it those opened after it. Returns
   false where there is none. */
static bool close_bracket(struct walk *w, unsigned char closer)
{
    for (unsigned i = w->depth; i-- > 0;) {
        if (w->open[i] == (closer == '}' ? '{' : '[')) {
            w->depth = i;
            CHECK(!w->met || w->depth >= w->around, "no prose bracket closes around the answer: %s",
                  fuzz_tell(w->result));
            return true;
        }
    }
    return false;
}

/* Between two events stand no opener and no closer that has one. */
static void pass_gap(struct walk *w, size_t to)
{
    for (; w->at < to; w->at++) {
        unsigned char c = w->in->reply[w->at];

        CHECK(!is_opener(c), "each opening bracket is accounted for: %zu", w->at);
        CHECK(!is_closer(c) || !close_bracket(w, c), "each closing bracket is accounted for: %zu",
              w->at);
    }
}

static void meet_candidate(struct walk *w, const struct jets_event *e)
{
    const struct jets_result *r = w->result;

    w->candidates++;
    if (r->status != JETS_VALUE || e->offset != r->offset)
        return;
    CHECK(e->length == r->length && e->type == r->type && !e->piece,
          "the answer is a candidate and no piece: %zu+%zu, %s", e->offset, e->length,
          fuzz_tell(r));
    CHECK(memchr(w->open, '{', w->depth) == NULL, "no `{` of prose is open around the answer: %s",
          fuzz_tell(r));
    w->met = true;
    w->around = w->depth;
}

static void pass_event(struct walk *w, const struct jets_event *e)
{
    switch (e->kind) {
    case JETS_EVENT_OPEN:
        CHECK(w->depth < JETS_DEPTH_MAX, "prose brackets are within the limit");
        w->open[w->depth++] = w->in->reply[e->offset];
        break;
    case JETS_EVENT_CLOSE:
        CHECK(close_bracket(w, w->in->reply[e->offset]), "what closes was open: %zu", e->offset);
        break;
    case JETS_EVENT_MARKER:
        w->depth = w->in->options.starts == JETS_STARTS_OUTSIDE ? w->depth : 0;
        break;
    case JETS_EVENT_CANDIDATE: meet_candidate(w, e); break;
    default: break;
    }
    CHECK(e->depth == w->depth, "an event counts the open brackets: %u, not %u, at %zu", w->depth,
          e->depth, e->offset);
    w->at = e->offset + e->length;
}

/* Was the reply read to its end, and are all of its brackets told of? R1 reads no brackets of
   prose, and answers only where one value is all. */
static bool is_read_whole(const struct jets_result *r)
{
    return r->status == JETS_VALUE || (r->rule >= JETS_R5_1 && r->reason != JETS_TOO_DEEP);
}

void trace_check(const struct trace *trace, const struct fuzz_input *input,
                 const struct jets_result *result)
{
    struct walk w = {.in = input, .result = result};

    for (size_t i = 0; i < trace->count; i++) {
        const struct jets_event *e = &trace->events[i];

        check_event(input, e);
        CHECK(e->offset >= w.at, "events stand one behind the other: %zu, then %zu", w.at,
              e->offset);
        if (is_read_whole(result))
            pass_gap(&w, e->offset);
        pass_event(&w, e);
    }
    if (is_read_whole(result))
        pass_gap(&w, input->len);
    CHECK(result->status != JETS_VALUE || w.met, "the answer is told of: %s", fuzz_tell(result));
    CHECK(result->candidates == 0 || result->candidates == w.candidates,
          "as many candidates are told of as are counted: %zu, %s", w.candidates,
          fuzz_tell(result));
}

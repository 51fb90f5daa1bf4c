#include "explain.h"

#include <stdlib.h>

static const char *kind_text(enum jets_event_kind kind)
{
    static const char *const texts[] = {"",          "reasoning", "fence",  "fence-end",
                                        "candidate", "broken",    "cut",    "skipped",
                                        "open",      "close",     "marker", "restart"};
    return texts[kind];
}

/* Reasoning stands for all that was met inside it, and that is what was met last. */
static void forget_inside(struct explanation *e, const struct jets_event *event)
{
    while (e->count > 0 && e->events[e->count - 1].offset >= event->offset)
        e->count--;
}

/* A prose bracket that closes makes pieces of the candidates inside it: those met while more
   brackets were open than are now, since the one that closed was opened. */
static void mark_pieces(struct explanation *e, unsigned depth)
{
    for (size_t i = e->count; i-- > 0;) {
        struct jets_event *event = &e->events[i];
        if (event->kind == JETS_EVENT_OPEN && event->depth == depth + 1)
            return;
        if (event->kind == JETS_EVENT_CANDIDATE && event->depth > depth)
            event->piece = true;
    }
}

void explain_note(void *explanation, const struct jets_event *event)
{
    struct explanation *e = explanation;
    if (event->kind == JETS_EVENT_RESTART)
        e->count = 0;
    else if (event->kind == JETS_EVENT_REASONING)
        forget_inside(e, event);
    else if (event->kind == JETS_EVENT_CLOSE)
        mark_pieces(e, event->depth);
    if (e->count == e->room) {
        size_t room = e->room == 0 ? 64 : e->room * 2;
        struct jets_event *events = realloc(e->events, room * sizeof *events);
        if (events == NULL) {
            e->incomplete = true;
            return;
        }
        e->events = events;
        e->room = room;
    }
    e->events[e->count++] = *event;
}

void explain_text(const struct explanation *e, const struct jets_result *result, FILE *out)
{
    if (result->status == JETS_VALUE) {
        fprintf(out, "value: %s of %zu bytes at %zu, by %s", jets_type_text(result->type),
                result->length, result->offset, jets_rule_text(result->rule));
    } else {
        fprintf(out, "none: %s, by %s", jets_reason_text(result->reason),
                jets_rule_text(result->rule));
    }
    fprintf(out, "; candidates: %zu\n", result->candidates);
    for (size_t i = 0; i < e->count; i++) {
        const struct jets_event *event = &e->events[i];
        fprintf(out, "  %8zu +%-7zu %-10s %s", event->offset, event->length, kind_text(event->kind),
                jets_rule_text(event->rule));
        if (event->type != JETS_TYPE_NONE)
            fprintf(out, " %s", jets_type_text(event->type));
        fprintf(out, "%s%s\n", event->fenced ? " fenced" : "", event->piece ? " piece" : "");
    }
    if (e->incomplete)
        fputs("  (no memory for the rest)\n", out);
}

void explain_json(const struct explanation *e, const struct jets_result *result, FILE *out)
{
    bool value = result->status == JETS_VALUE;
    fprintf(out, "{\"status\": \"%s\", \"reason\": ", value ? "value" : "none");
    fprintf(out, value ? "null" : "\"%s\"", jets_reason_text(result->reason));
    fprintf(out, ", \"rule\": \"%s\", \"type\": ", jets_rule_text(result->rule));
    fprintf(out, value ? "\"%s\", \"span\": " : "null, \"span\": ", jets_type_text(result->type));
    fprintf(out, value ? "[%zu, %zu]" : "null", result->offset, result->length);
    fprintf(out, ", \"candidates\": %zu, \"events\": [", result->candidates);
    for (size_t i = 0; i < e->count; i++) {
        const struct jets_event *event = &e->events[i];
        fprintf(out, "%s\n  {\"kind\": \"%s\", \"rule\": \"%s\", \"span\": [%zu, %zu]",
                i > 0 ? "," : "", kind_text(event->kind), jets_rule_text(event->rule),
                event->offset, event->length);
        if (event->type != JETS_TYPE_NONE) {
            fprintf(out, ", \"type\": \"%s\", \"fenced\": %s, \"piece\": %s",
                    jets_type_text(event->type), event->fenced ? "true" : "false",
                    event->piece ? "true" : "false");
        }
        fputc('}', out);
    }
    fprintf(out, "%s], \"events_complete\": %s}\n", e->count > 0 ? "\n" : "",
            e->incomplete ? "false" : "true");
}

void explain_free(struct explanation *e)
{
    free(e->events);
    e->events = NULL;
    e->count = e->room = 0;
}

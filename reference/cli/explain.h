/* What jets-extract --explain tells: the result, and everything that the reading met, in order. */
#ifndef JETS_EXPLAIN_H
#define JETS_EXPLAIN_H

#include "jets.h"

#include <stdio.h>

/* A growing list of events. Zeroed: empty. */
struct explanation {
    struct jets_event *events;
    size_t count, room;
    bool incomplete; /* there was no memory for all */
};

/* For struct jets_options' trace; the context is a struct explanation. */
void explain_note(void *explanation, const struct jets_event *event);

/* One line a fact, for people. */
void explain_text(const struct explanation *e, const struct jets_result *result, FILE *out);

/* One JSON object: status, reason, rule, type, span, candidates, events. */
void explain_json(const struct explanation *e, const struct jets_result *result, FILE *out);

void explain_free(struct explanation *e);

#endif

/* What an extraction told its trace (struct jets_options), kept and then held against the reply and
   the result. */
#ifndef JETS_FUZZ_TRACE_H
#define JETS_FUZZ_TRACE_H

#include "fuzz.h"

/* The events that stand: those that were replaced are dropped. Zeroed at first. */
struct trace {
    struct jets_event *events;
    size_t count, room;
};

/* Makes the options tell it. *trace outlives the call. */
void trace_use(struct trace *trace, struct jets_options *options);
void trace_free(struct trace *trace);

/* Checks that the events lie one behind the other inside the reply, are what they say they are,
   count brackets right, leave no bracket out, and hold the answer as a candidate that is no piece.
 */
void trace_check(const struct trace *trace, const struct fuzz_input *input,
                 const struct jets_result *result);

#endif

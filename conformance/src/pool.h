/*
 * pool.h - the workers of a run (worker.h), and the order in their results.
 *
 * Cases are handed out as workers have room for them, and their results given on in the order of
 * the cases, whatever the number of workers: a report is the same for each. What came early is kept
 * until its turn; so that this stays small, no case is handed out that is too far ahead.
 */
#ifndef JETS_POOL_H
#define JETS_POOL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "job.h"
#include "status.h"
#include "worker.h"

struct pool_order {
    const struct job_plan *plan;
    const size_t *numbers; /* of the cases to run; results come in this order */
    size_t len;
    unsigned workers; /* 1 or more */
    const volatile sig_atomic_t *interrupt;
    void *ctx; /* of the functions below; text ends with a NUL in each */

    /* Stream mode: what the first of the testees said of itself; called once, before any result. */
    bool (*hello)(void *ctx, const char *text);
    /* One result, in order. False ends the run: the runner failed. */
    bool (*take)(void *ctx, const struct frame *frame, const char *text);
    /* Whether nothing behind this result is to be run. */
    bool (*ends)(void *ctx, const struct frame *frame);
    /* What was wrong besides the cases, a sentence. */
    void (*remark)(void *ctx, const char *text);
};

/*
 * Runs the cases. STATUS_OK where all were run, or all up to the one that ended it; else one of
 * STATUS_NOT_STARTED, STATUS_INTERNAL and STATUS_INTERRUPTED, with a line in *problem for the first
 * two: what was finished by then was given on, in order. No worker, and nothing that one has
 * started, is left.
 */
enum status pool_run(const struct pool_order *order, struct buffer *problem);

/* How many workers make sense here: one for each core that this process may use. */
unsigned pool_cores(void);

#endif

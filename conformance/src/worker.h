/*
 * worker.h - a forked process that runs cases one after another, or, in stream mode, several at a
 * time, and sends what came of each to the process that forked it (pool.h).
 *
 * The process contract of process.h, one run at a time, makes this one process a core. Numbers of
 * cases come in through a pipe, frames go out through another; the end of the first is the end of
 * the work.
 */
#ifndef JETS_WORKER_H
#define JETS_WORKER_H

#include <stdint.h>

#include "frames.h"
#include "job.h"

enum frame_kind {
    FRAME_HELLO,       /* stream mode, before all others: text is its name, its
                          version and what it declares, a line each */
    FRAME_CASE,        /* what came of a case; text is its line */
    FRAME_END,         /* all is done; text is what was wrong besides the cases, or "" */
    FRAME_NOT_STARTED, /* the testee could not be started; text says why */
    FRAME_INTERRUPTED, /* by a signal */
    FRAME_FAULT        /* the runner itself failed; text says why */
};

/* Does the work, and ends the process. Its testees start in directories in folder, which the runner
 * removes, be the worker killed. tasks and results are this process's ends of its pipes. */
_Noreturn void worker_main(const struct job_plan *plan, const char *folder, int tasks, int results);

#endif

/*
 * job.h - one case on its way through a run: read, ruled on, asked once or several times, judged,
 * and made into the line of a report. A worker has as many at once as requests are in flight.
 */
#ifndef JETS_JOB_H
#define JETS_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "baseline.h"
#include "case.h"
#include "corpus.h"
#include "exec.h"
#include "implementation.h"
#include "policy.h"
#include "record.h"
#include "stream.h"
#include "verdict.h"

/* What is the same for all jobs of a run. Everything is borrowed. */
struct job_plan {
    const char *corpus_dir;
    const struct corpus_entry *const *chosen; /* the selected cases; a job's number is its index */
    struct exec_command *command;             /* each process frees its own before it ends */
    struct exec_settings settings;
    enum mode mode;
    struct stream_settings stream;
    struct declared declared;
    bool hello_declares;             /* stream mode without a file: what hello says counts */
    bool alone;                      /* stream mode: a process for each case */
    unsigned repeat;                 /* how often each case is run, 1 or more */
    const struct baseline *baseline; /* or NULL */
    const struct record_run *about;
};

/* What came of a job. */
struct job_result {
    enum verdict verdict;
    enum record_state state;
    uint64_t digest; /* of the outcome: equal outcomes have equal ones */
    char *line;      /* of the report; owned */
};

struct job {
    const struct job_plan *plan;
    size_t number;
    struct test_case test;
    struct ruling ruling;
    struct exec_option options[POLICY_COUNT];
    struct exec_request request; /* what is asked; valid while the job stays where it is */
    unsigned asked;              /* how often it was handed out; the caller counts */
    unsigned taken;              /* outcomes so far */
    struct outcome outcome;      /* the first that failed, else the first */
    struct judgement judgement;  /* of that one */
    enum verdict *verdicts;      /* of all; owned */
};

/* Reads the case and rules on it. False, and a line in *problem, where it cannot be read. The job
 * must not be moved; close it in either case. */
bool job_open(struct job *job, const struct job_plan *plan, const struct declared *declared,
              size_t number, struct buffer *problem);

/* Judges one outcome of a case that is scored, and takes it over. False where memory is out. */
bool job_take(struct job *job, struct outcome *outcome);

/* What came of it, once it has all its outcomes, or where it is not scored. */
struct job_result job_finish(struct job *job);

void job_close(struct job *job);

#endif

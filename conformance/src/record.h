/*
 * record.h - the one source of every report: lines of NDJSON, made here (CONTRACT.md, "Reports").
 *
 * A report is a line `run`, a line for each case, a line `summary`. Each function here makes one such
 * line: strict JSON, ASCII control characters escaped, no line feed in it or behind it. Whoever runs
 * a case makes its line, in whatever process, and hands it to report.h, which writes, counts and
 * renders. record_read.h reads the lines back.
 */
#ifndef JETS_RECORD_H
#define JETS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case.h"
#include "floors.h"
#include "outcome.h"
#include "process.h"
#include "tally.h"
#include "verdict.h"

/* How a case stands to the baseline. */
enum record_state {
    RECORD_PLAIN = 0,   /* there is no baseline, or the case passes and it does not name the case */
    RECORD_NEW = 1,     /* a failure that it does not name */
    RECORD_KNOWN = 2,   /* it names this verdict: no failure of the run */
    RECORD_FIXED = 3,   /* it names a failure, and the case passes: it has to be updated */
    RECORD_CHANGED = 4, /* it names another verdict */
    RECORD_STATE_COUNT
};

/* "plain", "new", "known", "fixed", "changed"; ends with NULL. */
extern const char *const RECORD_STATE_NAMES[RECORD_STATE_COUNT + 1];

/*
 * Whether a case makes the run fail. Without a baseline (RECORD_PLAIN) the verdict decides; with
 * one, all fail but what it knows.
 */
bool record_fails(enum verdict verdict, enum record_state state);

/* What other test tools would call it; failed and broken are what fails. */
enum tally_class record_class(enum verdict verdict, enum record_state state);

/* What is true of the whole run. Everything is borrowed; NULL is "not known" wherever it may stand.
 */
struct record_run {
    const char *const *command;     /* as it was given; ends with NULL */
    const char *again_head;         /* shell words before `--filter ID`: "jets run --timeout 5" */
    const char *again_tail;         /* shell words behind it: "-- ./mine", or a file; may be NULL */
    const char *version;            /* of jets */
    const char *implementation;     /* its name, or NULL */
    const char *implementation_version; /* or NULL */
    const char *policy;             /* what it declares, in words: "select=first,names=any"; or NULL */
    const char *mode;               /* "exec" (NULL is that) or "stream" */
    const char *shard;              /* "2/5", or NULL */
    const char *baseline;           /* its file, or NULL */
    const char *corpus_version;     /* or NULL */
    size_t selected;                /* cases to run */
    unsigned repeat;                /* runs of each case; 0 is taken as 1 */
    struct process_limits limits;
    bool containment_is_partial;
    const struct floors *floors;    /* of the corpus, or NULL where it has none */
};

/* One case that was run, or, unscored, may not have been. Everything is borrowed. */
struct record_input {
    const struct record_run *run;
    const struct test_case *test;
    const struct case_result *expected; /* what it was judged by; NULL: test->result */
    const struct outcome *outcome;      /* NULL: it was not run */
    const struct judgement *judgement;  /* of that outcome; NULL: it was not judged */
    enum verdict verdict;               /* the last word: the judgement's, or flaky, or unscored */
    const enum verdict *repeats;        /* of a case that ran several times: each verdict, in order */
    size_t repeats_len;                 /* 0 or 1: it ran once, nothing is said of repeats */
    const char *reason;   /* why it is unsupported or unscored, for people; NULL: not said */
    const char *policy;   /* the declared values that `expected` follows: "select=first"; or NULL */
    enum record_state state;
    const char *known_verdict; /* what the baseline says of it, or NULL */
    const char *known_reason;  /* the reason that it gives, or NULL */
};

/* How the run ended. Everything is borrowed; lists end with NULL, and may be NULL. */
struct record_end {
    bool complete;                /* every selected case has its line */
    const char *why;              /* one line: why it is not complete ("interrupted"), or NULL */
    const char *const *unmatched; /* ids in the baseline that no selected case has */
    /* What is wrong with the run besides its cases, in sentences: a state leak, … They make it fail. */
    const char *const *remarks;
};

/* What was counted. Lists end with NULL. */
struct record_totals {
    size_t selected;
    const struct tally *tally;
    const char *const *floors; /* names of the degenerate programs that the tally counts */
    const char *const *notes;  /* what the runner could not do as asked, in any of the runs */
};

/* The line of the run: the first of a report. Free it. */
char *record_run_line(const struct record_run *run);

/* The line of one case. Free it. It ends the program where memory is out, as memory.h does. */
char *record_make(const struct record_input *input);

/* The last line. Free it. */
char *record_summary_line(const struct record_totals *totals, const struct record_end *end);

#endif

/*
 * report.h - what every format of a report is made of: one run, one record a case, one end.
 *
 * A format is a struct of three functions (report_text.c, report_ndjson.c). To add one: write
 * report_NAME.c with its struct report_format, and list it in report.c.
 */
#ifndef JETS_REPORT_H
#define JETS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "case.h"
#include "outcome.h"
#include "process.h"
#include "tally.h"
#include "verdict.h"

/* What is true of the whole run. The report borrows it. */
struct report_run {
    const char *const *command; /* as it was given; ends with NULL */
    const char *again; /* shell words before `--filter ID -- COMMAND` that run the same again */
    const char *corpus_dir;
    const char *corpus_version; /* or NULL */
    size_t selected;            /* cases to run */
    struct process_limits limits;
    bool containment_is_partial;
};

/* One case that was run. */
struct record {
    const struct test_case *test;
    const struct outcome *outcome;
    const struct judgement *judgement;
};

struct report;

struct report_format {
    const char *name;  /* as --format takes it */
    const char *about; /* one line for the help */
    void (*begin)(struct report *report);
    void (*add)(struct report *report, const struct record *record);
    /* complete: every selected case was run. */
    void (*end)(struct report *report, bool complete);
};

struct report {
    const struct report_format *format;
    const struct report_run *run;
    FILE *out;
    bool colour;           /* out is a terminal that wants it */
    struct tally tally;    /* of all records so far */
    unsigned notes;        /* bits of enum process_note that any outcome had */
    struct buffer details; /* a format's own: what it keeps for the end */
};

extern const struct report_format REPORT_TEXT;
extern const struct report_format REPORT_NDJSON;

/* All formats, the default first; ends with NULL. */
extern const struct report_format *const REPORT_FORMATS[];

/* The format with this name, or NULL. */
const struct report_format *report_find_format(const char *name);

/* Starts a report on out. run must outlive it. */
void report_begin(struct report *report, const struct report_format *format,
                  const struct report_run *run, FILE *out);

/* Adds one case. */
void report_add(struct report *report, const struct record *record);

/* Ends the report and frees what it holds; out stays open. Its errors are those of out (ferror). */
void report_end(struct report *report, bool complete);

#endif

/*
 * report.h - a report: lines of record.h go in, one of several formats comes out.
 *
 * `jets run` hands over each line as it is made, `jets report` each line of a file; so an old report
 * is rendered by the same code as a new one. Lines are read back strictly (record_read.h), and kept in
 * a temporary file until the end, since most formats give the counts first: memory does not grow with
 * the number of cases.
 *
 * A format is a struct of three functions (report_text.c and its neighbours). To add one: write
 * report_NAME.c with its struct report_format, and list it in report.c.
 */
#ifndef JETS_REPORT_H
#define JETS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "record.h"
#include "record_read.h"
#include "tally.h"

struct report;

struct report_format {
    const char *name;  /* as --format takes it */
    const char *about; /* one line for the help */
    /*
     * Called when all is counted: begin and end once, add for each case, in order. A format that
     * writes lines as they come has `line` and `end` alone.
     */
    void (*begin)(struct report *report);
    void (*add)(struct report *report, const struct record *record);
    void (*end)(struct report *report);
    void (*line)(struct report *report, const char *line, size_t len);
};

struct report {
    const struct report_format *format;
    FILE *out;
    bool colour;                /* out is a terminal that wants it */
    struct record_head head;    /* what the line of the run says */
    struct record_tail tail;    /* what the summary says; .present where there is one */
    struct record_texts notes;  /* what the runner could not do as asked, each sentence once */
    struct tally tally;         /* of all cases so far; tally.all.failing decides how a run ends */
    size_t lines;               /* that were added */
    char *last_category, *last_case; /* of the case before, to see that they come in order; owned */
    FILE *spool;                /* the lines of cases, for formats that do not stream */
    struct buffer own;          /* a format's own, for whatever it has to keep */
    size_t count, other;        /* likewise: what it has written so far */
};

extern const struct report_format REPORT_TEXT;
extern const struct report_format REPORT_NDJSON;
extern const struct report_format REPORT_JUNIT;
extern const struct report_format REPORT_TAP;
extern const struct report_format REPORT_SARIF;
extern const struct report_format REPORT_GITHUB;
extern const struct report_format REPORT_MARKDOWN;
extern const struct report_format REPORT_BADGE;
extern const struct report_format REPORT_HTML;

/* All formats, the default first; ends with NULL. */
extern const struct report_format *const REPORT_FORMATS[];

/* The format with this name, or NULL. */
const struct report_format *report_find_format(const char *name);

/* Starts a report on out, which stays the caller's. False, and a line in *problem, where there is no
 * room for a temporary file. End it with report_end, or report_discard, in either case. */
bool report_begin(struct report *report, const struct report_format *format, FILE *out,
                  struct buffer *problem);

/*
 * Adds a line of len bytes, without its line feed: that of the run first, then those of cases, by
 * category and then by id in byte order, the summary last. False, and what was expected in *problem,
 * where it is none or does not come in its place; nothing is added then. A case makes the run fail
 * where report->tally.all.failing grows.
 */
bool report_add_line(struct report *report, const char *line, size_t len, struct buffer *problem);

/* Makes the summary of what was added, and adds it. */
bool report_close(struct report *report, const struct record_end *end, struct buffer *problem);

/* Whether every selected case has its line and the summary says so. A format that is asked to show
 * a report for which this is false says so in words (report_incomplete). */
bool report_is_complete(const struct report *report);

/* Adds one line for people to *out: "incomplete: 3 of 7 cases were run; interrupted". */
void report_incomplete(const struct report *report, struct buffer *out);

/* Renders what was added, with or without a summary, and frees what the report holds. False, and a
 * line in *problem, where the temporary file fails; errors of out are left to its owner (ferror). */
bool report_end(struct report *report, struct buffer *problem);

/* Frees what the report holds, and writes nothing. */
void report_discard(struct report *report);

#endif

/*
 * report_parts.h - the sentences that several formats of a report have in common, before each escapes
 * them for itself.
 */
#ifndef JETS_REPORT_PARTS_H
#define JETS_REPORT_PARTS_H

#include <stdbool.h>

#include "report.h"

/* The last line: "634 cases: 620 pass, 14 lost; failures: integrity 0 of 400, availability 14 of 200".
 */
void report_counts(const struct report *report, struct buffer *out);

/* What was run: "634 cases, corpus 0.1.0: ./mine --fast". */
void report_title(const struct report *report, struct buffer *out);

/* What else is true of the run, in one line, "" where nothing is: "implementation: mine 1.0; policy:
 * select=first; mode: stream". */
void report_setting(const struct report *report, struct buffer *out);

/*
 * What the best degenerate program scores on the cases of the row: "212 always-none", "212 of 400
 * always-none" where only of so many it is known; "0" where none meets any; "?" where nothing is
 * known.
 */
void report_floor(const struct report *report, const struct tally_row *row, struct buffer *out);

/* Whether floors are known of any case. */
bool report_has_floors(const struct report *report);

/* A verdict has a column where any case has it; pass always has one. */
bool report_has_column(const struct report *report, enum verdict verdict);

/* Calls say for each thing that is wrong with the run besides its cases, each a line for people:
 * entries of the baseline without a case, remarks. */
void report_problems(struct report *report, void (*say)(struct report *report, const char *text));

/* How many of those there are. */
size_t report_problem_count(const struct report *report);

/* What is wrong with a case, or why it was left out, in one line of at most some hundreds of bytes:
 * "hijack: expected {…}, got [1] (a value that real code returned)". */
void record_message(const struct record *record, struct buffer *out);

/* All about a case that went wrong, in lines behind INDENT, the labels in a column. */
void record_details(const struct record *record, const char *indent, struct buffer *out);

/* Whether a case that makes no run fail is worth showing: the baseline knows it. */
bool record_is_known(const struct record *record);

/* Time as "0.001" seconds (the schema of JUnit XML has room for three digits), and as "1.2"
 * milliseconds. */
void report_seconds(uint64_t us, struct buffer *out);
void report_milliseconds(uint64_t us, struct buffer *out);

#endif

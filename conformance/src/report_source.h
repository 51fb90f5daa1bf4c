/*
 * report_source.h - a report that is read line by line, and what is wrong with it.
 */
#ifndef JETS_REPORT_SOURCE_H
#define JETS_REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "memory.h"

/* A report that is being read. Start with {0}. */
struct source {
    FILE *file;
    const char *name;      /* as a person calls it */
    size_t line;           /* number of the last line that was read */
    struct buffer problem; /* free it */
};

/* Opens a file, or standard input where path is "-". False where there is a problem. */
bool source_open(struct source *source, const char *path);
void source_close(struct source *source);

/* Sets the problem; false. */
bool source_fail(struct source *source, const char *why);

/*
 * Reads one line without its line feed into *text. False at the end, and where there is a problem,
 * which is told then.
 */
bool source_line(struct source *source, struct buffer *text);

/* Tells standard error: "jets: FILE: line 3: verdict: expected a word of the contract". */
void source_complain(const struct source *source);

#endif

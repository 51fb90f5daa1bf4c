/*
 * output.h - where a report goes: standard output, or a file that appears whole or not at all.
 */
#ifndef JETS_OUTPUT_H
#define JETS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "memory.h"

struct output {
    FILE *file;
    char *path;      /* what a person calls it; owned */
    bool linked;     /* path is a symbolic link */
    char *target;    /* where a regular file will stand, links resolved, or NULL; owned */
    char *temporary; /* where it is written until then, beside target; owned */
};

/*
 * Opens path, or standard output where it is NULL or "-". A regular file, or one that does not
 * exist yet, is written beside itself under another name; anything else (a device, a pipe) is
 * written directly. A symbolic link stays one: what it names is written, be it there or not.
 * False, and a line in *problem, where that fails.
 */
bool output_open(struct output *output, const char *path, struct buffer *problem);

/* Writes out what is left, closes, and puts the file in its place. False, and a line in *problem,
   where any of that, or a write before, failed: then no file is changed. There is no line where
   the reader of a pipe left. The output is closed in either case. */
bool output_commit(struct output *output, struct buffer *problem);

/*
 * What was written is not whole. Where a file is there already, it is kept, and this one will stand
 * beside it as PATH.incomplete, which then is output->path (beside what a link names): true. Else
 * nothing is changed: a report that is not whole is better than none.
 */
bool output_spare(struct output *output);

/* Where text for a person goes: standard output, or standard error where `path` sends a report
 * there. */
FILE *output_text_stream(const char *path);

/* Whether colour is for what is written there: a terminal that can, and NO_COLOR does not forbid
 * it.
 */
bool output_wants_colour(FILE *out);

/* Whether standard error is a terminal on which a line can be written over. */
bool output_shows_progress(void);

/* Writes a line of ASCII over the one that is there, cut to what the terminal has room for: what
 * goes round its edge could not be written over. NULL: leaves none. */
void output_progress(const char *text);

/* Closes without putting anything in place. */
void output_discard(struct output *output);

/* Whether file is a pipe whose reader is gone, as `head` goes: no fault that a person wants to read
 * of. */
bool output_reader_left(FILE *file);

#endif

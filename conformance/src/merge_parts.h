/*
 * merge_parts.h - what the files of `jets report --merge` share.
 */
#ifndef JETS_MERGE_PARTS_H
#define JETS_MERGE_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "report.h"
#include "report_source.h"

/* The reports that are merged, each with its first line read. */
struct merging {
    struct source *sources;
    struct buffer *firsts;
    size_t len;
};

/* Each writes the whole to out. False where a source has a problem. */
bool merge_runs(struct merging *whole, const struct report_format *format, FILE *out);

/* Of campaigns: each kind of finding once, its counts added up. Of scans: all differences, and the
 * sum. (merge_lines.c) */
bool merge_lines(struct merging *whole, FILE *out);

#endif

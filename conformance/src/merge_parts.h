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

/* Whether the reports are those of all shards, each once, or, where that is enough, of no shards at
 * all. False, and a source has a problem. (merge_shards.c) */
bool merge_shards_are_whole(struct merging *merging, bool needs_shards);

/* Each writes the whole to out. False where a source has a problem. */
bool merge_runs(struct merging *whole, const struct report_format *format, FILE *out);

/* Of campaigns: each kind of finding once, its counts added up. Of scans: all differences, and the
 * sum. (merge_lines.c) */
bool merge_lines(struct merging *whole, FILE *out);

#endif

/*
 * merge.h - the reports of shards made one: `jets report --merge`.
 */
#ifndef JETS_MERGE_H
#define JETS_MERGE_H

#include "options.h"
#include "status.h"

/* Merges the reports that the options name, all of runs, all of campaigns, or all of scans, and
 * writes the whole. What is wrong was told. */
enum status merge_reports(const struct options *options);

#endif

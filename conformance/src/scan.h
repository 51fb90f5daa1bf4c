/*
 * scan.h - what the files of `jets scan` share. The command reads a log of recorded replies, puts
 * each to an implementation and to the reference, and reports where they differ.
 *
 * Work is cut by lines (parts.h): of the lines of this shard, part K of N takes each N-th. A part
 * tells what it found batch by batch, each message whole in itself, so that what is known here is
 * true of all lines up to the one that the message names; that is what --resume keeps.
 */
#ifndef JETS_SCAN_H
#define JETS_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "log.h"
#include "options.h"
#include "parts.h"
#include "verdict.h"

enum { SCAN_JOBS_MAX = 256, SCAN_EXAMPLES = 3 };

/* What was counted. */
struct scan_counts {
    uint64_t verdicts[VERDICT_COUNT];
    uint64_t lacks[LOG_LACKS];
    uint64_t first_lack[LOG_LACKS]; /* number of the first such line; 0: none */
};

/* How far a part has come. */
struct scan_place {
    uint64_t line; /* all of its lines up to this one are counted */
    uint64_t read; /* lines of the log that it has read */
    uint64_t position;
};

/* A message of a part: this, and then its differences. */
struct scan_message {
    struct scan_place place;
    struct scan_counts counts; /* since the message before */
    uint64_t differences;
};

/* One difference: this, the line of the report, and the text for a person. */
struct scan_difference {
    uint64_t line;
    uint32_t verdict;
    uint32_t json_len, text_len;
    uint32_t padding;
};

/* A difference that is shown to a person. */
struct scan_example {
    uint64_t line;
    char *text; /* owned */
};

struct scan_examples {
    struct scan_example *at; /* owned; of the lowest lines, in their order */
    size_t len;
};

/* The whole of a scan. */
struct scan {
    const struct options *options;
    const volatile sig_atomic_t *interrupt;
    const char *field;
    unsigned jobs;
    struct scan_place places[SCAN_JOBS_MAX]; /* by part */
    struct scan_counts counts;
    struct scan_examples examples[VERDICT_COUNT];
    size_t examples_max;
    FILE *out;           /* for the lines of the report, or NULL */
    uint64_t out_len;    /* bytes of it, where it is the file of a scan that goes on */
    uint64_t log_length; /* 0: not known */
    uint64_t head_len;   /* with --resume: first bytes of the log, by which it is known again, */
    uint64_t head_crc;   /* and their CRC-32 */
    uint64_t started_us, told_us, saved_us;
    uint64_t lines_before; /* that an earlier run has read */
    bool progress;
    struct buffer problem;
};

/* The work of a part (scan_part.c). ctx: struct scan. */
enum status scan_part(void *ctx, unsigned number, struct parts_line *line, struct buffer *problem);

/* Keeps an example where it is one of the lowest lines; takes over text. */
void scan_keep_example(struct scan *scan, enum verdict verdict, uint64_t line, char *text);

/* Reads the file of --resume into the scan, where it is there. False, and a line in *problem, where
 * it is not in order, or of another scan. (scan_state.c) */
bool scan_state_read(struct scan *scan, struct buffer *problem);

/* Writes it anew, by rename. */
bool scan_state_write(struct scan *scan, struct buffer *problem);

/* The text for a person, and the first and the last line of the report (scan_report.c). status: how
 * it ended. */
void scan_report(const struct scan *scan, enum status status, FILE *out);
void scan_head_line(const struct scan *scan, struct buffer *out);
void scan_summary_line(const struct scan *scan, enum status status, struct buffer *out);

/* Adds one difference to a message (scan_report.c). */
struct trial;
void scan_add_difference(struct buffer *message, uint64_t line, const struct buffer *reply,
                         const struct trial *trial);

/* All lines that the log's parts have read, and replies that were compared. */
uint64_t scan_lines(const struct scan *scan);
uint64_t scan_replies(const struct scan *scan);
uint64_t scan_differences(const struct scan *scan);

/* Whether a reply was judged, or there was no line: else a wrong --field would pass for a log on
 * which all is well. */
bool scan_judged(const struct scan *scan);

#endif

#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "scan.h"

enum { BATCH_MAX = 128, BATCH_BYTES = 1 << 20, QUIET_LINES = 4096 };

/* The work of one part. */
struct part {
    const struct scan *scan;
    unsigned number;
    struct parts_line *line;
    struct log *log;
    struct comparer comparer;
    struct exec_option options[POLICY_COUNT]; /* that are asked for */
    size_t options_len;
    struct buffer replies[BATCH_MAX]; /* of the batch */
    uint64_t lines[BATCH_MAX];
    size_t len, bytes;
    struct scan_message message; /* that is collected */
    struct buffer body;          /* its differences */
    uint64_t quiet;              /* lines since the last message */
};

/* --- lines --- */

/* Whether the line is one of this part's. */
static bool is_mine(const struct part *part, uint64_t number)
{
    const struct shard *shard = &part->scan->options->shard;
    uint64_t at = number - 1;
    if (shard->parts > 0) {
        if (at % shard->parts != shard->part - 1)
            return false;
        at /= shard->parts;
    }
    return at % part->scan->jobs == part->number && number > part->scan->places[part->number].line;
}

static void count_lack(struct part *part, enum log_lack lack, uint64_t number)
{
    struct scan_counts *counts = &part->message.counts;
    counts->lacks[lack]++;
    if (counts->first_lack[lack] == 0)
        counts->first_lack[lack] = number;
}

static void take_line(struct part *part, const struct log_line *line)
{
    if (!is_mine(part, line->number))
        return;
    struct buffer *reply = &part->replies[part->len];
    reply->len = 0;
    buffer_add(reply, "", 0);
    enum log_lack lack = log_find(line, part->scan->field, reply);
    bool under_way = line->open && (lack == LOG_NO_JSON || lack == LOG_TOO_LONG);
    if (under_way && part->scan->options->resume != NULL)
        return; /* the scan that goes on finds it whole */
    part->message.place.line = line->number;
    count_lack(part, lack, line->number);
    if (lack != LOG_HAS_REPLY)
        return;
    part->lines[part->len++] = line->number;
    part->bytes += reply->len;
}

/* --- batches --- */

static bool send(struct part *part)
{
    struct buffer whole = {0};
    part->message.place.position = log_position(part->log);
    buffer_add(&whole, &part->message, sizeof part->message);
    buffer_add(&whole, part->body.at, part->body.len);
    bool good = parts_send(part->line, &whole);
    buffer_free(&whole);
    part->message.counts = (struct scan_counts){.verdicts = {0}};
    part->message.differences = 0;
    part->body.len = 0;
    part->quiet = 0;
    return good;
}

static void note_trial(struct part *part, size_t i, struct trial *trial)
{
    part->message.counts.verdicts[trial->verdict]++;
    if (trial->differs) {
        part->message.differences++;
        scan_add_difference(&part->body, part->lines[i], &part->replies[i], trial);
    }
    trial_free(trial);
}

static enum status try_batch(struct part *part, struct buffer *problem)
{
    struct question questions[BATCH_MAX];
    struct trial trials[BATCH_MAX];
    const struct options *options = part->scan->options;
    if (part->len == 0)
        return STATUS_OK;
    for (size_t i = 0; i < part->len; i++)
        questions[i] = (struct question){.operation = options->operation >= 0
                                                          ? (enum operation)options->operation
                                                          : OPERATION_EXTRACT,
                                         .options = part->options,
                                         .options_len = part->options_len,
                                         .reply = (const unsigned char *)part->replies[i].at,
                                         .reply_len = part->replies[i].len};
    enum status status = comparer_try(&part->comparer, questions, part->len, trials, problem);
    for (size_t i = 0; status == STATUS_OK && i < part->len; i++)
        note_trial(part, i, &trials[i]);
    for (size_t i = 0; part->bytes > BATCH_BYTES && i < part->len; i++)
        buffer_free(&part->replies[i]);
    part->len = part->bytes = 0;
    return status;
}

static enum status finish_batch(struct part *part, struct buffer *problem)
{
    enum status status = try_batch(part, problem);
    if (status == STATUS_OK && !send(part))
        status = STATUS_INTERNAL;
    return status;
}

/* --- the log --- */

static enum status read_lines(struct part *part, struct buffer *problem)
{
    enum status status = STATUS_OK;
    enum log_end end = LOG_LINE;
    struct log_line line;
    while (status == STATUS_OK && *part->scan->interrupt == 0 &&
           (end = log_next(part->log, &line, problem)) == LOG_LINE) {
        take_line(part, &line);
        part->message.place.read = line.number;
        bool full = part->len == BATCH_MAX || part->bytes >= BATCH_BYTES;
        if (full || ++part->quiet >= QUIET_LINES)
            status = finish_batch(part, problem);
    }
    if (status != STATUS_OK)
        return status;
    if (*part->scan->interrupt != 0) {
        problem->len = 0; /* that reading was interrupted */
        return STATUS_INTERRUPTED;
    }
    struct buffer ignored = {0};
    status = finish_batch(part, end == LOG_BROKEN ? &ignored : problem);
    buffer_free(&ignored);
    return status; /* a broken log is so for each part, and each tells what it has */
}

enum status scan_part(void *ctx, unsigned number, struct parts_line *line, struct buffer *problem)
{
    const struct scan *scan = ctx;
    struct part *part = memory_need(sizeof *part);
    memset(part, 0, sizeof *part);
    part->scan = scan;
    part->number = number;
    part->line = line;
    part->message.place = scan->places[number];
    part->body = (struct buffer){0};
    part->options_len = options_asked(scan->options, part->options);
    enum status status = STATUS_INTERNAL;
    part->log = log_open(scan->options->target, problem);
    if (part->log != NULL) {
        status = comparer_open(&part->comparer, scan->options, scan->interrupt, problem);
        if (status == STATUS_OK)
            status = read_lines(part, problem);
        comparer_close(&part->comparer);
    }
    log_close(part->log);
    for (size_t i = 0; i < BATCH_MAX; i++)
        buffer_free(&part->replies[i]);
    buffer_free(&part->body);
    free(part);
    return status;
}

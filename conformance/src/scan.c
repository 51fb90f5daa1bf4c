/*
 * scan.c - the command `jets scan`: the side that hears the parts (scan.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "scan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "commands.h"
#include "output.h"
#include "pool.h"
#include "testee.h"
#include "visible.h"

enum { SECOND_US = 1000000, SAVE_US = 5 * SECOND_US };

/* --- messages --- */

void scan_keep_example(struct scan *scan, enum verdict verdict, uint64_t line, char *text)
{
    struct scan_examples *examples = &scan->examples[verdict];
    size_t at = examples->len;
    while (at > 0 && examples->at[at - 1].line > line)
        at--;
    if (at >= scan->examples_max) {
        free(text);
        return;
    }
    examples->at = memory_grow(examples->at, examples->len + 1, sizeof *examples->at);
    memmove(&examples->at[at + 1], &examples->at[at], (examples->len - at) * sizeof *examples->at);
    examples->at[at] = (struct scan_example){line, text};
    examples->len++;
    if (examples->len > scan->examples_max)
        free(examples->at[--examples->len].text);
}

static void add_counts(struct scan_counts *sum, const struct scan_counts *more)
{
    for (int i = 0; i < VERDICT_COUNT; i++)
        sum->verdicts[i] += more->verdicts[i];
    for (int i = 0; i < LOG_LACKS; i++) {
        sum->lacks[i] += more->lacks[i];
        uint64_t first = more->first_lack[i];
        if (first != 0 && (sum->first_lack[i] == 0 || first < sum->first_lack[i]))
            sum->first_lack[i] = first;
    }
}

static void take_differences(struct scan *scan, const char *at, uint64_t count)
{
    for (; count > 0; count--) {
        struct scan_difference head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        if (scan->out != NULL)
            scan->out_len += fwrite(at, 1, head.json_len, scan->out);
        at += head.json_len;
        scan_keep_example(scan, (enum verdict)head.verdict, head.line,
                          memory_copy(at, head.text_len));
        at += head.text_len;
    }
}

static bool take_message(void *ctx, unsigned part, char *bytes, size_t len)
{
    struct scan *scan = ctx;
    struct scan_message message;
    (void)len;
    memcpy(&message, bytes, sizeof message);
    scan->places[part] = message.place;
    add_counts(&scan->counts, &message.counts);
    take_differences(scan, bytes + sizeof message, message.differences);
    if (scan->out == NULL || !ferror(scan->out))
        return true;
    if (scan->problem.len == 0 && !output_reader_left(scan->out))
        buffer_text(&scan->problem, "the report cannot be written");
    return false;
}

/* --- progress --- */

static uint64_t part_of_log(const struct scan *scan)
{
    uint64_t position = UINT64_MAX;
    for (unsigned i = 0; i < scan->jobs; i++)
        position = scan->places[i].position < position ? scan->places[i].position : position;
    return position;
}

static void show_progress(struct scan *scan, uint64_t now)
{
    double seconds = (double)(now - scan->started_us) / (double)SECOND_US;
    uint64_t lines = scan_lines(scan);
    double rate = seconds > 0 ? (double)(lines - scan->lines_before) / seconds : 0;
    double share = scan->log_length > 0 ? (double)part_of_log(scan) / (double)scan->log_length : 0;
    struct buffer line = {0};
    buffer_format(&line, "%" PRIu64 " lines, %.0f a second", lines, rate);
    if (share > 0 && share <= 1 && rate > 0) {
        double left = (double)lines * (1 / share - 1) / rate; /* lines as long as those so far */
        buffer_format(&line, ", %.0f %%, %.0f:%02.0f left", share * 100,
                      (left - (int)left % 60) / 60, (double)((int)left % 60));
    } else if (share > 0 && share <= 1) {
        buffer_format(&line, ", %.0f %%", share * 100);
    }
    buffer_format(&line, ", %" PRIu64 " differ", scan_differences(scan));
    output_progress(line.at);
    buffer_free(&line);
}

/* Whether all lines so far are written. One that was lost before, and told then, stays lost, though
 * those behind it can be written: the state must not count it. */
static bool flush_report(const struct scan *scan)
{
    errno = EIO;
    return scan->out == NULL || (!ferror(scan->out) && fflush(scan->out) == 0);
}

static bool tick(void *ctx)
{
    struct scan *scan = ctx;
    uint64_t now = clock_us();
    if (scan->progress && now - scan->told_us >= SECOND_US) {
        show_progress(scan, now);
        scan->told_us = now;
    }
    if (scan->options->resume == NULL || now - scan->saved_us < SAVE_US)
        return true;
    scan->saved_us = now;
    if (!flush_report(scan)) {
        buffer_format(&scan->problem, "the report: %s", strerror(errno));
        return false;
    }
    return scan_state_write(scan, &scan->problem);
}

/* --- the report --- */

/* Where lines of the report go: with --resume straight to the file, cut to what the state knows of,
 * so that a scan that goes on adds to it; else as every report. */
static bool open_report(struct scan *scan, struct output *output)
{
    const char *path = scan->options->output;
    *output = (struct output){0};
    if (path == NULL)
        return true;
    if (scan->options->resume == NULL) {
        if (!output_open(output, path, &scan->problem))
            return false;
        scan->out = output->file;
        return true;
    }
    struct stat about;
    scan->out = fopen(path, scan->out_len > 0 ? "r+" : "w");
    bool lacks = scan->out != NULL && fstat(fileno(scan->out), &about) == 0 &&
                 S_ISREG(about.st_mode) && (uint64_t)about.st_size < scan->out_len;
    if (scan->out != NULL && !lacks && ftruncate(fileno(scan->out), (off_t)scan->out_len) == 0 &&
        fseeko(scan->out, (off_t)scan->out_len, SEEK_SET) == 0)
        return true;
    int error = errno;
    visible_add(&scan->problem, (const unsigned char *)path, strlen(path));
    if (lacks)
        buffer_format(&scan->problem,
                      ": expected the report that the scan began, of %" PRIu64 " bytes or more",
                      scan->out_len);
    else
        buffer_format(&scan->problem, ": %s", strerror(error));
    if (scan->out != NULL)
        fclose(scan->out);
    return false;
}

static void write_head(struct scan *scan)
{
    struct buffer line = {0};
    if (scan->out == NULL || scan->out_len > 0)
        return;
    scan_head_line(scan, &line);
    scan->out_len += fwrite(line.at, 1, line.len, scan->out);
    buffer_free(&line);
}

/* What is known is kept before the last line, which belongs to this run alone. */
static bool close_report(struct scan *scan, struct output *output, enum status status)
{
    bool good = flush_report(scan);
    struct buffer line = {0};
    if (good && scan->options->resume != NULL)
        good = scan_state_write(scan, &scan->problem);
    scan_summary_line(scan, status, &line);
    if (scan->out != NULL)
        fwrite(line.at, 1, line.len, scan->out);
    buffer_free(&line);
    if (output->file != NULL) {
        if (status != STATUS_OK)
            output_spare(output);
        return output_commit(output, &scan->problem) && good;
    }
    if (scan->out != NULL && ferror(scan->out))
        good = false;
    if (scan->out != NULL && fclose(scan->out) != 0)
        good = false;
    if (!good && scan->problem.len == 0)
        buffer_format(&scan->problem, "the report: %s", strerror(errno));
    return good;
}

/* --- the command --- */

static enum status refuse(struct scan *scan, const char *what)
{
    buffer_text(&scan->problem, what);
    return STATUS_USAGE;
}

/* Each part opens the log for itself: that it can is found out before any is there. */
static bool can_read_log(struct scan *scan)
{
    if (strcmp(scan->options->target, "-") == 0)
        return true;
    struct log *log = log_open(scan->options->target, &scan->problem);
    log_close(log);
    return log != NULL;
}

static enum status check_options(struct scan *scan)
{
    const struct options *options = scan->options;
    struct stat about;
    if (!can_read_log(scan))
        return STATUS_USAGE;
    bool file = strcmp(options->target, "-") != 0 && stat(options->target, &about) == 0 &&
                S_ISREG(about.st_mode);
    scan->log_length = file ? (uint64_t)about.st_size : 0;
    scan->jobs = options->jobs != OPTION_UNSET ? (unsigned)options->jobs : file ? pool_cores() : 1;
    if (!log_field_is_valid(scan->field))
        return refuse(scan, "--field: expected a name, or a JSON Pointer, where ~ is written ~0 "
                            "and / is written ~1");
    if (!file && scan->jobs > 1)
        return refuse(scan, "--jobs: a log that is no regular file is read once: expected 1");
    if (!file && options->resume != NULL)
        return refuse(scan, "--resume goes with a log that is a regular file");
    if (options->resume != NULL && options->output != NULL && strcmp(options->output, "-") == 0)
        return refuse(scan, "--resume goes with a report in a file: expected --output FILE");
    if (options->resume != NULL && !scan_state_read(scan, &scan->problem))
        return STATUS_USAGE;
    return STATUS_OK;
}

static enum status scan_log(struct scan *scan)
{
    struct parts_order order = {.len = scan->jobs,
                                .ctx = scan,
                                .interrupt = scan->interrupt,
                                .work = scan_part,
                                .take = take_message,
                                .tick = tick};
    struct output output;
    scan->started_us = scan->saved_us = clock_us();
    if (!open_report(scan, &output))
        return STATUS_INTERNAL;
    write_head(scan);
    enum status status = parts_run(&order, &scan->problem);
    if (scan->progress)
        output_progress(NULL);
    if (status == STATUS_OK && scan->problem.len > 0)
        status = STATUS_INTERNAL;
    if (status == STATUS_NOT_STARTED && scan_replies(scan) == 0) {
        if (output.file != NULL)
            output_discard(&output);
        return status;
    }
    scan_report(scan, status, output_text_stream(scan->options->output));
    if (!close_report(scan, &output, status))
        return STATUS_INTERNAL;
    bool wrong = scan_differences(scan) > 0 || !scan_judged(scan);
    return status == STATUS_OK && wrong ? STATUS_UNEXPECTED : status;
}

enum status command_scan(const struct options *options, const volatile sig_atomic_t *interrupt)
{
    struct scan *scan = memory_need(sizeof *scan);
    memset(scan, 0, sizeof *scan);
    scan->options = options;
    scan->interrupt = interrupt;
    scan->field = options->field != NULL ? options->field : "reply";
    scan->examples_max =
        options->examples != OPTION_UNSET ? (size_t)options->examples : SCAN_EXAMPLES;
    scan->progress = output_shows_progress();
    enum status status = check_options(scan);
    if (status == STATUS_OK)
        status = scan_log(scan);
    if (scan->problem.len > 0)
        command_complain(&scan->problem);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        for (size_t k = 0; k < scan->examples[i].len; k++)
            free(scan->examples[i].at[k].text);
        free(scan->examples[i].at);
    }
    buffer_free(&scan->problem);
    free(scan);
    enum status closed = command_close_text(options->output);
    return closed != STATUS_OK ? closed : status;
}

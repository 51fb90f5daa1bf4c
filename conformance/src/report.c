#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

enum { NOTES_MAX = 20 };

const struct report_format *const REPORT_FORMATS[] = {
    &REPORT_TEXT,   &REPORT_NDJSON,   &REPORT_JUNIT, &REPORT_TAP,  &REPORT_SARIF,
    &REPORT_GITHUB, &REPORT_MARKDOWN, &REPORT_BADGE, &REPORT_HTML, NULL};

const struct report_format *report_find_format(const char *name)
{
    for (size_t i = 0; REPORT_FORMATS[i] != NULL; i++) {
        if (strcmp(REPORT_FORMATS[i]->name, name) == 0)
            return REPORT_FORMATS[i];
    }
    return NULL;
}

/* --- the temporary file --- */

static bool spool_failed(struct buffer *problem)
{
    buffer_format(problem, "temporary file of the report: %s", strerror(errno));
    return false;
}

/* A file without a name in TMPDIR. */
static FILE *spool_open(void)
{
    const char *folder = getenv("TMPDIR");
    struct buffer path = {0};
    buffer_format(&path, "%s/jets-report-XXXXXX",
                  folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    int fd = mkstemp(path.at);
    if (fd >= 0)
        unlink(path.at);
    buffer_free(&path);
    FILE *file = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (file == NULL && fd >= 0)
        close(fd);
    return file;
}

static bool spool_write(struct report *report, const char *line, size_t len, struct buffer *problem)
{
    if (report->spool == NULL)
        return true;
    errno = EIO;
    return (fwrite(line, 1, len, report->spool) == len && fputc('\n', report->spool) == '\n') ||
           spool_failed(problem);
}

/* --- beginning, adding --- */

bool report_begin(struct report *report, const struct report_format *format, FILE *out,
                  struct buffer *problem)
{
    *report = (struct report){.format = format, .out = out, .colour = output_wants_colour(out)};
    if (format->line == NULL)
        report->spool = spool_open();
    return format->line != NULL || report->spool != NULL || spool_failed(problem);
}

static bool refuse(struct buffer *problem, const char *text)
{
    buffer_text(problem, text);
    return false;
}

/* By category, then by id: what comes twice or out of order was put together from several reports.
 */
static bool comes_in_order(const struct report *report, const struct record *record,
                           struct buffer *problem)
{
    if (report->last_case == NULL)
        return true;
    int order = strcmp(report->last_category, record->category);
    if (order == 0)
        order = strcmp(report->last_case, record->id);
    if (order < 0)
        return true;
    buffer_format(problem,
                  "case: %s cannot come behind %s: expected each case once, by category and id",
                  record->id, report->last_case);
    return false;
}

static void remember_case(struct report *report, const struct record *record)
{
    free(report->last_category);
    free(report->last_case);
    report->last_category = memory_copy(record->category, strlen(record->category));
    report->last_case = memory_copy(record->id, strlen(record->id));
}

static bool add_case(struct report *report, const struct record *record, struct buffer *problem)
{
    if (!comes_in_order(report, record, problem))
        return false;
    remember_case(report, record);
    struct tally_case one = {.category = record->category,
                             .severity = record->severity,
                             .verdict = record->verdict,
                             .class = record->class,
                             .known = record->state == RECORD_KNOWN,
                             .has_floors = record->has_floors,
                             .meets = record->meets};
    if (record->wall_us != RECORD_UNMEASURED)
        one.wall_us = record->wall_us;
    tally_add(&report->tally, &one);
    for (size_t i = 0; i < record->notes.len; i++)
        record_texts_add_once(&report->notes, record->notes.items[i], NOTES_MAX);
    return true;
}

/* Whether the line may stand where it stands; what it filled is the caller's. */
static bool take(struct report *report, enum record_kind kind, const struct record_head *head,
                 const struct record *record, const struct record_tail *tail,
                 struct buffer *problem)
{
    if (report->tail.present)
        return refuse(problem, "expected nothing behind the summary");
    if (!report->head.present && kind != RECORD_RUN)
        return refuse(problem, "expected the line `run`, with which a report begins");
    if (report->head.present && kind == RECORD_RUN)
        return refuse(problem, "expected one line `run`: here another report begins");
    if (kind == RECORD_RUN)
        report->head = *head;
    else if (kind == RECORD_SUMMARY)
        report->tail = *tail;
    else
        return add_case(report, record, problem);
    return true;
}

bool report_add_line(struct report *report, const char *line, size_t len, struct buffer *problem)
{
    struct record_head head = report->head;
    struct record record;
    struct record_tail tail;
    enum record_kind kind = record_read(line, len, &head, &record, &tail, problem);
    if (kind == RECORD_BAD)
        return false;
    bool good = take(report, kind, &head, &record, &tail, problem);
    if (kind == RECORD_CASE) {
        record_free(&record);
        good = good && spool_write(report, line, len, problem);
    } else if (!good && kind == RECORD_RUN) {
        record_head_free(&head);
    } else if (!good) {
        record_tail_free(&tail);
    }
    if (good && report->format->line != NULL)
        report->format->line(report, line, len);
    report->lines += good;
    return good;
}

/* The texts as a list that ends with NULL. Free it, not them. */
static const char **as_list(const struct record_texts *texts)
{
    const char **list = memory_need((texts->len + 1) * sizeof *list);
    for (size_t i = 0; i < texts->len; i++)
        list[i] = texts->items[i];
    list[texts->len] = NULL;
    return list;
}

bool report_close(struct report *report, const struct record_end *end, struct buffer *problem)
{
    const char **floors = as_list(&report->head.floors);
    const char **notes = as_list(&report->notes);
    struct record_totals totals = {.selected = (size_t)report->head.selected,
                                   .tally = &report->tally,
                                   .floors = floors,
                                   .notes = notes};
    char *line = record_summary_line(&totals, end);
    bool good = report_add_line(report, line, strlen(line), problem);
    free(line);
    free(floors);
    free(notes);
    return good;
}

/* --- complete or not --- */

bool report_is_complete(const struct report *report)
{
    size_t cases = tally_total(&report->tally.all);
    return report->tail.present && report->tail.complete && report->tail.cases == cases &&
           report->tail.selected == cases && report->head.selected == cases;
}

void report_incomplete(const struct report *report, struct buffer *out)
{
    size_t cases = tally_total(&report->tally.all);
    buffer_format(out, "incomplete: %zu of %llu cases were run", cases,
                  (unsigned long long)report->head.selected);
    if (!report->tail.present)
        buffer_text(out, "; the report ends without a summary");
    else if (report->tail.cases != cases)
        buffer_format(out, "; the summary counts %llu", (unsigned long long)report->tail.cases);
    if (report->tail.present && report->tail.why[0] != '\0')
        buffer_format(out, "; %s", report->tail.why);
}

/* --- ending --- */

static bool render_case(struct report *report, const char *line, size_t len, struct buffer *problem)
{
    struct record record;
    struct record_tail tail;
    if (record_read(line, len, &report->head, &record, &tail, problem) != RECORD_CASE)
        return refuse(problem, ": the temporary file of the report was changed");
    report->format->add(report, &record);
    record_free(&record);
    return true;
}

static bool render(struct report *report, struct buffer *problem)
{
    char *line = NULL;
    size_t cap = 0;
    bool good = fflush(report->spool) == 0 && fseek(report->spool, 0, SEEK_SET) == 0;
    if (!good)
        return spool_failed(problem);
    report->format->begin(report);
    for (ssize_t len; good && (len = getline(&line, &cap, report->spool)) > 0;)
        good = render_case(report, line, (size_t)len - 1, problem);
    /* getline ends without a sign on the file where memory is out */
    if (good && !feof(report->spool))
        good = spool_failed(problem);
    report->format->end(report);
    free(line);
    return good;
}

bool report_end(struct report *report, struct buffer *problem)
{
    bool good = true;
    if (report->format->line == NULL)
        good = render(report, problem);
    else
        report->format->end(report);
    report_discard(report);
    return good;
}

void report_discard(struct report *report)
{
    if (report->spool != NULL)
        fclose(report->spool);
    record_head_free(&report->head);
    record_tail_free(&report->tail);
    record_texts_free(&report->notes);
    tally_free(&report->tally);
    free(report->last_category);
    free(report->last_case);
    buffer_free(&report->own);
    *report = (struct report){0};
}

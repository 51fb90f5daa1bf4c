/*
 * report_github.c - workflow commands of GitHub Actions: annotations of a step.
 *
 * GitHub shows at most ten errors and ten warnings of a step, so that many are written, the gravest
 * kind first within each, and a notice counts the rest. What goes wrong with the integrity of answers
 * is an error, anything else a warning.
 */
#include <string.h>

#include "escape.h"
#include "report.h"
#include "report_parts.h"

enum { ANNOTATIONS_MOST = 10 };

static void command(const struct report *report, const char *kind, const char *title,
                    const char *message)
{
    struct buffer line = {0};
    buffer_format(&line, "::%s title=", kind);
    escape_command_property(&line, title);
    buffer_text(&line, "::");
    escape_command_data(&line, message);
    fprintf(report->out, "%s\n", line.at);
    buffer_free(&line);
}

/* Writes an error or a warning while there is room for one of its kind, and counts it in any case:
 * errors in report->count, warnings in report->other. */
static void annotate(struct report *report, bool error, const char *title, const char *message)
{
    size_t *count = error ? &report->count : &report->other;
    if ((*count)++ < ANNOTATIONS_MOST)
        command(report, error ? "error" : "warning", title, message);
}

static void put_problem(struct report *report, const char *text)
{
    annotate(report, true, "jets", text);
}

static void github_begin(struct report *report)
{
    if (!report_is_complete(report)) {
        struct buffer text = {0};
        report_incomplete(report, &text);
        annotate(report, true, "jets", text.at);
        buffer_free(&text);
    }
    report_problems(report, put_problem);
}

static void github_add(struct report *report, const struct record *record)
{
    if (!record->fails)
        return;
    struct buffer title = {0};
    struct buffer message = {0};
    buffer_format(&title, "%s: %s", verdict_name(record->verdict), record->id);
    record_message(record, &message);
    if (record->title[0] != '\0')
        buffer_format(&message, "\n%s", record->title);
    if (record->again[0] != '\0')
        buffer_format(&message, "\nagain: %s", record->again);
    annotate(report, record->severity == SEVERITY_INTEGRITY, title.at, message.at);
    buffer_free(&title);
    buffer_free(&message);
}

static void add_row(const struct report *report, const char *name, const struct tally_row *row,
                    struct buffer *out)
{
    if (tally_total(row) == 0)
        return;
    buffer_format(out, "\n%s: %zu of %zu met; floor ", name, tally_met(row), tally_total(row));
    report_floor(report, row, out);
}

static void github_end(struct report *report)
{
    const struct tally *tally = &report->tally;
    size_t errors = report->count > ANNOTATIONS_MOST ? report->count - ANNOTATIONS_MOST : 0;
    size_t warnings = report->other > ANNOTATIONS_MOST ? report->other - ANNOTATIONS_MOST : 0;
    struct buffer text = {0};
    report_counts(report, &text);
    for (size_t i = 0; i < tally->category_count; i++)
        add_row(report, tally->categories[i].name, &tally->categories[i].row, &text);
    for (int i = 0; i < SEVERITY_COUNT; i++)
        add_row(report, SEVERITY_NAMES[i], &tally->severities[i], &text);
    if (errors + warnings > 0)
        buffer_format(&text, "\n%zu more errors and %zu more warnings are not shown here", errors,
                      warnings);
    for (size_t i = 0; i < report->notes.len; i++)
        buffer_format(&text, "\nnote: %s", report->notes.items[i]);
    command(report, "notice", "jets", text.at);
    buffer_free(&text);
}

const struct report_format REPORT_GITHUB = {
    .name = "github",
    .about = "annotations of a step of GitHub Actions",
    .begin = github_begin,
    .add = github_add,
    .end = github_end,
};

/*
 * report_text.c - the report for people: verdicts by category and severity, each failure in full, a
 * last line.
 */
#include <string.h>

#include "report.h"
#include "report_parts.h"
#include "visible.h"

enum { NAME_WIDTH = 26, NUMBER_GAP = 2 };

#define INDENT "  "

static const char *colour_of(enum verdict verdict)
{
    if (verdict == VERDICT_PASS)
        return "\033[32m";
    return verdict_is_failure(verdict) ? "\033[1;31m" : "\033[33m";
}

/* --- tables --- */

static void table_head(const struct report *report, const char *what)
{
    fprintf(report->out, "%-*s cases", NAME_WIDTH, what);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (report_has_column(report, (enum verdict)i))
            fprintf(report->out, "%*s%s", NUMBER_GAP, "", verdict_name((enum verdict)i));
    }
    fputs(report_has_floors(report) ? "  floor\n" : "\n", report->out);
}

static void table_cell(const struct report *report, enum verdict verdict, size_t count)
{
    int width = (int)strlen(verdict_name(verdict)) + NUMBER_GAP;
    if (count == 0) {
        fprintf(report->out, "%*s", width, ".");
        return;
    }
    const bool coloured = report->colour && verdict_is_failure(verdict);
    fprintf(report->out, "%s%*zu%s", coloured ? colour_of(verdict) : "", width, count,
            coloured ? "\033[0m" : "");
}

static void table_row(const struct report *report, const char *name, const struct tally_row *row)
{
    fprintf(report->out, "%-*s %5zu", NAME_WIDTH, name, tally_total(row));
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (report_has_column(report, (enum verdict)i))
            table_cell(report, (enum verdict)i, row->verdicts[i]);
    }
    if (report_has_floors(report)) {
        struct buffer floor = {0};
        report_floor(report, row, &floor);
        fprintf(report->out, "%*s%s", NUMBER_GAP, "", floor.at);
        buffer_free(&floor);
    }
    fputs("\n", report->out);
}

static void tables(const struct report *report)
{
    const struct tally *tally = &report->tally;
    fputs("\n", report->out);
    table_head(report, "category");
    for (size_t i = 0; i < tally->category_count; i++)
        table_row(report, tally->categories[i].name, &tally->categories[i].row);
    fputs("\n", report->out);
    table_head(report, "severity");
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) > 0)
            table_row(report, SEVERITY_NAMES[i], &tally->severities[i]);
    }
    fputs(report_has_floors(report)
              ? "floor: what the best of the degenerate programs meets of the same cases\n"
              : "floor: not known for these cases\n",
          report->out);
}

/* --- the format --- */

static void say(struct report *report, const char *text)
{
    fprintf(report->out, "problem: %s\n", text);
}

static void text_begin(struct report *report)
{
    struct buffer line = {0};
    report_title(report, &line);
    fprintf(report->out, "%s\n", line.at);
    line.len = 0;
    report_setting(report, &line);
    if (line.len > 0)
        fprintf(report->out, "%s\n", line.at);
    if (report->head.containment_is_partial)
        fputs("containment is partial here: what leaves its process group may go on running\n",
              report->out);
    buffer_free(&line);
    tables(report);
}

static void text_add(struct report *report, const struct record *record)
{
    if (!record->fails)
        return;
    struct buffer details = {0};
    record_details(record, INDENT, &details);
    fprintf(report->out, "\n%s%s%s  %s  (%s)\n%s", report->colour ? colour_of(record->verdict) : "",
            verdict_name(record->verdict), report->colour ? "\033[0m" : "", record->id,
            SEVERITY_NAMES[record->severity], details.at);
    buffer_free(&details);
}

static void text_end(struct report *report)
{
    struct buffer line = {0};
    fputs("\n", report->out);
    for (size_t i = 0; i < report->notes.len; i++)
        fprintf(report->out, "note: %s\n", report->notes.items[i]);
    report_problems(report, say);
    if (!report_is_complete(report)) {
        report_incomplete(report, &line);
        fprintf(report->out, "%s\n", line.at);
        line.len = 0;
    }
    report_counts(report, &line);
    fprintf(report->out, "%s\n", line.at);
    buffer_free(&line);
}

const struct report_format REPORT_TEXT = {
    .name = "text",
    .about = "for people: tables of verdicts, each failure in full, a last line",
    .begin = text_begin,
    .add = text_add,
    .end = text_end,
};

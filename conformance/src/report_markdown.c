/*
 * report_markdown.c - GitHub-flavoured Markdown, as the summary of a step: tables by severity and
 * category with the floors, the failures folded away.
 *
 * A step's summary may have 1 MB, so that of many failures the first are shown and the rest counted.
 */
#include <string.h>

#include "escape.h"
#include "report.h"
#include "report_parts.h"

enum { FAILURES_MOST = 100 };

static void put(const struct report *report, const char *text)
{
    struct buffer escaped = {0};
    escape_markdown(&escaped, text);
    fputs(escaped.at, report->out);
    buffer_free(&escaped);
}

static void put_paragraph(const struct report *report, const char *before, const char *text)
{
    fputs(before, report->out);
    put(report, text);
    fputs("\n\n", report->out);
}

/* --- tables --- */

static void table_head(const struct report *report, const char *what)
{
    struct buffer rule = {0};
    fprintf(report->out, "| %s | cases |", what);
    buffer_text(&rule, "|---|---:|");
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (!report_has_column(report, (enum verdict)i))
            continue;
        fprintf(report->out, " %s |", verdict_name((enum verdict)i));
        buffer_text(&rule, "---:|");
    }
    fprintf(report->out, " floor |\n%s---|\n", rule.at);
    buffer_free(&rule);
}

static void table_row(const struct report *report, const char *name, const struct tally_row *row)
{
    struct buffer floor = {0};
    fputs("| ", report->out);
    put(report, name);
    fprintf(report->out, " | %zu |", tally_total(row));
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (!report_has_column(report, (enum verdict)i))
            continue;
        if (row->verdicts[i] > 0)
            fprintf(report->out, " %zu |", row->verdicts[i]);
        else
            fputs(" · |", report->out);
    }
    report_floor(report, row, &floor);
    fputs(" ", report->out);
    put(report, floor.at);
    fputs(" |\n", report->out);
    buffer_free(&floor);
}

static void tables(const struct report *report)
{
    const struct tally *tally = &report->tally;
    table_head(report, "severity");
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) > 0)
            table_row(report, SEVERITY_NAMES[i], &tally->severities[i]);
    }
    fputs("\n", report->out);
    table_head(report, "category");
    for (size_t i = 0; i < tally->category_count; i++)
        table_row(report, tally->categories[i].name, &tally->categories[i].row);
    fputs("\nfloor: what the best of the degenerate programs meets of the same cases\n\n",
          report->out);
}

/* --- the format --- */

static void put_problem(struct report *report, const char *text)
{
    put_paragraph(report, "**Problem:** ", text);
}

static void markdown_begin(struct report *report)
{
    struct buffer text = {0};
    fputs("## JETS\n\n", report->out);
    if (!report_is_complete(report)) {
        report_incomplete(report, &text);
        put_paragraph(report, "**This report is incomplete.** ", text.at);
        text.len = 0;
    }
    report_title(report, &text);
    put_paragraph(report, "", text.at);
    text.len = 0;
    report_setting(report, &text);
    if (text.len > 0)
        put_paragraph(report, "", text.at);
    text.len = 0;
    report_counts(report, &text);
    put_paragraph(report, "", text.at);
    buffer_free(&text);
    report_problems(report, put_problem);
    for (size_t i = 0; i < report->notes.len; i++)
        put_paragraph(report, "Note: ", report->notes.items[i]);
    tables(report);
    if (report->tally.all.failing > 0)
        fprintf(report->out, "<details>\n<summary>%zu failing</summary>\n\n",
                report->tally.all.failing);
}

/* In <pre>, where Markdown means nothing; a blank line ends no such block. */
static void markdown_add(struct report *report, const struct record *record)
{
    if (!record->fails || report->count++ >= FAILURES_MOST)
        return;
    struct buffer details = {0};
    struct buffer escaped = {0};
    record_details(record, "", &details);
    escape_xml(&escaped, details.at);
    fprintf(report->out, "**%s** ", verdict_name(record->verdict));
    put(report, record->id);
    fprintf(report->out, " (%s)\n\n<pre>\n%s</pre>\n\n", SEVERITY_NAMES[record->severity],
            escaped.at);
    buffer_free(&details);
    buffer_free(&escaped);
}

static void markdown_end(struct report *report)
{
    if (report->count > FAILURES_MOST)
        fprintf(report->out, "%zu more are not shown here\n\n", report->count - FAILURES_MOST);
    if (report->tally.all.failing > 0)
        fputs("</details>\n", report->out);
}

const struct report_format REPORT_MARKDOWN = {
    .name = "markdown",
    .about = "Markdown, for the summary of a step",
    .begin = markdown_begin,
    .add = markdown_add,
    .end = markdown_end,
};

/*
 * report_tap.c - the Test Anything Protocol, version 14.
 *
 * A failure that the baseline knows is `not ok … # TODO`; what is unsupported or unscored is `ok … #
 * SKIP`; a report that is incomplete ends in `Bail out!`.
 */
#include <string.h>

#include "escape.h"
#include "report.h"
#include "report_parts.h"

/* --- the YAML block of a failure --- */

static void put_pair(const struct report *report, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    struct buffer quoted = {0};
    escape_json(&quoted, text);
    fprintf(report->out, "  %s: %s\n", name, quoted.at);
    buffer_free(&quoted);
}

static void put_block(const struct report *report, const struct record *record)
{
    struct buffer message = {0};
    record_message(record, &message);
    fputs("  ---\n", report->out);
    put_pair(report, "message", message.at);
    put_pair(report, "verdict", verdict_name(record->verdict));
    put_pair(report, "severity", SEVERITY_NAMES[record->severity]);
    put_pair(report, "title", record->title);
    put_pair(report, "why", record->why);
    put_pair(report, "rules", record->rules);
    put_pair(report, "asked", record->asked);
    put_pair(report, "outcome", record->outcome);
    put_pair(report, "detail", record->detail);
    put_pair(report, "expected", record->expected);
    put_pair(report, "got", record->got);
    put_pair(report, "differs", record->difference);
    put_pair(report, "reply", record->reply);
    put_pair(report, "stderr", record->err);
    put_pair(report, "again", record->again);
    fputs("  ...\n", report->out);
    buffer_free(&message);
}

/* --- test points --- */

static void put_directive(const struct report *report, const struct record *record)
{
    struct buffer message = {0};
    struct buffer escaped = {0};
    record_message(record, &message);
    escape_tap(&escaped, message.at);
    bool todo = record_is_known(record) && verdict_is_failure(record->verdict);
    fprintf(report->out, " # %s %s", todo ? "TODO" : "SKIP", escaped.at);
    buffer_free(&escaped);
    buffer_free(&message);
}

static void tap_add(struct report *report, const struct record *record)
{
    bool good = !verdict_is_failure(record->verdict) && !record->fails;
    fprintf(report->out, "%sok %zu - %s", good ? "" : "not ", ++report->count, record->id);
    if (record->class == TALLY_SKIPPED)
        put_directive(report, record);
    fputs("\n", report->out);
    if (record->fails)
        put_block(report, record);
}

static void put_problem(struct report *report, const char *text)
{
    struct buffer escaped = {0};
    escape_tap(&escaped, text);
    fprintf(report->out, "not ok %zu - %s\n", ++report->count, escaped.at);
    buffer_free(&escaped);
}

static void put_comment(const struct report *report, const char *text)
{
    fprintf(report->out, "# %s\n", text);
}

/* --- the format --- */

static void tap_begin(struct report *report)
{
    struct buffer title = {0};
    report_title(report, &title);
    fprintf(report->out, "TAP version 14\n1..%zu\n",
            (size_t)report->head.selected + report_problem_count(report));
    put_comment(report, title.at);
    title.len = 0;
    report_setting(report, &title);
    if (title.len > 0)
        put_comment(report, title.at);
    buffer_free(&title);
}

static void floor_comment(const struct report *report, const char *name,
                          const struct tally_row *row)
{
    struct buffer line = {0};
    buffer_format(&line, "%s: %zu of %zu met; floor ", name, tally_met(row), tally_total(row));
    report_floor(report, row, &line);
    put_comment(report, line.at);
    buffer_free(&line);
}

static void tap_end(struct report *report)
{
    const struct tally *tally = &report->tally;
    struct buffer line = {0};
    report_problems(report, put_problem);
    for (size_t i = 0; i < report->notes.len; i++)
        put_comment(report, report->notes.items[i]);
    for (size_t i = 0; i < tally->category_count; i++)
        floor_comment(report, tally->categories[i].name, &tally->categories[i].row);
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) > 0)
            floor_comment(report, SEVERITY_NAMES[i], &tally->severities[i]);
    }
    report_counts(report, &line);
    put_comment(report, line.at);
    line.len = 0;
    if (!report_is_complete(report)) {
        report_incomplete(report, &line);
        fprintf(report->out, "Bail out! %s\n", line.at);
    }
    buffer_free(&line);
}

const struct report_format REPORT_TAP = {
    .name = "tap",
    .about = "TAP version 14",
    .begin = tap_begin,
    .add = tap_add,
    .end = tap_end,
};

/*
 * report_junit.c - JUnit XML, as Jenkins, GitLab and most other systems read it: a suite for each
 * category, a test case for each case.
 *
 * A wrong answer is a <failure>. Where there is no answer to judge (a crash, a timeout, output that
 * is no JSON) it is an <error>. What is unsupported, unscored, or known to the baseline is <skipped>,
 * with the reason. An incomplete report has a test case of its own that is an error.
 */
#include <string.h>

#include "escape.h"
#include "report.h"
#include "report_parts.h"

#define INDENT ""

static void put(const struct report *report, const char *text)
{
    struct buffer escaped = {0};
    escape_xml(&escaped, text);
    fputs(escaped.at, report->out);
    buffer_free(&escaped);
}

static void put_attribute(const struct report *report, const char *name, const char *text)
{
    fprintf(report->out, " %s=\"", name);
    put(report, text);
    fputs("\"", report->out);
}

static void put_time(const struct report *report, uint64_t us)
{
    struct buffer seconds = {0};
    report_seconds(us, &seconds);
    put_attribute(report, "time", seconds.at);
    buffer_free(&seconds);
}

/* --- what is wrong besides the cases: a suite of its own --- */

static size_t extra_failures(const struct report *report)
{
    return report_problem_count(report);
}

static size_t extra_errors(const struct report *report)
{
    return report_is_complete(report) ? 0 : 1;
}

static void put_problem(struct report *report, const char *text)
{
    fputs("    <testcase", report->out);
    put_attribute(report, "name", text);
    fputs(" classname=\"run\">\n      <failure", report->out);
    put_attribute(report, "message", text);
    fputs("/>\n    </testcase>\n", report->out);
}

static void put_incomplete(struct report *report)
{
    struct buffer text = {0};
    report_incomplete(report, &text);
    fputs("    <testcase name=\"the report is complete\" classname=\"run\">\n      <error",
          report->out);
    put_attribute(report, "message", text.at);
    fputs(" type=\"incomplete\"/>\n    </testcase>\n", report->out);
    buffer_free(&text);
}

static void put_extras(struct report *report)
{
    size_t failures = extra_failures(report);
    size_t errors = extra_errors(report);
    if (failures + errors == 0)
        return;
    fprintf(report->out,
            "  <testsuite name=\"run\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\">\n",
            failures + errors, failures, errors);
    if (errors > 0)
        put_incomplete(report);
    report_problems(report, put_problem);
    fputs("  </testsuite>\n", report->out);
}

/* --- suites --- */

static const struct tally_row *row_of(const struct report *report, const char *category)
{
    for (size_t i = 0; i < report->tally.category_count; i++) {
        if (strcmp(report->tally.categories[i].name, category) == 0)
            return &report->tally.categories[i].row;
    }
    return &report->tally.all;
}

static void put_property(const struct report *report, const char *name, const char *value)
{
    fputs("      <property", report->out);
    put_attribute(report, "name", name);
    put_attribute(report, "value", value);
    fputs("/>\n", report->out);
}

static void put_properties(const struct report *report, const struct tally_row *row)
{
    struct buffer text = {0};
    fputs("    <properties>\n", report->out);
    report_title(report, &text);
    put_property(report, "run", text.at);
    text.len = 0;
    report_setting(report, &text);
    if (text.len > 0)
        put_property(report, "setting", text.at);
    text.len = 0;
    report_floor(report, row, &text);
    put_property(report, "floor", text.at);
    fputs("    </properties>\n", report->out);
    buffer_free(&text);
}

static void close_suite(struct report *report)
{
    if (report->own.len > 0)
        fputs("  </testsuite>\n", report->out);
}

static void open_suite(struct report *report, const char *category)
{
    const struct tally_row *row = row_of(report, category);
    close_suite(report);
    report->own.len = 0;
    buffer_text(&report->own, category);
    fputs("  <testsuite", report->out);
    put_attribute(report, "name", category);
    fprintf(report->out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"",
            tally_total(row), row->classes[TALLY_FAILED], row->classes[TALLY_BROKEN],
            row->classes[TALLY_SKIPPED]);
    put_time(report, row->wall_us);
    fputs(">\n", report->out);
    put_properties(report, row);
}

/* --- cases --- */

static void put_result(struct report *report, const struct record *record)
{
    static const char *const ELEMENTS[] = {
        [TALLY_FAILED] = "failure", [TALLY_BROKEN] = "error", [TALLY_SKIPPED] = "skipped"};
    struct buffer text = {0};
    record_message(record, &text);
    fprintf(report->out, "      <%s", ELEMENTS[record->class]);
    put_attribute(report, "message", text.at);
    if (record->class == TALLY_SKIPPED) {
        fputs("/>\n", report->out);
    } else {
        text.len = 0;
        record_details(record, INDENT, &text);
        put_attribute(report, "type", verdict_name(record->verdict));
        fputs(">", report->out);
        put(report, text.at);
        fprintf(report->out, "</%s>\n", ELEMENTS[record->class]);
    }
    buffer_free(&text);
}

static void put_stderr(const struct report *report, const struct record *record)
{
    if (record->err[0] == '\0' || record->class == TALLY_PASSED)
        return;
    fputs("      <system-err>", report->out);
    put(report, record->err);
    fputs("</system-err>\n", report->out);
}

static void junit_add(struct report *report, const struct record *record)
{
    if (strcmp(report->own.at, record->category) != 0)
        open_suite(report, record->category);
    fputs("    <testcase", report->out);
    put_attribute(report, "name", record->id);
    put_attribute(report, "classname", record->category);
    if (record->wall_us != RECORD_UNMEASURED)
        put_time(report, record->wall_us);
    if (record->class == TALLY_PASSED) {
        fputs("/>\n", report->out);
        return;
    }
    fputs(">\n", report->out);
    put_result(report, record);
    put_stderr(report, record);
    fputs("    </testcase>\n", report->out);
}

static void junit_begin(struct report *report)
{
    const struct tally_row *all = &report->tally.all;
    size_t failures = extra_failures(report);
    size_t errors = extra_errors(report);
    buffer_add(&report->own, "", 0);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jets\"", report->out);
    fprintf(report->out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"",
            tally_total(all) + failures + errors, all->classes[TALLY_FAILED] + failures,
            all->classes[TALLY_BROKEN] + errors);
    put_time(report, all->wall_us);
    fputs(">\n", report->out);
}

static void junit_end(struct report *report)
{
    close_suite(report);
    put_extras(report);
    fputs("</testsuites>\n", report->out);
}

const struct report_format REPORT_JUNIT = {
    .name = "junit",
    .about = "JUnit XML, for systems of continuous integration",
    .begin = junit_begin,
    .add = junit_add,
    .end = junit_end,
};

/*
 * report_text.c - the report for people: verdicts by category and severity, each failure in full, a
 * last line.
 */
#include <inttypes.h>
#include <string.h>

#include "report.h"
#include "visible.h"

enum { SHOWN_VALUE = 400, SHOWN_REPLY = 2000, SHOWN_STDERR = 400, LABEL_WIDTH = 10 };

#define INDENT "  "
#define REPLY_INDENT INDENT "  | "

/* --- one failure --- */

static const char *colour_of(enum verdict verdict)
{
    if (verdict == VERDICT_PASS)
        return "\033[32m";
    return verdict_is_failure(verdict) ? "\033[1;31m" : "\033[33m";
}

static void add_verdict(const struct report *report, struct buffer *out, enum verdict verdict)
{
    if (report->colour)
        buffer_text(out, colour_of(verdict));
    buffer_text(out, verdict_name(verdict));
    if (report->colour)
        buffer_text(out, "\033[0m");
}

static void label(struct buffer *out, const char *name)
{
    buffer_format(out, INDENT "%-*s", LABEL_WIDTH, name);
}

static void text_line(struct buffer *out, const char *name, const char *text)
{
    label(out, name);
    visible_add(out, (const unsigned char *)text, strlen(text));
    buffer_text(out, "\n");
}

static void add_answer(struct buffer *out, const struct answer *answer)
{
    struct buffer compact = {0};
    answer_compact(answer, 0, &compact);
    visible_short(out, (const unsigned char *)compact.at, compact.len, SHOWN_VALUE);
    buffer_free(&compact);
}

static void add_result(struct buffer *out, const struct case_result *result)
{
    if (!result->none) {
        add_answer(out, &result->value.answer);
        return;
    }
    buffer_text(out, "none");
    if (result->reason != NULL)
        buffer_format(out, " (%s)", result->reason);
}

static void expected_lines(struct buffer *out, const struct test_case *test)
{
    label(out, "expected");
    add_result(out, &test->result);
    buffer_text(out, "\n");
    for (size_t i = 0; i < test->acceptable.len; i++) {
        label(out, i == 0 ? "or" : "");
        add_result(out, &test->acceptable.items[i]);
        buffer_text(out, "\n");
    }
}

/* What the program was asked to do, as it was given it. */
static void asked_line(struct buffer *out, const struct test_case *test)
{
    struct exec_option options[POLICY_COUNT];
    size_t len = case_options(test, options);
    label(out, "asked");
    buffer_text(out, OPERATION_NAMES[test->operation]);
    for (size_t i = 0; i < len; i++)
        buffer_format(out, " --%s=%s", options[i].name, options[i].value);
    buffer_text(out, "\n");
}

static void outcome_line(struct buffer *out, const struct record *record)
{
    const struct outcome *outcome = record->outcome;
    const struct judgement *judgement = record->judgement;
    label(out, "outcome");
    buffer_text(out, outcome_kind_name(outcome->kind));
    if (outcome->detail[0] != '\0') {
        buffer_text(out, ": ");
        visible_add(out, (const unsigned char *)outcome->detail, strlen(outcome->detail));
    }
    if (judgement->fault != NULL)
        buffer_format(out, ": %s", judgement->fault);
    if (judgement->fault_at > 0)
        buffer_format(out, ", from byte %zu on", judgement->fault_at);
    if (outcome->wall_us != OUTCOME_UNMEASURED)
        buffer_format(out, " (%" PRIu64 ".%01" PRIu64 " ms", outcome->wall_us / 1000,
                      outcome->wall_us % 1000 / 100);
    if (outcome->wall_us != OUTCOME_UNMEASURED && outcome->peak_kb != OUTCOME_UNMEASURED)
        buffer_format(out, ", %" PRIu64 " kB", outcome->peak_kb);
    if (outcome->wall_us != OUTCOME_UNMEASURED)
        buffer_text(out, ")");
    buffer_text(out, "\n");
}

static void got_line(struct buffer *out, const struct record *record)
{
    const struct outcome *outcome = record->outcome;
    label(out, "got");
    if (record->judgement->has_value && answer_whole(&record->judgement->got))
        add_answer(out, &record->judgement->got);
    else if (outcome->text_len > 0)
        visible_short(out, outcome->text, outcome->text_len, SHOWN_VALUE);
    else
        buffer_text(out, outcome->kind == OUTCOME_NONE ? "none" : "no output");
    buffer_text(out, "\n");
}

static void difference_lines(struct buffer *out, const struct record *record)
{
    const struct test_case *test = record->test;
    const struct judgement *judgement = record->judgement;
    struct buffer difference = {0};
    if (judgement->decoy != JUDGEMENT_NOWHERE)
        text_line(out, "decoy", "a value that real code returned");
    if (judgement->has_value && !test->result.none &&
        answer_difference(&test->result.value.answer, &judgement->got, &difference) == ANSWER_OK &&
        difference.len > 0) {
        label(out, "differs");
        buffer_add(out, difference.at, difference.len);
        buffer_text(out, "\n");
    }
    buffer_free(&difference);
}

static void reply_lines(struct buffer *out, const struct test_case *test)
{
    label(out, "reply");
    buffer_format(out, "%" PRIu64 " bytes", test->reply.length);
    if (test->result.has_span)
        buffer_format(out, "; the answer is %" PRIu64 " bytes from byte %" PRIu64 " on",
                      test->result.span_len, test->result.span_at);
    buffer_text(out, "\n");
    if (test->reply.length > 0)
        reply_show(&test->reply, test->result.span_at, test->result.span_len, SHOWN_REPLY,
                   REPLY_INDENT, out);
}

static void stderr_line(struct buffer *out, const struct outcome *outcome)
{
    if (outcome->err_len == 0)
        return;
    size_t len = outcome->err_len < SHOWN_STDERR ? outcome->err_len : SHOWN_STDERR;
    size_t from = visible_boundary(outcome->err, outcome->err_len, outcome->err_len - len);
    label(out, "stderr");
    buffer_text(out, from > 0 ? "\xE2\x80\xA6 " : "");
    visible_add(out, outcome->err + from, outcome->err_len - from);
    buffer_text(out, "\n");
}

static void again_line(struct buffer *out, const struct report_run *run, const char *id)
{
    label(out, "again");
    buffer_format(out, "%s --filter ", run->again);
    visible_shell(out, id);
    buffer_text(out, " --");
    for (size_t i = 0; run->command[i] != NULL; i++) {
        buffer_text(out, " ");
        visible_shell(out, run->command[i]);
    }
    buffer_text(out, "\n");
}

static void describe_failure(struct report *report, const struct record *record)
{
    struct buffer *out = &report->details;
    const struct test_case *test = record->test;
    buffer_text(out, "\n");
    add_verdict(report, out, record->judgement->verdict);
    buffer_format(out, "  %s  (%s)\n", test->id, SEVERITY_NAMES[test->severity]);
    text_line(out, "title", test->title);
    text_line(out, "why", test->why);
    asked_line(out, test);
    outcome_line(out, record);
    expected_lines(out, test);
    got_line(out, record);
    difference_lines(out, record);
    reply_lines(out, test);
    stderr_line(out, record->outcome);
    again_line(out, report->run, test->id);
}

/* --- tables --- */

enum { NAME_WIDTH = 26, NUMBER_GAP = 2 };

/* A verdict has a column where any case has it; pass always has one. */
static bool has_column(const struct report *report, int verdict)
{
    return verdict == VERDICT_PASS || report->tally.all.verdicts[verdict] > 0;
}

static void table_head(const struct report *report, const char *what)
{
    fprintf(report->out, "%-*s cases", NAME_WIDTH, what);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (has_column(report, i))
            fprintf(report->out, "%*s%s", NUMBER_GAP, "", verdict_name((enum verdict)i));
    }
    fputs("\n", report->out);
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
        if (has_column(report, i))
            table_cell(report, (enum verdict)i, row->verdicts[i]);
    }
    fputs("\n", report->out);
}

static void tables(const struct report *report)
{
    const struct tally *tally = &report->tally;
    table_head(report, "category");
    for (size_t i = 0; i < tally->category_count; i++)
        table_row(report, tally->categories[i].name, &tally->categories[i].row);
    fputs("\n", report->out);
    table_head(report, "severity");
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) > 0)
            table_row(report, SEVERITY_NAMES[i], &tally->severities[i]);
    }
}

static void last_line(const struct report *report)
{
    const struct tally *tally = &report->tally;
    size_t total = tally_total(&tally->all);
    fprintf(report->out, "%zu %s:", total, total == 1 ? "case" : "cases");
    const char *separator = " ";
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (tally->all.verdicts[i] == 0)
            continue;
        fprintf(report->out, "%s%zu %s", separator, tally->all.verdicts[i],
                verdict_name((enum verdict)i));
        separator = ", ";
    }
    separator = "; failures: ";
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        size_t cases = tally_total(&tally->severities[i]);
        if (cases == 0)
            continue;
        fprintf(report->out, "%s%s %zu of %zu", separator, SEVERITY_NAMES[i],
                tally_failures(&tally->severities[i]), cases);
        separator = ", ";
    }
    fputs("\n", report->out);
}

/* What the runner could not do as asked, in any of the runs. */
static void note_lines(const struct report *report)
{
    for (unsigned bit = 1; bit != 0 && bit <= report->notes; bit <<= 1) {
        const char *text = (report->notes & bit) != 0 ? process_note_text(bit) : NULL;
        if (text != NULL)
            fprintf(report->out, "note: %s\n", text);
    }
}

/* --- the format --- */

static void text_begin(struct report *report)
{
    const struct report_run *run = report->run;
    struct buffer head = {0};
    for (size_t i = 0; run->command[i] != NULL; i++) {
        buffer_text(&head, i > 0 ? " " : "");
        visible_shell(&head, run->command[i]);
    }
    fprintf(report->out, "%zu %s, corpus %s: %s\n", run->selected,
            run->selected == 1 ? "case" : "cases",
            run->corpus_version != NULL ? run->corpus_version : "without a version", head.at);
    if (run->containment_is_partial)
        fputs("containment is partial here: what leaves its process group may go on running\n",
              report->out);
    buffer_free(&head);
}

static void text_add(struct report *report, const struct record *record)
{
    if (verdict_is_failure(record->judgement->verdict))
        describe_failure(report, record);
}

static void text_end(struct report *report, bool complete)
{
    fputs("\n", report->out);
    tables(report);
    if (report->details.len > 0)
        fwrite(report->details.at, 1, report->details.len, report->out);
    fputs("\n", report->out);
    note_lines(report);
    if (!complete)
        fprintf(report->out, "incomplete: %zu of %zu cases were run\n",
                tally_total(&report->tally.all), report->run->selected);
    last_line(report);
}

const struct report_format REPORT_TEXT = {
    .name = "text",
    .about = "for people: tables of verdicts, each failure in full, a last line",
    .begin = text_begin,
    .add = text_add,
    .end = text_end,
};

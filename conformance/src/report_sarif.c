/*
 * report_sarif.c - SARIF 2.1.0: the problems alone, each at the file of its case, under the rule of
 * SPEC.md that it breaks.
 *
 * Results are written one by one; the rules that they cite are collected and follow them, since the
 * order of an object's members means nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "report.h"
#include "report_parts.h"
#include "rules.h"
#include "visible.h"

enum { RULES_MOST = 200, SHOWN_REPLY = 1000 };

static const char SCHEMA[] = "https://json.schemastore.org/sarif-2.1.0.json";
static const char RUN_RULE[] = "jets.run";

static void put(const struct report *report, const char *text)
{
    fputs(text, report->out);
}

static void put_string(const struct report *report, const char *text)
{
    struct buffer quoted = {0};
    escape_json(&quoted, text);
    put(report, quoted.at);
    buffer_free(&quoted);
}

/* A member with its comma before it. */
static void put_member(const struct report *report, const char *name, const char *text)
{
    fprintf(report->out, ",\"%s\":", name);
    put_string(report, text);
}

/* --- results --- */

static const char *level_of(const struct record *record)
{
    if (!record->fails)
        return "note";
    return record->severity == SEVERITY_INTEGRITY ? "error" : "warning";
}

/* SARIF's words for a result that an earlier run had, has not, or has otherwise. */
static const char *baseline_word(const struct record *record)
{
    switch (record->state) {
    case RECORD_KNOWN: return "unchanged";
    case RECORD_FIXED:
    case RECORD_CHANGED: return "updated";
    default: return "new";
    }
}

static void put_location(const struct report *report, const struct record *record)
{
    fprintf(report->out,
            ",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":"
            "\"corpus/cases/%s.json\"},\"region\":{\"startLine\":1}}}]",
            record->id);
}

static void put_message(const struct report *report, const struct record *record)
{
    struct buffer message = {0};
    buffer_format(&message, "%s: ", record->id);
    record_message(record, &message);
    if (record->title[0] != '\0')
        buffer_format(&message, ". %s", record->title);
    put(report, ",\"message\":{\"text\":");
    put_string(report, message.at);
    put(report, "}");
    buffer_free(&message);
}

static void put_properties(const struct report *report, const struct record *record)
{
    struct buffer reply = {0};
    visible_short(&reply, (const unsigned char *)record->reply, strlen(record->reply), SHOWN_REPLY);
    put(report, ",\"properties\":{\"verdict\":");
    put_string(report, verdict_name(record->verdict));
    put_member(report, "category", record->category);
    put_member(report, "severity", SEVERITY_NAMES[record->severity]);
    put_member(report, "rules", record->rules);
    put_member(report, "asked", record->asked);
    put_member(report, "outcome", record->outcome);
    put_member(report, "detail", record->detail);
    put_member(report, "reply", reply.at);
    put_member(report, "again", record->again);
    put(report, "}");
    buffer_free(&reply);
}

/* The same case with the same verdict is the same problem, in whatever run. */
static void put_fingerprint(const struct report *report, const struct record *record)
{
    fprintf(report->out, ",\"partialFingerprints\":{\"jetsCaseVerdict/v1\":\"%s:%s\"}", record->id,
            verdict_name(record->verdict));
}

static void put_suppression(const struct report *report, const struct record *record)
{
    if (!record_is_known(record))
        return;
    put(report, ",\"suppressions\":[{\"kind\":\"external\",\"justification\":");
    put_string(report, record->known_reason[0] != '\0' ? record->known_reason : "in the baseline");
    put(report, "}]");
}

static void begin_result(struct report *report, const char *rule, const char *level)
{
    put(report, report->count++ > 0 ? ",\n" : "\n");
    put(report, "{\"ruleId\":");
    put_string(report, rule);
    fprintf(report->out, ",\"level\":\"%s\"", level);
    /* The format's own list of rules: ids, each with a line feed behind it. */
    struct buffer line = {0};
    buffer_format(&line, "\n%s\n", rule);
    if (strstr(report->own.at, line.at) == NULL && report->own.len < RULES_MOST * strlen("R3.1\n"))
        buffer_text(&report->own, line.at + 1);
    buffer_free(&line);
}

static void sarif_add(struct report *report, const struct record *record)
{
    if (!record->fails && !(record_is_known(record) && verdict_is_failure(record->verdict)))
        return;
    begin_result(report, record->first_rule[0] != '\0' ? record->first_rule : RUN_RULE,
                 level_of(record));
    put_message(report, record);
    put_location(report, record);
    put_fingerprint(report, record);
    if (report->head.baseline[0] != '\0')
        put_member(report, "baselineState", baseline_word(record));
    put_suppression(report, record);
    put_properties(report, record);
    put(report, "}");
}

/* --- the run --- */

static void put_problem(struct report *report, const char *text)
{
    begin_result(report, RUN_RULE, "error");
    put(report, ",\"message\":{\"text\":");
    put_string(report, text);
    put(report, "}");
    if (report->head.baseline[0] != '\0')
        put_member(report, "baselineState", "new");
    put(report, "}");
}

static void put_rules(struct report *report)
{
    put(report, "\"rules\":[");
    for (const char *at = report->own.at + 1; *at != '\0'; at += strcspn(at, "\n") + 1) {
        char *id = memory_copy(at, strcspn(at, "\n"));
        put(report, at > report->own.at + 1 ? ",\n{\"id\":" : "\n{\"id\":");
        put_string(report, id);
        put(report, ",\"shortDescription\":{\"text\":");
        put_string(report, strcmp(id, RUN_RULE) == 0 ? "The run is in order." : rule_words(id));
        put(report, "}}");
        free(id);
    }
    put(report, "]");
}

static void put_tool(struct report *report)
{
    put(report, "\"tool\":{\"driver\":{\"name\":\"jets\"");
    if (report->head.jets_version[0] != '\0')
        put_member(report, "version", report->head.jets_version);
    put(report, ",\n");
    put_rules(report);
    put(report, "}}");
}

static void put_notification(struct report *report, const char *level, const char *text)
{
    put(report, report->count++ > 0 ? ",\n" : "\n");
    fprintf(report->out, "{\"level\":\"%s\",\"message\":{\"text\":", level);
    put_string(report, text);
    put(report, "}}");
}

static void put_invocation(struct report *report)
{
    bool complete = report_is_complete(report);
    fprintf(report->out, "\"invocations\":[{\"executionSuccessful\":%s,\"commandLine\":",
            complete ? "true" : "false");
    put_string(report, report->head.command);
    put(report, ",\"toolExecutionNotifications\":[");
    report->count = 0;
    if (!complete) {
        struct buffer text = {0};
        report_incomplete(report, &text);
        put_notification(report, "error", text.at);
        buffer_free(&text);
    }
    for (size_t i = 0; i < report->notes.len; i++)
        put_notification(report, "warning", report->notes.items[i]);
    put(report, "]}]");
}

static void put_row(struct report *report, const char *name, const struct tally_row *row)
{
    struct buffer line = {0};
    buffer_format(&line, "%zu of %zu met; floor ", tally_met(row), tally_total(row));
    report_floor(report, row, &line);
    put(report, report->count++ > 0 ? ",\n" : "\n");
    put_string(report, name);
    put(report, ":");
    put_string(report, line.at);
    buffer_free(&line);
}

static void put_figures(struct report *report)
{
    const struct tally *tally = &report->tally;
    put(report, "\"properties\":{\"figures\":{");
    report->count = 0;
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) > 0)
            put_row(report, SEVERITY_NAMES[i], &tally->severities[i]);
    }
    for (size_t i = 0; i < tally->category_count; i++)
        put_row(report, tally->categories[i].name, &tally->categories[i].row);
    put(report, "}}");
}

static void sarif_begin(struct report *report)
{
    buffer_text(&report->own, "\n");
    fprintf(report->out, "{\"$schema\":\"%s\",\"version\":\"2.1.0\",\"runs\":[{\"results\":[",
            SCHEMA);
}

static void sarif_end(struct report *report)
{
    report_problems(report, put_problem);
    put(report, "],\n");
    put_tool(report);
    put(report, ",\n");
    put_invocation(report);
    put(report, ",\n");
    put_figures(report);
    put(report, "}]}\n");
}

const struct report_format REPORT_SARIF = {
    .name = "sarif",
    .about = "SARIF 2.1.0: the problems alone",
    .begin = sarif_begin,
    .add = sarif_add,
    .end = sarif_end,
};

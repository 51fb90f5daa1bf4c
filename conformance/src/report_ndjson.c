/*
 * report_ndjson.c - the report for programs: one JSON object a line for each case, then one
 * `summary`, without which the report is incomplete.
 *
 * Lines are made with cJSON. A value goes in as its exact text, but only where any JSON library can
 * read it: one that is long, deep, or has a huge number is given as `text` instead, shortened in
 * the middle.
 */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "status.h"
#include "visible.h"

enum {
    RAW_MAX = 64 << 10,   /* bytes of a value that is given as a value */
    RAW_DEPTH_MAX = 64,   /* its levels: some readers recurse */
    RAW_NUMBER_MAX = 300, /* bytes of its longest number: some readers refuse long ones */
    TEXT_MAX = 4 << 10    /* bytes of what is given as text */
};

/* cJSON gives NULL where memory is out; there is nothing left to report then, as in memory.h. */
static cJSON *need(cJSON *item)
{
    if (item == NULL) {
        fputs("jets: out of memory\n", stderr);
        exit(STATUS_INTERNAL);
    }
    return item;
}

static void add_text(cJSON *object, const char *name, const unsigned char *bytes, size_t len)
{
    struct buffer text = {0};
    visible_utf8(&text, bytes, len);
    need(cJSON_AddStringToObject(object, name, text.at));
    buffer_free(&text);
}

static void add_string(cJSON *object, const char *name, const char *text)
{
    add_text(object, name, (const unsigned char *)text, strlen(text));
}

/* The numbers here are below 2^53. */
static void add_number(cJSON *object, const char *name, uint64_t number)
{
    need(cJSON_AddNumberToObject(object, name, (double)number));
}

static void add_measure(cJSON *object, const char *name, uint64_t measure)
{
    if (measure == OUTCOME_UNMEASURED)
        need(cJSON_AddNullToObject(object, name));
    else
        add_number(object, name, measure);
}

/* Bytes as text; of long ones the middle is left out, and how many there are is said. */
static void add_shortened(cJSON *object, const unsigned char *bytes, size_t len)
{
    struct buffer text = {0};
    size_t head = len;
    size_t tail = len;
    if (len > TEXT_MAX) {
        head = visible_boundary(bytes, len, TEXT_MAX - TEXT_MAX / 4);
        tail = visible_boundary(bytes, len, len - TEXT_MAX / 4);
    }
    visible_utf8(&text, bytes, head);
    if (tail > head)
        buffer_format(&text, " \xE2\x80\xA6 %zu bytes \xE2\x80\xA6 ", tail - head);
    visible_utf8(&text, bytes + tail, len - tail);
    need(cJSON_AddStringToObject(object, "text", text.at));
    add_number(object, "bytes", len);
    buffer_free(&text);
}

static bool is_plain(const struct answer *answer)
{
    return answer_whole(answer) && answer->nodes[0].len <= RAW_MAX &&
           answer->depth <= RAW_DEPTH_MAX && answer->longest_number <= RAW_NUMBER_MAX;
}

static void add_value(cJSON *object, const struct answer *answer, const unsigned char *text,
                      size_t len)
{
    if (!is_plain(answer)) {
        add_shortened(object, text, len);
        return;
    }
    struct buffer compact = {0};
    answer_compact(answer, 0, &compact);
    need(cJSON_AddRawToObject(object, "value", compact.at));
    buffer_free(&compact);
}

static void add_expected(cJSON *line, const struct case_result *result)
{
    cJSON *expected = need(cJSON_AddObjectToObject(line, "expected"));
    if (!result->none)
        add_value(expected, &result->value.answer, (const unsigned char *)result->value.text,
                  result->value.len);
    else
        add_string(expected, "none", result->reason != NULL ? result->reason : "");
}

static void add_got(cJSON *line, const struct record *record)
{
    const struct outcome *outcome = record->outcome;
    if (outcome->kind != OUTCOME_NONE && outcome->text_len == 0) {
        need(cJSON_AddNullToObject(line, "got"));
        return;
    }
    cJSON *got = need(cJSON_AddObjectToObject(line, "got"));
    if (outcome->kind == OUTCOME_NONE)
        need(cJSON_AddTrueToObject(got, "none"));
    else if (record->judgement->has_value)
        add_value(got, &record->judgement->got, outcome->text, outcome->text_len);
    else
        add_shortened(got, outcome->text, outcome->text_len);
}

/* What the runner could not do as asked, as sentences. */
static void add_notes(cJSON *object, unsigned notes)
{
    cJSON *list = need(cJSON_AddArrayToObject(object, "notes"));
    for (unsigned bit = 1; bit != 0 && bit <= notes; bit <<= 1) {
        const char *text = (notes & bit) != 0 ? process_note_text(bit) : NULL;
        if (text != NULL)
            cJSON_AddItemToArray(list, need(cJSON_CreateString(text)));
    }
}

static void add_outcome(cJSON *line, const struct record *record)
{
    const struct outcome *outcome = record->outcome;
    const struct judgement *judgement = record->judgement;
    add_string(line, "outcome", outcome_kind_name(outcome->kind));
    add_number(line, "code", (uint64_t)(outcome->code > 0 ? outcome->code : 0));
    add_string(line, "detail", judgement->fault != NULL ? judgement->fault : outcome->detail);
    if (judgement->decoy != JUDGEMENT_NOWHERE)
        add_number(line, "decoy", judgement->decoy);
    if (judgement->acceptable != JUDGEMENT_NOWHERE)
        add_number(line, "acceptable", judgement->acceptable);
    add_measure(line, "wall_us", outcome->wall_us);
    add_measure(line, "cpu_us", outcome->cpu_us);
    add_measure(line, "peak_kb", outcome->peak_kb);
    add_text(line, "stderr_tail", outcome->err, outcome->err_len);
    add_notes(line, outcome->notes);
}

/* Writes the line at once, so that a reader of a long run sees it. */
static void write_line(struct report *report, cJSON *line)
{
    char *text = cJSON_PrintUnformatted(line);
    cJSON_Delete(line);
    if (text == NULL) {
        need(NULL);
        return;
    }
    fputs(text, report->out);
    fputs("\n", report->out);
    fflush(report->out);
    cJSON_free(text);
}

static void ndjson_begin(struct report *report)
{
    (void)report; /* a report begins with its first case */
}

static void ndjson_add(struct report *report, const struct record *record)
{
    const struct test_case *test = record->test;
    cJSON *line = need(cJSON_CreateObject());
    add_string(line, "case", test->id);
    add_string(line, "category", test->category);
    add_string(line, "severity", SEVERITY_NAMES[test->severity]);
    add_string(line, "operation", OPERATION_NAMES[test->operation]);
    add_string(line, "verdict", verdict_name(record->judgement->verdict));
    add_expected(line, &test->result);
    add_got(line, record);
    add_outcome(line, record);
    write_line(report, line);
}

static void add_row(cJSON *object, const char *name, const struct tally_row *row)
{
    cJSON *counts = need(cJSON_AddObjectToObject(object, name));
    add_number(counts, "cases", tally_total(row));
    for (int i = 0; i < VERDICT_COUNT; i++)
        add_number(counts, verdict_name((enum verdict)i), row->verdicts[i]);
}

static void add_run(cJSON *summary, const struct report_run *run)
{
    cJSON *command = need(cJSON_AddArrayToObject(summary, "command"));
    for (size_t i = 0; run->command[i] != NULL; i++) {
        struct buffer word = {0};
        visible_utf8(&word, (const unsigned char *)run->command[i], strlen(run->command[i]));
        cJSON_AddItemToArray(command, need(cJSON_CreateString(word.at)));
        buffer_free(&word);
    }
    if (run->corpus_version != NULL)
        add_string(summary, "corpus_version", run->corpus_version);
    else
        need(cJSON_AddNullToObject(summary, "corpus_version"));
    add_string(summary, "containment", run->containment_is_partial ? "partial" : "full");
    cJSON *limits = need(cJSON_AddObjectToObject(summary, "limits"));
    add_number(limits, "wall_ms", run->limits.wall_ms);
    add_number(limits, "memory_kb", run->limits.memory_kb);
    add_number(limits, "output_bytes", run->limits.output_max);
}

static void ndjson_end(struct report *report, bool complete)
{
    const struct tally *tally = &report->tally;
    cJSON *line = need(cJSON_CreateObject());
    cJSON *summary = need(cJSON_AddObjectToObject(line, "summary"));
    need(cJSON_AddBoolToObject(summary, "complete", complete));
    add_number(summary, "selected", report->run->selected);
    add_run(summary, report->run);
    add_notes(summary, report->notes);
    add_row(summary, "verdicts", &tally->all);
    cJSON *severities = need(cJSON_AddObjectToObject(summary, "severities"));
    for (int i = 0; i < SEVERITY_COUNT; i++)
        add_row(severities, SEVERITY_NAMES[i], &tally->severities[i]);
    cJSON *categories = need(cJSON_AddObjectToObject(summary, "categories"));
    for (size_t i = 0; i < tally->category_count; i++)
        add_row(categories, tally->categories[i].name, &tally->categories[i].row);
    write_line(report, line);
}

const struct report_format REPORT_NDJSON = {
    .name = "ndjson",
    .about = "for programs: one JSON object a case, then one summary",
    .begin = ndjson_begin,
    .add = ndjson_add,
    .end = ndjson_end,
};

/*
 * record.c - makes the lines of a report, with cJSON.
 *
 * A value goes in as its exact text, but only where any JSON library can read it: one that is long,
 * deep, or has a huge number is given as `text` instead, shortened in the middle.
 */
#include "record.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status.h"
#include "visible.h"

enum {
    CONTRACT_VERSION = 1,
    RAW_MAX = 64 << 10,   /* bytes of a value that is given as a value */
    RAW_DEPTH_MAX = 64,   /* its levels: some readers recurse */
    RAW_NUMBER_MAX = 300, /* bytes of its longest number: some readers refuse long ones */
    TEXT_MAX = 4 << 10,   /* bytes of what is given as text */
    REPLY_MAX_SHOWN = 2000
};

const char *const RECORD_STATE_NAMES[RECORD_STATE_COUNT + 1] = {"plain", "new",     "known",
                                                                "fixed", "changed", NULL};

bool record_fails(enum verdict verdict, enum record_state state)
{
    if (state == RECORD_PLAIN)
        return verdict_is_failure(verdict);
    return state != RECORD_KNOWN;
}

/* Bytes of a testee's reason that are kept. */
enum { REASON_MAX = 1000 };

static bool is_wrong_answer(enum verdict verdict)
{
    return verdict == VERDICT_HIJACK || verdict == VERDICT_INVENTED || verdict == VERDICT_LOST ||
           verdict == VERDICT_FLAKY;
}

enum tally_class record_class(enum verdict verdict, enum record_state state)
{
    if (!record_fails(verdict, state))
        return verdict == VERDICT_PASS || verdict == VERDICT_ACCEPTABLE ? TALLY_PASSED
                                                                        : TALLY_SKIPPED;
    return !verdict_is_failure(verdict) || is_wrong_answer(verdict) ? TALLY_FAILED : TALLY_BROKEN;
}

/* --- members --- */

static void add_bytes(cJSON *object, const char *name, const unsigned char *bytes, size_t len)
{
    struct buffer text = {0};
    visible_utf8(&text, bytes, len);
    memory_given(cJSON_AddStringToObject(object, name, text.at));
    buffer_free(&text);
}

static void add_string(cJSON *object, const char *name, const char *text)
{
    add_bytes(object, name, (const unsigned char *)text, strlen(text));
}

static void add_string_or_null(cJSON *object, const char *name, const char *text)
{
    if (text != NULL)
        add_string(object, name, text);
    else
        memory_given(cJSON_AddNullToObject(object, name));
}

static void add_string_if(cJSON *object, const char *name, const char *text)
{
    if (text != NULL)
        add_string(object, name, text);
}

/* The numbers here are below 2^53. */
static void add_number(cJSON *object, const char *name, uint64_t number)
{
    memory_given(cJSON_AddNumberToObject(object, name, (double)number));
}

static void add_measure(cJSON *object, const char *name, const struct outcome *outcome,
                        uint64_t measure)
{
    if (outcome == NULL || measure == OUTCOME_UNMEASURED)
        memory_given(cJSON_AddNullToObject(object, name));
    else
        add_number(object, name, measure);
}

static void add_item(cJSON *list, const char *text)
{
    struct buffer shown = {0};
    visible_utf8(&shown, (const unsigned char *)text, strlen(text));
    cJSON_AddItemToArray(list, memory_given(cJSON_CreateString(shown.at)));
    buffer_free(&shown);
}

/* A list of texts that ends with NULL; NULL is an empty one. */
static void add_list(cJSON *object, const char *name, const char *const *texts)
{
    cJSON *list = memory_given(cJSON_AddArrayToObject(object, name));
    for (size_t i = 0; texts != NULL && texts[i] != NULL; i++)
        add_item(list, texts[i]);
}

static char *print_line(cJSON *line)
{
    char *printed = memory_given(cJSON_PrintUnformatted(line));
    cJSON_Delete(line);
    /* cJSON may have an allocator of its own; the caller frees with free. */
    char *text = memory_copy(printed, strlen(printed));
    cJSON_free(printed);
    return text;
}

/* --- values --- */

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
    memory_given(cJSON_AddStringToObject(object, "text", text.at));
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
    memory_given(cJSON_AddRawToObject(object, "value", compact.at));
    buffer_free(&compact);
}

static void fill_result(cJSON *object, const struct case_result *result)
{
    if (!result->none)
        add_value(object, &result->value.answer, (const unsigned char *)result->value.text,
                  result->value.len);
    else
        add_string(object, "none", result->reason != NULL ? result->reason : "");
}

static void add_got(cJSON *line, const struct record_input *input)
{
    const struct outcome *outcome = input->outcome;
    if (outcome == NULL || (outcome->kind != OUTCOME_NONE && outcome->text_len == 0)) {
        memory_given(cJSON_AddNullToObject(line, "got"));
        return;
    }
    cJSON *got = memory_given(cJSON_AddObjectToObject(line, "got"));
    if (outcome->kind == OUTCOME_NONE)
        memory_given(cJSON_AddTrueToObject(got, "none"));
    else if (input->judgement != NULL && input->judgement->has_value)
        add_value(got, &input->judgement->got, outcome->text, outcome->text_len);
    else
        add_shortened(got, outcome->text, outcome->text_len);
}

/* --- the parts of a case --- */

static const struct case_result *expected_of(const struct record_input *input)
{
    return input->expected != NULL ? input->expected : &input->test->result;
}

static void add_case(cJSON *line, const struct test_case *test)
{
    struct exec_option options[POLICY_COUNT];
    size_t len = case_options(test, options);
    add_string(line, "case", test->id);
    add_string(line, "category", test->category);
    add_string(line, "title", test->title);
    add_string(line, "severity", SEVERITY_NAMES[test->severity]);
    add_string(line, "operation", OPERATION_NAMES[test->operation]);
    cJSON *object = memory_given(cJSON_AddObjectToObject(line, "options"));
    for (size_t i = 0; i < len; i++)
        add_string(object, options[i].name, options[i].value);
    cJSON *rules = memory_given(cJSON_AddArrayToObject(line, "rules"));
    for (size_t i = 0; i < test->rules.len; i++)
        add_item(rules, test->rules.items[i]);
}

static void add_baseline(cJSON *line, const struct record_input *input)
{
    if (input->state == RECORD_PLAIN)
        return;
    cJSON *baseline = memory_given(cJSON_AddObjectToObject(line, "baseline"));
    add_string(baseline, "state", RECORD_STATE_NAMES[input->state]);
    add_string_if(baseline, "verdict", input->known_verdict);
    add_string_if(baseline, "reason", input->known_reason);
}

/* A reason is for people to read; a testee's may be as long as a line of its may be. */
static void add_reason(cJSON *line, const char *reason)
{
    size_t len = reason != NULL ? strlen(reason) : 0;
    if (len <= REASON_MAX) {
        add_string_if(line, "reason", reason);
        return;
    }
    struct buffer cut = {0};
    for (len = REASON_MAX; ((unsigned char)reason[len] & 0xC0) == 0x80; len--) {}
    buffer_add(&cut, reason, len);
    buffer_text(&cut, " …");
    add_string(line, "reason", cut.at);
    buffer_free(&cut);
}

static void add_verdict(cJSON *line, const struct record_input *input)
{
    add_string(line, "verdict", verdict_name(input->verdict));
    memory_given(cJSON_AddBoolToObject(line, "fails", record_fails(input->verdict, input->state)));
    add_baseline(line, input);
    if (input->repeats_len > 1) {
        cJSON *repeats = memory_given(cJSON_AddArrayToObject(line, "repeats"));
        for (size_t i = 0; i < input->repeats_len; i++)
            add_item(repeats, verdict_name(input->repeats[i]));
    }
    add_reason(line, input->reason);
    add_string_if(line, "policy", input->policy);
}

static void add_expected(cJSON *line, const struct record_input *input)
{
    fill_result(memory_given(cJSON_AddObjectToObject(line, "expected")), expected_of(input));
    const struct case_results *others = &input->test->acceptable;
    if (others->len == 0)
        return;
    cJSON *list = memory_given(cJSON_AddArrayToObject(line, "alternatives"));
    for (size_t i = 0; i < others->len; i++) {
        cJSON *other = memory_given(cJSON_CreateObject());
        fill_result(other, &others->items[i]);
        cJSON_AddItemToArray(list, other);
    }
}

/* What happened, and what is wrong with it, in one line. */
static void add_detail(cJSON *line, const struct record_input *input)
{
    const struct judgement *judgement = input->judgement;
    struct buffer detail = {0};
    buffer_text(&detail, input->outcome != NULL ? input->outcome->detail : "");
    if (judgement != NULL && judgement->fault != NULL) {
        buffer_format(&detail, "%s%s", detail.len > 0 ? ": " : "", judgement->fault);
        if (judgement->fault_at > 0)
            buffer_format(&detail, ", from byte %zu on", judgement->fault_at);
    }
    add_string(line, "detail", detail.at);
    buffer_free(&detail);
}

static void add_difference(cJSON *line, const struct record_input *input)
{
    const struct case_result *expected = expected_of(input);
    const struct judgement *judgement = input->judgement;
    struct buffer difference = {0};
    if (judgement != NULL && judgement->has_value && !expected->none &&
        answer_difference(&expected->value.answer, &judgement->got, &difference) ==
            ANSWER_NO_MEMORY)
        memory_out();
    if (difference.len > 0)
        add_string(line, "difference", difference.at);
    buffer_free(&difference);
}

/* What the runner could not do as asked, as sentences. */
static void add_notes(cJSON *object, unsigned notes)
{
    cJSON *list = memory_given(cJSON_AddArrayToObject(object, "notes"));
    for (unsigned bit = 1; bit != 0 && bit <= notes; bit <<= 1) {
        const char *text = (notes & bit) != 0 ? process_note_text(bit) : NULL;
        if (text != NULL)
            add_item(list, text);
    }
}

static void add_outcome(cJSON *line, const struct record_input *input)
{
    const struct outcome *outcome = input->outcome;
    const struct judgement *judgement = input->judgement;
    int code = outcome != NULL && outcome->code > 0 ? outcome->code : 0;
    add_string_or_null(line, "outcome", outcome != NULL ? outcome_kind_name(outcome->kind) : NULL);
    add_number(line, "code", (uint64_t)code);
    add_detail(line, input);
    if (judgement != NULL && judgement->decoy != JUDGEMENT_NOWHERE)
        add_number(line, "decoy", judgement->decoy);
    if (judgement != NULL && judgement->acceptable != JUDGEMENT_NOWHERE)
        add_number(line, "acceptable", judgement->acceptable);
    add_difference(line, input);
    add_measure(line, "wall_us", outcome, outcome != NULL ? outcome->wall_us : 0);
    add_measure(line, "cpu_us", outcome, outcome != NULL ? outcome->cpu_us : 0);
    add_measure(line, "peak_kb", outcome, outcome != NULL ? outcome->peak_kb : 0);
    if (outcome != NULL)
        add_bytes(line, "stderr_tail", outcome->err, outcome->err_len);
    add_notes(line, outcome != NULL ? outcome->notes : 0);
}

/* The floors are those of the case as it stands: a policy that turns its result is another case. */
static bool find_floors(const struct record_input *input, uint32_t *meets)
{
    return input->run->floors != NULL && expected_of(input) == &input->test->result &&
           input->verdict != VERDICT_UNSCORED &&
           floors_find(input->run->floors, input->test->id, meets);
}

/* Which degenerate programs meet the case, or null where that is not known. */
static void add_floors(cJSON *line, const struct record_input *input)
{
    const struct floors *floors = input->run->floors;
    uint32_t meets = 0;
    if (!find_floors(input, &meets)) {
        memory_given(cJSON_AddNullToObject(line, "floors"));
        return;
    }
    cJSON *list = memory_given(cJSON_AddArrayToObject(line, "floors"));
    for (size_t i = 0; i < floors->names_len; i++) {
        if ((meets >> i & 1U) != 0)
            add_item(list, floors->names[i]);
    }
}

static void add_reply(cJSON *line, const struct record_input *input)
{
    const struct reply *reply = &input->test->reply;
    const struct case_result *result = expected_of(input);
    struct buffer shown = {0};
    cJSON *object = memory_given(cJSON_AddObjectToObject(line, "reply"));
    add_number(object, "bytes", reply->length);
    if (result->has_span) {
        add_number(object, "answer_at", result->span_at);
        add_number(object, "answer_bytes", result->span_len);
    }
    buffer_add(&shown, "", 0);
    if (reply->length > 0)
        reply_show(reply, result->span_at, result->span_len, REPLY_MAX_SHOWN, "", &shown);
    add_string(object, "shown", shown.at);
    buffer_free(&shown);
}

static void add_again(cJSON *line, const struct record_input *input)
{
    const struct record_run *run = input->run;
    struct buffer again = {0};
    if (run->again_head == NULL)
        return;
    buffer_format(&again, "%s --filter ", run->again_head);
    visible_shell(&again, input->test->id);
    if (run->again_tail != NULL)
        buffer_format(&again, " %s", run->again_tail);
    add_string(line, "again", again.at);
    buffer_free(&again);
}

char *record_make(const struct record_input *input)
{
    cJSON *line = memory_given(cJSON_CreateObject());
    add_case(line, input->test);
    add_verdict(line, input);
    add_expected(line, input);
    add_got(line, input);
    add_outcome(line, input);
    add_floors(line, input);
    if (verdict_is_failure(input->verdict) || input->state != RECORD_PLAIN) {
        add_string(line, "why", input->test->why);
        add_reply(line, input);
        add_again(line, input);
    }
    return print_line(line);
}

/* --- run and summary --- */

static void add_limits(cJSON *object, const struct process_limits *limits)
{
    cJSON *member = memory_given(cJSON_AddObjectToObject(object, "limits"));
    add_number(member, "wall_ms", limits->wall_ms);
    add_number(member, "memory_kb", limits->memory_kb);
    add_number(member, "output_bytes", limits->output_max);
}

char *record_run_line(const struct record_run *run)
{
    cJSON *line = memory_given(cJSON_CreateObject());
    cJSON *object = memory_given(cJSON_AddObjectToObject(line, "run"));
    add_number(object, "contract", CONTRACT_VERSION);
    add_string_or_null(object, "jets", run->version);
    add_list(object, "command", run->command);
    add_string_or_null(object, "implementation", run->implementation);
    add_string_or_null(object, "implementation_version", run->implementation_version);
    add_string_or_null(object, "policy", run->policy);
    add_string(object, "mode", run->mode != NULL ? run->mode : "exec");
    add_string_or_null(object, "shard", run->shard);
    add_number(object, "repeat", run->repeat > 1 ? run->repeat : 1);
    add_string_or_null(object, "baseline", run->baseline);
    add_string_or_null(object, "corpus_version", run->corpus_version);
    add_number(object, "selected", run->selected);
    add_string(object, "containment", run->containment_is_partial ? "partial" : "full");
    add_limits(object, &run->limits);
    cJSON *names = memory_given(cJSON_AddArrayToObject(object, "floors"));
    for (size_t i = 0; run->floors != NULL && i < run->floors->names_len; i++)
        add_item(names, run->floors->names[i]);
    return print_line(line);
}

static void add_row(cJSON *object, const char *name, const struct tally_row *row,
                    const char *const *floors)
{
    cJSON *counts = memory_given(cJSON_AddObjectToObject(object, name));
    add_number(counts, "cases", tally_total(row));
    add_number(counts, "failing", row->failing);
    for (int i = 0; i < VERDICT_COUNT; i++)
        add_number(counts, verdict_name((enum verdict)i), row->verdicts[i]);
    cJSON *met = memory_given(cJSON_AddObjectToObject(counts, "floors"));
    for (size_t i = 0; floors != NULL && floors[i] != NULL; i++)
        add_number(met, floors[i], row->floors[i]);
}

char *record_summary_line(const struct record_totals *totals, const struct record_end *end)
{
    const struct tally *tally = totals->tally;
    cJSON *line = memory_given(cJSON_CreateObject());
    cJSON *summary = memory_given(cJSON_AddObjectToObject(line, "summary"));
    memory_given(cJSON_AddBoolToObject(summary, "complete", end->complete));
    add_string_or_null(summary, "why", end->why);
    add_number(summary, "selected", totals->selected);
    add_number(summary, "cases", tally_total(&tally->all));
    add_list(summary, "unmatched", end->unmatched);
    add_list(summary, "remarks", end->remarks);
    add_list(summary, "notes", totals->notes);
    add_row(summary, "verdicts", &tally->all, totals->floors);
    cJSON *severities = memory_given(cJSON_AddObjectToObject(summary, "severities"));
    for (int i = 0; i < SEVERITY_COUNT; i++)
        add_row(severities, SEVERITY_NAMES[i], &tally->severities[i], totals->floors);
    cJSON *categories = memory_given(cJSON_AddObjectToObject(summary, "categories"));
    for (size_t i = 0; i < tally->category_count; i++)
        add_row(categories, tally->categories[i].name, &tally->categories[i].row, totals->floors);
    return print_line(line);
}

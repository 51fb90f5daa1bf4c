/*
 * fuzz_case: the runner's readers of files that people write. A case file, an implementation file
 * and a baseline are taken exactly where a plain reading of their description says that they are in
 * order (case_model.c), and then hold what the file says; else there is one line that names the
 * file, in printable text, and nothing is left behind. A baseline that is written anew without a
 * change is the same, line by line. What is declared comes back from its own description; the
 * ruling on a case is one of the case's results, or says why there is none. A line of a report is
 * read only where it is in order, into texts that are safe to show, and each line that the runner
 * itself writes is read back with the same id and verdict, whatever a program printed.
 */
#define _XOPEN_SOURCE 700

#include "answers.h"
#include "case_model.h"
#include "fuzz.h"
#include "maker.h"

#include "baseline.h"
#include "case.h"
#include "implementation.h"
#include "policy.h"
#include "record_read.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What an input is read as, by its `extra`. */
enum kind { A_CASE, A_CASE_AS_IT_IS, AN_IMPLEMENTATION, A_BASELINE, A_POLICY, A_RECORD, KINDS };

enum { LEVELS = 6500, INPUT_LONGEST = 65536 };

/* ---- a folder of files ----------------------------------------------------------------------- */

static char folder[64];
static const char *const names[] = {"/cases/with/case.json", "/cases/with/case.reply",
                                    "/cases/without/case.json", "/file"};

static const char STORED[] =
    "Here: {\"ok\": true}\n```json\n{\"ok\": true}\n```\n<think>no</think>";

static void path_of(const char *name, char path[128])
{
    snprintf(path, 128, "%s%s", folder, name);
}

static void remove_folder(void)
{
    static const char *const folders[] = {"/cases/with", "/cases/without", "/cases", ""};
    char path[128];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        path_of(names[i], path);
        unlink(path);
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        path_of(folders[i], path);
        rmdir(path);
    }
}

static void write_file(const char *name, const void *bytes, size_t len)
{
    char path[128];
    int fd;

    path_of(name, path);
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    CHECK(fd >= 0 && write(fd, bytes, len) == (ssize_t)len, "%s is written", path);
    close(fd);
}

static void make_folder(void)
{
    static const char *const folders[] = {"/cases", "/cases/with", "/cases/without"};
    const char *parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    char path[128];

    if (folder[0] != '\0')
        return;
    snprintf(folder, sizeof folder, "%s/fuzz_case.XXXXXX", parent);
    CHECK(mkdtemp(folder) != NULL, "a folder in %s", parent);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        path_of(folders[i], path);
        CHECK(mkdir(path, 0700) == 0, "folder %s", path);
    }
    write_file("/cases/with/case.reply", STORED, sizeof STORED - 1);
    atexit(remove_folder);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* UTF-8 without control characters, but for line feeds where they may be. */
static void check_shown(const char *what, const char *text, bool lines)
{
    size_t len = strlen(text);
    unsigned char *quoted = fuzz_allocate(len + 2);
    struct model *m;

    quoted[0] = quoted[len + 1] = '"';
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];

        CHECK((c >= 0x20 && c != 0x7F) || (lines && c == '\n'), "%s shows a control character",
              what);
        quoted[i + 1] = c == '"' || c == '\\' || c == '\n' ? ' ' : c;
    }
    m = model_read(quoted, len + 2, 1);
    CHECK(m != NULL, "%s shows what is no UTF-8", what);
    model_free(m);
    free(quoted);
}

static void check_problem(struct buffer *problem, bool good, const char *name)
{
    CHECK((problem->len == 0) == good, "a problem is told: %s", good ? problem->at : "none");
    if (!good) {
        check_shown("a problem", problem->at, false);
        CHECK(name == NULL || strstr(problem->at, name) != NULL, "it names the file: %s",
              problem->at);
    }
    buffer_free(problem);
}

static void check_same_text(const char *what, const char *text, const struct model *m)
{
    CHECK((text != NULL) == (m != NULL), "%s is kept", what);
    CHECK(m == NULL || model_is_text(m, text), "%s is kept as %s", what, text);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static const struct model *member(const struct model *m, const char *name)
{
    size_t count;

    return model_member(m, name, &count);
}

/* The values of a result that was read are those of the file. */
static void check_value(const struct case_result *result, const struct model *m)
{
    const struct model *value = member(m, "value");
    struct model *own;

    CHECK(result->none == (member(m, "none") != NULL), "none is kept");
    if (result->none)
        return;
    own = model_read((const unsigned char *)result->value.text, result->value.len, LEVELS);
    CHECK(own != NULL, "a value is kept");
    check_answer(&result->value.answer, own);
    CHECK(value == NULL || model_equal(own, value), "the value is kept");
    model_free(own);
}

static void check_strings(const char *what, const struct case_strings *strings,
                          const struct model *m)
{
    CHECK(strings->len == (m != NULL ? m->item_count : 0), "%s: as many", what);
    for (size_t i = 0; i < strings->len; i++)
        check_same_text(what, strings->items[i], m->items[i]);
}

static void check_kept(const struct test_case *test, const struct model *m)
{
    const struct model *decoys = member(m, "decoys");
    const struct model *acceptable = member(m, "acceptable");

    check_same_text("title", test->title, member(m, "title"));
    check_same_text("why", test->why, member(m, "why"));
    check_same_text("since", test->since, member(m, "since"));
    check_same_text("notes", test->notes, member(m, "notes"));
    check_same_text("retired", test->retired, member(m, "retired"));
    check_same_text("source.url", test->source_url, member(member(m, "source"), "url"));
    check_strings("rules", &test->rules, member(m, "rules"));
    check_strings("flags", &test->flags, member(m, "flags"));
    check_value(&test->result, member(m, "result"));
    CHECK(test->sanity == (member(m, "sanity") != NULL), "sanity is kept");
    CHECK(test->decoys.len == (decoys != NULL ? decoys->item_count : 0), "decoys are kept");
    CHECK(test->acceptable.len == (acceptable != NULL ? acceptable->item_count : 0),
          "acceptable results are kept");
    for (size_t i = 0; i < test->acceptable.len; i++)
        check_value(&test->acceptable.items[i], acceptable->items[i]);
}

static bool is_result_of(const struct test_case *test, const struct case_result *result)
{
    const struct case_results *others = &test->by_policy;

    return result == &test->result ||
           (result >= others->items && result < others->items + others->len);
}

static struct declared some_declared(unsigned seed)
{
    struct declared d = declared_default();
    uint64_t state = seed;

    for (int i = 0; i < DECLARATION_COUNT; i++) {
        unsigned count = 0;

        while (DECLARATIONS[i].values[count] != NULL)
            count++;
        d.values[i] = (unsigned char)(fuzz_below(&state, 2) * fuzz_below(&state, count));
    }
    d.operations[OPERATION_COMPLETE] = fuzz_below(&state, 4) != 0;
    return d;
}

static void check_ruling(const struct test_case *test, unsigned seed)
{
    struct declared declared = some_declared(seed);
    struct ruling ruling;

    fuzz_poison(&ruling, sizeof ruling);
    if (test->reply.length > 4096)
        return;
    policy_rule(&declared, test, &ruling);
    CHECK(ruling.scored == (ruling.why == NULL), "scored, or why not: %s",
          ruling.why != NULL ? ruling.why : "none");
    CHECK(ruling.scored || ruling.policy == NULL, "what it follows is told where it is scored");
    CHECK(!ruling.scored || is_result_of(test, ruling.rule.expected), "one of the case's results");
    CHECK(!ruling.scored || (ruling.policy != NULL) == (ruling.rule.expected != &test->result),
          "another result follows a policy");
    ruling_free(&ruling);
}

/* The line of a report on a program that printed this, read back. */
static void check_line(const struct test_case *test, const struct fuzz_input *input)
{
    struct record_run run = {.version = "1", .selected = 1, .limits = process_limits_default()};
    struct outcome outcome = {
        .kind = (enum outcome_kind)(input->extra / KINDS % OUTCOME_NOT_STARTED), .wall_us = 1};
    struct judgement judgement;
    struct record_input line = {.run = &run, .test = test, .outcome = &outcome};
    struct record_head head = {.selected = 1};
    struct record record;
    struct record_tail tail;
    struct buffer problem = {0};
    size_t len = input->len < 300 ? input->len : 300;
    char *text;

    if (test->reply.length > 4096)
        return;
    outcome.text = (unsigned char *)memory_copy(input->reply, len);
    outcome.err = (unsigned char *)memory_copy(input->reply + input->len - len, len);
    outcome.text_len = outcome.err_len = len;
    CHECK(judge(&judgement, test, &outcome), "an outcome is judged");
    line.judgement = &judgement;
    line.verdict = judgement.verdict;
    text = record_make(&line);
    CHECK(strchr(text, '\n') == NULL, "a record is one line");
    CHECK(record_read(text, strlen(text), &head, &record, &tail, &problem) == RECORD_CASE,
          "a record is read back: %s", problem.at != NULL ? problem.at : "");
    CHECK(strcmp(record.id, test->id) == 0 && record.verdict == judgement.verdict &&
              record.operation == test->operation && record.severity == test->severity,
          "the record of %s says %s", test->id, record.id);
    check_shown("got", record.got, false);
    check_shown("stderr_tail", record.err, false);
    record_free(&record);
    free(text);
    judgement_free(&judgement);
    outcome_free(&outcome);
    buffer_free(&problem);
}

/* The file with another id, so that a case of any id can be read from one place. */
static unsigned char *with_id(const unsigned char *text, size_t *len, const char *id)
{
    struct model *m = model_read(text, *len, LEVELS);
    const struct model *old = m != NULL ? member(m, "id") : NULL;
    unsigned char *all;
    size_t front;

    if (old == NULL || old->type != MODEL_STRING) {
        model_free(m);
        return fuzz_copy(text, *len);
    }
    front = (size_t)(old->text - text);
    all = fuzz_allocate(*len + strlen(id) + 2);
    memcpy(all, text, front);
    all[front] = '"';
    memcpy(all + front + 1, id, strlen(id));
    all[front + 1 + strlen(id)] = '"';
    memcpy(all + front + 2 + strlen(id), old->text + old->len, *len - front - old->len);
    *len = *len - old->len + strlen(id) + 2;
    model_free(m);
    return all;
}

static void check_case(const struct fuzz_input *input, bool as_it_is)
{
    struct case_place place = {"with/case", sizeof STORED - 1};
    struct test_case test;
    struct buffer problem = {0};
    size_t len = input->len;
    struct model *m = model_read(input->reply, len, LEVELS);
    bool stored = as_it_is ? input->extra / KINDS % 2 == 0 : !model_is_generated(m);
    unsigned char *text;
    bool good;

    if (!stored)
        place = (struct case_place){"without/case", SIZE_MAX};
    model_free(m);
    text = as_it_is ? fuzz_copy(input->reply, len) : with_id(input->reply, &len, place.id);
    write_file(stored ? names[0] : names[2], text, len);
    m = model_read(text, len, LEVELS);
    good = case_load(&test, folder, place.id, &problem);
    CHECK(good == model_is_case(m, &place), "the case is taken: %d, problem: %s", good,
          problem.len > 0 ? problem.at : "none");
    check_problem(&problem, good, place.id);
    if (good) {
        check_kept(&test, m);
        check_ruling(&test, input->extra);
        check_line(&test, input);
    } else {
        CHECK(test.id == NULL && test.result.value.text == NULL && test.by_policy.len == 0 &&
                  test.reply.fd < 0,
              "nothing is left of a case that is not in order");
    }
    case_free(&test);
    model_free(m);
    free(text);
}

/* ---- implementation files -------------------------------------------------------------------- */

static void check_command(const char *what, const struct word_command *command,
                          const struct model *m)
{
    CHECK((command->words != NULL) == (m != NULL), "%s is kept", what);
    for (size_t i = 0; m != NULL && i < m->item_count; i++)
        check_same_text(what, command->words[i], m->items[i]);
    CHECK(m == NULL || command->words[m->item_count] == NULL, "%s ends where it ends", what);
}

static void check_implementation(const struct fuzz_input *input)
{
    struct implementation i;
    struct buffer problem = {0};
    struct model *m = model_read(input->reply, input->len, LEVELS);
    char path[128];
    bool good;

    path_of(names[3], path);
    write_file(names[3], input->reply, input->len);
    good = implementation_read(&i, path, &problem);
    CHECK(good == model_is_implementation(m), "the implementation file is taken: %d, problem: %s",
          good, problem.len > 0 ? problem.at : "none");
    check_problem(&problem, good, path);
    if (good) {
        const struct model *setup = member(m, "setup");

        check_same_text("name", i.name, member(m, "name"));
        check_same_text("homepage", i.homepage, member(m, "homepage"));
        check_command("command", &i.command, member(m, "command"));
        check_command("exec_command", &i.exec_command, member(m, "exec_command"));
        CHECK(i.setup_len == (setup != NULL ? setup->item_count : 0), "setup is kept");
        CHECK((i.timeout_ms != 0) == (member(m, "timeout_ms") != NULL), "timeout_ms is kept");
    }
    implementation_free(&i);
    model_free(m);
}

/* ---- baselines ------------------------------------------------------------------------------- */

static void note_all(struct baseline *b)
{
    size_t len = b->len;

    for (size_t i = 0; i < len; i++) {
        if (b->lines[i].id == NULL)
            continue;
        CHECK(baseline_find(b, b->lines[i].id) == &b->lines[i], "%s is found", b->lines[i].id);
        CHECK(baseline_state(&b->lines[i], b->lines[i].verdict) == RECORD_KNOWN, "it is known");
        baseline_note(b, b->lines[i].id, b->lines[i].verdict);
    }
}

/* Written anew it is what it was, but for a line feed at the very end. */
static void check_rewritten(struct baseline *b, const struct fuzz_input *input)
{
    struct baseline_change change;
    struct buffer problem = {0};
    const char *what = NULL;
    bool ends = input->len == 0 || input->reply[input->len - 1] == '\n';
    size_t len = 0;
    char *text;

    note_all(b);
    CHECK(baseline_write(b, &change, &problem), "a baseline is written: %s",
          problem.at != NULL ? problem.at : "");
    CHECK(change.added + change.changed + change.removed == 0, "nothing is changed");
    text = case_read_file(b->path, INPUT_LONGEST + 1, &len, &what);
    CHECK(text != NULL && len == input->len + !ends && memcmp(text, input->reply, input->len) == 0,
          "a baseline that is written anew stays as it is");
    free(text);
}

static void check_baseline(const struct fuzz_input *input)
{
    struct baseline b;
    struct buffer problem = {0};
    size_t entries;
    bool wanted = model_is_baseline(input->reply, input->len, &entries);
    char path[128];
    bool good;

    path_of(names[3], path);
    write_file(names[3], input->reply, input->len);
    good = baseline_read(&b, path, false, &problem);
    CHECK(good == wanted, "the baseline is taken: %d, problem: %s", good,
          problem.len > 0 ? problem.at : "none");
    check_problem(&problem, good, path);
    if (good) {
        CHECK(b.entries == entries, "%zu entries, not %zu", b.entries, entries);
        CHECK(baseline_find(&b, "no/such-case") == NULL || entries > 0, "nothing is found in none");
        if (input->extra / KINDS % 4 == 0)
            check_rewritten(&b, input);
    }
    baseline_free(&b);
}

/* ---- what is declared ------------------------------------------------------------------------ */

/* "select=first,numbers=double" as a JSON object. */
static void put_object(const char *text, struct buffer *json)
{
    buffer_text(json, "{");
    for (size_t i = 0; text[i] != '\0'; i++) {
        char c[2] = {text[i], '\0'};

        buffer_text(json, i == 0 ? "\"" : "");
        buffer_text(json, text[i] == '=' ? "\":\"" : text[i] == ',' ? "\",\"" : c);
        buffer_text(json, text[i + 1] == '\0' ? "\"" : "");
    }
    buffer_text(json, "}");
}

static void check_described(const struct declared *declared)
{
    struct declared again = declared_default();
    struct buffer text = {0};
    struct buffer json = {0};
    struct buffer problem = {0};

    declared_text(declared, &text);
    put_object(text.len > 0 ? text.at : "", &json);
    CHECK(declared_read(&again, json.at, json.len, &problem), "%s is read: %s", json.at,
          problem.at != NULL ? problem.at : "");
    CHECK(memcmp(again.values, declared->values, sizeof again.values) == 0, "%s is the same",
          json.at);
    buffer_free(&text);
    buffer_free(&json);
    buffer_free(&problem);
}

static void check_policy(const struct fuzz_input *input)
{
    struct declared declared = declared_default();
    struct buffer problem = {0};
    struct model *m = model_read(input->reply, input->len, 900);
    bool good = declared_read(&declared, (const char *)input->reply, input->len, &problem);

    CHECK(good == model_is_policy(m), "a policy is taken: %d", good);
    check_problem(&problem, good, NULL);
    if (good)
        check_described(&declared);
    declared = some_declared(input->extra);
    check_described(&declared);
    model_free(m);
}

/* ---- lines of reports ------------------------------------------------------------------------ */

static void check_texts(const char *what, const struct record_texts *texts)
{
    for (size_t i = 0; i < texts->len; i++)
        check_shown(what, texts->items[i], false);
}

static void check_case_record(const struct record *r)
{
    CHECK(case_id_is_valid(r->id), "the id of a record: %s", r->id);
    CHECK(strncmp(r->id, r->category, strlen(r->category)) == 0, "the category of %s: %s", r->id,
          r->category);
    CHECK(r->verdict < VERDICT_COUNT && r->severity < SEVERITY_COUNT &&
              r->state < RECORD_STATE_COUNT,
          "words of a record");
    CHECK(r->meets < 8, "a record meets floors that there are");
    check_shown("title", r->title, false);
    check_shown("asked", r->asked, false);
    check_shown("expected", r->expected, false);
    check_shown("got", r->got, false);
    check_shown("difference", r->difference, false);
    check_shown("reply", r->reply, true);
    check_shown("stderr", r->err, false);
    check_shown("again", r->again, false);
    check_shown("rules", r->rules, false);
    check_texts("alternatives", &r->alternatives);
    check_texts("notes", &r->notes);
}

static void check_record(const struct fuzz_input *input)
{
    static char *floors[] = {"a", "b", "c"};
    struct record_head own = {.floors = {floors, 3}};
    struct record_head head = own;
    struct record record;
    struct record_tail tail;
    struct buffer problem = {0};
    enum record_kind kind =
        record_read((const char *)input->reply, input->len, &head, &record, &tail, &problem);

    CHECK((kind == RECORD_BAD) == (problem.len > 0), "a bad line says why");
    if (kind == RECORD_BAD)
        check_shown("a problem", problem.at, false);
    if (kind == RECORD_CASE) {
        check_case_record(&record);
        record_free(&record);
    }
    if (kind == RECORD_RUN) {
        check_shown("command", head.command, false);
        check_shown("implementation", head.implementation, false);
        check_texts("floors", &head.floors);
        record_head_free(&head);
    }
    if (kind == RECORD_SUMMARY) {
        check_shown("why", tail.why, false);
        check_texts("remarks", &tail.remarks);
        record_tail_free(&tail);
    }
    buffer_free(&problem);
}

/* What is nested deeper than the model can go; a bracket may be escaped, so all that may be one
   count. */
static bool is_too_deep(const struct fuzz_input *input)
{
    size_t openers = 0;

    for (size_t i = 0; i < input->len; i++)
        openers += memchr("[{\\", input->reply[i], 3) != NULL;
    return openers > LEVELS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;

    if (size > INPUT_LONGEST)
        return 0;
    make_folder();
    fuzz_read(&input, data, size);
    if (is_too_deep(&input)) {
        fuzz_free(&input);
        return 0;
    }
    switch ((enum kind)(input.extra % KINDS)) {
    case A_CASE: check_case(&input, false); break;
    case A_CASE_AS_IT_IS: check_case(&input, true); break;
    case AN_IMPLEMENTATION: check_implementation(&input); break;
    case A_BASELINE: check_baseline(&input); break;
    case A_POLICY: check_policy(&input); break;
    default: check_record(&input); break;
    }
    fuzz_free(&input);
    return 0;
}

/* ---- making files ---------------------------------------------------------------------------- */

/* A member and what it may be, mostly right; the right ones first, a NULL behind them. */
struct choice {
    const char *name;
    const char *values[8];
    unsigned seldom; /* one in so many files has it; 0: all do, or nearly so */
};

static const char REQUIRED[] = "\"a\"";

static const struct choice case_choices[] = {
    {"id", {"\"with/case\"", "\"without/case\"", "\"x/y\"", "\"\\u0000\""}, 0},
    {"title", {REQUIRED, REQUIRED, REQUIRED, "\"\""}, 0},
    {"operation", {"\"extract\"", "\"complete\"", "\"strings\"", "\"extra\""}, 0},
    {"result",
     {"{\"value\":{\"a\":1.0}}", "{\"none\":\"empty\"}",
      "{\"text\":\"[1,\\\"\\\\u0000\\\"]\",\"span\":[6,12]}", "{\"value\":true}",
      "{\"value\":[\"a\"]}", "{\"none\":true}", "{\"value\":1,\"none\":\"x\"}"},
     0},
    {"rules", {"[\"R1\"]", "[]", "[\"\"]", "\"R1\""}, 0},
    {"severity", {"\"integrity\"", "\"resource\"", "\"availability\"", "\"bad\""}, 0},
    {"why", {REQUIRED, REQUIRED}, 0},
    {"source",
     {"{\"kind\":\"rule\"}", "{\"kind\":\"x\",\"url\":\"y\",\"text\":\"z\"}", "{\"url\":\"y\"}"},
     0},
    {"since", {"\"0.1\"", "\"0.1\"", "0.1"}, 0},
    {"options",
     {"{}", "{\"expect\":\"object\"}", "{\"select\":\"first\",\"names\":\"any\"}", "{\"x\":\"y\"}"},
     2},
    {"acceptable",
     {"[]", "[{\"none\":true,\"why\":\"w\"}]", "[{\"value\":[],\"why\":\"w\"}]", "[{\"value\":1}]"},
     3},
    {"decoys", {"[]", "[{\"a\":false},[1]]", "{}"}, 3},
    {"by_policy",
     {"{\"select\":{\"first\":{\"value\":{\"a\":2}},\"last\":{\"none\":\"shape\"}}}",
      "{\"select=first,names=any\":{\"value\":[]}}", "{\"numbers=double\":{\"value\":1}}",
      "{\"select=first\":{\"value\":1},\"select\":{\"first\":{\"value\":1}}}",
      "{\"select=x\":{\"value\":1}}"},
     2},
    {"generate",
     {"{\"repeat\":\"[\",\"times\":100}",
      "[{\"repeat\":\"a\"},{\"repeat_base64\":\"AP8=\",\"times\":3}]",
      "{\"repeat_base64\":\"A===\"}", "{\"repeat\":\"ab\",\"times\":1000000000000}", "[]"},
     3},
    {"flags", {"[]", "[\"a\",\"b\"]"}, 3},
    {"sanity", {"true", "true", "false"}, 6},
    {"notes", {REQUIRED, REQUIRED, "null"}, 6},
    {"retired", {REQUIRED, REQUIRED}, 6},
};

static const struct choice implementation_choices[] = {
    {"name", {REQUIRED, REQUIRED, "\"\""}, 0},
    {"command", {"[\"x\"]", "[\"x\",\"\",\"y\"]", "[]", "[\"\"]", "\"x\""}, 0},
    {"mode", {"\"stream\"", "\"exec\"", "\"other\""}, 2},
    {"exec_command", {"[\"x\"]", "[\"x\",1]"}, 3},
    {"version", {"\"1.0\"", "{\"command\":[\"x\"]}", "{\"command\":[\"x\"],\"x\":1}", "{}"}, 2},
    {"operations",
     {"[\"extract\"]", "[\"extract\",\"strings\"]", "[\"extract\",\"extract\"]", "[]"},
     2},
    {"policy",
     {"{}", "{\"select\":\"first\"}", "{\"numbers\":\"double\",\"repair\":\"repair\"}",
      "{\"expect\":\"any\"}", "{\"select\":\"only\",\"select\":\"first\"}"},
     2},
    {"setup", {"[]", "[[\"x\"],[\"y\",\"z\"]]", "[[]]", "[\"x\"]"}, 3},
    {"timeout_ms", {"1", "3600000", "1e3", "1000.0", "0", "1.5", "3600001"}, 3},
    {"language", {"\"C\"", "\"\\u00e9\"", "\"a\\u0000b\"", "\"a\\\\u0000b\""}, 4},
    {"homepage", {REQUIRED, "1"}, 6},
    {"licence", {REQUIRED, "[[[[[[[[[]]]]]]]]]"}, 6},
};

static const struct choice policy_choices[] = {
    {"select", {"\"first\"", "\"only\"", "\"none\""}, 2},
    {"names", {"\"any\"", "\"unique\"", "1", "\"any\\u0000\""}, 2},
    {"repair\\u0000", {"\"repair\""}, 30},
    {"decoding", {"\"replace\"", "\"strict\""}, 2},
    {"numbers", {"\"double\"", "\"exact\""}, 2},
    {"expect", {"\"any\""}, 20},
};

static const struct choice record_choices[] = {
    {"case", {"\"c/a\"", "\"c/b\"", "\"d/a\"", "\"c/../a\""}, 0},
    {"category", {"\"c\"", "\"c\"", "\"\""}, 0},
    {"severity", {"\"integrity\"", "\"resource\"", "\"x\""}, 0},
    {"operation", {"\"extract\"", "\"complete\""}, 0},
    {"verdict", {"\"pass\"", "\"hijack\"", "\"unscored\"", "\"x\""}, 0},
    {"expected",
     {"{\"value\":[1, 2]}", "{\"none\":\"empty\"}", "{\"text\":\"\\u001b[2J\"}", "{}"},
     2},
    {"got", {"{\"none\":true}", "null", "{\"text\":\"\\u0000\\u202e\"}", "{\"value\":null}"}, 2},
    {"baseline", {"null", "{\"state\":\"known\",\"verdict\":\"lost\"}", "{\"state\":\"x\"}"}, 3},
    {"reply", {"{\"shown\":\"a\\nb\\u0007\",\"bytes\":3}", "{\"bytes\":-1}", "[]"}, 3},
    {"rules", {"[\"R1\",\"R2\"]", "[\"\\n\"]", "[1]"}, 3},
    {"floors", {"[\"a\",\"c\"]", "[\"x\"]", "null"}, 3},
    {"wall_us", {"1", "null", "1e3"}, 3},
    {"stderr_tail", {"\"\\u001b]0;x\\u0007\"", "\"\\u009b\""}, 3},
    {"options", {"{\"expect\":\"any\\u0085\"}", "{\"a\":1}"}, 3},
    {"alternatives", {"[{\"value\":1}]", "[{\"none\":true}]", "[1]"}, 4},
    {"run",
     {"{\"selected\":3,\"command\":[\"a b\",\"'\"],\"floors\":[\"a\"]}", "{\"selected\":-1}", "[]"},
     12},
    {"summary",
     {"{\"complete\":true,\"selected\":1,\"cases\":1,\"remarks\":[\"\\u0007\"]}",
      "{\"complete\":1}"},
     12},
};

static void put_choice(struct maker *m, const struct choice *c)
{
    unsigned count = 0;

    while (count < 8 && c->values[count] != NULL)
        count++;
    maker_text(m, m->at[m->len - 1] == '{' ? "\"" : ",\"");
    maker_text(m, c->name);
    maker_text(m, maker_below(m, 10) == 0 ? "\" : " : "\":");
    /* the first two far more often, so that whole files are in order */
    if (count > 2 && maker_below(m, 4) != 0)
        count = 2;
    if (maker_below(m, 60) == 0)
        maker_value(m, 2);
    else
        maker_text(m, c->values[maker_below(m, 1 + maker_below(m, count))]);
}

static void put_choices(struct maker *m, const struct choice *choices, size_t count)
{
    maker_text(m, "{");
    for (size_t i = 0; i < count; i++) {
        bool twice = maker_below(m, 300) == 0;

        if (choices[i].seldom != 0 ? maker_below(m, choices[i].seldom) != 0
                                   : maker_below(m, 200) == 0)
            continue;
        put_choice(m, &choices[i]);
        if (twice)
            put_choice(m, &choices[i]);
    }
    maker_text(m, "}");
}

static void put_baseline(struct maker *m)
{
    static const char *const pieces[] = {
        "a/b hijack",   "a/b lost # why",
        "c/d\ttimeout", "e/f  crash  #x",
        "# only",       "",
        " \t",          "\r",
        "g/h pass",     "g hijack",
        "a/b",          "i/j hijack\r",
        " k/l flaky",   "m/n hijack#",
        "o/p hijack x", "../q lost",
    };

    for (unsigned i = maker_below(m, 6); i > 0; i--) {
        maker_text(m, pieces[maker_below(m, maker_below(m, 3) == 0 ? 16 : 8)]);
        maker_text(m, "\n");
    }
    maker_text(m, maker_below(m, 3) == 0 ? "r/s error" : "");
}

#define PUT(m, choices) put_choices(m, choices, sizeof(choices) / sizeof(choices)[0])

size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    struct maker m = {
        .at = data, .max = max > FUZZ_TRAILER ? max - FUZZ_TRAILER : 0, .state = seed};
    struct fuzz_input input = {.extra = maker_below(&m, 0x10000)};

    switch ((enum kind)(input.extra % KINDS)) {
    case A_CASE:
    case A_CASE_AS_IT_IS: PUT(&m, case_choices); break;
    case AN_IMPLEMENTATION: PUT(&m, implementation_choices); break;
    case A_BASELINE: put_baseline(&m); break;
    case A_POLICY: PUT(&m, policy_choices); break;
    default: PUT(&m, record_choices); break;
    }
    if (maker_below(&m, 10) == 0)
        maker_damage(&m);
    fuzz_write_trailer(&input, data + m.len);
    return m.len + FUZZ_TRAILER;
}

/* Reports: what people and programs are shown, whatever bytes a testee or a reply is made of; and
 * where they go. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "output.h"
#include "report.h"
#include "visible.h"

#define HOSTILE                 \
    "\x1b[2J\r\x07\xff\xc2\x9b" \
    "31m\xe2\x80\x8b\0end"

static const char CASE_TEXT[] =
    "{\"id\":\"some/thing\",\"title\":\"A title\",\"operation\":\"extract\",\"rules\":[\"R3.1\",\"R6\"],"
    "\"severity\":\"integrity\",\"why\":\"Because.\",\"source\":{\"kind\":\"rule\"},\"since\":\"1.0\","
    "\"options\":{\"expect\":\"object\"},"
    "\"result\":{\"value\":{\"steps\":[1,{\"ok\":false}]},\"span\":[0,26]},\"decoys\":[[7]]}";

static const char *const COMMAND[] = {"./it's", "a b", "plain-1.2", NULL};

struct fixture {
    struct folder folder;
    struct test_case test;
    struct record_run run;
};

static int set_up(void **state)
{
    static const char REPLY[] = "{\"steps\":[1,{\"ok\":false}]}\n" HOSTILE;
    struct fixture *f = calloc(1, sizeof *f);
    struct buffer problem = {0};
    folder_make(&f->folder);
    folder_write(&f->folder, "cases/some/thing.json", CASE_TEXT, sizeof CASE_TEXT - 1);
    folder_write(&f->folder, "cases/some/thing.reply", REPLY, sizeof REPLY - 1);
    if (!case_load(&f->test, f->folder.root, "some/thing", &problem))
        return -1;
    f->run = (struct record_run){.command = COMMAND,
                                 .version = "0.1.0",
                                 .again_head = "jets run --timeout 5",
                                 .again_tail = "-- './it'\\''s' 'a b' plain-1.2",
                                 .corpus_version = "1.2.3",
                                 .selected = 2,
                                 .limits = process_limits_default()};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    case_free(&f->test);
    folder_remove(&f->folder);
    free(f);
    return 0;
}

/* An outcome whose text and standard error are copied. */
static struct outcome outcome_of(enum outcome_kind kind, const char *text, size_t len)
{
    struct outcome outcome = {.kind = kind, .wall_us = 1500, .cpu_us = 700, .peak_kb = 1024};
    outcome.text = (unsigned char *)memory_copy(text, len);
    outcome.text_len = len;
    outcome.err = (unsigned char *)memory_copy(HOSTILE, sizeof HOSTILE - 1);
    outcome.err_len = sizeof HOSTILE - 1;
    return outcome;
}

static void add_line(struct report *report, char *line)
{
    struct buffer problem = {0};
    if (!report_add_line(report, line, strlen(line), &problem))
        fail_msg("%s: %s", problem.at, line);
    free(line);
}

/* A report on memory, with its line of the run. */
struct rendering {
    struct report report;
    FILE *out;
    char *text;
    size_t len;
};

static void rendering_begin(struct rendering *rendering, const char *format,
                            const struct record_run *run)
{
    struct buffer problem = {0};
    rendering->text = NULL;
    rendering->out = open_memstream(&rendering->text, &rendering->len);
    assert_non_null(rendering->out);
    assert_true(report_begin(&rendering->report, report_find_format(format), rendering->out,
                             &problem));
    add_line(&rendering->report, record_run_line(run));
}

/* Ends it with a summary, where end is not NULL. Free what it returns. */
static char *rendering_end(struct rendering *rendering, const struct record_end *end)
{
    struct buffer problem = {0};
    if (end != NULL)
        assert_true(report_close(&rendering->report, end, &problem));
    assert_true(report_end(&rendering->report, &problem));
    assert_int_equal(fclose(rendering->out), 0);
    assert_int_equal(strlen(rendering->text), rendering->len);
    return rendering->text;
}

/* The line of one outcome, which is freed. */
static char *line_of(struct fixture *f, struct outcome *outcome, struct record_input input)
{
    struct judgement judgement;
    assert_true(judge(&judgement, &f->test, outcome));
    input.run = &f->run;
    input.test = &f->test;
    input.outcome = outcome;
    input.judgement = &judgement;
    if (input.verdict == VERDICT_PASS)
        input.verdict = judgement.verdict;
    char *line = record_make(&input);
    judgement_free(&judgement);
    outcome_free(outcome);
    return line;
}

/* The report of one outcome in a format. Free it. */
static char *report_of(struct fixture *f, const char *format, struct outcome *outcome,
                       bool complete)
{
    struct rendering rendering;
    const struct record_end end = {.complete = complete};
    rendering_begin(&rendering, format, &f->run);
    add_line(&rendering.report, line_of(f, outcome, (struct record_input){0}));
    return rendering_end(&rendering, &end);
}

static void expect_text(const char *report, const char *text)
{
    if (strstr(report, text) == NULL)
        fail_msg("no %s in:\n%s", text, report);
}

/* No control character but the line feed, in ASCII or as UTF-8, and only valid UTF-8. */
static void expect_harmless(const char *report)
{
    struct buffer shown = {0};
    for (const char *line = report; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        shown.len = 0;
        visible_add(&shown, (const unsigned char *)line, len);
        if (shown.len != len || memcmp(shown.at, line, len) != 0)
            fail_msg("shown raw: %s", shown.at);
        line += len + (line[len] == '\n');
    }
    buffer_free(&shown);
}

static void text_tells_all_about_a_failure(void **state)
{
    static const char GOT[] = "{\"steps\":[1,{\"ok\":true}]}";
    struct outcome outcome = outcome_of(OUTCOME_VALUE, GOT, strlen(GOT));
    char *report = report_of(*state, "text", &outcome, true);
    expect_text(report, "2 cases, corpus 1.2.3: './it'\\''s' 'a b' plain-1.2\n");
    expect_text(report, "\nfloor: not known for these cases\n");
    expect_text(report, "category                   cases  pass  invented\n");
    expect_text(report, "some                           1     .         1\n");
    expect_text(report, "integrity                      1     .         1\n");
    expect_text(report, "\ninvented  some/thing  (integrity)\n");
    expect_text(report, "  title     A title\n");
    expect_text(report, "  why       Because.\n");
    expect_text(report, "  asked     extract --expect=object\n");
    expect_text(report, "  outcome   value (1.5 ms, 1024 kB)\n");
    expect_text(report, "  expected  {\"steps\":[1,{\"ok\":false}]}\n");
    expect_text(report, "  got       {\"steps\":[1,{\"ok\":true}]}\n");
    expect_text(report, "  differs   .steps[1].ok: expected false, got true\n");
    expect_text(
        report,
        "  again     jets run --timeout 5 --filter some/thing -- './it'\\''s' 'a b' plain-1.2\n");
    expect_text(report, "\n1 case: 1 invented; failures: integrity 1 of 1\n");
    free(report);
}

static void text_names_a_decoy_and_keeps_quiet_about_a_pass(void **state)
{
    static const char GOOD[] = "{\"steps\":[1,{\"ok\":false}]}";
    struct outcome decoy = outcome_of(OUTCOME_VALUE, "[7]", 3);
    char *report = report_of(*state, "text", &decoy, true);
    expect_text(report, "  decoy     a value that real code returned\n");
    free(report);
    struct outcome pass = outcome_of(OUTCOME_VALUE, GOOD, strlen(GOOD));
    report = report_of(*state, "text", &pass, true);
    assert_null(strstr(report, "title"));
    expect_text(report, "\n1 case: 1 pass; failures: integrity 0 of 1\n");
    free(report);
}

static void text_shows_hostile_bytes_and_sends_none(void **state)
{
    struct outcome outcome = outcome_of(OUTCOME_VALUE, HOSTILE, sizeof HOSTILE - 1);
    outcome.notes = PROCESS_NOTE_SURVIVOR;
    char *report = report_of(*state, "text", &outcome, false);
    expect_text(report, "\nnote: ");
    static const char SHOWN[] =
        "\xe2\x90\x9b[2J\xe2\x90\x8d\xe2\x90\x87\\xFF\xe2\x80\xb9U+009B\xe2\x80\xba"
        "31m"
        "\xe2\x80\xb9U+200B\xe2\x80\xba%send\n";
    /* NUL is \x00 in a record's texts; a reply is made visible before it gets there. */
    static const char *const LINES_WITH[][2] = {
        {"  got       ", "\\x00"}, {"  stderr    ", "\\x00"}, {"    | ", "\xe2\x90\x80"}};
    expect_harmless(report);
    for (size_t i = 0; i < 3; i++) {
        struct buffer line = {0};
        buffer_text(&line, LINES_WITH[i][0]);
        buffer_format(&line, SHOWN, LINES_WITH[i][1]);
        expect_text(report, line.at);
        buffer_free(&line);
    }
    expect_text(report, "\nincomplete: 1 of 2 cases were run\n");
    free(report);
}

/* --- NDJSON --- */

/* The index of a member's value, or 0. */
static uint32_t member(const struct answer *line, uint32_t object, const char *name)
{
    uint32_t end = line->nodes[object].after;
    for (uint32_t i = object + 1; i < end; i = line->nodes[i + 1].after) {
        if (answer_string_is(line, i, name))
            return i + 1;
    }
    return 0;
}

/* Whether the member at the path (names, ended by NULL) has exactly this text. */
static bool has(const struct answer *line, const char *const *path, const char *text)
{
    uint32_t node = 0;
    for (size_t i = 0; path[i] != NULL; i++) {
        node = member(line, node, path[i]);
        if (node == 0)
            return false;
    }
    struct buffer compact = {0};
    answer_compact(line, node, &compact);
    bool same = strcmp(compact.at, text) == 0;
    buffer_free(&compact);
    return same;
}

#define HAS(line, text, ...) assert_true(has(line, (const char *const[]){__VA_ARGS__, NULL}, text))

enum { LINE_CASE, LINE_SUMMARY, LINE_RUN, LINES };

/* Reads the report's three lines with the strict reader. */
static void read_lines(const char *report, struct answer lines[LINES])
{
    static const int ORDER[LINES] = {LINE_RUN, LINE_CASE, LINE_SUMMARY};
    for (int k = 0; k < LINES; k++) {
        int i = ORDER[k];
        size_t len = strcspn(report, "\n");
        assert_int_equal(report[len], '\n');
        assert_int_equal(
            answer_read(&lines[i], (const unsigned char *)report, len, UINT32_MAX, NULL),
            ANSWER_OK);
        report += len + 1;
    }
    assert_int_equal(*report, '\0');
}

static void ndjson_has_a_line_for_the_case_and_a_summary(void **state)
{
    static const char GOT[] = " {\"steps\": [1,\n{\"ok\": 1e400}]} ";
    struct outcome outcome = outcome_of(OUTCOME_VALUE, GOT, strlen(GOT));
    char *report = report_of(*state, "ndjson", &outcome, true);
    struct answer lines[LINES];
    read_lines(report, lines);
    HAS(&lines[0], "\"some/thing\"", "case");
    HAS(&lines[0], "\"some\"", "category");
    HAS(&lines[0], "\"integrity\"", "severity");
    HAS(&lines[0], "\"invented\"", "verdict");
    HAS(&lines[0], "{\"value\":{\"steps\":[1,{\"ok\":false}]}}", "expected");
    HAS(&lines[0], "{\"value\":{\"steps\":[1,{\"ok\":1e400}]}}", "got");
    HAS(&lines[0], "1500", "wall_us");
    HAS(&lines[0], "700", "cpu_us");
    HAS(&lines[0], "1024", "peak_kb");
    HAS(&lines[0],
        "\"\\u001b[2J\\r\\u0007\\\\xFF\xc2\x9b"
        "31m\xe2\x80\x8b\\\\x00end\"",
        "stderr_tail");
    HAS(&lines[1], "true", "summary", "complete");
    HAS(&lines[1], "2", "summary", "selected");
    HAS(&lines[LINE_RUN], "2", "run", "selected");
    HAS(&lines[LINE_RUN], "\"1.2.3\"", "run", "corpus_version");
    HAS(&lines[LINE_RUN], "\"full\"", "run", "containment");
    HAS(&lines[LINE_RUN], "[\"./it's\",\"a b\",\"plain-1.2\"]", "run", "command");
    HAS(&lines[0], "[\"R3.1\",\"R6\"]", "rules");
    HAS(&lines[0], "{\"expect\":\"object\"}", "options");
    HAS(&lines[0], "true", "fails");
    HAS(&lines[1], "1", "summary", "verdicts", "invented");
    HAS(&lines[1], "1", "summary", "categories", "some", "cases");
    HAS(&lines[1], "0", "summary", "severities", "resource", "cases");
    answer_free(&lines[0]);
    answer_free(&lines[1]);
    answer_free(&lines[LINE_RUN]);
    free(report);
}

static void ndjson_is_strict_json_whatever_came(void **state)
{
    struct fixture *f = *state;
    struct outcome hostile = outcome_of(OUTCOME_CRASH, HOSTILE, sizeof HOSTILE - 1);
    hostile.wall_us = hostile.cpu_us = hostile.peak_kb = OUTCOME_UNMEASURED;
    hostile.notes = PROCESS_NOTE_RLIMIT;
    f->run.containment_is_partial = true;
    char *report = report_of(f, "ndjson", &hostile, false);
    struct answer lines[LINES];
    read_lines(report, lines);
    HAS(&lines[0], "\"crash\"", "verdict");
    HAS(&lines[0], "19", "got", "bytes");
    HAS(&lines[0], "null", "wall_us");
    HAS(&lines[0], "null", "peak_kb");
    HAS(&lines[1], "false", "summary", "complete");
    HAS(&lines[LINE_RUN], "\"partial\"", "run", "containment");
    HAS(&lines[0], "[\"the system refused a resource limit\"]", "notes");
    HAS(&lines[1], "[\"the system refused a resource limit\"]", "summary", "notes");
    answer_free(&lines[0]);
    answer_free(&lines[1]);
    answer_free(&lines[LINE_RUN]);
    free(report);
}

/* What other readers choke on goes out as text: deep nesting, long numbers, long values. */
static void ndjson_gives_unwieldy_values_as_text(void **state)
{
    char deep[201];
    char number[2000];
    char *big = memory_need(300000);
    memset(deep, '[', 100);
    memset(deep + 100, ']', 100);
    memset(number, '9', sizeof number);
    memset(big, 'x', 300000);
    big[0] = big[299999] = '"';
    const struct {
        const char *text;
        size_t len;
    } values[] = {{deep, 200}, {number, sizeof number}, {big, 300000}};
    for (size_t i = 0; i < 3; i++) {
        struct outcome outcome = outcome_of(OUTCOME_VALUE, values[i].text, values[i].len);
        char *report = report_of(*state, "ndjson", &outcome, true);
        struct answer lines[LINES];
        char bytes[32];
        read_lines(report, lines);
        snprintf(bytes, sizeof bytes, "%zu", values[i].len);
        HAS(&lines[0], bytes, "got", "bytes");
        assert_int_equal(member(&lines[0], member(&lines[0], 0, "got"), "value"), 0);
        assert_true(strlen(report) < 10000);
        answer_free(&lines[0]);
        answer_free(&lines[1]);
        answer_free(&lines[LINE_RUN]);
        free(report);
    }
    free(big);
}

static void got_tells_none_from_nothing(void **state)
{
    static const struct {
        enum outcome_kind kind;
        const char *got;
    } KINDS[] = {{OUTCOME_NONE, "{\"none\":true}"},
                 {OUTCOME_TIMEOUT, "null"},
                 {OUTCOME_UNSUPPORTED, "null"}};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        struct outcome outcome = outcome_of(KINDS[i].kind, "", 0);
        char *report = report_of(*state, "ndjson", &outcome, true);
        struct answer lines[LINES];
        read_lines(report, lines);
        HAS(&lines[0], KINDS[i].got, "got");
        answer_free(&lines[0]);
        answer_free(&lines[1]);
        answer_free(&lines[LINE_RUN]);
        free(report);
    }
}

/* --- every format --- */

static void every_format_says_that_a_report_is_incomplete(void **state)
{
    struct fixture *f = *state;
    static const struct record_end ENDS[] = {{.complete = false, .why = "interrupted"}};
    for (size_t i = 0; REPORT_FORMATS[i] != NULL; i++) {
        for (int with_summary = 0; with_summary < 2; with_summary++) {
            struct rendering rendering;
            struct outcome outcome = outcome_of(OUTCOME_VALUE, "[7]", 3);
            rendering_begin(&rendering, REPORT_FORMATS[i]->name, &f->run);
            add_line(&rendering.report, line_of(f, &outcome, (struct record_input){0}));
            char *report = rendering_end(&rendering, with_summary == 1 ? ENDS : NULL);
            if (strstr(report, "incomplete") == NULL && strstr(report, "\"complete\":false") == NULL)
                fail_msg("%s says nothing:\n%s", REPORT_FORMATS[i]->name, report);
            if (strstr(report, with_summary == 1 ? "interrupted" : "without a summary") == NULL)
                fail_msg("%s does not say why:\n%s", REPORT_FORMATS[i]->name, report);
            free(report);
        }
    }
}

static void no_format_sends_bytes_that_change_a_terminal(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; REPORT_FORMATS[i] != NULL; i++) {
        static const enum outcome_kind KINDS[] = {OUTCOME_VALUE, OUTCOME_CRASH};
        for (size_t k = 0; k < 2 && REPORT_FORMATS[i] != &REPORT_NDJSON; k++) {
            struct outcome outcome = outcome_of(KINDS[k], HOSTILE, sizeof HOSTILE - 1);
            char *report = report_of(f, REPORT_FORMATS[i]->name, &outcome, true);
            expect_harmless(report);
            free(report);
        }
    }
}

static void problems_of_the_run_are_in_every_format(void **state)
{
    struct fixture *f = *state;
    static const char *const UNMATCHED[] = {"gone/case", NULL};
    static const char *const REMARKS[] = {"a state leak", NULL};
    const struct record_end end = {.complete = true, .unmatched = UNMATCHED, .remarks = REMARKS};
    f->run.selected = 1;
    for (size_t i = 0; REPORT_FORMATS[i] != NULL; i++) {
        struct rendering rendering;
        struct outcome outcome = outcome_of(OUTCOME_VALUE, "[7]", 3);
        rendering_begin(&rendering, REPORT_FORMATS[i]->name, &f->run);
        add_line(&rendering.report, line_of(f, &outcome, (struct record_input){0}));
        char *report = rendering_end(&rendering, &end);
        if (REPORT_FORMATS[i] != &REPORT_BADGE) {
            expect_text(report, "gone/case");
            expect_text(report, "a state leak");
        }
        free(report);
    }
}

static void known_failure_is_counted_and_not_shown_in_full(void **state)
{
    struct fixture *f = *state;
    struct outcome outcome = outcome_of(OUTCOME_VALUE, "[7]", 3);
    const struct record_end end = {.complete = true};
    struct record_input known = {.state = RECORD_KNOWN, .known_verdict = "hijack"};
    struct rendering rendering;
    f->run.selected = 1;
    rendering_begin(&rendering, "text", &f->run);
    add_line(&rendering.report, line_of(f, &outcome, known));
    assert_int_equal(rendering.report.tally.all.failing, 0);
    char *report = rendering_end(&rendering, &end);
    expect_text(report, "1 case: 1 invented; failures: integrity 1 of 1 (1 known)\n");
    assert_null(strstr(report, "A title"));
    free(report);
}

/* --- visible.h and output.h --- */

static void shell_words_are_quoted_where_they_must_be(void **state)
{
    (void)state;
    static const char *const WORDS[][2] = {
        {"plain/word-1.0=x", "plain/word-1.0=x"},
        {"", "''"},
        {"a b", "'a b'"},
        {"*", "'*'"},
        {"it's", "'it'\\''s'"},
        {"$(x)", "'$(x)'"},
        {"caf\xc3\xa9", "'caf\xc3\xa9'"},
        {"a\nb'\\", "$'a\\012b\\'\\\\'"},
        {"\xff", "$'\\377'"},
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        struct buffer out = {0};
        visible_shell(&out, WORDS[i][0]);
        assert_string_equal(out.at, WORDS[i][1]);
        buffer_free(&out);
    }
}

static void long_text_loses_its_middle_and_no_character(void **state)
{
    (void)state;
    struct buffer text = {0};
    for (int i = 0; i < 100; i++)
        buffer_text(&text, "\xe2\x82\xac");
    for (size_t max = 20; max < 30; max++) {
        struct buffer out = {0};
        visible_short(&out, (unsigned char *)text.at, text.len, max);
        assert_true(out.len < 60);
        assert_null(strstr(out.at, "\\x"));
        expect_text(out.at, " bytes \xe2\x80\xa6 ");
        buffer_free(&out);
    }
    buffer_free(&text);
}

static size_t file_length(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (size_t)status.st_size : SIZE_MAX;
}

static void file_appears_whole_or_not_at_all(void **state)
{
    struct fixture *f = *state;
    struct output output;
    struct buffer problem = {0};
    folder_write(&f->folder, "report", "old", 3);
    const char *path = f->folder.paths[f->folder.count - 1];
    assert_true(output_open(&output, path, &problem));
    fputs("newer", output.file);
    fflush(output.file);
    assert_int_equal(file_length(path), 3);
    output_discard(&output);
    assert_int_equal(file_length(path), 3);
    assert_true(output_open(&output, path, &problem));
    fputs("newer", output.file);
    assert_true(output_commit(&output, &problem));
    assert_int_equal(file_length(path), 5);
    assert_int_equal(problem.len, 0);
}

static void device_that_is_full_is_an_error(void **state)
{
    (void)state;
    struct output output;
    struct buffer problem = {0};
    if (access("/dev/full", W_OK) != 0)
        skip();
    assert_true(output_open(&output, "/dev/full", &problem));
    fputs("x", output.file);
    assert_false(output_commit(&output, &problem));
    assert_string_equal(problem.at, "/dev/full: No space left on device");
    buffer_free(&problem);
    /* A write that failed long before the end counts too. */
    assert_true(output_open(&output, "/dev/full", &problem));
    fputs("x", output.file);
    assert_int_not_equal(fflush(output.file), 0);
    assert_false(output_commit(&output, &problem));
    assert_int_not_equal(problem.len, 0);
    buffer_free(&problem);
    assert_false(output_open(&output, "/", &problem));
    assert_string_equal(problem.at, "/: expected a file, found a directory");
    buffer_free(&problem);
    assert_false(output_open(&output, "/nowhere/report", &problem));
    assert_string_equal(problem.at, "/nowhere/report: No such file or directory");
    buffer_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_tells_all_about_a_failure, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_names_a_decoy_and_keeps_quiet_about_a_pass, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(text_shows_hostile_bytes_and_sends_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ndjson_has_a_line_for_the_case_and_a_summary, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(ndjson_is_strict_json_whatever_came, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ndjson_gives_unwieldy_values_as_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(got_tells_none_from_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_format_says_that_a_report_is_incomplete, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(no_format_sends_bytes_that_change_a_terminal, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(problems_of_the_run_are_in_every_format, set_up, tear_down),
        cmocka_unit_test_setup_teardown(known_failure_is_counted_and_not_shown_in_full, set_up,
                                        tear_down),
        cmocka_unit_test(shell_words_are_quoted_where_they_must_be),
        cmocka_unit_test(long_text_loses_its_middle_and_no_character),
        cmocka_unit_test_setup_teardown(file_appears_whole_or_not_at_all, set_up, tear_down),
        cmocka_unit_test(device_that_is_full_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

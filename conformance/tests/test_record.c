/* Lines of a report: what is made is read back exactly and safely, what is none is refused, the
 * counts and floors are those of the lines; and what escapes text for each format. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "escape.h"
#include "folder.h"
#include "record.h"
#include "record_read.h"
#include "report.h"

#define RUN "{\"run\":{\"selected\":3,\"floors\":[\"a\",\"b\"]}}"
#define CASE(id, rest)                                                                  \
    "{\"case\":\"" id "\",\"category\":\"c\",\"severity\":\"integrity\",\"operation\":" \
    "\"extract\",\"verdict\":\"pass\"" rest "}"

/* --- made, and read back --- */

static const char CASE_TEXT[] =
    "{\"id\":\"some/thing\",\"title\":\"A <title> \\u202e\",\"operation\":\"extract\",\"rules\":"
    "[\"R3.1\",\"R6\"],\"severity\":\"availability\",\"why\":\"Because.\",\"source\":{\"kind\":"
    "\"rule\"},\"since\":\"1.0\",\"options\":{\"expect\":\"array\"},\"result\":{\"value\":"
    "[9007199254740993,1e400,\"\\u0000\\u001b\"],\"span\":[0,4]},\"acceptable\":[{\"none\":true,"
    "\"why\":\"w\"},{\"value\":[1],\"why\":\"w\"}]}";

struct fixture {
    struct folder folder;
    struct test_case test;
    struct floors floors;
    struct record_run run;
};

static const char *const COMMAND[] = {"./mine", "a b", NULL};

static int set_up(void **state)
{
    static const char FLOORS[] =
        "{\"corpus_version\":\"1\",\"floors\":[\"none\",\"echo\",\"brace\"],\"letters\":{},"
        "\"cases\":{\"some/other\":\"hhh\",\"some/thing\":\"pha\"}}";
    struct fixture *f = calloc(1, sizeof *f);
    struct buffer problem = {0};
    folder_make(&f->folder);
    folder_write(&f->folder, "cases/some/thing.json", CASE_TEXT, sizeof CASE_TEXT - 1);
    folder_write(&f->folder, "cases/some/thing.reply", "[9]\n\x1b", 5);
    folder_write(&f->folder, "FLOORS.json", FLOORS, sizeof FLOORS - 1);
    if (!case_load(&f->test, f->folder.root, "some/thing", &problem) ||
        !floors_load(&f->floors, f->folder.root, &problem))
        return -1;
    f->run = (struct record_run){.command = COMMAND,
                                 .version = "9.9",
                                 .again_head = "jets run",
                                 .again_tail = "-- ./mine",
                                 .implementation = "mine",
                                 .implementation_version = "1.0",
                                 .policy = "select=first",
                                 .selected = 1,
                                 .repeat = 2,
                                 .floors = &f->floors};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    case_free(&f->test);
    floors_free(&f->floors);
    folder_remove(&f->folder);
    free(f);
    return 0;
}

static enum record_kind read_back(const char *line, struct record_head *head,
                                  struct record *record, struct record_tail *tail)
{
    struct buffer problem = {0};
    enum record_kind kind = record_read(line, strlen(line), head, record, tail, &problem);
    if (kind == RECORD_BAD)
        print_message("%s\n", problem.at);
    buffer_free(&problem);
    return kind;
}

/* The record of an outcome of the fixture's case. */
static struct record record_of(struct fixture *f, struct record_input input)
{
    struct record_head head;
    struct record record;
    struct record_tail tail;
    char *run = record_run_line(&f->run);
    assert_int_equal(read_back(run, &head, &record, &tail), RECORD_RUN);
    input.run = &f->run;
    input.test = &f->test;
    char *line = record_make(&input);
    assert_null(strchr(line, '\n'));
    assert_int_equal(read_back(line, &head, &record, &tail), RECORD_CASE);
    record_head_free(&head);
    free(line);
    free(run);
    return record;
}

static struct record judged(struct fixture *f, const char *output, struct record_input input)
{
    struct judgement judgement;
    struct outcome outcome = {.kind = OUTCOME_VALUE, .wall_us = 1500, .cpu_us = 9, .peak_kb = 7};
    outcome.text = (unsigned char *)memory_copy(output, strlen(output));
    outcome.text_len = strlen(output);
    outcome.err = (unsigned char *)memory_copy("\x1b!", 2);
    outcome.err_len = 2;
    assert_true(judge(&judgement, &f->test, &outcome));
    input.outcome = &outcome;
    input.judgement = &judgement;
    input.verdict = judgement.verdict;
    struct record record = record_of(f, input);
    judgement_free(&judgement);
    outcome_free(&outcome);
    return record;
}

static void failure_keeps_exact_values_and_all_evidence(void **state)
{
    struct record record = judged(*state, "[9007199254740992]", (struct record_input){0});
    assert_string_equal(record.id, "some/thing");
    assert_int_equal(record.verdict, VERDICT_HIJACK);
    assert_int_equal(record.severity, SEVERITY_AVAILABILITY);
    assert_string_equal(record.title, "A <title> \xe2\x80\xb9U+202E\xe2\x80\xba");
    assert_string_equal(record.expected, "[9007199254740993,1e400,\"\\u0000\\u001b\"]");
    assert_string_equal(record.got, "[9007199254740992]");
    assert_string_equal(record.difference, "[0]: expected 9007199254740993, got 9007199254740992");
    assert_int_equal(record.alternatives.len, 2);
    assert_string_equal(record.alternatives.items[0], "none");
    assert_string_equal(record.alternatives.items[1], "[1]");
    assert_string_equal(record.asked, "extract --expect=array");
    assert_string_equal(record.rules, "R3.1, R6");
    assert_string_equal(record.first_rule, "R3.1");
    assert_string_equal(record.why, "Because.");
    assert_string_equal(record.reply, "[9]\xe2\x90\x8a\n\xe2\x90\x9b\n");
    assert_int_equal(record.reply_bytes, 5);
    assert_int_equal(record.answer_len, 4);
    assert_string_equal(record.err, "\xe2\x90\x9b!");
    assert_string_equal(record.again, "jets run --filter some/thing -- ./mine");
    assert_int_equal(record.wall_us, 1500);
    assert_int_equal(record.peak_kb, 7);
    assert_true(record.fails);
    record_free(&record);
}

static void pass_keeps_no_evidence(void **state)
{
    struct record record =
        judged(*state, "[9007199254740993,1e400,\"\\u0000\\u001b\"]", (struct record_input){0});
    assert_int_equal(record.verdict, VERDICT_PASS);
    assert_false(record.fails);
    assert_string_equal(record.why, "");
    assert_string_equal(record.reply, "");
    assert_string_equal(record.again, "");
    record_free(&record);
}

static void baseline_repeats_and_reasons_come_through(void **state)
{
    static const enum verdict REPEATS[] = {VERDICT_PASS, VERDICT_HIJACK};
    struct record_input input = {.verdict = VERDICT_FLAKY,
                                 .repeats = REPEATS,
                                 .repeats_len = 2,
                                 .state = RECORD_CHANGED,
                                 .known_verdict = "lost",
                                 .known_reason = "one\ntwo",
                                 .reason = "why",
                                 .policy = "select=first"};
    struct record record = record_of(*state, input);
    assert_string_equal(record.repeats, "pass, hijack");
    assert_int_equal(record.state, RECORD_CHANGED);
    assert_string_equal(record.known_verdict, "lost");
    assert_string_equal(record.known_reason, "one\xe2\x90\x8atwo");
    assert_string_equal(record.reason, "why");
    assert_string_equal(record.policy, "select=first");
    assert_string_equal(record.outcome, "");
    assert_string_equal(record.got, "no output");
    assert_int_equal(record.wall_us, RECORD_UNMEASURED);
    record_free(&record);
}

static void floors_are_those_of_the_case_as_it_stands(void **state)
{
    struct fixture *f = *state;
    struct record record = judged(f, "[]", (struct record_input){0});
    assert_true(record.has_floors);
    assert_int_equal(record.meets, 1 | 4);
    record_free(&record);
    record = judged(f, "[]", (struct record_input){.expected = &f->test.acceptable.items[0]});
    assert_false(record.has_floors);
    assert_string_equal(record.expected, "none");
    record_free(&record);
    record = record_of(f, (struct record_input){.verdict = VERDICT_UNSCORED});
    assert_false(record.has_floors);
    record_free(&record);
}

static void run_is_read_back(void **state)
{
    struct fixture *f = *state;
    struct record_head head;
    char *line = record_run_line(&f->run);
    assert_int_equal(read_back(line, &head, NULL, NULL), RECORD_RUN);
    assert_string_equal(head.command, "./mine 'a b'");
    assert_string_equal(head.implementation, "mine 1.0");
    assert_string_equal(head.policy, "select=first");
    assert_string_equal(head.mode, "exec");
    assert_string_equal(head.jets_version, "9.9");
    assert_string_equal(head.shard, "");
    assert_int_equal(head.repeat, 2);
    assert_int_equal(head.floors.len, 3);
    record_head_free(&head);
    free(line);
}

/* --- what fails a run --- */

static void verdict_and_baseline_decide_what_fails(void **state)
{
    (void)state;
    static const struct {
        enum verdict verdict;
        enum record_state state;
        bool fails;
        enum tally_class class;
    } TABLE[] = {
        {VERDICT_PASS, RECORD_PLAIN, false, TALLY_PASSED},
        {VERDICT_ACCEPTABLE, RECORD_PLAIN, false, TALLY_PASSED},
        {VERDICT_UNSUPPORTED, RECORD_PLAIN, false, TALLY_SKIPPED},
        {VERDICT_UNSCORED, RECORD_PLAIN, false, TALLY_SKIPPED},
        {VERDICT_HIJACK, RECORD_PLAIN, true, TALLY_FAILED},
        {VERDICT_INVENTED, RECORD_PLAIN, true, TALLY_FAILED},
        {VERDICT_LOST, RECORD_PLAIN, true, TALLY_FAILED},
        {VERDICT_FLAKY, RECORD_PLAIN, true, TALLY_FAILED},
        {VERDICT_MALFORMED, RECORD_PLAIN, true, TALLY_BROKEN},
        {VERDICT_ERROR, RECORD_PLAIN, true, TALLY_BROKEN},
        {VERDICT_CRASH, RECORD_PLAIN, true, TALLY_BROKEN},
        {VERDICT_TIMEOUT, RECORD_PLAIN, true, TALLY_BROKEN},
        {VERDICT_MEMORY, RECORD_PLAIN, true, TALLY_BROKEN},
        {VERDICT_FLOOD, RECORD_PLAIN, true, TALLY_BROKEN},
        {VERDICT_HIJACK, RECORD_NEW, true, TALLY_FAILED},
        {VERDICT_CRASH, RECORD_NEW, true, TALLY_BROKEN},
        {VERDICT_HIJACK, RECORD_KNOWN, false, TALLY_SKIPPED},
        {VERDICT_CRASH, RECORD_KNOWN, false, TALLY_SKIPPED},
        {VERDICT_PASS, RECORD_FIXED, true, TALLY_FAILED},
        {VERDICT_UNSUPPORTED, RECORD_CHANGED, true, TALLY_FAILED},
        {VERDICT_ERROR, RECORD_CHANGED, true, TALLY_BROKEN},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++) {
        assert_int_equal(record_fails(TABLE[i].verdict, TABLE[i].state), TABLE[i].fails);
        assert_int_equal(record_class(TABLE[i].verdict, TABLE[i].state), TABLE[i].class);
    }
}

/* --- refusing --- */

static void expect_refused(const char *line, const char *why)
{
    struct record_head head = {0};
    struct record record;
    struct record_tail tail;
    struct buffer problem = {0};
    assert_int_equal(record_read(line, strlen(line), &head, &record, &tail, &problem), RECORD_BAD);
    if (strstr(problem.at, why) == NULL)
        fail_msg("no \"%s\" in \"%s\" of %s", why, problem.at, line);
    buffer_free(&problem);
}

static void lines_that_are_none_are_refused(void **state)
{
    (void)state;
    expect_refused("", "strict JSON");
    expect_refused("{", "strict JSON");
    expect_refused("{\"case\":NaN}", "strict JSON");
    expect_refused(RUN "x", "strict JSON");
    expect_refused(RUN RUN, "strict JSON");
    expect_refused("{\"a\":\"\xff\"}", "strict JSON");
    expect_refused("[]", "an object");
    expect_refused("null", "an object");
    expect_refused("{}", "case: expected this member");
    expect_refused("{\"run\":1}", "run: expected an object");
    expect_refused("{\"run\":{}}", "selected");
    expect_refused("{\"run\":{\"selected\":-1}}", "selected: expected a whole number");
    expect_refused("{\"run\":{\"selected\":1e3}}", "selected: expected a whole number");
    expect_refused("{\"run\":{\"selected\":1,\"floors\":[1]}}", "floors: expected a list");
    expect_refused("{\"run\":{\"selected\":1,\"limits\":{\"wall_ms\":\"2\"}}}", "wall_ms");
    expect_refused("{\"summary\":{}}", "complete");
    expect_refused("{\"summary\":{\"complete\":true}}", "selected");
    expect_refused("{\"summary\":{\"complete\":1,\"selected\":1,\"cases\":1}}", "complete");
    expect_refused("{\"case\":5}", "case: expected a string");
    expect_refused("{\"case\":\"c/d\"}", "category: expected this member");
    expect_refused("{\"case\":\"c/d\",\"category\":\"d\"}", "begins with its category");
    expect_refused("{\"case\":\"c/../d\",\"category\":\"c\"}", "begins with its category");
    expect_refused("{\"case\":\"c\",\"category\":\"c\"}", "begins with its category");
    expect_refused(CASE("c/d", ",\"verdict\":\"pass\",\"title\":[]"), "title: expected a string");
    expect_refused(CASE("c/d", ",\"wall_us\":\"1\""), "wall_us: expected a whole number");
    expect_refused(CASE("c/d", ",\"got\":{}"), "got: expected value, text or none");
    expect_refused(CASE("c/d", ",\"got\":{\"text\":1}"), "got: expected value, text or none");
    expect_refused(CASE("c/d", ",\"rules\":\"R1\""), "rules: expected a list of strings");
    expect_refused(CASE("c/d", ",\"alternatives\":[1]"), "alternatives");
    expect_refused(CASE("c/d", ",\"baseline\":{\"state\":\"odd\"}"), "state");
    expect_refused("{\"case\":\"c/d\",\"category\":\"c\",\"severity\":\"bad\"}", "severity");
    expect_refused("{\"case\":\"c/d\",\"category\":\"c\",\"severity\":\"integrity\",\"operation\":"
                   "\"extract\",\"verdict\":\"passed\"}",
                   "verdict: expected a word of the contract");
}

static void line_that_nests_without_end_is_refused(void **state)
{
    (void)state;
    char deep[4096];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    expect_refused(deep, "strict JSON");
}

/* --- in order --- */

static bool add(struct report *report, const char *line, const char *why)
{
    struct buffer problem = {0};
    size_t before = tally_total(&report->tally.all);
    bool good = report_add_line(report, line, strlen(line), &problem);
    if (!good) {
        assert_int_equal(tally_total(&report->tally.all), before);
        if (strstr(problem.at, why) == NULL)
            fail_msg("no \"%s\" in \"%s\"", why, problem.at);
    }
    buffer_free(&problem);
    return good;
}

static void lines_come_in_order_or_are_refused(void **state)
{
    (void)state;
    static const char SUMMARY[] = "{\"summary\":{\"complete\":true,\"selected\":3,\"cases\":3}}";
    struct report report;
    struct buffer problem = {0};
    FILE *out = tmpfile();
    assert_true(report_begin(&report, &REPORT_BADGE, out, &problem));
    assert_false(add(&report, CASE("c/b", ""), "with which a report begins"));
    assert_false(add(&report, SUMMARY, "with which a report begins"));
    assert_true(add(&report, RUN, ""));
    assert_false(add(&report, RUN, "another report begins"));
    assert_true(add(&report, CASE("c/b", ",\"floors\":[\"b\"]"), ""));
    assert_false(add(&report, CASE("c/b", ""), "each case once"));
    assert_false(add(&report, CASE("c/a", ""), "each case once"));
    assert_true(add(&report, CASE("c/b-2", ",\"floors\":[\"b\",\"odd\"]"), ""));
    assert_true(add(&report, CASE("c/c", ",\"floors\":null"), ""));
    assert_false(report_is_complete(&report));
    assert_true(add(&report, SUMMARY, ""));
    assert_true(report_is_complete(&report));
    assert_false(add(&report, SUMMARY, "nothing behind the summary"));
    assert_false(add(&report, CASE("c/d", ""), "nothing behind the summary"));
    assert_int_equal(report.tally.all.floors[0], 0);
    assert_int_equal(report.tally.all.floors[1], 2);
    assert_int_equal(report.tally.all.floored, 2);
    report_discard(&report);
    fclose(out);
}

static void summary_that_does_not_fit_makes_a_report_incomplete(void **state)
{
    (void)state;
    static const struct {
        const char *summary, *words;
    } ENDS[] = {
        {NULL, "incomplete: 1 of 3 cases were run; the report ends without a summary"},
        {"{\"summary\":{\"complete\":true,\"selected\":3,\"cases\":3}}",
         "incomplete: 1 of 3 cases were run; the summary counts 3"},
        {"{\"summary\":{\"complete\":true,\"selected\":1,\"cases\":1}}",
         "incomplete: 1 of 3 cases were run"},
        {"{\"summary\":{\"complete\":false,\"why\":\"interrupted\",\"selected\":3,\"cases\":1}}",
         "incomplete: 1 of 3 cases were run; interrupted"},
    };
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        struct report report;
        struct buffer problem = {0};
        struct buffer words = {0};
        FILE *out = tmpfile();
        assert_true(report_begin(&report, &REPORT_BADGE, out, &problem));
        assert_true(add(&report, RUN, ""));
        assert_true(add(&report, CASE("c/b", ""), ""));
        assert_true(ENDS[i].summary == NULL || add(&report, ENDS[i].summary, ""));
        assert_false(report_is_complete(&report));
        report_incomplete(&report, &words);
        assert_string_equal(words.at, ENDS[i].words);
        buffer_free(&words);
        report_discard(&report);
        fclose(out);
    }
}

/* --- counting --- */

static void best_floor_is_the_first_of_the_best(void **state)
{
    (void)state;
    struct tally tally = {0};
    static const uint32_t MEETS[] = {1 | 2 | 4, 2 | 4, 1};
    for (size_t i = 0; i < 3; i++) {
        struct tally_case one = {.category = i < 2 ? "a" : "b",
                                 .verdict = VERDICT_PASS,
                                 .class = TALLY_PASSED,
                                 .has_floors = true,
                                 .meets = MEETS[i]};
        tally_add(&tally, &one);
    }
    assert_int_equal(tally_best_floor(&tally.all, 3), 0);
    assert_int_equal(tally_best_floor(&tally.categories[0].row, 3), 1);
    assert_int_equal(tally.categories[0].row.floors[1], 2);
    assert_int_equal(tally_best_floor(&tally.categories[1].row, 3), 0);
    assert_int_equal(tally_met(&tally.all), 3);
    tally_free(&tally);
}

static void floors_that_are_not_in_order_are_refused(void **state)
{
    (void)state;
    static const char *const TEXTS[][2] = {
        {"[]", "floors: expected a list"},
        {"{", "strict JSON"},
        {"{\"floors\":[],\"cases\":{}}", "floors: expected a list"},
        {"{\"floors\":[1],\"cases\":{}}", "floors: expected names"},
        {"{\"floors\":[\"x\"]}", "cases: expected an object"},
        {"{\"floors\":[\"x\"],\"cases\":{\"a/b\":\"pp\"}}", "cases: expected a letter"},
        {"{\"floors\":[\"x\"],\"cases\":{\"a/b\":\"\"}}", "cases: expected a letter"},
        {"{\"floors\":[\"x\"],\"cases\":{\"a/b\":\"P\"}}", "cases: expected a letter"},
        {"{\"floors\":[\"x\"],\"cases\":{\"a/b\":1}}", "cases: expected a letter"},
        {"{\"floors\":[\"x\"],\"cases\":{\"a/b\":\"p\",\"a/a\":\"p\"}}", "in byte order"},
        {"{\"floors\":[\"x\"],\"cases\":{\"a/b\":\"p\",\"a/b\":\"p\"}}", "in byte order"},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        struct folder folder;
        struct floors floors;
        struct buffer problem = {0};
        folder_make(&folder);
        folder_write(&folder, "FLOORS.json", TEXTS[i][0], strlen(TEXTS[i][0]));
        assert_false(floors_load(&floors, folder.root, &problem));
        if (strstr(problem.at, TEXTS[i][1]) == NULL)
            fail_msg("no \"%s\" in \"%s\"", TEXTS[i][1], problem.at);
        buffer_free(&problem);
        floors_free(&floors);
        folder_remove(&folder);
    }
}

static void corpus_without_floors_has_none(void **state)
{
    (void)state;
    struct folder folder;
    struct floors floors;
    struct buffer problem = {0};
    uint32_t meets = 0;
    folder_make(&folder);
    assert_true(floors_load(&floors, folder.root, &problem));
    assert_int_equal(floors.names_len, 0);
    assert_false(floors_find(&floors, "a/b", &meets));
    floors_free(&floors);
    folder_remove(&folder);
}

/* --- escaping --- */

typedef void (*escaper)(struct buffer *out, const char *text);

static void expect_escaped(escaper escape, const char *text, const char *want)
{
    struct buffer out = {0};
    escape(&out, text);
    assert_string_equal(out.at, want);
    buffer_free(&out);
}

static void each_format_escapes_what_means_something_in_it(void **state)
{
    (void)state;
    expect_escaped(escape_xml, "", "");
    expect_escaped(escape_xml, "a]]>b<c>&amp;\"'\n", "a]]&gt;b&lt;c&gt;&amp;amp;&quot;&#39;\n");
    expect_escaped(escape_xml, "\x01\x0b\x1f\r\t", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
                                                   "\xef\xbf\xbd\xef\xbf\xbd");
    expect_escaped(escape_xml, "\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd",
                   "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    expect_escaped(escape_json, "\"\\\n\x1b\x7f\xc3\xa9", "\"\\\"\\\\\\u000a\\u001b\\u007f\xc3\xa9\"");
    expect_escaped(escape_markdown, "a|b`c`*_[x](y)<z>&\n@u #1 $x$ ~a~ a.b:c\\",
                   "a\\|b\\`c\\`\\*\\_\\[x\\](y)&lt;z&gt;&amp; \\@u \\#1 \\$x\\$ \\~a\\~ a\\.b\\:c\\\\");
    expect_escaped(escape_command_data, "100%0A\r\n:,", "100%250A%0D%0A:,");
    expect_escaped(escape_command_property, "100%0A\r\n:,", "100%250A%0D%0A%3A%2C");
    expect_escaped(escape_tap, "a # SKIP b\\c\nd", "a \\# SKIP b\\\\c d");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(failure_keeps_exact_values_and_all_evidence, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(pass_keeps_no_evidence, set_up, tear_down),
        cmocka_unit_test_setup_teardown(baseline_repeats_and_reasons_come_through, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(floors_are_those_of_the_case_as_it_stands, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(run_is_read_back, set_up, tear_down),
        cmocka_unit_test(verdict_and_baseline_decide_what_fails),
        cmocka_unit_test(lines_that_are_none_are_refused),
        cmocka_unit_test(line_that_nests_without_end_is_refused),
        cmocka_unit_test(lines_come_in_order_or_are_refused),
        cmocka_unit_test(summary_that_does_not_fit_makes_a_report_incomplete),
        cmocka_unit_test(best_floor_is_the_first_of_the_best),
        cmocka_unit_test(floors_that_are_not_in_order_are_refused),
        cmocka_unit_test(corpus_without_floors_has_none),
        cmocka_unit_test(each_format_escapes_what_means_something_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

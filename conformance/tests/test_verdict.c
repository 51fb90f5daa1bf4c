/* Verdicts: one table of case, outcome and verdict; what counts as a failure; tallies. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "tally.h"
#include "verdict.h"

/* The members of a case that decide, and its reply. */
struct sample {
    const char *operation, *members, *reply;
};

static const struct sample VALUE = {"extract", "\"result\":{\"value\":{\"a\":1}}",
                                    "[7] {\"a\":1} {\"b\":2}"};
static const struct sample DEFENSIBLE = {
    "extract",
    "\"result\":{\"value\":{\"a\":1}},\"decoys\":[[7]],"
    "\"acceptable\":[{\"none\":true,\"why\":\"w\"},{\"value\":{\"b\":2},\"why\":\"w\"}]",
    "[7] {\"a\":1} {\"b\":2}"};
static const struct sample NONE = {"extract", "\"result\":{\"none\":\"ambiguous\"}",
                                   "{\"a\":1} {\"b\":2}"};
static const struct sample NONE_OR_VALUE = {
    "extract", "\"result\":{\"none\":\"shape\"},\"acceptable\":[{\"value\":1,\"why\":\"w\"}]", "1"};
static const struct sample MADE = {
    "extract",
    "\"result\":{\"none\":\"broken-value\"},\"acceptable\":[{\"value\":{\"a\":1},\"why\":\"w\"}]",
    "{a:1}"};
static const struct sample TEXT = {
    "extract", "\"result\":{\"text\":\"{\\\"a\\\":1,\\\"a\\\":9007199254740993}\"}",
    "{\"a\":1,\"a\":9007199254740993}"};
static const struct sample FINISHED = {"complete", "\"result\":{\"value\":true}", "{}"};
static const struct sample STRINGS = {"strings", "\"result\":{\"value\":[\"a\"]}",
                                      "[\"a \",\"a\"]"};

static const struct sample MIXED = {"strings", "\"result\":{\"none\":\"shape\"}", "[\"a \",1]"};

static const struct {
    const struct sample *sample;
    const char *output;
    enum outcome_kind kind;
    enum verdict verdict;
} CASES[] = {
    {&VALUE, "{\"a\":1}", OUTCOME_VALUE, VERDICT_PASS},
    {&VALUE, " {\"a\": 10e-1}\n", OUTCOME_VALUE, VERDICT_PASS},
    {&VALUE, "{\"a\":true}", OUTCOME_VALUE, VERDICT_INVENTED},
    {&VALUE, "{\"b\":2}", OUTCOME_VALUE, VERDICT_HIJACK},
    {&VALUE, "[7.0]", OUTCOME_VALUE, VERDICT_HIJACK},
    {&VALUE, "{\"a\":1,\"b\":2}", OUTCOME_VALUE, VERDICT_INVENTED},
    {&VALUE, "{\"a\":1,\"a\":1}", OUTCOME_VALUE, VERDICT_INVENTED},
    {&VALUE, "", OUTCOME_VALUE, VERDICT_MALFORMED},
    {&VALUE, "{\"a\":1} {\"b\":2}", OUTCOME_VALUE, VERDICT_MALFORMED},
    {&VALUE, "{\"a\":01}", OUTCOME_VALUE, VERDICT_MALFORMED},
    {&VALUE, "", OUTCOME_NONE, VERDICT_LOST},
    {&VALUE, "", OUTCOME_UNSUPPORTED, VERDICT_UNSUPPORTED},
    {&VALUE, "x", OUTCOME_MALFORMED, VERDICT_MALFORMED},
    {&VALUE, "", OUTCOME_ERROR, VERDICT_ERROR},
    {&VALUE, "{\"a\":1}", OUTCOME_CRASH, VERDICT_CRASH},
    {&VALUE, "{\"a\":1}", OUTCOME_TIMEOUT, VERDICT_TIMEOUT},
    {&VALUE, "", OUTCOME_MEMORY, VERDICT_MEMORY},
    {&VALUE, "", OUTCOME_FLOOD, VERDICT_FLOOD},
    {&DEFENSIBLE, "{\"a\":1}", OUTCOME_VALUE, VERDICT_PASS},
    {&DEFENSIBLE, "{\"b\":2}", OUTCOME_VALUE, VERDICT_ACCEPTABLE},
    {&DEFENSIBLE, "", OUTCOME_NONE, VERDICT_ACCEPTABLE},
    {&DEFENSIBLE, "[7]", OUTCOME_VALUE, VERDICT_HIJACK},
    {&NONE, "", OUTCOME_NONE, VERDICT_PASS},
    {&NONE, "{\"a\":1}", OUTCOME_VALUE, VERDICT_HIJACK},
    {&NONE, "{}", OUTCOME_VALUE, VERDICT_INVENTED},
    {&NONE, "null", OUTCOME_VALUE, VERDICT_INVENTED},
    {&NONE_OR_VALUE, "1.0", OUTCOME_VALUE, VERDICT_ACCEPTABLE},
    {&NONE_OR_VALUE, "", OUTCOME_NONE, VERDICT_PASS},
    {&MADE, "{\"a\":1}", OUTCOME_VALUE, VERDICT_ACCEPTABLE},
    {&MADE, "{\"a\":2}", OUTCOME_VALUE, VERDICT_HIJACK},
    {&TEXT, "{\"a\":9007199254740993,\"a\":1}", OUTCOME_VALUE, VERDICT_PASS},
    {&TEXT, "{\"a\":9007199254740992,\"a\":1}", OUTCOME_VALUE, VERDICT_INVENTED},
    {&TEXT, "{\"a\":9007199254740993}", OUTCOME_VALUE, VERDICT_INVENTED},
    {&FINISHED, "true\n", OUTCOME_VALUE, VERDICT_PASS},
    {&FINISHED, "false", OUTCOME_VALUE, VERDICT_HIJACK},
    {&FINISHED, "{}", OUTCOME_VALUE, VERDICT_MALFORMED},
    {&FINISHED, "1", OUTCOME_VALUE, VERDICT_MALFORMED},
    {&FINISHED, "", OUTCOME_NONE, VERDICT_MALFORMED},
    {&STRINGS, "[\"a\"]", OUTCOME_VALUE, VERDICT_PASS},
    {&STRINGS, "[\"a\",\"a\"]", OUTCOME_VALUE, VERDICT_HIJACK},
    {&STRINGS, "[\"zzz\"]", OUTCOME_VALUE, VERDICT_HIJACK},
    {&MIXED, "[\"a\"]", OUTCOME_VALUE, VERDICT_HIJACK},
    {&MIXED, "", OUTCOME_NONE, VERDICT_PASS},
};

static void load(struct folder *folder, const struct sample *sample, struct test_case *test)
{
    struct buffer text = {0};
    struct buffer problem = {0};
    buffer_format(&text,
                  "{\"id\":\"some/thing\",\"title\":\"T\",\"operation\":\"%s\",\"rules\":[],"
                  "\"severity\":\"integrity\",\"why\":\"W\",\"source\":{\"kind\":\"rule\"},"
                  "\"since\":\"1.0\",%s}",
                  sample->operation, sample->members);
    folder_write(folder, "cases/some/thing.json", text.at, text.len);
    folder_write(folder, "cases/some/thing.reply", sample->reply, strlen(sample->reply));
    if (!case_load(test, folder->root, "some/thing", &problem))
        fail_msg("%s", problem.at);
    buffer_free(&text);
}

static struct outcome outcome_of(enum outcome_kind kind, const char *output)
{
    return (struct outcome){
        .kind = kind, .text = (unsigned char *)strdup(output), .text_len = strlen(output)};
}

static void outcomes_get_the_verdicts_of_the_contract(void **state)
{
    (void)state;
    struct folder folder;
    folder_make(&folder);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct test_case test;
        struct judgement judgement;
        struct outcome outcome = outcome_of(CASES[i].kind, CASES[i].output);
        load(&folder, CASES[i].sample, &test);
        assert_true(judge(&judgement, &test, &outcome));
        if (judgement.verdict != CASES[i].verdict)
            fail_msg("%s with %s: %s, not %s", test.result.none ? "none" : test.result.value.text,
                     CASES[i].output, verdict_name(judgement.verdict),
                     verdict_name(CASES[i].verdict));
        judgement_free(&judgement);
        free(outcome.text);
        case_free(&test);
    }
    folder_remove(&folder);
}

/* The verdict on an output under a rule; `none` in its place is none. */
static enum verdict verdict_by(const struct test_case *test, const struct judge_rule *rule,
                               const char *output)
{
    struct judgement judgement;
    bool none = strcmp(output, "none") == 0;
    struct outcome outcome = outcome_of(none ? OUTCOME_NONE : OUTCOME_VALUE, none ? "" : output);
    assert_true(judge_by(&judgement, test, rule, &outcome));
    judgement_free(&judgement);
    free(outcome.text);
    return judgement.verdict;
}

static void rule_takes_the_place_of_the_case_s_own_result(void **state)
{
    (void)state;
    struct folder folder;
    struct test_case test;
    static const struct sample OTHERWISE = {
        "extract",
        "\"result\":{\"none\":\"ambiguous\"},\"acceptable\":[{\"value\":[7],\"why\":\"w\"}],"
        "\"by_policy\":{\"select\":{\"first\":{\"value\":{\"n\":9007199254740993}}}}",
        "{\"n\":9007199254740993} {\"b\":2} [7]"};
    folder_make(&folder);
    load(&folder, &OTHERWISE, &test);
    struct judge_rule rule = {.expected = &test.by_policy.items[0]};
    assert_int_equal(verdict_by(&test, &rule, "{\"n\":9007199254740993}"), VERDICT_PASS);
    assert_int_equal(verdict_by(&test, &rule, "{\"n\":9007199254740992}"), VERDICT_INVENTED);
    assert_int_equal(verdict_by(&test, &rule, "{\"b\":2}"), VERDICT_HIJACK);
    assert_int_equal(verdict_by(&test, &rule, "[7]"), VERDICT_ACCEPTABLE);
    assert_int_equal(verdict_by(&test, &rule, "none"), VERDICT_LOST);
    rule.doubles = true;
    assert_int_equal(verdict_by(&test, &rule, "{\"n\":9007199254740992}"), VERDICT_PASS);
    assert_int_equal(verdict_by(&test, &rule, "{\"n\":9007199254740994}"), VERDICT_HIJACK);
    assert_int_equal(verdict_by(&test, &rule, "{\"c\":\"d\"}"), VERDICT_INVENTED);
    case_free(&test);
    folder_remove(&folder);
}

static void judgement_says_which_decoy_and_which_acceptable(void **state)
{
    (void)state;
    struct folder folder;
    struct test_case test;
    struct judgement judgement;
    folder_make(&folder);
    load(&folder, &DEFENSIBLE, &test);
    struct outcome decoy = outcome_of(OUTCOME_VALUE, "[7]");
    assert_true(judge(&judgement, &test, &decoy));
    assert_int_equal(judgement.decoy, 0);
    assert_true(judgement.acceptable == JUDGEMENT_NOWHERE);
    judgement_free(&judgement);
    struct outcome other = outcome_of(OUTCOME_VALUE, "{\"b\":2}");
    assert_true(judge(&judgement, &test, &other));
    assert_int_equal(judgement.acceptable, 1);
    assert_true(judgement.decoy == JUDGEMENT_NOWHERE);
    judgement_free(&judgement);
    struct outcome broken = outcome_of(OUTCOME_VALUE, "[7}");
    assert_true(judge(&judgement, &test, &broken));
    assert_false(judgement.has_value);
    assert_string_equal(judgement.fault, "not one strict JSON text");
    assert_int_equal(judgement.fault_at, 2);
    judgement_free(&judgement);
    free(decoy.text);
    free(other.text);
    free(broken.text);
    case_free(&test);
    folder_remove(&folder);
}

static void output_of_millions_of_values_keeps_few_nodes(void **state)
{
    (void)state;
    struct folder folder;
    struct test_case test;
    struct judgement judgement;
    folder_make(&folder);
    load(&folder, &VALUE, &test);
    struct buffer text = {0};
    buffer_text(&text, "[0");
    for (int i = 0; i < 1000000; i++)
        buffer_text(&text, ",0");
    buffer_text(&text, "]");
    struct outcome outcome = {
        .kind = OUTCOME_VALUE, .text = (unsigned char *)text.at, .text_len = text.len};
    assert_true(judge(&judgement, &test, &outcome));
    assert_true(verdict_is_failure(judgement.verdict));
    assert_true(judgement.has_value);
    assert_int_equal(judgement.got.count, 1000002);
    assert_true(judgement.got.kept <= ANSWER_KEEP);
    judgement_free(&judgement);
    buffer_free(&text);
    case_free(&test);
    folder_remove(&folder);
}

static void all_verdicts_have_a_name_and_only_four_fail_nothing(void **state)
{
    (void)state;
    size_t failures = 0;
    for (int i = 0; i < VERDICT_COUNT; i++) {
        assert_true(strlen(verdict_name((enum verdict)i)) > 0);
        assert_true(strlen(verdict_meaning((enum verdict)i)) > 0);
        failures += verdict_is_failure((enum verdict)i);
    }
    assert_int_equal(failures, VERDICT_COUNT - 4);
    assert_false(verdict_is_failure(VERDICT_PASS));
    assert_false(verdict_is_failure(VERDICT_ACCEPTABLE));
    assert_false(verdict_is_failure(VERDICT_UNSUPPORTED));
    assert_false(verdict_is_failure(VERDICT_UNSCORED));
}

static void verdicts_are_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICT_COUNT; i++)
        assert_int_equal(verdict_find(verdict_name((enum verdict)i)), i);
    assert_int_equal(verdict_find("hijakc"), VERDICT_COUNT);
    assert_int_equal(verdict_find(""), VERDICT_COUNT);
}

static void tally_counts_by_category_and_severity(void **state)
{
    (void)state;
    struct tally tally = {0};
    static const struct tally_case ADDED[] = {
        {.category = "a", .severity = SEVERITY_INTEGRITY, .verdict = VERDICT_PASS},
        {.category = "a", .severity = SEVERITY_RESOURCE, .verdict = VERDICT_HIJACK},
        {.category = "b", .severity = SEVERITY_RESOURCE, .verdict = VERDICT_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof ADDED / sizeof ADDED[0]; i++)
        tally_add(&tally, &ADDED[i]);
    assert_int_equal(tally_total(&tally.all), 3);
    assert_int_equal(tally_failures(&tally.all), 1);
    assert_int_equal(tally.category_count, 2);
    assert_string_equal(tally.categories[0].name, "a");
    assert_int_equal(tally_total(&tally.categories[0].row), 2);
    assert_int_equal(tally_failures(&tally.categories[1].row), 0);
    assert_int_equal(tally_total(&tally.severities[SEVERITY_RESOURCE]), 2);
    assert_int_equal(tally_failures(&tally.severities[SEVERITY_INTEGRITY]), 0);
    tally_free(&tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_get_the_verdicts_of_the_contract),
        cmocka_unit_test(judgement_says_which_decoy_and_which_acceptable),
        cmocka_unit_test(output_of_millions_of_values_keeps_few_nodes),
        cmocka_unit_test(all_verdicts_have_a_name_and_only_four_fail_nothing),
        cmocka_unit_test(verdicts_are_found_by_name),
        cmocka_unit_test(rule_takes_the_place_of_the_case_s_own_result),
        cmocka_unit_test(tally_counts_by_category_and_severity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* By which result a case is judged under a declared policy, and when it is not scored; numbers as
 * doubles. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "doubles.h"
#include "folder.h"
#include "policy.h"

/* What `members` (options, result, by_policy) and a reply make of a case under `policy`, as text:
 * the JSON of the value, "none", or "unscored". */
static void ruled(struct folder *folder, const char *members, const char *reply, const char *policy,
                  char *out, size_t room)
{
    struct buffer text = {0};
    struct buffer problem = {0};
    struct test_case test;
    struct ruling ruling;
    struct declared declared = declared_default();
    buffer_format(&text,
                  "{\"id\":\"some/thing\",\"title\":\"t\",%s\"rules\":[\"R1\"],"
                  "\"severity\":\"integrity\",\"why\":\"w\",\"source\":{\"kind\":\"rule\"},"
                  "\"since\":\"1.0\",%s}",
                  strstr(members, "\"operation\"") == NULL ? "\"operation\":\"extract\"," : "",
                  members);
    folder_write(folder, "cases/some/thing.json", text.at, text.len);
    folder_write(folder, "cases/some/thing.reply", reply, strlen(reply));
    if (!case_load(&test, folder->root, "some/thing", &problem) ||
        !declared_read(&declared, policy, strlen(policy), &problem))
        fail_msg("%s", problem.at);
    policy_rule(&declared, &test, &ruling);
    if (!ruling.scored)
        snprintf(out, room, "unscored: %s", ruling.why);
    else if (ruling.rule.expected->none)
        snprintf(out, room, "none");
    else
        snprintf(out, room, "%s", ruling.rule.expected->value.text);
    ruling_free(&ruling);
    case_free(&test);
    buffer_free(&text);
    buffer_free(&problem);
}

#define assert_ruled(state, members, reply, policy, want)         \
    do {                                                          \
        char got[200];                                            \
        ruled(*(state), members, reply, policy, got, sizeof got); \
        assert_string_equal(got, want);                           \
    } while (0)

#define AMBIGUOUS "\"result\":{\"none\":\"ambiguous\"}"
#define TWO "{\"a\":1} {\"a\":2}"
#define NOT_SAID "unscored: the case does not say what is right for "

static void declared_default_leaves_the_result_as_it_is(void **state)
{
    assert_ruled(state, AMBIGUOUS, TWO, "{}", "none");
    assert_ruled(state, AMBIGUOUS, TWO, "{\"select\":\"only\",\"repair\":\"refuse\"}", "none");
}

static void given_result_of_the_declared_value_is_taken(void **state)
{
    const char *members = AMBIGUOUS ",\"by_policy\":{\"select\":{\"first\":{\"value\":{\"a\":1}},"
                                    "\"last\":{\"value\":{\"a\":2}}}}";
    assert_ruled(state, members, TWO, "{\"select\":\"first\"}", "{\"a\":1}");
    assert_ruled(state, members, TWO, "{\"select\":\"last\"}", "{\"a\":2}");
    assert_ruled(state, members, TWO, "{\"select\":\"longest\"}", NOT_SAID "select=longest");
}

static void option_that_the_case_sets_wins_over_the_declared_one(void **state)
{
    const char *members = "\"options\":{\"select\":\"last\"},\"result\":{\"value\":{\"a\":2}},"
                          "\"by_policy\":{\"select\":{\"first\":{\"value\":{\"a\":1}}}}";
    assert_ruled(state, members, TWO, "{\"select\":\"first\"}", "{\"a\":2}");
}

static void select_matters_where_several_values_stand(void **state)
{
    const char *one = "\"result\":{\"value\":{\"a\":1},\"span\":[3,7]}";
    const char *policy = "{\"select\":\"first\"}";
    assert_ruled(state, one, "so {\"a\":1} and {x}", policy, "{\"a\":1}");
    assert_ruled(state, one, "so {\"a\":1} and {\"a\": 1}", policy, "{\"a\":1}");
    assert_ruled(state, one, "so {\"a\":1} and [7]", policy, NOT_SAID "select=first");
    assert_ruled(state, "\"result\":{\"none\":\"no-candidate\"}", "so", policy, "none");
    assert_ruled(state, "\"result\":{\"none\":\"unterminated-value\"}", "{\"a", policy, "none");
    assert_ruled(state, "\"result\":{\"none\":\"broken-value\"}", "{'a':1} {\"b\":2}", policy,
                 NOT_SAID "select=first");
}

static void several_settings_need_their_own_result(void **state)
{
    const char *members = "\"result\":{\"none\":\"ambiguous\"},"
                          "\"by_policy\":{\"select\":{\"first\":{\"none\":\"duplicate-name\"}}%s}";
    const char *policy = "{\"select\":\"first\",\"names\":\"any\"}";
    char alone[300];
    char both[300];
    snprintf(alone, sizeof alone, members, "");
    snprintf(both, sizeof both, members,
             ",\"select=first,names=any\":{\"text\":\"{\\\"a\\\":1,\\\"a\\\":1}\"}");
    /* names does nothing to an ambiguous reply, but it does to what `first` chooses */
    assert_ruled(state, alone, "{\"a\":1,\"a\":1} {}", policy, NOT_SAID "select=first,names=any");
    assert_ruled(state, both, "{\"a\":1,\"a\":1} {}", policy, "{\"a\":1,\"a\":1}");
    assert_ruled(state, alone, "{\"a\":1,\"a\":1} {}", "{\"names\":\"any\"}", "none");
}

static void reasoning_and_starts_matter_where_a_marker_may_stand(void **state)
{
    const char *cut = "\"result\":{\"none\":\"unterminated-reasoning\"}";
    const char *value = "\"result\":{\"value\":{\"a\":1},\"span\":[3,7]}";
    assert_ruled(state, cut, "<think>{\"a\":1}", "{\"reasoning\":\"fallback\"}",
                 NOT_SAID "reasoning=fallback");
    assert_ruled(state, cut, "<think>well", "{\"reasoning\":\"fallback\"}", "none");
    assert_ruled(state, value, "so {\"a\":1}", "{\"reasoning\":\"fallback\"}", "{\"a\":1}");
    assert_ruled(state, value, "so {\"a\":1}", "{\"starts\":\"outside\"}", "{\"a\":1}");
    assert_ruled(state, value, "so {\"a\":1}", "{\"starts\":\"inside\"}", NOT_SAID "starts=inside");
    assert_ruled(state, "\"result\":{\"value\":{\"a\":1},\"span\":[0,7]}", "{\"a\":1}",
                 "{\"starts\":\"inside\"}", "{\"a\":1}");
}

static void habits_beyond_the_options_matter_where_they_could_make_an_answer(void **state)
{
    const char *cut = "\"result\":{\"none\":\"unterminated-value\"}";
    const char *broken = "\"result\":{\"none\":\"broken-value\"}";
    const char *shape = "\"result\":{\"none\":\"shape\"}";
    const char *nothing = "\"result\":{\"none\":\"no-candidate\"}";
    assert_ruled(state, cut, "{\"a", "{\"truncation\":\"complete\"}",
                 NOT_SAID "truncation=complete");
    assert_ruled(state, cut, "{\"a", "{\"repair\":\"repair\"}", NOT_SAID "repair=repair");
    assert_ruled(state, broken, "{a:1}", "{\"repair\":\"repair\"}", NOT_SAID "repair=repair");
    assert_ruled(state, broken, "{a:1}", "{\"truncation\":\"complete\"}", "none");
    assert_ruled(state, nothing, "Sorry.", "{\"repair\":\"repair\"}", "none");
    assert_ruled(state, shape, "42", "{\"scalars\":\"accept\"}", NOT_SAID "scalars=accept");
    assert_ruled(state, shape, "[1]", "{\"scalars\":\"accept\"}", "none");
    assert_ruled(state, nothing, "```json\n 42\n```", "{\"scalars\":\"accept\"}",
                 NOT_SAID "scalars=accept");
    assert_ruled(state, nothing, "```text\nno\n```", "{\"scalars\":\"accept\"}", "none");
    assert_ruled(state, broken, "{\"a\":\"\xFF\"}", "{\"decoding\":\"replace\"}",
                 NOT_SAID "decoding=replace");
    assert_ruled(state, broken, "{a:\"\xC3\xA9\xF0\x9F\xA6\x8A\"}", "{\"decoding\":\"replace\"}",
                 "none");
}

static void complete_hangs_on_decoding_alone(void **state)
{
    const char *members = "\"operation\":\"complete\",\"result\":{\"value\":false}";
    assert_ruled(state, members, "{\"a", "{\"truncation\":\"complete\",\"starts\":\"inside\"}",
                 "false");
    assert_ruled(state, members, "{\"a\":\"\xFF\"}", "{\"decoding\":\"replace\"}",
                 NOT_SAID "decoding=replace");
}

static void operation_that_is_not_declared_is_not_scored(void **state)
{
    struct folder *folder = *state;
    struct test_case test;
    struct ruling ruling;
    struct declared declared = declared_default();
    struct buffer problem = {0};
    static const char TEXT[] =
        "{\"id\":\"some/thing\",\"title\":\"t\",\"operation\":\"strings\",\"rules\":[],"
        "\"severity\":\"integrity\",\"why\":\"w\",\"source\":{\"kind\":\"rule\"},\"since\":\"1.0\","
        "\"result\":{\"value\":[]}}";
    folder_write(folder, "cases/some/thing.json", TEXT, strlen(TEXT));
    folder_write(folder, "cases/some/thing.reply", "[]", 2);
    assert_true(case_load(&test, folder->root, "some/thing", &problem));
    declared.operations[OPERATION_STRINGS] = false;
    policy_rule(&declared, &test, &ruling);
    assert_false(ruling.scored);
    assert_string_equal(ruling.why, "the operation strings is not declared");
    ruling_free(&ruling);
    case_free(&test);
}

static void wrong_declarations_are_named(void **state)
{
    static const char *const WRONG[][2] = {
        {"[]", "expected an object of texts without NUL"},
        {"{\"select\":\"first\\u0000x\"}", "expected an object of texts without NUL"},
        {"{\"expect\":\"any\"}", "expect: unknown member"},
        {"{\"select\":\"best\"}", "select: expected only, longest, first or last"},
        {"{\"names\":true}", "names: expected unique or any"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        struct declared declared = declared_default();
        struct buffer problem = {0};
        assert_false(declared_read(&declared, WRONG[i][0], strlen(WRONG[i][0]), &problem));
        assert_string_equal(problem.at, WRONG[i][1]);
        buffer_free(&problem);
    }
}

static bool same_doubles(const char *a, const char *b)
{
    struct answer x = {0};
    struct answer y = {0};
    bool equal = false;
    assert_int_equal(answer_read(&x, (const unsigned char *)a, strlen(a), UINT32_MAX, NULL), 0);
    assert_int_equal(answer_read(&y, (const unsigned char *)b, strlen(b), UINT32_MAX, NULL), 0);
    assert_int_equal(doubles_equal(&x, &y, &equal), ANSWER_OK);
    answer_free(&x);
    answer_free(&y);
    return equal;
}

static void doubles_are_equal_that_round_to_the_same(void **state)
{
    (void)state;
    assert_true(
        same_doubles("{\"n\":[9007199254740993,0.1]}", "{\"n\":[9007199254740992.0,1e-1]}"));
    assert_true(same_doubles("0.1000000000000000055511151231257827", "0.1"));
    assert_true(same_doubles("1e400", "123456e500"));
    assert_true(same_doubles("1e-400", "-0"));
    assert_false(same_doubles("1e400", "-1e400"));
    assert_false(same_doubles("9007199254740994", "9007199254740992"));
    assert_false(same_doubles("[1,\"9007199254740993\"]", "[1,\"9007199254740992\"]"));
    assert_false(same_doubles("[1]", "[1,1]"));
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(declared_default_leaves_the_result_as_it_is),
        IN_FOLDER(given_result_of_the_declared_value_is_taken),
        IN_FOLDER(option_that_the_case_sets_wins_over_the_declared_one),
        IN_FOLDER(select_matters_where_several_values_stand),
        IN_FOLDER(several_settings_need_their_own_result),
        IN_FOLDER(reasoning_and_starts_matter_where_a_marker_may_stand),
        IN_FOLDER(habits_beyond_the_options_matter_where_they_could_make_an_answer),
        IN_FOLDER(complete_hangs_on_decoding_alone),
        IN_FOLDER(operation_that_is_not_declared_is_not_scored),
        cmocka_unit_test(wrong_declarations_are_named),
        cmocka_unit_test(doubles_are_equal_that_round_to_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

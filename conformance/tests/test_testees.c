/* The wrong implementations: each is wrong in its own way, and right where its fault does not
 * matter. */
#define _XOPEN_SOURCE 700

#include "contained.h"

#include "exec.h"

static struct outcome run_testee(const char *name, const struct exec_request *request)
{
    char path[PATH_ROOM];
    testee_path(path, name);
    const char *argv[] = {path, NULL};
    struct exec_command command;
    struct exec_settings how = {.limits = process_limits_default()};
    how.limits.wall_ms = 15000;
    struct outcome outcome;
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(exec_run(&command, &how, request, &outcome));
    exec_command_free(&command);
    return outcome;
}

/* expected: the output without its line feed, or the name of another outcome in parentheses. */
static void check_bytes(const char *name, const struct exec_request *request, const char *reply,
                        const char *expected)
{
    char got[PATH_ROOM];
    struct outcome outcome = run_testee(name, request);
    if (outcome.kind == OUTCOME_VALUE)
        snprintf(got, sizeof got, "%.*s", (int)outcome.text_len, (const char *)outcome.text);
    else
        snprintf(got, sizeof got, "(%s)", outcome_kind_name(outcome.kind));
    size_t len = strlen(got);
    if (len > 0 && got[len - 1] == '\n')
        got[len - 1] = '\0';
    if (strcmp(got, expected) != 0)
        fail_msg("%s %s on %s: %s instead of %s", name, request->operation, reply, got, expected);
    outcome_free(&outcome);
}

static void check_operation(const char *name, const char *operation, const char *reply,
                            const char *expected)
{
    struct input_memory memory = {(const unsigned char *)reply, strlen(reply)};
    struct exec_request request = {.operation = operation, .input = input_from_memory(&memory)};
    check_bytes(name, &request, reply, expected);
}

static void check(const char *name, const char *reply, const char *expected)
{
    check_operation(name, "extract", reply, expected);
}

static void check_option(const char *name, const char *option, const char *value, const char *reply,
                         const char *expected)
{
    struct exec_option one = {option, value};
    struct input_memory memory = {(const unsigned char *)reply, strlen(reply)};
    struct exec_request request = {"extract", &one, 1, input_from_memory(&memory)};
    check_bytes(name, &request, reply, expected);
}

static const char *const extractors[] = {"longest-span", "first-opener", "no-reasoning-split",
                                         "one-brace-stack", "string-blind"};

enum { EXTRACTORS = sizeof extractors / sizeof extractors[0] };

/* ---- floors ---- */

static void floors_are_constant_or_naive(void **state)
{
    (void)state;
    check("always-none", "{\"a\":1}", "(none)");
    check_operation("always-none", "strings", "[]", "(none)");
    check_operation("always-none", "complete", "{}", "(unsupported)");
    check("always-empty-object", "[1]", "{}");
    check_operation("always-empty-object", "strings", "[]", "(unsupported)");
    check("echo-text", "so: {\"a\":1}", "so: {\"a\":1}");
    check("echo-text", "", "(malformed)");
    check("first-to-last-brace", "a {x} b {y} c", "{x} b {y}");
    check("first-to-last-brace", "} none {", "(none)");
    check("first-balanced", "a [1] {\"b\":2}", "[1]");
    check("first-balanced", "a {\"b\":\"}\"} c", "{\"b\":\"}\"}");
    check("first-balanced", "a { b", "(none)");
    check("last-fence", "```json\n{\"a\":1}\n```\n```\n[2]\n```", "\n[2]\n");
    check("last-fence", "```json\n{\"a\":1}", "(none)");
    check("last-fence", "{\"a\":1}", "(none)");
}

static void complete_has_its_own_floors(void **state)
{
    (void)state;
    check_operation("always-true", "complete", "{", "true");
    check_operation("always-false", "complete", "{}", "false");
    check("always-true", "{}", "(unsupported)");
    check("always-false", "{}", "(unsupported)");
}

/* ---- the shared part ---- */

static void a_plain_answer_is_found_by_all(void **state)
{
    (void)state;
    for (int i = 0; i < EXTRACTORS; i++) {
        check(extractors[i], "{\"a\": [1, 2]}", "{\"a\": [1, 2]}");
        check(extractors[i], " \n[\"}\", \"{\"] ", "[\"}\", \"{\"]");
        check(extractors[i], "\xEF\xBB\xBF{\"a\":1}", "{\"a\":1}");
        check(extractors[i], "The answer: {\"a\": {\"b\": []}} as asked.", "{\"a\": {\"b\": []}}");
        check(extractors[i], "<think>hm</think>\n{\"a\":1}", "{\"a\":1}");
        check(extractors[i], "", "(none)");
        check(extractors[i], "no", "(none)");
        check(extractors[i], "{\"a\": 1", "(none)");
    }
}

static void types_are_respected_by_all(void **state)
{
    (void)state;
    for (int i = 0; i < EXTRACTORS; i++) {
        check_option(extractors[i], "expect", "array", "{\"a\":1}", "(none)");
        check_option(extractors[i], "expect", "object", "[1]", "(none)");
        check_option(extractors[i], "expect", "any", " 17 ", "17");
        check_option(extractors[i], "expect", "object", "see {\"a\":1}", "{\"a\":1}");
        check_option(extractors[i], "select", "first", "{\"a\":1}", "(unsupported)");
        check_option(extractors[i], "expect", "number", "1", "(unsupported)");
        check(extractors[i], "17", "(none)");
    }
}

static void only_strict_json_is_returned(void **state)
{
    static const char *const bad[] = {"{\"a\":01}",
                                      "{\"a\":1,}",
                                      "[1,]",
                                      "[,1]",
                                      "{a:1}",
                                      "{'a':1}",
                                      "[NaN]",
                                      "[+1]",
                                      "[.5]",
                                      "[1.]",
                                      "[1e]",
                                      "[-]",
                                      "[\"\t\"]",
                                      "[\"\\x\"]",
                                      "[\"\\u12G4\"]",
                                      "[\"\\ud800\"]",
                                      "[\"\\udc00\"]",
                                      "[\"\xff\"]",
                                      "[\"\xc0\x80\"]",
                                      "[\"\xed\xa0\x80\"]",
                                      "[\"\xf4\x90\x80\x80\"]",
                                      "[truE]",
                                      "{\"a\" 1}",
                                      "{\"a\":}",
                                      "[1 2]",
                                      "{\"a\":1 \"b\":2}",
                                      "[\"\xe2\x82\"]",
                                      "{1:2}",
                                      "[tru]"};
    static const char *const good[] = {"[0]",
                                       "[-0]",
                                       "[1.5e-7]",
                                       "[0.5E+3]",
                                       "[\"\\ud83d\\ude00\"]",
                                       "[\"\xed\x9f\xbf\"]",
                                       "[\"\xf4\x8f\xbf\xbf\"]",
                                       "[\"\xc2\x80\"]",
                                       "[null,true,false]",
                                       "[{},[],\"\"]",
                                       "{\"a\":1,\"a\":2}",
                                       "[\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"]",
                                       "[ ]",
                                       "{ }"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        check("first-opener", bad[i], "(none)");
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        check("first-opener", good[i], good[i]);
}

static void depth_is_bounded(void **state)
{
    enum { DEEP = 513 };
    char reply[DEEP + DEEP + 1];
    (void)state;
    memset(reply, '[', DEEP);
    memset(reply + DEEP, ']', DEEP);
    reply[DEEP + DEEP] = '\0';
    check("first-opener", reply, "(none)");
    reply[DEEP + DEEP - 1] = '\0';
    check("first-opener", reply + 1, reply + 1);
}

static void complete_is_done_sensibly(void **state)
{
    (void)state;
    for (int i = 0; i < EXTRACTORS; i++) {
        check_operation(extractors[i], "complete", " {\"a\":[1]}\n", "true");
        check_operation(extractors[i], "complete", "[]", "true");
        check_operation(extractors[i], "complete", "{\"a\":[1]", "false");
        check_operation(extractors[i], "complete", "{} and", "false");
        check_operation(extractors[i], "complete", "1", "false");
        check_operation(extractors[i], "complete", "", "false");
    }
    check_operation("longest-span", "complete", "{\"a\":\"}\"", "false");
    check_operation("string-blind", "complete", "{\"a\":\"}", "true");
}

static void strings_are_trimmed_by_spelling(void **state)
{
    (void)state;
    for (int i = 0; i < EXTRACTORS; i++) {
        check_operation(extractors[i], "strings", "[\" a\", \"b \", \"\", \"a\", \"  \"]",
                        "[\"a\",\"b\"]");
        check_operation(extractors[i], "strings", "[]", "[]");
        check_operation(extractors[i], "strings", "[\"a\", 1]", "(none)");
        check_operation(extractors[i], "strings", "{\"a\": 1}", "(none)");
    }
}

/* ---- one fault each ---- */

static void longest_span_prefers_citations(void **state)
{
    (void)state;
    const char *reply = "Lines [101, 205, 309, 412, 518] say so: {\"supported\": false}";
    check("longest-span", reply, "[101, 205, 309, 412, 518]");
    check("no-reasoning-split", reply, "{\"supported\": false}");
    check_option("longest-span", "expect", "object", reply, "{\"supported\": false}");
    check("longest-span", "```json\n{\"a\":1}\n``` by [1, 2, 3, 4, 5]", "{\"a\":1}");
}

static void first_opener_tries_no_second(void **state)
{
    (void)state;
    check("first-opener", "In [x] it says {\"a\":1}", "(none)");
    check("first-opener", "In [1] it says {\"a\":1}", "[1]");
    check("longest-span", "In [x] it says {\"a\":1}", "{\"a\":1}");
}

static void no_reasoning_split_returns_a_thought(void **state)
{
    (void)state;
    const char *reply = "<think>{\"a\":0}?</think> {\"a\":1}";
    check("no-reasoning-split", reply, "{\"a\":0}");
    check("longest-span", reply, "{\"a\":1}");
}

static void one_brace_stack_is_upset_by_reasoning(void **state)
{
    (void)state;
    const char *reply = "<think>an open { here</think> so {\"a\":1}.";
    check("one-brace-stack", reply, "(none)");
    check("first-opener", reply, "{\"a\":1}");
    check("one-brace-stack", "<think>{\"a\":0}</think> so {\"a\":1}.", "{\"a\":1}");
}

static void string_blind_counts_quoted_brackets(void **state)
{
    (void)state;
    const char *reply = "So: {\"text\": \"an open {\"} is it";
    check("string-blind", reply, "(none)");
    check("one-brace-stack", reply, "{\"text\": \"an open {\"}");
}

/* ---- bounds ---- */

static size_t read_openers(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap)
{
    (void)offset;
    memset(buf, *(const char *)ctx, cap);
    return cap;
}

static void a_megabyte_of_openers_is_no_burden(void **state)
{
    (void)state;
    for (int i = 0; i < EXTRACTORS; i++) {
        for (const char *opener = "[{"; *opener != '\0'; opener++) {
            struct exec_request request = {.operation = "extract",
                                           .input = {read_openers, opener, 1000000}};
            check_bytes(extractors[i], &request, opener, "(none)");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_are_constant_or_naive),
        cmocka_unit_test(complete_has_its_own_floors),
        cmocka_unit_test(a_plain_answer_is_found_by_all),
        cmocka_unit_test(types_are_respected_by_all),
        cmocka_unit_test(only_strict_json_is_returned),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(complete_is_done_sensibly),
        cmocka_unit_test(strings_are_trimmed_by_spelling),
        cmocka_unit_test(longest_span_prefers_citations),
        cmocka_unit_test(first_opener_tries_no_second),
        cmocka_unit_test(no_reasoning_split_returns_a_thought),
        cmocka_unit_test(one_brace_stack_is_upset_by_reasoning),
        cmocka_unit_test(string_blind_counts_quoted_brackets),
        cmocka_unit_test(a_megabyte_of_openers_is_no_burden),
    };
    return cmocka_run_group_tests(tests, contained_setup, contained_teardown);
}

/*
 * The testees with a habit of real code: each answers one reply wrongly, in a category of the
 * corpus that is there to catch it, where a testee without the habit answers rightly; and each is
 * right where its habit does not matter.
 */
#define _XOPEN_SOURCE 700

#include "contained.h"

#include "exec.h"

/* Answers that are no JSON: other outcomes, by their name in parentheses. */
#define NONE "(none)"

struct habit_row {
    const char *testee;
    const char *category;
    const char *operation;
    const char *expect; /* NULL: the default */
    const char *reply;
    const char *wrong;
    const char *right;
};

#define EXTRACT_ROW(testee, category, reply, wrong, right)     \
    {                                                          \
        testee, category, "extract", NULL, reply, wrong, right \
    }

static const struct habit_row rows[] = {
    /* where the answer is looked for */
    EXTRACT_ROW("prose-strings", "prose-quotes", "It's fine: {\"a\": 1}", NONE, "{\"a\": 1}"),
    EXTRACT_ROW("first-to-last-closer", "prose-braces", "So {\"a\": 1} for the set {x}.", NONE,
                "{\"a\": 1}"),
    EXTRACT_ROW("braces-only", "fenced-array", "```json\n[{\"a\": 1}]\n```", "{\"a\": 1}",
                "[{\"a\": 1}]"),
    EXTRACT_ROW("lazy-braces", "braces-in-string", "So: {\"a\": \"}\"}", NONE, "{\"a\": \"}\"}"),
    EXTRACT_ROW("line-by-line", "whitespace", "So:\n{\"a\":\n1}", NONE, "{\"a\":\n1}"),
    EXTRACT_ROW("first-fence", "fence", "```sh\nls\n```\n```json\n{\"a\": 1}\n```", NONE,
                "{\"a\": 1}"),
    EXTRACT_ROW("fence-cut-in-string", "fence-in-string", "```json\n{\"a\": \"```c\\n```\"}\n```",
                NONE, "{\"a\": \"```c\\n```\"}"),
    EXTRACT_ROW("fence-before-parse", "fence-in-string", "{\"a\": \"```json\\n{}\\n```\"}", "{}",
                "{\"a\": \"```json\\n{}\\n```\"}"),
    EXTRACT_ROW("greedy-fence", "fence", "```json\n{\"a\": 1}\n```\n```sh\nls\n```", NONE,
                "{\"a\": 1}"),
    EXTRACT_ROW("any-label", "fence", "```python\n[1, 2]\n```\n{\"a\": 1}", "[1, 2]", NONE),
    EXTRACT_ROW("strips-fence", "fence", "Here:\n```json\n{\"a\": 1}\n```", NONE, "{\"a\": 1}"),
    EXTRACT_ROW("unwraps-tags", "wrapper-tags", "So {\"a\": \"<answer>[1]</answer>\"}", "[1]",
                "{\"a\": \"<answer>[1]</answer>\"}"),
    /* which value wins */
    EXTRACT_ROW("first-value", "multiple-values", "{\"a\": 0} or {\"a\": 1}", "{\"a\": 0}", NONE),
    EXTRACT_ROW("last-value", "multiple-values", "{\"a\": 0} or {\"a\": 1}", "{\"a\": 1}", NONE),
    EXTRACT_ROW("most-members", "verdict-injection", "{\"a\": 0} not {\"a\": [1], \"b\": 2}",
                "{\"a\": [1], \"b\": 2}", NONE),
    EXTRACT_ROW("merges-objects", "multiple-values", "{\"a\": 0, \"b\": 2} and {\"a\": 1}",
                "{\"a\":1,\"b\":2}", NONE),
    EXTRACT_ROW("descends", "truncation", "So {\"a\": {\"b\": 1}, \"c\": ", "{\"b\": 1}", NONE),
    /* reasoning */
    EXTRACT_ROW("tags-everywhere", "reasoning-markers", "{\"a\": \"x<think>y</think>\"}",
                "{\"a\": \"x\"}", "{\"a\": \"x<think>y</think>\"}"),
    EXTRACT_ROW("last-end-tag", "reasoning-markers", "<think>x</think>{\"a\": \"</think>\"}", NONE,
                "{\"a\": \"</think>\"}"),
    EXTRACT_ROW("blind-end-tag", "reasoning-markers", "{\"a\": \"</think>\"}", NONE,
                "{\"a\": \"</think>\"}"),
    EXTRACT_ROW("one-spelling", "reasoning-markers", "<THINK>{\"a\": 0}</THINK>{\"a\": 1}", NONE,
                "{\"a\": 1}"),
    EXTRACT_ROW("pairs-only", "json-in-reasoning", "{\"a\": 0}</think> none", "{\"a\": 0}", NONE),
    /* reading */
    EXTRACT_ROW("lenient-grammar", "strict-grammar", "{a: 'b\"', c: [NaN, True,], /* x */}",
                "{\"a\": \"b\\\"\", \"c\": [null, true]}", NONE),
    EXTRACT_ROW("auto-close", "truncation", "So {\"a\": [\"b", "{\"a\": [\"b\"]}", NONE),
    EXTRACT_ROW("swaps-quotes", "strict-grammar", "{'a': 'b'}", "{\"a\": \"b\"}", NONE),
    EXTRACT_ROW("drops-commas", "strict-grammar", "{\"a\": \",]\", }", "{\"a\": \"]\" }", NONE),
    EXTRACT_ROW("strips-controls", "strict-grammar", "{\"a\": \"b\nc\"}", "{\"a\": \"bc\"}", NONE),
    EXTRACT_ROW("replaces-bad-utf8", "encoding", "{\"a\": \"\xff\"}", "{\"a\": \"\xEF\xBF\xBD\"}",
                NONE),
    EXTRACT_ROW("ascii-only", "encoding", "{\"a\": \"\xC3\xA9t\xC3\xA9\"}", "{\"a\": \"t\"}",
                "{\"a\": \"\xC3\xA9t\xC3\xA9\"}"),
    EXTRACT_ROW("unicode-space", "whitespace",
                "{\"a\":\xC2\xA0"
                "1}",
                "{\"a\":  1}", NONE),
    EXTRACT_ROW("unescapes", "scalars", "\"{\\\"a\\\": 1}\" x", "{\"a\": 1}", NONE),
    EXTRACT_ROW("decodes-twice", "scalars", "\"{\\\"\\u0061\\ud83d\\ude00\\u20ac\\\": 1}\"",
                "{\"a\xF0\x9F\x98\x80\xE2\x82\xAC\": 1}", NONE),
    EXTRACT_ROW("cuts-at-stop-token", "stop-tokens", "{\"a\": \"</s>\"}", NONE,
                "{\"a\": \"</s>\"}"),
    EXTRACT_ROW("drops-citations", "citation-hijack", "{\"a\": \"[12]\"}", "{\"a\": \"\"}",
                "{\"a\": \"[12]\"}"),
    /* values */
    EXTRACT_ROW("last-name-wins", "duplicates", "[{\"a\": 1, \"\\u0061\": [], \"b\": {}}]",
                "[{\"\\u0061\":[],\"b\":{}}]", NONE),
    EXTRACT_ROW("double-numbers", "numbers", "[9007199254740993, -1.50, 1e400]",
                "[9007199254740992, -1.5, null]", "[9007199254740993, -1.50, 1e400]"),
    {"wraps-in-array", "scalars", "extract", "array", "{\"a\": 1}", "[{\"a\": 1}]", NONE},
    {"any-scalar", "scalars", "extract", "any", "It is 42 or so", "42", NONE},
    /* the other operations */
    {"balance-is-complete", "complete", "complete", NULL, "{\"a\" 1]", "true", "false"},
    {"prefix-is-complete", "complete", "complete", NULL, "{\"a\": 1} and", "true", "false"},
    {"strings-as-they-are", "strings", "strings", NULL, "[\" a\", \"\", \"a\"]",
     "[\" a\", \"\", \"a\"]", "[\"a\"]"},
    {"strings-sorted", "strings", "strings", NULL, "[\"b\", \"a\", \"b\"]", "[\"a\",\"b\"]",
     "[\"b\",\"a\"]"},
    {"strings-coerced", "strings", "strings", NULL, "[\"a\", 1, {\"b\": null}]",
     "[\"a\",\"1\",\"{\\\"b\\\": null}\"]", NONE},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* Habits that only show in replies that are made, below. */
static const char *const made[] = {"stops-at-nul", "reads-one-buffer", "shallow", "recursive",
                                   "quadratic-restart"};

enum { MADE = sizeof made / sizeof made[0] };

/* Has no habit that matters in any of the rows. */
static const char *const careful = "shallow";

static const char *tested(int i)
{
    return i < ROWS ? rows[i].testee : made[i - ROWS];
}

/* The outcome of one run, as `right` and `wrong` have it. The caller frees it. */
static char *answer(const char *name, const struct exec_request *request, uint64_t wall_ms)
{
    char path[PATH_ROOM];
    testee_path(path, name);
    const char *argv[] = {path, NULL};
    struct exec_command command;
    struct exec_settings how = {.limits = process_limits_default()};
    struct outcome outcome;
    how.limits.wall_ms = wall_ms;
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(exec_run(&command, &how, request, &outcome));
    exec_command_free(&command);
    const char *kind = outcome_kind_name(outcome.kind);
    size_t room = outcome.text_len + strlen(kind) + 3;
    char *got = malloc(room);
    assert_non_null(got);
    if (outcome.kind != OUTCOME_VALUE)
        snprintf(got, room, "(%s)", kind);
    else
        snprintf(got, room, "%.*s", (int)outcome.text_len, (const char *)outcome.text);
    size_t len = strlen(got);
    if (len > 0 && got[len - 1] == '\n')
        got[len - 1] = '\0';
    outcome_free(&outcome);
    return got;
}

static void check_request(const char *name, const struct exec_request *request, const char *reply,
                          const char *expected)
{
    enum { PATIENT_MS = 15000 };
    char *got = answer(name, request, PATIENT_MS);
    if (strcmp(got, expected) != 0)
        fail_msg("%s %s on %s: %s instead of %s", name, request->operation, reply, got, expected);
    free(got);
}

static void check_row(const char *name, const struct habit_row *row, const char *expected)
{
    struct exec_option expect = {"expect", row->expect};
    struct input_memory memory = {(const unsigned char *)row->reply, strlen(row->reply)};
    struct exec_request request = {row->operation, &expect, row->expect != NULL ? 1 : 0,
                                   input_from_memory(&memory)};
    check_request(name, &request, row->reply, expected);
}

static void check(const char *name, const char *operation, const char *reply, size_t len,
                  const char *expected)
{
    struct input_memory memory = {(const unsigned char *)reply, len};
    struct exec_request request = {.operation = operation, .input = input_from_memory(&memory)};
    check_request(name, &request, reply, expected);
}

static void each_habit_gives_its_wrong_answer(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++)
        check_row(rows[i].testee, &rows[i], rows[i].wrong);
}

static void the_same_replies_are_no_trouble_without_the_habit(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        assert_string_not_equal(rows[i].wrong, rows[i].right);
        check_row(careful, &rows[i], rows[i].right);
    }
}

/* Some case of the category is there: that the testees fail in it is for tools/discrimination. */
static void each_habit_has_a_category(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "corpus/cases/%s", rows[i].category);
        if (access(path, R_OK) != 0)
            fail_msg("%s: the corpus has no category %s", rows[i].testee, rows[i].category);
    }
}

static void a_plain_answer_is_found_by_all(void **state)
{
    static const char plain[] = "{\"a\": [1, \"b\"]}";
    static const char thought[] = "<think>hm</think>\n{\"a\": [1, \"b\"]}";
    (void)state;
    for (int i = 0; i < ROWS + MADE; i++) {
        const char *name = tested(i);
        bool rewrites = strcmp(name, "last-name-wins") == 0;
        const char *same = rewrites ? "{\"a\":[1, \"b\"]}" : plain;
        check(name, "extract", plain, strlen(plain), rewrites ? "{\"a\":[1,\"b\"]}" : same);
        check(name, "extract", thought, strlen(thought), rewrites ? "{\"a\":[1,\"b\"]}" : same);
        check(name, "extract", "no", 2, NONE);
        check(name, "complete", plain, strlen(plain), "true");
        check(name, "complete", plain, strlen(plain) - 1, "false");
    }
}

static void repeated_names_are_refused_by_the_careful(void **state)
{
    static const char repeated[] = "see [{\"a\": 1, \"b\": {\"c\": 1, \"\\u0063\": 2}}]";
    static const char apart[] = "{\"a\":{\"a\":1},\"b\":{\"a\":1}}";
    (void)state;
    check(careful, "extract", repeated, strlen(repeated), NONE);
    check(careful, "extract", apart, strlen(apart), apart);
}

/* ---- replies that are made ---- */

static void stops_at_nul_sees_nothing_behind_it(void **state)
{
    static const char reply[] = "so \0 {\"a\": 1}";
    (void)state;
    check("stops-at-nul", "extract", reply, sizeof reply - 1, NONE);
    check(careful, "extract", reply, sizeof reply - 1, "{\"a\": 1}");
}

static void reads_one_buffer_sees_nothing_behind_it(void **state)
{
    enum { BUFFER = 65536 };
    static const char value[] = "{\"a\": 1}";
    char *reply = malloc(BUFFER + sizeof value);
    (void)state;
    assert_non_null(reply);
    memset(reply, 'x', BUFFER);
    memcpy(reply + BUFFER, value, sizeof value);
    check("reads-one-buffer", "extract", reply, BUFFER + sizeof value - 1, NONE);
    check(careful, "extract", reply, BUFFER + sizeof value - 1, value);
    check("reads-one-buffer", "extract", reply + sizeof value, BUFFER - 1, value);
    free(reply);
}

static void shallow_refuses_what_is_deep(void **state)
{
    enum { LEVELS = 65 };
    char reply[LEVELS + LEVELS + 1];
    (void)state;
    memset(reply, '[', LEVELS);
    memset(reply + LEVELS, ']', LEVELS);
    reply[LEVELS + LEVELS] = '\0';
    check("shallow", "extract", reply, LEVELS + LEVELS, NONE);
    check("stops-at-nul", "extract", reply, LEVELS + LEVELS, reply);
    check("shallow", "extract", "[\"[[[[\"]", 8, "[\"[[[[\"]");
}

static size_t read_openers(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap)
{
    (void)ctx;
    (void)offset;
    memset(buf, '[', cap);
    return cap;
}

static void recursive_overflows_the_stack(void **state)
{
    enum { PATIENT_MS = 15000 };
    struct exec_request request = {.operation = "extract", .input = {read_openers, NULL, 1000000}};
    (void)state;
    char *got = answer("recursive", &request, PATIENT_MS);
    /* A sanitizer reports the overflow and exits. */
    assert_true(strcmp(got, "(crash)") == 0 || strcmp(got, "(error)") == 0);
    free(got);
    check_request(careful, &request, "a megabyte of openers", NONE);
}

static void quadratic_restart_takes_for_ever(void **state)
{
    enum { IMPATIENT_MS = 1000 };
    struct exec_request request = {.operation = "extract", .input = {read_openers, NULL, 1000000}};
    (void)state;
    char *got = answer("quadratic-restart", &request, IMPATIENT_MS);
    assert_string_equal(got, "(timeout)");
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_habit_gives_its_wrong_answer),
        cmocka_unit_test(the_same_replies_are_no_trouble_without_the_habit),
        cmocka_unit_test(each_habit_has_a_category),
        cmocka_unit_test(a_plain_answer_is_found_by_all),
        cmocka_unit_test(repeated_names_are_refused_by_the_careful),
        cmocka_unit_test(stops_at_nul_sees_nothing_behind_it),
        cmocka_unit_test(reads_one_buffer_sees_nothing_behind_it),
        cmocka_unit_test(shallow_refuses_what_is_deep),
        cmocka_unit_test(recursive_overflows_the_stack),
        cmocka_unit_test(quadratic_restart_takes_for_ever),
    };
    return cmocka_run_group_tests(tests, contained_setup, contained_teardown);
}

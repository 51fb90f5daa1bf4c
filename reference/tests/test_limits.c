/* Limits: of depth, of what is remembered, of option values; and replies of a megabyte made of one
 * token. */
#include "internal.h" /* in front, since cmocka has a skip() too */

#include "check.h"

/* `count` times open, then core, then `count` times close; freed by the caller. */
static char *nest(const char *open, const char *core, const char *close, size_t count, size_t *len)
{
    size_t o = strlen(open);
    size_t c = strlen(core);
    size_t e = strlen(close);
    char *text = malloc(count * (o + e) + c + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + i * o, open, o);
        memcpy(text + count * o + c + i * e, close, e);
    }
    memcpy(text + count * o, core, c);
    *len = count * (o + e) + c;
    return text;
}

static void nested_gives(int line, const char *options, const char *open, const char *core,
                         const char *close, size_t count)
{
    size_t len = 0;
    char *text = nest(open, core, close, count, &len);
    struct place p = {__FILE__, line, options, text, len};
    check_answer(p, 0, text, len);
    free(text);
}

static void nested_refuses(int line, const char *options, const char *open, const char *core,
                           const char *close, size_t count, const char *reason)
{
    size_t len = 0;
    char *text = nest(open, core, close, count, &len);
    struct place p = {__FILE__, line, options, text, len};
    check_none(p, reason);
    free(text);
}

#define NESTED_GIVES(...) nested_gives(__LINE__, __VA_ARGS__)
#define NESTED_REFUSES(...) nested_refuses(__LINE__, __VA_ARGS__)

static void the_default_depth_is_512(void **state)
{
    (void)state;
    NESTED_GIVES("", "[", "1", "]", 512);
    NESTED_REFUSES("", "[", "1", "]", 513, "too-deep");
    NESTED_GIVES("", "{\"a\":", "1", "}", 512);
    NESTED_REFUSES("", "{\"a\":", "1", "}", 513, "too-deep");
    NESTED_GIVES("", "[{\"a\":", "1", "}]", 256);
    NESTED_REFUSES("", "[{\"a\":", "[]", "}]", 256, "too-deep");
}

static void the_depth_can_be_set(void **state)
{
    (void)state;
    NESTED_GIVES("depth=1", "[", "1", "]", 1);
    NESTED_REFUSES("depth=1", "[", "1", "]", 2, "too-deep");
    NESTED_GIVES("depth=7", "{\"a\":", "1", "}", 7);
    NESTED_REFUSES("depth=7", "{\"a\":", "1", "}", 8, "too-deep");
    NESTED_GIVES("depth=8", "[", "", "]", 8);
    NESTED_GIVES("depth=9", "[", "", "]", 9);
    NESTED_GIVES("depth=1024", "[", "1", "]", 1024);
    NESTED_REFUSES("depth=1024", "[", "1", "]", 1025, "too-deep");
    GIVES("depth=1", "so [\"a\"]", "[\"a\"]");
    GIVES("depth=1 expect=any", "42", "42");
}

static void siblings_are_not_depth(void **state)
{
    (void)state;
    GIVES("depth=2", "[[], [], [], {}, [1], {\"a\": 1}]", "[[], [], [], {}, [1], {\"a\": 1}]");
    GIVES("depth=1", "[1]: [2] [3] {a} {b} {c} {\"x\": 1}", "{\"x\": 1}");
}

static void the_limit_holds_in_a_scanned_value(void **state)
{
    (void)state;
    GIVES("depth=2", "so: {\"a\": [1]}", "{\"a\": [1]}");
    REFUSES("depth=2", "so: {\"a\": [[1]]}", "too-deep");
    REFUSES("depth=2", "{\"ok\": true}; [[[1]]]", "too-deep");
    REFUSES("depth=2", "[[[1]]]; {\"ok\": true}", "too-deep");
    REFUSES("depth=2 select=first", "{\"ok\": true}; [[[1]]]", "too-deep");
    REFUSES("depth=2", "```\n[[[1]]]\n```", "too-deep");
}

static void the_limit_holds_in_a_broken_value(void **state)
{
    (void)state;
    REFUSES("depth=2", "{x: [1]}", "broken-value");
    REFUSES("depth=2", "{x: [[1]]}", "too-deep");
    REFUSES("depth=2", "[1, x {{ 2 }}]", "too-deep");
    REFUSES("depth=2", "```c\n{x: [[1]]}\n```", "too-deep");
    GIVES("depth=2", "[1, x \"[[[\"] {\"ok\": true}", "{\"ok\": true}");
}

static void the_limit_holds_for_prose_brackets(void **state)
{
    (void)state;
    GIVES("depth=3", "[a [b [c {\"ok\": true}", "{\"ok\": true}");
    REFUSES("depth=3", "[a [b [c [d {\"ok\": true}", "too-deep");
    GIVES("depth=3", "[a [b [c c] [d {\"ok\": true}", "{\"ok\": true}");
    REFUSES("depth=2", "{a {b {c", "too-deep");
    GIVES("depth=2", "[a [b {\"ok\": [1]}", "{\"ok\": [1]}");
}

/* Each of n candidates is longer than the one before, and stands in one more `[` that stays open.
 */
static void only_ten_candidates_are_remembered(void **state)
{
    (void)state;
    for (int n = 1; n <= (int)JETS_HELD_MAX + 1; n++) {
        char text[800];
        size_t len = 0;
        size_t last = 0;
        for (int i = 0; i < n; i++) {
            len += (size_t)sprintf(text + len, "[a ");
            last = len;
            len += (size_t)sprintf(text + len, "{\"k\": %.*s} ", i + 1, "111111111111111");
        }
        struct place p = PLACE("select=longest", text, len);
        if (n <= (int)JETS_HELD_MAX) {
            check_answer(p, last, text + last, len - last - 1);
        } else {
            check_none(p, "too-deep");
        }
    }
}

/* So it stays while feed reads on for an end of reasoning, and meets a value that is too deep. */
static void the_eleventh_candidate_has_its_own_rule(void **state)
{
    (void)state;
    DECIDED_BY("select=longest depth=12",
               "[a {\"k\":1} [a {\"k\":11} [a {\"k\":111} [a {\"k\":1111} [a {\"k\":11111} "
               "[a {\"k\":111111} [a {\"k\":1111111} [a {\"k\":11111111} [a {\"k\":111111111} "
               "[a {\"k\":1111111111} [a {\"k\":11111111111} [[[[[[[[[[[[[ 1",
               "R5.4");
}

static void options_out_of_range_are_misuse(void **state)
{
    (void)state;
    const struct jets_options bad[] = {
        {.depth = JETS_DEPTH_MAX + 1},   {.depth = (unsigned)-1},
        {.expect = (enum jets_expect)4}, {.select = (enum jets_select)4},
        {.names = (enum jets_names)2},   {.reasoning = (enum jets_reasoning)2},
        {.starts = (enum jets_starts)3},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct jets_result r;
        char out[16];
        size_t len = 1;
        memset(&r, 0xFF, sizeof r);
        assert_int_equal(jets_extract("[1]", 3, &bad[i], &r), JETS_MISUSE);
        assert_int_equal(r.status, JETS_MISUSE);
        assert_int_equal(r.length, 0);
        if (bad[i].expect == JETS_EXPECT_CONTAINER) {
            assert_int_equal(jets_strings("[]", 2, &bad[i], out, &len, &r), JETS_MISUSE);
        }
    }
}

static void null_is_allowed_where_the_header_says_so(void **state)
{
    (void)state;
    struct jets_result r;
    assert_int_equal(jets_extract(NULL, 0, NULL, &r), JETS_NONE);
    assert_int_equal(r.reason, JETS_EMPTY);
    assert_int_equal(jets_extract("[1]", 3, NULL, &r), JETS_VALUE);
}

/* ---- a megabyte of one token ---- */

#define MEGABYTE ((size_t)1 << 20)

/* `head`, the token again and again, `tail`. */
static void mass(int line, const char *options, const char *head, const char *token,
                 const char *tail, const char *want, bool none)
{
    size_t h = strlen(head);
    size_t n = strlen(token);
    size_t t = strlen(tail);
    size_t count = MEGABYTE / n;
    size_t len = h + count * n + t;
    char *text = malloc(len);
    assert_non_null(text);
    memcpy(text, head, h);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + h + i * n, token, n);
    }
    memcpy(text + len - t, tail, t);
    struct place p = {__FILE__, line, options, text, len};
    if (none) {
        check_none(p, want);
    } else {
        check_answer(p, SIZE_MAX, want, strlen(want));
    }
    free(text);
}

#define MASS_REFUSES(options, token, reason) mass(__LINE__, options, "", token, "", reason, true)
#define MASS_GIVES(options, token, answer) mass(__LINE__, options, "", token, "", answer, false)

static void a_megabyte_of_openers(void **state)
{
    (void)state;
    MASS_REFUSES("", "{", "too-deep");
    MASS_REFUSES("", "[", "too-deep");
    MASS_REFUSES("", "{\"a\":", "too-deep");
    MASS_REFUSES("", "[\"", "too-deep");
    MASS_REFUSES("", "[1,", "too-deep");
    MASS_REFUSES("", "[{", "too-deep");
    MASS_REFUSES("", "{a:", "too-deep");
    MASS_REFUSES("", "{a ", "too-deep");
    MASS_REFUSES("", "[a ", "too-deep");
    MASS_REFUSES("", "{\"a\":\"", "too-deep");
    MASS_REFUSES("", "{'", "too-deep");
    MASS_REFUSES("", "[//", "too-deep");
}

static void a_megabyte_of_prose(void **state)
{
    (void)state;
    MASS_REFUSES("", "a", "no-candidate");
    MASS_REFUSES("", " ", "empty");
    MASS_REFUSES("", "\"", "no-candidate");
    MASS_REFUSES("", "\\", "no-candidate");
    MASS_REFUSES("", "\\\"", "no-candidate");
    MASS_REFUSES("", "`", "no-candidate");
    MASS_REFUSES("", "`` ", "no-candidate");
    MASS_REFUSES("", "```\n", "no-candidate");
    MASS_REFUSES("", "```[", "no-candidate");
    MASS_REFUSES("", "~~~\n", "no-candidate");
    MASS_REFUSES("", "}", "no-candidate");
    MASS_REFUSES("", "]", "no-candidate");
    MASS_REFUSES("", "{x}", "no-candidate");
    MASS_REFUSES("", "\"{\" ", "no-candidate");
    MASS_REFUSES("", " a[1]", "no-candidate");
    MASS_REFUSES("", "<", "no-candidate");
    MASS_REFUSES("", "<think ", "no-candidate");
    MASS_REFUSES("", "</think", "no-candidate");
    MASS_REFUSES("", "<|channel|>", "no-candidate");
    MASS_REFUSES("", "<|channel|>final", "no-candidate");
    MASS_REFUSES("", "1", "shape");
    MASS_REFUSES("expect=any", "-", "no-candidate");
}

static void a_megabyte_of_markers(void **state)
{
    (void)state;
    MASS_REFUSES("", "<think>", "unterminated-reasoning");
    MASS_REFUSES("", "a<thought>", "unterminated-reasoning");
    MASS_REFUSES("", "</think>", "no-candidate");
    MASS_REFUSES("", "</thought>", "no-candidate");
    MASS_REFUSES("", "<think></think>", "no-candidate");
    MASS_REFUSES("starts=inside", "</think", "unterminated-reasoning");
    MASS_REFUSES("reasoning=fallback", "<think>", "no-candidate");
    MASS_REFUSES("", "{\"</think>\",", "too-deep");
}

static void a_megabyte_of_values(void **state)
{
    (void)state;
    MASS_GIVES("", "{}", "{}");
    MASS_GIVES("", "{\"a\":1} ", "{\"a\":1}");
    MASS_GIVES("", "[1] \n", "[1]");
    MASS_GIVES("", "```\n[]\n```\n", "[]");
    MASS_GIVES("select=last", "{\"a\":1}\n", "{\"a\":1}");
    MASS_REFUSES("", "{\"a\":1} {\"a\":2} ", "ambiguous");
    MASS_REFUSES("", "{\"a\":1},", "broken-value");
    MASS_REFUSES("", "{a:1}", "broken-value");
    MASS_GIVES("select=longest", "[a {\"b\":1} ] {\"a\":1} ", "{\"a\":1}");
}

/* Where R2.2 looks ahead, or reads for a marker that comes late: no byte again and again. */
static void a_megabyte_in_front_of_a_closing_marker(void **state)
{
    (void)state;
    mass(__LINE__, "depth=3", "[a [b [c [d {", " ", "\"", "too-deep", true);
    mass(__LINE__, "", "{\"a\": \"</think>\n", " ", "", "unterminated-value", true);
    mass(__LINE__, "", "", "{x <", "</think>[1]", "[1]", false);
    mass(__LINE__, "", "", "{\"a\":\"</think>\"} ", "</think>[1]", "[1]", false);
}

static void an_extraction_takes_less_than_a_kilobyte(void **state)
{
    (void)state;
    assert_true(sizeof(struct jets_extraction) <= 1024);
}

/* What only replies of gigabytes come to, asked of the parts. */

static void answers_past_4_gib_are_not_for_the_memory_of_few_names(void **state)
{
    (void)state;
#if SIZE_MAX > UINT32_MAX
    const struct jets_path *path;
    for (unsigned n = 0; (path = path_number(n)) != NULL; n++) {
        assert_int_equal(path->few_repeat((const unsigned char *)"{}", 2), 0);
        assert_int_equal(path->few_repeat(NULL, (size_t)UINT32_MAX + 1), -1);
    }
#endif
}

static void names_that_no_memory_can_hold_are_refused(void **state)
{
    (void)state;
    const struct jets_options o = {.expect = JETS_EXPECT_CONTAINER};
    struct string_set set;
    assert_false(string_set_init(&set, NULL, SIZE_MAX / 16, 0, &o));
    assert_true(string_set_init(&set, NULL, 1000, 1001, &o));
    string_set_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_extraction_takes_less_than_a_kilobyte),
        TEST(the_default_depth_is_512),
        TEST(the_depth_can_be_set),
        TEST(siblings_are_not_depth),
        TEST(the_limit_holds_in_a_scanned_value),
        TEST(the_limit_holds_in_a_broken_value),
        TEST(the_limit_holds_for_prose_brackets),
        TEST(only_ten_candidates_are_remembered),
        TEST(the_eleventh_candidate_has_its_own_rule),
        TEST(options_out_of_range_are_misuse),
        TEST(null_is_allowed_where_the_header_says_so),
        TEST(a_megabyte_of_openers),
        TEST(a_megabyte_of_prose),
        TEST(a_megabyte_of_markers),
        TEST(a_megabyte_of_values),
        TEST(a_megabyte_in_front_of_a_closing_marker),
        TEST(answers_past_4_gib_are_not_for_the_memory_of_few_names),
        TEST(names_that_no_memory_can_hold_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

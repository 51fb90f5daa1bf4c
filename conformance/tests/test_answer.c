/* The exact reader: what it takes, what it calls equal, what it says of differences, and that
 * hostile text is cheap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answer.h"

/* A text with its length, so that NUL can stand in it. */
struct sample {
    const char *text;
    size_t len;
};

#define SAMPLE(literal)              \
    {                                \
        literal, sizeof(literal) - 1 \
    }

static enum answer_status status_of(const char *text, size_t len, size_t *where)
{
    /* A copy of exact size: a read past its end is found by the sanitizer. */
    unsigned char *copy = malloc(len > 0 ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    struct answer answer;
    enum answer_status status = answer_read(&answer, copy, len, UINT32_MAX, where);
    answer_free(&answer);
    free(copy);
    return status;
}

static void reader_takes_strict_json(void **state)
{
    (void)state;
    static const struct sample GOOD[] = {
        SAMPLE("null"),
        SAMPLE("true"),
        SAMPLE("false"),
        SAMPLE("0"),
        SAMPLE("-0"),
        SAMPLE("-0.0e-0"),
        SAMPLE("12"),
        SAMPLE("1E+9"),
        SAMPLE("1.25e-7"),
        SAMPLE("\"\""),
        SAMPLE("[]"),
        SAMPLE("{}"),
        SAMPLE(" \t\r\n[ 1 , 2 ]\n"),
        SAMPLE("{\"a\":{\"b\":[{}]},\"c\":null}"),
        SAMPLE("{\"\":1}"),
        SAMPLE("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\""),
        SAMPLE("\"\\u0000\""),
        SAMPLE("\"\\ud83d\\ude00\""),
        SAMPLE("\"\\uD83D\\uDE00\""),
        SAMPLE("\"\x7f\""),
        SAMPLE(
            "\"\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\""),
        SAMPLE("{\"a\":1,\"a\":2}"),
        SAMPLE("\"\xef\xbb\xbf\""),
    };
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        if (status_of(GOOD[i].text, GOOD[i].len, NULL) != ANSWER_OK)
            fail_msg("refused: %s", GOOD[i].text);
    }
}

static const struct {
    struct sample sample;
    size_t where;
} BAD[] = {
    {SAMPLE(""), 0},
    {SAMPLE("  "), 2},
    {SAMPLE("nul"), 3},
    {SAMPLE("nulL"), 3},
    {SAMPLE("True"), 0},
    {SAMPLE("NaN"), 0},
    {SAMPLE("01"), 1},
    {SAMPLE("-"), 1},
    {SAMPLE("+1"), 0},
    {SAMPLE(".5"), 0},
    {SAMPLE("1."), 2},
    {SAMPLE("1.e1"), 2},
    {SAMPLE("1e"), 2},
    {SAMPLE("1e+"), 3},
    {SAMPLE("0x1"), 1},
    {SAMPLE("1 2"), 2},
    {SAMPLE("[1,]"), 3},
    {SAMPLE("[,1]"), 1},
    {SAMPLE("[1 2]"), 3},
    {SAMPLE("["), 1},
    {SAMPLE("[1}"), 2},
    {SAMPLE("]"), 0},
    {SAMPLE("{"), 1},
    {SAMPLE("{a:1}"), 1},
    {SAMPLE("{\"a\"}"), 4},
    {SAMPLE("{\"a\":}"), 5},
    {SAMPLE("{\"a\":1,}"), 7},
    {SAMPLE("{'a':1}"), 1},
    {SAMPLE("{\"a\" 1}"), 5},
    {SAMPLE("[1]x"), 3},
    {SAMPLE("[1]\0"), 3},
    {SAMPLE("\0"), 0},
    {SAMPLE("// x\n1"), 0},
    {SAMPLE("\"a"), 2},
    {SAMPLE("\"\n\""), 1},
    {SAMPLE("\"\0\""), 1},
    {SAMPLE("\"\x1f\""), 1},
    {SAMPLE("\"\\x\""), 2},
    {SAMPLE("\"\\"), 2},
    {SAMPLE("\"\\\0\""), 2},
    {SAMPLE("\"\\u12\""), 5},
    {SAMPLE("\"\\u12g4\""), 5},
    {SAMPLE("\"\\ud800\""), 7},
    {SAMPLE("\"\\ud800x\""), 7},
    {SAMPLE("\"\\ud800\\n\""), 8},
    {SAMPLE("\"\\ud800\\ud800\""), 13},
    {SAMPLE("\"\\udc00\""), 7},
    {SAMPLE("\xef\xbb\xbf{}"), 0},
    {SAMPLE("\"\x80\""), 1},
    {SAMPLE("\"\xc0\x80\""), 1},
    {SAMPLE("\"\xc1\xbf\""), 1},
    {SAMPLE("\"\xc3\""), 2},
    {SAMPLE("\"\xe0\x9f\xbf\""), 2},
    {SAMPLE("\"\xed\xa0\x80\""), 2},
    {SAMPLE("\"\xf0\x8f\xbf\xbf\""), 2},
    {SAMPLE("\"\xf4\x90\x80\x80\""), 2},
    {SAMPLE("\"\xf5\x80\x80\x80\""), 1},
    {SAMPLE("\"\xe2\x82"), 3},
    {SAMPLE("\xc2\xa0"
            "1"),
     0},
};

static void reader_refuses_all_else_and_says_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        size_t where = SIZE_MAX;
        if (status_of(BAD[i].sample.text, BAD[i].sample.len, &where) != ANSWER_MALFORMED)
            fail_msg("taken: %s", BAD[i].sample.text);
        if (where != BAD[i].where)
            fail_msg("at %zu, not %zu: %s", where, BAD[i].where, BAD[i].sample.text);
    }
}

/* --- equality --- */

static bool equal(const char *x, size_t x_len, const char *y, size_t y_len)
{
    struct answer a;
    struct answer b;
    bool result = false;
    bool mirrored = false;
    assert_int_equal(answer_read(&a, (const unsigned char *)x, x_len, UINT32_MAX, NULL), ANSWER_OK);
    assert_int_equal(answer_read(&b, (const unsigned char *)y, y_len, UINT32_MAX, NULL), ANSWER_OK);
    assert_int_equal(answer_equal(&a, &b, &result), ANSWER_OK);
    assert_int_equal(answer_equal(&b, &a, &mirrored), ANSWER_OK);
    assert_int_equal(result, mirrored);
    struct buffer difference = {0};
    assert_int_equal(answer_difference(&a, &b, &difference), ANSWER_OK);
    assert_int_equal(result, difference.len == 0);
    buffer_free(&difference);
    answer_free(&a);
    answer_free(&b);
    return result;
}

struct pair {
    const char *a, *b;
};

static void expect_pairs(const struct pair *pairs, size_t count, bool expected)
{
    for (size_t i = 0; i < count; i++) {
        if (equal(pairs[i].a, strlen(pairs[i].a), pairs[i].b, strlen(pairs[i].b)) != expected)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
    }
}

#define EXPECT_PAIRS(pairs, expected) \
    expect_pairs(pairs, sizeof(pairs) / sizeof(pairs)[0], expected)

static void numbers_are_compared_as_exact_decimals(void **state)
{
    (void)state;
    static const struct pair SAME[] = {
        {"1", "1.0"},
        {"1", "1e0"},
        {"1", "10e-1"},
        {"1", "0.1E+1"},
        {"1", "1000.000e-3"},
        {"0", "-0"},
        {"0", "0.000e99999999999999999999"},
        {"-0.0", "0e-5"},
        {"100", "1e2"},
        {"120", "1.2e+002"},
        {"9007199254740993", "9007199254740993.0"},
        {"0.00120", "12e-4"},
        {"-10", "-1e1"},
        {"1e-00000000000000000000002", "0.01"},
        {"12345678901234567890.5", "123456789012345678905e-1"},
        {"1e999999999999", "10e999999999998"},
        {"1e999999999999999999999999999999", "0.1e1000000000000000000000000000000"},
        {"1e-100000000000000000000", "10e-100000000000000000001"},
        {"1.5e-1", "0.15"},
    };
    static const struct pair OTHER[] = {
        {"9007199254740992", "9007199254740993"},
        {"1e18446744073709551616", "1"},
        {"1", "-1"},
        {"1", "2"},
        {"1", "10"},
        {"0.1", "0.10000000000000000001"},
        {"1e999999999999", "1e999999999998"},
        {"1e99999999999999999999", "1e-99999999999999999999"},
        {"1e999999999999999999999999999999", "1e999999999999999999999999999998"},
        {"11", "1.1"},
        {"101", "11"},
        {"0", "1e-999999999"},
        {"1e400", "2e400"},
        {"123", "1234"},
        {"0.01", "0.1"},
    };
    EXPECT_PAIRS(SAME, true);
    EXPECT_PAIRS(OTHER, false);
}

static void strings_are_compared_by_code_point(void **state)
{
    (void)state;
    static const struct pair SAME[] = {
        {"\"A\"", "\"\\u0041\""},
        {"\"\\u00e9\"", "\"\xc3\xa9\""},
        {"\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\""},
        {"\"\\/\\n\"", "\"/\\u000a\""},
        {"\"\\u0000\"", "\"\\u0000\""},
        {"\"\\uFFFF\"", "\"\xef\xbf\xbf\""},
        {"\"\\b\\f\\r\\t\"", "\"\\u0008\\u000C\\u000d\\u0009\""},
    };
    static const struct pair OTHER[] = {
        {"\"a\\u0000b\"", "\"a\""},
        {"\"a\\u0000b\"", "\"a\\u0000c\""},
        {"\"\"", "\"\\u0000\""},
        {"\"a\"", "\"A\""},
        {"\"e\\u0301\"", "\"\\u00e9\""},
        {"\"1\"", "1"},
        {"\"true\"", "true"},
        {"\"ab\"", "\"abc\""},
    };
    EXPECT_PAIRS(SAME, true);
    EXPECT_PAIRS(OTHER, false);
}

static void containers_are_compared_by_what_they_hold(void **state)
{
    (void)state;
    static const struct pair SAME[] = {
        {"{\"a\":1,\"b\":[2,{\"c\":3}]}", " { \"b\" : [ 2.0, {\"c\":30e-1} ], \"\\u0061\" : 1 } "},
        {"[]", "[ ]"},
        {"{}", "{ }"},
        {"[[],{}]", "[[ ],{ }]"},
        {"[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]", "[{\"b\":2,\"a\":1},{\"b\":2,\"a\":1}]"},
    };
    static const struct pair OTHER[] = {
        {"[1,2]", "[2,1]"},
        {"[1]", "[1,1]"},
        {"[]", "{}"},
        {"[]", "null"},
        {"{\"a\":1}", "{\"b\":1}"},
        {"{\"a\":1}", "{\"a\":true}"},
        {"true", "1"},
        {"false", "0"},
        {"null", "false"},
        {"[[1],2]", "[1,[2]]"},
        {"{\"a\":{\"b\":1},\"c\":2}", "{\"a\":{\"b\":2},\"c\":1}"},
        {"[\"a\",1]", "{\"a\":1}"},
        {"{\"a\":\"b\",\"c\":\"d\"}", "{\"a\":\"d\",\"c\":\"b\"}"},
    };
    EXPECT_PAIRS(SAME, true);
    EXPECT_PAIRS(OTHER, false);
}

static void repeated_names_equal_only_the_same_repeats(void **state)
{
    (void)state;
    static const struct pair SAME[] = {
        {"{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}"},
        {"{\"a\":1,\"a\":1}", "{\"\\u0061\":1,\"a\":1.0}"},
        {"{\"a\":1,\"b\":0,\"a\":[]}", "{\"a\":[],\"a\":1,\"b\":0}"},
    };
    static const struct pair OTHER[] = {
        {"{\"a\":1,\"a\":2}", "{\"a\":2}"},
        {"{\"a\":1,\"a\":2}", "{\"a\":1}"},
        {"{\"a\":1,\"a\":1}", "{\"a\":1}"},
        {"{\"a\":1,\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2,\"a\":2}"},
        {"{\"a\":1,\"a\":2}", "{\"a\":1,\"b\":2}"},
    };
    EXPECT_PAIRS(SAME, true);
    EXPECT_PAIRS(OTHER, false);
}

/* --- differences --- */

static void difference_names_the_first_place(void **state)
{
    (void)state;
    static const struct {
        const char *expected, *got, *said;
    } CASES[] = {
        {"{\"steps\":[1,2,{\"ok\":false}]}", "{\"steps\":[1,2,{\"ok\":true}]}",
         ".steps[2].ok: expected false, got true"},
        {"false", "true", "whole value: expected false, got true"},
        {"[1,2]", "[1]", "[1]: expected 2, got nothing there"},
        {"[1]", "[1,{\"a\":2}]", "[1]: not expected, got {\"a\":2}"},
        {"{\"a\":1,\"b\":2}", "{\"b\":2}", ".a: expected 1, got nothing there"},
        {"{\"b\":2}", "{\"b\":2,\"z\":0,\"a\":1}", ".z: not expected, got 0"},
        {"{\"b\":2,\"c\":1}", "{\"c\":2,\"b\":1}", ".b: expected 2, got 1"},
        {"{\"a b\":{\"\":1}}", "{\"a b\":{\"\":2}}", "[\"a b\"][\"\"]: expected 1, got 2"},
        {"{\"a\":1,\"a\":2}", "{\"a\":1}", ".a: expected 2, got nothing there"},
        {"{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":3}", ".a: expected 2, got 3"},
        {"[]", "{}", "whole value: expected [], got {}"},
        {"\"abcd\"", "\"abXd\"",
         "whole value: expected \"abcd\", got \"abXd\" (from byte 2 of the string on: cd against Xd)"},
        {"\"ab\"", "\"ab\\u0000\"",
         "whole value: expected \"ab\", got \"ab\\u0000\" (from byte 2 of the string on: its end against \xe2\x90\x80)"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct answer a;
        struct answer b;
        struct buffer said = {0};
        answer_read(&a, (const unsigned char *)CASES[i].expected, strlen(CASES[i].expected),
                    UINT32_MAX, NULL);
        answer_read(&b, (const unsigned char *)CASES[i].got, strlen(CASES[i].got), UINT32_MAX,
                    NULL);
        assert_int_equal(answer_difference(&a, &b, &said), ANSWER_OK);
        assert_string_equal(said.at, CASES[i].said);
        buffer_free(&said);
        answer_free(&a);
        answer_free(&b);
    }
}

/* Text made of three repeated parts. */
static char *repeat(const char *open, const char *middle, const char *close, size_t times)
{
    struct buffer text = {0};
    for (size_t i = 0; i < times; i++)
        buffer_text(&text, open);
    buffer_text(&text, middle);
    for (size_t i = 0; i < times; i++)
        buffer_text(&text, close);
    return text.at;
}

static void a_type_has_a_name(void **state)
{
    (void)state;
    static const char *const TEXTS[][2] = {
        {"null", "null"},   {"false", "boolean"}, {"true", "boolean"}, {"-1", "number"},
        {"\"\"", "string"}, {"[]", "array"},      {"{}", "object"}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        struct answer answer;
        const char *text = TEXTS[i][0];
        assert_int_equal(
            answer_read(&answer, (const unsigned char *)text, strlen(text), UINT32_MAX, NULL),
            ANSWER_OK);
        assert_string_equal(answer_type_name((enum answer_type)answer.nodes[0].type), TEXTS[i][1]);
        answer_free(&answer);
    }
}

static void difference_stays_short_however_deep_it_is(void **state)
{
    (void)state;
    char *a = repeat("{\"name\":[", "1", "]}", 50000);
    char *b = repeat("{\"name\":[", "2", "]}", 50000);
    struct answer x;
    struct answer y;
    struct buffer said = {0};
    answer_read(&x, (unsigned char *)a, strlen(a), UINT32_MAX, NULL);
    answer_read(&y, (unsigned char *)b, strlen(b), UINT32_MAX, NULL);
    assert_int_equal(answer_difference(&x, &y, &said), ANSWER_OK);
    assert_true(said.len < 300);
    assert_non_null(strstr(said.at, "\xe2\x80\xa6: expected 1, got 2"));
    buffer_free(&said);
    answer_free(&x);
    answer_free(&y);
    free(a);
    free(b);
}

/* --- hostile text --- */

static void depth_costs_neither_stack_nor_a_wrong_status(void **state)
{
    (void)state;
    const size_t deep = 300000;
    char *arrays = repeat("[", "", "]", deep);
    char *objects = repeat("{\"a\":", "0", "}", deep);
    char *open = repeat("[", "", "", deep);
    assert_int_equal(status_of(arrays, strlen(arrays), NULL), ANSWER_OK);
    assert_int_equal(status_of(objects, strlen(objects), NULL), ANSWER_OK);
    assert_int_equal(status_of(open, strlen(open), NULL), ANSWER_MALFORMED);
    assert_true(equal(arrays, strlen(arrays), arrays, strlen(arrays)));
    free(arrays);
    free(objects);
    free(open);
}

static void text_past_the_depth_limit_is_too_deep(void **state)
{
    (void)state;
    size_t len = (size_t)ANSWER_DEPTH_MAX + 1;
    char *open = malloc(len);
    struct answer answer;
    assert_non_null(open);
    memset(open, '[', len);
    assert_int_equal(answer_read(&answer, (unsigned char *)open, len, 0, NULL), ANSWER_TOO_DEEP);
    free(open);
}

static void only_as_many_nodes_are_kept_as_asked_for(void **state)
{
    (void)state;
    static const char TEXT[] = "[[1,2],{\"a\":[3]},4]";
    struct answer few;
    struct answer all;
    bool same = true;
    assert_int_equal(answer_read(&few, (const unsigned char *)TEXT, strlen(TEXT), 3, NULL),
                     ANSWER_OK);
    assert_int_equal(answer_read(&all, (const unsigned char *)TEXT, strlen(TEXT), 9, NULL),
                     ANSWER_OK);
    assert_int_equal(few.kept, 3);
    assert_int_equal(few.count, 9);
    assert_int_equal(few.depth, 3);
    assert_false(answer_whole(&few));
    assert_true(answer_whole(&all));
    assert_int_equal(all.nodes[0].count, 3);
    assert_int_equal(all.nodes[1].after, 4);
    assert_int_equal(all.nodes[0].len, strlen(TEXT));
    assert_int_equal(answer_equal(&few, &all, &same), ANSWER_OK);
    assert_false(same);
    answer_free(&few);
    answer_free(&all);
}

/* An object with many members: names counted up or down from, or all the same. */
static char *many_members(size_t count, bool down, bool same_name)
{
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        size_t n = down ? count - 1 - i : i;
        buffer_format(&text, "%c\"n%zu\":%zu", i == 0 ? '{' : ',', same_name ? 0 : n, n);
    }
    buffer_text(&text, "}");
    return text.at;
}

static void many_members_and_many_repeats_are_not_quadratic(void **state)
{
    (void)state;
    clock_t start = clock();
    for (int same_name = 0; same_name < 2; same_name++) {
        char *up = many_members(50000, false, same_name != 0);
        char *down = many_members(50000, true, same_name != 0);
        assert_true(equal(up, strlen(up), down, strlen(down)));
        down[strlen(down) - 2] = '7'; /* the last value was 0 */
        assert_false(equal(up, strlen(up), down, strlen(down)));
        free(up);
        free(down);
    }
    /* A comparison of each with each would take ten times as long. */
    assert_true((clock() - start) / CLOCKS_PER_SEC < 20);
}

/* --- slices --- */

static enum answer_slice slice(const char *value, const char *reply)
{
    struct answer answer;
    assert_int_equal(
        answer_read(&answer, (const unsigned char *)value, strlen(value), UINT32_MAX, NULL),
        ANSWER_OK);
    enum answer_slice result =
        answer_slice_of(&answer, (const unsigned char *)reply, strlen(reply));
    answer_free(&answer);
    return result;
}

static void a_value_cut_out_of_the_reply_is_a_slice(void **state)
{
    (void)state;
    static const struct pair YES[] = {
        {"{\"a\":1}", "so {\"a\":1}."},
        {"{\"a\":1}", "so { \"a\" : 1.0 }."},
        {"[1,2]", "[[1, 2], [1,2]]"},
        {"{\"b\":1,\"a\":2}", "{\"a\":2, \"b\":1}"},
        {"\"x\"", "say \"\\u0078\" now"},
        {"true", "it is true"},
        {"10", "about 1e1 of them"},
        {"[]", "[ ]"},
        {"[1]", "[ { [[1"
                "]"},
        {"-5", "-5"},
    };
    static const struct pair NO[] = {
        {"{\"a\":1}", "so {a:1}."},
        {"{\"a\":1}", "{\"a\":1"},
        {"[1,2,3]", "[1,2] and [3]"},
        {"true", "True"},
        {"{\"a\":1}", "{\"a\":1,\"b\":2}"},
        {"\"x\"", "x"},
        {"[]", ""},
        {"10", "version 1e1.5"},
        {"10", "x1e1"},
        {"10", "-1e1"},
        {"{\"a\":1}", "{'a':1}"},
        {"{\"a\":\"b\"}", "{\"a\":\"\xff\"}"},
    };
    for (size_t i = 0; i < sizeof YES / sizeof YES[0]; i++) {
        if (slice(YES[i].a, YES[i].b) != ANSWER_SLICE_YES)
            fail_msg("%s in %s", YES[i].a, YES[i].b);
    }
    for (size_t i = 0; i < sizeof NO / sizeof NO[0]; i++) {
        if (slice(NO[i].a, NO[i].b) != ANSWER_SLICE_NO)
            fail_msg("%s in %s", NO[i].a, NO[i].b);
    }
}

static void search_for_a_slice_gives_up_in_time(void **state)
{
    (void)state;
    /* Each opener is followed by white space to the end: reading from every one of them is
     * quadratic. */
    struct buffer reply = {0};
    for (size_t i = 0; i < 200000; i++)
        buffer_text(&reply, "[");
    char *spaces = repeat(" ", "", "", 200000);
    buffer_text(&reply, spaces);
    char *value = repeat("[", "1", "]", 1000);
    assert_int_equal(slice(value, reply.at), ANSWER_SLICE_UNKNOWN);
    assert_int_equal(slice("[[2]]", reply.at), ANSWER_SLICE_NO);
    free(value);
    free(spaces);
    buffer_free(&reply);
}

static void compact_text_loses_only_white_space_between_tokens(void **state)
{
    (void)state;
    static const char TEXT[] = " { \"a b\\\" \" : [ 1 ,\n2 ] } ";
    struct answer answer;
    struct buffer out = {0};
    answer_read(&answer, (const unsigned char *)TEXT, strlen(TEXT), UINT32_MAX, NULL);
    answer_compact(&answer, 0, &out);
    assert_string_equal(out.at, "{\"a b\\\" \":[1,2]}");
    buffer_free(&out);
    answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reader_takes_strict_json),
        cmocka_unit_test(reader_refuses_all_else_and_says_where),
        cmocka_unit_test(numbers_are_compared_as_exact_decimals),
        cmocka_unit_test(strings_are_compared_by_code_point),
        cmocka_unit_test(containers_are_compared_by_what_they_hold),
        cmocka_unit_test(repeated_names_equal_only_the_same_repeats),
        cmocka_unit_test(a_type_has_a_name),
        cmocka_unit_test(difference_names_the_first_place),
        cmocka_unit_test(difference_stays_short_however_deep_it_is),
        cmocka_unit_test(depth_costs_neither_stack_nor_a_wrong_status),
        cmocka_unit_test(text_past_the_depth_limit_is_too_deep),
        cmocka_unit_test(only_as_many_nodes_are_kept_as_asked_for),
        cmocka_unit_test(many_members_and_many_repeats_are_not_quadratic),
        cmocka_unit_test(a_value_cut_out_of_the_reply_is_a_slice),
        cmocka_unit_test(search_for_a_slice_gives_up_in_time),
        cmocka_unit_test(compact_text_loses_only_white_space_between_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

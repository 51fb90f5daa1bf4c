/* O2: the strings of the answer, trimmed, without repeats. */
#include "budget.h"
#include "check.h"

/* Takes white space outside strings away, so that a test says nothing of how the output is set. */
static size_t compact(const char *in, size_t len, char *out)
{
    size_t n = 0;
    bool string = false;
    for (size_t i = 0; i < len; i++) {
        if (string && in[i] == '\\') {
            out[n++] = in[i++];
        } else if (in[i] == '"') {
            string = !string;
        }
        if (string || (in[i] != ' ' && in[i] != '\n')) {
            out[n++] = in[i];
        }
    }
    return n;
}

static void check_strings(struct place p, const char *want)
{
    struct jets_options o = options_of(p.options);
    struct jets_result r;
    size_t len = 999999;
    char *out = malloc(jets_strings_room(p.len));
    char *got = malloc(jets_strings_room(p.len));
    assert_true(out != NULL && got != NULL);
    if (jets_strings(p.reply, p.len, &o, out, &len, &r) != JETS_VALUE) {
        fprintf(stderr, "  none: %s\n", jets_reason_text(r.reason));
        fail_at(&p, "the strings are lost");
    }
    assert_true(len <= jets_strings_room(p.len));
    assert_int_equal(r.type, JETS_ARRAY);
    size_t n = compact(out, len, got);
    if (n != strlen(want) || memcmp(got, want, n) != 0) {
        print_bytes("  got:     ", out, len);
        print_bytes("  want:    ", want, strlen(want));
        fail_at(&p, "these are not the strings");
    }
    free(out);
    free(got);
}

static void check_no_strings(struct place p, const char *reason)
{
    struct jets_options o = options_of(p.options);
    struct jets_result r;
    size_t len = 999999;
    char *out = malloc(jets_strings_room(p.len));
    assert_non_null(out);
    if (jets_strings(p.reply, p.len, &o, out, &len, &r) == JETS_VALUE) {
        print_bytes("  got:     ", out, len);
        fail_at(&p, "there are strings");
    }
    if (strcmp(jets_reason_text(r.reason), reason) != 0) {
        fprintf(stderr, "  got %s, want %s\n", jets_reason_text(r.reason), reason);
        fail_at(&p, "none for the wrong reason");
    }
    assert_int_equal(len, 0);
    assert_int_equal(r.length, 0);
    free(out);
}

#define STRINGS(reply, want) check_strings(PLACE("", reply, sizeof(reply) - 1), want)
#define NO_STRINGS(reply, reason) check_no_strings(PLACE("", reply, sizeof(reply) - 1), reason)

static void strings_keep_their_order_and_their_text(void **state)
{
    (void)state;
    STRINGS("[\"b\", \"a\", \"c\"]", "[\"b\",\"a\",\"c\"]");
    STRINGS("[\"\\u0062\", \"\\/\\\\\\\"\"]", "[\"\\u0062\",\"\\/\\\\\\\"\"]");
    STRINGS("So: [ \"x y\" ,\n\"z\" ].", "[\"x y\",\"z\"]");
    STRINGS("```json\n[\"a\"]\n```", "[\"a\"]");
    STRINGS("[\"a\"] and {\"ok\": true}", "[\"a\"]");
    STRINGS("[\"],[\"]", "[\"],[\"]");
}

static void an_empty_array_has_none(void **state)
{
    (void)state;
    STRINGS("[]", "[]");
    STRINGS("[\"\", \" \", \"\\n\\t\"]", "[]");
}

static void every_element_must_be_a_string(void **state)
{
    (void)state;
    NO_STRINGS("[\"a\", 1]", "shape");
    NO_STRINGS("[null]", "shape");
    NO_STRINGS("[[\"a\"]]", "shape");
    NO_STRINGS("[\"a\", {\"b\": \"c\"}]", "shape");
    NO_STRINGS("[true, \"a\"]", "shape");
    NO_STRINGS("{\"a\": \"b\"}", "shape");
    NO_STRINGS("\"a\"", "shape");
}

static void what_extract_refuses_has_none(void **state)
{
    (void)state;
    NO_STRINGS("", "empty");
    NO_STRINGS("prose", "no-candidate");
    NO_STRINGS("so: {\"a\": 1}", "no-candidate");
    NO_STRINGS("[\"a\"] or [\"b\"]", "ambiguous");
    NO_STRINGS("[\"a\", \"b", "unterminated-value");
    NO_STRINGS("so: ['a']", "broken-value");
    NO_STRINGS("<think>[\"a\"]", "unterminated-reasoning");
}

static void white_space_is_trimmed_at_both_ends(void **state)
{
    (void)state;
    STRINGS("[\" a \", \"  b c  \"]", "[\"a\",\"b c\"]");
    STRINGS("[\"\\n\\t\\r\\fa\\f\\r\\t\\n\"]", "[\"a\"]");
    STRINGS("[\"\\u0020a\\u0020\"]", "[\"a\"]");
    STRINGS("[\"\\u000Ba\\u000b\"]", "[\"a\"]");
    STRINGS("[\" \\n\xC2\xA0\\u3000 a \\u2003\xE3\x80\x80\"]", "[\"a\"]");
}

/* An escape is read from its front: what stands at the end may be the tail of another. */
static void trimming_does_not_cut_escapes_in_two(void **state)
{
    (void)state;
    STRINGS("[\"a\\\\n\"]", "[\"a\\\\n\"]");
    STRINGS("[\"a\\\\u0020\"]", "[\"a\\\\u0020\"]");
    STRINGS("[\"a\\\\ \"]", "[\"a\\\\\"]");
    STRINGS("[\"a\\\\\\n\"]", "[\"a\\\\\"]");
    STRINGS("[\"\\\\\"]", "[\"\\\\\"]");
    STRINGS("[\" \\\" \"]", "[\"\\\"\"]");
    STRINGS("[\"u0020\"]", "[\"u0020\"]");
    STRINGS("[\"\\u00200\"]", "[\"0\"]");
}

static void check_space(unsigned code, bool white)
{
    char reply[80];
    char raw[8] = {0};
    if (code < 0x80) {
        raw[0] = (char)code;
    } else if (code < 0x800) {
        raw[0] = (char)(0xC0 | code >> 6);
        raw[1] = (char)(0x80 | (code & 0x3F));
    } else {
        raw[0] = (char)(0xE0 | code >> 12);
        raw[1] = (char)(0x80 | (code >> 6 & 0x3F));
        raw[2] = (char)(0x80 | (code & 0x3F));
    }
    for (int escaped = 0; escaped < 2; escaped++) {
        char space[8];
        if (!escaped && code < 0x20) {
            continue; /* no control character stands in a string */
        }
        if (escaped) {
            snprintf(space, sizeof space, "\\u%04x", code);
        } else {
            memcpy(space, raw, sizeof raw);
        }
        char want[60];
        int len = snprintf(reply, sizeof reply, "[\"%sx%s\"]", space, space);
        snprintf(want, sizeof want, "[\"%sx%s\"]", white ? "" : space, white ? "" : space);
        check_strings(PLACE("", reply, (size_t)len), want);
        len = snprintf(reply, sizeof reply, "[\"%s\"]", space);
        check_strings(PLACE("", reply, (size_t)len), white ? "[]" : reply);
    }
}

static bool is_white_space(unsigned code)
{
    return (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 ||
           code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
           code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

static void white_space_is_what_unicode_calls_so(void **state)
{
    (void)state;
    for (unsigned code = 1; code < 0x10000; code++) {
        bool near = code < 0x200 || (code >= 0x1670 && code < 0x1690) ||
                    (code >= 0x1800 && code < 0x1810) || (code >= 0x1FF0 && code < 0x2070) ||
                    (code >= 0x2FF0 && code < 0x3010) || code == 0xFEFF || code % 251 == 0;
        bool surrogate = code >= 0xD800 && code < 0xE000;
        if (near && !surrogate && code != '"' && code != '\\') {
            check_space(code, is_white_space(code));
        }
    }
}

static void later_repeats_are_dropped(void **state)
{
    (void)state;
    STRINGS("[\"a\", \"b\", \"a\"]", "[\"a\",\"b\"]");
    STRINGS("[\"a\", \" a\", \"a\\n\"]", "[\"a\"]");
    STRINGS("[\"A\", \"\\u0041\"]", "[\"A\"]");
    STRINGS("[\"\\u0041\", \"A\"]", "[\"\\u0041\"]");
    STRINGS("[\"\\ud83d\\ude00\", \"\xF0\x9F\x98\x80\"]", "[\"\\ud83d\\ude00\"]");
    STRINGS("[\"\\u00e9\", \"\\u00E9\", \"\xC3\xA9\"]", "[\"\\u00e9\"]");
    STRINGS("[\"/\", \"\\/\", \"\\u002f\"]", "[\"/\"]");
    STRINGS("[\"a\", \"A\"]", "[\"a\",\"A\"]");
    STRINGS("[\"a\\u0000b\", \"a\\u0000c\", \"a\"]", "[\"a\\u0000b\",\"a\\u0000c\",\"a\"]");
    STRINGS("[\"e\\u0301\", \"\\u00e9\"]", "[\"e\\u0301\",\"\\u00e9\"]");
}

/* Numbers as strings, many of them, each twice; a hash that loses or confuses one shows here. */
static void many_strings(void **state)
{
    (void)state;
    const size_t count = 20000;
    char *reply = malloc(count * 20);
    char *want = malloc(count * 10);
    assert_true(reply != NULL && want != NULL);
    size_t len = 0;
    size_t n = 0;
    reply[len++] = '[';
    want[n++] = '[';
    for (size_t i = 0; i < 2 * count; i++) {
        len += (size_t)sprintf(reply + len, "%s\"%zu\"", i > 0 ? "," : "", i * 7 % count);
    }
    for (size_t i = 0; i < count; i++) {
        n += (size_t)sprintf(want + n, "%s\"%zu\"", i > 0 ? "," : "", i * 7 % count);
    }
    reply[len++] = ']';
    want[n++] = ']';
    want[n] = '\0';
    check_strings(PLACE("", reply, len), want);
    free(reply);
    free(want);
}

/* Each begins with the next, or the next with it: so many that some meet in the table. */
static void strings_that_begin_with_others(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    char reply[COUNT * (COUNT + 4)];
    for (int longest_first = 0; longest_first < 2; longest_first++) {
        size_t len = 0;
        for (int i = 1; i <= COUNT; i++) {
            reply[len++] = i == 1 ? '[' : ',';
            reply[len++] = '"';
            for (int n = longest_first ? COUNT + 1 - i : i; n > 0; n--)
                reply[len++] = 'a';
            reply[len++] = '"';
        }
        reply[len++] = ']';
        reply[len] = '\0';
        check_strings(PLACE("", reply, len), reply);
    }
}

static void strings_of_a_known_array(void **state)
{
    (void)state;
    static const char array[] = "[\" a\", \"b\", \"a\"]";
    char out[64];
    size_t len = 0;
    struct jets_result r;
    assert_int_equal(jets_strings_of(array, sizeof array - 1, NULL, out, &len, &r), JETS_VALUE);
    assert_true(len >= 9 && len <= jets_strings_room(sizeof array - 1));
    assert_int_equal(jets_strings_of("[1]", 3, NULL, out, &len, &r), JETS_NONE);
    assert_int_equal(r.reason, JETS_SHAPE);
    assert_int_equal(len, 0);
    assert_int_equal(jets_strings_of("{\"a\": \"b\"}", 10, NULL, out, &len, &r), JETS_NONE);
    assert_int_equal(r.reason, JETS_SHAPE);
    assert_int_equal(jets_strings_of("[\"a\"]", 0, NULL, out, &len, &r), JETS_NONE);
    assert_int_equal(r.reason, JETS_SHAPE);
    assert_int_equal(jets_strings_of(NULL, 0, NULL, out, &len, &r), JETS_NONE);
    assert_int_equal(r.reason, JETS_SHAPE);
}

static void assert_result(const struct jets_result *got, struct jets_result want)
{
    if (!same_result(got, &want)) {
        char a[300];
        char b[300];
        describe(got, a, sizeof a);
        describe(&want, b, sizeof b);
        fail_msg("%s, and not %s", a, b);
    }
}

/* It is that of the array in the reply; and a refusal says by which rule. */
static void the_result_is_told(void **state)
{
    (void)state;
    static const char array[] = "[\"a\", \"\"]";
    static const char twice[] = "So [\"a\", 1] and [\"a\", 1].";
    char out[64];
    size_t len;
    struct jets_result r;
    jets_strings_of(array, sizeof array - 1, NULL, out, &len, &r);
    assert_result(&r, (struct jets_result){JETS_VALUE, JETS_REASON_NOTHING, 0, sizeof array - 1,
                                           JETS_ARRAY, JETS_O2, 1});
    jets_strings_of("[1]", 3, NULL, out, &len, &r);
    assert_result(&r,
                  (struct jets_result){JETS_NONE, JETS_SHAPE, 0, 0, JETS_TYPE_NONE, JETS_O2, 1});
    jets_strings(twice, sizeof twice - 1, NULL, out, &len, &r);
    assert_result(&r,
                  (struct jets_result){JETS_NONE, JETS_SHAPE, 0, 0, JETS_TYPE_NONE, JETS_O2, 2});
    jets_strings("so: [\"a\"]", 10, NULL, out, &len, &r);
    assert_result(
        &r, (struct jets_result){JETS_VALUE, JETS_REASON_NOTHING, 4, 5, JETS_ARRAY, JETS_R5_3, 1});
}

/* Two bytes for an array of nothing; else the reply's own length, which no output is past. */
static void the_room_is_that_of_the_reply(void **state)
{
    (void)state;
    static const size_t lens[][2] = {{0, 2}, {1, 2}, {2, 2}, {3, 3}, {1000, 1000}};
    for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++)
        assert_int_equal(jets_strings_room(lens[i][0]), lens[i][1]);
}

static void default_options_need_no_struct(void **state)
{
    (void)state;
    static const char reply[] = "Tags: [\" a\", \"b\", \"a\"]";
    char out[64];
    size_t len = 0;
    struct jets_result r;
    assert_int_equal(jets_strings(reply, sizeof reply - 1, NULL, out, &len, &r), JETS_VALUE);
    assert_int_equal(len, 9);
    assert_memory_equal(out, "[\"a\",\"b\"]", 9);
}

/* ---- memory that runs out ---- */

static void each_allocation_fails_in_turn(void **state)
{
    (void)state;
    char reply[4000];
    char *out = malloc(jets_strings_room(sizeof reply));
    assert_non_null(out);
    size_t n = 0;
    for (int i = 0; i < 400; i++) {
        n += (size_t)sprintf(reply + n, "%c\"%d\"", i == 0 ? '[' : ',', i);
    }
    reply[n++] = ']';
    bool worked = false;
    size_t failed = 0;
    for (size_t call = 1; !worked && call < 1000; call++) {
        struct budget b = {.fail_at = call};
        struct jets_options o = {.memory = {budget_allocate, budget_release, &b}};
        struct jets_result r;
        size_t len = 1;
        worked = jets_strings(reply, n, &o, out, &len, &r) == JETS_VALUE;
        assert_int_equal(b.held, 0);
        if (!worked) {
            failed++;
            assert_int_equal(r.reason, JETS_OUT_OF_MEMORY);
            assert_int_equal(len, 0);
        }
    }
    assert_true(worked);
    assert_true(failed > 0);
    free(out);
}

/* Up to 16 strings need no memory, wherever repeats stand among them; more ask once. */
static void few_strings_need_no_memory(void **state)
{
    (void)state;
    for (size_t count = 0; count <= 40; count++) {
        struct budget b = {.fail_at = 0};
        struct jets_options o = {.memory = {budget_allocate, budget_release, &b}};
        struct jets_result r;
        char reply[300];
        char out[300];
        size_t n = 0;
        size_t len;
        reply[n++] = '[';
        for (size_t i = 0; i < count; i++)
            n += (size_t)sprintf(reply + n, "%s\"%zu\"", i == 0 ? "" : " , ", i % 12);
        reply[n++] = ']';
        assert_int_equal(jets_strings(reply, n, &o, out, &len, &r), JETS_VALUE);
        assert_int_equal(b.calls, count > 16);
        assert_int_equal(b.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(strings_keep_their_order_and_their_text),
        TEST(an_empty_array_has_none),
        TEST(every_element_must_be_a_string),
        TEST(what_extract_refuses_has_none),
        TEST(white_space_is_trimmed_at_both_ends),
        TEST(trimming_does_not_cut_escapes_in_two),
        TEST(white_space_is_what_unicode_calls_so),
        TEST(later_repeats_are_dropped),
        TEST(many_strings),
        TEST(strings_that_begin_with_others),
        TEST(strings_of_a_known_array),
        TEST(the_result_is_told),
        TEST(the_room_is_that_of_the_reply),
        TEST(few_strings_need_no_memory),
        TEST(default_options_need_no_struct),
        TEST(each_allocation_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* O1: is a text one finished container? For every prefix, and for every way of its arriving. */
#include "replies.h"

#define TEXT(text)             \
    {                          \
        text, sizeof(text) - 1 \
    }

struct text {
    const char *bytes;
    size_t len;
};

/* Containers that end with their last byte. */
static const struct text finished[] = {
    TEXT("{}"),
    TEXT("[]"),
    TEXT(" \t\r\n[ ]"),
    TEXT("\xEF\xBB\xBF{\"a\": 1}"),
    TEXT("\xEF\xBB\xBF\n {\"a\": [1, -0.5e+3, true, null]}"),
    TEXT("{\"a\": \"}]{[\", \"b\\\"}\": \"\\\\\"}"),
    TEXT("[[[]], {}, {\"a\": {\"b\": []}}]"),
    TEXT("[\"\\ud83d\\ude00\xF0\x9F\x98\x80\xC3\xA9\"]"),
    TEXT("{\"a\": 1, \"a\": 2}"),
    TEXT("[1, 2, 3e5]"),
    TEXT("[\"</think>\", \"```\"]"),
};

static const struct text never[] = {
    TEXT("42"),
    TEXT("\"text\""),
    TEXT("true"),
    TEXT("x {}"),
    TEXT("{} x"),
    TEXT("{}{}"),
    TEXT("{}\n[]"),
    TEXT("{},"),
    TEXT("```json\n{}\n```"),
    TEXT("<think></think>{}"),
    TEXT("{\"a\": 1,}"),
    TEXT("[1, 2"),
    TEXT("[1}"),
    TEXT("{\"a\": \"}\""),
    TEXT("[\"]\", \"[\""),
    TEXT("{'a': 1}"),
    TEXT("[01]"),
    TEXT("[\"\xFF\"]"),
    TEXT("[\"\\ud83d\"]"),
    TEXT(" \xEF\xBB\xBF{}"),
    TEXT("\xEF\xBB\xBF\xEF\xBB\xBF{}"),
    TEXT("\xEF\xBB{}"),
    TEXT("\xEF{}"),
    TEXT("\xEF\xEF\xBB\xBF{}"),
    TEXT("\xEF\xBB\xBB\xBF{}"),
    TEXT("{}\xEF\xBB\xBF"),
    TEXT("{}\0"),
    TEXT("\0{}"),
    TEXT("[1\xC2\xA0]"),
    TEXT("[NaN]"),
    TEXT("\xEF\xBB\xBF"),
    TEXT(" "),
    TEXT(""),
};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static void a_finished_container_is_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(finished); i++) {
        assert_true(jets_complete(finished[i].bytes, finished[i].len, 0));
    }
}

static void no_prefix_of_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(finished); i++) {
        for (size_t len = 0; len < finished[i].len; len++) {
            if (jets_complete(finished[i].bytes, len, 0)) {
                print_bytes("  text:    ", finished[i].bytes, len);
                fail_msg("a prefix is complete");
            }
        }
    }
}

static void only_white_space_may_follow(void **state)
{
    (void)state;
    char text[100];
    for (size_t i = 0; i < COUNT(finished); i++) {
        size_t len = finished[i].len;
        memcpy(text, finished[i].bytes, len);
        for (int byte = 0; byte < 256; byte++) {
            text[len] = (char)byte;
            bool white = byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
            assert_int_equal(jets_complete(text, len + 1, 0), white);
        }
        memcpy(text + len, " \t\r\n ", 5);
        assert_true(jets_complete(text, len + 5, 0));
    }
}

static void nothing_else_ever_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(never); i++) {
        if (jets_complete(never[i].bytes, never[i].len, 0)) {
            print_bytes("  text:    ", never[i].bytes, never[i].len);
            fail_msg("this is complete");
        }
    }
    assert_false(jets_complete(NULL, 0, 0));
}

/* Takes the text `step` bytes at a time; after each part the answer is that for the whole so far.
 */
static void feed_text(const char *text, size_t len, size_t step, unsigned depth)
{
    struct jets_completion c;
    jets_complete_init(&c, depth);
    assert_false(jets_complete_feed(&c, NULL, 0));
    for (size_t at = 0; at < len;) {
        size_t n = step < len - at ? step : len - at;
        char *part = malloc(n);
        assert_non_null(part);
        memcpy(part, text + at, n);
        bool got = jets_complete_feed(&c, part, n);
        free(part);
        at += n;
        if (got != jets_complete(text, at, depth) || got != jets_complete_feed(&c, NULL, 0)) {
            print_bytes("  text:    ", text, at);
            fail_msg("fed by %zu it is %scomplete", step, got ? "" : "not ");
        }
    }
}

static void parts_of_any_size_give_the_same(void **state)
{
    (void)state;
    for (size_t step = 1; step < 40; step++) {
        for (size_t i = 0; i < COUNT(finished); i++) {
            feed_text(finished[i].bytes, finished[i].len, step, 0);
        }
        for (size_t i = 0; i < COUNT(never); i++) {
            feed_text(never[i].bytes, never[i].len, step, 0);
        }
        for (size_t i = 0; i < REPLIES; i++) {
            feed_text(replies[i].text, replies[i].len, step, 2);
        }
    }
}

static void what_is_finished_can_be_spoilt_but_not_mended(void **state)
{
    (void)state;
    struct jets_completion c;
    jets_complete_init(&c, 0);
    assert_false(jets_complete_feed(&c, "{\"a\": ", 6));
    assert_true(jets_complete_feed(&c, "1}", 2));
    assert_true(jets_complete_feed(&c, "\n\n", 2));
    assert_false(jets_complete_feed(&c, "{", 1));
    assert_false(jets_complete_feed(&c, "}", 1));
    assert_false(jets_complete_feed(&c, " ", 1));
}

static void past_the_depth_limit_it_is_false(void **state)
{
    (void)state;
    assert_true(jets_complete("[[[]]]", 6, 3));
    assert_false(jets_complete("[[[]]]", 6, 2));
    assert_false(jets_complete("[{\"a\": []}]", 11, 2));
    assert_false(jets_complete("[]", 2, JETS_DEPTH_MAX + 1));
    assert_true(jets_complete("[]", 2, JETS_DEPTH_MAX));
    feed_text("[[[]]]", 6, 1, 2);

    char deep[2 * JETS_DEPTH_MAX];
    memset(deep, '[', JETS_DEPTH_MAX);
    memset(deep + JETS_DEPTH_MAX, ']', JETS_DEPTH_MAX);
    const char *middle = deep + JETS_DEPTH_MAX;
    assert_true(jets_complete(middle - JETS_DEPTH_DEFAULT, (size_t)2 * JETS_DEPTH_DEFAULT, 0));
    assert_false(
        jets_complete(middle - JETS_DEPTH_DEFAULT - 1, (size_t)2 * JETS_DEPTH_DEFAULT + 2, 0));
    assert_true(jets_complete(deep, sizeof deep, JETS_DEPTH_MAX));
}

/* A text is complete exactly where R1 takes it for a container. */
static void complete_is_what_rule_1_takes(void **state)
{
    (void)state;
    uint64_t seed = 7;
    char text[400];
    size_t complete = 0;
    for (int i = 0; i < 100000; i++) {
        size_t len = random_reply(&seed, text, sizeof text);
        struct jets_options o = {.names = JETS_NAMES_ANY};
        struct jets_result r;
        jets_extract(text, len, &o, &r);
        bool want = r.status == JETS_VALUE && r.rule == JETS_R1;
        complete += want;
        if (jets_complete(text, len, 0) != want) {
            print_bytes("  text:    ", text, len);
            fail_msg("R1 and complete disagree");
        }
    }
    assert_true(complete > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_finished_container_is_complete), TEST(no_prefix_of_it_is),
        TEST(only_white_space_may_follow),      TEST(nothing_else_ever_is),
        TEST(parts_of_any_size_give_the_same),  TEST(what_is_finished_can_be_spoilt_but_not_mended),
        TEST(past_the_depth_limit_it_is_false), TEST(complete_is_what_rule_1_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A reply that arrives in parts gives the result that it gives whole, wherever it is cut. Each part
   comes in a buffer of its own, of just its size, so that a byte read too many or too late is seen.
 */
#include "replies.h"

/* Feeds the parts that end at cuts[0..count), then the rest. */
static struct jets_result feed_cut(const struct place *p, const struct jets_options *o,
                                   const size_t *cuts, size_t count)
{
    struct jets_extraction x;
    struct jets_result result = {.status = JETS_MISUSE};
    bool settled = false;
    jets_extract_init(&x, o);
    for (size_t i = 0; i <= count; i++) {
        size_t len = i < count ? cuts[i] : p->len;
        char *part = malloc(len > 0 ? len : 1);
        assert_non_null(part);
        memcpy(part, p->reply, len);
        if (i < count) {
            settled |= jets_extract_feed(&x, len > 0 ? part : NULL, len);
        } else {
            jets_extract_finish(&x, len > 0 ? part : NULL, len, &result);
        }
        free(part);
    }
    if (settled && result.status == JETS_VALUE) {
        fail_at(p, "feed said that the result was settled, and then it was a value");
    }
    return result;
}

static void check_cuts(const struct place *p, const struct jets_options *o,
                       const struct jets_result *whole, const size_t *cuts, size_t count)
{
    char how[64];
    struct jets_result cut = feed_cut(p, o, cuts, count);
    snprintf(how, sizeof how, "cut at %zu, last at %zu", cuts[0], cuts[count - 1]);
    assert_same(p, how, &cut, whole);
}

static void one_cut_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPLIES * OPTION_SETS; i++) {
        struct place p = PLACE(option_sets[i % OPTION_SETS], replies[i / OPTION_SETS].text,
                               replies[i / OPTION_SETS].len);
        struct jets_options o = options_of(p.options);
        struct jets_result whole;
        jets_extract(p.reply, p.len, &o, &whole);
        for (size_t cut = 0; cut <= p.len; cut++) {
            check_cuts(&p, &o, &whole, &cut, 1);
        }
    }
}

static void two_cuts_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPLIES; i++) {
        struct place p = PLACE("", replies[i].text, replies[i].len);
        struct jets_options o = options_of(p.options);
        struct jets_result whole;
        jets_extract(p.reply, p.len, &o, &whole);
        for (size_t a = 0; a <= p.len; a++) {
            for (size_t b = a; b <= p.len; b++) {
                check_cuts(&p, &o, &whole, (const size_t[]){a, b}, 2);
            }
        }
    }
}

static void steps_of_one_to_nine_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPLIES * OPTION_SETS; i++) {
        struct place p = PLACE(option_sets[i % OPTION_SETS], replies[i / OPTION_SETS].text,
                               replies[i / OPTION_SETS].len);
        struct jets_options o = options_of(p.options);
        struct jets_result whole;
        jets_extract(p.reply, p.len, &o, &whole);
        for (size_t step = 1; step < 10; step++) {
            struct jets_result fed = feed_in_steps(&p, &o, step, step);
            assert_same(&p, "in steps", &fed, &whole);
        }
    }
}

/* ---- replies put together at random ---- */

static void random_replies_cut_at_random(void **state)
{
    (void)state;
    uint64_t seed = 20260101;
    char reply[400];
    size_t answers = 0;
    for (int i = 0; i < 30000; i++) {
        size_t len = random_reply(&seed, reply, sizeof reply);
        struct place p = PLACE(option_sets[next_random(&seed) % OPTION_SETS], reply, len);
        struct jets_options o = options_of(p.options);
        struct jets_result whole;
        answers += jets_extract(reply, len, &o, &whole) == JETS_VALUE;
        struct jets_result fed = feed_in_steps(&p, &o, 0, 1);
        assert_same(&p, "byte by byte", &fed, &whole);
        size_t cuts[3] = {0};
        for (size_t n = 0; n < 3; n++) {
            size_t from = n == 0 ? 0 : cuts[n - 1];
            cuts[n] = from + (size_t)(next_random(&seed) % (len - from + 1));
        }
        check_cuts(&p, &o, &whole, cuts, 3);
    }
    /* Or the replies would say little. */
    assert_in_range(answers, 1500, 28000);
}

/* ---- the order of calls ---- */

static void a_settled_result_is_known_early(void **state)
{
    (void)state;
    static const char deep[] = "so: [[[[1]]]] and {\"ok\": true}";
    struct jets_options o = {.depth = 3, .starts = JETS_STARTS_OUTSIDE, .feed_block = 1};
    struct jets_extraction x;
    struct jets_result result;
    jets_extract_init(&x, &o);
    assert_true(jets_extract_feed(&x, deep, 13));
    assert_true(jets_extract_feed(&x, deep, 18));
    assert_int_equal(jets_extract_finish(&x, deep, sizeof deep - 1, &result), JETS_NONE);
    assert_int_equal(result.reason, JETS_TOO_DEEP);
}

/* With the last byte, and no sooner. R2.2 is in the way as long as an end of reasoning might come.
 */
static void a_settled_result_is_told_with_the_byte_that_settles_it(void **state)
{
    (void)state;
    static const char *const settled[] = {
        "[[[[",
        "\xEF\xBB\xBF [[[[",
        "so: [[[[",
        "so: </table> [[[[",
        "so {a: {{{",
        "{\"a\": 1} {a} {\"b\": [[[",
        "[a [b [c [d [[[[",
        "[a [b [c [d {\"e\": [[[",
        "[a [b [c [d {e: {{{",
        "[a [b [c [d {\"e\": \"</think>\", \"f\": [[[",
        "<think>a</think> {\"a\": 1} </thought>",
    };
    static const char *const open[] = {
        "[a [b [c [d {\"e\": 1} [",
        "[a [b [c [d \"</think",
        "{\"a\": 1} </thought> [[[",
        "{\"a\": \"</think>[[[[",
    };
    const struct jets_options o = {.depth = 3, .feed_block = 1};
    for (size_t i = 0; i < sizeof settled / sizeof *settled + sizeof open / sizeof *open; i++) {
        bool settles = i < sizeof settled / sizeof *settled;
        const char *reply = settles ? settled[i] : open[i - sizeof settled / sizeof *settled];
        struct place p = PLACE("depth=3", reply, strlen(reply));
        struct jets_extraction x;
        jets_extract_init(&x, &o);
        for (size_t len = 0; len <= p.len; len++)
            if (jets_extract_feed(&x, reply, len) != (settles && len == p.len))
                fail_at(&p, "it is not told when it should be that the result is settled");
    }
}

/* Nothing is looked at until so many bytes are there; then all of them are. */
static void feed_waits_for_a_block(void **state)
{
    (void)state;
    static const unsigned blocks[] = {0, 1, 2, 40, 64, 65, 1000};
    static const size_t places[] = {4, 96};
    for (size_t i = 0; i < 2 * (sizeof blocks / sizeof *blocks); i++) {
        char deep[200];
        size_t at = places[i % 2] + 4; /* so many bytes settle it */
        size_t block = blocks[i / 2] == 0 ? JETS_FEED_BLOCK_DEFAULT : blocks[i / 2];
        size_t settled = (at + block - 1) / block * block;
        const struct jets_options o = {
            .depth = 3, .starts = JETS_STARTS_OUTSIDE, .feed_block = blocks[i / 2]};
        struct jets_extraction x;
        struct jets_result result;
        memset(deep, ' ', sizeof deep);
        memcpy(deep + at - 8, "so: [[[[1]]]]", 13);
        jets_extract_init(&x, &o);
        for (size_t len = 1; len < sizeof deep; len++) {
            assert_int_equal(jets_extract_feed(&x, deep, len), len >= settled);
        }
        assert_int_equal(jets_extract_finish(&x, deep, sizeof deep, &result), JETS_NONE);
        assert_int_equal(result.reason, JETS_TOO_DEEP);
    }
}

/* What may yet be a marker of the caller's, at the front, is not read as prose in the meantime. */
static void a_marker_at_the_front_is_waited_for(void **state)
{
    (void)state;
    static const char reply[] = "[a [b [c> no [end> {\"ok\": 1}";
    static const struct jets_marker pair = {"[a [b [c>", 9, "[end>", 5, 0};
    static struct jets_markers table;
    const struct jets_options o = {.depth = 1, .feed_block = 1, .markers = &table};
    struct jets_extraction x;
    struct jets_result result;
    assert_int_equal(jets_markers_init(&table, &pair, 1, true), 0);
    jets_extract_init(&x, &o);
    for (size_t len = 0; len < sizeof reply - 1; len++)
        assert_false(jets_extract_feed(&x, reply, len));
    assert_int_equal(jets_extract_finish(&x, reply, sizeof reply - 1, &result), JETS_VALUE);
    assert_int_equal(result.offset, 19);
}

static void feeding_the_same_bytes_again_changes_nothing(void **state)
{
    (void)state;
    static const char reply[] = "So: {\"a\": [1, 2]} it is.";
    struct jets_extraction x;
    struct jets_result result;
    const struct jets_options o = {.feed_block = 1};
    jets_extract_init(&x, &o);
    for (size_t len = 0; len < sizeof reply; len++) {
        jets_extract_feed(&x, reply, len);
        jets_extract_feed(&x, reply, len);
    }
    assert_int_equal(jets_extract_finish(&x, reply, sizeof reply - 1, &result), JETS_VALUE);
    assert_int_equal(result.offset, 4);
    assert_int_equal(result.length, 13);
    assert_int_equal(result.candidates, 1);
}

static void calls_out_of_order_are_misuse(void **state)
{
    (void)state;
    struct jets_extraction x;
    struct jets_result result;
    jets_extract_init(&x, NULL);
    assert_int_equal(jets_extract_finish(&x, "[1]", 3, &result), JETS_VALUE);
    assert_int_equal(jets_extract_finish(&x, "[1]", 3, &result), JETS_MISUSE);
    assert_int_equal(result.status, JETS_MISUSE);
    assert_int_equal(result.length, 0);

    struct jets_options bad = {.depth = JETS_DEPTH_MAX + 1};
    assert_int_equal(jets_extract_init(&x, &bad), JETS_MISUSE);
    jets_extract_feed(&x, "[1]", 3);
    assert_int_equal(jets_extract_finish(&x, "[1]", 3, &result), JETS_MISUSE);
}

/* What was read cannot be taken back; and behind the end nothing is read. */
static void a_shorter_reply_is_misuse(void **state)
{
    (void)state;
    struct jets_extraction x;
    struct jets_result result;
    char *little = malloc(1);
    assert_non_null(little);
    little[0] = 'x';
    jets_extract_init(&x, NULL);
    assert_false(jets_extract_feed(&x, "x {\"a\": 1", 9));
    assert_true(jets_extract_feed(&x, little, 1));
    assert_int_equal(jets_extract_finish(&x, "x {\"a\": 1}", 10, &result), JETS_MISUSE);
    jets_extract_init(&x, NULL);
    jets_extract_feed(&x, "x {\"a\": 1", 9);
    assert_int_equal(jets_extract_finish(&x, little, 1, &result), JETS_MISUSE);
    free(little);
}

static void feed_behind_the_end_reads_nothing(void **state)
{
    (void)state;
    struct jets_options o = {.depth = 1};
    struct jets_extraction x;
    struct jets_result result;
    jets_extract_init(&x, &o);
    assert_int_equal(jets_extract_finish(&x, "x [a [b [c", 10, &result), JETS_NONE);
    assert_int_equal(result.reason, JETS_TOO_DEEP);
    assert_true(jets_extract_feed(&x, NULL, 0));
    assert_int_equal(jets_extract_finish(&x, NULL, 0, &result), JETS_MISUSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_cut_anywhere),
        TEST(two_cuts_anywhere),
        TEST(steps_of_one_to_nine_bytes),
        TEST(random_replies_cut_at_random),
        TEST(a_settled_result_is_known_early),
        TEST(a_settled_result_is_told_with_the_byte_that_settles_it),
        TEST(feed_waits_for_a_block),
        TEST(a_marker_at_the_front_is_waited_for),
        TEST(feeding_the_same_bytes_again_changes_nothing),
        TEST(calls_out_of_order_are_misuse),
        TEST(a_shorter_reply_is_misuse),
        TEST(feed_behind_the_end_reads_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

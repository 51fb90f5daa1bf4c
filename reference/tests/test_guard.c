/* Not a byte outside the reply is read, nor one outside the room for the output written, by any
   function of jets.h that takes bytes: they stand against a page that cannot be read or written, in
   front of them and behind them. One byte too many ends the test with a signal. */
#define _DEFAULT_SOURCE

#include "internal.h" /* in front, since cmocka has a skip() too */

#include "guarded.h"
#include "replies.h"

/* Everything that reads a reply, on this one. What is written has exactly the room that it is
   promised: behind it, or in front of it, nothing can be written. */
static void read_all_ways(const struct guarded *out, const char *reply, size_t len,
                          const char *words)
{
    struct place p = PLACE(words, reply, len);
    struct jets_options o = options_of(words);
    struct jets_result r;
    size_t out_len;
    size_t room = jets_strings_room(len);
    assert_true(room <= out->size);
    read_both_ways(&p);
    jets_complete(reply, len, o.depth);
    jets_strings(reply, len, &o, out->page, &out_len, &r);
    jets_strings(reply, len, &o, out->page + out->size - room, &out_len, &r);
    assert_true(out_len <= room);
}

/* Every beginning of every reply, so that it ends in the middle of everything. */
static void nothing_behind_the_reply_is_read(void **state)
{
    (void)state;
    struct guarded g = guard();
    struct guarded out = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        for (size_t len = 0; len <= replies[i].len; len++) {
            read_all_ways(&out, at_the_end(&g, replies[i].text, len), len,
                          option_sets[(i + len) % OPTION_SETS]);
        }
    }
    unguard(out);
    unguard(g);
}

static void nothing_in_front_of_the_reply_is_read(void **state)
{
    (void)state;
    struct guarded g = guard();
    struct guarded out = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        for (size_t from = 0; from <= replies[i].len; from++) {
            size_t len = replies[i].len - from;
            memcpy(g.page, replies[i].text + from, len);
            read_all_ways(&out, g.page, len, option_sets[(i + from) % OPTION_SETS]);
        }
    }
    unguard(out);
    unguard(g);
}

static void random_replies_at_both_ends(void **state)
{
    (void)state;
    struct guarded g = guard();
    struct guarded out = guard();
    uint64_t seed = 4711;
    char text[400];
    for (int i = 0; i < 20000; i++) {
        size_t len = random_reply(&seed, text, sizeof text);
        char *reply = i % 2 == 0 ? g.page : g.page + g.size - len;
        memcpy(reply, text, len);
        read_all_ways(&out, reply, len, option_sets[next_random(&seed) % OPTION_SETS]);
    }
    unguard(out);
    unguard(g);
}

/* While a reply arrives, what is not there yet is not read either, nor what was there before it
 * moved. */
static void a_reply_that_arrives_is_read_no_further_than_it_has_come(void **state)
{
    (void)state;
    struct guarded g = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        const struct jets_options o = {.feed_block = 1};
        struct jets_extraction x;
        struct jets_result r = {.status = JETS_MISUSE};
        jets_extract_init(&x, &o);
        for (size_t len = 0; len <= replies[i].len; len++) {
            char *reply = g.page + g.size - len;
            memset(g.page, 'x', g.size);
            memcpy(reply, replies[i].text, len);
            if (len < replies[i].len) {
                jets_extract_feed(&x, reply, len);
            } else {
                jets_extract_finish(&x, reply, len, &r);
            }
        }
        struct jets_result whole;
        jets_extract(replies[i].text, replies[i].len, NULL, &whole);
        assert_true(same_result(&whole, &r));
    }
    unguard(g);
}

/* A marker of the caller's may begin as a value does, and break the one that it stands in before it
   is known to be a marker, while prose is too deep already. */
static void a_marker_that_breaks_a_value_is_read_no_further_than_it_has_come(void **state)
{
    (void)state;
    static const char reply[] = "[a [b [c [d [1x</r> {\"ok\":1}";
    static const struct jets_marker pair = {"<r>", 3, "1x</r>", 6, JETS_MARKER_PREFILLED};
    static struct jets_markers table;
    struct guarded g = guard();
    struct jets_options o = {.depth = 3, .feed_block = 1, .markers = &table};
    struct jets_extraction x;
    struct jets_result r;
    assert_int_equal(jets_markers_init(&table, &pair, 1, true), 0);
    jets_extract_init(&x, &o);
    for (size_t len = 0; len < sizeof reply; len++) {
        assert_false(jets_extract_feed(&x, at_the_end(&g, reply, len), len));
    }
    assert_int_equal(jets_extract_finish(&x, reply, sizeof reply - 1, &r), JETS_VALUE);
    assert_int_equal(r.offset, 20);
    unguard(g);
}

static void nothing_is_written_into_the_reply(void **state)
{
    (void)state;
    struct guarded g = guard();
    struct guarded out = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        memcpy(g.page, replies[i].text, replies[i].len);
        assert_int_equal(mprotect(g.page, g.size, PROT_READ), 0);
        for (size_t k = 0; k < OPTION_SETS; k++) {
            read_all_ways(&out, g.page, replies[i].len, option_sets[k]);
        }
        assert_int_equal(mprotect(g.page, g.size, PROT_READ | PROT_WRITE), 0);
    }
    unguard(out);
    unguard(g);
}

/* A text in two parts, wherever it is cut: the second call cannot see the first part any more. */
static void a_part_that_completes_is_read_alone(void **state)
{
    (void)state;
    struct guarded g = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        const char *text = replies[i].text;
        size_t len = replies[i].len;
        for (size_t cut = 0; cut <= len; cut++) {
            struct jets_completion c;
            jets_complete_init(&c, 0);
            assert_int_equal(jets_complete_feed(&c, at_the_end(&g, text, cut), cut),
                             jets_complete(text, cut, 0));
            memcpy(g.page, text + cut, len - cut);
            assert_int_equal(jets_complete_feed(&c, g.page, len - cut),
                             jets_complete(text, len, 0));
        }
    }
    unguard(g);
}

static void an_array_is_read_and_its_strings_written_within_their_bounds(void **state)
{
    (void)state;
    static const char *const arrays[] = {
        "[]",
        "[\"\"]",
        "[\"a\"]",
        "[\"a\",\"a\"]",
        "[\"a\",\"b\"]",
        "[ \"\\n\\u0020a\\t\\\" \" ,\"\\\\\" ]",
        "[\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\",\"\xC3\xA9\"]",
        "[\"a\", 1]",
        "[[\"a\"]]",
        "{}",
        "\"\"",
        "\"]\"",
        "7",
        "null",
    };
    struct guarded g = guard();
    struct guarded room = guard();
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        size_t len = strlen(arrays[i]);
        char *const places[] = {g.page, g.page + g.size - len};
        char *const outs[] = {room.page, room.page + room.size - jets_strings_room(len)};
        for (size_t k = 0; k < 4; k++) {
            char *array = memcpy(places[k / 2], arrays[i], len);
            struct jets_result r;
            size_t out_len;
            jets_strings_of(array, len, NULL, outs[k % 2], &out_len, &r);
            assert_int_equal(r.status, i < 7 ? JETS_VALUE : JETS_NONE);
            assert_true(out_len <= jets_strings_room(len));
        }
    }
    unguard(room);
    unguard(g);
}

/* Of two values where the one begins as the other, and the reply ends with the shorter one. */
static void values_are_compared_no_further_than_the_reply(void **state)
{
    (void)state;
    static const char *const tails[] = {"```\n12\n```\n```\n1", "```\n1 \n```\n```\n1",
                                        "[1, 2] [1 ,2]", "```\n-1.5\n```\n```\n-1.5"};
    struct guarded g = guard();
    struct jets_options o = {.expect = JETS_EXPECT_ANY};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        size_t len = strlen(tails[i]);
        struct jets_result r;
        jets_extract(at_the_end(&g, tails[i], len), len, &o, &r);
        assert_int_equal(r.reason, i == 0 ? JETS_AMBIGUOUS : JETS_REASON_NOTHING);
    }
    unguard(g);
}

/* Of two names where the one begins with what the other is, down to the quote and the bracket
   behind it, no more is compared than the shorter one. Whether they are compared hangs on where the
   hash puts them: hence the keys. */
static void a_name_is_compared_no_further_than_it_is_long(void **state)
{
    (void)state;
    static const char array[] = "[\"x\\\"]zzzzzzzz\",\"x\"]";
    struct guarded g = guard();
    const unsigned char *text = (unsigned char *)at_the_end(&g, array, sizeof array - 1);
    for (unsigned key = 0; key < 200; key++) {
        struct jets_options o = {.expect = JETS_EXPECT_CONTAINER};
        memset(o.hash_key, (int)key, sizeof o.hash_key);
        for (unsigned turn = 0; turn < 2; turn++) {
            const size_t ends[2][2] = {{2, 14}, {17, 18}};
            struct string_set set;
            assert_true(string_set_init(&set, text, 2, 0, &o));
            assert_true(string_set_add(&set, 0, ends[turn][0], ends[turn][1]));
            assert_true(string_set_add(&set, 0, ends[1 - turn][0], ends[1 - turn][1]));
            string_set_free(&set);
        }
    }
    unguard(g);
}

/* A caller's marker has a length and no zero byte behind it. */
static void a_marker_is_read_no_further_than_it_is_long(void **state)
{
    (void)state;
    static const struct {
        const char *open, *close;
        const char *reply; /* with both of them twice, and a last closing marker of its own */
        const char *last;
        unsigned flags;
    } pairs[] = {
        {"<r>", "</r>", "<r>{}</r><R>{}</r> {\"b\":2}", "</r>", JETS_MARKER_PREFILLED},
        {"<r", "</r", "<r>{}</r><r a='>'>{}</r\n> {\"b\":2}", "</r >",
         JETS_MARKER_PREFILLED | JETS_MARKER_TAG},
        {"\xE2\x97\x81r", "\xE2\x97\x81/r",
         "\xE2\x97\x81r {}\xE2\x97\x81/r\xE2\x97\x81r {}\xE2\x97\x81/r {\"b\":2}", "\xE2\x97\x81/r",
         JETS_MARKER_PREFILLED},
    };
    static struct jets_markers table;
    struct guarded opens = guard();
    struct guarded closes = guard();
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        size_t open_len = strlen(pairs[i].open);
        size_t close_len = strlen(pairs[i].close);
        char *const open_at[] = {opens.page, opens.page + opens.size - open_len};
        char *const close_at[] = {closes.page, closes.page + closes.size - close_len};
        for (size_t k = 0; k < 2; k++) {
            const struct jets_marker pair = {memcpy(open_at[k], pairs[i].open, open_len), open_len,
                                             memcpy(close_at[k], pairs[i].close, close_len),
                                             close_len, pairs[i].flags};
            struct jets_options o = {.markers = &table};
            char reply[64];
            struct jets_result r;
            assert_int_equal(jets_markers_init(&table, &pair, 1, true), 0);
            size_t len = strlen(pairs[i].reply);
            size_t all =
                (size_t)snprintf(reply, sizeof reply, "%s%s", pairs[i].reply, pairs[i].last);
            for (size_t cut = 0; cut < len; cut++) {
                assert_int_equal(jets_extract(reply, cut, &o, &r), JETS_NONE);
            }
            assert_int_equal(jets_extract(reply, len, &o, &r), JETS_VALUE);
            assert_int_equal(r.offset + r.length, len);
            assert_int_equal(r.length, 7);
            assert_int_equal(jets_extract(reply, all, &o, &r), JETS_NONE);
        }
    }
    unguard(closes);
    unguard(opens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_behind_the_reply_is_read),
        TEST(nothing_in_front_of_the_reply_is_read),
        TEST(random_replies_at_both_ends),
        TEST(a_reply_that_arrives_is_read_no_further_than_it_has_come),
        TEST(a_marker_that_breaks_a_value_is_read_no_further_than_it_has_come),
        TEST(nothing_is_written_into_the_reply),
        TEST(a_part_that_completes_is_read_alone),
        TEST(an_array_is_read_and_its_strings_written_within_their_bounds),
        TEST(values_are_compared_no_further_than_the_reply),
        TEST(a_name_is_compared_no_further_than_it_is_long),
        TEST(a_marker_is_read_no_further_than_it_is_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

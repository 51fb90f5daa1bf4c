/* Not a byte outside the reply is read: it stands against a page that cannot be read, in front of
   it and behind it. One byte too many ends the test with a signal. */
#define _DEFAULT_SOURCE

#include "replies.h"

#include <sys/mman.h>
#include <unistd.h>

/* Three pages; the outer two unreadable. */
struct guarded {
    char *page;
    size_t size;
};

static struct guarded guard(void)
{
    struct guarded g = {.size = (size_t)sysconf(_SC_PAGESIZE)};
    char *pages = mmap(NULL, 3 * g.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    g.page = pages + g.size;
    assert_int_equal(mprotect(g.page, g.size, PROT_READ | PROT_WRITE), 0);
    return g;
}

static void unguard(struct guarded g)
{
    munmap(g.page - g.size, 3 * g.size);
}

/* Everything that reads a reply, on this one. */
static void read_all_ways(const char *reply, size_t len, const char *words)
{
    static char out[4096 * 4];
    struct place p = PLACE(words, reply, len);
    struct jets_options o = options_of(words);
    struct jets_result r;
    size_t out_len;
    assert_true(jets_strings_room(len) <= sizeof out);
    read_both_ways(&p);
    jets_complete(reply, len, o.depth);
    jets_strings(reply, len, &o, out, &out_len, &r);
}

/* Every beginning of every reply, so that it ends in the middle of everything. */
static void nothing_behind_the_reply_is_read(void **state)
{
    (void)state;
    struct guarded g = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        for (size_t len = 0; len <= replies[i].len; len++) {
            char *reply = g.page + g.size - len;
            memcpy(reply, replies[i].text, len);
            read_all_ways(reply, len, option_sets[(i + len) % OPTION_SETS]);
        }
    }
    unguard(g);
}

static void nothing_in_front_of_the_reply_is_read(void **state)
{
    (void)state;
    struct guarded g = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        for (size_t from = 0; from <= replies[i].len; from++) {
            size_t len = replies[i].len - from;
            memcpy(g.page, replies[i].text + from, len);
            read_all_ways(g.page, len, option_sets[(i + from) % OPTION_SETS]);
        }
    }
    unguard(g);
}

static void random_replies_at_both_ends(void **state)
{
    (void)state;
    struct guarded g = guard();
    uint64_t seed = 4711;
    char text[400];
    for (int i = 0; i < 20000; i++) {
        size_t len = random_reply(&seed, text, sizeof text);
        char *reply = i % 2 == 0 ? g.page : g.page + g.size - len;
        memcpy(reply, text, len);
        read_all_ways(reply, len, option_sets[next_random(&seed) % OPTION_SETS]);
    }
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
        memcpy(g.page + g.size - len, reply, len);
        assert_false(jets_extract_feed(&x, g.page + g.size - len, len));
    }
    assert_int_equal(jets_extract_finish(&x, reply, sizeof reply - 1, &r), JETS_VALUE);
    assert_int_equal(r.offset, 20);
    unguard(g);
}

static void nothing_is_written_into_the_reply(void **state)
{
    (void)state;
    struct guarded g = guard();
    for (size_t i = 0; i < REPLIES; i++) {
        memcpy(g.page, replies[i].text, replies[i].len);
        assert_int_equal(mprotect(g.page, g.size, PROT_READ), 0);
        for (size_t k = 0; k < OPTION_SETS; k++) {
            read_all_ways(g.page, replies[i].len, option_sets[k]);
        }
        assert_int_equal(mprotect(g.page, g.size, PROT_READ | PROT_WRITE), 0);
    }
    unguard(g);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

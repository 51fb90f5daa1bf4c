/* Delta debugging (shrink.h) on goals that need no program: what is left is minimal, and bounds are
 * kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "clock.h"
#include "shrink.h"

/* What a reply has to hold, in any order, and what was asked. */
struct wanted {
    const char *texts[4];
    uint64_t asked;
    size_t most; /* at once */
    enum status status;
    bool torn; /* a reply began inside a character */
};

static bool holds(const struct buffer *reply, const char *text)
{
    size_t len = strlen(text);
    for (size_t i = 0; i + len <= reply->len; i++) {
        if (memcmp(reply->at + i, text, len) == 0)
            return true;
    }
    return false;
}

/* A byte of the middle of a character stands where none can. */
static bool is_torn(const struct buffer *reply)
{
    bool high = false;
    for (size_t i = 0; i < reply->len; i++) {
        unsigned char byte = (unsigned char)reply->at[i];
        if ((byte & 0xC0) == 0x80 && !high)
            return true;
        high = byte >= 0x80;
    }
    return high && (reply->at[reply->len - 1] & 0xC0) != 0x80;
}

static enum status ask(void *ctx, const struct buffer *replies, size_t len, bool *keeps,
                       struct buffer *problem)
{
    struct wanted *wanted = ctx;
    (void)problem;
    wanted->asked += len;
    wanted->most = len > wanted->most ? len : wanted->most;
    for (size_t i = 0; i < len; i++) {
        keeps[i] = true;
        for (size_t k = 0; k < 4 && wanted->texts[k] != NULL; k++)
            keeps[i] = keeps[i] && holds(&replies[i], wanted->texts[k]);
        wanted->torn = wanted->torn || is_torn(&replies[i]);
    }
    return wanted->status;
}

static enum status shrink_text(struct shrinker *shrinker, const char *reply, struct buffer *out)
{
    struct buffer problem = {0};
    buffer_text(out, reply);
    enum status status = shrink_reply(shrinker, out, &problem);
    buffer_free(&problem);
    return status;
}

static enum status shrink_with(struct wanted *wanted, struct shrinker *shrinker, const char *reply,
                               struct buffer *out)
{
    shrinker->ctx = wanted;
    shrinker->ask = ask;
    return shrink_text(shrinker, reply, out);
}

static void assert_left(const char *left, const struct buffer *out)
{
    assert_int_equal(strlen(left), out->len);
    assert_memory_equal(left, out->at, out->len);
}

static void check(struct wanted wanted, const char *reply, const char *left)
{
    struct shrinker shrinker = {.ctx = NULL};
    struct buffer out = {0};
    assert_int_equal(STATUS_OK, shrink_with(&wanted, &shrinker, reply, &out));
    assert_left(left, &out);
    assert_int_equal(wanted.asked, shrinker.tries);
    assert_false(wanted.torn);
    buffer_free(&out);
}

static const char REPLY[] =
    "Some pr\xC3\xB6se [1] \xF0\x9F\x98\x80 <think>a {draft}</think>\n```json\n"
    "{\"one\": [1, {\"two\": \"needle\"}, 3], \"four\": {\"five\": {}}}\n```\n and more, x: 12\n";

static void what_is_not_wanted_goes(void **state)
{
    (void)state;
    check((struct wanted){.texts = {NULL}}, REPLY, "");
    check((struct wanted){.texts = {"needle"}}, REPLY, "needle");
    check((struct wanted){.texts = {"{\"", "}"}}, REPLY, "{\"}");
    check((struct wanted){.texts = {"\xC3\xB6"}}, REPLY, "\xC3\xB6");
    check((struct wanted){.texts = {"<think>", "needle", "\n```\n"}}, REPLY,
          "<think>needle\n```\n");
}

/* Structure goes in one step that single bytes cannot take: both brackets, or none. */
static enum status ask_balance(void *ctx, const struct buffer *replies, size_t len, bool *keeps,
                               struct buffer *problem)
{
    (void)ctx;
    (void)problem;
    for (size_t i = 0; i < len; i++) {
        long depth = 0;
        size_t quotes = 0;
        for (size_t k = 0; k < replies[i].len; k++) {
            char byte = replies[i].at[k];
            depth += byte == '{' || byte == '[' ? 1 : 0;
            depth -= byte == '}' || byte == ']' ? 1 : 0;
            quotes += byte == '"' ? 1 : 0;
        }
        keeps[i] = depth == 0 && quotes % 2 == 0 && holds(&replies[i], "needle");
    }
    return STATUS_OK;
}

static void structure_goes_as_a_whole(void **state)
{
    (void)state;
    struct shrinker shrinker = {.ask = ask_balance};
    struct buffer out = {0};
    assert_int_equal(STATUS_OK, shrink_text(&shrinker, REPLY, &out));
    assert_left("needle", &out);
    buffer_free(&out);
}

/* Objects and arrays that nest deeper than 64 levels, each closed by its own bracket. */
static enum status ask_depth(void *ctx, const struct buffer *replies, size_t len, bool *keeps,
                             struct buffer *problem)
{
    (void)ctx;
    (void)problem;
    for (size_t i = 0; i < len; i++) {
        char open[1024];
        size_t depth = 0;
        size_t most = 0;
        bool fits = true;
        for (size_t k = 0; k < replies[i].len && fits; k++) {
            char byte = replies[i].at[k];
            if (byte == '{' || byte == '[')
                open[depth++] = byte;
            else if (byte == '}' || byte == ']')
                fits = depth > 0 && open[--depth] == (byte == '}' ? '{' : '[');
            most = depth > most ? depth : most;
        }
        keeps[i] = fits && depth == 0 && most > 64;
    }
    return STATUS_OK;
}

static void deep_nests_go_many_levels_at_once(void **state)
{
    (void)state;
    struct shrinker shrinker = {.ask = ask_depth, .tries_max = 4000};
    struct buffer out = {0};
    struct buffer reply = {0};
    for (size_t i = 0; i < 600; i++)
        buffer_text(&reply, "[ ");
    for (size_t i = 0; i < 600; i++)
        buffer_text(&reply, "]");
    assert_int_equal(STATUS_OK, shrink_text(&shrinker, reply.at, &out));
    assert_in_range(out.len, 130, 150);
    buffer_free(&out);
    buffer_free(&reply);
}

static enum status ask_length(void *ctx, const struct buffer *replies, size_t len, bool *keeps,
                              struct buffer *problem)
{
    (void)ctx;
    (void)problem;
    for (size_t i = 0; i < len; i++)
        keeps[i] = replies[i].len == 5;
    return STATUS_OK;
}

static void what_is_left_is_made_plain(void **state)
{
    (void)state;
    struct shrinker shrinker = {.ask = ask_length};
    struct buffer out = {0};
    assert_int_equal(STATUS_OK, shrink_text(&shrinker, "qX7\t{", &out));
    assert_left("aA0 {", &out);
    buffer_free(&out);
}

static void bounds_are_kept(void **state)
{
    (void)state;
    struct wanted wanted = {.texts = {"needle"}};
    struct shrinker few = {.tries_max = 10, .at_once = 3};
    struct shrinker late = {.deadline_us = 1};
    struct buffer out = {0};
    assert_int_equal(STATUS_OK, shrink_with(&wanted, &few, REPLY, &out));
    assert_in_range(wanted.asked, 10, 12);
    assert_int_equal(3, wanted.most);
    assert_true(holds(&out, "needle"));
    buffer_free(&out);
    wanted = (struct wanted){.texts = {"needle"}};
    assert_int_equal(STATUS_OK, shrink_with(&wanted, &late, REPLY, &out));
    assert_int_equal(0, wanted.asked);
    assert_int_equal(strlen(REPLY), out.len);
    buffer_free(&out);
}

static void a_fault_ends_it_with_the_reply_as_it_was(void **state)
{
    (void)state;
    struct wanted wanted = {.texts = {"needle"}, .status = STATUS_INTERRUPTED};
    struct shrinker shrinker = {.ctx = NULL};
    struct buffer out = {0};
    assert_int_equal(STATUS_INTERRUPTED, shrink_with(&wanted, &shrinker, REPLY, &out));
    assert_int_equal(strlen(REPLY), out.len);
    assert_in_range(wanted.asked, 1, SHRINK_AT_ONCE);
    buffer_free(&out);
}

static void a_long_reply_is_cut_to_pieces_first(void **state)
{
    (void)state;
    struct wanted wanted = {.texts = {"needle"}};
    struct shrinker shrinker = {.ctx = NULL};
    struct buffer out = {0};
    struct buffer reply = {0};
    for (unsigned i = 0; i < 20000; i++)
        buffer_text(&reply, i == 12345 ? "needle" : "{\"a\": [1");
    assert_int_equal(STATUS_OK, shrink_with(&wanted, &shrinker, reply.at, &out));
    assert_int_equal(6, out.len);
    assert_in_range(shrinker.tries, 1, 4000);
    buffer_free(&out);
    buffer_free(&reply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_wanted_goes),
        cmocka_unit_test(structure_goes_as_a_whole),
        cmocka_unit_test(deep_nests_go_many_levels_at_once),
        cmocka_unit_test(what_is_left_is_made_plain),
        cmocka_unit_test(bounds_are_kept),
        cmocka_unit_test(a_fault_ends_it_with_the_reply_as_it_was),
        cmocka_unit_test(a_long_reply_is_cut_to_pieces_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

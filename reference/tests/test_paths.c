/* The reader of values (walk.h) alone, by each path that this machine has: where it stops, that it
   says so again, and that it reads no further. What paths must have in common beyond that is
   compared by same_paths. */
#define _DEFAULT_SOURCE

#include "internal.h" /* in front, since cmocka has a skip() too */

#include "guarded.h"

/* What reading this text by that path comes to, twice, and where. */
static enum value_step read_twice(const struct jets_path *path, const char *text, size_t len,
                                  size_t *at)
{
    struct jets_value v;
    enum value_step step;
    *at = 0;
    value_init(&v, 3);
    step = path->value_read(&v, (const unsigned char *)text, at, len);
    if (step != VALUE_MORE) {
        size_t again = *at;
        assert_int_equal(path->value_read(&v, (const unsigned char *)text, &again, len), step);
        assert_int_equal(again, *at);
    }
    return step;
}

/* By each path the text breaks at that place, also with more white space in front of it and behind
   it than is passed over at once. */
static void breaks_at(const char *text, size_t len, size_t place)
{
    const struct jets_path *path;
    char wide[400];
    memset(wide, ' ', sizeof wide);
    assert_true(len < 100);
    memcpy(wide + 150, text, len);
    for (unsigned n = 0; (path = path_number(n)) != NULL; n++) {
        size_t at;
        if (read_twice(path, text, len, &at) != VALUE_BROKEN || at != place) {
            fail_msg("%s: %s: not broken at %zu", path->name, text, place);
        }
        if (read_twice(path, wide, sizeof wide, &at) != VALUE_BROKEN || at != 150 + place) {
            fail_msg("%s: %s between white space: not broken at %zu", path->name, text, place);
        }
    }
}

static void a_number_breaks_at_its_first_wrong_byte(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t place;
    } wrong[] = {
        {"[1.x5, 1]", 3},    {"[1.+5, 1]", 3},  {"[1.e5, 1]", 3}, {"[1..5, 1]", 3},
        {"[1ex5, 1]", 3},    {"[1e.5, 1]", 3},  {"[1ee5, 1]", 3}, {"[1e+x5, 1]", 4},
        {"[1e++5, 1]", 4},   {"[1e-+5, 1]", 4}, {"[1Ex5, 1]", 3}, {"[1.5ex5, 1]", 5},
        {"[1.5e5.5, 1]", 6}, {"[1.5.5, 1]", 4}, {"[-x5, 1]", 2},  {"[--5, 1]", 2},
        {"[+5, 1]", 1},      {"[.5, 1]", 1},    {"[00, 1]", 2},   {"[-00, 1]", 3},
        {"[1x, 1]", 2},      {"[0x5, 1]", 2},   {"[0e, 1]", 3},   {"[1.5-5, 1]", 4},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        breaks_at(wrong[i].text, strlen(wrong[i].text), wrong[i].place);
    }
}

/* Each letter of a literal counts: the ones next to it in the alphabet are others. */
static void a_literal_breaks_at_its_first_wrong_letter(void **state)
{
    (void)state;
    static const char *const literals[] = {"[true, 1]", "[false, 1]", "[null, 1]"};
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        for (size_t place = 1; literals[i][place] != ','; place++) {
            for (int step = -2; step <= 2; step++) {
                char text[20];
                strcpy(text, literals[i]);
                text[place] = (char)(text[place] + step);
                if (step != 0) {
                    breaks_at(text, strlen(text), place);
                }
            }
        }
    }
    breaks_at("[truex, 1]", 10, 5);
    breaks_at("[falsee, 1]", 11, 6);
    breaks_at("[null\0, 1]", 10, 5);
    breaks_at("[false\0, 1]", 11, 6);
}

/* What stands in front of a backslash, or behind the byte that follows it, is nothing to it. */
static void an_escape_breaks_at_its_first_wrong_byte(void **state)
{
    (void)state;
    breaks_at("[\"b\\x\"]", 7, 4);
    breaks_at("[\"\\xn\"]", 7, 3);
    breaks_at("[\"n\\xn\"]", 8, 4);
    breaks_at("[\"\\\\\\x\"]", 8, 5);
    breaks_at("[\"\\u00x0\"]", 10, 6);
}

/* NUL stands nowhere in a value. */
static void nul_breaks_a_value_wherever_it_stands(void **state)
{
    (void)state;
    static const char *const fronts[] = {
        "",         "[",        "[ ",        "[1",         "[1,",    "[1, ",    "[\"",
        "[\"a\"",   "[\"a\" ",  "{",         "{ ",         "{\"a\"", "{\"a\" ", "{\"a\":",
        "{\"a\": ", "{\"a\":1", "{\"a\":1,", "{\"a\":1, ", "[[]",
    };
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
        char text[40];
        size_t len = strlen(fronts[i]);
        memcpy(text, fronts[i], len + 1);
        memcpy(text + len + 1, "1 ]}", 4);
        breaks_at(text, len + 5, len);
    }
}

static void what_is_done_or_too_deep_stays_so(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum value_step step;
        size_t at;
    } ends[] = {
        {"[] x", VALUE_DONE, 2},
        {"{} x", VALUE_DONE, 2},
        {"[1, {\"a\": 2}] x", VALUE_DONE, 13},
        {"12 x", VALUE_DONE, 2},
        {"\"a\" x", VALUE_DONE, 3},
        {"true, x", VALUE_DONE, 4},
        {"[[[1]]] x", VALUE_DONE, 7},
        {"[[[[1]]]]", VALUE_DEEP, 3},
        {"[1, {\"a\": [{}]}]", VALUE_DEEP, 11},
        {"-1.5e3 x", VALUE_DONE, 6},
        {"0 ", VALUE_DONE, 1},
        {"null 1", VALUE_DONE, 4},
    };
    const struct jets_path *path;
    for (unsigned n = 0; (path = path_number(n)) != NULL; n++) {
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
            size_t at;
            assert_int_equal(read_twice(path, ends[i].text, strlen(ends[i].text), &at),
                             ends[i].step);
            assert_int_equal(at, ends[i].at);
        }
    }
}

/* Wherever a value is cut, in front of a page that cannot be read. */
static void nothing_behind_the_text_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[true, 1]",     "[false, 1]",          "[null, 1]",
        "[-0.5e+3, 12]", "[\"\\n\\u00e9\", 1]", "{\"a\" : {}, \"b\": [ ]}",
    };
    struct guarded g = guard();
    const struct jets_path *path;
    for (unsigned n = 0; (path = path_number(n)) != NULL; n++) {
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            for (size_t len = 0; len <= strlen(texts[i]); len++) {
                bool whole = len == strlen(texts[i]);
                size_t at;
                char *text = at_the_end(&g, texts[i], len);
                assert_int_equal(read_twice(path, text, len, &at), whole ? VALUE_DONE : VALUE_MORE);
                assert_int_equal(at, len);
            }
        }
    }
    unguard(g);
}

/* The best first, none twice, and the portable one behind them. */
static void the_machine_has_its_paths_in_order(void **state)
{
    (void)state;
#if defined __x86_64__ && defined __GNUC__
    static const char *const names[] = {"avx2", "sse2", "portable"};
    unsigned first = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") ? 0 : 1;
#elif defined __aarch64__ && defined __GNUC__
    static const char *const names[] = {"neon", "portable"};
    unsigned first = 0;
#else
    static const char *const names[] = {"portable"};
    unsigned first = 0;
#endif
    unsigned count = sizeof names / sizeof *names;
    if (path_number(0) == &jets_path_portable) { /* a library that was built so */
        first = count - 1;
    }
    for (unsigned n = 0; n < count - first; n++) {
        assert_non_null(path_number(n));
        assert_string_equal(path_number(n)->name, names[first + n]);
    }
    assert_null(path_number(count - first));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_number_breaks_at_its_first_wrong_byte),
        TEST(a_literal_breaks_at_its_first_wrong_letter),
        TEST(an_escape_breaks_at_its_first_wrong_byte),
        TEST(nul_breaks_a_value_wherever_it_stands),
        TEST(what_is_done_or_too_deep_stays_so),
        TEST(nothing_behind_the_text_is_read),
        TEST(the_machine_has_its_paths_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

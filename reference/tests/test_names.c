/* R6: no object of the answer has two members of one name. */
#include "internal.h" /* in front, since cmocka has a skip() too */

#include "budget.h"
#include "replies.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#define UNIQUE(text) GIVES("", text, text)
#define REPEATS(text)                        \
    do {                                     \
        REFUSES("", text, "duplicate-name"); \
        GIVES("names=any", text, text);      \
    } while (0)

static void names_of_one_object_are_compared(void **state)
{
    (void)state;
    REPEATS("{\"a\": 1, \"a\": 1}");
    REPEATS("{\"a\": 1, \"b\": 2, \"c\": 3, \"a\": 4}");
    REPEATS("{\"\": 1, \"\": 2}");
    REPEATS("{\"a\": {}, \"a\": []}");
    REPEATS("{\"a\" :1,\"a\":2}");
    REPEATS("{\"\\u0061\" :1,\"a\":2,\"b\"\n:3}");
    UNIQUE("{}");
    UNIQUE("{\"a\": 1}");
    UNIQUE("{\"a\": 1, \"b\": 1}");
    UNIQUE("{\"a\": 1, \"A\": 1}");
    UNIQUE("{\"a\": 1, \"a \": 1}");
    UNIQUE("{\"\": 1, \" \": 1}");
}

static void values_are_no_names(void **state)
{
    (void)state;
    UNIQUE("{\"a\": \"a\", \"b\": \"a\"}");
    UNIQUE("{\"a\": \"b\", \"b\": \"a\"}");
    UNIQUE("{\"a\": [\"a\", \"a\"]}");
    UNIQUE("[\"a\", \"a\", \"b\", \"b\"]");
    UNIQUE("{\"a\": \"\\\"a\\\": 1\"}");
}

static void every_depth_is_looked_at(void **state)
{
    (void)state;
    REPEATS("{\"x\": {\"a\": 1, \"a\": 2}}");
    REPEATS("[[[{\"a\": 1, \"a\": 2}]]]");
    REPEATS("{\"x\": [{\"a\": 1}, {\"a\": 1, \"b\": {\"c\": [], \"c\": []}}]}");
    REPEATS("{\"a\": {\"a\": {\"a\": 1}}, \"a\": 1}");
    REPEATS("{\"a\": {\"b\": 1, \"c\": {\"d\": 1}, \"b\": 2}}");
    UNIQUE("{\"a\": {\"a\": {\"a\": 1}}}");
    UNIQUE("{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}, \"x\": {}}");
    UNIQUE("[{\"a\": 1}, {\"a\": 1}, {\"a\": 1}]");
}

static void names_are_compared_as_code_points(void **state)
{
    (void)state;
    REPEATS("{\"a\": 1, \"\\u0061\": 2}");
    REPEATS("{\"/\": 1, \"\\/\": 2}");
    REPEATS("{\"\\n\": 1, \"\\u000A\": 2}");
    REPEATS("{\"\\b\\f\": 1, \"\\u0008\\u000c\": 2}");
    REPEATS("{\"\\r\\t\": 1, \"\\u000d\\u0009\": 2}");
    REPEATS("{\"\\u4a9f\": 1, \"\xE4\xAA\x9F\": 2}");
    REPEATS("{\"\\uA4F9\": 1, \"\xEA\x93\xB9\": 2}");
    REPEATS("{\"\\\"\": 1, \"\\u0022\": 2}");
    REPEATS("{\"\\\\\": 1, \"\\u005c\": 2}");
    REPEATS("{\"\\u00e9\": 1, \"\xC3\xA9\": 2}");
    REPEATS("{\"\\u20aC\": 1, \"\xE2\x82\xAC\": 2}");
    REPEATS("{\"\\ud83d\\ude00\": 1, \"\xF0\x9F\x98\x80\": 2}");
    REPEATS("{\"\\u007f\": 1, \"\x7F\": 2}");
    REPEATS("{\"\\u0080\": 1, \"\xC2\x80\": 2}");
    REPEATS("{\"\\u07ff\": 1, \"\xDF\xBF\": 2}");
    REPEATS("{\"\\u0800\": 1, \"\xE0\xA0\x80\": 2}");
    REPEATS("{\"\\ud7ff\": 1, \"\xED\x9F\xBF\": 2}");
    REPEATS("{\"\\ue000\": 1, \"\xEE\x80\x80\": 2}");
    REPEATS("{\"\\uffff\": 1, \"\xEF\xBF\xBF\": 2}");
    REPEATS("{\"\\ud800\\udc00\": 1, \"\xF0\x90\x80\x80\": 2}");
    REPEATS("{\"\\udbff\\udfff\": 1, \"\xF4\x8F\xBF\xBF\": 2}");
    REPEATS("{\"x\\u0000y\": 1, \"x\\u0000y\": 2}");
    UNIQUE("{\"\\u0000\": 1, \"\": 2}");
    UNIQUE("{\"x\\u0000y\": 1, \"x\\u0000z\": 2, \"x\": 3}");
    UNIQUE("{\"\\\\u0061\": 1, \"a\": 2}");
    UNIQUE("{\"\\u00e9\": 1, \"e\\u0301\": 2}");
    UNIQUE("{\"\\ud83d\\ude00\": 1, \"\\ud83d\\ude01\": 2}");
}

static void the_winner_alone_is_looked_at(void **state)
{
    (void)state;
    REFUSES("select=first", "{\"a\": 1, \"a\": 2} or {\"b\": 1}", "duplicate-name");
    GIVES("select=last", "{\"a\": 1, \"a\": 2} or {\"b\": 1}", "{\"b\": 1}");
    GIVES("", "<think>{\"a\": 1, \"a\": 2}</think>{\"b\": 1}", "{\"b\": 1}");
    REFUSES("", "{\"a\": 1, \"a\": 2} or {\"a\": 1, \"a\": 2}", "duplicate-name");
    REFUSES("", "{\"a\": 1, \"a\": 2} or {\"b\": 1}", "ambiguous");
}

/* One object of n members in `out`; where repeat < n, the last has the name of that one. */
static size_t write_object(char *out, size_t n, size_t repeat)
{
    size_t len = 0;
    out[len++] = '{';
    for (size_t i = 0; i < n; i++) {
        size_t name = i + 1 == n && repeat < n ? repeat : i;
        len += (size_t)sprintf(out + len, "%s\"name-%zu\":%zu", i > 0 ? "," : "", name, i);
    }
    out[len++] = '}';
    return len;
}

static void one_repeat_among_many(void **state)
{
    (void)state;
    static const size_t counts[] = {2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100, 1000, 5000};
    char *text = malloc((size_t)5000 * 24);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        size_t n = counts[i];
        const size_t repeats[] = {0, (n - 1) / 2, n - 2};
        size_t len = write_object(text, n, n);
        check_answer(PLACE("", text, len), 0, text, len);
        for (size_t k = 0; k < 3; k++) {
            len = write_object(text, n, repeats[k]);
            check_none(PLACE("", text, len), "duplicate-name");
        }
    }
    free(text);
}

static void a_long_name_is_compared_to_its_end(void **state)
{
    (void)state;
    static char text[2 * 3000 + 20];
    for (int same = 0; same < 2; same++) {
        size_t len = 0;
        for (int i = 0; i < 2; i++) {
            text[len++] = i == 0 ? '{' : ',';
            text[len++] = '"';
            memset(text + len, 'n', 3000);
            len += 3000;
            text[len - 1] = (char)(same ? 'x' : 'x' + i);
            text[len++] = '"';
            text[len++] = ':';
            text[len++] = '1';
        }
        text[len++] = '}';
        if (same) {
            check_none(PLACE("", text, len), "duplicate-name");
        } else {
            check_answer(PLACE("", text, len), 0, text, len);
        }
    }
}

/* ---- random objects, whose repeats are known while they are written ---- */

struct writer {
    char text[8000];
    size_t len;
    uint64_t seed;
    bool repeats;
};

static void put(struct writer *w, const char *text)
{
    size_t n = strlen(text);
    memcpy(w->text + w->len, text, n);
    w->len += n;
}

/* A name is two of eight letters; each stands as itself or escaped. */
static unsigned put_name(struct writer *w)
{
    static const char *const plain[] = {"a",   "b", "/", "\xC3\xA9", "\xF0\x9F\x98\x80",
                                        "\\n", "0", " "};
    static const char *const escaped[] = {"\\u0061",        "\\u0062", "\\/",     "\\u00E9",
                                          "\\ud83D\\uDe00", "\\u000a", "\\u0030", "\\u0020"};
    unsigned a = (unsigned)(next_random(&w->seed) % 8);
    unsigned b = (unsigned)(next_random(&w->seed) % 8);
    put(w, "\"");
    put(w, next_random(&w->seed) % 2 ? plain[a] : escaped[a]);
    put(w, next_random(&w->seed) % 2 ? plain[b] : escaped[b]);
    put(w, "\":");
    return a * 8 + b;
}

static void put_value(struct writer *w, int depth);

static void put_object(struct writer *w, int depth)
{
    uint64_t seen = 0;
    size_t members = (size_t)(next_random(&w->seed) % 6);
    put(w, "{");
    for (size_t i = 0; i < members; i++) {
        put(w, i > 0 ? "," : "");
        uint64_t bit = (uint64_t)1 << put_name(w);
        w->repeats |= (seen & bit) != 0;
        seen |= bit;
        put_value(w, depth + 1);
    }
    put(w, "}");
}

static void put_value(struct writer *w, int depth)
{
    uint64_t kind = next_random(&w->seed) % 4;
    if (kind == 0 && depth < 4) {
        put_object(w, depth);
    } else if (kind == 1 && depth < 4) {
        put(w, "[");
        put_value(w, depth + 1);
        put(w, ",");
        put_value(w, depth + 1);
        put(w, "]");
    } else {
        put(w, kind == 2 ? "\"aa\"" : "7");
    }
}

static void random_objects(void **state)
{
    (void)state;
    struct writer w = {.seed = 99};
    size_t repeats = 0;
    for (int i = 0; i < 20000; i++) {
        w.len = 0;
        w.repeats = false;
        put_object(&w, 0);
        repeats += w.repeats;
        if (w.repeats) {
            check_none(PLACE("", w.text, w.len), "duplicate-name");
        } else {
            check_answer(PLACE("", w.text, w.len), 0, w.text, w.len);
        }
    }
    assert_in_range(repeats, 500, 19000);
}

/* {"name":1,"next" :2} */
static void check_two(const char *name, const char *next, bool repeats)
{
    char text[300];
    int len = snprintf(text, sizeof text, "{\"%s\":1,\"%s\" :2}", name, next);
    struct place place = PLACE("", text, (size_t)len);
    if (repeats)
        check_none(place, "duplicate-name");
    else
        check_answer(place, 0, text, (size_t)len);
}

/* Whatever the length, and whichever byte makes the difference. */
static void every_byte_of_a_name_counts(void **state)
{
    (void)state;
    for (size_t len = 0; len < 40; len++) {
        char first[41] = "";
        char second[41] = "";
        for (size_t i = 0; i < len; i++)
            first[i] = second[i] = (char)('a' + i % 23);
        check_two(first, second, true);
        for (size_t i = 0; i < len; i++) {
            second[i] = 'z';
            check_two(first, second, false);
            second[i] = first[i];
        }
        second[len] = 'z';
        check_two(first, second, false);
        check_two(second, first, false);
    }
}

/* Of a name's bytes a number is made first, and most others have another. */
static void whatever_number_a_name_makes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        char name[8];
        snprintf(name, sizeof name, "%u", i);
        check_two(name, name, true);
    }
    /* the same number, on a machine that is little-endian, and one begins with the other */
    check_two("the lon---PyjX", "the lon", false);
    check_two("the lon", "the lon---PyjX", false);
}

/* Names are told apart by their length and their ends first: these differ in between alone. */
static void names_that_begin_and_end_alike(void **state)
{
    (void)state;
    GIVES("", "{\"abcd-efgh\":1,\"abcd+efgh\":2}", "{\"abcd-efgh\":1,\"abcd+efgh\":2}");
    REFUSES("", "{\"abcd-efgh\":1,\"abcd+efgh\":2,\"abcd-efgh\":3}", "duplicate-name");
    GIVES("", "{\"the first name of all\":1,\"the other name of all\":2}",
          "{\"the first name of all\":1,\"the other name of all\":2}");
    REFUSES("", "{\"the first name of all\":1,\"the first name of all\":2}", "duplicate-name");
}

/* A name's quotes may stand in two of the blocks of 64 bytes, and its colon in a third. */
static void a_name_far_from_its_colon(void **state)
{
    (void)state;
    char text[400];
    for (int i = 0; i < 64 * 140 * 2; i++) {
        int fill = i / 2 % 64;
        int gap = i / 2 / 64;
        bool repeat = i % 2 == 1;
        int len = snprintf(text, sizeof text, "{%*s\"a\":1,\"a long name\"%*s:2,\"%s\":3}", fill,
                           "", gap, "", repeat ? "a long name" : "another");
        struct place place = PLACE("", text, (size_t)len);
        if (repeat)
            check_none(place, "duplicate-name");
        else
            check_answer(place, 0, text, (size_t)len);
    }
}

/* An answer is looked at 64 bytes at a time: what a backslash escapes may be the first of the next,
   and the string may end with the first of those behind them. Read as a quote that ends the string,
   or as a backslash that escapes its end, it would make a value of the last name. */
static void an_escape_anywhere(void **state)
{
    (void)state;
    static const char form[] = "{\"a\":\"%*s\\%c%*s\",\"b\":1,\"%c\":2}";
    char text[400];
    for (int i = 0; i < 140 * 66 * 4; i++) {
        int fill = i / (66 * 4);
        int behind = i / 4 % 66;
        bool repeat = i / 2 % 2 == 1;
        int len = snprintf(text, sizeof text, form, fill, "", i % 2 == 0 ? '"' : '\\', behind, "",
                           repeat ? 'a' : 'c');
        struct place place = PLACE("", text, (size_t)len);
        if (repeat)
            check_none(place, "duplicate-name");
        else
            check_answer(place, 0, text, (size_t)len);
    }
}

/* ---- memory ---- */

static void *give_the_same(void *context, size_t size)
{
    (void)size;
    return context;
}

static void memory_need_not_be_taken_back(void **state)
{
    (void)state;
    static max_align_t room[2000];
    char text[1000];
    struct jets_options o = {.memory = {give_the_same, NULL, room}};
    struct jets_result r;
    assert_int_equal(jets_extract(text, write_object(text, 40, 40), &o, &r), JETS_VALUE);
    assert_int_equal(jets_extract(text, write_object(text, 40, 20), &o, &r), JETS_NONE);
    assert_int_equal(r.reason, JETS_DUPLICATE_NAME);
}

static void each_allocation_fails_in_turn(void **state)
{
    (void)state;
    char *text = malloc((size_t)2000 * 24);
    assert_non_null(text);
    for (int repeat = 0; repeat < 2; repeat++) {
        size_t len = write_object(text, 2000, repeat ? 1500 : 2000);
        bool finished = false;
        size_t failed = 0;
        for (size_t call = 1; !finished && call < 1000; call++) {
            struct budget b = {.fail_at = call};
            struct jets_options o = {.memory = {budget_allocate, budget_release, &b}};
            struct jets_result r;
            jets_extract(text, len, &o, &r);
            assert_int_equal(b.held, 0);
            finished = b.calls < call;
            if (!finished) {
                failed++;
                assert_int_equal(r.status, JETS_NONE);
                assert_int_equal(r.reason, JETS_OUT_OF_MEMORY);
                assert_int_equal(r.length, 0);
            } else {
                assert_int_equal(r.status, repeat ? JETS_NONE : JETS_VALUE);
                assert_int_equal(r.reason, repeat ? JETS_DUPLICATE_NAME : JETS_REASON_NOTHING);
            }
        }
        assert_true(finished);
        assert_true(failed > 0);
    }
    free(text);
}

static void only_this_rule_asks_for_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < REPLIES; i++) {
        struct budget b = {.fail_at = 1};
        struct jets_options o = {.names = JETS_NAMES_ANY,
                                 .memory = {budget_allocate, budget_release, &b}};
        struct jets_result r;
        jets_extract(replies[i].text, replies[i].len, &o, &r);
        assert_int_equal(b.calls, 0);
    }
}

static void the_hash_key_changes_no_result(void **state)
{
    (void)state;
    char *text = malloc((size_t)500 * 24);
    assert_non_null(text);
    for (unsigned key = 0; key < 50; key++) {
        struct jets_options o = {.expect = JETS_EXPECT_CONTAINER};
        struct jets_result r;
        memset(o.hash_key, (int)(key * 5), sizeof o.hash_key);
        size_t len = write_object(text, 500, 500);
        assert_int_equal(jets_extract(text, len, &o, &r), JETS_VALUE);
        len = write_object(text, 500, key);
        assert_int_equal(jets_extract(text, len, &o, &r), JETS_NONE);
    }
    free(text);
}

/* `open` objects, each inside the one before: the outermost of `outer` members and the others of
   `inner`, then the next one, then, where there were any, one more; in the outermost that is
   `last`. */
static size_t write_nested(char *text, unsigned open, unsigned outer, unsigned inner,
                           const char *last)
{
    size_t len = 0;
    for (unsigned i = 0; i < open; i++) {
        text[len++] = '{';
        for (unsigned n = 0; n < (i == 0 ? outer : inner); n++)
            len += (size_t)sprintf(text + len, "\"n%u\":%u,", n, n);
        len += (size_t)sprintf(text + len, "\"in\":");
    }
    len += (size_t)sprintf(text + len, "{}");
    for (unsigned i = open; i-- > 0;) {
        if (i == 0 || inner > 0)
            len += (size_t)sprintf(text + len, ",\"%s\":0", i > 0 ? "out" : last);
        text[len++] = '}';
    }
    return len;
}

/* Gives nothing, and notes what it was asked for. */
static void *note_size(void *context, size_t size)
{
    *(size_t *)context = size;
    return NULL;
}

/* How many bytes the check of this answer asks for; 0: none. */
static size_t memory_for(const char *text, size_t len)
{
    size_t size = 0;
    struct jets_options o = {.memory = {note_size, NULL, &size}};
    struct jets_result r;
    jets_extract(text, len, &o, &r);
    assert_int_equal(r.reason, size > 0 ? JETS_OUT_OF_MEMORY : JETS_REASON_NOTHING);
    return size;
}

/* Writes an object of `names` names whose values hold what looks like names; in it stand `depth -
   1` more, one in another, whose names are among those. One name has an escape where `escape`. */
static size_t write_in_depth(char *out, size_t names, size_t depth, bool escape)
{
    size_t len = (size_t)sprintf(out, "{\"%s\":\":{{\\\":}\"", escape ? "\\u0061" : "a");
    for (size_t i = depth; i < names; i++)
        len += (size_t)sprintf(out + len, ",\"%zu\":[{},\"\",\"::\"]", i);
    for (size_t i = 1; i < depth; i++)
        len += (size_t)sprintf(out + len, "%s\"in\" :{", i == 1 ? "," : "");
    memset(out + len, '}', depth);
    return len + depth;
}

/* Names are counted, not guessed: 16 strings need no memory, and 32 names and 32 open objects need
   none where no name has an escape; one more does. Then there is room for twice as many names, up
   to the next power of two, and for one number for each object that is open at once. */
static void memory_is_asked_for_what_is_there(void **state)
{
    (void)state;
    static const struct {
        size_t names, depth;
        bool escape;
        size_t slots;
    } cases[] = {
        {1, 1, true, 0},      {16, 1, true, 0},    {16, 2, true, 0},     {16, 16, true, 0},
        {17, 1, true, 64},    {17, 2, true, 64},   {17, 9, true, 64},    {32, 2, true, 64},
        {33, 2, true, 128},   {64, 3, true, 128},  {65, 3, true, 256},   {32, 2, false, 0},
        {32, 31, false, 0},   {33, 2, false, 128}, {33, 31, false, 128}, {33, 33, false, 128},
        {129, 1, false, 512},
    };
    static char text[4000];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t len = write_in_depth(text, cases[i].names, cases[i].depth, cases[i].escape);
        size_t slots = cases[i].slots;
        assert_int_equal(memory_for(text, len),
                         slots == 0
                             ? 0
                             : slots * sizeof(struct string_slot) +
                                   (cases[i].depth > 1 ? cases[i].depth : 2) * sizeof(size_t));
    }
}

/* So many names that their table would not fit in what a size_t counts are refused without asking.
 */
static void no_memory_is_asked_for_more_names_than_there_can_be(void **state)
{
    (void)state;
    const size_t most = SIZE_MAX / 16 / sizeof(struct string_slot);
    size_t size = 0;
    struct jets_options o = {.memory = {note_size, NULL, &size}};
    struct string_set set;
    assert_false(string_set_init(&set, NULL, most, 0, &o));
    assert_true(size >= 2 * most * sizeof(struct string_slot));
    size = 0;
    assert_false(string_set_init(&set, NULL, most + 1, 0, &o));
    assert_int_equal(size, 0);
}

/* The innermost object has no name, so there is one more open than there are names. */
static void names_and_one_object_more_need_no_memory(void **state)
{
    (void)state;
    char text[400];
    size_t len = 0;
    for (unsigned i = 0; i < 16; i++)
        len += (size_t)sprintf(text + len, "{\"\\u0061\":");
    len += (size_t)sprintf(text + len, "{}");
    memset(text + len, '}', 16);
    len += 16;
    assert_int_equal(memory_for(text, len), 0);
    check_answer(PLACE("", text, len), 0, text, len);
}

/* Bytes that malloc has given and not got back, as far as the C library tells. */
static size_t in_use(void)
{
#if defined __GLIBC__ && __GLIBC__ == 2 && __GLIBC_MINOR__ >= 33
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static void the_librarys_own_memory_is_given_back(void **state)
{
    (void)state;
    static char text[4000];
    size_t before = in_use();
    struct jets_result r;
    assert_int_equal(jets_extract(text, write_object(text, 100, 100), NULL, &r), JETS_VALUE);
    assert_int_equal(jets_extract(text, write_object(text, 100, 50), NULL, &r), JETS_NONE);
    assert_int_equal(in_use(), before);
}

/* ---- the set of strings ---- */

/* SipHash-1-3 of whole words, as its authors describe it. */
static uint64_t left(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static uint64_t sip_hash(const uint64_t key[2], const uint64_t *words, size_t count)
{
    uint64_t a = key[0] ^ 0x736f6d6570736575;
    uint64_t b = key[1] ^ 0x646f72616e646f6d;
    uint64_t c = key[0] ^ 0x6c7967656e657261;
    uint64_t d = key[1] ^ 0x7465646279746573;
    for (size_t i = 0; i < count + 3; i++) {
        uint64_t word = i < count ? words[i] : 0;
        c ^= i == count ? 0xFF : 0;
        d ^= word;
        a += b;
        b = left(b, 13) ^ a;
        a = left(a, 32);
        c += d;
        d = left(d, 16) ^ c;
        a += d;
        d = left(d, 21) ^ a;
        c += b;
        b = left(b, 17) ^ c;
        c = left(c, 32);
        a ^= word;
    }
    return a ^ b ^ c ^ d;
}

/* What is hashed of a string of ASCII: its group, its bytes in pairs, the last two once more, and
   how many there are. */
static uint64_t string_hash(const uint64_t key[2], uint64_t group, const char *string, size_t len)
{
    uint64_t words[20] = {group};
    size_t count = 1;
    uint64_t two = 0;
    for (size_t i = 0; i < len; i++) {
        two = two << 32 | (unsigned char)string[i];
        if (i % 2 == 1)
            words[count++] = two;
    }
    words[count++] = two;
    words[count++] = len;
    return sip_hash(key, words, count);
}

/* Bytes that are not zero, and no more than it was asked for: 0xA5, behind which stands 0x5A. */
static void *give_dirty(void *context, size_t size)
{
    memset(context, 0xA5, size);
    return context;
}

/* Who does not know the key cannot tell which names would collide only where the hash is what it
   says that it is; and a set is no more than half full, so that each string is found near its
   place. No result shows either. */
static void strings_stand_where_the_hash_says(void **state)
{
    (void)state;
    enum { COUNT = 200, EXTRA = 3, SLOTS = 512 };
    static const uint64_t key[2] = {0x0706050403020100, 0x0F0E0D0C0B0A0908};
    static const uint64_t nothing[1] = {0};
    static max_align_t room[1000];
    static struct string_slot want[SLOTS];
    struct jets_options o = {.memory = {give_dirty, NULL, room}};
    struct string_set set;
    char text[COUNT + 40];
    uint64_t seed = 13;
    /* what SipHash's authors give for a message of no bytes under this key */
    assert_true(sip_hash(key, nothing, 1) == 0xABAC0158050FC4DC);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + next_random(&seed) % 26);
    for (unsigned char i = 0; i < 16; i++)
        o.hash_key[i] = i;
    memset(room, 0x5A, sizeof room);
    assert_true(string_set_init(&set, (const unsigned char *)text, COUNT, EXTRA, &o));
    assert_int_equal(set.size, SLOTS);
    assert_int_equal(set.bytes, SLOTS * sizeof *want + EXTRA * sizeof *set.extra);
    assert_ptr_equal(set.extra, set.slots + SLOTS);
    for (size_t i = 0; i < COUNT; i++) {
        struct string_slot slot = {1 + i, 1 + i + i % 31, i / 2};
        size_t at = string_hash(key, slot.group, text + slot.from, slot.to - slot.from) % SLOTS;
        while (want[at].from != 0)
            at = (at + 1) % SLOTS;
        want[at] = slot;
        assert_true(string_set_add(&set, slot.group, slot.from, slot.to));
        assert_false(string_set_add(&set, slot.group, slot.from, slot.to));
    }
    assert_memory_equal(set.slots, want, sizeof want);
    assert_int_equal(((unsigned char *)room)[set.bytes - 1], 0);
    assert_int_equal(((unsigned char *)room)[set.bytes], 0x5A);
    string_set_free(&set);
}

static void check_nested(unsigned open, unsigned outer, unsigned inner)
{
    static const char *const last[] = {"in", "i\\u006e", "other", "\\u006f"};
    static char text[20000];
    for (unsigned kind = 0; kind < 4; kind++) {
        size_t len = write_nested(text, open, outer, inner, last[kind]);
        struct place place = PLACE("", text, len);
        if (kind < 2)
            check_none(place, "duplicate-name");
        else
            check_answer(place, 0, text, len);
    }
}

/* Up to 32 names of objects that are open at once are compared without memory, and 32 objects; one
   more of either, or an escape, takes the other way. Both must tell. */
static void few_names_and_many_are_told_alike(void **state)
{
    (void)state;
    for (unsigned open = 1; open <= 36; open++) {
        for (unsigned count = 28 / open; count <= 36 / open + 1; count++)
            check_nested(open, count, count);
        for (unsigned outer = 0; outer + open <= 36; outer++)
            check_nested(open, outer, 0);
    }
}

/* Does the check of this answer, which has no name twice, ask for memory? */
static bool asks_for_memory(const char *text, size_t len)
{
    struct jets_result r;
    assert_int_equal(jets_extract(text, len, NULL, &r), JETS_VALUE);
    return memory_for(text, len) > 0;
}

static void few_names_need_no_memory(void **state)
{
    (void)state;
    static char text[200000];
    assert_false(asks_for_memory(text, write_nested(text, 1, 30, 0, "last")));
    assert_true(asks_for_memory(text, write_nested(text, 1, 31, 0, "last")));
    assert_true(asks_for_memory(text, write_nested(text, 1, 29, 0, "\\u006c")));
    assert_false(asks_for_memory(text, write_nested(text, 31, 1, 0, "last")));
    assert_true(asks_for_memory(text, write_nested(text, 32, 0, 0, "last")));
    /* however long it is, and whatever else has an escape */
    size_t len = write_nested(text, 1, 29, 0, "last") - 1;
    len += (size_t)sprintf(text + len, ",\"long\":\"\\n%150000s\"}", "");
    assert_false(asks_for_memory(text, len));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(few_names_and_many_are_told_alike),
        TEST(few_names_need_no_memory),
        TEST(names_of_one_object_are_compared),
        TEST(values_are_no_names),
        TEST(every_depth_is_looked_at),
        TEST(names_are_compared_as_code_points),
        TEST(the_winner_alone_is_looked_at),
        TEST(one_repeat_among_many),
        TEST(a_long_name_is_compared_to_its_end),
        TEST(every_byte_of_a_name_counts),
        TEST(whatever_number_a_name_makes),
        TEST(names_that_begin_and_end_alike),
        TEST(a_name_far_from_its_colon),
        TEST(an_escape_anywhere),
        TEST(random_objects),
        TEST(memory_need_not_be_taken_back),
        TEST(each_allocation_fails_in_turn),
        TEST(only_this_rule_asks_for_memory),
        TEST(the_hash_key_changes_no_result),
        TEST(memory_is_asked_for_what_is_there),
        TEST(names_and_one_object_more_need_no_memory),
        TEST(no_memory_is_asked_for_more_names_than_there_can_be),
        TEST(the_librarys_own_memory_is_given_back),
        TEST(strings_stand_where_the_hash_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

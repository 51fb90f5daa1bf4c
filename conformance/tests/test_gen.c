/* The generator: the same bytes everywhere, every theme and marker, its bound, its tape; what truth
 * mode says of itself; the relations' comparison. That the truths are true, fuzz/ tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "answer.h"
#include "gen_parts.h"
#include "gen_truth.h"
#include "markers.h"
#include "memory.h"
#include "relations.h"
#include "words.h"

/* Of what the generator makes of the seeds 0 to 999. A change of it changes these, and is told in
 * the log: seeds that were written down stand for other replies then. */
#define PINNED_REPLIES 0xa85d7c8e44c7498bu
#define PINNED_TRUTHS 0x4c649be31f6d7708u

static int make_gen(void **state)
{
    static struct gen g;
    gen_free(&g);
    gen_seed(&g, 1);
    *state = &g;
    return 0;
}

static int free_gen(void **state)
{
    gen_free(*state);
    return 0;
}

static uint64_t hashed(uint64_t hash, const void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

/* ---- The same everywhere --------------------------------------------------------------------- */

static void first_thousand_replies_are_pinned(void **state)
{
    struct gen *g = *state;
    uint64_t hash = 0xcbf29ce484222325u;
    for (unsigned seed = 0; seed < 1000; seed++) {
        gen_seed(g, seed);
        gen_reply(g);
        hash = hashed(hash, g->reply, g->len);
    }
    assert_int_equal(hash, PINNED_REPLIES);
}

static void first_thousand_truths_are_pinned(void **state)
{
    struct gen *g = *state;
    uint64_t hash = 0xcbf29ce484222325u;
    for (unsigned seed = 0; seed < 1000; seed++) {
        struct gen_options options;
        struct gen_truth truth;
        gen_seed(g, seed);
        gen_choose_options(g, &options, true);
        gen_truth(g, &options, &truth);
        hash = hashed(hash, g->reply, g->len);
        hash = hashed(hash, options.value, sizeof options.value);
        unsigned told[] = {truth.reason, (unsigned)truth.offset, (unsigned)truth.length};
        for (size_t i = 0; i < COUNT(told); i++) {
            unsigned char bytes[] = {(unsigned char)told[i], (unsigned char)(told[i] >> 8)};
            hash = hashed(hash, bytes, sizeof bytes);
        }
    }
    assert_int_equal(hash, PINNED_TRUTHS);
}

static void tape_comes_first_and_the_seed_behind_it(void **state)
{
    static const unsigned char tape[] = {7, 1, 2, 200};
    struct gen *g = *state;
    gen_tape(g, tape, sizeof tape);
    assert_int_equal(gen_below(g, 10), 7);
    assert_int_equal(gen_below(g, 1), 0); /* no choice, no byte */
    assert_int_equal(gen_below(g, 256), 1);
    assert_int_equal(gen_below(g, 1000), (2 << 8 | 200) % 1000);
    unsigned behind = gen_below(g, 1u << 31);
    gen_seed(g, 1);
    assert_int_equal(gen_below(g, 1u << 31), behind);
}

/* ---- What is made ---------------------------------------------------------------------------- */

/* ---- Series ---------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void no_two_series_have_a_thing_in_common(void **state)
{
    enum { SEEDS = 8, THINGS = 200, PURPOSES = 2, ALL = SEEDS * THINGS * PURPOSES };
    static uint64_t first[ALL];
    struct gen *g = *state;
    for (unsigned i = 0; i < ALL; i++) {
        gen_seed_of_series(g, i / PURPOSES / THINGS, i / PURPOSES % THINGS, i % PURPOSES);
        first[i] = gen_next(g);
    }
    qsort(first, ALL, sizeof *first, compare_numbers);
    for (unsigned i = 1; i < ALL; i++)
        assert_true(first[i - 1] != first[i]);
}

/* Else what is chosen for one purpose would be tried on some of the things alone. */
static void purposes_of_a_thing_choose_apart(void **state)
{
    enum { THINGS = 4000 };
    struct gen *g = *state;
    unsigned both = 0;
    for (unsigned n = 0; n < THINGS; n++) {
        gen_seed_of_series(g, 1, n, 0);
        bool one = gen_below(g, 4) == 0;
        gen_seed_of_series(g, 1, n, 1);
        both += one && gen_below(g, 4) == 0;
    }
    assert_in_range(both, THINGS / 20, THINGS / 13);
}

static void every_theme_makes_replies_of_its_own(void **state)
{
    struct gen *g = *state;
    uint64_t hashes[GEN_THEMES];
    for (unsigned theme = 0; theme < GEN_THEMES; theme++) {
        size_t bytes = 0;
        hashes[theme] = 0;
        assert_non_null(gen_theme_name(theme));
        assert_non_null(gen_theme_about(theme));
        for (unsigned seed = 0; seed < 200; seed++) {
            gen_seed(g, seed);
            gen_reply_of(g, (enum gen_theme)theme);
            bytes += g->len;
            hashes[theme] = hashed(hashes[theme], g->reply, g->len);
        }
        assert_in_range(bytes, 200 * 3, 200 * 4000);
        for (unsigned other = 0; other < theme; other++)
            assert_int_not_equal(hashes[theme], hashes[other]);
    }
    assert_null(gen_theme_name(GEN_THEMES));
}

static void weights_choose_the_theme(void **state)
{
    struct gen *g = *state;
    struct buffer text = {0};
    unsigned escapes = 0;
    for (unsigned theme = 0; theme < GEN_THEMES; theme++)
        buffer_format(&text, "%s%s=%d", theme > 0 ? "," : "", gen_theme_name(theme),
                      theme == GEN_ESCAPES ? 3 : 0);
    assert_true(gen_weigh(g, text.at));
    for (unsigned seed = 0; seed < 500; seed++) {
        gen_seed(g, seed);
        gen_reply(g);
        escapes += g->len > 4 && memcmp(g->reply, "{\"\\u", 4) == 0;
    }
    assert_in_range(escapes, 350, 500); /* the rest was mutated */
    buffer_free(&text);
}

static void wrong_weights_change_nothing(void **state)
{
    static const char *const wrong[] = {"",
                                        "soup",
                                        "soup=",
                                        "soup=256",
                                        "nope=1",
                                        "soup=1,",
                                        "soup=-1",
                                        "soup=1x",
                                        "soup=1;cut=2",
                                        "=1",
                                        "soup=99999999999999999999"};
    struct gen *g = *state;
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_false(gen_weigh(g, wrong[i]));
    for (unsigned theme = 0; theme < GEN_THEMES; theme++)
        assert_int_equal(g->weights[theme], gen_theme_weight(theme));
    assert_true(gen_weigh(g, "soup=0,cut=255"));
    assert_int_equal(g->weights[GEN_SOUP], 0);
    assert_int_equal(g->weights[GEN_CUT], 255);
    assert_int_equal(g->weights[GEN_CHAT], gen_theme_weight(GEN_CHAT));
}

static void every_marker_and_every_byte_occurs(void **state)
{
    struct gen *g = *state;
    bool markers[MARKER_PAIRS][2] = {{false}};
    bool bytes[256] = {false};
    for (unsigned seed = 0; seed < 20000; seed++) {
        gen_seed(g, seed);
        gen_reply(g);
        for (size_t i = 0; i < g->len; i++)
            bytes[g->reply[i]] = true;
        struct marker_seen seen = marker_find(g->reply, g->len, 0);
        for (; seen.len > 0; seen = marker_find(g->reply, g->len, seen.at + 1))
            markers[seen.pair][seen.side] = true;
    }
    for (unsigned pair = 0; pair < MARKER_PAIRS; pair++)
        assert_true(markers[pair][MARKER_OPEN] && markers[pair][MARKER_CLOSE]);
    for (unsigned i = 0; i < GEN_BYTE_COUNT; i++)
        assert_true(bytes[GEN_BYTES[i]]);
}

static void unmarked_text_has_no_marker_whatever_follows(void **state)
{
    struct gen *g = *state;
    for (unsigned seed = 0; seed < 20000; seed++) {
        gen_seed(g, seed);
        gen_unmarked(g);
        gen_text(g, ">");
        assert_false(marker_any(g->reply, g->len));
    }
}

/* ---- The bound ------------------------------------------------------------------------------- */

static void nothing_gets_longer_than_the_bound(void **state)
{
    struct gen *g = *state;
    for (unsigned seed = 0; seed < 20000; seed++) {
        g->max = 1 + seed % 300;
        gen_seed(g, seed);
        gen_reply(g);
        assert_in_range(g->len, 0, g->max);
        for (int i = 0; i < 4; i++) {
            gen_mutate(g);
            assert_in_range(g->len, 0, g->max);
        }
    }
}

static void mutation_changes_one_place(void **state)
{
    static const char reply[] = "<think>x</think>\n```json\n{\"a\": [1, \"b\"]}\n```\n";
    struct gen *g = *state;
    unsigned changed = 0;
    for (unsigned seed = 0; seed < 1000; seed++) {
        gen_seed(g, seed);
        gen_load(g, reply, sizeof reply - 1);
        gen_mutate(g);
        changed += g->len != sizeof reply - 1 || memcmp(g->reply, reply, g->len) != 0;
    }
    assert_in_range(changed, 850, 1000);
    for (unsigned seed = 0; seed < 100; seed++) {
        gen_seed(g, seed);
        gen_load(g, "", 0);
        gen_mutate(g);
    }
}

static void splice_takes_a_beginning_and_an_end(void **state)
{
    struct gen *g = *state;
    unsigned whole = 0;
    for (unsigned seed = 0; seed < 500; seed++) {
        gen_seed(g, seed);
        gen_splice(g, "aaaa", 4, "bbbb", 4);
        size_t a = 0;
        size_t b = 0;
        while (a < g->len && g->reply[a] == 'a')
            a++;
        while (a + b < g->len && g->reply[a + b] == 'b')
            b++;
        assert_in_range(a, 0, 4);
        assert_in_range(b, 0, 4);
        for (size_t i = a + b; i < g->len; i++)
            assert_int_equal(g->reply[i], 'a');
        whole += a + b < g->len;
    }
    assert_in_range(whole, 50, 400);
}

/* ---- Truth mode ------------------------------------------------------------------------------ */

/* The span is one value by the runner's strict reader, in which a name may repeat. */
static void assert_value(const unsigned char *text, size_t len)
{
    struct answer answer = {0};
    assert_int_equal(answer_read(&answer, text, len, UINT32_MAX, NULL), ANSWER_OK);
    assert_true(answer_whole(&answer));
    answer_free(&answer);
}

static void truths_are_of_every_kind(void **state)
{
    enum { CASES = 30000 };
    struct gen *g = *state;
    unsigned reasons[10] = {0};
    unsigned complete = 0;
    for (unsigned seed = 0; seed < CASES; seed++) {
        struct gen_options options;
        struct gen_truth truth;
        gen_seed(g, seed);
        gen_choose_options(g, &options, true);
        gen_truth(g, &options, &truth);
        assert_in_range(truth.reason, 0, 9);
        reasons[truth.reason]++;
        complete += truth.complete;
        assert_true(truth.offset + truth.length <= g->len);
        assert_int_equal(truth.reason == 0, truth.length > 0);
        if (truth.reason == 0)
            assert_value(g->reply + truth.offset, truth.length);
    }
    assert_in_range(reasons[0], CASES * 30 / 100, CASES * 45 / 100);
    assert_in_range(complete, CASES * 3 / 100, CASES * 10 / 100);
    for (unsigned reason = 1; reason < COUNT(reasons); reason++)
        assert_in_range(reasons[reason], CASES * 5 / 1000, CASES * 25 / 100);
}

/* ---- Relations ------------------------------------------------------------------------------- */

static void every_relation_applies_somewhere(void **state)
{
    struct gen *g = *state;
    struct gen made_by = {0};
    for (unsigned i = 0; i < RELATION_COUNT; i++) {
        unsigned applied = 0;
        for (unsigned seed = 0; seed < 3000; seed++) {
            struct gen_options options;
            struct gen_truth truth;
            struct relation_made made;
            gen_seed(g, seed);
            gen_choose_options(g, &options, false);
            gen_truth(g, &options, &truth);
            struct relation_seen seen = {g->reply,          g->len,       options,
                                         truth.reason == 0, truth.offset, truth.length};
            gen_seed(&made_by, seed);
            applied += relation_make(&RELATIONS[i], &seen, &made_by, &made);
        }
        if (applied < 30)
            fail_msg("%s applied to %u replies of 3000", RELATIONS[i].name, applied);
        for (unsigned other = 0; other < i; other++)
            assert_string_not_equal(RELATIONS[i].name, RELATIONS[other].name);
    }
    gen_free(&made_by);
}

static bool holds(struct gen *g, enum relation_expects expects, const char *was, const char *now)
{
    struct relation_seen seen = {(const unsigned char *)was, 0, {{0}, 0}, was != NULL, 0, 0};
    struct relation_made made = {{{0}, 0}, expects, 1, 2};
    seen.len = seen.length = was == NULL ? 0 : strlen(was);
    gen_load(g, "([])", 4);
    return relation_holds(&seen, g, &made, now, now == NULL ? 0 : strlen(now));
}

static void relation_holds_where_the_answer_is_as_expected(void **state)
{
    struct gen *g = *state;
    assert_true(holds(g, RELATION_SAME, "[1, 2]", "[1, 2]"));
    assert_false(holds(g, RELATION_SAME, "[1, 2]", "[1,2]"));
    assert_false(holds(g, RELATION_SAME, "[1, 2]", NULL));
    assert_false(holds(g, RELATION_SAME, NULL, "[1, 2]"));
    assert_true(holds(g, RELATION_SAME, NULL, NULL));
    assert_true(holds(g, RELATION_EQUAL, "{\"a b\": [ ]}", "{\"a b\"\n:[]}\n"));
    assert_false(holds(g, RELATION_EQUAL, "[\"a b\"]", "[\"ab\"]"));
    assert_false(holds(g, RELATION_EQUAL, "[\"\\\" x\"]", "[\"\\\"x\"]"));
    assert_true(holds(g, RELATION_EQUAL, "[\"\\\\\" , 1]", "[\"\\\\\",1]"));
    assert_false(holds(g, RELATION_EQUAL, "[1]", "[1"));
    assert_false(holds(g, RELATION_EQUAL, "[1]", NULL));
    assert_true(holds(g, RELATION_NONE, "[1]", NULL));
    assert_false(holds(g, RELATION_NONE, "[1]", "[1]"));
    assert_true(holds(g, RELATION_SPAN, "[1]", "[]"));
    assert_false(holds(g, RELATION_SPAN, "[1]", "[1]"));
    assert_false(holds(g, RELATION_SPAN, NULL, NULL));
}

/* ---- Markers --------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    struct buffer text = {0};
    char part[4096];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        buffer_add(&text, part, n);
    fclose(file);
    return text.at;
}

/* How often each relation applied to replies that are asked about with a value of an option. */
static unsigned applied[64][POLICY_COUNT][8];

static void count_applied(struct gen *g, unsigned replies)
{
    struct gen made_by = {0};
    assert_in_range(RELATION_COUNT, 1, COUNT(applied));
    for (unsigned seed = 0; seed < replies; seed++) {
        struct gen_options options;
        struct gen_truth truth;
        gen_seed(g, seed);
        gen_choose_options(g, &options, false);
        gen_truth(g, &options, &truth);
        struct relation_seen seen = {g->reply,          g->len,       options,
                                     truth.reason == 0, truth.offset, truth.length};
        for (unsigned i = 0; i < RELATION_COUNT; i++) {
            struct relation_made made;
            gen_seed(&made_by, seed);
            bool applies = relation_make(&RELATIONS[i], &seen, &made_by, &made);
            for (unsigned k = 0; applies && k < POLICY_COUNT; k++)
                applied[i][k][options.value[k]]++;
        }
    }
    gen_free(&made_by);
}

/* The values of an option that a relation needs, as CAMPAIGNS.md has them: nothing where it takes
 * each of them. */
static void add_needed(struct buffer *row, const struct policy *option, const unsigned *counts)
{
    struct buffer values = {0};
    bool each = true;
    for (unsigned i = 0; option->values[i] != NULL; i++) {
        each = each && counts[i] > 0;
        if (counts[i] > 0)
            buffer_format(&values, "%s%s", values.len > 0 ? "/" : "", option->values[i]);
    }
    if (!each)
        buffer_format(row, " `%s=%s`", option->name, values.len > 0 ? values.at : "");
    buffer_free(&values);
}

static void page_says_for_which_policies_a_relation_holds(void **state)
{
    char *page = read_file("conformance/CAMPAIGNS.md");
    count_applied(*state, 20000);
    for (unsigned i = 0; i < RELATION_COUNT; i++) {
        struct buffer row = {0};
        struct buffer needed = {0};
        for (unsigned k = 0; k < POLICY_COUNT; k++)
            add_needed(&needed, &POLICIES[k], applied[i][k]);
        buffer_format(&row, "\n| `%s` | %s |%s |\n", RELATIONS[i].name, RELATIONS[i].says,
                      needed.len > 0 ? needed.at : " each");
        if (strstr(page, row.at) == NULL)
            fail_msg("conformance/CAMPAIGNS.md has no line%s", row.at);
        buffer_free(&needed);
        buffer_free(&row);
    }
    free(page);
}

/* A marker as SPEC.md writes it in its table. */
static void add_cell(struct buffer *row, const char *text, bool tag)
{
    buffer_text(row, " `");
    for (const char *at = text; *at != '\0'; at++)
        buffer_format(row, "%s%c", *at == '|' ? "\\" : "", *at);
    buffer_text(row, tag ? ">` |" : "` |");
}

static void table_is_that_of_the_rules(void **state)
{
    char *spec = read_file("conformance/SPEC.md");
    const char *at = strstr(spec, "\n## 5. Markers");
    unsigned rows = 0;
    (void)state;
    assert_non_null(at);
    for (unsigned i = 0; i < MARKER_PAIRS; i++) {
        const struct marker_pair *pair = &MARKERS[i];
        struct buffer row = {0};
        buffer_text(&row, "\n|");
        add_cell(&row, pair->open, pair->tag);
        if (pair->channel)
            buffer_text(&row, " `<\\|channel\\|>final`, ");
        else
            add_cell(&row, pair->close, pair->tag);
        if (!pair->channel)
            buffer_format(&row, " %s | %s |", pair->prefilled ? "yes" : "no",
                          pair->tag ? "yes" : "no");
        const char *found = strstr(at, row.at);
        if (found == NULL)
            fail_msg("SPEC.md, section 5, has no further row %s", row.at + 1);
        at = found + 1;
        buffer_free(&row);
    }
    for (at = strstr(spec, "\n| `<think>`"); strncmp(at, "\n|", 2) == 0; rows++)
        at = strchr(at + 1, '\n');
    assert_int_equal(rows, MARKER_PAIRS);
    free(spec);
}

static void check_marker(const char *text, int pair, enum marker_side side, size_t len)
{
    size_t found = marker_length((const unsigned char *)text, strlen(text), 0, pair, side);
    if (found != len)
        fail_msg("%s: %zu bytes, not %zu", text, found, len);
}

static void tags_and_channels_are_matched_as_the_rules_say(void **state)
{
    (void)state;
    check_marker("<think>x", 0, MARKER_OPEN, 7);
    check_marker("<THINK \n>", 0, MARKER_OPEN, 9);
    check_marker("<think a='1'>x", 0, MARKER_OPEN, 13);
    check_marker("<think a='>'>", 0, MARKER_OPEN, 11);
    check_marker("<think/>", 0, MARKER_OPEN, 0);
    check_marker("<think />", 0, MARKER_OPEN, 0);
    check_marker("<think a <b>", 0, MARKER_OPEN, 0);
    check_marker("<thinking>", 0, MARKER_OPEN, 0);
    check_marker("<think", 0, MARKER_OPEN, 0);
    check_marker("</Think\t>", 0, MARKER_CLOSE, 9);
    check_marker("</think a>", 0, MARKER_CLOSE, 0);
    check_marker("[/think]", 13, MARKER_CLOSE, 8);
    check_marker("<|channel|>final<|message|>{", 20, MARKER_CLOSE, 27);
    check_marker("<|channel|>final <|constrain|>json<|message|>", 20, MARKER_CLOSE, 45);
    check_marker("<|channel|>final <|end|><|message|>", 20, MARKER_CLOSE, 0);
    check_marker("<|channel|>final", 20, MARKER_CLOSE, 0);
}

int main(void)
{
#define WITH_GEN(test) cmocka_unit_test_setup_teardown(test, make_gen, free_gen)
    const struct CMUnitTest tests[] = {
        WITH_GEN(first_thousand_replies_are_pinned),
        WITH_GEN(first_thousand_truths_are_pinned),
        WITH_GEN(tape_comes_first_and_the_seed_behind_it),
        WITH_GEN(no_two_series_have_a_thing_in_common),
        WITH_GEN(purposes_of_a_thing_choose_apart),
        WITH_GEN(every_theme_makes_replies_of_its_own),
        WITH_GEN(weights_choose_the_theme),
        WITH_GEN(wrong_weights_change_nothing),
        WITH_GEN(every_marker_and_every_byte_occurs),
        WITH_GEN(unmarked_text_has_no_marker_whatever_follows),
        WITH_GEN(nothing_gets_longer_than_the_bound),
        WITH_GEN(mutation_changes_one_place),
        WITH_GEN(splice_takes_a_beginning_and_an_end),
        WITH_GEN(truths_are_of_every_kind),
        WITH_GEN(every_relation_applies_somewhere),
        WITH_GEN(page_says_for_which_policies_a_relation_holds),
        WITH_GEN(relation_holds_where_the_answer_is_as_expected),
        cmocka_unit_test(table_is_that_of_the_rules),
        cmocka_unit_test(tags_and_channels_are_matched_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

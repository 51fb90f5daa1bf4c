/* The scan (R3, R4 and R2.3) at its corners: what only one byte, one cut or one marker of the
 * caller's tells apart. Each rule as such is in test_extract.c. */
#include "check.h"

/* ---- R2.3: markers ---- */

static void a_block_hides_no_text_in_front_of_it(void **state)
{
    (void)state;
    REFUSES("reasoning=fallback", "so <thought>[\"a\"]</thought>", "no-candidate");
    GIVES("reasoning=fallback", "<think>a</think> <thought>[\"a\"]</thought>", "[\"a\"]");
}

/* By R2.2 a value ends the reasoning once it breaks. By then the scan may have read on, to a
   closing marker that then is none; when it begins anew, it knows nothing of that. */
static void a_scan_that_begins_anew_has_read_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "so <thought>{\"a\": \"</think> {x </reason> </thought       \nz {\"ok\": 1}",
        "so <thought>{\"a\": \"</think> {x </reason> </thought> </reason      \nz {\"ok\": 1}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct place p = PLACE("", texts[i], strlen(texts[i]));
        const struct jets_options o = options_of("");
        struct jets_result whole;
        check_answer(p, p.len - 9, "{\"ok\": 1}", 9);
        jets_extract(p.reply, p.len, &o, &whole);
        for (size_t cut = 0; cut < p.len; cut++) {
            struct jets_result fed = feed_in_steps(&p, &o, cut, p.len);
            assert_same(&p, "cut once", &fed, &whole);
        }
    }
}

/* What one pair of the caller's, alone in the table or in front of it, gives, read both ways. */
static struct jets_result with_pair(const char *open, const char *close, bool alone,
                                    const char *reply)
{
    static struct jets_markers table;
    const struct jets_marker pair = {open, strlen(open), close, strlen(close), 0};
    const struct place p = PLACE("(a marker of the caller's)", reply, strlen(reply));
    struct jets_options o = {.feed_block = 1, .markers = &table};
    struct jets_result whole;
    assert_int_equal(jets_markers_init(&table, &pair, 1, !alone), 0);
    jets_extract(reply, p.len, &o, &whole);
    struct jets_result fed = feed_in_steps(&p, &o, 0, 1);
    assert_same(&p, "byte by byte", &fed, &whole);
    return whole;
}

static void the_first_pair_of_a_table_closes_too(void **state)
{
    (void)state;
    struct jets_result r = with_pair("<r>", "</r>", true, "{x </r> {\"ok\": 1}");
    assert_int_equal(r.status, JETS_VALUE);
    r = with_pair("<r>", "</r>", true, "{\"ok\": 1} </r>");
    assert_int_equal(r.reason, JETS_AMBIGUOUS);
}

/* An opening marker goes before a closing one, also where more of it has to come. */
static void an_opening_marker_may_begin_as_a_closing_one(void **state)
{
    (void)state;
    struct jets_result r = with_pair("<r>>", "<r>", false, "{\"ok\": 1} <r>> {\"ok\": 2} <r>");
    assert_int_equal(r.status, JETS_VALUE);
    assert_int_equal(r.offset, 0);
}

/* ---- R3 ---- */

/* NUL is a byte like any other, and text. */
static void nul_is_text(void **state)
{
    (void)state;
    REFUSES("", "\0[12]", "no-candidate");
    GIVES("", "{\"ok\": true}\n\0~~~\n{}\n~~~", "{\"ok\": true}");
    GIVES("", "{\"ok\": true}\n```\n{}\0\n```", "{\"ok\": true}");
    REFUSES("", "```json\n{\"ok\": fal\n\0```\n{\"ok\": true}", "unterminated-value");
    GIVES("", "so [\0 {\"ok\": true}", "{\"ok\": true}");
}

/* Behind `[`, a word that is none of R3.4's begins no attempt, whatever the reply begins with. */
static void other_words_begin_no_attempt(void **state)
{
    (void)state;
    GIVES("", "A, [sic {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "A, [it {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "A, [nulls {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "] [sic {\"ok\": true}", "{\"ok\": true}");
    GIVES("", "] [it {\"ok\": true}", "{\"ok\": true}");
}

/* A typographic quote is three bytes (or two), and near ones are none. */
static void near_quotes_are_none(void **state)
{
    (void)state;
    REFUSES("", "so {\xE2\x80\x97}", "no-candidate");
    REFUSES("", "so {\xE2\x80\xA0}", "no-candidate");
    REFUSES("", "so {\xE2\t\x98}", "no-candidate");
    REFUSES("", "so {\xE2\xAB}", "no-candidate");
    REFUSES("", "so {\xC2[}", "no-candidate");
    REFUSES("", "so {\xC2\xAA}", "no-candidate");
    REFUSES("", "so {\xC2\xBC}", "no-candidate");
}

static void a_comma_may_be_glued_on_both_sides(void **state)
{
    (void)state;
    REFUSES("", "{\"ok\": true},{\"ok\": true}", "broken-value");
    REFUSES("", "[\"a\"],\"b\"", "broken-value");
}

/* ---- R4 ---- */

/* An empty value counts where it is fenced alone, by no label or a JSON one. */
static void a_label_is_json_by_all_of_its_letters(void **state)
{
    (void)state;
    static const char *const others[] = {"bson", "jzon",  "jsxn",  "jsox",   "jso",    "js",   "j",
                                         "n",    "json6", "jsonb", "jsonc5", "json55", "xjson"};
    char reply[60];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(reply, sizeof reply, "{\"ok\": true}\n```%s\n{}\n```", others[i]);
        check_answer(PLACE("", reply, strlen(reply)), 0, "{\"ok\": true}", 12);
    }
}

/* For a scalar too, the body is looked at first; but what is a container is read as one. */
static void a_body_may_hold_any_value(void **state)
{
    (void)state;
    GIVES("expect=any", "so:\n```\n[[1]]\n```", "[[1]]");
    GIVES("expect=any", "so:\n```\n{\"a\": {}}\n```", "{\"a\": {}}");
    GIVES("expect=any", "so:\n```\n\"a\"\n```", "\"a\"");
}

static void a_fence_is_closed_by_its_own_characters(void **state)
{
    (void)state;
    /* a broken value counts, unless it is in code */
    GIVES("", "```c\n~~~\n{a: 1}\n```\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "~~~c\n```\n{a: 1}\n~~~\n{\"ok\": true}", "{\"ok\": true}");
    GIVES("", "````c\n```\n{a: 1}\n````\n{\"ok\": true}", "{\"ok\": true}");
    REFUSES("", "```c\n```\n{a: 1}\n```\n{\"ok\": true}", "broken-value");
}

/* ---- as the reply arrives ---- */

/* That a bracket is one too many is said when it has come, and not before. */
static void what_is_too_deep_is_known_with_the_bracket(void **state)
{
    (void)state;
    static const struct {
        const char *options, *reply;
    } known[] = {
        {"depth=1", "so [["},
        {"depth=1", "so {x: ["},
        {"depth=1", "so {\"a\": ["},
        {"depth=1", "so </ [["},
        {"depth=1", "<thi {/* {"},
        {"depth=1 starts=inside", "x</think> [["},
        {"depth=2 starts=outside", "x [a [b [c"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct jets_options o = options_of(known[i].options);
        size_t last = strlen(known[i].reply);
        struct jets_extraction x;
        jets_extract_init(&x, &o);
        for (size_t len = 0; len <= last; len++) {
            assert_int_equal(jets_extract_feed(&x, known[i].reply, len), len == last);
        }
    }
}

/* ---- cost ---- */

/* While white space comes behind a value, what stands in front of it is not read with each byte. */
static void white_space_round_a_value_is_read_once(void **state)
{
    (void)state;
    enum { RUN = 1 << 19 };
    char *text = malloc(2 * RUN + 10);
    assert_non_null(text);
    size_t len = (size_t)sprintf(text, "x%*s{}%*s.", RUN, "", RUN, "");
    check_answer(PLACE("", text, len), RUN + 1, "{}", 2);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_block_hides_no_text_in_front_of_it),
        TEST(a_scan_that_begins_anew_has_read_nothing),
        TEST(the_first_pair_of_a_table_closes_too),
        TEST(an_opening_marker_may_begin_as_a_closing_one),
        TEST(nul_is_text),
        TEST(other_words_begin_no_attempt),
        TEST(near_quotes_are_none),
        TEST(a_comma_may_be_glued_on_both_sides),
        TEST(a_label_is_json_by_all_of_its_letters),
        TEST(a_body_may_hold_any_value),
        TEST(a_fence_is_closed_by_its_own_characters),
        TEST(what_is_too_deep_is_known_with_the_bracket),
        TEST(white_space_round_a_value_is_read_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The words and numbers of the interface are those of SPEC, and stay as they are. */
#include "check.h"

static void reasons_have_stable_numbers(void **state)
{
    (void)state;
    static const char *const reasons[] = {
        [1] = "empty",
        [2] = "no-candidate",
        [3] = "unterminated-reasoning",
        [4] = "unterminated-value",
        [5] = "too-deep",
        [6] = "shape",
        [7] = "ambiguous",
        [8] = "broken-value",
        [9] = "duplicate-name",
        [10] = "out-of-memory",
    };
    for (int n = 1; n <= 10; n++) {
        assert_string_equal(jets_reason_text((enum jets_reason)n), reasons[n]);
    }
    assert_string_equal(jets_reason_text(JETS_REASON_NOTHING), "nothing");
    assert_string_equal(jets_reason_text((enum jets_reason)11), "?");
    assert_string_equal(jets_reason_text((enum jets_reason)1000000), "?");
}

static void options_have_their_default_first(void **state)
{
    (void)state;
    static const char *const words[][6] = {
        {"expect", "container", "object", "array", "any", NULL},
        {"select", "only", "longest", "first", "last", NULL},
        {"names", "unique", "any", NULL},
        {"reasoning", "closed", "fallback", NULL},
        {"starts", "auto", "inside", "outside", NULL},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        unsigned n = 0;
        for (; words[i][n + 1] != NULL; n++) {
            assert_string_equal(jets_option_text(words[i][0], n), words[i][n + 1]);
        }
        for (; n < 10; n++) {
            assert_null(jets_option_text(words[i][0], n));
        }
        assert_null(jets_option_text(words[i][0], 1000000));
    }
    assert_null(jets_option_text("depth", 0));
    assert_null(jets_option_text("", 0));
}

static void types_and_rules_have_names(void **state)
{
    (void)state;
    static const char *const types[] = {"none",   "object",  "array", "string",
                                        "number", "boolean", "null"};
    static const char *const rules[] = {
        "none", "R1",   "R2.1", "R2.2", "R2.3", "R2.5", "R3.1", "R3.2", "R3.3", "R3.4", "R3.5",
        "R3.6", "R3.7", "R4.1", "R4.2", "R4.3", "R5.1", "R5.2", "R5.3", "R5.4", "R6",   "O2"};
    for (int n = 0; n < 100; n++) {
        assert_string_equal(jets_type_text((enum jets_type)n), n <= JETS_NULL ? types[n] : "?");
        assert_string_equal(jets_rule_text((enum jets_rule)n), n <= JETS_O2 ? rules[n] : "?");
    }
}

static void the_type_of_an_answer_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *reply;
        enum jets_type type;
    } replies[] = {
        {"{\"a\": 1}", JETS_OBJECT}, {"so [\"a\"]", JETS_ARRAY},
        {"\"a\"", JETS_STRING},      {"-1", JETS_NUMBER},
        {"true", JETS_BOOLEAN},      {"false", JETS_BOOLEAN},
        {"null", JETS_NULL},         {"so:\n```\n7\n```", JETS_NUMBER},
    };
    for (size_t i = 0; i < sizeof replies / sizeof replies[0]; i++) {
        struct jets_options any = {.expect = JETS_EXPECT_ANY};
        struct jets_result r;
        jets_extract(replies[i].reply, strlen(replies[i].reply), &any, &r);
        assert_int_equal(r.type, replies[i].type);
    }
}

static void the_rule_that_decided_is_told(void **state)
{
    (void)state;
    DECIDED_BY("", "", "R1");
    DECIDED_BY("", "[1]", "R1");
    DECIDED_BY("", "7", "R1");
    DECIDED_BY("", "<think>x", "R2.1");
    DECIDED_BY("", "See: {\"tag\": \"</think>", "R2.2");
    DECIDED_BY("", "{\"ok\": true} <think>is it?", "R2.3");
    DECIDED_BY("", "{\"ok\": false} </thought> {\"ok\": true}", "R2.3");
    DECIDED_BY("", "[1, x", "R3.6");
    DECIDED_BY("", "so {\"a\": 1", "R3.7");
    DECIDED_BY("depth=1", "so [[1]]", "R3.7");
    DECIDED_BY("", "prose", "R5.1");
    DECIDED_BY("", "so {a: 1}", "R5.2");
    DECIDED_BY("", "{\"a\": 1}; {\"a\": 2}", "R5.3");
    DECIDED_BY("", "so {\"a\": 1}", "R5.3");
    DECIDED_BY("select=first", "so {\"a\": 1}", "R5.4");
    DECIDED_BY("select=first", "so {a: 1}", "R5.4");
    DECIDED_BY("", "{\"a\": 1, \"a\": 2}", "R6");
}

static void the_version_is_the_headers(void **state)
{
    (void)state;
    assert_string_equal(jets_version(), JETS_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(reasons_have_stable_numbers),   TEST(options_have_their_default_first),
        TEST(types_and_rules_have_names),    TEST(the_type_of_an_answer_is_told),
        TEST(the_rule_that_decided_is_told), TEST(the_version_is_the_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Reading cases: what a good one gives, what each fault is called, replies from files and recipes,
 * finding a corpus. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "case.h"
#include "corpus.h"
#include "folder.h"

#define CASE(members)                                                                                           \
    "{\"id\":\"some/thing\",\"title\":\"A title\",\"operation\":\"extract\",\"rules\":[\"R1\"],"                \
    "\"severity\":\"integrity\",\"why\":\"Because.\",\"source\":{\"kind\":\"rule\"},\"since\":\"1.0\"," members \
    "}"

#define RESULT "\"result\":{\"value\":{\"a\":1}}"

/* Loads the text as the case some/thing with this reply. */
static bool load(struct folder *folder, const char *text, const char *reply, struct test_case *test,
                 struct buffer *problem)
{
    folder_write(folder, "cases/some/thing.json", text, strlen(text));
    if (reply != NULL)
        folder_write(folder, "cases/some/thing.reply", reply, strlen(reply));
    return case_load(test, folder->root, "some/thing", problem);
}

static void good_case_gives_all_its_members(void **state)
{
    static const char TEXT[] = CASE(
        "\"options\":{\"expect\":\"object\",\"names\":\"unique\"},"
        "\"result\":{\"value\":{\"a\": 9007199254740993},\"span\":[3,23]},"
        "\"acceptable\":[{\"none\":true,\"why\":\"w\"},{\"text\":\"{\\\"a\\\":1,\\\"a\\\":2}\",\"why\":\"v\"}],"
        "\"decoys\":[[1,2],\"\\u0000\"],"
        "\"by_policy\":{\"select\":{\"first\":{\"value\":1},\"last\":{\"none\":\"shape\"}},"
        "\"select=longest,names=any\":{\"value\":2}},"
        "\"sanity\":true,\"flags\":[\"f\"],\"twin\":\"some/other\",\"retired\":\"r\",\"notes\":\"n\"");
    struct test_case test;
    struct buffer problem = {0};
    struct exec_option options[POLICY_COUNT];
    assert_true(load(*state, TEXT, "so {\"a\": 9007199254740993}.", &test, &problem));
    assert_string_equal(test.id, "some/thing");
    assert_string_equal(test.category, "some");
    assert_int_equal(test.severity, SEVERITY_INTEGRITY);
    assert_int_equal(test.operation, OPERATION_EXTRACT);
    assert_string_equal(test.result.value.text, "{\"a\": 9007199254740993}");
    assert_true(test.result.has_span);
    assert_int_equal(test.result.span_at, 3);
    assert_int_equal(test.result.span_len, 23);
    assert_int_equal(test.acceptable.len, 2);
    assert_true(test.acceptable.items[0].none);
    assert_string_equal(test.acceptable.items[1].value.text, "{\"a\":1,\"a\":2}");
    assert_string_equal(test.acceptable.items[1].why, "v");
    assert_int_equal(test.decoys.len, 2);
    assert_string_equal(test.decoys.items[1].value.text, "\"\\u0000\"");
    assert_int_equal(test.by_policy.len, 3);
    assert_string_equal(test.by_policy.items[1].policy, "select=last");
    assert_string_equal(test.by_policy.items[1].reason, "shape");
    assert_string_equal(test.by_policy.items[2].policy, "select=longest,names=any");
    assert_true(test.sanity);
    assert_string_equal(test.twin, "some/other");
    assert_string_equal(test.retired, "r");
    /* names=unique is the default, and so not asked for. */
    assert_int_equal(case_options(&test, options), 1);
    assert_string_equal(options[0].name, "expect");
    assert_string_equal(options[0].value, "object");
    case_free(&test);
}

static const struct {
    const char *text, *problem; /* of "FILE: problem" */
} FAULTS[] = {
    {"", "expected strict JSON, not so at byte 0"},
    {"{\"id\":01}", "expected strict JSON, not so at byte 7"},
    {"[]", "expected an object, found array"},
    {"{\"id\":\"some/thing\"}", "title: this member is missing"},
    {CASE(RESULT ",\"tilte\":1"), "tilte: unknown member"},
    {CASE(RESULT ",\"id\":\"x\""), "id: this member stands twice"},
    {CASE(RESULT ",\"\\u001b[2J\":1"), "\xe2\x90\x9b[2J: unknown member"},
    {CASE(RESULT ",\"notes\":1"), "notes: expected a string, found number"},
    {CASE(RESULT ",\"notes\":\"\""), "notes: expected text that is not empty"},
    {CASE(RESULT ",\"notes\":\"a\\u0000\""), "notes: expected text without NUL"},
    {CASE(RESULT ",\"sanity\":false"), "sanity: expected true, or no such member"},
    {CASE(RESULT ",\"flags\":[\"a\",2]"), "flags[1]: expected a string, found number"},
    {CASE(RESULT ",\"options\":{\"expcet\":\"object\"}"), "options.expcet: unknown option"},
    {CASE(RESULT ",\"options\":{\"expect\":\"objects\"}"),
     "options.expect: expected one of container, object, array, any, found \"objects\""},
    {CASE(RESULT ",\"options\":{\"expect\":\"any\",\"expect\":\"any\"}"),
     "options.expect: this option stands twice"},
    {CASE("\"result\":{}"), "result: expected one of value, text and none"},
    {CASE("\"result\":{\"value\":1,\"none\":\"x\"}"),
     "result: expected one of value, text and none"},
    {CASE("\"result\":{\"value\":1,\"value\":2}"), "result: expected one of value, text and none"},
    {CASE("\"result\":{\"none\":true}"), "result: expected the reason for none"},
    {CASE("\"result\":{\"none\":1}"), "result.none: expected a reason, or true"},
    {CASE("\"result\":{\"text\":\"{\"}"), "result.text: expected strict JSON, not so at byte 1"},
    {CASE("\"result\":{\"value\":1,\"why\":\"x\"}"), "result.why: unknown member"},
    {CASE("\"result\":{\"value\":1,\"span\":[1]}"), "result.span: expected an offset and a length"},
    {CASE("\"result\":{\"value\":1,\"span\":[1,-1]}"), "result.span: expected a whole number"},
    {CASE("\"result\":{\"value\":1,\"span\":[1,1.0]}"), "result.span: expected a whole number"},
    {CASE("\"result\":{\"value\":1,\"span\":[4,7]}"),
     "result.span: expected offset and length within the reply's 10 bytes"},
    {CASE(RESULT ",\"acceptable\":[{\"value\":1}]"), "acceptable[0].why: this member is missing"},
    {CASE(RESULT ",\"acceptable\":{}"), "acceptable: expected an array, found object"},
    {CASE(RESULT ",\"by_policy\":{\"x\":{}}"),
     "by_policy.x: expected an option, or settings like select=first,names=any"},
    {CASE(RESULT ",\"by_policy\":{\"select\":{\"best\":{\"value\":1}}}"),
     "by_policy.select.best: unknown value of this option"},
    {CASE(RESULT
          ",\"by_policy\":{\"select=first\":{\"value\":1},\"select\":{\"first\":{\"value\":1}}}"),
     "by_policy.select.first: this policy stands twice"},
    {CASE(RESULT ",\"generate\":[]"), "generate: expected at least one part"},
    {CASE(RESULT ",\"generate\":[{}]"), "generate[0]: expected a member repeat or repeat_base64"},
    {CASE(RESULT ",\"generate\":[{\"repeat\":\"\"}]"),
     "generate[0].repeat: expected text that is not empty"},
    {CASE(RESULT ",\"generate\":[{\"repeat\":\"a\",\"times\":0}]"),
     "generate[0].times: expected a number from 1 on"},
    {CASE(RESULT ",\"generate\":[{\"repeat\":\"a\",\"repeat_base64\":\"YQ==\"}]"),
     "generate[0].repeat_base64: expected one of repeat and repeat_base64"},
    {CASE(RESULT ",\"generate\":[{\"repeat_base64\":\"YQ=\"}]"),
     "generate[0].repeat_base64: expected base64 with its padding"},
    {CASE(RESULT ",\"generate\":[{\"repeat_base64\":\"Y===\"}]"),
     "generate[0].repeat_base64: expected base64 with its padding"},
    {CASE(RESULT ",\"generate\":[{\"repeat\":\"a\",\"times\":999999999999999999}]"),
     "generate[0]: expected a reply of at most 1099511627776 bytes"},
    {CASE(RESULT ",\"generate\":[{\"repeat\":\"a\"}]"),
     "generate: there is a stored reply as well"},
};

static void faults_are_named_by_file_and_field(void **state)
{
    struct folder *folder = *state;
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
        struct test_case test;
        struct buffer problem = {0};
        struct buffer expected = {0};
        assert_false(load(folder, FAULTS[i].text, "{\"a\":1} .:", &test, &problem));
        buffer_format(&expected, "%s/cases/some/thing.json: %s", folder->root, FAULTS[i].problem);
        assert_string_equal(problem.at, expected.at);
        buffer_free(&problem);
        buffer_free(&expected);
    }
}

static void members_of_wrong_words_and_kinds_are_refused(void **state)
{
    static const struct {
        const char *from, *to, *problem;
    } CHANGES[] = {
        {"some/thing\"", "some/other\"", "id: expected \"some/thing\", as the path says"},
        {"\"extract\"", "\"extrakt\"",
         "operation: expected one of extract, complete, strings, found \"extrakt\""},
        {"\"integrity\"", "\"high\"",
         "severity: expected one of integrity, availability, resource, found \"high\""},
        {"\"kind\"", "\"knid\"", "source.knid: unknown member"},
        {"\"extract\"", "\"complete\"",
         "result: expected true or false, which is all that complete gives"},
        {"\"extract\"", "\"strings\"", "result: expected an array of strings, or none"},
    };
    struct folder *folder = *state;
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        static const char TEXT[] = CASE(RESULT);
        const char *at = strstr(TEXT, CHANGES[i].from);
        struct buffer text = {0};
        struct buffer problem = {0};
        struct test_case test;
        assert_non_null(at);
        buffer_add(&text, TEXT, (size_t)(at - TEXT));
        buffer_text(&text, CHANGES[i].to);
        buffer_text(&text, at + strlen(CHANGES[i].from));
        assert_false(load(folder, text.at, "x", &test, &problem));
        assert_non_null(strstr(problem.at, CHANGES[i].problem));
        buffer_free(&text);
        buffer_free(&problem);
    }
}

static void missing_reply_is_named(void **state)
{
    struct folder *folder = *state;
    struct test_case test;
    struct buffer problem = {0};
    assert_false(load(folder, CASE(RESULT), NULL, &test, &problem));
    assert_non_null(strstr(problem.at, "/cases/some/thing.reply: reply: no such file"));
    buffer_free(&problem);
}

static void recipe_gives_the_same_bytes_from_every_offset(void **state)
{
    static const char TEXT[] =
        CASE(RESULT ",\"generate\":[{\"repeat\":\"ab\\u0000\",\"times\":3},"
                    "{\"repeat_base64\":\"/w==\"},{\"repeat\":\"xyz\",\"times\":2}]");
    static const char WHOLE[] = "ab\0ab\0ab\0\xffxyzxyz";
    const size_t len = sizeof WHOLE - 1;
    struct test_case test;
    struct buffer problem = {0};
    assert_true(load(*state, TEXT, NULL, &test, &problem));
    assert_int_equal(test.reply.length, len);
    for (size_t from = 0; from <= len; from++) {
        for (size_t cap = 0; cap <= len + 1; cap++) {
            unsigned char bytes[32];
            size_t due = cap < len - from ? cap : len - from;
            assert_int_equal(reply_read(&test.reply, from, bytes, cap), due);
            assert_memory_equal(bytes, WHOLE + from, due);
        }
    }
    case_free(&test);
}

static void long_recipe_is_not_held(void **state)
{
    static const char TEXT[] =
        CASE(RESULT ",\"generate\":{\"repeat\":\"[\",\"times\":1000000000000}");
    struct test_case test;
    struct buffer problem = {0};
    unsigned char last[4];
    assert_true(load(*state, TEXT, NULL, &test, &problem));
    assert_int_equal(test.reply.length, 1000000000000U);
    assert_int_equal(reply_read(&test.reply, 999999999998U, last, sizeof last), 2);
    assert_memory_equal(last, "[[", 2);
    assert_null(reply_hold(&test.reply));
    struct buffer shown = {0};
    reply_show(&test.reply, 500000000000U, 1, 400, "", &shown);
    assert_true(shown.len < 1000);
    assert_non_null(strstr(shown.at, "bytes"));
    buffer_free(&shown);
    case_free(&test);
}

static void shown_reply_has_no_control_byte_and_no_cut_character(void **state)
{
    struct folder *folder = *state;
    struct buffer bytes = {0};
    struct buffer shown = {0};
    struct reply reply;
    const char *problem = NULL;
    for (int i = 0; i < 1000; i++)
        buffer_text(&bytes, "\xe2\x82\xac\x1b\n");
    folder_write(folder, "reply", bytes.at, bytes.len);
    assert_true(reply_open_file(&reply, folder->paths[folder->count - 1], &problem));
    for (size_t max = 200; max < 220; max++) {
        shown.len = 0;
        reply_show(&reply, 1000 + max, 3, max, "> ", &shown);
        assert_null(strchr(shown.at, '\x1b'));
        assert_null(strstr(shown.at, "\\x"));
        assert_true(strncmp(shown.at, "> \xe2\x82\xac\xe2\x90\x9b\xe2\x90\x8a\n> ", 14) == 0);
    }
    buffer_free(&bytes);
    buffer_free(&shown);
    reply_free(&reply);
}

/* --- the corpus --- */

static void write_case(struct folder *folder, const char *slug, const char *severity)
{
    struct buffer name = {0};
    struct buffer text = {0};
    buffer_format(
        &text,
        "{\"id\":\"some/%s\",\"title\":\"T\",\"operation\":\"extract\",\"rules\":[],"
        "\"severity\":\"%s\",\"why\":\"W\",\"source\":{\"kind\":\"rule\"},\"since\":\"1.0\","
        "\"result\":{\"none\":\"empty\"},\"generate\":{\"repeat\":\" \"}%s}",
        slug, severity, strcmp(slug, "old") == 0 ? ",\"retired\":\"wrong, 1.1\"" : "");
    buffer_format(&name, "cases/some/%s.json", slug);
    folder_write(folder, name.at, text.at, text.len);
    buffer_free(&name);
    buffer_free(&text);
}

static size_t count_selected(const struct corpus *corpus, const char *glob, const char *category,
                             const char *severity, struct buffer *problem)
{
    const char *globs[] = {glob, NULL};
    const char *categories[] = {category, NULL};
    const char *severities[] = {severity, NULL};
    const char *operations[] = {NULL};
    struct selection selection = {.globs = globs,
                                  .categories = categories,
                                  .severities = severities,
                                  .operations = operations};
    size_t len = 0;
    const struct corpus_entry **chosen = corpus_select(corpus, &selection, &len, problem);
    free(chosen);
    return len;
}

static void corpus_is_read_in_order_and_selected_from(void **state)
{
    struct folder *folder = *state;
    struct corpus corpus;
    struct buffer problem = {0};
    write_case(folder, "b-second", "resource");
    write_case(folder, "a-first", "integrity");
    write_case(folder, "old", "integrity");
    folder_write(folder, "cases/some/README.md", "x", 1);
    folder_write(folder, "VERSION", "1.2.3\n", 6);
    assert_true(corpus_open(&corpus, folder->root, &problem));
    assert_string_equal(corpus.version, "1.2.3");
    assert_int_equal(corpus.len, 3);
    assert_string_equal(corpus.entries[0].id, "some/a-first");
    assert_non_null(corpus_entry(&corpus, "some/old"));
    assert_null(corpus_entry(&corpus, "some/new"));
    assert_int_equal(count_selected(&corpus, NULL, NULL, NULL, &problem), 2);
    assert_int_equal(count_selected(&corpus, "*first", NULL, NULL, &problem), 1);
    assert_int_equal(count_selected(&corpus, "some/?-*", "some", "resource", &problem), 1);
    assert_int_equal(problem.len, 0);
    assert_int_equal(count_selected(&corpus, "first", NULL, NULL, &problem), 0);
    assert_string_equal(problem.at, "--filter: no id is \"first\"; a glob matches whole ids: try "
                                    "\"*first*\" (1 case)");
    buffer_free(&problem);
    assert_int_equal(count_selected(&corpus, "some/*", NULL, "availability", &problem), 0);
    assert_string_equal(problem.at, "no case matches the filters: --severity alone matches none "
                                    "that is not retired");
    buffer_free(&problem);
    assert_int_equal(count_selected(&corpus, NULL, "smoe", NULL, &problem), 0);
    assert_string_equal(problem.at, "--category: no category \"smoe\"; did you mean some?");
    buffer_free(&problem);
    corpus_free(&corpus);
}

static void corpus_faults_are_named(void **state)
{
    struct folder *folder = *state;
    struct corpus corpus;
    struct buffer problem = {0};
    assert_false(corpus_open(&corpus, folder->root, &problem));
    assert_non_null(strstr(problem.at, "/cases: expected at least one case"));
    buffer_free(&problem);
    write_case(folder, "one", "integrity");
    folder_write(folder, "cases/some/two.reply", "x", 1);
    assert_false(corpus_open(&corpus, folder->root, &problem));
    assert_non_null(strstr(problem.at, "/cases/some/two.reply: no case has this reply"));
    buffer_free(&problem);
    remove(folder->paths[--folder->count]);
    folder_write(folder, "cases/some/it's.json", "x", 1);
    assert_false(corpus_open(&corpus, folder->root, &problem));
    assert_non_null(strstr(problem.at, "/it's.json: id: expected letters"));
    buffer_free(&problem);
    remove(folder->paths[--folder->count]);
    folder_write(folder, "VERSION", "one", 3);
    assert_false(corpus_open(&corpus, folder->root, &problem));
    assert_non_null(strstr(problem.at, "/VERSION: expected a version like 1.0.0"));
    buffer_free(&problem);
}

static void named_corpus_comes_before_that_of_the_environment(void **state)
{
    struct folder *folder = *state;
    struct buffer problem = {0};
    setenv("JETS_CORPUS", folder->root, 1);
    char *found = corpus_find(NULL, &problem);
    assert_string_equal(found, folder->root);
    free(found);
    assert_null(corpus_find("/nowhere", &problem));
    assert_string_equal(problem.at, "--corpus: /nowhere: no such folder");
    unsetenv("JETS_CORPUS");
    buffer_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(good_case_gives_all_its_members, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(faults_are_named_by_file_and_field, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(members_of_wrong_words_and_kinds_are_refused, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(missing_reply_is_named, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(recipe_gives_the_same_bytes_from_every_offset, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(long_recipe_is_not_held, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(shown_reply_has_no_control_byte_and_no_cut_character,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(corpus_is_read_in_order_and_selected_from, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(corpus_faults_are_named, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(named_corpus_comes_before_that_of_the_environment,
                                        make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

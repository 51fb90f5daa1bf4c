/* Baselines: lines that are read and refused, how a verdict stands to an entry, rewriting. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "baseline.h"
#include "folder.h"

static const char TEXT[] = "# Known failures of mine.\n"
                           "\n"
                           "fence/b  lost   # a fence in a fence\n"
                           "  time/a\ttimeout\r\n"
                           "  # indented\n"
                           "numbers/z hijack";

/* Reads text as a baseline in the folder. */
static bool read_text(struct folder *folder, const char *text, size_t len,
                      struct baseline *baseline, struct buffer *problem)
{
    folder_write(folder, "known", text, len);
    return baseline_read(baseline, folder_path(folder, "known"), false, problem);
}

static void entries_are_found_with_verdict_and_reason(void **state)
{
    struct baseline baseline;
    struct buffer problem = {0};
    assert_true(read_text(*state, TEXT, strlen(TEXT), &baseline, &problem));
    assert_int_equal(baseline.entries, 3);
    const struct baseline_line *entry = baseline_find(&baseline, "fence/b");
    assert_int_equal(entry->verdict, VERDICT_LOST);
    assert_string_equal(entry->reason, "a fence in a fence");
    entry = baseline_find(&baseline, "time/a");
    assert_int_equal(entry->verdict, VERDICT_TIMEOUT);
    assert_null(entry->reason);
    assert_int_equal(baseline_find(&baseline, "numbers/z")->verdict, VERDICT_HIJACK);
    assert_null(baseline_find(&baseline, "fence/a"));
    assert_null(baseline_find(&baseline, "zzz/z"));
    baseline_free(&baseline);
}

static void wrong_lines_are_named(void **state)
{
    static const struct {
        const char *text, *problem;
    } WRONG[] = {
        {"a/b\n", "line 1: expected a verdict that is a failure behind the id"},
        {"\na/b pass\n", "line 2: expected a verdict that is a failure behind the id"},
        {"a/b unsupported\n", "line 1: expected a verdict that is a failure behind the id"},
        {"a/b hijakc # x\n", "line 1: expected a verdict that is a failure behind the id"},
        {"a/b lost hijack\n", "line 1: expected a verdict that is a failure behind the id"},
        {"lost\n", "line 1: expected the id of a case, then a verdict"},
        {"a/b lost\n#\na/c lost\na/b hijack\n", "line 4: this case stands twice"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        struct baseline baseline;
        struct buffer problem = {0};
        assert_false(read_text(*state, WRONG[i].text, strlen(WRONG[i].text), &baseline, &problem));
        assert_non_null(strstr(problem.at, "/known: line "));
        assert_string_equal(strstr(problem.at, "line "), WRONG[i].problem);
        buffer_free(&problem);
        baseline_free(&baseline);
    }
    struct baseline baseline;
    struct buffer problem = {0};
    assert_false(read_text(*state, "a/b lost # \0\n", 13, &baseline, &problem));
    assert_non_null(strstr(problem.at, "line 1: expected text without NUL"));
    buffer_free(&problem);
    baseline_free(&baseline);
}

static void missing_file_is_empty_where_that_is_allowed(void **state)
{
    struct baseline baseline;
    struct buffer problem = {0};
    struct folder *folder = *state;
    assert_true(baseline_read(&baseline, folder_path(folder, "none"), true, &problem));
    assert_int_equal(baseline.entries, 0);
    assert_null(baseline_find(&baseline, "a/b"));
    baseline_free(&baseline);
    assert_false(baseline_read(&baseline, folder_path(folder, "none"), false, &problem));
    assert_non_null(strstr(problem.at, "/none: no such file"));
    buffer_free(&problem);
    baseline_free(&baseline);
}

static void every_verdict_stands_somewhere_to_an_entry(void **state)
{
    (void)state;
    const struct baseline_line entry = {.id = (char[]){"a/b"}, .verdict = VERDICT_LOST};
    for (int i = 0; i < VERDICT_COUNT; i++) {
        enum verdict verdict = (enum verdict)i;
        enum record_state alone = baseline_state(NULL, verdict);
        enum record_state named = baseline_state(&entry, verdict);
        bool good = verdict == VERDICT_PASS || verdict == VERDICT_ACCEPTABLE;
        assert_int_equal(alone, verdict_is_failure(verdict) ? RECORD_NEW : RECORD_PLAIN);
        assert_int_equal(named, verdict == VERDICT_LOST ? RECORD_KNOWN
                                : good                  ? RECORD_FIXED
                                                        : RECORD_CHANGED);
    }
}

/* The file after the cases got these verdicts. */
static void rewrite(struct folder *folder, const char *text, struct baseline_change *change,
                    char *out, size_t room)
{
    struct baseline baseline;
    struct buffer problem = {0};
    assert_true(read_text(folder, text, strlen(text), &baseline, &problem));
    baseline_note(&baseline, "fence/b", VERDICT_HIJACK);
    baseline_note(&baseline, "fence/c", VERDICT_PASS);
    baseline_note(&baseline, "new/one", VERDICT_CRASH);
    baseline_note(&baseline, "new/two", VERDICT_UNSUPPORTED);
    baseline_note(&baseline, "numbers/z", VERDICT_HIJACK);
    assert_true(baseline_write(&baseline, change, &problem));
    baseline_free(&baseline);
    FILE *file = fopen(folder_path(folder, "known"), "r");
    size_t len = fread(out, 1, room - 1, file);
    out[len] = '\0';
    fclose(file);
}

static void rewriting_keeps_comments_and_reasons(void **state)
{
    char out[400];
    struct baseline_change change;
    rewrite(*state, TEXT, &change, out, sizeof out);
    assert_string_equal(out, "# Known failures of mine.\n"
                             "\n"
                             "fence/b hijack  # a fence in a fence\n"
                             "  # indented\n"
                             "numbers/z hijack\n"
                             "new/one crash\n");
    assert_int_equal(change.added, 1);
    assert_int_equal(change.changed, 1);
    assert_int_equal(change.removed, 1);
    rewrite(*state, out, &change, out, sizeof out);
    assert_int_equal(change.added + change.changed + change.removed, 0);
}

static void entries_without_a_case_are_named(void **state)
{
    struct baseline baseline;
    struct buffer problem = {0};
    struct corpus_entry entries[] = {{.id = (char[]){"fence/b"}},
                                     {.id = (char[]){"time/a"}, .retired = true}};
    struct corpus corpus = {.entries = entries, .len = 2};
    assert_true(read_text(*state, TEXT, strlen(TEXT), &baseline, &problem));
    const char **ids = baseline_unmatched(&baseline, &corpus);
    assert_string_equal(ids[0], "time/a");
    assert_string_equal(ids[1], "numbers/z");
    assert_null(ids[2]);
    free(ids);
    baseline_free(&baseline);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(entries_are_found_with_verdict_and_reason),
        IN_FOLDER(wrong_lines_are_named),
        IN_FOLDER(missing_file_is_empty_where_that_is_allowed),
        cmocka_unit_test(every_verdict_stands_somewhere_to_an_entry),
        IN_FOLDER(rewriting_keeps_comments_and_reasons),
        IN_FOLDER(entries_without_a_case_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

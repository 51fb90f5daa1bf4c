/* Which cases a release of the corpus has: those that came until then, less those that were retired
 * until then; and what is said of a version that was never released. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "corpus_version.h"
#include "folder.h"

/* Out of order, since order is not promised; "later" goes in 1.2, "soon" in the version after. */
#define LIST                                                                                      \
    "{\"version\":\"1.10.0\",\"releases\":[\"1.0.0\",\"1.0.1\",\"1.2.0\",\"1.10.0\"],\"cases\":[" \
    "{\"id\":\"some/z-first\",\"since\":\"1.0\",\"seal\":\"x\"},"                                 \
    "{\"id\":\"some/later\",\"since\":\"1.0\",\"retired\":\"1.2\"},"                              \
    "{\"id\":\"some/older\",\"since\":\"0.9\"},"                                                  \
    "{\"id\":\"some/second\",\"since\":\"1.2\"},"                                                 \
    "{\"id\":\"some/tenth\",\"since\":\"1.10\"},"                                                 \
    "{\"id\":\"some/soon\",\"since\":\"1.2\",\"retired\":\"1.10\"}]}"

static void write_list(struct folder *folder, const char *name, const char *text)
{
    static const char RELEASES[] = "releases";
    char path[sizeof folder->root + sizeof RELEASES + 1];
    snprintf(path, sizeof path, "%s/%s", folder->root, RELEASES);
    if (access(path, F_OK) != 0)
        folder_directory(folder, RELEASES);
    folder_write(folder, name, text, strlen(text));
}

/* The ids of the release, each with a space behind it; or "! " and the problem. */
static const char *ids_of(struct folder *folder, const char *wanted, struct buffer *text)
{
    struct corpus_version release;
    struct buffer problem = {0};
    buffer_free(text);
    buffer_text(text, "");
    if (!corpus_version_open(&release, folder->root, wanted, &problem)) {
        assert_null(release.ids);
        assert_int_equal(release.len, 0);
        buffer_format(text, "! %s", problem.at);
    }
    for (size_t i = 0; i < release.len; i++)
        buffer_format(text, "%s ", release.ids[i]);
    corpus_version_free(&release);
    buffer_free(&problem);
    return text->at;
}

static void a_release_has_what_came_until_then_and_was_not_retired(void **state)
{
    struct buffer text = {0};
    write_list(*state, "releases/1.10.0.json", LIST);
    assert_string_equal(ids_of(*state, "1.0", &text), "some/later some/older some/z-first ");
    assert_string_equal(ids_of(*state, "1.2", &text),
                        "some/older some/second some/soon some/z-first ");
    assert_string_equal(ids_of(*state, "1.10", &text),
                        "some/older some/second some/tenth some/z-first ");
    buffer_free(&text);
}

static void a_patch_that_was_released_has_the_same_cases(void **state)
{
    struct buffer text = {0};
    write_list(*state, "releases/1.10.0.json", LIST);
    assert_string_equal(ids_of(*state, "1.0.1", &text), "some/later some/older some/z-first ");
    assert_string_equal(ids_of(*state, "1.0.2", &text),
                        "! no release 1.0.2 of this corpus; known: 1.0.0, 1.0.1, 1.2.0, 1.10.0");
    buffer_free(&text);
}

static void a_version_that_was_not_released_is_unknown(void **state)
{
    static const char *const UNKNOWN[] = {"1.1", "1.3", "1.11", "2.0", "0.9", "1.20"};
    struct buffer text = {0};
    write_list(*state, "releases/1.10.0.json", LIST);
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++) {
        char want[80];
        snprintf(want, sizeof want,
                 "! no release %s of this corpus; known: 1.0.0, 1.0.1, 1.2.0, 1.10.0", UNKNOWN[i]);
        assert_string_equal(ids_of(*state, UNKNOWN[i], &text), want);
    }
    buffer_free(&text);
}

static void what_is_no_version_is_refused(void **state)
{
    static const char *const WRONG[] = {
        "",     "1",    "1.",    ".1",     "1.0.",  "1.0.0.0", "v1.0",        "1.0 ",
        "01.0", "1.00", "1.-1",  "+1.0",   "1.0-x", "latest",  "1,0",         "1.0x",
        "1..0", " 1.0", "1.0.x", "1.0.01", "1.1e1", "0x1.0",   "9999999999.0"};
    struct buffer text = {0};
    write_list(*state, "releases/1.10.0.json", LIST);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const char *told = ids_of(*state, WRONG[i], &text);
        assert_non_null(strstr(told, ": expected a version like 1.0"));
    }
    buffer_free(&text);
}

static void the_list_of_the_last_release_is_the_one_that_counts(void **state)
{
    struct buffer text = {0};
    write_list(*state, "releases/1.10.0.json", LIST);
    write_list(*state, "releases/1.9.0.json", "{}");
    write_list(*state, "releases/1.10.0.json.part", "");
    write_list(*state, "releases/README.json", "");
    assert_string_equal(ids_of(*state, "1.0", &text), "some/later some/older some/z-first ");
    buffer_free(&text);
}

static void a_corpus_without_a_release_says_so(void **state)
{
    struct folder *folder = *state;
    struct buffer text = {0};
    char want[160];
    snprintf(want, sizeof want, "! %s: releases: this corpus was never released", folder->root);
    assert_string_equal(ids_of(folder, "1.0", &text), want);
    write_list(folder, "releases/notes.json", "{}");
    assert_string_equal(ids_of(folder, "1.0", &text), want);
    buffer_free(&text);
}

static void each_fault_of_the_list_is_named(void **state)
{
    static const char *const FAULTS[][2] = {
        {"{", "json: expected one JSON text"},
        {LIST "x", "json: expected one JSON text"},
        {"[]", "releases: expected a list of versions"},
        {"{\"releases\":[\"1.0.0\"]}", "cases: expected a list of cases"},
        {"{\"releases\":[\"1.0.0\"],\"cases\":[]}", "cases: expected a case of the release"},
        {"{\"releases\":[\"1.0.0\"],\"cases\":[7]}", "cases: id: expected category/slug"},
        {"{\"releases\":[\"1.0.0\"],\"cases\":[{\"id\":\"../x\",\"since\":\"1.0\"}]}",
         "cases: id: expected category/slug"},
        {"{\"releases\":[\"1.0.0\"],\"cases\":[{\"id\":\"a/b\"}]}",
         "cases: since: expected a version like 1.0"},
        {"{\"releases\":[\"1.0.0\"],\"cases\":[{\"id\":\"a/c\",\"since\":\"1.0\"},"
         "{\"id\":\"a/b\",\"since\":\"1.0\",\"retired\":\"soon\"}]}",
         "cases: retired: expected a version like 1.0"},
    };
    struct folder *folder = *state;
    struct buffer text = {0};
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        char want[200];
        write_list(folder, "releases/1.0.0.json", FAULTS[i][0]);
        snprintf(want, sizeof want, "! %s/releases/1.0.0.json: %s", folder->root, FAULTS[i][1]);
        assert_string_equal(ids_of(folder, "1.0", &text), want);
    }
    buffer_free(&text);
}

static void membership_is_asked_by_whole_id(void **state)
{
    struct corpus_version release;
    struct buffer problem = {0};
    write_list(*state, "releases/1.10.0.json", LIST);
    assert_true(corpus_version_open(&release, ((struct folder *)*state)->root, "1.0", &problem));
    assert_true(corpus_version_has(&release, "some/z-first"));
    assert_true(corpus_version_has(&release, "some/later"));
    assert_false(corpus_version_has(&release, "some/second"));
    assert_false(corpus_version_has(&release, "some/z-firs"));
    assert_false(corpus_version_has(&release, "some/z-first-not"));
    assert_false(corpus_version_has(&release, ""));
    corpus_version_free(&release);
    assert_false(corpus_version_has(&release, "some/z-first"));
    buffer_free(&problem);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_release_has_what_came_until_then_and_was_not_retired),
        TEST(a_patch_that_was_released_has_the_same_cases),
        TEST(a_version_that_was_not_released_is_unknown),
        TEST(what_is_no_version_is_refused),
        TEST(the_list_of_the_last_release_is_the_one_that_counts),
        TEST(a_corpus_without_a_release_says_so),
        TEST(each_fault_of_the_list_is_named),
        TEST(membership_is_asked_by_whole_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

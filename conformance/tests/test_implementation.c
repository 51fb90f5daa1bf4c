/* Implementation files: what a good one gives, and what is said of each bad one. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"
#include "implementation.h"

static bool read_text(struct folder *folder, const char *text, size_t len,
                      struct implementation *implementation, struct buffer *problem)
{
    folder_write(folder, "implementation.json", text, len);
    return implementation_read(implementation, folder_path(folder, "implementation.json"), problem);
}

static void good_file_gives_all_its_members(void **state)
{
    static const char TEXT[] =
        "{\"name\":\"Mine\",\"language\":\"C\",\"version\":\"1.2\",\"homepage\":\"https://x.example\","
        "\"licence\":\"MIT\",\"command\":[\"./mine\",\"--stream\",\"\"],\"exec_command\":[\"./mine\"],"
        "\"mode\":\"stream\",\"operations\":[\"extract\",\"strings\"],"
        "\"policy\":{\"select\":\"first\",\"numbers\":\"double\"},"
        "\"setup\":[[\"make\",\"mine\"],[\"true\"]],\"timeout_ms\":5000}";
    struct implementation it;
    struct buffer problem = {0};
    struct buffer policy = {0};
    assert_true(read_text(*state, TEXT, strlen(TEXT), &it, &problem));
    assert_string_equal(it.name, "Mine");
    assert_string_equal(it.language, "C");
    assert_string_equal(it.version, "1.2");
    assert_string_equal(it.homepage, "https://x.example");
    assert_string_equal(it.licence, "MIT");
    assert_string_equal(it.command.words[1], "--stream");
    assert_string_equal(it.command.words[2], "");
    assert_null(it.command.words[3]);
    assert_string_equal(it.exec_command.words[0], "./mine");
    assert_int_equal(it.mode, MODE_STREAM);
    assert_true(it.declared.operations[OPERATION_EXTRACT]);
    assert_false(it.declared.operations[OPERATION_COMPLETE]);
    declared_text(&it.declared, &policy);
    assert_string_equal(policy.at, "select=first,numbers=double");
    assert_int_equal(it.setup_len, 2);
    assert_string_equal(it.setup[0].words[1], "mine");
    assert_int_equal(it.timeout_ms, 5000);
    assert_int_equal(it.folder[0], '/');
    buffer_free(&policy);
    implementation_free(&it);
}

static void name_and_command_are_enough(void **state)
{
    static const char TEXT[] = "{\"name\":\"m\",\"command\":[\"m\"]}";
    struct implementation it;
    struct buffer problem = {0};
    assert_true(read_text(*state, TEXT, strlen(TEXT), &it, &problem));
    assert_int_equal(it.mode, MODE_EXEC);
    assert_true(it.declared.operations[OPERATION_STRINGS]);
    assert_null(it.version);
    assert_int_equal(it.timeout_ms, 0);
    implementation_free(&it);
}

/* A backslash and `u0000` behind it, as a regular expression has them, are no NUL. */
static void command_may_hold_a_backslash(void **state)
{
    static const char TEXT[] = "{\"name\":\"m\",\"command\":[\"grep\",\"\\\\u0000\"]}";
    struct implementation it;
    struct buffer problem = {0};
    assert_true(read_text(*state, TEXT, strlen(TEXT), &it, &problem));
    assert_string_equal(it.command.words[1], "\\u0000");
    implementation_free(&it);
}

#define FILE_WITH(members) "{\"name\":\"m\",\"command\":[\"m\"]," members "}"
#define COMMAND "expected a command: an array of a program and its operands"
#define MILLISECONDS "timeout_ms: expected a whole number of milliseconds from 1 to 3600000"

static void each_fault_is_named_by_its_member(void **state)
{
    static const char *const WRONG[][2] = {
        {"[1]", "expected an object"},
        {"{", "expected strict JSON, not so at byte 1"},
        {"{\"name\":\"m\",}", "expected strict JSON, not so at byte 12"},
        {"{\"name\":\"a\\u0000b\"}", "expected an object of texts without NUL"},
        {FILE_WITH("\"\\u0000\":1"), "expected an object of texts without NUL"},
        {"{\"name\":\"m\"}", "command: this member is missing"},
        {"{\"command\":[\"m\"]}", "name: this member is missing"},
        {"{\"name\":\"\",\"command\":[\"m\"]}", "name: expected text that is not empty"},
        {"{\"name\":\"m\",\"command\":\"m\"}", "command: " COMMAND},
        {"{\"name\":\"m\",\"command\":[]}", "command: " COMMAND},
        {"{\"name\":\"m\",\"command\":[\"\"]}", "command: " COMMAND},
        {"{\"name\":\"m\",\"command\":[\"m\",1]}", "command: " COMMAND},
        {FILE_WITH("\"colour\":1"), "colour: unknown member"},
        {FILE_WITH("\"name\":\"n\""), "name: this member stands twice"},
        {FILE_WITH("\"policy\":{\"names\":\"any\",\"names\":\"any\"}"),
         "names: this member stands twice"},
        {FILE_WITH("\"language\":1"), "language: expected text that is not empty"},
        {FILE_WITH("\"licence\":null"), "licence: expected text that is not empty"},
        {FILE_WITH("\"homepage\":[]"), "homepage: expected text that is not empty"},
        {FILE_WITH("\"version\":1"),
         "version: expected text, or an object of one member: command, which prints it"},
        {FILE_WITH("\"version\":{\"cmd\":[\"m\"]}"),
         "version: expected text, or an object of one member: command, which prints it"},
        {FILE_WITH("\"version\":{\"command\":\"m\"}"), "version.command: " COMMAND},
        {FILE_WITH("\"mode\":\"batch\""), "mode: expected exec or stream"},
        {FILE_WITH("\"mode\":true"), "mode: expected exec or stream"},
        {FILE_WITH("\"operations\":[]"), "operations: expected an array of operations"},
        {FILE_WITH("\"operations\":[\"extrct\"]"),
         "operations: expected extract, complete or strings"},
        {FILE_WITH("\"operations\":[\"extract\",\"extract\"]"),
         "operations: this operation stands twice"},
        {FILE_WITH("\"policy\":[]"), "policy: expected an object of texts without NUL"},
        {FILE_WITH("\"policy\":{\"select\":\"best\"}"),
         "policy.select: expected only, longest, first or last"},
        {FILE_WITH("\"policy\":{\"expect\":\"any\"}"), "policy.expect: unknown member"},
        {FILE_WITH("\"setup\":{}"), "setup: expected an array of commands"},
        {FILE_WITH("\"setup\":[\"make\"]"), "setup: " COMMAND},
        {FILE_WITH("\"timeout_ms\":0"), MILLISECONDS},
        {FILE_WITH("\"timeout_ms\":1.5"), MILLISECONDS},
        {FILE_WITH("\"timeout_ms\":1e99"), MILLISECONDS},
        {FILE_WITH("\"timeout_ms\":\"5\""), MILLISECONDS},
        {FILE_WITH("\"exec_command\":[\"m\"]"),
         "exec_command: expected only where mode is stream: command is that of exec mode"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        struct implementation it;
        struct buffer problem = {0};
        assert_false(read_text(*state, WRONG[i][0], strlen(WRONG[i][0]), &it, &problem));
        const char *behind = strstr(problem.at, "/implementation.json: ");
        assert_non_null(behind);
        assert_string_equal(behind + strlen("/implementation.json: "), WRONG[i][1]);
        buffer_free(&problem);
        implementation_free(&it);
    }
}

static void file_that_cannot_be_read_is_named(void **state)
{
    struct folder *folder = *state;
    struct implementation it;
    struct buffer problem = {0};
    assert_false(implementation_read(&it, folder_path(folder, "none.json"), &problem));
    assert_non_null(strstr(problem.at, "/none.json: no such file"));
    buffer_free(&problem);
    implementation_free(&it);
    assert_false(implementation_read(&it, folder_path(folder, "cases"), &problem));
    assert_non_null(strstr(problem.at, "/cases: expected a regular file"));
    buffer_free(&problem);
    implementation_free(&it);
}

static void version_is_the_first_line_of_a_command(void **state)
{
    static const struct {
        const char *command, *version;
    } ASKED[] = {
        {"[\"sh\",\"-c\",\"echo mine 1.4; echo more\"]", "mine 1.4"},
        {"[\"sh\",\"-c\",\"echo 1; exit 3\"]", NULL},
        {"[\"true\"]", NULL},
        {"[\"jets-no-such-program\"]", NULL},
    };
    struct exec_settings settings = {.limits = process_limits_default()};
    for (size_t i = 0; i < sizeof ASKED / sizeof ASKED[0]; i++) {
        char text[200];
        struct implementation it;
        struct buffer problem = {0};
        snprintf(text, sizeof text, FILE_WITH("\"version\":{\"command\":%s}"), ASKED[i].command);
        assert_true(read_text(*state, text, strlen(text), &it, &problem));
        assert_int_equal(implementation_ask_version(&it, &settings, &problem),
                         ASKED[i].version != NULL);
        if (ASKED[i].version != NULL)
            assert_string_equal(it.version, ASKED[i].version);
        else
            assert_non_null(strstr(problem.at, "version.command: expected a program that exits"));
        buffer_free(&problem);
        implementation_free(&it);
    }
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(good_file_gives_all_its_members),
        IN_FOLDER(name_and_command_are_enough),
        IN_FOLDER(command_may_hold_a_backslash),
        IN_FOLDER(each_fault_is_named_by_its_member),
        IN_FOLDER(file_that_cannot_be_read_is_named),
        IN_FOLDER(version_is_the_first_line_of_a_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Exec mode: what is passed to a testee, and what its exit status and output mean. */
#define _XOPEN_SOURCE 700

#include "contained.h"

#include <signal.h>

#include "exec.h"

static struct exec_settings settings(void)
{
    struct exec_settings result = {.limits = process_limits_default()};
    result.limits.wall_ms = 15000;
    return result;
}

/* COMMAND is `hostile behaviour argument`. */
static struct outcome outcome_within(const struct exec_settings *how, const char *behaviour,
                                     const char *argument)
{
    char path[PATH_ROOM];
    testee_path(path, "hostile");
    const char *argv[] = {path, behaviour, argument, NULL};
    struct exec_command command;
    struct exec_request request = {.operation = "extract"};
    struct outcome outcome;
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(exec_run(&command, how, &request, &outcome));
    exec_command_free(&command);
    assert_nothing_left();
    return outcome;
}

static void check(const char *behaviour, const char *argument, enum outcome_kind kind, int code,
                  const char *detail)
{
    struct exec_settings how = settings();
    struct outcome outcome = outcome_within(&how, behaviour, argument);
    assert_string_equal(outcome_kind_name(outcome.kind), outcome_kind_name(kind));
    assert_int_equal(outcome.code, code);
    assert_memory_equal(outcome.detail, detail, strlen(detail));
    outcome_free(&outcome);
}

/* ---- the table of the contract ---- */

static void status_and_output_make_the_outcome(void **state)
{
    (void)state;
    check("exit-with-output", "0", OUTCOME_VALUE, 0, "exit status 0 with 14 bytes of output");
    check("exit", "0", OUTCOME_MALFORMED, 0, "exit status 0 with no output");
    check("exit", "20", OUTCOME_NONE, 20, "exit status 20 with no output");
    check("exit-with-output", "20", OUTCOME_MALFORMED, 20,
          "exit status 20 with 14 bytes of output");
    check("exit", "21", OUTCOME_UNSUPPORTED, 21, "exit status 21 with no output");
    check("exit-with-output", "21", OUTCOME_MALFORMED, 21, "exit status 21");
}

static void every_other_status_is_an_error(void **state)
{
    (void)state;
    check("exit", "1", OUTCOME_ERROR, 1, "exit status 1 with no output");
    check("exit-with-output", "1", OUTCOME_ERROR, 1, "exit status 1 with 14 bytes of output");
    check("exit", "2", OUTCOME_ERROR, 2, "exit status 2");
    check("exit", "19", OUTCOME_ERROR, 19, "exit status 19");
    check("exit", "22", OUTCOME_ERROR, 22, "exit status 22");
    check("exit", "255", OUTCOME_ERROR, 255, "exit status 255");
}

static void a_signal_is_a_crash(void **state)
{
    (void)state;
    check("signal", "11", OUTCOME_CRASH, SIGSEGV, "killed by signal 11 (");
    check("kill-own-group", NULL, OUTCOME_CRASH, SIGKILL, "killed by signal 9 (");
}

static void output_and_evidence_are_kept(void **state)
{
    (void)state;
    struct exec_settings how = settings();
    struct outcome outcome = outcome_within(&how, "exit-with-output", "20");
    assert_string_equal((const char *)outcome.text, "{\"fine\":true}\n");
    assert_int_equal(outcome.text_len, 14);
    outcome_free(&outcome);
    assert_null(outcome.text);
    how.limits.stderr_keep = 16;
    outcome = outcome_within(&how, "chatter", "1");
    assert_string_equal((const char *)outcome.err, "line 0000000063\n");
    assert_true(outcome.wall_us > 0 && outcome.peak_kb > 0);
    outcome_free(&outcome);
}

/* ---- limits ---- */

static void check_limit(const struct exec_settings *how, const char *behaviour,
                        enum outcome_kind kind, const char *detail)
{
    struct outcome outcome = outcome_within(how, behaviour, NULL);
    assert_string_equal(outcome_kind_name(outcome.kind), outcome_kind_name(kind));
    assert_non_null(strstr(outcome.detail, detail));
    assert_int_equal(outcome.code, 0);
    outcome_free(&outcome);
}

static void limits_have_outcomes_of_their_own(void **state)
{
    (void)state;
    struct exec_settings how = settings();
    how.limits.output_max = 1000;
    check_limit(&how, "flood-stdout", OUTCOME_FLOOD, "more than 1000 bytes on standard output");
    how.limits.stderr_max = 2000;
    check_limit(&how, "flood-stderr", OUTCOME_FLOOD, "more than 2000 bytes on standard error");
    how = settings();
    how.limits.wall_ms = 200;
    check_limit(&how, "hang-before", OUTCOME_TIMEOUT, "no end within 200 ms");
}

static void watched_limits_have_outcomes_of_their_own(void **state)
{
    (void)state;
    needs_whole_containment();
    struct exec_settings how = settings();
    how.limits.cpu_ms = 100;
    check_limit(&how, "spin-cpu", OUTCOME_TIMEOUT, "more than 100 ms of CPU time");
    how = settings();
    how.limits.memory_kb = 102400;
    check_limit(&how, "eat-memory", OUTCOME_MEMORY, "of 102400 kB allowed");
    check_limit(&how, "fork-bomb", OUTCOME_FLOOD, "more than 256 processes at once");
}

static void an_interruption_is_no_result(void **state)
{
    static volatile sig_atomic_t stop = 1;
    (void)state;
    struct exec_settings how = settings();
    how.interrupt = &stop;
    check_limit(&how, "hang-before", OUTCOME_INTERRUPTED, "interrupted");
}

/* ---- operands ---- */

static void assert_operands(const struct exec_command *command, const struct exec_request *request,
                            const char *expected)
{
    char line[PATH_ROOM] = "";
    char **argv = exec_argv(command, request);
    assert_non_null(argv);
    for (size_t i = 1; argv[i] != NULL; i++) {
        size_t len = strlen(line);
        snprintf(line + len, sizeof line - len, "%s%s", i > 1 ? " " : "", argv[i]);
    }
    exec_argv_free(argv);
    assert_string_equal(line, expected);
}

static void only_what_differs_is_passed_in_order(void **state)
{
    static const char *const argv[] = {"true", "-x", "own operand", NULL};
    static const struct exec_option options[] = {
        {"later", "1"},        {"starts", "inside"}, {"reasoning", "fallback"},
        {"select", "longest"}, {"names", "any"},     {"expect", "object"}};
    (void)state;
    struct exec_command command;
    assert_true(exec_command_init(&command, argv, NULL));
    assert_operands(&command, &(struct exec_request){.operation = "extract"}, "-x own operand");
    assert_operands(&command, &(struct exec_request){.operation = NULL}, "-x own operand");
    assert_operands(&command, &(struct exec_request){.operation = "complete"},
                    "-x own operand complete");
    assert_operands(
        &command,
        &(struct exec_request){.operation = "strings", .options = options + 5, .options_len = 1},
        "-x own operand strings --expect=object");
    assert_operands(
        &command,
        &(struct exec_request){.operation = "extract", .options = options, .options_len = 6},
        "-x own operand --expect=object --select=longest --names=any "
        "--reasoning=fallback --starts=inside --later=1");
    exec_command_free(&command);
}

static void the_testee_gets_them_and_the_reply(void **state)
{
    char path[PATH_ROOM];
    static const struct exec_option option = {"expect", "array"};
    static const struct input_memory reply = {(const unsigned char *)"a\0b", 3};
    (void)state;
    testee_path(path, "hostile");
    const char *argv[] = {path, "arguments", "own", NULL};
    struct exec_command command;
    struct exec_settings how = settings();
    struct outcome outcome;
    struct exec_request request = {"strings", &option, 1, input_from_memory(&reply)};
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(exec_run(&command, &how, &request, &outcome));
    assert_string_equal((const char *)outcome.text, "own\nstrings\n--expect=array\n");
    outcome_free(&outcome);
    exec_command_free(&command);
    argv[1] = "copy-input";
    argv[2] = NULL;
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(exec_run(&command, &how, &request, &outcome));
    assert_int_equal(outcome.text_len, 3);
    assert_memory_equal(outcome.text, "a\0b", 3);
    outcome_free(&outcome);
    exec_command_free(&command);
}

/* ---- names of files ---- */

/* A place with files in it, which is the current directory meanwhile. */
static int place_setup(void **state)
{
    static const char *const files[] = {"here/plain", "here/run", "here/sub/inner", "there/plain",
                                        "there/own"};
    if (mkdir("here", 0700) != 0 || mkdir("here/sub", 0700) != 0 || mkdir("there", 0700) != 0)
        return -1;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        int fd = open(files[i], O_WRONLY | O_CREAT, strstr(files[i], "run") ? 0700 : 0600);
        if (fd < 0)
            return -1;
        close(fd);
    }
    (void)state;
    return chdir("here");
}

static int place_teardown(void **state)
{
    (void)state;
    unlink("../there/plain");
    unlink("../there/own");
    unlink("sub/inner");
    unlink("plain");
    unlink("run");
    return chdir("..") + rmdir("here/sub") + rmdir("here") + rmdir("there");
}

/* How one operand of COMMAND is passed; expected is relative to base. */
static void check_operand(const char *operand, const char *cwd, const char *base,
                          const char *expected)
{
    const char *argv[] = {"true", operand, NULL};
    char path[2 * PATH_ROOM];
    struct exec_command command;
    assert_true(exec_command_init(&command, argv, cwd));
    snprintf(path, sizeof path, "%s%s%s", base, base[0] != '\0' ? "/" : "", expected);
    assert_string_equal(command.argv[1], path);
    assert_string_equal(command.argv[0], "true");
    assert_int_equal(command.error, 0);
    exec_command_free(&command);
}

static void operands_that_name_files_become_absolute(void **state)
{
    (void)state;
    char here[PATH_ROOM];
    assert_non_null(getcwd(here, sizeof here));
    check_operand("plain", NULL, here, "plain");
    check_operand("./plain", NULL, here, "./plain");
    check_operand("sub/inner", NULL, here, "sub/inner");
    check_operand("./sub", NULL, here, "./sub");
    /* A word that happens to be a directory's name is more often a word. */
    check_operand("sub", NULL, "", "sub");
    check_operand("missing", NULL, "", "missing");
    check_operand("./missing", NULL, "", "./missing");
    check_operand("-plain", NULL, "", "-plain");
    check_operand("", NULL, "", "");
    check_operand("/etc/passwd", NULL, "", "/etc/passwd");
}

static void a_given_directory_comes_first(void **state)
{
    (void)state;
    char here[PATH_ROOM];
    assert_non_null(getcwd(here, sizeof here));
    char there[PATH_ROOM];
    char *real = realpath("../there", NULL);
    assert_non_null(real);
    snprintf(there, sizeof there, "%s", real);
    free(real);
    check_operand("plain", "../there", there, "plain");
    check_operand("own", "../there", there, "own");
    check_operand("run", "../there", here, "run");
}

static void check_program(const char *name, int error, const char *base, const char *expected)
{
    const char *argv[] = {name, NULL};
    char path[2 * PATH_ROOM];
    struct exec_command command;
    struct exec_request request = {.operation = "extract"};
    struct exec_settings how = settings();
    assert_true(exec_command_init(&command, argv, NULL));
    assert_int_equal(command.error, error);
    if (expected != NULL) {
        snprintf(path, sizeof path, "%s/%s", base, expected);
        assert_string_equal(command.program, path);
    }
    if (error != 0) {
        struct outcome outcome;
        assert_true(exec_run(&command, &how, &request, &outcome));
        assert_int_equal(outcome.kind, OUTCOME_NOT_STARTED);
        assert_int_equal(outcome.code, error);
        assert_non_null(strstr(outcome.detail, strerror(error)));
        assert_string_equal((const char *)outcome.text, "");
        outcome_free(&outcome);
    }
    exec_command_free(&command);
}

static void programs_are_found_or_say_why_not(void **state)
{
    (void)state;
    char here[PATH_ROOM];
    assert_non_null(getcwd(here, sizeof here));
    check_program("./run", 0, here, "./run");
    check_program("/bin/sh", 0, "", "bin/sh");
    check_program("./missing", ENOENT, here, "./missing");
    check_program("no-such-program-anywhere", ENOENT, NULL, NULL);
    check_program("./plain", EACCES, here, "./plain");
    check_program("./sub", EISDIR, here, "./sub");
    check_program("run", ENOENT, NULL, NULL);
    check_program("./plain/below", ENOTDIR, NULL, NULL);
}

static void a_path_entry_may_be_relative(void **state)
{
    (void)state;
    char here[PATH_ROOM];
    assert_non_null(getcwd(here, sizeof here));
    char *old = strdup(variable("PATH"));
    assert_non_null(old);
    setenv("PATH", "sub:.", 1);
    check_program("run", 0, here, "./run");
    check_program("plain", EACCES, NULL, NULL);
    setenv("PATH", "sub:", 1);
    check_program("run", 0, here, "./run");
    setenv("PATH", old, 1);
    free(old);
}

static void a_bad_directory_is_refused(void **state)
{
    static const char *const argv[] = {"true", NULL};
    (void)state;
    struct exec_command command;
    assert_false(exec_command_init(&command, argv, "./missing"));
    assert_int_equal(errno, ENOENT);
    assert_false(exec_command_init(&command, argv, "plain"));
    assert_int_equal(errno, ENOTDIR);
    assert_null(command.argv);
}

static void a_testee_starts_in_the_given_directory(void **state)
{
    static const char *const argv[] = {"sh", "-c", "pwd", NULL};
    (void)state;
    char here[PATH_ROOM];
    char expected[PATH_ROOM + 16];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "%s/sub\n", here);
    struct exec_command command;
    struct exec_settings how = settings();
    struct exec_request request = {.operation = "extract"};
    struct outcome outcome;
    assert_true(exec_command_init(&command, argv, "sub"));
    assert_true(exec_run(&command, &how, &request, &outcome));
    assert_string_equal((const char *)outcome.text, expected);
    outcome_free(&outcome);
    exec_command_free(&command);
}

/* The current directory becomes the tests' own, so that the testees are looked for first. */
static int files_setup(void **state)
{
    return contained_setup(state) != 0 ? -1 : chdir(*state);
}

static int files_teardown(void **state)
{
    return chdir("/") != 0 ? -1 : contained_teardown(state);
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, place_setup, place_teardown)

int main(void)
{
    const struct CMUnitTest outcomes[] = {
        cmocka_unit_test(status_and_output_make_the_outcome),
        cmocka_unit_test(every_other_status_is_an_error),
        cmocka_unit_test(a_signal_is_a_crash),
        cmocka_unit_test(output_and_evidence_are_kept),
        cmocka_unit_test(limits_have_outcomes_of_their_own),
        cmocka_unit_test(watched_limits_have_outcomes_of_their_own),
        cmocka_unit_test(an_interruption_is_no_result),
        cmocka_unit_test(only_what_differs_is_passed_in_order),
        cmocka_unit_test(the_testee_gets_them_and_the_reply),
    };
    const struct CMUnitTest files[] = {
        IN_PLACE(operands_that_name_files_become_absolute),
        IN_PLACE(a_given_directory_comes_first),
        IN_PLACE(programs_are_found_or_say_why_not),
        IN_PLACE(a_path_entry_may_be_relative),
        IN_PLACE(a_bad_directory_is_refused),
        IN_PLACE(a_testee_starts_in_the_given_directory),
    };
    int failed = cmocka_run_group_tests(outcomes, contained_setup, contained_teardown);
    return failed + cmocka_run_group_tests(files, files_setup, files_teardown);
}

/*
 * Replies that are no cases, put to a testee and to the reference (compare.h, asker.h): the verdict
 * is what a case would have given.
 */
#define _XOPEN_SOURCE 700

#include "contained.h"

#include <signal.h>
#include <sys/socket.h>

#include "compare.h"
#include "folder.h"

enum { REPLIES_MAX = 300, PATIENCE_MS = 20000 };

static volatile sig_atomic_t interrupted;

static struct options options_for(const char *const *words)
{
    struct options options = options_default();
    static char reference[PATH_ROOM];
    const char *build = getenv("JETS_BUILD");
    snprintf(reference, sizeof reference, "%s/bin/jets-extract", build != NULL ? build : "build");
    options.reference = reference;
    options.testee = words;
    options.timeout_ms = PATIENCE_MS;
    interrupted = 0;
    return options;
}

static enum status open_comparer(struct comparer *comparer, const struct options *options)
{
    struct buffer problem = {0};
    enum status status = comparer_open(comparer, options, &interrupted, &problem);
    if (status != STATUS_OK)
        fprintf(stderr, "# %s\n", problem.at);
    buffer_free(&problem);
    return status;
}

static void try_replies(struct comparer *comparer, const char *const *replies, size_t len,
                        struct trial *trials)
{
    struct question questions[REPLIES_MAX];
    struct buffer problem = {0};
    for (size_t i = 0; i < len; i++)
        questions[i] = (struct question){.operation = OPERATION_EXTRACT,
                                         .reply = (const unsigned char *)replies[i],
                                         .reply_len = strlen(replies[i])};
    assert_int_equal(STATUS_OK, comparer_try(comparer, questions, len, trials, &problem));
    buffer_free(&problem);
}

static struct trial try_reply(struct comparer *comparer, const char *reply)
{
    struct trial trial;
    try_replies(comparer, &reply, 1, &trial);
    return trial;
}

static void check_verdict(struct comparer *comparer, const char *reply, enum verdict verdict)
{
    struct trial trial = try_reply(comparer, reply);
    if (trial.verdict != verdict)
        fail_msg("%s: %s instead of %s", reply, verdict_name(trial.verdict), verdict_name(verdict));
    trial_free(&trial);
}

static void the_reference_agrees_with_itself(void **state)
{
    (void)state;
    char reply[REPLIES_MAX][64];
    const char *replies[REPLIES_MAX];
    struct trial trials[REPLIES_MAX];
    struct comparer comparer;
    const char *words[] = {NULL, "--stream", NULL};
    struct options options = options_for(words);
    words[0] = options.reference;
    options.mode = MODE_STREAM;
    assert_int_equal(STATUS_OK, open_comparer(&comparer, &options));
    for (size_t i = 0; i < REPLIES_MAX; i++) {
        snprintf(reply[i], sizeof reply[i], i % 2 == 0 ? "So: {\"n\": %zu}" : "none of %zu: {", i);
        replies[i] = reply[i];
    }
    try_replies(&comparer, replies, REPLIES_MAX, trials);
    for (size_t i = 0; i < REPLIES_MAX; i++) {
        assert_int_equal(VERDICT_PASS, trials[i].verdict);
        assert_int_equal(i % 2 == 0 ? OUTCOME_VALUE : OUTCOME_NONE, trials[i].got.kind);
        if (i % 2 == 0)
            assert_memory_equal(reply[i] + 4, trials[i].right.text, trials[i].right.text_len);
        trial_free(&trials[i]);
    }
    comparer_close(&comparer);
    options_free(&options);
}

static void a_wrong_program_gets_the_verdict_of_a_case(void **state)
{
    (void)state;
    char path[PATH_ROOM];
    struct comparer comparer;
    testee_path(path, "first-value");
    const char *words[] = {path, NULL};
    struct options options = options_for(words);
    assert_int_equal(STATUS_OK, open_comparer(&comparer, &options));
    check_verdict(&comparer, "{\"a\": 1}", VERDICT_PASS);
    check_verdict(&comparer, "{\"a\": 1} or {\"a\": 2}", VERDICT_HIJACK);
    check_verdict(&comparer, "nothing", VERDICT_PASS);
    struct trial trial = try_reply(&comparer, "{\"a\": 1} or {\"a\": 2}");
    assert_string_equal("ambiguous", outcome_reason(&trial.right));
    assert_true(trial.differs);
    trial_free(&trial);
    comparer_close(&comparer);
    options_free(&options);
}

/* An implementation file for the testee, with what it declares. */
static void write_file(const char *path, const char *testee, const char *policy)
{
    char program[PATH_ROOM];
    testee_path(program, testee);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "{\"name\": \"it\", \"language\": \"C\", \"version\": \"1\", \"command\": [\"%s\"], "
            "\"mode\": \"exec\", \"operations\": [\"extract\"], \"policy\": {%s}}",
            program, policy);
    assert_int_equal(0, fclose(file));
}

/* A program that an implementation file declares, and a comparer of it. */
struct fixture {
    struct comparer comparer;
    struct options options;
    struct folder folder;
};

static void fixture_make(struct fixture *it, const char *program, const char *policy)
{
    it->options = options_for(NULL);
    folder_make(&it->folder);
    it->options.file = folder_path(&it->folder, "implementation.json");
    write_file(it->options.file, program, policy);
}

static void fixture_open(struct fixture *it, const char *program, const char *policy)
{
    fixture_make(it, program, policy);
    assert_int_equal(STATUS_OK, open_comparer(&it->comparer, &it->options));
}

static void fixture_close(struct fixture *it)
{
    comparer_close(&it->comparer);
    options_free(&it->options);
    folder_remove(&it->folder);
}

static void what_is_declared_decides_what_is_right(void **state)
{
    (void)state;
    struct fixture it;
    fixture_open(&it, "first-value", "\"select\": \"first\", \"truncation\": \"complete\"");
    check_verdict(&it.comparer, "{\"a\": 1}", VERDICT_PASS);
    check_verdict(&it.comparer, "{\"a\": 1} or {\"a\": 2}", VERDICT_PASS);
    check_verdict(&it.comparer, "{\"a\": 1", VERDICT_UNSCORED);
    struct trial trial = try_reply(&it.comparer, "{\"a\": 1} or {\"a\": 2}");
    assert_string_equal("select=first", trial.policy);
    assert_int_equal(OUTCOME_VALUE, trial.right.kind);
    assert_int_equal(OUTCOME_NONE, trial.plain.kind);
    trial_free(&trial);
    fixture_close(&it);
}

/* One reply, with one option, or none. */
static struct trial try_question(struct comparer *comparer, enum operation operation,
                                 const struct exec_option *option, const char *reply)
{
    struct trial trial;
    struct buffer problem = {0};
    struct question question = {.operation = operation,
                                .options = option,
                                .options_len = option != NULL ? 1 : 0,
                                .reply = (const unsigned char *)reply,
                                .reply_len = strlen(reply)};
    assert_int_equal(STATUS_OK, comparer_try(comparer, &question, 1, &trial, &problem));
    buffer_free(&problem);
    return trial;
}

static void what_is_asked_goes_before_what_is_declared(void **state)
{
    (void)state;
    static const struct exec_option LAST = {"select", "last"};
    struct fixture it;
    fixture_open(&it, "first-value", "\"select\": \"first\"");
    struct trial trial =
        try_question(&it.comparer, OPERATION_EXTRACT, &LAST, "{\"a\": 1} or {\"a\": 2}");
    assert_int_equal(8, trial.right.text_len);
    assert_memory_equal("{\"a\": 2}", trial.right.text, 8);
    trial_free(&trial);
    fixture_close(&it);
}

static void an_operation_that_is_not_declared_passes_nothing(void **state)
{
    (void)state;
    struct fixture it;
    fixture_open(&it, "../bin/jets-extract", "");
    struct trial trial = try_question(&it.comparer, OPERATION_STRINGS, NULL, "nothing");
    assert_int_equal(OUTCOME_NONE, trial.got.kind);
    assert_int_equal(OUTCOME_NONE, trial.right.kind);
    assert_true(trial.verdict != VERDICT_PASS);
    trial_free(&trial);
    fixture_close(&it);
}

/* Its own words are told, also where it answers but for what is declared. */
static void a_reference_that_fails_under_a_policy_is_told(void **state)
{
    (void)state;
    static const char SCRIPT[] =
        "#!/bin/sh\n"
        "while read -r line; do\n"
        "    id=$(printf '%s' \"$line\" | sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')\n"
        "    case $line in\n"
        "    *hello*) echo '{\"id\":0,\"hello\":{\"contract\":1,\"name\":\"r\","
        "\"operations\":[\"extract\"]}}' ;;\n"
        "    *'\"select\":\"first\"'*) echo \"{\\\"id\\\":$id,\\\"error\\\":\\\"no first\\\"}\" ;;\n"
        "    *) echo \"{\\\"id\\\":$id,\\\"none\\\":\\\"\\\"}\" ;;\n"
        "    esac\n"
        "done\n";
    struct fixture it;
    fixture_make(&it, "first-value", "\"select\": \"first\"");
    folder_write(&it.folder, "reference", SCRIPT, sizeof SCRIPT - 1);
    it.options.reference = folder_path(&it.folder, "reference");
    assert_int_equal(0, chmod(it.options.reference, 0755));
    assert_int_equal(STATUS_OK, open_comparer(&it.comparer, &it.options));
    struct trial trial = try_reply(&it.comparer, "nothing");
    assert_int_equal(VERDICT_UNSCORED, trial.verdict);
    assert_non_null(strstr(trial.why, "the reference did not answer: "));
    assert_non_null(strstr(trial.why, "no first"));
    trial_free(&trial);
    fixture_close(&it);
}

/* Where no file declares operations, hello does. */
static void hello_declares(void **state)
{
    (void)state;
    static const char SCRIPT[] =
        "read -r hello; echo '{\"id\":0,\"hello\":{\"contract\":1,\"name\":\"it\",\"version\":"
        "\"1\",\"operations\":[\"extract\"],\"policy\":{\"select\":\"first\"}}}'; cat >/dev/null";
    const char *words[] = {"sh", "-c", SCRIPT, NULL};
    struct comparer comparer;
    struct options options = options_for(words);
    options.mode = MODE_STREAM;
    assert_int_equal(STATUS_OK, open_comparer(&comparer, &options));
    assert_true(comparer.declared.operations[OPERATION_EXTRACT]);
    assert_false(comparer.declared.operations[OPERATION_COMPLETE]);
    assert_false(comparer.declared.operations[OPERATION_STRINGS]);
    assert_int_not_equal(0, comparer.declared.values[words_declaration("select")]);
    comparer_close(&comparer);
    options_free(&options);
}

static void reasoning_is_no_answer_under_any_policy(void **state)
{
    (void)state;
    struct fixture it;
    fixture_open(&it, "no-reasoning-split", "\"select\": \"first\"");
    check_verdict(&it.comparer, "<think>{\"a\": 1}</think> nothing", VERDICT_HIJACK);
    fixture_close(&it);
}

static void a_testee_that_hangs_harms_one_trial(void **state)
{
    (void)state;
    char path[PATH_ROOM];
    struct comparer comparer;
    testee_path(path, "quadratic-restart");
    const char *words[] = {path, NULL};
    struct options options = options_for(words);
    options.timeout_ms = 300;
    static char slow[400001];
    memset(slow, '{', sizeof slow - 1);
    const char *replies[] = {"{\"a\": 1}", slow, "{\"a\": 2}"};
    struct trial trials[3];
    assert_int_equal(STATUS_OK, open_comparer(&comparer, &options));
    try_replies(&comparer, replies, 3, trials);
    assert_int_equal(VERDICT_PASS, trials[0].verdict);
    assert_int_equal(VERDICT_TIMEOUT, trials[1].verdict);
    assert_int_equal(VERDICT_PASS, trials[2].verdict);
    for (size_t i = 0; i < 3; i++)
        trial_free(&trials[i]);
    comparer_close(&comparer);
    options_free(&options);
}

static void raise_flag(int number)
{
    (void)number;
    interrupted = 1;
}

static void an_interrupted_batch_has_no_trial(void **state)
{
    (void)state;
    struct comparer comparer;
    struct trial trial;
    struct buffer problem = {0};
    const char *words[] = {"/bin/cat", NULL};
    struct options options = options_for(words);
    assert_int_equal(STATUS_OK, open_comparer(&comparer, &options));
    kill(comparer.referee.pid, SIGTERM);
    struct question question = {.reply = (const unsigned char *)"x", .reply_len = 1};
    assert_int_equal(STATUS_INTERRUPTED, comparer_try(&comparer, &question, 1, &trial, &problem));
    assert_int_equal(0, problem.len);
    comparer_close(&comparer);
    options_free(&options);
}

static void a_process_that_is_gone_is_no_verdict(void **state)
{
    (void)state;
    struct asker asker = {.fd = -1};
    struct outcome outcome;
    struct buffer problem = {0};
    int ends[2];
    assert_int_equal(0, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    asker.fd = ends[0];
    close(ends[1]);
    assert_false(asker_take(&asker, &outcome, 1, &problem));
    assert_string_equal("the process that asks ended early", problem.at);
    buffer_free(&problem);
    asker_close(&asker);
}

static void a_program_that_is_not_there_is_named(void **state)
{
    (void)state;
    struct comparer comparer;
    struct buffer problem = {0};
    const char *words[] = {"/nonexistent/it", NULL};
    struct options options = options_for(words);
    assert_int_equal(STATUS_NOT_STARTED,
                     comparer_open(&comparer, &options, &interrupted, &problem));
    assert_string_equal("/nonexistent/it: not found", problem.at);
    comparer_close(&comparer);
    problem.len = 0;
    words[0] = "/bin/cat";
    options.reference = "/nonexistent/reference";
    assert_int_equal(STATUS_NOT_STARTED,
                     comparer_open(&comparer, &options, &interrupted, &problem));
    assert_string_equal("reference: /nonexistent/reference: not found", problem.at);
    comparer_close(&comparer);
    buffer_free(&problem);
    options_free(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_agrees_with_itself),
        cmocka_unit_test(a_wrong_program_gets_the_verdict_of_a_case),
        cmocka_unit_test(what_is_declared_decides_what_is_right),
        cmocka_unit_test(what_is_asked_goes_before_what_is_declared),
        cmocka_unit_test(an_operation_that_is_not_declared_passes_nothing),
        cmocka_unit_test(a_reference_that_fails_under_a_policy_is_told),
        cmocka_unit_test(hello_declares),
        cmocka_unit_test(reasoning_is_no_answer_under_any_policy),
        cmocka_unit_test(a_testee_that_hangs_harms_one_trial),
        cmocka_unit_test(an_interrupted_batch_has_no_trial),
        cmocka_unit_test(a_process_that_is_gone_is_no_verdict),
        cmocka_unit_test(a_program_that_is_not_there_is_named),
    };
    signal(SIGTERM, raise_flag);
    return cmocka_run_group_tests(tests, contained_setup, contained_teardown);
}

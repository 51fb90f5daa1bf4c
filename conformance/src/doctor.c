/*
 * doctor.c - the command `jets doctor`: five trivial cases, all that goes over the wire, and what
 * is wrong in words. It tells an adapter that does not speak the contract from an extractor that
 * gives wrong answers, and needs no corpus.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "stream.h"
#include "testee.h"
#include "verdict.h"
#include "visible.h"

enum { SHOWN = 400, TEXT_WIDTH = 80 };

static const struct {
    const char *about;
    enum operation operation;
    const char *reply;
    const char *value; /* that is right; NULL: none is */
} VISITS[] = {
    {"an object that is the whole reply", OPERATION_EXTRACT, "{\"ok\": true}", "{\"ok\": true}"},
    {"an object in a sentence", OPERATION_EXTRACT, "Here it is: {\"n\": 12}. Done.", "{\"n\": 12}"},
    {"a list in a fence", OPERATION_EXTRACT, "Sure!\n```json\n[\"a\", \"b\"]\n```\n",
     "[\"a\", \"b\"]"},
    {"no answer at all", OPERATION_EXTRACT, "I cannot help with that.", NULL},
    {"is this text complete?", OPERATION_COMPLETE, "{\"a\": [1", "false"},
};

enum { VISIT_COUNT = sizeof VISITS / sizeof VISITS[0] };

/* One look at a testee. */
struct doctor {
    struct testee testee;
    struct stream *stream; /* in stream mode */
    struct buffer sent;    /* what of a request was written since its last line feed */
    unsigned right, unsupported, wrong_values, wrong_protocol;
    bool stopped;
    bool has_folder; /* it starts where --cwd says */
};

/* --- what is shown --- */

static void show_line(const char *label, const char *text)
{
    printf("  %-9s %s\n", label, text);
}

/* A text of many words, cut into lines. */
static void show_words(const char *label, const char *text)
{
    int column = 0;
    printf("  %-9s", label);
    while (*text != '\0') {
        int len = (int)strcspn(text, " ");
        if (column + len >= TEXT_WIDTH) {
            printf("\n  %-9s", "");
            column = 0;
        }
        printf(" %.*s", len, text);
        column += len + 1;
        text += len;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void show_bytes(const char *label, const unsigned char *bytes, size_t len)
{
    struct buffer text = {0};
    buffer_format(&text, "%zu %s", len, len == 1 ? "byte" : "bytes");
    if (len > 0)
        buffer_text(&text, ": ");
    visible_short(&text, bytes, len, SHOWN);
    show_line(label, text.at);
    buffer_free(&text);
}

static void show_argv(const struct exec_command *command, const struct exec_request *request)
{
    struct buffer text = {0};
    char **argv = memory_given(exec_argv(command, request));
    for (size_t i = 0; argv[i] != NULL; i++) {
        buffer_text(&text, i > 0 ? " " : "");
        visible_shell(&text, argv[i]);
    }
    show_line("started", text.at != NULL ? text.at : "");
    exec_argv_free(argv);
    buffer_free(&text);
}

static void show_wire(const char *arrow, const unsigned char *bytes, size_t len)
{
    struct buffer text = {0};
    visible_short(&text, bytes, len, SHOWN);
    show_line(arrow, text.at != NULL ? text.at : "");
    buffer_free(&text);
}

/* The lines of both directions, as they go. */
static void trace(void *ctx, enum stream_side side, const unsigned char *bytes, size_t len)
{
    struct doctor *doctor = ctx;
    if (side == STREAM_RESPONSE) {
        show_wire("<-", bytes, len);
        return;
    }
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != '\n') {
            buffer_add(&doctor->sent, bytes + i, 1);
            continue;
        }
        show_wire("->", (const unsigned char *)doctor->sent.at, doctor->sent.len);
        doctor->sent.len = 0;
    }
}

static void show_end(const struct outcome *outcome, bool stream)
{
    struct buffer text = {0};
    visible_add(&text, (const unsigned char *)outcome->detail, strlen(outcome->detail));
    if (outcome->wall_us != OUTCOME_UNMEASURED)
        buffer_format(&text, " (%" PRIu64 ".%01" PRIu64 " ms)", outcome->wall_us / 1000,
                      outcome->wall_us % 1000 / 100);
    show_line(stream ? "meant" : "ended", text.at != NULL ? text.at : "");
    buffer_free(&text);
    if (outcome->err_len > 0)
        show_bytes("stderr", outcome->err, outcome->err_len);
}

/* --- what it means --- */

/* What a person can do about an outcome that stream mode does not have. */
static const char *advice_on_stream(const struct outcome *outcome)
{
    switch (outcome->kind) {
    case OUTCOME_MALFORMED:
        return "The response is not one that the contract has. It is one line of JSON, with the id "
               "of its request and one of value, text, none, unsupported and error. Flush each "
               "line, and keep everything else off standard output.";
    case OUTCOME_ERROR: return "It broke, or ended. What it said of it is above.";
    default:
        return "No response came in time. Does it flush its output after each line, and read a "
               "line without waiting for the end of its input?";
    }
}

static const char *advice_on_status(const struct outcome *outcome)
{
    if (outcome->kind == OUTCOME_MALFORMED && outcome->text_len == 0)
        return "Exit status 0 says that here is the answer, and nothing was printed. Where there "
               "is no answer, exit with 20.";
    if (outcome->kind == OUTCOME_MALFORMED)
        return "The exit statuses 20 (none) and 21 (unsupported) go with nothing on standard "
               "output. Where there is an answer, print it and exit with 0. Messages go to "
               "standard error.";
    if (outcome->kind == OUTCOME_ERROR && outcome->code >= 126)
        return "A shell gives 126 and 127 where it cannot run a command. Is the name of the "
               "extractor right, and is it installed?";
    if (outcome->kind == OUTCOME_ERROR)
        return "The contract has the exit statuses 0 (value), 20 (none) and 21 (unsupported). "
               "Another one is what an uncaught exception gives, or a usage error: see its "
               "standard error, and whether it understands the operands that it was started with.";
    return "It did not end in time. Does it read standard input to its end, and end then? An "
           "interpreter that is slow to start may need a higher --timeout.";
}

/* What a person can do about an outcome that is no answer. */
static const char *advice(const struct outcome *outcome, bool stream)
{
    switch (outcome->kind) {
    case OUTCOME_CRASH: return "A signal ended it: it crashed, or something killed it.";
    case OUTCOME_MEMORY: return "It used more memory than is allowed; --memory raises the limit.";
    case OUTCOME_FLOOD: return "It wrote more than is allowed, or started too many processes.";
    default: return stream ? advice_on_stream(outcome) : advice_on_status(outcome);
    }
}

static void show_value(const char *label, const char *text, size_t len)
{
    struct buffer line = {0};
    visible_short(&line, (const unsigned char *)text, len, SHOWN);
    show_line(label, line.at != NULL ? line.at : "");
    buffer_free(&line);
}

static void explain_value(struct doctor *doctor, const struct test_case *test,
                          const struct outcome *outcome)
{
    doctor->wrong_values++;
    if (test->result.none)
        show_line("expected", "none");
    else
        show_value("expected", test->result.value.text, test->result.value.len);
    if (outcome->kind == OUTCOME_NONE)
        show_line("got", "none");
    else
        show_value("got", (const char *)outcome->text, outcome->text_len);
    show_line("WRONG", "It speaks the contract; the answer is wrong: look at the extractor.");
}

static void explain_fault(const struct judgement *judgement)
{
    struct buffer text = {0};
    buffer_format(&text,
                  "What it printed is no answer: %s (at byte %zu). Standard output is for one JSON "
                  "text alone, true or false for complete; messages go to standard error.",
                  judgement->fault, judgement->fault_at);
    show_words("WRONG", text.at);
    buffer_free(&text);
}

/* The most frequent reason why a wrapper that works by hand does not work here. */
static void hint_at_folder(const struct doctor *doctor, const struct outcome *outcome)
{
    bool missing = outcome->kind == OUTCOME_ERROR && (outcome->code == 126 || outcome->code == 127);
    missing = missing || (outcome->err != NULL && outcome_says_missing((const char *)outcome->err));
    if (missing && !doctor->has_folder)
        show_words("hint", OUTCOME_FOLDER_HINT);
}

static void explain(struct doctor *doctor, const struct test_case *test,
                    const struct outcome *outcome, const struct judgement *judgement)
{
    bool stream = doctor->testee.mode == MODE_STREAM;
    if (judgement->verdict == VERDICT_PASS) {
        doctor->right++;
        show_line("right", outcome->kind == OUTCOME_NONE ? "none" : "the value that is due");
    } else if (judgement->verdict == VERDICT_UNSUPPORTED) {
        doctor->unsupported++;
        show_line("well", "It says that it does not do this, which is allowed.");
    } else if (outcome->kind == OUTCOME_VALUE && judgement->fault != NULL) {
        doctor->wrong_protocol++;
        explain_fault(judgement);
    } else if (outcome->kind == OUTCOME_VALUE || outcome->kind == OUTCOME_NONE) {
        explain_value(doctor, test, outcome);
    } else {
        doctor->wrong_protocol++;
        show_words("WRONG", advice(outcome, stream));
        hint_at_folder(doctor, outcome);
    }
}

/* --- the visits --- */

/* Makes a case that no file holds. */
static void make_case(struct test_case *test, size_t i)
{
    *test = (struct test_case){.operation = VISITS[i].operation, .reply = reply_empty()};
    size_t len = strlen(VISITS[i].reply);
    reply_add_part(&test->reply, (unsigned char *)memory_copy(VISITS[i].reply, len), len, 1);
    test->result.none = VISITS[i].value == NULL;
    if (test->result.none)
        return;
    struct case_value *value = &test->result.value;
    value->len = strlen(VISITS[i].value);
    value->text = memory_copy(VISITS[i].value, value->len);
    if (answer_read(&value->answer, (const unsigned char *)value->text, value->len, UINT32_MAX,
                    NULL) != ANSWER_OK)
        memory_out();
}

static bool ask(struct doctor *doctor, const struct exec_request *request, const char *reply,
                struct outcome *outcome)
{
    if (doctor->testee.mode == MODE_STREAM)
        return stream_run_one(doctor->stream, request, outcome);
    show_argv(&doctor->testee.command, request);
    show_bytes("sent", (const unsigned char *)reply, strlen(reply));
    if (!exec_run(&doctor->testee.command, &doctor->testee.settings, request, outcome))
        return false;
    show_bytes("received", outcome->text, outcome->text_len);
    return true;
}

static enum status conclude(struct doctor *doctor, const struct test_case *test,
                            const struct outcome *outcome, struct buffer *problem)
{
    struct judgement judgement;
    if (outcome->kind == OUTCOME_INTERRUPTED)
        return STATUS_INTERRUPTED;
    if (outcome->kind == OUTCOME_NOT_STARTED) {
        visible_add(problem, (const unsigned char *)outcome->detail, strlen(outcome->detail));
        return STATUS_NOT_STARTED;
    }
    show_end(outcome, doctor->testee.mode == MODE_STREAM);
    if (!judge(&judgement, test, outcome)) {
        buffer_text(problem, "out of memory while judging");
        return STATUS_INTERNAL;
    }
    explain(doctor, test, outcome, &judgement);
    judgement_free(&judgement);
    return STATUS_OK;
}

static enum status visit(struct doctor *doctor, size_t i, struct buffer *problem)
{
    struct test_case test;
    struct exec_option options[POLICY_COUNT];
    struct outcome outcome = {0};
    make_case(&test, i);
    printf("\n%zu of %d: %s\n", i + 1, (int)VISIT_COUNT, VISITS[i].about);
    struct exec_request request = case_request(&test, options);
    enum status status = STATUS_INTERNAL;
    if (ask(doctor, &request, VISITS[i].reply, &outcome))
        status = conclude(doctor, &test, &outcome, problem);
    else
        buffer_text(problem, strerror(errno));
    outcome_free(&outcome);
    case_free(&test);
    return status;
}

/* --- hello --- */

/* Why there is no stream to talk to. */
static enum status explain_hello(struct doctor *doctor, const struct outcome *failure,
                                 struct buffer *problem)
{
    if (failure->kind == OUTCOME_INTERRUPTED)
        return STATUS_INTERRUPTED;
    if (failure->code != EPROTO) {
        visible_add(problem, (const unsigned char *)failure->detail, strlen(failure->detail));
        return STATUS_NOT_STARTED;
    }
    if (failure->text_len > 0)
        show_bytes("received", failure->text, failure->text_len);
    show_end(failure, true);
    doctor->wrong_protocol++;
    show_words("WRONG",
               "It was started, and did not answer hello. In stream mode its first line of input "
               "is {\"id\":0,\"hello\":{\"contract\":1}}, and its answer, flushed, "
               "{\"id\":0,\"hello\":{\"contract\":1,\"name\":…,\"version\":…,"
               "\"operations\":[…],\"policy\":{}}}. A program that takes one reply and ends "
               "speaks exec mode: --mode exec.");
    return STATUS_OK;
}

static enum status open_stream(struct doctor *doctor, struct stream_settings *how,
                               struct buffer *problem)
{
    struct testee *testee = &doctor->testee;
    *how = (struct stream_settings){.window_max = 1, .trace = trace, .trace_ctx = doctor};
    printf("\nhello\n");
    show_argv(&testee->command, &(struct exec_request){.operation = NULL});
    if (!stream_open(&doctor->stream, &testee->command, &testee->settings, how)) {
        buffer_text(problem, strerror(errno));
        return STATUS_INTERNAL;
    }
    const struct outcome *failure = stream_failure(doctor->stream);
    doctor->stopped = failure != NULL;
    return failure != NULL ? explain_hello(doctor, failure, problem) : STATUS_OK;
}

/* --- the end --- */

static void sum_up(const struct doctor *doctor)
{
    printf("\n%u of %d right", doctor->right, (int)VISIT_COUNT);
    if (doctor->unsupported > 0)
        printf(", %u not supported", doctor->unsupported);
    if (doctor->wrong_protocol > 0)
        puts(": it does not speak the contract yet; mend the adapter first. CONTRACT.md has the "
             "whole of it.");
    else if (doctor->wrong_values > 0)
        puts(": the adapter speaks the contract; what is wrong are the answers of the extractor.");
    else if (doctor->right == 0)
        puts(": nothing is supported, so that nothing can be tested.");
    else
        puts(": it is ready for `jets run`.");
}

static enum status visit_all(struct doctor *doctor, struct buffer *problem)
{
    struct stream_settings how;
    struct stream_totals totals = {.starts = 0};
    enum status status = STATUS_OK;
    if (doctor->testee.mode == MODE_STREAM)
        status = open_stream(doctor, &how, problem);
    for (size_t i = 0; status == STATUS_OK && !doctor->stopped && i < VISIT_COUNT; i++)
        status = visit(doctor, i, problem);
    if (doctor->stream != NULL)
        stream_close(doctor->stream, &totals);
    if (status != STATUS_OK)
        return status;
    if (!doctor->stopped && totals.ending[0] != '\0') {
        doctor->wrong_protocol++;
        printf("\nWRONG: at the end of its input it did not end as it should: %s\n", totals.ending);
    }
    sum_up(doctor);
    bool good = doctor->wrong_protocol + doctor->wrong_values == 0 && doctor->right > 0;
    return good ? STATUS_OK : STATUS_UNEXPECTED;
}

enum status command_doctor(const struct options *options, const volatile sig_atomic_t *interrupt)
{
    struct doctor doctor = {.has_folder = options->cwd != NULL};
    struct buffer problem = {0};
    enum status status = testee_open(&doctor.testee, options, interrupt, &problem);
    if (status == STATUS_OK)
        status = visit_all(&doctor, &problem);
    if (status == STATUS_INTERRUPTED && problem.len == 0)
        buffer_text(&problem, "interrupted");
    fflush(stdout);
    if (problem.len > 0)
        command_complain(&problem);
    testee_close(&doctor.testee);
    buffer_free(&doctor.sent);
    buffer_free(&problem);
    enum status closed = command_close_stdout();
    return closed != STATUS_OK ? closed : status;
}

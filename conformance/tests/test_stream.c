/*
 * Stream mode, tried with the testee `hostile-stream`: the right outcome on the right case, the
 * others unharmed, nothing left behind, whatever it does and whatever the window.
 */
#define _XOPEN_SOURCE 700

#include "contained.h"

#include <signal.h>
#include <sys/time.h>

#include "clock.h"
#include "launch.h"
#include "stream.h"
#include "stream_wire.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

enum { CASES = 8, ATTACKED = 3, CASES_MAX = 300, REPLY_ROOM = 64 };

/* Long enough that only what hangs meets it, on a busy machine too. */
enum { PATIENCE_MS = 15000, HURRY_MS = 800 };

/* What is asked of whom. */
struct play {
    const char *behaviour, *number, *window;
    size_t cases;
    size_t attacked; /* index of the case that is attacked; cases: none */
    struct process_limits limits;
    struct stream_settings how;
};

/* What came of it. */
struct played {
    struct outcome outcomes[CASES_MAX];
    unsigned given[CASES_MAX];
    size_t order[CASES_MAX]; /* indices, as they came */
    size_t count;
    struct stream_totals totals;
};

struct one_case {
    char reply[REPLY_ROOM];
    struct input_memory memory;
};

/* A run of the source and the sink. */
struct playing {
    const struct play *play;
    struct played *played;
    struct one_case cases[CASES_MAX];
    size_t next;
};

static struct process_limits patient(void)
{
    struct process_limits limits = process_limits_default();
    limits.wall_ms = PATIENCE_MS;
    limits.output_max = limits.stderr_max = (size_t)4 << 20;
    return limits;
}

static struct process_limits hurried(void)
{
    struct process_limits limits = patient();
    limits.wall_ms = HURRY_MS;
    limits.cpu_ms = PATIENCE_MS;
    return limits;
}

static struct play play_of(const char *behaviour, const char *number, const char *window)
{
    return (struct play){behaviour,          number, window, CASES, ATTACKED, patient(),
                         {.start_ms = 15000}};
}

static bool next_case(void *ctx, struct stream_case *next)
{
    struct playing *playing = ctx;
    if (playing->next == playing->play->cases)
        return false;
    struct one_case *one = &playing->cases[playing->next];
    snprintf(one->reply, sizeof one->reply, "{\"%s\":%zu}",
             playing->next == playing->play->attacked ? "attack" : "\xC3\xBC\t", playing->next);
    one->memory = (struct input_memory){(const unsigned char *)one->reply, strlen(one->reply)};
    *next =
        (struct stream_case){.request = {.input = input_from_memory(&one->memory)}, .opaque = one};
    playing->next++;
    return true;
}

static bool take_outcome(void *ctx, void *opaque, struct outcome *outcome)
{
    struct playing *playing = ctx;
    struct played *played = playing->played;
    size_t index = (size_t)((struct one_case *)opaque - playing->cases);
    assert_true(index < playing->next);
    assert_int_equal(played->given[index]++, 0);
    assert_true(played->count < CASES_MAX);
    played->order[played->count++] = index;
    played->outcomes[index] = *outcome;
    return true;
}

static void open_stream(struct stream **stream, struct exec_command *command,
                        const struct play *play)
{
    char path[PATH_ROOM];
    testee_path(path, "hostile-stream");
    const char *argv[] = {path, play->behaviour, play->number, play->window, run_mark(), NULL};
    struct exec_settings settings = {.limits = play->limits};
    assert_true(exec_command_init(command, argv, NULL));
    assert_true(stream_open(stream, command, &settings, &play->how));
}

/* Runs it, and proves that every case got one outcome and nothing is left. */
static struct played *run(const struct play *play)
{
    struct playing *playing = calloc(1, sizeof *playing);
    struct played *played = calloc(1, sizeof *played);
    struct exec_command command;
    struct stream *stream;
    assert_non_null(playing);
    assert_non_null(played);
    playing->play = play;
    playing->played = played;
    open_stream(&stream, &command, play);
    assert_true(stream_run(stream, next_case, take_outcome, playing));
    stream_close(stream, &played->totals);
    exec_command_free(&command);
    assert_int_equal(played->count, play->cases);
    assert_int_equal(played->totals.notes & ~usual_notes(), 0);
    assert_nothing_left();
    free(playing);
    return played;
}

static void done(struct played *played)
{
    for (size_t i = 0; i < CASES_MAX; i++)
        outcome_free(&played->outcomes[i]);
    free(played);
}

/* The case has its own reply for an answer. */
static void assert_right(const struct played *played, size_t index)
{
    char expected[REPLY_ROOM];
    const struct outcome *outcome = &played->outcomes[index];
    snprintf(expected, sizeof expected, "{\"\xC3\xBC\t\":%zu}", index);
    if (outcome->kind != OUTCOME_VALUE || strcmp((const char *)outcome->text, expected) != 0)
        fail_msg("case %zu: %s, %s: %.200s", index, outcome_kind_name(outcome->kind),
                 outcome->detail, (const char *)outcome->text);
    assert_int_equal(outcome->text_len, strlen(expected));
}

static void assert_others_right(const struct played *played, const struct play *play)
{
    for (size_t i = 0; i < play->cases; i++) {
        if (i != play->attacked)
            assert_right(played, i);
    }
}

static void assert_outcome(const struct played *played, size_t index, enum outcome_kind kind,
                           const char *detail)
{
    const struct outcome *outcome = &played->outcomes[index];
    if (outcome->kind != kind || strstr(outcome->detail, detail) == NULL)
        fail_msg("case %zu: %s, %s: %.200s", index, outcome_kind_name(outcome->kind),
                 outcome->detail, (const char *)outcome->text);
    assert_int_equal(outcome->err[outcome->err_len], 0);
}

static const char *const WINDOWS[] = {"1", "4"};

/* The attacked case has this outcome, all others the right one, with each window. */
static void check_limited(const char *behaviour, const char *number, struct process_limits limits,
                          enum outcome_kind kind, const char *detail)
{
    for (size_t i = 0; i < 2; i++) {
        struct play play = play_of(behaviour, number, WINDOWS[i]);
        play.limits = limits;
        struct played *played = run(&play);
        assert_outcome(played, ATTACKED, kind, detail);
        assert_others_right(played, &play);
        assert_int_equal(played->totals.unexplained, 0);
        assert_false(played->totals.exhausted);
        assert_string_equal(played->totals.ending, "");
        done(played);
    }
}

static void check(const char *behaviour, const char *number, enum outcome_kind kind,
                  const char *detail)
{
    check_limited(behaviour, number, patient(), kind, detail);
}

/* ---- it is honest ---- */

static void answers_come_to_their_cases(void **state)
{
    static const char *const windows[] = {"1", "2", "7", "64"};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct play play = play_of("right", "", windows[i]);
        play.cases = CASES_MAX;
        play.attacked = CASES_MAX;
        struct played *played = run(&play);
        assert_others_right(played, &play);
        assert_int_equal(played->totals.starts, 1);
        assert_int_equal(played->totals.faults, 0);
        assert_string_equal(played->totals.ending, "");
        done(played);
    }
}

static void answers_may_come_in_any_order(void **state)
{
    (void)state;
    struct play play = play_of("out-of-order", "", "4");
    play.cases = play.attacked = 16;
    struct played *played = run(&play);
    assert_others_right(played, &play);
    assert_int_equal(played->order[0], 3);
    assert_int_equal(played->order[3], 0);
    assert_int_equal(played->totals.starts, 1);
    done(played);
}

static void the_settings_bound_the_window(void **state)
{
    (void)state;
    struct play play = play_of("out-of-order", "", "4");
    play.how.window_max = 2;
    play.limits = hurried();
    play.cases = play.attacked = 2;
    struct played *played = run(&play);
    /* It waits for four, and there are two. */
    assert_outcome(played, 0, OUTCOME_TIMEOUT, "no answer");
    assert_outcome(played, 1, OUTCOME_TIMEOUT, "no answer");
    done(played);
}

static void hello_is_told(void **state)
{
    (void)state;
    struct play play = play_of("right", "", "9");
    struct exec_command command;
    struct stream *stream;
    open_stream(&stream, &command, &play);
    const struct stream_hello *hello = stream_hello(stream);
    assert_non_null(hello);
    assert_null(stream_failure(stream));
    assert_string_equal(hello->name, "hostile-stream");
    assert_string_equal(hello->version, "7");
    assert_string_equal(hello->policy, "{}");
    assert_int_equal(hello->window, 9);
    assert_int_equal(hello->max_line, STREAM_MAX_LINE);
    assert_true(hello->operations[OPERATION_EXTRACT] && hello->operations[OPERATION_STRINGS]);
    stream_close(stream, NULL);
    play.behaviour = "short-lines";
    exec_command_free(&command);
    open_stream(&stream, &command, &play);
    assert_string_equal(stream_hello(stream)->policy, "{\"select\":\"first\"}");
    assert_int_equal(stream_hello(stream)->max_line, 200);
    stream_close(stream, NULL);
    exec_command_free(&command);
    assert_nothing_left();
}

static void what_it_says_is_an_outcome(void **state)
{
    (void)state;
    check("none", "", OUTCOME_NONE, "nothing there");
    check("unsupported", "", OUTCOME_UNSUPPORTED, "not this one");
    check("error", "", OUTCOME_ERROR, "it broke");
}

static void only_what_hello_names_is_asked(void **state)
{
    (void)state;
    struct play play = play_of("only-extract", "", "1");
    struct exec_command command;
    struct stream *stream;
    struct outcome outcome;
    struct input_memory memory = {(const unsigned char *)"{}", 2};
    struct exec_request request = {.operation = "strings", .input = input_from_memory(&memory)};
    open_stream(&stream, &command, &play);
    assert_true(stream_run_one(stream, &request, &outcome));
    assert_int_equal(outcome.kind, OUTCOME_UNSUPPORTED);
    assert_non_null(strstr(outcome.detail, "does not name the operation"));
    outcome_free(&outcome);
    request.operation = "extract";
    assert_true(stream_run_one(stream, &request, &outcome));
    assert_int_equal(outcome.kind, OUTCOME_VALUE);
    assert_string_equal((const char *)outcome.text, "{}");
    outcome_free(&outcome);
    stream_close(stream, NULL);
    exec_command_free(&command);
    assert_nothing_left();
}

static size_t read_letters(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap)
{
    (void)ctx;
    (void)offset;
    memset(buf, 'x', cap);
    return cap;
}

static struct outcome ask_letters(const char *behaviour, uint64_t len)
{
    struct play play = play_of(behaviour, "", "1");
    struct exec_command command;
    struct stream *stream;
    struct outcome outcome;
    struct exec_request request = {.input = {read_letters, NULL, len}};
    play.limits.output_max = (size_t)16 << 20;
    open_stream(&stream, &command, &play);
    assert_true(stream_run_one(stream, &request, &outcome));
    stream_close(stream, NULL);
    exec_command_free(&command);
    assert_nothing_left();
    return outcome;
}

static void a_request_longer_than_max_line_is_not_sent(void **state)
{
    /* {"id":1,"op":"extract","reply":""} and LF: 35 bytes beside the letters */
    static const uint64_t lengths[] = {165, 166, 1000, (uint64_t)1 << 40};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct outcome outcome = ask_letters("short-lines", lengths[i]);
        assert_int_equal(outcome.kind, i == 0 ? OUTCOME_VALUE : OUTCOME_UNSUPPORTED);
        if (i == 1)
            assert_non_null(strstr(outcome.detail, "request of 201 bytes is longer than max_line"));
        outcome_free(&outcome);
    }
}

static void requests_of_every_length_arrive(void **state)
{
    static const uint64_t lengths[] = {0, 1, 65500, 65535, 65536, 65537, 200000, 3000000};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        struct outcome outcome = ask_letters("right", lengths[i]);
        assert_int_equal(outcome.kind, OUTCOME_VALUE);
        assert_int_equal(outcome.text_len, lengths[i]);
        for (size_t at = 0; at < outcome.text_len; at++)
            assert_int_equal(outcome.text[at], 'x');
        outcome_free(&outcome);
    }
}

static void use_is_measured_where_one_is_in_flight(void **state)
{
    (void)state;
    needs_whole_containment();
    struct play play = play_of("slow", "100", "1");
    play.cases = 3;
    struct played *played = run(&play);
    for (size_t i = 0; i < play.cases; i++) {
        /* The clock may start late, where the runner has to wait for its turn. */
        assert_in_range(played->outcomes[i].wall_us, 20000, 8000000);
        assert_in_range(played->outcomes[i].peak_kb, 100, 500000);
        assert_in_range(played->outcomes[i].cpu_us, 0, 1000000);
    }
    done(played);
    play.window = "3";
    played = run(&play);
    assert_true(played->outcomes[1].cpu_us == OUTCOME_UNMEASURED);
    assert_true(played->outcomes[1].peak_kb == OUTCOME_UNMEASURED);
    done(played);
}

static void standard_error_belongs_to_the_case(void **state)
{
    char expected[32];
    (void)state;
    struct play play = play_of("chatter", "", "1");
    struct played *played = run(&play);
    for (size_t i = 0; i < play.cases; i++) {
        snprintf(expected, sizeof expected, "about %zu", i + 1);
        assert_string_equal((const char *)played->outcomes[i].err, expected);
    }
    done(played);
}

/* ---- time ---- */

static void what_hangs_is_timed_out(void **state)
{
    static const char *const behaviours[] = {"hang-before", "hang-during", "drip", "ignore-term"};
    (void)state;
    for (size_t i = 0; i < 4; i++)
        check_limited(behaviours[i], "", hurried(), OUTCOME_TIMEOUT, "no answer within 800 ms");
}

static void a_late_answer_is_not_taken_for_the_next_case(void **state)
{
    (void)state;
    check_limited("late", "1300", hurried(), OUTCOME_TIMEOUT, "no answer within 800 ms");
}

static void cpu_time_is_limited_for_each_case(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.cpu_ms = 200;
    check_limited("spin", "", limits, OUTCOME_TIMEOUT, "more than 200 ms of CPU time");
}

/* Answers that are slow one after the other are no timeout, however many wait. */
static void waiting_for_others_is_not_counted(void **state)
{
    (void)state;
    struct play play = play_of("slow", "100", "16");
    play.limits = hurried();
    play.cases = play.attacked = 10;
    struct played *played = run(&play);
    assert_others_right(played, &play);
    assert_int_equal(played->totals.faults, 0);
    done(played);
}

static void a_testee_that_does_not_read_does_not_block(void **state)
{
    (void)state;
    struct play play = play_of("never-read", "", "1");
    struct exec_command command;
    struct stream *stream;
    struct outcome outcome;
    struct exec_request request = {.input = {read_letters, NULL, 3000000}};
    play.limits = hurried();
    open_stream(&stream, &command, &play);
    uint64_t start = clock_us();
    assert_true(stream_run_one(stream, &request, &outcome));
    assert_true(clock_us() - start < 4000000);
    assert_int_equal(outcome.kind, OUTCOME_TIMEOUT);
    assert_non_null(strstr(outcome.detail, "did not read the request"));
    outcome_free(&outcome);
    stream_close(stream, NULL);
    exec_command_free(&command);
    assert_nothing_left();
}

/* ---- its end ---- */

static void a_crash_is_charged_to_its_case(void **state)
{
    (void)state;
    check("signal", "11", OUTCOME_CRASH, "killed by signal 11");
    check("signal", "9", OUTCOME_CRASH, "killed by signal 9");
}

static void an_early_exit_is_charged_to_its_case(void **state)
{
    (void)state;
    check("exit-early", "0", OUTCOME_ERROR, "exit status 0 before it answered");
    check("exit-early", "3", OUTCOME_ERROR, "exit status 3 before it answered");
    check("half-line", "", OUTCOME_MALFORMED, "half a line");
}

/* Every case that it dies at is one that it was asked alone. */
static void a_death_at_the_nth_request_comes_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct play play = play_of("die-at", "3", WINDOWS[i]);
        play.cases = play.attacked = 12;
        struct played *played = run(&play);
        size_t crashes = 0;
        for (size_t k = 0; k < play.cases; k++) {
            if (played->outcomes[k].kind == OUTCOME_CRASH)
                crashes++;
            else
                assert_right(played, k);
        }
        if (i == 0) {
            assert_int_equal(crashes, 4);
            assert_int_equal(played->outcomes[2].kind, OUTCOME_CRASH);
            assert_int_equal(played->outcomes[11].kind, OUTCOME_CRASH);
        }
        assert_true(crashes > 0);
        done(played);
    }
}

/* One that ends when it has answered is found dead by the next case, each time. */
static void an_exit_after_an_answer_is_found_by_the_next(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct play play = play_of("exit-after", "0", "1");
        struct played *played = run(&play);
        char *attacked = (char *)played->outcomes[ATTACKED].text;
        assert_string_equal(attacked, "{\"attack\":3}");
        assert_outcome(played, ATTACKED + 1, OUTCOME_ERROR, "exit status 0 before it answered");
        assert_right(played, ATTACKED + 2);
        done(played);
    }
}

static void a_fault_that_does_not_come_back_is_told(void **state)
{
    (void)state;
    struct play play = play_of("hang-after", "", "4");
    play.limits = hurried();
    struct played *played = run(&play);
    assert_string_equal((const char *)played->outcomes[ATTACKED].text, "{\"attack\":3}");
    assert_others_right(played, &play);
    assert_int_equal(played->totals.unexplained, 1);
    assert_non_null(strstr(played->totals.unexplained_detail, "no answer within"));
    assert_true((played->outcomes[ATTACKED + 1].notes & PROCESS_NOTE_AGAIN) != 0);
    assert_true((played->outcomes[0].notes & PROCESS_NOTE_AGAIN) == 0);
    done(played);
}

static void the_end_of_input_ends_it(void **state)
{
    static const struct {
        const char *behaviour, *number, *ending;
    } ends[] = {
        {"right", "", ""},
        {"at-end-exit", "0", ""},
        {"at-end-exit", "1", "exit status 1 at the end of input"},
        {"at-end-hang", "", "no end within 800 ms after the end of input"},
        {"at-end-talk", "", "output after the last answer"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct play play = play_of(ends[i].behaviour, ends[i].number, "1");
        play.attacked = CASES;
        if (i == 3)
            play.limits = hurried();
        struct played *played = run(&play);
        assert_others_right(played, &play);
        assert_string_equal(played->totals.ending, ends[i].ending);
        done(played);
    }
}

/* ---- what it leaves behind ---- */

static void assert_attack_answered(const char *behaviour, const char *number)
{
    for (size_t i = 0; i < 2; i++) {
        struct play play = play_of(behaviour, number, WINDOWS[i]);
        struct played *played = run(&play);
        assert_string_equal((const char *)played->outcomes[ATTACKED].text, "{\"attack\":3}");
        assert_others_right(played, &play);
        assert_int_equal(played->totals.faults, 0);
        done(played);
    }
}

static void what_it_leaves_behind_is_gone(void **state)
{
    (void)state;
    assert_attack_answered("fork-hold", "");
    assert_attack_answered("write-files", "");
}

static void daemons_are_found_and_killed(void **state)
{
    (void)state;
    needs_whole_containment();
    assert_attack_answered("daemon", "");
    check("daemon-and-die", "", OUTCOME_CRASH, "killed by signal 9");
}

static void a_fork_bomb_is_put_out(void **state)
{
    (void)state;
    needs_whole_containment();
    check("fork-bomb", "", OUTCOME_FLOOD, "processes at once");
}

/* ---- output and memory ---- */

static void too_much_output_is_a_flood(void **state)
{
    (void)state;
    check("flood-stdout", "", OUTCOME_FLOOD, "a line of more than 4194304 bytes");
    check("long-line", "100", OUTCOME_FLOOD, "a line of more than 4194304 bytes");
    check("flood-stderr", "", OUTCOME_FLOOD, "bytes on standard error");
    check("flood-lines", "", OUTCOME_MALFORMED, "without an id");
}

static void a_long_answer_is_whole(void **state)
{
    (void)state;
    struct play play = play_of("long-line", "3", "1");
    struct played *played = run(&play);
    const struct outcome *outcome = &played->outcomes[ATTACKED];
    assert_int_equal(outcome->kind, OUTCOME_VALUE);
    assert_int_equal(outcome->text_len, 3 << 20);
    for (size_t i = 0; i < outcome->text_len; i += 4093)
        assert_int_equal(outcome->text[i], 'x');
    assert_others_right(played, &play);
    done(played);
}

static void deep_values_are_read(void **state)
{
    (void)state;
    struct play play = play_of("deep", "1000000", "1");
    struct played *played = run(&play);
    assert_int_equal(played->outcomes[ATTACKED].kind, OUTCOME_VALUE);
    assert_int_equal(played->outcomes[ATTACKED].text_len, 2000000);
    assert_others_right(played, &play);
    done(played);
}

static void memory_is_limited(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.memory_kb = 150000;
    check_limited("eat-memory", "", limits, OUTCOME_MEMORY, "of 150000 kB allowed");
}

static void the_runners_own_memory_is_bounded(void **state)
{
    static const char *const floods[][2] = {{"flood-stdout", ""}, {"long-line", "100"},
                                            {"long-line", "15"},  {"deep", "8000000"},
                                            {"flood-stderr", ""}, {"flood-lines", ""}};
    (void)state;
#if defined(SANITIZED)
    skip(); /* it keeps what is freed */
#endif
    uint64_t before = own_peak_kb();
    for (size_t i = 0; i < sizeof floods / sizeof floods[0]; i++) {
        struct play play = play_of(floods[i][0], floods[i][1], "4");
        play.limits.output_max = play.limits.stderr_max = (size_t)16 << 20;
        struct played *played = run(&play);
        assert_others_right(played, &play);
        done(played);
    }
    assert_in_range(own_peak_kb() - before, 0, 56 * 1024);
}

static void a_huge_reply_takes_no_memory(void **state)
{
    (void)state;
    uint64_t before = own_peak_kb();
    struct play play = play_of("count", "", "1");
    struct exec_command command;
    struct stream *stream;
    struct outcome outcome;
    struct exec_request request = {.input = {read_letters, NULL, (uint64_t)50 << 20}};
    open_stream(&stream, &command, &play);
    assert_true(stream_run_one(stream, &request, &outcome));
    assert_int_equal(outcome.kind, OUTCOME_VALUE);
    assert_string_equal((const char *)outcome.text, "1");
    outcome_free(&outcome);
    stream_close(stream, NULL);
    exec_command_free(&command);
    assert_nothing_left();
    assert_in_range(own_peak_kb() - before, 0, 8 * 1024);
}

/* ---- the protocol ---- */

static void strange_ids_are_faults(void **state)
{
    (void)state;
    check("wrong-id", "", OUTCOME_MALFORMED, "an id that was not sent");
    check("extra-id", "", OUTCOME_MALFORMED, "an id that was not sent");
    check("no-id", "", OUTCOME_MALFORMED, "without an id");
    check("text-id", "", OUTCOME_MALFORMED, "an id that was not sent");
    check("two-ids", "", OUTCOME_MALFORMED, "more than one id");
    check("previous-id", "", OUTCOME_MALFORMED, "an id that was not sent");
}

static void an_answer_given_twice_is_charged_to_its_own_case(void **state)
{
    (void)state;
    check("repeat", "", OUTCOME_MALFORMED, "answered before");
    check("repeat-later", "", OUTCOME_MALFORMED, "answered before");
    check("trailing-line", "", OUTCOME_MALFORMED, "not one strict JSON object");
}

/* The first of two runs has given its answer on when the line comes. */
static void a_line_late_by_a_run_is_not_charged_to_the_next_case(void **state)
{
    (void)state;
    static const char *const REPLIES[] = {"{\"attack\":0}", "{\"a\":1}", "{\"a\":2}"};
    struct play play = play_of("repeat-later", "", "1");
    struct exec_command command;
    struct stream *stream;
    struct stream_totals totals;
    open_stream(&stream, &command, &play);
    for (size_t i = 0; i < 3; i++) {
        struct outcome outcome;
        struct input_memory memory = {(const unsigned char *)REPLIES[i], strlen(REPLIES[i])};
        struct exec_request request = {.input = input_from_memory(&memory)};
        assert_true(stream_run_one(stream, &request, &outcome));
        assert_int_equal(outcome.kind, OUTCOME_VALUE);
        assert_string_equal((const char *)outcome.text, REPLIES[i]);
        assert_int_equal((outcome.notes & PROCESS_NOTE_AGAIN) != 0, i == 1);
        outcome_free(&outcome);
    }
    stream_close(stream, &totals);
    exec_command_free(&command);
    assert_int_equal(totals.unexplained, 1);
    assert_non_null(strstr(totals.unexplained_detail, "answered before"));
    assert_nothing_left();
}

static void strange_lines_are_faults(void **state)
{
    (void)state;
    check("no-json", "", OUTCOME_MALFORMED, "not one strict JSON object");
    check("nan", "", OUTCOME_MALFORMED, "not one strict JSON object");
    check("invalid-utf8", "", OUTCOME_MALFORMED, "not one strict JSON object");
    check("empty-line", "", OUTCOME_MALFORMED, "an empty line");
}

static void strange_results_are_malformed(void **state)
{
    (void)state;
    check("two-results", "", OUTCOME_MALFORMED, "more than one result");
    check("two-values", "", OUTCOME_MALFORMED, "more than one result");
    check("no-result", "", OUTCOME_MALFORMED, "no result");
    check("no-reason", "", OUTCOME_MALFORMED, "unsupported without a reason");
}

static void the_line_at_fault_is_kept(void **state)
{
    (void)state;
    struct play play = play_of("no-json", "", "1");
    struct played *played = run(&play);
    assert_string_equal((const char *)played->outcomes[ATTACKED].text,
                        "Traceback (most recent call last):");
    done(played);
}

/* What is answered is answered: that it is another case's is for the verdict to find. */
static void a_leak_between_cases_shows_in_the_text(void **state)
{
    (void)state;
    struct play play = play_of("state-leak", "", "1");
    struct played *played = run(&play);
    assert_string_equal((const char *)played->outcomes[ATTACKED].text,
                        (const char *)played->outcomes[ATTACKED - 1].text);
    assert_others_right(played, &play);
    done(played);
}

static void closed_pipes_are_faults(void **state)
{
    (void)state;
    check("close-output", "", OUTCOME_MALFORMED, "closed its standard output");
    check("close-pipes", "", OUTCOME_MALFORMED, "closed its standard output");
    struct play play = play_of("close-input", "", "1");
    play.limits = hurried();
    struct played *played = run(&play);
    assert_string_equal((const char *)played->outcomes[ATTACKED].text, "{\"attack\":3}");
    /* Whether the next request was written before is a race. */
    assert_true(played->outcomes[ATTACKED + 1].kind == OUTCOME_MALFORMED ||
                played->outcomes[ATTACKED + 1].kind == OUTCOME_TIMEOUT);
    assert_right(played, ATTACKED + 2);
    done(played);
}

/* ---- hello ---- */

static void check_refused(const char *behaviour, const char *detail)
{
    struct play play = play_of(behaviour, "", "1");
    struct exec_command command;
    struct stream *stream;
    struct outcome outcome;
    struct exec_request request = {.operation = "extract"};
    play.how.start_ms = behaviour[0] == 'n' || strcmp(behaviour, "hello-half") == 0 ? 300 : 15000;
    open_stream(&stream, &command, &play);
    const struct outcome *failure = stream_failure(stream);
    assert_non_null(failure);
    assert_null(stream_hello(stream));
    assert_int_equal(failure->kind, OUTCOME_NOT_STARTED);
    assert_int_equal(failure->code, EPROTO);
    if (strstr(failure->detail, detail) == NULL)
        fail_msg("%s: %s", behaviour, failure->detail);
    assert_true(stream_run_one(stream, &request, &outcome));
    assert_int_equal(outcome.kind, OUTCOME_NOT_STARTED);
    assert_string_equal(outcome.detail, failure->detail);
    assert_string_equal((const char *)outcome.text, (const char *)failure->text);
    outcome_free(&outcome);
    stream_close(stream, NULL);
    exec_command_free(&command);
    assert_nothing_left();
}

static void who_does_not_greet_is_not_asked(void **state)
{
    (void)state;
    check_refused("no-hello", "no answer to hello in time");
    check_refused("hello-half", "no answer to hello in time");
    check_refused("hello-banner", "the first line is no JSON object");
    check_refused("hello-array", "the first line is no JSON object");
    check_refused("hello-contract", "contract is not 1");
    check_refused("hello-id", "the id of hello is not 0");
    check_refused("hello-nameless", "name is no string");
    check_refused("hello-nothing", "operations is no array");
    check_refused("hello-repeats", "a name is repeated");
    check_refused("hello-window", "window or max_line");
    check_refused("no-such-behaviour", "exit status 2 before it answered hello");
}

static void what_cannot_start_says_why(void **state)
{
    static const char *const argv[] = {"/no/such/program", NULL};
    (void)state;
    struct exec_settings settings = {.limits = patient()};
    struct exec_command command;
    struct stream *stream;
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(stream_open(&stream, &command, &settings, NULL));
    assert_int_equal(stream_failure(stream)->kind, OUTCOME_NOT_STARTED);
    assert_int_equal(stream_failure(stream)->code, ENOENT);
    stream_close(stream, NULL);
    exec_command_free(&command);
}

/* ---- restarts ---- */

static void restarts_are_bounded(void **state)
{
    (void)state;
    struct play play = play_of("die-at", "1", "1");
    play.cases = play.attacked = 12;
    play.how.restarts_max = 5;
    struct played *played = run(&play);
    for (size_t i = 0; i < 6; i++)
        assert_outcome(played, i, OUTCOME_CRASH, "killed by signal 9");
    for (size_t i = 6; i < play.cases; i++)
        assert_outcome(played, i, OUTCOME_ERROR, "not run: the program was started 6 times");
    assert_true(played->totals.exhausted);
    assert_int_equal(played->totals.starts, 6);
    done(played);
}

static void starts_without_an_answer_are_bounded(void **state)
{
    (void)state;
    struct play play = play_of("die-at", "1", "1");
    play.cases = play.attacked = STREAM_BARREN_MAX + 2;
    struct played *played = run(&play);
    assert_outcome(played, STREAM_BARREN_MAX - 1, OUTCOME_CRASH, "killed by signal 9");
    assert_outcome(played, STREAM_BARREN_MAX, OUTCOME_ERROR, "in a row without an answer");
    done(played);
}

/* ---- interruption, and a sink that has enough ---- */

static volatile sig_atomic_t stop;

static void on_alarm(int number)
{
    (void)number;
    stop = 1;
}

static void an_interruption_ends_the_run(void **state)
{
    (void)state;
    char path[PATH_ROOM];
    testee_path(path, "hostile-stream");
    const char *argv[] = {path, "hang-before", "", "4", run_mark(), NULL};
    struct exec_settings settings = {.limits = patient(), .interrupt = &stop};
    struct play play = play_of("hang-before", "", "4");
    struct playing *playing = calloc(1, sizeof *playing);
    struct played *played = calloc(1, sizeof *played);
    struct exec_command command;
    struct stream *stream;
    struct itimerval timer = {.it_value = {0, 300000}};
    assert_non_null(playing);
    assert_non_null(played);
    playing->play = &play;
    playing->played = played;
    stop = 0;
    signal(SIGALRM, on_alarm);
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(stream_open(&stream, &command, &settings, NULL));
    uint64_t start = clock_us();
    setitimer(ITIMER_REAL, &timer, NULL);
    assert_true(stream_run(stream, next_case, take_outcome, playing));
    signal(SIGALRM, SIG_DFL);
    assert_true(clock_us() - start < 3000000);
    assert_nothing_left();
    assert_int_equal(played->count, playing->next);
    assert_right(played, 0);
    assert_outcome(played, ATTACKED, OUTCOME_INTERRUPTED, "interrupted");
    stream_close(stream, NULL);
    exec_command_free(&command);
    done(played);
    free(playing);
}

static bool one_is_enough(void *ctx, void *opaque, struct outcome *outcome)
{
    take_outcome(ctx, opaque, outcome);
    return false;
}

static void the_sink_ends_the_run(void **state)
{
    (void)state;
    struct play play = play_of("right", "", "4");
    struct playing *playing = calloc(1, sizeof *playing);
    struct played *played = calloc(1, sizeof *played);
    struct exec_command command;
    struct stream *stream;
    assert_non_null(playing);
    assert_non_null(played);
    playing->play = &play;
    playing->played = played;
    open_stream(&stream, &command, &play);
    assert_true(stream_run(stream, next_case, one_is_enough, playing));
    assert_int_equal(played->count, 1);
    assert_nothing_left();
    stream_close(stream, NULL);
    exec_command_free(&command);
    done(played);
    free(playing);
}

static size_t read_nothing(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap)
{
    (void)ctx;
    memset(buf, 0, cap);
    return offset > 0;
}

static void a_source_that_ends_early_is_the_runners_failure(void **state)
{
    (void)state;
    struct play play = play_of("right", "", "1");
    struct exec_command command;
    struct stream *stream;
    struct outcome outcome;
    struct exec_request request = {.input = {read_nothing, NULL, 100}};
    open_stream(&stream, &command, &play);
    assert_false(stream_run_one(stream, &request, &outcome));
    assert_int_equal(errno, EIO);
    assert_null(outcome.text);
    stream_close(stream, NULL);
    exec_command_free(&command);
    assert_nothing_left();
}

/* ---- the wire ---- */

/* The line of a request, in pieces of cap bytes. */
static char *line_of(const void *reply, size_t len, size_t cap)
{
    static const struct exec_option options[] = {{"names", "any"}, {"expect", "object"}};
    struct input_memory memory = {reply, len};
    struct exec_request request = {.operation = "strings",
                                   .options = options,
                                   .options_len = 2,
                                   .input = input_from_memory(&memory)};
    struct wire *wire = calloc(1, sizeof *wire);
    char *line = calloc(1, 6 * len + 400);
    size_t at = 0;
    assert_non_null(wire);
    assert_non_null(line);
    assert_int_equal(wire_begin(wire, 7, &request, UINT64_MAX), WIRE_OK);
    for (size_t got; (got = wire_fill(wire, (unsigned char *)line + at, cap)) > 0;)
        at += got;
    assert_false(wire->failed);
    assert_int_equal(at, wire->line_len);
    free(wire);
    return line;
}

static void check_line(const void *reply, size_t len, const char *member)
{
    char expected[400];
    snprintf(expected, sizeof expected,
             "{\"id\":7,\"op\":\"strings\",\"expect\":\"object\",\"names\":\"any\",%s}\n", member);
    for (size_t cap = 16; cap < 40; cap++) {
        char *line = line_of(reply, len, cap);
        assert_string_equal(line, expected);
        free(line);
    }
}

static void requests_are_pure_ascii(void **state)
{
    (void)state;
    check_line("", 0, "\"reply\":\"\"");
    check_line("a\0b\x7F", 4, "\"reply\":\"a\\u0000b\x7F\"");
    check_line("\b\f\n\r\t\"\\/\x1F", 9, "\"reply\":\"\\b\\f\\n\\r\\t\\\"\\\\/\\u001f\"");
    check_line("\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80", 9,
               "\"reply\":\"\\u00fc\\u20ac\\ud83d\\ude00\"");
    check_line("plain text of some length, \xE2\x80\xA8 and more of it", 45,
               "\"reply\":\"plain text of some length, \\u2028 and more of it\"");
}

static void what_is_not_utf8_is_base64(void **state)
{
    (void)state;
    check_line("\xFF", 1, "\"reply_base64\":\"/w==\"");
    check_line("\xFF\xFE", 2, "\"reply_base64\":\"//4=\"");
    check_line("abc\xC3", 4, "\"reply_base64\":\"YWJjww==\"");
    check_line("\xED\xA0\x80", 3, "\"reply_base64\":\"7aCA\"");
    check_line("\xC0\x80", 2, "\"reply_base64\":\"wIA=\"");
    check_line("\xF4\x90\x80\x80", 4, "\"reply_base64\":\"9JCAgA==\"");
}

/* A character that lies across the pieces in which a long reply is read is not cut. */
static void long_requests_are_read_in_pieces(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 4; shift++) {
        const size_t len = 200000;
        char *reply = malloc(len);
        assert_non_null(reply);
        memset(reply, 'y', len);
        for (size_t i = shift; i + 4 <= len; i += 4)
            memcpy(reply + i, "\xF0\x9F\x98\x80", 4);
        char *line = line_of(reply, len, 4096);
        const char *at = strstr(line, "\"reply\":\"");
        assert_non_null(at);
        at += 9 + shift;
        size_t escapes = (len - shift) / 4;
        for (size_t i = 0; i < escapes; i++)
            assert_memory_equal(at + 12 * i, "\\ud83d\\ude00", 12);
        free(line);
        reply[len - 1] = '\xFF';
        line = line_of(reply, len, 4096);
        assert_non_null(strstr(line, "\"reply_base64\":\""));
        free(line);
        free(reply);
    }
}

static struct wire_response read_line(const char *line)
{
    struct answer scratch = {0};
    struct wire_response response;
    assert_true(wire_read(&response, &scratch, (const unsigned char *)line, strlen(line)));
    answer_free(&scratch);
    return response;
}

static void responses_are_read_strictly(void **state)
{
    static const struct {
        const char *line;
        const char *fault; /* NULL: none */
        enum wire_result result;
        const char *slice;
    } lines[] = {
        {"{\"id\":7,\"value\":1.0}", NULL, WIRE_VALUE, "1.0"},
        {" {\"value\" : {\"a\":1,\"a\":2} , \"id\" : 7}\r", NULL, WIRE_VALUE, "{\"a\":1,\"a\":2}"},
        {"{\"v\\u0061lue\":[ 1 ],\"id\":7}", NULL, WIRE_VALUE, "[ 1 ]"},
        {"{\"id\":7,\"text\":\"{}\",\"time\":3,\"time\":4}", NULL, WIRE_TEXT, "\"{}\""},
        {"{\"id\":7,\"none\":\"\"}", NULL, WIRE_NONE, "\"\""},
        {"{\"id\":7,\"error\":\"x\"}", NULL, WIRE_ERROR, "\"x\""},
        {"{\"id\":7,\"none\":null}", "take a string", WIRE_NONE, NULL},
        {"{\"id\":7,\"none\":true}", "take a string", WIRE_NONE, NULL},
        {"{\"id\":7,\"text\":{}}", "take a string", WIRE_NONE, NULL},
        {"{\"id\":7,\"unsupported\":\"\"}", "without a reason", WIRE_NONE, NULL},
        {"{\"id\":7,\"value\":1,\"value\":1}", "more than one result", WIRE_NONE, NULL},
        {"{\"id\":7,\"value\":1,\"text\":\"1\"}", "more than one result", WIRE_NONE, NULL},
        {"{\"id\":7}", "no result", WIRE_NONE, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct wire_response response = read_line(lines[i].line);
        assert_true(response.has_id);
        assert_int_equal(response.id, 7);
        if (lines[i].fault != NULL) {
            assert_non_null(response.fault);
            assert_non_null(strstr(response.fault, lines[i].fault));
            continue;
        }
        assert_null(response.fault);
        assert_int_equal(response.result, lines[i].result);
        assert_int_equal(response.len, strlen(lines[i].slice));
        assert_memory_equal(lines[i].line + response.at, lines[i].slice, response.len);
    }
}

static void lines_without_a_sure_id_are_refused(void **state)
{
    static const char *const lines[] = {
        "",
        " ",
        "null",
        "[]",
        "{\"id\":7,\"value\":1",
        "{\"id\":7,\"value\":1}}",
        "{\"id\":7,\"value\":1} {\"id\":8,\"value\":1}",
        "{\"id\":7,\"value\":01}",
        "{\"id\":7,\"value\":NaN}",
        "{\"id\":7,\"value\":Infinity}",
        "{\"id\":7,\"value\":1,}",
        "{'id':7}",
        "{\"id\":7,\"text\":\"\xC3(\"}",
        "{\"id\":7,\"text\":\"\\ud800\"}",
        "{\"id\":7,\"text\":\"a\tb\"}",
        "\xEF\xBB\xBF{\"id\":7,\"value\":1}",
        "{\"id\":\"7\",\"value\":1}",
        "{\"id\":7.0,\"value\":1}",
        "{\"id\":07,\"value\":1}",
        "{\"id\":-7,\"value\":1}",
        "{\"id\":7e0,\"value\":1}",
        "{\"id\":18446744073709551623,\"value\":1}",
        "{\"id\":7,\"id\":7,\"value\":1}",
        "{\"id\":7,\"\\u0069d\":8,\"value\":1}",
        "{\"ID\":7,\"value\":1}",
        "{\"value\":{\"id\":7}}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct wire_response response = read_line(lines[i]);
        if (response.has_id || response.fault == NULL)
            fail_msg("taken: %s", lines[i]);
    }
}

static void texts_are_unescaped_in_place(void **state)
{
    static const struct {
        const char *string, *text;
        size_t len;
    } strings[] = {
        {"\"\"", "", 0},
        {"\"plain\"", "plain", 5},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8},
        {"\"a\\u0000b\"", "a\0b", 3},
        {"\"\\u00fc\\u20AC\\ud83d\\ude00 end\"", "\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80 end", 13},
    };
    (void)state;
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        char *copy = strdup(strings[i].string);
        assert_non_null(copy);
        size_t len = wire_unescape((unsigned char *)copy, strlen(copy));
        assert_int_equal(len, strings[i].len);
        assert_memory_equal(copy, strings[i].text, len);
        free(copy);
    }
}

/* ---- the example of the contract ---- */

/* Writes the indented lines of CONTRACT.md from the one that begins with `import` on to path. */
static void write_example(const char *path)
{
    char line[500];
    bool inside = false;
    FILE *document = fopen("conformance/CONTRACT.md", "r");
    FILE *script = fopen(path, "w");
    assert_non_null(document);
    assert_non_null(script);
    while (fgets(line, sizeof line, document) != NULL) {
        inside = inside || strncmp(line, "    import ", 11) == 0;
        if (inside && strncmp(line, "    ", 4) != 0 && line[0] != '\n')
            break;
        if (inside)
            fputs(line[0] == '\n' ? line : line + 4, script);
    }
    assert_true(inside);
    fclose(document);
    assert_int_equal(fclose(script), 0);
}

static void the_example_of_the_contract_is_honest(void **state)
{
    char path[PATH_ROOM];
    struct outcome outcome;
    struct exec_command command;
    struct stream *stream;
    char *python = launch_find("python3");
    free(python);
    if (python == NULL)
        skip();
    snprintf(path, sizeof path, "%s/example.py", (const char *)*state);
    write_example(path);
    const char *argv[] = {"python3", path, run_mark(), NULL};
    struct exec_settings settings = {.limits = patient()};
    assert_true(exec_command_init(&command, argv, NULL));
    assert_true(stream_open(&stream, &command, &settings, NULL));
    if (stream_failure(stream) != NULL)
        fail_msg("%s %s", stream_failure(stream)->detail, (char *)stream_failure(stream)->err);
    static const struct {
        const char *reply;
        size_t len;
        enum outcome_kind kind;
        const char *text;
    } asked[] = {
        {"{\"a\": 1.0}", 10, OUTCOME_VALUE, "{\"a\": 1.0}"},
        {"no answer", 9, OUTCOME_NONE, ""},
        {"\xFF", 1, OUTCOME_NONE, ""},
        {"[\"\xC3\xBC\"]", 6, OUTCOME_VALUE, "[\"\xC3\xBC\"]"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct input_memory memory = {(const unsigned char *)asked[i].reply, asked[i].len};
        struct exec_request request = {.input = input_from_memory(&memory)};
        assert_true(stream_run_one(stream, &request, &outcome));
        if (outcome.kind != asked[i].kind)
            fail_msg("%s: %s %s", asked[i].reply, outcome.detail, (char *)outcome.err);
        assert_string_equal((const char *)outcome.text, asked[i].text);
        outcome_free(&outcome);
    }
    struct stream_totals totals;
    stream_close(stream, &totals);
    exec_command_free(&command);
    assert_string_equal(totals.ending, "");
    assert_int_equal(totals.starts, 1);
    assert_int_equal(unlink(path), 0);
    assert_nothing_left();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_to_their_cases),
        cmocka_unit_test(answers_may_come_in_any_order),
        cmocka_unit_test(the_settings_bound_the_window),
        cmocka_unit_test(hello_is_told),
        cmocka_unit_test(what_it_says_is_an_outcome),
        cmocka_unit_test(only_what_hello_names_is_asked),
        cmocka_unit_test(a_request_longer_than_max_line_is_not_sent),
        cmocka_unit_test(requests_of_every_length_arrive),
        cmocka_unit_test(use_is_measured_where_one_is_in_flight),
        cmocka_unit_test(standard_error_belongs_to_the_case),
        cmocka_unit_test(what_hangs_is_timed_out),
        cmocka_unit_test(a_late_answer_is_not_taken_for_the_next_case),
        cmocka_unit_test(a_line_late_by_a_run_is_not_charged_to_the_next_case),
        cmocka_unit_test(cpu_time_is_limited_for_each_case),
        cmocka_unit_test(waiting_for_others_is_not_counted),
        cmocka_unit_test(a_testee_that_does_not_read_does_not_block),
        cmocka_unit_test(a_crash_is_charged_to_its_case),
        cmocka_unit_test(an_early_exit_is_charged_to_its_case),
        cmocka_unit_test(a_death_at_the_nth_request_comes_back),
        cmocka_unit_test(an_exit_after_an_answer_is_found_by_the_next),
        cmocka_unit_test(a_fault_that_does_not_come_back_is_told),
        cmocka_unit_test(the_end_of_input_ends_it),
        cmocka_unit_test(what_it_leaves_behind_is_gone),
        cmocka_unit_test(daemons_are_found_and_killed),
        cmocka_unit_test(a_fork_bomb_is_put_out),
        cmocka_unit_test(too_much_output_is_a_flood),
        cmocka_unit_test(a_long_answer_is_whole),
        cmocka_unit_test(deep_values_are_read),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(the_runners_own_memory_is_bounded),
        cmocka_unit_test(a_huge_reply_takes_no_memory),
        cmocka_unit_test(strange_ids_are_faults),
        cmocka_unit_test(an_answer_given_twice_is_charged_to_its_own_case),
        cmocka_unit_test(strange_lines_are_faults),
        cmocka_unit_test(strange_results_are_malformed),
        cmocka_unit_test(the_line_at_fault_is_kept),
        cmocka_unit_test(a_leak_between_cases_shows_in_the_text),
        cmocka_unit_test(closed_pipes_are_faults),
        cmocka_unit_test(who_does_not_greet_is_not_asked),
        cmocka_unit_test(what_cannot_start_says_why),
        cmocka_unit_test(restarts_are_bounded),
        cmocka_unit_test(starts_without_an_answer_are_bounded),
        cmocka_unit_test(an_interruption_ends_the_run),
        cmocka_unit_test(the_sink_ends_the_run),
        cmocka_unit_test(a_source_that_ends_early_is_the_runners_failure),
        cmocka_unit_test(requests_are_pure_ascii),
        cmocka_unit_test(what_is_not_utf8_is_base64),
        cmocka_unit_test(long_requests_are_read_in_pieces),
        cmocka_unit_test(responses_are_read_strictly),
        cmocka_unit_test(lines_without_a_sure_id_are_refused),
        cmocka_unit_test(texts_are_unescaped_in_place),
        cmocka_unit_test_setup_teardown(the_example_of_the_contract_is_honest, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, contained_setup, contained_teardown);
}

/* The containment of one process, tried with the behaviours of the testee `hostile`. */
#define _XOPEN_SOURCE 700

#include "contained.h"

#include <signal.h>
#include <sys/time.h>

#include "clock.h"

/* Long enough that only what hangs meets it, on a busy machine too. */
enum { PATIENCE_MS = 15000 };

/* What ends at once, or is ended at a limit of 300 ms, is over by then. */
enum { SOON_US = 3000000 };

static struct process_limits patient(void)
{
    struct process_limits limits = process_limits_default();
    limits.wall_ms = PATIENCE_MS;
    return limits;
}

static struct process_limits hurried(void)
{
    struct process_limits limits = process_limits_default();
    limits.wall_ms = 300;
    return limits;
}

/* One run of `hostile behaviour argument`, and the proof that it left nothing. */
static struct process_result run_with(const struct process_limits *limits, struct input input,
                                      const char *behaviour, const char *argument)
{
    char path[PATH_ROOM];
    testee_path(path, "hostile");
    const char *argv[] = {path, behaviour, argument != NULL ? argument : run_mark(),
                          argument != NULL ? run_mark() : NULL, NULL};
    struct process_spec spec = {.argv = argv, .input = input, .limits = *limits};
    struct process_result result;
    assert_true(process_run(&spec, &result));
    assert_int_equal(result.notes & ~usual_notes(), 0);
    assert_nothing_left();
    return result;
}

static struct process_result run(const struct process_limits *limits, const char *behaviour,
                                 const char *argument)
{
    return run_with(limits, (struct input){0}, behaviour, argument);
}

static void assert_end(const struct process_result *result, enum process_end end,
                       enum process_limit limit)
{
    if (result->end != end || result->limit != limit)
        fail_msg("end %d, limit %d, code %d after %llu us, %llu kB: %.200s", (int)result->end,
                 (int)result->limit, result->code, (unsigned long long)result->wall_us,
                 (unsigned long long)result->peak_kb, (const char *)result->err);
}

static void assert_answered(const struct process_result *result)
{
    assert_end(result, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    assert_int_equal(result->code, 0);
    assert_string_equal((const char *)result->out, "{\"fine\":true}\n");
}

/* It answers, and is over soon whatever it leaves behind. */
static void check_answers_soon(const char *behaviour, const char *argument)
{
    struct process_limits limits = patient();
    struct process_result result = run(&limits, behaviour, argument);
    assert_answered(&result);
    assert_true(result.wall_us < SOON_US);
    process_result_free(&result);
}

/* It is ended at the wall clock's limit, not much later, and dead. */
static void check_times_out(const char *behaviour, const char *argument)
{
    struct process_limits limits = hurried();
    uint64_t start = clock_us();
    struct process_result result = run(&limits, behaviour, argument);
    assert_true(clock_us() - start < SOON_US);
    assert_end(&result, PROCESS_TIMEOUT, PROCESS_LIMIT_WALL);
    assert_true(result.wall_us >= 300000);
    process_result_free(&result);
}

/* ---- how it ends by itself ---- */

static void exit_status_and_output_are_reported(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    struct process_result result = run(&limits, "exit-with-output", "7");
    assert_end(&result, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    assert_int_equal(result.code, 7);
    assert_string_equal((const char *)result.out, "{\"fine\":true}\n");
    assert_int_equal(result.out_len, 14);
    assert_int_equal(result.err_len, 0);
    process_result_free(&result);
}

static void silence_is_empty_not_null(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    struct process_result result = run(&limits, "exit", "20");
    assert_int_equal(result.code, 20);
    assert_int_equal(result.out_len, 0);
    assert_string_equal((const char *)result.out, "");
    assert_string_equal((const char *)result.err, "");
    process_result_free(&result);
}

static void a_signal_is_reported(void **state)
{
    static const char *const numbers[] = {"11", "6", "9", "13", "15"};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct process_limits limits = patient();
        struct process_result result = run(&limits, "signal", numbers[i]);
        assert_end(&result, PROCESS_SIGNALLED, PROCESS_LIMIT_NONE);
        assert_int_equal(result.code, strtol(numbers[i], NULL, 10));
        process_result_free(&result);
    }
}

static void killing_its_group_kills_it_alone(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    struct process_result result = run(&limits, "kill-own-group", NULL);
    assert_end(&result, PROCESS_SIGNALLED, PROCESS_LIMIT_NONE);
    assert_int_equal(result.code, SIGKILL);
    process_result_free(&result);
}

static void output_that_comes_slowly_is_whole(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    struct process_result result = run(&limits, "slow-output", NULL);
    assert_string_equal((const char *)result.out, "{\"slow\":true}\n");
    process_result_free(&result);
}

/* ---- time ---- */

static void hanging_ends_at_the_limit(void **state)
{
    (void)state;
    check_times_out("hang-before", NULL);
    check_times_out("ignore-term", NULL);
    check_times_out("stop-self", NULL);
    check_times_out("close-pipes", "20000");
}

static void output_before_a_hang_is_kept(void **state)
{
    (void)state;
    struct process_limits limits = hurried();
    struct process_result result = run(&limits, "hang-after", NULL);
    assert_end(&result, PROCESS_TIMEOUT, PROCESS_LIMIT_WALL);
    assert_string_equal((const char *)result.out, "{\"fine\":true}\n");
    process_result_free(&result);
}

static void check_cpu_limit(const char *behaviour)
{
    struct process_limits limits = patient();
    limits.cpu_ms = 200;
    struct process_result result = run(&limits, behaviour, NULL);
    assert_end(&result, PROCESS_TIMEOUT, PROCESS_LIMIT_CPU);
    assert_true(result.cpu_us >= 150000);
    process_result_free(&result);
}

static void cpu_time_is_limited_over_the_whole_tree(void **state)
{
    (void)state;
    needs_whole_containment();
    check_cpu_limit("spin-cpu");
    check_cpu_limit("spin-children");
    check_cpu_limit("raise-limits");
}

static void a_sleeper_uses_no_cpu(void **state)
{
    (void)state;
    struct process_limits limits = hurried();
    limits.cpu_ms = 200;
    struct process_result result = run(&limits, "hang-before", NULL);
    assert_end(&result, PROCESS_TIMEOUT, PROCESS_LIMIT_WALL);
    assert_true(result.cpu_us < 200000);
    process_result_free(&result);
}

/* ---- what it leaves behind ---- */

static void a_grandchild_that_holds_the_pipes_is_not_waited_for(void **state)
{
    (void)state;
    check_answers_soon("fork-hold-pipe", NULL);
}

static void daemons_are_found_and_killed(void **state)
{
    char path[PATH_ROOM];
    (void)state;
    needs_whole_containment();
    testee_path(path, "hostile");
    check_times_out("daemon-hang", NULL);
    check_answers_soon("daemon", NULL);
    check_answers_soon("daemon-clean", path);
    check_answers_soon("sessions", NULL);
}

static void a_process_that_keeps_forking_is_caught(void **state)
{
    (void)state;
    needs_whole_containment();
    check_answers_soon("comet", NULL);
}

static void dead_orphans_do_not_pile_up(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    struct process_result result = run(&limits, "orphans", NULL);
    assert_answered(&result);
    process_result_free(&result);
}

static void check_bomb(const char *argument)
{
    struct process_limits limits = patient();
    uint64_t start = clock_us();
    struct process_result result = run(&limits, "fork-bomb", argument);
    assert_end(&result, PROCESS_FLOOD, PROCESS_LIMIT_PROCESSES);
    assert_true(clock_us() - start < (uint64_t)2 * SOON_US);
    process_result_free(&result);
}

static void fork_bombs_are_put_out(void **state)
{
    (void)state;
    needs_whole_containment();
    check_bomb(NULL);
    check_bomb("sessions");
}

static void output_of_a_grandchild_counts(void **state)
{
    (void)state;
    check_answers_soon("grandchild-output", NULL);
}

static void a_writing_grandchild_ends_with_its_parent(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    limits.output_max = (size_t)1024 * 1024;
    struct process_result result = run(&limits, "flood-from-grandchild", NULL);
    /* Whether a megabyte comes before the parent's end is a race; that it ends is not. */
    assert_true(result.end == PROCESS_EXITED || result.end == PROCESS_FLOOD);
    assert_true(result.wall_us < SOON_US);
    assert_true(result.out_len <= limits.output_max);
    process_result_free(&result);
}

static void the_runners_other_children_are_left_alone(void **state)
{
    (void)state;
    needs_whole_containment();
    pid_t bystander = fork();
    assert_true(bystander >= 0);
    if (bystander == 0) {
        setsid();
        sleep(20);
        _exit(0);
    }
    /* Not run(): there is a child, as there should be. */
    char path[PATH_ROOM];
    testee_path(path, "hostile");
    const char *argv[] = {path, "daemon", run_mark(), NULL};
    struct process_spec spec = {.argv = argv, .limits = patient()};
    struct process_result result;
    assert_true(process_run(&spec, &result));
    assert_answered(&result);
    process_result_free(&result);
    assert_int_equal(waitpid(bystander, NULL, WNOHANG), 0);
    kill(bystander, SIGKILL);
    assert_int_equal(waitpid(bystander, NULL, 0), bystander);
    assert_nothing_left();
}

/* A process that is none of the run's, and comes to be the runner's child only while it lasts. */
static void what_was_not_started_by_the_run_is_left_alone(void **state)
{
    int ends[2];
    pid_t orphan = 0;
    (void)state;
    needs_whole_containment();
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        orphan = fork();
        if (orphan == 0) {
            sleep(20);
            _exit(0);
        }
        clock_sleep_us(100000);
        _exit(write(ends[1], &orphan, sizeof orphan) < 0);
    }
    char path[PATH_ROOM];
    testee_path(path, "hostile");
    const char *argv[] = {path, "daemon-hang", run_mark(), NULL};
    struct process_spec spec = {.argv = argv, .limits = hurried()};
    struct process_result result;
    assert_true(process_run(&spec, &result));
    assert_end(&result, PROCESS_TIMEOUT, PROCESS_LIMIT_WALL);
    process_result_free(&result);
    assert_int_equal(read(ends[0], &orphan, sizeof orphan), sizeof orphan);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    assert_int_equal(waitpid(orphan, NULL, WNOHANG), 0);
    kill(orphan, SIGKILL);
    assert_int_equal(waitpid(orphan, NULL, 0), orphan);
    close(ends[0]);
    close(ends[1]);
    assert_nothing_left();
}

static void a_killed_runner_takes_its_testee_along(void **state)
{
    char path[PATH_ROOM];
    (void)state;
    needs_whole_containment();
    testee_path(path, "hostile");
    pid_t runner = fork();
    if (runner == 0) {
        const char *argv[] = {path, "hang-before", run_mark(), NULL};
        struct process_spec spec = {.argv = argv, .cwd = "/", .limits = patient()};
        struct process_result result;
        process_init();
        _exit(process_run(&spec, &result));
    }
    for (int i = 0; i < 1000 && count_marked() == 0; i++)
        clock_sleep_us(10000);
    assert_int_equal(count_marked(), 1);
    kill(runner, SIGKILL);
    /* The testee is this process's child now, and dead, or this takes as long as it lingers. */
    uint64_t start = clock_us();
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    assert_true(clock_us() - start < SOON_US);
    assert_nothing_left();
}

/* ---- output ---- */

static void too_much_output_is_a_flood(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    limits.output_max = (size_t)1000 * 1000;
    uint64_t before = own_peak_kb();
    struct process_result result = run(&limits, "flood-stdout", NULL);
    assert_end(&result, PROCESS_FLOOD, PROCESS_LIMIT_STDOUT);
    assert_int_equal(result.out_len, limits.output_max);
    assert_true(result.wall_us < SOON_US);
    assert_in_range(own_peak_kb() - before, 0, 32 * 1024);
    process_result_free(&result);
}

static void too_much_on_standard_error_is_a_flood(void **state)
{
    (void)state;
    struct process_limits limits = patient();
    limits.stderr_max = (size_t)1000 * 1000;
    limits.stderr_keep = 100;
    struct process_result result = run(&limits, "flood-stderr", NULL);
    assert_end(&result, PROCESS_FLOOD, PROCESS_LIMIT_STDERR);
    assert_int_equal(result.err_len, 100);
    process_result_free(&result);
}

static void the_last_of_standard_error_is_kept(void **state)
{
    static const size_t keeps[] = {0, 1, 160, 100000, 1000000};
    const size_t written = (size_t)512 * 1024; /* in lines of 16 bytes */
    (void)state;
    for (size_t i = 0; i < sizeof keeps / sizeof keeps[0]; i++) {
        struct process_limits limits = patient();
        limits.stderr_keep = keeps[i];
        struct process_result result = run(&limits, "chatter", "512");
        assert_answered(&result);
        assert_int_equal(result.err_len, keeps[i] < written ? keeps[i] : written);
        if (keeps[i] >= 16)
            assert_string_equal((const char *)result.err + result.err_len - 16,
                                "line 0000032767\n");
        process_result_free(&result);
    }
}

static void check_copy(size_t len, size_t max, enum process_end end, enum process_limit limit)
{
    struct process_limits limits = patient();
    unsigned char *data = malloc(len);
    assert_non_null(data);
    for (size_t i = 0; i < len; i++)
        data[i] = (unsigned char)(i * 7 + i / 251);
    struct input_memory memory = {data, len};
    limits.output_max = max;
    struct process_result result =
        run_with(&limits, input_from_memory(&memory), "copy-input", NULL);
    assert_end(&result, end, limit);
    assert_int_equal(result.out_len, len < max ? len : max);
    assert_memory_equal(result.out, data, result.out_len);
    process_result_free(&result);
    free(data);
}

static void the_limit_of_output_is_exact(void **state)
{
    (void)state;
    check_copy(1000, 1000, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    check_copy(1001, 1000, PROCESS_FLOOD, PROCESS_LIMIT_STDOUT);
    check_copy(3000000, 3000000, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    check_copy(3000000, 2999999, PROCESS_FLOOD, PROCESS_LIMIT_STDOUT);
}

/* ---- memory ---- */

static void memory_past_the_limit_ends_the_run(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.memory_kb = 150000;
    struct process_result result = run(&limits, "eat-memory", NULL);
    assert_end(&result, PROCESS_MEMORY, PROCESS_LIMIT_MEMORY);
    assert_true(result.peak_kb > limits.memory_kb);
    process_result_free(&result);
}

static void memory_is_summed_over_the_tree(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.memory_kb = 300000;
    struct process_result result = run(&limits, "eat-memory-children", "100");
    assert_end(&result, PROCESS_MEMORY, PROCESS_LIMIT_MEMORY);
    process_result_free(&result);
}

static void a_failure_near_the_limit_is_memory(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.memory_kb = 400000;
    struct process_result result = run(&limits, "fail-full", "380");
    assert_end(&result, PROCESS_MEMORY, PROCESS_LIMIT_MEMORY);
    process_result_free(&result);
    result = run(&limits, "fail-full", "200");
    assert_end(&result, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    assert_int_equal(result.code, 1);
    assert_in_range(result.peak_kb, 200 * 1024, 350 * 1024);
    process_result_free(&result);
}

static void address_space_is_not_memory(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.memory_kb = 150000;
    struct process_result result = run(&limits, "reserve", NULL);
    assert_answered(&result);
    process_result_free(&result);
}

static void shared_memory_counts_once(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.memory_kb = 200000;
    struct process_result result = run(&limits, "share-memory", "120");
    assert_answered(&result);
    assert_in_range(result.peak_kb, 120000, 180000);
    process_result_free(&result);
}

static void near_the_limit_the_system_holds_too(void **state)
{
    (void)state;
    needs_whole_containment();
    struct process_limits limits = patient();
    limits.memory_kb = 150000;
    struct process_result result = run(&limits, "map-late", "90");
    assert_end(&result, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    assert_int_equal(result.code, 3);
    process_result_free(&result);
    result = run(&limits, "map-late", "30");
    assert_answered(&result);
    process_result_free(&result);
}

/* ---- input ---- */

static size_t read_letters(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap)
{
    const uint64_t *ends_at = ctx;
    (void)offset;
    memset(buf, 'x', cap);
    return offset < *ends_at ? cap : 0;
}

static void check_count(uint64_t len)
{
    struct process_limits limits = patient();
    struct input input = {read_letters, &len, len};
    char expected[32];
    snprintf(expected, sizeof expected, "%llu\n", (unsigned long long)len);
    struct process_result result = run_with(&limits, input, "count-input", NULL);
    assert_end(&result, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    assert_string_equal((const char *)result.out, expected);
    process_result_free(&result);
}

static void input_of_every_length_arrives(void **state)
{
    static const uint64_t lengths[] = {0, 1, 65535, 65536, 65537, 1000000};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        check_count(lengths[i]);
}

static void a_huge_input_takes_no_memory(void **state)
{
    (void)state;
    uint64_t before = own_peak_kb();
    check_count((uint64_t)200 * 1024 * 1024);
    assert_in_range(own_peak_kb() - before, 0, 16 * 1024);
}

static void a_testee_need_not_read(void **state)
{
    static const uint64_t len = 10000000;
    const struct input input = {read_letters, &len, len};
    (void)state;
    struct process_limits limits = patient();
    struct process_result result = run_with(&limits, input, "never-read", NULL);
    assert_end(&result, PROCESS_EXITED, PROCESS_LIMIT_NONE);
    assert_int_equal(result.code, 20);
    process_result_free(&result);
    result = run_with(&limits, input, "close-input", NULL);
    assert_answered(&result);
    process_result_free(&result);
    result = run_with(&limits, input, "close-pipes", NULL);
    assert_int_equal(result.code, 20);
    process_result_free(&result);
}

static void writing_never_blocks(void **state)
{
    static const uint64_t len = 10000000;
    const struct input input = {read_letters, &len, len};
    (void)state;
    struct process_limits limits = hurried();
    struct process_result result = run_with(&limits, input, "never-read-hang", NULL);
    assert_end(&result, PROCESS_TIMEOUT, PROCESS_LIMIT_WALL);
    assert_true(result.wall_us < SOON_US);
    process_result_free(&result);
}

static void a_source_that_ends_early_is_the_runners_failure(void **state)
{
    static const uint64_t ends_at = 1000000;
    char path[PATH_ROOM];
    (void)state;
    testee_path(path, "hostile");
    const char *argv[] = {path, "count-input", run_mark(), NULL};
    struct process_spec spec = {
        .argv = argv, .input = {read_letters, &ends_at, 5000000}, .limits = patient()};
    struct process_result result;
    assert_false(process_run(&spec, &result));
    assert_int_equal(errno, EIO);
    assert_null(result.out);
    assert_nothing_left();
}

/* ---- what it sees ---- */

static void it_starts_with_a_clean_slate(void **state)
{
    char expected[PATH_ROOM + 200];
    sigset_t mask;
    sigset_t old;
    sigemptyset(&mask);
    sigaddset(&mask, SIGTERM);
    sigaddset(&mask, SIGCHLD);
    sigprocmask(SIG_BLOCK, &mask, &old);
    signal(SIGHUP, SIG_IGN);
    int inherited[3];
    for (int i = 0; i < 3; i++)
        inherited[i] = open("/dev/null", O_RDONLY);
    struct process_limits limits = patient();
    struct process_result result = run(&limits, "report", NULL);
    for (int i = 0; i < 3; i++)
        close(inherited[i]);
    signal(SIGHUP, SIG_DFL);
    sigprocmask(SIG_SETMASK, &old, NULL);
    snprintf(expected, sizeof expected,
             "descriptors 3\nignored 0\nblocked 0\nsession 1\ngroup 1\ncore 0\ncwd %s/jets-",
             (const char *)*state);
    assert_true(inherited[2] > 4);
    assert_memory_equal(result.out, expected, strlen(expected));
    process_result_free(&result);
}

static void a_given_directory_is_used_and_stays(void **state)
{
    char path[PATH_ROOM];
    char cwd[PATH_ROOM];
    char expected[PATH_ROOM + 8];
    testee_path(path, "hostile");
    snprintf(cwd, sizeof cwd, "%s/given", (const char *)*state);
    assert_int_equal(mkdir(cwd, 0700), 0);
    const char *argv[] = {path, "report", NULL};
    struct process_spec spec = {.argv = argv, .cwd = cwd, .limits = patient()};
    struct process_result result;
    assert_true(process_run(&spec, &result));
    snprintf(expected, sizeof expected, "cwd %s\n", cwd);
    assert_non_null(strstr((const char *)result.out, expected));
    process_result_free(&result);
    assert_int_equal(rmdir(cwd), 0);
}

static void whatever_it_writes_is_removed_and_links_are_not_followed(void **state)
{
    char outside[PATH_ROOM];
    char precious[PATH_ROOM + 16];
    struct stat info;
    (void)state;
    snprintf(outside, sizeof outside, "/tmp/jets-outside-XXXXXX");
    assert_non_null(mkdtemp(outside));
    assert_int_equal(chmod(outside, 0750), 0);
    snprintf(precious, sizeof precious, "%s/precious", outside);
    int fd = open(precious, O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0);
    close(fd);
    struct process_limits limits = patient();
    struct process_result result = run(&limits, "write-files", outside);
    assert_answered(&result);
    process_result_free(&result);
    assert_int_equal(stat(outside, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0750);
    assert_int_equal(unlink(precious), 0);
    assert_int_equal(rmdir(outside), 0);
}

/* ---- starting ---- */

static int error_of_start(const char *name, const char *cwd)
{
    const char *argv[] = {name, run_mark(), NULL};
    struct process_spec spec = {.argv = argv, .cwd = cwd, .limits = patient()};
    struct process_result result;
    assert_true(process_run(&spec, &result));
    int code = result.end == PROCESS_NOT_STARTED ? result.code : 0;
    assert_non_null(result.out);
    process_result_free(&result);
    assert_nothing_left();
    return code;
}

static void what_cannot_start_says_why(void **state)
{
    (void)state;
    assert_int_equal(error_of_start("/no/such/program", NULL), ENOENT);
    assert_int_equal(error_of_start("no-such-program-anywhere", NULL), ENOENT);
    assert_int_equal(error_of_start("", NULL), ENOENT);
    assert_int_equal(error_of_start("/etc/passwd", NULL), EACCES);
    assert_int_equal(error_of_start("/tmp", NULL), EACCES);
    assert_int_equal(error_of_start("true", "/no/such/directory"), ENOENT);
    assert_int_equal(error_of_start("true", NULL), 0);
}

static void a_script_without_interpreter_line_runs(void **state)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/script", (const char *)*state);
    FILE *script = fopen(path, "w");
    assert_non_null(script);
    fputs("printf '%s' \"$1\"; exit 20\n", script);
    assert_int_equal(fclose(script), 0);
    assert_int_equal(chmod(path, 0700), 0);
    const char *argv[] = {path, "first operand", NULL};
    struct process_spec spec = {.argv = argv, .limits = patient()};
    struct process_result result;
    assert_true(process_run(&spec, &result));
    assert_int_equal(result.code, 20);
    assert_string_equal((const char *)result.out, "first operand");
    process_result_free(&result);
    assert_int_equal(unlink(path), 0);
}

/* ---- interruption ---- */

static volatile sig_atomic_t stop;

static void on_alarm(int number)
{
    (void)number;
    stop = 1;
}

static void an_interruption_ends_the_run(void **state)
{
    char path[PATH_ROOM];
    (void)state;
    needs_whole_containment();
    testee_path(path, "hostile");
    const char *argv[] = {path, "daemon-hang", run_mark(), NULL};
    struct process_spec spec = {.argv = argv, .limits = patient(), .interrupt = &stop};
    struct process_result result;
    struct itimerval timer = {.it_value = {0, 200000}};
    uint64_t start = clock_us();
    stop = 0;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &timer, NULL);
    assert_true(process_run(&spec, &result));
    signal(SIGALRM, SIG_DFL);
    assert_end(&result, PROCESS_INTERRUPTED, PROCESS_LIMIT_NONE);
    assert_true(clock_us() - start < SOON_US);
    process_result_free(&result);
    assert_nothing_left();
}

/* ---- the runner itself ---- */

static void many_runs_leak_nothing(void **state)
{
    (void)state;
    size_t before = count_entries("/proc/self/fd");
    for (int i = 0; i < 30; i++) {
        struct process_limits limits = patient();
        struct process_result result = run(&limits, "exit", "0");
        process_result_free(&result);
    }
    assert_int_equal(error_of_start("/no/such/program", NULL), ENOENT);
    assert_int_equal(count_entries("/proc/self/fd"), before);
}

static void every_note_has_a_text(void **state)
{
    (void)state;
    for (unsigned note = 1; note <= PROCESS_NOTE_AGAIN; note <<= 1)
        assert_non_null(process_note_text(note));
    assert_null(process_note_text(0));
    assert_null(process_note_text(3));
}

static void containment_is_whole_on_linux(void **state)
{
    (void)state;
#if defined(__linux__) && !defined(JETS_PORTABLE)
    assert_false(process_containment_is_partial());
#else
    assert_true(process_containment_is_partial());
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_status_and_output_are_reported),
        cmocka_unit_test(silence_is_empty_not_null),
        cmocka_unit_test(a_signal_is_reported),
        cmocka_unit_test(killing_its_group_kills_it_alone),
        cmocka_unit_test(output_that_comes_slowly_is_whole),
        cmocka_unit_test(hanging_ends_at_the_limit),
        cmocka_unit_test(output_before_a_hang_is_kept),
        cmocka_unit_test(cpu_time_is_limited_over_the_whole_tree),
        cmocka_unit_test(a_sleeper_uses_no_cpu),
        cmocka_unit_test(a_grandchild_that_holds_the_pipes_is_not_waited_for),
        cmocka_unit_test(daemons_are_found_and_killed),
        cmocka_unit_test(a_process_that_keeps_forking_is_caught),
        cmocka_unit_test(dead_orphans_do_not_pile_up),
        cmocka_unit_test(fork_bombs_are_put_out),
        cmocka_unit_test(output_of_a_grandchild_counts),
        cmocka_unit_test(a_writing_grandchild_ends_with_its_parent),
        cmocka_unit_test(the_runners_other_children_are_left_alone),
        cmocka_unit_test(what_was_not_started_by_the_run_is_left_alone),
        cmocka_unit_test(a_killed_runner_takes_its_testee_along),
        cmocka_unit_test(too_much_output_is_a_flood),
        cmocka_unit_test(too_much_on_standard_error_is_a_flood),
        cmocka_unit_test(the_last_of_standard_error_is_kept),
        cmocka_unit_test(the_limit_of_output_is_exact),
        cmocka_unit_test(memory_past_the_limit_ends_the_run),
        cmocka_unit_test(memory_is_summed_over_the_tree),
        cmocka_unit_test(a_failure_near_the_limit_is_memory),
        cmocka_unit_test(address_space_is_not_memory),
        cmocka_unit_test(shared_memory_counts_once),
        cmocka_unit_test(near_the_limit_the_system_holds_too),
        cmocka_unit_test(input_of_every_length_arrives),
        cmocka_unit_test(a_huge_input_takes_no_memory),
        cmocka_unit_test(a_testee_need_not_read),
        cmocka_unit_test(writing_never_blocks),
        cmocka_unit_test(a_source_that_ends_early_is_the_runners_failure),
        cmocka_unit_test(it_starts_with_a_clean_slate),
        cmocka_unit_test(a_given_directory_is_used_and_stays),
        cmocka_unit_test(whatever_it_writes_is_removed_and_links_are_not_followed),
        cmocka_unit_test(what_cannot_start_says_why),
        cmocka_unit_test(a_script_without_interpreter_line_runs),
        cmocka_unit_test(an_interruption_ends_the_run),
        cmocka_unit_test(many_runs_leak_nothing),
        cmocka_unit_test(every_note_has_a_text),
        cmocka_unit_test(containment_is_whole_on_linux),
    };
    return cmocka_run_group_tests(tests, contained_setup, contained_teardown);
}

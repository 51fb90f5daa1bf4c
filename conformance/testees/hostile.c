/*
 * hostile - what an implementation under test may do to its runner, one behaviour at a time:
 *
 *     hostile BEHAVIOUR [ARGUMENT…]        hostile --list
 *
 * Whatever it leaves behind ends by itself after LINGER_S seconds, in case the runner under test
 * fails. A behaviour that ends by itself does so as the contract asks, unless its name says
 * otherwise.
 */
#define _GNU_SOURCE
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINGER_S = 30, STATUS_NONE = 20 };

#define MB ((size_t)1024 * 1024)

/* ---- tools ---- */

static void nap_ms(long ms)
{
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

static void linger(void)
{
    struct timespec start;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        nap_ms(100);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - start.tv_sec < LINGER_S);
    _exit(99);
}

static bool time_is_up(time_t start)
{
    return time(NULL) - start >= LINGER_S;
}

static void spin(void)
{
    time_t start = time(NULL);
    for (volatile unsigned n = 0; n % 65536 != 0 || !time_is_up(start); n++)
        continue;
}

static size_t drain_input(void)
{
    static char buf[65536];
    size_t all = 0;
    ssize_t got;
    while ((got = read(0, buf, sizeof buf)) > 0)
        all += (size_t)got;
    return all;
}

static void write_all(int fd, const char *text)
{
    size_t len = strlen(text);
    while (len > 0) {
        ssize_t put = write(fd, text, len);
        if (put <= 0)
            _exit(98);
        text += put;
        len -= (size_t)put;
    }
}

static int answer(void)
{
    write_all(1, "{\"fine\":true}\n");
    return 0;
}

static int number(char **args, int otherwise)
{
    return args[0] != NULL ? (int)strtol(args[0], NULL, 10) : otherwise;
}

/* Every block that was touched, each with a pointer to the one before: in use, for whoever looks
 * for leaks. */
static void *kept;

static void touch_memory(size_t size)
{
    char *at = malloc(size);
    if (at == NULL)
        abort();
    for (size_t i = 0; i < size; i += 512)
        ((volatile char *)at)[i] = (char)i;
    memcpy(at, &kept, sizeof kept);
    kept = at;
}

/* ---- endings ---- */

static int do_exit(char **args)
{
    drain_input();
    return number(args, 0);
}

static int do_exit_with_output(char **args)
{
    drain_input();
    answer();
    return number(args, 0);
}

static int do_signal(char **args)
{
    int signal_number = number(args, SIGSEGV);
    /* A sanitizer would catch it and exit. */
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    return 97;
}

static int do_kill_own_group(char **args)
{
    (void)args;
    kill(0, SIGKILL);
    return 97;
}

/* ---- not ending ---- */

static int do_hang_before(char **args)
{
    (void)args;
    linger();
    return 99;
}

static int do_hang_after(char **args)
{
    (void)args;
    drain_input();
    answer();
    linger();
    return 99;
}

static int do_ignore_term(char **args)
{
    (void)args;
    for (int number_of = 1; number_of < 32; number_of++)
        signal(number_of, SIG_IGN);
    linger();
    return 99;
}

static int do_stop_self(char **args)
{
    (void)args;
    raise(SIGSTOP);
    return 99;
}

static int do_spin_cpu(char **args)
{
    (void)args;
    spin();
    return 99;
}

/* Two workers burn while their parent sleeps: no single process shows it. */
static int do_spin_children(char **args)
{
    (void)args;
    for (int i = 0; i < 2; i++) {
        if (fork() == 0) {
            spin();
            _exit(99);
        }
    }
    linger();
    return 99;
}

static int do_raise_limits(char **args)
{
    struct rlimit limit;
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
    signal(SIGXCPU, SIG_IGN);
    return do_spin_cpu(args);
}

/* ---- leaving processes behind ---- */

static int do_fork_hold_pipe(char **args)
{
    (void)args;
    drain_input();
    if (fork() == 0)
        linger();
    return answer();
}

/* Becomes a daemon by the book: nothing ties it to the process that the runner started. */
static void become_daemon(void)
{
    if (fork() != 0)
        return;
    setsid();
    if (fork() != 0)
        _exit(0);
    linger();
}

static int do_daemon(char **args)
{
    (void)args;
    drain_input();
    become_daemon();
    /* The daemon is to exist, and to have lost its parent, before this process ends. */
    wait(NULL);
    return answer();
}

static int do_daemon_hang(char **args)
{
    (void)args;
    become_daemon();
    wait(NULL);
    linger();
    return 99;
}

/* The same with nothing in its environment that tells where it comes from. */
static int do_daemon_clean(char **args)
{
    char *nothing[] = {NULL};
    if (args[0] == NULL)
        return 96;
    drain_input();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            execle(args[0], "hostile", "hang-before", args[1], (char *)NULL, nothing);
            _exit(96);
        }
        _exit(0);
    }
    wait(NULL);
    return answer();
}

/* Makes three children, each of which makes three, and so on, to the given depth. */
static void branch(int depth)
{
    bool root = true;
    for (int made = 0; made < 3; made++) {
        if (fork() != 0)
            continue;
        setsid();
        root = false;
        made = -1;
        if (--depth == 0)
            linger();
    }
    if (!root)
        linger();
}

/* 39 processes in sessions of their own, three deep. */
static int do_sessions(char **args)
{
    (void)args;
    drain_input();
    branch(3);
    nap_ms(100);
    return answer();
}

/* A process that is never the same for long: it forks, and ends at once, again and again. */
static int do_comet(char **args)
{
    (void)args;
    time_t start = time(NULL);
    drain_input();
    if (fork() != 0) {
        nap_ms(100);
        return answer();
    }
    while (!time_is_up(start)) {
        if (fork() != 0)
            _exit(0);
        setsid();
    }
    return 99;
}

/* 400 short-lived orphans, one after the other, whom nobody but the runner can wait for. */
static int do_orphans(char **args)
{
    (void)args;
    for (int i = 0; i < 400; i++) {
        pid_t child = fork();
        if (child == 0) {
            fork();
            _exit(0);
        }
        if (child < 0 || waitpid(child, NULL, 0) != child)
            return 1;
    }
    return answer();
}

/* Doubles until the runner stops it, or there are 512. */
static int do_fork_bomb(char **args)
{
    bool sessions = args[0] != NULL && strcmp(args[0], "sessions") == 0;
    for (int generation = 0; generation < 9; generation++) {
        if (fork() == 0 && sessions)
            setsid();
        nap_ms(5);
    }
    linger();
    return 99;
}

static int do_grandchild_output(char **args)
{
    (void)args;
    drain_input();
    if (fork() == 0) {
        answer();
        linger();
    }
    nap_ms(200);
    return 0;
}

/* ---- output ---- */

static void flood(int fd)
{
    static char block[65536];
    time_t start = time(NULL);
    memset(block, 'x', sizeof block);
    while (!time_is_up(start) && write(fd, block, sizeof block) > 0)
        continue;
}

static int do_flood_stdout(char **args)
{
    (void)args;
    flood(1);
    return 0;
}

static int do_flood_stderr(char **args)
{
    (void)args;
    flood(2);
    return 0;
}

static int do_flood_from_grandchild(char **args)
{
    (void)args;
    drain_input();
    if (fork() == 0)
        flood(1);
    return answer();
}

/* ARGUMENT kilobytes of numbered lines on standard error, then an answer. */
static int do_chatter(char **args)
{
    drain_input();
    int lines = number(args, 1) * 1024 / 16;
    for (int i = 0; i < lines; i++)
        fprintf(stderr, "line %010d\n", i);
    return answer();
}

static int do_slow_output(char **args)
{
    (void)args;
    const char *text = "{\"slow\":true}\n";
    drain_input();
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (write(1, text + i, 1) != 1)
            return 98;
        nap_ms(5);
    }
    return 0;
}

/* ---- memory ---- */

static int do_eat_memory(char **args)
{
    (void)args;
    for (int i = 0; i < 64 * 1024; i++)
        touch_memory(MB);
    linger();
    return 99;
}

/* Four processes with ARGUMENT megabytes each. */
static int do_eat_memory_children(char **args)
{
    for (int i = 0; i < 4; i++) {
        if (fork() == 0) {
            touch_memory((size_t)number(args, 64) * MB);
            linger();
        }
    }
    linger();
    return 99;
}

/* ARGUMENT megabytes in use, then failure as an interpreter fails that is out of memory. */
static int do_fail_full(char **args)
{
    touch_memory((size_t)number(args, 64) * MB);
    nap_ms(100);
    return 1;
}

/* Address space without memory behind it, as sanitizers and virtual machines reserve it. */
static int do_reserve(char **args)
{
    (void)args;
    size_t size = (size_t)64 * 1024 * MB;
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1, 0);
    if (at == MAP_FAILED)
        return 1;
    nap_ms(100);
    return answer();
}

#if defined(__linux__)

static int nap_in_shared_memory(void *unused)
{
    (void)unused;
    nap_ms(300);
    return 0;
}

/* ARGUMENT megabytes in use, and for a while by two processes in one memory, as after vfork. */
static int do_share_memory(char **args)
{
    static char stack[65536];
    touch_memory((size_t)number(args, 64) * MB);
    pid_t child = clone(nap_in_shared_memory, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
    if (child < 0 || waitpid(child, NULL, 0) != child)
        return 1;
    return answer();
}

#endif

/* ARGUMENT megabytes in use for a while, then ten times as many mapped. Exits with 3 where that is
 * refused. */
static int do_map_late(char **args)
{
    size_t size = (size_t)number(args, 64) * MB;
    touch_memory(size);
    nap_ms(300);
    void *at = mmap(NULL, 10 * size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? 3 : answer();
}

/* ---- input ---- */

static int do_never_read(char **args)
{
    (void)args;
    return STATUS_NONE;
}

static int do_never_read_hang(char **args)
{
    (void)args;
    nap_ms(50);
    linger();
    return 99;
}

static int do_close_input(char **args)
{
    char byte;
    (void)args;
    if (read(0, &byte, 1) != 1)
        return 1;
    close(0);
    nap_ms(50);
    return answer();
}

static int do_close_pipes(char **args)
{
    for (int fd = 0; fd <= 2; fd++)
        close(fd);
    nap_ms(number(args, 50));
    return STATUS_NONE;
}

static int do_count_input(char **args)
{
    (void)args;
    printf("%zu\n", drain_input());
    return 0;
}

static int do_copy_input(char **args)
{
    char buf[4096];
    ssize_t got;
    (void)args;
    while ((got = read(0, buf, sizeof buf)) > 0) {
        if (write(1, buf, (size_t)got) != got)
            return 98;
    }
    return 0;
}

/* ---- files ---- */

static void write_file(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT, 0600);
    if (fd >= 0) {
        write_all(fd, "left behind\n");
        close(fd);
    }
}

/* A chain of directories far past the longest path; the innermost is read-only and full. */
static void dig(int levels)
{
    char name[201];
    int top = open(".", O_RDONLY | O_DIRECTORY);
    memset(name, 'd', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (int i = 0; i < levels; i++) {
        if (mkdir(name, 0700) != 0 || chdir(name) != 0)
            break;
        write_file("beside");
    }
    chmod(".", 0500);
    if (top >= 0 && fchdir(top) != 0)
        _exit(95);
}

/* ARGUMENT is a directory outside, which links lead to. */
static int do_write_files(char **args)
{
    drain_input();
    write_file("plain");
    for (int i = 0; i < 100; i++) {
        char name[32];
        snprintf(name, sizeof name, "file-%d", i);
        write_file(name);
    }
    if (mkdir("sealed", 0700) == 0 && chdir("sealed") == 0) {
        write_file("inside");
        if (args[0] != NULL && symlink(args[0], "outside") != 0)
            return 95;
        if (chdir("..") != 0 || chmod("sealed", 0) != 0)
            return 95;
    }
    if (args[0] != NULL && symlink(args[0], "outside") != 0)
        return 95;
    dig(60);
    if (mkfifo("fifo", 0) != 0 || chmod(".", 0) != 0)
        return 95;
    return answer();
}

/* ---- what a testee sees ---- */

static int count_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 4096; fd++)
        count += fcntl(fd, F_GETFD) != -1;
    return count;
}

static int count_ignored_signals(void)
{
    int count = 0;
    for (int number_of = 1; number_of < 32; number_of++) {
        struct sigaction action;
        if (sigaction(number_of, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
            count++;
    }
    return count;
}

static int do_report(char **args)
{
    sigset_t blocked;
    struct rlimit core = {1, 1};
    char cwd[4096];
    (void)args;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    getrlimit(RLIMIT_CORE, &core);
    printf("descriptors %d\n", count_descriptors());
    printf("ignored %d\n", count_ignored_signals());
    printf("blocked %d\n", sigismember(&blocked, SIGTERM) + sigismember(&blocked, SIGCHLD));
    printf("session %d\n", getsid(0) == getpid());
    printf("group %d\n", getpgrp() == getpid());
    printf("core %lu\n", (unsigned long)core.rlim_max);
    printf("cwd %s\n", getcwd(cwd, sizeof cwd) != NULL ? cwd : "?");
    return 0;
}

/* Its arguments, one a line. */
static int do_arguments(char **args)
{
    drain_input();
    for (; *args != NULL; args++)
        puts(*args);
    return 0;
}

/* ---- the table ---- */

struct behaviour {
    const char *name;
    int (*run)(char **args);
    const char *what;
};

static const struct behaviour behaviours[] = {
    {"arguments", do_arguments, "prints its arguments, one a line"},
    {"chatter", do_chatter, "N kB of lines on standard error, then an answer"},
    {"close-input", do_close_input, "reads one byte, closes standard input, answers"},
    {"close-pipes", do_close_pipes, "closes 0, 1 and 2, sleeps N ms, exits with 20"},
    {"comet", do_comet, "answers; leaves a process that forks and ends without pause"},
    {"copy-input", do_copy_input, "copies standard input to standard output"},
    {"count-input", do_count_input, "prints the number of bytes on standard input"},
    {"daemon", do_daemon, "answers; leaves a daemon that holds the pipes"},
    {"daemon-clean", do_daemon_clean, "the same with program N started in an empty environment"},
    {"daemon-hang", do_daemon_hang, "leaves a daemon, and hangs"},
    {"eat-memory", do_eat_memory, "touches a megabyte after the other"},
    {"eat-memory-children", do_eat_memory_children, "four processes touch N MB each"},
    {"exit", do_exit, "exits with N, silent"},
    {"exit-with-output", do_exit_with_output, "prints an answer, exits with N"},
    {"fail-full", do_fail_full, "exits with 1 with N MB in use"},
    {"flood-from-grandchild", do_flood_from_grandchild, "answers; a child writes on without end"},
    {"flood-stderr", do_flood_stderr, "writes standard error without end"},
    {"flood-stdout", do_flood_stdout, "writes standard output without end"},
    {"fork-bomb", do_fork_bomb, "forks and forks; with N = sessions, each in its own"},
    {"fork-hold-pipe", do_fork_hold_pipe, "answers; leaves a child that holds the pipes"},
    {"grandchild-output", do_grandchild_output,
     "a child answers and hangs, the parent exits with 0"},
    {"hang-after", do_hang_after, "answers, and hangs"},
    {"hang-before", do_hang_before, "hangs without reading"},
    {"ignore-term", do_ignore_term, "hangs with every signal ignored that can be"},
    {"kill-own-group", do_kill_own_group, "kills its process group"},
    {"map-late", do_map_late, "uses N MB, then maps ten times as many; 3 where refused"},
    {"never-read", do_never_read, "exits with 20 without reading"},
    {"never-read-hang", do_never_read_hang, "hangs without reading, with the pipe open"},
    {"orphans", do_orphans, "makes four hundred orphans that end at once, answers"},
    {"raise-limits", do_raise_limits, "lifts its CPU limit, ignores SIGXCPU, spins"},
    {"report", do_report, "prints descriptors, signals, session, directory"},
    {"reserve", do_reserve, "maps 64 GB, touches none, answers"},
    {"sessions", do_sessions, "answers; leaves processes in sessions of their own"},
#if defined(__linux__)
    {"share-memory", do_share_memory, "two processes in one memory of N MB, then an answer"},
#endif
    {"signal", do_signal, "dies of signal N"},
    {"slow-output", do_slow_output, "answers a byte at a time"},
    {"spin-children", do_spin_children, "two children use the CPU"},
    {"spin-cpu", do_spin_cpu, "uses the CPU"},
    {"stop-self", do_stop_self, "stops itself"},
    {"write-files", do_write_files, "fills its directory; links lead to directory N; answers"},
};

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    size_t count = sizeof behaviours / sizeof behaviours[0];
    if (strcmp(name, "--list") == 0) {
        for (size_t i = 0; i < count; i++)
            printf("%-22s %s\n", behaviours[i].name, behaviours[i].what);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, behaviours[i].name) == 0)
            return behaviours[i].run(argv + 2);
    }
    fprintf(stderr, "usage: hostile BEHAVIOUR [N], hostile --list\n");
    return 2;
}

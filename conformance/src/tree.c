#define _GNU_SOURCE
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

/* A walk stops here: a tree this large is ended anyway, and the next walk finds the rest. */
#define WALK_MAX 4096

#define KILL_PATIENCE_US 10000000

static bool pids_have(const struct pids *pids, pid_t pid)
{
    for (size_t i = 0; i < pids->len; i++) {
        if (pids->at[i] == pid)
            return true;
    }
    return false;
}

#if defined(__linux__) && !defined(JETS_PORTABLE)

/* Out of memory here means a shorter walk: the next one starts anew. */
static bool pids_add(struct pids *pids, pid_t pid)
{
    if (pids->len == pids->cap) {
        size_t cap = pids->cap == 0 ? 64 : pids->cap * 2;
        pid_t *at = realloc(pids->at, cap * sizeof *at);
        if (at == NULL)
            return false;
        pids->at = at;
        pids->cap = cap;
    }
    pids->at[pids->len++] = pid;
    return true;
}

/* What /proc/PID/stat tells; times in clock ticks. */
struct proc_stat {
    char state;
    pid_t parent;
    uint64_t ticks; /* user and system, its own and its waited-for children's */
    uint64_t resident_pages;
};

/* Reads a small file whole, NUL-terminated. False where it is not there, or empty. */
static bool read_small(const char *path, char *buf, size_t cap)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t len = 0;
    ssize_t got;
    while (len < cap - 1 && (got = read(fd, buf + len, cap - 1 - len)) > 0)
        len += (size_t)got;
    close(fd);
    buf[len] = '\0';
    return len > 0;
}

static bool read_proc(pid_t pid, const char *name, char *buf, size_t cap)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    return read_small(path, buf, cap);
}

static bool read_stat(pid_t pid, struct proc_stat *stat)
{
    enum { FIELD_PPID = 4, FIELD_UTIME = 14, FIELD_CSTIME = 17, FIELD_RSS = 24 };
    char buf[1024];
    if (!read_proc(pid, "stat", buf, sizeof buf))
        return false;
    /* The name in parentheses is the testee's own choice, and may hold parentheses and spaces. */
    const char *at = strrchr(buf, ')');
    if (at == NULL || at[1] != ' ' || at[2] == '\0')
        return false;
    *stat = (struct proc_stat){.state = at[2]};
    at += 3;
    for (int field = FIELD_PPID; field <= FIELD_RSS; field++) {
        char *end;
        unsigned long long number = strtoull(at, &end, 10);
        if (end == at)
            return false;
        at = end;
        if (field == FIELD_PPID)
            stat->parent = (pid_t)number;
        else if (field >= FIELD_UTIME && field <= FIELD_CSTIME)
            stat->ticks += number;
        else if (field == FIELD_RSS)
            stat->resident_pages = number;
    }
    return true;
}

/* The number behind `name:` in a file of /proc/PID; 0 where there is none. */
static uint64_t read_field_kb(pid_t pid, const char *file, const char *name)
{
    char buf[4096];
    if (!read_proc(pid, file, buf, sizeof buf))
        return 0;
    const char *at = strstr(buf, name);
    return at == NULL ? 0 : strtoull(at + strlen(name), NULL, 10);
}

/* Adds the numbers of a children file, which may be longer than any buffer. False where there is no
 * such file. */
static void add_children_file(struct pids *pids, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    char buf[4096];
    ssize_t got;
    pid_t pid = 0;
    while ((got = read(fd, buf, sizeof buf)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if (buf[i] >= '0' && buf[i] <= '9') {
                pid = pid * 10 + (buf[i] - '0');
            } else {
                if (pid != 0 && !pids_have(pids, pid))
                    pids_add(pids, pid);
                pid = 0;
            }
        }
    }
    close(fd);
}

/* For a kernel without children files: every process and its parent, one behind the other. */
static void list_everyone(struct pids *everyone)
{
    everyone->len = 0;
    DIR *dir = opendir("/proc");
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        struct proc_stat stat;
        if (pid > 0 && read_stat(pid, &stat) && pids_add(everyone, pid) &&
            !pids_add(everyone, stat.parent))
            everyone->len--;
    }
    if (dir != NULL)
        closedir(dir);
}

static void add_children_by_parent(struct pids *pids, const struct pids *everyone, pid_t parent)
{
    for (size_t i = 0; i + 1 < everyone->len; i += 2) {
        if (everyone->at[i + 1] == parent && !pids_have(pids, everyone->at[i]))
            pids_add(pids, everyone->at[i]);
    }
}

/* A child hangs on the thread that started it, so that each thread is asked. */
static void add_children_by_thread(struct pids *pids, pid_t parent)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)parent);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        long thread = strtol(entry->d_name, NULL, 10);
        if (thread <= 0)
            continue;
        snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)parent, thread);
        add_children_file(pids, path);
    }
    if (dir != NULL)
        closedir(dir);
}

/* Adds the children of one process. */
static void add_children(const struct tree *tree, struct pids *pids, pid_t parent)
{
    if (tree->listed)
        add_children_by_thread(pids, parent);
    else
        add_children_by_parent(pids, &tree->everyone, parent);
}

/* Before a walk. */
static void prepare_walk(struct tree *tree)
{
    if (!tree->listed)
        list_everyone(&tree->everyone);
}

static bool has_children_files(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    return access(path, R_OK) == 0;
}

bool tree_can_walk(void)
{
    struct proc_stat stat;
    return read_stat(getpid(), &stat) && stat.parent == getppid();
}

/*
 * True where a child still lives in its parent's memory: between vfork and exec, or as a
 * sanitizer's tracer. The same memory would be counted twice.
 */
static bool shares_memory(pid_t child, pid_t parent)
{
    enum { SAME_MEMORY = 1 }; /* KCMP_VM; its header is not everywhere */
    return syscall(SYS_kcmp, (long)child, (long)parent, SAME_MEMORY, 0L, 0L) == 0;
}

uint64_t tree_proportional_kb(const struct tree *tree)
{
    uint64_t kb = 0;
    for (size_t i = 0; i < tree->found.len; i++) {
        struct proc_stat stat;
        pid_t pid = tree->found.at[i];
        if (read_stat(pid, &stat) && !shares_memory(pid, stat.parent))
            kb += read_field_kb(pid, "smaps_rollup", "\nPss:");
    }
    return kb;
}

uint64_t tree_leader_peak_kb(const struct tree *tree)
{
    return tree->visible && !tree->reaped ? read_field_kb(tree->leader, "status", "\nVmHWM:") : 0;
}

bool tree_fence_memory(const struct tree *tree, uint64_t more_kb)
{
    bool all = true;
    for (size_t i = 0; i < tree->found.len; i++) {
        pid_t pid = tree->found.at[i];
        uint64_t data_kb = read_field_kb(pid, "status", "\nVmData:");
        struct rlimit limit;
        if (data_kb == 0 || prlimit(pid, RLIMIT_DATA, NULL, &limit) != 0)
            continue;
        rlim_t wanted = (rlim_t)(data_kb + more_kb) * 1024;
        if (limit.rlim_max != RLIM_INFINITY && wanted > limit.rlim_max)
            wanted = limit.rlim_max;
        limit.rlim_cur = wanted;
        if (prlimit(pid, RLIMIT_DATA, &limit, NULL) != 0 && errno != ESRCH)
            all = false;
    }
    return all;
}

#else

struct proc_stat {
    char state;
    pid_t parent;
    uint64_t ticks;
    uint64_t resident_pages;
};

static bool read_stat(pid_t pid, struct proc_stat *stat)
{
    (void)pid;
    (void)stat;
    return false;
}

static bool shares_memory(pid_t child, pid_t parent)
{
    (void)child;
    (void)parent;
    return false;
}

static void add_children(const struct tree *tree, struct pids *pids, pid_t parent)
{
    (void)tree;
    (void)pids;
    (void)parent;
}

static void prepare_walk(struct tree *tree)
{
    (void)tree;
}

static bool has_children_files(void)
{
    return false;
}

bool tree_can_walk(void)
{
    return false;
}

uint64_t tree_proportional_kb(const struct tree *tree)
{
    (void)tree;
    return 0;
}

uint64_t tree_leader_peak_kb(const struct tree *tree)
{
    (void)tree;
    return 0;
}

bool tree_fence_memory(const struct tree *tree, uint64_t more_kb)
{
    (void)tree;
    (void)more_kb;
    return false;
}

#endif

/* True when the runner has no child at all, living or dead: then nothing of the run is left,
 * wherever it went. */
static bool childless(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD;
}

struct tree_sight tree_sight(void)
{
    return (struct tree_sight){tree_can_walk(), has_children_files()};
}

void tree_open(struct tree *tree, const struct tree_sight *sight)
{
    *tree = (struct tree){.self = getpid(), .session = getsid(0)};
    tree->visible = sight->visible;
    tree->listed = sight->listed;
    if (childless())
        return;
    prepare_walk(tree);
    add_children(tree, &tree->before, tree->self);
}

void tree_close(struct tree *tree)
{
    free(tree->before.at);
    free(tree->everyone.at);
    free(tree->found.at);
    *tree = (struct tree){0};
}

bool tree_leader_ended(const struct tree *tree)
{
    siginfo_t info;
    info.si_pid = 0;
    if (tree->reaped)
        return true;
    int rc = waitid(P_PID, (id_t)tree->leader, &info, WEXITED | WNOHANG | WNOWAIT);
    return rc == 0 && info.si_pid == tree->leader;
}

static bool is_ours(const struct tree *tree, pid_t child)
{
    if (child == tree->leader)
        return true;
    return getsid(child) != tree->session && !pids_have(&tree->before, child);
}

/* Finds the processes of the run, parents before children. */
static void walk(struct tree *tree)
{
    struct pids *found = &tree->found;
    found->len = 0;
    prepare_walk(tree);
    add_children(tree, found, tree->self);
    size_t ours = 0;
    for (size_t i = 0; i < found->len; i++) {
        if (is_ours(tree, found->at[i]))
            found->at[ours++] = found->at[i];
    }
    found->len = ours;
    for (size_t i = 0; i < found->len && found->len < WALK_MAX; i++)
        add_children(tree, found, found->at[i]);
}

static uint64_t timeval_us(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

uint64_t tree_rusage_kb(const struct rusage *usage)
{
#if defined(__APPLE__)
    return (uint64_t)usage->ru_maxrss / 1024;
#else
    return (uint64_t)usage->ru_maxrss;
#endif
}

/* Waits for one child if it has ended, and adds up what it used. */
static bool bury(struct tree *tree, pid_t pid, int *error)
{
    struct rusage usage;
    int status;
    pid_t got = wait4(pid, &status, WNOHANG, &usage);
    *error = got < 0 ? errno : 0;
    if (*error == ECHILD && pid == tree->leader && !tree->reaped) {
        /* Somebody else waited for it, and how it ended is lost: that must not pass for a success.
         */
        tree->reaped = true;
        tree->status = SIGKILL;
    }
    if (got <= 0)
        return false;
    if (got == tree->leader) {
        tree->reaped = true;
        tree->status = status;
    }
    tree->cpu_us += timeval_us(usage.ru_utime) + timeval_us(usage.ru_stime);
    uint64_t peak = tree_rusage_kb(&usage);
    if (peak > tree->peak_kb)
        tree->peak_kb = peak;
    return true;
}

bool tree_measure(struct tree *tree, struct tree_usage *usage)
{
    *usage = (struct tree_usage){0};
    if (!tree->visible)
        return false;
    long tick = sysconf(_SC_CLK_TCK);
    uint64_t page_kb = (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
    uint64_t ticks = 0;
    walk(tree);
    for (size_t i = 0; i < tree->found.len; i++) {
        struct proc_stat stat;
        pid_t pid = tree->found.at[i];
        int error;
        if (!read_stat(pid, &stat))
            continue;
        /* The leader stays a zombie until the end: while it does, nobody else can get the number of
         * its group. */
        if (stat.state == 'Z' && pid != tree->leader && bury(tree, pid, &error))
            continue;
        ticks += stat.ticks;
        if (!shares_memory(pid, stat.parent))
            usage->resident_kb += stat.resident_pages * page_kb;
        usage->processes++;
    }
    usage->cpu_us = tree->cpu_us + ticks * 1000000 / (uint64_t)(tick > 0 ? tick : 100);
    return true;
}

/* One round over all that can be seen. Says how many were seen, and whether any was buried. */
static size_t kill_round(struct tree *tree, bool *progress)
{
    int error;
    walk(tree);
    for (size_t i = 0; i < tree->found.len; i++)
        kill(tree->found.at[i], SIGKILL);
    for (size_t i = 0; i < tree->found.len; i++) {
        if (bury(tree, tree->found.at[i], &error))
            *progress = true;
    }
    return tree->found.len;
}

/* The same where only the group is known: how many are left is not told, but whether there is one.
 */
static size_t kill_group_round(struct tree *tree, bool *progress)
{
    int error;
    while (bury(tree, -tree->leader, &error))
        *progress = true;
    return kill(-tree->leader, SIGKILL) == 0 ? 1 : 0;
}

bool tree_kill(struct tree *tree)
{
    uint64_t deadline = clock_us() + KILL_PATIENCE_US;
    uint64_t pause = 20;
    int clean = 0;
    int error;

    /* One call that no fork can outrun, for all who stayed in the group. */
    if (!tree->reaped) {
        kill(-tree->leader, SIGKILL);
        kill(tree->leader, SIGKILL);
    }
    for (;;) {
        bool progress = !tree->reaped && bury(tree, tree->leader, &error);
        if (tree->visible && childless())
            return true;
        /* A list that is read while processes end may miss one: three empty ones in a row are
         * believed. */
        size_t seen =
            tree->visible ? kill_round(tree, &progress) : kill_group_round(tree, &progress);
        clean = seen == 0 && tree->reaped ? clean + 1 : 0;
        if (clean >= 3)
            return true;
        if (clock_us() > deadline)
            return false;
        if (progress)
            continue;
        clock_sleep_us(pause);
        pause = pause < 1000 ? pause * 2 : 1000;
    }
}

void tree_kill_orphans(void)
{
    struct tree tree;
    struct tree_sight sight = tree_sight();
    if (!sight.visible)
        return;
    tree_open(&tree, &sight);
    tree.before.len = 0; /* all that is not in the runner's own session */
    tree.reaped = true;  /* there is no leader */
    tree_kill(&tree);
    tree_close(&tree);
}

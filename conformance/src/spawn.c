/* Not _GNU_SOURCE: glibc then takes resource numbers of a type that exists nowhere else. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE

#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined(NSIG)
#define SIGNALS_END NSIG
#else
#define SIGNALS_END 65
#endif

/* Where a system cannot say or bound how many descriptors are open, this many are looked at. */
#define DESCRIPTORS_MAX 65536

extern char **environ;

/* What the child says about its start, through a pipe that a successful exec closes. */
struct report {
    int error;
    int rlimit_refused;
};

bool spawn_pipe(int ends[2])
{
    /* Two steps do no harm where one thread starts processes. */
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* A file that cannot be run is remembered as EACCES, not the end of the search: a later directory
 * of PATH may hold a file that can be run. */
static bool is_executable(const char *path, int *error)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    if (S_ISREG(info.st_mode) && access(path, X_OK) == 0)
        return true;
    *error = EACCES;
    return false;
}

char *spawn_find(const char *name)
{
    if (strchr(name, '/') != NULL)
        return strdup(name);
    const char *at = getenv("PATH");
    if (at == NULL)
        at = "/usr/local/bin:/usr/bin:/bin";
    size_t cap = strlen(at) + strlen(name) + 3;
    char *path = malloc(cap);
    if (path == NULL)
        return NULL;
    int error = ENOENT;
    for (bool more = name[0] != '\0'; more;) {
        size_t len = strcspn(at, ":");
        /* An empty entry is the current directory, by an old custom. */
        snprintf(path, cap, "%.*s/%s", len > 0 ? (int)len : 1, len > 0 ? at : ".", name);
        if (is_executable(path, &error))
            return path;
        more = at[len] == ':';
        at += len + 1;
    }
    free(path);
    errno = error;
    return NULL;
}

/*
 * From here to the exec all runs in the child, between fork and exec: system calls only, no
 * allocation, so that a faster start of a process can take fork's place.
 */

static void reset_signals(void)
{
    struct sigaction action = {0};
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < SIGNALS_END; number++)
        sigaction(number, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The hard limit is as low as the soft one plus slack; a lower one that the system has already
 * stays. */
static bool lower_limit(int resource, rlim_t soft, rlim_t slack)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0)
        return false;
    rlim_t hard = soft + slack;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < hard)
        hard = limit.rlim_max;
    limit.rlim_max = hard;
    limit.rlim_cur = soft < hard ? soft : hard;
    return setrlimit(resource, &limit) == 0;
}

static bool lower_limits(const struct spawn_request *request)
{
    bool all = lower_limit(RLIMIT_CORE, 0, 0);
    if (request->cpu_ms > 0)
        all = lower_limit(RLIMIT_CPU, (rlim_t)((request->cpu_ms + 999) / 1000), 1) && all;
    if (request->file_kb > 0)
        all = lower_limit(RLIMIT_FSIZE, (rlim_t)request->file_kb * 1024, 0) && all;
    if (request->data_kb > 0)
        all = lower_limit(RLIMIT_DATA, (rlim_t)request->data_kb * 1024, 0) && all;
    return all;
}

static void close_from(int first)
{
#if defined(SYS_close_range)
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
        return;
#endif
    long end = sysconf(_SC_OPEN_MAX);
    if (end < 0 || end > DESCRIPTORS_MAX)
        end = DESCRIPTORS_MAX;
    for (int fd = first; fd < end; fd++)
        close(fd);
}

/* Leaves 0, 1, 2 and the report, which becomes 3. */
static bool arrange_descriptors(const struct spawn_request *request, int report)
{
    if (dup2(request->in, 0) < 0 || dup2(request->out, 1) < 0 || dup2(request->err, 2) < 0)
        return false;
    if (report != 3 && dup2(report, 3) < 0)
        return false;
    fcntl(3, F_SETFD, FD_CLOEXEC);
    close_from(4);
    return true;
}

static bool enter_directory(const struct spawn_request *request)
{
    return (request->cwd != NULL ? chdir(request->cwd) : fchdir(request->cwd_fd)) == 0;
}

static void die_with(pid_t runner)
{
#if defined(__linux__)
    /* A runner that is killed outright takes its testee along; it may be gone already. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != runner)
        _exit(127);
#else
    (void)runner;
#endif
}

static void tell(int fd, const struct report *report)
{
    ssize_t written;
    do {
        written = write(fd, report, sizeof *report);
    } while (written < 0 && errno == EINTR);
}

/* shell_argv is { sh, program, operands… }, for a script without a first line that names its
 * interpreter. */
static void child(const struct spawn_request *request, char *const *shell_argv, int report_fd,
                  pid_t runner)
{
    struct report report = {0, 0};
    reset_signals();
    setsid();
    die_with(runner);
    if (!enter_directory(request) || !arrange_descriptors(request, report_fd)) {
        report.error = errno;
        tell(report_fd, &report);
        _exit(127);
    }
    if (!lower_limits(request)) {
        report.rlimit_refused = 1;
        tell(3, &report);
    }
    execve(request->program, (char *const *)request->argv, environ);
    if (errno == ENOEXEC)
        execve("/bin/sh", shell_argv, environ);
    report.error = errno;
    tell(3, &report);
    _exit(127);
}

/* Reads what the child says until exec or its end closes the pipe. */
static void hear(int fd, struct spawn_result *result)
{
    struct report report;
    ssize_t got;
    while ((got = read(fd, &report, sizeof report)) != 0) {
        if (got == (ssize_t)sizeof report) {
            result->error = report.error;
            result->rlimit_refused = report.rlimit_refused != 0;
        } else if (got > 0 || errno != EINTR) {
            return;
        }
    }
}

static char **make_shell_argv(const struct spawn_request *request)
{
    size_t count = 0;
    while (request->argv[count] != NULL)
        count++;
    const char **argv = malloc((count + 2) * sizeof *argv);
    if (argv == NULL)
        return NULL;
    argv[0] = "sh";
    argv[1] = request->program;
    for (size_t i = 1; i <= count; i++)
        argv[i + 1] = request->argv[i];
    return (char **)argv;
}

bool spawn_start(const struct spawn_request *request, struct spawn_result *result)
{
    int report[2];
    *result = (struct spawn_result){0};
    char **shell_argv = make_shell_argv(request);
    if (shell_argv == NULL)
        return false;
    if (!spawn_pipe(report)) {
        free(shell_argv);
        return false;
    }
    pid_t runner = getpid();
    result->pid = fork();
    if (result->pid == 0)
        child(request, shell_argv, report[1], runner);
    int error = errno;
    close(report[1]);
    if (result->pid > 0)
        hear(report[0], result);
    close(report[0]);
    free(shell_argv);
    errno = error;
    return result->pid > 0;
}

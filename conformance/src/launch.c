#define _GNU_SOURCE
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "launch.h"
#include "status.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* Where a child can borrow the runner's memory until it is another program, nothing is copied for
 * it, and what it has to say it writes there. */
#if defined(__linux__) && !defined(JETS_PORTABLE)
#define BORROWS_MEMORY
#define BORROWED_STACK 65536
#endif

#if defined(NSIG)
#define SIGNALS_END NSIG
#else
#define SIGNALS_END 65
#endif

/* Where a system cannot say or bound how many descriptors are open, this many are looked at. */
#define DESCRIPTORS_MAX 65536

#if !defined(__linux__)
extern char **environ;
#endif

/* The numbers of resources have a type of their own in one library. */
#if defined(__GLIBC__)
typedef __rlimit_resource_t resource_number;
#else
typedef int resource_number;
#endif

/* What the child says about its start. */
struct report {
    int error;
    int rlimit_refused;
};

/* What the child is to do. */
struct birth {
    const struct launch_request *request;
    char **shell_argv; /* { sh, program, operands… }, for a script without a first line that names
                          its interpreter */
    pid_t runner;
    int fd; /* a pipe for the report, which a successful exec closes; -1: it is written here */
    struct report report;
};

bool launch_pipe(int ends[2])
{
#if defined(__linux__)
    return pipe2(ends, O_CLOEXEC) == 0;
#else
    /* Two steps do no harm where one thread starts processes. */
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
#endif
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

char *launch_find(const char *name)
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
 * From here to the exec all runs in the child, in memory that may be the runner's: system calls
 * only, no allocation.
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
static bool lower_limit(resource_number resource, rlim_t soft, rlim_t slack)
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

static bool lower_limits(const struct launch_request *request)
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

/* Leaves 0, 1, 2 and, where there is one, the report, which becomes 3. */
static bool arrange_descriptors(const struct launch_request *request, int report)
{
    if (dup2(request->in, 0) < 0 || dup2(request->out, 1) < 0 || dup2(request->err, 2) < 0)
        return false;
    if (report < 0) {
        close_from(3);
        return true;
    }
    if (report != 3 && dup2(report, 3) < 0)
        return false;
    fcntl(3, F_SETFD, FD_CLOEXEC);
    close_from(4);
    return true;
}

static bool enter_directory(const struct launch_request *request)
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

static void tell(const struct birth *birth, int fd)
{
    ssize_t written;
    if (birth->fd < 0)
        return;
    do {
        written = write(fd, &birth->report, sizeof birth->report);
    } while (written < 0 && errno == EINTR);
}

static int child(void *about)
{
    struct birth *birth = about;
    const struct launch_request *request = birth->request;
    reset_signals();
    setsid();
    die_with(birth->runner);
    if (!enter_directory(request) || !arrange_descriptors(request, birth->fd)) {
        birth->report.error = errno;
        tell(birth, birth->fd);
        _exit(127);
    }
    if (!lower_limits(request)) {
        birth->report.rlimit_refused = 1;
        tell(birth, 3);
    }
    execve(request->program, (char *const *)request->argv, environ);
    if (errno == ENOEXEC)
        execve("/bin/sh", birth->shell_argv, environ);
    birth->report.error = errno;
    tell(birth, 3);
    _exit(127);
}

/* Starts the child and waits until its program runs or cannot. Its process, or -1 with errno. */
#if defined(BORROWS_MEMORY)

static pid_t bear(struct birth *birth)
{
    _Alignas(16) unsigned char stack[BORROWED_STACK];
    sigset_t all;
    sigset_t before;
    birth->fd = -1;
    /* A handler of the runner must not run in a child that has the runner's memory. */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, birth);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

#else

/* Reads what the child says until exec or its end closes the pipe. */
static void hear(int fd, struct report *result)
{
    struct report report;
    ssize_t got;
    while ((got = read(fd, &report, sizeof report)) != 0) {
        if (got == (ssize_t)sizeof report)
            *result = report;
        else if (got > 0 || errno != EINTR)
            return;
    }
}

static pid_t bear(struct birth *birth)
{
    int ends[2];
    if (!launch_pipe(ends))
        return -1;
    birth->fd = ends[1];
    pid_t pid = fork();
    if (pid == 0)
        child(birth);
    int error = errno;
    close(ends[1]);
    if (pid > 0)
        hear(ends[0], &birth->report);
    close(ends[0]);
    errno = error;
    return pid;
}

#endif

static char **make_shell_argv(const struct launch_request *request)
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

bool launch_start(const struct launch_request *request, struct launch_result *result)
{
    struct birth birth = {.request = request, .runner = getpid()};
    *result = (struct launch_result){0};
    birth.shell_argv = make_shell_argv(request);
    if (birth.shell_argv == NULL)
        return false;
    result->pid = bear(&birth);
    int error = errno;
    result->error = birth.report.error;
    result->rlimit_refused = birth.report.rlimit_refused != 0;
    free(birth.shell_argv);
    errno = error;
    return result->pid > 0;
}

void launch_end_with(pid_t parent)
{
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(STATUS_INTERNAL);
#else
    (void)parent;
#endif
}

void launch_describe_end(int status, struct buffer *out)
{
    if (WIFSIGNALED(status))
        buffer_format(out, "a worker of the runner was killed by signal %d", WTERMSIG(status));
    else
        buffer_format(out, "a worker of the runner ended with exit status %d", WEXITSTATUS(status));
}

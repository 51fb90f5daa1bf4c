/*
 * inject.c - runs a program with one of its allocations, or one of its system calls, failing.
 *
 *   inject LIBRARY RESULT memory|calls PROCESS CALL once|forever PROGRAM [OPERAND]...
 *
 * LIBRARY is inside.c, built. RESULT is a file for one line: "met=N call=NAME status=N signal=N
 * hung=N left=N": how many faults there were, which call the first was, how the program ended,
 * whether it had to be killed after 20 seconds, and how many processes it left. Only calls of the
 * program itself fail, in all of its processes, until they become another program.
 *
 * Exit status: 0 the line is written · 2 not so · 77 the system has no seccomp listener
 */
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSES_MAX = 4096, HUNG_MS = 20000, LEFT_MS = 3000, SKIPPED = 2 };

/* What a call may fail with. Those that are not here go through: they cannot fail, or what comes of
   their failing is what comes of having no such feature. */
struct failure {
    const char *name;
    int number;
    int error;
};

#define FAILURE(name, error)     \
    {                            \
#name, SYS_##name, error \
    }

static const struct failure failures[] = {
    FAILURE(read, EIO),          FAILURE(pread64, EIO),     FAILURE(readv, EIO),
    FAILURE(write, ENOSPC),      FAILURE(writev, ENOSPC),   FAILURE(close, EIO),
    FAILURE(openat, EMFILE),     FAILURE(lseek, EIO),       FAILURE(newfstatat, EIO),
    FAILURE(fsync, EIO),         FAILURE(ftruncate, EIO),   FAILURE(getdents64, EIO),
    FAILURE(readlinkat, EIO),    FAILURE(pipe2, EMFILE),    FAILURE(socketpair, EMFILE),
    FAILURE(dup, EMFILE),        FAILURE(dup3, EMFILE),     FAILURE(clone, EAGAIN),
    FAILURE(clone3, EAGAIN),     FAILURE(execve, ENOMEM),   FAILURE(wait4, EINTR),
    FAILURE(waitid, EINTR),      FAILURE(ppoll, ENOMEM),    FAILURE(renameat, ENOSPC),
    FAILURE(unlinkat, EACCES),   FAILURE(mkdirat, ENOSPC),  FAILURE(fchmod, EPERM),
    FAILURE(fchmodat, EPERM),    FAILURE(faccessat, EIO),   FAILURE(chdir, EACCES),
    FAILURE(fchdir, EACCES),     FAILURE(prlimit64, EPERM), FAILURE(sched_getaffinity, EINVAL),
#if defined(SYS_renameat2)
    FAILURE(renameat2, ENOSPC),
#endif
#if defined(SYS_open) /* older machines have these too */
    FAILURE(open, EMFILE),       FAILURE(fstat, EIO),       FAILURE(stat, EIO),
    FAILURE(lstat, EIO),         FAILURE(readlink, EIO),    FAILURE(pipe, EMFILE),
    FAILURE(dup2, EMFILE),       FAILURE(fork, EAGAIN),     FAILURE(vfork, EAGAIN),
    FAILURE(poll, ENOMEM),       FAILURE(rename, ENOSPC),   FAILURE(unlink, EACCES),
    FAILURE(rmdir, EACCES),      FAILURE(mkdir, ENOSPC),    FAILURE(chmod, EPERM),
    FAILURE(access, EIO),        FAILURE(getrlimit, EPERM), FAILURE(setrlimit, EPERM),
#endif
#if defined(SYS_pidfd_open)
    FAILURE(pidfd_open, EMFILE),
#endif
#if defined(SYS_faccessat2)
    FAILURE(faccessat2, EIO),
#endif
};

/* A process of the program, by its number in the order of appearance. */
struct seen {
    pid_t pid;
    uint32_t calls;
};

struct injection {
    struct plan *plan;
    dev_t device; /* of the program */
    ino_t inode;
    int listener; /* -1: none, or nobody is left that it could hear */
    pid_t child;
    struct seen seen[PROCESSES_MAX];
    uint32_t len;
    unsigned skipped;
    const struct failure *failed; /* the first call that did */
};

_Noreturn static void die(const char *what)
{
    fprintf(stderr, "inject: %s: %s\n", what, strerror(errno));
    exit(2);
}

static uint64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* ---- one call ---- */

static const struct failure *find_failure(int number)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        if (failures[i].number == number)
            return &failures[i];
    }
    return NULL;
}

/* Whether the process still is the program, or has become another one. */
static bool is_program(const struct injection *in, pid_t pid)
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%ld/exe", (long)pid);
    return stat(path, &status) == 0 && status.st_dev == in->device && status.st_ino == in->inode;
}

/* The number is given back where a process ends, and may come again; an old one of the same number
   has nothing more to say. */
static struct seen *find_process(struct injection *in, pid_t pid)
{
    for (uint32_t i = in->len; i-- > 0;) {
        if (in->seen[i].pid == pid)
            return &in->seen[i];
    }
    if (in->len == PROCESSES_MAX)
        return NULL;
    in->seen[in->len] = (struct seen){.pid = pid};
    in->plan->processes = in->len + 1;
    return &in->seen[in->len++];
}

/* A close that fails closes all the same, which cannot be done from here: only a file may stay open
   without harm. The end of a pipe would keep others waiting, and its closing never fails. */
static bool may_stay_open(pid_t pid, uint64_t fd)
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)pid, (int)fd);
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Where the disk is full, standard error may still be a terminal; without it nothing can be told.
 */
static bool is_message(const struct seccomp_notif *request)
{
    return request->data.nr == SYS_write && request->data.args[0] == STDERR_FILENO;
}

static int decide(struct injection *in, const struct seccomp_notif *request)
{
    const struct plan *plan = in->plan;
    pid_t pid = (pid_t)request->pid;
    const struct failure *failure = find_failure(request->data.nr);
    if (failure == NULL || !is_program(in, pid))
        return 0;
    if (in->skipped < SKIPPED) { /* the library's own */
        in->skipped++;
        return 0;
    }
    struct seen *seen = find_process(in, pid);
    if (seen == NULL ||
        (failure->number == SYS_close && !may_stay_open(pid, request->data.args[0])))
        return 0;
    seen->calls++;
    if ((uint32_t)(seen - in->seen) + 1 != plan->process || plan->call == 0)
        return 0;
    bool first = seen->calls == plan->call;
    bool again = plan->forever && in->failed == failure && failure->error != EINTR;
    if (!first && !(again && !is_message(request)))
        return 0;
    in->failed = first ? failure : in->failed;
    in->plan->met++;
    return failure->error;
}

static void answer(struct injection *in)
{
    struct seccomp_notif request;
    memset(&request, 0, sizeof request);
    if (ioctl(in->listener, SECCOMP_IOCTL_NOTIF_RECV, &request) != 0)
        return; /* it was killed meanwhile */
    int error = decide(in, &request);
    struct seccomp_notif_resp response = {.id = request.id, .error = -error};
    if (error == 0)
        response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(in->listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

/* Waits for a call, for the end of the program (an open descriptor tells), or for some
 * milliseconds. */
static void serve(struct injection *in, int end, int ms)
{
    struct pollfd fds[2] = {{.fd = in->listener, .events = POLLIN}, {.fd = end, .events = POLLIN}};
    if (poll(fds, 2, ms) <= 0)
        return;
    if (fds[0].revents & POLLIN) {
        answer(in);
    } else if (fds[0].revents != 0) {
        close(in->listener);
        in->listener = -1;
    }
}

/* ---- the program ---- */

static int receive_listener(int channel)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control = {{0}};
    char byte;
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    if (recvmsg(channel, &message, MSG_CMSG_CLOEXEC) <= 0)
        return -1;
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    int fd = -1;
    if (head != NULL && head->cmsg_type == SCM_RIGHTS)
        memcpy(&fd, CMSG_DATA(head), sizeof fd);
    return fd;
}

static void start(struct injection *in, const char *library, char **argv)
{
    int memory = memfd_create("plan", 0);
    int ends[2];
    char number[16];
    if (memory < 0 || ftruncate(memory, sizeof *in->plan) != 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        die("plan");
    in->plan = mmap(NULL, sizeof *in->plan, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (in->plan == MAP_FAILED)
        die("plan");
    in->child = fork();
    if (in->child < 0)
        die("fork");
    if (in->child == 0) {
        /* waits for the plan to be filled in */
        char byte;
        if (read(ends[1], &byte, 1) != 1)
            _exit(127);
        snprintf(number, sizeof number, "%d", memory);
        setenv("JETS_FAULTS", number, 1);
        setenv("LD_PRELOAD", library, 1);
        fcntl(ends[1], F_SETFD, 0);
        execv(argv[0], argv);
        _exit(127);
    }
    close(memory);
    close(ends[1]);
    in->plan->channel = ends[1];
    in->listener = ends[0];
}

/* Lets it run, once the plan is filled in. */
static void release(struct injection *in)
{
    int channel = in->listener;
    in->listener = -1;
    if (write(channel, "", 1) != 1)
        die("start");
    if (in->plan->kind == PLAN_CALLS) {
        in->listener = receive_listener(channel);
        if (in->listener < 0) {
            kill(in->child, SIGKILL);
            waitpid(in->child, NULL, 0);
            fputs("inject: no seccomp listener on this system\n", stderr);
            exit(77);
        }
    }
    close(channel);
}

/* Kills all that is below this process, and counts it. */
static unsigned kill_children(struct injection *in)
{
    unsigned count = 0;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    for (;;) {
        pid_t pid;
        while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (pid < 0)
            return count;
        char line[4096] = "";
        FILE *file = fopen(path, "r");
        if (file != NULL && fgets(line, sizeof line, file) == NULL)
            line[0] = '\0';
        if (file != NULL)
            fclose(file);
        char *at = line;
        for (long number; (number = strtol(at, &at, 10)) > 0;) {
            if (kill((pid_t)number, SIGKILL) == 0)
                count++;
        }
        serve(in, -1, 10);
    }
}

/* Waits until the program has ended, and gives its status. */
static bool wait_for_program(struct injection *in, int *status)
{
    uint64_t until = now_ms() + HUNG_MS;
    int end = (int)syscall(SYS_pidfd_open, in->child, 0);
    bool hung = false;
    while (waitpid(in->child, status, WNOHANG) == 0) {
        if (now_ms() > until && !hung) {
            kill(in->child, SIGKILL);
            hung = true;
        }
        serve(in, end, end >= 0 ? 1000 : 1);
    }
    if (end >= 0)
        close(end);
    return hung;
}

/* What the program leaves comes to this process. Its own workers may take a moment to see that it
 * is gone. */
static unsigned wait_for_rest(struct injection *in)
{
    uint64_t until = now_ms() + LEFT_MS;
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0) {
        if (pid == 0 && now_ms() > until)
            return kill_children(in);
        if (pid == 0)
            serve(in, -1, 1);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static struct injection in = {.listener = -1};
    struct stat program;
    int status = 0;
    if (argc < 8 || stat(argv[7], &program) != 0) {
        fputs("usage: inject LIBRARY RESULT memory|calls PROCESS CALL once|forever PROGRAM...\n",
              stderr);
        return 2;
    }
    in.device = program.st_dev;
    in.inode = program.st_ino;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    start(&in, argv[1], argv + 7);
    struct plan *plan = in.plan;
    plan->kind = strcmp(argv[3], "calls") == 0 ? PLAN_CALLS : PLAN_MEMORY;
    plan->process = (uint32_t)strtoul(argv[4], NULL, 10);
    plan->call = (uint32_t)strtoul(argv[5], NULL, 10);
    plan->forever = strcmp(argv[6], "forever") == 0;
    release(&in);
    bool hung = wait_for_program(&in, &status);
    unsigned left = wait_for_rest(&in);
    FILE *result = fopen(argv[2], "w");
    if (result == NULL)
        die(argv[2]);
    fprintf(result, "met=%u processes=%u call=%s status=%d signal=%d hung=%d left=%u\n",
            (unsigned)plan->met, (unsigned)plan->processes,
            in.failed != NULL ? in.failed->name : "memory",
            WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            WIFSIGNALED(status) ? WTERMSIG(status) : 0, hung, left);
    return fclose(result) == 0 ? 0 : 2;
}

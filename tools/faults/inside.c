/*
 * inside.c - a library that is loaded in front of libc (LD_PRELOAD) into a program under test. It
 * makes an allocation fail, or hands all system calls to inject.c, which makes one fail; see
 * plan.h.
 *
 * glibc and Linux alone. What the program starts is left in peace: nothing of this stands in its
 * environment.
 */
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t nmemb, size_t size);
extern void *__libc_realloc(void *ptr, size_t size);

static struct plan *plan; /* NULL: nothing fails */
static pid_t self;
static uint32_t process, calls;

/* ---- allocations ---- */

static int fails(void)
{
    if (plan == NULL || plan->kind != PLAN_MEMORY)
        return 0;
    if (getpid() != self) { /* a fork */
        self = getpid();
        process = ++plan->processes;
        calls = 0;
    }
    calls++;
    if (process != plan->process || (plan->forever ? calls < plan->call : calls != plan->call))
        return 0;
    plan->met++;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size)
{
    return fails() ? NULL : __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size)
{
    return fails() ? NULL : __libc_realloc(ptr, size);
}

/* ---- system calls ---- */

/* Calls that give or take memory, end a process or cannot fail are not asked about: the first kind
   fails as an allocation. sendmsg hands the listener over, when nobody answers yet. */
static const int unasked[] = {SYS_exit,          SYS_exit_group,      SYS_rt_sigreturn,
                              SYS_rt_sigaction,  SYS_rt_sigprocmask,  SYS_mmap,
                              SYS_munmap,        SYS_mprotect,        SYS_brk,
                              SYS_mremap,        SYS_madvise,         SYS_futex,
                              SYS_getpid,        SYS_getppid,         SYS_gettid,
                              SYS_clock_gettime, SYS_set_tid_address, SYS_set_robust_list,
                              SYS_sendmsg,       SYS_geteuid,         SYS_clock_nanosleep};

enum { UNASKED = sizeof unasked / sizeof unasked[0] };

static int install(void)
{
    struct sock_filter filter[UNASKED + 3] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    size_t n = 1;
    for (size_t i = 0; i < UNASKED; i++, n++)
        filter[n] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)unasked[i],
                                                 (uint8_t)(UNASKED - i), 0);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {(unsigned short)n, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
    long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                      flags | (long)SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
    if (fd < 0) /* an older kernel */
        fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
    return (int)fd;
}

/* Without a listener (fd -1) the message is empty. */
static void hand_over(int channel, int fd)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control = {{0}};
    char byte = 0;
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (fd >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(head), &fd, sizeof fd);
    }
    sendmsg(channel, &message, MSG_NOSIGNAL);
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("JETS_FAULTS");
    if (text == NULL)
        return;
    int fd = (int)strtol(text, NULL, 10);
    unsetenv("JETS_FAULTS");
    unsetenv("LD_PRELOAD");
    struct plan *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED)
        _exit(126);
    close(fd);
    int channel = shared->channel;
    if (shared->kind == PLAN_CALLS) {
        int listener = install();
        hand_over(channel, listener);
        if (listener >= 0)
            close(listener);
    }
    close(channel);
    plan = shared;
}

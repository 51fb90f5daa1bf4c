/*
 * launch.h - start one program with a clean slate: own session, own limits, three descriptors.
 */
#ifndef JETS_LAUNCH_H
#define JETS_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "memory.h"

struct launch_request {
    const char *program; /* path; a relative one is meant from where the program starts */
    const char *const *argv;
    const char *cwd;  /* NULL: cwd_fd */
    int cwd_fd;       /* open directory, used where cwd is NULL */
    int in, out, err; /* become 0, 1 and 2; above 2 themselves */
    uint64_t cpu_ms;  /* 0: none; rounded up to a second */
    uint64_t file_kb; /* largest file that it may write; 0: none */
    uint64_t data_kb; /* RLIMIT_DATA; 0: none */
};

struct launch_result {
    pid_t pid; /* leader of its session and group; running, or a zombie where error is set */
    int error; /* 0, or the errno why the program was not started */
    bool rlimit_refused; /* one of the limits could not be set */
};

/*
 * Starts the program and waits until it runs or cannot. False, with errno, when the runner failed
 * (no pipe, no process, no memory) and there is no child. Otherwise the caller waits for pid, also
 * where error is set.
 */
bool launch_start(const struct launch_request *request, struct launch_result *result);

/*
 * The path of the executable that `name` means: name itself where it holds a slash, else the first
 * executable regular file of that name along PATH. Newly allocated; NULL with errno (ENOENT,
 * EACCES, ENOMEM).
 */
char *launch_find(const char *name);

/* In a process that the runner has forked: ends it, by SIGTERM, when its parent is killed outright,
 * where the system can do that. parent: the process that forked it. */
void launch_end_with(pid_t parent);

/* Adds how such a process ended, by its wait status, for a person. */
void launch_describe_end(int status, struct buffer *out);

/* A pipe whose ends are closed on exec and lie above descriptor 2. False with errno. */
bool launch_pipe(int ends[2]);

#endif

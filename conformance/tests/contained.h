/*
 * contained.h - what the tests of processes share: a temporary directory of their own, the paths of
 * the testees, and the proof that a run left nothing behind.
 */
#ifndef JETS_TESTS_CONTAINED_H
#define JETS_TESTS_CONTAINED_H

#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"

enum { PATH_ROOM = 4096 };

/* Where the testees are: under JETS_BUILD, or build. */
static inline void testee_path(char path[PATH_ROOM], const char *name)
{
    char relative[PATH_ROOM];
    const char *build = getenv("JETS_BUILD");
    snprintf(relative, sizeof relative, "%s/testees/%s", build != NULL ? build : "build", name);
    char *absolute = realpath(relative, NULL);
    if (absolute == NULL)
        fail_msg("%s: build the testees first", relative);
    snprintf(path, PATH_ROOM, "%s", absolute);
    free(absolute);
}

/* A variable that the setup has set, or that every environment has. */
static inline const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

/* A word on the command line of every process that this test starts, by which it is known again. */
static inline const char *run_mark(void)
{
    return variable("JETS_TEST_MARK");
}

/* TMPDIR becomes a fresh directory, so that what a run leaves in it shows. */
static inline int contained_setup(void **state)
{
    char mark[64];
    char *base = strdup("/tmp/jets-test-XXXXXX");
    if (base == NULL || mkdtemp(base) == NULL) {
        free(base);
        return -1;
    }
    process_init();
    snprintf(mark, sizeof mark, "mark-%ld", (long)getpid());
    setenv("JETS_TEST_MARK", mark, 1);
    setenv("TMPDIR", base, 1);
    *state = base;
    return 0;
}

static inline int contained_teardown(void **state)
{
    int status = rmdir(*state);
    free(*state);
    return status;
}

static inline size_t count_entries(const char *path)
{
    DIR *dir = opendir(path);
    size_t count = 0;
    assert_non_null(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count - 2;
}

/* True where the command line of a process holds the mark. */
static inline bool is_marked(const char *pid)
{
    char path[300];
    char line[8192];
    snprintf(path, sizeof path, "/proc/%s/cmdline", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t len = read(fd, line, sizeof line - 1);
    close(fd);
    for (ssize_t i = 0; i < len; i++) {
        if (line[i] == '\0')
            line[i] = ' ';
    }
    line[len > 0 ? len : 0] = '\0';
    return strstr(line, run_mark()) != NULL;
}

static inline size_t count_marked(void)
{
    size_t count = 0;
    DIR *dir = opendir("/proc");
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && is_marked(entry->d_name);
    if (dir != NULL)
        closedir(dir);
    return count;
}

/* Where only the process group is known (process.h), what leaves the group is not found. */
static inline void needs_whole_containment(void)
{
    if (process_containment_is_partial())
        skip();
}

/* What is said of every run on a system where its processes cannot be seen. */
static inline unsigned usual_notes(void)
{
    return process_containment_is_partial() ? PROCESS_NOTE_UNWATCHED : 0;
}

/* No child, no process anywhere that bears the mark, no directory. */
static inline void assert_nothing_left(void)
{
    siginfo_t info;
    assert_int_equal(waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(count_marked(), 0);
    assert_int_equal(count_entries(variable("TMPDIR")), 0);
}

static inline uint64_t own_peak_kb(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return (uint64_t)usage.ru_maxrss;
}

#endif

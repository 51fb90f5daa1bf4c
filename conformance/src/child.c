#define _GNU_SOURCE
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "clock.h"
#include "launch.h"

/* Most runs end before the first look; then often where memory nears its limit, at leisure
 * elsewhere. */
#define FIRST_LOOK_US 5000
#define NEAR_LOOK_US 5000
#define CALM_LOOK_US 20000

/* Without a descriptor that tells of the end, it is asked for this often. */
#define TICK_US 2000

/* The system's size of a process counts what it was before exec too, the runner's; counters lag a
 * little. */
#define SIZE_SLACK_KB 1024

/* ---- the beginning ---- */

/* The three pipes; ends[i] belong to descriptor i. All or none are open. */
static bool open_pipes(int ends[3][2])
{
    for (int i = 0; i < 3; i++) {
        if (launch_pipe(ends[i]))
            continue;
        int error = errno;
        while (--i >= 0) {
            close(ends[i][0]);
            close(ends[i][1]);
        }
        errno = error;
        return false;
    }
    return true;
}

static int open_end_fd(pid_t pid)
{
#if defined(SYS_pidfd_open) && !defined(JETS_PORTABLE)
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    (void)pid;
    return -1;
#endif
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Starts the program with the testee's ends of the pipes, and closes those. False when the runner
 * failed. */
static bool spawn(struct child *child, const struct child_spec *spec, int ends[3][2])
{
    struct launch_request request = {
        .program = spec->program,
        .argv = spec->argv,
        .cwd = spec->cwd,
        .cwd_fd = child->scratch.fd,
        .in = ends[0][0],
        .out = ends[1][1],
        .err = ends[2][1],
        .cpu_ms = spec->cpu_ms,
        .file_kb = spec->memory_kb,
        .data_kb = child->tree.visible ? 0 : spec->memory_kb,
    };
    struct launch_result started;
    bool good = launch_start(&request, &started);
    int error = errno;
    close(request.in);
    close(request.out);
    close(request.err);
    errno = error;
    if (!good)
        return false;
    child->tree.leader = started.pid;
    child->error = started.error;
    if (started.rlimit_refused)
        child->notes |= PROCESS_NOTE_RLIMIT;
    return true;
}

static bool start_in_directory(struct child *child, const struct child_spec *spec)
{
    int ends[3][2];
    if (!open_pipes(ends))
        return false;
    child->in = ends[0][1];
    child->out = ends[1][0];
    child->err = ends[2][0];
    /* The other end of a pipe has a mode of its own: the testee's may block. */
    fcntl(child->in, F_SETFL, O_NONBLOCK);
    fcntl(child->out, F_SETFL, O_NONBLOCK);
    fcntl(child->err, F_SETFL, O_NONBLOCK);
    if (!spawn(child, spec, ends))
        return false;
    child->end_fd = open_end_fd(child->tree.leader);
    child->start_us = clock_us();
    child->next_look_us = child->start_us + FIRST_LOOK_US;
    return true;
}

/* A place that a forked process got with its memory is its parent's: the directory is in use. */
static void enter_place(struct process_place *place)
{
    if (place->owner == getpid())
        return;
    if (place->path != NULL) {
        close(place->fd);
        free(place->path);
    }
    struct tree_sight sight = tree_sight();
    *place = (struct process_place){.owner = getpid(),
                                    .visible = sight.visible,
                                    .listed = sight.listed,
                                    .in = place->in,
                                    .fd = -1};
}

static bool find_directory(struct child *child, const char *in)
{
    struct process_place *place = child->place;
    if (place == NULL || place->path == NULL)
        return scratch_make(&child->scratch, in);
    child->scratch = (struct scratch){place->path, place->fd};
    place->path = NULL;
    return true;
}

/* False where the directory could not be removed whole. */
static bool leave_directory(struct child *child)
{
    struct process_place *place = child->place;
    if (child->scratch.path == NULL)
        return true;
    if (place == NULL || place->path != NULL || !scratch_is_untouched(&child->scratch))
        return scratch_remove(&child->scratch);
    place->path = child->scratch.path;
    place->fd = child->scratch.fd;
    child->scratch = (struct scratch){NULL, -1};
    return true;
}

void process_place_free(struct process_place *place)
{
    struct scratch scratch = {place->path, place->fd};
    if (place->path != NULL && place->owner == getpid())
        scratch_remove(&scratch);
    *place = (struct process_place){0};
}

bool child_start(struct child *child, const struct child_spec *spec)
{
    *child = (struct child){.scratch = {NULL, -1}, .in = -1, .out = -1, .err = -1, .end_fd = -1};
    child->memory_kb = spec->memory_kb;
    child->place = spec->place;
    if (child->place != NULL)
        enter_place(child->place);
    if (spec->cwd == NULL && !find_directory(child, spec->scratch_in))
        return false;
    struct tree_sight sight = child->place != NULL
                                  ? (struct tree_sight){child->place->visible, child->place->listed}
                                  : tree_sight();
    tree_open(&child->tree, &sight);
    if (start_in_directory(child, spec))
        return true;
    int error = errno;
    child_close(child);
    errno = error;
    return false;
}

/* ---- watching ---- */

static void note_size(struct child *child, uint64_t kb)
{
    if (kb > child->seen_kb)
        child->seen_kb = kb;
}

static bool memory_is_passed(struct child *child, const struct tree_usage *usage)
{
    uint64_t limit = child->memory_kb;
    uint64_t kb = usage->resident_kb;
    /* Processes that share pages are not each to blame for all of them; to find out takes time, so
     * only near the limit. */
    if (limit != 0 && kb >= limit - limit / 10 && usage->processes > 1) {
        uint64_t fair = tree_proportional_kb(&child->tree);
        kb = fair > 0 ? fair : kb;
    }
    note_size(child, kb);
    /*
     * RLIMIT_DATA counts what is mapped, touched or not. Set from the start it would stop every
     * program that reserves address space (sanitizers, some virtual machines), so it comes late,
     * relative to what is mapped, as a fence for when this process is kept from looking.
     */
    if (limit != 0 && kb > limit / 2 && kb <= limit && !tree_fence_memory(&child->tree, limit))
        child->notes |= PROCESS_NOTE_RLIMIT;
    return limit != 0 && kb > limit;
}

enum process_limit child_look(struct child *child, uint64_t now, struct tree_usage *usage)
{
    if (!tree_measure(&child->tree, usage)) {
        child->notes |= PROCESS_NOTE_UNWATCHED;
        child->next_look_us = UINT64_MAX;
        return PROCESS_LIMIT_NONE;
    }
    bool full = memory_is_passed(child, usage);
    bool near = usage->processes > 16 ||
                (child->memory_kb != 0 && usage->resident_kb > child->memory_kb / 2);
    child->next_look_us = now + (near ? NEAR_LOOK_US : CALM_LOOK_US);
    if (usage->processes > PROCESS_TREE_MAX)
        return PROCESS_LIMIT_PROCESSES;
    return full ? PROCESS_LIMIT_MEMORY : PROCESS_LIMIT_NONE;
}

int child_poll_ms(const struct child *child, uint64_t now, uint64_t until_us)
{
    uint64_t until = child->next_look_us < until_us ? child->next_look_us : until_us;
    uint64_t left = until > now ? until - now : 0;
    uint64_t most = child->end_fd >= 0 ? CALM_LOOK_US : TICK_US;
    if (left > most)
        left = most;
    return (int)((left + 999) / 1000);
}

/* ---- the end ---- */

void child_kill(struct child *child)
{
    close_fd(&child->in);
    if (!tree_kill(&child->tree))
        child->notes |= PROCESS_NOTE_SURVIVOR;
}

/*
 * The system's figure for the leader includes the moment before exec, when it was a copy of the
 * runner. Where it is larger than that, it is the testee's own.
 */
void child_settle_size(struct child *child)
{
    struct rusage own;
    if (getrusage(RUSAGE_SELF, &own) == 0 &&
        child->tree.peak_kb > tree_rusage_kb(&own) + SIZE_SLACK_KB)
        note_size(child, child->tree.peak_kb);
}

bool child_died_of_memory(const struct child *child, bool failed)
{
    uint64_t limit = child->memory_kb;
    return limit != 0 &&
           (child->seen_kb > limit || (failed && child->seen_kb >= limit - limit / 10));
}

void child_close(struct child *child)
{
    close_fd(&child->in);
    close_fd(&child->out);
    close_fd(&child->err);
    close_fd(&child->end_fd);
    tree_close(&child->tree);
    if (!leave_directory(child))
        child->notes |= PROCESS_NOTE_DIRECTORY;
}

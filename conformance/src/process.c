#define _GNU_SOURCE
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "clock.h"
#include "scratch.h"
#include "spawn.h"
#include "tree.h"

#define CHUNK 65536

/* Longer than anybody waits: stands for no limit, and keeps sums of microseconds in range. */
#define FOREVER_MS 1000000000000

/* Most runs end before the first look; then often where memory nears its limit, at leisure
 * elsewhere. */
#define FIRST_LOOK_US 5000
#define NEAR_LOOK_US 5000
#define CALM_LOOK_US 20000

/* Without a descriptor that tells of the end, it is asked for this often. */
#define TICK_US 2000

/* The system's size of a process counts what it was before exec too, a copy of the runner; counters
 * lag a little. */
#define SIZE_SLACK_KB 1024

/* One stream that is read: at most the last `keep` bytes stay, more than `max` is a flood. */
struct sink {
    int fd; /* -1: at its end */
    unsigned char *data;
    size_t len, cap;
    size_t keep, max;
    uint64_t total;
};

/* Standard input on its way to the testee. */
struct feed {
    int fd; /* -1: wholly written, or the testee takes no more */
    const struct input *input;
    uint64_t offset; /* of what is read next from input */
    size_t at, len;  /* what of buf is still to be written */
    unsigned char buf[CHUNK];
};

struct run {
    const struct process_spec *spec;
    struct process_result *result;
    struct tree tree;
    struct feed feed;
    struct sink out, err;
    int end_fd;      /* readable when the leader has ended; -1 where the system has no such thing */
    uint64_t cpu_us; /* the limit; 0: none */
    uint64_t start_us, next_look_us;
    uint64_t seen_kb; /* most resident memory seen while it ran */
    bool done;        /* result->end is settled */
    int failure;      /* errno of the runner's own failure */
    unsigned char chunk[CHUNK];
};

/* ---- input ---- */

static size_t input_memory_read(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap)
{
    const struct input_memory *memory = ctx;
    size_t left = offset < memory->len ? memory->len - (size_t)offset : 0;
    size_t len = left < cap ? left : cap;
    if (len > 0)
        memcpy(buf, memory->data + offset, len);
    return len;
}

struct input input_from_memory(const struct input_memory *memory)
{
    return (struct input){input_memory_read, memory, memory->len};
}

/* ---- settings ---- */

struct process_limits process_limits_default(void)
{
    return (struct process_limits){
        .wall_ms = 2000,
        .cpu_ms = 0,
        .memory_kb = (uint64_t)1024 * 1024,
        .output_max = (size_t)16 * 1024 * 1024,
        .stderr_max = (size_t)16 * 1024 * 1024,
        .stderr_keep = (size_t)64 * 1024,
    };
}

void process_init(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= 2);
    if (fd > 2)
        close(fd);
    signal(SIGPIPE, SIG_IGN);
    /* Ignored by whoever started the runner, it would make the system lose how testees end. */
    signal(SIGCHLD, SIG_DFL);
#if defined(__linux__) && !defined(JETS_PORTABLE)
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

bool process_containment_is_partial(void)
{
#if defined(__linux__) && !defined(JETS_PORTABLE)
    int subreaper = 0;
    return prctl(PR_GET_CHILD_SUBREAPER, &subreaper) != 0 || subreaper == 0 || !tree_can_walk();
#else
    return true;
#endif
}

const char *process_note_text(unsigned note)
{
    switch (note) {
    case PROCESS_NOTE_RLIMIT: return "the system refused a resource limit";
    case PROCESS_NOTE_SURVIVOR: return "a process of the testee could not be ended";
    case PROCESS_NOTE_DIRECTORY: return "the testee's temporary directory could not be removed";
    case PROCESS_NOTE_UNWATCHED: return "CPU and memory of the testee could not be watched";
    default: return NULL;
    }
}

void process_result_free(struct process_result *result)
{
    free(result->out);
    free(result->err);
    *result = (struct process_result){0};
}

/* ---- streams ---- */

/* Makes room for len more bytes, dropping from the front what is not kept. */
static bool sink_reserve(struct sink *sink, size_t len)
{
    if (sink->len + len + 1 <= sink->cap)
        return true;
    if (sink->len > sink->keep && sink->cap > 2 * sink->keep + CHUNK) {
        memmove(sink->data, sink->data + sink->len - sink->keep, sink->keep);
        sink->len = sink->keep;
        return true;
    }
    size_t cap = sink->cap == 0 ? 4096 : sink->cap * 2;
    while (cap < sink->len + len + 1)
        cap *= 2;
    unsigned char *data = realloc(sink->data, cap);
    if (data == NULL)
        return false;
    sink->data = data;
    sink->cap = cap;
    return true;
}

static void sink_close(struct sink *sink)
{
    if (sink->fd >= 0)
        close(sink->fd);
    sink->fd = -1;
}

/* Ends the run, once: a later cause does not overwrite the first. */
static void settle(struct run *run, enum process_end end, enum process_limit limit)
{
    if (run->done)
        return;
    run->done = true;
    run->result->end = end;
    run->result->limit = limit;
}

static void fail(struct run *run, int error)
{
    if (run->failure == 0)
        run->failure = error;
    run->done = true;
}

/* Reads once. False when there is nothing to read now, or no more. */
static bool sink_read(struct run *run, struct sink *sink)
{
    if (sink->fd < 0)
        return false;
    ssize_t got = read(sink->fd, run->chunk, sizeof run->chunk);
    if (got < 0 && errno == EINTR)
        return true;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return false;
    if (got <= 0) {
        sink_close(sink);
        return false;
    }
    size_t len = (size_t)got;
    sink->total += len;
    if (sink->total > sink->max) {
        size_t past = sink->total - sink->max < len ? (size_t)(sink->total - sink->max) : len;
        len -= past;
        settle(run, PROCESS_FLOOD, sink == &run->out ? PROCESS_LIMIT_STDOUT : PROCESS_LIMIT_STDERR);
    }
    if (!sink_reserve(sink, len)) {
        fail(run, ENOMEM);
        return false;
    }
    memcpy(sink->data + sink->len, run->chunk, len);
    sink->len += len;
    return sink->total <= sink->max;
}

/* What is left in the pipe; more than a flood's worth is not taken, however fast it comes. */
static void sink_drain(struct run *run, struct sink *sink)
{
    while (sink_read(run, sink))
        continue;
    sink_close(sink);
}

/* Hands the bytes over, cut to what is kept and with a NUL behind. */
static bool sink_take(struct sink *sink, unsigned char **data, size_t *len)
{
    if (!sink_reserve(sink, 1))
        return false;
    if (sink->len > sink->keep) {
        memmove(sink->data, sink->data + sink->len - sink->keep, sink->keep);
        sink->len = sink->keep;
    }
    sink->data[sink->len] = '\0';
    *data = sink->data;
    *len = sink->len;
    sink->data = NULL;
    return true;
}

static void feed_close(struct feed *feed)
{
    if (feed->fd >= 0)
        close(feed->fd);
    feed->fd = -1;
}

/* Fills the buffer from the input. False at the end. */
static bool feed_refill(struct run *run, struct feed *feed)
{
    if (feed->offset >= feed->input->length)
        return false;
    uint64_t left = feed->input->length - feed->offset;
    size_t cap = left < CHUNK ? (size_t)left : CHUNK;
    size_t got = feed->input->read(feed->input->ctx, feed->offset, feed->buf, cap);
    if (got == 0 || got > cap) {
        fail(run, EIO);
        return false;
    }
    feed->offset += got;
    feed->at = 0;
    feed->len = got;
    return true;
}

/* Writes what the pipe takes. A testee that does not read its input has a right to that: EPIPE is
 * no failure. */
static void feed_write(struct run *run, struct feed *feed)
{
    while (feed->fd >= 0) {
        if (feed->at == feed->len && !feed_refill(run, feed)) {
            feed_close(feed);
            return;
        }
        ssize_t put = write(feed->fd, feed->buf + feed->at, feed->len - feed->at);
        if (put >= 0)
            feed->at += (size_t)put;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        else if (errno != EINTR)
            feed_close(feed);
    }
}

/* ---- watching ---- */

static void note_size(struct run *run, uint64_t kb)
{
    if (kb > run->seen_kb)
        run->seen_kb = kb;
}

static void watch_memory(struct run *run, const struct tree_usage *usage)
{
    uint64_t limit = run->spec->limits.memory_kb;
    uint64_t kb = usage->resident_kb;
    /* Processes that share pages are not each to blame for all of them; to find out takes time, so
     * only near the limit. */
    if (limit != 0 && kb >= limit - limit / 10 && usage->processes > 1) {
        uint64_t fair = tree_proportional_kb(&run->tree);
        kb = fair > 0 ? fair : kb;
    }
    note_size(run, kb);
    if (limit == 0)
        return;
    if (kb > limit)
        settle(run, PROCESS_MEMORY, PROCESS_LIMIT_MEMORY);
    /*
     * RLIMIT_DATA counts what is mapped, touched or not. Set from the start it would stop every
     * program that reserves address space (sanitizers, some virtual machines), so it comes late,
     * relative to what is mapped, as a fence for when this process is kept from looking.
     */
    else if (kb > limit / 2 && !tree_fence_memory(&run->tree, limit))
        run->result->notes |= PROCESS_NOTE_RLIMIT;
}

static void look(struct run *run, uint64_t now)
{
    struct tree_usage usage;
    if (!tree_measure(&run->tree, &usage)) {
        run->result->notes |= PROCESS_NOTE_UNWATCHED;
        run->next_look_us = UINT64_MAX;
        return;
    }
    if (usage.processes > PROCESS_TREE_MAX)
        settle(run, PROCESS_FLOOD, PROCESS_LIMIT_PROCESSES);
    if (run->cpu_us != 0 && usage.cpu_us > run->cpu_us)
        settle(run, PROCESS_TIMEOUT, PROCESS_LIMIT_CPU);
    watch_memory(run, &usage);
    uint64_t memory_kb = run->spec->limits.memory_kb;
    bool near = usage.processes > 16 || (memory_kb != 0 && usage.resident_kb > memory_kb / 2);
    run->next_look_us = now + (near ? NEAR_LOOK_US : CALM_LOOK_US);
}

/* How long to sleep in poll, in ms; rounded up, so that nothing wakes just before its time. */
static int poll_timeout(const struct run *run, uint64_t now, uint64_t wall_end)
{
    uint64_t until = run->next_look_us < wall_end ? run->next_look_us : wall_end;
    uint64_t left = until > now ? until - now : 0;
    uint64_t most = run->end_fd >= 0 ? CALM_LOOK_US : TICK_US;
    if (left > most)
        left = most;
    return (int)((left + 999) / 1000);
}

/* The leader's size before it ends; a short run has this one chance to be measured alone. */
static void first_output(struct run *run)
{
    if (run->out.total == 0 && run->tree.peak_kb == 0)
        note_size(run, tree_leader_peak_kb(&run->tree));
}

static void serve(struct run *run, struct pollfd *fds)
{
    if (fds[0].revents != 0)
        feed_write(run, &run->feed);
    if (fds[1].revents != 0) {
        first_output(run);
        sink_read(run, &run->out);
    }
    if (fds[2].revents != 0)
        sink_read(run, &run->err);
    bool told = fds[3].revents != 0;
    if ((told || run->end_fd < 0) && tree_leader_ended(&run->tree))
        settle(run, PROCESS_EXITED, PROCESS_LIMIT_NONE);
}

static bool interrupted(const struct run *run)
{
    return run->spec->interrupt != NULL && *run->spec->interrupt != 0;
}

static void watch(struct run *run)
{
    uint64_t wall_ms = run->spec->limits.wall_ms;
    uint64_t wall_end =
        wall_ms == 0 || wall_ms > FOREVER_MS ? UINT64_MAX : run->start_us + wall_ms * 1000;
    while (!run->done) {
        uint64_t now = clock_us();
        if (interrupted(run)) {
            settle(run, PROCESS_INTERRUPTED, PROCESS_LIMIT_NONE);
        } else if (now >= wall_end) {
            /* It may have ended in time while this process waited for its turn. */
            bool ended = tree_leader_ended(&run->tree);
            settle(run, ended ? PROCESS_EXITED : PROCESS_TIMEOUT,
                   ended ? PROCESS_LIMIT_NONE : PROCESS_LIMIT_WALL);
        } else {
            struct pollfd fds[4] = {
                {.fd = run->feed.fd, .events = POLLOUT},
                {.fd = run->out.fd, .events = POLLIN},
                {.fd = run->err.fd, .events = POLLIN},
                {.fd = run->end_fd, .events = POLLIN},
            };
            if (now >= run->next_look_us)
                look(run, now);
            if (!run->done && poll(fds, 4, poll_timeout(run, now, wall_end)) >= 0)
                serve(run, fds);
        }
    }
}

/* ---- the end ---- */

/* How the leader ended by itself, judged by what is known once all is waited for. */
static void judge_exit(struct run *run)
{
    struct process_result *result = run->result;
    uint64_t limit = run->spec->limits.memory_kb;
    int status = run->tree.status;
    bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    result->code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (run->out.total > run->out.max || run->err.total > run->err.max) {
        result->end = PROCESS_FLOOD;
        result->limit = run->out.total > run->out.max ? PROCESS_LIMIT_STDOUT : PROCESS_LIMIT_STDERR;
    } else if (limit != 0 &&
               (run->seen_kb > limit || (failed && run->seen_kb >= limit - limit / 10))) {
        result->end = PROCESS_MEMORY;
        result->limit = PROCESS_LIMIT_MEMORY;
    } else if (!WIFEXITED(status)) {
        result->end = PROCESS_SIGNALLED;
        /* The system's own CPU limit, in whole seconds; its clock ticks may be a little behind. */
        bool by_limit = result->code == SIGXCPU || result->code == SIGKILL;
        if (by_limit && run->cpu_us != 0 && run->tree.cpu_us + 50000 >= run->cpu_us) {
            result->end = PROCESS_TIMEOUT;
            result->limit = PROCESS_LIMIT_CPU;
        }
    }
}

/*
 * The system's figure for the leader includes the moment before exec, when it was a copy of the
 * runner. Where it is larger than that, it is the testee's own.
 */
static void settle_size(struct run *run)
{
    struct rusage own;
    if (getrusage(RUSAGE_SELF, &own) != 0)
        return;
    if (run->tree.peak_kb > tree_rusage_kb(&own) + SIZE_SLACK_KB)
        note_size(run, run->tree.peak_kb);
    run->result->peak_kb = run->seen_kb > 0 ? run->seen_kb : run->tree.peak_kb;
}

/* Kills the tree, takes what it had written, and says how it ended. */
static void finish(struct run *run)
{
    struct process_result *result = run->result;
    feed_close(&run->feed);
    result->wall_us = clock_us() - run->start_us;
    if (!tree_kill(&run->tree))
        result->notes |= PROCESS_NOTE_SURVIVOR;
    /* All writers are dead now, so that this is everything and ends by itself. */
    sink_drain(run, &run->out);
    sink_drain(run, &run->err);
    result->cpu_us = run->tree.cpu_us;
    settle_size(run);
    if (result->end == PROCESS_EXITED)
        judge_exit(run);
    if (!sink_take(&run->out, &result->out, &result->out_len) ||
        !sink_take(&run->err, &result->err, &result->err_len))
        fail(run, ENOMEM);
}

/* ---- the beginning ---- */

static uint64_t cpu_limit_ms(const struct process_limits *limits)
{
    return limits->cpu_ms != 0 ? limits->cpu_ms : (limits->wall_ms + 999) / 1000 * 1000;
}

/* The three pipes; ends[i] belong to descriptor i. All or none are open. */
static bool open_pipes(int ends[3][2])
{
    for (int i = 0; i < 3; i++) {
        if (spawn_pipe(ends[i]))
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

static void make_nonblocking(int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* Starts the program with the testee's ends of the pipes. False when the runner failed. */
static bool start(struct run *run, const char *program, const struct scratch *scratch,
                  int ends[3][2])
{
    const struct process_spec *spec = run->spec;
    uint64_t memory_kb = spec->limits.memory_kb;
    struct spawn_request request = {
        .program = program,
        .argv = spec->argv,
        .cwd = spec->cwd,
        .cwd_fd = scratch->fd,
        .in = ends[0][0],
        .out = ends[1][1],
        .err = ends[2][1],
        .cpu_ms = cpu_limit_ms(&spec->limits),
        .file_kb = memory_kb,
        .data_kb = run->tree.visible ? 0 : memory_kb,
    };
    struct spawn_result started;
    if (!spawn_start(&request, &started))
        return false;
    run->tree.leader = started.pid;
    if (started.rlimit_refused)
        run->result->notes |= PROCESS_NOTE_RLIMIT;
    if (started.error != 0) {
        settle(run, PROCESS_NOT_STARTED, PROCESS_LIMIT_NONE);
        run->result->code = started.error;
    }
    return true;
}

/* Runs with pipes open; takes over all their ends. */
static void run_with_pipes(struct run *run, const char *program, const struct scratch *scratch,
                           int ends[3][2])
{
    bool started = start(run, program, scratch, ends);
    int error = errno;
    close(ends[0][0]);
    close(ends[1][1]);
    close(ends[2][1]);
    run->feed.fd = ends[0][1];
    run->out.fd = ends[1][0];
    run->err.fd = ends[2][0];
    make_nonblocking(run->feed.fd);
    make_nonblocking(run->out.fd);
    make_nonblocking(run->err.fd);
    if (started) {
        run->end_fd = open_end_fd(run->tree.leader);
        run->start_us = clock_us();
        run->next_look_us = run->start_us + FIRST_LOOK_US;
        watch(run);
        finish(run);
        if (run->end_fd >= 0)
            close(run->end_fd);
    } else {
        fail(run, error);
        feed_close(&run->feed);
        sink_close(&run->out);
        sink_close(&run->err);
    }
}

/* Runs in a directory: the caller's or a fresh one. */
static void run_in_directory(struct run *run, const char *program)
{
    struct scratch scratch = {NULL, -1};
    int ends[3][2];
    if (run->spec->cwd == NULL && !scratch_make(&scratch)) {
        fail(run, errno);
        return;
    }
    if (open_pipes(ends))
        run_with_pipes(run, program, &scratch, ends);
    else
        fail(run, errno);
    if (run->spec->cwd == NULL && !scratch_remove(&scratch))
        run->result->notes |= PROCESS_NOTE_DIRECTORY;
}

/* The result of a run that never began. */
static void not_started(struct run *run, int error)
{
    settle(run, PROCESS_NOT_STARTED, PROCESS_LIMIT_NONE);
    run->result->code = error;
    if (!sink_take(&run->out, &run->result->out, &run->result->out_len) ||
        !sink_take(&run->err, &run->result->err, &run->result->err_len))
        fail(run, ENOMEM);
}

static void run_prepared(struct run *run)
{
    const struct process_spec *spec = run->spec;
    char *found = spec->program == NULL ? spawn_find(spec->argv[0]) : NULL;
    const char *program = spec->program == NULL ? found : spec->program;
    if (program == NULL && errno == ENOMEM)
        fail(run, ENOMEM);
    else if (program == NULL)
        not_started(run, errno);
    else
        run_in_directory(run, program);
    free(found);
}

static void run_init(struct run *run, const struct process_spec *spec,
                     struct process_result *result)
{
    const struct process_limits *limits = &spec->limits;
    run->spec = spec;
    run->result = result;
    run->feed.fd = -1;
    run->feed.input = &spec->input;
    run->out = (struct sink){.fd = -1, .keep = limits->output_max, .max = limits->output_max};
    run->err = (struct sink){.fd = -1, .keep = limits->stderr_keep, .max = limits->stderr_max};
    run->end_fd = -1;
    run->cpu_us = cpu_limit_ms(limits) > FOREVER_MS ? 0 : cpu_limit_ms(limits) * 1000;
}

bool process_run(const struct process_spec *spec, struct process_result *result)
{
    *result = (struct process_result){0};
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return false;
    run_init(run, spec, result);
    tree_open(&run->tree);
    run_prepared(run);
    tree_close(&run->tree);
    free(run->out.data);
    free(run->err.data);
    int failure = run->failure;
    free(run);
    if (failure == 0)
        return true;
    process_result_free(result);
    errno = failure;
    return false;
}

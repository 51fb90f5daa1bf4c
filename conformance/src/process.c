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
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "child.h"
#include "clock.h"
#include "launch.h"

#define CHUNK 65536

/* Longer than anybody waits: stands for no limit, and keeps sums of microseconds in range. */
#define FOREVER_MS 1000000000000

/* Standard input on its way to the testee. */
struct feed {
    const struct input *input;
    uint64_t offset; /* of what is read next from input */
    size_t at, len;  /* what of buf is still to be written */
    unsigned char buf[CHUNK];
};

struct run {
    const struct process_spec *spec;
    struct process_result *result;
    struct child child;
    struct sink out, err;
    uint64_t cpu_us; /* the limit; 0: none */
    bool done;       /* result->end is settled */
    int failure;     /* errno of the runner's own failure */
    unsigned char chunk[CHUNK];
    struct feed feed;
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
    case PROCESS_NOTE_AGAIN: return "run again alone: the testee failed with other cases in flight";
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
static bool read_stream(struct run *run, struct sink *sink, int *fd)
{
    if (*fd < 0)
        return false;
    switch (sink_read(sink, fd, run->chunk, sizeof run->chunk)) {
    case SINK_MORE: return true;
    case SINK_FLOOD:
        settle(run, PROCESS_FLOOD, sink == &run->out ? PROCESS_LIMIT_STDOUT : PROCESS_LIMIT_STDERR);
        return false;
    case SINK_FAILED: fail(run, errno); return false;
    default: return false;
    }
}

/* What is left in the pipe; more than a flood's worth is not taken, however fast it comes. */
static void drain(struct run *run, struct sink *sink, int *fd)
{
    while (read_stream(run, sink, fd))
        continue;
}

static void feed_close(struct child *child)
{
    if (child->in >= 0)
        close(child->in);
    child->in = -1;
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
    struct child *child = &run->child;
    while (child->in >= 0) {
        if (feed->at == feed->len && !feed_refill(run, feed)) {
            feed_close(child);
            return;
        }
        ssize_t put = write(child->in, feed->buf + feed->at, feed->len - feed->at);
        if (put >= 0)
            feed->at += (size_t)put;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        else if (errno == EPIPE)
            feed_close(child);
        else if (errno != EINTR) {
            fail(run, errno); /* the runner's fault, and no matter of the testee */
            return;
        }
    }
}

/* ---- watching ---- */

static void look(struct run *run, uint64_t now)
{
    struct tree_usage usage;
    enum process_limit limit = child_look(&run->child, now, &usage);
    if (limit == PROCESS_LIMIT_PROCESSES)
        settle(run, PROCESS_FLOOD, limit);
    if (run->cpu_us != 0 && usage.cpu_us > run->cpu_us)
        settle(run, PROCESS_TIMEOUT, PROCESS_LIMIT_CPU);
    if (limit == PROCESS_LIMIT_MEMORY)
        settle(run, PROCESS_MEMORY, limit);
}

/* The leader's size before it ends; a short run has this one chance to be measured alone. */
static void first_output(struct run *run)
{
    struct child *child = &run->child;
    if (run->out.total == 0 && child->tree.peak_kb == 0) {
        uint64_t kb = tree_leader_peak_kb(&child->tree);
        if (kb > child->seen_kb)
            child->seen_kb = kb;
    }
}

static void serve(struct run *run, struct pollfd *fds)
{
    struct child *child = &run->child;
    if (fds[0].revents != 0)
        feed_write(run, &run->feed);
    if (fds[1].revents != 0) {
        first_output(run);
        read_stream(run, &run->out, &child->out);
    }
    if (fds[2].revents != 0)
        read_stream(run, &run->err, &child->err);
    bool told = fds[3].revents != 0;
    if ((told || child->end_fd < 0) && tree_leader_ended(&child->tree))
        settle(run, PROCESS_EXITED, PROCESS_LIMIT_NONE);
}

static bool interrupted(const struct run *run)
{
    return run->spec->interrupt != NULL && *run->spec->interrupt != 0;
}

static void wait_and_serve(struct run *run, uint64_t now, uint64_t wall_end)
{
    const struct child *child = &run->child;
    struct pollfd fds[4] = {
        {.fd = child->in, .events = POLLOUT},
        {.fd = child->out, .events = POLLIN},
        {.fd = child->err, .events = POLLIN},
        {.fd = child->end_fd, .events = POLLIN},
    };
    if (clock_poll(fds, 4, child_poll_ms(child, now, wall_end)) >= 0)
        serve(run, fds);
}

static void watch(struct run *run)
{
    struct child *child = &run->child;
    uint64_t wall_ms = run->spec->limits.wall_ms;
    uint64_t wall_end =
        wall_ms == 0 || wall_ms > FOREVER_MS ? UINT64_MAX : child->start_us + wall_ms * 1000;
    feed_write(run, &run->feed);
    while (!run->done) {
        uint64_t now = clock_us();
        if (interrupted(run)) {
            settle(run, PROCESS_INTERRUPTED, PROCESS_LIMIT_NONE);
        } else if (now >= wall_end) {
            /* It may have ended in time while this process waited for its turn. */
            bool ended = tree_leader_ended(&child->tree);
            settle(run, ended ? PROCESS_EXITED : PROCESS_TIMEOUT,
                   ended ? PROCESS_LIMIT_NONE : PROCESS_LIMIT_WALL);
        } else {
            if (now >= child->next_look_us)
                look(run, now);
            if (!run->done)
                wait_and_serve(run, now, wall_end);
        }
    }
}

/* ---- the end ---- */

/* How the leader ended by itself, judged by what is known once all is waited for. */
static void judge_exit(struct run *run)
{
    struct process_result *result = run->result;
    const struct tree *tree = &run->child.tree;
    int status = tree->status;
    bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    result->code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (run->out.total > run->out.max || run->err.total > run->err.max) {
        result->end = PROCESS_FLOOD;
        result->limit = run->out.total > run->out.max ? PROCESS_LIMIT_STDOUT : PROCESS_LIMIT_STDERR;
    } else if (child_died_of_memory(&run->child, failed)) {
        result->end = PROCESS_MEMORY;
        result->limit = PROCESS_LIMIT_MEMORY;
    } else if (!WIFEXITED(status)) {
        result->end = PROCESS_SIGNALLED;
        /* The system's own CPU limit, in whole seconds; its clock ticks may be a little behind. */
        bool by_limit = result->code == SIGXCPU || result->code == SIGKILL;
        if (by_limit && run->cpu_us != 0 && tree->cpu_us + 50000 >= run->cpu_us) {
            result->end = PROCESS_TIMEOUT;
            result->limit = PROCESS_LIMIT_CPU;
        }
    }
}

/* Kills the tree, takes what it had written, and says how it ended. */
static void finish(struct run *run)
{
    struct process_result *result = run->result;
    struct child *child = &run->child;
    result->wall_us = clock_us() - child->start_us;
    child_kill(child);
    /* All writers are dead now, so that this is everything and ends by itself. */
    drain(run, &run->out, &child->out);
    drain(run, &run->err, &child->err);
    child_settle_size(child);
    result->cpu_us = child->tree.cpu_us;
    result->peak_kb = child->seen_kb > 0 ? child->seen_kb : child->tree.peak_kb;
    if (result->end == PROCESS_EXITED)
        judge_exit(run);
}

/* ---- the beginning ---- */

static uint64_t cpu_limit_ms(const struct process_limits *limits)
{
    return limits->cpu_ms != 0 ? limits->cpu_ms : (limits->wall_ms + 999) / 1000 * 1000;
}

static void not_started(struct run *run, int error)
{
    settle(run, PROCESS_NOT_STARTED, PROCESS_LIMIT_NONE);
    run->result->code = error;
}

static void run_program(struct run *run, const char *program)
{
    const struct process_spec *spec = run->spec;
    struct child_spec child = {
        .program = program,
        .argv = spec->argv,
        .cwd = spec->cwd,
        .cpu_ms = cpu_limit_ms(&spec->limits),
        .memory_kb = spec->limits.memory_kb,
        .scratch_in = spec->place != NULL ? spec->place->in : NULL,
        .place = spec->place,
    };
    if (!child_start(&run->child, &child)) {
        fail(run, errno);
        return;
    }
    if (run->child.error != 0)
        not_started(run, run->child.error);
    else
        watch(run);
    finish(run);
    child_close(&run->child);
    run->result->notes = run->child.notes;
}

static void run_prepared(struct run *run)
{
    const struct process_spec *spec = run->spec;
    struct process_result *result = run->result;
    char *found = spec->program == NULL ? launch_find(spec->argv[0]) : NULL;
    const char *program = spec->program == NULL ? found : spec->program;
    if (program == NULL && errno == ENOMEM)
        fail(run, ENOMEM);
    else if (program == NULL)
        not_started(run, errno);
    else
        run_program(run, program);
    free(found);
    if (!sink_take(&run->out, &result->out, &result->out_len) ||
        !sink_take(&run->err, &result->err, &result->err_len))
        fail(run, ENOMEM);
}

/* The two large buffers need no zeros. */
static void run_init(struct run *run, const struct process_spec *spec,
                     struct process_result *result)
{
    const struct process_limits *limits = &spec->limits;
    memset(run, 0, offsetof(struct run, chunk));
    run->spec = spec;
    run->result = result;
    run->out = (struct sink){.keep = limits->output_max, .max = limits->output_max};
    run->err = (struct sink){.keep = limits->stderr_keep, .max = limits->stderr_max};
    run->cpu_us = cpu_limit_ms(limits) > FOREVER_MS ? 0 : cpu_limit_ms(limits) * 1000;
    run->feed.input = &spec->input;
    run->feed.offset = 0;
    run->feed.at = run->feed.len = 0;
}

bool process_run(const struct process_spec *spec, struct process_result *result)
{
    *result = (struct process_result){0};
    struct run *run = malloc(sizeof *run);
    if (run == NULL)
        return false;
    run_init(run, spec, result);
    run_prepared(run);
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

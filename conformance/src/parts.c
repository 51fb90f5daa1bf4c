#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "frames.h"
#include "launch.h"
#include "process.h"
#include "scratch.h"
#include "tree.h"

enum { TICK_MS = 200, PATIENCE_US = 15 * 1000000 };

/* Kinds of its frames: a message, or the last, which has its status, and a problem or nothing. */
enum { PART_MESSAGE, PART_LAST };

/* The process of one part, as it is seen here. */
struct part {
    pid_t pid;                  /* 0: ended */
    struct frame_reader reader; /* of what it tells */
    bool over;                  /* it has sent its last frame */
    struct scratch folder;      /* for all that it makes; path NULL: none */
};

struct parts {
    const struct parts_order *order;
    struct part *at; /* owned */
    struct buffer *problem;
    enum status status;
    bool stopping, died;
    uint64_t deadline_us;
};

/* --- the process of a part --- */

bool parts_send(struct parts_line *line, const struct buffer *message)
{
    line->broken = line->broken || !frame_send(line->fd, (struct frame){.kind = PART_MESSAGE},
                                               message->at, message->len);
    return !line->broken;
}

_Noreturn static void work(const struct parts *parts, unsigned part, int fd)
{
    struct buffer problem = {0};
    struct parts_line line = {.fd = fd};
    enum status status = parts->order->work(parts->order->ctx, part, &line, &problem);
    struct frame last = {.kind = PART_LAST, .state = (uint32_t)status};
    bool sent = !line.broken && frame_send(fd, last, problem.at, problem.len);
    _exit(sent ? STATUS_OK : STATUS_INTERNAL);
}

/* --- starting and ending --- */

static void stop(struct parts *parts)
{
    if (parts->stopping)
        return;
    parts->stopping = true;
    parts->deadline_us = clock_us() + PATIENCE_US;
    for (unsigned i = 0; i < parts->order->len; i++) {
        if (parts->at[i].pid > 0)
            kill(parts->at[i].pid, SIGTERM);
    }
}

/* The first thing that goes wrong decides. */
static void fail(struct parts *parts, enum status status, const char *text)
{
    if (parts->status == STATUS_OK && !parts->stopping) {
        parts->status = status;
        if (parts->problem->len == 0)
            buffer_text(parts->problem, text);
    }
    stop(parts);
}

static void close_others(const struct parts *parts)
{
    for (unsigned i = 0; i < parts->order->len; i++) {
        if (parts->at[i].reader.fd >= 0)
            close(parts->at[i].reader.fd);
    }
}

static bool start_part(struct parts *parts, unsigned number)
{
    int ends[2];
    struct part *part = &parts->at[number];
    pid_t runner = getpid();
    if (!scratch_make(&part->folder, NULL) || !launch_pipe(ends))
        return false;
    part->pid = fork();
    if (part->pid == 0) {
        close_others(parts);
        close(ends[0]);
        process_init();
        launch_end_with(runner);
        setenv("TMPDIR", part->folder.path,
               1); /* what is left there, if it is killed, goes with it */
        work(parts, number, ends[1]);
    }
    int error = errno;
    close(ends[1]);
    if (part->pid > 0) {
        part->reader.fd = ends[0];
        fcntl(part->reader.fd, F_SETFL, O_NONBLOCK);
        return true;
    }
    close(ends[0]);
    part->pid = 0;
    errno = error;
    return false;
}

static void start_all(struct parts *parts)
{
    unsigned len = parts->order->len;
    parts->at = memory_need(len * sizeof *parts->at);
    for (unsigned i = 0; i < len; i++)
        parts->at[i] = (struct part){.reader = {.fd = -1}, .folder = {NULL, -1}};
    for (unsigned i = 0; i < len && !parts->stopping; i++) {
        if (!start_part(parts, i))
            fail(parts, STATUS_INTERNAL, strerror(errno));
    }
}

/* --- reading --- */

static void part_ended(struct parts *parts, struct part *part)
{
    int status = 0;
    close(part->reader.fd);
    part->reader.fd = -1;
    while (waitpid(part->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    part->pid = 0;
    if (part->over)
        return;
    struct buffer text = {0};
    launch_describe_end(status, &text);
    parts->died = true;
    fail(parts, STATUS_INTERNAL, text.at);
    buffer_free(&text);
}

static void frame_arrived(struct parts *parts, unsigned number)
{
    struct part *part = &parts->at[number];
    const struct frame *frame = &part->reader.frame;
    if (frame->kind == PART_LAST) {
        part->over = true;
        if (frame->state != STATUS_OK)
            fail(parts, (enum status)frame->state, part->reader.bytes);
        else if (parts->problem->len == 0)
            buffer_text(parts->problem, part->reader.bytes);
    } else if (!parts->order->take(parts->order->ctx, number, part->reader.bytes, frame->len)) {
        stop(parts);
    }
    frame_done(&part->reader);
}

static void read_part(struct parts *parts, unsigned number)
{
    struct part *part = &parts->at[number];
    enum frame_step step = FRAME_WHOLE;
    while ((step = frame_read(&part->reader)) == FRAME_WHOLE)
        frame_arrived(parts, number);
    if (step == FRAME_NO_MORE)
        part_ended(parts, part);
}

/* --- the loop --- */

static bool anybody_left(const struct parts *parts)
{
    for (unsigned i = 0; i < parts->order->len; i++) {
        if (parts->at[i].pid > 0)
            return true;
    }
    return false;
}

static void look(struct parts *parts)
{
    if (*parts->order->interrupt != 0)
        fail(parts, STATUS_INTERRUPTED, "");
    if (!parts->stopping && !parts->order->tick(parts->order->ctx))
        stop(parts);
    if (!parts->stopping || clock_us() < parts->deadline_us)
        return;
    for (unsigned i = 0; i < parts->order->len; i++) {
        if (parts->at[i].pid > 0)
            kill(parts->at[i].pid, SIGKILL);
    }
}

static void wait_for_messages(struct parts *parts, struct pollfd *fds)
{
    unsigned len = parts->order->len;
    for (unsigned i = 0; i < len; i++)
        fds[i] = (struct pollfd){.fd = parts->at[i].reader.fd, .events = POLLIN};
    int ready = clock_poll(fds, len, TICK_MS);
    for (unsigned i = 0; ready > 0 && i < len; i++) {
        if (fds[i].revents != 0 && parts->at[i].reader.fd >= 0)
            read_part(parts, i);
    }
}

enum status parts_run(const struct parts_order *order, struct buffer *problem)
{
    struct parts parts = {.order = order, .problem = problem, .status = STATUS_OK};
    struct pollfd *fds = memory_need(order->len * sizeof *fds);
    fflush(NULL); /* what stands in a buffer would be written by each of them */
    start_all(&parts);
    while (anybody_left(&parts)) {
        look(&parts);
        wait_for_messages(&parts, fds);
    }
    if (parts.died)
        tree_kill_orphans();
    for (unsigned i = 0; i < order->len; i++) {
        frame_done(&parts.at[i].reader);
        if (parts.at[i].folder.path != NULL)
            scratch_remove(&parts.at[i].folder);
    }
    free(parts.at);
    free(fds);
    return parts.status;
}

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
#include "launch.h"
#include "process.h"
#include "scratch.h"
#include "tree.h"

enum { TICK_MS = 200, PATIENCE_US = 15 * 1000000 };

/* What goes through the pipe: this, and len bytes behind it. */
struct part_frame {
    uint32_t len;
    uint32_t last;   /* the bytes are a problem, or nothing */
    uint32_t status; /* of the part, where it is the last */
    uint32_t padding;
};

/* The process of one part, as it is seen here. */
struct part {
    pid_t pid; /* 0: ended */
    int fd;    /* this end of its pipe, or -1 */
    struct part_frame frame;
    size_t frame_got;
    char *bytes; /* owned */
    size_t got;
    bool over;             /* it has sent its last frame */
    struct scratch folder; /* for all that it makes; path NULL: none */
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

static bool write_all(int fd, const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len > 0) {
        ssize_t put = write(fd, at, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        len -= (size_t)put;
    }
    return true;
}

static bool send_frame(int fd, struct part_frame frame, const struct buffer *bytes)
{
    frame.len = (uint32_t)bytes->len;
    return write_all(fd, &frame, sizeof frame) && write_all(fd, bytes->at, bytes->len);
}

bool parts_send(const struct parts_line *line, const struct buffer *message)
{
    return send_frame(line->fd, (struct part_frame){.last = 0}, message);
}

_Noreturn static void work(const struct parts *parts, unsigned part, int fd)
{
    struct buffer problem = {0};
    struct parts_line line = {fd};
    enum status status = parts->order->work(parts->order->ctx, part, &line, &problem);
    send_frame(fd, (struct part_frame){.last = 1, .status = (uint32_t)status}, &problem);
    _exit(STATUS_OK);
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
        buffer_text(parts->problem, text);
    }
    stop(parts);
}

static void close_others(const struct parts *parts)
{
    for (unsigned i = 0; i < parts->order->len; i++) {
        if (parts->at[i].fd >= 0)
            close(parts->at[i].fd);
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
        part->fd = ends[0];
        fcntl(part->fd, F_SETFL, O_NONBLOCK);
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
        parts->at[i] = (struct part){.fd = -1, .folder = {NULL, -1}};
    for (unsigned i = 0; i < len && !parts->stopping; i++) {
        if (!start_part(parts, i))
            fail(parts, STATUS_INTERNAL, strerror(errno));
    }
}

/* --- reading --- */

static void part_ended(struct parts *parts, struct part *part)
{
    int status = 0;
    close(part->fd);
    part->fd = -1;
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
    if (part->bytes == NULL)
        return; /* a frame has room for its bytes since its head was read */
    part->bytes[part->frame.len] = '\0';
    if (part->frame.last) {
        part->over = true;
        if (part->frame.status != STATUS_OK)
            fail(parts, (enum status)part->frame.status, part->bytes);
    } else if (!parts->order->take(parts->order->ctx, number, part->bytes, part->frame.len)) {
        stop(parts);
    }
    free(part->bytes);
    part->bytes = NULL;
    part->frame_got = part->got = 0;
}

/* Reads on at the frame or its bytes. False where there is nothing to read now, or no more. */
static bool read_on(struct part *part, bool *ended)
{
    bool head = part->frame_got < sizeof part->frame;
    char *to = head ? (char *)&part->frame + part->frame_got : part->bytes + part->got;
    size_t room = head ? sizeof part->frame - part->frame_got : part->frame.len - part->got;
    ssize_t got = room > 0 ? read(part->fd, to, room) : 0;
    if (got < 0)
        return errno == EINTR;
    if (got == 0 && room > 0) {
        *ended = true;
        return false;
    }
    *(head ? &part->frame_got : &part->got) += (size_t)got;
    if (head && part->frame_got == sizeof part->frame)
        part->bytes = memory_need((size_t)part->frame.len + 1);
    return true;
}

static void read_part(struct parts *parts, unsigned number)
{
    struct part *part = &parts->at[number];
    bool ended = false;
    while (!ended && read_on(part, &ended)) {
        if (part->frame_got == sizeof part->frame && part->got == part->frame.len)
            frame_arrived(parts, number);
    }
    if (ended)
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
        fds[i] = (struct pollfd){.fd = parts->at[i].fd, .events = POLLIN};
    if (poll(fds, len, TICK_MS) <= 0)
        return;
    for (unsigned i = 0; i < len; i++) {
        if (fds[i].revents != 0 && parts->at[i].fd >= 0)
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
        free(parts.at[i].bytes);
        if (parts.at[i].folder.path != NULL)
            scratch_remove(&parts.at[i].folder);
    }
    free(parts.at);
    free(fds);
    return parts.status;
}

#define _GNU_SOURCE
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include "stream_link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

#define PIPE_SIZE (1 << 20)

/* A buffer that one line has made larger does not stay for the next process. */
#define KEPT_MAX ((size_t)1 << 20)

/* From here on a line's buffer is handed over instead of copied. */
#define TAKE_WHOLE ((size_t)65536)

void link_init(struct link *link, const struct process_limits *limits)
{
    memset(link, 0, offsetof(struct link, out));
    link->out_at = link->out_len = 0;
    link->queued = link->written = link->write_us = 0;
    link->ended = link->killed = false;
    link->gone_us = 0;
    link->line_max = limits->output_max;
    link->err = (struct sink){.keep = limits->stderr_keep, .max = limits->stderr_max};
}

/* A testee and a runner that wait for one another less often need larger pipes than usual. Where
 * they cannot be had, nothing but time is lost. */
static void widen_pipes(const struct child *child)
{
#if defined(F_SETPIPE_SZ)
    fcntl(child->in, F_SETPIPE_SZ, PIPE_SIZE);
    fcntl(child->out, F_SETPIPE_SZ, PIPE_SIZE);
#else
    (void)child;
#endif
}

bool link_start(struct link *link, const struct child_spec *spec)
{
    link->in_at = link->in_len = link->searched = 0;
    if (link->in_cap > KEPT_MAX) {
        free(link->in);
        link->in = NULL;
        link->in_cap = 0;
    }
    link->out_at = link->out_len = 0;
    link->queued = link->written = 0;
    link->ended = link->killed = false;
    link->gone_us = 0;
    sink_empty(&link->err);
    if (!child_start(&link->child, spec))
        return false;
    widen_pipes(&link->child);
    link->write_us = link->child.start_us;
    return true;
}

/* ---- writing ---- */

size_t link_room(const struct link *link)
{
    return LINK_CHUNK - link->out_len;
}

void link_queued(struct link *link, size_t len)
{
    link->out_len += len;
    link->queued += len;
}

static unsigned failed(struct link *link)
{
    link->error = errno;
    return LINK_FAILED;
}

static void note_gone(struct link *link)
{
    if (link->gone_us == 0)
        link->gone_us = clock_us();
}

static unsigned write_once(struct link *link)
{
    ssize_t put = write(link->child.in, link->out + link->out_at, link->out_len - link->out_at);
    if (put < 0) {
        if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)
            return 0;
        if (errno != EPIPE)
            return failed(link);
        close(link->child.in);
        link->child.in = -1;
        note_gone(link);
        return 0;
    }
    link->out_at += (size_t)put;
    link->written += (size_t)put;
    link->write_us = clock_us();
    if (link->out_at == link->out_len)
        link->out_at = link->out_len = 0;
    return LINK_WROTE;
}

/* ---- reading ---- */

/* Room for one more read. The line being read is the only one that is kept. */
static bool make_room(struct link *link)
{
    size_t kept = link->in_len - link->in_at;
    if (link->in_at > 0) {
        memmove(link->in, link->in + link->in_at, kept);
        link->searched -= link->in_at;
        link->in_len = kept;
        link->in_at = 0;
    }
    if (link->in_cap - kept > LINK_CHUNK)
        return true;
    size_t cap = link->in_cap == 0 ? 2 * (size_t)LINK_CHUNK : link->in_cap * 2;
    unsigned char *in = realloc(link->in, cap);
    if (in == NULL)
        return false;
    link->in = in;
    link->in_cap = cap;
    return true;
}

static unsigned read_once(struct link *link)
{
    if (!make_room(link))
        return failed(link);
    ssize_t got = read(link->child.out, link->in + link->in_len, LINK_CHUNK);
    if (got > 0) {
        link->in_len += (size_t)got;
        return LINK_CAME;
    }
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return 0;
    if (got < 0)
        return failed(link);
    close(link->child.out);
    link->child.out = -1;
    note_gone(link);
    return LINK_CLOSED;
}

static unsigned read_stderr(struct link *link)
{
    unsigned char chunk[4096];
    for (;;) {
        if (link->child.err < 0)
            return 0;
        switch (sink_read(&link->err, &link->child.err, chunk, sizeof chunk)) {
        case SINK_MORE: break;
        case SINK_FLOOD: return LINK_STDERR_FLOOD;
        case SINK_FAILED: return failed(link);
        default: return 0;
        }
    }
}

unsigned link_wait(struct link *link, uint64_t now, uint64_t until_us)
{
    struct child *child = &link->child;
    bool writing = link->out_at < link->out_len;
    unsigned events = 0;
    struct pollfd fds[4] = {
        {.fd = child->out, .events = POLLIN},
        {.fd = child->err, .events = POLLIN},
        {.fd = writing ? child->in : -1, .events = POLLOUT},
        {.fd = child->end_fd, .events = POLLIN},
    };
    if (clock_poll(fds, 4, child_poll_ms(child, now, until_us)) < 0)
        return 0;
    if (fds[0].revents != 0 || fds[1].revents != 0)
        events |= read_stderr(link);
    if (fds[0].revents != 0)
        events |= read_once(link);
    if (fds[2].revents != 0)
        events |= write_once(link);
    bool told = fds[3].revents != 0;
    if ((told || child->end_fd < 0) && tree_leader_ended(&child->tree)) {
        link->ended = true;
        events |= LINK_ENDED;
    }
    return events;
}

unsigned link_drain(struct link *link)
{
    unsigned events = read_stderr(link);
    if (link->child.out >= 0)
        events |= read_once(link);
    return events;
}

/* ---- lines ---- */

bool link_next_line(struct link *link, struct link_line *line)
{
    unsigned char *from = link->in + link->searched;
    unsigned char *end =
        link->searched < link->in_len ? memchr(from, '\n', link->in_len - link->searched) : NULL;
    if (end == NULL) {
        link->searched = link->in_len;
        return false;
    }
    line->at = link->in + link->in_at;
    line->len = (size_t)(end - line->at);
    link->in_at += line->len + 1;
    link->searched = link->in_at;
    return true;
}

struct link_line link_rest(const struct link *link)
{
    return (struct link_line){link->in_at < link->in_len ? link->in + link->in_at : NULL,
                              link->in_len - link->in_at};
}

bool link_line_is_too_long(const struct link *link)
{
    return link->in_len - link->in_at > link->line_max;
}

static unsigned char *copy_bytes(const unsigned char *at, size_t len)
{
    unsigned char *copy = malloc(len + 1);
    if (copy == NULL)
        return NULL;
    if (len > 0)
        memcpy(copy, at, len);
    copy[len] = '\0';
    return copy;
}

unsigned char *link_take(struct link *link, const unsigned char *at, size_t len)
{
    if (len < TAKE_WHOLE)
        return copy_bytes(at, len);
    /* What came behind the line is less than one read. */
    size_t rest = link->in_len - link->in_at;
    unsigned char *fresh = malloc(2 * (size_t)LINK_CHUNK);
    if (fresh == NULL)
        return NULL;
    memcpy(fresh, link->in + link->in_at, rest);
    unsigned char *taken = link->in;
    memmove(taken, at, len);
    taken[len] = '\0';
    link->in = fresh;
    link->in_cap = 2 * (size_t)LINK_CHUNK;
    link->in_len = rest;
    link->in_at = link->searched = 0;
    /* The buffer had room for twice as much. */
    unsigned char *fitted = realloc(taken, len + 1);
    if (fitted == NULL)
        return taken;
    return fitted;
}

/* ---- the end ---- */

void link_end_input(struct link *link)
{
    if (link->child.in >= 0)
        close(link->child.in);
    link->child.in = -1;
    link->out_at = link->out_len = 0;
}

void link_kill(struct link *link)
{
    if (!link->killed)
        child_kill(&link->child);
    link->killed = true;
}

void link_close(struct link *link)
{
    child_close(&link->child);
}

void link_free(struct link *link)
{
    free(link->in);
    free(link->err.data);
    link->in = NULL;
    link->err.data = NULL;
}

#define _GNU_SOURCE
#include "reply.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "status.h"
#include "visible.h"

struct reply reply_empty(void)
{
    return (struct reply){.fd = -1};
}

bool reply_open_file(struct reply *reply, const char *path, const char **problem)
{
    struct stat status;
    *reply = reply_empty();
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &status) != 0) {
        *problem = errno == ENOENT ? "no such file" : "cannot be read";
    } else if (!S_ISREG(status.st_mode)) {
        *problem = "expected a regular file";
    } else {
        reply->fd = fd;
        reply->length = (uint64_t)status.st_size;
        return true;
    }
    if (fd >= 0)
        close(fd);
    return false;
}

bool reply_add_part(struct reply *reply, unsigned char *bytes, size_t len, uint64_t times)
{
    if (times > REPLY_MAX / len || reply->length + times * len > REPLY_MAX) {
        free(bytes);
        return false;
    }
    reply->parts = memory_grow(reply->parts, reply->part_count + 1, sizeof *reply->parts);
    reply->parts[reply->part_count++] = (struct reply_part){bytes, len, times, reply->length};
    reply->length += times * len;
    return true;
}

/* Fills buf with the part's bytes, repeated, from offset within the part on. */
static void fill(const struct reply_part *part, uint64_t offset, unsigned char *buf, size_t len)
{
    size_t phase = (size_t)(offset % part->len);
    size_t done = 0;
    while (done < len && done < part->len) {
        buf[done++] = part->bytes[phase++];
        if (phase == part->len)
            phase = 0;
    }
    /* From here on the buffer repeats itself: whole periods are doubled, since a part may be one
     * byte long. */
    while (done < len) {
        size_t more = done < len - done ? done : len - done;
        memcpy(buf + done, buf, more);
        done += more;
    }
}

static size_t read_parts(const struct reply *reply, uint64_t offset, unsigned char *buf, size_t cap)
{
    size_t done = 0;
    for (size_t i = 0; i < reply->part_count && done < cap; i++) {
        const struct reply_part *part = &reply->parts[i];
        uint64_t end = part->offset + part->len * part->times;
        if (offset >= end)
            continue;
        size_t len = end - offset < cap - done ? (size_t)(end - offset) : cap - done;
        fill(part, offset - part->offset, buf + done, len);
        done += len;
        offset += len;
    }
    return done;
}

static size_t read_file(const struct reply *reply, uint64_t offset, unsigned char *buf, size_t cap)
{
    size_t done = 0;
    while (done < cap) {
        ssize_t got = pread(reply->fd, buf + done, cap - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

size_t reply_read(const struct reply *reply, uint64_t offset, unsigned char *buf, size_t cap)
{
    if (offset >= reply->length)
        return 0;
    if (cap > reply->length - offset)
        cap = (size_t)(reply->length - offset);
    return reply->fd >= 0 ? read_file(reply, offset, buf, cap)
                          : read_parts(reply, offset, buf, cap);
}

static size_t read_input(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap)
{
    return reply_read(ctx, offset, buf, cap);
}

struct input reply_input(const struct reply *reply)
{
    return (struct input){.read = read_input, .ctx = reply, .length = reply->length};
}

/* Reads a stretch that is there: without it there is nothing to show or to judge by, and what is
 * left of it would be taken for the whole. */
static void read_whole(const struct reply *reply, uint64_t offset, unsigned char *buf, size_t len)
{
    errno = 0;
    if (reply_read(reply, offset, buf, len) == len)
        return;
    fprintf(stderr, "jets: a reply cannot be read: %s\n",
            errno != 0 ? strerror(errno) : "its file became shorter");
    exit(STATUS_INTERNAL);
}

unsigned char *reply_hold(const struct reply *reply)
{
    if (reply->length > REPLY_HELD_MAX)
        return NULL;
    size_t len = (size_t)reply->length;
    unsigned char *bytes = memory_need(len);
    read_whole(reply, 0, bytes, len);
    return bytes;
}

/* A stretch of the reply that is shown. */
struct stretch {
    uint64_t from, to;
};

/* The largest offset up to `at` that cuts no character in two. */
static uint64_t boundary(const struct reply *reply, uint64_t at)
{
    unsigned char window[8];
    uint64_t from = at > 3 ? at - 3 : 0;
    uint64_t left = reply->length - from;
    size_t len = left < sizeof window ? (size_t)left : sizeof window;
    read_whole(reply, from, window, len);
    return from + visible_boundary(window, len, (size_t)(at - from));
}

static void show_stretch(const struct reply *reply, struct stretch stretch, const char *indent,
                         struct buffer *out)
{
    size_t cap = (size_t)(stretch.to - stretch.from);
    unsigned char *bytes = memory_need(cap);
    read_whole(reply, stretch.from, bytes, cap);
    visible_lines(out, bytes, cap, indent);
    free(bytes);
}

static void show_gap(uint64_t bytes, const char *indent, struct buffer *out)
{
    buffer_format(out, "\n%s\xE2\x80\xA6 %llu bytes \xE2\x80\xA6\n%s", indent,
                  (unsigned long long)bytes, indent);
}

/* The part around a span that may itself be too long to show: its beginning then. */
static struct stretch around(uint64_t at, uint64_t len, size_t max, uint64_t length)
{
    uint64_t before = max / 4;
    struct stretch stretch = {at > before ? at - before : 0, at + len + max / 4};
    if (stretch.to > stretch.from + max)
        stretch.to = stretch.from + max;
    if (stretch.to > length)
        stretch.to = length;
    return stretch;
}

void reply_show(const struct reply *reply, uint64_t span_at, uint64_t span_len, size_t max,
                const char *indent, struct buffer *out)
{
    buffer_text(out, indent);
    if (reply->length <= max) {
        show_stretch(reply, (struct stretch){0, reply->length}, indent, out);
        buffer_text(out, "\n");
        return;
    }
    struct stretch stretches[] = {{0, max / 4},
                                  around(span_at, span_len, max / 2, reply->length),
                                  {reply->length - max / 4, reply->length}};
    uint64_t shown = 0;
    for (size_t i = 0; i < sizeof stretches / sizeof stretches[0]; i++) {
        struct stretch stretch = {boundary(reply, stretches[i].from),
                                  boundary(reply, stretches[i].to)};
        if (stretch.from > shown && i > 0)
            show_gap(stretch.from - shown, indent, out);
        if (stretch.from < shown)
            stretch.from = shown;
        if (stretch.to > stretch.from) {
            show_stretch(reply, stretch, indent, out);
            shown = stretch.to;
        }
    }
    buffer_text(out, "\n");
}

void reply_free(struct reply *reply)
{
    if (reply->fd >= 0)
        close(reply->fd);
    for (size_t i = 0; i < reply->part_count; i++)
        free(reply->parts[i].bytes);
    free(reply->parts);
    *reply = reply_empty();
}

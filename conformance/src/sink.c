/*
 * sink.c - what a testee writes, kept within bounds (child.h).
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"

/* Dropping bytes from the front moves the rest, so it is put off until this much has piled up. */
#define SLACK 65536

/* Makes room for len more bytes and a NUL, dropping from the front what is not kept. */
static bool reserve(struct sink *sink, size_t len)
{
    if (sink->len + len + 1 <= sink->cap)
        return true;
    if (sink->len > sink->keep && sink->cap > 2 * sink->keep + SLACK) {
        memmove(sink->data, sink->data + sink->len - sink->keep, sink->keep);
        sink->len = sink->keep;
        return true;
    }
    size_t cap = sink->cap == 0 ? 256 : sink->cap * 2;
    while (cap < sink->len + len + 1)
        cap *= 2;
    unsigned char *data = realloc(sink->data, cap);
    if (data == NULL)
        return false;
    sink->data = data;
    sink->cap = cap;
    return true;
}

/* Counts len bytes; how many of them are within the limit. */
static size_t admit(struct sink *sink, size_t len)
{
    sink->total += len;
    if (sink->total <= sink->max)
        return len;
    uint64_t past = sink->total - sink->max;
    return past < len ? len - (size_t)past : 0;
}

enum sink_state sink_read(struct sink *sink, int *fd, unsigned char *chunk, size_t cap)
{
    ssize_t got = read(*fd, chunk, cap);
    if (got < 0 && errno == EINTR)
        return SINK_MORE;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return SINK_DRY;
    if (got < 0)
        return SINK_FAILED;
    if (got == 0) {
        close(*fd);
        *fd = -1;
        return SINK_END;
    }
    size_t len = admit(sink, (size_t)got);
    if (!reserve(sink, len))
        return SINK_FAILED;
    memcpy(sink->data + sink->len, chunk, len);
    sink->len += len;
    return sink->total > sink->max ? SINK_FLOOD : SINK_MORE;
}

bool sink_take(struct sink *sink, unsigned char **data, size_t *len)
{
    if (!reserve(sink, 0))
        return false;
    if (sink->len > sink->keep) {
        memmove(sink->data, sink->data + sink->len - sink->keep, sink->keep);
        sink->len = sink->keep;
    }
    sink->data[sink->len] = '\0';
    *data = sink->data;
    *len = sink->len;
    sink->data = NULL;
    sink->cap = 0;
    sink_empty(sink);
    return true;
}

void sink_empty(struct sink *sink)
{
    sink->len = 0;
    sink->total = 0;
}

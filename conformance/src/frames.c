#define _POSIX_C_SOURCE 200809L
#include "frames.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "memory.h"

bool frames_write(int fd, const void *bytes, size_t len)
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

bool frame_send(int fd, struct frame frame, const void *bytes, size_t len)
{
    frame.len = (uint32_t)len;
    return frames_write(fd, &frame, sizeof frame) && frames_write(fd, bytes, len);
}

/* Reads some of what is left of the head, or of the bytes; there is something left. */
static enum frame_step read_some(struct frame_reader *reader)
{
    bool head = reader->frame_got < sizeof reader->frame;
    char *to = head ? (char *)&reader->frame + reader->frame_got : reader->bytes + reader->got;
    size_t room = head ? sizeof reader->frame - reader->frame_got : reader->frame.len - reader->got;
    ssize_t got = read(reader->fd, to, room);
    if (got < 0 && errno == EINTR)
        return FRAME_WHOLE;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return FRAME_NOT_YET;
    if (got <= 0) /* nothing more comes through a pipe that cannot be read */
        return FRAME_NO_MORE;
    *(head ? &reader->frame_got : &reader->got) += (size_t)got;
    if (head && reader->frame_got == sizeof reader->frame) {
        reader->bytes = memory_need((size_t)reader->frame.len + 1);
        reader->bytes[reader->frame.len] = '\0';
    }
    return FRAME_WHOLE;
}

enum frame_step frame_read(struct frame_reader *reader)
{
    enum frame_step step = FRAME_WHOLE;
    while (step == FRAME_WHOLE &&
           (reader->frame_got < sizeof reader->frame || reader->got < reader->frame.len))
        step = read_some(reader);
    return step;
}

void frame_done(struct frame_reader *reader)
{
    free(reader->bytes);
    reader->bytes = NULL;
    reader->frame_got = reader->got = 0;
}

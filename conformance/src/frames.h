/*
 * frames.h - what a forked process tells the one that forked it, through a pipe: frames, each a
 * head and some bytes. Both ends are the same program, so that a head goes as it is in memory.
 */
#ifndef JETS_FRAMES_H
#define JETS_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
    uint64_t digest; /* of a case, like the next two (worker.h) */
    uint32_t number;
    uint32_t verdict;
    uint32_t state; /* of a case; of a part that ends, its status (parts.c) */
    uint32_t kind;
    uint32_t len; /* bytes behind it */
    uint32_t padding;
};

/* Writes all of the bytes, and waits until they are taken over. False where nobody is there. */
bool frames_write(int fd, const void *bytes, size_t len);

/* Writes a frame and its bytes, and waits until they are taken over. False where nobody is there.
 */
bool frame_send(int fd, struct frame frame, const void *bytes, size_t len);

/* The reading end; fd does not block. Begin with {.fd = …}. */
struct frame_reader {
    int fd;             /* -1: closed */
    struct frame frame; /* that is being read */
    size_t frame_got;
    char *bytes; /* owned; those of the frame, with a NUL behind, once it is whole */
    size_t got;
};

enum frame_step { FRAME_WHOLE, FRAME_NOT_YET, FRAME_NO_MORE };

/* Reads on, up to the end of a frame. Call frame_done before the next. */
enum frame_step frame_read(struct frame_reader *reader);

/* Frees the bytes of the frame that is whole; one who took them over has set them to NULL. */
void frame_done(struct frame_reader *reader);

#endif

/*
 * reply.h - the bytes of a case's reply: a stored file, or a recipe for one that is too long to
 * store.
 *
 * Neither is held whole: bytes are read, or made, as somebody asks for them, so that a reply of 100
 * MB costs no memory.
 */
#ifndef JETS_REPLY_H
#define JETS_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"
#include "process.h"

/* No recipe makes more bytes than this (1 TB): a slip of the pen, not a case. */
#define REPLY_MAX ((uint64_t)1 << 40)

/* The longest reply that is looked at whole, for a person or for a slice. */
#define REPLY_HELD_MAX ((size_t)16 << 20)

/* One part of a recipe: bytes, that many times. */
struct reply_part {
    unsigned char *bytes; /* owned; never empty */
    size_t len;
    uint64_t times;  /* 1 or more */
    uint64_t offset; /* where it starts in the reply */
};

struct reply {
    int fd;                   /* of the stored file, or -1 */
    struct reply_part *parts; /* of the recipe; owned */
    size_t part_count;
    uint64_t length; /* bytes of the whole reply */
};

/* A reply without a byte. */
struct reply reply_empty(void);

/* Opens the stored file at path. False where it cannot be read, and *problem (static text) is what
 * was expected. */
bool reply_open_file(struct reply *reply, const char *path, const char **problem);

/* Adds a part, and takes over bytes (freed on failure too). False where the whole gets longer than
 * REPLY_MAX. */
bool reply_add_part(struct reply *reply, unsigned char *bytes, size_t len, uint64_t times);

/* The reply as the input of a run. reply must outlive it. A file that shrank meanwhile ends early,
   which a run takes for a failure of the source. */
struct input reply_input(const struct reply *reply);

/* Copies up to cap bytes from offset on into buf; fewer only at the end, or where the file cannot
 * be read. */
size_t reply_read(const struct reply *reply, uint64_t offset, unsigned char *buf, size_t cap);

/* The whole reply where it is at most REPLY_HELD_MAX bytes long, else NULL. Free it. */
unsigned char *reply_hold(const struct reply *reply);

/*
 * Adds the reply for a reader, with invisible bytes shown and each line behind indent (visible.h).
 * Of one longer than max bytes the beginning, the end, and what stands around the span are shown,
 * and how much is left out between them.
 */
void reply_show(const struct reply *reply, uint64_t span_at, uint64_t span_len, size_t max,
                const char *indent, struct buffer *out);

void reply_free(struct reply *reply);

#endif

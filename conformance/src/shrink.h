/*
 * shrink.h - makes a reply as short as it gets while it keeps what makes it worth keeping.
 *
 * Delta debugging, on structure first (values, tags, fences, lines: taken out, emptied, or replaced
 * by what is inside them), then on characters, from large pieces to single ones; then what is left
 * is made plain (letters become a, digits 0). Each round asks about many shorter replies at once,
 * and goes on from the first that keeps it. What comes out is such that no single step of these
 * makes it shorter, where the bounds allowed to go on to there.
 */
#ifndef JETS_SHRINK_H
#define JETS_SHRINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"
#include "status.h"

/* Replies that are asked about at once, at most. */
enum { SHRINK_AT_ONCE = 64 };

struct shrinker {
    void *ctx;
    /* Fills keeps[i] for each reply: whether it still has what makes it worth keeping. Another
     * status than STATUS_OK ends the work. */
    enum status (*ask)(void *ctx, const struct buffer *replies, size_t len, bool *keeps,
                       struct buffer *problem);
    size_t at_once;       /* replies to ask about at once; 0: SHRINK_AT_ONCE, the most */
    uint64_t tries_max;   /* replies to ask about at most; 0: no bound */
    uint64_t deadline_us; /* by clock_us; 0: none */
    uint64_t tries;       /* so far */
};

/*
 * Shrinks *reply, which has it, in place. STATUS_OK, also where a bound was met; else what ask
 * said, and then the reply is the shortest so far.
 */
enum status shrink_reply(struct shrinker *shrinker, struct buffer *reply, struct buffer *problem);

#endif

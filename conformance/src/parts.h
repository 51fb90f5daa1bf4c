/*
 * parts.h - work that is cut into parts, each done by a process of its own that tells this one what
 * it found. Unlike the workers of a run (pool.h), a part finds its work by its number, and needs
 * nothing handed out: each K-th line of a log, a seed of its own.
 */
#ifndef JETS_PARTS_H
#define JETS_PARTS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "memory.h"
#include "status.h"

/* What a part tells through. */
struct parts_line {
    int fd;
    bool broken; /* a message was not sent whole: nothing more may follow */
};

struct parts_order {
    unsigned len; /* parts, 1 or more */
    void *ctx;    /* of the functions below */
    const volatile sig_atomic_t
        *interrupt; /* raised in this process, and in each part by SIGTERM */

    /* In the process of the part: does its work. Another status than STATUS_OK, and the line in
     * *problem, end all parts. A problem alone does not: the others come to it, too, or do not. */
    enum status (*work)(void *ctx, unsigned part, struct parts_line *line, struct buffer *problem);
    /* Here: one message, a NUL behind it. False ends all parts, and is no fault. */
    bool (*take)(void *ctx, unsigned part, char *message, size_t len);
    /* Here, some times a second. False ends all parts likewise. */
    bool (*tick)(void *ctx);
};

/*
 * Does all parts. STATUS_OK, also where take or tick ended it; else the first other status, with a
 * line in *problem where there is one to say. No part, and nothing that one has started, is left.
 */
enum status parts_run(const struct parts_order *order, struct buffer *problem);

/* Sends a message from a part, and waits until it is taken over. False where nobody is there. */
bool parts_send(struct parts_line *line, const struct buffer *message);

#endif

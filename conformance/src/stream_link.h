/*
 * stream_link.h - one process of a stream and the bytes that pass between: what is to be written is
 * queued and goes out as the testee takes it, lines come in, nothing blocks. It knows of no case.
 */
#ifndef JETS_STREAM_LINK_H
#define JETS_STREAM_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "child.h"

enum { LINK_CHUNK = 65536 };

struct link {
    struct child child;
    struct sink err;
    size_t line_max; /* bytes of a line that is accepted, its LF not counted */

    unsigned char *in; /* what came and was not used yet; owned */
    size_t in_at, in_len, in_cap;
    size_t searched; /* no LF up to here */

    unsigned char out[LINK_CHUNK];
    size_t out_at, out_len;
    uint64_t queued, written; /* bytes in all */
    uint64_t write_us;        /* when the last of them went out */

    bool ended;       /* the leader has ended */
    bool killed;      /* all are dead */
    uint64_t gone_us; /* when it closed its input or output and went on; 0: it did not */
    int error;        /* of LINK_FAILED */
};

/* What a wait has brought, bits. */
enum link_event {
    LINK_WROTE = 1,
    LINK_CAME = 2,   /* bytes on standard output */
    LINK_ENDED = 4,  /* the leader has ended */
    LINK_CLOSED = 8, /* standard output is at its end */
    LINK_STDERR_FLOOD = 16,
    LINK_FAILED = 32 /* the runner: memory is out, or a pipe fails; error has the errno */
};

/* A line, or what is left of one, within the link's buffer. */
struct link_line {
    unsigned char *at;
    size_t len;
};

/* {0} but for the large buffer. */
void link_init(struct link *link, const struct process_limits *limits);

/* Starts the program, as child_start does. What the link held before is forgotten. */
bool link_start(struct link *link, const struct child_spec *spec);

/* Room in the queue. Bytes are put at out + out_len, and counted with link_queued. */
size_t link_room(const struct link *link);
void link_queued(struct link *link, size_t len);

/*
 * Waits until something happens, but not past until_us or the next look, and reads and writes once
 * what can be. Standard error is read first, so that what was written before an answer is there
 * with it.
 */
unsigned link_wait(struct link *link, uint64_t now, uint64_t until_us);

/* Takes the next whole line, its LF left out; it stays where it is until the next wait. */
bool link_next_line(struct link *link, struct link_line *line);

/* What came behind the last whole line. */
struct link_line link_rest(const struct link *link);

/* Whether the line that is coming in is longer than line_max. */
bool link_line_is_too_long(const struct link *link);

/*
 * Makes len bytes at `at`, within the line just taken, the caller's own, with a NUL behind: a copy
 * of few, the buffer itself for many. The line is gone then. NULL where memory is out.
 */
unsigned char *link_take(struct link *link, const unsigned char *at, size_t len);

/* Nothing more is written; the testee sees the end of its input. */
void link_end_input(struct link *link);

/* Reads what the pipes still hold; all writers must be dead. As link_wait, without waiting. */
unsigned link_drain(struct link *link);

/* Ends all processes, once; what they wrote can still be drained. */
void link_kill(struct link *link);

/* After link_kill. The buffers stay for the next start; link_free frees them. */
void link_close(struct link *link);
void link_free(struct link *link);

#endif

/*
 * child.h - one contained testee, from its start to the end of all that it started: its pipes, its
 * directory, and the watch over what it uses. process.c runs one for a single case, stream.c keeps
 * one for many.
 */
#ifndef JETS_CHILD_H
#define JETS_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process.h"
#include "scratch.h"
#include "tree.h"

struct child_spec {
    const char *program; /* path of the executable */
    const char *const *argv;
    const char *cwd;             /* NULL: a fresh directory, removed with the child */
    const char *scratch_in;      /* where that is made, as scratch_make has it */
    uint64_t cpu_ms;             /* the system's own limit for each process; 0: none */
    uint64_t memory_kb;          /* as in struct process_limits */
    struct process_place *place; /* or NULL */
};

struct child {
    struct tree tree;
    struct scratch scratch;      /* path NULL where the caller named a directory */
    struct process_place *place; /* where the directory goes if it is untouched, or NULL */
    int in, out, err;            /* the runner's ends of its pipes, non-blocking; -1: closed */
    int end_fd;         /* readable when the leader has ended; -1: the system has no such thing */
    int error;          /* 0, or the errno why the program was not started */
    unsigned notes;     /* bits of enum process_note */
    uint64_t memory_kb; /* the limit */
    uint64_t seen_kb;   /* most resident memory seen; the caller may set it back */
    uint64_t start_us;
    uint64_t next_look_us; /* when child_look is due; UINT64_MAX where the tree cannot be seen */
};

/*
 * Starts the program. True when it runs, or when error says why it does not; then end it with
 * child_kill and child_close. False, with errno, when the runner failed; nothing is left then.
 */
bool child_start(struct child *child, const struct child_spec *spec);

/*
 * Looks at what all its processes use, and says when to look next. The limit that is passed, of
 * memory and the number of processes; CPU time is the caller's to judge, from usage, which is all
 * zero where the tree cannot be seen.
 */
enum process_limit child_look(struct child *child, uint64_t now, struct tree_usage *usage);

/* How long poll may sleep, in ms: until the next look, or until_us where that is earlier; rounded
 * up, so that nothing wakes just before its time. */
int child_poll_ms(const struct child *child, uint64_t now, uint64_t until_us);

/* Ends all its processes and closes its input. What they wrote can still be read. */
void child_kill(struct child *child);

/* After child_kill: counts in the system's own figure for the leader where that tells something. */
void child_settle_size(struct child *child);

/* Whether memory was the reason of its end: more than the limit seen, or it failed near it. */
bool child_died_of_memory(const struct child *child, bool failed);

/* Closes what is open and removes the directory. */
void child_close(struct child *child);

/* One stream that is read: at most the last `keep` bytes stay, more than `max` is a flood. */
struct sink {
    unsigned char *data; /* owned */
    size_t len, cap;
    size_t keep, max;
    uint64_t total; /* bytes that came */
};

enum sink_state {
    SINK_MORE, /* some bytes came */
    SINK_DRY,  /* nothing to read now */
    SINK_END,  /* the stream is at its end; *fd is closed and -1 */
    SINK_FLOOD,
    SINK_FAILED /* with errno, where memory is out or the stream cannot be read */
};

/* Reads once from *fd, through a buffer of cap bytes. */
enum sink_state sink_read(struct sink *sink, int *fd, unsigned char *chunk, size_t cap);

/* Hands the bytes over, cut to what is kept and with a NUL behind; the sink is as new then. False
 * where memory is out. */
bool sink_take(struct sink *sink, unsigned char **data, size_t *len);

/* Forgets what came. */
void sink_empty(struct sink *sink);

#endif

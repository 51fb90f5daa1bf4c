/*
 * asker.h - a process of its own that puts replies to one implementation, many at a time.
 *
 * A run of the corpus has workers (worker.h), which know cases. What compares two implementations
 * on replies that are no cases (scan.h, fuzz.h) asks both of them through this: one implementation
 * at a time can be contained by one process (process.h), so each gets a process. Questions go there
 * and outcomes come back through a socket, in the same order, a batch after the other; while one is
 * worked on the caller does what it likes.
 */
#ifndef JETS_ASKER_H
#define JETS_ASKER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "exec.h"
#include "implementation.h"
#include "stream.h"
#include "words.h"

/* A reply, and what is asked about it. Everything is borrowed. */
struct question {
    enum operation operation;
    const struct exec_option *options; /* those that differ from the default */
    size_t options_len;
    const unsigned char *reply;
    size_t reply_len;
};

/* Whom to ask, and how. Everything is borrowed, for as long as the asker is open. */
struct asker_spec {
    struct exec_command *command;
    enum mode mode;
    struct exec_settings settings; /* interrupt is not NULL: a signal has to end a batch */
    struct stream_settings stream; /* in stream mode */
};

/* What it said of itself in stream mode; in exec mode all is empty, and every operation is there.
 */
struct asker_hello {
    char *name, *version; /* owned */
    char *policy;         /* JSON text of an object; owned */
    bool operations[OPERATION_COUNT];
};

struct asker {
    pid_t pid;                              /* of the process; 0: none */
    int fd;                                 /* the socket; -1: closed */
    bool pending;                           /* a batch was sent whose outcomes were not taken */
    const volatile sig_atomic_t *interrupt; /* the spec's; borrowed */
    struct asker_hello hello;
};

/*
 * Starts the process, and in stream mode the implementation: STATUS_OK, or another status with a
 * line in *problem, be it that the implementation does not start (STATUS_NOT_STARTED). Close it in
 * every case.
 */
enum status asker_open(struct asker *asker, const struct asker_spec *spec, struct buffer *problem);

/* Sends a batch. False, with errno, where the process is gone. The outcomes have to be taken before
 * the next one. */
bool asker_send(struct asker *asker, const struct question *questions, size_t len);

/*
 * Takes the outcomes of the batch, as many as it had questions, and in their order; free each.
 * False, and a line in *problem, where the runner failed: then none is filled. After an
 * interruption those that were not asked are OUTCOME_INTERRUPTED.
 */
bool asker_take(struct asker *asker, struct outcome *outcomes, size_t len, struct buffer *problem);

/* Ends the process and all that it has started, and frees what hello said. */
void asker_close(struct asker *asker);

#endif

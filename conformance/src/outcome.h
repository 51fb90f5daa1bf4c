/*
 * outcome.h - what an implementation did with one case, before anybody judges it (CONTRACT.md).
 *
 * Both modes give this: exec.c from an exit status and two streams, stream mode from a response
 * line.
 */
#ifndef JETS_OUTCOME_H
#define JETS_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds, numbered for good: only ever appended to. */
enum outcome_kind {
    OUTCOME_VALUE =
        0, /* text holds what it printed; whether that is one JSON text is not decided here */
    OUTCOME_NONE = 1,        /* it refused: nothing trustworthy in the reply */
    OUTCOME_UNSUPPORTED = 2, /* it does not do this operation, option or value */
    OUTCOME_MALFORMED = 3,   /* status and output do not go together */
    OUTCOME_ERROR = 4,       /* code: another exit status */
    OUTCOME_CRASH = 5,       /* code: signal */
    OUTCOME_TIMEOUT = 6,     /* wall clock or CPU */
    OUTCOME_MEMORY = 7,
    OUTCOME_FLOOD = 8,
    OUTCOME_NOT_STARTED = 9, /* code: errno */
    OUTCOME_INTERRUPTED = 10 /* the person at the runner stopped it: no result */
};

/* A measure that the mode cannot tell. */
#define OUTCOME_UNMEASURED UINT64_MAX

/* Room for detail, its NUL included. */
#define OUTCOME_DETAIL_MAX 160

struct outcome {
    enum outcome_kind kind;
    int code;            /* exit status, signal or errno, as kind says; else 0 */
    unsigned notes;      /* bits of enum process_note */
    unsigned char *text; /* what it printed, whatever the kind (evidence), then a NUL; owned */
    size_t text_len;
    unsigned char *err; /* last bytes of standard error, then a NUL; owned */
    size_t err_len;
    uint64_t wall_us, cpu_us, peak_kb;
    char detail[OUTCOME_DETAIL_MAX]; /* one line for people: "exit status 20 with 14 bytes of
                                        output" */
};

/* "value", "none", "unsupported", "malformed", "error", "crash", "timeout", … */
const char *outcome_kind_name(enum outcome_kind kind);

/* The reason that an outcome of kind none gives, as stream mode has it; "" where it gives none.
 * Points into the outcome. */
const char *outcome_reason(const struct outcome *outcome);

/*
 * Whether what a program wrote to standard error says that a file or a command is missing, as one
 * finds out that is started in an empty folder; OUTCOME_FOLDER_HINT tells a person what to do.
 */
bool outcome_says_missing(const char *err);

#define OUTCOME_FOLDER_HINT \
    "The program starts in an empty folder: use absolute paths inside a shell line, or --cwd ."

/* Frees what *outcome owns and makes it empty. */
void outcome_free(struct outcome *outcome);

#endif

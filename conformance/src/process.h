/*
 * process.h - run one untrusted command, contained (CONTRACT.md, "Containment").
 *
 * A run starts the command in a session, a process group and a directory of its own, feeds it
 * standard input, collects standard output and the end of standard error, watches time, memory and
 * output, and ends with no process of the command left, whatever that command did to stay alive.
 *
 * One run at a time in one process. On Linux the runner is the child subreaper of all that it
 * starts: a process whose parent dies becomes the runner's own child, so "wait has no child left"
 * proves that the tree is dead. Runs side by side therefore need one forked worker each, and each
 * worker calls process_init() first; two runs in two threads of one process would reap each other's
 * children. A child of the runner that is in the runner's own session, or was there before the run
 * began, is never touched: no testee can get back into that session.
 *
 * Sizes are bytes unless the name says kb (1024 bytes); times are milliseconds (ms) or microseconds
 * (us).
 */
#ifndef JETS_PROCESS_H
#define JETS_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Where the bytes of standard input come from. read() copies up to cap (at least 1) bytes that
 * start at offset into buf and returns how many; 0 before the end is a failure of the source.
 * Offsets only grow. It is called from the polling loop as the testee takes bytes, so that an input
 * of any length needs one small buffer. length 0 needs no read function.
 */
struct input {
    size_t (*read)(const void *ctx, uint64_t offset, unsigned char *buf, size_t cap);
    const void *ctx;
    uint64_t length;
};

/* An input that is already in memory; a pointer to it is the ctx of input_memory_read. */
struct input_memory {
    const unsigned char *data;
    size_t len;
};

/* The input that reads from *memory, which must outlive the run. */
struct input input_from_memory(const struct input_memory *memory);

struct process_limits {
    uint64_t wall_ms;   /* from the start of the program to its end; 0: no limit */
    uint64_t cpu_ms;    /* CPU time of the whole tree; 0: wall_ms, rounded up to a second */
    uint64_t memory_kb; /* resident memory of the whole tree, and size of a file; 0: no limit */
    size_t output_max;  /* bytes of standard output that are accepted; one more is a flood */
    size_t stderr_max;  /* the same for standard error */
    size_t stderr_keep; /* how many of the last bytes of standard error are kept */
};

/* 2,000 ms, CPU the same, 1,024 MB, 16 MB of output and of standard error, 64 KB kept. */
struct process_limits process_limits_default(void);

/*
 * What one run leaves for the next, so that not everything is made anew: what is known of the
 * system, and a directory that the run has not touched. Start with {0}; a forked process that finds
 * its parent's makes its own. process_place_free removes the directory: each process that ran with
 * a place calls it before it ends.
 */
struct process_place {
    pid_t owner; /* the process that filled it; 0: nobody yet */
    bool visible, listed;
    const char *in; /* where fresh directories are made, as scratch_make has it; not owned */
    char *path;     /* owned, as is the descriptor; NULL where there is no directory */
    int fd;
};
void process_place_free(struct process_place *place);

struct process_spec {
    const char *const *argv; /* ends with NULL; argv[0] is what the program sees as its name */
    const char *program; /* path of the executable; NULL: argv[0], found through PATH where it has
                            no slash */
    const char
        *cwd; /* where it starts; NULL: a fresh directory under TMPDIR, removed after the run */
    struct input input;
    struct process_limits limits;
    const volatile sig_atomic_t *interrupt; /* NULL, or a flag: not zero ends the run */
    struct process_place *place;            /* NULL: nothing is kept */
};

enum process_end {
    PROCESS_EXITED,    /* code: exit status */
    PROCESS_SIGNALLED, /* code: the signal, none of the runner's */
    PROCESS_TIMEOUT,   /* wall clock or CPU, see limit */
    PROCESS_MEMORY, /* the limit was passed, or it failed (code: status or signal) with 90 % of it
                       in use */
    PROCESS_FLOOD,  /* standard output, standard error, or number of processes, see limit */
    PROCESS_NOT_STARTED, /* code: errno of what stopped it: no such file, not executable, a
                            directory, … */
    PROCESS_INTERRUPTED  /* by the caller's flag */
};

/* Which limit ended the run, for TIMEOUT, MEMORY and FLOOD. */
enum process_limit {
    PROCESS_LIMIT_NONE,
    PROCESS_LIMIT_WALL,
    PROCESS_LIMIT_CPU,
    PROCESS_LIMIT_MEMORY,
    PROCESS_LIMIT_STDOUT,
    PROCESS_LIMIT_STDERR,
    PROCESS_LIMIT_PROCESSES /* PROCESS_TREE_MAX processes alive at once: a fork bomb */
};

/*
 * Most processes that one run may have at once. RLIMIT_NPROC would not do: it counts all that the
 * user runs, so that a result would hang on what else the machine does, and it does not bind root.
 */
#define PROCESS_TREE_MAX 256

/* What could not be done as asked (bits of process_result.notes); the run counts all the same. */
enum process_note {
    PROCESS_NOTE_RLIMIT =
        1, /* the system refused a resource limit: only the watching runner bounds it */
    PROCESS_NOTE_SURVIVOR = 2,  /* a process of the tree could not be ended within ten seconds */
    PROCESS_NOTE_DIRECTORY = 4, /* the temporary directory could not be removed whole */
    PROCESS_NOTE_UNWATCHED =
        8, /* tree not visible: CPU and memory are watched by the system's limits alone */
    PROCESS_NOTE_AGAIN = 16 /* stream mode: this case was in flight, not alone, when the testee
                               failed, and was run again alone */
};

struct process_result {
    enum process_end end;
    enum process_limit limit;
    int code;
    unsigned notes;
    unsigned char *out; /* standard output, at most output_max bytes, then a NUL; owned, never NULL
                           after true */
    size_t out_len;
    unsigned char *err; /* last bytes of standard error, then a NUL; owned, never NULL after true */
    size_t err_len;
    uint64_t wall_us; /* from the start of the program to its end, or to the kill */
    uint64_t cpu_us;  /* of the whole tree, as far as it was waited for */
    uint64_t peak_kb; /* most resident memory seen; for a run of a few ms it may be the runner's own
                         size */
};

/*
 * Once at the start of the program, and once in each forked worker: becomes the child subreaper
 * where the system has that, ignores SIGPIPE, and makes sure that descriptors 0, 1 and 2 are open,
 * so that no pipe gets their numbers.
 */
void process_init(void);

/* True where descendants that leave the process group can escape the kill: not Linux, or no /proc
 * there. */
bool process_containment_is_partial(void);

/*
 * Runs spec and fills *result. True when there is a result (PROCESS_NOT_STARTED too). False, with
 * errno, when the runner itself failed: no memory, no pipe, no process, no temporary directory, or
 * input.read gave too little (EIO); nothing is left running and *result holds nothing to free then.
 */
bool process_run(const struct process_spec *spec, struct process_result *result);

/* Frees what *result owns and makes it empty. */
void process_result_free(struct process_result *result);

/* One sentence for one bit of notes; NULL for anything else. */
const char *process_note_text(unsigned note);

#endif

/*
 * stream_state.h - what a stream knows, for the files that make up stream mode alone: stream.c runs
 * cases and starts processes, stream_talk.c talks to one, stream_blame.c buries it, and
 * stream_outcome.c makes and gives outcomes.
 */
#ifndef JETS_STREAM_STATE_H
#define JETS_STREAM_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream.h"
#include "stream_link.h"
#include "stream_wire.h"

/* After the end of its input or of its output a process may still be about to end: so long. */
#define GONE_GRACE_US 1000000

/* What is kept of a line at fault. */
#define EVIDENCE_MAX ((size_t)65536)

/* One case that was asked, or is to be asked again. */
struct flight {
    struct exec_request request;
    void *opaque;
    uint64_t id;
    uint64_t end;        /* bytes of the link up to the end of its line; 0: not all is queued */
    uint64_t begun_us;   /* when its line was begun */
    uint64_t written_us; /* when it was wholly written; 0: it is not */
    size_t company;      /* requests in flight when it was begun, this one among them */
    bool again;          /* it was in flight, not alone, when the process failed */
    bool isolated;       /* it gets a process of its own, which is heard to its end */
};

/* Why a process is at its end. */
struct fault {
    enum outcome_kind kind;
    int code;
    bool ended; /* it ended by itself */
    bool stray; /* by a line of which nobody can tell whether it came late, behind the answer before
                 */
    unsigned char *text; /* the line at fault, or NULL; owned */
    size_t text_len;
    char detail[OUTCOME_DETAIL_MAX];
};

struct stream {
    const struct exec_command *command;
    struct exec_settings settings;
    struct stream_settings how;
    struct stream_totals totals;
    struct stream_hello hello;
    struct outcome failure;

    /* the process */
    struct link link;
    struct fault fault;
    unsigned barren, mute;    /* starts in a row without an answer, without a hello */
    unsigned answers, looked; /* responses in all, and at the last look */
    uint64_t answer_us;       /* when the last response came */
    uint64_t cpu_base_us;     /* CPU time of the process when the case began */

    /* the cases */
    struct wire wire;
    struct answer scratch;
    uint64_t last_id;
    size_t window; /* the testee's and the settings', or 1 after an unexplained fault */
    size_t flight_len;
    size_t suspect_len;
    struct flight flights[STREAM_WINDOW_MAX];
    struct flight suspects[STREAM_WINDOW_MAX + 1]; /* to be asked again, alone */
    struct flight next;                            /* taken from source or suspects */
    struct flight held_flight;
    struct outcome held; /* the answer that came last, which a second one would put in doubt */

    /* the run */
    stream_source *source;
    stream_sink *sink;
    void *ctx;
    int error; /* of the runner itself */

    bool greeted;     /* hello is filled */
    bool failed;      /* failure is filled */
    bool running;     /* there is a process */
    bool shaking;     /* the answer to hello is awaited */
    bool faulted;     /* fault is filled, and its process still to be buried */
    bool orphaned;    /* fault is of a process that ended with nothing in flight */
    bool encoding;    /* the last of flights is being queued */
    bool holding;     /* held is filled */
    bool parted;      /* the answer that came last was given when a run ended */
    bool last_words;  /* it was isolated, and its process is to be heard to the end */
    bool trial;       /* suspects are being asked */
    bool trial_found; /* one of them has failed */
    bool no_trials;   /* a trial has found nobody: faults are charged where they come up */
    bool source_done;
    bool has_next;
    bool stopped; /* by the sink */
    char trial_detail[OUTCOME_DETAIL_MAX];
};

/* ---- stream_outcome.c: faults are raised, outcomes made and given ---- */

bool stream_interrupted(const struct stream *s);

/* Notes a failure of the runner itself, once. */
void stream_fail(struct stream *s, int error);

/* link_drain, whose failure is noted. */
unsigned stream_drain(struct stream *s);

uint64_t stream_wall_us(const struct stream *s);

/* 0: no limit. */
uint64_t stream_cpu_limit_us(const struct stream *s);

/* Most requests in flight now: those asked again are asked alone. */
size_t stream_window_now(const struct stream *s);

/* Adds what the testee said to a line for people. */
void stream_quote(char detail[OUTCOME_DETAIL_MAX], const unsigned char *text, size_t len);

/* Says why the process is to end, once: a later cause does not overwrite the first. */
struct fault *stream_raise(struct stream *s, enum outcome_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a line, which is kept, at most EVIDENCE_MAX bytes of it. */
struct fault *stream_raise_line(struct stream *s, const struct link_line *line, const char *what);

/* The same for a limit; nothing for PROCESS_LIMIT_NONE. */
void stream_raise_limit(struct stream *s, enum process_limit limit);

/* How the leader ended, once it was waited for. */
void stream_raise_ending(struct stream *s);

/* Gives the sink an outcome, and hears whether it has enough. */
void stream_give(struct stream *s, void *opaque, struct outcome *outcome);

/* Gives it the answer that is held back, where there is one; holds back another. */
void stream_give_held(struct stream *s);
void stream_hold(struct stream *s, const struct flight *flight, const struct outcome *outcome);

/* An outcome without bytes. False where memory is out, which is noted; so it is for the next. */
bool stream_bare_outcome(struct stream *s, struct outcome *outcome, enum outcome_kind kind);

/* Fills in what every outcome of an answer or a fault has: time, notes, standard error. */
bool stream_fill_outcome(struct stream *s, const struct flight *flight, struct outcome *outcome);

/* Gives a case its outcome without asking. */
void stream_give_unasked(struct stream *s, void *opaque, enum outcome_kind kind,
                         const char *detail);

/* Ends the trial where the last suspect has its outcome. */
void stream_end_trial(struct stream *s);

/* ---- stream_talk.c: requests, responses, time ---- */

/* Only one request is in flight, and was from its beginning: what is used is used for it. */
bool stream_is_alone(const struct stream *s);

/* Looks at what the process uses, and raises a fault at a limit. */
void stream_look(struct stream *s, uint64_t now, struct tree_usage *usage);

/* A case ends or begins here: measures the one, and starts counting for the other. False where the
 * tree cannot be seen. */
bool stream_measure(struct stream *s, uint64_t *cpu_us, uint64_t *peak_kb);

/* The next case to ask comes into s->next. False where there is none. */
bool stream_load_next(struct stream *s);

/* Queues len bytes that stand in the link's room. */
void stream_queue(struct stream *s, size_t len);

/* Queues as many requests as there is room for. */
void stream_fill(struct stream *s);

/* Takes every whole line that has come. */
void stream_take_lines(struct stream *s);

/* Looks, waits until something happens, and takes what came; stream_step keeps the time too. */
void stream_wait_once(struct stream *s, uint64_t until);
void stream_step(struct stream *s);

/* ---- stream_blame.c: what follows a fault ---- */

/* Hands what is known of the fault over. False where memory is out, which is noted. */
bool stream_put_fault(struct stream *s, const struct fault *fault, struct outcome *outcome);

/* Ends the process, and finds who is to blame. */
void stream_settle_fault(struct stream *s);

/* An isolated case has its answer; whatever else its process says was said about it. */
void stream_hear_out(struct stream *s);

/* Ends the process whole. */
void stream_close_process(struct stream *s);

static inline uint64_t stream_earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

#endif

/*
 * stream.h - stream mode: one process for many cases (CONTRACT.md, "Stream mode").
 *
 * A stream is one testee that is started, asked line by line, and started again where it fails.
 * Containment and limits are those of process.h, one stream or one run at a time in one process;
 * streams side by side need one forked worker each. Whatever the testee does ends as an outcome of
 * the case that it was asked, and the run goes on with the next.
 *
 * Time: the clock of a case starts when its request is wholly written. While several requests are
 * in flight it starts anew with each response, since the testee may take them one after the other;
 * no case gets more than its limit times the number in flight when it was written.
 *
 * Memory: one line of at most limits.output_max bytes, the outcome before it, and a few buffers of
 * 64 KB, whatever the testee does and however long a reply is. A reply is read through its input
 * piece by piece, twice, each time from offset 0 on.
 */
#ifndef JETS_STREAM_H
#define JETS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec.h"
#include "outcome.h"
#include "words.h"

/* What holds where hello or the settings say nothing. */
#define STREAM_MAX_LINE ((uint64_t)64 << 20) /* bytes of a request line, LF included */
#define STREAM_WINDOW_MAX 1024               /* requests in flight, whatever hello says */
#define STREAM_RESTARTS_MAX 100
#define STREAM_START_MS 10000

/* So many starts in a row without an answer to a case, or without one to hello, and the rest of the
 * cases is not run. */
#define STREAM_BARREN_MAX 30
#define STREAM_MUTE_MAX 3

/* One of the two directions, for a transcript. */
enum stream_side { STREAM_REQUEST, STREAM_RESPONSE };

struct stream_settings {
    size_t window_max;     /* most requests in flight; 0: as hello says */
    uint64_t max_line;     /* longest request line where hello allows more; 0: as hello says */
    unsigned restarts_max; /* how often the testee may be started again; 0: STREAM_RESTARTS_MAX */
    uint64_t start_ms;     /* from start to hello; 0: STREAM_START_MS, or limits.wall_ms where that
                              is longer */
    /* NULL, or called with what is to be written, in pieces, and with each response line, its LF
       left out; hello too. */
    void (*trace)(void *ctx, enum stream_side side, const unsigned char *bytes, size_t len);
    void *trace_ctx;
};

/* What the testee said of itself when it was first started. */
struct stream_hello {
    char *name;                       /* owned, like the next two; NUL-terminated */
    char *version;                    /* "" where it did not say */
    char *policy;                     /* JSON text of an object, "{}" where it did not say */
    bool operations[OPERATION_COUNT]; /* what it does; other cases are not sent */
    size_t window;                    /* 1 where it did not say */
    uint64_t max_line;                /* STREAM_MAX_LINE where it did not say */
};

/* One case to be asked. What request points to must stay until its outcome was given out. */
struct stream_case {
    struct exec_request request;
    void *opaque; /* comes back with the outcome */
};

/*
 * Hands out the next case. False: there are no more, and it is not called again in this run. It is
 * called between two looks at the testee, so it should not wait for anything.
 */
typedef bool stream_source(void *ctx, struct stream_case *next);

/*
 * Takes the outcome of one case, and owns it from then on (outcome_free). Every case that was
 * handed out gets exactly one, and not in the order of the cases: an answer is held back until the
 * next one is there, so that it can still be taken back; what is not sent at all has its outcome at
 * once. False ends the run: what has no outcome yet is given up without one.
 */
typedef bool stream_sink(void *ctx, void *opaque, struct outcome *outcome);

struct stream;

/*
 * Starts the testee and shakes hands. command, and what settings and how point to, must outlive the
 * stream. True when there is a stream (close it with stream_close), also where the testee could not
 * be started or did not answer hello: stream_failure says so. False, with errno, when the runner
 * itself failed.
 */
bool stream_open(struct stream **stream, const struct exec_command *command,
                 const struct exec_settings *settings, const struct stream_settings *how);

/* What hello said, for as long as the stream is open; NULL where there was no proper one. */
const struct stream_hello *stream_hello(const struct stream *stream);

/*
 * NULL, or why there is no testee to ask: OUTCOME_NOT_STARTED with an errno in code (EPROTO where
 * it started and did not answer hello as it should), a detail for people, and in text and err what
 * it wrote; OUTCOME_INTERRUPTED where the flag was raised. Lives as long as the stream. A run on
 * such a stream gives every case a copy of it.
 */
const struct outcome *stream_failure(const struct stream *stream);

/*
 * Asks all cases of source, several at a time where hello and settings allow it. True when every
 * case handed out has got its outcome, or sink ended the run. False, with errno, when the runner
 * itself failed; cases in flight get no outcome then. After an interruption the cases in flight get
 * OUTCOME_INTERRUPTED and source is not asked for more.
 *
 * In an outcome, wall_us counts from the later of two moments: its request was written, the
 * response before it came. cpu_us and peak_kb are those of all the testee's processes where it had
 * this one request in flight, else OUTCOME_UNMEASURED. err is what came on standard error since the
 * outcome before. text is the answer's text for OUTCOME_VALUE, the reason for OUTCOME_UNSUPPORTED
 * and OUTCOME_ERROR, and the line at fault for OUTCOME_MALFORMED.
 *
 * Where the testee fails with several requests in flight, answers that came before stand, and those
 * in flight are asked again one by one, to find the one at fault; they bear the note
 * PROCESS_NOTE_AGAIN. Where none of them fails alone, the fault is counted (stream_totals), and the
 * window is 1 from then on, so that it is charged where it comes back.
 */
bool stream_run(struct stream *stream, stream_source *source, stream_sink *sink, void *ctx);

/* The same for one case. outcome is the caller's to free. */
bool stream_run_one(struct stream *stream, const struct exec_request *request,
                    struct outcome *outcome);

struct stream_totals {
    unsigned starts;      /* of the testee, the first one counted */
    unsigned faults;      /* each ended one process */
    unsigned unexplained; /* faults with several in flight of which none failed alone */
    bool exhausted;       /* too many restarts: cases were not run */
    unsigned notes;       /* bits of enum process_note, of all its processes */
    char unexplained_detail[OUTCOME_DETAIL_MAX]; /* what the last unexplained fault was; "" */
    char ending[OUTCOME_DETAIL_MAX]; /* how it did not end well at the end of input; "" where it
                                        did. Filled by stream_close */
};

/*
 * Ends the testee: end of input, its exit within limits.wall_ms or two seconds, whichever is less,
 * and then the end of whatever is left of it. Frees the stream; totals may be NULL.
 */
void stream_close(struct stream *stream, struct stream_totals *totals);

#endif

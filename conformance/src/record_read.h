/*
 * record_read.h - lines of a report read back, for those who show it.
 *
 * A report may come from anywhere, so nothing in it is trusted: a line is read with the runner's own
 * strict reader (answer.h), each member has to be what the contract says, and every text comes out
 * safe to show: valid UTF-8 without control characters or characters that cannot be seen (visible.h
 * has how). What a format has to escape beyond that is only what means something in that format.
 */
#ifndef JETS_RECORD_READ_H
#define JETS_RECORD_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"
#include "record.h"
#include "verdict.h"
#include "words.h"

/* Texts, owned. */
struct record_texts {
    char **items;
    size_t len;
};

/* Adds a copy of text, unless it is there already or there are most of them. */
void record_texts_add_once(struct record_texts *texts, const char *text, size_t most);
void record_texts_free(struct record_texts *texts);

/* A measure that the line does not have. */
#define RECORD_UNMEASURED UINT64_MAX

/* Line `run`. Texts are owned, and "" where the line has null. */
struct record_head {
    bool present;
    char *command;         /* as shell words on one line */
    char *implementation;  /* name and version */
    char *policy, *mode, *shard, *baseline, *corpus_version, *jets_version;
    uint64_t selected;
    uint64_t repeat;
    uint64_t wall_ms, memory_kb, output_bytes;
    bool containment_is_partial;
    struct record_texts floors; /* names of the degenerate programs; none: not known */
};

/* One case. Texts are owned, on one line where nothing else is said, and "" where there is none. */
struct record {
    char *id, *category, *title, *why;
    enum severity severity;
    enum operation operation;
    enum verdict verdict;
    enum record_state state;
    enum tally_class class;
    bool fails;            /* it makes the run fail: class is failed or broken */
    char *asked;           /* operation and options: "extract --expect=object" */
    char *rules;           /* "R3.1, R5.2" */
    char *first_rule;      /* "R3.1" */
    char *expected;        /* an exact value, or "none (reason)" */
    struct record_texts alternatives; /* acceptable results, likewise */
    char *got;             /* an exact value, other output, "none", or "no output" */
    char *outcome, *detail; /* its kind, "error", or "" where it was not run; "exit status 1" */
    bool is_decoy;         /* it is a wrong value that the case lists */
    char *difference;      /* where it first differs from what was expected */
    char *reply;           /* several lines */
    uint64_t reply_bytes, answer_at, answer_len; /* answer_len RECORD_UNMEASURED: no place is known */
    char *err;             /* the end of standard error */
    char *again;           /* a command line that runs the case again */
    char *reason;          /* why unsupported or unscored */
    char *policy;          /* what decided the expected result, beside the case's own options */
    char *repeats;         /* "pass, hijack" */
    char *known_verdict, *known_reason;
    uint64_t wall_us, cpu_us, peak_kb; /* or RECORD_UNMEASURED */
    bool has_floors;
    uint32_t meets;        /* bits, in the order of the head's floors */
    struct record_texts notes;
};

/* Line `summary`, as far as it does not repeat what the lines of the cases say. */
struct record_tail {
    bool present, complete;
    char *why; /* it is not complete */
    uint64_t selected, cases;
    struct record_texts unmatched, remarks;
};

enum record_kind { RECORD_BAD, RECORD_RUN, RECORD_CASE, RECORD_SUMMARY };

/*
 * Reads one line of len bytes into what it is: *head, *record or *tail. RECORD_BAD, with "FIELD: what
 * was expected" in *problem, where it is none of them; then nothing is filled. head must be the
 * report's own when a case is read: its floors give the bits their meaning.
 */
enum record_kind record_read(const char *line, size_t len, struct record_head *head,
                             struct record *record, struct record_tail *tail,
                             struct buffer *problem);

void record_head_free(struct record_head *head);
void record_free(struct record *record);
void record_tail_free(struct record_tail *tail);

#endif

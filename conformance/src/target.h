/*
 * target.h - the reply that a command names: a file, standard input, or a case of the corpus.
 */
#ifndef JETS_TARGET_H
#define JETS_TARGET_H

#include "asker.h"
#include "case.h"
#include "options.h"

struct target {
    struct test_case test; /* where a case was named; else empty */
    unsigned char *reply;  /* whole, at most REPLY_HELD_MAX bytes; owned */
    size_t reply_len;
};

/* Reads what options->target names. False, and a line in *problem, where it names nothing, or
 * cannot be read. Close it in every case. */
bool target_open(struct target *target, const struct options *options, struct buffer *problem);
void target_close(struct target *target);

/* What is asked about it: what its case asks, and over that what the command line says. The
 * question points into the target and into room. */
struct question target_question(const struct target *target, const struct options *options,
                                struct exec_option room[POLICY_COUNT]);

#endif

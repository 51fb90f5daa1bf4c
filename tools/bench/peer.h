/*
 * Contestants in processes of their own: a program that is told over a pipe which reply to read how
 * often, times that itself, and answers with what it took. See peers/.
 */
#ifndef JETS_BENCH_PEER_H
#define JETS_BENCH_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peer;

struct peer_answer {
    uint64_t ns;   /* of processor time, for all repetitions */
    size_t found;  /* repetitions that gave a value */
    size_t length; /* members or elements of the outermost value */
    size_t values; /* in the tree */
};

/* Starts a command, by a shell, with FOLDER as its operand: reply number N is its file N there.
   NULL where it cannot be started or says no hello. */
struct peer *peer_start(const char *command, const char *folder);

/* Its first line: what it is, a comma, and which version. */
const char *peer_hello(const struct peer *peer);

/* False where the peer is gone, or says what is no answer. */
bool peer_ask(struct peer *peer, size_t reply, unsigned long times, struct peer_answer *answer);

/* Ends it. */
void peer_stop(struct peer *peer);

#endif

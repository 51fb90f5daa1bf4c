/*
 * compare.h - replies that are no cases, put to an implementation and to the reference, and judged
 * as a case would be: what `jets fuzz`, `jets shrink` and `jets scan` do with a reply.
 *
 * What is right for a reply is what the reference says, started as a process like any
 * implementation. Where the implementation declares another policy, the reference is asked again
 * with the options that this policy stands for, and the rule of policy.h decides which of its
 * results counts, or that none does: what nobody can say is unscored here too.
 */
#ifndef JETS_COMPARE_H
#define JETS_COMPARE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "asker.h"
#include "options.h"
#include "policy.h"
#include "status.h"
#include "testee.h"
#include "verdict.h"

struct comparer {
    struct testee testee, reference;
    struct asker asked, referee; /* of those two */
    struct declared declared;    /* by the testee: its file, or its hello */
};

/*
 * Opens what the options name: the testee, and the reference (--reference, or jets-extract beside
 * the program, or in PATH). STATUS_OK, or another status with a line in *problem. Close it in
 * every case; forked processes open their own.
 */
enum status comparer_open(struct comparer *comparer, const struct options *options,
                          const volatile sig_atomic_t *interrupt, struct buffer *problem);

void comparer_close(struct comparer *comparer);

/* One that is not open, and may be closed all the same. */
#define COMPARER_CLOSED ((struct comparer){.asked = {.fd = -1}, .referee = {.fd = -1}})

/* Opens the reference alone, for one mode. Close it with testee_close in every case. */
enum status reference_open(struct testee *reference, const struct options *options, enum mode mode,
                           const volatile sig_atomic_t *interrupt, struct buffer *problem);

/* What came of one question. Free with trial_free. */
struct trial {
    enum verdict verdict; /* unscored where `why` says so */
    bool differs;         /* verdict_is_failure */
    struct outcome got;   /* of the testee */
    struct outcome right; /* of the reference, under the policy that counts */
    struct outcome plain; /* of the reference under the default policy, where policy is not NULL */
    char *policy;         /* the declared values that `right` follows; NULL: the default */
    char *why;            /* why it is unscored: one line; else NULL */
    const char *fault;    /* static: why an output is malformed, or NULL */
};

/*
 * Puts the questions to both and judges: STATUS_OK, with as many trials as there are questions;
 * else STATUS_INTERRUPTED, STATUS_NOT_STARTED or STATUS_INTERNAL with a line in *problem (none
 * after an interruption), and no trial to free. Questions should be fewer than some hundreds, and
 * their replies some megabytes in all: a batch is held in memory.
 */
enum status comparer_try(struct comparer *comparer, const struct question *questions, size_t len,
                         struct trial *trials, struct buffer *problem);

/* Puts the questions to the testee alone: STATUS_OK with as many outcomes, each to be freed; else
 * as above. */
enum status comparer_ask(struct comparer *comparer, const struct question *questions, size_t len,
                         struct outcome *outcomes, struct buffer *problem);

void trial_free(struct trial *trial);

#endif

/*
 * relate.h - the relations of relations.h, tried on an implementation: a reply and a changed one
 * are put to it, and what it makes of the one must hang together with what it makes of the other.
 * The reference is not asked.
 */
#ifndef JETS_RELATE_H
#define JETS_RELATE_H

#include "compare.h"
#include "relations.h"

/* Whether relations say anything of what is declared: of options they know, of completing,
 * repairing, decoding or taking scalars they do not. */
bool relate_applies(const struct declared *declared);

/* A reply, what came of it, and what came of the changed one. */
struct related {
    const struct relation *relation; /* in: to be tried */
    uint64_t seed;                   /* in: of what it chooses */
    struct question question;        /* in: its options have to stay as long as it */
    const struct outcome *got;       /* in: of that question */
    bool broken;                     /* out: the relation says something, and does not hold */
    struct question made;            /* out, where broken: of the changed reply */
    struct exec_option options[POLICY_COUNT]; /* of that */
    struct buffer reply;                      /* of that; owned */
    struct outcome now;                       /* of that */
};

/* Tries all of them: STATUS_OK, with each filled and to be freed; else a line in *problem, where
 * there is one to say, and nothing to free. */
enum status relate_try(struct comparer *comparer, struct related *related, size_t len,
                       struct buffer *problem);
void related_free(struct related *related);

#endif

/*
 * goal.h - what has to stay while a reply is shrunk: the verdict on the implementation, and why the
 * reference sees it otherwise.
 */
#ifndef JETS_GOAL_H
#define JETS_GOAL_H

#include "compare.h"
#include "shrink.h"

struct goal {
    struct comparer *comparer;
    struct question question; /* its reply is not looked at */
    enum verdict verdict;
    enum outcome_kind right;
    char reason[OUTCOME_DETAIL_MAX];
};

/* The goal that a trial sets. */
struct goal goal_of(struct comparer *comparer, const struct question *question,
                    const struct trial *trial);

/* Shrinks the reply of a question towards the goal, at most so long (0: no bound), and judges what
 * is left anew: STATUS_OK, with *finding filled from it, or what comparer_try said; after an
 * interruption *finding has the verdict and the shortest reply so far alone. *tries grows by the
 * replies that it asked about. */
struct finding;
enum status goal_shrink(const struct goal *goal, const struct question *question,
                        uint64_t tries_max, uint64_t deadline_us, struct finding *finding,
                        uint64_t *tries, struct buffer *problem);

#endif

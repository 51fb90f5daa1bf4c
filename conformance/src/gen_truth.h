/*
 * gen_truth.h - replies whose result is known because of how they are made.
 *
 * A reply is composed of parts of which SPEC.md says what each does where it stands; the composer
 * notes what counts as it writes, and so knows the answer's span, or that there is none and why. It
 * reads nothing back, and knows neither the reference nor any other extractor.
 */
#ifndef JETS_GEN_TRUTH_H
#define JETS_GEN_TRUTH_H

#include "gen.h"

/* The options in the order of words.h: expect, select, names, reasoning, starts. */
enum { GEN_EXPECT, GEN_SELECT, GEN_NAMES_OPTION, GEN_REASONING_OPTION, GEN_STARTS, GEN_OPTIONS };

struct gen_options {
    unsigned char
        value[GEN_OPTIONS]; /* the index of the option's value in SPEC.md, 0 the default */
    unsigned depth;         /* limit of nesting; 0: 512 */
};

/* The reasons for none, by the numbers of SPEC.md; 0 where there is an answer. */
struct gen_truth {
    unsigned reason;
    size_t offset; /* of the answer in the reply; 0 where there is none */
    size_t length;
    bool complete;   /* what the operation `complete` (O1) has to say of the reply */
    const char *how; /* the shape that was composed, for messages */
};

/* Options at random: half of them the defaults; a depth limit in one of eight where `depth`. */
void gen_choose_options(struct gen *g, struct gen_options *options, bool depth);

/* Makes a reply under these options, and tells what its result must be. A bound (g->max) below
 * GEN_TRUTH_MAX is raised to it for this reply. */
void gen_truth(struct gen *g, const struct gen_options *options, struct gen_truth *truth);

#define GEN_TRUTH_MAX ((size_t)4096)

#endif

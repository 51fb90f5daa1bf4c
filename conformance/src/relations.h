/*
 * relations.h - metamorphic relations: how the result of a reply and that of a changed reply hang
 * together by the rules of SPEC.md, whoever computes them. No reference is needed to see that one
 * does not hold.
 *
 * A relation is given a reply, the options and what an implementation made of it, and gives another
 * reply (or other options) and what must come of that. Each applies only where its precondition,
 * which is part of its code, holds; the marker table has to be that of SPEC.md.
 */
#ifndef JETS_RELATIONS_H
#define JETS_RELATIONS_H

#include "gen.h"
#include "gen_truth.h"

/* A reply and what an implementation made of it. */
struct relation_seen {
    const unsigned char *reply;
    size_t len;
    struct gen_options options;
    bool answered;
    size_t offset, length; /* of the answer in the reply, where answered */
};

enum relation_expects {
    RELATION_SAME,  /* the same bytes, or none as before */
    RELATION_EQUAL, /* the same but for white space outside strings, or none as before */
    RELATION_SPAN,  /* the span of the new reply that is told */
    RELATION_NONE   /* none */
};

/* The new reply is that of the generator that made it. */
struct relation_made {
    struct gen_options options;
    enum relation_expects expects;
    size_t offset, length; /* of RELATION_SPAN, in the new reply */
};

enum relation_group { RELATION_OF_ANSWER, RELATION_OF_REASONING };

struct relation {
    const char *name; /* "stop-token-behind" */
    const char *says; /* one line: what must hold */
    enum relation_group group;
    bool (*make)(const struct relation_seen *seen, struct gen *g, struct relation_made *made);
};

extern const struct relation RELATIONS[];
extern const unsigned RELATION_COUNT;

/*
 * Makes the new reply in g->reply; g also chooses where there is a choice. False where the relation
 * says nothing about this reply, or the new one does not fit g->max.
 */
bool relation_make(const struct relation *relation, const struct relation_seen *seen, struct gen *g,
                   struct relation_made *made);

/* Whether what came of the new reply (now NULL: none) is as the relation says. */
bool relation_holds(const struct relation_seen *seen, const struct gen *g,
                    const struct relation_made *made, const void *now, size_t now_len);

#endif

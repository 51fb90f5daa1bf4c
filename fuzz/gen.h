/*
 * Makes replies out of a seed: prose, reasoning, fences, values whole and broken, soups of all the
 * tokens that conformance/SPEC.md knows, and mutations of them. The same seed gives the same reply.
 */
#ifndef JETS_FUZZ_GEN_H
#define JETS_FUZZ_GEN_H

#include <stddef.h>
#include <stdint.h>

struct gen {
    uint64_t state;
    unsigned char *reply; /* len bytes; owned by gen */
    size_t len;
    size_t size;
};

/* Begins anew with a seed; keeps the memory. The first time, *g must be zeroed. */
void gen_seed(struct gen *g, uint64_t seed);

/* A number from 0 to n - 1; n at least 1. */
unsigned gen_below(struct gen *g, unsigned n);

/* Puts a reply into g->reply. */
void gen_reply(struct gen *g);

/* Appends bytes; for callers who make a reply of their own. */
void gen_put(struct gen *g, const void *added, size_t len);

void gen_free(struct gen *g);

#endif

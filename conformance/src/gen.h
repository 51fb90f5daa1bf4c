/*
 * gen.h - makes replies out of a seed: the one grammar that the fuzzers and the campaigns share.
 *
 * The same seed, weights and bound give the same bytes on every platform. Nothing here reads the
 * reply it has made: what the rules of SPEC.md make of it is for others to say, but for truth mode
 * (gen_truth.h), which knows it by construction. No global state: one struct gen a thread. The
 * files gen*.c and markers.c need nothing else of the runner.
 */
#ifndef JETS_GEN_H
#define JETS_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a reply is made of; gen_theme_name tells the words. Numbers are not stable. */
enum gen_theme {
    GEN_SOUP,        /* tokens that the rules know, in any order */
    GEN_THICK_SOUP,  /* a few of them, each often */
    GEN_BYTE_SOUP,   /* single bytes that no two rules treat alike */
    GEN_CORNER_SOUP, /* tokens that work on each other */
    GEN_ESCAPES,     /* a string of \u escapes, surrogates most of them */
    GEN_NESTED,      /* prose, values, fences and reasoning, in each other */
    GEN_LONG,        /* the same, much of it, flat */
    GEN_WHOLE,       /* a value alone, or nearly so */
    GEN_CHAT,        /* what models write: prose, reasoning, a fence, one answer */
    GEN_HIJACK,      /* a draft, an echoed prompt or a quoted attacker beside the answer */
    GEN_REASONING,   /* marker families: closed, orphan, unclosed, nested, attributes, case */
    GEN_CUT,         /* a chat cut at any byte */
    GEN_NAMES,       /* objects with equal and nearly equal names, escaped or not */
    GEN_NUMBERS,     /* numbers at the limits of the grammar and of binary64 */
    GEN_STRINGS,     /* strings at the limits of escapes and of UTF-8 */
    GEN_LISTS,       /* arrays of strings, with white space, empty and equal ones */
    GEN_DEEP,        /* brackets nested about as deep as limits go */
    GEN_REPEAT,      /* one or two tokens, very often */
    GEN_TRUTH,       /* what truth mode makes */
    GEN_THEMES
};

/* Zeroed is a good beginning: gen_seed makes it ready. */
struct gen {
    uint64_t state;
    const unsigned char *tape; /* choices that are taken first; tape_len bytes, the caller's */
    size_t tape_len;
    unsigned char *reply; /* len bytes; owned */
    size_t len;
    size_t cap;
    size_t max; /* no reply gets longer; 0: GEN_MAX_DEFAULT. Set it any time. */
    bool full;  /* something was left out, for max */
    unsigned char weights[GEN_THEMES]; /* how often each theme; all zero: the defaults */
};

#define GEN_MAX_DEFAULT ((size_t)1 << 16)

/* Begins anew with a seed: neighbours have nothing in common. Keeps memory, weights and bound; the
 * reply is empty and there is no tape. */
void gen_seed(struct gen *g, uint64_t seed);

/* The same for thing n of a series, which has choices of more than one purpose: neither two series
 * with neighbouring seeds nor two purposes of one thing have choices in common. */
void gen_seed_of_series(struct gen *g, uint64_t seed, uint64_t n, unsigned purpose);

/*
 * Makes the next choices follow the bytes of a tape, a byte or two a choice, and those behind its
 * end the seed again. So an engine that changes a byte of the tape changes one choice. The tape
 * must live as long as it is in use.
 */
void gen_tape(struct gen *g, const void *tape, size_t len);

/* A number from 0 to n - 1; n at least 1. */
unsigned gen_below(struct gen *g, unsigned n);

/* The name of a theme, such as "corner-soup", and what it makes; NULL past the last. */
const char *gen_theme_name(unsigned theme);
const char *gen_theme_about(unsigned theme);

/* How often the theme is chosen where no weight is set. */
unsigned gen_theme_weight(unsigned theme);

/* Sets the weights of the themes that a text names, "hijack=20,cut=5"; the others keep theirs, or
 * their defaults. False, and nothing is changed, where a name is unknown, a weight is not 0 to 255
 * or all would be 0. */
bool gen_weigh(struct gen *g, const char *text);

/* Makes a reply of a theme chosen by weight, and in about a third of the cases mutates it. */
void gen_reply(struct gen *g);

/* Makes a reply of one theme, not mutated. */
void gen_reply_of(struct gen *g, enum gen_theme theme);

/* Changes the reply in one place, knowing what it is made of: puts in a token, a value or a whole
 * construct, takes out, doubles, swaps or cuts a span, makes a scalar a nasty one, changes a byte,
 * a letter's case or a line's end. */
void gen_mutate(struct gen *g);

/* Makes a reply of the beginning of a, the end of b, at times a part of b inside a. */
void gen_splice(struct gen *g, const void *a, size_t a_len, const void *b, size_t b_len);

/* Makes the reply these bytes, cut to the bound. They may not be the generator's own. */
void gen_load(struct gen *g, const void *bytes, size_t len);

/* Appends bytes, as many as the bound allows; for callers who make a reply of their own. */
void gen_put(struct gen *g, const void *added, size_t len);

void gen_free(struct gen *g);

#endif

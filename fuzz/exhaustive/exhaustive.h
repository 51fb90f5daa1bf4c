/*
 * What the parts of `exhaustive` share: the alphabets and option sets (tables.c), the judging of
 * one text by both sides (judge.c), and the walk over all texts (walk.c).
 */
#ifndef JETS_FUZZ_EXHAUSTIVE_H
#define JETS_FUZZ_EXHAUSTIVE_H

#include "../oracle/oracle.h"

#include "jets.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define LENGTH_MAX 16u  /* symbols of a text */
#define SYMBOL_MAX 32u  /* bytes of a symbol */
#define SYMBOLS_MAX 24u /* of an alphabet */
#define SETS_MAX 8u

/* A symbol is one or several bytes. */
struct alphabet {
    const char *name;
    const char *about;
    const char *symbols[SYMBOLS_MAX]; /* up to the first NULL */
};

extern const struct alphabet alphabets[];
extern const size_t alphabet_count;

/* Each value of each option stands in one of them; the first has the defaults alone. */
extern const struct oracle_options option_sets[];
extern const unsigned option_set_count;

struct settings {
    const struct alphabet *alphabet;
    unsigned symbols; /* of the alphabet */
    unsigned length;  /* of the longest texts, in symbols; at least 2 */
    unsigned sets;    /* the first of option_sets that are tried */
    unsigned jobs;
    unsigned shard, shards; /* shard from 0 */
    bool progress;
};

/* What the processes share. */
struct shared {
    _Atomic unsigned next_unit;
    _Atomic bool stop; /* one of them has found a difference */
    _Atomic unsigned long long texts;
};

/* What differs between the two sides. SETTLED: feed said of a beginning that nothing can change its
   result, and something did. */
enum check { AGREES, EXTRACT, FEED, SETTLED, COMPLETE };

/* What both sides say of one text. */
struct verdicts {
    struct oracle_result oracle;
    struct jets_result whole, fed; /* the library's, in one call and as the text arrives */
    bool oracle_complete, whole_complete, fed_complete;
    bool unsettled; /* as SETTLED says */
};

enum check compare(const struct verdicts *v);

struct jets_options jets_options_of(const struct oracle_options *o);

/* A text on which the two sides differ under one option set. */
struct finding {
    unsigned char text[LENGTH_MAX * SYMBOL_MAX];
    size_t len;
    unsigned set;
    enum check check;
};

/* Shrinks it where the difference shows without the walk too, and writes it to standard output. */
void report(struct finding *f);

/* Takes units, the beginnings of two symbols, until none is left or a difference is found, which it
   reports. Returns the exit status of its process. */
int walk_units(const struct settings *settings, struct shared *shared);

#endif

/*
 * All texts of the units that a process takes. Those of a common beginning share its reading: a
 * copy of the extraction that was fed the beginning reads on.
 */
#include "exhaustive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLUSH_TEXTS 10000u /* texts between two signs of progress */

/* A beginning, and the readings of it. */
struct place {
    struct jets_extraction x[SETS_MAX];
    struct jets_completion complete;
    bool settled[SETS_MAX];              /* here, or at a shorter beginning, for this reason: */
    enum oracle_reason reason[SETS_MAX]; /* the oracle's */
    size_t len;                          /* bytes */
    unsigned symbol;                     /* the last one */
};

struct walk {
    const struct settings *settings;
    struct shared *shared;
    struct jets_options options[SETS_MAX];
    size_t symbol_len[SYMBOLS_MAX];
    unsigned char text[LENGTH_MAX * SYMBOL_MAX];
    struct place places[LENGTH_MAX + 1]; /* by number of symbols */
    unsigned texts;                      /* visited and not yet added to the shared number */
};

static void walk_init(struct walk *w, const struct settings *settings, struct shared *shared)
{
    memset(w, 0, sizeof *w);
    w->settings = settings;
    w->shared = shared;
    for (unsigned i = 0; i < settings->symbols; i++)
        w->symbol_len[i] = strlen(settings->alphabet->symbols[i]);
    for (unsigned set = 0; set < settings->sets; set++) {
        w->options[set] = jets_options_of(&option_sets[set]);
        jets_extract_init(&w->places[0].x[set], &w->options[set]);
    }
    jets_complete_init(&w->places[0].complete, 0);
}

/* Puts a symbol behind the beginning of n - 1 symbols. */
static void put(struct walk *w, unsigned n, unsigned symbol)
{
    size_t from = w->places[n - 1].len;

    memcpy(w->text + from, w->settings->alphabet->symbols[symbol], w->symbol_len[symbol]);
    w->places[n].len = from + w->symbol_len[symbol];
    w->places[n].symbol = symbol;
}

/* Reads the symbol that put() left, so that longer texts can go on from there. */
static void read_on(struct walk *w, unsigned n, unsigned set, enum oracle_reason reason)
{
    const struct place *before = &w->places[n - 1];
    struct place *place = &w->places[n];

    place->x[set] = before->x[set];
    place->settled[set] = before->settled[set];
    place->reason[set] = before->reason[set];
    if (jets_extract_feed(&place->x[set], w->text, place->len) && !place->settled[set]) {
        place->settled[set] = true;
        place->reason[set] = reason;
    }
}

/* Fills in what both sides say of complete. */
static void complete(struct walk *w, unsigned n, struct verdicts *v)
{
    const struct place *before = &w->places[n == 0 ? 0 : n - 1];
    size_t len = w->places[n].len;
    struct jets_completion c = before->complete;

    v->oracle_complete = oracle_complete(w->text, len, 0);
    v->whole_complete = jets_complete(w->text, len, 0);
    v->fed_complete = jets_complete_feed(&c, w->text + before->len, len - before->len);
    w->places[n].complete = c;
}

static enum check visit_set(struct walk *w, unsigned n, unsigned set)
{
    const struct oracle_options *o = &option_sets[set];
    const struct place *before = &w->places[n == 0 ? 0 : n - 1];
    size_t len = w->places[n].len;
    struct jets_extraction x = before->x[set];
    struct verdicts v = {.oracle = oracle_extract(w->text, len, o)};

    jets_extract(w->text, len, &w->options[set], &v.whole);
    jets_extract_finish(&x, w->text, len, &v.fed);
    v.unsettled = before->settled[set] && before->reason[set] != v.oracle.reason;
    if (set == 0)
        complete(w, n, &v);
    if (n > 0 && n < w->settings->length)
        read_on(w, n, set, v.oracle.reason);
    return compare(&v);
}

/* The text of n symbols, under all option sets. Returns whether both sides agree. */
static bool visit(struct walk *w, unsigned n)
{
    for (unsigned set = 0; set < w->settings->sets; set++) {
        enum check check = visit_set(w, n, set);

        if (check != AGREES) {
            struct finding f = {.len = w->places[n].len, .set = set, .check = check};

            memcpy(f.text, w->text, f.len);
            report(&f);
            return false;
        }
    }
    w->texts++;
    return true;
}

static void flush_texts(struct walk *w)
{
    atomic_fetch_add(&w->shared->texts, w->texts);
    w->texts = 0;
}

/* All texts that begin with the two symbols of this unit; with the first unit of a symbol that
   symbol alone, with the very first the empty text. */
static bool walk_unit(struct walk *w, unsigned unit)
{
    const struct settings *settings = w->settings;
    unsigned n = 2;

    if (unit == 0 && !visit(w, 0))
        return false;
    put(w, 1, unit / settings->symbols);
    if (!visit(w, 1)) /* in every unit, since it is read on from there */
        return false;
    w->texts -= unit % settings->symbols != 0; /* counted in the first of them */
    put(w, 2, unit % settings->symbols);
    do {
        if (!visit(w, n))
            return false;
        if (w->texts >= FLUSH_TEXTS)
            flush_texts(w);
        if (n < settings->length) {
            put(w, ++n, 0);
            continue;
        }
        while (n > 2 && w->places[n].symbol + 1 == settings->symbols)
            n--;
        if (n > 2)
            put(w, n, w->places[n].symbol + 1);
    } while (n > 2);
    flush_texts(w);
    return true;
}

int walk_units(const struct settings *settings, struct shared *shared)
{
    struct walk *w = malloc(sizeof *w);
    unsigned units = settings->symbols * settings->symbols;
    bool same = w != NULL;

    if (w == NULL) {
        fprintf(stderr, "exhaustive: out of memory\n");
        return 3;
    }
    walk_init(w, settings, shared);
    while (same && !atomic_load(&shared->stop)) {
        unsigned unit =
            atomic_fetch_add(&shared->next_unit, 1) * settings->shards + settings->shard;

        if (unit >= units)
            break;
        same = walk_unit(w, unit);
    }
    if (!same)
        atomic_store(&shared->stop, true);
    free(w);
    return same ? 0 : 1;
}

/* See gen_truth.h: the shapes of replies; their parts are in gen_compose*.c. */
#include "gen_truth.h"

#include <string.h>

#include "gen_compose.h"

void gen_choose_options(struct gen *g, struct gen_options *options, bool depth)
{
    static const unsigned char values[GEN_OPTIONS] = {4, 4, 2, 2, 3};
    memset(options, 0, sizeof *options);
    if (gen_chance(g, 50))
        return;
    for (int i = 0; i < GEN_OPTIONS; i++) {
        if (gen_chance(g, 50))
            options->value[i] = (unsigned char)gen_below(g, values[i]);
    }
    if (depth && gen_chance(g, 25))
        options->depth = gen_between(g, 1, 9);
}

static bool is_set(const struct composer *c, int option, unsigned value)
{
    return c->options.value[option] == value;
}

static void put_front(struct composer *c)
{
    if (gen_chance(c->g, 10))
        gen_text(c->g, "\xef\xbb\xbf");
    gen_maybe_white(c->g);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* One part, and never one that the rules end at. Returns whether the reply may go on. */
static bool put_part(struct composer *c, bool last)
{
    unsigned kind = gen_below(c->g, 100);
    bool room = compose_has_room(c, 3);
    if (kind < 40 && room)
        compose_candidate(c);
    else if (kind < 44 && room)
        compose_broken(c, false);
    else if (kind < 60 && room)
        return compose_fence(c, last);
    else if (kind < 74)
        compose_brackets(c);
    else if (kind < 83)
        compose_hidden(c);
    else if (kind < 88)
        compose_closer(c);
    else
        compose_word(c);
    return true;
}

/* What there is no way on from. */
static void put_end(struct composer *c)
{
    switch (gen_below(c->g, 8)) {
    case 0: compose_deep(c); return;
    case 1:
    case 2:
        if (is_set(c, GEN_REASONING_OPTION, REASONING_CLOSED))
            compose_unclosed(c);
        return;
    default: compose_end_value(c); return;
    }
}

/* R1 would take a value alone; and under fallback, something has to be left (R2.5). */
static void put_rest(struct composer *c)
{
    bool fallback = is_set(c, GEN_REASONING_OPTION, REASONING_FALLBACK);
    if (!c->over && (!c->beside || (fallback && !c->left)))
        compose_word(c);
}

static void finish(struct composer *c)
{
    /* Where the scan has stopped, anything may follow; but an unclosed value ends with the reply,
     * and nothing but white space may stand behind a closer under fallback. */
    if (c->over && !c->unseen && c->reason != TRUTH_UNTERMINATED_VALUE && gen_chance(c->g, 50)) {
        compose_word(c);
        compose_free(c);
    }
    if (!c->over)
        compose_choose(c);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void put_whole(struct composer *c, struct gen_truth *truth)
{
    struct value value;
    truth->how = "whole";
    put_front(c);
    if (gen_chance(c->g, 25))
        compose_value(c, &value, VALUE_SCALAR, 0);
    else
        compose_container(c, &value, false);
    size_t from = c->g->len;
    compose_spaced(c, &value);
    compose_note(c, &value, from, false, false);
    gen_maybe_white(c->g);
    truth->complete = value.type != VALUE_SCALAR;
    compose_choose(c);
    if (c->reason == TRUTH_NO_CANDIDATE)
        c->reason = TRUTH_SHAPE;
}

static void put_empty(struct composer *c, struct gen_truth *truth)
{
    truth->how = "empty";
    put_front(c);
    if (gen_chance(c->g, 50))
        compose_white(c);
    c->reason = TRUTH_EMPTY;
}

/* Whether the reply begins with reasoning; under starts=inside it has to, or has no end. */
static bool begins_inside(struct composer *c)
{
    return is_set(c, GEN_STARTS, STARTS_INSIDE) || gen_chance(c->g, 35);
}

static void put_unclosed(struct composer *c, struct gen_truth *truth)
{
    truth->how = "unclosed";
    put_front(c);
    compose_opening(c, true);
}

static void put_parts(struct composer *c, struct gen_truth *truth)
{
    truth->how = "parts";
    put_front(c);
    if (begins_inside(c))
        compose_opening(c, false);
    bool on = true;
    for (unsigned n = gen_between(c->g, 1, 6); n > 0 && on && !c->over; n--)
        on = put_part(c, n == 1);
    if (on && !c->over && gen_chance(c->g, 12))
        put_end(c);
    if (on)
        put_rest(c);
    finish(c);
}

/* ---- Fallback (R2.5): the whole reply is scanned, with markers unseen --------------------------
 */

/* A marker as the prose that it is then: brackets of its own are prose brackets. */
static void put_unseen(struct composer *c, unsigned pair, bool close)
{
    compose_guard(c);
    compose_white(c);
    compose_plain_marker(c, pair, close);
    if (MARKERS[pair].open[0] == '[')
        compose_prose_depth(c, 1);
    c->beside = true;
}

static void put_unseen_parts(struct composer *c)
{
    for (unsigned n = gen_between(c->g, 1, 4); n > 0 && !c->over; n--) {
        unsigned kind = gen_below(c->g, 10);
        bool room = compose_has_room(c, 3);
        if (kind < 4 && room)
            compose_candidate(c);
        else if (kind < 5 && room)
            compose_broken(c, false);
        else if (kind < 7 && room)
            compose_fence(c, false);
        else if (kind < 8)
            compose_brackets(c);
        else
            compose_word(c);
    }
}

static void put_fallback(struct composer *c, struct gen_truth *truth)
{
    unsigned pair = gen_pair(c->g);
    bool inside = is_set(c, GEN_STARTS, STARTS_INSIDE);
    truth->how = "fallback";
    c->markers = false;
    c->unseen = true;
    put_front(c);
    switch (gen_below(c->g, 4)) {
    case 0: /* it begins with an opener, and has no closer */
        put_unseen(c, pair, false);
        put_unseen_parts(c);
        break;
    case 1: /* nothing is left behind the closer */
        put_unseen(c, pair, false);
        put_unseen_parts(c);
        put_unseen(c, pair, true);
        gen_maybe_white(c->g);
        break;
    case 2: /* an opener in prose, and no closer */
        compose_word(c);
        put_unseen_parts(c);
        if (!c->over)
            put_unseen(c, pair, false);
        break;
    default: /* an orphan closer, and nothing behind it */
        compose_word(c);
        put_unseen_parts(c);
        if (inside || (c->early && c->early_known && MARKERS[pair].prefilled)) {
            put_unseen(c, pair, true);
            gen_maybe_white(c->g);
        }
        break;
    }
    finish(c);
}

static void compose(struct composer *c, struct gen_truth *truth)
{
    unsigned kind = gen_below(c->g, 100);
    bool fallback = is_set(c, GEN_REASONING_OPTION, REASONING_FALLBACK);
    if (kind < 6)
        put_whole(c, truth);
    else if (kind < 7)
        put_empty(c, truth);
    else if (kind < 10 && !fallback)
        put_unclosed(c, truth);
    else if (kind < 50 && fallback)
        put_fallback(c, truth);
    else
        put_parts(c, truth);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void begin(struct composer *c, struct gen *g, const struct gen_options *options)
{
    memset(c, 0, sizeof *c);
    c->g = g;
    c->options = *options;
    c->limit = options->depth == 0 ? 512 : options->depth;
    c->early = options->value[GEN_STARTS] == STARTS_AUTO;
    c->early_known = true;
    c->markers = true;
    g->len = 0;
    g->full = false;
}

void gen_truth(struct gen *g, const struct gen_options *options, struct gen_truth *truth)
{
    struct composer c;
    size_t max = g->max;
    g->max = max < GEN_TRUTH_MAX ? GEN_TRUTH_MAX : max;
    /* One that did not fit is not what was meant. */
    do {
        begin(&c, g, options);
        memset(truth, 0, sizeof *truth);
        compose(&c, truth);
    } while (g->full);
    g->max = max;
    truth->reason = c.reason;
    if (c.reason == TRUTH_ANSWER) {
        truth->offset = c.answer;
        truth->length = c.answer_len;
    }
}

/* See gen_parts.h: what replies are made of. */
#include <string.h>

#include "gen_parts.h"
#include "gen_truth.h"
#include "markers.h"

/* ---- Markers --------------------------------------------------------------------------------- */

unsigned gen_pair(struct gen *g)
{
    return gen_chance(g, 40) ? 0 : gen_below(g, MARKER_PAIRS);
}

/* Letters in any case, for markers are matched so. */
static void put_any_case(struct gen *g, const char *text)
{
    size_t from = g->len;
    gen_text(g, text);
    if (!gen_chance(g, 10))
        return;
    for (size_t i = from; i < g->len; i++) {
        unsigned char c = g->reply[i];
        if (((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && gen_chance(g, 50))
            g->reply[i] = (unsigned char)(c ^ 0x20);
    }
}

void gen_marker(struct gen *g, unsigned pair, bool close)
{
    static const char *const closer_ends[] = {">", ">", ">", ">", ">", ">", " >", "\n>"};
    static const char *const opener_ends[] = {
        ">",      ">",          ">", ">", ">", " >", "\n>", " a=\"b\">", " x={\"a\":1}>",
        " a='>'", " effort=1 >"};
    static const char *const finals[] = {"<|message|>", "<|message|>",
                                         " json<|constrain|>json<|message|>",
                                         " <|constrain|>json<|message|>"};
    const struct marker_pair *marker = &MARKERS[pair];
    put_any_case(g, close ? marker->close : marker->open);
    if (marker->tag && close)
        gen_text(g, closer_ends[gen_below(g, COUNT(closer_ends))]);
    else if (marker->tag)
        gen_text(g, opener_ends[gen_below(g, COUNT(opener_ends))]);
    else if (marker->channel && close)
        gen_text(g, finals[gen_below(g, COUNT(finals))]);
}

void gen_opener(struct gen *g)
{
    static const char *const near[] = {
        "<think/>", "<think />",   "<think x={\"a\":1} />", "<think",
        "<thinkx>", "<|channel|>", "<|channel|>analysis",   "[think]"};
    if (gen_chance(g, 20))
        gen_text(g, near[gen_below(g, COUNT(near))]);
    else
        gen_marker(g, gen_pair(g), false);
}

void gen_closer(struct gen *g)
{
    static const char *const near[] = {"</think a>",
                                       "</think",
                                       "</thinkx>",
                                       "< /think>",
                                       "<|channel|>final<|end|><|message|>",
                                       "<|channel|>final",
                                       "<|channel|>final x",
                                       "</ think>"};
    if (gen_chance(g, 15))
        gen_text(g, near[gen_below(g, COUNT(near))]);
    else
        gen_marker(g, gen_pair(g), true);
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void put_fence_run(struct gen *g)
{
    gen_pick(g, GEN_FENCES);
    gen_pick(g, GEN_LABELS);
}

static void put_rare(struct gen *g)
{
    switch (gen_below(g, 6)) {
    case 0: gen_pick(g, GEN_CUSTOM); return;
    case 1: gen_pick(g, GEN_STOPS); return;
    case 2: gen_chance(g, 50) ? gen_utf8(g) : gen_bad_utf8(g); return;
    default: gen_pick(g, GEN_WORDS); return;
    }
}

void gen_token(struct gen *g)
{
    switch (gen_below(g, 14)) {
    case 0: gen_opener(g); return;
    case 1: gen_closer(g); return;
    case 2:
    case 3: gen_pick(g, GEN_WHITES); return;
    case 4: gen_scalar(g, 70); return;
    case 5: gen_pick(g, GEN_VALUES); return;
    case 6:
    case 7: gen_pick(g, GEN_WORDS); return;
    case 8: put_fence_run(g); return;
    case 9: gen_text(g, gen_chance(g, 50) ? "\n```\n" : "\n~~~\n"); return;
    case 10: gen_any_byte(g); return;
    case 11: put_rare(g); return;
    default: gen_pick(g, GEN_FRAGMENTS); return;
    }
}

static void put_soup(struct gen *g)
{
    for (unsigned n = gen_between(g, 1, 12); n > 0; n--)
        gen_token(g);
}

/* A few tokens are made once, and then chosen from: copied, wherever they stand in the reply. */
static void put_thick_soup(struct gen *g)
{
    enum { COLOURS = 6 };
    size_t from[COLOURS] = {0};
    size_t len[COLOURS] = {0};
    unsigned char token[64];
    unsigned colours = 0;
    for (unsigned n = gen_between(g, 2, COLOURS); n > 0; n--, colours++) {
        from[colours] = g->len;
        gen_token(g);
        len[colours] = g->len - from[colours];
    }
    size_t palette = g->len;
    for (unsigned n = gen_between(g, 2, 17); n > 0; n--) {
        unsigned i = gen_below(g, colours);
        size_t size = len[i] < sizeof token ? len[i] : sizeof token;
        memcpy(token, g->reply + from[i], size);
        gen_put(g, token, size);
    }
    /* As often as not the palette itself goes, so that any token can be the first. */
    if (gen_chance(g, 80))
        gen_cut(g, 0, palette);
}

static void put_corner_soup(struct gen *g)
{
    const char *const *corner = GEN_CORNERS[gen_below(g, GEN_CORNER_COUNT)];
    unsigned count = 0;
    while (corner[count] != NULL)
        count++;
    for (unsigned n = gen_between(g, 2, 17); n > 0; n--)
        gen_text(g, corner[gen_below(g, count)]);
}

static void put_byte_soup(struct gen *g)
{
    for (unsigned n = gen_between(g, 1, 24); n > 0; n--)
        gen_any_byte(g);
}

static void put_repeat(struct gen *g)
{
    unsigned char tokens[2][48];
    size_t lens[2];
    for (int i = 0; i < 2; i++) {
        size_t from = g->len;
        gen_chance(g, 50) ? gen_token(g) : gen_pick(g, GEN_FRAGMENTS);
        lens[i] = g->len - from < sizeof tokens[i] ? g->len - from : sizeof tokens[i];
        memcpy(tokens[i], g->reply + from, lens[i]);
    }
    bool both = gen_chance(g, 50);
    for (unsigned n = gen_between(g, 10, 700); n > 0; n--) {
        gen_put(g, tokens[0], lens[0]);
        if (both)
            gen_put(g, tokens[1], lens[1]);
    }
    if (gen_chance(g, 30))
        gen_candidate(g);
}

/* ---- Replies -------------------------------------------------------------------------------- */

static void put_bom(struct gen *g, unsigned percent)
{
    if (gen_chance(g, percent))
        gen_text(g, "\xef\xbb\xbf");
}

static void put_nested(struct gen *g)
{
    put_bom(g, 5);
    gen_maybe_white(g);
    if (gen_chance(g, 35)) {
        unsigned pair = gen_pair(g);
        if (gen_chance(g, 85))
            gen_marker(g, pair, false);
        gen_nested(g, gen_below(g, 4));
        gen_close_reasoning(g, pair);
        gen_maybe_white(g);
    }
    gen_nested(g, gen_between(g, 1, 6));
}

static void put_whole(struct gen *g)
{
    put_bom(g, 20);
    gen_maybe_white(g);
    if (gen_chance(g, 30))
        gen_scalar(g, 95);
    else
        gen_candidate(g);
    gen_maybe_white(g);
}

/* Families in every order: what opens need not be what closes. */
static void put_reasoning(struct gen *g)
{
    unsigned pair = gen_pair(g);
    put_bom(g, 5);
    gen_maybe_white(g);
    for (unsigned n = gen_between(g, 2, 7); n > 0; n--) {
        switch (gen_below(g, 6)) {
        case 0:
        case 1: gen_marker(g, pair, gen_chance(g, 50)); break;
        case 2: gen_chance(g, 50) ? gen_opener(g) : gen_closer(g); break;
        case 3: gen_candidate(g); break;
        case 4: gen_pick(g, GEN_PHRASES); break;
        default: gen_part(g); break;
        }
        gen_maybe_white(g);
    }
}

static void put_truth(struct gen *g)
{
    struct gen_options options;
    struct gen_truth truth;
    gen_choose_options(g, &options, false);
    gen_truth(g, &options, &truth);
    if (g->len > g->max) {
        g->len = g->max;
        g->full = true;
    }
}

static void put_long(struct gen *g)
{
    for (unsigned n = gen_below(g, 30); n > 0; n--)
        gen_part(g);
}

static void put_cut(struct gen *g)
{
    gen_chance(g, 70) ? gen_chat(g) : put_nested(g);
    g->len = gen_below(g, (unsigned)g->len + 1);
}

/* One thing that the theme is about, alone or beside something else. */
static void put_beside(struct gen *g, void (*thing)(struct gen *g))
{
    if (gen_chance(g, 40))
        gen_part(g);
    thing(g);
    if (gen_chance(g, 40))
        gen_part(g);
}

static void put_number_list(struct gen *g)
{
    gen_text(g, gen_chance(g, 50) ? "[" : "{\"a\":");
    bool array = g->reply[g->len - 1] == '[';
    for (unsigned n = array ? gen_between(g, 1, 4) : 1; n > 0; n--) {
        gen_chance(g, 85) ? gen_number(g) : gen_broken_number(g);
        if (n > 1)
            gen_byte(g, ',');
    }
    gen_byte(g, array ? ']' : '}');
}

static void put_string_value(struct gen *g)
{
    gen_text(g, gen_chance(g, 50) ? "[" : "{\"a\":");
    bool array = g->reply[g->len - 1] == '[';
    gen_chance(g, 75) ? gen_string(g) : gen_broken_string(g);
    gen_byte(g, array ? ']' : '}');
}

static void put_deep(struct gen *g)
{
    static const unsigned near[] = {15,  16,  17,  31,  32,  33,  127,
                                    128, 129, 511, 512, 513, 600, 1025};
    gen_deep(g, gen_chance(g, 70) ? near[gen_below(g, COUNT(near))] : gen_between(g, 1, 700));
}

void gen_theme_reply(struct gen *g, enum gen_theme theme)
{
    switch (theme) {
    case GEN_SOUP: put_soup(g); return;
    case GEN_THICK_SOUP: put_thick_soup(g); return;
    case GEN_BYTE_SOUP: put_byte_soup(g); return;
    case GEN_CORNER_SOUP: put_corner_soup(g); return;
    case GEN_ESCAPES: gen_escapes(g); return;
    case GEN_NESTED: put_nested(g); return;
    case GEN_LONG: put_long(g); return;
    case GEN_WHOLE: put_whole(g); return;
    case GEN_CHAT: gen_chat(g); return;
    case GEN_HIJACK: gen_hijack(g); return;
    case GEN_REASONING: put_reasoning(g); return;
    case GEN_CUT: put_cut(g); return;
    case GEN_NAMES: put_beside(g, gen_names); return;
    case GEN_NUMBERS: put_beside(g, put_number_list); return;
    case GEN_STRINGS: put_beside(g, put_string_value); return;
    case GEN_LISTS: put_beside(g, gen_list); return;
    case GEN_DEEP: put_beside(g, put_deep); return;
    case GEN_REPEAT: put_repeat(g); return;
    case GEN_TRUTH:
    case GEN_THEMES: put_truth(g); return;
    }
}

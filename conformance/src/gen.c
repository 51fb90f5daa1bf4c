/* See gen.h: seeds, choices, bytes, weights; what replies are made of stands in gen_theme.c. */
#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen_parts.h"
#include "status.h"

static const struct {
    const char *name;
    const char *about;
    unsigned char weight;
} themes[GEN_THEMES] = {
    [GEN_SOUP] = {"soup", "tokens that the rules know, in any order", 12},
    [GEN_THICK_SOUP] = {"thick-soup", "a few of them, each often", 10},
    [GEN_BYTE_SOUP] = {"byte-soup", "single bytes that no two rules treat alike", 2},
    [GEN_CORNER_SOUP] = {"corner-soup", "tokens that work on each other", 22},
    [GEN_ESCAPES] = {"escapes", "a name of \\u escapes, surrogates most of them", 1},
    [GEN_NESTED] = {"nested", "prose, values, fences and reasoning, in each other", 22},
    [GEN_LONG] = {"long", "the same, much of it, flat", 1},
    [GEN_WHOLE] = {"whole", "a value alone, or nearly so", 6},
    [GEN_CHAT] = {"chat", "what models write: prose, reasoning, one answer", 6},
    [GEN_HIJACK] = {"hijack", "a draft, an echo or an attacker beside the answer", 4},
    [GEN_REASONING] = {"reasoning", "marker families in every order and form", 6},
    [GEN_CUT] = {"cut", "a chat cut at any byte", 2},
    [GEN_NAMES] = {"names", "objects with equal and nearly equal names", 2},
    [GEN_NUMBERS] = {"numbers", "numbers at the limits of grammar and range", 1},
    [GEN_STRINGS] = {"strings", "strings at the limits of escapes and UTF-8", 2},
    [GEN_LISTS] = {"lists", "arrays of strings, blank and equal ones too", 2},
    [GEN_DEEP] = {"deep", "brackets nested about as deep as limits go", 1},
    [GEN_REPEAT] = {"repeat", "one or two tokens, very often", 1},
    [GEN_TRUTH] = {"truth", "replies composed so that their result is known", 4},
};

/* ---- Choices --------------------------------------------------------------------------------- */

/* splitmix64's last step: spreads a number over all bits. */
static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static bool is_weighed(const unsigned char *weights)
{
    for (unsigned i = 0; i < GEN_THEMES; i++) {
        if (weights[i] != 0)
            return true;
    }
    return false;
}

static void weigh_by_default(unsigned char *weights)
{
    for (unsigned i = 0; i < GEN_THEMES; i++)
        weights[i] = themes[i].weight;
}

void gen_tape(struct gen *g, const void *tape, size_t len)
{
    g->tape = tape;
    g->tape_len = len;
}

uint64_t gen_next(struct gen *g)
{
    return mixed(g->state += 0x9e3779b97f4a7c15u);
}

/* The next byte of the tape; there is one. */
static unsigned tape_byte(struct gen *g)
{
    g->tape_len--;
    return *g->tape++;
}

unsigned gen_below(struct gen *g, unsigned n)
{
    if (n < 2)
        return 0;
    if (g->tape_len == 0)
        return (unsigned)((gen_next(g) >> 32) * n >> 32);
    unsigned number = tape_byte(g);
    for (unsigned reach = 256; reach < n && g->tape_len > 0; reach <<= 8)
        number = number << 8 | tape_byte(g);
    return number % n;
}

bool gen_chance(struct gen *g, unsigned percent)
{
    return gen_below(g, 100) < percent;
}

unsigned gen_between(struct gen *g, unsigned low, unsigned high)
{
    return low + gen_below(g, high - low + 1);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* Room for so many more bytes, or for as many of them as the bound allows; returns how many. */
static size_t make_room(struct gen *g, size_t more)
{
    size_t left = g->len < g->max ? g->max - g->len : 0;
    if (more > left) {
        more = left;
        g->full = true;
    }
    if (g->len + more > g->cap) {
        size_t cap = (g->len + more) * 2 + 64;
        unsigned char *reply = realloc(g->reply, cap);
        if (reply == NULL) {
            fputs("jets: out of memory\n", stderr);
            exit(STATUS_INTERNAL); /* as memory.h does, of which fuzzers that load this know nothing
                                    */
        }
        g->reply = reply;
        g->cap = cap;
    }
    return more;
}

void gen_seed(struct gen *g, uint64_t seed)
{
    g->state = mixed(seed ^ 0x6a09e667f3bcc909u);
    g->tape = NULL;
    g->tape_len = 0;
    g->len = 0;
    if (g->max == 0)
        g->max = GEN_MAX_DEFAULT;
    make_room(g, 1); /* so that there is a reply to change */
    g->full = false;
    if (!is_weighed(g->weights))
        weigh_by_default(g->weights);
}

/* A sum of seed and n would make each series the one before it, moved by one. */
void gen_seed_of_series(struct gen *g, uint64_t seed, uint64_t n, unsigned purpose)
{
    gen_seed(g, mixed(mixed(seed) ^ purpose) + n);
}

void gen_put(struct gen *g, const void *added, size_t len)
{
    len = make_room(g, len);
    if (len == 0)
        return;
    memcpy(g->reply + g->len, added, len);
    g->len += len;
}

void gen_load(struct gen *g, const void *bytes, size_t len)
{
    g->len = 0;
    g->full = false;
    gen_put(g, bytes, len);
}

void gen_free(struct gen *g)
{
    free(g->reply);
    memset(g, 0, sizeof *g);
}

void gen_text(struct gen *g, const char *text)
{
    gen_put(g, text, strlen(text));
}

void gen_byte(struct gen *g, unsigned char byte)
{
    gen_put(g, &byte, 1);
}

void gen_pick(struct gen *g, enum gen_tokens table)
{
    gen_text(g, GEN_TOKENS[table].texts[gen_below(g, GEN_TOKENS[table].count)]);
}

void gen_any_byte(struct gen *g)
{
    gen_byte(g, GEN_BYTES[gen_below(g, GEN_BYTE_COUNT)]);
}

void gen_maybe_white(struct gen *g)
{
    if (gen_chance(g, 30))
        gen_pick(g, GEN_WHITES);
}

void gen_cut(struct gen *g, size_t from, size_t to)
{
    memmove(g->reply + from, g->reply + to, g->len - to);
    g->len -= to - from;
}

static void turn_round(unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len / 2; i++) {
        unsigned char byte = bytes[i];
        bytes[i] = bytes[len - 1 - i];
        bytes[len - 1 - i] = byte;
    }
}

/* By turning both parts round, and then the whole: no memory is needed. */
void gen_move_tail(struct gen *g, size_t at, size_t end)
{
    turn_round(g->reply + at, end - at);
    turn_round(g->reply + end, g->len - end);
    turn_round(g->reply + at, g->len - at);
}

/* ---- Themes ---------------------------------------------------------------------------------- */

const char *gen_theme_name(unsigned theme)
{
    return theme < GEN_THEMES ? themes[theme].name : NULL;
}

const char *gen_theme_about(unsigned theme)
{
    return theme < GEN_THEMES ? themes[theme].about : NULL;
}

unsigned gen_theme_weight(unsigned theme)
{
    return theme < GEN_THEMES ? themes[theme].weight : 0;
}

static unsigned theme_find(const char *name, size_t len)
{
    for (unsigned i = 0; i < GEN_THEMES; i++) {
        if (strlen(themes[i].name) == len && memcmp(themes[i].name, name, len) == 0)
            return i;
    }
    return GEN_THEMES;
}

/* Takes "name=weight" off the front of *text into the weights. */
static bool take_weight(const char **text, unsigned char *weights)
{
    const char *equals = strchr(*text, '=');
    if (equals == NULL)
        return false;
    unsigned theme = theme_find(*text, (size_t)(equals - *text));
    const char *at = equals + 1;
    unsigned weight = 0;
    while (*at >= '0' && *at <= '9' && weight <= 255)
        weight = weight * 10 + (unsigned)(*at++ - '0');
    bool ends = *at == '\0' || (*at == ',' && at[1] != '\0');
    if (theme == GEN_THEMES || at == equals + 1 || weight > 255 || !ends)
        return false;
    weights[theme] = (unsigned char)weight;
    *text = *at == ',' ? at + 1 : at;
    return true;
}

bool gen_weigh(struct gen *g, const char *text)
{
    unsigned char weights[GEN_THEMES];
    weigh_by_default(weights);
    if (is_weighed(g->weights))
        memcpy(weights, g->weights, sizeof weights);
    do {
        if (!take_weight(&text, weights))
            return false;
    } while (*text != '\0');
    if (!is_weighed(weights))
        return false;
    memcpy(g->weights, weights, sizeof weights);
    return true;
}

static enum gen_theme choose_theme(struct gen *g)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < GEN_THEMES; i++)
        sum += g->weights[i];
    unsigned at = gen_below(g, sum);
    unsigned theme = 0;
    while (theme + 1 < GEN_THEMES && at >= g->weights[theme])
        at -= g->weights[theme++];
    return (enum gen_theme)theme;
}

void gen_reply_of(struct gen *g, enum gen_theme theme)
{
    g->len = 0;
    g->full = false;
    gen_theme_reply(g, theme);
}

void gen_reply(struct gen *g)
{
    gen_reply_of(g, choose_theme(g));
    while (gen_chance(g, 30))
        gen_mutate(g);
}

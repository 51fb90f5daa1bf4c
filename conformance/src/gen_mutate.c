/* See gen.h: changes of a reply that know what it is made of. */
#include <string.h>

#include "gen_parts.h"

/* A place in the reply; a third of them beside something that a rule looks at. */
static size_t place(struct gen *g)
{
    size_t at = gen_below(g, (unsigned)g->len + 1);
    if (!gen_chance(g, 33))
        return at;
    for (size_t i = at; i < g->len && i < at + 64; i++) {
        if (memchr("{}[]\"`<>:,\n\\~'", g->reply[i], 14) != NULL)
            return i + gen_below(g, 2);
    }
    return at;
}

/* The end of a span that begins at `from`: short as a rule. */
static size_t span_end(struct gen *g, size_t from)
{
    size_t to = from + (gen_chance(g, 85) ? gen_below(g, 12) : gen_below(g, (unsigned)g->len + 1));
    return to < g->len ? to : g->len;
}

/* Stretches the reply: many of one byte. */
static void stretch(struct gen *g, size_t at)
{
    static const char stretched[] = "  \n\t1a`~{[\"\\<-/";
    size_t end = g->len;
    char c = stretched[gen_below(g, sizeof stretched - 1)];
    for (unsigned n = gen_between(g, 1, gen_chance(g, 10) ? 250 : 12); n > 0; n--)
        gen_byte(g, (unsigned char)c);
    gen_move_tail(g, at, end);
}

static void double_span(struct gen *g)
{
    size_t from = place(g);
    size_t to = span_end(g, from);
    size_t end = g->len;
    for (size_t i = from; i < to; i++)
        gen_byte(g, g->reply[i]);
    gen_move_tail(g, gen_chance(g, 50) ? to : gen_below(g, (unsigned)end + 1), end);
}

/* Two neighbouring spans change places. */
static void swap_spans(struct gen *g)
{
    size_t a = place(g);
    size_t b = span_end(g, a);
    size_t keep = g->len;
    size_t c = span_end(g, b);
    g->len = c;
    gen_move_tail(g, a, b);
    g->len = keep;
}

static void insert(struct gen *g, void (*what)(struct gen *g))
{
    size_t at = place(g);
    size_t end = g->len;
    what(g);
    gen_move_tail(g, at, end);
}

static void put_nasty_scalar(struct gen *g)
{
    switch (gen_below(g, 5)) {
    case 0: gen_number(g); return;
    case 1: gen_broken_number(g); return;
    case 2: gen_string(g); return;
    case 3: gen_broken_string(g); return;
    default: gen_scalar(g, 50); return;
    }
}

static bool is_in_scalar(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '+' || c == '.' || c == '"';
}

/* What looks like a scalar becomes another. */
static void replace_scalar(struct gen *g)
{
    size_t from = place(g);
    while (from < g->len && !is_in_scalar(g->reply[from]))
        from++;
    size_t to = from;
    while (to < g->len && is_in_scalar(g->reply[to]))
        to++;
    gen_cut(g, from, to);
    size_t end = g->len;
    put_nasty_scalar(g);
    gen_move_tail(g, from, end);
}

static void put_construct(struct gen *g)
{
    gen_nested(g, 2);
}

static void change_byte(struct gen *g)
{
    size_t at = place(g);
    if (at >= g->len)
        return;
    unsigned char c = g->reply[at];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter && gen_chance(g, 30))
        g->reply[at] = (unsigned char)(c ^ 0x20);
    else
        g->reply[at] = GEN_BYTES[gen_below(g, GEN_BYTE_COUNT)];
}

/* A line's end becomes another, or a blank one. */
static void change_line_end(struct gen *g)
{
    static const char *const ends[] = {"\r\n", "\r", " ", "", "\n\n", "\t\n"};
    size_t at = gen_below(g, (unsigned)g->len + 1);
    while (at < g->len && g->reply[at] != '\n')
        at++;
    if (at == g->len)
        return;
    gen_cut(g, at, at + 1);
    size_t end = g->len;
    gen_text(g, ends[gen_below(g, COUNT(ends))]);
    gen_move_tail(g, at, end);
}

void gen_mutate(struct gen *g)
{
    size_t at = place(g);
    switch (gen_below(g, 16)) {
    case 0: g->len = at; return;
    case 1:
    case 2: gen_cut(g, at, span_end(g, at)); return;
    case 3: gen_cut(g, 0, at); return;
    case 4: double_span(g); return;
    case 5:
    case 6:
    case 7: insert(g, gen_token); return;
    case 8: stretch(g, at); return;
    case 9: insert(g, gen_candidate); return;
    case 10: insert(g, put_construct); return;
    case 11: replace_scalar(g); return;
    case 12: swap_spans(g); return;
    case 13: change_line_end(g); return;
    default: change_byte(g); return;
    }
}

void gen_splice(struct gen *g, const void *a, size_t a_len, const void *b, size_t b_len)
{
    size_t a_at = gen_below(g, (unsigned)a_len + 1);
    size_t b_at = gen_below(g, (unsigned)b_len + 1);
    gen_load(g, a, a_at);
    gen_put(g, (const unsigned char *)b + b_at, b_len - b_at);
    if (gen_chance(g, 40))
        gen_put(g, (const unsigned char *)a + a_at, a_len - a_at);
}

/* See gen_compose.h: text that no rule looks at, and text that none may look at. */
#include <string.h>

#include "gen_compose.h"

void compose_white(struct composer *c)
{
    gen_pick(c->g, GEN_WHITES);
}

/* Each begins and ends so that nothing may come of it with what stands beside it, white space
 * between. */
static const char *const neutral[] = {
    "so",
    "and then",
    "it's 5\" long",
    "don't",
    "a = b",
    "x > y.",
    "f(x)",
    "use `code` here",
    "100% sure!",
    "see: below",
    "the value:",
    "as follows =",
    "caf\xc3\xa9",
    "\xe6\x97\xa5\xe6\x9c\xac",
    "raw \xff\xfe bytes",
    "bad \xe2\x28 text",
    "C:\\path\\x",
    "1.",
    "- item",
    "<b>bold</b> text",
    "</s>",
    "<|im_end|>",
    "~ tilde",
    "~~ two",
    "two `` ticks",
    "he said \"no\" to it",
    "\xe2\x80\x9cquoted\xe2\x80\x9d text",
    "a , b",
    "<answer>",
    "</tool_call>",
    "$x$",
    "NaN",
    "null value",
    "true that",
    "-3 or",
    "5e3 of",
    "12 of",
    "key: value",
    "\\begin x",
    "a // b",
    "/* c */",
    "<thinker>",
    "< think",
    "\xf0\x9f\x98\x80",
    "no \xc2\xa0 x",
    "\xef\xbb\xbf mark",
    "# Title",
    "| a | b |",
    "> quoted",
    "see ~~~ there",
    "fin",
};

void compose_word(struct composer *c)
{
    compose_white(c);
    if (gen_chance(c->g, 3)) {
        gen_put(c->g, "nul\0l", 5);
    } else {
        gen_text(c->g, neutral[gen_below(c->g, COUNT(neutral))]);
    }
    c->behind_value = false;
    c->left = c->beside = true;
}

void compose_guard(struct composer *c)
{
    if (c->behind_value)
        compose_word(c);
}

bool compose_may_close(const struct composer *c, unsigned pair)
{
    return !c->early || c->early_known || !MARKERS[pair].prefilled;
}

/* Makes markers that begin behind `from` plain text. */
static void blank_markers(struct gen *g, size_t from)
{
    struct marker_seen seen = marker_find(g->reply, g->len, from);
    while (seen.len > 0) {
        g->reply[seen.at] = '.';
        seen = marker_find(g->reply, g->len, seen.at);
    }
}

/* What would make a marker of a beginning at the end of the text is tried out, and blanked. */
static void blank_beginnings(struct gen *g, size_t from)
{
    static const char *const ends[] = {">", " >", "<|message|>", "<|constrain|>x<|message|>"};
    for (size_t i = 0; i < COUNT(ends); i++) {
        size_t end = g->len;
        gen_text(g, ends[i]);
        blank_markers(g, from);
        g->len = end;
    }
}

static void put_wild(struct gen *g)
{
    switch (gen_below(g, 10)) {
    case 0: gen_pick(g, GEN_PHRASES); return;
    case 1: gen_candidate(g); return;
    case 2: gen_pick(g, GEN_FRAGMENTS); return;
    case 3: gen_pick(g, GEN_FENCES); return;
    case 4: gen_pick(g, GEN_BROKEN); return;
    case 5: gen_string(g); return;
    case 6: gen_any_byte(g); return;
    case 7: gen_pick(g, GEN_STOPS); return;
    case 8: gen_pick(g, GEN_VALUES); return;
    default: gen_pick(g, GEN_WORDS); return;
    }
}

void gen_unmarked(struct gen *g)
{
    size_t from = g->len;
    for (unsigned n = gen_below(g, 6); n > 0; n--) {
        put_wild(g);
        if (gen_chance(g, 30))
            gen_pick(g, GEN_WHITES);
    }
    blank_markers(g, from);
    blank_beginnings(g, from);
    gen_byte(g, ' ');
}

void compose_free(struct composer *c)
{
    gen_unmarked(c->g);
    c->early_known = false;
}

/* See gen_compose.h: brackets of prose, and citations. */
#include "gen_compose.h"

/* Pairs that mean nothing, and how deep they nest. */
static const struct {
    const char *text;
    unsigned depth;
} pairs[] = {
    {"{x, y}", 1},       {"[sic]", 1},   {"\\frac{1}{2}", 1}, {"{{name}}", 2},
    {"${v}", 1},         {"[a](b)", 1},  {"^[a-z]{2,3}$", 1}, {"f(x)[1, 2]", 1},
    {"rows[\"a\"]", 1},  {"a[i]", 1},    {"x[-1]", 1},        {"[see [b]]", 2},
    {"{a b}", 1},        {"[/x]", 1},    {"[^1]", 1},         {"{|x|}", 1},
    {"[...]", 1},        {"{%if%}", 1},  {"[nullable]", 1},   {"[trueish]", 1},
    {"[true story]", 1}, {"{-}", 1},     {"{a.b}", 1},        {"[x, [y], z]", 2},
    {"p[1234]", 1},      {"{[x] y}", 2}, {"[null; x]", 1},
};

/* Brackets in quotes: R3.3 passes over the openers. A closer among them is one as ever. */
static void put_quoted(struct composer *c)
{
    static const char *const quoted[] = {"\"{\"", "'['", "`{`", "\"[\"", "'{'", "`[`"};
    compose_guard(c);
    compose_white(c);
    gen_text(c->g, quoted[gen_below(c->g, COUNT(quoted))]);
    compose_word(c);
}

static void put_quoted_closer(struct composer *c)
{
    bool brace = gen_chance(c->g, 50);
    compose_guard(c);
    compose_white(c);
    gen_text(c->g, brace ? "'}'" : "\"]\"");
    compose_close_bracket(c, brace ? '{' : '[');
    compose_word(c);
}

static void put_opener(struct composer *c)
{
    static const char *const openers[] = {"[x",  "{x,",  "[Answer:", "rows[k",
                                          "{{x", "[see", "f(x)[-"};
    const char *text = openers[gen_below(c->g, COUNT(openers))];
    compose_white(c);
    gen_text(c->g, text);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '[' || *at == '{')
            compose_open_bracket(c, *at);
    }
    compose_word(c);
}

static void put_closer(struct composer *c)
{
    bool brace = gen_chance(c->g, 40);
    compose_guard(c);
    compose_white(c);
    gen_byte(c->g, brace ? '}' : ']');
    compose_close_bracket(c, brace ? '{' : '[');
}

static void put_pair(struct composer *c)
{
    unsigned which = gen_below(c->g, COUNT(pairs));
    compose_white(c);
    gen_text(c->g, pairs[which].text);
    compose_prose_depth(c, pairs[which].depth);
}

/* `page[12]` is passed over whole outside fences, and is an index inside one. */
static void put_citation(struct composer *c)
{
    static const char *const citations[] = {"page[12]", "p[7]",   "x[123]",
                                            "note[]",   "f()[1]", "a_[ ]"};
    compose_white(c);
    gen_text(c->g, citations[gen_below(c->g, COUNT(citations))]);
    if (c->in_fence)
        compose_prose_depth(c, 1);
}

void compose_brackets(struct composer *c)
{
    c->left = c->beside = true;
    switch (gen_below(c->g, 10)) {
    case 0: put_quoted(c); break;
    case 1: put_quoted_closer(c); break;
    case 2:
    case 3: put_opener(c); break;
    case 4:
    case 5: put_closer(c); break;
    case 6: put_citation(c); break;
    default: put_pair(c); break;
    }
    c->behind_value = false;
}

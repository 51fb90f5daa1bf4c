/* See gen_parts.h: containers, valid and nearly so. */
#include "gen_parts.h"

/* ---- Containers ------------------------------------------------------------------------------ */

static void put_name(struct gen *g)
{
    if (gen_chance(g, 95))
        gen_pick(g, GEN_NAMES_OF);
    else
        gen_string(g);
    gen_maybe_white(g);
    gen_byte(g, ':');
    gen_maybe_white(g);
}

enum { NEST_MAX = 8 };

/* One level of a container that is being written. */
struct level {
    bool object;
    unsigned left; /* elements still to come */
};

static void begin(struct gen *g, struct level *level, bool object)
{
    level->object = object;
    level->left = gen_below(g, 4);
    gen_byte(g, object ? '{' : '[');
}

/* Level by level, without a recursion. */
void gen_container(struct gen *g, unsigned depth)
{
    struct level levels[NEST_MAX];
    unsigned top = 0;
    depth = depth < NEST_MAX ? depth : NEST_MAX - 1;
    begin(g, &levels[0], gen_chance(g, 60));
    for (;;) {
        struct level *level = &levels[top];
        gen_maybe_white(g);
        if (level->left == 0) {
            gen_byte(g, level->object ? '}' : ']');
            if (top == 0)
                return;
            top--;
        } else {
            if (level->object)
                put_name(g);
            level->left--;
            if (top < depth && gen_chance(g, 40)) {
                begin(g, &levels[++top], gen_chance(g, 60));
                continue;
            }
            gen_scalar(g, 97);
        }
        gen_maybe_white(g);
        if (levels[top].left > 0)
            gen_byte(g, ',');
    }
}

void gen_candidate(struct gen *g)
{
    if (gen_chance(g, 50))
        gen_pick(g, GEN_VALUES);
    else if (gen_chance(g, 10))
        gen_deep(g, gen_between(g, 1, 23));
    else
        gen_container(g, 2);
}

/* One member of an object in which names may repeat. */
static void put_member(struct gen *g)
{
    if (gen_chance(g, 60)) {
        gen_pick(g, GEN_NAMES_OF);
    } else {
        gen_byte(g, '"');
        gen_byte(g, (unsigned char)('a' + gen_below(g, 26)));
        if (gen_chance(g, 60))
            gen_byte(g, (unsigned char)('0' + gen_below(g, 10)));
        gen_byte(g, '"');
    }
    gen_text(g, ":1");
}

void gen_names(struct gen *g)
{
    bool inside = gen_chance(g, 30);
    unsigned members = gen_chance(g, 5) ? gen_between(g, 20, 70) : gen_between(g, 1, 9);
    gen_text(g, inside ? "{\"a\":[0,{" : "{");
    for (unsigned i = 0; i < members; i++) {
        if (i > 0)
            gen_byte(g, ',');
        put_member(g);
    }
    gen_text(g, inside ? "}]}" : "}");
}

void gen_list(struct gen *g)
{
    static const char *const items[] = {"\"\"",
                                        "\" \"",
                                        "\"x\"",
                                        "\" x\"",
                                        "\"x \"",
                                        "\"\\tx\\n\"",
                                        "\"\\u0078\"",
                                        "\"\\u00a0x\"",
                                        "\"\\u2003\"",
                                        "\"\xc2\xa0\"",
                                        "\"\xe3\x80\x80x\"",
                                        "\"\\u200b\"",
                                        "\"x\\u0000\"",
                                        "\"\\u0085\"",
                                        "\"y\"",
                                        "\"X\"",
                                        "\"\\u3000y\""};
    gen_byte(g, '[');
    for (unsigned n = gen_below(g, 6); n > 0; n--) {
        gen_maybe_white(g);
        if (gen_chance(g, 80))
            gen_text(g, items[gen_below(g, COUNT(items))]);
        else if (gen_chance(g, 80))
            gen_string(g);
        else
            gen_scalar(g, 90);
        gen_maybe_white(g);
        if (n > 1)
            gen_byte(g, ',');
    }
    gen_byte(g, ']');
}

/* ---- Depth ----------------------------------------------------------------------------------- */

void gen_deep(struct gen *g, unsigned levels)
{
    static const char *const forms[] = {"[", "{\"a\":", "[1,", "[x ", "{x ", "[ ", "{a:"};
    const char *form = forms[gen_below(g, COUNT(forms))];
    for (unsigned i = 0; i < levels; i++)
        gen_text(g, form);
    if (gen_chance(g, 60))
        gen_pick(g, GEN_SCALARS);
    levels = gen_chance(g, 70) ? levels : gen_below(g, levels + 1);
    for (unsigned i = 0; i < levels; i++)
        gen_byte(g, form[0] == '[' ? ']' : '}');
}

void gen_ladder(struct gen *g)
{
    unsigned rungs = gen_between(g, 2, 14);
    for (unsigned i = 0; i < rungs; i++) {
        gen_text(g, gen_chance(g, 95) ? "[x " : "{x ");
        if (gen_chance(g, 90)) {
            gen_text(g, "{\"a\":1");
            for (unsigned k = gen_chance(g, 90) ? i : gen_below(g, rungs); k > 0; k--)
                gen_byte(g, '1');
            gen_text(g, "} ");
        }
        if (gen_chance(g, 5))
            gen_text(g, "] ");
    }
    for (unsigned k = gen_chance(g, 50) ? 0 : gen_below(g, rungs); k > 0; k--)
        gen_byte(g, ']');
}

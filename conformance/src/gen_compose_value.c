/* See gen_compose.h: values whose every property is known as they are made. */
#include <string.h>

#include "gen_compose.h"

/* Names by their code points; two spellings each. */
static const char *const names[][2] = {
    {"\"a\"", "\"\\u0061\""},
    {"\"b\"", "\"\\u0062\""},
    {"\"ok\"", "\"o\\u006b\""},
    {"\"\"", "\"\""},
    {"\"A\"", "\"\\u0041\""},
    {"\"a \"", "\"a\\u0020\""},
    {"\"verdict\"", "\"verdi\\u0063t\""},
    {"\"\xc3\xa9\"", "\"\\u00e9\""},
    {"\"e\xcc\x81\"", "\"\\u0065\\u0301\""},
    {"\"\xf0\x9f\x98\x80\"", "\"\\ud83d\\uDE00\""},
    {"\"\\u0000\"", "\"\\u0000\""},
    {"\"/\"", "\"\\/\""},
};

static const char *const literals[] = {"true", "false", "null"};

static const char *const numbers[] = {"0", "1", "-0", "12", "1.0", "1e5", "-0.5E+3", "1.00", "7"};

/* A marker is data in a string. One that may not be found as text is left out. */
static void put_marker(struct composer *c, struct value *value)
{
    unsigned pair = gen_pair(c->g);
    bool close = gen_chance(c->g, 60);
    if (!c->markers || (close && !compose_may_close(c, pair)))
        return;
    compose_plain_marker(c, pair, close);
    value->closes = value->closes || (close && MARKERS[pair].prefilled);
}

static void put_string(struct composer *c, struct value *value)
{
    struct gen *g = c->g;
    gen_byte(g, '"');
    for (unsigned n = gen_below(g, 4); n > 0; n--) {
        if (gen_chance(g, 15))
            put_marker(c, value);
        else
            gen_string_piece(g);
    }
    gen_byte(g, '"');
}

static void put_number(struct composer *c)
{
    if (gen_chance(c->g, 15))
        gen_number(c->g);
    else
        gen_text(c->g, numbers[gen_below(c->g, COUNT(numbers))]);
}

/* Returns whether it is a string. */
static bool put_scalar(struct composer *c, struct value *value)
{
    switch (gen_below(c->g, 4)) {
    case 0: gen_text(c->g, literals[gen_below(c->g, COUNT(literals))]); return false;
    case 1: put_string(c, value); return true;
    default: put_number(c); return false;
    }
}

enum { LEVELS = 6 };

struct level {
    bool object;
    unsigned left;  /* members still to come */
    unsigned names; /* a bit for each that was used */
};

/* A name that the object does not have yet, or one that it has. */
static void put_name(struct composer *c, struct level *level, struct value *value)
{
    unsigned which = gen_below(c->g, COUNT(names));
    bool repeat = level->names != 0 && gen_chance(c->g, 6);
    while ((level->names >> which & 1) != repeat)
        which = (which + 1) % COUNT(names);
    if ((level->names >> which & 1) != 0)
        value->duplicate = true;
    level->names |= 1u << which;
    gen_text(c->g, names[which][gen_chance(c->g, 20)]);
    gen_byte(c->g, ':');
}

static void begin(struct composer *c, struct level *level, bool object, unsigned members)
{
    level->object = object;
    level->left = members;
    level->names = 0;
    gen_byte(c->g, object ? '{' : '[');
}

/* Writes a container, and notes what is asked of it. */
static void put_container(struct composer *c, struct value *value, unsigned depth)
{
    struct level levels[LEVELS];
    unsigned top = 0;
    unsigned members = gen_chance(c->g, 12) ? 0 : gen_between(c->g, 1, 3);
    begin(c, &levels[0], value->type == VALUE_OBJECT, members);
    value->empty = members == 0;
    value->listed = value->type == VALUE_ARRAY;
    value->depth = 1;
    for (;;) {
        struct level *level = &levels[top];
        if (level->left == 0) {
            gen_byte(c->g, level->object ? '}' : ']');
            if (top == 0)
                return;
            top--;
        } else {
            level->left--;
            if (level->object)
                put_name(c, level, value);
            if (top + 1 < depth && gen_chance(c->g, 35)) {
                top++;
                bool object = gen_chance(c->g, 60);
                begin(c, &levels[top], object, gen_below(c->g, 3));
                value->listed = false;
                value->depth = top + 1 > value->depth ? top + 1 : value->depth;
                continue;
            }
            if (put_scalar(c, value) && top == 0)
                value->listed = false;
        }
        if (levels[top].left > 0)
            gen_byte(c->g, ',');
    }
}

/* Takes what was written behind `from` off the reply, as the value's bytes. */
static bool take(struct composer *c, struct value *value, size_t from)
{
    value->len = c->g->len - from;
    c->g->len = from;
    if (value->len > sizeof value->bytes)
        return false;
    memcpy(value->bytes, c->g->reply + from, value->len);
    return true;
}

/* A short stand-in for one that got too long. */
static void take_short(struct composer *c, struct value *value)
{
    static const char *const short_ones[] = {"{\"a\":1}", "[\"a\"]", "7"};
    size_t from = c->g->len;
    value->empty = value->listed = value->duplicate = value->closes = false;
    value->depth = value->type == VALUE_SCALAR ? 0 : 1;
    gen_text(c->g, short_ones[value->type]);
    take(c, value, from);
}

void compose_value(struct composer *c, struct value *value, enum value_type type, unsigned depth)
{
    size_t from = c->g->len;
    value->type = type;
    value->empty = value->listed = value->duplicate = value->closes = false;
    value->depth = 0;
    if (type == VALUE_SCALAR)
        put_scalar(c, value);
    else
        put_container(c, value, depth < LEVELS ? depth : LEVELS);
    if (!take(c, value, from))
        take_short(c, value);
}

void compose_container(struct composer *c, struct value *value, bool again)
{
    if (again && c->met_count > 0 && gen_chance(c->g, 50)) {
        const struct met *met = &c->met[gen_below(c->g, c->met_count)];
        bool found = met->value.closes && c->early && !c->early_known;
        if (met->value.type != VALUE_SCALAR && met->value.len > 0 && !found) {
            *value = met->value;
            return;
        }
    }
    enum value_type type = gen_chance(c->g, 65) ? VALUE_OBJECT : VALUE_ARRAY;
    compose_value(c, value, type, c->limit < 4 ? c->limit : 4);
}

/* Whether JSON allows white space in front of this byte, or behind it, outside strings. */
static bool is_structural(unsigned char byte)
{
    return memchr("{}[],:", byte, 6) != NULL;
}

static void maybe_space(struct composer *c, unsigned percent, unsigned char before)
{
    static const char *const spaces[] = {" ", " ", "\n", "\n  ", "\t", "\r\n", "  "};
    if (percent == 101)
        gen_text(c->g, before == ':' || before == ',' ? " " : "");
    else if (gen_chance(c->g, percent))
        gen_text(c->g, spaces[gen_below(c->g, COUNT(spaces))]);
}

void compose_spaced(struct composer *c, const struct value *value)
{
    static const unsigned styles[] = {0, 0, 101, 101, 25, 80};
    unsigned percent = styles[gen_below(c->g, COUNT(styles))];
    bool in_string = false;
    for (size_t i = 0; i < value->len; i++) {
        unsigned char byte = value->bytes[i];
        if (!in_string && percent != 101 && i > 0 && is_structural(byte))
            maybe_space(c, percent, 0);
        gen_byte(c->g, byte);
        if (in_string && byte == '\\')
            gen_byte(c->g, value->bytes[++i]);
        else if (byte == '"')
            in_string = !in_string;
        if (!in_string && i + 1 < value->len && is_structural(byte))
            maybe_space(c, percent, byte);
    }
}

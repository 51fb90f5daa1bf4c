/* See gen_compose.h: values that are broken, cut, or too deep. */
#include <string.h>

#include "gen_compose.h"

/* ---- Broken values --------------------------------------------------------------------------- */

static const struct {
    const char *text;
    unsigned depth;
    bool counts;
} brokens[] = {
    {"{\"ok\": nope}", 1, true},
    {"{\"a\": 1,}", 1, true},
    {"{\"a\" 1}", 1, true},
    {"{\"a\"}", 1, true},
    {"{\"a\": }", 1, true},
    {"{a: 1}", 1, true},
    {"{ color : red; }", 1, true},
    {"{'a': 1}", 1, true},
    {"{\xe2\x80\x9c"
     "a\xe2\x80\x9d: 1}",
     1, true},
    {"{\xc2\xab"
     "a\xc2\xbb}",
     1, true},
    {"{\xc3\xa9 : 1}", 1, true},
    {"{// c\n\"a\": 1}", 1, true},
    {"{/* c */}", 1, true},
    {"{\"a\": 01}", 1, true},
    {"{\"a\": 1.}", 1, true},
    {"{\"a\": .5}", 1, true},
    {"{\"a\": +1, \"b\": [\"]\"]}", 2, true},
    {"{\"a\": 1e}", 1, true},
    {"{\"a\": NaN}", 1, true},
    {"{\"a\": tru}", 1, true},
    {"{\"a\": \xe2\x80\xa6}", 1, true},
    {"{\"a\": 1 2}", 1, true},
    {"{\"a\": 1; \"b\": 2}", 1, true},
    {"{\"a\": \"\\x\"}", 1, true},
    {"{\"a\": \"\\x\\\"}\"}", 1, true},
    {"{\"a\": \"\x01\\\"}\"}", 1, true},
    {"{\"a\": \"x\ny}\"}", 1, true},
    {"{\"a\": \"\\\n\"}", 1, true},
    {"{\"a\": \"\\ud800\"}", 1, true},
    {"{\"a\": \"\\ud83d\\u0041\"}", 1, true},
    {"{\"a\": \"\\udc00}\"}", 1, true},
    {"{\"\\u00zz\": 1}", 1, true},
    {"{\"a\": \"\xff\"}", 1, true},
    {"{\"a\": \"\xed\xa0\x80\"}", 1, true},
    {"{\"a\": \"\xc0\xaf\"}", 1, true},
    {"{\"a\": \"\xe2\x80\"}", 1, true},
    {"{\"a\": \"\xf4\x90\x80\x80\"}", 1, true},
    {"{\"a\":\xc2\xa0"
     "1}",
     1, true},
    {"{\"a\": [1}]}", 2, true},
    {"{\"a\": nope, \"b\": {\"ok\": true}}", 2, true},
    {"{\"a\": nope \"}\" [] }", 2, true},
    {"{\"a\": 'it\"s'}\"}", 1, true},
    {"{\"a\": \"b\" \"c\"}", 1, true},
    {"{\"a\": nope ```}", 1, true},
    {"{\"a\": nope ~~~~~}", 1, true},
    {"{\"a\": \"\x01\n`````\n~~~~~\n\"}", 1, true},
    {"[\"a\", nope]", 1, true},
    {"[{\"a\": 1}, nope]", 2, true},
    {"['x']", 1, true},
    {"[\xe2\x80\x98x\xe2\x80\x99]", 1, true},
    {"[[1] 2]", 2, true},
    {"[{]}]", 2, true},
    {"[ \"a\", ]", 1, true},
    {"[1, nope]", 1, false},
    {"[3-5]", 1, false},
    {"[-x]", 1, false},
    {"[1 2]", 1, false},
    {"[1,]", 1, false},
    {"[true, x]", 1, false},
    {"[None]", 1, false},
    {"[NaN, 1]", 1, false},
    {"[undefined]", 1, false},
    {"[Infinity, \"]\"]", 1, false},
    {"[// c\n]", 1, false},
    {"[/* x */ \"a\"]", 1, false},
    {"[1, {\"a\": nope}]", 2, false},
    {"[0, {]}]", 2, false},
};

/* Whether the scan takes it for an attempt: all but what begins with a literal, or is empty. */
static bool begins_attempt(const struct value *value)
{
    return value->type == VALUE_OBJECT ? value->bytes[1] == '"'
                                       : memchr("\"[{-0123456789", value->bytes[1], 14) != NULL;
}

/* A container without markers that begins an attempt. */
static void plain_container(struct composer *c, struct value *value)
{
    bool markers = c->markers;
    c->markers = false;
    compose_container(c, value, false);
    c->markers = markers;
    if (!begins_attempt(value)) {
        value->type = VALUE_OBJECT;
        value->depth = 1;
        value->len = 7;
        memcpy(value->bytes, "{\"a\":1}", 7);
    }
}

/* A byte that no value can have stands before the last bracket. */
static void put_damaged(struct composer *c, struct value *value)
{
    static const char damage[] = ",;:x+'=";
    plain_container(c, value);
    compose_spaced(c, value);
    c->g->len--;
    gen_byte(c->g, (unsigned char)damage[gen_below(c->g, sizeof damage - 1)]);
    gen_byte(c->g, value->bytes[value->len - 1]);
}

void compose_broken(struct composer *c, bool first)
{
    struct value value;
    bool counts = false;
    if (!first || gen_chance(c->g, 50))
        compose_white(c);
    if (gen_chance(c->g, 30)) {
        put_damaged(c, &value);
        counts = value.type == VALUE_OBJECT || memchr("\"[{", value.bytes[1], 3) != NULL;
    } else {
        unsigned which = gen_below(c->g, COUNT(brokens));
        gen_text(c->g, brokens[which].text);
        value.type = brokens[which].text[0] == '{' ? VALUE_OBJECT : VALUE_ARRAY;
        value.depth = brokens[which].depth;
        counts = brokens[which].counts;
    }
    if (value.depth > c->limit)
        compose_over(c, TRUTH_TOO_DEEP);
    else if (!c->in_code && (counts || first))
        compose_note_broken(c, value.type);
    c->behind_value = false;
    c->left = c->beside = true;
}

/* ---- Values that do not end ------------------------------------------------------------------ */

/* How many bytes of what is written from `from` on are an attempt at the least. */
static size_t attempt_length(const struct composer *c, size_t from)
{
    size_t at = from + 1;
    while (compose_is_white(c->g->reply[at]))
        at++;
    return at + 1 - from;
}

void compose_end_value(struct composer *c)
{
    static const struct {
        const char *text;
        unsigned depth;
    } brokens_cut[] = {{"{\"a\": nope, \"b\": \"}", 1}, {"[1, nope", 1},   {"{a: 1", 1},
                       {"{\"a\": \"\\x\"", 1},          {"['x'", 1},       {"{\"a\": [1}", 2},
                       {"[0, 1) and more", 1},          {"{\"a\": 1)", 1}, {"{\"a\": \"\xff}", 1}};
    compose_white(c);
    c->left = c->beside = true;
    if (gen_chance(c->g, 40)) {
        unsigned which = gen_below(c->g, COUNT(brokens_cut));
        gen_text(c->g, brokens_cut[which].text);
        compose_over(c, brokens_cut[which].depth > c->limit ? TRUTH_TOO_DEEP
                                                            : TRUTH_UNTERMINATED_VALUE);
        return;
    }
    struct value value;
    plain_container(c, &value);
    size_t from = c->g->len;
    compose_spaced(c, &value);
    size_t least = attempt_length(c, from);
    c->g->len = from + least + gen_below(c->g, (unsigned)(c->g->len - from - least));
    compose_over(c, TRUTH_UNTERMINATED_VALUE);
}

/* Where text may be cut outside the strings of a value that was just written from `from` on, and
 * the attempt stands; as many bytes are kept. */
void compose_cut_outside(struct composer *c, size_t from)
{
    size_t places[64];
    size_t count = 0;
    bool in_string = false;
    size_t least = from + attempt_length(c, from);
    for (size_t i = from; i + 1 < c->g->len; i++) {
        unsigned char byte = c->g->reply[i];
        if (in_string && byte == '\\')
            i++;
        else if (byte == '"')
            in_string = !in_string;
        if (!in_string && i + 1 >= least && i + 1 < c->g->len && count < COUNT(places))
            places[count++] = i + 1;
    }
    if (count > 0)
        c->g->len = places[gen_below(c->g, (unsigned)count)];
}

void compose_half(struct composer *c)
{
    struct value value;
    plain_container(c, &value);
    size_t from = c->g->len;
    compose_spaced(c, &value);
    compose_cut_outside(c, from);
}

void compose_deep(struct composer *c)
{
    static const char *const forms[] = {"[", "{\"a\":", "[1,", "[x ", "{x "};
    unsigned form = gen_below(c->g, COUNT(forms));
    unsigned levels = c->limit + 1;
    compose_word(c);
    compose_white(c);
    if (form > 2)
        levels -= c->open_count < levels ? c->open_count : levels;
    for (unsigned i = 0; i < levels; i++)
        gen_text(c->g, forms[form]);
    compose_over(c, TRUTH_TOO_DEEP);
}

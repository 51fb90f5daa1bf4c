/* See gen_compose.h: what the scan keeps, and whole values. */
#include <string.h>

#include "gen_compose.h"

/* ---- What the scan keeps --------------------------------------------------------------------- */

void compose_over(struct composer *c, enum truth_reason reason)
{
    if (!c->over)
        c->reason = reason;
    c->over = true;
}

bool compose_has_room(const struct composer *c, unsigned more)
{
    return c->met_count + more <= MET_MAX;
}

/* R3.5: a `{` that is open as a prose bracket makes a piece of all inside it, closed or not. */
static bool is_in_brace(const struct composer *c)
{
    for (unsigned i = 0; i < c->open_count; i++) {
        if (c->open[i].type == '{')
            return true;
    }
    return false;
}

void compose_note(struct composer *c, const struct value *value, size_t offset, bool fenced,
                  bool piece)
{
    struct met *met = &c->met[c->met_count++];
    met->value = *value;
    met->offset = offset;
    met->length = c->g->len - offset;
    met->fenced = fenced;
    met->piece = piece || is_in_brace(c);
    c->behind_value = !fenced;
    c->left = true;
}

void compose_note_broken(struct composer *c, enum value_type type)
{
    struct met *met = &c->met[c->met_count++];
    met->value.type = type;
    met->value.len = 0;
    met->fenced = false;
    met->piece = true;
}

void compose_prose_depth(struct composer *c, unsigned more)
{
    if (c->open_count + more > c->limit)
        compose_over(c, TRUTH_TOO_DEEP);
}

void compose_open_bracket(struct composer *c, char type)
{
    compose_prose_depth(c, 1);
    if (c->open_count == OPEN_MAX)
        return;
    c->open[c->open_count].type = type;
    c->open[c->open_count].met = c->met_count;
    c->open_count++;
}

/* R3.4: the nearest of its type is closed, and those behind it are dropped. What was met inside is
 * a piece (R3.5). */
void compose_close_bracket(struct composer *c, char type)
{
    for (unsigned i = c->open_count; i > 0; i--) {
        if (c->open[i - 1].type != type)
            continue;
        for (unsigned k = c->open[i - 1].met; k < c->met_count; k++)
            c->met[k].piece = true;
        c->open_count = i - 1;
        return;
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

bool compose_is_white(unsigned char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static bool is_digit(unsigned char byte)
{
    return byte >= '0' && byte <= '9';
}

/* The last byte but white space on the line that is being written, or 0 at a line start. */
static unsigned char line_text(const struct composer *c)
{
    const unsigned char *reply = c->g->reply;
    size_t at = c->g->len;
    while (at > 0 && compose_is_white(reply[at - 1])) {
        if (reply[at - 1] == '\n')
            return 0;
        at--;
    }
    if (at == 0 || (at == 3 && memcmp(reply, "\xef\xbb\xbf", 3) == 0))
        return 0;
    return reply[at - 1];
}

bool compose_at_line_start(const struct composer *c)
{
    return line_text(c) == 0;
}

/* R3.1, of what is written from `from` on: `before` is the line's text. */
static bool is_citation(const struct composer *c, size_t from, unsigned char before)
{
    const unsigned char *text = c->g->reply + from;
    size_t len = c->g->len - from;
    if (c->in_fence || before == 0 || before == ':' || before == '>' || before == '=')
        return false;
    if (text[0] != '[' || len > 5)
        return false;
    if (len == 3 && text[1] == ' ')
        return true;
    for (size_t i = 1; i + 1 < len; i++) {
        if (!is_digit(text[i]))
            return false;
    }
    return true;
}

/* Writes a value where it stands. Returns whether the scan meets it: a citation it does not. */
static bool put_value(struct composer *c, const struct value *value, bool piece)
{
    unsigned char before = line_text(c);
    size_t from = c->g->len;
    compose_spaced(c, value);
    c->behind_value = false;
    c->left = true;
    if (value->type == VALUE_ARRAY && is_citation(c, from, before))
        return false;
    compose_note(c, value, from, false, piece);
    return true;
}

/* R3.3 would see a quoted bracket here: `"{"` and no letter behind it. */
static bool looks_quoted(const struct value *value)
{
    unsigned char third = value->len > 2 ? value->bytes[2] : 0;
    bool letter = (third >= 'a' && third <= 'z') || (third >= 'A' && third <= 'Z') ||
                  is_digit(third) || third == '_' || third == '$';
    return value->bytes[1] == '"' && !letter;
}

/* In quotes it is no piece: a quote stands directly before it. */
static void put_in_quotes(struct composer *c, const struct value *value)
{
    compose_guard(c);
    if (looks_quoted(value)) {
        compose_word(c);
        return;
    }
    compose_white(c);
    gen_byte(c->g, '"');
    size_t from = c->g->len;
    unsigned char before = line_text(c);
    /* As it is, for white space behind the bracket would change what R3.3 sees. */
    gen_put(c->g, value->bytes, value->len);
    if (value->type != VALUE_ARRAY || !is_citation(c, from, before))
        compose_note(c, value, from, false, false);
    gen_byte(c->g, '"');
    compose_word(c);
}

static void maybe_white(struct composer *c)
{
    if (gen_chance(c->g, 50))
        compose_white(c);
}

/* R3.5 (a). */
static void put_named(struct composer *c, const struct value *value)
{
    compose_guard(c);
    compose_white(c);
    gen_text(c->g, "\"key\"");
    maybe_white(c);
    gen_byte(c->g, ':');
    maybe_white(c);
    put_value(c, value, true);
}

/* R3.5 (b) and (c): a quote, or a comma and a quote. */
static void put_before_quote(struct composer *c, const struct value *value)
{
    compose_white(c);
    put_value(c, value, true);
    maybe_white(c);
    if (gen_chance(c->g, 50)) {
        gen_byte(c->g, ',');
        maybe_white(c);
    }
    gen_text(c->g, gen_chance(c->g, 50) ? "\"" : "\"x\"");
    compose_word(c);
}

/* R3.5 (c): the second is an object, and no piece. */
static void put_two(struct composer *c, const struct value *value)
{
    struct value second;
    compose_value(c, &second, VALUE_OBJECT, c->limit);
    compose_white(c);
    put_value(c, value, true);
    maybe_white(c);
    gen_byte(c->g, ',');
    maybe_white(c);
    put_value(c, &second, false);
}

/* R3.5 (d); where a `[` is open as a prose bracket, it is closed, which makes a piece too. */
static void put_before_closer(struct composer *c, const struct value *value)
{
    compose_white(c);
    put_value(c, value, true);
    maybe_white(c);
    gen_byte(c->g, ']');
    compose_close_bracket(c, '[');
    compose_word(c);
}

void compose_candidate(struct composer *c)
{
    struct value value;
    compose_container(c, &value, true);
    c->beside = c->beside || c->values > 0;
    c->values++;
    unsigned kind = gen_below(c->g, 100);
    if (kind < 80) {
        compose_white(c);
        put_value(c, &value, false);
        return;
    }
    c->beside = true;
    if (kind < 86)
        put_in_quotes(c, &value);
    else if (kind < 89)
        put_named(c, &value);
    else if (kind < 94)
        put_before_quote(c, &value);
    else if (kind < 97)
        put_two(c, &value);
    else
        put_before_closer(c, &value);
}

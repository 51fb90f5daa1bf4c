/*
 * The strict reader of one value (SPEC section 2), a byte at a time, with a bit a level for a
 * stack; and the lexical skip over one that broke (R3.6). Both stop anywhere and go on later.
 */
#include "internal.h"

#include <string.h>

enum state {
    V_VALUE, /* white space or a value */
    V_FIRST_ELEMENT,
    V_FIRST_NAME,
    V_NAME,
    V_COLON,
    V_AFTER,  /* behind a value in a container */
    V_STRING, /* this and the next: inside a string */
    V_ESCAPE,
    V_HEX,     /* aux: see HEX_* */
    V_LOW,     /* behind a high surrogate: `\` */
    V_LOW_U,   /* then `u` */
    V_UTF8,    /* aux continuation bytes to come, the next from low to high */
    V_LITERAL, /* aux: place in LITERALS */
    V_MINUS,   /* this and the next: inside a number */
    V_ZERO,
    V_INTEGER,
    V_POINT,
    V_FRACTION,
    V_EXPONENT,
    V_SIGN,
    V_DIGITS, /* of the exponent */
    V_DONE,
    V_SKIP, /* this and the next: value_skip */
    V_SKIP_STRING,
    V_SKIP_ESCAPE
};

/* aux of V_HEX: the number of digits read, and what they make so far. */
enum { HEX_COUNT = 3, HEX_D = 4, HEX_HIGH = 8, HEX_LOW = 16 };

/* What follows the first letter of each literal. */
static const char LITERALS[] = "rue\0alse\0ull";
enum { TRUE_AT = 0, FALSE_AT = 4, NULL_AT = 9 };

/* G2: from a state, by what the byte is, to the next; 0: the byte is not the number's. */
enum { N_ZERO, N_DIGIT, N_POINT, N_EXPONENT, N_SIGN, N_OTHER };
static const unsigned char NUMBER[][N_OTHER + 1] = {
    [0] = {V_ZERO, V_INTEGER}, /* V_MINUS */
    [V_ZERO - V_MINUS] = {0, 0, V_POINT, V_EXPONENT},
    [V_INTEGER - V_MINUS] = {V_INTEGER, V_INTEGER, V_POINT, V_EXPONENT},
    [V_POINT - V_MINUS] = {V_FRACTION, V_FRACTION},
    [V_FRACTION - V_MINUS] = {V_FRACTION, V_FRACTION, 0, V_EXPONENT},
    [V_EXPONENT - V_MINUS] = {V_DIGITS, V_DIGITS, 0, 0, V_SIGN},
    [V_SIGN - V_MINUS] = {V_DIGITS, V_DIGITS},
    [V_DIGITS - V_MINUS] = {V_DIGITS, V_DIGITS},
};

void value_init(struct jets_value *v, unsigned limit)
{
    v->depth = 0;
    v->limit = limit;
    v->state = V_VALUE;
    v->aux = v->low = v->high = 0;
    v->name = v->holds = false;
}

static bool push(struct jets_value *v, bool object)
{
    if (v->depth == v->limit)
        return false;
    bit_set(v->object, v->depth++, object);
    return true;
}

static unsigned char behind_value(const struct jets_value *v)
{
    return v->depth == 0 ? V_DONE : V_AFTER;
}

/* The functions below take one byte: VALUE_MORE where they did. */

static enum value_step value_start(struct jets_value *v, unsigned char c)
{
    if (c == '{' || c == '[') {
        if (!push(v, c == '{'))
            return VALUE_DEEP;
        v->holds |= v->depth > 1;
        v->state = c == '{' ? V_FIRST_NAME : V_FIRST_ELEMENT;
    } else if (c == '"') {
        v->holds = true;
        v->name = false;
        v->state = V_STRING;
    } else if (c == 't' || c == 'f' || c == 'n') {
        v->aux = c == 't' ? TRUE_AT : c == 'f' ? FALSE_AT : NULL_AT;
        v->state = V_LITERAL;
    } else if (c == '-' || byte_is(c, B_DIGIT)) {
        v->state = c == '-' ? V_MINUS : c == '0' ? V_ZERO : V_INTEGER;
    } else {
        return VALUE_BROKEN;
    }
    return VALUE_MORE;
}

static enum value_step close_container(struct jets_value *v, unsigned char c)
{
    if ((c != '}' && c != ']') || bit_get(v->object, v->depth - 1) != (c == '}'))
        return VALUE_BROKEN;
    v->depth--;
    v->state = behind_value(v);
    return VALUE_MORE;
}

static enum value_step name_start(struct jets_value *v, unsigned char c)
{
    if (c != '"')
        return VALUE_BROKEN;
    v->holds = v->name = true;
    v->state = V_STRING;
    return VALUE_MORE;
}

/* Between tokens, at a byte that is no white space. */
static enum value_step structure(struct jets_value *v, unsigned char c)
{
    switch (v->state) {
    case V_FIRST_ELEMENT: return c == ']' ? close_container(v, c) : value_start(v, c);
    case V_FIRST_NAME: return c == '}' ? close_container(v, c) : name_start(v, c);
    case V_NAME: return name_start(v, c);
    case V_COLON:
        if (c != ':')
            return VALUE_BROKEN;
        v->state = V_VALUE;
        return VALUE_MORE;
    case V_AFTER:
        if (c != ',')
            return close_container(v, c);
        v->state = bit_get(v->object, v->depth - 1) ? V_NAME : V_VALUE;
        return VALUE_MORE;
    default: return value_start(v, c);
    }
}

/* The first byte of a UTF-8 sequence, by the table of RFC 3629 section 4. */
static enum value_step utf8_start(struct jets_value *v, unsigned char c)
{
    if (c < 0xC2 || c > 0xF4)
        return VALUE_BROKEN;
    v->aux = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    v->low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
    v->high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    v->state = V_UTF8;
    return VALUE_MORE;
}

static enum value_step utf8_next(struct jets_value *v, unsigned char c)
{
    if (c < v->low || c > v->high)
        return VALUE_BROKEN;
    v->low = 0x80;
    v->high = 0xBF;
    v->state = --v->aux == 0 ? V_STRING : V_UTF8;
    return VALUE_MORE;
}

/* A digit behind `\u`. The second one tells a surrogate, so that a lone one breaks there. */
static enum value_step hex(struct jets_value *v, unsigned char c)
{
    unsigned count = v->aux & HEX_COUNT;
    unsigned char l = lower(c);
    bool low = (v->aux & HEX_LOW) != 0;
    if (!byte_is(c, B_HEX) || (low && count == 0 && l != 'd'))
        return VALUE_BROKEN;
    if (count == 0 && l == 'd') {
        v->aux |= HEX_D;
    } else if (count == 1 && (v->aux & HEX_D)) {
        if ((l >= 'c' && l <= 'f') != low)
            return VALUE_BROKEN;
        v->aux |= l >= '8' && l <= 'b' ? HEX_HIGH : 0;
    }
    if (count == 3)
        v->state = v->aux & HEX_HIGH ? V_LOW : V_STRING;
    v->aux++;
    return VALUE_MORE;
}

static enum value_step escape(struct jets_value *v, unsigned char c)
{
    if (c == '\0' || strchr("\"\\/bfnrtu", c) == NULL)
        return VALUE_BROKEN;
    v->aux = 0;
    v->state = c == 'u' ? V_HEX : V_STRING;
    return VALUE_MORE;
}

/* Inside a string, at a byte that is not plain. */
static enum value_step string_byte(struct jets_value *v, unsigned char c)
{
    switch (v->state) {
    case V_STRING:
        if (c != '"' && c != '\\')
            return utf8_start(v, c);
        v->state = c == '\\' ? V_ESCAPE : v->name ? V_COLON : behind_value(v);
        return VALUE_MORE;
    case V_ESCAPE: return escape(v, c);
    case V_HEX: return hex(v, c);
    case V_UTF8: return utf8_next(v, c);
    default:
        if (c != (v->state == V_LOW ? '\\' : 'u'))
            return VALUE_BROKEN;
        v->state = v->state == V_LOW ? V_LOW_U : V_HEX;
        v->aux = HEX_LOW;
        return VALUE_MORE;
    }
}

static enum value_step literal(struct jets_value *v, unsigned char c)
{
    if (c != (unsigned char)LITERALS[v->aux])
        return VALUE_BROKEN;
    if (LITERALS[++v->aux] == '\0')
        v->state = behind_value(v);
    return VALUE_MORE;
}

static bool number_may_end(const struct jets_value *v)
{
    return v->state == V_ZERO || v->state == V_INTEGER || v->state == V_FRACTION ||
           v->state == V_DIGITS;
}

bool value_may_end(const struct jets_value *v)
{
    return v->depth == 0 && number_may_end(v);
}

/* *taken is set to false at the byte behind a number. */
static enum value_step number(struct jets_value *v, unsigned char c, bool *taken)
{
    unsigned kind = c == '0'               ? N_ZERO
                    : byte_is(c, B_DIGIT)  ? N_DIGIT
                    : c == '.'             ? N_POINT
                    : c == 'e' || c == 'E' ? N_EXPONENT
                    : c == '+' || c == '-' ? N_SIGN
                                           : N_OTHER;
    unsigned char next = NUMBER[v->state - V_MINUS][kind];
    if (next == 0) {
        if (!number_may_end(v))
            return VALUE_BROKEN;
        *taken = false;
        next = behind_value(v);
    }
    v->state = next;
    return VALUE_MORE;
}

enum value_step value_read(struct jets_value *v, const unsigned char *text, size_t *at, size_t len)
{
    size_t i = *at;
    enum value_step step = VALUE_MORE;
    while (step == VALUE_MORE && v->state != V_DONE) {
        bool taken = true;
        i = v->state <= V_STRING ? skip(text, i, len, v->state == V_STRING ? B_PLAIN : B_WHITE) : i;
        if (i == len)
            break;
        step = v->state < V_STRING    ? structure(v, text[i])
               : v->state < V_LITERAL ? string_byte(v, text[i])
               : v->state < V_MINUS   ? literal(v, text[i])
                                      : number(v, text[i], &taken);
        i += step == VALUE_MORE && taken;
    }
    *at = i;
    return v->state == V_DONE ? VALUE_DONE : step;
}

void value_break(struct jets_value *v)
{
    bool string = v->state >= V_STRING && v->state < V_LITERAL;
    bool escaped = v->state == V_ESCAPE || v->state == V_LOW_U;
    v->state = escaped ? V_SKIP_ESCAPE : string ? V_SKIP_STRING : V_SKIP;
}

/* A byte outside strings. */
static enum value_step skip_structure(struct jets_value *v, unsigned char c)
{
    if (c == '"')
        v->state = V_SKIP_STRING;
    else if (c == '{' || c == '[')
        return push(v, c == '{') ? VALUE_MORE : VALUE_DEEP;
    else if ((c == '}' || c == ']') && bit_get(v->object, v->depth - 1) == (c == '}'))
        return --v->depth == 0 ? VALUE_DONE : VALUE_MORE;
    return VALUE_MORE;
}

enum value_step value_skip(struct jets_value *v, const unsigned char *text, size_t *at, size_t len,
                           unsigned char stop)
{
    enum value_step step = VALUE_MORE;
    while (*at < len && step == VALUE_MORE) {
        unsigned char c = text[*at];
        if (v->state == V_SKIP_ESCAPE)
            v->state = V_SKIP_STRING;
        else if (v->state == V_SKIP_STRING)
            v->state = c == '"' ? V_SKIP : c == '\\' ? V_SKIP_ESCAPE : V_SKIP_STRING;
        else if (stop != 0 && c == stop)
            return VALUE_STOP;
        else
            step = skip_structure(v, c);
        *at += step != VALUE_DEEP;
    }
    return step;
}

enum jets_type value_type(unsigned char first)
{
    switch (first) {
    case '{': return JETS_OBJECT;
    case '[': return JETS_ARRAY;
    case '"': return JETS_STRING;
    case 'n': return JETS_NULL;
    default: return first == 't' || first == 'f' ? JETS_BOOLEAN : JETS_NUMBER;
    }
}

bool value_equal(const unsigned char *a, size_t a_len, const unsigned char *b, size_t b_len)
{
    size_t i = 0;
    size_t j = 0;
    bool string = false;
    bool escaped = false;
    for (;; i++, j++) {
        if (!string) {
            i = skip(a, i, a_len, B_WHITE);
            j = skip(b, j, b_len, B_WHITE);
        }
        if (i == a_len || j == b_len)
            return i == a_len && j == b_len;
        if (a[i] != b[j])
            return false;
        string ^= a[i] == '"' && !escaped;
        escaped = a[i] == '\\' && !escaped;
    }
}

/*
 * The strict reader of one value (SPEC section 2), with a bit a level for a stack; and the lexical
 * skip over one that broke (R3.6). Both stop anywhere and go on later. The reader has two halves:
 * walk.h goes from token to token, and the machine here takes what is inside of one byte by byte,
 * where it is odd, or is cut off.
 */
#include "value.h"

#include <string.h>

_Static_assert(V_VALUE == 0, "value_init writes it so");

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

/* The functions below take one byte: VALUE_MORE where they did. */

/* Which bytes may follow the first one of a UTF-8 sequence, by the table of RFC 3629 section 4: the
   next from low to high, and how many in all. */
static unsigned utf8_follow(unsigned char first, unsigned char *low, unsigned char *high)
{
    *low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    *high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

static enum value_step utf8_start(struct jets_value *v, unsigned char c)
{
    v->aux = (unsigned char)utf8_follow(c, &v->low, &v->high);
    if (v->aux == 0)
        return VALUE_BROKEN;
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
        if ((l >= 'c') != low)
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
    if (c != 'u' && !is_short_escape(c))
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
        if (c != '\\')
            return utf8_start(v, c);
        v->state = V_ESCAPE;
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
        v->state = V_AFTER;
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
        next = V_AFTER;
    }
    v->state = next;
    return VALUE_MORE;
}

enum value_step value_rest(struct jets_value *v, const unsigned char *text, size_t *at, size_t len)
{
    enum value_step step = VALUE_MORE;
    while (*at < len && v->state > V_STRING && step == VALUE_MORE) {
        bool taken = true;
        step = v->state < V_LITERAL ? string_byte(v, text[*at])
               : v->state < V_MINUS ? literal(v, text[*at])
                                    : number(v, text[*at], &taken);
        *at += step == VALUE_MORE && taken;
    }
    return step;
}

enum value_step value_scalar(struct jets_value *v, const unsigned char *text, size_t *at,
                             size_t len)
{
    unsigned char c = text[*at];
    if (c == 't' || c == 'f' || c == 'n') {
        v->aux = c == 't' ? TRUE_AT : c == 'f' ? FALSE_AT : NULL_AT;
        v->state = V_LITERAL;
    } else if (c == '-' || byte_is(c, B_DIGIT)) {
        v->state = c == '-' ? V_MINUS : c == '0' ? V_ZERO : V_INTEGER;
    } else {
        return VALUE_BROKEN;
    }
    ++*at;
    return value_rest(v, text, at, len);
}

/* Bytes of the UTF-8 sequence at i, or 0 where it is none or is cut off. */
static size_t utf8_len(const unsigned char *text, size_t i, size_t len)
{
    unsigned char low;
    unsigned char high;
    unsigned follow = utf8_follow(text[i], &low, &high);
    if (follow == 0 || len - i <= follow || text[i + 1] < low || text[i + 1] > high)
        return 0;
    for (unsigned k = 2; k <= follow; k++)
        if ((text[i + k] & 0xC0) != 0x80)
            return 0;
    return follow + 1;
}

enum value_step value_odd(struct jets_value *v, const unsigned char *text, size_t *at, size_t len)
{
    enum value_step step;
    size_t i = *at;
    while (i < len && text[i] >= 0x80) {
        size_t more = utf8_len(text, i, len);
        if (more == 0)
            break;
        i += more;
    }
    if (i > *at) {
        *at = i;
        return VALUE_MORE;
    }
    step = string_byte(v, text[i]);
    *at += step == VALUE_MORE;
    return step == VALUE_MORE ? value_rest(v, text, at, len) : step;
}

#include "walk.h"

void value_break(struct jets_value *v)
{
    bool string = v->state >= V_STRING && v->state < V_LITERAL;
    bool escaped = v->state == V_ESCAPE || v->state == V_LOW_U;
    v->state = escaped ? V_SKIP_ESCAPE : string ? V_SKIP_STRING : V_SKIP;
}

/* Goes on inside a string; false where it does not end. */
static bool skip_string(struct jets_value *v, const unsigned char *text, size_t *at, size_t len)
{
    bool escaped = v->state == V_SKIP_ESCAPE;
    size_t i = *at;
    while (i < len && (escaped || text[i] != '"')) {
        escaped = text[i] == '\\' && !escaped;
        i++;
    }
    v->state = i < len ? V_SKIP : escaped ? V_SKIP_ESCAPE : V_SKIP_STRING;
    *at = i < len ? i + 1 : i;
    return i < len;
}

enum value_step value_skip(struct jets_value *v, const unsigned char *text, size_t *at, size_t len,
                           unsigned char stop)
{
    while (v->state == V_SKIP || skip_string(v, text, at, len)) {
        unsigned char c;
        while (*at < len && !byte_is(text[*at], B_SKIP))
            ++*at;
        if (*at == len)
            break;
        c = text[*at];
        if (c == stop)
            return VALUE_STOP;
        if ((c == '{' || c == '[') && !value_push(v, c == '{'))
            return VALUE_DEEP;
        ++*at;
        if (c == '"')
            v->state = V_SKIP_STRING;
        else if ((c == '}' || c == ']') && bit_get(v->object, v->depth - 1) == (c == '}') &&
                 --v->depth == 0)
            return VALUE_DONE;
    }
    return VALUE_MORE;
}

bool value_equal(const unsigned char *a, size_t a_len, const unsigned char *b, size_t b_len)
{
    size_t i = 0;
    size_t j = 0;
    bool string = false;
    bool escaped = false;
    if (a_len == b_len && memcmp(a, b, a_len) == 0)
        return true;
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

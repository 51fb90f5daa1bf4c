/*
 * See fuzz.h: a strict reader of JSON values (SPEC section 2), written as plainly as the grammar.
 * It shares nothing with the library's machine nor with the oracle.
 */
#include "fuzz.h"

#include <string.h>

struct text {
    const unsigned char *bytes;
    size_t len;
};

/* The byte at i, or -1 at the end. */
static int at(const struct text *t, size_t i)
{
    return i < t->len ? t->bytes[i] : -1;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static size_t white_end(const struct text *t, size_t i)
{
    while (at(t, i) == ' ' || at(t, i) == '\t' || at(t, i) == '\n' || at(t, i) == '\r')
        i++;
    return i;
}

static size_t digits_end(const struct text *t, size_t i)
{
    while (is_digit(at(t, i)))
        i++;
    return i;
}

/* Each of these returns where what begins at i ends, or 0 where it is none. */

static size_t word_end(const struct text *t, size_t i, const char *word)
{
    size_t len = strlen(word);

    return t->len - i >= len && memcmp(t->bytes + i, word, len) == 0 ? i + len : 0;
}

static size_t number_end(const struct text *t, size_t i)
{
    size_t end;

    if (at(t, i) == '-')
        i++;
    end = at(t, i) == '0' ? i + 1 : digits_end(t, i);
    if (end == i)
        return 0;
    /* what does not go on as a fraction or an exponent is no part of it */
    if (at(t, end) == '.' && is_digit(at(t, end + 1)))
        end = digits_end(t, end + 1);
    if (at(t, end) == 'e' || at(t, end) == 'E') {
        i = end + 1;
        if (at(t, i) == '+' || at(t, i) == '-')
            i++;
        end = is_digit(at(t, i)) ? digits_end(t, i) : end;
    }
    return end;
}

/* Four hexadecimal digits: their number, or -1. */
static int hex(const struct text *t, size_t i)
{
    int number = 0;

    for (size_t k = 0; k < 4; k++) {
        int c = at(t, i + k);

        if (is_digit(c))
            c -= '0';
        else if (c >= 'a' && c <= 'f')
            c -= 'a' - 10;
        else if (c >= 'A' && c <= 'F')
            c -= 'A' - 10;
        else
            return -1;
        number = number * 16 + c;
    }
    return number;
}

static size_t escape_end(const struct text *t, size_t i)
{
    int c = at(t, i + 1);
    int unit;

    if (c > 0 && strchr("\"\\/bfnrt", c) != NULL)
        return i + 2;
    unit = c == 'u' ? hex(t, i + 2) : -1;
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return 0;
    if (unit < 0xD800 || unit > 0xDBFF)
        return i + 6;
    if (at(t, i + 6) != '\\' || at(t, i + 7) != 'u')
        return 0;
    unit = hex(t, i + 8);
    return unit >= 0xDC00 && unit <= 0xDFFF ? i + 12 : 0;
}

/* A code point of two to four bytes, decoded and then looked at as RFC 3629 has it. */
static size_t code_point_end(const struct text *t, size_t i)
{
    static const long least[] = {0x80, 0x800, 0x10000};
    int c = at(t, i);
    size_t more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    long point = c & (0x3F >> more);

    if (c < 0xC0 || c > 0xF7)
        return 0;
    for (size_t k = 1; k <= more; k++) {
        c = at(t, i + k);
        if (c < 0x80 || c > 0xBF)
            return 0;
        point = point << 6 | (c & 0x3F);
    }
    if (point < least[more - 1] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF))
        return 0;
    return i + more + 1;
}

static size_t text_end(const struct text *t, size_t i)
{
    i++;
    while (at(t, i) != '"') {
        int c = at(t, i);

        if (c < 0x20)
            return 0;
        i = c == '\\' ? escape_end(t, i) : c < 0x80 ? i + 1 : code_point_end(t, i);
        if (i == 0)
            return 0;
    }
    return i + 1;
}

static size_t scalar_end(const struct text *t, size_t i)
{
    switch (at(t, i)) {
    case '"': return text_end(t, i);
    case 't': return word_end(t, i, "true");
    case 'f': return word_end(t, i, "false");
    case 'n': return word_end(t, i, "null");
    default: return number_end(t, i);
    }
}

/* In an object, a name and its colon with white space: where its value begins. In an array, i. */
static size_t member_end(const struct text *t, size_t i, char opener)
{
    if (opener == '[')
        return i;
    i = at(t, i) == '"' ? text_end(t, i) : 0;
    if (i == 0)
        return 0;
    i = white_end(t, i);
    return at(t, i) == ':' ? white_end(t, i + 1) : 0;
}

/* What stands open around a place: a bracket a level. */
struct brackets {
    char open[JETS_DEPTH_MAX];
    unsigned depth, limit;
};

static bool closes(const struct brackets *b, int c)
{
    return b->depth > 0 && c == (b->open[b->depth - 1] == '{' ? '}' : ']');
}

/* Behind a finished value: closers, then a comma and what stands in front of the next value.
 *finished: the outermost value ended here. */
static size_t after_value(const struct text *t, size_t i, struct brackets *b, bool *finished)
{
    size_t next = i;

    while (b->depth > 0 && closes(b, at(t, next = white_end(t, i)))) {
        b->depth--;
        i = next + 1;
    }
    *finished = b->depth == 0;
    if (*finished)
        return i;
    i = white_end(t, i);
    return at(t, i) == ',' ? member_end(t, white_end(t, i + 1), b->open[b->depth - 1]) : 0;
}

/* At an opening bracket: behind it and white space, where *empty says that the closer follows, or
   in front of the first value. */
static size_t open_bracket(const struct text *t, size_t i, struct brackets *b, bool *empty)
{
    if (b->depth == b->limit)
        return 0;
    b->open[b->depth++] = (char)at(t, i);
    i = white_end(t, i + 1);
    *empty = closes(b, at(t, i));
    return *empty ? i : member_end(t, i, b->open[b->depth - 1]);
}

size_t fuzz_value_end(const unsigned char *text, size_t len, size_t from, unsigned limit)
{
    const struct text t = {text, len};
    struct brackets b;
    bool finished = false;
    size_t i = from;

    b.depth = 0;
    b.limit = limit == 0 ? JETS_DEPTH_DEFAULT : limit > JETS_DEPTH_MAX ? JETS_DEPTH_MAX : limit;
    while (!finished && from < len) {
        bool whole = true;

        if (at(&t, i) == '{' || at(&t, i) == '[')
            i = open_bracket(&t, i, &b, &whole);
        else
            i = scalar_end(&t, i);
        if (i > 0 && whole)
            i = after_value(&t, i, &b, &finished);
        if (i == 0)
            return 0;
    }
    return finished ? i : 0;
}

bool fuzz_is_value(const unsigned char *text, size_t len, unsigned limit)
{
    return len > 0 && fuzz_value_end(text, len, 0, limit) == len;
}

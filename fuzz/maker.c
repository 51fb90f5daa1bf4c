#include "maker.h"

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned maker_below(struct maker *m, unsigned n)
{
    return fuzz_below(&m->state, n);
}

void maker_put(struct maker *m, const void *bytes, size_t len)
{
    size_t room = m->max - m->len;

    len = len < room ? len : room;
    if (len > 0)
        memcpy(m->at + m->len, bytes, len);
    m->len += len;
}

void maker_text(struct maker *m, const char *text)
{
    maker_put(m, text, strlen(text));
}

static void put_byte(struct maker *m, unsigned byte)
{
    unsigned char c = (unsigned char)byte;

    maker_put(m, &c, 1);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

#define PIECES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* One of a list that ends with NULL. */
static void put_one(struct maker *m, const char *const *pieces)
{
    unsigned count = 0;

    while (pieces[count] != NULL)
        count++;
    maker_text(m, pieces[maker_below(m, count)]);
}

static bool is_odd(struct maker *m)
{
    return m->odd != 0 && maker_below(m, m->odd) == 0;
}

static void put_white(struct maker *m)
{
    if (is_odd(m)) {
        static const unsigned char odd[] = {0, 1, 0x0B, 0x0C, 0x1F, 0xA0};

        put_byte(m, odd[maker_below(m, sizeof odd)]);
    } else if (maker_below(m, 6) == 0) {
        put_one(m, PIECES(" ", "\n", "\t", "\r", "  "));
    } else if (maker_below(m, 40) == 0) {
        /* so that a block of what vectors look at has nothing else */
        for (unsigned i = 40 + maker_below(m, 100); i > 0; i--)
            put_byte(m, ' ');
    }
}

/* What a string is made of: plain, escaped, of one byte to four, markers and brackets. */
static void put_chars(struct maker *m)
{
    if (maker_below(m, 3) == 0) {
        put_one(m, PIECES("a", "a", "b", "ab", "c"));
        return;
    }
    put_one(m, PIECES("a", "\\u0061", "\\u0062", "A", "0", " ", "\\\"", "\\\\", "\\/", "/", "\\n",
                      "\\t", "\\u000a", "\\u0000", "\\u0001", "\\u007f", "\x7F", "\xC2\x80",
                      "\xC3\xA9", "\\u00e9", "\\u00E9", "e\xCC\x81", "\xDF\xBF", "\xE0\xA0\x80",
                      "\xE2\x80\xA8", "\\u2028", "\xED\x9F\xBF", "\xEF\xBF\xBF", "\xEE\x80\x80",
                      "\xF0\x90\x80\x80", "\\ud800\\udc00", "\xF0\x9F\x98\x80", "\\ud83d\\ude00",
                      "\\uD83D\\uDE00", "\xF4\x8F\xBF\xBF", "\\udbff\\udfff", "\xC2\xA0", "\\u00a0",
                      "\xE3\x80\x80", "\\u3000", "\\u0085", "\xE1\x9A\x80", "\\u200b", "\\ufeff",
                      "\xEF\xBB\xBF", "{", "}", "[", "]", ":", ",", "</think>", "```", "'",
                      "\\b\\f\\r"));
}

static void put_odd_chars(struct maker *m)
{
    static const struct {
        const char *text;
        size_t len;
    } odd[] = {
        {"\0", 1},
        {"\x1F", 1},
        {"\n", 1},
        {"\x80", 1},
        {"\xC0\xAF", 2},
        {"\xC1\xBF", 2},
        {"\xC2", 1},
        {"\xE0\x9F\xBF", 3},
        {"\xED\xA0\x80", 3},
        {"\xE2\x80", 2},
        {"\xF0\x8F\xBF\xBF", 4},
        {"\xF4\x90\x80\x80", 4},
        {"\xF5\x80\x80\x80", 4},
        {"\xFF", 1},
        {"\xFE", 1},
        {"\\u00zz", 6},
        {"\\u12", 4},
        {"\\ud800", 6},
        {"\\udc00", 6},
        {"\\udc00\\ud800", 12},
        {"\\ud800\\u0041", 12},
        {"\\ud800\\udbff", 12},
        {"\\x", 2},
        {"\\U0041", 6},
        {"\\0", 2},
        {"\\'", 2},
        {"\\", 1},
        {"\"", 1},
        {"\\ud800\\u00zz", 12},
        {"\\u\\\"ab", 7},
    };
    size_t which = maker_below(m, sizeof odd / sizeof odd[0]);

    maker_put(m, odd[which].text, odd[which].len);
}

void maker_string(struct maker *m)
{
    unsigned count = maker_below(m, 4);

    put_byte(m, '"');
    for (unsigned i = 0; i < count; i++) {
        if (is_odd(m))
            put_odd_chars(m);
        else
            put_chars(m);
    }
    put_byte(m, '"');
}

static void put_digits(struct maker *m, unsigned most)
{
    for (unsigned i = 1 + maker_below(m, most); i > 0; i--)
        put_byte(m, '0' + maker_below(m, 10));
}

static void put_number(struct maker *m)
{
    if (is_odd(m)) {
        put_one(m, PIECES("01", "-01", "1.", "-.5", ".5", "+1", "-", "1e", "1e+", "1.e5", "0x10",
                          "1_0", "NaN", "Infinity", "-Infinity", "00", "1.5.5", "--1", "1-2"));
    } else if (maker_below(m, 12) == 0) {
        put_one(m, PIECES("", "-"));
        put_byte(m, '1' + maker_below(m, 9));
        put_digits(m, 30);
        put_one(m, PIECES("", "", "e5", ".25", "e-5", "E+00005", "e400", "e-400"));
        if (maker_below(m, 4) == 0)
            put_digits(m, 60);
    } else if (maker_below(m, 12) == 0) {
        put_one(m,
                PIECES("9007199254740992", "9007199254740993", "9223372036854775807",
                       "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
                       "1e308", "1e309", "-1e309", "1e400", "5e-324", "1e-400", "1e999999999999",
                       "1e999999999998", "10e999999999998", "0e999999999999", "1e-999999999999"));
    } else {
        put_one(m, PIECES("0", "-0", "0.0", "-0e5", "0e-9", "1", "1.0", "1e0", "10e-1", "0.1e1",
                          "1E+0", "100e-2", "-1", "-10E-1", "1.5", "15e-1", "0.00015e4", "100",
                          "1e2", "10", "2.5", "0.25e1"));
    }
}

/* ---- containers ------------------------------------------------------------------------------ */

static void put_comma(struct maker *m)
{
    put_white(m);
    if (!is_odd(m))
        put_byte(m, ',');
    else
        put_one(m, PIECES("", ",,", ";", "/**/,", "//\n,"));
    put_white(m);
}

/* Names that differ in the middle alone, where a mark that is made of both ends is the same. */
static void put_middle_name(struct maker *m)
{
    maker_text(m, "\"same");
    put_byte(m, 'a' + maker_below(m, 8));
    maker_text(m, "same\"");
}

static void put_name(struct maker *m)
{
    if (is_odd(m))
        put_one(m, PIECES("a", "'a'", "1", "null", ""));
    else if (maker_below(m, 12) == 0)
        put_middle_name(m);
    else
        maker_string(m);
    put_white(m);
    put_byte(m, is_odd(m) ? '=' : ':');
    put_white(m);
}

/* One that does not come about by chance where there are thousands. */
static void put_own_name(struct maker *m, unsigned number)
{
    char text[32];

    snprintf(text, sizeof text, "\"n%u\":", number);
    maker_text(m, text);
}

void maker_object(struct maker *m, unsigned count, unsigned depth)
{
    bool repeats = maker_below(m, 4) == 0;

    put_byte(m, '{');
    put_white(m);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            put_comma(m);
        if (repeats || maker_below(m, 40) == 0)
            put_name(m);
        else
            put_own_name(m, i);
        maker_value(m, depth > 0 ? depth - 1 : 0);
    }
    put_white(m);
    maker_text(m, is_odd(m) ? ",}" : "}");
}

void maker_array(struct maker *m, unsigned count, unsigned depth)
{
    put_byte(m, '[');
    put_white(m);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            put_comma(m);
        maker_value(m, depth > 0 ? depth - 1 : 0);
    }
    put_white(m);
    maker_text(m, is_odd(m) ? ",]" : "]");
}

/* Mostly few; now and then enough for a table of names to leave its small form. */
static unsigned some(struct maker *m)
{
    return maker_below(m, 25) == 0 ? 10 + maker_below(m, 30) : maker_below(m, 4);
}

void maker_value(struct maker *m, unsigned depth)
{
    unsigned kind = maker_below(m, depth > 0 ? 8 : 4);

    if (m->len == m->max)
        return;
    if (kind == 0)
        put_one(m, is_odd(m) ? PIECES("True", "nul", "undefined", "NULL", "truex")
                             : PIECES("true", "false", "null"));
    else if (kind == 1)
        put_number(m);
    else if (kind < 4)
        maker_string(m);
    else if (kind < 6)
        maker_object(m, some(m), depth);
    else
        maker_array(m, some(m), depth);
}

/* ---- other spellings ------------------------------------------------------------------------- */

static void put_unit(struct maker *m, uint32_t unit)
{
    char text[8];

    snprintf(text, sizeof text, maker_below(m, 2) == 0 ? "\\u%04x" : "\\u%04X", (unsigned)unit);
    maker_text(m, text);
}

static void put_utf8(struct maker *m, uint32_t c)
{
    unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};

    put_byte(m, lead[more] | (c >> (6 * more)));
    while (more-- > 0)
        put_byte(m, 0x80 | (c >> (6 * more) & 0x3F));
}

static void respell_char(struct maker *m, uint32_t c)
{
    if (c >= 0x20 && c != '"' && c != '\\' && maker_below(m, 3) != 0) {
        put_utf8(m, c);
    } else if ((c == '"' || c == '\\' || c == '/') && maker_below(m, 2) == 0) {
        put_byte(m, '\\');
        put_byte(m, c);
    } else if (c < 0x10000) {
        put_unit(m, c);
    } else {
        put_unit(m, 0xD800 + ((c - 0x10000) >> 10));
        put_unit(m, 0xDC00 + ((c - 0x10000) & 0x3FF));
    }
}

static void respell_string(struct maker *m, const struct model *value)
{
    put_byte(m, '"');
    for (size_t i = 0; i < value->char_count; i++)
        respell_char(m, value->chars[i]);
    put_byte(m, '"');
}

/* Adds zeros where they change nothing: behind the point, or, by an exponent of its own, a digit.
   A number that has an exponent keeps it but for zeros in front. */
static void respell_number(struct maker *m, const struct model *value)
{
    size_t e = 0;
    bool point = false;

    for (; e < value->len && value->text[e] != 'e' && value->text[e] != 'E'; e++)
        point = point || value->text[e] == '.';
    maker_put(m, value->text, e);
    if (maker_below(m, 2) == 0) {
        maker_text(m, point ? "00" : ".0");
        point = true;
    }
    if (e < value->len) {
        size_t digits = e + 1 + (value->text[e + 1] == '+' || value->text[e + 1] == '-');

        maker_put(m, value->text + e, digits - e);
        put_one(m, PIECES("", "0", "000"));
        maker_put(m, value->text + digits, value->len - digits);
    } else if (!point && value->text[value->text[0] == '-'] != '0' && maker_below(m, 2) == 0) {
        maker_text(m, "00e-2");
    } else {
        put_one(m, PIECES("", "e0", "E-0", "e+00"));
    }
}

static void respell_members(struct maker *m, const struct model *value)
{
    size_t count = value->item_count / 2;
    size_t first = count > 0 ? maker_below(m, (unsigned)count) : 0;
    bool backwards = maker_below(m, 2) == 0;

    for (size_t i = 0; i < count; i++) {
        size_t which = (first + (backwards ? count - i : i)) % count;

        maker_text(m, i > 0 ? "," : "");
        put_white(m);
        maker_respell(m, value->items[2 * which]);
        put_white(m);
        put_byte(m, ':');
        put_white(m);
        maker_respell(m, value->items[2 * which + 1]);
        put_white(m);
    }
}

void maker_respell(struct maker *m, const struct model *value)
{
    switch (value->type) {
    case MODEL_STRING: respell_string(m, value); break;
    case MODEL_NUMBER: respell_number(m, value); break;
    case MODEL_OBJECT:
        put_byte(m, '{');
        respell_members(m, value);
        put_byte(m, '}');
        break;
    case MODEL_ARRAY:
        put_byte(m, '[');
        for (size_t i = 0; i < value->item_count; i++) {
            maker_text(m, i > 0 ? "," : "");
            put_white(m);
            maker_respell(m, value->items[i]);
            put_white(m);
        }
        put_byte(m, ']');
        break;
    default: maker_put(m, value->text, value->len); break;
    }
}

/* ---- damage ---------------------------------------------------------------------------------- */

void maker_damage(struct maker *m)
{
    for (unsigned i = 1 + maker_below(m, 3); i > 0 && m->len > 0; i--) {
        size_t at = maker_below(m, (unsigned)m->len);

        switch (maker_below(m, 4)) {
        case 0: m->len = at + (maker_below(m, 2) == 0); break;
        case 1: memmove(m->at + at, m->at + at + 1, m->len-- - at - 1); break;
        case 2: m->at[at] = (unsigned char)maker_below(m, 256); break;
        default: m->at[at] ^= (unsigned char)(1u << maker_below(m, 8)); break;
        }
    }
}

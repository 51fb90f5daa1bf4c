/* See gen_parts.h: numbers and strings, valid and nearly so. */

#include "gen_parts.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

/* At the limits of binary64, of integers, and of what prints them. */
static const char *const limits[] = {
    "0",
    "-0",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "1e309",
    "-1E+400",
    "5e-324",
    "2e-324",
    "1e-400",
    "0.1",
    "0.30000000000000004",
    "1.0",
    "1e0",
    "0e0",
    "-0.0",
    "0E-0",
    "1e+00",
    "1e-0001",
    "123456789012345678901234567890",
    "2.2250738585072011e-308",
    "4.35",
    "1e23",
    "8.41e21",
    "2147483648",
};

static void digits(struct gen *g, unsigned n)
{
    while (n-- > 0)
        gen_byte(g, (unsigned char)('0' + gen_below(g, 10)));
}

/* Mostly few, at times more than any number type holds. */
static unsigned digit_count(struct gen *g)
{
    return gen_chance(g, 4) ? gen_between(g, 15, 330) : gen_between(g, 1, 4);
}

void gen_number(struct gen *g)
{
    if (gen_chance(g, 40)) {
        gen_text(g, limits[gen_below(g, COUNT(limits))]);
        return;
    }
    if (gen_chance(g, 30))
        gen_byte(g, '-');
    if (gen_chance(g, 30)) {
        gen_byte(g, '0');
    } else {
        gen_byte(g, (unsigned char)('1' + gen_below(g, 9)));
        digits(g, digit_count(g) - 1);
    }
    if (gen_chance(g, 40)) {
        gen_byte(g, '.');
        digits(g, digit_count(g));
    }
    if (gen_chance(g, 30)) {
        static const char *const signs[] = {"e", "E", "e+", "e-", "E+", "E-"};
        gen_text(g, signs[gen_below(g, COUNT(signs))]);
        digits(g, gen_chance(g, 90) ? gen_between(g, 1, 3) : digit_count(g));
    }
}

void gen_broken_number(struct gen *g)
{
    static const char *const before[] = {"+", ".", "0", "-", "--", "00", "0x", "-.", "e", "-0"};
    static const char *const behind[] = {".",   "e",  "E+", "e-", ".e1",
                                         "..1", "_0", "f",  "n",  "e1.5"};
    if (gen_chance(g, 30)) {
        gen_pick(g, GEN_BROKEN);
        return;
    }
    bool front = gen_chance(g, 50);
    if (front)
        gen_text(g, before[gen_below(g, COUNT(before))]);
    gen_byte(g, (unsigned char)('1' + gen_below(g, 9)));
    if (!front || gen_chance(g, 10))
        gen_text(g, behind[gen_below(g, COUNT(behind))]);
}

/* ---- Strings --------------------------------------------------------------------------------- */

/* A code point in UTF-8. */
static void put_code(struct gen *g, unsigned code)
{
    if (code < 0x80) {
        gen_byte(g, (unsigned char)code);
    } else if (code < 0x800) {
        gen_byte(g, (unsigned char)(0xc0 | code >> 6));
        gen_byte(g, (unsigned char)(0x80 | (code & 0x3f)));
    } else if (code < 0x10000) {
        gen_byte(g, (unsigned char)(0xe0 | code >> 12));
        gen_byte(g, (unsigned char)(0x80 | (code >> 6 & 0x3f)));
        gen_byte(g, (unsigned char)(0x80 | (code & 0x3f)));
    } else {
        gen_byte(g, (unsigned char)(0xf0 | code >> 18));
        gen_byte(g, (unsigned char)(0x80 | (code >> 12 & 0x3f)));
        gen_byte(g, (unsigned char)(0x80 | (code >> 6 & 0x3f)));
        gen_byte(g, (unsigned char)(0x80 | (code & 0x3f)));
    }
}

/* The ends of every range that UTF-8 treats alike, and signs that are taken for others. */
static const unsigned codes[] = {
    0x80,     0x85,     0x9f,    0xa0,    0xe9,    0x7ff,   0x800,   0xfff,   0x1000, 0x1680,
    0x2003,   0x200b,   0x2028,  0x2029,  0x201c,  0x201d,  0x2018,  0x2019,  0x202e, 0x202f,
    0x205f,   0x3000,   0xcfff,  0xd000,  0xd7ff,  0xe000,  0xfeff,  0xff02,  0xff3b, 0xff5b,
    0xfffd,   0xffff,   0x10000, 0x1f600, 0x3ffff, 0x40000, 0xfffff, 0x10fff, 0xab,   0xbb,
    0x100000, 0x10ffff, 0x25c1,  0x25b7,  0x201a,  0x201e,  0x201b,  0x201f};

void gen_utf8(struct gen *g)
{
    put_code(g, codes[gen_below(g, COUNT(codes))]);
}

void gen_bad_utf8(struct gen *g)
{
    static const char *const bad[] = {
        "\x80",
        "\xbf",
        "\xc0\xaf",
        "\xc1\xbf",
        "\xc2",
        "\xdf\x7f",
        "\xe0\x80",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xef\xbf",
        "\xf0\x80",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xf1\x80\x80",
        "\xfe",
        "\xff",
        "\xe2\x28\xa1",
        "\xf8\x88\x80\x80\x80",
    };
    gen_text(g, bad[gen_below(g, COUNT(bad))]);
}

static void put_escape(struct gen *g)
{
    static const char *const escapes[] = {
        "\\\"",
        "\\\\",
        "\\/",
        "\\b",
        "\\f",
        "\\n",
        "\\r",
        "\\t",
        "\\u0000",
        "\\u001f",
        "\\u0022",
        "\\u005c",
        "\\u0020",
        "\\u00e9",
        "\\u00A0",
        "\\u2028",
        "\\uD7FF",
        "\\ue000",
        "\\ud83d\\ude00",
        "\\ud800\\udc00",
        "\\uDBFF\\uDFFF",
        "\\uffff",
        "\\\\\\\"",
        "\\\\\\\\",
        "\\u007b",
        "\\u003c\\u002fthink\\u003e",
    };
    gen_text(g, escapes[gen_below(g, COUNT(escapes))]);
}

static void put_plain(struct gen *g)
{
    static const char *const plain[] = {
        "x",  "ok", "the answer", "{",    "}",     "[",   "]",    "{}",    "[]", "{'a':1}",
        ":",  ",",  "'",          "`",    "```",   "~~~", "<",    "/",     " ",  "  ",
        "//", "/*", "1",          "null", "\x7f",  "</",  "json", "[12]",  ")",  "(",
        "$",  "=>", "..",         "a:",   "{{x}}", "-",   "#",    "true,", "\\/"};
    gen_text(g, plain[gen_below(g, COUNT(plain))]);
}

void gen_string_piece(struct gen *g)
{
    switch (gen_below(g, 9)) {
    case 0:
    case 1: put_escape(g); return;
    case 2: gen_utf8(g); return;
    default: put_plain(g); return;
    }
}

static void put_broken_piece(struct gen *g)
{
    static const char *const broken[] = {
        "\\x",     "\\'", "\\u12", "\\u00g0", "\\ud800", "\\udc00", "\\ud83d\\u0041", "\\ud83dx",
        "\n",      "\t",  "\r",    "\x1f",    "\x01",    "\\",      "\\ud83d\\ud83d", "\\U0041",
        "\\u+041", "\\ ", "\\\n",  "\\0"};
    if (gen_chance(g, 40))
        gen_bad_utf8(g);
    else if (gen_chance(g, 10))
        gen_byte(g, 0);
    else
        gen_text(g, broken[gen_below(g, COUNT(broken))]);
}

/* A marker, without what its attributes and white space may hold and a string may not. */
static void put_marker_piece(struct gen *g)
{
    size_t from = g->len;
    gen_chance(g, 50) ? gen_opener(g) : gen_closer(g);
    for (size_t i = from; i < g->len; i++) {
        if (g->reply[i] == '"')
            g->reply[i] = '\'';
        if (g->reply[i] == '\n')
            g->reply[i] = ' ';
    }
}

void gen_string(struct gen *g)
{
    gen_byte(g, '"');
    for (unsigned n = gen_below(g, gen_chance(g, 5) ? 40 : 5); n > 0; n--) {
        if (gen_chance(g, 10))
            put_marker_piece(g);
        else
            gen_string_piece(g);
    }
    gen_byte(g, '"');
}

void gen_broken_string(struct gen *g)
{
    gen_byte(g, '"');
    for (unsigned n = gen_below(g, 3); n > 0; n--)
        put_plain(g);
    put_broken_piece(g);
    for (unsigned n = gen_below(g, 3); n > 0; n--)
        put_plain(g);
    if (gen_chance(g, 90))
        gen_byte(g, '"');
}

void gen_escapes(struct gen *g)
{
    static const char hex[] = "0123456789abcdefABCDEF";
    gen_text(g, "{\"");
    for (unsigned n = gen_between(g, 1, 4); n > 0; n--) {
        gen_text(g, "\\u");
        gen_text(g, gen_below(g, 5) == 0 ? "0" : gen_below(g, 3) == 0 ? "D" : "d");
        for (int i = 0; i < 3; i++)
            gen_byte(g, (unsigned char)hex[gen_below(g, sizeof hex - 1)]);
    }
    gen_text(g, "\":1}");
}

void gen_scalar(struct gen *g, unsigned percent)
{
    bool valid = gen_chance(g, percent);
    unsigned kind = gen_below(g, 10);
    if (kind == 0)
        valid ? gen_number(g) : gen_broken_number(g);
    else if (kind < 3)
        valid ? gen_string(g) : gen_broken_string(g);
    else
        gen_pick(g, valid ? GEN_SCALARS : GEN_BROKEN);
}

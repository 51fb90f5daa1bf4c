#include "peers.h"

#include "jets.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CJSON_LEVELS = 1000,
    JANSSON_VALUES = 2048, /* values inside one another, a scalar too */
    LEVELS = 2100          /* where the reader itself gives up */
};

#define ENTRY(bit, peer, kind, name, witness)               \
    {                                                       \
        bit, peer, kind, name, witness, sizeof(witness) - 1 \
    }

#define LEVELS_ENTRY(bit, peer, kind, name, levels) \
    {                                               \
        bit, peer, kind, name, NULL, levels         \
    }

const struct divergence divergences[] = {
    ENTRY(PEER_WHITE, PEER_CJSON, PEER_TAKES, "control characters as white space", "[\f1]"),
    ENTRY(PEER_ZEROS, PEER_CJSON, PEER_TAKES, "leading zeros", "[01]"),
    ENTRY(PEER_POINT, PEER_CJSON, PEER_TAKES, "a point without digits", "[1.]"),
    ENTRY(PEER_CONTROL, PEER_CJSON, PEER_TAKES, "control characters in strings", "[\"\x01\"]"),
    ENTRY(PEER_UTF8, PEER_CJSON, PEER_TAKES, "bytes that are not UTF-8", "[\"\xC0\xAF\"]"),
    ENTRY(PEER_HEX, PEER_CJSON, PEER_TAKES, "any four bytes behind \\u", "[\"\\u00zz\"]"),
    ENTRY(PEER_MARK, PEER_CJSON, PEER_TAKES, "a byte order mark", "\xEF\xBB\xBF[1]"),
    LEVELS_ENTRY(PEER_DEEP, PEER_CJSON, PEER_REFUSES, "more than 1,000 levels", CJSON_LEVELS + 1),
    ENTRY(PEER_CUT, PEER_CJSON, PEER_CHANGES, "strings end at U+0000", "[\"a\\u0000b\"]"),
    ENTRY(PEER_ROUNDED, PEER_CJSON, PEER_CHANGES, "numbers are binary64", "[9007199254740993]"),
    ENTRY(PEER_NUL, PEER_JANSSON, PEER_TAKES, "a NUL behind a number or a word", "[1\0]"),
    LEVELS_ENTRY(PEER_DEEPER, PEER_JANSSON, PEER_TAKES, "more levels than the library's limit",
                 JETS_DEPTH_MAX + 1),
    ENTRY(PEER_INTEGER, PEER_JANSSON, PEER_REFUSES, "integers beyond 64 bits",
          "[9223372036854775808]"),
    ENTRY(PEER_REAL, PEER_JANSSON, PEER_REFUSES, "reals beyond binary64", "[1e400]"),
    ENTRY(PEER_NUL_NAME, PEER_JANSSON, PEER_REFUSES, "U+0000 in names", "{\"\\u0000\":1}"),
    ENTRY(PEER_REPEATED, PEER_JANSSON, PEER_CHANGES, "the last of equal names stays",
          "{\"a\":1,\"a\":2}"),
    ENTRY(PEER_ROUNDED_REAL, PEER_JANSSON, PEER_CHANGES, "reals are binary64",
          "[9007199254740993.0]"),
    {0, PEER_CJSON, PEER_TAKES, NULL, NULL, 0},
};

unsigned peer_bits(enum peer peer, enum peer_kind kind)
{
    unsigned bits = 0;

    for (const struct divergence *d = divergences; d->bit != 0; d++)
        bits |= d->peer == peer && d->kind == kind ? d->bit : 0;
    return bits;
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reader {
    enum peer peer;
    const unsigned char *text;
    size_t len, at;
    unsigned met;
};

static bool read_value(struct reader *r, unsigned depth);

static int here(const struct reader *r)
{
    return r->at < r->len ? r->text[r->at] : -1;
}

static bool pass(struct reader *r, int wanted)
{
    if (here(r) != wanted)
        return false;
    r->at++;
    return true;
}

static bool is_white(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void pass_white(struct reader *r)
{
    for (; is_white(here(r)) || (r->peer == PEER_CJSON && here(r) >= 0 && here(r) <= ' '); r->at++)
        r->met |= is_white(here(r)) ? 0 : PEER_WHITE;
}

/* jansson loses a NUL that it looked at in order to see where a token ends. */
static void pass_lost_nul(struct reader *r)
{
    if (r->peer == PEER_JANSSON && pass(r, 0))
        r->met |= PEER_NUL;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static size_t pass_digits(struct reader *r)
{
    size_t from = r->at;

    while (is_digit(here(r)))
        r->at++;
    return r->at - from;
}

/* An exponent, where there is a whole one. */
static bool pass_exponent(struct reader *r)
{
    size_t from = r->at;

    if (!pass(r, 'e') && !pass(r, 'E'))
        return false;
    if (!pass(r, '+'))
        pass(r, '-');
    if (pass_digits(r) > 0)
        return true;
    r->at = from;
    return false;
}

/* cJSON gives strtod all digits, points, signs and e, and takes what that takes. */
static bool read_cjson_number(struct reader *r)
{
    size_t whole;
    size_t part = 0;
    bool zero;
    bool point;

    pass(r, '-');
    zero = here(r) == '0';
    whole = pass_digits(r);
    point = pass(r, '.');
    if (point)
        part = pass_digits(r);
    if (whole + part == 0)
        return false;
    if (zero && whole > 1)
        r->met |= PEER_ZEROS;
    if (point && (whole == 0 || part == 0))
        r->met |= PEER_POINT;
    pass_exponent(r);
    return true;
}

/* Beyond what jansson can hold? */
static unsigned jansson_overflow(const unsigned char *text, size_t len, bool real)
{
    char *copy = malloc(len + 1);
    double value;

    if (copy == NULL)
        abort();
    memcpy(copy, text, len);
    copy[len] = '\0';
    errno = 0;
    if (real) {
        value = strtod(copy, NULL);
        errno = isinf(value) ? ERANGE : 0;
    } else {
        strtoll(copy, NULL, 10);
    }
    free(copy);
    return errno != ERANGE ? 0 : real ? PEER_REAL : PEER_INTEGER;
}

static bool read_strict_number(struct reader *r)
{
    size_t from = r->at;
    bool real = false;

    pass(r, '-');
    if (!pass(r, '0') && pass_digits(r) == 0)
        return false;
    if (pass(r, '.')) {
        real = true;
        if (pass_digits(r) == 0)
            return false;
    }
    real = pass_exponent(r) || real;
    r->met |= jansson_overflow(r->text + from, r->at - from, real);
    pass_lost_nul(r);
    return true;
}

static bool read_number(struct reader *r)
{
    if (here(r) != '-' && !is_digit(here(r)))
        return false;
    return r->peer == PEER_CJSON ? read_cjson_number(r) : read_strict_number(r);
}

/* ---- strings --------------------------------------------------------------------------------- */

static int hex(int c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Four hex digits, or -1. */
static long hex4(const unsigned char *at)
{
    long value = 0;

    for (int i = 0; i < 4; i++) {
        if (hex(at[i]) < 0)
            return -1;
        value = value * 16 + hex(at[i]);
    }
    return value;
}

/* Length of the UTF-8 character at the front, 0 for none. */
static size_t utf8(const unsigned char *at, size_t len)
{
    size_t need = at[0] < 0x80 ? 1 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    unsigned long value = at[0] & (need == 1 ? 0x7Fu : 0x7Fu >> need);
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};

    if ((at[0] >= 0x80 && at[0] < 0xC0) || at[0] >= 0xF8 || need > len)
        return 0;
    for (size_t i = 1; i < need; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (at[i] & 0x3Fu);
    }
    if (value < least[need] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
        return 0;
    return need;
}

/* Passes `\u`, at `at`. What it comes to, or -1. A peer that takes anything for digits takes it for
   0. */
static long pass_unicode(struct reader *r, size_t *at, size_t end)
{
    long high;
    long low;

    if (end - *at < 6)
        return -1;
    high = hex4(r->text + *at + 2);
    if (high < 0 && r->peer == PEER_JANSSON)
        return -1;
    r->met |= high < 0 ? PEER_HEX : 0;
    *at += 6;
    if (high < 0xD800 || high > 0xDFFF)
        return high < 0 ? 0 : high;
    if (high > 0xDBFF || end - *at < 6 || r->text[*at] != '\\' || r->text[*at + 1] != 'u')
        return -1;
    low = hex4(r->text + *at + 2);
    *at += 6;
    return low < 0xDC00 || low > 0xDFFF ? -1 : low;
}

/* Passes an escape, at `at`. */
static bool pass_escape(struct reader *r, size_t *at, size_t end, bool *nul)
{
    int letter = r->text[*at + 1];

    if (letter == 'u') {
        long code = pass_unicode(r, at, end);

        *nul = *nul || code == 0;
        return code >= 0;
    }
    *at += 2;
    return letter != 0 && strchr("\"\\/bfnrt", letter) != NULL;
}

/* Passes a byte or a character that stands for itself. */
static bool pass_plain(struct reader *r, size_t *at, size_t end, bool *nul)
{
    size_t len = utf8(r->text + *at, end - *at);
    unsigned fault = len == 0 ? PEER_UTF8 : r->text[*at] < 0x20 ? PEER_CONTROL : 0;

    if (fault != 0 && r->peer == PEER_JANSSON)
        return false;
    r->met |= fault;
    *nul = *nul || r->text[*at] == 0;
    *at += len == 0 ? 1 : len;
    return true;
}

/* Where the string's closing quote stands, the byte behind a backslash never being one; or len. */
static size_t closing_quote(const struct reader *r)
{
    size_t at = r->at;

    while (at < r->len && r->text[at] != '"')
        at += r->text[at] == '\\' ? 2 : 1;
    return at < r->len ? at : r->len;
}

static bool read_string(struct reader *r, bool name)
{
    size_t end;
    bool nul = false;

    if (!pass(r, '"'))
        return false;
    end = closing_quote(r);
    if (end == r->len)
        return false;
    for (size_t at = r->at; at < end;)
        if (r->text[at] == '\\' ? !pass_escape(r, &at, end, &nul) : !pass_plain(r, &at, end, &nul))
            return false;
    if (nul)
        r->met |= r->peer == PEER_CJSON ? PEER_CUT : name ? PEER_NUL_NAME : 0;
    r->at = end + 1;
    return true;
}

/* ---- structure ------------------------------------------------------------------------------- */

static bool read_items(struct reader *r, bool object, unsigned depth)
{
    int closer = object ? '}' : ']';

    r->at++;
    if (depth > (r->peer == PEER_CJSON ? CJSON_LEVELS : JETS_DEPTH_MAX))
        r->met |= r->peer == PEER_CJSON ? PEER_DEEP : PEER_DEEPER;
    pass_white(r);
    if (pass(r, closer))
        return true;
    do {
        pass_white(r);
        if (object) {
            if (!read_string(r, true))
                return false;
            pass_white(r);
            if (!pass(r, ':'))
                return false;
            pass_white(r);
        }
        if (!read_value(r, depth))
            return false;
        pass_white(r);
    } while (pass(r, ','));
    return pass(r, closer);
}

static bool read_word(struct reader *r, const char *word)
{
    while (*word != '\0' && pass(r, *word))
        word++;
    if (*word == '\0')
        pass_lost_nul(r);
    return *word == '\0';
}

static bool read_value(struct reader *r, unsigned depth)
{
    if (depth + 1 > (r->peer == PEER_JANSSON ? JANSSON_VALUES : LEVELS))
        return false;
    switch (here(r)) {
    case '{': return read_items(r, true, depth + 1);
    case '[': return read_items(r, false, depth + 1);
    case '"': return read_string(r, false);
    case 't': return read_word(r, "true");
    case 'f': return read_word(r, "false");
    case 'n': return read_word(r, "null");
    default: return read_number(r);
    }
}

bool peer_reads(enum peer peer, const unsigned char *text, size_t len, unsigned *met)
{
    struct reader r = {peer, text, len, 0, 0};
    bool good;

    if (peer == PEER_CJSON && len >= 5 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        r.met |= PEER_MARK;
        r.at = 3;
    }
    pass_white(&r);
    good = read_value(&r, 0);
    while (good && is_white(here(&r)))
        r.at++;
    *met = r.met;
    return good && r.at == len;
}

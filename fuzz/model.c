#include "model.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const unsigned char *text;
    size_t len, at;
    unsigned limit;
};

static struct model *read_value(struct reader *r, unsigned depth);

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

static void pass_white(struct reader *r)
{
    while (here(r) == ' ' || here(r) == '\t' || here(r) == '\n' || here(r) == '\r')
        r->at++;
}

/* ---- strings --------------------------------------------------------------------------------- */

/* Four hex digits as a number, or -1. */
static long read_hex(struct reader *r)
{
    long value = 0;

    for (int i = 0; i < 4; i++) {
        int c = here(r);
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;

        if (digit < 0)
            return -1;
        value = value * 16 + digit;
        r->at++;
    }
    return value;
}

/* What stands behind a backslash, or -1. */
static long read_escape(struct reader *r)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    int c = here(r);
    const char *letter = c > 0 ? strchr(letters, c) : NULL;
    long high;
    long low;

    r->at++;
    if (letter != NULL)
        return meant[letter - letters];
    if (c != 'u')
        return -1;
    high = read_hex(r);
    if (high < 0xD800 || high > 0xDFFF)
        return high;
    if (high > 0xDBFF || !pass(r, '\\') || !pass(r, 'u'))
        return -1;
    low = read_hex(r);
    if (low < 0xDC00 || low > 0xDFFF)
        return -1;
    return 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00);
}

/* A character of UTF-8 by what it means: as few bytes as it needs, no surrogate, at most 10FFFF. */
static long read_utf8(struct reader *r)
{
    int lead = here(r);
    int more = lead < 0x80 ? 0 : lead < 0xC0 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    static const long least[] = {0, 0x80, 0x800, 0x10000};
    long value;

    if (lead < 0 || more < 0 || lead >= 0xF8)
        return -1;
    value = more == 0 ? lead : lead & (0x3F >> more);
    r->at++;
    for (int i = 0; i < more; i++, r->at++) {
        int c = here(r);

        if (c < 0x80 || c > 0xBF)
            return -1;
        value = value * 0x40 + (c - 0x80);
    }
    if (value < least[more] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return -1;
    return value;
}

static bool read_chars(struct reader *r, struct model *m)
{
    size_t room = 0;

    while (!pass(r, '"')) {
        long c = here(r) < 0x20 ? -1 : pass(r, '\\') ? read_escape(r) : read_utf8(r);

        if (c < 0)
            return false;
        if (m->char_count == room) {
            room = room == 0 ? 8 : room * 2;
            m->chars = realloc(m->chars, room * sizeof *m->chars);
            CHECK(m->chars != NULL, "out of memory");
        }
        m->chars[m->char_count++] = (uint32_t)c;
    }
    return true;
}

/* ---- numbers and words ----------------------------------------------------------------------- */

static bool read_digits(struct reader *r)
{
    size_t from = r->at;

    while (here(r) >= '0' && here(r) <= '9')
        r->at++;
    return r->at > from;
}

static bool read_number(struct reader *r)
{
    pass(r, '-');
    if (!pass(r, '0') && !read_digits(r))
        return false;
    if (pass(r, '.') && !read_digits(r))
        return false;
    if (pass(r, 'e') || pass(r, 'E')) {
        if (!pass(r, '+'))
            pass(r, '-');
        return read_digits(r);
    }
    return true;
}

static bool read_word(struct reader *r, const char *word)
{
    while (*word != '\0' && pass(r, *word))
        word++;
    return *word == '\0';
}

/* ---- containers ------------------------------------------------------------------------------ */

static void add_item(struct model *m, struct model *item)
{
    if ((m->item_count & (m->item_count - 1)) == 0) {
        size_t room = m->item_count == 0 ? 1 : m->item_count * 2;

        m->items = realloc(m->items, room * sizeof(void *));
        CHECK(m->items != NULL, "out of memory");
    }
    m->items[m->item_count++] = item;
}

static bool read_item(struct reader *r, struct model *m, unsigned depth)
{
    struct model *item;

    pass_white(r);
    item = read_value(r, depth);
    if (item == NULL)
        return false;
    add_item(m, item);
    pass_white(r);
    return true;
}

static bool read_items(struct reader *r, struct model *m, unsigned depth)
{
    bool object = m->type == MODEL_OBJECT;
    int closer = object ? '}' : ']';

    if (depth > r->limit)
        return false;
    pass_white(r);
    if (pass(r, closer))
        return true;
    do {
        pass_white(r);
        if (object && here(r) != '"')
            return false;
        if (object && !(read_item(r, m, depth) && pass(r, ':')))
            return false;
        if (!read_item(r, m, depth))
            return false;
    } while (pass(r, ','));
    return pass(r, closer);
}

/* Reads what the first byte announces. */
static bool read_content(struct reader *r, struct model *m, unsigned depth)
{
    switch (here(r)) {
    case '{':
    case '[':
        m->type = here(r) == '{' ? MODEL_OBJECT : MODEL_ARRAY;
        r->at++;
        return read_items(r, m, depth + 1);
    case '"':
        m->type = MODEL_STRING;
        r->at++;
        return read_chars(r, m);
    case 't': m->type = MODEL_TRUE; return read_word(r, "true");
    case 'f': m->type = MODEL_FALSE; return read_word(r, "false");
    case 'n': m->type = MODEL_NULL; return read_word(r, "null");
    default: m->type = MODEL_NUMBER; return read_number(r);
    }
}

static struct model *read_value(struct reader *r, unsigned depth)
{
    struct model *m = calloc(1, sizeof *m);
    size_t from = r->at;

    CHECK(m != NULL, "out of memory");
    if (!read_content(r, m, depth)) {
        model_free(m);
        return NULL;
    }
    m->text = r->text + from;
    m->len = r->at - from;
    return m;
}

struct model *model_read(const unsigned char *text, size_t len, unsigned limit)
{
    struct reader r = {text, len, 0, limit};
    struct model *m;

    pass_white(&r);
    m = read_value(&r, 0);
    pass_white(&r);
    if (m != NULL && r.at < len) {
        model_free(m);
        return NULL;
    }
    return m;
}

void model_free(struct model *m)
{
    if (m == NULL)
        return;
    for (size_t i = 0; i < m->item_count; i++)
        model_free(m->items[i]);
    free(m->items);
    free(m->chars);
    free(m);
}

/* ---- decimals -------------------------------------------------------------------------------- */

/* A number as digits without a zero at either end, times ten to `power`; an integer of any size,
   its sign apart, least digit first. Zero has no digits, no sign and no power. */
struct decimal {
    bool negative;
    unsigned char *digits;
    size_t count;
    bool power_negative;
    unsigned char *power;
    size_t power_count;
};

/* power += 1, or -= 1. */
static void step_power(struct decimal *d, bool up)
{
    bool away = d->power_count == 0 || up == !d->power_negative; /* from zero */
    size_t i = 0;

    if (d->power_count == 0)
        d->power_negative = !up;
    if (away) {
        while (i < d->power_count && d->power[i] == 9)
            d->power[i++] = 0;
        if (i == d->power_count)
            d->power[d->power_count++] = 0;
        d->power[i]++;
    } else {
        while (d->power[i] == 0)
            d->power[i++] = 9;
        d->power[i]--;
    }
    while (d->power_count > 0 && d->power[d->power_count - 1] == 0)
        d->power_count--;
    if (d->power_count == 0)
        d->power_negative = false;
}

static void read_power(struct decimal *d, const unsigned char *text, size_t len)
{
    size_t from = 0;

    if (len > 0 && (text[0] == '+' || text[0] == '-'))
        d->power_negative = text[from++] == '-';
    while (from < len && text[from] == '0')
        from++;
    for (size_t i = len; i > from; i--)
        d->power[d->power_count++] = (unsigned char)(text[i - 1] - '0');
    if (d->power_count == 0)
        d->power_negative = false;
}

static struct decimal decimal_of(const struct model *m)
{
    struct decimal d = {0};
    size_t i = 0;
    size_t e = 0;
    bool behind_point = false;

    d.digits = fuzz_allocate(m->len);
    d.power = fuzz_allocate(m->len + 32);
    while (e < m->len && m->text[e] != 'e' && m->text[e] != 'E')
        e++;
    if (e < m->len)
        read_power(&d, m->text + e + 1, m->len - e - 1);
    d.negative = m->text[0] == '-';
    for (i = d.negative; i < e; i++) {
        if (m->text[i] == '.') {
            behind_point = true;
            continue;
        }
        if (d.count > 0 || m->text[i] != '0')
            d.digits[d.count++] = m->text[i];
        if (behind_point)
            step_power(&d, false);
    }
    while (d.count > 0 && d.digits[d.count - 1] == '0') {
        d.count--;
        step_power(&d, true);
    }
    if (d.count == 0) {
        d.negative = d.power_negative = false;
        d.power_count = 0;
    }
    return d;
}

static void free_decimal(struct decimal *d)
{
    free(d->digits);
    free(d->power);
}

bool model_same_number(const struct model *a, const struct model *b)
{
    struct decimal x = decimal_of(a);
    struct decimal y = decimal_of(b);
    bool same = x.negative == y.negative && x.count == y.count &&
                x.power_negative == y.power_negative && x.power_count == y.power_count &&
                memcmp(x.digits, y.digits, x.count) == 0 &&
                memcmp(x.power, y.power, x.power_count) == 0;

    free_decimal(&x);
    free_decimal(&y);
    return same;
}

/* ---- text -------------------------------------------------------------------------------------
 */

char *model_utf8(const struct model *m, size_t *len)
{
    unsigned char *text = fuzz_allocate(4 * m->char_count + 1);
    size_t n = 0;

    for (size_t i = 0; i < m->char_count; i++) {
        uint32_t c = m->chars[i];

        if (c < 0x80) {
            text[n++] = (unsigned char)c;
            continue;
        }
        if (c >= 0x10000) {
            text[n++] = (unsigned char)(0xF0 | c >> 18);
            text[n++] = (unsigned char)(0x80 | (c >> 12 & 0x3F));
        } else if (c >= 0x800) {
            text[n++] = (unsigned char)(0xE0 | c >> 12);
        }
        text[n++] = (unsigned char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6);
        text[n++] = (unsigned char)(0x80 | (c & 0x3F));
    }
    text[n] = '\0';
    *len = n;
    return (char *)text;
}

/* ---- equality -------------------------------------------------------------------------------- */

bool model_same_chars(const struct model *a, const struct model *b)
{
    if (a->char_count != b->char_count)
        return false;
    for (size_t i = 0; i < a->char_count; i++)
        if (a->chars[i] != b->chars[i])
            return false;
    return true;
}

/* Each member of one has a member of the other to itself. */
static bool same_members(const struct model *a, const struct model *b)
{
    bool *taken = fuzz_allocate(b->item_count + 1);
    bool same = true;

    memset(taken, 0, b->item_count + 1);
    for (size_t i = 0; same && i < a->item_count; i += 2) {
        size_t k = 0;

        while (k < b->item_count && (taken[k] || !model_same_chars(a->items[i], b->items[k]) ||
                                     !model_equal(a->items[i + 1], b->items[k + 1])))
            k += 2;
        same = k < b->item_count;
        if (same)
            taken[k] = true;
    }
    free(taken);
    return same;
}

bool model_equal(const struct model *a, const struct model *b)
{
    if (a->type != b->type || a->item_count != b->item_count)
        return false;
    if (a->type == MODEL_NUMBER)
        return model_same_number(a, b);
    if (a->type == MODEL_STRING)
        return model_same_chars(a, b);
    if (a->type == MODEL_OBJECT)
        return same_members(a, b);
    for (size_t i = 0; i < a->item_count; i++)
        if (!model_equal(a->items[i], b->items[i]))
            return false;
    return true;
}

bool model_is_text(const struct model *m, const char *text)
{
    size_t len;
    char *own = model_utf8(m, &len);
    bool same = m->type == MODEL_STRING && len == strlen(text) && memcmp(own, text, len) == 0;

    free(own);
    return same;
}

const struct model *model_member(const struct model *m, const char *name, size_t *count)
{
    const struct model *found = NULL;

    *count = 0;
    for (size_t i = 0; m->type == MODEL_OBJECT && i < m->item_count; i += 2) {
        if (!model_is_text(m->items[i], name))
            continue;
        found = m->items[i + 1];
        ++*count;
    }
    return *count == 1 ? found : NULL;
}

bool model_repeats(const struct model *m)
{
    size_t step = m->type == MODEL_OBJECT ? 2 : 1;

    for (size_t i = 0; i < m->item_count; i += step) {
        if (model_repeats(m->items[i + step - 1]))
            return true;
        for (size_t k = 0; step == 2 && k < i; k += 2)
            if (model_same_chars(m->items[i], m->items[k]))
                return true;
    }
    return false;
}

size_t model_size(const struct model *m)
{
    size_t size = 1;

    for (size_t i = 0; i < m->item_count; i++)
        size += model_size(m->items[i]);
    return size;
}

unsigned model_depth(const struct model *m)
{
    unsigned deepest = 0;

    for (size_t i = 0; i < m->item_count; i++) {
        unsigned depth = model_depth(m->items[i]);

        deepest = depth > deepest ? depth : deepest;
    }
    return deepest + (m->type >= MODEL_ARRAY);
}

/*
 * R6: does the answer repeat a member name? And the set of JSON strings that this and O2 need: a
 * hash table in memory of the caller's choice. The hash is SipHash-1-3 over code points (a
 * published design by Aumasson and Bernstein), so that whoever does not know the key cannot choose
 * names that collide; it only speeds: equality decides.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- strings by what they mean ---- */

static uint32_t hex4(const unsigned char *digits)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char c = digits[i];
        value = value << 4 | (uint32_t)(byte_is(c, B_DIGIT) ? c - '0' : lower(c) - 'a' + 10);
    }
    return value;
}

static uint32_t unescaped(const unsigned char *text, size_t *at)
{
    static const char letters[] = "bfnrt";
    static const char meant[] = "\b\f\n\r\t";
    unsigned char c = text[*at + 1];
    const char *letter = strchr(letters, c);
    uint32_t value;
    *at += 2;
    if (c != 'u')
        return letter != NULL ? (unsigned char)meant[letter - letters] : c;
    value = hex4(text + *at);
    *at += 4;
    if (value >= 0xD800 && value < 0xE000) {
        value = 0x10000 + ((value - 0xD800) << 10) + (hex4(text + *at + 2) - 0xDC00);
        *at += 6;
    }
    return value;
}

uint32_t string_odd_code_point(const unsigned char *text, size_t *at)
{
    unsigned char c = text[*at];
    uint32_t value;
    unsigned more;
    if (c == '\\')
        return unescaped(text, at);
    ++*at;
    more = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    value = c & (0x3Fu >> more);
    while (more-- > 0)
        value = value << 6 | (text[(*at)++] & 0x3Fu);
    return value;
}

/* ---- the hash ---- */

static uint64_t rotate(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[0] = rotate(v[0], 32);
    v[2] += v[3];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

static void sip_word(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
}

static uint64_t key_half(const unsigned char *key)
{
    uint64_t half = 0;
    for (unsigned i = 8; i-- > 0;)
        half = half << 8 | key[i];
    return half;
}

/* Two code points to a word; their number at the end. */
static uint64_t hash(const struct string_set *set, size_t group, size_t from, size_t to)
{
    uint64_t k0 = key_half(set->options->hash_key);
    uint64_t k1 = key_half(set->options->hash_key + 8);
    uint64_t v[4] = {k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u,
                     k1 ^ 0x7465646279746573u};
    uint64_t count = 0;
    uint64_t word = 0;
    sip_word(v, group);
    for (; from < to; count++) {
        word = word << 32 | string_code_point(set->text, &from);
        if (count & 1u)
            sip_word(v, word);
    }
    sip_word(v, word);
    sip_word(v, count);
    v[2] ^= 0xFF;
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- the set ---- */

bool string_set_init(struct string_set *set, const unsigned char *text, size_t count, size_t extra,
                     const struct jets_options *options)
{
    const struct jets_memory *m = &options->memory;
    size_t slots;
    *set = (struct string_set){.text = text, .options = options, .size = 2 * SMALL_SET};
    set->slots = set->small;
    set->extra = set->small_extra;
    if (count <= SMALL_SET)
        return true;
    if (count > SIZE_MAX / 16 / sizeof *set->slots)
        return false;
    while (set->size / 2 < count)
        set->size *= 2;
    slots = set->size * sizeof *set->slots;
    set->bytes = slots + extra * sizeof *set->extra;
    set->slots = m->allocate != NULL ? m->allocate(m->context, set->bytes) : malloc(set->bytes);
    if (set->slots == NULL)
        return false;
    memset(set->slots, 0, set->bytes);
    set->extra = (size_t *)(void *)((unsigned char *)set->slots + slots);
    return true;
}

void string_set_free(struct string_set *set)
{
    const struct jets_memory *m = &set->options->memory;
    if (set->slots == set->small)
        return;
    if (m->allocate == NULL)
        free(set->slots);
    else if (m->release != NULL)
        m->release(m->context, set->slots, set->bytes);
}

static bool same_string(const unsigned char *text, size_t a, size_t a_to, size_t b, size_t b_to)
{
    while (a < a_to && b < b_to)
        if (string_code_point(text, &a) != string_code_point(text, &b))
            return false;
    return a == a_to && b == b_to;
}

bool string_set_add(struct string_set *set, size_t group, size_t from, size_t to)
{
    size_t mask = set->size - 1;
    size_t i = (size_t)hash(set, group, from, to) & mask;
    for (; set->slots[i].from != 0; i = (i + 1) & mask) {
        const struct string_slot *slot = &set->slots[i];
        if (slot->group == group && same_string(set->text, slot->from, slot->to, from, to))
            return false;
    }
    set->slots[i] = (struct string_slot){from, to, group};
    return true;
}

/* ---- R6 ---- */

/* How many members there are (outside strings, a colon each), and how deep objects nest. */
static size_t count_members(const struct jets_path *path, const unsigned char *value, size_t len,
                            size_t *deepest)
{
    size_t count = 0;
    size_t depth = 0;
    bool escaped;
    *deepest = 0;
    for (size_t i = 0; i < len;) {
        unsigned char c = value[i];
        count += c == ':';
        depth += c == '{';
        depth -= c == '}';
        *deepest = depth > *deepest ? depth : *deepest;
        i = c == '"' ? path->string_end(value, i + 1, len, &escaped) : i + 1;
    }
    return count;
}

/* The value is a container, so something stands behind each string. An object's offset is the group
   of its names; set->extra holds those of the objects that are open. */
static bool repeats(const struct jets_path *path, struct string_set *set, size_t len)
{
    const unsigned char *value = set->text;
    size_t depth = 0;
    size_t end;
    bool escaped;
    for (size_t i = 0; i < len; i = end) {
        end = i + 1;
        if (value[i] == '"') {
            end = path->string_end(value, i + 1, len, &escaped);
            if (value[skip(value, end, len, B_WHITE)] == ':' &&
                !string_set_add(set, set->extra[depth - 1], i + 1, end - 1)) {
                return true;
            }
        } else if (value[i] == '{') {
            set->extra[depth++] = i;
        } else if (value[i] == '}') {
            depth--;
        }
    }
    return false;
}

int names_repeat(const struct jets_path *path, const unsigned char *value, size_t len,
                 const struct jets_options *options)
{
    struct string_set set;
    size_t deepest;
    size_t count;
    int result =
        value[0] == '"' || memchr(value, '{', len) == NULL ? 0 : path->few_repeat(value, len);
    if (result >= 0)
        return result;
    count = count_members(path, value, len, &deepest);
    if (!string_set_init(&set, value, count, deepest, options))
        return -1;
    result = repeats(path, &set, len);
    string_set_free(&set);
    return result;
}

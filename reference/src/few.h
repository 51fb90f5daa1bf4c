/*
 * R6 for most answers, which need no memory for it: under 4 GiB, objects that nest no deeper than
 * OPEN_MAX, and in those that are open at once no more than NAMES_MAX names, none of them with an
 * escape. So names are compared as bytes. The answer is known to be a value; it is read 64 bytes at
 * a time, by what stands where among them, a bit for each byte. Written once and compiled for each
 * way of finding these bits: by table, as below, and with vectors in window.h, which defines
 * FEW_REPEAT, the function's name, and then also MARKS(text, marks).
 */
#include "internal.h"

#include <string.h>

#ifndef JETS_FEW_H
#define JETS_FEW_H

/* Of 64 bytes, those that are of each kind: a quote, a backslash, or one of `:`, `{` and `}`. */
struct marks {
    uint64_t quotes, escapes, others;
};

enum { OPEN_MAX = 32, NAMES_MAX = 32 };
struct few_names {
    struct few_object {
        uint64_t seen;    /* by its mark, a bit for each name that was met in it */
        size_t before;    /* how many names came before its own */
    } open[OPEN_MAX + 1]; /* the innermost one at `depth`; 0 is none */
    uint32_t from[NAMES_MAX], mark[NAMES_MAX];
    size_t depth, count;
};

/* Of eight bytes, each the lowest bit, side by side. */
static inline uint64_t gather(uint64_t bytes)
{
    return (bytes & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

/* The kinds of `count` bytes, at most eight: one in the lowest bits of each byte. */
static inline uint64_t kinds_of(const unsigned char *text, size_t count)
{
    static const unsigned char kinds[256] = {
        ['"'] = 1, ['\\'] = 2, [':'] = 4, ['{'] = 4, ['}'] = 4};
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes |= (uint64_t)kinds[text[i]] << 8 * i;
    return bytes;
}

/* By table, of len bytes, at most 64. Eight at a time, and without a branch, since where they stand
   is hard to foresee. */
static inline void marks_by_table(const unsigned char *text, size_t len, struct marks *marks)
{
    memset(marks, 0, sizeof *marks);
    for (size_t i = 0; i < len; i += 8) {
        uint64_t bytes = len - i < 8 ? kinds_of(text + i, len - i) : kinds_of(text + i, 8);
        marks->quotes |= gather(bytes) << i;
        marks->escapes |= gather(bytes >> 1) << i;
        marks->others |= gather(bytes >> 2) << i;
    }
}

/* A backslash takes from the byte behind it what it would be. *escaped: is that the first one, now
   and in the next 64? */
static inline void unescape(struct marks *marks, bool *escaped)
{
    uint64_t left = marks->escapes;
    uint64_t behind = *escaped ? 1 : 0;
    *escaped = false;
    for (;;) {
        left &= ~behind;
        marks->quotes &= ~behind;
        if (left == 0)
            return;
        *escaped = left == UINT64_C(1) << 63;
        behind = (left & (0 - left)) << 1;
        left &= left - 1;
    }
}

/* Each bit becomes the sum of those up to it: from a string's opening quote to its end, 1. */
static inline uint64_t sums(uint64_t bits)
{
    for (unsigned by = 1; by < 64; by *= 2)
        bits ^= bits << by;
    return bits;
}

/* Where the highest of the bits stands that are `below`, from `base` on; else `before`. */
static inline size_t last_of(uint64_t bits, size_t base, size_t before)
{
    return bits != 0 ? base + highest(bits) : before;
}

/* Equal names have equal marks; most others have not. */
static inline uint32_t name_mark(const unsigned char *name, size_t len)
{
    uint32_t first = 0;
    uint32_t last = 0;
    if (len >= 4) {
        memcpy(&first, name, 4);
        memcpy(&last, name + len - 4, 4);
    } else if (len > 0) {
        first = name[0];
        last = (uint32_t)name[len / 2] << 8 | name[len - 1];
    }
    return (first ^ (last << 16 | last >> 16)) * 0x9E3779B1u + (uint32_t)len * 0x85EBCA6Bu;
}

/* Are two names of one length equal? The shorter ones without a call. */
static inline bool same_name(const unsigned char *a, const unsigned char *b, size_t len)
{
    uint64_t ends[4];
    if (len < 8 || len > 16)
        return memcmp(a, b, len) == 0;
    memcpy(&ends[0], a, 8);
    memcpy(&ends[1], a + len - 8, 8);
    memcpy(&ends[2], b, 8);
    memcpy(&ends[3], b + len - 8, 8);
    return ((ends[0] ^ ends[2]) | (ends[1] ^ ends[3])) == 0;
}

/* Adds the name value[from..to) to the innermost object. 1 where it is there, 0 where it was not,
   -1 where it does not fit. */
static inline int add_name(struct few_names *few, const unsigned char *value, size_t from,
                           size_t to)
{
    struct few_object *object = &few->open[few->depth];
    uint32_t mark = name_mark(value + from, to - from);
    uint64_t bit = UINT64_C(1) << (mark >> 26);
    /* with the quote behind it, which stands in no name: so the lengths are compared too. What is
       read of the one before stands in front of this one, or in it. */
    for (size_t i = object->seen & bit ? object->before : few->count; i < few->count; i++)
        if (few->mark[i] == mark && same_name(value + few->from[i], value + from, to - from + 1))
            return 1;
    if (few->count == NAMES_MAX)
        return -1;
    object->seen |= bit;
    few->from[few->count] = (uint32_t)from;
    few->mark[few->count++] = mark;
    return 0;
}

#endif

#ifndef FEW_REPEAT
#define FEW_REPEAT few_repeat_portable
#define MARKS(text, marks) marks_by_table(text, 64, marks)
#endif

/* Does the value repeat a name? 1 yes, 0 no, -1 not to be told so. */
static int FEW_REPEAT(const unsigned char *value, size_t len)
{
    struct few_names few;
    bool escaped = false;      /* the first byte is, by the last of the 64 before */
    uint64_t inside = 0;       /* all bits: it stands inside a string */
    size_t escape = 0;         /* the last backslash before */
    size_t quotes[2] = {0, 0}; /* the last two quotes before, the later one first */
    few.depth = few.count = 0;
    if (len >> 16 >> 16 != 0) /* in two steps, for a size_t of 32 bits */
        return -1;
    for (size_t base = 0; base < len; base += 64) {
        struct marks marks;
        uint64_t strings;
        if (len - base < 64)
            marks_by_table(value + base, len - base, &marks);
        else
            MARKS(value + base, &marks);
        if (marks.escapes != 0 || escaped)
            unescape(&marks, &escaped);
        strings = sums(marks.quotes) ^ inside;
        inside = 0 - (strings >> 63);
        for (uint64_t left = marks.others & ~strings; left != 0; left &= left - 1) {
            uint64_t below = (left & (0 - left)) - 1;
            unsigned char c = value[base + lowest(left)];
            if (c == '{') {
                if (few.depth == OPEN_MAX)
                    return -1;
                few.open[++few.depth] = (struct few_object){0, few.count};
            } else if (c == '}') {
                few.count = few.open[few.depth--].before;
            } else {
                uint64_t before = marks.quotes & below;
                uint64_t first = before == 0 ? 0 : before ^ UINT64_C(1) << highest(before);
                size_t end = last_of(before, base, quotes[0]);
                size_t from = last_of(first, base, quotes[before == 0]);
                int result;
                if (last_of(marks.escapes & below, base, escape) > from)
                    return -1;
                result = add_name(&few, value, from + 1, end);
                if (result != 0)
                    return result;
            }
        }
        escape = last_of(marks.escapes, base, escape);
        if (marks.quotes != 0) {
            uint64_t last = UINT64_C(1) << highest(marks.quotes);
            quotes[1] = last_of(marks.quotes ^ last, base, quotes[0]);
            quotes[0] = base + highest(last);
        }
    }
    return 0;
}

#undef FEW_REPEAT
#undef MARKS

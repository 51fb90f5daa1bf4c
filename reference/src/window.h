/*
 * How runs of bytes are passed over with vectors, written once for vectors of any kind; vector.c
 * includes it for each kind, having defined V, LANES, the operations used below, and NAMED, which
 * makes the names of what is defined here.
 *
 * A window is 64 bytes of the reply, and a bit for each of them that ends a run. So a token costs a
 * shift and a count of zeros; its bytes need not be loaded and compared once more, for which the
 * next token would have to wait. Windows stand side by side, wherever tokens begin, and hence wait
 * for no token either. The last one is moved back to end where the reply ends: nothing outside the
 * reply is ever loaded.
 */
#ifndef V
#include "value.h"
#else

#define BLOCK ((size_t)8 * LANES)
#define KIND NAMED(kind)
#define MASK NAMED(mask)
#define NEXT NAMED(next)
#define RANKED NAMED(ranked)
#define NEAR NAMED(near)
#define CHECKED NAMED(checked)
#define PROSE NAMED(prose)
#define PAST_STRING NAMED(past_string)

/* The bytes at text that are of this kind; of RUN_PROSE, perhaps some more. */
ALWAYS_INLINE uint64_t KIND(const unsigned char *text, enum run run)
{
    V c = LOAD(text);
    switch (run) {
    case RUN_PLAIN: /* its ends: as signed bytes, control bytes and those past ASCII are the least
                     */
        return BITS(OR(OR(EQ(c, SET('"')), EQ(c, SET('\\'))), LESS(c, SET(0x20))));
    case RUN_WHITE:
        return BITS(
            OR(OR(EQ(c, SET(' ')), EQ(c, SET('\n'))), OR(EQ(c, SET('\r')), EQ(c, SET('\t')))));
    case RUN_DIGITS: /* moved by this much the ten digits are the least */
        return BITS(LESS(SUB(c, SET('0' - 128)), SET(10 - 128)));
    case RUN_STRING: /* its ends */ return BITS(OR(EQ(c, SET('"')), EQ(c, SET('\\'))));
    default: /* its ends: `<`, `[` to a backquote, `{` to `~`, 0xE2 */
        return BITS(OR(OR(EQ(c, SET('<')), EQ(c, SET(0xE2 - 256))),
                       OR(LESS(SUB(c, SET('[' - 128)), SET(6 - 128)), LESS(SET('z'), c))));
    }
}

/* The bytes of text[0..64) that end a run. */
ALWAYS_INLINE uint64_t MASK(const unsigned char *text, enum run run)
{
    uint64_t mask = 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < 64; i += LANES)
        mask |= KIND(text + i, run) << i;
    return run == RUN_WHITE || run == RUN_DIGITS ? ~mask : mask;
}

/* The end of the run that goes on at i, past the window w or where it has no more bits. Strings and
   white space take turns, so where one ends the other's window is set too. */
ALWAYS_INLINE size_t NEXT(struct windows *windows, struct window *w, const unsigned char *text,
                          size_t i, size_t len, enum run run, unsigned classes)
{
    size_t from = i < w->end + 64 ? w->end : i;
    for (;; i = from = w->end) {
        uint64_t mask;
        size_t ahead;
        if (len - from < 64) {
            if (len < 64 || i == len)
                return skip(text, i, len, classes);
            from = len - 64;
        }
        ahead = i > from ? i - from : 0;
        w->end = from + 64;
        w->mask = MASK(text + from, run);
        mask = w->mask >> ahead;
        if (mask != 0) {
            if (run == RUN_PLAIN)
                windows->white = (struct window){w->end, MASK(text + from, RUN_WHITE)};
            if (run == RUN_WHITE)
                windows->plain = (struct window){w->end, MASK(text + from, RUN_PLAIN)};
            return from + ahead + lowest(mask);
        }
    }
}

#define RUN(name, run, classes)                                                               \
    static __attribute__((noinline)) size_t NAMED(name##_next)(                               \
        struct windows * w, const unsigned char *text, size_t i, size_t len)                  \
    {                                                                                         \
        return NEXT(w, &w->name, text, i, len, run, classes);                                 \
    }                                                                                         \
    ALWAYS_INLINE size_t NAMED(name)(struct windows * w, const unsigned char *text, size_t i, \
                                     size_t len)                                              \
    {                                                                                         \
        uint64_t mask = i < w->name.end ? w->name.mask >> ((i - w->name.end) & 63) : 0;       \
        return mask != 0 ? i + lowest(mask) : NAMED(name##_next)(w, text, i, len);            \
    }
RUN(plain, RUN_PLAIN, B_PLAIN)
RUN(white, RUN_WHITE, B_WHITE)
RUN(digits, RUN_DIGITS, B_DIGIT)
#undef RUN

#define WALK NAMED(read)
#define WINDOWS struct windows
#define PLAIN_END(w, text, i, len) NAMED(plain)(w, text, i, len)
#define WHITE_END(w, text, i, len) NAMED(white)(w, text, i, len)
#define DIGITS_END(w, text, i, len) NAMED(digits)(w, text, i, len)
#include "walk.h"

ALWAYS_INLINE void NAMED(marks)(const unsigned char *text, struct marks *marks)
{
    memset(marks, 0, sizeof *marks);
    for (unsigned i = 0; i < 64; i += LANES) {
        V c = LOAD(text + i);
        V others = OR(EQ(c, SET(':')), OR(EQ(c, SET('{')), EQ(c, SET('}'))));
        marks->quotes |= BITS(EQ(c, SET('"'))) << i;
        marks->escapes |= BITS(EQ(c, SET('\\'))) << i;
        marks->others |= BITS(others) << i;
    }
}

#define FEW_REPEAT NAMED(few_repeat)
#define MARKS NAMED(marks)
#include "few.h"

/* Prose stops at `<`, `[`, `]`, a backquote, `{`, `}`, `~`, and 0xE2. Moved up by 0x5F, as far as
   0xFF, these have the greatest of all low five bits, and more than 0x7F; and so with the bits 0x60
   set they are the greatest of all bytes. That is three operations a vector, this one's and MAX,
   for which `;` `=` `>` `?` `@` `\` `^` `_` `|` and what is past ASCII are taken for such bytes. */
ALWAYS_INLINE V RANKED(const unsigned char *text)
{
    return OR(ADD_UP_TO_255(LOAD(text), SET(0x5F)), SET(0x60));
}

/* May prose stop in text[0..BLOCK)? */
ALWAYS_INLINE bool NEAR(const unsigned char *text)
{
    V most = RANKED(text);
#pragma GCC unroll 8
    for (size_t i = LANES; i < BLOCK; i += LANES)
        most = MAX(most, RANKED(text + i));
    return BITS(EQ(MAX(most, SET(0xFA - 256)), most)) != 0;
}

/* Of the places from `from` on that the mask names, the first where prose stops indeed; or len. */
ALWAYS_INLINE size_t CHECKED(const struct jets_markers *m, const unsigned char *text, size_t from,
                             uint64_t mask, size_t len)
{
    for (; mask != 0; mask &= mask - 1)
        if (m->first[text[from + lowest(mask)]] & FIRST_STOP)
            return from + lowest(mask);
    return len;
}

static size_t PROSE(const struct jets_markers *m, const unsigned char *text, size_t from,
                    size_t len)
{
    size_t stop = len;
    if (!m->quick || len < 64)
        return jets_path_portable.prose_end(m, text, from, len);
    if (len - from >= 64) { /* one window first, and the blocks behind it are aligned */
        stop = CHECKED(m, text, from, MASK(text + from, RUN_PROSE), len);
        if (stop != len)
            return stop;
        from += 64 - ((uintptr_t)(text + from) & 63);
    }
    while (len - from >= BLOCK) {
        size_t end = from + BLOCK;
        if (!NEAR(text + from)) {
            from = end;
            continue;
        }
        for (; from < end; from += 64) { /* not looked at again as a block */
            stop = CHECKED(m, text, from, MASK(text + from, RUN_PROSE), len);
            if (stop != len)
                return stop;
        }
    }
    for (; stop == len && from < len; from += 64) {
        size_t back = len - from < 64 ? 64 - (len - from) : 0;
        stop = CHECKED(m, text, from, MASK(text + from - back, RUN_PROSE) >> back, len);
    }
    return stop;
}

static size_t PAST_STRING(const unsigned char *text, size_t from, size_t len, bool *escaped)
{
    while (len - from >= LANES) {
        uint64_t mask = KIND(text + from, RUN_STRING);
        if (mask == 0) {
            from += LANES;
        } else {
            from += lowest(mask);
            if (text[from] == '"')
                return from + 1;
            *escaped = true;
            from += 2;
        }
    }
    return jets_path_portable.string_end(text, from, len, escaped);
}

const struct jets_path NAMED(path) = {NAME, PROSE, WALK, PAST_STRING, NAMED(few_repeat)};

#undef WALK
#undef WINDOWS
#undef PLAIN_END
#undef WHITE_END
#undef DIGITS_END

#endif

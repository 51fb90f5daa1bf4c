/* R2: the marker table, and what matches it. */
#include "internal.h"

#include <string.h>

#define TAG JETS_MARKER_TAG
#define PREFILLED JETS_MARKER_PREFILLED
#define CHANNEL JETS_MARKER_CHANNEL
#define PAIR(open, close, flags)                                      \
    {                                                                 \
        (open), sizeof(open) - 1, (close), sizeof(close) - 1, (flags) \
    }

#define BRACKETS_AND_FENCES                                                         \
    ['{'] = FIRST_STOP, ['}'] = FIRST_STOP, [']'] = FIRST_STOP, ['`'] = FIRST_STOP, \
    ['~'] = FIRST_STOP

#define BOTH (FIRST_OPEN | FIRST_CLOSE)
#define P(n) (UINT64_C(1) << (n))

/* The table of SPEC section 5, in its order. What its markers begin with is written out because the
   table is constant; a test compares it with what jets_markers_init makes of the same pairs. */
static const struct jets_markers DEFAULT = {
    {
        PAIR("<think", "</think", TAG | PREFILLED),
        PAIR("<thinking", "</thinking", TAG | PREFILLED),
        PAIR("<thought", "</thought", TAG),
        PAIR("<reasoning", "</reasoning", TAG),
        PAIR("<reason", "</reason", TAG),
        PAIR("<analysis", "</analysis", TAG),
        PAIR("<scratch_pad", "</scratch_pad", TAG),
        PAIR("<budget:thinking", "</budget:thinking", TAG),
        PAIR("<mm:think", "</mm:think", TAG | PREFILLED),
        PAIR("<seed:think", "</seed:think", TAG),
        PAIR("<longcat_think", "</longcat_think", TAG | PREFILLED),
        PAIR("\xE2\x97\x81think\xE2\x96\xB7", "\xE2\x97\x81/think\xE2\x96\xB7", 0),
        PAIR("<|open|>think<|sep|>", "<|close|>think<|sep|>", 0),
        PAIR("[THINK]", "[/THINK]", 0),
        PAIR("<|channel>thought", "<channel|>", 0),
        PAIR("<unused94>thought", "<unused95>", 0),
        PAIR("<|START_THINKING|>", "<|END_THINKING|>", PREFILLED),
        PAIR("<|inner_prefix|>", "<|inner_suffix|>", 0),
        PAIR("<|think:start|>", "<|think:end|>", PREFILLED),
        PAIR("<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>", 0),
        PAIR("<|channel|>analysis<|message|>", "<|channel|>final", CHANNEL),
    },
    21,
    {BRACKETS_AND_FENCES, ['['] = FIRST_STOP | BOTH, [0xE2] = FIRST_STOP | BOTH,
     ['<'] = FIRST_STOP | BOTH | FIRST_PREFILLED},
    {['/'] = FIRST_CLOSE, ['|'] = BOTH,        [0x97] = BOTH,       ['u'] = BOTH,
     ['U'] = BOTH,        ['c'] = FIRST_CLOSE, ['C'] = FIRST_CLOSE, ['t'] = FIRST_OPEN,
     ['T'] = FIRST_OPEN,  ['r'] = FIRST_OPEN,  ['R'] = FIRST_OPEN,  ['a'] = FIRST_OPEN,
     ['A'] = FIRST_OPEN,  ['s'] = FIRST_OPEN,  ['S'] = FIRST_OPEN,  ['b'] = FIRST_OPEN,
     ['B'] = FIRST_OPEN,  ['m'] = FIRST_OPEN,  ['M'] = FIRST_OPEN,  ['l'] = FIRST_OPEN,
     ['L'] = FIRST_OPEN},
    {{[0x81 & 31] = P(11),
      ['c' & 31] = P(6) | P(14) | P(20),
      ['e' & 31] = P(3) | P(4) | P(9),
      ['h' & 31] = P(0) | P(1) | P(2) | P(13),
      ['i' & 31] = P(17),
      ['m' & 31] = P(8),
      ['n' & 31] = P(5) | P(15),
      ['o' & 31] = P(10) | P(12),
      ['p' & 31] = P(19),
      ['s' & 31] = P(16),
      ['t' & 31] = P(18),
      ['u' & 31] = P(7)},
     {['a' & 31] = P(5) | P(11),
      ['b' & 31] = P(7),
      ['c' & 31] = P(12) | P(20),
      ['e' & 31] = P(16),
      ['h' & 31] = P(14),
      ['i' & 31] = P(17),
      ['l' & 31] = P(10),
      ['m' & 31] = P(8),
      ['n' & 31] = P(15),
      ['p' & 31] = P(19),
      ['r' & 31] = P(3) | P(4),
      ['s' & 31] = P(6) | P(9),
      ['t' & 31] = P(0) | P(1) | P(2) | P(13) | P(18)}},
    '<',
    true};

const struct jets_markers jets_no_markers = {.first = {BRACKETS_AND_FENCES, ['['] = FIRST_STOP},
                                             .quick = true};

const struct jets_markers *jets_markers_default(void)
{
    return &DEFAULT;
}

static void add_byte(unsigned char table[256], unsigned char byte, unsigned what)
{
    unsigned char c = lower(byte);
    table[c] = (unsigned char)(table[c] | what);
    if (c >= 'a' && c <= 'z')
        table[c - 0x20] = table[c];
}

static bool add_text(struct jets_markers *table, const char *text, size_t len, unsigned what)
{
    if (text == NULL || len == 0 || len > JETS_MARKER_LEN_MAX ||
        byte_is((unsigned char)text[0], B_WHITE)) {
        return false;
    }
    add_byte(table->first, (unsigned char)text[0], FIRST_STOP | what);
    for (unsigned c = 0; c < 256; c++)
        if (len < 2 || c == (unsigned char)text[1])
            add_byte(table->second, (unsigned char)c, what & BOTH);
    for (unsigned c = 0; c < 32; c++)
        if (len < 3 || c == ((unsigned char)text[2] & 31u))
            table->third[what & FIRST_OPEN ? 0 : 1][c] |= P(table->count);
    return true;
}

/* `<name` or `</name`: only so can no two tags, and no other text, match in one place. */
static bool is_tag(const char *text, size_t len, const char *head)
{
    size_t i = strlen(head);
    if (len <= i || memcmp(text, head, i) != 0)
        return false;
    while (i < len &&
           (byte_is((unsigned char)text[i], B_WORD) || memchr(":.-", text[i], 3) != NULL)) {
        i++;
    }
    return i == len;
}

static bool add_pair(struct jets_markers *table, const struct jets_marker *p)
{
    static const char channel[] = "<|channel|>";
    size_t head = sizeof channel - 1;
    unsigned close = FIRST_CLOSE | (p->flags & PREFILLED ? FIRST_PREFILLED : 0u);
    if (table->count == JETS_MARKERS_MAX || p->flags > (TAG | PREFILLED | CHANNEL) ||
        !add_text(table, p->open, p->open_len, FIRST_OPEN) ||
        !add_text(table, p->close, p->close_len, close)) {
        return false;
    }
    if ((p->flags & TAG) &&
        (!is_tag(p->open, p->open_len, "<") || !is_tag(p->close, p->close_len, "</"))) {
        return false;
    }
    if ((p->flags & CHANNEL) && (p->close_len <= head || memcmp(p->close, channel, head) != 0))
        return false;
    table->pair[table->count++] = *p;
    return true;
}

/* Are the bytes at which prose may stop among those that vectors look for (window.h)? They look for
   no letter; a small one is never there without its capital. */
static bool is_quick(const unsigned char first[256])
{
    for (unsigned c = 0; c < 256; c++)
        if ((first[c] & FIRST_STOP) && c != '<' && c != 0xE2 && (c < '[' || c > 0x7F))
            return false;
    return true;
}

/* The one byte of which `what` is true, or 0. */
static unsigned char only_byte(const unsigned char table[256], unsigned what)
{
    unsigned char only = 0;
    unsigned count = 0;
    for (unsigned c = 0; c < 256; c++) {
        if (table[c] & what) {
            only = (unsigned char)c;
            count++;
        }
    }
    return count == 1 ? only : 0;
}

int jets_markers_init(struct jets_markers *table, const struct jets_marker *pairs, size_t count,
                      bool with_default)
{
    bool good = true;
    *table = jets_no_markers;
    for (size_t i = 0; i < count && good; i++)
        good = add_pair(table, &pairs[i]);
    for (size_t i = 0; with_default && i < DEFAULT.count && good; i++)
        good = add_pair(table, &DEFAULT.pair[i]);
    table->quick = is_quick(table->first);
    table->prefilled = only_byte(table->first, FIRST_PREFILLED);
    if (!good)
        *table = jets_no_markers;
    return good ? 0 : -1;
}

/* Does `text` stand at `at`, whatever the case of its letters? */
static bool text_at(struct view *w, size_t at, const char *text, size_t len)
{
    const unsigned char *here = w->text + at;
    size_t known = w->len - at < len ? w->len - at : len;
    for (size_t i = 0; i < known; i++) {
        if (here[i] == (unsigned char)text[i])
            continue;
        if (lower(here[i]) != lower((unsigned char)text[i]))
            return false;
    }
    w->hit |= known < len;
    return known == len;
}

/* Behind the name of a tag: `>`, or white space, for an opener attributes too, and `>`. */
static bool tag_tail(struct view *w, size_t at, bool open, size_t *look, size_t *end)
{
    size_t i = *look > at ? *look : at;
    int c = peek(w, at);
    if (c != '>' && (c < 0 || !byte_is((unsigned char)c, B_WHITE)))
        return false;
    if (open)
        while ((c = peek(w, i)) >= 0 && c != '<' && c != '>')
            i++;
    else
        i = skip(w->text, i, w->len, B_WHITE);
    *look = i;
    *end = i + 1;
    return peek(w, i) == '>' && w->text[i - 1] != '/';
}

/* Behind `<|channel|>final`: anything without `<` but that of `<|constrain|>`, then `<|message|>`.
 */
static bool channel_tail(struct view *w, size_t at, size_t *look, size_t *end)
{
    static const char constrain[] = "<|constrain|>";
    static const char message[] = "<|message|>";
    size_t i = *look > at ? *look : at;
    for (;; i += sizeof constrain - 1) {
        int c;
        while ((c = peek(w, i)) >= 0 && c != '<')
            i++;
        *look = i;
        if (c < 0)
            return false;
        if (text_at(w, i, message, sizeof message - 1)) {
            *end = i + sizeof message - 1;
            return true;
        }
        if (!text_at(w, i, constrain, sizeof constrain - 1))
            return false;
    }
}

static bool pair_at(const struct jets_marker *pair, bool open, struct view *w, size_t at,
                    size_t *look, size_t *end)
{
    const char *text = open ? pair->open : pair->close;
    size_t len = open ? pair->open_len : pair->close_len;
    if (!text_at(w, at, text, len))
        return false;
    if (pair->flags & TAG)
        return tag_tail(w, at + len, open, look, end);
    *end = at + len;
    return open || !(pair->flags & CHANNEL) || channel_tail(w, at + len, look, end);
}

bool marker_at(const struct jets_markers *m, unsigned pairs, bool open, struct view *w, size_t at,
               size_t *look, struct found *found)
{
    uint64_t left = pairs_at(m, open, w, at);
    if (pairs < m->count)
        left &= P(pairs);
    for (; left != 0; left &= left - 1) {
        unsigned i = lowest(left);
        if (pairs == PAIR_PREFILLED && !(m->pair[i].flags & PREFILLED))
            continue;
        if (pair_at(&m->pair[i], open, w, at, look, &found->end)) {
            found->pair = i;
            return true;
        }
        if (starved(w))
            return false;
    }
    return false;
}

/* The byte that a marker begins with, or 0 where it is a letter of two cases. */
static unsigned char first_byte(const char *marker)
{
    unsigned char c = (unsigned char)*marker;
    return byte_is(c, B_WORD) ? 0 : c;
}

/* The next place from `from` on where a marker may begin, or len: at the byte `only`, where that is
   not 0, which the C library finds fast; or at a byte of the table. */
static size_t next_marker(const struct jets_markers *m, unsigned char only, unsigned what,
                          const struct view *w, size_t from)
{
    while (from < w->len) {
        if (only != 0 && w->text[from] != only) {
            const unsigned char *p = memchr(w->text + from, only, w->len - from);
            if (p == NULL)
                break;
            from = (size_t)(p - w->text);
        } else if (only == 0) {
            from = w->path->prose_end(m, w->text, from, w->len);
        }
        if (from < w->len && (m->first[w->text[from]] & what) &&
            pairs_at(m, what == FIRST_OPEN, w, from) != 0) {
            return from;
        }
        from += from < w->len;
    }
    return w->len;
}

bool marker_find_close(const struct jets_markers *m, unsigned pairs, struct view *w, size_t *at,
                       size_t *look, struct found *found)
{
    unsigned what = pairs == PAIR_PREFILLED ? FIRST_PREFILLED : FIRST_CLOSE;
    unsigned char only = pairs < m->count          ? first_byte(m->pair[pairs].close)
                         : pairs == PAIR_PREFILLED ? m->prefilled
                                                   : 0;
    for (;; ++*at, *look = 0) {
        size_t next = next_marker(m, only, what, w, *at);
        *look = next == *at ? *look : 0;
        *at = next;
        if (peek(w, *at) < 0)
            return false;
        if (marker_at(m, pairs, false, w, *at, look, found))
            return true;
        if (starved(w))
            return false;
    }
}

size_t marker_count_open(const struct jets_markers *m, unsigned pair, const struct view *w,
                         size_t from, size_t to)
{
    struct view block = {w->text, to, true, false, w->path};
    unsigned char only = first_byte(m->pair[pair].open);
    size_t count = 0;
    while ((from = next_marker(m, only, FIRST_OPEN, &block, from)) < to) {
        struct found found;
        size_t look = 0;
        bool here = marker_at(m, pair, true, &block, from, &look, &found);
        count += here;
        from = here ? found.end : from + 1;
    }
    return count;
}

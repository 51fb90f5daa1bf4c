#include "shrink.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"

/* A reply that is longer is cut to pieces first: looking for structure costs its length each time.
 */
enum { LARGE = 4096 };

/* A stretch of the reply that may go, and what may stand in its place. */
struct cut {
    size_t at, len;
    const unsigned char *with; /* bytes of the reply itself, or static ones */
    size_t with_len;
};

/* One shrinking. Cuts are collected, and asked about when there are enough. */
struct shrinking {
    struct shrinker *shrinker;
    struct buffer *reply;
    struct cut cuts[SHRINK_AT_ONCE];
    size_t len;
    bool shorter;  /* since somebody looked */
    size_t resume; /* offset where the last cut that held was made */
    enum status status;
    struct buffer *problem;
};

static bool is_over(const struct shrinking *s)
{
    const struct shrinker *shrinker = s->shrinker;
    return s->status != STATUS_OK ||
           (shrinker->tries_max != 0 && shrinker->tries >= shrinker->tries_max) ||
           (shrinker->deadline_us != 0 && clock_us() >= shrinker->deadline_us);
}

/* --- asking --- */

static void make_candidate(const struct shrinking *s, const struct cut *cut, struct buffer *out)
{
    const char *reply = s->reply->at;
    buffer_add(out, reply, cut->at);
    buffer_add(out, cut->with, cut->with_len);
    buffer_add(out, reply + cut->at + cut->len, s->reply->len - cut->at - cut->len);
}

/* Asks about the cuts that were collected, and makes the first that keeps it. True where one did:
 * the reply is another one then, and offsets in it mean something else. */
static bool ask(struct shrinking *s)
{
    struct buffer replies[SHRINK_AT_ONCE] = {{0}};
    bool keeps[SHRINK_AT_ONCE] = {false};
    size_t len = s->len;
    s->len = 0;
    if (len == 0 || is_over(s))
        return false;
    for (size_t i = 0; i < len; i++)
        make_candidate(s, &s->cuts[i], &replies[i]);
    s->status = s->shrinker->ask(s->shrinker->ctx, replies, len, keeps, s->problem);
    s->shrinker->tries += len;
    size_t first = 0;
    while (first < len && (s->status != STATUS_OK || !keeps[first]))
        first++;
    if (first < len) {
        s->resume = s->cuts[first].at;
        buffer_free(s->reply);
        *s->reply = replies[first];
        replies[first] = (struct buffer){0};
        s->shorter = true;
    }
    for (size_t i = 0; i < len; i++)
        buffer_free(&replies[i]);
    return first < len;
}

/* Adds a cut; true where that asked, and changed the reply. */
static bool add_cut(struct shrinking *s, struct cut cut)
{
    size_t at_once = s->shrinker->at_once;
    s->cuts[s->len++] = cut;
    return s->len == (at_once > 0 && at_once < SHRINK_AT_ONCE ? at_once : SHRINK_AT_ONCE) && ask(s);
}

/* --- structure --- */

static const unsigned char *bytes_of(const struct shrinking *s)
{
    return (const unsigned char *)s->reply->at;
}

static bool starts(const struct shrinking *s, size_t at, const char *text)
{
    size_t len = strlen(text);
    return at + len <= s->reply->len && memcmp(bytes_of(s) + at, text, len) == 0;
}

/* The offset behind the string that begins here; where none ends, that of the end. */
static size_t string_end(const struct shrinking *s, size_t at)
{
    const unsigned char *reply = bytes_of(s);
    for (at++; at < s->reply->len && reply[at] != '"'; at++)
        at += reply[at] == '\\' ? 1 : 0;
    return at < s->reply->len ? at + 1 : s->reply->len;
}

/* The offset behind the bracket that closes the one here; strings are passed over. 0: none does. */
static size_t bracket_end(const struct shrinking *s, size_t at)
{
    const unsigned char *reply = bytes_of(s);
    size_t depth = 0;
    while (at < s->reply->len) {
        if (reply[at] == '"') {
            at = string_end(s, at);
            continue;
        }
        depth += reply[at] == '{' || reply[at] == '[' ? 1 : 0;
        if ((reply[at] == '}' || reply[at] == ']') && --depth == 0)
            return at + 1;
        at++;
    }
    return 0;
}

/* The offset of the comma or the closer behind the element that begins here; the end of the reply
 * where there is none. */
static size_t element_end(const struct shrinking *s, size_t at)
{
    const unsigned char *reply = bytes_of(s);
    size_t depth = 0;
    while (at < s->reply->len) {
        if (reply[at] == '"') {
            at = string_end(s, at);
            continue;
        }
        bool closer = reply[at] == '}' || reply[at] == ']';
        if (depth == 0 && (closer || reply[at] == ','))
            break;
        depth += reply[at] == '{' || reply[at] == '[' ? 1 : 0;
        depth -= closer ? 1 : 0;
        at++;
    }
    return at;
}

/* The offset behind the run of bytes like the one here. */
static size_t run_end(const struct shrinking *s, size_t at)
{
    size_t end = at;
    while (end < s->reply->len && bytes_of(s)[end] == bytes_of(s)[at])
        end++;
    return end;
}

/* The offset behind the first `text` from here on; 0: there is none. */
static size_t behind(const struct shrinking *s, size_t at, const char *text)
{
    for (; at < s->reply->len; at++) {
        if (starts(s, at, text))
            return at + strlen(text);
    }
    return 0;
}

/* Cuts a stretch out; where it has an inside, leaves that, or nothing between its two ends. */
static bool cut_unit(struct shrinking *s, size_t at, size_t end, size_t head, size_t tail)
{
    const unsigned char *reply = NULL;
    if (end <= at)
        return false;
    if (add_cut(s, (struct cut){.at = at, .len = end - at}))
        return true;
    if (end - at > 1 &&
        add_cut(s,
                (struct cut){
                    .at = at, .len = end - at, .with = (const unsigned char *)"0", .with_len = 1}))
        return true;
    if (head + tail >= end - at)
        return false;
    if (add_cut(s, (struct cut){.at = at + head, .len = end - at - head - tail}))
        return true;
    reply = bytes_of(s);
    return add_cut(s, (struct cut){.at = at,
                                   .len = end - at,
                                   .with = reply + at + head,
                                   .with_len = end - at - head - tail});
}

/* Tries what begins at this offset. True where the reply was changed. */
static bool cut_at(struct shrinking *s, size_t at)
{
    unsigned char byte = bytes_of(s)[at];
    switch (byte) {
    case '{':
    case '[': {
        size_t comma = element_end(s, at + 1);
        bool first = comma < s->reply->len && bytes_of(s)[comma] == ',';
        return cut_unit(s, at, bracket_end(s, at), 1, 1) ||
               (first && add_cut(s, (struct cut){.at = at + 1, .len = comma - at}));
    }
    case '"': return cut_unit(s, at, string_end(s, at), 1, 1);
    case '`':
    case '~': {
        size_t run = run_end(s, at);
        size_t lines = run;
        while (lines < s->reply->len && bytes_of(s)[lines] != '\n')
            lines++;
        return cut_unit(s, at, run, run - at, 0) || cut_unit(s, at, lines, run - at, 0);
    }
    case '<': return cut_unit(s, at, behind(s, at, ">"), 1, 1);
    case '\n': {
        size_t end = behind(s, at + 1, "\n");
        return cut_unit(s, at, end != 0 ? end - 1 : s->reply->len, 1, 0);
    }
    case ',':
    case ':': return cut_unit(s, at, element_end(s, at + 1), 1, 0);
    default: return false;
    }
}

/* The offset of the n-th opening bracket from `at` on, the first being 0; the end where there are
 * not so many. */
static size_t nth_opener(const struct shrinking *s, size_t at, size_t n)
{
    const unsigned char *reply = bytes_of(s);
    while (at < s->reply->len) {
        if ((reply[at] == '{' || reply[at] == '[') && n-- == 0)
            return at;
        at = reply[at] == '"' ? string_end(s, at) : at + 1;
    }
    return s->reply->len;
}

/* Takes many levels off a deep nest at once: one by one they would use up all tries. */
static void cut_levels(struct shrinking *s)
{
    for (size_t levels = 512; levels > 1 && !is_over(s);) {
        size_t outer = nth_opener(s, 0, 0);
        size_t inner = nth_opener(s, outer, levels);
        size_t outer_end = bracket_end(s, outer);
        size_t inner_end = bracket_end(s, inner);
        bool nested = inner_end != 0 && inner_end <= outer_end;
        struct cut cut = {outer, outer_end - outer, bytes_of(s) + inner, inner_end - inner};
        if (!nested || !(add_cut(s, cut) || ask(s)))
            levels /= 2;
    }
}

static void cut_structure(struct shrinking *s)
{
    size_t at = 0;
    while (at < s->reply->len && !is_over(s)) {
        bool changed = cut_at(s, at);
        at++;
        if (!changed && at == s->reply->len)
            changed = ask(s);
        if (changed)
            at = s->resume < at ? s->resume : 0;
    }
    s->len = 0;
}

/* --- characters --- */

/* The next offset from `at` on where a UTF-8 character begins, or the end. */
static size_t next_character(const struct shrinking *s, size_t at)
{
    const unsigned char *reply = bytes_of(s);
    while (at < s->reply->len && (reply[at] & 0xC0) == 0x80)
        at++;
    return at;
}

/* Takes pieces of about this many bytes out, one at a time. */
static void cut_pieces(struct shrinking *s, size_t size)
{
    size_t at = 0;
    while (at < s->reply->len && !is_over(s)) {
        size_t end = next_character(s, at + size < s->reply->len ? at + size : s->reply->len);
        bool changed = add_cut(s, (struct cut){.at = at, .len = end - at});
        if (!changed && end == s->reply->len)
            changed = ask(s);
        at = changed ? s->resume : end;
    }
    s->len = 0;
}

static void cut_characters(struct shrinking *s, size_t least)
{
    for (size_t size = (s->reply->len + 1) / 2; size >= least && size > 0 && !is_over(s); size /= 2)
        cut_pieces(s, size);
}

/* --- plainness --- */

/* The plainest byte of its kind; the byte itself where it means something. */
static unsigned char plain_byte(unsigned char byte)
{
    if (byte >= '0' && byte <= '9')
        return '0';
    if (byte >= 'A' && byte <= 'Z')
        return 'A';
    if (byte >= 'a' && byte <= 'z')
        return 'a';
    return byte == '\t' || byte == '\r' ? ' ' : byte;
}

static void make_plain(struct shrinking *s)
{
    static const unsigned char PLAIN[] = "0Aa ";
    for (size_t at = 0; at < s->reply->len && !is_over(s);) {
        unsigned char byte = bytes_of(s)[at];
        unsigned char plain = plain_byte(byte);
        bool changed = false;
        if (plain != byte)
            changed = add_cut(
                s,
                (struct cut){.at = at, .len = 1, .with = memchr(PLAIN, plain, 4), .with_len = 1});
        at++;
        if (!changed && at == s->reply->len)
            changed = ask(s);
        if (changed)
            at = s->resume + 1;
    }
    s->len = 0;
}

enum status shrink_reply(struct shrinker *shrinker, struct buffer *reply, struct buffer *problem)
{
    struct shrinking s = {.shrinker = shrinker, .reply = reply, .problem = problem};
    buffer_add(reply, "", 0);
    if (reply->len > LARGE)
        cut_characters(&s, LARGE / 16);
    do {
        s.shorter = false;
        cut_levels(&s);
        cut_structure(&s);
        cut_characters(&s, 1);
    } while (s.shorter && !is_over(&s));
    make_plain(&s);
    return s.status;
}

#include "answer.h"

#include <stdlib.h>
#include <string.h>

/* What is to be read next. */
enum step { STEP_VALUE, STEP_AFTER, STEP_DONE, STEP_FAIL };

enum { BITS = 64, INLINE_WORDS = 2, NO_PARENT = -1 };

struct reader {
    const unsigned char *text;
    size_t len, pos;
    struct answer *answer;
    struct answer_limits limits;
    enum answer_status status;
    /* One bit a level, set for an object. Shallow values, nearly all, need no allocation. */
    uint64_t inline_words[INLINE_WORDS];
    uint64_t *words;
    size_t word_count;
    uint32_t depth;
    /* Innermost open container that was kept; while it is open, its node's after holds its parent
     * + 1. */
    int64_t parent;
};

static enum step fail(struct reader *r, enum answer_status status)
{
    if (r->status == ANSWER_OK)
        r->status = status;
    return STEP_FAIL;
}

static int peek(const struct reader *r)
{
    return r->pos < r->len ? r->text[r->pos] : -1;
}

static bool is_white(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_white(struct reader *r)
{
    while (is_white(peek(r)))
        r->pos++;
}

/* --- nodes --- */

static bool make_room(struct answer *a)
{
    if (a->kept < a->room)
        return true;
    uint32_t room = a->room < 16 ? 16 : a->room + a->room / 2;
    struct answer_node *nodes = realloc(a->nodes, (size_t)room * sizeof *nodes);
    if (nodes == NULL)
        return false;
    a->nodes = nodes;
    a->room = room;
    return true;
}

/* Counts a node that starts at start, and keeps it where it may. Returns its index, or -1 where it
 * is not kept. */
static int64_t add_node(struct reader *r, enum answer_type type, size_t start)
{
    struct answer *a = r->answer;
    if (a->count >= r->limits.nodes) {
        fail(r, ANSWER_TOO_MANY);
        return -1;
    }
    a->count++;
    if (a->kept >= r->limits.keep || a->kept + 1 != a->count)
        return -1;
    if (!make_room(a)) {
        fail(r, ANSWER_NO_MEMORY);
        return -1;
    }
    a->nodes[a->kept] = (struct answer_node){.start = (uint32_t)start,
                                             .len = (uint32_t)(r->pos - start),
                                             .after = a->kept + 1,
                                             .type = (uint8_t)type};
    return a->kept++;
}

static enum step add_scalar(struct reader *r, enum answer_type type, size_t start)
{
    add_node(r, type, start);
    return r->status == ANSWER_OK ? STEP_AFTER : STEP_FAIL;
}

/* An element or member begins in the innermost open container. */
static void count_child(struct reader *r)
{
    /* A container that was not kept leaves parent at an outer one, whose count is then of no use:
       the answer is not whole. */
    if (r->parent >= 0)
        r->answer->nodes[r->parent].count++;
}

/* --- nesting --- */

static bool grow_words(struct reader *r)
{
    size_t count = r->word_count * 2;
    uint64_t *words = realloc(r->words == r->inline_words ? NULL : r->words, count * sizeof *words);
    if (words == NULL)
        return false;
    if (r->words == r->inline_words)
        memcpy(words, r->inline_words, sizeof r->inline_words);
    r->words = words;
    r->word_count = count;
    return true;
}

static bool in_object(const struct reader *r)
{
    uint32_t level = r->depth - 1;
    return (r->words[level / BITS] >> (level % BITS) & 1U) != 0;
}

static bool push(struct reader *r, bool object)
{
    if (r->depth >= ANSWER_DEPTH_MAX) {
        fail(r, ANSWER_TOO_DEEP);
        return false;
    }
    if (r->depth >= r->limits.depth) {
        fail(r, ANSWER_TOO_MANY);
        return false;
    }
    if (r->depth / BITS >= r->word_count && !grow_words(r)) {
        fail(r, ANSWER_NO_MEMORY);
        return false;
    }
    uint64_t bit = (uint64_t)1 << (r->depth % BITS);
    uint64_t *word = &r->words[r->depth / BITS];
    *word = object ? *word | bit : *word & ~bit;
    r->depth++;
    if (r->depth > r->answer->depth)
        r->answer->depth = r->depth;
    return true;
}

/* The closer of the innermost container was passed. */
static enum step pop(struct reader *r)
{
    struct answer *a = r->answer;
    r->depth--;
    if (r->parent >= 0 && a->kept == a->count) {
        struct answer_node *node = &a->nodes[r->parent];
        r->parent = (int64_t)node->after - 1;
        node->after = a->kept;
        node->len = (uint32_t)(r->pos - node->start);
    }
    return STEP_AFTER;
}

/* --- strings --- */

static int hex_digit(int c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Reads four hex digits at *at; -1 and *at on the byte that is none. */
static int32_t read_hex4(const unsigned char **at, const unsigned char *end)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = *at < end ? hex_digit(**at) : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
        ++*at;
    }
    return value;
}

/* Reads what follows `\u`, a surrogate pair whole. Returns the code point, or -1 and *at where it
 * is none. */
static int32_t read_unicode_escape(const unsigned char **at, const unsigned char *end)
{
    int32_t high = read_hex4(at, end);
    if (high < 0xD800 || high > 0xDFFF)
        return high;
    if (high > 0xDBFF || *at >= end || **at != '\\')
        return -1;
    ++*at;
    if (*at >= end || **at != 'u')
        return -1;
    ++*at;
    int32_t low = read_hex4(at, end);
    if (low < 0xDC00 || low > 0xDFFF)
        return -1;
    return 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00);
}

static bool read_escape(struct reader *r)
{
    r->pos++;
    int c = peek(r);
    if (c == 'u') {
        const unsigned char *at = r->text + r->pos + 1;
        bool good = read_unicode_escape(&at, r->text + r->len) >= 0;
        r->pos = (size_t)(at - r->text);
        return good;
    }
    switch (c) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': r->pos++; return true;
    default: return false;
    }
}

/* Passes one character of two bytes or more, as RFC 3629 has them: no overlong form, no surrogate,
   nothing past U+10FFFF. The second byte's range depends on the first. */
static bool read_utf8(struct reader *r)
{
    int first = peek(r);
    unsigned more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    int low = 0x80;
    int high = 0xBF;
    if (first < 0xC2 || first > 0xF4)
        return false;
    if (first == 0xE0)
        low = 0xA0;
    else if (first == 0xED)
        high = 0x9F;
    else if (first == 0xF0)
        low = 0x90;
    else if (first == 0xF4)
        high = 0x8F;
    for (r->pos++; more > 0; more--, r->pos++) {
        int c = peek(r);
        if (c < low || c > high)
            return false;
        low = 0x80;
        high = 0xBF;
    }
    return true;
}

/* Passes the string that starts at pos. */
static bool read_string(struct reader *r)
{
    r->pos++;
    for (;;) {
        int c = peek(r);
        if (c == '"')
            break;
        bool good = c == '\\' ? read_escape(r) : c < 0x80 ? c >= 0x20 : read_utf8(r);
        if (!good)
            return false;
        if (c != '\\' && c < 0x80)
            r->pos++;
    }
    r->pos++;
    return true;
}

/* --- values --- */

static bool read_digits(struct reader *r)
{
    if (!is_digit(peek(r)))
        return false;
    while (is_digit(peek(r)))
        r->pos++;
    return true;
}

static bool read_number(struct reader *r)
{
    if (peek(r) == '-')
        r->pos++;
    if (peek(r) == '0')
        r->pos++;
    else if (!read_digits(r))
        return false;
    if (peek(r) == '.') {
        r->pos++;
        if (!read_digits(r))
            return false;
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->pos++;
        if (peek(r) == '+' || peek(r) == '-')
            r->pos++;
        return read_digits(r);
    }
    return true;
}

static enum step read_word(struct reader *r, const char *word, enum answer_type type)
{
    size_t start = r->pos;
    for (; *word != '\0'; word++, r->pos++) {
        if (peek(r) != (unsigned char)*word)
            return fail(r, ANSWER_MALFORMED);
    }
    return add_scalar(r, type, start);
}

static enum step step_number(struct reader *r)
{
    size_t start = r->pos;
    if (!read_number(r))
        return fail(r, ANSWER_MALFORMED);
    uint32_t len = (uint32_t)(r->pos - start);
    if (len > r->answer->longest_number)
        r->answer->longest_number = len;
    return add_scalar(r, ANSWER_NUMBER, start);
}

static enum step step_string(struct reader *r)
{
    size_t start = r->pos;
    if (!read_string(r))
        return fail(r, ANSWER_MALFORMED);
    return add_scalar(r, ANSWER_STRING, start);
}

/* A member's name and its colon. */
static enum step step_name(struct reader *r)
{
    skip_white(r);
    if (peek(r) != '"')
        return fail(r, ANSWER_MALFORMED);
    if (step_string(r) == STEP_FAIL)
        return STEP_FAIL;
    skip_white(r);
    if (peek(r) != ':')
        return fail(r, ANSWER_MALFORMED);
    r->pos++;
    count_child(r);
    return STEP_VALUE;
}

static enum step step_open(struct reader *r, bool object)
{
    size_t start = r->pos++;
    int64_t index = add_node(r, object ? ANSWER_OBJECT : ANSWER_ARRAY, start);
    if (r->status != ANSWER_OK || !push(r, object))
        return STEP_FAIL;
    if (index >= 0) {
        r->answer->nodes[index].after = (uint32_t)(r->parent + 1);
        r->parent = index;
    }
    skip_white(r);
    if (peek(r) == (object ? '}' : ']')) {
        r->pos++;
        return pop(r);
    }
    if (object)
        return step_name(r);
    count_child(r);
    return STEP_VALUE;
}

static enum step step_value(struct reader *r)
{
    skip_white(r);
    switch (peek(r)) {
    case '{': return step_open(r, true);
    case '[': return step_open(r, false);
    case '"': return step_string(r);
    case 't': return read_word(r, "true", ANSWER_TRUE);
    case 'f': return read_word(r, "false", ANSWER_FALSE);
    case 'n': return read_word(r, "null", ANSWER_NULL);
    default: return step_number(r);
    }
}

static enum step step_after(struct reader *r)
{
    if (r->depth == 0)
        return STEP_DONE;
    skip_white(r);
    bool object = in_object(r);
    int c = peek(r);
    if (c == (object ? '}' : ']')) {
        r->pos++;
        return pop(r);
    }
    if (c != ',')
        return fail(r, ANSWER_MALFORMED);
    r->pos++;
    if (object)
        return step_name(r);
    count_child(r);
    return STEP_VALUE;
}

static void answer_reset(struct answer *answer)
{
    *answer = (struct answer){.nodes = answer->nodes, .room = answer->room};
}

struct answer_limits answer_limits(uint32_t keep)
{
    return (struct answer_limits){.keep = keep, .nodes = UINT32_MAX, .depth = UINT32_MAX};
}

enum answer_status answer_read_prefix(struct answer *answer, const unsigned char *text, size_t len,
                                      struct answer_limits limits, size_t *end)
{
    answer_reset(answer);
    answer->text = text;
    struct reader r = {.text = text,
                       .len = len,
                       .answer = answer,
                       .limits = limits,
                       .word_count = INLINE_WORDS,
                       .parent = NO_PARENT};
    r.words = r.inline_words;
    enum step step = len < UINT32_MAX ? STEP_VALUE : fail(&r, ANSWER_TOO_MANY);
    while (step == STEP_VALUE || step == STEP_AFTER)
        step = step == STEP_VALUE ? step_value(&r) : step_after(&r);
    if (r.words != r.inline_words)
        free(r.words);
    *end = r.pos;
    return r.status;
}

enum answer_status answer_read(struct answer *answer, const unsigned char *text, size_t len,
                               uint32_t keep, size_t *where)
{
    *answer = (struct answer){0};
    size_t end = 0;
    enum answer_status status = answer_read_prefix(answer, text, len, answer_limits(keep), &end);
    if (status == ANSWER_OK) {
        while (end < len && is_white(text[end]))
            end++;
        if (end < len)
            status = ANSWER_MALFORMED;
    }
    if (where != NULL)
        *where = end;
    if (status != ANSWER_OK)
        answer_free(answer);
    return status;
}

void answer_free(struct answer *answer)
{
    free(answer->nodes);
    *answer = (struct answer){0};
}

bool answer_whole(const struct answer *answer)
{
    return answer->kept > 0 && answer->kept == answer->count;
}

const char *answer_type_name(enum answer_type type)
{
    switch (type) {
    case ANSWER_NULL: return "null";
    case ANSWER_FALSE:
    case ANSWER_TRUE: return "boolean";
    case ANSWER_NUMBER: return "number";
    case ANSWER_STRING: return "string";
    case ANSWER_ARRAY: return "array";
    case ANSWER_OBJECT: return "object";
    }
    return "value";
}

/* --- reading what was read --- */

struct answer_bytes answer_bytes_of(const struct answer *answer, uint32_t index)
{
    const struct answer_node *node = &answer->nodes[index];
    const unsigned char *at = answer->text + node->start;
    return (struct answer_bytes){.at = at + 1, .end = at + node->len - 1};
}

/* Leaves the code point's UTF-8 in pending, last byte first. */
static void set_pending(struct answer_bytes *bytes, uint32_t code)
{
    unsigned n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char LEAD[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (unsigned i = 0; i + 1 < n; i++, code >>= 6)
        bytes->pending[i] = (unsigned char)(0x80 | (code & 0x3F));
    bytes->pending[n - 1] = (unsigned char)(LEAD[n] | code);
    bytes->pending_len = n;
}

int answer_bytes_next(struct answer_bytes *bytes)
{
    if (bytes->pending_len > 0)
        return bytes->pending[--bytes->pending_len];
    if (bytes->at >= bytes->end)
        return -1;
    int c = *bytes->at++;
    if (c != '\\')
        return c;
    c = *bytes->at++;
    switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'u':
        set_pending(bytes, (uint32_t)read_unicode_escape(&bytes->at, bytes->end));
        return bytes->pending[--bytes->pending_len];
    default: return c;
    }
}

bool answer_has_nul(const struct answer *answer)
{
    bool found = false;
    for (uint32_t i = 0; i < answer->kept && !found; i++) {
        if (answer->nodes[i].type != ANSWER_STRING)
            continue;
        struct answer_bytes bytes = answer_bytes_of(answer, i);
        int byte = 0;
        do
            byte = answer_bytes_next(&bytes);
        while (byte > 0);
        found = byte == 0;
    }
    return found;
}

void answer_string(const struct answer *answer, uint32_t index, struct buffer *out)
{
    struct answer_bytes bytes = answer_bytes_of(answer, index);
    buffer_add(out, "", 0);
    for (;;) {
        /* What stands between escapes is added whole. */
        size_t left = (size_t)(bytes.end - bytes.at);
        const unsigned char *escape =
            bytes.pending_len > 0 ? bytes.at : memchr(bytes.at, '\\', left);
        size_t run = escape != NULL ? (size_t)(escape - bytes.at) : left;
        buffer_add(out, bytes.at, run);
        bytes.at += run;
        int c = answer_bytes_next(&bytes);
        if (c < 0)
            return;
        char byte = (char)c;
        buffer_add(out, &byte, 1);
    }
}

bool answer_string_is(const struct answer *answer, uint32_t index, const char *text)
{
    struct answer_bytes bytes = answer_bytes_of(answer, index);
    for (; *text != '\0'; text++) {
        if (answer_bytes_next(&bytes) != (unsigned char)*text)
            return false;
    }
    return answer_bytes_next(&bytes) < 0;
}

void answer_compact(const struct answer *answer, uint32_t index, struct buffer *out)
{
    const unsigned char *at = answer->text + answer->nodes[index].start;
    const unsigned char *end = at + answer->nodes[index].len;
    bool in_string = false;
    buffer_add(out, "", 0);
    while (at < end) {
        const unsigned char *run = at;
        while (at < end && (in_string || !is_white(*at))) {
            if (*at == '"')
                in_string = !in_string;
            else if (in_string && *at == '\\')
                at++;
            at++;
        }
        buffer_add(out, run, (size_t)(at - run));
        while (at < end && is_white(*at))
            at++;
    }
}

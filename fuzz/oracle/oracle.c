/* See oracle.h. The parts follow conformance/SPEC.md; each function names the rule that it is. */
#include "oracle.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOWHERE SIZE_MAX
#define DEFAULT_LIMIT 512u
#define REMEMBERED_MAX 10u /* R5.4 */

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* The reply. `front` is the length of its byte order mark: no rule looks before it. `begins` has
   the bytes with which some marker begins: elsewhere none need be tried, which saves time. */
struct text {
    const unsigned char *at;
    size_t len;
    size_t front;
    bool begins[256];
};

static void *grow(void *memory, size_t size)
{
    void *grown = realloc(memory, size == 0 ? 1 : size);

    if (grown == NULL) {
        fprintf(stderr, "oracle: out of memory\n");
        abort();
    }
    return grown;
}

/* Bytes that grow: a stack of brackets, a string without its escapes, an output. */
struct bytes {
    unsigned char *at;
    size_t count;
    size_t size;
};

static void push(struct bytes *bytes, unsigned char byte)
{
    if (bytes->count == bytes->size) {
        bytes->size = bytes->size * 2 + 16;
        bytes->at = grow(bytes->at, bytes->size);
    }
    bytes->at[bytes->count++] = byte;
}

static bool equal_bytes(const struct bytes *a, const struct bytes *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->at, b->at, a->count) == 0);
}

/* SPEC 1, white space. */
static bool is_white(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(unsigned char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static unsigned char lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c + ('a' - 'A')) : c;
}

static unsigned char upper(unsigned char c)
{
    return c >= 'a' && c <= 'z' ? (unsigned char)(c - ('a' - 'A')) : c;
}

static bool is_one_of(unsigned char c, const char *set)
{
    return c != 0 && strchr(set, c) != NULL;
}

/* The byte at p is c, and p is inside the reply. */
static bool has(const struct text *t, size_t p, unsigned char c)
{
    return p < t->len && t->at[p] == c;
}

static bool has_one_of(const struct text *t, size_t p, const char *set)
{
    return p < t->len && is_one_of(t->at[p], set);
}

/* The first place from p on that is no white space; the reply's length where there is none. */
static size_t skip_white(const struct text *t, size_t p)
{
    while (p < t->len && is_white(t->at[p])) {
        p++;
    }
    return p;
}

/* The place of the byte directly before p, or NOWHERE. */
static size_t directly_before(const struct text *t, size_t p)
{
    return p > t->front ? p - 1 : NOWHERE;
}

/* The place of the last byte before p that is no white space, or NOWHERE. */
static size_t before(const struct text *t, size_t p)
{
    while (p > t->front) {
        p--;
        if (!is_white(t->at[p])) {
            return p;
        }
    }
    return NOWHERE;
}

/* SPEC 1, line start. */
static bool at_line_start(const struct text *t, size_t p)
{
    while (p > t->front) {
        p--;
        if (t->at[p] == '\n') {
            return true;
        }
        if (!is_white(t->at[p])) {
            return false;
        }
    }
    return true;
}

/* ---- Values (SPEC 2) ------------------------------------------------------------------------- */

enum reading {
    READ_WHOLE,  /* `at` is behind the value */
    READ_BROKEN, /* `at` is the first byte at which no value can go on */
    READ_CUT,    /* the text ended inside the value */
    READ_DEEP,   /* `at` is the bracket past the limit */
    READ_FENCED  /* `at` is the run that ended the broken value (R4.4) */
};

struct reader {
    const unsigned char *text;
    size_t len;
    size_t at;
    size_t limit;
    struct bytes open; /* the openers of the brackets that are open, outermost first */
    enum reading reading;
    bool in_string;
    bool escaped; /* the byte before `at` is the backslash of an escape */
};

static bool read_value(struct reader *r);

/* The value cannot go on: the text has ended, or the byte is wrong. */
static bool stop(struct reader *r)
{
    r->reading = r->at == r->len ? READ_CUT : READ_BROKEN;
    return false;
}

static bool next_is(const struct reader *r, const char *set)
{
    return r->at < r->len && is_one_of(r->text[r->at], set);
}

static bool next_in(const struct reader *r, unsigned char low, unsigned char high)
{
    return r->at < r->len && r->text[r->at] >= low && r->text[r->at] <= high;
}

static bool take(struct reader *r, const char *set)
{
    if (!next_is(r, set)) {
        return stop(r);
    }
    r->at++;
    return true;
}

static void take_white(struct reader *r)
{
    while (r->at < r->len && is_white(r->text[r->at])) {
        r->at++;
    }
}

#define HEX "0123456789abcdefABCDEF"

/* G3: behind `\u`. A high surrogate has to be followed by `\u` and a low one. */
static bool read_unicode_escape(struct reader *r)
{
    bool surrogate = next_is(r, "dD");
    bool high;

    if (!take(r, HEX)) {
        return false;
    }
    high = surrogate && next_is(r, "89abAB");
    if (!take(r, surrogate ? "0123456789abAB" : HEX) || !take(r, HEX) || !take(r, HEX)) {
        return false;
    }
    if (!high) {
        return true;
    }
    if (!take(r, "\\")) {
        return false;
    }
    r->escaped = true;
    if (!take(r, "u")) {
        return false;
    }
    r->escaped = false;
    return take(r, "dD") && take(r, "cdefCDEF") && take(r, HEX) && take(r, HEX);
}

/* G3: at a backslash. */
static bool read_escape(struct reader *r)
{
    bool unicode;

    r->at++;
    r->escaped = true;
    unicode = next_is(r, "u");
    if (!take(r, "\"\\/bfnrtu")) {
        return false;
    }
    r->escaped = false;
    return !unicode || read_unicode_escape(r);
}

/* G4: one code point of two to four bytes. */
static bool read_utf8(struct reader *r)
{
    static const struct {
        unsigned char first_low, first_high, second_low, second_high;
        int behind; /* bytes behind the second */
    } forms[] = {
        {0xC2, 0xDF, 0x80, 0xBF, 0}, {0xE0, 0xE0, 0xA0, 0xBF, 1}, {0xE1, 0xEC, 0x80, 0xBF, 1},
        {0xED, 0xED, 0x80, 0x9F, 1}, {0xEE, 0xEF, 0x80, 0xBF, 1}, {0xF0, 0xF0, 0x90, 0xBF, 2},
        {0xF1, 0xF3, 0x80, 0xBF, 2}, {0xF4, 0xF4, 0x80, 0x8F, 2},
    };

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (!next_in(r, forms[i].first_low, forms[i].first_high)) {
            continue;
        }
        r->at++;
        if (!next_in(r, forms[i].second_low, forms[i].second_high)) {
            return stop(r);
        }
        r->at++;
        for (int behind = forms[i].behind; behind > 0; behind--) {
            if (!next_in(r, 0x80, 0xBF)) {
                return stop(r);
            }
            r->at++;
        }
        return true;
    }
    return stop(r);
}

/* G3. */
static bool read_string(struct reader *r)
{
    if (!take(r, "\"")) {
        return false;
    }
    r->in_string = true;
    while (!next_is(r, "\"")) {
        if (next_is(r, "\\")) {
            if (!read_escape(r)) {
                return false;
            }
        } else if (next_in(r, 0x20, 0x7F)) {
            r->at++;
        } else if (!read_utf8(r)) {
            return false;
        }
    }
    r->at++;
    r->in_string = false;
    return true;
}

static bool read_digits(struct reader *r)
{
    if (!next_in(r, '0', '9')) {
        return stop(r);
    }
    while (next_in(r, '0', '9')) {
        r->at++;
    }
    return true;
}

/* G2. */
static bool read_number(struct reader *r)
{
    if (next_is(r, "-")) {
        r->at++;
    }
    if (next_is(r, "0")) {
        r->at++;
    } else if (!read_digits(r)) {
        return false;
    }
    if (next_is(r, ".")) {
        r->at++;
        if (!read_digits(r)) {
            return false;
        }
    }
    if (next_is(r, "eE")) {
        r->at++;
        if (next_is(r, "+-")) {
            r->at++;
        }
        return read_digits(r);
    }
    return true;
}

/* G5. */
static bool read_word(struct reader *r, const char *word)
{
    for (; *word != '\0'; word++) {
        if (r->at == r->len || r->text[r->at] != (unsigned char)*word) {
            return stop(r);
        }
        r->at++;
    }
    return true;
}

/* G1: `"name":`. */
static bool read_name(struct reader *r)
{
    if (!read_string(r)) {
        return false;
    }
    take_white(r);
    if (!take(r, ":")) {
        return false;
    }
    take_white(r);
    return true;
}

/* G1, and R3.7 for the limit. */
static bool read_container(struct reader *r)
{
    bool object = r->text[r->at] == '{';
    const char *closer = object ? "}" : "]";

    if (r->open.count == r->limit) {
        r->reading = READ_DEEP;
        return false;
    }
    push(&r->open, r->text[r->at++]);
    take_white(r);
    while (!next_is(r, closer)) {
        if ((object && !read_name(r)) || !read_value(r)) {
            return false;
        }
        take_white(r);
        if (next_is(r, closer)) {
            break;
        }
        if (!take(r, ",")) {
            return false;
        }
        take_white(r);
        if (next_is(r, closer)) {
            return stop(r);
        }
    }
    r->at++;
    r->open.count--;
    return true;
}

/* G1. */
static bool read_value(struct reader *r)
{
    if (next_is(r, "{[")) {
        return read_container(r);
    }
    if (next_is(r, "\"")) {
        return read_string(r);
    }
    if (next_is(r, "-0123456789")) {
        return read_number(r);
    }
    if (next_is(r, "t")) {
        return read_word(r, "true");
    }
    if (next_is(r, "f")) {
        return read_word(r, "false");
    }
    if (next_is(r, "n")) {
        return read_word(r, "null");
    }
    return stop(r);
}

/* Reads a value from p on. The caller frees reader.open.at. */
static struct reader read_strictly(const unsigned char *text, size_t len, size_t p, size_t limit)
{
    struct reader r = {.text = text, .len = len, .at = p, .limit = limit};

    if (read_value(&r)) {
        r.reading = READ_WHOLE;
    }
    return r;
}

static enum oracle_type type_of(unsigned char first)
{
    switch (first) {
    case '{': return ORACLE_OBJECT;
    case '[': return ORACLE_ARRAY;
    case '"': return ORACLE_STRING;
    case 't':
    case 'f': return ORACLE_BOOLEAN;
    case 'n': return ORACLE_NULL;
    default: return ORACLE_NUMBER;
    }
}

/* ---- Fences (R4) ----------------------------------------------------------------------------- */

enum label { LABEL_NONE, LABEL_JSON, LABEL_OTHER };

struct fence {
    unsigned char character; /* 0: no fence is open */
    size_t length;
    enum label label;
    size_t body; /* where its body begins */
};

static size_t run_length(const struct text *t, size_t p)
{
    size_t end = p;

    while (end < t->len && t->at[end] == t->at[p]) {
        end++;
    }
    return end - p;
}

/* R4.2: the run at p closes the fence. */
static bool closes_fence(const struct text *t, const struct fence *fence, size_t p)
{
    return fence->character != 0 && has(t, p, fence->character) &&
           run_length(t, p) >= fence->length && (fence->character == '`' || at_line_start(t, p));
}

/* R4.1: the run at p opens a fence. */
static bool opens_fence(const struct text *t, size_t p)
{
    if (!has_one_of(t, p, "`~") || run_length(t, p) < 3) {
        return false;
    }
    return t->at[p] == '`' || at_line_start(t, p);
}

static bool is_label_byte(unsigned char c)
{
    return is_letter(c) || is_digit(c) || is_one_of(c, "_+-");
}

static bool label_is(const struct text *t, size_t from, size_t to, const char *word)
{
    if (to - from != strlen(word)) {
        return false;
    }
    for (size_t i = from; i < to; i++) {
        if (lower(t->at[i]) != (unsigned char)word[i - from]) {
            return false;
        }
    }
    return true;
}

/* R4.1: the fence that the run at p opens. */
static struct fence read_fence(const struct text *t, size_t p)
{
    struct fence fence = {.character = t->at[p], .length = run_length(t, p), .label = LABEL_OTHER};
    size_t from = p + fence.length;
    size_t to = from;

    while (to < t->len && is_label_byte(t->at[to])) {
        to++;
    }
    if (to == from) {
        fence.label = LABEL_NONE;
    } else if (label_is(t, from, to, "json") || label_is(t, from, to, "jsonc") ||
               label_is(t, from, to, "json5")) {
        fence.label = LABEL_JSON;
    }
    fence.body = to;
    return fence;
}

/* R3.2, R3.6, R4.3: p is the first thing in a fence without label or with a JSON label. */
static bool is_first_in_fence(const struct text *t, const struct fence *fence, size_t p)
{
    return fence->character != 0 && fence->label != LABEL_OTHER && skip_white(t, fence->body) == p;
}

/* R4.3: behind a value that ends at p, the fence has nothing but white space: it is closed there,
   or the reply ends. */
static bool ends_body(const struct text *t, const struct fence *fence, size_t p)
{
    size_t next = skip_white(t, p);

    return next == t->len || closes_fence(t, fence, next);
}

/* ---- Brackets in prose (R3.1 to R3.4) -------------------------------------------------------- */

/* R3.1: the end of the brackets at p if they have the form of a citation, else p. */
static size_t citation_form(const struct text *t, size_t p)
{
    size_t end = p + 1;

    if (!has(t, p, '[')) {
        return p;
    }
    if (has(t, end, ' ')) {
        end++;
    } else {
        while (end < t->len && is_digit(t->at[end]) && end - p <= 3) {
            end++;
        }
    }
    return has(t, end, ']') ? end + 1 : p;
}

/* R3.1: the end of the citation at p, or p where there is none. */
static size_t citation(const struct text *t, const struct fence *fence, size_t p)
{
    size_t end = citation_form(t, p);
    size_t text = before(t, p);

    if (end == p || fence->character != 0 || at_line_start(t, p)) {
        return p;
    }
    return has_one_of(t, text, ":>=") ? p : end;
}

/* R3.2. */
static bool is_index(const struct text *t, const struct fence *fence, size_t p)
{
    size_t previous = directly_before(t, p);

    if (!has(t, p, '[') || previous == NOWHERE) {
        return false;
    }
    if (!is_letter(t->at[previous]) && !is_digit(t->at[previous]) &&
        !is_one_of(t->at[previous], "_)")) {
        return false;
    }
    return !has_one_of(t, p + 1, "{[") && !is_first_in_fence(t, fence, p);
}

/* R3.3. */
static bool is_quoted_bracket(const struct text *t, size_t p)
{
    size_t previous = directly_before(t, p);

    if (previous == NOWHERE || !is_one_of(t->at[previous], "\"'`") ||
        !has(t, p + 1, t->at[previous])) {
        return false;
    }
    return !(p + 2 < t->len &&
             (is_letter(t->at[p + 2]) || is_digit(t->at[p + 2]) || is_one_of(t->at[p + 2], "_$")));
}

static bool has_text(const struct text *t, size_t p, const char *text)
{
    size_t len = strlen(text);

    return p <= t->len && t->len - p >= len && memcmp(t->at + p, text, len) == 0;
}

/* R3.4: a straight, single or typographic quote. */
static bool is_quote(const struct text *t, size_t p)
{
    static const char *const quotes[] = {"\"", "'", "“", "”", "„", "‟",
                                         "‘",  "’", "‚", "‛", "«", "»"};

    for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++) {
        if (has_text(t, p, quotes[i])) {
            return true;
        }
    }
    return false;
}

/* R3.4: a bare key and its colon. */
static bool is_bare_key(const struct text *t, size_t p)
{
    size_t end = p;

    while (end < t->len && (is_letter(t->at[end]) || is_digit(t->at[end]) ||
                            is_one_of(t->at[end], "_$.-") || t->at[end] >= 0x80)) {
        end++;
    }
    return end > p && has(t, skip_white(t, end), ':');
}

/* R3.4: one of the words, and a comma or the bracket's end. */
static bool is_word_element(const struct text *t, size_t p)
{
    static const char *const words[] = {"true",  "false", "null",     "None",     "True",
                                        "False", "NaN",   "Infinity", "undefined"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (has_text(t, p, words[i]) && has_one_of(t, skip_white(t, p + strlen(words[i])), ",]")) {
            return true;
        }
    }
    return false;
}

/* R3.4: the bracket at p begins an attempt at JSON. */
static bool is_attempt(const struct text *t, size_t p)
{
    size_t next = skip_white(t, p + 1);

    if (next == t->len) {
        return false;
    }
    if (is_quote(t, next) || has_text(t, next, "//") || has_text(t, next, "/*")) {
        return true;
    }
    if (t->at[p] == '{') {
        return t->at[next] == '}' || is_bare_key(t, next);
    }
    return is_one_of(t->at[next], "]{[-0123456789") || is_word_element(t, next);
}

/* R3.6: skips a broken value lexically, from the state in which the strict reading left it. */
static void skip_broken(const struct text *t, const struct fence *fence, struct reader *r)
{
    for (; r->at < r->len; r->at++) {
        unsigned char c = r->text[r->at];

        if (r->in_string) {
            if (r->escaped) {
                r->escaped = false;
            } else if (c == '\\') {
                r->escaped = true;
            } else if (c == '"') {
                r->in_string = false;
            }
        } else if (closes_fence(t, fence, r->at) && at_line_start(t, r->at)) { /* R4.4 */
            r->reading = READ_FENCED;
            return;
        } else if (c == '"') {
            r->in_string = true;
        } else if (is_one_of(c, "{[")) {
            if (r->open.count == r->limit) {
                r->reading = READ_DEEP;
                return;
            }
            push(&r->open, c);
        } else if (is_one_of(c, "}]") && r->open.at[r->open.count - 1] == (c == '}' ? '{' : '[')) {
            r->open.count--;
            if (r->open.count == 0) {
                r->at++;
                return;
            }
        }
    }
    r->reading = READ_CUT;
}

/* ---- Markers (R2, SPEC 5) -------------------------------------------------------------------- */

const struct oracle_pair oracle_default_pairs[] = {
    {"<think", "</think", true, true, false},
    {"<thinking", "</thinking", true, true, false},
    {"<thought", "</thought", false, true, false},
    {"<reasoning", "</reasoning", false, true, false},
    {"<reason", "</reason", false, true, false},
    {"<analysis", "</analysis", false, true, false},
    {"<scratch_pad", "</scratch_pad", false, true, false},
    {"<budget:thinking", "</budget:thinking", false, true, false},
    {"<mm:think", "</mm:think", true, true, false},
    {"<seed:think", "</seed:think", false, true, false},
    {"<longcat_think", "</longcat_think", true, true, false},
    {"◁think▷", "◁/think▷", false, false, false},
    {"<|open|>think<|sep|>", "<|close|>think<|sep|>", false, false, false},
    {"[THINK]", "[/THINK]", false, false, false},
    {"<|channel>thought", "<channel|>", false, false, false},
    {"<unused94>thought", "<unused95>", false, false, false},
    {"<|START_THINKING|>", "<|END_THINKING|>", true, false, false},
    {"<|inner_prefix|>", "<|inner_suffix|>", false, false, false},
    {"<|think:start|>", "<|think:end|>", true, false, false},
    {"<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>", false, false, false},
    {"<|channel|>analysis<|message|>", "<|channel|>final", false, false, true},
};
const size_t oracle_default_pair_count =
    sizeof oracle_default_pairs / sizeof oracle_default_pairs[0];

/* R2: the end of the marker text at p, without regard to ASCII case, or NOWHERE. */
static size_t behind_text(const struct text *t, size_t p, const char *text)
{
    for (; *text != '\0'; text++, p++) {
        if (p >= t->len || lower(t->at[p]) != lower((unsigned char)*text)) {
            return NOWHERE;
        }
    }
    return p;
}

/* SPEC 5: the end of the opening marker of this pair at p, or NOWHERE. */
static size_t behind_opener(const struct text *t, size_t p, const struct oracle_pair *pair)
{
    size_t end = behind_text(t, p, pair->open);
    size_t name = end;

    if (end == NOWHERE || !pair->tag) {
        return end;
    }
    while (end < t->len && !is_one_of(t->at[end], "<>")) {
        end++;
    }
    if (!has(t, end, '>') || (end > name && !is_white(t->at[name])) || t->at[end - 1] == '/') {
        return NOWHERE;
    }
    return end + 1;
}

/* SPEC 5: the end of the closing marker of this pair at p, or NOWHERE. */
static size_t behind_closer(const struct text *t, size_t p, const struct oracle_pair *pair)
{
    size_t end = behind_text(t, p, pair->close);

    if (end == NOWHERE || (!pair->tag && !pair->channel)) {
        return end;
    }
    if (pair->tag) {
        end = skip_white(t, end);
        return has(t, end, '>') ? end + 1 : NOWHERE;
    }
    while (end < t->len) {
        if (t->at[end] != '<') {
            end++;
        } else if (behind_text(t, end, "<|constrain|>") != NOWHERE) {
            end = behind_text(t, end, "<|constrain|>");
        } else {
            return behind_text(t, end, "<|message|>");
        }
    }
    return NOWHERE;
}

/* A marker as it stands in the reply. */
struct marker {
    size_t from; /* NOWHERE: there is none */
    size_t end;
    const struct oracle_pair *pair;
    bool opener;
};

static const struct marker no_marker = {NOWHERE, NOWHERE, NULL, false};

/* Notes the bytes with which the markers' texts begin, letters in both cases. */
static void note_beginnings(struct text *t, const struct oracle_options *o)
{
    for (size_t i = 0; i < o->pair_count; i++) {
        unsigned char open = (unsigned char)o->pairs[i].open[0];
        unsigned char close = (unsigned char)o->pairs[i].close[0];

        t->begins[lower(open)] = t->begins[upper(open)] = true;
        t->begins[lower(close)] = t->begins[upper(close)] = true;
    }
}

static bool may_begin_marker(const struct text *t, size_t p)
{
    return p < t->len && t->begins[t->at[p]];
}

/* The marker at p, of whatever pair; the order of the table decides (SPEC 5). */
static struct marker marker_at(const struct text *t, size_t p, const struct oracle_options *o)
{
    for (size_t i = 0; may_begin_marker(t, p) && i < o->pair_count; i++) {
        size_t opener = behind_opener(t, p, &o->pairs[i]);
        size_t closer = behind_closer(t, p, &o->pairs[i]);

        if (opener != NOWHERE) {
            return (struct marker){p, opener, &o->pairs[i], true};
        }
        if (closer != NOWHERE) {
            return (struct marker){p, closer, &o->pairs[i], false};
        }
    }
    return no_marker;
}

/* The opening marker at p. */
static struct marker opener_at(const struct text *t, size_t p, const struct oracle_options *o)
{
    for (size_t i = 0; may_begin_marker(t, p) && i < o->pair_count; i++) {
        size_t end = behind_opener(t, p, &o->pairs[i]);

        if (end != NOWHERE) {
            return (struct marker){p, end, &o->pairs[i], true};
        }
    }
    return no_marker;
}

/* The closing marker at p of a prefilled family (R2.2), or of any pair. */
static struct marker closer_at(const struct text *t, size_t p, const struct oracle_options *o,
                               bool prefilled)
{
    for (size_t i = 0; may_begin_marker(t, p) && i < o->pair_count; i++) {
        size_t end = behind_closer(t, p, &o->pairs[i]);

        if (end != NOWHERE && (o->pairs[i].prefilled || !prefilled)) {
            return (struct marker){p, end, &o->pairs[i], false};
        }
    }
    return no_marker;
}

/* The first closing marker, found as text, that begins in [from, to). */
static struct marker first_closer(const struct text *t, size_t from, size_t to,
                                  const struct oracle_options *o, bool prefilled)
{
    for (size_t p = from; p < to; p++) {
        struct marker marker = closer_at(t, p, o, prefilled);

        if (marker.from != NOWHERE) {
            return marker;
        }
    }
    return no_marker;
}

/* The first closing marker of this pair, found as text, from p on. */
static struct marker first_closer_of(const struct text *t, size_t p, const struct oracle_pair *pair)
{
    for (; p < t->len; p++) {
        size_t end = behind_closer(t, p, pair);

        if (end != NOWHERE) {
            return (struct marker){p, end, pair, false};
        }
    }
    return no_marker;
}

/* R2.3: how many opening markers of the pair stand in [from, to). */
static size_t count_openers(const struct text *t, size_t from, size_t to,
                            const struct oracle_pair *pair)
{
    size_t count = 0;

    for (size_t p = from; p < to; p++) {
        size_t end = behind_opener(t, p, pair);

        if (end != NOWHERE && end <= to) {
            count++;
            p = end - 1;
        }
    }
    return count;
}

/* ---- Where the scan begins (R2.1, R2.2) ------------------------------------------------------ */

struct beginning {
    enum oracle_reason reason; /* or ORACLE_ANSWER: there is something to scan */
    size_t from;
    size_t openers; /* R2.3's count */
    bool reasoning; /* something before `from` was reasoning */
};

/* R2.1. `start` is behind the byte order mark and white space. */
static struct beginning behind_opened(const struct text *t, size_t start,
                                      const struct oracle_options *o)
{
    struct beginning b = {ORACLE_UNTERMINATED_REASONING, start, 0, false};
    struct marker opener = opener_at(t, start, o);
    struct marker closer;
    size_t block = start;

    if (opener.from != NOWHERE) {
        block = opener.end;
        closer = first_closer_of(t, block, opener.pair);
    } else {
        closer = first_closer(t, block, t->len, o, false);
    }
    if (closer.from != NOWHERE) {
        b.reason = ORACLE_ANSWER;
        b.from = closer.end;
        b.openers = count_openers(t, block, closer.from, closer.pair);
        b.reasoning = true;
    }
    return b;
}

/* R2.2, at an attempt. Leaves *p behind the value and returns true where the search goes on; else
 *b has the result. */
static bool pass_attempt(const struct text *t, const struct oracle_options *o, size_t *p,
                         struct beginning *b)
{
    static const struct fence no_fence;
    struct reader r = read_strictly(t->at, t->len, *p, o->limit);
    enum reading strict = r.reading;
    struct marker closer = no_marker;
    bool stuck;

    if (strict == READ_BROKEN && skip_white(t, r.at) > r.at && skip_white(t, r.at) == t->len) {
        r.reading = READ_CUT; /* by the reply's end, white space there aside */
    } else if (strict == READ_BROKEN) {
        skip_broken(t, &no_fence, &r);
        closer = first_closer(t, *p, r.at, o, true);
    }
    stuck = r.reading == READ_CUT || r.reading == READ_DEEP;
    if (closer.from != NOWHERE) {
        b->from = closer.end;
        b->reasoning = true;
    } else if (stuck && first_closer(t, *p, t->len, o, true).from != NOWHERE) {
        b->reason = r.reading == READ_CUT ? ORACLE_UNTERMINATED_VALUE : ORACLE_TOO_DEEP;
    }
    free(r.open.at);
    *p = r.at;
    return closer.from == NOWHERE && !stuck;
}

/* R2.2: looks for an orphan closing marker. */
static struct beginning behind_orphan(const struct text *t, const struct oracle_options *o)
{
    static const struct fence no_fence;
    struct beginning b = {ORACLE_ANSWER, t->front, 0, false};
    size_t p = t->front;

    while (p < t->len) {
        struct marker closer = closer_at(t, p, o, true);

        if (closer.from != NOWHERE) {
            b.from = closer.end;
            b.reasoning = true;
            return b;
        }
        if (!has_one_of(t, p, "{[") || is_index(t, &no_fence, p) || is_quoted_bracket(t, p) ||
            !is_attempt(t, p)) {
            p++;
        } else if (!pass_attempt(t, o, &p, &b)) {
            return b;
        }
    }
    return b;
}

/* R2.1 and R2.2. */
static struct beginning find_beginning(const struct text *t, const struct oracle_options *o)
{
    size_t start = skip_white(t, t->front);

    if (o->starts == ORACLE_INSIDE || opener_at(t, start, o).from != NOWHERE) {
        return behind_opened(t, start, o);
    }
    if (o->starts == ORACLE_AUTO) {
        return behind_orphan(t, o);
    }
    return (struct beginning){ORACLE_ANSWER, t->front, 0, false};
}

/* ---- Scan (R2.3, R3, R4) --------------------------------------------------------------------- */

enum kind {
    ITEM_CANDIDATE,
    ITEM_BROKEN,   /* a broken value that counts (R3.6) */
    ITEM_OPEN,     /* a prose bracket */
    ITEM_CLOSE,    /* a closer that belongs to no value */
    ITEM_HIDDEN,   /* a block of reasoning */
    ITEM_ALL_CLOSE /* an orphan closing marker, where open prose brackets end */
};

struct item {
    enum kind kind;
    size_t from;
    size_t end;
    enum oracle_type type;
    bool fenced;
    bool piece;
    bool closed;  /* of a prose bracket: by a closer of its type */
    size_t until; /* of a prose bracket: the index of the item at which it is open no more */
};

struct scan {
    const struct text *t;
    const struct oracle_options *o;
    bool see_markers;
    size_t from; /* where this scan began (anew) */
    size_t at;
    size_t openers; /* R2.3's count */
    bool reasoning; /* some was found, here or before */
    struct fence fence;
    struct item *items;
    size_t count;
    enum oracle_reason stopped; /* ORACLE_ANSWER: not */
};

static struct item *add(struct scan *s, enum kind kind, size_t from, size_t end)
{
    s->items = grow(s->items, (s->count + 1) * sizeof *s->items);
    s->items[s->count] = (struct item){.kind = kind, .from = from, .end = end, .until = NOWHERE};
    s->at = end;
    return &s->items[s->count++];
}

/* R3.4: an item closes the nearest open prose bracket of its type, and those opened after it are
   dropped. */
static void close_bracket(struct scan *s, size_t closer)
{
    unsigned char type = s->t->at[s->items[closer].from] == '}' ? '{' : '[';
    size_t nearest = closer;

    while (nearest > 0) {
        struct item *item = &s->items[--nearest];

        if (item->kind != ITEM_OPEN || item->until != NOWHERE || s->t->at[item->from] != type) {
            continue;
        }
        item->closed = true;
        for (size_t i = nearest; i < closer; i++) {
            if (s->items[i].kind == ITEM_OPEN && s->items[i].until == NOWHERE) {
                s->items[i].until = closer;
            }
        }
        return;
    }
}

/* R2.3: open prose brackets end at an orphan closing marker. */
static void close_all(struct scan *s, size_t marker)
{
    for (size_t i = 0; i < marker; i++) {
        if (s->items[i].kind == ITEM_OPEN && s->items[i].until == NOWHERE) {
            s->items[i].until = marker;
        }
    }
}

/* R3.4: pairs up the prose brackets among all items so far. */
static void pair_brackets(struct scan *s)
{
    for (size_t i = 0; i < s->count; i++) {
        s->items[i].closed = false;
        s->items[i].until = NOWHERE;
    }
    for (size_t i = 0; i < s->count; i++) {
        if (s->items[i].kind == ITEM_CLOSE) {
            close_bracket(s, i);
        } else if (s->items[i].kind == ITEM_ALL_CLOSE) {
            close_all(s, i);
        }
    }
}

/* Whether the item at `bracket` is a prose bracket that is open around the item at `inner`. */
static bool is_around(const struct scan *s, size_t bracket, size_t inner)
{
    const struct item *item = &s->items[bracket];

    return item->kind == ITEM_OPEN && bracket < inner && inner < item->until;
}

/* How many prose brackets are open around the item at `inner` (s->count: at the scan's place). */
static size_t brackets_around(const struct scan *s, size_t inner)
{
    size_t count = 0;

    for (size_t i = 0; i < s->count; i++) {
        count += is_around(s, i, inner);
    }
    return count;
}

static bool is_array_open_around(const struct scan *s, size_t inner)
{
    for (size_t i = 0; i < s->count; i++) {
        if (is_around(s, i, inner) && s->t->at[s->items[i].from] == '[') {
            return true;
        }
    }
    return false;
}

/* R3.5, the second kind of piece. */
static bool is_glued(const struct scan *s, size_t candidate)
{
    const struct text *t = s->t;
    const struct item *item = &s->items[candidate];
    size_t colon = before(t, item->from);
    size_t next = skip_white(t, item->end);
    size_t directly = directly_before(t, item->from);

    if (colon != NOWHERE && t->at[colon] == ':') { /* (a) */
        size_t quote = before(t, colon);

        if (quote != NOWHERE && t->at[quote] == '"') {
            return true;
        }
    }
    if (has(t, next, '"') && !(directly != NOWHERE && t->at[directly] == '"')) { /* (b) */
        return true;
    }
    if (has(t, next, ',') && has_one_of(t, skip_white(t, next + 1), "\"{")) { /* (c) */
        return true;
    }
    return has(t, next, ']') && !is_array_open_around(s, candidate); /* (d) */
}

/* R3.5, the first kind of piece. */
static bool is_enclosed(const struct scan *s, size_t candidate)
{
    for (size_t i = 0; i < s->count; i++) {
        if (is_around(s, i, candidate) &&
            (s->items[i].closed || s->t->at[s->items[i].from] == '{')) {
            return true;
        }
    }
    return false;
}

/* R3.5, R3.6: tells which of the items so far are pieces. */
static void find_pieces(struct scan *s)
{
    pair_brackets(s);
    for (size_t i = 0; i < s->count; i++) {
        struct item *item = &s->items[i];

        if (item->kind == ITEM_BROKEN) {
            item->piece = true;
        } else if (item->kind == ITEM_CANDIDATE) {
            item->piece = is_enclosed(s, i) || (!item->fenced && is_glued(s, i));
        }
    }
}

static bool is_met(const struct item *item)
{
    return item->kind == ITEM_CANDIDATE || item->kind == ITEM_BROKEN;
}

static bool admits(enum oracle_expect expect, enum oracle_type type)
{
    switch (expect) {
    case ORACLE_ONLY_OBJECT: return type == ORACLE_OBJECT;
    case ORACLE_ONLY_ARRAY: return type == ORACLE_ARRAY;
    case ORACLE_ANY: return true;
    default: return type == ORACLE_OBJECT || type == ORACLE_ARRAY;
    }
}

/* A container with nothing in it. */
static bool is_empty(const struct text *t, const struct item *item)
{
    return (item->type == ORACLE_OBJECT || item->type == ORACLE_ARRAY) &&
           skip_white(t, item->from + 1) == item->end - 1;
}

/* R5.4: the order of preference under `longest`, the types first. */
static int type_rank(enum oracle_type type)
{
    return type == ORACLE_OBJECT ? 2 : type == ORACLE_ARRAY ? 1 : 0;
}

/* R5.4: whether candidate a goes before candidate b. */
static bool is_better(const struct scan *s, const struct item *a, const struct item *b)
{
    size_t a_len = a->end - a->from;
    size_t b_len = b->end - b->from;

    if (a->fenced != b->fenced) {
        return a->fenced;
    }
    if (s->o->select == ORACLE_LAST) {
        return a->from > b->from;
    }
    if (s->o->select == ORACLE_FIRST) {
        return a->from < b->from;
    }
    if (type_rank(a->type) != type_rank(b->type)) {
        return type_rank(a->type) > type_rank(b->type);
    }
    if (is_empty(s->t, a) != is_empty(s->t, b)) {
        return is_empty(s->t, b);
    }
    return a_len != b_len ? a_len > b_len : a->from < b->from;
}

/* R5.4: one that is no piece so far and has the right type. */
static bool is_eligible(const struct scan *s, size_t i)
{
    const struct item *item = &s->items[i];

    return item->kind == ITEM_CANDIDATE && !item->piece && admits(s->o->expect, item->type);
}

/* R5.4: the candidate need not be remembered, as a better one is at least as sure to stay whole: it
   is inside no more prose brackets. */
static bool is_outdone(const struct scan *s, size_t candidate)
{
    for (size_t i = 0; i < s->count; i++) {
        if (is_eligible(s, i) && is_better(s, &s->items[i], &s->items[candidate]) &&
            brackets_around(s, i) <= brackets_around(s, candidate)) {
            return true;
        }
    }
    return false;
}

/* R5.4: how many candidates have to be remembered. */
static size_t count_remembered(struct scan *s)
{
    size_t count = 0;

    find_pieces(s);
    for (size_t i = 0; i < s->count; i++) {
        count += is_eligible(s, i) && !is_outdone(s, i);
    }
    return count;
}

static void add_candidate(struct scan *s, size_t from, size_t end, bool fenced)
{
    struct item *item = add(s, ITEM_CANDIDATE, from, end);

    item->type = type_of(s->t->at[from]);
    item->fenced = fenced;
    if (s->o->select != ORACLE_ONLY && count_remembered(s) > REMEMBERED_MAX) {
        s->stopped = ORACLE_TOO_DEEP;
    }
}

/* R3.6: whether a broken value is a piece, and counts. */
static bool counts(const struct scan *s, size_t from)
{
    size_t next = skip_white(s->t, from + 1);

    if (s->fence.character != 0 && s->fence.label == LABEL_OTHER) {
        return false;
    }
    return s->t->at[from] == '{' || has_one_of(s->t, next, "{[") || is_quote(s->t, next) ||
           is_first_in_fence(s->t, &s->fence, from);
}

/* R3.5, R3.6, R3.7: at an attempt. */
static void scan_attempt(struct scan *s)
{
    size_t from = s->at;
    struct reader r = read_strictly(s->t->at, s->t->len, from, s->o->limit);

    if (r.reading == READ_WHOLE) {
        bool fenced = is_first_in_fence(s->t, &s->fence, from) && ends_body(s->t, &s->fence, r.at);

        add_candidate(s, from, r.at, fenced);
    } else if (r.reading == READ_BROKEN) {
        skip_broken(s->t, &s->fence, &r);
        if (r.reading == READ_BROKEN && counts(s, from)) {
            add(s, ITEM_BROKEN, from, r.at)->type = type_of(s->t->at[from]);
        }
        s->at = r.at;
    }
    if (r.reading == READ_CUT) {
        s->stopped = ORACLE_UNTERMINATED_VALUE;
    } else if (r.reading == READ_DEEP) {
        s->stopped = ORACLE_TOO_DEEP;
    }
    free(r.open.at);
}

/* R3.4: a prose bracket; R3.7: too many of them. */
static void scan_prose_bracket(struct scan *s)
{
    add(s, ITEM_OPEN, s->at, s->at + 1);
    pair_brackets(s);
    if (brackets_around(s, s->count) > s->o->limit) {
        s->stopped = ORACLE_TOO_DEEP;
    }
}

/* R3.1 to R3.7: at a bracket; of an opener, the first rule that fits decides. */
static void scan_bracket(struct scan *s)
{
    size_t behind_citation = citation(s->t, &s->fence, s->at);

    if (has_one_of(s->t, s->at, "}]")) {
        add(s, ITEM_CLOSE, s->at, s->at + 1);
    } else if (behind_citation != s->at) {
        s->at = behind_citation;
    } else if (is_index(s->t, &s->fence, s->at) ||
               (!is_quoted_bracket(s->t, s->at) && !is_attempt(s->t, s->at))) {
        scan_prose_bracket(s); /* R3.2, R3.4 */
    } else if (is_quoted_bracket(s->t, s->at)) {
        s->at++; /* R3.3 */
    } else {
        scan_attempt(s);
    }
}

/* R4.3 under expect=any: a scalar that is the whole body of the fence that was just opened. */
static void scan_scalar_body(struct scan *s)
{
    size_t from = skip_white(s->t, s->fence.body);
    struct reader r;

    if (s->o->expect != ORACLE_ANY || s->fence.label == LABEL_OTHER ||
        has_one_of(s->t, from, "{[")) {
        return;
    }
    r = read_strictly(s->t->at, s->t->len, from, s->o->limit);
    if (r.reading == READ_WHOLE && ends_body(s->t, &s->fence, r.at)) {
        add_candidate(s, from, r.at, true);
    }
    free(r.open.at);
}

/* R4.1, R4.2: at a run of backquotes or tildes. */
static void scan_run(struct scan *s)
{
    size_t end = s->at + run_length(s->t, s->at);

    if (s->fence.character != 0) {
        if (closes_fence(s->t, &s->fence, s->at)) {
            s->fence.character = 0;
        }
        s->at = end;
    } else if (opens_fence(s->t, s->at)) {
        s->fence = read_fence(s->t, s->at);
        s->at = s->fence.body;
        scan_scalar_body(s);
    } else {
        s->at = end;
    }
}

/* R2.3: at an opening marker. */
static void scan_opener(struct scan *s, const struct marker *opener)
{
    struct marker closer = first_closer_of(s->t, opener->end, opener->pair);

    if (closer.from == NOWHERE) {
        s->stopped = ORACLE_UNTERMINATED_REASONING;
        return;
    }
    s->openers += count_openers(s->t, opener->end, closer.from, opener->pair);
    s->reasoning = true;
    add(s, ITEM_HIDDEN, opener->from, closer.end);
}

/* R2.3: at a closing marker. */
static void scan_closer(struct scan *s, const struct marker *closer)
{
    bool met = false;

    for (size_t i = 0; i < s->count; i++) {
        met = met || is_met(&s->items[i]);
    }
    if (s->openers > 0) {
        s->openers--;
        s->reasoning = true;
        s->count = 0;
        s->fence.character = 0;
        s->from = closer->end;
        s->at = closer->end;
    } else if (s->o->starts == ORACLE_OUTSIDE) {
        s->at = closer->end;
    } else if (!met) {
        s->fence.character = 0;
        add(s, ITEM_ALL_CLOSE, closer->from, closer->end);
    } else {
        s->stopped = ORACLE_AMBIGUOUS;
    }
}

/* R3: from s->at to the reply's end, or to where the scan stops. */
static void run_scan(struct scan *s)
{
    while (s->at < s->t->len && s->stopped == ORACLE_ANSWER) {
        struct marker marker = s->see_markers ? marker_at(s->t, s->at, s->o) : no_marker;

        if (marker.from != NOWHERE && marker.opener) {
            scan_opener(s, &marker);
        } else if (marker.from != NOWHERE) {
            scan_closer(s, &marker);
        } else if (has_one_of(s->t, s->at, "`~")) {
            scan_run(s);
        } else if (has_one_of(s->t, s->at, "{[}]")) {
            scan_bracket(s);
        } else {
            s->at++;
        }
    }
}

/* R2.5: nothing but white space is left outside the reasoning. */
static bool nothing_left(const struct scan *s)
{
    size_t p = s->from;

    if (!s->reasoning) {
        return false;
    }
    for (size_t i = 0; i < s->count; i++) {
        if (s->items[i].kind == ITEM_HIDDEN) {
            if (skip_white(s->t, p) < s->items[i].from) {
                return false;
            }
            p = s->items[i].end;
        }
    }
    return skip_white(s->t, p) == s->t->len;
}

/* ---- Choose (R5) ----------------------------------------------------------------------------- */

/* R5.1: the first item that counts, at or behind i; s->count where there is none. */
static size_t next_counting(const struct scan *s, size_t i)
{
    while (i < s->count && !(is_met(&s->items[i]) && admits(s->o->expect, s->items[i].type))) {
        i++;
    }
    return i;
}

/* R5.2: the class of an item that counts. A valid array holds a string, an object or an array where
   one of their first bytes stands behind its bracket. */
static int class_of(const struct scan *s, const struct item *item)
{
    if (item->fenced || item->kind == ITEM_BROKEN) {
        return 1;
    }
    if (is_empty(s->t, item)) {
        return 3;
    }
    for (size_t p = item->from + 1; p < item->end; p++) {
        if (is_one_of(s->t->at[p], "\"{[")) {
            return 1;
        }
    }
    return item->type == ORACLE_OBJECT ? 1 : 2;
}

/* R5.3: the value without white space outside strings. The caller frees it. */
static struct bytes without_white(const struct text *t, const struct item *item)
{
    struct bytes bytes = {NULL, 0, 0};
    bool in_string = false;

    for (size_t p = item->from; p < item->end; p++) {
        if (in_string || !is_white(t->at[p])) {
            push(&bytes, t->at[p]);
        }
        if (in_string && t->at[p] == '\\') {
            push(&bytes, t->at[++p]);
        } else if (t->at[p] == '"') {
            in_string = !in_string;
        }
    }
    return bytes;
}

/* R5.3. */
static bool are_equal(const struct text *t, const struct item *a, const struct item *b)
{
    struct bytes a_bytes = without_white(t, a);
    struct bytes b_bytes = without_white(t, b);
    bool equal = equal_bytes(&a_bytes, &b_bytes);

    free(a_bytes.at);
    free(b_bytes.at);
    return equal;
}

/* R5.2, R5.3. */
static enum oracle_reason choose_only(const struct scan *s, const struct item **answer)
{
    int deciding = 4;
    bool same = true;

    for (size_t i = next_counting(s, 0); i < s->count; i = next_counting(s, i + 1)) {
        int class = class_of(s, &s->items[i]);

        deciding = class < deciding ? class : deciding;
    }
    for (size_t i = next_counting(s, 0); i < s->count; i = next_counting(s, i + 1)) {
        const struct item *item = &s->items[i];

        if (class_of(s, item) != deciding) {
            continue;
        }
        if (item->piece) {
            return ORACLE_BROKEN_VALUE;
        }
        same = same && (*answer == NULL || are_equal(s->t, *answer, item));
        if (*answer == NULL || (item->fenced && !(*answer)->fenced)) {
            *answer = item;
        }
    }
    return same ? ORACLE_ANSWER : ORACLE_AMBIGUOUS;
}

/* R5.4. */
static enum oracle_reason choose_best(const struct scan *s, const struct item **answer)
{
    for (size_t i = next_counting(s, 0); i < s->count; i = next_counting(s, i + 1)) {
        const struct item *item = &s->items[i];

        if (!item->piece && (*answer == NULL || is_better(s, item, *answer))) {
            *answer = item;
        }
    }
    return *answer == NULL ? ORACLE_BROKEN_VALUE : ORACLE_ANSWER;
}

/* R5. */
static enum oracle_reason choose(struct scan *s, const struct item **answer)
{
    find_pieces(s);
    if (next_counting(s, 0) == s->count) {
        return ORACLE_NO_CANDIDATE;
    }
    return s->o->select == ORACLE_ONLY ? choose_only(s, answer) : choose_best(s, answer);
}

/* ---- Strings without their escapes (R6, O2) -------------------------------------------------- */

static void push_code_point(struct bytes *bytes, unsigned code)
{
    if (code < 0x80) {
        push(bytes, (unsigned char)code);
    } else if (code < 0x800) {
        push(bytes, (unsigned char)(0xC0 | code >> 6));
        push(bytes, (unsigned char)(0x80 | (code & 0x3F)));
    } else if (code < 0x10000) {
        push(bytes, (unsigned char)(0xE0 | code >> 12));
        push(bytes, (unsigned char)(0x80 | (code >> 6 & 0x3F)));
        push(bytes, (unsigned char)(0x80 | (code & 0x3F)));
    } else {
        push(bytes, (unsigned char)(0xF0 | code >> 18));
        push(bytes, (unsigned char)(0x80 | (code >> 12 & 0x3F)));
        push(bytes, (unsigned char)(0x80 | (code >> 6 & 0x3F)));
        push(bytes, (unsigned char)(0x80 | (code & 0x3F)));
    }
}

static unsigned four_hex(const unsigned char *at)
{
    unsigned code = 0;

    for (int i = 0; i < 4; i++) {
        unsigned char c = lower(at[i]);

        code = code * 16 + (unsigned)(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return code;
}

/* The escape at `at`, a backslash; returns its length. */
static size_t unescape_one(const unsigned char *at, struct bytes *bytes)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    unsigned code;

    if (at[1] != 'u') {
        push(bytes, (unsigned char)meanings[strchr(letters, at[1]) - letters]);
        return 2;
    }
    code = four_hex(at + 2);
    if (code < 0xD800 || code > 0xDBFF) {
        push_code_point(bytes, code);
        return 6;
    }
    push_code_point(bytes, 0x10000 + (code - 0xD800) * 0x400 + (four_hex(at + 8) - 0xDC00));
    return 12;
}

/* What the valid string at p means, in UTF-8; *end is behind it. The caller frees it. */
static struct bytes unescape(const unsigned char *text, size_t p, size_t *end)
{
    struct bytes bytes = {NULL, 0, 0};

    p++;
    while (text[p] != '"') {
        if (text[p] == '\\') {
            p += unescape_one(text + p, &bytes);
        } else {
            push(&bytes, text[p++]);
        }
    }
    *end = p + 1;
    return bytes;
}

/* A list of strings. */
struct list {
    struct bytes *strings;
    size_t count;
};

static bool is_listed(const struct list *list, const struct bytes *string)
{
    for (size_t i = 0; i < list->count; i++) {
        if (equal_bytes(&list->strings[i], string)) {
            return true;
        }
    }
    return false;
}

static void append(struct list *list, struct bytes string)
{
    list->strings = grow(list->strings, (list->count + 1) * sizeof *list->strings);
    list->strings[list->count++] = string;
}

static void free_list(struct list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->strings[i].at);
    }
    free(list->strings);
}

/* ---- Names (R6) ------------------------------------------------------------------------------ */

static size_t skip_value_white(const unsigned char *text, size_t p)
{
    while (is_white(text[p])) {
        p++;
    }
    return p;
}

/* Walks over the valid value at *p, and leaves *p behind it; returns whether an object in it has
   two members of one name. */
static bool repeats_name(const unsigned char *text, size_t *p)
{
    struct list names = {NULL, 0};
    bool object = text[*p] == '{';
    bool repeats = false;

    if (text[*p] == '"') {
        free(unescape(text, *p, p).at);
        return false;
    }
    if (!is_one_of(text[*p], "{[")) {
        while (is_letter(text[*p]) || is_digit(text[*p]) || is_one_of(text[*p], "+-.")) {
            ++*p;
        }
        return false;
    }
    for (*p = skip_value_white(text, *p + 1); !is_one_of(text[*p], "}]");) {
        if (object) {
            struct bytes name = unescape(text, *p, p);

            repeats = repeats || is_listed(&names, &name);
            append(&names, name);
            *p = skip_value_white(text, skip_value_white(text, *p) + 1);
        }
        repeats = repeats_name(text, p) || repeats;
        *p = skip_value_white(text, *p);
        if (text[*p] == ',') {
            *p = skip_value_white(text, *p + 1);
        }
    }
    ++*p;
    free_list(&names);
    return repeats;
}

/* R6: whether the container or scalar at p has a repeated name. A scalar has none. */
static bool has_duplicate_name(const struct text *t, size_t p)
{
    return is_one_of(t->at[p], "{[") && repeats_name(t->at, &p);
}

/* ---- extract --------------------------------------------------------------------------------- */

static struct text text_of(const void *reply, size_t len)
{
    struct text t = {.at = reply, .len = len};

    if (has_text(&t, 0, "\xEF\xBB\xBF")) {
        t.front = 3;
    }
    return t;
}

static struct oracle_result none(enum oracle_reason reason, size_t candidates)
{
    return (struct oracle_result){reason, 0, 0, ORACLE_NO_TYPE, candidates};
}

/* R6: the answer that was chosen, or none. */
static struct oracle_result answer(const struct text *t, const struct oracle_options *o,
                                   size_t from, size_t end, size_t candidates)
{
    if (o->names == ORACLE_UNIQUE && has_duplicate_name(t, from)) {
        return none(ORACLE_DUPLICATE_NAME, candidates);
    }
    return (struct oracle_result){ORACLE_ANSWER, from, end - from, type_of(t->at[from]),
                                  candidates};
}

/* R1: whether the rule decides. */
static bool whole_reply(const struct text *t, const struct oracle_options *o,
                        struct oracle_result *result)
{
    size_t from = skip_white(t, t->front);
    struct reader r;

    if (from == t->len) {
        *result = none(ORACLE_EMPTY, 0);
        return true;
    }
    r = read_strictly(t->at, t->len, from, o->limit);
    free(r.open.at);
    if (r.reading == READ_DEEP) {
        *result = none(ORACLE_TOO_DEEP, 0);
        return true;
    }
    if (r.reading != READ_WHOLE || skip_white(t, r.at) != t->len) {
        return false;
    }
    *result = admits(o->expect, type_of(t->at[from])) ? answer(t, o, from, r.at, 1)
                                                      : none(ORACLE_SHAPE, 1);
    return true;
}

static size_t count_candidates(const struct scan *s)
{
    size_t count = 0;

    for (size_t i = 0; i < s->count; i++) {
        count += s->items[i].kind == ITEM_CANDIDATE;
    }
    return count;
}

/* R3 to R6 on what is to be scanned. Sets *fallback where R2.5 wants another scan instead. */
static struct oracle_result scan_and_choose(struct scan *s, bool *fallback)
{
    struct oracle_result result;
    const struct item *chosen = NULL;
    enum oracle_reason reason;
    size_t candidates = 0;

    run_scan(s);
    *fallback = s->stopped == ORACLE_UNTERMINATED_REASONING ||
                (s->stopped == ORACLE_ANSWER && nothing_left(s));
    reason = s->stopped;
    if (reason == ORACLE_ANSWER) {
        reason = choose(s, &chosen);
        candidates = count_candidates(s);
    }
    result = reason == ORACLE_ANSWER ? answer(s->t, s->o, chosen->from, chosen->end, candidates)
                                     : none(reason, candidates);
    free(s->items);
    return result;
}

/* R2 to R6. */
static struct oracle_result extract_scanned(const struct text *t, const struct oracle_options *o)
{
    struct beginning b = find_beginning(t, o);
    struct scan s = {.t = t,
                     .o = o,
                     .see_markers = true,
                     .from = b.from,
                     .at = b.from,
                     .openers = b.openers,
                     .reasoning = b.reasoning};
    struct scan unseen = {.t = t, .o = o, .from = t->front, .at = t->front};
    struct oracle_result result = none(b.reason, 0);
    bool fallback = b.reason == ORACLE_UNTERMINATED_REASONING;

    if (b.reason == ORACLE_ANSWER) {
        result = scan_and_choose(&s, &fallback);
    }
    if (fallback && o->reasoning == ORACLE_FALLBACK) {
        result = scan_and_choose(&unseen, &fallback); /* R2.5 */
    }
    return result;
}

/* The options with the defaults filled in. */
static struct oracle_options complete_options(const struct oracle_options *options)
{
    struct oracle_options o = *options;

    if (o.limit == 0) {
        o.limit = DEFAULT_LIMIT;
    }
    if (o.pairs == NULL) {
        o.pairs = oracle_default_pairs;
        o.pair_count = oracle_default_pair_count;
    }
    return o;
}

struct oracle_result oracle_extract(const void *reply, size_t len,
                                    const struct oracle_options *options)
{
    struct text t = text_of(reply, len);
    struct oracle_options o = complete_options(options);
    struct oracle_result result;

    if (whole_reply(&t, &o, &result)) {
        return result;
    }
    note_beginnings(&t, &o);
    return extract_scanned(&t, &o);
}

/* ---- The other operations -------------------------------------------------------------------- */

bool oracle_is_value(const void *text, size_t len, size_t limit)
{
    struct reader r = read_strictly(text, len, 0, limit);

    free(r.open.at);
    return r.reading == READ_WHOLE && r.at == len;
}

/* O1. */
bool oracle_complete(const void *text, size_t len, size_t limit)
{
    struct text t = text_of(text, len);
    size_t from = skip_white(&t, t.front);
    size_t end = len;

    while (end > from && is_white(t.at[end - 1])) {
        end--;
    }
    return has_one_of(&t, from, "{[") &&
           oracle_is_value(t.at + from, end - from, limit == 0 ? DEFAULT_LIMIT : limit);
}

/* O2: whether a code point has the Unicode property White_Space. */
static bool is_unicode_white(unsigned code)
{
    return (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 ||
           code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
           code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

/* The code point at p of well-formed UTF-8; *end is behind it. */
static unsigned code_point(const struct bytes *s, size_t p, size_t *end)
{
    unsigned char first = s->at[p];
    size_t more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    static const unsigned char masks[] = {0x7F, 0x1F, 0x0F, 0x07};
    unsigned code = first & masks[more];

    for (size_t i = 1; i <= more; i++) {
        code = code << 6 | (s->at[p + i] & 0x3Fu);
    }
    *end = p + more + 1;
    return code;
}

/* O2: takes white space off both ends. */
static void trim(struct bytes *s)
{
    size_t from = NOWHERE;
    size_t to = 0;

    for (size_t p = 0, end; p < s->count; p = end) {
        if (!is_unicode_white(code_point(s, p, &end))) {
            from = from == NOWHERE ? p : from;
            to = end;
        }
    }
    if (from == NOWHERE) {
        s->count = 0;
        return;
    }
    memmove(s->at, s->at + from, to - from);
    s->count = to - from;
}

/* Reads the valid array at p into a list; false where an element is no string. */
static bool list_elements(const unsigned char *text, size_t p, struct list *list)
{
    for (p = skip_value_white(text, p + 1); text[p] != ']';) {
        if (text[p] != '"') {
            return false;
        }
        append(list, unescape(text, p, &p));
        p = skip_value_white(text, p);
        if (text[p] == ',') {
            p = skip_value_white(text, p + 1);
        }
    }
    return true;
}

/* O2: the list trimmed, without the empty and the repeated. */
static struct list clean(const struct list *all)
{
    struct list kept = {NULL, 0};

    for (size_t i = 0; i < all->count; i++) {
        struct bytes *string = &all->strings[i];

        trim(string);
        if (string->count > 0 && !is_listed(&kept, string)) {
            append(&kept, *string); /* both lists hold it; only `all` is freed */
        }
    }
    return kept;
}

static void push_text(struct bytes *out, const char *text)
{
    for (; *text != '\0'; text++) {
        push(out, (unsigned char)*text);
    }
}

static struct bytes write_strings(const struct list *list)
{
    struct bytes out = {NULL, 0, 0};

    push_text(&out, "[");
    for (size_t i = 0; i < list->count; i++) {
        push_text(&out, i == 0 ? "\"" : ",\"");
        for (size_t p = 0; p < list->strings[i].count; p++) {
            unsigned char c = list->strings[i].at[p];
            char escape[8];

            if (c >= 0x20 && c != '"' && c != '\\') {
                push(&out, c);
                continue;
            }
            snprintf(escape, sizeof escape, "\\u%04x", c);
            push_text(&out, escape);
        }
        push_text(&out, "\"");
    }
    push_text(&out, "]");
    return out;
}

struct oracle_strings oracle_strings(const void *reply, size_t len,
                                     const struct oracle_options *options)
{
    struct oracle_options o = *options;
    struct oracle_strings strings = {.json = NULL};
    struct list all = {NULL, 0};

    o.expect = ORACLE_ONLY_ARRAY;
    strings.result = oracle_extract(reply, len, &o);
    if (strings.result.reason != ORACLE_ANSWER) {
        return strings;
    }
    if (list_elements(reply, strings.result.offset, &all)) {
        struct list kept = clean(&all);
        struct bytes out = write_strings(&kept);

        strings.json = (char *)out.at;
        strings.json_len = out.count;
        free(kept.strings);
    } else {
        strings.result = none(ORACLE_SHAPE, strings.result.candidates);
    }
    free_list(&all);
    return strings;
}

char *oracle_rewrite_strings(const void *json, size_t len, size_t *rewritten_len)
{
    struct list all = {NULL, 0};
    struct bytes out = {NULL, 0, 0};
    const unsigned char *text = json;

    if (len > 0 && text[0] == '[' && oracle_is_value(json, len, DEFAULT_LIMIT) &&
        list_elements(text, 0, &all)) {
        out = write_strings(&all);
    }
    free_list(&all);
    *rewritten_len = out.count;
    return (char *)out.at;
}

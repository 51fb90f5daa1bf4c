/*
 * common.h - what the small wrong implementations share: the contract's arguments, input, output
 * and exit statuses, and a strict JSON reader, so that each testee is wrong in its own way and in
 * no other.
 *
 * An offset counts from 0. A span of length 0 is no span.
 */
#ifndef JETS_TESTEES_COMMON_H
#define JETS_TESTEES_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Exit statuses of the contract; STATUS_BROKEN is a failure of the testee itself. */
enum { STATUS_VALUE = 0, STATUS_BROKEN = 1, STATUS_NONE = 20, STATUS_UNSUPPORTED = 21 };

enum { DEPTH_MAX = 512 };

/*
 * Bytes of failed attempts after which an extractor gives up. Trying every bracket anew is
 * quadratic; with a bound the result does not hang on how fast the machine is.
 */
enum { WORK_MAX = 16 * 1024 * 1024 };

struct text {
    unsigned char *at; /* owned by whoever read it */
    size_t len;
};

struct span {
    size_t at;
    size_t len;
};

enum operation { EXTRACT, COMPLETE, STRINGS };
enum expect { CONTAINER, OBJECT, ARRAY, ANY };

struct arguments {
    enum operation operation;
    enum expect expect;
    bool understood; /* no option but --expect, and no unknown value of that */
};

/* ---- input and output ---- */

/* All of standard input. Ends the program where that fails: half a reply must not pass for a whole
 * one. */
static inline struct text read_input(void)
{
    size_t cap = 65536;
    size_t len = 0;
    unsigned char *at = malloc(cap);
    while (at != NULL) {
        size_t got = fread(at + len, 1, cap - len, stdin);
        len += got;
        if (got == 0)
            break;
        if (len == cap) {
            unsigned char *more = realloc(at, cap *= 2);
            if (more == NULL)
                free(at);
            at = more;
        }
    }
    if (at == NULL || ferror(stdin))
        exit(STATUS_BROKEN);
    return (struct text){at, len};
}

/* The status to exit with once everything is written. */
static inline int finish_output(void)
{
    return fflush(stdout) == 0 && !ferror(stdout) ? STATUS_VALUE : STATUS_BROKEN;
}

static inline int print_text(const char *text)
{
    puts(text);
    return finish_output();
}

/* A span that was found, or none. */
static inline int print_span(struct text text, struct span span)
{
    if (span.len == 0)
        return STATUS_NONE;
    fwrite(text.at + span.at, 1, span.len, stdout);
    putchar('\n');
    return finish_output();
}

/* ---- arguments ---- */

static inline bool read_expect(const char *value, enum expect *expect)
{
    static const char *const names[] = {"container", "object", "array", "any"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(value, names[i]) == 0) {
            *expect = (enum expect)i;
            return true;
        }
    }
    return false;
}

/* The first operand that equals an operation's name is the operation. */
static inline struct arguments read_arguments(int argc, char **argv)
{
    static const char *const names[] = {"extract", "complete", "strings"};
    struct arguments arguments = {EXTRACT, CONTAINER, true};
    bool named = false;
    for (int i = 1; i < argc; i++) {
        for (size_t op = 0; !named && op < sizeof names / sizeof names[0]; op++) {
            if (strcmp(argv[i], names[op]) == 0) {
                arguments.operation = (enum operation)op;
                named = true;
            }
        }
        if (strncmp(argv[i], "--", 2) != 0)
            continue;
        if (strncmp(argv[i], "--expect=", 9) != 0 || !read_expect(argv[i] + 9, &arguments.expect))
            arguments.understood = false;
    }
    return arguments;
}

/* ---- strict JSON (RFC 8259), without recursion ---- */

static inline bool is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_opener(unsigned char c)
{
    return c == '{' || c == '[';
}

static inline size_t skip_space(struct text text, size_t at)
{
    while (at < text.len && is_space(text.at[at]))
        at++;
    return at;
}

/* Offset behind the UTF-8 character at `at`; 0 where there is no valid one. */
static inline size_t utf8_end(struct text text, size_t at)
{
    unsigned char lead = text.at[at];
    if (lead < 0x80)
        return at + 1;
    size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || text.len - at <= more)
        return 0;
    unsigned char next = text.at[at + 1];
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (next < low || next > high)
        return 0;
    for (size_t i = 2; i <= more; i++) {
        if ((text.at[at + i] & 0xC0) != 0x80)
            return 0;
    }
    return at + more + 1;
}

/* The value of the four hexadecimal digits at `at`; -1 where they are none. */
static inline long hex4(struct text text, size_t at)
{
    long value = 0;
    for (size_t i = at; i < at + 4; i++) {
        unsigned char c = i < text.len ? text.at[i] : 0;
        int digit;
        if (is_digit(c))
            digit = c - '0';
        else if (c >= 'a' && c <= 'f')
            digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'F')
            digit = c - 'A' + 10;
        else
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Offset behind the escape whose backslash is at `at`; 0 where it is none. */
static inline size_t escape_end(struct text text, size_t at)
{
    if (at + 1 >= text.len)
        return 0;
    unsigned char c = text.at[at + 1];
    if (c != 'u')
        return c != 0 && strchr("\"\\/bfnrt", c) != NULL ? at + 2 : 0;
    long unit = hex4(text, at + 2);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return 0;
    if (unit < 0xD800 || unit > 0xDBFF)
        return at + 6;
    if (at + 7 >= text.len || text.at[at + 6] != '\\' || text.at[at + 7] != 'u')
        return 0;
    long second = hex4(text, at + 8);
    return second >= 0xDC00 && second <= 0xDFFF ? at + 12 : 0;
}

/* Offset behind the string whose opening quote is at `at`; 0 where it is none. */
static inline size_t string_end(struct text text, size_t at)
{
    at++;
    while (at < text.len && text.at[at] != '"') {
        if (text.at[at] < 0x20)
            return 0;
        at = text.at[at] == '\\' ? escape_end(text, at) : utf8_end(text, at);
        if (at == 0)
            return 0;
    }
    return at < text.len ? at + 1 : 0;
}

static inline size_t digits_end(struct text text, size_t at)
{
    while (at < text.len && is_digit(text.at[at]))
        at++;
    return at;
}

static inline size_t number_end(struct text text, size_t at)
{
    if (text.at[at] == '-')
        at++;
    size_t end = digits_end(text, at);
    if (end == at || (end > at + 1 && text.at[at] == '0'))
        return 0;
    if (end < text.len && text.at[end] == '.') {
        at = end + 1;
        end = digits_end(text, at);
        if (end == at)
            return 0;
    }
    if (end < text.len && (text.at[end] == 'e' || text.at[end] == 'E')) {
        at = end + 1;
        if (at < text.len && (text.at[at] == '+' || text.at[at] == '-'))
            at++;
        end = digits_end(text, at);
        if (end == at)
            return 0;
    }
    return end;
}

static inline size_t word_end(struct text text, size_t at, const char *word)
{
    size_t len = strlen(word);
    return text.len - at >= len && memcmp(text.at + at, word, len) == 0 ? at + len : 0;
}

/* Offset behind the string, number or literal at `at`; 0 where there is none. */
static inline size_t scalar_end(struct text text, size_t at)
{
    switch (text.at[at]) {
    case '"': return string_end(text, at);
    case 't': return word_end(text, at, "true");
    case 'f': return word_end(text, at, "false");
    case 'n': return word_end(text, at, "null");
    default: return number_end(text, at);
    }
}

/* Offset of the value behind the member name at `at`; 0 where there is no name and colon. */
static inline size_t name_end(struct text text, size_t at)
{
    if (at >= text.len || text.at[at] != '"')
        return 0;
    at = string_end(text, at);
    if (at == 0)
        return 0;
    at = skip_space(text, at);
    return at < text.len && text.at[at] == ':' ? skip_space(text, at + 1) : 0;
}

struct reader {
    struct text text;
    size_t at; /* how far it got, also where it failed; a string is one step */
    size_t depth;
    unsigned char closers[DEPTH_MAX];
};

static inline bool reader_move(struct reader *reader, size_t end)
{
    if (end != 0)
        reader->at = end;
    return end != 0;
}

static inline bool reader_sees(const struct reader *reader, unsigned char c)
{
    return reader->at < reader->text.len && reader->text.at[reader->at] == c;
}

/* To the place of the next value inside the innermost container: past a name, in an object. */
static inline bool reader_to_value(struct reader *reader)
{
    reader->at = skip_space(reader->text, reader->at);
    return reader->closers[reader->depth - 1] == ']' ||
           reader_move(reader, name_end(reader->text, reader->at));
}

/* Reads the opener or scalar at the reader; *due says whether another value must follow. */
static inline bool reader_value(struct reader *reader, bool *due)
{
    struct text text = reader->text;
    *due = false;
    if (reader->at >= text.len)
        return false;
    if (!is_opener(text.at[reader->at]))
        return reader_move(reader, scalar_end(text, reader->at));
    if (reader->depth == DEPTH_MAX)
        return false;
    unsigned char closer = text.at[reader->at] == '{' ? '}' : ']';
    reader->closers[reader->depth++] = closer;
    reader->at = skip_space(text, reader->at + 1);
    *due = !reader_sees(reader, closer);
    return !*due || reader_to_value(reader);
}

/* Reads what follows a finished value inside a container: its closer, or a comma and all before the
 * next value. */
static inline bool reader_after(struct reader *reader, bool *due)
{
    reader->at = skip_space(reader->text, reader->at);
    *due = reader_sees(reader, ',');
    if (!*due && !reader_sees(reader, reader->closers[reader->depth - 1]))
        return false;
    reader->at++;
    if (*due)
        return reader_to_value(reader);
    reader->depth--;
    return true;
}

/*
 * Offset behind the strict value that starts exactly at `at`; 0 where there is none. Adds to *work
 * how many bytes were read in vain.
 */
static inline size_t value_end(struct text text, size_t at, size_t *work)
{
    struct reader reader;
    reader.text = text;
    reader.at = at;
    reader.depth = 0;
    bool due = true;
    do {
        if (!(due ? reader_value(&reader, &due) : reader_after(&reader, &due))) {
            *work += reader.at - at + 1;
            return 0;
        }
    } while (due || reader.depth > 0);
    return reader.at;
}

/* ---- what every sensible extractor does ---- */

static inline bool admits(enum expect expect, unsigned char first)
{
    if (first == '{')
        return expect != ARRAY;
    return first == '[' ? expect != OBJECT : expect == ANY;
}

/* True where the text from an offset on, white space aside, is one strict value. */
static inline bool whole_value(struct text text, size_t from, struct span *span)
{
    size_t work = 0;
    if (from == 0 && text.len >= 3 && memcmp(text.at, "\xEF\xBB\xBF", 3) == 0)
        from = 3;
    size_t at = skip_space(text, from);
    size_t end = at < text.len ? value_end(text, at, &work) : 0;
    if (end == 0 || skip_space(text, end) != text.len)
        return false;
    *span = (struct span){at, end - at};
    return true;
}

/*
 * Offset of the first occurrence of a word at or behind `from`, case aside, but for the first byte,
 * which is no letter; text.len where there is none.
 */
static inline size_t find_word(struct text text, size_t from, const char *word)
{
    size_t len = strlen(word);
    while (from + len <= text.len) {
        const unsigned char *hit = memchr(text.at + from, word[0], text.len - from);
        if (hit == NULL)
            return text.len;
        from = (size_t)(hit - text.at);
        if (text.len - from >= len && strncasecmp((const char *)hit, word, len) == 0)
            return from;
        from++;
    }
    return text.len;
}

/* Offset behind the first end of reasoning; 0 where there is none. */
static inline size_t reasoning_end(struct text text)
{
    size_t at = find_word(text, 0, "</think>");
    return at < text.len ? at + strlen("</think>") : 0;
}

/* Offset behind the bracket that closes the one at `at`, brackets in strings aside; 0 where none
 * does. */
static inline size_t balanced_end(struct text text, size_t at)
{
    size_t depth = 0;
    bool in_string = false;
    for (; at < text.len; at++) {
        unsigned char c = text.at[at];
        if (in_string) {
            if (c == '\\')
                at++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (is_opener(c)) {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return at + 1;
        }
    }
    return 0;
}

/* The first object and the first array that were met; objects are preferred. */
struct firsts {
    struct span object;
    struct span array;
};

static inline void firsts_add(struct firsts *firsts, struct text text, struct span span)
{
    struct span *slot = text.at[span.at] == '{' ? &firsts->object : &firsts->array;
    if (slot->len == 0)
        *slot = span;
}

static inline struct span firsts_pick(const struct firsts *firsts, enum expect expect)
{
    bool object = firsts->object.len > 0 && expect != ARRAY;
    bool array = firsts->array.len > 0 && expect != OBJECT;
    if (object)
        return firsts->object;
    return array ? firsts->array : (struct span){0, 0};
}

/* The sensible way to find an answer: what parses at an opener is passed over whole. */
static inline struct span find_firsts(struct text text, size_t from, enum expect expect)
{
    struct firsts firsts = {{0, 0}, {0, 0}};
    size_t work = 0;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        size_t end = is_opener(text.at[at]) ? value_end(text, at, &work) : 0;
        if (end == 0)
            continue;
        firsts_add(&firsts, text, (struct span){at, end - at});
        at = end - 1;
    }
    return firsts_pick(&firsts, expect);
}

/* ---- the strings operation, as it is commonly written ---- */

/* The inside of a string literal without ASCII white space around it. */
static inline struct span trimmed(struct text text, struct span literal)
{
    struct span inside = {literal.at + 1, literal.len - 2};
    while (inside.len > 0 && is_space(text.at[inside.at])) {
        inside.at++;
        inside.len--;
    }
    while (inside.len > 0 && is_space(text.at[inside.at + inside.len - 1]))
        inside.len--;
    return inside;
}

static inline bool repeats(struct text text, const struct span *seen, size_t count, struct span one)
{
    for (size_t i = 0; i < count; i++) {
        if (seen[i].len == one.len && memcmp(text.at + seen[i].at, text.at + one.at, one.len) == 0)
            return true;
    }
    return false;
}

/*
 * Prints the strings of the array in `array`, trimmed, without empty ones and repeats, by their
 * spelling: an escape is not the character that it stands for. None where an element is no string.
 */
static inline int print_strings(struct text text, struct span array)
{
    size_t most = array.len / 2 + 1;
    struct span *seen = array.len == 0 ? NULL : malloc(most * sizeof *seen);
    size_t count = 0;
    size_t at = array.at + 1;
    if (seen == NULL)
        return array.len == 0 ? STATUS_NONE : STATUS_BROKEN;
    for (at = skip_space(text, at); text.at[at] != ']'; at = skip_space(text, at)) {
        if (text.at[at] == ',') {
            at++;
            continue;
        }
        if (text.at[at] != '"') {
            free(seen);
            return STATUS_NONE;
        }
        size_t end = string_end(text, at);
        struct span one = trimmed(text, (struct span){at, end - at});
        if (one.len > 0 && !repeats(text, seen, count, one))
            seen[count++] = one;
        at = end;
    }
    putchar('[');
    for (size_t i = 0; i < count; i++)
        printf("%s\"%.*s\"", i > 0 ? "," : "", (int)seen[i].len,
               (const char *)text.at + seen[i].at);
    puts("]");
    free(seen);
    return finish_output();
}

/* ---- the frame of an extractor with one fault ---- */

struct extractor {
    bool splits_reasoning;
    struct span (*find)(struct text text, size_t from, enum expect expect);
    bool (*complete)(struct text text);
};

/* The whole text is one finished object or array. */
static inline bool is_finished(struct text text)
{
    struct span span;
    return whole_value(text, 0, &span) && is_opener(text.at[span.at]);
}

static inline struct span extract(const struct extractor *extractor, struct text text,
                                  enum expect expect)
{
    struct span span = {0, 0};
    size_t from = 0;
    bool whole = whole_value(text, 0, &span);
    if (!whole && extractor->splits_reasoning) {
        from = reasoning_end(text);
        whole = from > 0 && whole_value(text, from, &span);
    }
    if (!whole)
        return extractor->find(text, from, expect);
    return admits(expect, text.at[span.at]) ? span : (struct span){0, 0};
}

/* The whole program around an extractor. The status to exit with. */
static inline int run_extractor(int argc, char **argv, const struct extractor *extractor)
{
    struct arguments arguments = read_arguments(argc, argv);
    if (!arguments.understood)
        return STATUS_UNSUPPORTED;
    struct text text = read_input();
    int status = STATUS_UNSUPPORTED;
    if (arguments.operation == COMPLETE)
        status = print_text(extractor->complete(text) ? "true" : "false");
    else if (arguments.operation == STRINGS)
        status = print_strings(text, extract(extractor, text, ARRAY));
    else
        status = print_span(text, extract(extractor, text, arguments.expect));
    free(text.at);
    return status;
}

#endif

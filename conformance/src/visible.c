#include "visible.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* One character, or one byte that begins none (len 1, code BAD). */
struct character {
    uint32_t code;
    size_t len;
};

#define BAD UINT32_MAX

static struct character next_character(const unsigned char *at, size_t left)
{
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t len = *at < 0x80   ? 1
                 : *at < 0xC2 ? 0
                 : *at < 0xE0 ? 2
                 : *at < 0xF0 ? 3
                 : *at < 0xF5 ? 4
                              : 0;
    if (len == 1)
        return (struct character){*at, 1};
    if (len == 0 || len > left)
        return (struct character){BAD, 1};
    uint32_t code = *at & (0x7FU >> len);
    for (size_t i = 1; i < len; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return (struct character){BAD, 1};
        code = code << 6 | (at[i] & 0x3FU);
    }
    if (code < LEAST[len] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return (struct character){BAD, 1};
    return (struct character){code, len};
}

/* Characters that show nothing, or that change how their neighbours are shown. */
static bool is_unseen(uint32_t code)
{
    static const uint32_t RANGES[][2] = {
        {0x80, 0xA0},     {0xAD, 0xAD},     {0x61C, 0x61C},     {0x1680, 0x1680}, {0x180E, 0x180E},
        {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F},   {0x3000, 0x3000}, {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF},
    };
    for (size_t i = 0; i < sizeof RANGES / sizeof RANGES[0]; i++) {
        if (code >= RANGES[i][0] && code <= RANGES[i][1])
            return true;
    }
    return false;
}

static void add_character(struct buffer *out, const unsigned char *at, struct character c)
{
    if (c.code == BAD)
        buffer_format(out, "\\x%02X", *at);
    else if (c.code < 0x20)
        buffer_add(out, (const char[]){'\xE2', '\x90', (char)(0x80 + c.code)}, 3);
    else if (c.code == 0x7F)
        buffer_text(out, "\xE2\x90\xA1");
    else if (is_unseen(c.code))
        buffer_format(out, "\xE2\x80\xB9U+%04X\xE2\x80\xBA", (unsigned)c.code);
    else
        buffer_add(out, at, c.len);
}

/* Bytes from `at` on that are shown as they stand. */
static size_t plain_run(const unsigned char *at, size_t left)
{
    size_t run = 0;
    while (run < left && at[run] >= 0x20 && at[run] < 0x7F)
        run++;
    return run;
}

void visible_lines(struct buffer *out, const unsigned char *bytes, size_t len, const char *indent)
{
    buffer_add(out, "", 0);
    for (size_t i = 0; i < len;) {
        /* in one piece, since nearly all that is shown is of this kind, and every result is */
        size_t run = plain_run(bytes + i, len - i);
        buffer_add(out, bytes + i, run);
        i += run;
        if (i == len)
            return;
        struct character c = next_character(bytes + i, len - i);
        add_character(out, bytes + i, c);
        i += c.len;
        if (c.code == '\n' && indent != NULL && i < len) {
            buffer_text(out, "\n");
            buffer_text(out, indent);
        }
    }
}

void visible_add(struct buffer *out, const unsigned char *bytes, size_t len)
{
    visible_lines(out, bytes, len, NULL);
}

size_t visible_boundary(const unsigned char *bytes, size_t len, size_t at)
{
    if (at >= len)
        return len;
    size_t back = 0;
    while (back < 3 && back < at && (bytes[at - back] & 0xC0) == 0x80)
        back++;
    return next_character(bytes + at - back, len - (at - back)).code == BAD ? at : at - back;
}

void visible_short(struct buffer *out, const unsigned char *bytes, size_t len, size_t max)
{
    if (len <= max) {
        visible_add(out, bytes, len);
        return;
    }
    size_t head = visible_boundary(bytes, len, max - max / 4);
    size_t tail = visible_boundary(bytes, len, len - max / 4);
    visible_add(out, bytes, head);
    buffer_format(out, " \xE2\x80\xA6 %zu bytes \xE2\x80\xA6 ", tail - head);
    visible_add(out, bytes + tail, len - tail);
}

void visible_utf8(struct buffer *out, const unsigned char *bytes, size_t len)
{
    buffer_add(out, "", 0);
    for (size_t i = 0; i < len;) {
        struct character c = next_character(bytes + i, len - i);
        if (c.code == BAD || c.code == 0)
            buffer_format(out, "\\x%02X", bytes[i]);
        else
            buffer_add(out, bytes + i, c.len);
        i += c.len;
    }
}

static bool is_plain_word(const char *word)
{
    static const char SAFE[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                               "%+,-./:=@_";
    return *word != '\0' && word[strspn(word, SAFE)] == '\0';
}

/* A word with bytes that a terminal should not get is written with escapes, which bash, zsh and
 * POSIX 2024 read. */
static bool needs_escapes(const char *word)
{
    struct buffer shown = {0};
    visible_add(&shown, (const unsigned char *)word, strlen(word));
    bool differs = strcmp(shown.at, word) != 0;
    buffer_free(&shown);
    return differs;
}

static void add_escaped_word(struct buffer *out, const char *word)
{
    buffer_text(out, "$'");
    for (const unsigned char *at = (const unsigned char *)word; *at != '\0'; at++) {
        if (*at == '\'' || *at == '\\')
            buffer_format(out, "\\%c", *at);
        else if (*at >= 0x20 && *at < 0x7F)
            buffer_add(out, at, 1);
        else
            buffer_format(out, "\\%03o",
                          *at); /* three digits whatever follows, which \x would not stop at */
    }
    buffer_text(out, "'");
}

void visible_shell(struct buffer *out, const char *word)
{
    if (is_plain_word(word)) {
        buffer_text(out, word);
    } else if (needs_escapes(word)) {
        add_escaped_word(out, word);
    } else {
        buffer_text(out, "'");
        for (; *word != '\0'; word++)
            buffer_text(out, *word == '\'' ? "'\\''" : (const char[]){*word, '\0'});
        buffer_text(out, "'");
    }
}

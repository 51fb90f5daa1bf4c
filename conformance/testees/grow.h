/* grow.h - what the testees share that change a text or make a new one. */
#ifndef JETS_TESTEES_GROW_H
#define JETS_TESTEES_GROW_H

#include "common.h"

/* Bytes for one more text; ends the program where there is no memory. */
static inline struct text new_text(size_t cap)
{
    struct text text = {malloc(cap + 1), 0};
    if (text.at == NULL)
        exit(STATUS_BROKEN);
    return text;
}

/* The room must be there: see new_text. */
static inline void append(struct text *text, const void *bytes, size_t len)
{
    memcpy(text->at + text->len, bytes, len);
    text->len += len;
}

static inline void append_byte(struct text *text, unsigned char byte)
{
    text->at[text->len++] = byte;
}

static inline void replace_text(struct text *text, struct text by)
{
    free(text->at);
    *text = by;
}

/* Takes `len` bytes out at `at`. */
static inline void cut(struct text *text, size_t at, size_t len)
{
    memmove(text->at + at, text->at + at + len, text->len - at - len);
    text->len -= len;
}

static inline bool starts_with(struct text text, size_t at, const char *word)
{
    size_t len = strlen(word);
    return at <= text.len && text.len - at >= len && memcmp(text.at + at, word, len) == 0;
}

/* Offset behind the quote that closes the string at `at`, JSON or not; text.len where none does. */
static inline size_t quoted_end(struct text text, size_t at)
{
    unsigned char quote = text.at[at];
    for (at++; at < text.len && text.at[at] != quote; at++) {
        if (text.at[at] == '\\')
            at++;
    }
    return at < text.len ? at + 1 : text.len;
}

#endif

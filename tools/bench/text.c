#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_put(struct text *t, const char *bytes, size_t len)
{
    if (len > t->room - t->len) {
        size_t room = (t->len + len) * 2;
        char *grown = realloc(t->bytes, room);
        if (grown == NULL) {
            fputs("bench: no memory for a reply\n", stderr);
            exit(EXIT_FAILURE);
        }
        t->bytes = grown;
        t->room = room;
    }
    memcpy(t->bytes + t->len, bytes, len);
    t->len += len;
}

void text_puts(struct text *t, const char *string)
{
    text_put(t, string, strlen(string));
}

void text_printf(struct text *t, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (len > 0)
        text_put(t, line, (size_t)len < sizeof line ? (size_t)len : sizeof line - 1);
}

void text_finish(struct text *t, struct reply *reply)
{
    static const char padding[REPLY_PADDING];
    text_put(t, padding, sizeof padding);
    reply->bytes = t->bytes;
    reply->len = t->len - sizeof padding;
}

void reply_free(struct reply *reply)
{
    free(reply->bytes);
}

/* A linear congruential step, and a mix of its upper half. */
unsigned draw(uint64_t *state, unsigned n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint64_t mixed = (*state >> 33) ^ (*state >> 51);
    return (unsigned)(mixed % n);
}

/* decode.h - what the testees share that look behind the escapes of a string. */
#ifndef JETS_TESTEES_DECODE_H
#define JETS_TESTEES_DECODE_H

#include "grow.h"

static inline void append_point(struct text *text, unsigned long point)
{
    static const unsigned char leads[] = {0x00, 0xC0, 0xE0, 0xF0};
    size_t more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    append_byte(text, (unsigned char)(leads[more] | (point >> (6 * more))));
    while (more-- > 0)
        append_byte(text, (unsigned char)(0x80 | ((point >> (6 * more)) & 0x3F)));
}

/* Appends what the escape at `at` stands for, which must be one. Offset behind it. */
static inline size_t append_escape(struct text *out, struct text text, size_t at)
{
    static const char names[] = "bfnrt";
    static const char bytes[] = "\b\f\n\r\t";
    unsigned char c = text.at[at + 1];
    if (c != 'u') {
        const char *name = strchr(names, c);
        append_byte(out, name != NULL ? (unsigned char)bytes[name - names] : c);
        return at + 2;
    }
    unsigned long point = (unsigned long)hex4(text, at + 2);
    if (escape_end(text, at) == at + 12) {
        unsigned long low = (unsigned long)hex4(text, at + 8);
        append_point(out, 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00));
        return at + 12;
    }
    append_point(out, point);
    return at + 6;
}

/* What the valid string literal stands for, as UTF-8. The caller frees it. */
static inline struct text decode_string(struct text text, struct span literal)
{
    struct text out = new_text(literal.len);
    size_t at = literal.at + 1;
    while (at < literal.at + literal.len - 1) {
        if (text.at[at] == '\\')
            at = append_escape(&out, text, at);
        else
            append_byte(&out, text.at[at++]);
    }
    return out;
}

#endif

#include "base64.h"

#include <stdint.h>
#include <string.h>

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t base64_four(unsigned char four[4], const unsigned char *bytes, size_t len)
{
    size_t used = len < 3 ? len : 3;
    uint32_t bits = (uint32_t)bytes[0] << 16;
    bits |= used > 1 ? (uint32_t)bytes[1] << 8 : 0;
    bits |= used > 2 ? bytes[2] : 0;
    for (size_t i = 0; i < 4; i++)
        four[i] = (unsigned char)(i <= used ? DIGITS[bits >> (18 - 6 * i) & 63] : '=');
    return used;
}

void base64_add(struct buffer *out, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    unsigned char four[4];
    buffer_add(out, "", 0);
    while (len > 0) {
        size_t used = base64_four(four, at, len);
        buffer_add(out, four, sizeof four);
        at += used;
        len -= used;
    }
}

static int digit_of(unsigned char c)
{
    const char *at = c != '\0' ? strchr(DIGITS, c) : NULL;
    return at != NULL ? (int)(at - DIGITS) : -1;
}

bool base64_decode(struct buffer *text)
{
    unsigned char *at = (unsigned char *)text->at;
    size_t len = text->len;
    size_t padding = len > 1 && at[len - 2] == '=' ? 2 : len > 0 && at[len - 1] == '=';
    size_t out = 0;
    uint32_t bits = 0;
    if (len % 4 != 0 || (padding == 2 && at[len - 1] != '='))
        return false;
    for (size_t i = 0; i < len; i++) {
        int digit = i < len - padding ? digit_of(at[i]) : 0;
        if (digit < 0)
            return false;
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 == 3) {
            at[out++] = (unsigned char)(bits >> 16);
            at[out++] = (unsigned char)(bits >> 8);
            at[out++] = (unsigned char)bits;
            bits = 0;
        }
    }
    text->len = out - padding;
    return true;
}

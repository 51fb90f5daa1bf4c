#include "message.h"

#include "jets.h"

#include <stdint.h>
#include <string.h>

bool message_is_object(const char *line, size_t len)
{
    size_t i = 0;
    while (i < len && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r'))
        i++;
    return i < len && line[i] == '{' && jets_complete(line, len, JETS_DEPTH_MAX);
}

/* In a strict text: the place behind the string that opens at i. */
static size_t behind_string(const char *text, size_t i)
{
    for (i++; text[i] != '"'; i++)
        i += text[i] == '\\';
    return i + 1;
}

/* The place behind the value that begins at i. */
static size_t behind_value(const char *text, size_t i)
{
    size_t depth = 0;
    do {
        char c = text[i];
        if (c == '"') {
            i = behind_string(text, i);
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}'))
            return i;
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        i++;
    } while (depth > 0 || strchr(" \t\r\n,}", text[i]) == NULL);
    return i;
}

static size_t over(const char *text, size_t i, const char *bytes)
{
    while (text[i] != '\0' && strchr(bytes, text[i]) != NULL)
        i++;
    return i;
}

void message_members(const char *line, size_t len, const char *const *names, struct slice *values,
                     size_t count)
{
    size_t i = over(line, 0, " \t\r{");
    memset(values, 0, count * sizeof *values);
    while (i < len && line[i] == '"') {
        size_t name_end = behind_string(line, i);
        struct slice key = {line + i, name_end - i};
        struct slice value;
        i = over(line, name_end, " \t\r:");
        value.at = line + i;
        i = behind_value(line, i);
        value.len = (size_t)(line + i - value.at);
        for (size_t n = 0; n < count; n++) {
            if (values[n].len == 0 && slice_says(key, names[n]))
                values[n] = value;
        }
        i = over(line, i, " \t\r,");
    }
}

bool slice_is_string(struct slice value)
{
    return value.len >= 2 && value.at[0] == '"';
}

bool slice_says(struct slice value, const char *text)
{
    char decoded[64];
    size_t len = strlen(text);
    return slice_is_string(value) && value.len <= sizeof decoded &&
           message_decode(value, decoded) == len && memcmp(decoded, text, len) == 0;
}

/* ---- strings ---- */

static uint32_t hex4(const char *digits)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char c = digits[i];
        uint32_t digit = (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        value = value << 4 | digit;
    }
    return value;
}

static size_t put_utf8(uint32_t c, char *out)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

/* The escape at *i (behind its backslash); the text is strict, so surrogates stand in pairs. */
static uint32_t escaped(const char *text, size_t *i)
{
    static const char letters[] = "bfnrt";
    static const char meant[] = "\b\f\n\r\t";
    char c = text[(*i)++];
    const char *letter;
    uint32_t value;
    if (c == '"' || c == '\\' || c == '/')
        return (unsigned char)c;
    letter = strchr(letters, c);
    if (c != 'u')
        return (unsigned char)(letter != NULL ? meant[letter - letters] : c);
    value = hex4(text + *i);
    *i += 4;
    if (value >= 0xD800 && value < 0xE000) {
        value = 0x10000 + ((value - 0xD800) << 10) + (hex4(text + *i + 2) - 0xDC00);
        *i += 6;
    }
    return value;
}

size_t message_decode(struct slice string, char *out)
{
    size_t n = 0;
    size_t i = 1;
    while (i + 1 < string.len) {
        size_t plain = i;
        while (string.at[i] != '\\' && i + 1 < string.len)
            i++;
        memcpy(out + n, string.at + plain, i - plain);
        n += i - plain;
        if (i + 1 < string.len) {
            i++;
            n += put_utf8(escaped(string.at, &i), out + n);
        }
    }
    return n;
}

static int base64_digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)(at - digits);
}

/* The string's meaning is decoded in place: four characters give three bytes. */
bool message_decode_base64(struct slice string, char *out, size_t *len)
{
    size_t digits = message_decode(string, out);
    size_t pad = 0;
    uint32_t bits = 0;
    *len = 0;
    while (pad < 2 && pad < digits && out[digits - 1 - pad] == '=')
        pad++;
    if (digits % 4 != 0)
        return false;
    for (size_t i = 0; i < digits; i++) {
        int digit = i < digits - pad ? base64_digit(out[i]) : 0;
        if (digit < 0)
            return false;
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 == 3) {
            out[(*len)++] = (char)(bits >> 16 & 0xFF);
            out[(*len)++] = (char)(bits >> 8 & 0xFF);
            out[(*len)++] = (char)(bits & 0xFF);
        }
    }
    *len -= pad;
    return pad == 0 || (bits & (pad == 1 ? 0xFFu : 0xFFFFu)) == 0; /* no bits to spare */
}

size_t message_encode(const char *text, size_t len, char *out)
{
    static const char hex[] = "0123456789abcdef";
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            out[n++] = '\\';
            out[n++] = (char)c;
        } else if (c < 0x20 || c == 0x7F) {
            memcpy(out + n, "\\u00", 4);
            out[n + 4] = hex[c >> 4];
            out[n + 5] = hex[c & 15];
            n += 6;
        } else {
            out[n++] = (char)c;
        }
    }
    return n;
}

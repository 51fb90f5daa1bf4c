#include "escape.h"

#include <stdbool.h>
#include <string.h>

#include "visible.h"

/* Adds text, with each byte that `replace` has an answer for replaced by it. */
static void add_replaced(struct buffer *out, const char *text,
                         const char *(*replace)(unsigned char byte))
{
    buffer_add(out, "", 0);
    for (; *text != '\0'; text++) {
        const char *instead = replace((unsigned char)*text);
        if (instead != NULL)
            buffer_text(out, instead);
        else
            buffer_add(out, text, 1);
    }
}

#define REPLACEMENT "\xEF\xBF\xBD"

static const char *for_xml(unsigned char byte)
{
    switch (byte) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\n': return NULL;
    default: return byte < 0x20 ? REPLACEMENT : NULL;
    }
}

/* U+FFFE and U+FFFF are valid UTF-8, and no characters of XML: EF BF BE and EF BF BF. */
static bool is_no_character(const char *at)
{
    return strncmp(at, "\xEF\xBF\xBE", 3) == 0 || strncmp(at, "\xEF\xBF\xBF", 3) == 0;
}

void escape_xml(struct buffer *out, const char *text)
{
    buffer_add(out, "", 0);
    while (*text != '\0') {
        if (is_no_character(text)) {
            buffer_text(out, REPLACEMENT);
            text += 3;
            continue;
        }
        const char *instead = for_xml((unsigned char)*text);
        if (instead != NULL)
            buffer_text(out, instead);
        else
            buffer_add(out, text, 1);
        text++;
    }
}

void escape_json_bytes(struct buffer *out, const void *bytes, size_t len)
{
    const char *at = bytes;
    const char *end = at + len;
    buffer_text(out, "\"");
    for (const char *plain = at; at < end || plain < end; at++) {
        bool special =
            at < end && (*at == '"' || *at == '\\' || (unsigned char)*at < 0x20 || *at == 0x7F);
        if (at < end && !special)
            continue;
        buffer_add(out, plain, (size_t)(at - plain));
        plain = at + 1;
        if (special && (*at == '"' || *at == '\\'))
            buffer_format(out, "\\%c", *at);
        else if (special)
            buffer_format(out, "\\u%04x", (unsigned char)*at);
    }
    buffer_text(out, "\"");
}

void escape_json_shown(struct buffer *out, const void *bytes, size_t len)
{
    struct buffer shown = {0};
    buffer_add(&shown, "", 0);
    visible_utf8(&shown, bytes, len);
    escape_json_bytes(out, shown.at, shown.len);
    buffer_free(&shown);
}

void escape_json(struct buffer *out, const char *text)
{
    escape_json_bytes(out, text, strlen(text));
}

static const char *for_markdown(unsigned char byte)
{
    switch (byte) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '\n': return " ";
    case '\\': return "\\\\";
    case '`': return "\\`";
    case '*': return "\\*";
    case '_': return "\\_";
    case '[': return "\\[";
    case ']': return "\\]";
    case '#': return "\\#";
    case '|': return "\\|";
    case '~': return "\\~";
    case '$': return "\\$";
    case ':': return "\\:";
    case '@': return "\\@";
    case '.': return "\\.";
    default: return NULL;
    }
}

void escape_markdown(struct buffer *out, const char *text)
{
    add_replaced(out, text, for_markdown);
}

static const char *for_command_data(unsigned char byte)
{
    switch (byte) {
    case '%': return "%25";
    case '\r': return "%0D";
    case '\n': return "%0A";
    default: return NULL;
    }
}

static const char *for_command_property(unsigned char byte)
{
    switch (byte) {
    case ':': return "%3A";
    case ',': return "%2C";
    default: return for_command_data(byte);
    }
}

void escape_command_data(struct buffer *out, const char *text)
{
    add_replaced(out, text, for_command_data);
}

void escape_command_property(struct buffer *out, const char *text)
{
    add_replaced(out, text, for_command_property);
}

static const char *for_tap(unsigned char byte)
{
    switch (byte) {
    case '#': return "\\#";
    case '\\': return "\\\\";
    case '\n': return " ";
    default: return NULL;
    }
}

void escape_tap(struct buffer *out, const char *text)
{
    add_replaced(out, text, for_tap);
}

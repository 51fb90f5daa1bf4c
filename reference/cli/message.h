/*
 * Messages of the contract's stream mode, for a program with no JSON library: reading one line's
 * members, and writing strings. (cJSON will not do: it ends a string at \u0000, and a reply may
 * hold one.)
 */
#ifndef JETS_MESSAGE_H
#define JETS_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

/* A slice of a line. */
struct slice {
    const char *at;
    size_t len;
};

/* Is the line one strict JSON object? Only then may the functions below be called on it. */
bool message_is_object(const char *line, size_t len);

/* The texts of the members with these names (ASCII), white space around them not included: the
   first of a name, where there are several. A len is 0 where there is none. One pass over the line.
 */
void message_members(const char *line, size_t len, const char *const *names, struct slice *values,
                     size_t count);

bool slice_is_string(struct slice value);

/* Is the value the JSON string that means this ASCII text? */
bool slice_says(struct slice value, const char *text);

/* Decodes a JSON string into out, as UTF-8; returns the number of bytes, fewer than string.len. */
size_t message_decode(struct slice string, char *out);

/* Decodes a JSON string of base64 (RFC 4648 section 4) into out, fewer than string.len bytes.
   Returns false where it is none. */
bool message_decode_base64(struct slice string, char *out, size_t *len);

/* Writes text as the inside of a JSON string, pure ASCII but for what is UTF-8 in the text: control
   characters, quote and backslash escaped. out needs room for 6 bytes a byte. Returns the number of
   bytes. */
size_t message_encode(const char *text, size_t len, char *out);

#endif

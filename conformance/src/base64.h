/*
 * base64.h - base64 with its padding (RFC 4648, section 4).
 */
#ifndef JETS_BASE64_H
#define JETS_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include "memory.h"

/* Writes the four characters of the first 3 bytes, or of the last 1 or 2; returns how many bytes
 * they are. */
size_t base64_four(unsigned char four[4], const unsigned char *bytes, size_t len);

/* Adds all of the bytes. */
void base64_add(struct buffer *out, const void *bytes, size_t len);

/* Decodes in place, and shortens text. False, and text is undefined, where it is no base64. */
bool base64_decode(struct buffer *text);

#endif

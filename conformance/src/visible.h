/*
 * visible.h - bytes that nobody vouches for, made safe and readable for a person.
 *
 * Valid UTF-8 that has a shape of its own stays as it is. A control character becomes its picture
 * (U+2400 and on: NUL is ␀, LF ␊, ESC ␛), another character that cannot be seen becomes ‹U+FEFF›,
 * and a byte that is not UTF-8 becomes \xFF. What comes out holds no control character: it cannot
 * move a cursor or change a terminal.
 */
#ifndef JETS_VISIBLE_H
#define JETS_VISIBLE_H

#include <stddef.h>

#include "memory.h"

/* Adds bytes to out, all on one line. */
void visible_add(struct buffer *out, const unsigned char *bytes, size_t len);

/* The same, with a line break and the indent behind each ␊ that is not the last byte. */
void visible_lines(struct buffer *out, const unsigned char *bytes, size_t len, const char *indent);

/* Adds at most about max bytes on one line: longer ones lose their middle, and how much it was is
 * said. */
void visible_short(struct buffer *out, const unsigned char *bytes, size_t len, size_t max);

/* The largest offset up to `at` that does not cut a UTF-8 character in two. */
size_t visible_boundary(const unsigned char *bytes, size_t len, size_t at);

/* Adds bytes with those that are not UTF-8, and NUL, as \xNN; the rest as it is. For formats that
 * escape. */
void visible_utf8(struct buffer *out, const unsigned char *bytes, size_t len);

/* Adds a word as a POSIX shell reads it back: as it is where that is safe, else quoted. */
void visible_shell(struct buffer *out, const char *word);

#endif

/*
 * escape.h - text made safe for a format in which some characters mean something.
 *
 * What goes in is shown text already (record_read.h): valid UTF-8 without control characters but
 * the line feed. What a format cannot hold at all is left out all the same, so that a mistake
 * elsewhere breaks no file.
 */
#ifndef JETS_ESCAPE_H
#define JETS_ESCAPE_H

#include "memory.h"

/* For XML 1.0 and HTML, in text and in quoted attributes: & < > " ' by name or number. A control
 * character that XML cannot hold, and U+FFFE and U+FFFF, become U+FFFD; a line feed stays. */
void escape_xml(struct buffer *out, const char *text);

/* A JSON string with its quotes, in ASCII but for what is above it; also a YAML string. */
void escape_json(struct buffer *out, const char *text);

/* The same of bytes that are UTF-8, NUL among them. */
void escape_json_bytes(struct buffer *out, const void *bytes, size_t len);

/* The same of bytes that nobody vouches for: what is no UTF-8, and NUL, is shown (visible.h). */
void escape_json_shown(struct buffer *out, const void *bytes, size_t len);

/* Inline Markdown (GFM), not at the beginning of a line: what could be markup, a link, a mention, a
 * formula or the end of a table's cell is escaped; a line feed becomes a space. */
void escape_markdown(struct buffer *out, const char *text);

/* The message of a workflow command: % CR LF. */
void escape_command_data(struct buffer *out, const char *text);

/* A property of a workflow command: those, and : and the comma. */
void escape_command_property(struct buffer *out, const char *text);

/* The description of a TAP test point: # and \ escaped, a line feed becomes a space. */
void escape_tap(struct buffer *out, const char *text);

#endif

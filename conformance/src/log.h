/*
 * log.h - a log of replies: JSON Lines, as it is or compressed by gzip, read a line at a time in
 * constant memory, and what a line holds.
 */
#ifndef JETS_LOG_H
#define JETS_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

/* The longest line that is looked at, in bytes; a longer one is counted and passed over. */
#define LOG_LINE_MAX ((size_t)64 << 20)

struct log; /* an open one */

/* Opens a file, or standard input where path is "-". NULL, and a line in *problem, where that
 * fails. */
struct log *log_open(const char *path, struct buffer *problem);
void log_close(struct log *log);

/* One line. */
struct log_line {
    uint64_t number; /* from 1 on */
    char *at;        /* its bytes, without the line feed; the log's, until the next line is read */
    size_t len;
    bool too_long; /* at holds nothing */
    bool open;     /* no line feed is behind it: somebody may be writing it */
};

enum log_end { LOG_LINE, LOG_END, LOG_BROKEN };

/* Reads the next line. What stands behind the last line feed is a line too where it is not empty.
 * LOG_BROKEN, and a line in *problem, where reading or unpacking fails. */
enum log_end log_next(struct log *log, struct log_line *line, struct buffer *problem);

/* How far the file is read, in bytes of the file as it lies there, and how long it is; 0 where that
 * is not known. */
uint64_t log_position(const struct log *log);
uint64_t log_length(const struct log *log);

/* Why a line has no reply. */
enum log_lack {
    LOG_HAS_REPLY,
    LOG_EMPTY,
    LOG_NO_JSON,
    LOG_NO_FIELD,
    LOG_NO_STRING,
    LOG_TOO_LONG,
    LOG_LACKS
};

/* A few words for each of them: "no JSON object", … */
const char *log_lack_text(enum log_lack lack);

/*
 * Finds the reply in a line: the string at field, a member's name, or a JSON Pointer (RFC 6901)
 * where it begins with a slash. Adds its bytes, unescaped, to reply, which was empty. A member that
 * the line repeats is none: nobody knows which is meant.
 */
enum log_lack log_find(const struct log_line *line, const char *field, struct buffer *reply);

/* Whether field is one that log_find takes: a pointer's ~ is followed by 0 or 1. */
bool log_field_is_valid(const char *field);

#endif

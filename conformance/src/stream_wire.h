/*
 * stream_wire.h - the lines of stream mode (CONTRACT.md, "Stream mode"): requests written piece by
 * piece, responses read strictly. Nothing here knows of processes.
 */
#ifndef JETS_STREAM_WIRE_H
#define JETS_STREAM_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer.h"
#include "exec.h"
#include "stream.h"

enum { WIRE_CHUNK = 65536, WIRE_HEAD_MAX = 1024 };

/* The request that opens every process; its id is 0. */
extern const char WIRE_HELLO[];

/* ---- requests ---- */

enum wire_status {
    WIRE_OK,
    WIRE_TOO_LONG, /* longer than max_line */
    WIRE_FAILED    /* the input gave too little or something else the second time, or the request's
                      words are too long */
};

/* One request line on its way. Large: keep one and use it again. */
struct wire {
    struct input input;
    uint64_t line_len; /* bytes of the whole line, LF included */
    bool base64;       /* the reply is not UTF-8 */
    bool failed;
    char head[WIRE_HEAD_MAX]; /* all in front of the reply's characters */
    size_t head_len, head_at;
    uint64_t offset; /* of what is read next from input */
    size_t raw_at, raw_len;
    unsigned char raw[WIRE_CHUNK + 4]; /* some of the reply, a character cut in two in front */
    size_t tail_at;
    bool done;
};

/* Begins a line, for which the whole input is read once. What request points to must stay. */
enum wire_status wire_begin(struct wire *wire, uint64_t id, const struct exec_request *request,
                            uint64_t max_line);

/*
 * Writes the next bytes of the line to buf and returns how many; cap is at least 16. 0 only where
 * the line is done, or failed (WIRE_FAILED).
 */
size_t wire_fill(struct wire *wire, unsigned char *buf, size_t cap);

/* ---- responses ---- */

enum wire_result {
    WIRE_VALUE, /* the slice is the value's own text */
    WIRE_TEXT,  /* the slice is a string, quotes included; so it is for the next three */
    WIRE_NONE,
    WIRE_UNSUPPORTED, /* the reason is not empty */
    WIRE_ERROR
};

struct wire_response {
    bool has_id;
    uint64_t id;
    const char *fault;       /* NULL, or static text: what is wrong with the line */
    enum wire_result result; /* where fault is NULL */
    size_t at, len;          /* the slice of the line that is the result */
};

/*
 * Reads one line, its LF left out. Where has_id is set, the line is one strict JSON object with one
 * plain id, whatever else is wrong with it. scratch is {0} or was used before. False where memory
 * is out.
 */
bool wire_read(struct wire_response *response, struct answer *scratch, const unsigned char *line,
               size_t len);

/* Resolves the escapes of the string of len bytes, quotes included, in place: to its beginning.
 * Returns the length in bytes. */
size_t wire_unescape(unsigned char *string, size_t len);

/*
 * Reads the line as the answer to hello. False where it is none; then *problem is static text, or
 * NULL where memory is out, and *hello is empty.
 */
bool wire_read_hello(struct stream_hello *hello, const unsigned char *line, size_t len,
                     const char **problem);
void wire_hello_free(struct stream_hello *hello);

#endif

#define _POSIX_C_SOURCE 200809L

#include "stream.h"

#include "message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The longest request line read, as hello says. */
#define MAX_LINE ((size_t)64 << 20)
#define CHUNK ((size_t)64 << 10)

/* A buffer that grows and is used again. */
struct buffer {
    char *bytes;
    size_t len, room;
};

struct server {
    const struct jets_options *base;
    int out;
    struct buffer reply, array, response;
};

static bool buffer_room(struct buffer *b, size_t more)
{
    size_t room = b->room == 0 ? CHUNK : b->room;
    char *bytes;
    if (more > SIZE_MAX / 2 - b->len) {
        return false;
    }
    while (room < b->len + more) {
        room *= 2;
    }
    if (room == b->room) {
        return true;
    }
    bytes = realloc(b->bytes, room);
    if (bytes == NULL) {
        return false;
    }
    b->bytes = bytes;
    b->room = room;
    return true;
}

static bool put(struct buffer *b, const char *text, size_t len)
{
    if (!buffer_room(b, len)) {
        return false;
    }
    memcpy(b->bytes + b->len, text, len);
    b->len += len;
    return true;
}

static bool put_text(struct buffer *b, const char *text)
{
    return put(b, text, strlen(text));
}

static int trouble(const char *what, const char *why)
{
    fprintf(stderr, "jets-extract: --stream: %s: %s\n", what, why);
    return 2;
}

int contract_option(struct jets_options *options, const char *name, size_t name_len,
                    const char *value, size_t value_len)
{
    static const char *const names[] = {"expect", "select", "names", "reasoning", "starts"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text;
        if (strlen(names[i]) != name_len || memcmp(names[i], name, name_len) != 0) {
            continue;
        }
        for (unsigned n = 0; (text = jets_option_text(names[i], n)) != NULL; n++) {
            if (strlen(text) != value_len || memcmp(text, value, value_len) != 0) {
                continue;
            }
            switch (i) {
            case 0: options->expect = (enum jets_expect)n; break;
            case 1: options->select = (enum jets_select)n; break;
            case 2: options->names = (enum jets_names)n; break;
            case 3: options->reasoning = (enum jets_reasoning)n; break;
            default: options->starts = (enum jets_starts)n;
            }
            return 0;
        }
        return 2;
    }
    return 1;
}

/* ---- one request ---- */

/* The options of a request. Returns NULL, or why it is unsupported. */
static const char *read_options(const struct slice *line, struct jets_options *options)
{
    static const char *const names[] = {"expect", "select", "names", "reasoning", "starts"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct slice value = message_member(line->at, line->len, names[i]);
        if (value.len > 0 &&
            (!slice_is_string(value) || contract_option(options, names[i], strlen(names[i]),
                                                        value.at + 1, value.len - 2) != 0)) {
            return names[i];
        }
    }
    return NULL;
}

/* Decodes the reply into s->reply. Returns NULL, or what is wrong. */
static const char *read_reply(struct server *s, const struct slice *line)
{
    struct slice text = message_member(line->at, line->len, "reply");
    struct slice base64 = message_member(line->at, line->len, "reply_base64");
    s->reply.len = 0;
    if (!buffer_room(&s->reply, (text.len > base64.len ? text.len : base64.len) + 4)) {
        return "no memory for the reply";
    }
    if (slice_is_string(text)) {
        s->reply.len = message_decode(text, s->reply.bytes);
        return NULL;
    }
    return message_decode_base64(base64, s->reply.bytes, &s->reply.len) ? NULL
                                                                        : "no reply in the request";
}

/* The response's last member: an answer's exact text, or why there is none. */
static bool put_result(struct buffer *b, const struct jets_result *result, const char *text,
                       size_t len)
{
    if (result->status != JETS_VALUE) {
        return put_text(b, "\"none\":\"") && put_text(b, jets_reason_text(result->reason)) &&
               put_text(b, "\"}\n");
    }
    if (!put_text(b, "\"text\":\"") || len > (SIZE_MAX / 2 - b->len) / 6 ||
        !buffer_room(b, 6 * len)) {
        return false;
    }
    b->len += message_encode(text, len, b->bytes + b->len);
    return put_text(b, "\"}\n");
}

static bool operate(struct server *s, struct slice operation, const struct jets_options *options)
{
    struct jets_result result;
    struct buffer *b = &s->response;
    if (slice_says(operation, "complete")) {
        bool complete = jets_complete(s->reply.bytes, s->reply.len, options->depth);
        return put_text(b, complete ? "\"value\":true}\n" : "\"value\":false}\n");
    }
    if (slice_says(operation, "strings")) {
        if (!buffer_room(&s->array, jets_strings_room(s->reply.len))) {
            return put_text(b, "\"error\":\"no memory for the strings\"}\n");
        }
        jets_strings(s->reply.bytes, s->reply.len, options, s->array.bytes, &s->array.len, &result);
        return put_result(b, &result, s->array.bytes, s->array.len);
    }
    if (operation.len > 0 && !slice_says(operation, "extract")) {
        return put_text(b, "\"unsupported\":\"the operation is not implemented\"}\n");
    }
    jets_extract(s->reply.bytes, s->reply.len, options, &result);
    return put_result(b, &result, s->reply.bytes + result.offset, result.length);
}

static bool hello(struct buffer *b)
{
    return put_text(b, "\"hello\":{\"contract\":1,\"name\":\"jets-extract\",\"version\":\"") &&
           put_text(b, jets_version()) &&
           put_text(
               b,
               "\",\"operations\":[\"extract\",\"complete\",\"strings\"],\"policy\":{\"select\":\"only\","
               "\"names\":\"unique\",\"reasoning\":\"closed\",\"starts\":\"auto\",\"scalars\":\"refuse\","
               "\"truncation\":\"refuse\",\"repair\":\"refuse\",\"numbers\":\"exact\",\"decoding\":"
               "\"strict\"},\"window\":64,\"max_line\":67108864}}\n");
}

static bool respond(struct server *s, const struct slice *line)
{
    struct jets_options options = *s->base;
    struct slice id = message_member(line->at, line->len, "id");
    struct buffer *b = &s->response;
    const char *problem;
    if (!put_text(b, "{\"id\":") || !put(b, id.len > 0 ? id.at : "null", id.len > 0 ? id.len : 4) ||
        !put_text(b, ",")) {
        return false;
    }
    if (message_member(line->at, line->len, "hello").len > 0) {
        return hello(b);
    }
    problem = read_options(line, &options);
    if (problem != NULL) {
        return put_text(b, "\"unsupported\":\"") && put_text(b, problem) && put_text(b, "\"}\n");
    }
    problem = read_reply(s, line);
    if (problem != NULL) {
        return put_text(b, "\"error\":\"") && put_text(b, problem) && put_text(b, "\"}\n");
    }
    return operate(s, message_member(line->at, line->len, "op"), &options);
}

/* ---- the loop ---- */

static int write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t wrote = write(fd, bytes, len);
        if (wrote < 0 && errno != EINTR) {
            return trouble("standard output", strerror(errno));
        }
        if (wrote > 0) {
            bytes += wrote;
            len -= (size_t)wrote;
        }
    }
    return 0;
}

/* Answers every whole line in front of `in`, in one write, and keeps the rest. `from`: where to
   look for line feeds, as what stands in front of it has none. */
static int serve_lines(struct server *s, struct buffer *in, size_t from)
{
    size_t begin = 0;
    char *end;
    s->response.len = 0;
    while ((end = memchr(in->bytes + from, '\n', in->len - from)) != NULL) {
        struct slice line = {in->bytes + begin, (size_t)(end - in->bytes) - begin};
        if (!message_is_object(line.at, line.len)) {
            return trouble("standard input", "a line is no request");
        }
        if (!respond(s, &line)) {
            return trouble("response", "no memory");
        }
        begin = from = (size_t)(end - in->bytes) + 1;
        /* answers of megabytes are not piled up */
        if (s->response.len > CHUNK || begin == in->len) {
            int status = write_all(s->out, s->response.bytes, s->response.len);
            if (status != 0) {
                return status;
            }
            s->response.len = 0;
        }
    }
    memmove(in->bytes, in->bytes + begin, in->len - begin);
    in->len -= begin;
    return write_all(s->out, s->response.bytes, s->response.len);
}

static int serve(struct server *s, int in, struct buffer *lines)
{
    for (;;) {
        size_t from = lines->len;
        ssize_t got;
        int status;
        if (lines->len > MAX_LINE) {
            return trouble("standard input", "a line is longer than 64 MiB");
        }
        if (!buffer_room(lines, CHUNK)) {
            return trouble("standard input", "no memory");
        }
        got = read(in, lines->bytes + lines->len, lines->room - lines->len);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return got < 0 ? trouble("standard input", strerror(errno)) : 0;
        }
        lines->len += (size_t)got;
        status = serve_lines(s, lines, from);
        if (status != 0) {
            return status;
        }
    }
}

int stream_serve(const struct jets_options *base, int in, int out)
{
    struct server s = {.base = base, .out = out};
    struct buffer lines = {NULL, 0, 0};
    int status = serve(&s, in, &lines);
    free(lines.bytes);
    free(s.reply.bytes);
    free(s.array.bytes);
    free(s.response.bytes);
    return status;
}

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
    if (more > SIZE_MAX / 2 - b->len)
        return false;
    while (room < b->len + more)
        room *= 2;
    if (room == b->room)
        return true;
    bytes = realloc(b->bytes, room);
    if (bytes == NULL)
        return false;
    b->bytes = bytes;
    b->room = room;
    return true;
}

static bool put(struct buffer *b, const char *text, size_t len)
{
    if (!buffer_room(b, len))
        return false;
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

static const char *const OPTIONS[] = {"expect", "select", "names", "reasoning", "starts"};
enum { OPTION_COUNT = 5 };

static void set(struct jets_options *options, unsigned option, unsigned value)
{
    switch (option) {
    case 0: options->expect = (enum jets_expect)value; break;
    case 1: options->select = (enum jets_select)value; break;
    case 2: options->names = (enum jets_names)value; break;
    case 3: options->reasoning = (enum jets_reasoning)value; break;
    default: options->starts = (enum jets_starts)value;
    }
}

static unsigned get(const struct jets_options *options, unsigned option)
{
    const unsigned values[OPTION_COUNT] = {options->expect, options->select, options->names,
                                           options->reasoning, options->starts};
    return values[option];
}

int contract_option(struct jets_options *options, const char *name, size_t name_len,
                    const char *value, size_t value_len)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const char *text;
        if (strlen(OPTIONS[i]) != name_len || memcmp(OPTIONS[i], name, name_len) != 0)
            continue;
        for (unsigned n = 0; (text = jets_option_text(OPTIONS[i], n)) != NULL; n++) {
            if (strlen(text) == value_len && memcmp(text, value, value_len) == 0) {
                set(options, i, n);
                return 0;
            }
        }
        return 2;
    }
    return 1;
}

/* ---- one request ---- */

/* The members of a request that mean something, the options behind the rest. */
enum {
    MEMBER_ID,
    MEMBER_HELLO,
    MEMBER_OP,
    MEMBER_REPLY,
    MEMBER_REPLY_BASE64,
    MEMBER_OPTIONS,
    MEMBER_COUNT = MEMBER_OPTIONS + OPTION_COUNT
};

/* The options of a request. Returns NULL, or which is unsupported. */
static const char *read_options(const struct slice *members, struct jets_options *options)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        struct slice value = members[MEMBER_OPTIONS + i];
        char text[64];
        size_t len;
        if (value.len == 0)
            continue;
        if (!slice_is_string(value) || value.len > sizeof text)
            return OPTIONS[i];
        len = message_decode(value, text);
        if (contract_option(options, OPTIONS[i], strlen(OPTIONS[i]), text, len) != 0)
            return OPTIONS[i];
    }
    return NULL;
}

/* Decodes the reply into s->reply. Returns NULL, or what is wrong. */
static const char *read_reply(struct server *s, const struct slice *members)
{
    struct slice text = members[MEMBER_REPLY];
    struct slice base64 = members[MEMBER_REPLY_BASE64];
    s->reply.len = 0;
    if (!buffer_room(&s->reply, (text.len > base64.len ? text.len : base64.len) + 4))
        return "no memory for the reply";
    if (slice_is_string(text)) {
        s->reply.len = message_decode(text, s->reply.bytes);
        return NULL;
    }
    if (!slice_is_string(base64))
        return "no reply in the request";
    return message_decode_base64(base64, s->reply.bytes, &s->reply.len)
               ? NULL
               : "reply_base64 is no base64";
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
        if (!buffer_room(&s->array, jets_strings_room(s->reply.len)))
            return put_text(b, "\"error\":\"no memory for the strings\"}\n");
        jets_strings(s->reply.bytes, s->reply.len, options, s->array.bytes, &s->array.len, &result);
        return put_result(b, &result, s->array.bytes, s->array.len);
    }
    if (operation.len > 0 && !slice_says(operation, "extract"))
        return put_text(b, "\"unsupported\":\"the operation is not implemented\"}\n");
    jets_extract(s->reply.bytes, s->reply.len, options, &result);
    return put_result(b, &result, s->reply.bytes + result.offset, result.length);
}

/* What the program does where a request leaves an option out. */
static bool put_policy(struct buffer *b, const struct jets_options *base)
{
    for (unsigned i = 1; i < OPTION_COUNT; i++) { /* expect is the caller's question, no policy */
        if (!put_text(b, "\"") || !put_text(b, OPTIONS[i]) || !put_text(b, "\":\"") ||
            !put_text(b, jets_option_text(OPTIONS[i], get(base, i))) || !put_text(b, "\",")) {
            return false;
        }
    }
    return put_text(b, "\"scalars\":\"refuse\",\"truncation\":\"refuse\",\"repair\":\"refuse\","
                       "\"numbers\":\"exact\",\"decoding\":\"strict\"");
}

static bool hello(struct buffer *b, const struct jets_options *base)
{
    return put_text(b, "\"hello\":{\"contract\":1,\"name\":\"jets-extract\",\"version\":\"") &&
           put_text(b, jets_version()) &&
           put_text(b, "\",\"operations\":[\"extract\",\"complete\",\"strings\"],\"policy\":{") &&
           put_policy(b, base) && put_text(b, "},\"window\":64,\"max_line\":67108864}}\n");
}

static bool respond(struct server *s, const struct slice *line)
{
    static const char *const names[MEMBER_COUNT] = {"id",           "hello",  "op",     "reply",
                                                    "reply_base64", "expect", "select", "names",
                                                    "reasoning",    "starts"};
    struct slice members[MEMBER_COUNT];
    struct jets_options options = *s->base;
    struct buffer *b = &s->response;
    struct slice id;
    const char *problem;
    message_members(line->at, line->len, names, members, MEMBER_COUNT);
    id = members[MEMBER_ID];
    if (!put_text(b, "{\"id\":") || !put(b, id.len > 0 ? id.at : "null", id.len > 0 ? id.len : 4) ||
        !put_text(b, ",")) {
        return false;
    }
    if (members[MEMBER_HELLO].len > 0)
        return hello(b, s->base);
    problem = read_options(members, &options);
    if (problem != NULL)
        return put_text(b, "\"unsupported\":\"") && put_text(b, problem) && put_text(b, "\"}\n");
    problem = read_reply(s, members);
    if (problem != NULL)
        return put_text(b, "\"error\":\"") && put_text(b, problem) && put_text(b, "\"}\n");
    return operate(s, members[MEMBER_OP], &options);
}

/* ---- the loop ---- */

static int write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t wrote = write(fd, bytes, len);
        if (wrote < 0 && errno != EINTR)
            return trouble("standard output", strerror(errno));
        if (wrote > 0) {
            bytes += wrote;
            len -= (size_t)wrote;
        }
    }
    return 0;
}

/* Answers one request, in one write. */
static int serve_line(struct server *s, struct slice line)
{
    if (line.len > MAX_LINE)
        return trouble("standard input", "a line is longer than 64 MiB");
    if (!message_is_object(line.at, line.len))
        return trouble("standard input", "a line is no request");
    s->response.len = 0;
    if (!respond(s, &line))
        return trouble("response", "no memory");
    return write_all(s->out, s->response.bytes, s->response.len);
}

/* Answers the whole lines in `in`, and keeps the rest; in front of `from` there is no line feed. */
static int serve_lines(struct server *s, struct buffer *in, size_t from)
{
    size_t begin = 0;
    const char *end;
    while ((end = memchr(in->bytes + from, '\n', in->len - from)) != NULL) {
        size_t at = (size_t)(end - in->bytes);
        int status = serve_line(s, (struct slice){in->bytes + begin, at - begin});
        if (status != 0)
            return status;
        begin = from = at + 1;
    }
    /* a long line comes in many reads, and stays where it is */
    if (begin > 0)
        memmove(in->bytes, in->bytes + begin, in->len - begin);
    in->len -= begin;
    return in->len > MAX_LINE ? trouble("standard input", "a line is longer than 64 MiB") : 0;
}

static int serve(struct server *s, int in, struct buffer *lines)
{
    for (;;) {
        size_t from = lines->len;
        ssize_t got;
        int status;
        if (!buffer_room(lines, CHUNK))
            return trouble("standard input", "no memory");
        got = read(in, lines->bytes + lines->len, lines->room - lines->len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return trouble("standard input", strerror(errno));
        if (got == 0) {
            return lines->len == 0 ? 0
                                   : trouble("standard input", "the last line has no line feed");
        }
        lines->len += (size_t)got;
        status = serve_lines(s, lines, from);
        if (status != 0)
            return status;
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

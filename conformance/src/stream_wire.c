#include "stream_wire.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base64.h"

const char WIRE_HELLO[] = "{\"id\":0,\"hello\":{\"contract\":1}}\n";

static const char TAIL[] = "\"}\n";

enum { TAIL_LEN = sizeof TAIL - 1, ESCAPED_MAX = 12 };

/* ---- characters ---- */

/*
 * Length of the UTF-8 character (RFC 3629) at the beginning of text, and its code point. 0: there
 * is none. -1: the bytes end within what may be one.
 */
static int decode(const unsigned char *text, size_t len, uint32_t *code)
{
    unsigned char lead = text[0];
    int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    *code = lead & (0x3FU >> more);
    for (int i = 1; i <= more; i++) {
        if ((size_t)i >= len)
            return -1;
        if (text[i] < low || text[i] > high)
            return 0;
        *code = *code << 6 | (text[i] & 0x3FU);
        low = 0x80;
        high = 0xBF;
    }
    return more + 1;
}

/* The letter of a two-byte escape, or 0. */
static char short_escape(unsigned char c)
{
    switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* How many plain bytes there are at the beginning. Eight at a time: replies of megabytes are usual.
 */
static size_t plain_run(const unsigned char *at, size_t len)
{
    const uint64_t ones = 0x0101010101010101;
    const uint64_t tops = ones << 7;
    size_t done = 0;
    if (len == 0 || !is_plain(at[0]))
        return 0;
    while (len - done >= 8) {
        uint64_t word;
        memcpy(&word, at + done, 8);
        uint64_t quotes = word ^ ones * '"';
        uint64_t slashes = word ^ ones * '\\';
        /* A byte's top bit is set where it is not ASCII, below a space, a quote or a backslash; a
         * borrow may set one too many above, never one too few. */
        uint64_t other = word | (word - ones * 0x20) | (quotes - ones) | (slashes - ones);
        if ((other & tops) != 0)
            break;
        done += 8;
    }
    while (done < len && is_plain(at[done]))
        done++;
    return done;
}

static size_t put_unit(unsigned char *buf, uint32_t unit)
{
    static const char DIGITS[] = "0123456789abcdef";
    buf[0] = '\\';
    buf[1] = 'u';
    for (int i = 0; i < 4; i++)
        buf[2 + i] = (unsigned char)DIGITS[unit >> (12 - 4 * i) & 0xF];
    return 6;
}

/* Writes one character that is not plain, as escapes. */
static size_t put_escaped(unsigned char *buf, uint32_t code)
{
    char letter = '\0';
    if (code < 0x80)
        letter = short_escape((unsigned char)code);
    if (letter != 0) {
        buf[0] = '\\';
        buf[1] = (unsigned char)letter;
        return 2;
    }
    if (code < 0x10000)
        return put_unit(buf, code);
    size_t len = put_unit(buf, 0xD800 + ((code - 0x10000) >> 10));
    return len + put_unit(buf + len, 0xDC00 + ((code - 0x10000) & 0x3FF));
}

/* ---- the first reading: is it UTF-8, and how long is the line ---- */

struct scan {
    bool utf8;
    uint64_t len; /* bytes of the reply's characters, escaped */
};

/* How many bytes of the chunk were scanned: all but a character that its end may have cut. */
static size_t scan_chunk(struct scan *scan, const unsigned char *at, size_t len, bool last)
{
    size_t i = 0;
    while (i < len && scan->utf8) {
        uint32_t code;
        size_t run = plain_run(at + i, len - i);
        scan->len += run;
        i += run;
        if (i == len)
            break;
        if (at[i] < 0x80) {
            scan->len += short_escape(at[i]) != 0 ? 2 : 6;
            i++;
            continue;
        }
        int used = decode(at + i, len - i, &code);
        if (used < 0 && !last)
            return i;
        scan->utf8 = used > 0;
        scan->len += used == 4 ? 12 : 6;
        i += used > 0 ? (size_t)used : 0;
    }
    return scan->utf8 ? i : len;
}

/* Gets more of the reply behind what of raw is left. False at the end, and where the input fails.
 */
static bool refill(struct wire *wire)
{
    size_t left = wire->raw_len - wire->raw_at;
    uint64_t more = wire->input.length - wire->offset;
    size_t cap = WIRE_CHUNK - left;
    if (more == 0 || left == WIRE_CHUNK)
        return false;
    if (more < cap)
        cap = (size_t)more;
    memmove(wire->raw, wire->raw + wire->raw_at, left);
    size_t got = wire->input.read(wire->input.ctx, wire->offset, wire->raw + left, cap);
    wire->raw_at = 0;
    wire->raw_len = left;
    if (got == 0 || got > cap) {
        wire->failed = true;
        return false;
    }
    wire->raw_len += got;
    wire->offset += got;
    return true;
}

static struct scan scan_reply(struct wire *wire)
{
    struct scan scan = {.utf8 = true};
    while (scan.utf8 && refill(wire))
        wire->raw_at += scan_chunk(&scan, wire->raw + wire->raw_at, wire->raw_len - wire->raw_at,
                                   wire->offset == wire->input.length);
    return scan;
}

/* ---- the head ---- */

static void add_head(struct wire *wire, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_head(struct wire *wire, const char *format, ...)
{
    size_t room = sizeof wire->head - wire->head_len;
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(wire->head + wire->head_len, room, format, arguments);
    va_end(arguments);
    if (len < 0 || (size_t)len >= room)
        wire->failed = true;
    else
        wire->head_len += (size_t)len;
}

/* The names and values of options are words of the contract, which need no escapes. */
static void add_options(struct wire *wire, const struct exec_request *request)
{
    for (int rank = 0; rank <= POLICY_COUNT; rank++) {
        for (size_t i = 0; i < request->options_len; i++) {
            int place = words_policy(request->options[i].name);
            if (rank == (place < 0 ? POLICY_COUNT : place))
                add_head(wire, ",\"%s\":\"%s\"", request->options[i].name,
                         request->options[i].value);
        }
    }
}

enum wire_status wire_begin(struct wire *wire, uint64_t id, const struct exec_request *request,
                            uint64_t max_line)
{
    wire->input = request->input;
    wire->failed = wire->done = false;
    wire->head_len = wire->head_at = wire->tail_at = 0;
    wire->raw_at = wire->raw_len = 0;
    wire->offset = 0;
    if (request->input.length > max_line)
        return WIRE_TOO_LONG;
    struct scan scan = scan_reply(wire);
    wire->base64 = !scan.utf8;
    add_head(wire, "{\"id\":%llu,\"op\":\"%s\"", (unsigned long long)id,
             request->operation != NULL ? request->operation : OPERATION_NAMES[0]);
    add_options(wire, request);
    add_head(wire, wire->base64 ? ",\"reply_base64\":\"" : ",\"reply\":\"");
    if (wire->failed)
        return WIRE_FAILED;
    uint64_t body = wire->base64 ? (wire->input.length + 2) / 3 * 4 : scan.len;
    wire->line_len = wire->head_len + body + TAIL_LEN;
    /* A short reply is all in raw, and need not be read again. */
    wire->raw_at = 0;
    if (wire->raw_len != wire->input.length)
        wire->offset = wire->raw_len = 0;
    return wire->line_len > max_line ? WIRE_TOO_LONG : WIRE_OK;
}

/* ---- the second reading: writing ---- */

static size_t copy(const char *from, size_t len, size_t *at, unsigned char *buf, size_t cap)
{
    size_t more = len - *at < cap ? len - *at : cap;
    memcpy(buf, from + *at, more);
    *at += more;
    return more;
}

/* Copies bytes that stand for themselves. */
static size_t fill_plain(struct wire *wire, unsigned char *buf, size_t cap)
{
    const unsigned char *from = wire->raw + wire->raw_at;
    size_t most = wire->raw_len - wire->raw_at < cap ? wire->raw_len - wire->raw_at : cap;
    size_t len = plain_run(from, most);
    memcpy(buf, from, len);
    wire->raw_at += len;
    return len;
}

/* Writes one escaped character. False where raw ends, at its end or within a character. */
static bool fill_escaped(struct wire *wire, unsigned char *buf, size_t *len)
{
    const unsigned char *at = wire->raw + wire->raw_at;
    size_t left = wire->raw_len - wire->raw_at;
    uint32_t code = left > 0 ? at[0] : 0;
    int used = left == 0 ? -1 : code < 0x80 ? 1 : decode(at, left, &code);
    if (used <= 0) {
        /* It was UTF-8 when it was read first. */
        wire->failed = used == 0 || (left > 0 && wire->offset == wire->input.length);
        return false;
    }
    *len += put_escaped(buf + *len, code);
    wire->raw_at += (size_t)used;
    return true;
}

static size_t fill_text(struct wire *wire, unsigned char *buf, size_t cap)
{
    size_t len = 0;
    do {
        len += fill_plain(wire, buf + len, cap - len);
    } while (cap - len >= ESCAPED_MAX && fill_escaped(wire, buf, &len));
    return len;
}

/* Three bytes at a time; fewer only at the end of the reply. */
static size_t fill_base64(struct wire *wire, unsigned char *buf, size_t cap)
{
    size_t len = 0;
    while (cap - len >= 4) {
        const unsigned char *at = wire->raw + wire->raw_at;
        size_t left = wire->raw_len - wire->raw_at;
        if (left == 0 || (left < 3 && wire->offset < wire->input.length))
            break;
        wire->raw_at += base64_four(buf + len, at, left);
        len += 4;
    }
    return len;
}

size_t wire_fill(struct wire *wire, unsigned char *buf, size_t cap)
{
    if (wire->done || wire->failed)
        return 0;
    if (wire->head_at < wire->head_len)
        return copy(wire->head, wire->head_len, &wire->head_at, buf, cap);
    for (;;) {
        size_t len = wire->base64 ? fill_base64(wire, buf, cap) : fill_text(wire, buf, cap);
        if (len > 0 || wire->failed)
            return wire->failed ? 0 : len;
        if (!refill(wire))
            break;
    }
    if (wire->failed)
        return 0;
    size_t len = copy(TAIL, TAIL_LEN, &wire->tail_at, buf, cap);
    wire->done = wire->tail_at == TAIL_LEN;
    return len;
}

/* ---- responses ---- */

/* A reading position in a line that is one JSON object. */
struct cursor {
    const unsigned char *line;
    size_t len, pos;
    struct answer *scratch;
    enum answer_status status;
};

static int peek(struct cursor *c)
{
    while (c->pos < c->len &&
           (c->line[c->pos] == ' ' || c->line[c->pos] == '\t' || c->line[c->pos] == '\r'))
        c->pos++;
    return c->pos < c->len ? c->line[c->pos] : -1;
}

static bool skip(struct cursor *c, int wanted)
{
    if (peek(c) != wanted)
        return false;
    c->pos++;
    return true;
}

/* Reads a value of any size, of which only the outermost node is kept. */
static bool read_value(struct cursor *c, size_t *at, size_t *len)
{
    const struct answer_limits limits = {.keep = 1, .nodes = UINT32_MAX, .depth = UINT32_MAX};
    size_t used = 0;
    peek(c);
    c->status = answer_read_prefix(c->scratch, c->line + c->pos, c->len - c->pos, limits, &used);
    *at = c->pos;
    *len = used;
    c->pos += used;
    return c->status == ANSWER_OK;
}

static enum answer_type type_read(const struct cursor *c)
{
    return (enum answer_type)c->scratch->nodes[0].type;
}

/* The members that mean something, the results in the order of enum wire_result. */
static const char *const MEMBERS[] = {"value", "text", "none", "unsupported", "error", "id"};

enum { MEMBER_ID = 5, MEMBER_COUNT = 6 };

/* Which of them was just read as a name; MEMBER_COUNT for any other. */
static size_t member_read(const struct cursor *c)
{
    size_t i = 0;
    while (i < MEMBER_COUNT && !answer_string_is(c->scratch, 0, MEMBERS[i]))
        i++;
    return i;
}

/* Where the member is; len 0: not there. */
struct member {
    size_t at, len;
    unsigned times;
    enum answer_type type;
    bool empty; /* a string without a character */
};

static bool read_member(struct cursor *c, struct member members[MEMBER_COUNT + 1])
{
    size_t at;
    size_t len;
    if (peek(c) != '"' || !read_value(c, &at, &len))
        return false;
    struct member *member = &members[member_read(c)];
    if (!skip(c, ':') || !read_value(c, &member->at, &member->len))
        return false;
    member->times++;
    member->type = type_read(c);
    member->empty = member->len == 2;
    return true;
}

/* Reads the whole line. False where it is not one strict object. */
static bool read_object(struct cursor *c, struct member members[MEMBER_COUNT + 1])
{
    if (!skip(c, '{'))
        return false;
    if (!skip(c, '}')) {
        do {
            if (!read_member(c, members))
                return false;
        } while (skip(c, ','));
        if (!skip(c, '}'))
            return false;
    }
    return peek(c) < 0;
}

/* An id is echoed as it was sent: digits, no more. */
static bool read_id(const unsigned char *digits, size_t len, uint64_t *id)
{
    *id = 0;
    if (len == 0 || len > 19 || (len > 1 && digits[0] == '0'))
        return false;
    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return false;
        *id = *id * 10 + (uint64_t)(digits[i] - '0');
    }
    return true;
}

static const char *result_fault(const struct member members[MEMBER_COUNT + 1],
                                struct wire_response *response)
{
    unsigned results = 0;
    for (size_t i = 0; i < MEMBER_ID; i++) {
        results += members[i].times;
        if (members[i].times == 0)
            continue;
        response->result = (enum wire_result)i;
        response->at = members[i].at;
        response->len = members[i].len;
        if (i != WIRE_VALUE && members[i].type != ANSWER_STRING)
            return "text, none, unsupported and error take a string";
        if (i == WIRE_UNSUPPORTED && members[i].empty)
            return "unsupported without a reason";
    }
    return results == 1 ? NULL : results == 0 ? "no result" : "more than one result";
}

static const char *line_fault(const unsigned char *line, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (line[i] > ' ')
            return "a line that is not one strict JSON object";
    }
    return "an empty line";
}

bool wire_read(struct wire_response *response, struct answer *scratch, const unsigned char *line,
               size_t len)
{
    struct cursor c = {.line = line, .len = len, .scratch = scratch};
    struct member members[MEMBER_COUNT + 1] = {0};
    *response = (struct wire_response){0};
    if (!read_object(&c, members)) {
        response->fault = line_fault(line, len);
        return c.status != ANSWER_NO_MEMORY;
    }
    const struct member *id = &members[MEMBER_ID];
    if (id->times != 1 || !read_id(line + id->at, id->len, &response->id)) {
        response->fault = id->times == 0   ? "a response without an id"
                          : id->times == 1 ? "an id that was not sent"
                                           : "more than one id";
        return true;
    }
    response->has_id = true;
    response->fault = result_fault(members, response);
    return true;
}

size_t wire_unescape(unsigned char *string, size_t len)
{
    /* An escape is never shorter than what it stands for. */
    struct answer_bytes bytes = {.at = string + 1, .end = string + len - 1};
    size_t done = 0;
    while (bytes.at < bytes.end) {
        size_t left = (size_t)(bytes.end - bytes.at);
        const unsigned char *escape = memchr(bytes.at, '\\', left);
        size_t run = escape != NULL ? (size_t)(escape - bytes.at) : left;
        memmove(string + done, bytes.at, run);
        done += run;
        bytes.at += run;
        while (bytes.pending_len > 0 || (bytes.at < bytes.end && *bytes.at == '\\'))
            string[done++] = (unsigned char)answer_bytes_next(&bytes);
    }
    return done;
}

/* ---- hello ---- */

/* Index of the member's value in the object node, 0 where there is none. A repeated name counts as
 * none of use: *fault is set. */
static uint32_t find(const struct answer *answer, uint32_t object, const char *name, bool *fault)
{
    uint32_t found = 0;
    uint32_t at = object + 1;
    for (uint32_t i = 0; i < answer->nodes[object].count; i++) {
        if (answer_string_is(answer, at, name)) {
            *fault = *fault || found != 0;
            found = at + 1;
        }
        at = answer->nodes[at + 1].after;
    }
    return found;
}

static bool is_type(const struct answer *answer, uint32_t node, enum answer_type type)
{
    return node != 0 && answer->nodes[node].type == type;
}

/* A copy of the node's text; NULL where memory is out. */
static char *copy_node(const struct answer *answer, uint32_t node)
{
    const struct answer_node *from = &answer->nodes[node];
    char *text = malloc((size_t)from->len + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, answer->text + from->start, from->len);
    text[from->len] = '\0';
    return text;
}

/* The same for a string's characters. A NUL among them ends the text. */
static char *copy_string(const struct answer *answer, uint32_t node)
{
    char *text = copy_node(answer, node);
    if (text != NULL)
        text[wire_unescape((unsigned char *)text, answer->nodes[node].len)] = '\0';
    return text;
}

/* The number of an optional member, from 1 on. False where it is no such number. */
static bool read_count(const struct answer *answer, uint32_t node, uint64_t *count)
{
    if (node == 0)
        return true;
    const struct answer_node *number = &answer->nodes[node];
    return read_id(answer->text + number->start, number->len, count) && *count > 0;
}

/* Names of operations that this contract does not have are left alone. */
static bool read_operations(struct stream_hello *hello, const struct answer *answer, uint32_t node)
{
    bool any = false;
    for (uint32_t at = node + 1; at < answer->nodes[node].after; at = answer->nodes[at].after) {
        if (answer->nodes[at].type != ANSWER_STRING)
            return false;
        for (int i = 0; i < OPERATION_COUNT; i++) {
            if (answer_string_is(answer, at, OPERATION_NAMES[i]))
                any = hello->operations[i] = true;
        }
    }
    return any;
}

/* What is wrong with the members of hello itself, or NULL. */
static const char *read_members(struct stream_hello *hello, const struct answer *answer,
                                uint32_t object)
{
    bool twice = false;
    uint64_t number = 0;
    uint64_t window = 1;
    uint32_t contract = find(answer, object, "contract", &twice);
    uint32_t name = find(answer, object, "name", &twice);
    uint32_t version = find(answer, object, "version", &twice);
    uint32_t operations = find(answer, object, "operations", &twice);
    uint32_t policy = find(answer, object, "policy", &twice);
    hello->max_line = STREAM_MAX_LINE;
    if (contract == 0 || !read_count(answer, contract, &number) || number != 1)
        return "contract is not 1";
    if (!is_type(answer, name, ANSWER_STRING))
        return "name is no string";
    if (version != 0 && !is_type(answer, version, ANSWER_STRING))
        return "version is no string";
    if (!is_type(answer, operations, ANSWER_ARRAY) || !read_operations(hello, answer, operations))
        return "operations is no array with the name of an operation";
    if (policy != 0 && !is_type(answer, policy, ANSWER_OBJECT))
        return "policy is no object";
    if (!read_count(answer, find(answer, object, "window", &twice), &window) ||
        !read_count(answer, find(answer, object, "max_line", &twice), &hello->max_line))
        return "window or max_line is no number from 1 on";
    if (twice)
        return "a name is repeated";
    hello->window = window < STREAM_WINDOW_MAX ? (size_t)window : STREAM_WINDOW_MAX;
    hello->name = copy_string(answer, name);
    hello->version = version != 0 ? copy_string(answer, version) : calloc(1, 1);
    hello->policy = policy != 0 ? copy_node(answer, policy) : calloc(1, sizeof "{}");
    if (policy == 0 && hello->policy != NULL)
        memcpy(hello->policy, "{}", sizeof "{}");
    return NULL;
}

static const char *read_hello(struct stream_hello *hello, const struct answer *answer)
{
    bool twice = false;
    if (answer->nodes[0].type != ANSWER_OBJECT || !answer_whole(answer))
        return "the first line is no JSON object";
    uint32_t id = find(answer, 0, "id", &twice);
    uint32_t object = find(answer, 0, "hello", &twice);
    if (!is_type(answer, object, ANSWER_OBJECT))
        return "the first response has no member hello that is an object";
    if (!is_type(answer, id, ANSWER_NUMBER) || answer->nodes[id].len != 1 ||
        answer->text[answer->nodes[id].start] != '0')
        return "the id of hello is not 0";
    return twice ? "a name is repeated" : read_members(hello, answer, object);
}

bool wire_read_hello(struct stream_hello *hello, const unsigned char *line, size_t len,
                     const char **problem)
{
    struct answer answer;
    *hello = (struct stream_hello){0};
    enum answer_status status = answer_read(&answer, line, len, ANSWER_KEEP, NULL);
    *problem = status == ANSWER_NO_MEMORY ? NULL : "the first line is no JSON object";
    if (status == ANSWER_OK)
        *problem = read_hello(hello, &answer);
    answer_free(&answer);
    bool read = status == ANSWER_OK && *problem == NULL;
    if (read && hello->name != NULL && hello->version != NULL && hello->policy != NULL)
        return true;
    wire_hello_free(hello);
    return false;
}

void wire_hello_free(struct stream_hello *hello)
{
    free(hello->name);
    free(hello->version);
    free(hello->policy);
    *hello = (struct stream_hello){0};
}

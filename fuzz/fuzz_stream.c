/*
 * fuzz_stream: what the runner makes of lines that a program under test writes, and the lines that
 * it writes itself. A line is a response, with an id and with a result, exactly where a plain
 * reading of CONTRACT.md over a whole tree of the line says so, and the result is the same slice of
 * it; so it is for the answer to hello and each thing that it declares. A request, written in
 * pieces of any size from a reply that comes in pieces of any size, is one line of printable ASCII
 * of the length that was announced, and read back has the same reply, to the byte, and the same
 * options. Of what comes through a pipe, the last bytes stay, and one byte too many is a flood.
 */
#define _POSIX_C_SOURCE 200809L

#include "fuzz.h"
#include "maker.h"

#include "child.h"
#include "stream_wire.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_HERE = 4096, LEVELS = LINE_MAX_HERE };

/* ---- responses ------------------------------------------------------------------------------- */

/* A number that a request may have for its id: digits, no zero in front, up to 19. */
static bool is_plain(const struct model *m, uint64_t *number)
{
    *number = 0;
    if (m == NULL || m->len > 19 || (m->len > 1 && m->text[0] == '0'))
        return false;
    for (size_t i = 0; i < m->len; i++) {
        if (m->text[i] < '0' || m->text[i] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(m->text[i] - '0');
    }
    return true;
}

/* The one result of a response, or NULL where it has none, several, or one of a wrong kind. */
static const struct model *result_of(const struct model *m, enum wire_result *kind)
{
    static const char *const names[] = {"value", "text", "none", "unsupported", "error"};
    const struct model *found = NULL;
    size_t all = 0;

    for (int i = 0; i < 5; i++) {
        size_t count;
        const struct model *one = model_member(m, names[i], &count);

        all += count;
        if (one == NULL)
            continue;
        found = one;
        *kind = (enum wire_result)i;
    }
    if (all != 1 || (*kind != WIRE_VALUE && found->type != MODEL_STRING))
        return NULL;
    return *kind == WIRE_UNSUPPORTED && found->char_count == 0 ? NULL : found;
}

static void check_unescape(const struct model *string)
{
    size_t len;
    char *wanted = model_utf8(string, &len);
    unsigned char *copy = fuzz_copy(string->text, string->len);

    CHECK(wire_unescape(copy, string->len) == len && memcmp(copy, wanted, len) == 0,
          "a string without its escapes is %s", wanted);
    free(copy);
    free(wanted);
}

static void check_response(const unsigned char *line, size_t len, const struct model *m)
{
    static struct answer scratch;
    struct wire_response r;
    size_t ids = 0;
    const struct model *id = m != NULL ? model_member(m, "id", &ids) : NULL;
    uint64_t number;
    bool has_id = is_plain(id, &number);
    enum wire_result kind = WIRE_VALUE;
    const struct model *result = has_id ? result_of(m, &kind) : NULL;

    fuzz_poison(&r, sizeof r);
    CHECK(wire_read(&r, &scratch, line, len), "a line is read");
    CHECK(r.has_id == has_id, "has an id: %d", r.has_id);
    CHECK(!has_id || r.id == number, "the id is %llu", (unsigned long long)r.id);
    CHECK((r.fault == NULL) == (result != NULL), "fault: %s", r.fault != NULL ? r.fault : "none");
    if (result == NULL)
        return;
    CHECK(r.result == kind && line + r.at == result->text && r.len == result->len,
          "result %d at %zu+%zu", (int)r.result, r.at, r.len);
    if (kind != WIRE_VALUE)
        check_unescape(result);
}

/* ---- hello ----------------------------------------------------------------------------------- */

static bool may_be_missing(const struct model *m, size_t count, enum model_type type)
{
    return count == 0 || (m != NULL && m->type == type);
}

static bool is_count(const struct model *m, size_t count, uint64_t *number)
{
    return count == 0 || (is_plain(m, number) && *number > 0);
}

static bool has_operation(const struct model *list, const char *name)
{
    for (size_t i = 0; i < list->item_count; i++)
        if (model_is_text(list->items[i], name))
            return true;
    return false;
}

/* Strings alone, one of which names an operation. */
static bool are_operations(const struct model *list)
{
    bool any = false;

    if (list == NULL || list->type != MODEL_ARRAY)
        return false;
    for (size_t i = 0; i < list->item_count; i++)
        if (list->items[i]->type != MODEL_STRING)
            return false;
    for (int i = 0; i < OPERATION_COUNT; i++)
        any = any || has_operation(list, OPERATION_NAMES[i]);
    return any;
}

/* What hello declares. */
struct declares {
    const struct model *name, *version, *operations, *policy;
    uint64_t window, max_line;
};

static bool read_declared(const struct model *hello, struct declares *d)
{
    size_t versions;
    size_t policies;
    size_t windows;
    size_t lines;
    size_t count;
    uint64_t contract;
    const struct model *window = model_member(hello, "window", &windows);
    const struct model *max_line = model_member(hello, "max_line", &lines);

    d->version = model_member(hello, "version", &versions);
    d->policy = model_member(hello, "policy", &policies);
    d->operations = model_member(hello, "operations", &count);
    d->name = model_member(hello, "name", &count);
    d->window = 1;
    d->max_line = STREAM_MAX_LINE;
    return is_plain(model_member(hello, "contract", &count), &contract) && contract == 1 &&
           d->name != NULL && d->name->type == MODEL_STRING && are_operations(d->operations) &&
           may_be_missing(d->version, versions, MODEL_STRING) &&
           may_be_missing(d->policy, policies, MODEL_OBJECT) &&
           is_count(window, windows, &d->window) && is_count(max_line, lines, &d->max_line);
}

/* A text as the runner keeps it: up to a NUL. */
static void check_text(const char *what, const char *kept, const struct model *m)
{
    size_t len;
    char *wanted = m != NULL ? model_utf8(m, &len) : fuzz_copy("", 1);

    CHECK(strcmp(kept, wanted) == 0, "%s is kept as %s", what, kept);
    free(wanted);
}

static void check_kept(const struct stream_hello *hello, const struct declares *d)
{
    check_text("name", hello->name, d->name);
    check_text("version", hello->version, d->version);
    if (d->policy != NULL)
        CHECK(strlen(hello->policy) == d->policy->len &&
                  memcmp(hello->policy, d->policy->text, d->policy->len) == 0,
              "policy is kept as %s", hello->policy);
    else
        CHECK(strcmp(hello->policy, "{}") == 0, "no policy is kept as %s", hello->policy);
    for (int i = 0; i < OPERATION_COUNT; i++)
        CHECK(hello->operations[i] == has_operation(d->operations, OPERATION_NAMES[i]),
              "does %s: %d", OPERATION_NAMES[i], hello->operations[i]);
    CHECK(hello->window == (d->window < STREAM_WINDOW_MAX ? d->window : STREAM_WINDOW_MAX),
          "window %zu", hello->window);
    CHECK(hello->max_line == d->max_line, "max_line %llu", (unsigned long long)hello->max_line);
}

static void check_hello(const unsigned char *line, size_t len, const struct model *m)
{
    struct stream_hello hello;
    struct declares d = {.window = 0};
    const char *problem = NULL;
    size_t count;
    const struct model *id = m != NULL ? model_member(m, "id", &count) : NULL;
    const struct model *body = m != NULL ? model_member(m, "hello", &count) : NULL;
    bool good = id != NULL && id->len == 1 && id->text[0] == '0' && body != NULL &&
                body->type == MODEL_OBJECT && read_declared(body, &d);
    bool read;

    fuzz_poison(&hello, sizeof hello);
    read = wire_read_hello(&hello, line, len, &problem);
    CHECK(read == good, "hello is taken: %d, problem: %s", read,
          problem != NULL ? problem : "none");
    CHECK(read || problem != NULL, "why hello is none");
    if (read)
        check_kept(&hello, &d);
    wire_hello_free(&hello);
}

/* ---- requests -------------------------------------------------------------------------------- */

/* A reply that comes in pieces. */
struct pieces {
    const struct fuzz_input *input;
    uint64_t *state;
};

static size_t read_piece(const void *context, uint64_t offset, unsigned char *buf, size_t cap)
{
    const struct pieces *p = context;
    size_t left = p->input->len - (size_t)offset;
    size_t most = 1 + fuzz_below(p->state, 40);
    size_t len = left < cap ? left : cap;

    CHECK(offset < p->input->len && cap > 0, "the reply is read at %zu", (size_t)offset);
    len = len < most ? len : most;
    memcpy(buf, p->input->reply + offset, len);
    return len;
}

/* Base64 back to bytes, in place; its length, or SIZE_MAX. */
static size_t decode64(char *text, size_t len)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned long bits = 0;
    size_t n = 0;
    size_t padding = 0;

    if (len % 4 != 0)
        return SIZE_MAX;
    for (size_t i = 0; i < len; i++) {
        const char *digit = strchr(digits, text[i]);

        if (text[i] == '=' && i + 2 >= len)
            padding++;
        else if (text[i] == '\0' || digit == NULL || padding > 0)
            return SIZE_MAX;
        bits = bits << 6 | (unsigned long)(digit != NULL ? digit - digits : 0);
        for (int k = 0; i % 4 == 3 && k < 3; k++)
            text[n++] = (char)(bits >> (16 - 8 * k) & 0xFF);
    }
    return n - padding;
}

/* The request has the reply, and nothing else but the id, the operation and these options. */
static void check_request(const struct model *m, const struct fuzz_input *input,
                          const struct exec_request *request)
{
    size_t plain;
    size_t coded;
    size_t count;
    size_t len;
    const struct model *text = model_member(m, "reply", &plain);
    const struct model *base64 = model_member(m, "reply_base64", &coded);
    const struct model *op = model_member(m, "op", &count);
    const struct model *id = model_member(m, "id", &count);
    char *reply;

    CHECK(id != NULL && id->len == 2 && memcmp(id->text, "17", 2) == 0, "the id of a request");
    CHECK(op != NULL && model_is_text(op, request->operation), "the operation of a request");
    CHECK(plain + coded == 1 && (text != NULL || base64 != NULL), "a request has its reply once");
    CHECK(m->item_count == 2 * (3 + request->options_len), "%zu members", m->item_count / 2);
    for (size_t i = 0; i < request->options_len; i++) {
        const struct model *o = model_member(m, request->options[i].name, &count);

        CHECK(o != NULL && model_is_text(o, request->options[i].value), "option %s",
              request->options[i].name);
    }
    if (text != NULL) {
        reply = model_utf8(text, &len);
    } else {
        reply = model_utf8(base64, &len);
        len = decode64(reply, len);
    }
    CHECK(len == input->len && memcmp(reply, input->reply, len) == 0, "the reply comes through");
    free(reply);
}

static size_t options_of(const struct fuzz_input *input, struct exec_option options[POLICY_COUNT])
{
    const struct jets_options *o = &input->options;
    const unsigned values[POLICY_COUNT] = {o->expect, o->select, o->names, o->reasoning, o->starts};
    size_t len = 0;

    for (int i = 0; i < POLICY_COUNT; i++)
        if (values[i] != 0)
            options[len++] = (struct exec_option){POLICIES[i].name, POLICIES[i].values[values[i]]};
    return len;
}

/* Writes the line, in pieces, behind one another; returns its length. */
static size_t write_line(struct wire *wire, unsigned char *line, size_t room, uint64_t *state)
{
    size_t len = 0;
    size_t more;

    do {
        size_t cap = 16 + fuzz_below(state, 50);
        unsigned char *piece = fuzz_allocate(cap);

        more = wire_fill(wire, piece, cap);
        CHECK(more <= cap && more <= room - len, "a piece of %zu bytes", more);
        memcpy(line + len, piece, more);
        free(piece);
        len += more;
    } while (more > 0);
    CHECK(wire->done && !wire->failed, "the line is written to its end");
    CHECK(wire_fill(wire, line, room) == 0, "nothing comes behind the end");
    return len;
}

static void check_wire(const struct fuzz_input *input)
{
    static struct wire wire;
    uint64_t state = input->extra;
    struct pieces pieces = {input, &state};
    struct exec_option options[POLICY_COUNT];
    struct exec_request request = {.operation = OPERATION_NAMES[input->extra % OPERATION_COUNT],
                                   .options = options,
                                   .options_len = options_of(input, options),
                                   .input = {read_piece, &pieces, input->len}};
    size_t room = 12 * input->len + WIRE_HEAD_MAX;
    unsigned char *line;
    struct model *m;
    size_t len;

    CHECK(wire_begin(&wire, 17, &request, UINT64_MAX) == WIRE_OK, "a line is begun");
    line = fuzz_allocate(room);
    len = write_line(&wire, line, room, &state);
    CHECK(len == wire.line_len, "a line of %zu bytes was announced with %zu", len,
          (size_t)wire.line_len);
    CHECK(line[len - 1] == '\n', "a line ends with a line feed");
    for (size_t i = 0; i + 1 < len; i++)
        CHECK(line[i] >= 0x20 && line[i] < 0x80, "byte %02x in a line", line[i]);
    m = model_read(line, len, LEVELS);
    CHECK(m != NULL && m->type == MODEL_OBJECT, "a line is an object");
    check_request(m, input, &request);
    CHECK(wire_begin(&wire, 17, &request, len) == WIRE_OK, "a line that is just short enough");
    CHECK(wire_begin(&wire, 17, &request, len - 1) == WIRE_TOO_LONG, "a line that is too long");
    model_free(m);
    free(line);
}

/* ---- what comes through a pipe --------------------------------------------------------------- */

static void write_all(int fd, const unsigned char *data, size_t len)
{
    CHECK(write(fd, data, len) == (ssize_t)len, "%zu bytes go into a pipe", len);
}

static void check_sink(const struct fuzz_input *input)
{
    uint64_t state = input->extra;
    size_t max = fuzz_below(&state, 2) == 0 ? SIZE_MAX : fuzz_below(&state, 600);
    struct sink sink = {.keep = fuzz_below(&state, 300), .max = max};
    size_t all = input->len < max ? input->len : max;
    size_t kept = all < sink.keep ? all : sink.keep;
    enum sink_state got = SINK_MORE;
    unsigned char chunk[64];
    unsigned char *data;
    size_t len;
    int ends[2];

    CHECK(pipe(ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0, "a pipe");
    write_all(ends[1], input->reply, input->len);
    close(ends[1]);
    while (got == SINK_MORE)
        got = sink_read(&sink, &ends[0], chunk, 1 + fuzz_below(&state, sizeof chunk));
    CHECK(got == (input->len > max ? SINK_FLOOD : SINK_END), "the pipe ends with %d", (int)got);
    CHECK((got == SINK_END) == (ends[0] == -1), "it is closed at its end");
    CHECK(sink_take(&sink, &data, &len), "what came is taken");
    CHECK(len == kept && memcmp(data, input->reply + all - kept, len) == 0 && data[len] == '\0',
          "%zu bytes are kept of %zu", len, all);
    free(data);
    free(sink.data);
    if (ends[0] >= 0)
        close(ends[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;
    struct model *m;
    unsigned char *line;
    const unsigned char *feed;
    size_t len;

    if (size > LINE_MAX_HERE)
        return 0;
    fuzz_read(&input, data, size);
    feed = memchr(input.reply, '\n', input.len);
    len = feed != NULL ? (size_t)(feed - input.reply) : input.len;
    line = fuzz_copy(input.reply, len);
    m = model_read(line, len, LEVELS);
    check_response(line, len, m);
    check_hello(line, len, m);
    check_wire(&input);
    if (input.extra % 4 == 0)
        check_sink(&input);
    model_free(m);
    free(line);
    fuzz_free(&input);
    return 0;
}

/* ---- making lines ---------------------------------------------------------------------------- */

#define ONE_OF(m, ...)                                 \
    (((const char *const[]){__VA_ARGS__})[maker_below( \
        m, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))])

static void put_member(struct maker *m, const char *name, const char *value)
{
    maker_text(m, m->len > 0 && m->at[m->len - 1] != '{' ? "," : "");
    maker_text(m, name);
    maker_text(m, ":");
    if (maker_below(m, 12) == 0)
        maker_value(m, 2);
    else
        maker_text(m, value);
}

static void put_response(struct maker *m)
{
    maker_text(m, "{");
    put_member(m, ONE_OF(m, "\"id\"", "\"id\"", "\"\\u0069d\"", "\"ID\""),
               ONE_OF(m, "1", "7", "0", "01", "1.0", "1e0", "-1", "9999999999999999999",
                      "18446744073709551616", "\"1\""));
    for (unsigned i = maker_below(m, 8) == 0 ? 2 : 1; i > 0; i--)
        put_member(m,
                   ONE_OF(m, "\"value\"", "\"text\"", "\"none\"", "\"unsupported\"", "\"error\"",
                          "\"valu\\u0065\"", "\"other\"", "\"id\""),
                   ONE_OF(m, "\"\"", "\"a\\n\\u00e9\\ud83d\\ude00\"", "{\"a\":[1]}", "null",
                          "\"[1]\"", "true"));
    maker_text(m, "}");
}

static void put_hello(struct maker *m)
{
    maker_text(m, "{");
    put_member(m, "\"id\"", ONE_OF(m, "0", "0", "0", "1", "-0"));
    maker_text(m, ",\"hello\":{");
    put_member(m, "\"contract\"", ONE_OF(m, "1", "1", "1", "1", "2", "1.0"));
    put_member(m, "\"name\"", ONE_OF(m, "\"x\"", "\"a\\u0000b\"", "\"\\u00e9\"", "\"\""));
    put_member(m, "\"operations\"",
               ONE_OF(m, "[\"extract\"]", "[\"complete\",\"strings\"]", "[\"extract\",\"other\"]",
                      "[]", "[\"other\"]", "[\"extract\",1]", "[[\"extract\"]]"));
    if (maker_below(m, 2) == 0)
        put_member(m, "\"version\"", ONE_OF(m, "\"1.0\"", "\"\\n\"", "1"));
    if (maker_below(m, 2) == 0)
        put_member(m, "\"policy\"",
                   ONE_OF(m, "{}", "{\"select\":\"first\"}", "{ \"a\" : [ ] }", "[]"));
    if (maker_below(m, 2) == 0)
        put_member(m, "\"window\"",
                   ONE_OF(m, "1", "16", "1024", "1025", "0", "01", "9999999999999999999"));
    if (maker_below(m, 2) == 0)
        put_member(m, "\"max_line\"", ONE_OF(m, "1", "65536", "67108864", "0", "1e6"));
    if (maker_below(m, 6) == 0)
        put_member(m, ONE_OF(m, "\"name\"", "\"window\"", "\"contract\"", "\"other\""), "1");
    maker_text(m, "}}");
}

size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    struct maker m = {
        .at = data, .max = max > FUZZ_TRAILER ? max - FUZZ_TRAILER : 0, .state = seed};
    struct fuzz_input input = {.extra = 0};

    switch (maker_below(&m, 4)) {
    case 0: put_response(&m); break;
    case 1: put_hello(&m); break;
    case 2: maker_value(&m, 3); break;
    default: maker_string(&m); break;
    }
    if (maker_below(&m, 8) == 0)
        maker_damage(&m);
    input.extra = maker_below(&m, 0x10000);
    input.options.expect = (enum jets_expect)maker_below(&m, 4);
    input.options.starts = (enum jets_starts)maker_below(&m, 3);
    fuzz_write_trailer(&input, data + m.len);
    return m.len + FUZZ_TRAILER;
}

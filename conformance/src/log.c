#define _POSIX_C_SOURCE 200809L
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "answer.h"
#include "visible.h"

/* The first two bytes of a file that gzip has made; how zlib is told to expect such a one. */
enum { CHUNK = 128 << 10, GZIP_MAGIC = 0x1F, GZIP_MAGIC_2 = 0x8B, WINDOW_OF_GZIP = 15 + 16 };

struct log {
    int fd;
    char *path; /* as a person calls it; owned */
    uint64_t length;
    uint64_t taken; /* bytes of the file, read so far */
    uint64_t lines; /* likewise */
    bool begun, compressed;
    z_stream unpacker;  /* of a compressed one */
    bool inside;        /* what gzip calls a member: it has begun, and not ended */
    const char *failed; /* static: why unpacking cannot go on, or NULL */
    unsigned char packed[CHUNK];
    char chunk[CHUNK];
    size_t at, got;     /* of the chunk: the next byte, and how many there are */
    struct buffer line; /* what of a line came in chunks before */
    bool too_long;
};

static struct log *refuse(struct log *log, const char *what, struct buffer *problem)
{
    visible_add(problem, (const unsigned char *)log->path, strlen(log->path));
    buffer_format(problem, ": %s", what);
    log_close(log);
    return NULL;
}

struct log *log_open(const char *path, struct buffer *problem)
{
    struct log *log = memory_need(sizeof *log);
    bool piped = strcmp(path, "-") == 0;
    struct stat about;
    memset(log, 0, sizeof *log);
    path = piped ? "standard input" : path;
    log->path = memory_copy(path, strlen(path));
    log->fd = piped ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (log->fd < 0)
        return refuse(log, strerror(errno), problem);
    fcntl(log->fd, F_SETFD, FD_CLOEXEC);
    if (fstat(log->fd, &about) == 0 && S_ISREG(about.st_mode))
        log->length = (uint64_t)about.st_size;
    else if (S_ISDIR(about.st_mode))
        return refuse(log, "is a folder; expected a file of JSON Lines", problem);
    return log;
}

void log_close(struct log *log)
{
    if (log == NULL)
        return;
    if (log->fd >= 0)
        close(log->fd);
    if (log->compressed)
        inflateEnd(&log->unpacker);
    buffer_free(&log->line);
    free(log->path);
    free(log);
}

uint64_t log_position(const struct log *log)
{
    return log->length > 0 ? log->taken - log->unpacker.avail_in : 0;
}

uint64_t log_length(const struct log *log)
{
    return log->length;
}

/* --- lines --- */

static enum log_end broken(const struct log *log, const char *what, struct buffer *problem)
{
    visible_add(problem, (const unsigned char *)log->path, strlen(log->path));
    buffer_format(problem, ": line %llu: %s", (unsigned long long)log->lines + 1, what);
    return LOG_BROKEN;
}

static enum log_end read_bytes(struct log *log, void *to, size_t *got, struct buffer *problem)
{
    ssize_t len = read(log->fd, to, CHUNK);
    *got = len > 0 ? (size_t)len : 0;
    log->taken += *got;
    if (len < 0)
        return broken(log, strerror(errno), problem); /* EINTR too: the caller wants to know */
    return len > 0 ? LOG_LINE : LOG_END;
}

static enum log_end read_packed(struct log *log, struct buffer *problem)
{
    size_t got = 0;
    enum log_end end = read_bytes(log, log->packed, &got, problem);
    log->unpacker.next_in = log->packed;
    log->unpacker.avail_in = (uInt)got;
    return end;
}

/* Behind a member of a compressed file may come zeros, which fill a block, and other members. */
static void begin_member(struct log *log)
{
    z_stream *unpacker = &log->unpacker;
    while (unpacker->avail_in > 0 && *unpacker->next_in == 0) {
        unpacker->next_in++;
        unpacker->avail_in--;
    }
    if (unpacker->avail_in == 0)
        return;
    log->inside = *unpacker->next_in == GZIP_MAGIC;
    if (log->inside)
        inflateReset(unpacker);
    else
        log->failed = "something else follows behind what is compressed";
}

/* Unpacks what has come. */
static void unpack_some(struct log *log)
{
    if (!log->inside)
        begin_member(log);
    if (!log->inside)
        return;
    int code = inflate(&log->unpacker, Z_NO_FLUSH);
    log->inside = code != Z_STREAM_END;
    if (code != Z_OK && code != Z_STREAM_END)
        log->failed = log->unpacker.msg != NULL ? log->unpacker.msg : "it cannot be unpacked";
}

/* Fills the chunk with what is unpacked, as far as that goes: a fault comes behind what was good.
 */
static enum log_end unpack(struct log *log, struct buffer *problem)
{
    enum log_end end = LOG_LINE;
    z_stream *unpacker = &log->unpacker;
    unpacker->next_out = (unsigned char *)log->chunk;
    unpacker->avail_out = CHUNK;
    while (log->failed == NULL && unpacker->avail_out > 0) {
        if (unpacker->avail_in == 0 && (end = read_packed(log, problem)) != LOG_LINE)
            break;
        unpack_some(log);
    }
    if (end == LOG_END && log->inside)
        log->failed = "the compressed file is cut off";
    log->got = CHUNK - unpacker->avail_out;
    if (end == LOG_BROKEN || log->got > 0)
        return end == LOG_BROKEN ? end : LOG_LINE;
    return log->failed != NULL ? broken(log, log->failed, problem) : LOG_END;
}

/* The first bytes say whether the file is compressed. */
static enum log_end begin(struct log *log, struct buffer *problem)
{
    enum log_end end = read_packed(log, problem);
    size_t len = log->unpacker.avail_in;
    log->begun = true;
    if (end != LOG_LINE)
        return end;
    if (log->packed[0] == GZIP_MAGIC && (len == 1 || log->packed[1] == GZIP_MAGIC_2)) {
        if (inflateInit2(&log->unpacker, WINDOW_OF_GZIP) != Z_OK)
            return broken(log, "out of memory", problem);
        log->compressed = true;
        return unpack(log, problem);
    }
    memcpy(log->chunk, log->packed, len);
    log->got = len;
    log->unpacker.avail_in = 0;
    return LOG_LINE;
}

/* Fills the chunk anew. LOG_END where there is no more. */
static enum log_end fill(struct log *log, struct buffer *problem)
{
    log->at = log->got = 0;
    if (!log->begun)
        return begin(log, problem);
    if (log->compressed)
        return unpack(log, problem);
    return read_bytes(log, log->chunk, &log->got, problem);
}

static void keep(struct log *log, const char *bytes, size_t len)
{
    log->too_long = log->too_long || log->line.len + len > LOG_LINE_MAX;
    if (!log->too_long)
        buffer_add(&log->line, bytes, len);
}

static enum log_end give(struct log *log, struct log_line *line)
{
    *line = (struct log_line){.number = ++log->lines, .too_long = log->too_long};
    if (!log->too_long && log->line.at != NULL) {
        line->at = log->line.at;
        line->len = log->line.len;
    }
    return LOG_LINE;
}

enum log_end log_next(struct log *log, struct log_line *line, struct buffer *problem)
{
    if (log->line.cap > (size_t)CHUNK)
        buffer_free(&log->line); /* one long line does not cost its memory for good */
    log->line.len = 0;
    log->too_long = false;
    for (;;) {
        const char *from = log->chunk + log->at;
        const char *end = memchr(from, '\n', log->got - log->at);
        size_t len = end != NULL ? (size_t)(end - from) : log->got - log->at;
        keep(log, from, len);
        log->at += len + (end != NULL ? 1 : 0);
        if (end != NULL)
            return give(log, line);
        enum log_end more = fill(log, problem);
        if (more == LOG_END && (log->line.len > 0 || log->too_long)) {
            give(log, line);
            line->open = true;
            return LOG_LINE;
        }
        if (more != LOG_LINE)
            return more;
    }
}

/* --- what a line holds --- */

const char *log_lack_text(enum log_lack lack)
{
    static const char *const TEXTS[LOG_LACKS] = {
        [LOG_HAS_REPLY] = "a reply",
        [LOG_EMPTY] = "empty",
        [LOG_NO_JSON] = "not strict JSON",
        [LOG_NO_FIELD] = "without the field",
        [LOG_NO_STRING] = "with something else than a string there",
        [LOG_TOO_LONG] = "longer than 64 MB",
    };
    return TEXTS[lack];
}

bool log_field_is_valid(const char *field)
{
    if (field[0] != '/')
        return field[0] != '\0';
    for (const char *at = field; *at != '\0'; at++) {
        if (at[0] == '~' && at[1] != '0' && at[1] != '1')
            return false;
    }
    return true;
}

/* The next step of a pointer, unescaped (RFC 6901, section 4). *at is where it begins, and then
 * where the next does, or NULL. */
static char *next_step(const char **at)
{
    size_t len = strcspn(*at, "/");
    char *step = memory_copy(*at, len);
    char *to = step;
    for (size_t i = 0; i < len; i++) {
        bool escaped = step[i] == '~' && i + 1 < len;
        if (escaped)
            i++;
        *to++ = (char)(!escaped ? step[i] : step[i] == '0' ? '~' : '/');
    }
    *to = '\0';
    *at = (*at)[len] == '/' ? *at + len + 1 : NULL;
    return step;
}

/* The index of the member's value; 0 where it is not there exactly once. */
static uint32_t find_member(const struct answer *answer, uint32_t object, const char *name)
{
    uint32_t found = 0;
    uint32_t end = answer->nodes[object].after;
    for (uint32_t at = object + 1; at < end; at = answer->nodes[at + 1].after) {
        if (!answer_string_is(answer, at, name))
            continue;
        if (found != 0)
            return 0;
        found = at + 1;
    }
    return found;
}

static uint32_t find_element(const struct answer *answer, uint32_t array, const char *number)
{
    size_t digits = strspn(number, "0123456789");
    if (digits == 0 || digits > 9 || number[digits] != '\0' || (number[0] == '0' && digits > 1))
        return 0;
    unsigned long left = strtoul(number, NULL, 10);
    uint32_t end = answer->nodes[array].after;
    uint32_t at = array + 1;
    for (; at < end && left > 0; left--)
        at = answer->nodes[at].after;
    return at < end ? at : 0;
}

static uint32_t find_step(const struct answer *answer, uint32_t node, const char *step)
{
    switch (answer->nodes[node].type) {
    case ANSWER_OBJECT: return find_member(answer, node, step);
    case ANSWER_ARRAY: return find_element(answer, node, step);
    default: return 0;
    }
}

/* 0 where there is none; a field is never the whole line. */
static uint32_t find_field(const struct answer *answer, const char *field)
{
    uint32_t node = 0;
    if (field[0] != '/')
        return find_step(answer, 0, field);
    const char *at = field + 1;
    do {
        char *step = next_step(&at);
        node = find_step(answer, node, step);
        free(step);
    } while (at != NULL && node != 0);
    return node;
}

enum log_lack log_find(const struct log_line *line, const char *field, struct buffer *reply)
{
    struct answer answer;
    enum log_lack lack = LOG_NO_JSON;
    static const char MARK[] =
        "\xEF\xBB\xBF"; /* at the start of a file it is no part of its text */
    if (line->too_long)
        return LOG_TOO_LONG;
    size_t skip = line->number == 1 && line->len >= 3 && memcmp(line->at, MARK, 3) == 0 ? 3 : 0;
    if (line->len - skip == 0 || (line->len - skip == 1 && line->at[skip] == '\r'))
        return LOG_EMPTY;
    enum answer_status status = answer_read(&answer, (const unsigned char *)line->at + skip,
                                            line->len - skip, UINT32_MAX, NULL);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    if (status == ANSWER_OK) {
        uint32_t node = find_field(&answer, field);
        if (node == 0)
            lack = LOG_NO_FIELD;
        else if (answer.nodes[node].type != ANSWER_STRING)
            lack = LOG_NO_STRING;
        else
            lack = LOG_HAS_REPLY;
        if (lack == LOG_HAS_REPLY)
            answer_string(&answer, node, reply);
    }
    answer_free(&answer);
    return lack;
}

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

enum { CHUNK = 128 << 10 };

struct log {
    gzFile file;
    char *path; /* as a person calls it; owned */
    uint64_t length;
    uint64_t lines; /* read so far */
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
    int fd = piped ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return refuse(log, strerror(errno), problem);
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode))
        log->length = (uint64_t)about.st_size;
    else if (S_ISDIR(about.st_mode)) {
        close(fd);
        return refuse(log, "is a folder; expected a file of JSON Lines", problem);
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    log->file = gzdopen(fd, "rb");
    if (log->file != NULL)
        return log;
    close(fd);
    return refuse(log, "out of memory", problem);
}

void log_close(struct log *log)
{
    if (log == NULL)
        return;
    if (log->file != NULL)
        gzclose(log->file);
    buffer_free(&log->line);
    free(log->path);
    free(log);
}

uint64_t log_position(const struct log *log)
{
    z_off_t at = gzoffset(log->file);
    return log->length > 0 && at > 0 ? (uint64_t)at : 0;
}

uint64_t log_length(const struct log *log)
{
    return log->length;
}

/* --- lines --- */

static enum log_end broken(struct log *log, struct buffer *problem)
{
    int code = Z_OK;
    const char *what = gzerror(log->file, &code);
    visible_add(problem, (const unsigned char *)log->path, strlen(log->path));
    buffer_format(problem, ": line %llu: %s", (unsigned long long)log->lines + 1,
                  code == Z_ERRNO       ? strerror(errno)
                  : code == Z_BUF_ERROR ? "the compressed file is cut off"
                                        : what);
    return LOG_BROKEN;
}

/* Fills the chunk anew. LOG_END where there is no more. */
static enum log_end fill(struct log *log, struct buffer *problem)
{
    int code = Z_OK;
    int got = gzread(log->file, log->chunk, CHUNK);
    log->at = 0;
    log->got = got > 0 ? (size_t)got : 0;
    if (got > 0)
        return LOG_LINE;
    gzerror(log->file, &code);
    return got < 0 || code != Z_OK ? broken(log, problem) : LOG_END;
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
        if (more == LOG_END && (log->line.len > 0 || log->too_long))
            return give(log, line);
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

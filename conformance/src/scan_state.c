/*
 * scan_state.c - the file of `jets scan --resume`: how far each part came, and what it found so
 * far.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "case.h"
#include "json.h"
#include "output.h"
#include "scan.h"
#include "visible.h"

enum { FORMAT = 1, FILE_MAX = 64 << 20, HEAD_BYTES = 4096 };

/* --- writing --- */

static void add_number(cJSON *object, const char *name, uint64_t number)
{
    memory_given(cJSON_AddNumberToObject(object, name, (double)number));
}

static void add_numbers(cJSON *object, const char *name, const uint64_t *numbers, size_t len)
{
    cJSON *list = memory_given(cJSON_AddArrayToObject(object, name));
    for (size_t i = 0; i < len; i++)
        cJSON_AddItemToArray(list, memory_given(cJSON_CreateNumber((double)numbers[i])));
}

static void add_places(cJSON *object, const struct scan *scan)
{
    cJSON *list = memory_given(cJSON_AddArrayToObject(object, "parts"));
    for (unsigned i = 0; i < scan->jobs; i++) {
        cJSON *part = memory_given(cJSON_CreateObject());
        add_number(part, "line", scan->places[i].line);
        add_number(part, "read", scan->places[i].read);
        cJSON_AddItemToArray(list, part);
    }
}

static void add_examples(cJSON *object, const struct scan *scan)
{
    cJSON *list = memory_given(cJSON_AddArrayToObject(object, "examples"));
    for (int i = 0; i < VERDICT_COUNT; i++) {
        for (size_t k = 0; k < scan->examples[i].len; k++) {
            cJSON *example = memory_given(cJSON_CreateObject());
            add_number(example, "verdict", (uint64_t)i);
            add_number(example, "line", scan->examples[i].at[k].line);
            memory_given(cJSON_AddStringToObject(example, "text", scan->examples[i].at[k].text));
            cJSON_AddItemToArray(list, example);
        }
    }
}

/* What makes two scans the same: the log, the place of the reply, what is asked of whom. */
static void add_identity(const struct scan *scan, struct buffer *out)
{
    const struct options *options = scan->options;
    buffer_format(out, "log %s, field %s, shard %u/%u, options", options->target, scan->field,
                  options->shard.part, options->shard.parts);
    options_again(options, COMMAND_SCAN, out);
    buffer_text(out, ", testee");
    options_testee(options, out);
    if (options->output != NULL)
        buffer_format(out, ", output %s", options->output);
}

bool scan_state_write(struct scan *scan, struct buffer *problem)
{
    struct buffer identity = {0};
    struct output output;
    cJSON *state = memory_given(cJSON_CreateObject());
    add_identity(scan, &identity);
    add_number(state, "jets_scan", FORMAT);
    memory_given(cJSON_AddStringToObject(state, "scan", identity.at));
    add_number(state, "output_bytes", scan->out_len);
    add_number(state, "log_bytes", scan->log_length);
    add_number(state, "head_bytes", scan->head_len);
    add_number(state, "head_crc", scan->head_crc);
    add_places(state, scan);
    add_numbers(state, "verdicts", scan->counts.verdicts, VERDICT_COUNT);
    add_numbers(state, "lines", scan->counts.lacks, LOG_LACKS);
    add_numbers(state, "first", scan->counts.first_lack, LOG_LACKS);
    add_examples(state, scan);
    char *text = memory_given(cJSON_Print(state));
    bool good = output_open(&output, scan->options->resume, problem);
    if (good) {
        fprintf(output.file, "%s\n", text);
        good = output_commit(&output, problem);
    }
    cJSON_free(text);
    cJSON_Delete(state);
    buffer_free(&identity);
    return good;
}

/* --- reading --- */

static bool refuse(const struct scan *scan, const char *field, const char *expected,
                   struct buffer *problem)
{
    const char *path = scan->options->resume;
    visible_add(problem, (const unsigned char *)path, strlen(path));
    buffer_format(problem, ": %s: expected %s", field, expected);
    return false;
}

static bool take_number(const cJSON *value, uint64_t *number)
{
    double most = 9007199254740992.0;
    if (!cJSON_IsNumber(value) || value->valuedouble < 0 || value->valuedouble > most)
        return false;
    *number = (uint64_t)value->valuedouble;
    return (double)*number == value->valuedouble;
}

static bool take_numbers(const struct scan *scan, const cJSON *state, const char *name,
                         uint64_t *numbers, int len, struct buffer *problem)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(state, name);
    bool good = cJSON_IsArray(list) && cJSON_GetArraySize(list) == len;
    for (int i = 0; good && i < len; i++)
        good = take_number(cJSON_GetArrayItem(list, i), &numbers[i]);
    return good || refuse(scan, name, "a list of counts, as jets wrote it", problem);
}

static bool take_places(struct scan *scan, const cJSON *state, struct buffer *problem)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(state, "parts");
    int len = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    bool asked = scan->options->jobs != OPTION_UNSET;
    if (len < 1 || len > SCAN_JOBS_MAX)
        return refuse(scan, "parts", "a list of them", problem);
    if (asked && scan->options->jobs != (uint64_t)len) {
        struct buffer text = {0};
        buffer_format(&text, "a scan that goes on with as many jobs: --jobs %d, or none", len);
        refuse(scan, "parts", text.at, problem);
        buffer_free(&text);
        return false;
    }
    scan->jobs = (unsigned)len;
    bool good = true;
    for (int i = 0; good && i < len; i++) {
        const cJSON *part = cJSON_GetArrayItem(list, i);
        struct scan_place *place = &scan->places[i];
        good = take_number(cJSON_GetObjectItemCaseSensitive(part, "line"), &place->line) &&
               take_number(cJSON_GetObjectItemCaseSensitive(part, "read"), &place->read);
    }
    return good || refuse(scan, "parts", "numbers of lines", problem);
}

/* Nobody vouches for a file: what it holds is shown on a terminal. */
static char *visible_text(const char *text)
{
    struct buffer shown = {0};
    buffer_text(&shown, "");
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        visible_add(&shown, (const unsigned char *)text, len);
        text += len;
        if (*text == '\n') {
            buffer_text(&shown, "\n");
            text++;
        }
    }
    return shown.at;
}

static bool take_examples(struct scan *scan, const cJSON *state, struct buffer *problem)
{
    const cJSON *example = NULL;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(state, "examples");
    for (example = list != NULL ? list->child : NULL; example != NULL; example = example->next) {
        uint64_t verdict = 0;
        uint64_t line = 0;
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(example, "text"));
        if (!take_number(cJSON_GetObjectItemCaseSensitive(example, "verdict"), &verdict) ||
            !take_number(cJSON_GetObjectItemCaseSensitive(example, "line"), &line) ||
            verdict >= VERDICT_COUNT || text == NULL)
            return refuse(scan, "examples", "a verdict, a line and a text in each", problem);
        scan_keep_example(scan, (enum verdict)verdict, line, visible_text(text));
    }
    return true;
}

static bool is_same_scan(struct scan *scan, const cJSON *state, struct buffer *problem)
{
    struct buffer identity = {0};
    const char *was = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(state, "scan"));
    add_identity(scan, &identity);
    bool same = was != NULL && strcmp(was, identity.at) == 0;
    if (!same) {
        struct buffer text = {0};
        buffer_text(&text, "the scan that it was written by (");
        visible_short(&text, (const unsigned char *)(was != NULL ? was : "not said"),
                      was != NULL ? strlen(was) : 8, 300);
        buffer_text(&text, ")");
        refuse(scan, "scan", text.at, problem);
        buffer_free(&text);
    }
    buffer_free(&identity);
    return same;
}

/* Reads the first bytes of the log. False where it has fewer. */
static bool read_head(const struct scan *scan, uint64_t len, uint64_t *crc)
{
    unsigned char bytes[HEAD_BYTES];
    FILE *file = fopen(scan->options->target, "rb");
    size_t got =
        file != NULL ? fread(bytes, 1, len < HEAD_BYTES ? (size_t)len : HEAD_BYTES, file) : 0;
    if (file != NULL)
        fclose(file);
    *crc = crc32(0, bytes, (uInt)got);
    return got == len;
}

/* A log that was put in the place of the old one, as by rotation, begins otherwise, or is shorter:
 * its lines were never read. */
static bool is_same_log(struct scan *scan, const cJSON *state, struct buffer *problem)
{
    uint64_t log_bytes = 0;
    uint64_t crc = 0;
    uint64_t crc_now = 0;
    if (!take_number(cJSON_GetObjectItemCaseSensitive(state, "log_bytes"), &log_bytes) ||
        !take_number(cJSON_GetObjectItemCaseSensitive(state, "head_bytes"), &scan->head_len) ||
        !take_number(cJSON_GetObjectItemCaseSensitive(state, "head_crc"), &crc))
        return refuse(scan, "log_bytes, head_bytes, head_crc", "counts", problem);
    if (scan->log_length < log_bytes || !read_head(scan, scan->head_len, &crc_now) ||
        crc != crc_now)
        return refuse(scan, "log", "the log that the scan began with, as it was or longer",
                      problem);
    scan->head_crc = crc;
    return true;
}

static bool take_state(struct scan *scan, const cJSON *state, struct buffer *problem)
{
    uint64_t format = 0;
    if (!take_number(cJSON_GetObjectItemCaseSensitive(state, "jets_scan"), &format) ||
        format != FORMAT)
        return refuse(scan, "jets_scan", "1: a file that jets scan --resume wrote", problem);
    if (!take_number(cJSON_GetObjectItemCaseSensitive(state, "output_bytes"), &scan->out_len))
        return refuse(scan, "output_bytes", "a count", problem);
    return is_same_scan(scan, state, problem) && is_same_log(scan, state, problem) &&
           take_places(scan, state, problem) &&
           take_numbers(scan, state, "verdicts", scan->counts.verdicts, VERDICT_COUNT, problem) &&
           take_numbers(scan, state, "lines", scan->counts.lacks, LOG_LACKS, problem) &&
           take_numbers(scan, state, "first", scan->counts.first_lack, LOG_LACKS, problem) &&
           take_examples(scan, state, problem);
}

bool scan_state_read(struct scan *scan, struct buffer *problem)
{
    size_t len = 0;
    const char *why = NULL;
    const char *path = scan->options->resume;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        scan->head_len = scan->log_length < HEAD_BYTES ? scan->log_length : HEAD_BYTES;
        if (read_head(scan, scan->head_len, &scan->head_crc))
            return true;
        const char *log = scan->options->target;
        visible_add(problem, (const unsigned char *)log, strlen(log));
        buffer_text(problem, ": cannot be read");
        return false;
    }
    char *text = case_read_file(path, FILE_MAX, &len, &why);
    if (text == NULL) {
        visible_add(problem, (const unsigned char *)path, strlen(path));
        buffer_format(problem, ": %s", why);
        return false;
    }
    cJSON *state = json_parse(text, len);
    bool good = state != NULL
                    ? take_state(scan, state, problem)
                    : refuse(scan, "the file", "JSON that jets scan --resume wrote", problem);
    scan->lines_before = scan_lines(scan);
    cJSON_Delete(state);
    free(text);
    return good;
}

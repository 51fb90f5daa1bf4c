/*
 * The extractors that people write, as well as they can be written in C. Each takes the first text
 * that parses, and reads it with cJSON, the parser in C that most programs have; the first of them
 * also with simdjson, which makes it as fast as it can be.
 */
#include "contestant.h"

#include <cjson/cJSON.h>
#include <string.h>

volatile sig_atomic_t out_of_time;

static void found(struct finding *finding, size_t offset, size_t length)
{
    finding->found = true;
    finding->offset = offset;
    finding->length = length;
}

static const char *last_of(const char *bytes, size_t len, char wanted)
{
    while (len > 0 && bytes[len - 1] != wanted)
        len--;
    return len == 0 ? NULL : bytes + len - 1;
}

/* Sets *open to the first `{` or `[`, and returns the bytes up to the last closer of its kind. */
static size_t first_to_last(const struct reply *reply, const char **open)
{
    const char *brace = memchr(reply->bytes, '{', reply->len);
    const char *square = memchr(reply->bytes, '[', reply->len);
    bool is_brace = brace != NULL && (square == NULL || brace < square);
    const char *close;
    *open = is_brace ? brace : square;
    close = *open == NULL ? NULL : last_of(reply->bytes, reply->len, is_brace ? '}' : ']');
    return close == NULL || close < *open ? 0 : (size_t)(close - *open) + 1;
}

static bool parses(const char *text, size_t len)
{
    cJSON *root = cJSON_ParseWithLength(text, len);
    cJSON_Delete(root);
    return root != NULL;
}

static void run_first_to_last(void *context, const struct reply *reply, struct finding *finding)
{
    const char *open;
    size_t len = first_to_last(reply, &open);
    bool simd = context != NULL;
    if (len > 0 && (simd ? simdjson_parse(open, len) >= 0 : parses(open, len)))
        found(finding, (size_t)(open - reply->bytes), len);
}

static const char *next_opener(const char *at, const char *end)
{
    while (at < end && *at != '{' && *at != '[')
        at++;
    return at;
}

/* Behind the bracket that balances the one at `at`, brackets in strings aside; NULL if none does.
 */
static const char *balanced(const char *at, const char *end)
{
    size_t depth = 0;
    bool string = false;
    for (; at < end; at++) {
        if (string && *at == '\\')
            at++;
        else if (*at == '"')
            string = !string;
        else if (!string && (*at == '{' || *at == '['))
            depth++;
        else if (!string && (*at == '}' || *at == ']') && --depth == 0)
            return at + 1;
    }
    return NULL;
}

static void run_balanced(void *context, const struct reply *reply, struct finding *finding)
{
    const char *end = reply->bytes + reply->len;
    const char *at = next_opener(reply->bytes, end);
    (void)context;
    for (; at < end && !out_of_time; at = next_opener(at + 1, end)) {
        const char *stop = balanced(at, end);
        if (stop != NULL && parses(at, (size_t)(stop - at))) {
            found(finding, (size_t)(at - reply->bytes), (size_t)(stop - at));
            return;
        }
    }
}

static void run_decode(void *context, const struct reply *reply, struct finding *finding)
{
    const char *end = reply->bytes + reply->len;
    const char *at = next_opener(reply->bytes, end);
    (void)context;
    for (; at < end && !out_of_time; at = next_opener(at + 1, end)) {
        const char *stop = NULL;
        cJSON *root = cJSON_ParseWithLengthOpts(at, (size_t)(end - at), &stop, 0);
        if (root != NULL) {
            cJSON_Delete(root);
            found(finding, (size_t)(at - reply->bytes), (size_t)(stop - at));
            return;
        }
    }
}

void classics_add(add_contestant *add)
{
    static char simd;
    struct contestant c = {
        .name = "first { to last }, cJSON", .job = JOB_EXTRACT, .run = run_first_to_last};
    add(&c);
    if (*simdjson_name() != '\0') {
        c.name = "first { to last }, simdjson";
        c.context = &simd;
        add(&c);
    }
    c.context = NULL;
    c.may_run_away = true;
    c.name = "balanced span at openers, cJSON";
    c.run = run_balanced;
    add(&c);
    c.name = "decode at openers, cJSON";
    c.run = run_decode;
    add(&c);
}

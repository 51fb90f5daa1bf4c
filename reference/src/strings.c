/* O2: an array of strings, trimmed, without what is empty and without later repeats. */
#include "internal.h"

#include <string.h>

/* The Unicode property White_Space. */
static bool is_space(uint32_t c)
{
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

/* Moves both ends of a string's content inwards over white space; equal where nothing is left. */
static void trim(const unsigned char *text, size_t *from, size_t *to)
{
    size_t at = *from;
    size_t end = *to;
    bool begun = false;
    *to = *from;
    while (at < end) {
        size_t here = at;
        if (is_space(string_code_point(text, &at)))
            continue;
        if (!begun) {
            *from = here;
            begun = true;
        }
        *to = at;
    }
    if (!begun)
        *from = *to;
}

/* How many strings the array has; false where an element is something else. */
static bool count_strings(const unsigned char *array, size_t len, size_t *count)
{
    const struct jets_path *path = path_number(0);
    size_t i = 1;
    bool escaped;
    *count = 0;
    for (;;) {
        i = skip(array, i, len, B_WHITE);
        if (array[i] == ']')
            return i + 1 == len;
        if (array[i] == ',') {
            i++;
        } else if (array[i] == '"') {
            i = path->string_end(array, i + 1, len, &escaped);
            ++*count;
        } else {
            return false;
        }
    }
}

static size_t write_strings(struct string_set *set, const unsigned char *array, size_t len,
                            size_t count, char *out)
{
    const struct jets_path *path = path_number(0);
    size_t n = 0;
    size_t i = 0;
    bool escaped;
    out[n++] = '[';
    while (count > 0) {
        size_t from;
        size_t to;
        while (array[i] != '"')
            i++;
        from = i + 1;
        i = path->string_end(array, i + 1, len, &escaped);
        to = i - 1;
        count--;
        trim(array, &from, &to);
        if (from < to && string_set_add(set, 0, from, to)) {
            if (n > 1)
                out[n++] = ',';
            out[n++] = '"';
            memcpy(out + n, array + from, to - from);
            n += to - from;
            out[n++] = '"';
        }
    }
    out[n++] = ']';
    return n;
}

static enum jets_status refuse(struct jets_result *result, enum jets_reason reason)
{
    size_t candidates = result->candidates;
    *result = (struct jets_result){
        .status = JETS_NONE, .reason = reason, .rule = JETS_O2, .candidates = candidates};
    return JETS_NONE;
}

/* Leaves *result as it is but for a refusal. */
static enum jets_status strings_of(const unsigned char *array, size_t len,
                                   const struct jets_options *options, char *out, size_t *out_len,
                                   struct jets_result *result)
{
    struct string_set set;
    size_t count;
    if (len == 0 || array[0] != '[' || !count_strings(array, len, &count))
        return refuse(result, JETS_SHAPE);
    if (!string_set_init(&set, array, count, 0, options))
        return refuse(result, JETS_OUT_OF_MEMORY);
    *out_len = write_strings(&set, array, len, count, out);
    string_set_free(&set);
    return JETS_VALUE;
}

enum jets_status jets_strings_of(const void *array, size_t len, const struct jets_options *options,
                                 char *out, size_t *out_len, struct jets_result *result)
{
    static const struct jets_options defaults;
    *out_len = 0;
    *result = (struct jets_result){JETS_VALUE, JETS_REASON_NOTHING, 0, len, JETS_ARRAY, JETS_O2, 1};
    return strings_of(array, len, options != NULL ? options : &defaults, out, out_len, result);
}

enum jets_status jets_strings(const void *reply, size_t len, const struct jets_options *options,
                              char *out, size_t *out_len, struct jets_result *result)
{
    struct jets_options array_options = {.expect = JETS_EXPECT_ARRAY};
    const unsigned char *text = reply;
    *out_len = 0;
    if (options != NULL) {
        array_options = *options;
        array_options.expect = JETS_EXPECT_ARRAY;
    }
    if (jets_extract(reply, len, &array_options, result) != JETS_VALUE)
        return result->status;
    return strings_of(text + result->offset, result->length, &array_options, out, out_len, result);
}

size_t jets_strings_room(size_t len)
{
    return len < 2 ? 2 : len;
}

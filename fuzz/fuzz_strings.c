/*
 * fuzz_strings: O2 against a quadratic model. What `strings` writes is, byte for byte, an array of
 * each element of the extracted array as the reply has it, less the characters of White_Space at
 * both ends, less what is then empty, less what is the same code points as an element before it; it
 * is none (`shape`) exactly where an element is no string, and what extract with expect=array says
 * where there is no array. The output fits the room that the library asks for, to the byte; the
 * operation on the array alone writes the same; memory comes from the caller, who gets all back.
 */
#include "fuzz.h"
#include "maker.h"

#include <stdlib.h>
#include <string.h>

/* ---- the model ------------------------------------------------------------------------------- */

/* The code points of PropList.txt's White_Space, one by one. */
static bool is_space(uint32_t c)
{
    static const uint32_t spaces[] = {
        0x0009, 0x000A, 0x000B, 0x000C, 0x000D, 0x0020, 0x0085, 0x00A0, 0x1680,
        0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
        0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
    };

    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
        if (c == spaces[i])
            return true;
    return false;
}

/* Where character number `which` of a string begins in its text. */
static size_t place_of(const struct model *string, size_t which)
{
    const unsigned char *text = string->text;
    size_t at = 1;

    for (; which > 0; which--) {
        if (text[at] != '\\') {
            do
                at++;
            while ((text[at] & 0xC0) == 0x80);
        } else if (text[at + 1] != 'u') {
            at += 2;
        } else {
            bool surrogate = (text[at + 2] | 0x20) == 'd' && strchr("89abAB", text[at + 3]) != NULL;

            at += surrogate ? 12 : 6;
        }
    }
    return at;
}

/* An element less the white space at its ends: characters from..to. */
struct trimmed {
    const struct model *string;
    size_t from, to;
};

static struct trimmed trim(const struct model *string)
{
    struct trimmed t = {string, 0, string->char_count};

    while (t.from < t.to && is_space(string->chars[t.from]))
        t.from++;
    while (t.to > t.from && is_space(string->chars[t.to - 1]))
        t.to--;
    return t;
}

static bool same(const struct trimmed *a, const struct trimmed *b)
{
    if (a->to - a->from != b->to - b->from)
        return false;
    for (size_t i = 0; i < a->to - a->from; i++)
        if (a->string->chars[a->from + i] != b->string->chars[b->from + i])
            return false;
    return true;
}

static bool is_kept(const struct model *array, size_t which)
{
    struct trimmed t = trim(array->items[which]);

    for (size_t i = 0; i < which; i++) {
        struct trimmed earlier = trim(array->items[i]);

        if (same(&earlier, &t))
            return false;
    }
    return t.from < t.to;
}

/* Writes the output; returns its length. */
static size_t write_output(const struct model *array, unsigned char *out)
{
    size_t n = 0;

    out[n++] = '[';
    for (size_t i = 0; i < array->item_count; i++) {
        struct trimmed t = trim(array->items[i]);
        size_t from = place_of(t.string, t.from);
        size_t len = place_of(t.string, t.to) - from;

        if (!is_kept(array, i))
            continue;
        if (n > 1)
            out[n++] = ',';
        out[n++] = '"';
        memcpy(out + n, t.string->text + from, len);
        n += len;
        out[n++] = '"';
    }
    out[n++] = ']';
    return n;
}

static bool are_strings(const struct model *array)
{
    for (size_t i = 0; i < array->item_count; i++)
        if (array->items[i]->type != MODEL_STRING)
            return false;
    return true;
}

/* ---- the check ------------------------------------------------------------------------------- */

struct output {
    char *at; /* of exactly the room that the library asks for */
    size_t len;
    struct jets_result result;
};

static struct output strings(const struct fuzz_input *input, const struct jets_options *o)
{
    struct output out = {.at = fuzz_allocate(jets_strings_room(input->len)), .len = 1};

    fuzz_poison(&out.result, sizeof out.result);
    jets_strings(input->reply, input->len, o, out.at, &out.len, &out.result);
    return out;
}

static struct output strings_of(const unsigned char *array, size_t len,
                                const struct jets_options *o)
{
    struct output out = {.at = fuzz_allocate(jets_strings_room(len)), .len = 1};
    unsigned char *copy = fuzz_copy(array, len);

    fuzz_poison(&out.result, sizeof out.result);
    jets_strings_of(copy, len, o, out.at, &out.len, &out.result);
    free(copy);
    return out;
}

static void check_array(const struct fuzz_input *input, const struct jets_options *o,
                        const struct jets_result *found, const struct output *got)
{
    const unsigned char *text = input->reply + found->offset;
    struct model *array = model_read(text, found->length, JETS_DEPTH_MAX);
    unsigned char *wanted = fuzz_allocate(found->length + 2);
    struct output alone = strings_of(text, found->length, o);

    CHECK(array != NULL && array->type == MODEL_ARRAY, "the answer is an array");
    if (are_strings(array)) {
        size_t len = write_output(array, wanted);

        CHECK(fuzz_same(&got->result, found), "strings: %s, extract: %s", fuzz_tell(&got->result),
              fuzz_tell(found));
        CHECK(got->len == len && memcmp(got->at, wanted, len) == 0, "written: %.*s, model: %.*s",
              (int)got->len, got->at, (int)len, (const char *)wanted);
        CHECK(alone.result.status == JETS_VALUE && alone.len == len &&
                  memcmp(alone.at, wanted, len) == 0,
              "the array alone gives the same");
    } else {
        CHECK(got->result.status == JETS_NONE && got->result.reason == JETS_SHAPE && got->len == 0,
              "an element is no string: %s", fuzz_tell(&got->result));
        CHECK(alone.result.status == JETS_NONE && alone.result.reason == JETS_SHAPE &&
                  alone.len == 0,
              "nor in the array alone: %s", fuzz_tell(&alone.result));
    }
    free(alone.at);
    free(wanted);
    model_free(array);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;
    struct fuzz_memory memory = {0};
    struct jets_options o;
    struct jets_result found;
    struct output got;

    fuzz_read(&input, data, size);
    o = input.options;
    fuzz_memory_use(&memory, &o);
    got = strings(&input, &o);
    o.expect = JETS_EXPECT_ARRAY;
    fuzz_poison(&found, sizeof found);
    jets_extract(input.reply, input.len, &o, &found);
    if (found.status == JETS_VALUE)
        check_array(&input, &o, &found, &got);
    else
        CHECK(fuzz_same(&got.result, &found) && got.len == 0, "strings: %s, extract: %s",
              fuzz_tell(&got.result), fuzz_tell(&found));
    CHECK(memory.held == 0, "%zu bytes are not given back", memory.held);
    free(got.at);
    fuzz_free(&input);
    return 0;
}

size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    struct maker m = {.max = max, .state = seed};
    unsigned count = maker_below(&m, maker_below(&m, 4) == 0 ? 90 : 6);

    m.at = data;
    maker_text(&m, maker_below(&m, 4) == 0 ? "Here: " : "");
    maker_text(&m, "[");
    for (unsigned i = 0; i < count; i++) {
        maker_text(&m, i > 0 ? "," : "");
        if (maker_below(&m, 60) == 0)
            maker_value(&m, 1);
        else
            maker_string(&m);
        maker_text(&m, maker_below(&m, 6) == 0 ? " " : "");
    }
    maker_text(&m, "]");
    if (maker_below(&m, 20) == 0)
        maker_damage(&m);
    return m.len;
}

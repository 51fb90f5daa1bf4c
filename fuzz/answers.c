#include "answers.h"

#include "fuzz.h"

#include <string.h>

static uint32_t check_node(const struct answer *answer, uint32_t at, const struct model *m);

/* The bytes that the runner reads out of a string are the UTF-8 of the model's characters. */
static void check_string(const struct answer *answer, uint32_t at, const struct model *m)
{
    struct answer_bytes bytes = answer_bytes_of(answer, at);
    static const uint32_t leads[] = {0, 0xC0, 0xE0, 0xF0};
    struct buffer text = {0};
    size_t len = 0;

    answer_string(answer, at, &text);
    for (size_t i = 0; i < m->char_count; i++) {
        uint32_t c = m->chars[i];
        unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        uint32_t lead = leads[more] | c >> (6 * more);

        for (unsigned k = 0; k <= more; k++) {
            uint32_t byte = k == 0 ? lead : 0x80u | (c >> (6 * (more - k)) & 0x3Fu);

            CHECK(answer_bytes_next(&bytes) == (int)byte, "byte %zu of a string", len);
            CHECK(len < text.len && (unsigned char)text.at[len] == byte, "byte %zu of a text", len);
            len++;
        }
    }
    CHECK(answer_bytes_next(&bytes) < 0 && len == text.len, "a string ends after %zu bytes", len);
    CHECK(answer_string_is(answer, at, text.at) == (strlen(text.at) == text.len),
          "a string is its own text where that holds no NUL");
    buffer_free(&text);
}

static uint32_t check_items(const struct answer *answer, uint32_t at, const struct model *m)
{
    for (size_t i = 0; i < m->item_count; i++)
        at = check_node(answer, at, m->items[i]);
    return at;
}

/* Returns the number of the node behind this one. */
static uint32_t check_node(const struct answer *answer, uint32_t at, const struct model *m)
{
    static const enum answer_type types[] = {
        [MODEL_NULL] = ANSWER_NULL,     [MODEL_FALSE] = ANSWER_FALSE,
        [MODEL_TRUE] = ANSWER_TRUE,     [MODEL_NUMBER] = ANSWER_NUMBER,
        [MODEL_STRING] = ANSWER_STRING, [MODEL_ARRAY] = ANSWER_ARRAY,
        [MODEL_OBJECT] = ANSWER_OBJECT,
    };
    const struct answer_node *node = &answer->nodes[at];
    uint32_t after;

    CHECK(at < answer->kept, "node %u is there", (unsigned)at);
    CHECK(node->type == types[m->type], "node %u: type %d", (unsigned)at, node->type);
    CHECK(answer->text + node->start == m->text && node->len == m->len, "node %u: place %u+%u",
          (unsigned)at, (unsigned)node->start, (unsigned)node->len);
    CHECK(node->count == m->item_count / (m->type == MODEL_OBJECT ? 2 : 1), "node %u: count %u",
          (unsigned)at, (unsigned)node->count);
    if (m->type == MODEL_STRING)
        check_string(answer, at, m);
    after = check_items(answer, at + 1, m);
    CHECK(node->after == after, "node %u: after %u, not %u", (unsigned)at, (unsigned)node->after,
          (unsigned)after);
    return after;
}

void check_answer(const struct answer *answer, const struct model *m)
{
    CHECK(answer_whole(answer), "all nodes are kept");
    CHECK(check_node(answer, 0, m) == answer->count, "as many nodes as values and names");
    CHECK(answer->depth == model_depth(m), "depth %u", (unsigned)answer->depth);
}

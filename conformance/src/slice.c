/*
 * slice.c - whether a value can have been cut out of a reply (answer.h).
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "answer.h"

struct search {
    const struct answer *value;
    const unsigned char *reply;
    size_t len;
    uint64_t budget; /* bytes that may still be read */
    bool memory;     /* there was enough for the last reading */
    struct answer found;
};

static bool spend(struct search *s, uint64_t bytes)
{
    bool enough = bytes < s->budget;
    s->budget = enough ? s->budget - bytes : 0;
    return enough;
}

static bool in_word(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '+' || c == '-' || c >= 0x80;
}

/* Whether a value of this type can start at this byte of the reply, the byte before it taken into
 * account. */
static bool can_start(const struct search *s, size_t at, enum answer_type type)
{
    unsigned char c = s->reply[at];
    switch (type) {
    case ANSWER_OBJECT: return c == '{';
    case ANSWER_ARRAY: return c == '[';
    case ANSWER_STRING: return c == '"';
    case ANSWER_NUMBER:
        return ((c >= '0' && c <= '9') || c == '-') && (at == 0 || !in_word(s->reply[at - 1]));
    /* These have one spelling only, which the search for the text itself has not found. */
    default: return false;
    }
}

/* A number that goes on as a word is a piece of something else. */
static bool ends_well(const struct search *s, size_t end, enum answer_type type)
{
    return type != ANSWER_NUMBER || end >= s->len || !in_word(s->reply[end]);
}

/* Whether the value starts at `at`. */
static bool matches_at(struct search *s, size_t at)
{
    const struct answer *value = s->value;
    struct answer_limits limits = {value->count, value->count, value->depth};
    size_t used = 0;
    enum answer_status status =
        answer_read_prefix(&s->found, s->reply + at, s->len - at, limits, &used);
    spend(s, used + 1);
    s->memory = status != ANSWER_NO_MEMORY;
    if (status != ANSWER_OK || s->found.count != value->count ||
        !ends_well(s, at + used, value->nodes[0].type))
        return false;
    bool equal = false;
    spend(s, 64 + 16 * (uint64_t)value->count);
    s->memory = answer_equal(value, &s->found, &equal) == ANSWER_OK;
    return equal;
}

enum answer_slice answer_slice_of(const struct answer *value, const unsigned char *reply,
                                  size_t reply_len)
{
    if (!answer_whole(value))
        return ANSWER_SLICE_UNKNOWN;
    const struct answer_node *root = &value->nodes[0];
    if (reply_len > 0 && memmem(reply, reply_len, value->text + root->start, root->len) != NULL)
        return ANSWER_SLICE_YES;
    struct search s = {.value = value,
                       .memory = true,
                       .reply = reply,
                       .len = reply_len,
                       .budget = 8 * (uint64_t)reply_len + (4U << 20)};
    enum answer_slice result = ANSWER_SLICE_NO;
    for (size_t at = 0; at < reply_len && result == ANSWER_SLICE_NO; at++) {
        if (!can_start(&s, at, root->type))
            continue;
        if (matches_at(&s, at))
            result = ANSWER_SLICE_YES;
        else if (!s.memory)
            result = ANSWER_SLICE_NO_MEMORY;
        else if (s.budget == 0)
            result = ANSWER_SLICE_UNKNOWN;
    }
    answer_free(&s.found);
    return result;
}

#include "doubles.h"

#include <math.h>
#include <stdlib.h>

/* strtod rounds correctly whatever the length, and the program never leaves the C locale. */
static void add_rounded(struct buffer *out, const unsigned char *text, size_t len)
{
    char *number = memory_copy(text, len);
    double value = strtod(number, NULL);
    free(number);
    if (isinf(value))
        buffer_text(out, value < 0 ? "-1e999" : "1e999");
    else
        buffer_format(out, "%.17g", value);
}

void doubles_text(const struct answer *answer, struct buffer *out)
{
    size_t at = answer->nodes[0].start;
    for (uint32_t i = 0; i < answer->kept; i++) {
        const struct answer_node *node = &answer->nodes[i];
        if (node->type != ANSWER_NUMBER)
            continue;
        buffer_add(out, answer->text + at, node->start - at);
        add_rounded(out, answer->text + node->start, node->len);
        at = (size_t)node->start + node->len;
    }
    buffer_add(out, answer->text + at, answer->nodes[0].start + answer->nodes[0].len - at);
}

static enum answer_status read_rounded(const struct answer *answer, struct buffer *text,
                                       struct answer *rounded)
{
    doubles_text(answer, text);
    return answer_read(rounded, (const unsigned char *)text->at, text->len, UINT32_MAX, NULL);
}

enum answer_status doubles_equal(const struct answer *a, const struct answer *b, bool *equal)
{
    *equal = false;
    /* Rounding changes no shape: a value of another size is not worth a copy. */
    if (!answer_whole(a) || !answer_whole(b) || a->count != b->count)
        return ANSWER_OK;
    struct buffer a_text = {0};
    struct buffer b_text = {0};
    struct answer a_rounded = {0};
    struct answer b_rounded = {0};
    enum answer_status status = read_rounded(a, &a_text, &a_rounded);
    if (status == ANSWER_OK)
        status = read_rounded(b, &b_text, &b_rounded);
    if (status == ANSWER_OK)
        status = answer_equal(&a_rounded, &b_rounded, equal);
    answer_free(&a_rounded);
    answer_free(&b_rounded);
    buffer_free(&a_text);
    buffer_free(&b_text);
    return status;
}

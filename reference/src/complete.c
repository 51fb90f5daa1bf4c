/* O1: is the text one finished object or array? The same reader of values, and no memory of the
 * text. */
#include "internal.h"

enum stage { C_MARK_0, C_MARK_1, C_MARK_2, C_LEAD, C_VALUE, C_DONE, C_NEVER };

void jets_complete_init(struct jets_completion *c, unsigned depth)
{
    c->stage = depth > JETS_DEPTH_MAX ? C_NEVER : C_MARK_0;
    value_init(&c->value, depth == 0 ? JETS_DEPTH_DEFAULT : depth);
}

/* A byte in front of the value: the byte order mark, then white space, then an opener. */
static void lead(struct jets_completion *c, unsigned char byte)
{
    static const unsigned char mark[3] = {0xEF, 0xBB, 0xBF};
    if (c->stage < C_LEAD && byte == mark[c->stage])
        c->stage++;
    else if (c->stage == C_MARK_1 || c->stage == C_MARK_2)
        c->stage = C_NEVER;
    else if (byte_is(byte, B_WHITE))
        c->stage = C_LEAD;
    else
        c->stage = byte == '{' || byte == '[' ? C_VALUE : C_NEVER;
}

bool jets_complete_feed(struct jets_completion *c, const void *bytes, size_t len)
{
    const unsigned char *text = bytes;
    size_t i = 0;
    while (i < len && c->stage < C_VALUE) {
        lead(c, text[i]);
        i += c->stage < C_VALUE;
    }
    if (c->stage == C_VALUE) {
        const struct view w = {.text = text, .len = len, .path = path_number(0)};
        enum value_step step = value_read(&c->value, &w, &i);
        c->stage = step == VALUE_MORE ? C_VALUE : step == VALUE_DONE ? C_DONE : C_NEVER;
    }
    if (c->stage == C_DONE && skip(text, i, len, B_WHITE) < len)
        c->stage = C_NEVER;
    return c->stage == C_DONE;
}

bool jets_complete(const void *text, size_t len, unsigned depth)
{
    struct jets_completion c;
    jets_complete_init(&c, depth);
    return jets_complete_feed(&c, text, len);
}

/*
 * The fault: the longest span that parses wins, of whatever kind, so that a list of citations
 * outranks a short verdict. Otherwise sensible: whole reply, reasoning split off, a fenced value
 * first.
 */
#include "common.h"

/* Offset behind a fence's marker and a JSON label; 0 where the fence is labelled as something else.
 */
static size_t label_end(struct text text, size_t at)
{
    at += 3;
    if (text.len - at >= 4 && strncasecmp((const char *)text.at + at, "json", 4) == 0)
        at += 4;
    return at < text.len && is_space(text.at[at]) ? at : 0;
}

/* The first fenced body that is one value of the type. */
static struct span find_fenced(struct text text, size_t from, enum expect expect)
{
    for (size_t open = find_word(text, from, "```"); open < text.len;) {
        size_t start = label_end(text, open);
        size_t close = find_word(text, open + 3, "```");
        struct span span;
        struct text body = {text.at, close};
        if (start != 0 && whole_value(body, start, &span) && admits(expect, text.at[span.at]))
            return span;
        open = close < text.len ? find_word(text, close + 3, "```") : text.len;
    }
    return (struct span){0, 0};
}

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span best = find_fenced(text, from, expect);
    size_t work = 0;
    if (best.len > 0)
        return best;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        if (!is_opener(text.at[at]))
            continue;
        size_t end = value_end(text, at, &work);
        if (end == 0)
            continue;
        if (admits(expect, text.at[at]) && end - at > best.len)
            best = (struct span){at, end - at};
        at = end - 1;
    }
    return best;
}

int main(int argc, char **argv)
{
    static const struct extractor extractor = {true, find, is_finished};
    return run_extractor(argc, argv, &extractor);
}

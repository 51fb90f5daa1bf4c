/*
 * The habit: a regular expression ends the fence at the next three backquotes, in a string or not,
 * so that an answer which quotes code is cut in two. The first fence whose body is a value wins.
 */
#include "fence.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    size_t open = find_word(text, from, "```");
    if (open == text.len)
        return find_only(text, from, expect);
    while (open < text.len) {
        struct span value;
        size_t start = fence_body(text, open);
        size_t close = find_word(text, start, "```");
        if (is_body(text, start, close, expect, &value))
            return value;
        open = close < text.len ? find_word(text, close + 3, "```") : text.len;
    }
    return (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: a greedy regular expression takes everything from the first fence to the last three
 * backquotes, or to the end where nothing closes it. Two fences are one body, which is no JSON.
 */
#include "fence.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span value = {0, 0};
    size_t open = find_word(text, from, "```");
    if (open == text.len)
        return find_only(text, from, expect);
    size_t start = fence_body(text, open);
    size_t close = text.len;
    for (size_t at = start; (at = find_word(text, at, "```")) < text.len; at++)
        close = at;
    return is_body(text, start, close, expect, &value) ? value : (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

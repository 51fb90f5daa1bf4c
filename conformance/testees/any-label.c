/*
 * The habit: the label of a fence is dropped with its line and never looked at, so that a list in a
 * code sample is as good as the answer. The first fence whose body is a value wins.
 */
#include "fence.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    for (size_t open = find_word(text, from, "```"); open < text.len;) {
        struct span value;
        size_t start = open + 3;
        while (start < text.len && !is_space(text.at[start]))
            start++;
        size_t close = fence_close(text, start);
        if (is_body(text, start, close, expect, &value))
            return value;
        open = close < text.len ? find_word(text, close + 3, "```") : text.len;
    }
    return find_only(text, from, expect);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

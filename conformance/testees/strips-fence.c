/*
 * The habit: one fence round the whole reply is taken off, at the beginning and at the end of the
 * text; what is left must be JSON. Any word before or behind it loses the answer.
 */
#include "fence.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span value = {0, 0};
    size_t at = skip_space(text, from);
    size_t end = text.len;
    if (starts_with(text, at, "```"))
        at = fence_body(text, at);
    while (end > at && is_space(text.at[end - 1]))
        end--;
    if (end >= at + 3 && starts_with(text, end - 3, "```"))
        end -= 3;
    return is_body(text, at, end, expect, &value) ? value : (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

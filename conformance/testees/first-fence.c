/*
 * The habit: only the first fence counts. Where it holds a shell command or a draft, the answer in
 * the next one is lost.
 */
#include "fence.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span value = {0, 0};
    size_t open = find_word(text, from, "```");
    if (open == text.len)
        return find_only(text, from, expect);
    size_t start = fence_body(text, open);
    bool found = is_body(text, start, fence_close(text, start), expect, &value);
    return found ? value : (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

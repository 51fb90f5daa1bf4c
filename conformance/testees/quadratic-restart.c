/*
 * The habit: every bracket is handed to the parser, and what follows is looked at only when that
 * has failed, with no bound: a reply of nothing but brackets takes time in the square of its
 * length.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    for (size_t at = from; at < text.len; at++) {
        if (!is_opener(text.at[at]) || !admits(expect, text.at[at]))
            continue;
        size_t end = balanced_end(text, at);
        size_t work = 0;
        if (end != 0 && value_end(text, at, &work) == end)
            return (struct span){at, end - at};
    }
    return (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: quotes are tracked from the first byte of the reply on, so that an apostrophe or an
 * odd quote in the prose turns strings and the rest inside out.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    size_t work = 0;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        unsigned char c = text.at[at];
        if (c == '"' || c == '\'')
            at = quoted_end(text, at) - 1;
        if (!is_opener(c) || !admits(expect, c))
            continue;
        size_t end = value_end(text, at, &work);
        if (end != 0)
            return (struct span){at, end - at};
    }
    return (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

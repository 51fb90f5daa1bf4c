/*
 * The habit: every bracket is tried, those inside a value that cannot be read too, so that a piece
 * of a broken answer is taken for all of it.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span only = {0, 0};
    size_t work = 0;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        size_t end = is_opener(text.at[at]) ? value_end(text, at, &work) : 0;
        if (end == 0)
            continue;
        struct span value = {at, end - at};
        at = end - 1;
        if (!admits(expect, text.at[value.at]))
            continue;
        if (only.len > 0 && !same_bytes(text, only, value))
            return (struct span){0, 0};
        only = value;
    }
    return only;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

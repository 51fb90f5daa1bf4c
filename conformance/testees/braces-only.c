/*
 * The habit: only `{` is looked for, so that an object is taken out of the array that it stands in,
 * and the array is lost.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    size_t work = 0;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        size_t end = text.at[at] == '{' ? value_end(text, at, &work) : 0;
        if (end != 0)
            return admits(expect, '{') ? (struct span){at, end - at} : (struct span){0, 0};
    }
    return (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: the first value of the type wins, whatever follows, so that a citation, an example or
 * a quoted verdict is taken for the answer.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct scan scan = {text, from, 0, false};
    struct span value;
    while (next_value(&scan, &value)) {
        if (admits(expect, text.at[value.at]))
            return value;
    }
    return (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

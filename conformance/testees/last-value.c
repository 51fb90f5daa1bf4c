/*
 * The habit: the last value of the type wins, so that what the model adds, or quotes, behind its
 * answer replaces it.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct scan scan = {text, from, 0, false};
    struct span last = {0, 0};
    struct span value;
    while (next_value(&scan, &value)) {
        if (admits(expect, text.at[value.at]))
            last = value;
    }
    return last;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

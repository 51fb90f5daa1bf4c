/*
 * The habit: from the first bracket of either kind to the last one that closes its kind, which has
 * to be JSON. A bracket in the prose on either side loses the answer.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    size_t at = from;
    size_t end = text.len;
    size_t work = 0;
    while (at < text.len && !is_opener(text.at[at]))
        at++;
    if (at == text.len || !admits(expect, text.at[at]))
        return (struct span){0, 0};
    while (end > at && text.at[end - 1] != (text.at[at] == '{' ? '}' : ']'))
        end--;
    if (end == at || value_end(text, at, &work) != end)
        return (struct span){0, 0};
    return (struct span){at, end - at};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: a regular expression that stops at the first closing brace, so that every object with
 * an object or a brace in it is cut short. What it cuts is tried; the next match may be inside.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    size_t work = 0;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        if (!is_opener(text.at[at]) || !admits(expect, text.at[at]))
            continue;
        const unsigned char *close =
            memchr(text.at + at, text.at[at] == '{' ? '}' : ']', text.len - at);
        if (close == NULL)
            break;
        size_t end = (size_t)(close - text.at) + 1;
        if (value_end(text, at, &work) == end)
            return (struct span){at, end - at};
    }
    return (struct span){0, 0};
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: the reply is read as JSON Lines. The last line that is a value wins, and an answer
 * over several lines is lost.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span last = {0, 0};
    while (from < text.len) {
        const unsigned char *feed = memchr(text.at + from, '\n', text.len - from);
        size_t end = feed == NULL ? text.len : (size_t)(feed - text.at);
        struct span value;
        struct text line = {text.at, end};
        if (whole_value(line, from, &value) && admits(expect, text.at[value.at]))
            last = value;
        from = end + 1;
    }
    return last;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

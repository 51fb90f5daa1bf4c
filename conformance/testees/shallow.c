/*
 * The habit: a limit of 64 levels, set for safety and never told to anybody, so that a deep but
 * honest answer is lost.
 */
#include "habit.h"

static int print(struct text text, struct span value, enum expect expect)
{
    enum { LEVELS = 64 };
    size_t depth = 0;
    (void)expect;
    for (size_t at = value.at; at < value.at + value.len; at++) {
        unsigned char c = text.at[at];
        if (c == '"')
            at = quoted_end(text, at) - 1;
        else if (is_opener(c) && ++depth > LEVELS)
            return STATUS_NONE;
        else if (c == '}' || c == ']')
            depth--;
    }
    return print_span(text, value);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.print = print};
    return run_habit(argc, argv, &habit);
}

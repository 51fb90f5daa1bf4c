/*
 * The habit: everything up to the last `</think>` is reasoning, so that a closing tag which the
 * answer quotes, or which stands behind it, takes the answer away.
 */
#include "habit.h"

static size_t reasoning(struct text text)
{
    size_t end = 0;
    for (size_t at = 0; (at = find_word(text, at, "</think>")) < text.len; at++)
        end = at + strlen("</think>");
    return end;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.reasoning = reasoning};
    return run_habit(argc, argv, &habit);
}

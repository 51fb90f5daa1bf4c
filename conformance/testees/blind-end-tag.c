/*
 * The habit: the reply is cut at the first `</think>` before anything is parsed, so that an answer
 * which holds one in a string is cut in two.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    size_t end = reasoning_end(*text);
    cut(text, 0, end);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

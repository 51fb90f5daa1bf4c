/*
 * The habit: whatever is not ASCII is dropped before anything is parsed, for the sake of a log or a
 * terminal. Names, sums of money and whole scripts vanish from the answer.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    size_t len = 0;
    for (size_t at = 0; at < text->len; at++) {
        if (text->at[at] < 0x80)
            text->at[len++] = text->at[at];
    }
    text->len = len;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: a regular expression drops citations such as `[12]` from the whole reply, and with
 * them the lists of one number that the answer holds.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    size_t len = 0;
    for (size_t at = 0; at < text->len; at++) {
        size_t end = digits_end(*text, at + 1);
        bool citation =
            text->at[at] == '[' && end > at + 1 && end < text->len && text->at[end] == ']';
        if (citation)
            at = end;
        else
            text->at[len++] = text->at[at];
    }
    text->len = len;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

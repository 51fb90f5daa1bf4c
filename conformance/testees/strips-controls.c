/*
 * The habit: control characters are taken out of the reply before it is parsed, line feeds too, so
 * that a string with a raw one in it is accepted without it.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    size_t len = 0;
    for (size_t at = 0; at < text->len; at++) {
        if (text->at[at] >= 0x20 && text->at[at] != 0x7F)
            text->at[len++] = text->at[at];
    }
    text->len = len;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

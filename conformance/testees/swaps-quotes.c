/*
 * The habit: where nothing parses, every single quote is replaced by a double one, and what then
 * parses is the answer.
 */
#include "habit.h"

static void repair(struct text *text)
{
    for (size_t at = reasoning_end(*text); at < text->len; at++) {
        if (text->at[at] == '\'')
            text->at[at] = '"';
    }
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.repair = repair};
    return run_habit(argc, argv, &habit);
}

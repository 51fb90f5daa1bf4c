/*
 * The habit: where nothing parses, a regular expression drops each comma in front of a closing
 * bracket, inside strings too.
 */
#include "habit.h"

static void repair(struct text *text)
{
    size_t len = 0;
    for (size_t at = 0; at < text->len; at++) {
        size_t next = skip_space(*text, at + 1);
        bool drop = text->at[at] == ',' && next < text->len &&
                    (text->at[next] == '}' || text->at[next] == ']');
        if (!drop)
            text->at[len++] = text->at[at];
    }
    text->len = len;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.repair = repair};
    return run_habit(argc, argv, &habit);
}

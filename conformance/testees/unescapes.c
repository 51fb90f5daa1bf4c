/*
 * The habit: where nothing parses, the reply is taken for a string that was escaped once too often:
 * `\"` and `\n` are replaced as text, and what then parses is the answer.
 */
#include "habit.h"

static void repair(struct text *text)
{
    size_t len = 0;
    for (size_t at = 0; at < text->len; at++) {
        unsigned char c = text->at[at];
        if (c == '\\' && at + 1 < text->len && strchr("\"\\n", text->at[at + 1]) != NULL &&
            text->at[at + 1] != '\0') {
            at++;
            c = text->at[at] == 'n' ? '\n' : text->at[at];
        }
        text->at[len++] = c;
    }
    text->len = len;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.repair = repair};
    return run_habit(argc, argv, &habit);
}

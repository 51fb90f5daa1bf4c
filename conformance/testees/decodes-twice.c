/*
 * The habit: a reply that is one string is decoded and read again, so that a text which only quotes
 * JSON becomes the answer.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    struct span value;
    if (whole_value(*text, 0, &value) && text->at[value.at] == '"')
        replace_text(text, decode_string(*text, value));
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

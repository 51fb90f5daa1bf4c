/*
 * The habit: `strings` hands the array on as it is, when all its elements are strings: untrimmed,
 * with empty ones and repeats.
 */
#include "habit.h"

static int strings(struct text text, struct span array)
{
    size_t at = array.at;
    while (array.len > 0 && text.at[at] != ']') {
        at = skip_space(text, at + 1);
        if (text.at[at] == '"')
            at = skip_space(text, string_end(text, at));
        if (text.at[at] != ',' && text.at[at] != ']')
            return STATUS_NONE;
    }
    return print_span(text, array);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.strings = strings};
    return run_habit(argc, argv, &habit);
}

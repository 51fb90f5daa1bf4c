/*
 * The habit: a text is finished when some prefix of it is, so that what follows goes unread.
 */
#include "habit.h"

static bool complete(struct text text)
{
    size_t at = skip_space(text, 0);
    size_t work = 0;
    return at < text.len && is_opener(text.at[at]) && value_end(text, at, &work) != 0;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.complete = complete};
    return run_habit(argc, argv, &habit);
}

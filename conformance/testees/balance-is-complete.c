/*
 * The habit: a text is finished when its brackets are balanced, those in strings aside, whatever
 * their kinds and whatever stands between them.
 */
#include "habit.h"

static bool complete(struct text text)
{
    size_t at = skip_space(text, 0);
    if (at == text.len || !is_opener(text.at[at]))
        return false;
    size_t end = balanced_end(text, at);
    return end != 0 && skip_space(text, end) == text.len;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.complete = complete};
    return run_habit(argc, argv, &habit);
}

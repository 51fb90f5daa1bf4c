/*
 * The habit: the marker must be spelled `</think>`, in small letters and without a space, so that
 * what any other model thinks is read as its answer.
 */
#include "habit.h"

static size_t reasoning(struct text text)
{
    for (size_t at = 0; (at = find_word(text, at, "</think>")) < text.len; at++) {
        if (starts_with(text, at, "</think>"))
            return at + strlen("</think>");
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.reasoning = reasoning};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: only whole pairs of tags at the beginning are taken off. The closing tag alone, as
 * templates that hold the opener give it, and reasoning that never ends stay in, drafts and all.
 */
#include "habit.h"

static size_t reasoning(struct text text)
{
    size_t end = 0;
    for (size_t at = skip_space(text, 0); find_word(text, at, "<think>") == at && at < text.len;
         at = skip_space(text, end)) {
        size_t close = find_word(text, at, "</think>");
        if (close == text.len)
            break;
        end = close + strlen("</think>");
    }
    return end;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.reasoning = reasoning};
    return run_habit(argc, argv, &habit);
}

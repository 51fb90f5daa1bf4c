/*
 * The habit: fences are looked for before anything is parsed, so that a fence which the answer
 * quotes inside a string is taken for the answer.
 */
#include "fence.h"

static bool fenced(struct text text, size_t from, struct span *value)
{
    for (size_t open = find_word(text, from, "```"); open < text.len;) {
        size_t start = fence_body(text, open);
        size_t close = fence_close(text, start);
        /* The escapes of a string are no white space: they go as the regular expression has it. */
        while (starts_with(text, start, "\\n") && start < close)
            start += 2;
        while (close >= start + 2 && starts_with(text, close - 2, "\\n"))
            close -= 2;
        if (is_body(text, start, close, CONTAINER, value))
            return true;
        open = close < text.len ? find_word(text, close + 3, "```") : text.len;
    }
    return whole_value(text, from, value);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.whole = fenced};
    return run_habit(argc, argv, &habit);
}

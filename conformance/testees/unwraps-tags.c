/*
 * The habit: a pair of wrapper tags such as `<answer>` decides where the answer is, wherever it
 * stands: a tag that the model only mentions, or quotes inside a string, does as well.
 */
#include "habit.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    static const char *const names[] = {"answer", "output", "json", "tool_call", "result"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char open[16];
        char close[16];
        struct span value;
        snprintf(open, sizeof open, "<%s>", names[i]);
        snprintf(close, sizeof close, "</%s>", names[i]);
        size_t start = find_word(text, from, open);
        if (start == text.len)
            continue;
        start += strlen(open);
        struct text body = {text.at, find_word(text, start, close)};
        bool found = whole_value(body, start, &value) && admits(expect, text.at[value.at]);
        return found ? value : (struct span){0, 0};
    }
    return find_only(text, from, expect);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

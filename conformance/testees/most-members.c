/*
 * The habit: the value with the most members or elements wins, so that a text which is quoted in
 * full outranks a short verdict.
 */
#include "habit.h"

/* Commas at the top level of a value, and one more where it is not empty. */
static size_t members(struct text text, struct span value)
{
    size_t depth = 0;
    size_t count = text.at[skip_space(text, value.at + 1)] != text.at[value.at + value.len - 1];
    for (size_t at = value.at; at < value.at + value.len; at++) {
        unsigned char c = text.at[at];
        if (c == '"')
            at = quoted_end(text, at) - 1;
        else if (is_opener(c))
            depth++;
        else if (c == '}' || c == ']')
            depth--;
        else if (c == ',' && depth == 1)
            count++;
    }
    return count;
}

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct scan scan = {text, from, 0, false};
    struct span best = {0, 0};
    struct span value;
    while (next_value(&scan, &value)) {
        if (admits(expect, text.at[value.at]) &&
            (best.len == 0 || members(text, value) > members(text, best)))
            best = value;
    }
    return best;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

/*
 * The fault: only the first bracket is tried, so that any bracket in the prose loses or replaces
 * the answer. Otherwise sensible: whole reply, reasoning split off, strings respected, only strict
 * JSON returned.
 */
#include "common.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span none = {0, 0};
    size_t at = from;
    size_t work = 0;
    while (at < text.len && !is_opener(text.at[at]))
        at++;
    if (at == text.len || !admits(expect, text.at[at]))
        return none;
    size_t end = balanced_end(text, at);
    if (end == 0 || value_end(text, at, &work) != end)
        return none;
    return (struct span){at, end - at};
}

int main(int argc, char **argv)
{
    static const struct extractor extractor = {true, find, is_finished};
    return run_extractor(argc, argv, &extractor);
}

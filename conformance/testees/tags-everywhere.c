/*
 * The habit: a regular expression takes `<think>…</think>` out of the whole reply before anything
 * is parsed, and so out of strings too: the value comes back with other text in it.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    size_t at = find_word(*text, 0, "<think>");
    while (at < text->len) {
        size_t end = find_word(*text, at, "</think>");
        if (end == text->len)
            return;
        cut(text, at, end + strlen("</think>") - at);
        at = find_word(*text, at, "<think>");
    }
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: what Unicode calls white space is made into spaces before anything is parsed, in
 * strings too, so that text with a no-break space between its tokens passes for JSON.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    static const char *const spaces[] = {"\xC2\xA0",     "\xC2\x85",     "\xE2\x80\x83",
                                         "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
                                         "\xE3\x80\x80", "\xE2\x80\x8B", "\xEF\xBB\xBF",
                                         "\xE2\x80\x89", "\v",           "\f"};
    for (size_t at = 0; at < text->len; at++) {
        for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
            if (starts_with(*text, at, spaces[i]))
                memset(text->at + at, ' ', strlen(spaces[i]));
        }
    }
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

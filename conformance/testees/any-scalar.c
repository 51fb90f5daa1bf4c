/*
 * The habit: where any type will do, a number or a word in the prose will do: the first that reads
 * as JSON is the answer.
 */
#include "habit.h"

static bool is_word_byte(unsigned char c)
{
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct span only = find_only(text, from, expect);
    size_t work = 0;
    for (size_t at = from; only.len == 0 && expect == ANY && at < text.len; at++) {
        bool begins = at == 0 || !is_word_byte(text.at[at - 1]);
        size_t end = begins ? value_end(text, at, &work) : 0;
        if (end != 0 && (end == text.len || !is_word_byte(text.at[end])))
            return (struct span){at, end - at};
    }
    return only;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.find = find};
    return run_habit(argc, argv, &habit);
}

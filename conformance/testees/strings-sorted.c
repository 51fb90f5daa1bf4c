/*
 * The habit: `strings` goes through a set, or is sorted to be rid of repeats, so that the order in
 * which the model ranked them is lost.
 */
#include "habit.h"

static bool is_before(struct text text, struct span a, struct span b)
{
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = memcmp(text.at + a.at, text.at + b.at, shorter);
    return order < 0 || (order == 0 && a.len < b.len);
}

/* The smallest string behind `last`; of length 0 where there is none, or an element is no string.
 */
static struct span next_string(struct text text, struct span array, struct span last, bool *strings)
{
    struct span next = {0, 0};
    for (size_t at = array.at; *strings && text.at[at] != ']';) {
        at = skip_space(text, at + 1);
        if (text.at[at] == ']')
            break;
        *strings = text.at[at] == '"';
        if (!*strings)
            break;
        size_t end = string_end(text, at);
        struct span one = trimmed(text, (struct span){at, end - at});
        if (one.len > 0 && is_before(text, last, one) &&
            (next.len == 0 || is_before(text, one, next)))
            next = one;
        at = skip_space(text, end);
    }
    return next;
}

static int strings(struct text text, struct span array)
{
    bool all = array.len > 0;
    struct span one = all ? next_string(text, array, (struct span){0, 0}, &all) : array;
    if (!all)
        return STATUS_NONE;
    putchar('[');
    for (bool first = true; one.len > 0; first = false) {
        printf("%s\"%.*s\"", first ? "" : ",", (int)one.len, (const char *)text.at + one.at);
        one = next_string(text, array, one, &all);
    }
    puts("]");
    return finish_output();
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.strings = strings};
    return run_habit(argc, argv, &habit);
}

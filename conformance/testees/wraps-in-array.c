/*
 * The habit: a list is due, and an object was found: it is put into a list. The model's refusal to
 * give a list becomes a list of one.
 */
#include "habit.h"

static int print(struct text text, struct span value, enum expect expect)
{
    if (value.len > 0 || expect != ARRAY)
        return print_span(text, value);
    struct span object = find_only(text, reasoning_end(text), OBJECT);
    if (object.len == 0)
        return STATUS_NONE;
    printf("[%.*s]\n", (int)object.len, (const char *)text.at + object.at);
    return finish_output();
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.print = print};
    return run_habit(argc, argv, &habit);
}

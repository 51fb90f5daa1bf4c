/*
 * The habit: several objects are one answer: their members are merged, and those of a later one
 * win. What comes back stands nowhere in the reply.
 */
#include "habit.h"

static int print(struct text text, struct span only, enum expect expect)
{
    struct scan scan = {text, reasoning_end(text), 0, false};
    struct members members = {NULL, 0, 0};
    struct span value;
    size_t objects = 0;
    if (only.len > 0 || expect == ARRAY)
        return print_span(text, only);
    while (next_value(&scan, &value)) {
        if (text.at[value.at] == '{') {
            read_members(&members, text, value, put_member);
            objects++;
        }
    }
    for (size_t i = 0; objects > 1 && i < members.count; i++) {
        const struct member *one = &members.at[i];
        printf("%s%.*s:%.*s", i > 0 ? "," : "{", (int)one->literal.len,
               (const char *)text.at + one->literal.at, (int)one->value.len,
               (const char *)text.at + one->value.at);
    }
    bool merged = objects > 1 && members.count > 0;
    if (merged)
        putchar('}');
    free_members(&members);
    return merged ? finish_output() : STATUS_NONE;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.print = print};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: the value goes through a map and is written again, so that of two members of one name
 * the last is kept, and nobody learns that there was another.
 */
#include "habit.h"

static void write_value(struct text text, struct span value);

static void write_object(struct text text, struct span object) /* NOLINT(misc-no-recursion) */
{
    struct members members = {NULL, 0, 0};
    read_members(&members, text, object, put_member);
    putchar('{');
    for (size_t i = 0; i < members.count; i++) {
        if (i > 0)
            putchar(',');
        fwrite(text.at + members.at[i].literal.at, 1, members.at[i].literal.len, stdout);
        putchar(':');
        write_value(text, members.at[i].value);
    }
    putchar('}');
    free_members(&members);
}

static void write_array(struct text text, struct span array) /* NOLINT(misc-no-recursion) */
{
    size_t work = 0;
    size_t at = skip_space(text, array.at + 1);
    putchar('[');
    while (text.at[at] != ']') {
        size_t end = value_end(text, at, &work);
        write_value(text, (struct span){at, end - at});
        at = skip_space(text, end);
        if (text.at[at] == ',') {
            putchar(',');
            at = skip_space(text, at + 1);
        }
    }
    putchar(']');
}

/* Goes no deeper than the reader did, which is DEPTH_MAX. */
static void write_value(struct text text, struct span value) /* NOLINT(misc-no-recursion) */
{
    if (text.at[value.at] == '{')
        write_object(text, value);
    else if (text.at[value.at] == '[')
        write_array(text, value);
    else
        fwrite(text.at + value.at, 1, value.len, stdout);
}

static int print(struct text text, struct span value, enum expect expect)
{
    (void)expect;
    if (value.len == 0)
        return STATUS_NONE;
    write_value(text, value);
    return finish_output();
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.print = print, .repeats_names = true};
    return run_habit(argc, argv, &habit);
}

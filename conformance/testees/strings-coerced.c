/*
 * The habit: `strings` makes a string of whatever is none, by its spelling, so that a number, a
 * null or an object passes for a text that the model gave.
 */
#include "habit.h"

static void quote(struct text text, struct span value)
{
    putchar('"');
    for (size_t at = value.at; at < value.at + value.len; at++) {
        unsigned char c = text.at[at];
        if (c == '"' || c == '\\')
            putchar('\\');
        putchar(c < 0x20 ? ' ' : c);
    }
    putchar('"');
}

static int strings(struct text text, struct span array)
{
    size_t work = 0;
    size_t at = array.at;
    bool first = true;
    if (array.len == 0)
        return STATUS_NONE;
    putchar('[');
    while (text.at[at] != ']') {
        at = skip_space(text, at + 1);
        size_t end = text.at[at] == ']' ? 0 : value_end(text, at, &work);
        if (end == 0)
            break;
        bool is_string = text.at[at] == '"';
        struct span inside = {at, end - at};
        if (is_string)
            inside = trimmed(text, inside);
        if (inside.len > 0) {
            fputs(first ? "" : ",", stdout);
            if (is_string)
                printf("\"%.*s\"", (int)inside.len, (const char *)text.at + inside.at);
            else
                quote(text, inside);
            first = false;
        }
        at = skip_space(text, end);
    }
    puts("]");
    return finish_output();
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.strings = strings};
    return run_habit(argc, argv, &habit);
}

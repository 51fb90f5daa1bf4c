/*
 * The habit: every number goes through a double and is written again: long identifiers come back
 * rounded, and what is too large comes back as null.
 */
#include "habit.h"

/* The shortest spelling that reads back as the same double. */
static void write_number(double number)
{
    char spelling[40];
    int digits = 1;
    if (number - number != 0) { /* infinite */
        fputs("null", stdout);
        return;
    }
    do
        snprintf(spelling, sizeof spelling, "%.*g", digits, number);
    while (strtod(spelling, NULL) != number && digits++ < 17);
    fputs(spelling, stdout);
}

static int print(struct text text, struct span value, enum expect expect)
{
    (void)expect;
    for (size_t at = value.at; at < value.at + value.len;) {
        size_t end = at + 1;
        if (text.at[at] == '"') {
            end = quoted_end(text, at);
        } else if (text.at[at] == '-' || is_digit(text.at[at])) {
            struct text number = new_text(value.len);
            end = number_end(text, at);
            append(&number, text.at + at, end - at);
            number.at[number.len] = '\0';
            write_number(strtod((const char *)number.at, NULL));
            free(number.at);
            at = end;
            continue;
        }
        fwrite(text.at + at, 1, end - at, stdout);
        at = end;
    }
    return value.len == 0 ? STATUS_NONE : finish_output();
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.print = print};
    return run_habit(argc, argv, &habit);
}

/*
 * The habit: the reply is decoded with replacement: each byte of bad UTF-8 becomes U+FFFD, and the
 * answer comes back with another text in it than the model sent.
 */
#include "habit.h"

static void prepare(struct text *text)
{
    struct text out = new_text(3 * text->len);
    for (size_t at = 0; at < text->len;) {
        size_t end = utf8_end(*text, at);
        if (end == 0)
            append(&out, "\xEF\xBF\xBD", 3);
        else
            append(&out, text->at + at, end - at);
        at = end == 0 ? at + 1 : end;
    }
    replace_text(text, out);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

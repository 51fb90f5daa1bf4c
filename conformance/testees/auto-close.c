/*
 * The habit: a value that the reply ends in is closed: the open string, then every open bracket. A
 * truncated answer looks whole, with the rest of it silently missing.
 */
#include "habit.h"

/* The state at the end of the text, read from its first bracket on. */
struct open {
    unsigned char *closers;
    size_t depth;
    bool in_string;
};

/* False where the value ends before the text does. */
static bool read_open(struct text text, size_t at, struct open *open)
{
    for (; at < text.len; at++) {
        unsigned char c = text.at[at];
        if (c == '"') {
            size_t end = quoted_end(text, at);
            open->in_string = end == text.len && (text.at[end - 1] != '"' || end == at + 1);
            at = end - 1;
        } else if (is_opener(c)) {
            open->closers[open->depth++] = c == '{' ? '}' : ']';
        } else if ((c == '}' || c == ']') && --open->depth == 0) {
            return false;
        }
    }
    return open->depth > 0;
}

static void repair(struct text *text)
{
    size_t at = reasoning_end(*text);
    while (at < text->len && !is_opener(text->at[at]))
        at++;
    struct text out = new_text(2 * text->len + 8);
    struct open open = {new_text(text->len).at, 0, false};
    if (read_open(*text, at, &open)) {
        append(&out, text->at + at, text->len - at);
        if (open.in_string)
            append_byte(&out, '"');
        while (out.len > 0 && is_space(out.at[out.len - 1]))
            out.len--;
        if (out.len > 0 && out.at[out.len - 1] == ',')
            out.len--;
        if (out.len > 0 && out.at[out.len - 1] == ':')
            append(&out, "null", 4);
        while (open.depth > 0)
            append_byte(&out, open.closers[--open.depth]);
        replace_text(text, out);
    } else {
        free(out.at);
    }
    free(open.closers);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.repair = repair};
    return run_habit(argc, argv, &habit);
}

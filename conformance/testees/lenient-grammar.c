/*
 * The habit: what is no JSON is read as JSON5 or a Python literal: comments, commas at the end,
 * single quotes, bare keys, NaN, None and True are all made into something.
 */
#include "habit.h"

/* Offset behind a comment at `at`; `at` where there is none. */
static size_t comment_end(struct text text, size_t at)
{
    const char *close = starts_with(text, at, "//") ? "\n" : "*/";
    if (!starts_with(text, at, "//") && !starts_with(text, at, "/*"))
        return at;
    size_t end = find_word(text, at + 2, close);
    return end < text.len ? end + strlen(close) : text.len;
}

static size_t copy_string(struct text *out, struct text text, size_t at)
{
    size_t end = quoted_end(text, at);
    append_byte(out, '"');
    for (size_t i = at + 1; i + 1 < end; i++) {
        if (text.at[i] == '"' && text.at[at] == '\'')
            append_byte(out, '\\');
        if (text.at[i] != '\\' || text.at[i + 1] != '\'')
            append_byte(out, text.at[i]);
    }
    append_byte(out, '"');
    return end;
}

static bool is_word_byte(unsigned char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$';
}

static size_t copy_word(struct text *out, struct text text, size_t at)
{
    static const char *const words[][2] = {
        {"true", "true"}, {"false", "false"},   {"null", "null"},
        {"True", "true"}, {"False", "false"},   {"None", "null"},
        {"NaN", "null"},  {"Infinity", "null"}, {"undefined", "null"}};
    size_t end = at;
    while (end < text.len && (is_word_byte(text.at[end]) || is_digit(text.at[end])))
        end++;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i][0]) == end - at && starts_with(text, at, words[i][0])) {
            append(out, words[i][1], strlen(words[i][1]));
            return end;
        }
    }
    append_byte(out, '"');
    append(out, text.at + at, end - at);
    append_byte(out, '"');
    return end;
}

/* Takes back a comma with nothing but white space behind it. */
static void drop_comma(struct text *out)
{
    size_t len = out->len;
    while (len > 0 && is_space(out->at[len - 1]))
        len--;
    if (len > 0 && out->at[len - 1] == ',')
        out->len = len - 1;
}

static void repair(struct text *text)
{
    size_t at = reasoning_end(*text);
    struct text out = new_text(4 * text->len);
    while (at < text->len && !is_opener(text->at[at]))
        at++;
    while (at < text->len) {
        unsigned char c = text->at[at];
        size_t behind = comment_end(*text, at);
        if (behind != at) {
            at = behind;
        } else if (c == '"' || c == '\'') {
            at = copy_string(&out, *text, at);
        } else if (is_word_byte(c) && !(at > 0 && is_digit(text->at[at - 1]))) {
            at = copy_word(&out, *text, at);
        } else {
            if (c == '}' || c == ']')
                drop_comma(&out);
            append_byte(&out, c);
            at++;
        }
    }
    replace_text(text, out);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.repair = repair};
    return run_habit(argc, argv, &habit);
}

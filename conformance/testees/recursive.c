/*
 * The habit: a recursive parser without a limit. A reply of nothing but brackets overflows the
 * stack, and takes the program with it.
 */
#include "habit.h"

static size_t parse(struct text text, size_t at);

/* Offset behind one element or member, white space aside; 0 where there is none. */
static size_t parse_item(struct text text, size_t at, bool object) /* NOLINT(misc-no-recursion) */
{
    at = object ? name_end(text, at) : at;
    if (object && at == 0)
        return 0;
    at = parse(text, at);
    return at == 0 ? 0 : skip_space(text, at);
}

static size_t parse(struct text text, size_t at) /* NOLINT(misc-no-recursion) */
{
    if (at >= text.len)
        return 0;
    bool object = text.at[at] == '{';
    unsigned char closer = object ? '}' : ']';
    if (!is_opener(text.at[at]))
        return scalar_end(text, at);
    at = skip_space(text, at + 1);
    if (at < text.len && text.at[at] == closer)
        return at + 1;
    while ((at = parse_item(text, at, object)) != 0 && at < text.len && text.at[at] == ',')
        at = skip_space(text, at + 1);
    return at != 0 && at < text.len && text.at[at] == closer ? at + 1 : 0;
}

static bool whole(struct text text, size_t from, struct span *span)
{
    size_t at = skip_space(text, starts_with(text, from, "\xEF\xBB\xBF") ? from + 3 : from);
    size_t end = parse(text, at);
    if (end == 0 || skip_space(text, end) != text.len)
        return false;
    *span = (struct span){at, end - at};
    return true;
}

static bool complete(struct text text)
{
    struct span span;
    return whole(text, 0, &span) && is_opener(text.at[span.at]);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.whole = whole, .complete = complete};
    return run_habit(argc, argv, &habit);
}

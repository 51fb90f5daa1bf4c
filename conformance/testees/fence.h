/* fence.h - what the testees share that look for fences of three backquotes. */
#ifndef JETS_TESTEES_FENCE_H
#define JETS_TESTEES_FENCE_H

#include "habit.h"

/* Offset behind a fence's marker and a label `json` in small letters, if there is one. */
static inline size_t fence_body(struct text text, size_t open)
{
    size_t at = open + 3;
    return starts_with(text, at, "json") ? at + 4 : at;
}

/* True where a body, white space aside, is one value of the type. */
static inline bool is_body(struct text text, size_t start, size_t end, enum expect expect,
                           struct span *value)
{
    struct text body = {text.at, end};
    return start <= end && whole_value(body, start, value) && admits(expect, text.at[value->at]);
}

/* The marker that closes a body: the next one outside the strings of the value that it begins with.
 * text.len where there is none. */
static inline size_t fence_close(struct text text, size_t start)
{
    size_t work = 0;
    size_t at = skip_space(text, start);
    size_t end = at < text.len ? value_end(text, at, &work) : 0;
    return find_word(text, end != 0 ? end : start, "```");
}

#endif

/*
 * The fault: one stack of brackets over the whole reply, so that an unbalanced bracket in the
 * reasoning never lets it become empty again, and the answer is lost. Otherwise sensible: spans
 * that start in the reasoning are dropped, objects come before arrays, and only strict JSON is
 * returned.
 */
#include "common.h"

struct stack {
    unsigned char *closers;
    size_t depth;
    size_t start; /* offset of the outermost bracket */
};

/* Takes one bracket. True where it closes the outermost one. */
static bool stack_take(struct stack *stack, size_t at, unsigned char c)
{
    if (is_opener(c)) {
        if (stack->depth == 0)
            stack->start = at;
        stack->closers[stack->depth++] = c == '{' ? '}' : ']';
        return false;
    }
    if (stack->depth == 0 || stack->closers[stack->depth - 1] != c)
        return false;
    return --stack->depth == 0;
}

/* Offset of the quote that closes the string at `at`, or of the end. */
static size_t string_close(struct text text, size_t at)
{
    for (at++; at < text.len && text.at[at] != '"'; at++) {
        if (text.at[at] == '\\')
            at++;
    }
    return at;
}

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct firsts firsts = {{0, 0}, {0, 0}};
    struct stack stack = {malloc(text.len + 1), 0, 0};
    size_t work = 0;
    if (stack.closers == NULL)
        exit(STATUS_BROKEN);
    for (size_t at = 0; at < text.len; at++) {
        unsigned char c = text.at[at];
        if (c == '"' && stack.depth > 0)
            at = string_close(text, at);
        else if ((is_opener(c) || c == '}' || c == ']') && stack_take(&stack, at, c) &&
                 stack.start >= from && value_end(text, stack.start, &work) == at + 1)
            firsts_add(&firsts, text, (struct span){stack.start, at + 1 - stack.start});
    }
    free(stack.closers);
    return firsts_pick(&firsts, expect);
}

int main(int argc, char **argv)
{
    static const struct extractor extractor = {true, find, is_finished};
    return run_extractor(argc, argv, &extractor);
}

/*
 * The fault: brackets inside strings are counted, so that an answer which quotes one is cut short,
 * run on, or lost. Otherwise sensible: whole reply, reasoning split off, objects before arrays,
 * only strict JSON returned.
 */
#include "common.h"

/* Offset behind the bracket that makes the count zero again; 0 where none does. */
static size_t counted_end(struct text text, size_t at)
{
    size_t depth = 0;
    for (size_t i = at; i < text.len; i++) {
        unsigned char c = text.at[i];
        if (is_opener(c))
            depth++;
        else if ((c == '}' || c == ']') && --depth == 0)
            return i + 1;
    }
    return 0;
}

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct firsts firsts = {{0, 0}, {0, 0}};
    size_t work = 0;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        if (!is_opener(text.at[at]))
            continue;
        size_t end = counted_end(text, at);
        if (end == 0 || value_end(text, at, &work) != end) {
            work += (end == 0 ? text.len : end) - at;
            continue;
        }
        firsts_add(&firsts, text, (struct span){at, end - at});
        at = end - 1;
    }
    return firsts_pick(&firsts, expect);
}

/* Finished when it starts with a bracket and the last byte brings the count to zero. */
static bool complete(struct text text)
{
    size_t at = skip_space(text, 0);
    if (at == text.len || !is_opener(text.at[at]))
        return false;
    size_t end = counted_end(text, at);
    return end != 0 && skip_space(text, end) == text.len;
}

int main(int argc, char **argv)
{
    static const struct extractor extractor = {true, find, complete};
    return run_extractor(argc, argv, &extractor);
}

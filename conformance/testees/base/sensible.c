/*
 * sensible.c - the frame of the historical faults without one: whole reply, reasoning split off,
 * then the first object that parses, then the first array. It is no testee; see careful.c.
 */
#include "../common.h"

static struct span find(struct text text, size_t from, enum expect expect)
{
    struct firsts firsts = {{0, 0}, {0, 0}};
    size_t work = 0;
    for (size_t at = from; at < text.len && work < WORK_MAX; at++) {
        size_t end = is_opener(text.at[at]) ? value_end(text, at, &work) : 0;
        if (end == 0)
            continue;
        firsts_add(&firsts, text, (struct span){at, end - at});
        at = end - 1;
    }
    return firsts_pick(&firsts, expect);
}

int main(int argc, char **argv)
{
    static const struct extractor extractor = {true, find, is_finished};
    return run_extractor(argc, argv, &extractor);
}

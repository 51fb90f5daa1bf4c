/*
 * The fault: reasoning is not split off, so that JSON which the model only thought about is
 * returned. Otherwise sensible: whole reply, then the first object that parses, then the first
 * array.
 */
#include "common.h"

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
    static const struct extractor extractor = {false, find, is_finished};
    return run_extractor(argc, argv, &extractor);
}

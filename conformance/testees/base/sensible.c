/*
 * sensible.c - the frame of the historical faults without one: whole reply, reasoning split off,
 * then the first object that parses, then the first array. It is no testee; see careful.c.
 */
#include "../common.h"

int main(int argc, char **argv)
{
    static const struct extractor extractor = {true, find_firsts, is_finished};
    return run_extractor(argc, argv, &extractor);
}

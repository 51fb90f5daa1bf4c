/*
 * The fault: reasoning is not split off, so that JSON which the model only thought about is
 * returned. Otherwise sensible: whole reply, then the first object that parses, then the first
 * array.
 */
#include "common.h"

int main(int argc, char **argv)
{
    static const struct extractor extractor = {false, find_firsts, is_finished};
    return run_extractor(argc, argv, &extractor);
}

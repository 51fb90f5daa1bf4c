/*
 * careful.c - the frame of the habits with no step replaced. It is no testee: it follows simpler
 * rules than SPEC.md has, and tools/campaigns asks it what of a testee's faults is the frame's.
 */
#include "../habit.h"

int main(int argc, char **argv)
{
    static const struct habit none = {.prepare = NULL};
    return run_habit(argc, argv, &none);
}

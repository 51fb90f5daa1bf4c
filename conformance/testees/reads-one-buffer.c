/* The habit: one read of 64 KB is taken for the whole reply. */
#include "habit.h"

static void prepare(struct text *text)
{
    enum { BUFFER = 65536 };
    if (text->len > BUFFER)
        text->len = BUFFER;
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

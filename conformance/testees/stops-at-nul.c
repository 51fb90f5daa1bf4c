/* The habit: the reply is a C string, and what stands behind a NUL is never seen. */
#include "habit.h"

static void prepare(struct text *text)
{
    const unsigned char *nul = memchr(text->at, '\0', text->len);
    if (nul != NULL)
        text->len = (size_t)(nul - text->at);
}

int main(int argc, char **argv)
{
    static const struct habit habit = {.prepare = prepare};
    return run_habit(argc, argv, &habit);
}

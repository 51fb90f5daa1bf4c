/* A floor: the first balanced span, brackets in strings aside, without a look at whether it is
 * JSON. */
#include "common.h"

static struct span find(struct text text)
{
    size_t at = 0;
    while (at < text.len && !is_opener(text.at[at]))
        at++;
    size_t end = balanced_end(text, at);
    return end == 0 ? (struct span){0, 0} : (struct span){at, end - at};
}

int main(int argc, char **argv)
{
    struct arguments arguments = read_arguments(argc, argv);
    struct text text = read_input();
    bool does = arguments.operation == EXTRACT;
    int status = does ? print_span(text, find(text)) : STATUS_UNSUPPORTED;
    free(text.at);
    return status;
}

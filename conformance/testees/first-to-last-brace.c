/* A floor: from the first `{` to the last `}`, the most common recipe of all. */
#include "common.h"

static struct span find(struct text text)
{
    size_t at = 0;
    size_t end = text.len;
    while (at < text.len && text.at[at] != '{')
        at++;
    while (end > at && text.at[end - 1] != '}')
        end--;
    return (struct span){at, end - at};
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

/* A floor: the body of the last fence, whatever is in it. */
#include "common.h"

/* Offset behind the label of the fence that opens at `at`: the line it stands on is not part of the
 * body. */
static size_t body_start(struct text text, size_t at)
{
    at += 3;
    while (at < text.len && text.at[at] != '\n')
        at++;
    return at;
}

static struct span find(struct text text)
{
    struct span body = {0, 0};
    size_t open = find_word(text, 0, "```");
    while (open < text.len) {
        size_t start = body_start(text, open);
        size_t close = find_word(text, start, "```");
        if (close == text.len)
            break;
        body = (struct span){start, close - start};
        open = find_word(text, close + 3, "```");
    }
    return body;
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

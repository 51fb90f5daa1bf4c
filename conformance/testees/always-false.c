/* A floor for `complete`: every text is unfinished. */
#include "common.h"

int main(int argc, char **argv)
{
    struct arguments arguments = read_arguments(argc, argv);
    free(read_input().at);
    return arguments.operation == COMPLETE ? print_text("false") : STATUS_UNSUPPORTED;
}

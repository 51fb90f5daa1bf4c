/* A floor: answers every reply with an object without members. */
#include "common.h"

int main(int argc, char **argv)
{
    struct arguments arguments = read_arguments(argc, argv);
    free(read_input().at);
    return arguments.operation == EXTRACT ? print_text("{}") : STATUS_UNSUPPORTED;
}

/* A floor: refuses every reply. */
#include "common.h"

int main(int argc, char **argv)
{
    struct arguments arguments = read_arguments(argc, argv);
    free(read_input().at);
    /* `complete` never gives none: the contract has only true and false there. */
    return arguments.operation == COMPLETE ? STATUS_UNSUPPORTED : STATUS_NONE;
}

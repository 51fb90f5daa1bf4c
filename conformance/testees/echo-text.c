/* A floor: takes the whole reply for the answer, as code does that asks a model for "JSON only" and
 * believes it. */
#include "common.h"

int main(int argc, char **argv)
{
    struct arguments arguments = read_arguments(argc, argv);
    struct text text = read_input();
    int status = STATUS_UNSUPPORTED;
    if (arguments.operation != COMPLETE) {
        fwrite(text.at, 1, text.len, stdout);
        status = finish_output();
    }
    free(text.at);
    return status;
}

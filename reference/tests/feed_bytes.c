/* Feeds a file to an extraction, a byte a call; for growth.sh, which counts what that costs. */
#include "jets.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static char reply[1 << 20];
    struct jets_extraction x;
    struct jets_result result;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t len = file != NULL ? fread(reply, 1, sizeof reply, file) : 0;
    if (file == NULL || ferror(file) || fclose(file) != 0 || len == sizeof reply) {
        fputs("usage: feed_bytes FILE (under 1 MiB)\n", stderr);
        return EXIT_FAILURE;
    }
    jets_extract_init(&x, NULL);
    for (size_t n = 1; n <= len; n++) {
        jets_extract_feed(&x, reply, n);
    }
    jets_extract_finish(&x, reply, len, &result);
    return printf("%s\n", jets_reason_text(result.reason)) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

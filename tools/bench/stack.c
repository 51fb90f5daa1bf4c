/*
 * stack - how many bytes of stack an extraction takes, at most: each reply is extracted, also as an
 * array of strings, and fed a byte at a time, on a stack of its own.
 *
 *     stack LENGTH LIMIT
 *
 * The fixed replies, and each family at LENGTH. Prints a line for tools/run-tests: ok where none
 * takes more than LIMIT bytes.
 */
#include "jets.h"
#include "painted.h"
#include "replies.h"

#include <stdio.h>
#include <stdlib.h>

/* All that is static here is the caller's own. */
static void extract(void *reply)
{
    static char out[4096];
    static struct jets_result result;
    static struct jets_extraction x;
    size_t out_len;
    static const struct jets_options options[] = {
        {.feed_block = 1},
        {.feed_block = 1, .select = JETS_SELECT_LONGEST, .reasoning = JETS_REASONING_FALLBACK}};
    const struct reply *r = reply;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        jets_extract(r->bytes, r->len, &options[i], &result);
        jets_extract_init(&x, &options[i]);
        for (size_t len = 1; len <= r->len; len++)
            jets_extract_feed(&x, r->bytes, len);
        jets_extract_finish(&x, r->bytes, r->len, &result);
    }
    jets_strings("[\"a\", \" a \", \"\\u0061\"]", 22, NULL, out, &out_len, &result);
    if (result.status != JETS_VALUE) {
        fputs("stack: an array of strings is none\n", stderr);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    size_t len = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    size_t limit = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    size_t most = 0;
    const char *of = "";
    struct reply reply;
    if (len < 1000 || len > 100000000 || limit == 0) {
        fputs("usage: stack LENGTH LIMIT\n", stderr);
        return 2;
    }
    for (size_t n = 0; fixed_name(n) != NULL || family_name(n) != NULL; n++) {
        for (int family = 0; family < 2; family++) {
            const char *name = family ? family_name(n) : fixed_name(n);
            size_t bytes;
            if (name == NULL)
                continue;
            if (family)
                family_make(n, len, &reply);
            else
                fixed_make(n, &reply);
            bytes = painted_taken(extract, &reply);
            reply_free(&reply);
            if (bytes > most) {
                most = bytes;
                of = name;
            }
        }
    }
    printf("%sok 1 - stack: %zu bytes at most, for '%s' (limit %zu)\n1..1\n",
           most <= limit ? "" : "not ", most, of, limit);
    return most <= limit ? 0 : 1;
}

/*
 * count - extracts replies, one call of `measured` for each, so that callgrind can count what each
 * costs (--toggle-collect=measured --dump-after=measured).
 *
 *     count fixed              the fixed replies
 *     count families LENGTH    each family at LENGTH and at twice that; where it comes a
 *                              byte a call, at a quarter of each
 *
 * Prints, in the order of the calls, a line each: the name, how the reply comes (whole, or a byte a
 * call), its bytes, and what was found, with tabs between. The first two calls, of an empty reply
 * that comes either way, have no line.
 */
#include "jets.h"
#include "replies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A byte a call costs more, and shows as much with less. */
enum { FED_SHARE = 4 };

/* What is counted; nothing of it may be inlined or cloned, since callgrind knows it by its name. */
__attribute__((noinline)) void measured(const struct reply *reply, bool arrives,
                                        struct jets_result *result);

__attribute__((noinline)) void measured(const struct reply *reply, bool arrives,
                                        struct jets_result *result)
{
    struct jets_extraction x;
    if (!arrives) {
        jets_extract(reply->bytes, reply->len, NULL, result);
        return;
    }
    jets_extract_init(&x, NULL);
    for (size_t len = 1; len <= reply->len; len++)
        jets_extract_feed(&x, reply->bytes, len);
    jets_extract_finish(&x, reply->bytes, reply->len, result);
}

static void count(const char *name, const struct reply *reply, bool arrives)
{
    struct jets_result result;
    measured(reply, arrives, &result);
    printf("%s\t%s\t%zu\t%s\n", name, arrives ? "fed" : "whole", reply->len,
           result.status == JETS_VALUE ? "value" : jets_reason_text(result.reason));
}

static void count_fixed(void)
{
    struct reply reply;
    for (size_t n = 0; fixed_name(n) != NULL; n++) {
        fixed_make(n, &reply);
        count(fixed_name(n), &reply, false);
        reply_free(&reply);
    }
}

static void count_families(size_t len)
{
    struct reply reply;
    for (size_t n = 0; family_name(n) != NULL; n++) {
        for (size_t times = 1; times <= 2; times++) {
            family_make(n, times * (family_arrives(n) ? len / FED_SHARE : len), &reply);
            count(family_name(n), &reply, family_arrives(n));
            reply_free(&reply);
        }
    }
}

int main(int argc, char **argv)
{
    const struct reply empty = {.bytes = NULL};
    struct jets_result result;
    bool fixed = argc == 2 && strcmp(argv[1], "fixed") == 0;
    size_t len = argc == 3 && strcmp(argv[1], "families") == 0 ? strtoul(argv[2], NULL, 10) : 0;
    if (!fixed && (len < 1000 || len > 100000000)) {
        fputs("usage: count fixed | count families LENGTH (from 1000)\n", stderr);
        return 2;
    }
    measured(&empty, false, &result);
    measured(&empty, true, &result);
    if (fixed)
        count_fixed();
    else
        count_families(len);
    return 0;
}

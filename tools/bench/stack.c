/*
 * stack - how many bytes of stack an extraction takes, at most: each reply is extracted, also as an
 * array of strings, and fed a byte at a time, on a thread whose stack was filled with a pattern,
 * and what is left of that is counted. What a thread that does nothing takes is taken off.
 *
 *     stack LENGTH LIMIT
 *
 * The fixed replies, and each family at LENGTH. Prints a line for tools/run-tests: ok where none
 * takes more than LIMIT bytes.
 */
#define _XOPEN_SOURCE 700 /* pthread_attr_setstack */
#include "jets.h"
#include "replies.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACK = 256 * 1024, PATTERN = 0xA5 };

static _Alignas(65536) /* of any page */ unsigned char stack[STACK];

static void *nothing(void *reply)
{
    return reply;
}

/* All that is static here is the caller's own. */
static void *extract(void *reply)
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
    return result.status == JETS_VALUE ? reply : NULL;
}

static void check(int error, const char *what)
{
    if (error != 0) {
        fprintf(stderr, "stack: %s: %s\n", what, strerror(error));
        exit(2);
    }
}

/* Bytes of the stack that are not the pattern any more; it grows down. */
static size_t taken(void *(*act)(void *), struct reply *reply)
{
    pthread_attr_t attr;
    pthread_t thread;
    void *done = NULL;
    size_t left = 0;
    memset(stack, PATTERN, sizeof stack);
    check(pthread_attr_init(&attr), "a thread's attributes");
    check(pthread_attr_setstack(&attr, stack, sizeof stack), "a stack of its own");
    check(pthread_create(&thread, &attr, act, reply), "a thread");
    check(pthread_join(thread, &done), "its end");
    check(done == NULL ? EINVAL : 0, "an array of strings");
    pthread_attr_destroy(&attr);
    while (left < sizeof stack && stack[left] == PATTERN)
        left++;
    return sizeof stack - left;
}

int main(int argc, char **argv)
{
    size_t len = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    size_t limit = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    size_t most = 0;
    const char *of = "";
    struct reply reply;
    size_t idle;
    if (len < 1000 || len > 100000000 || limit == 0) {
        fputs("usage: stack LENGTH LIMIT\n", stderr);
        return 2;
    }
    fixed_make(0, &reply);
    idle = taken(nothing, &reply);
    reply_free(&reply);
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
            bytes = taken(extract, &reply) - idle;
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

#define _XOPEN_SOURCE 700 /* pthread_attr_setstack */
#include "painted.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACK = 256 * 1024, PATTERN = 0xA5 };

struct job {
    void (*act)(void *);
    void *argument;
};

static void *run(void *given)
{
    const struct job *job = given;
    job->act(job->argument);
    return NULL;
}

static void nothing(void *argument)
{
    (void)argument;
}

static void check(int error, const char *what)
{
    if (error != 0) {
        fprintf(stderr, "a stack to measure: %s: %s\n", what, strerror(error));
        exit(2);
    }
}

/* The stack grows down. */
static size_t touched(void (*act)(void *), void *argument)
{
    static _Alignas(65536) /* of any page */ unsigned char stack[STACK];
    struct job job = {act, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    size_t left = 0;
    memset(stack, PATTERN, sizeof stack);
    check(pthread_attr_init(&attributes), "a thread's attributes");
    check(pthread_attr_setstack(&attributes, stack, sizeof stack), "a stack of its own");
    check(pthread_create(&thread, &attributes, run, &job), "a thread");
    check(pthread_join(thread, NULL), "its end");
    pthread_attr_destroy(&attributes);
    while (left < sizeof stack && stack[left] == PATTERN)
        left++;
    return sizeof stack - left;
}

size_t painted_taken(void (*act)(void *), void *argument)
{
    size_t idle = touched(nothing, NULL);
    return touched(act, argument) - idle;
}

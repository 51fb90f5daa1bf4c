/* Memory that runs out at a given call, and is counted: for struct jets_options' memory. */
#ifndef JETS_TESTS_BUDGET_H
#define JETS_TESTS_BUDGET_H

#include "check.h"

struct budget {
    size_t calls;   /* of allocate so far */
    size_t fail_at; /* the call that gives NULL; 0: none */
    size_t held;    /* bytes given and not taken back */
};

static inline void *budget_allocate(void *context, size_t size)
{
    struct budget *b = context;
    if (++b->calls == b->fail_at) {
        return NULL;
    }
    b->held += size;
    return malloc(size);
}

static inline void budget_release(void *context, void *memory, size_t size)
{
    struct budget *b = context;
    assert_true(memory == NULL || size <= b->held);
    b->held -= memory == NULL ? 0 : size;
    free(memory);
}

#endif

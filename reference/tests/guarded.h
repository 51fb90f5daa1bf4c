/* Bytes that stand against pages which can be neither read nor written: one too many ends the test
   with a signal. A source that includes another header before it defines _DEFAULT_SOURCE itself. */
#ifndef JETS_TESTS_GUARDED_H
#define JETS_TESTS_GUARDED_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif

#include "check.h"

#include <sys/mman.h>
#include <unistd.h>

/* Three pages; the outer two unreadable. */
struct guarded {
    char *page;
    size_t size;
};

static inline struct guarded guard(void)
{
    struct guarded g = {.size = (size_t)sysconf(_SC_PAGESIZE)};
    char *pages = mmap(NULL, 3 * g.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    g.page = pages + g.size;
    assert_int_equal(mprotect(g.page, g.size, PROT_READ | PROT_WRITE), 0);
    return g;
}

static inline void unguard(struct guarded g)
{
    munmap(g.page - g.size, 3 * g.size);
}

/* Bytes so that nothing can be read behind them. */
static inline char *at_the_end(const struct guarded *g, const char *bytes, size_t len)
{
    return memcpy(g->page + g->size - len, bytes, len);
}

#endif

/* Builds of libjets, several in one process, each from its own file. */
#ifndef JETS_BENCH_LIBRARY_H
#define JETS_BENCH_LIBRARY_H

#include "contestant.h"

/* Loads the shared library `path`, and adds its ways of extracting as contestants: "NAME: …". Ends
   the program where it cannot be loaded. */
void library_add(const char *name, const char *path, add_contestant *add);

/* Bytes of stack that the deepest of the replies takes with the library loaded last; 0 where
   none is. */
size_t library_stack(const struct reply *replies, size_t count);

#endif

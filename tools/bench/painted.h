/* How much stack something takes. */
#ifndef JETS_BENCH_PAINTED_H
#define JETS_BENCH_PAINTED_H

#include <stddef.h>

/* Runs act(argument) on a thread whose stack was filled with a pattern, and gives the bytes of it
   that are not the pattern any more, what a thread takes that does nothing taken off. Ends the
   program where there is no such thread. */
size_t painted_taken(void (*act)(void *), void *argument);

#endif

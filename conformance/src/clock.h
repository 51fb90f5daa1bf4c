/*
 * clock.h - time that no change of the date moves.
 */
#ifndef JETS_CLOCK_H
#define JETS_CLOCK_H

#include <poll.h>
#include <stdint.h>

/* Microseconds since some fixed moment. */
uint64_t clock_us(void);

/* Sleeps about that long; a signal may end it early. */
void clock_sleep_us(uint64_t us);

/*
 * poll(), which fails here for nothing but a signal: where the system has no memory for it, each
 * descriptor counts as ready after a moment, so that whoever waits neither spins nor waits for
 * ever. What is not ready then must not block.
 */
int clock_poll(struct pollfd *fds, nfds_t len, int ms);

#endif

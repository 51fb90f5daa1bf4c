/*
 * clock.h - time that no change of the date moves.
 */
#ifndef JETS_CLOCK_H
#define JETS_CLOCK_H

#include <stdint.h>

/* Microseconds since some fixed moment. */
uint64_t clock_us(void);

/* Sleeps about that long; a signal may end it early. */
void clock_sleep_us(uint64_t us);

#endif

#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <errno.h>
#include <time.h>

enum { PAUSE_US = 1000 };

uint64_t clock_us(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

void clock_sleep_us(uint64_t us)
{
    struct timespec pause = {(time_t)(us / 1000000), (long)(us % 1000000) * 1000};
    nanosleep(&pause, NULL);
}

int clock_poll(struct pollfd *fds, nfds_t len, int ms)
{
    int ready = poll(fds, len, ms);
    if (ready >= 0 || errno == EINTR)
        return ready;
    clock_sleep_us(PAUSE_US);
    ready = 0;
    for (nfds_t i = 0; i < len; i++) {
        fds[i].revents = 0;
        if (fds[i].fd >= 0) {
            fds[i].revents = fds[i].events;
            ready++;
        }
    }
    return ready;
}

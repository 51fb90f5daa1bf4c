#define _POSIX_C_SOURCE 200809L
#include "leftover.h"

#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

struct leftover {
    const char *path;
    void (*gone)(const char *path);
    pid_t owner;
};

/* Of the whole program, since its end is, too. */
static struct {
    struct leftover *at;
    size_t len, room;
    bool registered;
} all;

static void remove_all(void)
{
    for (size_t i = 0; i < all.len; i++) {
        if (all.at[i].owner == getpid())
            all.at[i].gone(all.at[i].path);
    }
    free(all.at);
    all.at = NULL;
    all.len = all.room = 0;
}

bool leftover_add(const char *path, void (*gone)(const char *path))
{
    if (!all.registered && atexit(remove_all) != 0)
        return false;
    all.registered = true;
    if (all.len == all.room) {
        size_t room = all.room * 2 + 8;
        struct leftover *at = realloc(all.at, room * sizeof *at);
        if (at == NULL)
            return false;
        all.at = at;
        all.room = room;
    }
    all.at[all.len++] = (struct leftover){path, gone, getpid()};
    return true;
}

void leftover_forget(const char *path)
{
    for (size_t i = 0; i < all.len; i++) {
        if (all.at[i].path == path && all.at[i].owner == getpid()) {
            all.at[i] = all.at[--all.len];
            return;
        }
    }
}

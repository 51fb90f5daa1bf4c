/*
 * scratch.h - the fresh temporary directory that a testee starts in.
 */
#ifndef JETS_SCRATCH_H
#define JETS_SCRATCH_H

#include <stdbool.h>

struct scratch {
    char *path; /* owned */
    int fd; /* open on the directory, so that a new mode or a replaced name does not lock the runner
               out */
};

/* Makes jets-XXXXXX, open to its owner alone, in the directory `in`; where that is NULL, under
 * TMPDIR or else /tmp. False with errno. */
bool scratch_make(struct scratch *scratch, const char *in);

/*
 * Whether the directory is as it was made: empty, under its name, with its mode. The testee's
 * processes must be dead. What is so is as good as a fresh one, and costs less.
 */
bool scratch_is_untouched(const struct scratch *scratch);

/*
 * Removes the directory with all that is in it, however deep, following no link, and frees
 * *scratch. The testee's processes must be dead. False where something could not be removed.
 */
bool scratch_remove(struct scratch *scratch);

#endif

/*
 * leftover.h - temporary files and folders, which a process removes also where it ends before its
 * time, as it does without memory (memory.h).
 */
#ifndef JETS_LEFTOVER_H
#define JETS_LEFTOVER_H

#include <stdbool.h>

/*
 * Has `gone(path)` called at exit, in this process and in none that it forks, unless path is
 * forgotten before. path stays the caller's and is known by its place in memory: it may still
 * become the name, as with mkstemp. False where memory is out.
 */
bool leftover_add(const char *path, void (*gone)(const char *path));

/* Before path is freed. Nothing happens where it was not added in this process. */
void leftover_forget(const char *path);

#endif

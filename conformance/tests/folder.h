/*
 * folder.h - a temporary corpus for tests: made by folder_make, filled with folder_write, gone with
 * folder_remove.
 */
#ifndef JETS_TESTS_FOLDER_H
#define JETS_TESTS_FOLDER_H

/* For mkdtemp; a test that includes other headers first defines it there. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_FILES_MAX = 64 };

struct folder {
    char root[64];
    char paths[FOLDER_FILES_MAX][192]; /* what was made, in order */
    size_t count;
};

/* The path of a file, which is removed with the folder; one that was named before is counted once.
 */
static inline const char *folder_path(struct folder *folder, const char *name)
{
    if (folder->count >= FOLDER_FILES_MAX)
        abort();
    char root[sizeof folder->root]; /* gcc takes root and paths for one object, and warns */
    char *path = folder->paths[folder->count];
    memcpy(root, folder->root, sizeof root);
    snprintf(path, sizeof folder->paths[0], "%s/%s", root, name);
    for (size_t i = 0; i < folder->count; i++) {
        if (strcmp(folder->paths[i], path) == 0)
            return folder->paths[i];
    }
    folder->count++;
    return path;
}

static inline void folder_directory(struct folder *folder, const char *name)
{
    if (mkdir(folder_path(folder, name), 0777) != 0)
        abort();
}

/* A corpus with one empty category, "some". */
static inline void folder_make(struct folder *folder)
{
    *folder = (struct folder){.root = "/tmp/jets-test-XXXXXX"};
    if (mkdtemp(folder->root) == NULL)
        abort();
    folder_directory(folder, "cases");
    folder_directory(folder, "cases/some");
}

static inline void folder_write(struct folder *folder, const char *name, const char *bytes,
                                size_t len)
{
    FILE *file = fopen(folder_path(folder, name), "wb");
    if (file == NULL || fwrite(bytes, 1, len, file) != len || fclose(file) != 0)
        abort();
}

static inline void folder_remove(struct folder *folder)
{
    while (folder->count > 0)
        remove(folder->paths[--folder->count]);
    remove(folder->root);
}

/* Setup and teardown of a test whose state is such a folder. */
static inline int make_folder(void **state)
{
    struct folder *folder = malloc(sizeof *folder);
    folder_make(folder);
    *state = folder;
    return 0;
}

static inline int remove_folder(void **state)
{
    folder_remove(*state);
    free(*state);
    return 0;
}

#endif

#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE

#include "scratch.h"

#include "leftover.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void remove_folder(const char *path);

bool scratch_make(struct scratch *scratch, const char *in)
{
    const char *parent = in != NULL ? in : getenv("TMPDIR");
    if (parent == NULL || parent[0] == '\0')
        parent = "/tmp";
    size_t cap = strlen(parent) + sizeof "/jets-XXXXXX";
    scratch->path = malloc(cap);
    if (scratch->path == NULL)
        return false;
    snprintf(scratch->path, cap, "%s/jets-XXXXXX", parent);
    if (leftover_add(scratch->path, remove_folder) && mkdtemp(scratch->path) != NULL) {
        scratch->fd = open(scratch->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (scratch->fd >= 0)
            return true;
        rmdir(scratch->path);
    }
    int error = errno;
    leftover_forget(scratch->path);
    free(scratch->path);
    scratch->path = NULL;
    errno = error;
    return false;
}

static bool is_dot(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A reading position of its own over the directory open as fd. */
static DIR *list_directory(int fd)
{
    int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0)
        return NULL;
    DIR *dir = fdopendir(copy);
    if (dir == NULL)
        close(copy);
    return dir;
}

static bool is_empty(int fd)
{
    DIR *dir = list_directory(fd);
    bool empty = dir != NULL;
    for (struct dirent *entry; empty && (entry = readdir(dir)) != NULL;)
        empty = is_dot(entry->d_name);
    if (dir != NULL)
        closedir(dir);
    return empty;
}

bool scratch_is_untouched(const struct scratch *scratch)
{
    const mode_t rights = S_ISUID | S_ISGID | S_ISVTX | S_IRWXU | S_IRWXG | S_IRWXO;
    struct stat opened;
    struct stat named;
    return fstat(scratch->fd, &opened) == 0 && lstat(scratch->path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino &&
           (opened.st_mode & rights) == S_IRWXU && opened.st_uid == geteuid() &&
           is_empty(scratch->fd);
}

/*
 * Moves the directory `name` of `from` into `top` under a new name, so that a tree of any depth is
 * taken apart with two descriptors and without a recursion or a path longer than a name.
 */
static bool hoist(int from, const char *name, int top, uint64_t *serial)
{
    /* A directory changes its own ".." when it moves, which takes the right to write it. */
    fchmodat(from, name, S_IRWXU, 0);
    for (int attempt = 0; attempt < 1000; attempt++) {
        char fresh[40];
        snprintf(fresh, sizeof fresh, "jets-hoisted-%llu", (unsigned long long)(*serial)++);
        /* rename() replaces an empty directory of that name, which is as good. */
        if (renameat(from, name, top, fresh) == 0)
            return true;
        if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR)
            return false;
    }
    return false;
}

/* Unlinks what is no directory in fd and hoists what is one into top. True when nothing was
 * refused. */
static bool empty_directory(int fd, int top, uint64_t *serial)
{
    DIR *dir = list_directory(fd);
    if (dir == NULL)
        return false;
    bool whole = true;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (is_dot(entry->d_name) || unlinkat(fd, entry->d_name, 0) == 0)
            continue;
        if (unlinkat(fd, entry->d_name, AT_REMOVEDIR) == 0)
            continue;
        /* Nothing but a directory gives this, so that hoist() changes the mode of no link's target.
         */
        bool full = errno == ENOTEMPTY || errno == EEXIST;
        if (!full || !hoist(fd, entry->d_name, top, serial))
            whole = false;
    }
    closedir(dir);
    return whole;
}

/* Removes the directory `name` of top; its own directories are hoisted into top on the way. */
static bool remove_directory(int top, const char *name, uint64_t *serial)
{
    if (unlinkat(top, name, AT_REMOVEDIR) == 0)
        return true;
    if (errno != ENOTEMPTY && errno != EEXIST)
        return false;
    fchmodat(top, name, S_IRWXU, 0);
    int fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    empty_directory(fd, top, serial);
    close(fd);
    return unlinkat(top, name, AT_REMOVEDIR) == 0;
}

/* One pass over top: true when something was removed, and more may be there. */
static bool sweep(int top, uint64_t *serial)
{
    DIR *dir = list_directory(top);
    if (dir == NULL)
        return false;
    bool progress = false;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (is_dot(entry->d_name))
            continue;
        bool removed = unlinkat(top, entry->d_name, 0) == 0 ||
                       (errno != ENOENT && remove_directory(top, entry->d_name, serial));
        progress = progress || removed;
    }
    closedir(dir);
    return progress;
}

/* Removes the directory that is open as fd. */
static bool remove_open(const char *path, int fd)
{
    uint64_t serial = 0;
    if (rmdir(path) == 0)
        return true;
    fchmod(fd, S_IRWXU);
    while (sweep(fd, &serial))
        continue;
    return rmdir(path) == 0;
}

/* At the end of the process, from which no more comes than its name. */
static void remove_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    remove_open(path, fd);
    close(fd);
}

bool scratch_remove(struct scratch *scratch)
{
    bool gone = remove_open(scratch->path, scratch->fd);
    close(scratch->fd);
    leftover_forget(scratch->path);
    free(scratch->path);
    *scratch = (struct scratch){NULL, -1};
    return gone;
}

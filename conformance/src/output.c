#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "leftover.h"
#include "visible.h"

enum { LINKS_MAX = 40 }; /* as many as systems follow */

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static bool complain(struct buffer *problem, const char *path, const char *what)
{
    visible_add(problem, (const unsigned char *)path, strlen(path));
    buffer_format(problem, ": %s", what);
    return false;
}

static void output_free(struct output *output)
{
    if (output->temporary != NULL)
        leftover_forget(output->temporary);
    free(output->path);
    free(output->target);
    free(output->temporary);
    *output = (struct output){0};
}

/* mkstemp lets nobody else read; a report gets the rights that any new file gets, or those of the
 * one it replaces. */
static void set_rights(int fd, const struct stat *replaced)
{
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = replaced != NULL ? replaced->st_mode & 07777 : 0666 & ~mask;
    if (fchmod(fd, mode) != 0)
        return; /* some file systems have no rights to set: the file is no less whole */
}

static void remove_file(const char *path)
{
    unlink(path);
}

/* The temporary file, open; -1 with errno. */
static int make_temporary(struct output *output)
{
    struct buffer name = {0};
    buffer_format(&name, "%s.XXXXXX", output->target);
    int fd = leftover_add(name.at, remove_file) ? mkstemp(name.at) : -1;
    if (fd >= 0) {
        output->temporary = name.at;
        return fd;
    }
    leftover_forget(name.at);
    free(name.at);
    return -1;
}

static bool open_temporary(struct output *output, const struct stat *replaced)
{
    int fd = make_temporary(output);
    if (fd < 0)
        return false;
    set_rights(fd, replaced);
    output->file = fdopen(fd, "w");
    if (output->file == NULL) {
        int error = errno;
        close(fd);
        unlink(output->temporary);
        errno = error;
    }
    return output->file != NULL;
}

/* Where the link at path leads, one step; NULL where path is none. */
static char *read_link(const char *path)
{
    char to[PATH_MAX];
    ssize_t len = readlink(path, to, sizeof to);
    if (len <= 0 || (size_t)len == sizeof to)
        return NULL;
    const char *slash = to[0] == '/' ? NULL : strrchr(path, '/');
    struct buffer next = {0};
    buffer_add(&next, path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    buffer_add(&next, to, (size_t)len);
    return next.at;
}

/* The name at the end of the links that begin at path, whether there is such a file or not. NULL,
 * with errno, where they have no end. */
static char *follow_links(const char *path)
{
    char *at = memory_copy(path, strlen(path));
    for (int step = 0; step < LINKS_MAX; step++) {
        char *next = read_link(at);
        if (next == NULL)
            return at;
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

static bool open_path(struct output *output, struct buffer *problem)
{
    struct stat status;
    bool exists = stat(output->path, &status) == 0;
    char *link = read_link(output->path);
    output->linked = link != NULL;
    free(link);
    if (exists && S_ISDIR(status.st_mode))
        return complain(problem, output->path, "expected a file, found a directory");
    if (exists && !S_ISREG(status.st_mode)) {
        output->file = fopen(output->path, "w");
    } else {
        output->target = exists ? realpath(output->path, NULL) : follow_links(output->path);
        if (output->target != NULL)
            open_temporary(output, exists ? &status : NULL);
    }
    return output->file != NULL || complain(problem, output->path, strerror(errno));
}

bool output_open(struct output *output, const char *path, struct buffer *problem)
{
    bool standard = path == NULL || strcmp(path, "-") == 0;
    const char *name = standard ? "standard output" : path;
    *output = (struct output){.path = memory_copy(name, strlen(name))};
    if (standard)
        output->file = stdout;
    else if (!open_path(output, problem))
        output_free(output);
    return output->file != NULL;
}

bool output_commit(struct output *output, struct buffer *problem)
{
    bool failed = ferror(output->file) != 0;
    int error = failed ? EIO : 0;
    if (fflush(output->file) != 0) {
        error = errno;
        failed = true;
    }
    bool left = failed && output_reader_left(output->file);
    if (fclose(output->file) != 0 && !failed) {
        error = errno;
        failed = true;
    }
    if (!failed && output->target != NULL && rename(output->temporary, output->target) != 0) {
        error = errno;
        failed = true;
    }
    if (failed && output->temporary != NULL)
        unlink(output->temporary);
    if (failed && !left)
        complain(problem, output->path, strerror(error));
    output_free(output);
    return !failed;
}

static char *with_ending(char *path)
{
    struct buffer name = {0};
    buffer_format(&name, "%s.incomplete", path);
    free(path);
    return name.at;
}

bool output_spare(struct output *output)
{
    struct stat status;
    if (output->target == NULL || (lstat(output->target, &status) != 0 && errno == ENOENT))
        return false;
    output->target = with_ending(output->target);
    if (output->linked) {
        free(output->path);
        output->path = memory_copy(output->target, strlen(output->target));
    } else {
        output->path = with_ending(output->path);
    }
    return true;
}

bool output_reader_left(FILE *file)
{
    struct pollfd end = {.fd = fileno(file), .events = POLLOUT};
    struct stat status;
    return fstat(end.fd, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) &&
           poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP)) != 0;
}

static bool is_able(const char *terminal)
{
    return terminal != NULL && strcmp(terminal, "dumb") != 0;
}

bool output_shows_progress(void)
{
    return isatty(STDERR_FILENO) && is_able(getenv("TERM"));
}

bool output_wants_colour(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR");
    return isatty(fileno(out)) && (no_colour == NULL || no_colour[0] == '\0') &&
           is_able(getenv("TERM"));
}

FILE *output_text_stream(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0 ? stderr : stdout;
}

void output_progress(const char *text)
{
    struct winsize size = {.ws_col = 0};
    int room = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    fprintf(stderr, "\r%.*s\033[K", room - 1, text != NULL ? text : "");
}

void output_discard(struct output *output)
{
    if (output->file != NULL)
        fclose(output->file);
    if (output->temporary != NULL)
        unlink(output->temporary);
    output_free(output);
}

/*
 * exec-floor - the least that exec mode can cost: start a command for each reply, with three pipes,
 * and wait for it.
 *
 *     exec-floor COMMAND [OPERAND]... <LIST
 *     exec-floor --once COMMAND [OPERAND]...
 *
 * LIST names one file a line. For each of them COMMAND is started with posix_spawn, gets the file
 * on standard input, and both of its output streams are read to their end. Nothing is contained,
 * limited, compared or reported. Prints the microseconds that all took.
 *
 * With --once COMMAND is run one time, with standard input as it is and its output thrown away, and
 * the microseconds from its start to its end are printed. Its exit status decides nothing but 126
 * and 127, which shells and this program have for what could not be started.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { REPLY_ROOM = 16 * 1024 * 1024, CHUNK = 65536, NAME_ROOM = 4096 };

struct room {
    char *reply; /* REPLY_ROOM bytes */
    char chunk[CHUNK];
};

static void die(const char *what)
{
    fprintf(stderr, "exec-floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        die("pipe");
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

static size_t read_reply(const char *name, char *reply)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        die(name);
    size_t len = 0;
    ssize_t got;
    while ((got = read(fd, reply + len, REPLY_ROOM - len)) > 0)
        len += (size_t)got;
    close(fd);
    return len;
}

static pid_t start(char **argv, int ends[3][2])
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0][0], 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1][1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[2][1], 2);
    errno = posix_spawn(&pid, argv[0], &actions, NULL, argv, environ);
    if (errno != 0)
        die(argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0][0]);
    close(ends[1][1]);
    close(ends[2][1]);
    return pid;
}

/* Closes fd where the stream is at its end. */
static void drain(struct pollfd *fd, char *chunk)
{
    if (fd->revents != 0 && read(fd->fd, chunk, CHUNK) <= 0) {
        close(fd->fd);
        fd->fd = -1;
    }
}

static void feed(struct pollfd *fd, const char **at, size_t *left)
{
    ssize_t put = fd->revents != 0 ? write(fd->fd, *at, *left) : 0;
    if (put > 0) {
        *at += put;
        *left -= (size_t)put;
    }
    if (*left == 0 || (put < 0 && errno != EAGAIN)) {
        close(fd->fd);
        fd->fd = -1;
    }
}

static void run(char **argv, struct room *room, size_t len)
{
    int ends[3][2];
    for (int i = 0; i < 3; i++)
        make_pipe(ends[i]);
    pid_t pid = start(argv, ends);
    const char *at = room->reply;
    fcntl(ends[0][1], F_SETFL, O_NONBLOCK);
    struct pollfd fds[3] = {{.fd = ends[0][1], .events = POLLOUT},
                            {.fd = ends[1][0], .events = POLLIN},
                            {.fd = ends[2][0], .events = POLLIN}};
    while (fds[0].fd >= 0 || fds[1].fd >= 0 || fds[2].fd >= 0) {
        if (poll(fds, 3, -1) < 0)
            die("poll");
        if (fds[0].fd >= 0)
            feed(&fds[0], &at, &len);
        drain(&fds[1], room->chunk);
        drain(&fds[2], room->chunk);
    }
    if (waitpid(pid, NULL, 0) != pid)
        die("waitpid");
}

static long long now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int run_list(char **argv)
{
    static struct room room;
    char name[NAME_ROOM];
    signal(SIGPIPE, SIG_IGN);
    room.reply = malloc(REPLY_ROOM);
    if (room.reply == NULL)
        die("reply");
    long long start_us = now_us();
    while (fgets(name, sizeof name, stdin) != NULL) {
        name[strcspn(name, "\n")] = '\0';
        run(argv, &room, read_reply(name, room.reply));
    }
    printf("%lld\n", now_us() - start_us);
    free(room.reply);
    return 0;
}

static int run_once(char **argv)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    long long start_us = now_us();
    errno = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    if (errno != 0)
        die(argv[0]);
    if (waitpid(pid, &status, 0) != pid)
        die("waitpid");
    long long end_us = now_us();
    posix_spawn_file_actions_destroy(&actions);
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127) {
        fprintf(stderr, "exec-floor: %s: it could not be run\n", argv[0]);
        return 1;
    }
    printf("%lld\n", end_us - start_us);
    return 0;
}

int main(int argc, char **argv)
{
    bool once = argc > 1 && strcmp(argv[1], "--once") == 0;
    if (argc < 2 + once) {
        fputs("usage: exec-floor [--once] COMMAND [OPERAND]...\n", stderr);
        return 2;
    }
    return once ? run_once(argv + 2) : run_list(argv + 1);
}

#define _POSIX_C_SOURCE 200809L
#include "peer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct peer {
    pid_t pid;
    FILE *to, *from;
    char hello[128];
};

static void become(const char *command, const char *folder, const int in[2], const int out[2])
{
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", command, "sh", folder, (char *)NULL);
    _exit(127);
}

/* A pipe that no other peer inherits: one that held its other end would keep it from ending. */
static bool make_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static bool spawn(struct peer *peer, const char *command, const char *folder)
{
    int in[2];
    int out[2];
    if (!make_pipe(in) || !make_pipe(out))
        return false;
    peer->pid = fork();
    if (peer->pid == 0)
        become(command, folder, in, out);
    close(in[0]);
    close(out[1]);
    peer->to = fdopen(in[1], "w");
    peer->from = fdopen(out[0], "r");
    return peer->pid > 0 && peer->to != NULL && peer->from != NULL;
}

struct peer *peer_start(const char *command, const char *folder)
{
    struct peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL || !spawn(peer, command, folder) ||
        fgets(peer->hello, sizeof peer->hello, peer->from) == NULL) {
        peer_stop(peer);
        return NULL;
    }
    peer->hello[strcspn(peer->hello, "\n")] = '\0';
    return peer;
}

const char *peer_hello(const struct peer *peer)
{
    return peer->hello;
}

/* Reads `count` numbers, with spaces between and a line feed behind. */
static bool read_numbers(const char *line, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        numbers[i] = strtoull(line, &end, 10);
        if (end == line || *end != (i + 1 < count ? ' ' : '\n'))
            return false;
        line = end;
    }
    return true;
}

bool peer_ask(struct peer *peer, size_t reply, unsigned long times, struct peer_answer *answer)
{
    char line[128];
    uint64_t numbers[4];
    fprintf(peer->to, "%zu %lu\n", reply, times);
    if (fflush(peer->to) != 0 || fgets(line, sizeof line, peer->from) == NULL ||
        !read_numbers(line, numbers, 4)) {
        return false;
    }
    *answer = (struct peer_answer){numbers[0], (size_t)numbers[1], (size_t)numbers[2],
                                   (size_t)numbers[3]};
    return true;
}

void peer_stop(struct peer *peer)
{
    if (peer == NULL)
        return;
    if (peer->to != NULL)
        fclose(peer->to);
    if (peer->from != NULL)
        fclose(peer->from);
    if (peer->pid > 0)
        waitpid(peer->pid, NULL, 0);
    free(peer);
}

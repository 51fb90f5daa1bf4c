/*
 * exhaustive: every text of up to N symbols of a small alphabet, through libjets and the oracle.
 *
 *     exhaustive [--alphabet NAME] [--length N] [--options default|all] [--jobs N] [--shard K/N]
 *                [--progress]
 *     exhaustive --list
 *
 * For each text are compared, under each of the option sets (or the defaults alone): extract in
 * one call; extract with the text fed symbol by symbol; that what feed called settled stayed so;
 * and, under the defaults, complete, in one call and fed. What generators only make likely is
 * certain here: no text of this size is wrong.
 *
 * The work is cut into units, the beginnings of two symbols. --jobs processes (1) take them in
 * turn; --shard K/N, from 1/N to N/N, leaves only each N-th, for several machines. Progress, with
 * the rate and the time left, goes to standard error where that is a terminal, or as --progress
 * says.
 *
 * The first difference that a process finds is shrunk and written as a C string with its options
 * and what either side said.
 *
 * Exit status: 0 all texts agree · 1 a difference · 2 usage · 3 a process could not be started, or
 * died
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, clock_gettime */

#include "exhaustive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 256u

/* ---- Processes and progress ------------------------------------------------------------------ */

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* How many texts there are, those of one shard. */
static double count_texts(const struct settings *settings)
{
    double count = 0;
    double power = 1;

    for (unsigned n = 0; n <= settings->length; n++) {
        count += power;
        power *= settings->symbols;
    }
    return count / settings->shards;
}

static void print_progress(const struct settings *settings, struct shared *shared, double began)
{
    double done = (double)atomic_load(&shared->texts);
    double all = count_texts(settings);
    double took = seconds() - began;

    fprintf(stderr, "\r%.0f of %.0f million texts, %.2f million a second, %.0f s left ", done / 1e6,
            all / 1e6, done / took / 1e6, done > 0 ? (all - done) * took / done : 0);
}

static int wait_for_all(const struct settings *settings, struct shared *shared, unsigned running,
                        double began)
{
    const struct timespec pause = {0, 20000000};
    double told = began;
    int worst = 0;

    while (running > 0) {
        int status;

        if (waitpid(-1, &status, WNOHANG) > 0) {
            int code = WIFEXITED(status) ? WEXITSTATUS(status) : 3;

            worst = code > worst ? code : worst;
            running--;
            continue;
        }
        nanosleep(&pause, NULL);
        if (settings->progress && seconds() - told > 2) {
            told = seconds();
            print_progress(settings, shared, began);
        }
    }
    if (settings->progress)
        fprintf(stderr, "\n");
    return worst;
}

static int run(const struct settings *settings)
{
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    double began = seconds();
    unsigned running = 0;
    bool started = true;
    int status;

    if (shared == MAP_FAILED) {
        perror("exhaustive: mmap");
        return 3;
    }
    while (started && running < settings->jobs) {
        pid_t pid = fork();

        if (pid == 0)
            _exit(walk_units(settings, shared));
        started = pid > 0;
        running += started;
    }
    if (!started) {
        perror("exhaustive: fork");
        atomic_store(&shared->stop, true);
    }
    status = wait_for_all(settings, shared, running, began);
    status = started ? status : 3;
    if (status == 0)
        printf("exhaustive: %llu texts of up to %u symbols of `%s` agree, under %u option sets "
               "(%.1f s)\n",
               (unsigned long long)atomic_load(&shared->texts), settings->length,
               settings->alphabet->name, settings->sets, seconds() - began);
    munmap(shared, sizeof *shared);
    return status;
}

/* ---- The command line ------------------------------------------------------------------------ */

static void list(void)
{
    for (size_t i = 0; i < alphabet_count; i++)
        printf("%-10s %s\n", alphabets[i].name, alphabets[i].about);
}

static bool read_number(const char *text, unsigned low, unsigned high, unsigned *number)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);

    *number = (unsigned)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value >= low && value <= high;
}

/* K/N */
static bool read_shard(const char *text, struct settings *settings)
{
    char word[16];
    char *slash;

    snprintf(word, sizeof word, "%s", text);
    slash = strchr(word, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    if (!read_number(slash + 1, 1, 10000, &settings->shards) ||
        !read_number(word, 1, settings->shards, &settings->shard))
        return false;
    settings->shard--;
    return true;
}

static bool choose_alphabet(const char *name, struct settings *settings)
{
    for (size_t i = 0; i < alphabet_count; i++)
        if (strcmp(name, alphabets[i].name) == 0) {
            settings->alphabet = &alphabets[i];
            return true;
        }
    return false;
}

static unsigned count_symbols(const struct alphabet *alphabet)
{
    unsigned count = 0;

    while (count < SYMBOLS_MAX && alphabet->symbols[count] != NULL)
        count++;
    return count;
}

static bool read_option(const char *name, const char *value, struct settings *settings)
{
    if (strcmp(name, "--alphabet") == 0)
        return choose_alphabet(value, settings);
    if (strcmp(name, "--length") == 0)
        return read_number(value, 2, LENGTH_MAX, &settings->length);
    if (strcmp(name, "--jobs") == 0)
        return read_number(value, 1, JOBS_MAX, &settings->jobs);
    if (strcmp(name, "--shard") == 0)
        return read_shard(value, settings);
    if (strcmp(name, "--options") != 0)
        return false;
    settings->sets = strcmp(value, "all") == 0 ? option_set_count : 1;
    return settings->sets > 1 || strcmp(value, "default") == 0;
}

int main(int argc, char **argv)
{
    struct settings settings = {.alphabet = &alphabets[0],
                                .length = 5,
                                .sets = option_set_count,
                                .jobs = 1,
                                .shards = 1,
                                .progress = isatty(2) != 0};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            list();
            return 0;
        }
        if (strcmp(argv[i], "--progress") == 0) {
            settings.progress = true;
        } else if (i + 1 == argc || !read_option(argv[i], argv[i + 1], &settings)) {
            fprintf(stderr,
                    "usage: exhaustive [--alphabet NAME] [--length 2..%u] [--options default|all]\n"
                    "                  [--jobs N] [--shard K/N] [--progress] | --list\n",
                    LENGTH_MAX);
            return 2;
        } else {
            i++;
        }
    }
    settings.symbols = count_symbols(settings.alphabet);
    return run(&settings);
}

/*
 * The driver without an engine: runs a harness on files and folders, or on generated inputs.
 *
 *     replay/fuzz_NAME [--timeout S] FILE|FOLDER...
 *     replay/fuzz_NAME [--timeout S] [--seed N] [--from N] --gen SECONDS | --cases N
 *     replay/fuzz_NAME --write FOLDER [--seed N] [--from N] --cases N
 *
 * Folders are walked; names that begin with a dot are left out. --gen makes inputs by
 * fuzz_generate for that long, --cases as many; --seed is by default the clock's, and printed.
 * --write puts them into files of a folder in place of running them. An input may take --timeout
 * seconds (10; 0: any time).
 *
 * A property that fails, a sanitizer's finding and a timeout end the program by a signal; standard
 * error then names the input and has its bytes in base64. Exit status: 0 all inputs hold, 2 a usage
 * error, an unreadable file, or no input at all.
 */
#define _XOPEN_SOURCE 700

#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { INPUT_MAX = 1 << 16, PATH_MAX_HERE = 4096 };

/* ---- What runs now, for the handler ---------------------------------------------------------- */

static const char *program;
static char current[PATH_MAX_HERE + 64];
static const unsigned char *current_data;
static size_t current_size;
static unsigned timeout = 10;

static void say(const char *text, size_t len)
{
    while (len > 0) {
        ssize_t written = write(STDERR_FILENO, text, len);

        if (written <= 0)
            return;
        text += written;
        len -= (size_t)written;
    }
}

static void say_text(const char *text)
{
    say(text, strlen(text));
}

static void say_base64(const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        unsigned b = (unsigned)data[i] << 16;
        char four[4];

        b |= i + 1 < size ? (unsigned)data[i + 1] << 8 : 0;
        b |= i + 2 < size ? data[i + 2] : 0;
        four[0] = digits[b >> 18];
        four[1] = digits[b >> 12 & 63];
        four[2] = digits[b >> 6 & 63];
        four[3] = digits[b & 63];
        memset(four + (size - i < 3 ? size - i + 1 : 4), '=', size - i < 3 ? 3 - (size - i) : 0);
        say(four, sizeof four);
    }
}

/* Only async-signal-safe calls: the signal may come at any place. */
static void on_signal(int number)
{
    signal(number, SIG_DFL);
    say_text("\n");
    say_text(program);
    say_text(number == SIGALRM ? ": took too long on " : ": failed on ");
    say_text(current);
    say_text("\nbase64: ");
    say_base64(current_data, current_size);
    say_text("\n");
    signal(SIGABRT, SIG_DFL);
    abort();
}

/* A sanitizer that catches these says more about them. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* A sanitizer's finding ends in SIGABRT, for the handler above. */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

const char *__asan_default_options(void)
{
    return "abort_on_error=1";
}

const char *__ubsan_default_options(void)
{
    return "abort_on_error=1:halt_on_error=1:print_stacktrace=1";
}

static void catch_signals(void)
{
    static const int all[] = {SIGABRT, SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    size_t count = SANITIZED ? 2 : sizeof all / sizeof all[0];

    for (size_t i = 0; i < count; i++)
        signal(all[i], on_signal);
}

/* `data` goes on existing until the next call. */
static void run(const unsigned char *data, size_t size)
{
    current_data = data;
    current_size = size;
    alarm(timeout);
    LLVMFuzzerTestOneInput(data, size);
    alarm(0);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static _Noreturn void give_up(const char *name, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", program, name, why);
    exit(2);
}

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    unsigned char *data = NULL;
    size_t size = 0;
    size_t got = 1;

    if (file == NULL)
        give_up(path, strerror(errno));
    for (size_t room = 4096; got > 0; room *= 2) {
        data = realloc(data, room);
        if (data == NULL)
            give_up(path, "no memory");
        got = fread(data + size, 1, room - size, file);
        size += got;
    }
    if (ferror(file))
        give_up(path, "cannot be read");
    fclose(file);
    snprintf(current, sizeof current, "%s", path);
    run(data, size);
    free(data);
}

static size_t run_path(const char *path);

/* Two entries of a folder in the order of their names, so that each run has the same order. */
static size_t run_folder(const char *path)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, NULL, alphasort);
    size_t inputs = 0;

    if (count < 0)
        give_up(path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char name[PATH_MAX_HERE];
        int len = snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);

        if (len < 0 || (size_t)len >= sizeof name)
            give_up(path, "a name in it is too long");
        if (entries[i]->d_name[0] != '.')
            inputs += run_path(name);
        free(entries[i]);
    }
    free(entries);
    return inputs;
}

/* Returns how many inputs there were. Folders in folders are few, and no reply decides how deep. */
static size_t run_path(const char *path) /* NOLINT(misc-no-recursion) */
{
    struct stat status;

    if (stat(path, &status) != 0)
        give_up(path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return run_folder(path);
    run_file(path);
    return 1;
}

/* ---- Generated inputs ------------------------------------------------------------------------ */

struct plan {
    unsigned long long seconds, cases, seed, from, timeout;
    const char *folder; /* --write */
};

static uint64_t spread(uint64_t n)
{
    n = (n ^ n >> 32) * 0xD6E8FEB86659FD93u;
    n = (n ^ n >> 32) * 0xD6E8FEB86659FD93u;
    return n ^ n >> 32;
}

static void write_file(const char *folder, unsigned long long number, const void *data, size_t size)
{
    char path[PATH_MAX_HERE];
    int len = snprintf(path, sizeof path, "%s/%llu", folder, number);
    FILE *file = len > 0 && (size_t)len < sizeof path ? fopen(path, "wb") : NULL;

    if (file == NULL)
        give_up(folder, "no file can be written there");
    if (fwrite(data, 1, size, file) != size || fclose(file) != 0)
        give_up(path, "cannot be written");
}

static bool is_over(const struct plan *plan, unsigned long long done, time_t began)
{
    if (plan->cases != 0)
        return done >= plan->cases;
    return done % 64 == 0 && time(NULL) - began >= (time_t)plan->seconds;
}

static void generate(const struct plan *plan)
{
    unsigned char *data = fuzz_allocate(INPUT_MAX);
    time_t began = time(NULL);
    unsigned long long done = 0;

    for (; !is_over(plan, done, began); done++) {
        unsigned long long number = plan->from + done;
        size_t size = fuzz_generate(spread(spread(plan->seed) + number), data, INPUT_MAX);

        if (plan->folder != NULL) {
            write_file(plan->folder, number, data, size);
            continue;
        }
        snprintf(current, sizeof current, "--seed %llu --from %llu --cases 1", plan->seed, number);
        run(data, size);
    }
    free(data);
    printf("%s: %llu generated inputs %s (--seed %llu)\n", program, done,
           plan->folder != NULL ? "written" : "hold", plan->seed);
}

/* ---- The command line ------------------------------------------------------------------------ */

static const char usage[] =
    "usage: %s [--timeout S] FILE|FOLDER...\n"
    "       %s [--timeout S] [--seed N] [--from N] [--write FOLDER] --gen SECONDS | --cases N\n";

static unsigned long long *number_option(struct plan *plan, const char *name)
{
    const struct {
        const char *name;
        unsigned long long *value;
    } options[] = {{"--gen", &plan->seconds},
                   {"--cases", &plan->cases},
                   {"--seed", &plan->seed},
                   {"--from", &plan->from},
                   {"--timeout", &plan->timeout}};

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(name, options[i].name) == 0)
            return options[i].value;
    }
    return NULL;
}

/* Reads the options at argv[*at]..., and leaves *at at the first that is none. */
static bool read_options(struct plan *plan, int argc, char **argv, int *at)
{
    for (; *at < argc && strncmp(argv[*at], "--", 2) == 0; *at += 2) {
        const char *name = argv[*at];
        const char *text = *at + 1 < argc ? argv[*at + 1] : "";
        unsigned long long *value = number_option(plan, name);
        char *end = NULL;

        if (strcmp(name, "--write") == 0 && *text != '\0') {
            plan->folder = text;
            continue;
        }
        if (value == NULL || *text < '0' || *text > '9')
            return false;
        *value = strtoull(text, &end, 10);
        if (*end != '\0')
            return false;
    }
    return true;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

int main(int argc, char **argv)
{
    struct plan plan = {.seed = (unsigned long long)time(NULL), .timeout = timeout};
    int at = 1;
    size_t inputs = 0;

    program = base_name(argv[0]);
    if (!read_options(&plan, argc, argv, &at) ||
        (at == argc) == (plan.seconds == 0 && plan.cases == 0)) {
        fprintf(stderr, usage, program, program);
        return 2;
    }
    timeout = (unsigned)plan.timeout;
    catch_signals();
    if (at == argc) {
        generate(&plan);
        return 0;
    }
    for (; at < argc; at++)
        inputs += run_path(argv[at]);
    if (inputs == 0)
        give_up(argv[argc - 1], "no input there");
    printf("%s: %zu inputs hold\n", program, inputs);
    return 0;
}

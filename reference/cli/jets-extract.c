/*
 * jets-extract: the reference as a program. It follows conformance/CONTRACT.md in exec mode, and
 * explains itself to people. See jets-extract(1).
 */
#define _POSIX_C_SOURCE 200809L

#include "explain.h"
#include "jets.h"
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum exit_status { EXIT_VALUE = 0, EXIT_TROUBLE = 2, EXIT_NONE = 20, EXIT_UNSUPPORTED = 21 };

enum operation { OP_EXTRACT, OP_COMPLETE, OP_STRINGS };

static const char *const OPERATIONS[] = {"extract", "complete", "strings"};

static const char HELP[] =
    "usage: jets-extract [extract|complete|strings] [option]... [FILE]\n"
    "\n"
    "Takes the JSON answer out of a language model's reply (standard input, or FILE)\n"
    "and prints it byte for byte, or exits with 20 where there is none.\n"
    "\n"
    "operations\n"
    "  extract    print the answer (the default)\n"
    "  complete   print true where the text is one finished object or array, else false\n"
    "  strings    print the answer's strings as an array, trimmed, without repeats\n"
    "\n"
    "options (the first value is the default)\n"
    "  --expect=container|object|array|any   types that the answer may have\n"
    "  --select=only|longest|first|last      what to do with several candidates\n"
    "  --names=unique|any                    whether the answer may repeat a member name\n"
    "  --reasoning=closed|fallback           what unfinished reasoning gives\n"
    "  --starts=auto|inside|outside          where the reply begins\n"
    "  --depth=N                             brackets open at once at most, 1 to 1024 (512)\n"
    "  --marker=OPEN,CLOSE                   one more pair of reasoning markers; repeatable\n"
    "  --explain                             say on standard error how the result came about\n"
    "  --explain --json                      the same as JSON on standard output, in place of\n"
    "                                        the answer\n"
    "  --stream                              answer requests, one a line, as CONTRACT.md says\n"
    "  -h, --help                            print this\n"
    "  --version                             print the version\n"
    "\n"
    "exit status: 0 a value was printed, 20 none, 21 an operation, option or value that is\n"
    "not implemented, 2 wrong usage, unreadable input or failed output\n";

struct request {
    enum operation operation;
    struct jets_options options;
    struct jets_markers markers;
    struct jets_marker added[JETS_MARKERS_MAX];
    size_t added_count;
    const char *file; /* NULL: standard input */
    bool operation_named;
    bool explain, json, stream;
};

/* The reply as far as it was read. */
struct text {
    unsigned char *bytes;
    size_t len, room;
};

/* One line on standard error, whatever an argument holds. */
static int trouble(const char *what, const char *why)
{
    fputs("jets-extract: ", stderr);
    for (; *what != '\0'; what++) {
        unsigned char c = (unsigned char)*what;
        fputc(c < 0x20 || c == 0x7F ? '?' : c, stderr);
    }
    fprintf(stderr, ": %s\n", why);
    return EXIT_TROUBLE;
}

/* What messages call the input. */
static const char *input_name(const struct request *r)
{
    return r->file == NULL || strcmp(r->file, "-") == 0 ? "standard input" : r->file;
}

/* ---- arguments ---- */

/* Sets an option of the contract, given as `--name=value`. Returns an exit status, or -1 where it
   is set. */
static int set_option(struct jets_options *options, const char *argument, const char *value)
{
    size_t name_len = (size_t)(value - argument) - 3;
    int set = contract_option(options, argument + 2, name_len, value, strlen(value));
    if (set != 0)
        trouble(argument, set == 1 ? "option not implemented" : "value not implemented");
    return set == 0 ? -1 : EXIT_UNSUPPORTED;
}

static int set_depth(struct request *r, const char *value)
{
    char *end;
    unsigned long depth = strtoul(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || depth < 1 || depth > JETS_DEPTH_MAX)
        return trouble("--depth", "expected a number from 1 to 1024");
    r->options.depth = (unsigned)depth;
    return -1;
}

static int add_marker(struct request *r, const char *value)
{
    const char *comma = strchr(value, ',');
    if (comma == NULL)
        return trouble("--marker", "expected OPEN,CLOSE");
    r->added[r->added_count++] = (struct jets_marker){.open = value,
                                                      .open_len = (size_t)(comma - value),
                                                      .close = comma + 1,
                                                      .close_len = strlen(comma + 1)};
    if (jets_markers_init(&r->markers, r->added, r->added_count, true) != 0) {
        return trouble("--marker",
                       "a marker is 1 to 64 bytes, does not begin with white space, and there "
                       "are at most 43");
    }
    r->options.markers = &r->markers;
    return -1;
}

static bool takes_value(const char *argument)
{
    return strncmp(argument, "--", 2) == 0 &&
           (jets_option_text(argument + 2, 0) != NULL || strcmp(argument, "--depth") == 0 ||
            strcmp(argument, "--marker") == 0);
}

static int read_option(struct request *r, const char *argument)
{
    const char *value = strchr(argument, '=');
    if (strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0) {
        return fputs(HELP, stdout) < 0 || fflush(stdout) != 0
                   ? trouble("standard output", strerror(errno))
                   : 0;
    }
    if (strcmp(argument, "--version") == 0) {
        return printf("jets-extract %s\n", jets_version()) < 0 || fflush(stdout) != 0
                   ? trouble("standard output", strerror(errno))
                   : 0;
    }
    if (strcmp(argument, "--explain") == 0 || strcmp(argument, "--json") == 0) {
        *(argument[2] == 'e' ? &r->explain : &r->json) = true;
        return -1;
    }
    if (strcmp(argument, "--stream") == 0) {
        r->stream = true;
        return -1;
    }
    if (strncmp(argument, "--depth=", 8) == 0)
        return set_depth(r, value + 1);
    if (strncmp(argument, "--marker=", 9) == 0)
        return add_marker(r, value + 1);
    if (strncmp(argument, "--", 2) == 0 && value != NULL)
        return set_option(&r->options, argument, value + 1);
    return trouble(argument, takes_value(argument)
                                 ? "expected a value, with =; see jets-extract --help"
                                 : "unknown option; see jets-extract --help");
}

static int read_operand(struct request *r, const char *argument)
{
    for (int i = 0; !r->operation_named && i < 3; i++) {
        if (strcmp(argument, OPERATIONS[i]) == 0) {
            r->operation = (enum operation)i;
            r->operation_named = true;
            return -1;
        }
    }
    if (r->file != NULL)
        return trouble(argument, "one FILE at most, and one operation");
    r->file = argument;
    return -1;
}

/* Returns an exit status, or -1 to go on. */
static int read_arguments(struct request *r, int argc, char **argv)
{
    bool options = true;
    for (int i = 1; i < argc; i++) {
        int status = -1;
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (options && argv[i][0] == '-' && argv[i][1] != '\0')
            status = read_option(r, argv[i]);
        else
            status = read_operand(r, argv[i]);
        if (status >= 0)
            return status;
    }
    if (r->json && !r->explain)
        return trouble("--json", "goes with --explain");
    if (r->stream && (r->explain || r->operation_named || r->file != NULL))
        return trouble("--stream", "goes with options of the contract, --depth and --marker alone");
    if (r->explain && r->operation == OP_COMPLETE)
        return trouble("--explain", "does not go with complete");
    return -1;
}

/* ---- input and output ---- */

/* A key that whoever wrote the reply cannot know. */
static void set_hash_key(struct jets_options *options)
{
    int fd = open("/dev/urandom", O_RDONLY);
    struct timespec now;
    if (fd >= 0) {
        ssize_t got = read(fd, options->hash_key, sizeof options->hash_key);
        close(fd);
        if (got == (ssize_t)sizeof options->hash_key)
            return;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    memcpy(options->hash_key, &now.tv_nsec, sizeof now.tv_nsec < 8 ? sizeof now.tv_nsec : 8);
}

static int open_input(const struct request *r, int *fd)
{
    struct stat info;
    bool standard = r->file == NULL || strcmp(r->file, "-") == 0;
    *fd = standard ? STDIN_FILENO : open(r->file, O_RDONLY);
    if (*fd < 0)
        return trouble(r->file,
                       errno == ENOENT ? "no such file, and no operation" : strerror(errno));
    if (fstat(*fd, &info) == 0 && S_ISDIR(info.st_mode))
        return trouble(input_name(r), "is a directory");
    return -1;
}

static ssize_t read_some(int fd, unsigned char *bytes, size_t room)
{
    const size_t most = (size_t)1 << 30; /* macOS refuses to read more than INT_MAX at once */
    ssize_t got;
    do {
        got = read(fd, bytes, room < most ? room : most);
    } while (got < 0 && errno == EINTR);
    return got;
}

/* Makes room for more bytes: false where there is no memory. */
static bool make_room(struct text *t)
{
    size_t room = t->room == 0 ? 65536 : t->room * 2;
    unsigned char *bytes;
    if (t->len < t->room)
        return true;
    if (room < t->room || (bytes = realloc(t->bytes, room)) == NULL)
        return false;
    t->bytes = bytes;
    t->room = room;
    return true;
}

/* Reads to the end of input, or, where x is given, until the result is settled. */
static int read_reply(const struct request *r, int fd, struct text *t, struct jets_extraction *x)
{
    for (;;) {
        ssize_t got;
        if (!make_room(t))
            return trouble(input_name(r), "no memory for the reply");
        got = read_some(fd, t->bytes + t->len, t->room - t->len);
        if (got < 0)
            return trouble(input_name(r), strerror(errno));
        if (got == 0)
            return -1;
        t->len += (size_t)got;
        if (x != NULL && jets_extract_feed(x, t->bytes, t->len))
            return -1;
    }
}

static int print(const void *bytes, size_t len)
{
    if (fwrite(bytes, 1, len, stdout) != len || fputc('\n', stdout) == EOF || fflush(stdout) != 0)
        return trouble("standard output", strerror(errno));
    return EXIT_VALUE;
}

/* ---- the operations ---- */

static int complete(const struct request *r, int fd)
{
    unsigned char bytes[65536];
    struct jets_completion c;
    bool done = false;
    ssize_t got;
    jets_complete_init(&c, r->options.depth);
    while ((got = read_some(fd, bytes, sizeof bytes)) > 0)
        done = jets_complete_feed(&c, bytes, (size_t)got);
    if (got < 0)
        return trouble(input_name(r), strerror(errno));
    return print(done ? "true" : "false", done ? 4 : 5);
}

/* What the array comes to by O2. Returns an exit status where that is trouble, else -1. */
static int strings(const struct request *r, const struct text *t, struct jets_result *result,
                   char **out, size_t *len)
{
    struct jets_result of;
    *out = malloc(jets_strings_room(result->length));
    if (*out == NULL)
        return trouble("strings", "no memory");
    if (jets_strings_of(t->bytes + result->offset, result->length, &r->options, *out, len, &of) !=
        JETS_VALUE) {
        of.candidates = result->candidates;
        *result = of;
    }
    return -1;
}

static int explain(const struct request *r, const struct explanation *e,
                   const struct jets_result *result)
{
    if (!r->json) {
        explain_text(e, result, stderr);
        return -1;
    }
    explain_json(e, result, stdout);
    return fflush(stdout) != 0 || ferror(stdout) ? trouble("standard output", strerror(errno)) : -1;
}

static int extract(struct request *r, int fd, struct text *t, struct explanation *e)
{
    struct jets_extraction x;
    struct jets_result result;
    char *array = NULL;
    size_t len = 0;
    int status;
    if (r->operation == OP_STRINGS)
        r->options.expect = JETS_EXPECT_ARRAY;
    if (r->explain) {
        r->options.trace = explain_note;
        r->options.trace_context = e;
    }
    r->options.feed_block = 1; /* who writes the reply bit by bit is told as early as can be */
    jets_extract_init(&x, &r->options);
    /* explained, the reply is read in one go, so that no void reading is told of */
    status = read_reply(r, fd, t, r->explain ? NULL : &x);
    if (status >= 0)
        return status;
    jets_extract_finish(&x, t->bytes, t->len, &result);
    if (r->operation == OP_STRINGS && result.status == JETS_VALUE)
        status = strings(r, t, &result, &array, &len);
    if (status < 0 && r->explain)
        status = explain(r, e, &result);
    if (status < 0) {
        status = result.status == JETS_VALUE ? EXIT_VALUE : EXIT_NONE;
        if (status == EXIT_VALUE && !r->json) {
            status =
                array != NULL ? print(array, len) : print(t->bytes + result.offset, result.length);
        }
    }
    free(array);
    return status;
}

int main(int argc, char **argv)
{
    static struct request request;
    struct explanation explanation = {0};
    struct text text = {0};
    int fd = -1;
    int status;
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error like any other */
    status = read_arguments(&request, argc, argv);
    if (status < 0)
        status = open_input(&request, &fd);
    if (status >= 0)
        return status;
    set_hash_key(&request.options);
    if (request.stream)
        return stream_serve(&request.options, STDIN_FILENO, STDOUT_FILENO);
    status = request.operation == OP_COMPLETE ? complete(&request, fd)
                                              : extract(&request, fd, &text, &explanation);
    explain_free(&explanation);
    free(text.bytes);
    return status;
}

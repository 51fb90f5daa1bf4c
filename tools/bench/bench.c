/*
 * bench - extractors, parsers and floors side by side on the same replies, in turns.
 *
 *     bench [OPTION]... --library NAME=PATH...
 *
 *     --library NAME=PATH   a build of libjets (a shared library), called NAME; several may be
 * named
 *     --peer COMMAND        a contestant in a process of its own (see peer.h)
 *     --families LENGTH     the hostile families at that length, instead of the fixed replies
 *     --only NAME           that reply alone
 *     --rounds N            rounds (31); fewer for what takes over 2 s for all of them
 *     --batch MICROSECONDS  what one round of one contestant takes at least (1000)
 *     --cap MILLISECONDS    when a contestant that may run away is stopped, in processor time
 * (1000)
 *     --folder FOLDER       where files for the peers are put (.)
 *
 * Prints lines of fields with tabs between; tools/bench/report makes a table and a chart of them:
 *
 *     name     NAME                           a library or peer that takes part, with its version
 *     reply    NAME WHAT LENGTH ANSWERED      in bytes; answered or none
 *     row      REPLY CONTESTANT JOB BYTES STATE ROUNDS BEST MEDIAN LOW HIGH FINDS
 *              BYTES read by one run; STATE measured or capped; nanoseconds of
 *              processor time a run: the best, the
 * median, and the quartiles; FINDS is right, none or other memory   NAME STATE STACK bytes: struct
 * jets_extraction, and of stack at most
 *
 * Exit status: 0 all was measured; 1 a contestant that has to be right was wrong, or said different
 * things in different runs; 2 usage.
 */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "contestant.h"
#include "jets.h"
#include "library.h"
#include "peer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { ENTRANTS = 64, ROUNDS_MAX = 1001, PEERS = 8, NAME = 128, FEWEST = 3 };
static const uint64_t SECOND_NS = 1000000000u;
static const uint64_t TURNS_NS = 2000000000u; /* for all rounds of one contestant on one reply */

struct entrant {
    struct contestant c;
    struct peer *peer; /* NULL: it is a function of this process */
};

static struct {
    unsigned long rounds, batch_us, cap_ms, families;
    const char *only, *folder;
} options = {31, 1000, 1000, 0, NULL, "."};

static struct entrant entrants[ENTRANTS];
static size_t entrant_count;

/* One entrant on one reply. */
struct measure {
    bool takes_part, capped;
    struct finding finding; /* of every run */
    unsigned long times, rounds;
    double ns[ROUNDS_MAX]; /* of one run, a round each */
};

static void die(const char *what, const char *who, const char *where)
{
    fprintf(stderr, "bench: %s, on %s: %s\n", who, where, what);
    exit(EXIT_FAILURE);
}

static void enter(const struct contestant *contestant)
{
    if (entrant_count == ENTRANTS)
        die("too many contestants", contestant->name, "any reply");
    entrants[entrant_count++].c = *contestant;
}

/* Processor time: what else the machine does is not counted. */
static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * SECOND_NS + (uint64_t)now.tv_nsec;
}

static void on_alarm(int signal_number)
{
    (void)signal_number;
    out_of_time = 1;
}

static void set_timer(unsigned long ms)
{
    struct itimerval timer = {.it_value = {(time_t)(ms / 1000), (suseconds_t)(ms % 1000 * 1000)}};
    setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

static size_t digest(const struct finding *finding)
{
    return finding->found + finding->offset * 3 + finding->length * 7;
}

/* Runs `times` times in this process. Returns the nanoseconds that they took. */
static uint64_t batch_here(const struct entrant *e, const struct reply *reply, struct measure *m)
{
    size_t sum = 0;
    uint64_t begin = now_ns();
    for (unsigned long left = m->times; left > 0; left--) {
        struct finding finding = {false, 0, 0};
        e->c.run(e->c.context, reply, &finding);
        sum += digest(&finding);
        m->finding = finding;
    }
    uint64_t took = now_ns() - begin;
    if (sum != m->times * digest(&m->finding))
        die("runs differ in what they find", e->c.name, "a reply");
    return took;
}

static uint64_t batch_peer(const struct entrant *e, size_t number, struct measure *m)
{
    struct peer_answer answer;
    if (!peer_ask(e->peer, number, m->times, &answer))
        die("no answer from its process", e->c.name, "a reply");
    m->finding = (struct finding){answer.found == m->times, answer.values, answer.length};
    if (answer.found != 0 && answer.found != m->times)
        die("runs differ in what they find", e->c.name, "a reply");
    return answer.ns;
}

static uint64_t batch(const struct entrant *e, const struct reply *reply, size_t number,
                      struct measure *m)
{
    return e->peer != NULL ? batch_peer(e, number, m) : batch_here(e, reply, m);
}

/* Finds out how often one round has to run, and how many rounds there are. */
static void calibrate(const struct entrant *e, const struct reply *reply, size_t number,
                      struct measure *m)
{
    uint64_t once = 0;
    m->times = 1;
    out_of_time = 0;
    for (unsigned warm = 0; warm < 2 && !out_of_time; warm++) {
        if (e->c.may_run_away)
            set_timer(options.cap_ms);
        once = batch(e, reply, number, m);
        set_timer(0);
    }
    m->capped = out_of_time != 0;
    m->ns[0] = (double)once;
    out_of_time = 0;
    m->rounds = options.rounds;
    if (once == 0)
        once = 1;
    if (once * m->rounds > TURNS_NS)
        m->rounds = TURNS_NS / once < FEWEST ? FEWEST : (unsigned long)(TURNS_NS / once);
    m->times = (unsigned long)(options.batch_us * 1000 / once) + 1;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

/* What an extractor came to: right, none (and there is an answer), other. */
static const char *finds(const struct finding *got, const struct finding *want)
{
    if (!got->found)
        return want->found ? "none" : "right";
    return want->found && got->offset == want->offset && got->length == want->length ? "right"
                                                                                     : "other";
}

/* Ends the program where an entrant that has to be right is not. `libraries` gave `want`. */
static const char *check(const struct entrant *e, const struct reply *reply, const char *name,
                         const struct measure *m, const struct finding *want, size_t *values)
{
    size_t count;
    switch (e->c.job) {
    case JOB_FLOOR:
        if (!e->c.right(reply, &m->finding))
            die("it did not do its work", e->c.name, name);
        return "right";
    case JOB_PARSE:
        count = e->peer != NULL ? m->finding.offset
                                : e->c.values(reply->bytes + reply->value, reply->value_len);
        if (m->finding.found != (count > 0) || m->finding.found != reply->answered)
            die(m->finding.found ? "it accepts what is cut off" : "it refuses the answer",
                e->c.name, name);
        if (*values != SIZE_MAX && *values != count)
            die("its tree has another number of values than the others", e->c.name, name);
        *values = count;
        return "right";
    default: return finds(&m->finding, want);
    }
}

static void print_row(const struct entrant *e, const char *name, const struct reply *reply,
                      struct measure *m, const char *what)
{
    static const char *const JOBS[] = {"floor", "parse", "extract"};
    size_t bytes = e->c.job == JOB_PARSE ? reply->value_len : reply->len;
    unsigned long rounds = m->capped ? 1 : m->rounds;
    qsort(m->ns, rounds, sizeof *m->ns, by_size);
    printf("row\t%s\t%s\t%s\t%zu\t%s\t%lu\t%.1f\t%.1f\t%.1f\t%.1f\t%s\n", name, e->c.name,
           JOBS[e->c.job], bytes, m->capped ? "capped" : "measured", rounds, m->ns[0],
           m->ns[rounds / 2], m->ns[rounds / 4], m->ns[rounds * 3 / 4], what);
}

static void take_turns(const struct reply *reply, size_t number, struct measure *measures)
{
    for (unsigned long round = 0; round < options.rounds; round++) {
        for (size_t turn = 0; turn < entrant_count; turn++) {
            size_t i = (turn + round) % entrant_count;
            struct measure *m = &measures[i];
            if (m->takes_part && !m->capped && round < m->rounds)
                m->ns[round] = (double)batch(&entrants[i], reply, number, m) / (double)m->times;
        }
    }
}

/* What has to be found: as the reply was made; on a hostile one, what the first library finds. */
static struct finding wanted(const struct reply *reply, const struct measure *measures)
{
    struct finding want = {reply->answered, reply->value, reply->value_len};
    for (size_t i = 0; options.families > 0 && i < entrant_count; i++) {
        if (entrants[i].c.job == JOB_EXTRACT)
            return measures[i].finding;
    }
    return want;
}

static void measure_reply(const char *name, const struct reply *reply, size_t number)
{
    static struct measure measures[ENTRANTS];
    size_t values = SIZE_MAX;
    memset(measures, 0, sizeof measures);
    for (size_t i = 0; i < entrant_count; i++) {
        measures[i].takes_part = reply->parses || entrants[i].c.job != JOB_PARSE;
        if (measures[i].takes_part)
            calibrate(&entrants[i], reply, number, &measures[i]);
    }
    take_turns(reply, number, measures);
    struct finding want = wanted(reply, measures);
    for (size_t i = 0; i < entrant_count; i++) {
        struct measure *m = &measures[i];
        if (!m->takes_part)
            continue;
        const char *what = check(&entrants[i], reply, name, m, &want, &values);
        bool ours = strncmp(entrants[i].c.name, "libjets", 7) == 0;
        if (ours && strcmp(what, "right") != 0)
            die("libjets does not find the answer", entrants[i].c.name, name);
        print_row(&entrants[i], name, reply, m, m->capped ? "unknown" : what);
    }
    fflush(stdout);
}

/* ---- the replies ---- */

static void write_value(size_t number, const struct reply *reply)
{
    char name[1024];
    snprintf(name, sizeof name, "%s/%zu", options.folder, number);
    FILE *file = fopen(name, "wb");
    if (file == NULL ||
        fwrite(reply->bytes + reply->value, 1, reply->value_len, file) != reply->value_len ||
        fclose(file) != 0)
        die("cannot be written", name, "the disk");
}

static bool is_wanted(const char *name)
{
    return options.only == NULL || strcmp(options.only, name) == 0;
}

static void print_reply(const char *name, const char *what, const struct reply *reply)
{
    printf("reply\t%s\t%s\t%zu\t%s\n", name, what, reply->len,
           reply->answered ? "answered" : "none");
}

static void measure_fixed(void)
{
    struct reply reply;
    for (size_t n = 0; fixed_name(n) != NULL; n++) {
        if (!is_wanted(fixed_name(n)))
            continue;
        fixed_make(n, &reply);
        write_value(n, &reply);
        print_reply(fixed_name(n), fixed_what(n), &reply);
        measure_reply(fixed_name(n), &reply, n);
        reply_free(&reply);
    }
}

static void measure_families(void)
{
    struct reply reply;
    for (size_t n = 0; family_name(n) != NULL; n++) {
        if (!is_wanted(family_name(n)) || family_arrives(n))
            continue;
        family_make(n, options.families, &reply);
        print_reply(family_name(n), family_name(n), &reply);
        measure_reply(family_name(n), &reply, n);
        reply_free(&reply);
    }
}

static void print_memory(const char *name)
{
    enum { SAMPLE = 16 };
    struct reply replies[SAMPLE];
    size_t count = 0;
    for (; count < SAMPLE && fixed_name(count) != NULL; count++)
        fixed_make(count, &replies[count]);
    printf("memory\t%s\t%zu\t%zu\n", name, sizeof(struct jets_extraction),
           library_stack(replies, count));
    while (count > 0)
        reply_free(&replies[--count]);
}

/* ---- options ---- */

static int usage(void)
{
    fputs("usage: bench [OPTION]... --library NAME=PATH...; the head of bench.c has the options\n",
          stderr);
    return 2;
}

static void add_library(char *operand)
{
    char *path = strchr(operand, '=');
    if (path == NULL || strncmp(operand, "libjets", 7) != 0) {
        fputs("bench: --library takes NAME=PATH, and NAME begins with libjets\n", stderr);
        exit(2);
    }
    *path = '\0';
    library_add(operand, path + 1, enter);
    print_memory(operand);
}

static void add_peer(const char *command)
{
    static char names[PEERS][NAME];
    static size_t count;
    char *name = names[count++];
    struct peer *peer = peer_start(command, options.folder);
    if (peer == NULL)
        die("it does not start", command, "any reply");
    snprintf(name, NAME, "%.*s", (int)strcspn(peer_hello(peer), ","), peer_hello(peer));
    entrants[entrant_count].peer = peer;
    enter(&(struct contestant){.name = name, .job = JOB_PARSE});
    printf("name\t%s\n", peer_hello(peer));
}

static bool set_number(const char *name, const char *value)
{
    static const struct {
        const char *name;
        unsigned long *number, least, most;
    } NUMBERS[] = {{"--rounds", &options.rounds, 1, ROUNDS_MAX},
                   {"--batch", &options.batch_us, 1, 1000000},
                   {"--cap", &options.cap_ms, 1, 60000},
                   {"--families", &options.families, 1000, 4000000}};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        char *end;
        if (strcmp(name, NUMBERS[i].name) != 0)
            continue;
        *NUMBERS[i].number = strtoul(value, &end, 10);
        return *end == '\0' && *NUMBERS[i].number >= NUMBERS[i].least &&
               *NUMBERS[i].number <= NUMBERS[i].most;
    }
    return false;
}

static bool read_options(int argc, char **argv, const char **peers, size_t *peer_count)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--library") == 0)
            add_library(argv[i + 1]);
        else if (strcmp(argv[i], "--peer") == 0 && *peer_count < PEERS)
            peers[(*peer_count)++] = argv[i + 1];
        else if (strcmp(argv[i], "--only") == 0)
            options.only = argv[i + 1];
        else if (strcmp(argv[i], "--folder") == 0)
            options.folder = argv[i + 1];
        else if (!set_number(argv[i], argv[i + 1]))
            return false;
    }
    return entrant_count > 0;
}

static void add_others(void)
{
    const char *names[] = {simdjson_name(), yyjson_name(), cjson_name(), jansson_name()};
    floors_add(enter);
    simdjson_add(enter);
    yyjson_add(enter);
    cjson_add(enter);
    jansson_add(enter);
    classics_add(enter);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (*names[i] != '\0')
            printf("name\t%s\n", names[i]);
}

int main(int argc, char **argv)
{
    const char *peers[PEERS];
    size_t peer_count = 0;
    struct sigaction action = {.sa_handler = on_alarm};
    sigaction(SIGVTALRM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!read_options(argc, argv, peers, &peer_count))
        return usage();
    add_others();
    for (size_t i = 0; i < peer_count && options.families == 0; i++)
        add_peer(peers[i]);
    if (options.families > 0)
        measure_families();
    else
        measure_fixed();
    for (size_t i = 0; i < entrant_count; i++)
        peer_stop(entrants[i].peer);
    return EXIT_SUCCESS;
}

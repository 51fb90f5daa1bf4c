/*
 * differential: compares libjets with the oracle (fuzz/oracle) on generated replies (fuzz/gen.h).
 *
 *     differential [--seed N] [--from N] [--cases N] [--seconds N]
 *
 * Compared are: extract in one call; extract as the reply arrives, in random parts, with a verdict
 * on what `feed` says is settled; extract where memory is scarce; complete, in one call and in
 * parts; strings. On the first difference the reply is shrunk as long as the difference stays,
 * written as a C string with its options and both results, and the exit status is 1. Else one
 * line says how many cases agreed. 2: a usage error.
 */
#include "agree.h"
#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Shrinking ------------------------------------------------------------------------------- */

/* Tries the reply without the bytes from `from` to `to`; keeps that where the difference stays. */
static bool try_without(struct trial *t, const struct check *check, size_t from, size_t to)
{
    struct trial shorter = *t;

    shorter.len = t->len - (to - from);
    shorter.reply = malloc(shorter.len + 1);
    if (shorter.reply == NULL) {
        return false;
    }
    memcpy(shorter.reply, t->reply, from);
    memcpy(shorter.reply + from, t->reply + to, t->len - to);
    if (check->agrees(&shorter, NULL)) {
        free(shorter.reply);
        return false;
    }
    free(t->reply);
    *t = shorter;
    return true;
}

static bool drop_bytes(struct trial *t, const struct check *check)
{
    bool any = false;

    for (size_t size = t->len; size > 0; size = size == 1 ? 0 : (size + 1) / 2) {
        for (size_t from = 0; from + size <= t->len;) {
            if (try_without(t, check, from, from + size)) {
                any = true;
            } else {
                from++;
            }
        }
    }
    return any;
}

/* Puts plainer bytes for others. */
static bool plain_bytes(struct trial *t, const struct check *check)
{
    static const char plain[] = "x 1";
    bool any = false;

    for (size_t i = 0; i < t->len; i++) {
        unsigned char was = t->reply[i];

        for (size_t k = 0; k < sizeof plain - 1 && t->reply[i] == was; k++) {
            if (strchr(plain, was) != NULL && was != 0) {
                break;
            }
            t->reply[i] = (unsigned char)plain[k];
            if (check->agrees(t, NULL)) {
                t->reply[i] = was;
            }
        }
        any = any || t->reply[i] != was;
    }
    return any;
}

/* Sets one option to its default; returns whether it was another. */
static bool set_default(struct trial *t, int which)
{
    const struct trial was = *t;

    switch (which) {
    case 0: t->o.expect = ORACLE_CONTAINER; return was.o.expect != ORACLE_CONTAINER;
    case 1: t->o.select = ORACLE_ONLY; return was.o.select != ORACLE_ONLY;
    case 2: t->o.names = ORACLE_UNIQUE; return was.o.names != ORACLE_UNIQUE;
    case 3: t->o.reasoning = ORACLE_CLOSED; return was.o.reasoning != ORACLE_CLOSED;
    case 4: t->o.starts = ORACLE_AUTO; return was.o.starts != ORACLE_AUTO;
    case 5: t->o.limit = 0; return was.o.limit != 0;
    case 6: t->table = 0; return was.table != 0;
    default: t->parts = 0; return was.parts != 0;
    }
}

/* Takes options back to their defaults. */
static bool plain_options(struct trial *t, const struct check *check)
{
    bool any = false;

    for (int which = 0; which < 8; which++) {
        struct trial plainer = *t;

        if (set_default(&plainer, which) && !check->agrees(&plainer, NULL)) {
            *t = plainer;
            any = true;
        }
    }
    return any;
}

static void shrink(struct trial *t, const struct check *check)
{
    bool more = true;

    for (int rounds = 0; more && rounds < 20; rounds++) {
        more = plain_options(t, check);
        more = drop_bytes(t, check) || more;
        more = plain_bytes(t, check) || more;
    }
}

/* ---- Telling --------------------------------------------------------------------------------- */

/* As a C string, which is also a JSON string where the reply is ASCII without control characters.
 */
static void print_reply(const struct trial *t)
{
    putchar('"');
    for (size_t i = 0; i < t->len; i++) {
        unsigned char c = t->reply[i];

        if (c == '"' || c == '\\') {
            printf("\\%c", c);
        } else if (c == '\n') {
            printf("\\n");
        } else if (c >= 0x20 && c < 0x7F) {
            putchar(c);
        } else {
            printf("\\%03o", c);
        }
    }
    putchar('"');
    putchar('\n');
}

static void print_options(const struct trial *t)
{
    printf("  expect=%s select=%s names=%s reasoning=%s starts=%s depth=%zu table=%u parts=%u\n",
           jets_option_text("expect", t->o.expect), jets_option_text("select", t->o.select),
           jets_option_text("names", t->o.names), jets_option_text("reasoning", t->o.reasoning),
           jets_option_text("starts", t->o.starts), t->o.limit, t->table, t->parts);
}

static void report(struct trial *t, const struct check *check, unsigned long long seed,
                   unsigned long long number)
{
    printf("%s: seed %llu case %llu\n", check->name, seed, number);
    shrink(t, check);
    print_reply(t);
    print_options(t);
    check->agrees(t, stdout);
}

/* ---- The run --------------------------------------------------------------------------------- */

struct run {
    unsigned long long seed, from, cases, seconds;
};

static void choose_options(struct gen *g, struct trial *t)
{
    memset(&t->o, 0, sizeof t->o);
    t->table = 0;
    t->parts = gen_below(g, 1000);
    t->scarce = 1 + gen_below(g, 6);
    if (gen_below(g, 3) == 0) {
        return;
    }
    t->o.expect = gen_below(g, 4);
    t->o.select = gen_below(g, 2) == 0 ? ORACLE_ONLY : gen_below(g, 4);
    t->o.names = gen_below(g, 2);
    t->o.reasoning = gen_below(g, 2);
    t->o.starts = gen_below(g, 2) == 0 ? ORACLE_AUTO : gen_below(g, 3);
    t->o.limit = gen_below(g, 2) == 0 ? 0 : 1 + gen_below(g, 1 + gen_below(g, 20));
    t->table = gen_below(g, 3) == 0 ? gen_below(g, FUZZ_TABLES) : 0;
}

/* Spreads a number over all bits, so that seeds and cases next to each other have nothing in
 * common. */
static uint64_t mixed(uint64_t n)
{
    n = (n ^ n >> 32) * 0xd6e8feb86659fd93u;
    n = (n ^ n >> 32) * 0xd6e8feb86659fd93u;
    return n ^ n >> 32;
}

/* Returns whether all checks agree on this case. */
static bool run_case(struct gen *g, const struct run *run, unsigned long long number)
{
    struct trial t;

    memset(&t, 0, sizeof t);
    gen_seed(g, mixed(mixed(run->seed) + number));
    gen_reply(g);
    choose_options(g, &t);
    t.reply = fuzz_copy(g->reply, g->len);
    t.len = g->len;
    for (size_t i = 0; i < CHECK_COUNT; i++) {
        if (gen_below(g, checks[i].one_in) == 0 && !checks[i].agrees(&t, NULL)) {
            report(&t, &checks[i], run->seed, number);
            free(t.reply);
            return false;
        }
    }
    free(t.reply);
    return true;
}

static bool is_over(const struct run *run, unsigned long long number, time_t began)
{
    if (run->seconds == 0) {
        return number - run->from >= run->cases;
    }
    return number % 256 == 0 && time(NULL) - began >= (time_t)run->seconds;
}

static bool run_all(const struct run *run)
{
    struct gen g = {0};
    time_t began = time(NULL);
    unsigned long long number = run->from;
    bool same = true;

    while (same && !is_over(run, number, began)) {
        same = run_case(&g, run, number);
        number++;
    }
    gen_free(&g);
    if (same) {
        printf("differential: %llu cases agree (seed %llu)\n", number - run->from, run->seed);
    }
    return same;
}

static unsigned long long *member(struct run *run, const char *name)
{
    if (strcmp(name, "--seed") == 0) {
        return &run->seed;
    }
    if (strcmp(name, "--from") == 0) {
        return &run->from;
    }
    if (strcmp(name, "--cases") == 0) {
        return &run->cases;
    }
    return strcmp(name, "--seconds") == 0 ? &run->seconds : NULL;
}

static bool read_arguments(int argc, char **argv, struct run *run)
{
    for (int i = 1; i < argc; i += 2) {
        unsigned long long *value = member(run, argv[i]);
        char *end = NULL;

        if (value == NULL || i + 1 == argc) {
            return false;
        }
        *value = strtoull(argv[i + 1], &end, 10);
        if (end == argv[i + 1] || *end != '\0') {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    struct run run = {1, 0, 100000, 0};

    if (!read_arguments(argc, argv, &run)) {
        fprintf(stderr, "usage: differential [--seed N] [--from N] [--cases N] [--seconds N]\n");
        return 2;
    }
    return run_all(&run) ? 0 : 1;
}

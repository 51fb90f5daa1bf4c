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
#include "fuzz.h"
#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- One trial ------------------------------------------------------------------------------- */

/* A reply, the options, and how the comparison goes about it. */
struct trial {
    unsigned char *reply;
    size_t len;
    struct oracle_options o; /* pairs are filled in from `table` */
    unsigned table;
    unsigned parts;  /* seed of how the reply is cut into parts */
    unsigned scarce; /* which allocation fails, from 1; 0: none */
};

static struct oracle_options oracle_options_of(const struct trial *t)
{
    struct oracle_options o = t->o;

    if (t->table != 0) {
        o.pairs = fuzz_table(t->table)->pairs;
        o.pair_count = fuzz_table(t->table)->count;
    }
    return o;
}

static struct jets_options jets_options_of(const struct trial *t)
{
    struct jets_options o = {0};

    o.expect = (enum jets_expect)t->o.expect;
    o.select = (enum jets_select)t->o.select;
    o.names = (enum jets_names)t->o.names;
    o.reasoning = (enum jets_reasoning)t->o.reasoning;
    o.starts = (enum jets_starts)t->o.starts;
    o.depth = (unsigned)t->o.limit;
    o.markers = t->table == 0 ? NULL : &fuzz_table(t->table)->markers;
    return o;
}

static bool is_same(const struct oracle_result *a, const struct jets_result *b)
{
    return (a->reason == ORACLE_ANSWER ? JETS_VALUE : JETS_NONE) == b->status &&
           (int)a->reason == (int)b->reason && a->offset == b->offset && a->length == b->length &&
           (int)a->type == (int)b->type && a->candidates == b->candidates;
}

static void tell_results(FILE *out, const struct oracle_result *a, const struct jets_result *b)
{
    if (out == NULL) {
        return;
    }
    fprintf(out, "  oracle  %s %s offset %zu length %zu candidates %zu\n",
            jets_reason_text((enum jets_reason)a->reason), jets_type_text((enum jets_type)a->type),
            a->offset, a->length, a->candidates);
    fprintf(out, "  libjets %s %s offset %zu length %zu candidates %zu (status %d, rule %s)\n",
            jets_reason_text(b->reason), jets_type_text(b->type), b->offset, b->length,
            b->candidates, (int)b->status, jets_rule_text(b->rule));
}

/* How many bytes the next part has; from a small generator of its own, so that shrinking the reply
   changes little. Often one byte, never none. */
static size_t next_part(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    if ((*state >> 16) % 3 != 0) {
        return 1;
    }
    return 1 + (*state >> 20) % 13;
}

/* ---- Checks: each returns whether both sides agree, and tells where not ---------------------- */

static bool check_extract(const struct trial *t, FILE *out)
{
    struct oracle_options a_options = oracle_options_of(t);
    struct jets_options b_options = jets_options_of(t);
    struct oracle_result a = oracle_extract(t->reply, t->len, &a_options);
    struct jets_result b;
    bool same;

    jets_extract(t->reply, t->len, &b_options, &b);
    same = is_same(&a, &b);
    if (!same) {
        tell_results(out, &a, &b);
    }
    return same;
}

/* What feed calls settled is so: the reply may as well end here. */
static bool is_settled(const struct jets_extraction *x, const void *reply, size_t len,
                       const struct oracle_result *whole, FILE *out)
{
    struct jets_extraction copy = *x;
    struct jets_result b;

    jets_extract_finish(&copy, reply, len, &b);
    if (b.status == JETS_NONE && (int)b.reason == (int)whole->reason) {
        return true;
    }
    if (out != NULL) {
        fprintf(out, "  settled after %zu bytes\n", len);
    }
    tell_results(out, whole, &b);
    return false;
}

static bool check_feed(const struct trial *t, FILE *out)
{
    struct oracle_options a_options = oracle_options_of(t);
    struct jets_options b_options = jets_options_of(t);
    struct oracle_result a = oracle_extract(t->reply, t->len, &a_options);
    struct jets_extraction x;
    struct jets_result b;
    unsigned parts = t->parts;
    bool same = true;

    jets_extract_init(&x, &b_options);
    for (size_t fed = next_part(&parts); fed < t->len; fed += next_part(&parts)) {
        void *copy = fuzz_copy(t->reply, fed);
        bool settled = jets_extract_feed(&x, copy, fed);

        same = same && (!settled || is_settled(&x, copy, fed, &a, out));
        free(copy);
    }
    jets_extract_finish(&x, t->reply, t->len, &b);
    if (!is_same(&a, &b)) {
        tell_results(out, &a, &b);
        return false;
    }
    return same;
}

/* An allocator that fails once. */
struct scarce {
    unsigned left;
    size_t held;
};

static void *scarce_allocate(void *context, size_t size)
{
    struct scarce *scarce = context;

    if (scarce->left > 0 && --scarce->left == 0) {
        return NULL;
    }
    scarce->held += size;
    return malloc(size == 0 ? 1 : size);
}

static void scarce_release(void *context, void *memory, size_t size)
{
    struct scarce *scarce = context;

    scarce->held -= memory == NULL ? 0 : size;
    free(memory);
}

/* Without memory: the same result, or none for that reason; and nothing kept. */
static bool check_memory(const struct trial *t, FILE *out)
{
    struct oracle_options a_options = oracle_options_of(t);
    struct jets_options b_options = jets_options_of(t);
    struct oracle_result a = oracle_extract(t->reply, t->len, &a_options);
    struct scarce scarce = {t->scarce, 0};
    struct jets_result b;

    b_options.memory.allocate = scarce_allocate;
    b_options.memory.release = scarce_release;
    b_options.memory.context = &scarce;
    jets_extract(t->reply, t->len, &b_options, &b);
    if (scarce.held == 0 &&
        (is_same(&a, &b) || (b.reason == JETS_OUT_OF_MEMORY && b.status == JETS_NONE &&
                             (a.reason == ORACLE_ANSWER || a.reason == ORACLE_DUPLICATE_NAME)))) {
        return true;
    }
    if (out != NULL) {
        fprintf(out, "  allocation %u failed, %zu bytes kept\n", t->scarce, scarce.held);
    }
    tell_results(out, &a, &b);
    return false;
}

static bool check_complete(const struct trial *t, FILE *out)
{
    struct jets_completion c;
    unsigned parts = t->parts;
    unsigned depth = (unsigned)t->o.limit;
    bool a = oracle_complete(t->reply, t->len, t->o.limit);
    bool b = jets_complete(t->reply, t->len, depth);

    if (a != b) {
        if (out != NULL) {
            fprintf(out, "  oracle %d, libjets %d\n", a, b);
        }
        return false;
    }
    jets_complete_init(&c, depth);
    for (size_t fed = 0, part; fed < t->len; fed += part) {
        part = next_part(&parts);
        part = part > t->len - fed ? t->len - fed : part;
        a = oracle_complete(t->reply, fed + part, t->o.limit);
        b = jets_complete_feed(&c, t->reply + fed, part);
        if (a != b) {
            if (out != NULL) {
                fprintf(out, "  after %zu bytes: oracle %d, libjets %d\n", fed + part, a, b);
            }
            return false;
        }
    }
    return true;
}

/* Another call for the strings of an array gives the same bytes; with little memory, the same or
   none. `json` is what jets_strings wrote. */
static bool is_repeatable(const struct trial *t, const struct jets_result *first, const char *json,
                          size_t json_len)
{
    struct jets_options options = jets_options_of(t);
    struct scarce scarce = {t->scarce, 0};
    char *again = malloc(jets_strings_room(t->len));
    size_t len = 0;
    struct jets_result b;
    bool same;

    jets_strings_of(t->reply + first->offset, first->length, &options, again, &len, &b);
    same = b.status == JETS_VALUE && len == json_len && memcmp(again, json, len) == 0;
    options.memory.allocate = scarce_allocate;
    options.memory.release = scarce_release;
    options.memory.context = &scarce;
    jets_strings(t->reply, t->len, &options, again, &len, &b);
    same = same && scarce.held == 0;
    if (b.status == JETS_VALUE) {
        same = same && len == json_len && memcmp(again, json, len) == 0;
    } else {
        same = same && b.reason == JETS_OUT_OF_MEMORY && len == 0;
    }
    free(again);
    return same;
}

static void tell_strings(FILE *out, const struct oracle_strings *a, const char *json, size_t len)
{
    if (out != NULL) {
        fprintf(out, "  oracle  %.*s\n  libjets %.*s\n", (int)a->json_len,
                a->json == NULL ? "" : a->json, (int)len, json);
    }
}

static bool check_strings(const struct trial *t, FILE *out)
{
    struct oracle_options a_options = oracle_options_of(t);
    struct jets_options b_options = jets_options_of(t);
    struct oracle_strings a = oracle_strings(t->reply, t->len, &a_options);
    struct jets_result b;
    size_t len = 0;
    size_t rewritten_len = 0;
    char *json = malloc(jets_strings_room(t->len));
    char *rewritten = NULL;
    bool same;

    jets_strings(t->reply, t->len, &b_options, json, &len, &b);
    if (b.status == JETS_VALUE) {
        rewritten = oracle_rewrite_strings(json, len, &rewritten_len);
    }
    same = is_same(&a.result, &b) && len <= jets_strings_room(t->len) &&
           (a.json == NULL) == (rewritten == NULL) && rewritten_len == a.json_len &&
           (a.json == NULL || memcmp(a.json, rewritten, a.json_len) == 0) &&
           (a.json == NULL || is_repeatable(t, &b, json, len));
    if (!same) {
        tell_results(out, &a.result, &b);
        tell_strings(out, &a, json, len);
    }
    free(rewritten);
    free(json);
    free(a.json);
    return same;
}

struct check {
    const char *name;
    bool (*agrees)(const struct trial *t, FILE *out);
    unsigned one_in; /* how often it is made */
};

static const struct check checks[] = {
    {"extract", check_extract, 1},   {"feed", check_feed, 2},       {"memory", check_memory, 8},
    {"complete", check_complete, 4}, {"strings", check_strings, 4},
};
#define CHECK_COUNT (sizeof checks / sizeof checks[0])

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

#include "agree.h"

#include <stdlib.h>
#include <string.h>

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
    struct jets_options o = {.feed_block = 1};

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

const struct check checks[CHECK_COUNT] = {
    {"extract", check_extract, 1, SIZE_MAX}, {"feed", check_feed, 2, 1024},
    {"memory", check_memory, 8, SIZE_MAX},   {"complete", check_complete, 4, 256},
    {"strings", check_strings, 4, SIZE_MAX},
};

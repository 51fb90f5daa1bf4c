/*
 * The mutator of replies, for either engine: libFuzzer finds it linked in, AFL++ loads it as a
 * library (AFL_CUSTOM_MUTATOR_LIBRARY). It changes a reply as the generator's grammar has it
 * (conformance/src/gen.h), and at times its options; what the trailer says is kept else. A third of
 * libFuzzer's mutations stay its own; AFL++ makes its own beside these.
 */
#include "fuzz.h"
#include "gen.h"

#include <stdlib.h>
#include <string.h>

/* ---- Input: a reply, and behind it a trailer, if there is one -------------------------------- */

struct parts {
    size_t len;                          /* of the reply */
    unsigned char trailer[FUZZ_TRAILER]; /* zero where there is none */
    bool has_trailer;
};

static struct parts take_apart(const uint8_t *data, size_t size)
{
    struct parts parts = {size, {0}, false};

    if (size >= FUZZ_TRAILER && data[size - 1] == FUZZ_TRAILER_END) {
        parts.len = size - FUZZ_TRAILER;
        parts.has_trailer = true;
        memcpy(parts.trailer, data + parts.len, FUZZ_TRAILER);
    }
    return parts;
}

/* Small numbers more often: every option has few values. */
static void change_option(struct gen *g, struct parts *parts)
{
    unsigned which = gen_below(g, FUZZ_TRAILER - 1);

    parts->trailer[which] = (unsigned char)gen_below(g, gen_below(g, 3) == 0 ? 256 : 5);
    parts->trailer[FUZZ_TRAILER - 1] = FUZZ_TRAILER_END;
    parts->has_trailer = true;
}

/* Puts the reply and the trailer, where both fit, into data; at least a byte, for an engine takes
 * an empty input for a mistake. max is at least 1. */
static size_t put_together(const struct gen *g, const struct parts *parts, uint8_t *data,
                           size_t max)
{
    size_t size = g->len;

    memcpy(data, g->reply, size);
    if (size == 0)
        data[size++] = ' ';
    if (parts->has_trailer && max - size >= FUZZ_TRAILER) {
        memcpy(data + size, parts->trailer, FUZZ_TRAILER);
        size += FUZZ_TRAILER;
    }
    return size;
}

/* The reply may take what the trailer leaves. */
static size_t room(size_t max)
{
    return max > FUZZ_TRAILER ? max - FUZZ_TRAILER : max;
}

/* ---- Mutations ------------------------------------------------------------------------------- */

static void mutate_reply(struct gen *g, const uint8_t *data, const struct parts *parts)
{
    if (gen_below(g, 7) == 0) {
        gen_reply(g);
        return;
    }
    gen_load(g, data, parts->len);
    for (unsigned n = 1 + gen_below(g, 3); n > 0; n--)
        gen_mutate(g);
}

static size_t mutate(struct gen *g, const uint8_t *data, size_t size, uint8_t *out, size_t max)
{
    struct parts parts = take_apart(data, size);

    mutate_reply(g, data, &parts);
    if (gen_below(g, 8) == 0)
        change_option(g, &parts);
    return put_together(g, &parts, out, max);
}

static size_t splice(struct gen *g, const uint8_t *a, size_t a_size, const uint8_t *b,
                     size_t b_size, uint8_t *out, size_t max)
{
    struct parts a_parts = take_apart(a, a_size);
    struct parts b_parts = take_apart(b, b_size);

    gen_splice(g, a, a_parts.len, b, b_parts.len);
    return put_together(g, gen_below(g, 2) == 0 ? &a_parts : &b_parts, out, max);
}

/* ---- libFuzzer ------------------------------------------------------------------------------- */

/* The engine's own; not there in the library for AFL++. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed);

static struct gen linked;

static void begin_linked(unsigned seed, size_t max)
{
    linked.max = room(max);
    gen_seed(&linked, seed);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    if (max == 0)
        return 0;
    begin_linked(seed, max);
    if (LLVMFuzzerMutate != NULL && gen_below(&linked, 3) == 0)
        return LLVMFuzzerMutate(data, size, max);
    return mutate(&linked, data, size, data, max);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed)
{
    if (max == 0)
        return 0;
    begin_linked(seed, max);
    return splice(&linked, a, a_size, b, b_size, out, max);
}

/* ---- AFL++ ----------------------------------------------------------------------------------- */

struct mutator {
    struct gen g;
    uint64_t seed, calls;
    unsigned char *out;
    size_t out_size;
};

void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(struct mutator *m, unsigned char *data, size_t size, unsigned char **out,
                       unsigned char *other, size_t other_size, size_t max);
void afl_custom_deinit(struct mutator *m);

void *afl_custom_init(void *afl, unsigned seed)
{
    struct mutator *m = calloc(1, sizeof *m);

    (void)afl;
    if (m != NULL)
        m->seed = (uint64_t)seed << 32;
    return m;
}

/* Returns 0, on which AFL++ goes on, where there is no memory. */
size_t afl_custom_fuzz(struct mutator *m, unsigned char *data, size_t size, unsigned char **out,
                       unsigned char *other, size_t other_size, size_t max)
{
    if (max == 0)
        return 0;
    if (m->out_size < max) {
        unsigned char *bigger = realloc(m->out, max);

        if (bigger == NULL)
            return 0;
        m->out = bigger;
        m->out_size = max;
    }
    m->g.max = room(max);
    gen_seed(&m->g, m->seed + m->calls++);
    *out = m->out;
    if (other != NULL && gen_below(&m->g, 6) == 0)
        return splice(&m->g, data, size, other, other_size, m->out, max);
    return mutate(&m->g, data, size, m->out, max);
}

void afl_custom_deinit(struct mutator *m)
{
    gen_free(&m->g);
    free(m->out);
    free(m);
}

/*
 * fuzz_vector: each way that this machine has to run the library's inner loops comes to what the
 * portable one comes to, byte for byte. The input, behind up to 320 bytes of filler so that every
 * token of it meets the edge of a block, is laid at an alignment from 0 to 63 with nothing behind
 * it, and then: prose stops at the same place, from every place near an edge; a value is read to
 * the same place, state and stack, at once, cut in two at any byte near an edge, and byte by byte;
 * each string of a value that is whole ends at the same place; and an extraction, in one call and
 * fed in parts, has the same result and the same events. Where `extra` is 0, short inputs are laid
 * at all alignments behind no filler.
 */
#define _POSIX_C_SOURCE 200112L

#include "fuzz.h"

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, FILLERS = 320, NEAR_EDGE = 2, SHORT = 160, BYTEWISE = 640, EVENTS = 4000 };

/* A text at its place: nothing stands behind it, and `align` bytes in front. */
struct laid {
    unsigned char *block; /* owned */
    const unsigned char *text;
    size_t len;
};

static struct laid lay(const unsigned char *text, size_t len, size_t align)
{
    struct laid l = {.len = len};
    void *block;

    CHECK(posix_memalign(&block, BLOCK, align + len + (align + len == 0)) == 0, "out of memory");
    l.block = block;
    if (len > 0)
        memcpy(l.block + align, text, len);
    l.text = l.block + align;
    return l;
}

/* Places worth a try: those near an edge of a block of the text, its beginning and its end. Of a
   long text fewer, since each costs as much as the text is long. */
static bool is_near_edge(size_t at, size_t len)
{
    size_t block = len > SHORT ? BLOCK : BLOCK / 4;

    return at % block < NEAR_EDGE || at % block > block - NEAR_EDGE || at < 4 || len - at < 4;
}

/* ---- prose ----------------------------------------------------------------------------------- */

static void check_prose(const struct jets_path *path, const struct jets_markers *m,
                        const struct laid *l)
{
    for (size_t from = 0; from <= l->len; from++) {
        size_t wanted;
        size_t got;

        if (!is_near_edge(from, l->len))
            continue;
        wanted = jets_path_portable.prose_end(m, l->text, from, l->len);
        got = path->prose_end(m, l->text, from, l->len);
        CHECK(got == wanted, "%s: prose from %zu of %zu stops at %zu, not %zu", path->name, from,
              l->len, got, wanted);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

static void check_state(const struct jets_path *path, const struct jets_value *a,
                        const struct jets_value *b, size_t cut)
{
    CHECK(a->depth == b->depth && a->limit == b->limit && a->state == b->state &&
              a->aux == b->aux && a->name == b->name && a->holds == b->holds,
          "%s: state %d at depth %u, not %d at %u (cut at %zu)", path->name, b->state,
          (unsigned)b->depth, a->state, (unsigned)a->depth, cut);
    for (unsigned i = 0; i < a->depth; i++)
        CHECK(bit_get(a->object, i) == bit_get(b->object, i), "%s: level %u (cut at %zu)",
              path->name, i, cut);
}

/* Both read on, up to len. Returns whether the value goes on. */
static bool read_on(const struct jets_path *path, struct jets_value *a, struct jets_value *b,
                    const struct laid *l, size_t *at, size_t len)
{
    size_t b_at = *at;
    enum value_step wanted = jets_path_portable.value_read(a, l->text, at, len);
    enum value_step got = path->value_read(b, l->text, &b_at, len);

    CHECK(got == wanted && b_at == *at, "%s: step %d at %zu, not %d at %zu (of %zu)", path->name,
          (int)got, b_at, (int)wanted, *at, len);
    check_state(path, a, b, len);
    return wanted == VALUE_MORE;
}

/* Reads text[from..) in two parts; in one where cut is len. */
static void read_cut(const struct jets_path *path, const struct laid *l, unsigned limit,
                     size_t from, size_t cut)
{
    struct jets_value a;
    struct jets_value b;
    size_t at = from;

    fuzz_poison(&a, sizeof a);
    fuzz_poison(&b, sizeof b);
    value_init(&a, limit);
    value_init(&b, limit);
    if (read_on(path, &a, &b, l, &at, cut) && cut < l->len)
        read_on(path, &a, &b, l, &at, l->len);
}

/* Each string of a whole value, from its beginning and from places inside it. */
static void check_strings(const struct jets_path *path, const struct laid *l, size_t from,
                          size_t to)
{
    for (size_t i = from; i < to; i++) {
        bool a_escaped = false;
        bool b_escaped = false;
        size_t wanted;
        size_t got;

        if (l->text[i] != '"')
            continue;
        wanted = jets_path_portable.string_end(l->text, i + 1, l->len, &a_escaped);
        got = path->string_end(l->text, i + 1, l->len, &b_escaped);
        CHECK(got == wanted && a_escaped == b_escaped,
              "%s: the string at %zu ends at %zu (%d), not %zu (%d)", path->name, i, got, b_escaped,
              wanted, a_escaped);
        i = wanted - 1;
    }
}

static void check_value(const struct jets_path *path, const struct laid *l, unsigned limit)
{
    size_t openers = 0;

    read_cut(path, l, limit, 0, l->len);
    for (size_t from = 0; from < l->len && openers < 4; from++) {
        size_t end;

        if (l->text[from] != '{' && l->text[from] != '[' && l->text[from] != '"')
            continue;
        openers++;
        end = fuzz_value_end(l->text, l->len, from, limit);
        read_cut(path, l, limit, from, l->len);
        for (size_t cut = from; openers < 3 && cut <= l->len; cut++)
            if (is_near_edge(cut, l->len))
                read_cut(path, l, limit, from, cut);
        if (end != 0)
            check_strings(path, l, from, end);
        from = end != 0 ? end - 1 : from;
    }
}

static void check_bytes(const struct jets_path *path, const struct laid *l, unsigned limit)
{
    struct jets_value a;
    struct jets_value b;
    size_t at = 0;

    value_init(&a, limit);
    value_init(&b, limit);
    for (size_t len = 1; len <= l->len && read_on(path, &a, &b, l, &at, len); len++)
        ;
}

/* ---- extractions ----------------------------------------------------------------------------- */

/* What an extraction came to. */
struct run {
    struct jets_result result;
    struct jets_event events[EVENTS];
    size_t count;
};

static void note(void *context, const struct jets_event *event)
{
    struct run *run = context;

    if (run->count < EVENTS)
        run->events[run->count] = *event;
    run->count++;
}

/* In parts of random size, or in one where `parts` is 0. */
static void extract(const struct jets_path *path, const struct fuzz_input *input,
                    const struct laid *l, unsigned parts, struct run *run)
{
    struct jets_options o = input->options;
    struct jets_extraction x;
    uint64_t state = parts;
    size_t fed = 0;

    o.trace = note;
    o.trace_context = run;
    run->count = 0;
    jets_extract_init(&x, &o);
    x.path = path;
    while (parts != 0 && fed < l->len) {
        jets_extract_feed(&x, l->text, fed);
        fed += 1 + fuzz_below(&state, 1 + fuzz_below(&state, 100));
    }
    fuzz_poison(&run->result, sizeof run->result);
    jets_extract_finish(&x, l->text, l->len, &run->result);
}

static bool same_event(const struct jets_event *a, const struct jets_event *b)
{
    return a->kind == b->kind && a->rule == b->rule && a->offset == b->offset &&
           a->length == b->length && a->type == b->type && a->fenced == b->fenced &&
           a->piece == b->piece && a->depth == b->depth;
}

static void check_extraction(const struct jets_path *path, const struct fuzz_input *input,
                             const struct laid *l, unsigned parts)
{
    static struct run a;
    static struct run b;

    extract(&jets_path_portable, input, l, parts, &a);
    extract(path, input, l, parts, &b);
    CHECK(fuzz_same(&a.result, &b.result), "%s: %s, portable: %s", path->name, fuzz_tell(&b.result),
          fuzz_tell(&a.result));
    CHECK(a.count == b.count, "%s: %zu events, not %zu", path->name, b.count, a.count);
    for (size_t i = 0; i < a.count && i < EVENTS; i++)
        CHECK(same_event(&a.events[i], &b.events[i]), "%s: event %zu of %zu", path->name, i,
              a.count);
}

/* ---- the input ------------------------------------------------------------------------------- */

static void check_path(const struct jets_path *path, const struct fuzz_input *input,
                       const struct laid *l)
{
    const struct jets_markers *m =
        input->options.markers != NULL ? input->options.markers : jets_markers_default();
    unsigned limit = input->options.depth != 0 ? input->options.depth : JETS_DEPTH_DEFAULT;

    check_prose(path, m, l);
    check_value(path, l, limit);
    if (l->len <= BYTEWISE)
        check_bytes(path, l, limit);
    check_extraction(path, input, l, 0);
    check_extraction(path, input, l, 1 + input->extra);
}

/* By all paths where `extra` is 0, else by one of them. */
static void check_laid(const struct fuzz_input *input, const struct laid *l)
{
    unsigned count = 0;

    while (path_number(count) != &jets_path_portable)
        count++;
    for (unsigned n = 0; n < count; n++)
        if (input->extra == 0 || input->extra % count == n)
            check_path(path_number(n), input, l);
}

static void check_at(const struct fuzz_input *input, const unsigned char *text, size_t len,
                     size_t align)
{
    struct laid l = lay(text, len, align);

    check_laid(input, &l);
    free(l.block);
}

/* Behind filler that prose, white space, a string or a number is made of. */
static void check_filled(const struct fuzz_input *input)
{
    static const char fillers[] = "x \"1";
    size_t front = input->extra / 4 % FILLERS;
    unsigned char *text = fuzz_allocate(front + input->len);

    memset(text, fillers[input->extra % 4], front);
    if (front > 1 && input->extra % 4 == 2)
        memset(text + 1, 'a', front - 1);
    memcpy(text + front, input->reply, input->len);
    check_at(input, text, front + input->len, input->extra / 7 % BLOCK);
    free(text);
}

static void begin(void)
{
    static bool begun;

    if (!begun && path_number(0) == &jets_path_portable)
        fprintf(stderr,
                "fuzz_vector: this build has the portable path alone: nothing to compare\n");
    begun = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;

    begin();
    fuzz_read(&input, data, size);
    if (input.extra != 0)
        check_filled(&input);
    else
        for (size_t align = 0; align < (input.len <= SHORT ? (size_t)BLOCK : 1); align++)
            check_at(&input, input.reply, input.len, align);
    fuzz_free(&input);
    return 0;
}

/*
 * fuzz_limits: a tighter limit only refuses. Where extract, complete or strings give an answer
 * under a depth limit, under every lower one they give the same answer, byte for byte, or none
 * (`too-deep`); where they give none, they still give none. names=unique is such a limit on
 * names=any, with its own reason. And memory: with the first, second, ... allocation failing, once
 * or from then on, the library and the runner's reading and comparing of values give the result
 * that they give with memory, or say that there was none; everything taken is given back.
 */
#include "fuzz.h"
#include "model.h"

#include "answer.h"

#include <stdlib.h>
#include <string.h>

/* ---- depth and names ------------------------------------------------------------------------- */

struct both {
    struct jets_result result;
    char *out; /* of strings; NULL for extract */
    size_t len;
};

static struct both run(const struct fuzz_input *input, const struct jets_options *o, bool strings)
{
    struct both b = {.out = NULL};

    fuzz_poison(&b.result, sizeof b.result);
    if (strings) {
        b.out = fuzz_allocate(jets_strings_room(input->len));
        jets_strings(input->reply, input->len, o, b.out, &b.len, &b.result);
    } else {
        jets_extract(input->reply, input->len, o, &b.result);
    }
    return b;
}

/* An answer that stays is the same; nothing else becomes one. */
static void check_tighter(const struct both *loose, const struct both *tight,
                          enum jets_reason reason, const char *what)
{
    const struct jets_result *a = &loose->result;
    const struct jets_result *b = &tight->result;

    if (b->status == JETS_VALUE) {
        CHECK(a->status == JETS_VALUE && a->offset == b->offset && a->length == b->length &&
                  loose->len == tight->len &&
                  (loose->len == 0 || memcmp(loose->out, tight->out, loose->len) == 0),
              "%s, tighter: %s, before: %s", what, fuzz_tell(b), fuzz_tell(a));
    } else {
        CHECK(b->status == JETS_NONE && (a->status == JETS_NONE || b->reason == reason),
              "%s, tighter: %s, before: %s", what, fuzz_tell(b), fuzz_tell(a));
    }
}

static void check_against(const struct fuzz_input *input, const struct jets_options *loose,
                          const struct jets_options *tight, enum jets_reason reason,
                          const char *what)
{
    for (int strings = 0; strings < 2; strings++) {
        struct both a = run(input, loose, strings != 0);
        struct both b = run(input, tight, strings != 0);

        check_tighter(&a, &b, reason, what);
        free(a.out);
        free(b.out);
    }
}

static void check_depth(const struct fuzz_input *input, unsigned depth, unsigned less)
{
    struct jets_options loose = input->options;
    struct jets_options tight = input->options;

    loose.depth = depth;
    tight.depth = less;
    check_against(input, &loose, &tight, JETS_TOO_DEEP, "depth");
    CHECK(jets_complete(input->reply, input->len, depth) ||
              !jets_complete(input->reply, input->len, less),
          "complete at depth %u and not at %u", less, depth);
}

/* One lower depth, and where `extra` is 0 more of them, from the input's down: each of the lowest,
   which replies of fuzzers reach. */
static void check_depths(const struct fuzz_input *input)
{
    unsigned depth = input->options.depth == 0 ? JETS_DEPTH_DEFAULT : input->options.depth;

    if (depth > 1)
        check_depth(input, depth, 1 + input->extra % (depth > 16 ? 16 : depth - 1));
    while (depth > 1 && input->extra == 0) {
        unsigned less = depth > 8 ? depth / 2 : depth - 1;

        check_depth(input, depth, less);
        depth = less;
    }
}

static void check_names(const struct fuzz_input *input)
{
    struct jets_options loose = input->options;
    struct jets_options tight = input->options;

    loose.names = JETS_NAMES_ANY;
    tight.names = JETS_NAMES_UNIQUE;
    check_against(input, &loose, &tight, JETS_DUPLICATE_NAME, "names");
}

/* ---- memory of the library ------------------------------------------------------------------- */

/* Returns whether an allocation failed. */
static bool check_scarce(const struct fuzz_input *input, unsigned fail_at, bool forever,
                         bool strings, const struct both *rich)
{
    struct fuzz_memory memory = {.fail_at = fail_at, .forever = forever};
    struct jets_options o = input->options;
    struct both poor;
    bool failed;

    fuzz_memory_use(&memory, &o);
    poor = run(input, &o, strings);
    failed = memory.calls >= fail_at;
    if (poor.result.reason == JETS_OUT_OF_MEMORY)
        CHECK(failed && poor.result.status == JETS_NONE && poor.result.offset == 0 &&
                  poor.result.length == 0 && poor.len == 0,
              "out of memory: %s", fuzz_tell(&poor.result));
    else
        CHECK(fuzz_same(&poor.result, &rich->result) && poor.len == rich->len &&
                  (poor.len == 0 || memcmp(poor.out, rich->out, poor.len) == 0),
              "allocation %u fails: %s, else: %s", fail_at, fuzz_tell(&poor.result),
              fuzz_tell(&rich->result));
    CHECK(memory.held == 0, "%zu bytes are not given back", memory.held);
    free(poor.out);
    return failed;
}

static void check_library_memory(const struct fuzz_input *input)
{
    for (int strings = 0; strings < 2; strings++) {
        struct both rich = run(input, &input->options, strings != 0);
        unsigned fail_at = 1;

        CHECK(rich.result.reason != JETS_OUT_OF_MEMORY, "there is memory");
        while (check_scarce(input, fail_at, false, strings != 0, &rich) &&
               check_scarce(input, fail_at, true, strings != 0, &rich))
            fail_at++;
        free(rich.out);
    }
}

/* ---- memory of the runner's reader ----------------------------------------------------------- */

/* fuzz.mk has the linker put these in the way of malloc and its kin. Where it is linked otherwise,
   nothing ever fails here. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

/* Which allocation is to fail, counted down; 0: none. After that all of them, where `forever`. */
static unsigned long fail_in;
static bool forever_out;
static bool has_failed;

static bool fails(void)
{
    bool now = fail_in == 1 || (fail_in == 0 && forever_out && has_failed);

    fail_in -= fail_in > 0;
    has_failed = has_failed || now;
    return now;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

/* What the runner says of a reply: is it a value, is it equal to itself, is it a slice of itself.
 */
struct opinion {
    enum answer_status read, equal;
    bool same;
    enum answer_slice slice;
};

static struct opinion ask_runner(const struct fuzz_input *input, unsigned long fail_at,
                                 bool forever)
{
    struct opinion o = {.equal = ANSWER_NO_MEMORY, .slice = ANSWER_SLICE_UNKNOWN};
    struct answer a;

    has_failed = false;
    forever_out = forever;
    fail_in = fail_at;
    o.read = answer_read(&a, input->reply, input->len, UINT32_MAX, NULL);
    if (o.read == ANSWER_OK) {
        o.equal = answer_equal(&a, &a, &o.same);
        o.slice = answer_slice_of(&a, input->reply, input->len);
    }
    fail_in = 0;
    forever_out = false;
    answer_free(&a);
    return o;
}

static void check_runner_memory(const struct fuzz_input *input)
{
    struct opinion rich = ask_runner(input, 0, false);

    for (unsigned long at = 1; at < 200; at++) {
        struct opinion poor = ask_runner(input, at, at % 2 == 0);

        if (!has_failed)
            return;
        CHECK(poor.read == rich.read || poor.read == ANSWER_NO_MEMORY, "allocation %lu: read %d",
              at, poor.read);
        if (poor.read != ANSWER_OK)
            continue;
        CHECK(poor.equal == ANSWER_NO_MEMORY ||
                  (poor.equal == rich.equal && poor.same == rich.same),
              "allocation %lu: equal %d, %d", at, poor.equal, poor.same);
        CHECK(poor.slice == rich.slice || poor.slice == ANSWER_SLICE_NO_MEMORY,
              "allocation %lu: slice %d", at, poor.slice);
        CHECK(poor.equal != ANSWER_NO_MEMORY || !poor.same, "allocation %lu: equal, unread", at);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;

    fuzz_read(&input, data, size);
    check_depths(&input);
    check_names(&input);
    if (input.extra % 4 == 0)
        check_library_memory(&input);
    if (input.extra % 16 == 0)
        check_runner_memory(&input);
    fuzz_free(&input);
    return 0;
}

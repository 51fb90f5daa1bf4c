/* See fuzz.h: failing, copies, memory, results in words, randomness. */
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fuzz_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fprintf(stderr, "\nproperty failed: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, " (%s:%d)\n", file, line);
    va_end(arguments);
    abort();
}

void *fuzz_allocate(size_t size)
{
    void *memory = malloc(size == 0 ? 1 : size);

    if (memory == NULL) {
        fprintf(stderr, "fuzz: no memory for %zu bytes\n", size);
        abort();
    }
    return memory;
}

/* A block of one byte stands in for one of none, whose address malloc may leave out; the copy of
   nothing then points behind it. */
void *fuzz_copy(const void *bytes, size_t len)
{
    void *copy = fuzz_allocate(len);

    if (len > 0)
        memcpy(copy, bytes, len);
    return copy;
}

void fuzz_poison(void *output, size_t size)
{
    memset(output, 0xA5, size);
}

bool fuzz_same(const struct jets_result *a, const struct jets_result *b)
{
    return a->status == b->status && a->reason == b->reason && a->offset == b->offset &&
           a->length == b->length && a->type == b->type && a->rule == b->rule &&
           a->candidates == b->candidates;
}

const char *fuzz_tell(const struct jets_result *result)
{
    static char texts[4][160];
    static unsigned next;
    char *text = texts[next++ % 4];

    snprintf(text, sizeof texts[0], "status %d, %s, %s, %zu+%zu, by %s, %zu candidates",
             (int)result->status, jets_reason_text(result->reason), jets_type_text(result->type),
             result->offset, result->length, jets_rule_text(result->rule), result->candidates);
    return text;
}

static void *allocate(void *context, size_t size)
{
    struct fuzz_memory *memory = context;

    memory->calls++;
    if (memory->fail_at != 0 &&
        (memory->forever ? memory->calls >= memory->fail_at : memory->calls == memory->fail_at))
        return NULL;
    memory->held += size;
    return malloc(size == 0 ? 1 : size);
}

static void release(void *context, void *block, size_t size)
{
    struct fuzz_memory *memory = context;

    if (block != NULL) {
        CHECK(memory->held >= size, "what is given back was taken: %zu bytes of %zu", size,
              memory->held);
        memory->held -= size;
    }
    free(block);
}

void fuzz_memory_use(struct fuzz_memory *memory, struct jets_options *options)
{
    options->memory.allocate = allocate;
    options->memory.release = release;
    options->memory.context = memory;
}

unsigned fuzz_below(uint64_t *state, unsigned n)
{
    uint64_t mixed;

    *state += 0x9E3779B97F4A7C15u;
    mixed = (*state ^ *state >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return (unsigned)((mixed ^ mixed >> 31) % n);
}

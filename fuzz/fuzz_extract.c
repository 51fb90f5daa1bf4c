/*
 * fuzz_extract: one call fails closed. Its result is none with a reason, or a span inside the reply
 * that by itself is one strict value (by a reader of its own), of the type that was expected,
 * nested no deeper than the limit, and is found again in itself. Nothing that was read as prose in
 * front of the answer is a value that holds it, and every opening bracket of the reply is accounted
 * for. The same call gives the same a second time, with a trace as without, from another address;
 * the trace agrees with the result; the reply is left as it was.
 */
#include "fuzz.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

static bool admits(enum jets_expect expect, enum jets_type type)
{
    switch (expect) {
    case JETS_EXPECT_CONTAINER: return type == JETS_OBJECT || type == JETS_ARRAY;
    case JETS_EXPECT_OBJECT: return type == JETS_OBJECT;
    case JETS_EXPECT_ARRAY: return type == JETS_ARRAY;
    default: return type != JETS_TYPE_NONE;
    }
}

static enum jets_type type_of(unsigned char first)
{
    switch (first) {
    case '{': return JETS_OBJECT;
    case '[': return JETS_ARRAY;
    case '"': return JETS_STRING;
    case 't':
    case 'f': return JETS_BOOLEAN;
    case 'n': return JETS_NULL;
    default: return JETS_NUMBER;
    }
}

static void check_none(const struct jets_result *r)
{
    CHECK(r->reason >= JETS_EMPTY && r->reason <= JETS_DUPLICATE_NAME,
          "none has a reason, and memory does not run out: %s", fuzz_tell(r));
    CHECK(r->offset == 0 && r->length == 0 && r->type == JETS_TYPE_NONE,
          "none has no span and no type: %s", fuzz_tell(r));
}

/* An answer is an answer by itself, too: R1 finds it there. */
static void check_again(const struct fuzz_input *in, const struct jets_result *r)
{
    unsigned char *answer = fuzz_copy(in->reply + r->offset, r->length);
    struct jets_result self;

    fuzz_poison(&self, sizeof self);
    jets_extract(answer, r->length, &in->options, &self);
    CHECK(self.status == JETS_VALUE && self.offset == 0 && self.length == r->length &&
              self.type == r->type && self.rule == JETS_R1 && self.candidates == 1,
          "an answer is the answer of itself: %s, then %s", fuzz_tell(r), fuzz_tell(&self));
    free(answer);
}

static void check_value(const struct fuzz_input *in, const struct jets_result *r)
{
    const unsigned char *answer = in->reply + r->offset;

    CHECK(r->reason == JETS_REASON_NOTHING, "an answer has no reason: %s", fuzz_tell(r));
    CHECK(r->length > 0 && r->offset <= in->len && r->length <= in->len - r->offset,
          "an answer is a span of the reply: %s of %zu", fuzz_tell(r), in->len);
    CHECK(fuzz_is_value(answer, r->length, in->options.depth),
          "an answer is one strict value within the depth limit: %s", fuzz_tell(r));
    CHECK(r->type == type_of(answer[0]), "the type is the value's: %s", fuzz_tell(r));
    CHECK(admits(in->options.expect, r->type), "the type is an expected one: %s", fuzz_tell(r));
    CHECK(r->candidates > 0, "an answer was a candidate: %s", fuzz_tell(r));
    check_again(in, r);
}

static void check_words(const struct jets_result *r)
{
    CHECK(r->status == JETS_VALUE || r->status == JETS_NONE, "the options are good: %s",
          fuzz_tell(r));
    CHECK(strcmp(jets_reason_text(r->reason), "?") != 0 &&
              strcmp(jets_type_text(r->type), "?") != 0 &&
              strcmp(jets_rule_text(r->rule), "?") != 0 && r->rule != JETS_RULE_NONE,
          "every word of a result is a known one: %s", fuzz_tell(r));
}

/* From an address with another alignment, with memory that counts, and with a trace. */
static void check_repeated(struct fuzz_input *in, const struct jets_result *first)
{
    size_t shift = 1 + in->extra % 15;
    unsigned char *block = fuzz_allocate(in->len + shift);
    struct jets_options options = in->options;
    struct fuzz_memory memory = {0};
    struct trace trace = {0};
    struct jets_result r;

    if (in->len > 0)
        memcpy(block + shift, in->reply, in->len);
    fuzz_memory_use(&memory, &options);
    trace_use(&trace, &options);
    fuzz_poison(&r, sizeof r);
    CHECK(jets_extract(block + shift, in->len, &options, &r) == r.status,
          "what is returned is the status");
    CHECK(fuzz_same(first, &r), "the same reply gives the same result: %s, then %s",
          fuzz_tell(first), fuzz_tell(&r));
    CHECK(memory.held == 0, "memory is given back: %zu bytes are not", memory.held);
    trace_check(&trace, in, &r);
    trace_free(&trace);
    free(block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in;
    struct jets_result r;

    fuzz_read(&in, data, size);
    fuzz_poison(&r, sizeof r);
    jets_extract(in.reply, in.len, &in.options, &r);
    CHECK(in.len == 0 || memcmp(in.reply, data, in.len) == 0, "the reply is left as it was");
    check_words(&r);
    if (r.status == JETS_VALUE)
        check_value(&in, &r);
    else
        check_none(&r);
    check_repeated(&in, &r);
    fuzz_free(&in);
    return 0;
}

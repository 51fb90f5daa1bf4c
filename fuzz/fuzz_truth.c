/*
 * fuzz_truth: the generator hid an answer in the reply, or made sure that there is none, and the
 * library finds what it hid. Both ways: not only is no wrong answer given, the right one is not
 * refused, and none has the reason that the rules name first. The same for `complete`, and for the
 * reply as it arrives in two parts. The input's bytes are the generator's choices
 * (conformance/src/gen_truth.h), the last eight of them the seed for those that no byte is left
 * for; so an engine that changes a byte changes what is composed, and every input is a valid one.
 */
#include "fuzz.h"
#include "gen_truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 8, TAPE_MAX = 40 };

static struct gen generator;

static void begin(const uint8_t *data, size_t size)
{
    uint64_t seed = 0;
    size_t tail = size < SEED ? size : SEED;

    for (size_t i = size - tail; i < size; i++)
        seed = seed << 8 | data[i];
    gen_seed(&generator, seed);
    gen_tape(&generator, data, size - tail);
}

static void convert(const struct gen_options *from, struct jets_options *to)
{
    memset(to, 0, sizeof *to);
    to->expect = (enum jets_expect)from->value[GEN_EXPECT];
    to->select = (enum jets_select)from->value[GEN_SELECT];
    to->names = (enum jets_names)from->value[GEN_NAMES_OPTION];
    to->reasoning = (enum jets_reasoning)from->value[GEN_REASONING_OPTION];
    to->starts = (enum jets_starts)from->value[GEN_STARTS];
    to->depth = from->depth;
    to->feed_block = 1;
}

/* Where the truth is missed, the reply itself is wanted: the input shows only choices. */
static void tell_reply(const unsigned char *reply, size_t len, const struct jets_options *o)
{
    fprintf(stderr, "reply of %zu bytes under expect=%s select=%s names=%s reasoning=%s starts=%s",
            len, jets_option_text("expect", o->expect), jets_option_text("select", o->select),
            jets_option_text("names", o->names), jets_option_text("reasoning", o->reasoning),
            jets_option_text("starts", o->starts));
    fprintf(stderr, " depth=%u:\n", o->depth);
    for (size_t i = 0; i < len; i++) {
        if (reply[i] >= 0x20 && reply[i] < 0x7f && reply[i] != '\\')
            fputc(reply[i], stderr);
        else
            fprintf(stderr, "\\x%02x", reply[i]);
    }
    fputc('\n', stderr);
}

static bool is_true(const struct gen_truth *truth, const struct jets_result *r)
{
    return (unsigned)r->reason == truth->reason && r->offset == truth->offset &&
           r->length == truth->length && r->status == (truth->reason == 0 ? JETS_VALUE : JETS_NONE);
}

static void check(const struct gen_truth *truth, const struct jets_result *r,
                  const unsigned char *reply, size_t len, const struct jets_options *options)
{
    if (is_true(truth, r))
        return;
    tell_reply(reply, len, options);
    CHECK(false, "a reply of shape '%s' has %s at %zu, length %zu: %s", truth->how,
          jets_reason_text((enum jets_reason)truth->reason), truth->offset, truth->length,
          fuzz_tell(r));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gen_options options;
    struct gen_truth truth;
    struct jets_options o;
    struct jets_extraction x;
    struct jets_result r;

    begin(data, size);
    gen_choose_options(&generator, &options, true);
    gen_truth(&generator, &options, &truth);
    convert(&options, &o);

    size_t len = generator.len;
    unsigned char *reply = fuzz_copy(generator.reply, len);

    fuzz_poison(&r, sizeof r);
    jets_extract(reply, len, &o, &r);
    check(&truth, &r, reply, len, &o);
    jets_extract_init(&x, &o);
    jets_extract_feed(&x, reply, gen_below(&generator, (unsigned)len + 1));
    jets_extract_finish(&x, reply, len, &r);
    check(&truth, &r, reply, len, &o);
    CHECK(jets_complete(reply, len, o.depth) == truth.complete,
          "a reply of shape '%s' is %scomplete", truth.how, truth.complete ? "" : "not ");
    free(reply);
    return 0;
}

/* Choices at random: an engine grows the tape from there. */
size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    struct gen g = {0};
    size_t len = 0;

    gen_seed(&g, seed);
    len = SEED + gen_below(&g, TAPE_MAX);
    len = len < max ? len : max;
    for (size_t i = 0; i < len; i++)
        data[i] = (unsigned char)gen_below(&g, 256);
    gen_free(&g);
    return len;
}

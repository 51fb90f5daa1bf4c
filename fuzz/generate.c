/* See fuzz.h: fuzz_generate for harnesses that read a reply. */
#include "fuzz.h"
#include "gen.h"

#include <string.h>

/* Options as chance has it; the default often, since most code is met under it. */
static void choose_options(struct gen *g, struct fuzz_input *input)
{
    struct jets_options *o = &input->options;

    o->expect = (enum jets_expect)gen_below(g, 4);
    o->select = (enum jets_select)(gen_below(g, 2) == 0 ? 0 : gen_below(g, 4));
    o->names = (enum jets_names)gen_below(g, 2);
    o->reasoning = (enum jets_reasoning)gen_below(g, 2);
    o->starts = (enum jets_starts)(gen_below(g, 2) == 0 ? 0 : gen_below(g, 3));
    o->depth = gen_below(g, 2) == 0 ? 0 : 1 + gen_below(g, 1 + gen_below(g, 20));
    input->table = gen_below(g, 3) == 0 ? gen_below(g, FUZZ_TABLES) : 0;
    input->extra = gen_below(g, 0x10000);
}

size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    static struct gen g;
    struct fuzz_input input;
    size_t len;

    memset(&input, 0, sizeof input);
    gen_seed(&g, seed);
    gen_reply(&g);
    len = g.len < max ? g.len : max;
    memcpy(data, g.reply, len);
    if (gen_below(&g, 4) == 0 || max - len < FUZZ_TRAILER)
        return len;
    choose_options(&g, &input);
    fuzz_write_trailer(&input, data + len);
    return len + FUZZ_TRAILER;
}

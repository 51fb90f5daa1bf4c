/* See fuzz.h: the input and its trailer. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL_DEPTHS = 128, DEPTH_STEP = 8 };

static unsigned depth_of(unsigned byte)
{
    return byte < SMALL_DEPTHS ? byte : (byte - SMALL_DEPTHS + 1) * DEPTH_STEP;
}

/* Where two bytes say the same depth, the lower one. */
static unsigned byte_of_depth(unsigned depth)
{
    if (depth < SMALL_DEPTHS)
        return depth;
    depth = depth > JETS_DEPTH_MAX ? JETS_DEPTH_MAX : depth;
    return SMALL_DEPTHS - 1 + depth / DEPTH_STEP;
}

static void read_trailer(struct fuzz_input *input, const uint8_t *t)
{
    struct jets_options *o = &input->options;

    o->expect = (enum jets_expect)(t[0] % (JETS_EXPECT_ANY + 1));
    o->select = (enum jets_select)(t[1] % (JETS_SELECT_LAST + 1));
    o->names = (enum jets_names)(t[2] % (JETS_NAMES_ANY + 1));
    o->reasoning = (enum jets_reasoning)(t[3] % (JETS_REASONING_FALLBACK + 1));
    o->starts = (enum jets_starts)(t[4] % (JETS_STARTS_OUTSIDE + 1));
    o->depth = depth_of(t[5]);
    input->table = t[6] % FUZZ_TABLES;
    input->extra = t[7] | (unsigned)t[8] << 8;
    memcpy(o->hash_key, t + 7, 2);
}

void fuzz_read(struct fuzz_input *input, const uint8_t *data, size_t size)
{
    memset(input, 0, sizeof *input);
    input->options.feed_block = 1; /* so that cuts stand where a harness puts them */
    if (size >= FUZZ_TRAILER && data[size - 1] == FUZZ_TRAILER_END) {
        size -= FUZZ_TRAILER;
        read_trailer(input, data + size);
    }
    if (input->table != 0)
        input->options.markers = &fuzz_table(input->table)->markers;
    input->reply = fuzz_copy(data, size);
    input->len = size;
}

void fuzz_free(struct fuzz_input *input)
{
    free(input->reply);
    input->reply = NULL;
}

void fuzz_write_trailer(const struct fuzz_input *input, unsigned char trailer[FUZZ_TRAILER])
{
    const struct jets_options *o = &input->options;
    const unsigned bytes[FUZZ_TRAILER] = {o->expect,
                                          o->select,
                                          o->names,
                                          o->reasoning,
                                          o->starts,
                                          byte_of_depth(o->depth),
                                          input->table,
                                          input->extra & 0xFFu,
                                          input->extra >> 8 & 0xFFu,
                                          FUZZ_TRAILER_END};

    for (size_t i = 0; i < FUZZ_TRAILER; i++)
        trailer[i] = (unsigned char)bytes[i];
}

struct oracle_options fuzz_oracle_options(const struct fuzz_input *input)
{
    struct oracle_options o = {0};

    o.expect = (enum oracle_expect)input->options.expect;
    o.select = (enum oracle_select)input->options.select;
    o.names = (enum oracle_names)input->options.names;
    o.reasoning = (enum oracle_reasoning)input->options.reasoning;
    o.starts = (enum oracle_starts)input->options.starts;
    o.limit = input->options.depth;
    if (input->table != 0) {
        o.pairs = fuzz_table(input->table)->pairs;
        o.pair_count = fuzz_table(input->table)->count;
    }
    return o;
}

#include "gen_truth.h"

#include <string.h>

#include "gen_parts.h"

void gen_choose_options(struct gen *g, struct gen_options *options, bool depth)
{
    static const unsigned char values[GEN_OPTIONS] = {4, 4, 2, 2, 3};
    memset(options, 0, sizeof *options);
    if (gen_chance(g, 50))
        return;
    for (int i = 0; i < GEN_OPTIONS; i++) {
        if (gen_chance(g, 50))
            options->value[i] = (unsigned char)gen_below(g, values[i]);
    }
    if (depth && gen_chance(g, 25))
        options->depth = gen_between(g, 1, 9);
}

void gen_truth(struct gen *g, const struct gen_options *options, struct gen_truth *truth)
{
    (void)options;
    memset(truth, 0, sizeof *truth);
    gen_text(g, "{}");
    truth->length = 2;
    truth->complete = true;
    truth->how = "whole";
}

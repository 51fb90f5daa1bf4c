/*
 * fuzz_oracle: the library and the oracle, a second extractor written from SPEC.md alone, come to
 * the same: for extract in one call, as the reply arrives in parts, and where one allocation fails;
 * for complete, in one call and after each part; for strings, element by element. Under all
 * options, depths and marker tables. Any difference ends the run; which side is right, SPEC.md
 * says, and where it does not, it is SPEC.md that has to be mended.
 */
#include "agree.h"

static void fill_trial(const struct fuzz_input *input, struct trial *t)
{
    struct oracle_options none = {0};

    t->reply = input->reply;
    t->len = input->len;
    t->o = fuzz_oracle_options(input);
    t->o.pairs = none.pairs;
    t->o.pair_count = 0;
    t->table = input->table;
    t->parts = input->extra;
    t->scarce = 1 + input->extra % 6;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;
    struct trial t;

    fuzz_read(&input, data, size);
    fill_trial(&input, &t);
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        /* where `extra` is 0, all checks; else each as often as it is worth */
        bool due = input.extra % checks[i].one_in == 0;

        if (!due || input.len > checks[i].longest || checks[i].agrees(&t, NULL))
            continue;
        checks[i].agrees(&t, stderr);
        fuzz_fail(__FILE__, __LINE__, "library and oracle agree on %s", checks[i].name);
    }
    fuzz_free(&input);
    return 0;
}

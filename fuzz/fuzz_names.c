/*
 * fuzz_names: R6 against comparing every name with every other. Where a reply has an answer under
 * names=any, then under names=unique it has the same answer, or, exactly where an object in that
 * answer has two members whose names are the same code points, none (`duplicate-name`); whatever
 * the key of the hash, and with memory that comes from the caller, who gets all of it back.
 */
#include "fuzz.h"
#include "maker.h"

#include <stdlib.h>
#include <string.h>

static struct jets_result extract(const struct fuzz_input *input, enum jets_names names,
                                  const struct jets_options *options)
{
    struct jets_options o = *options;
    struct jets_result r;

    o.names = names;
    fuzz_poison(&r, sizeof r);
    jets_extract(input->reply, input->len, &o, &r);
    return r;
}

/* What names=unique must say. */
static struct jets_result foretell(const struct fuzz_input *input, const struct jets_result *any)
{
    struct model *m = model_read(input->reply + any->offset, any->length, JETS_DEPTH_MAX);
    struct jets_result r = *any;

    CHECK(m != NULL, "the answer is a value");
    if (model_repeats(m))
        r = (struct jets_result){.status = JETS_NONE,
                                 .reason = JETS_DUPLICATE_NAME,
                                 .rule = JETS_R6,
                                 .candidates = any->candidates};
    model_free(m);
    return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;
    struct fuzz_memory memory = {0};
    struct jets_options o;
    struct jets_result any;
    struct jets_result unique;
    struct jets_result wanted;

    fuzz_read(&input, data, size);
    o = input.options;
    fuzz_memory_use(&memory, &o);
    any = extract(&input, JETS_NAMES_ANY, &o);
    CHECK(memory.calls == 0, "names=any asks for no memory");
    wanted = any.status == JETS_VALUE ? foretell(&input, &any) : any;
    unique = extract(&input, JETS_NAMES_UNIQUE, &o);
    CHECK(fuzz_same(&unique, &wanted), "unique: %s, foretold: %s", fuzz_tell(&unique),
          fuzz_tell(&wanted));
    CHECK(memory.held == 0, "%zu bytes are not given back", memory.held);
    memset(o.hash_key, 0x5A, sizeof o.hash_key);
    unique = extract(&input, JETS_NAMES_UNIQUE, &o);
    CHECK(fuzz_same(&unique, &wanted), "with another key: %s, foretold: %s", fuzz_tell(&unique),
          fuzz_tell(&wanted));
    fuzz_free(&input);
    return 0;
}

/* Objects with names of few letters, sometimes very many. */
size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    struct maker m = {.max = max, .state = seed};
    unsigned kind = maker_below(&m, 8);

    m.at = data;
    if (kind == 0)
        maker_array(&m, 1 + maker_below(&m, 4), 3);
    else
        maker_object(&m, kind < 5 ? maker_below(&m, 5) : maker_below(&m, kind == 5 ? 80 : 20),
                     maker_below(&m, 4));
    return m.len;
}

/* See related.h. */
#include "related.h"

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 18 };

static struct gen generator;

static struct gen_options options_from(const struct jets_options *o)
{
    struct gen_options options = {{0}, o->depth};

    options.value[GEN_EXPECT] = (unsigned char)o->expect;
    options.value[GEN_SELECT] = (unsigned char)o->select;
    options.value[GEN_NAMES_OPTION] = (unsigned char)o->names;
    options.value[GEN_REASONING_OPTION] = (unsigned char)o->reasoning;
    options.value[GEN_STARTS] = (unsigned char)o->starts;
    return options;
}

static struct jets_options options_to(const struct gen_options *options)
{
    struct jets_options o = {0};

    o.expect = (enum jets_expect)options->value[GEN_EXPECT];
    o.select = (enum jets_select)options->value[GEN_SELECT];
    o.names = (enum jets_names)options->value[GEN_NAMES_OPTION];
    o.reasoning = (enum jets_reasoning)options->value[GEN_REASONING_OPTION];
    o.starts = (enum jets_starts)options->value[GEN_STARTS];
    o.depth = options->depth;
    return o;
}

static void tell_bytes(const char *title, const unsigned char *bytes, size_t len)
{
    fprintf(stderr, "%s (%zu bytes): ", title, len);
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] >= 0x20 && bytes[i] < 0x7f && bytes[i] != '\\')
            fputc(bytes[i], stderr);
        else
            fprintf(stderr, "\\x%02x", bytes[i]);
    }
    fputc('\n', stderr);
}

static void check_one(const struct relation *relation, const struct relation_seen *seen,
                      const struct jets_result *was)
{
    struct relation_made made;
    struct jets_result now;

    if (!relation_make(relation, seen, &generator, &made))
        return;

    struct jets_options o = options_to(&made.options);
    unsigned char *reply = fuzz_copy(generator.reply, generator.len);

    fuzz_poison(&now, sizeof now);
    jets_extract(reply, generator.len, &o, &now);

    const unsigned char *answer = now.status == JETS_VALUE ? reply + now.offset : NULL;

    if (!relation_holds(seen, &generator, &made, answer, now.length)) {
        tell_bytes("reply", seen->reply, seen->len);
        tell_bytes("related", reply, generator.len);
        CHECK(false, "%s: %s, but %s became %s", relation->name, relation->says, fuzz_tell(was),
              fuzz_tell(&now));
    }
    free(reply);
}

void related_check(const uint8_t *data, size_t size, enum relation_group group)
{
    struct fuzz_input input;
    struct jets_result r;

    fuzz_read(&input, data, size);
    input.options.markers = NULL;
    fuzz_poison(&r, sizeof r);
    jets_extract(input.reply, input.len, &input.options, &r);

    struct relation_seen seen = {
        input.reply, input.len, options_from(&input.options), r.status == JETS_VALUE,
        r.offset,    r.length};

    gen_seed(&generator, input.extra);
    generator.max = ROOM;
    for (unsigned i = 0; i < RELATION_COUNT; i++) {
        if (RELATIONS[i].group == group)
            check_one(&RELATIONS[i], &seen, &r);
    }
    fuzz_free(&input);
}

/* See fuzz.h: marker tables of callers. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

struct table {
    const struct oracle_pair *pairs; /* NULL: the library's own */
    size_t count;
    bool with_default;
};

static const struct oracle_pair words[] = {{"BEGIN", "END", true, false, false}};
static const struct oracle_pair brackets[] = {{"[[note]]", "[[/note]]", false, false, false},
                                              {"{{", "}}", true, false, false}};
static const struct oracle_pair tags[] = {{"<r", "</r", true, true, false},
                                          {"<thinking", "</thinking", false, true, false}};
static const struct oracle_pair orphans[] = {
    {"<|channel|>analysis<|message|>", "<|channel|>final", true, false, true},
    {"<think>", "</think>", false, false, false}};
/* Texts that stand in each other's way, or in the way of brackets, quotes and fences. */
static const struct oracle_pair crossed[] = {{"<r>", "%%", true, false, false},
                                             {"END", "%%", false, false, false},
                                             {"<r>", "</r>", false, false, false}};
static const struct oracle_pair twins[] = {{"%%", "%%", true, false, false},
                                           {"x y", "y x", false, false, false}};
static const struct oracle_pair nested[] = {{"{{", "}", true, false, false},
                                            {"[", "]]", false, false, false},
                                            {"<r>", "1x</r>", true, false, false}};
static const struct oracle_pair quotes[] = {{"\"", "'", true, false, false},
                                            {"```", "~~~", true, false, false}};
static const struct oracle_pair letters[] = {{"x", "1", true, false, false},
                                             {"a", "xx", false, false, false},
                                             {"xx", "x", true, false, false}};
static const struct table tables[FUZZ_TABLES] = {
    {NULL, 0, true},      {words, 1, true},   {words, 1, false},   {brackets, 2, true},
    {brackets, 2, false}, {tags, 2, true},    {tags, 2, false},    {orphans, 2, true},
    {orphans, 2, false},  {crossed, 3, true}, {crossed, 3, false}, {twins, 2, false},
    {nested, 3, true},    {quotes, 2, false}, {letters, 3, false}, {words, 0, false},
};

static void make_table(const struct table *table, struct fuzz_table *made)
{
    struct jets_marker pairs[JETS_MARKERS_MAX];

    made->count = 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct oracle_pair *pair = &table->pairs[i];

        pairs[i].open = pair->open;
        pairs[i].open_len = strlen(pair->open);
        pairs[i].close = pair->close;
        pairs[i].close_len = strlen(pair->close);
        pairs[i].flags = (pair->prefilled ? JETS_MARKER_PREFILLED : 0) |
                         (pair->tag ? JETS_MARKER_TAG : 0) |
                         (pair->channel ? JETS_MARKER_CHANNEL : 0);
        made->pairs[made->count++] = *pair;
    }
    if (table->with_default) {
        for (size_t i = 0; i < oracle_default_pair_count; i++)
            made->pairs[made->count++] = oracle_default_pairs[i];
    }
    CHECK(jets_markers_init(&made->markers, pairs, table->count, table->with_default) == 0,
          "the library takes the marker table");
}

static struct fuzz_table made[FUZZ_TABLES];

/* In front of the first input, so that it takes the same way through the code as all others. */
__attribute__((constructor)) static void make_tables(void)
{
    for (size_t i = 0; i < FUZZ_TABLES; i++)
        make_table(&tables[i], &made[i]);
}

const struct fuzz_table *fuzz_table(unsigned which)
{
    return &made[which];
}

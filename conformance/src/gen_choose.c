/* See gen_compose.h: R5 and R6, on what the composer knows to have been met. */
#include <string.h>

#include "gen_compose.h"

static bool is_admitted(const struct composer *c, enum value_type type)
{
    switch (c->options.value[GEN_EXPECT]) {
    case EXPECT_OBJECT: return type == VALUE_OBJECT;
    case EXPECT_ARRAY: return type == VALUE_ARRAY;
    case EXPECT_ANY: return true;
    default: return type != VALUE_SCALAR;
    }
}

/* The class of R5.2, from 1; a broken value has no bytes. */
static int class_of(const struct met *met)
{
    if (met->fenced || met->value.len == 0)
        return 1;
    if (met->value.empty)
        return 3;
    return met->value.listed ? 2 : 1;
}

static bool is_equal(const struct met *a, const struct met *b)
{
    return a->value.len == b->value.len &&
           memcmp(a->value.bytes, b->value.bytes, a->value.len) == 0;
}

static void answer(struct composer *c, const struct met *met)
{
    if (c->options.value[GEN_NAMES_OPTION] == NAMES_UNIQUE && met->value.duplicate) {
        c->reason = TRUTH_DUPLICATE_NAME;
        return;
    }
    c->reason = TRUTH_ANSWER;
    c->answer = met->offset;
    c->answer_len = met->length;
}

/* R5.2, R5.3. */
static void choose_only(struct composer *c, const struct met *const *met, unsigned count)
{
    const struct met *first = NULL;
    int deciding = 3;
    for (unsigned i = 0; i < count; i++)
        deciding = class_of(met[i]) < deciding ? class_of(met[i]) : deciding;
    c->reason = TRUTH_ANSWER;
    for (unsigned i = 0; i < count; i++) {
        if (class_of(met[i]) != deciding)
            continue;
        if (met[i]->piece)
            c->reason = TRUTH_BROKEN_VALUE;
        else if (first != NULL && !is_equal(first, met[i]) && c->reason == TRUTH_ANSWER)
            c->reason = TRUTH_AMBIGUOUS;
        if (first == NULL || (met[i]->fenced && !first->fenced))
            first = met[i];
    }
    if (c->reason == TRUTH_ANSWER)
        answer(c, first);
}

/* Whether a goes before b, which was met earlier. */
static bool is_better(const struct composer *c, const struct met *a, const struct met *b)
{
    if (a->fenced != b->fenced)
        return a->fenced;
    if (c->options.value[GEN_SELECT] != SELECT_LONGEST)
        return c->options.value[GEN_SELECT] == SELECT_LAST;
    if (a->value.type != b->value.type)
        return a->value.type < b->value.type;
    if (a->value.empty != b->value.empty)
        return b->value.empty;
    return a->length > b->length;
}

/* R5.4. */
static void choose_best(struct composer *c, const struct met *const *met, unsigned count)
{
    const struct met *best = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (!met[i]->piece && (best == NULL || is_better(c, met[i], best)))
            best = met[i];
    }
    c->reason = TRUTH_BROKEN_VALUE;
    if (best != NULL)
        answer(c, best);
}

void compose_choose(struct composer *c)
{
    const struct met *met[MET_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < c->met_count; i++) {
        if (is_admitted(c, c->met[i].value.type))
            met[count++] = &c->met[i];
    }
    if (count == 0)
        c->reason = TRUTH_NO_CANDIDATE;
    else if (c->options.value[GEN_SELECT] == SELECT_ONLY)
        choose_only(c, met, count);
    else
        choose_best(c, met, count);
}

/*
 * R5: which candidate is the answer. Nothing is kept of the reply but spans: for `only` the first
 * candidate of each class, since all of them must be equal; for the others the best so far, with
 * those that it must give way to should a prose bracket around it close (R3.5).
 */
#include "internal.h"

#include <string.h>

/* Classes of R5.2, as indexes. */
enum { CLASS_ANSWER = 0, CLASS_LIST = 1, CLASS_EMPTY = 2 };

void choice_reset(struct jets_choice *c)
{
    memset(c->at.classes, 0, sizeof c->at.classes);
    c->candidates = 0;
    c->met = c->admitted = false;
    c->open = c->squares = c->held_count = 0;
}

bool choice_admits(enum jets_expect expect, enum jets_type type)
{
    switch (expect) {
    case JETS_EXPECT_OBJECT: return type == JETS_OBJECT;
    case JETS_EXPECT_ARRAY: return type == JETS_ARRAY;
    case JETS_EXPECT_CONTAINER: return type == JETS_OBJECT || type == JETS_ARRAY;
    default: return true;
    }
}

/* ---- prose brackets ---- */

bool choice_open(struct jets_extraction *x, bool object)
{
    struct jets_choice *c = &x->choice;
    if (c->open == x->options.depth)
        return false;
    bit_set(c->object, c->open++, object);
    c->squares += !object;
    return true;
}

bool choice_close(struct jets_extraction *x, bool object)
{
    struct jets_choice *c = &x->choice;
    bool only = x->options.select == JETS_SELECT_ONLY;
    bool closed = false;
    if (object ? c->open == c->squares : c->squares == 0)
        return false;
    while (!closed) {
        unsigned level = --c->open;
        bool curly = bit_get(c->object, level);
        c->squares -= !curly;
        closed = curly == object;
    }
    for (unsigned i = 0; only && i < 3; i++)
        c->at.classes[i].piece |= c->at.classes[i].level > c->open;
    while (!only && c->held_count > 0 && c->at.held[c->held_count - 1].level > c->open)
        c->held_count--;
    return true;
}

/* ---- only ---- */

static unsigned class_of(const struct candidate *c)
{
    if (c->empty && !c->fenced)
        return CLASS_EMPTY;
    return c->fenced || c->broken || c->holds || c->type == JETS_OBJECT ? CLASS_ANSWER : CLASS_LIST;
}

static void add_to_class(struct jets_choice *choice, const unsigned char *text,
                         const struct candidate *c)
{
    struct jets_class *class = &choice->at.classes[class_of(c)];
    class->any = true;
    class->piece |= c->piece;
    if (c->broken)
        return;
    /* with the one before, not with the first: so no byte is compared more than twice */
    if (class->length > 0 && !class->differ) {
        class->differ =
            !value_equal(text + class->last, class->last_length, text + c->offset, c->length);
    }
    class->last = c->offset;
    class->last_length = c->length;
    if (class->length == 0 || (c->fenced && !class->fenced)) {
        class->offset = c->offset;
        class->length = c->length;
        class->type = (unsigned char)c->type;
        class->fenced = c->fenced;
    }
    if (choice->open > class->level)
        class->level = (unsigned short)choice->open;
}

/* ---- longest, first, last ---- */

static int rank_type(unsigned type)
{
    return type == JETS_OBJECT ? 2 : type == JETS_ARRAY ? 1 : 0;
}

/* Does `a`, which stands behind `b`, go before it? */
static bool better(enum jets_select select, const struct jets_held *a, const struct jets_held *b)
{
    if (a->fenced != b->fenced)
        return a->fenced;
    if (select != JETS_SELECT_LONGEST)
        return select == JETS_SELECT_LAST;
    if (rank_type(a->type) != rank_type(b->type))
        return rank_type(a->type) > rank_type(b->type);
    if (a->empty != b->empty)
        return b->empty;
    return a->length > b->length;
}

/* The remembered ones stand inside more and more brackets, each better than the one before: so the
   last is the best, and when brackets close those inside them are the last ones too. */
static bool hold(struct jets_choice *choice, enum jets_select select, const struct candidate *c)
{
    const struct jets_held held = {
        c->offset, c->length, (unsigned short)choice->open, (unsigned char)c->type,
        c->fenced, c->empty};
    if (choice->held_count > 0) {
        const struct jets_held *best = &choice->at.held[choice->held_count - 1];
        if (!better(select, &held, best))
            return true;
        choice->held_count -= best->level == held.level;
    }
    if (choice->held_count == JETS_HELD_MAX)
        return false;
    choice->at.held[choice->held_count++] = held;
    return true;
}

/* ---- both ---- */

enum step choice_add(struct jets_extraction *x, const unsigned char *text,
                     const struct candidate *c)
{
    struct jets_choice *choice = &x->choice;
    choice->candidates += !c->broken;
    choice->met = true;
    if (!choice_admits(x->options.expect, c->type))
        return STEP_GO;
    choice->admitted = true;
    if (x->options.select == JETS_SELECT_ONLY)
        add_to_class(choice, text, c);
    else if (!c->piece && !hold(choice, x->options.select, c))
        return none(x, JETS_TOO_DEEP, JETS_R5_4);
    return STEP_GO;
}

static void answer(struct jets_extraction *x, size_t offset, size_t length, unsigned type,
                   enum jets_rule rule)
{
    x->result = (struct jets_result){
        .offset = offset, .length = length, .type = (enum jets_type)type, .rule = rule};
}

static void choose_only(struct jets_extraction *x)
{
    const struct jets_class *class = x->choice.at.classes;
    while (!class->any)
        class ++;
    if (class->piece)
        none(x, JETS_BROKEN_VALUE, JETS_R5_2);
    else if (class->differ)
        none(x, JETS_AMBIGUOUS, JETS_R5_3);
    else
        answer(x, class->offset, class->length, class->type, JETS_R5_3);
}

void choose(struct jets_extraction *x)
{
    const struct jets_choice *choice = &x->choice;
    if (!choice->admitted) {
        none(x, JETS_NO_CANDIDATE, JETS_R5_1);
    } else if (x->options.select == JETS_SELECT_ONLY) {
        choose_only(x);
    } else if (choice->held_count == 0) {
        none(x, JETS_BROKEN_VALUE, JETS_R5_4);
    } else {
        const struct jets_held *best = &choice->at.held[choice->held_count - 1];
        answer(x, best->offset, best->length, best->type, JETS_R5_4);
    }
    x->result.candidates = choice->candidates;
}

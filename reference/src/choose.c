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

static struct jets_class *class_of(struct jets_choice *choice, unsigned what)
{
    struct jets_class *classes = choice->at.classes;
    if ((what & (C_EMPTY | C_FENCED)) == C_EMPTY)
        return &classes[CLASS_EMPTY];
    /* an object that is not empty holds a name, which is a string */
    if ((what & (C_FENCED | C_BROKEN | C_HOLDS)) != 0)
        return &classes[CLASS_ANSWER];
    return &classes[CLASS_LIST];
}

static enum step set_last(struct jets_class *class, size_t offset, size_t length)
{
    class->last = offset;
    class->last_length = length;
    return STEP_GO;
}

/* With the one before, not with the first: so no byte is compared more than twice. */
static enum step compare(struct jets_class *class, const unsigned char *text, size_t offset,
                         size_t length)
{
    class->differ = !value_equal(text + class->last, class->last_length, text + offset, length);
    return set_last(class, offset, length);
}

static enum step add_to_class(struct jets_choice *choice, const unsigned char *text, size_t offset,
                              size_t length, unsigned what)
{
    struct jets_class *class = class_of(choice, what);
    class->any = true;
    if (what & C_PIECE)
        class->piece = true;
    if (what & C_BROKEN)
        return STEP_GO;
    if (class->level < choice->open)
        class->level = (unsigned short)choice->open;
    if (class->length == 0 || ((what & C_FENCED) && !class->fenced)) {
        class->offset = offset;
        class->length = length;
        class->type = (unsigned char)(what & C_TYPE);
        class->fenced = (what & C_FENCED) != 0;
    }
    if (class->last_length == 0 || class->differ)
        return set_last(class, offset, length);
    if (class != &choice->at.classes[CLASS_EMPTY])
        return compare(class, text, offset, length);
    class->differ = text[class->last] != text[offset];
    return set_last(class, offset, length);
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
static enum step hold(struct jets_extraction *x, size_t offset, size_t length, unsigned what)
{
    struct jets_choice *choice = &x->choice;
    const struct jets_held held = {offset,
                                   length,
                                   (unsigned short)choice->open,
                                   (unsigned char)(what & C_TYPE),
                                   (what & C_FENCED) != 0,
                                   (what & C_EMPTY) != 0};
    if (what & C_PIECE)
        return STEP_GO;
    if (choice->held_count > 0) {
        const struct jets_held *best = &choice->at.held[choice->held_count - 1];
        if (!better(x->options.select, &held, best))
            return STEP_GO;
        choice->held_count -= best->level == held.level;
    }
    if (choice->held_count == JETS_HELD_MAX)
        return none(x, JETS_TOO_DEEP, JETS_R5_4);
    choice->at.held[choice->held_count++] = held;
    return STEP_GO;
}

/* ---- both ---- */

enum step choice_add(struct jets_extraction *x, const unsigned char *text, size_t offset,
                     size_t length, unsigned what)
{
    struct jets_choice *choice = &x->choice;
    if ((what & C_BROKEN) == 0)
        choice->candidates++;
    choice->met = true;
    if (!choice_admits(x->options.expect, what & C_TYPE))
        return STEP_GO;
    choice->admitted = true;
    return x->options.select == JETS_SELECT_ONLY ? add_to_class(choice, text, offset, length, what)
                                                 : hold(x, offset, length, what);
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

/*
 * R2.2: the first closing marker of a prefilled family ends the reasoning, unless it stands inside
 * a value that parses. Brackets are read as in the scan, but nothing is kept; and they are read
 * only as far as a closing marker that was found as text asks for, so a reply without one costs a
 * search.
 */
#include "internal.h"

static enum step early_prose(struct jets_extraction *x, struct view *w, size_t limit)
{
    struct jets_scan *s = &x->early;
    enum step step;
    size_t i = s->at;
    while (i < limit && w->text[i] != '{' && w->text[i] != '[')
        i++;
    if (i != s->at)
        scan_move(s, MODE_PROSE, i);
    if (i >= limit)
        return STEP_END;
    step = scan_opener(x, s, w);
    /* so far goes only a container of nothing, which may hold a caller's marker */
    return step == STEP_GO && s->at > limit ? STEP_PASS : step;
}

/* Whether nothing but white space is left, as far as the reply is there, from the byte that broke a
   value on: then the reply ends inside it. No look-ahead but this is open in a value, and only
   where it came to white space. */
static bool ends_in_white(struct jets_scan *s, const struct view *w)
{
    size_t from = s->looked ? s->look[LOOK_WHITE] : s->at;
    s->look[LOOK_WHITE] = skip(w->text, from, w->len, B_WHITE);
    s->looked = true;
    return s->look[LOOK_WHITE] > s->at && s->look[LOOK_WHITE] == w->len;
}

static enum step early_value(struct jets_extraction *x, const struct view *w, size_t limit)
{
    struct jets_scan *s = &x->early;
    switch (value_read(&s->value, w, &s->at)) {
    case VALUE_MORE: return w->final ? none(x, JETS_UNTERMINATED_VALUE, JETS_R2_2) : STEP_MORE;
    case VALUE_DEEP: return none(x, JETS_TOO_DEEP, JETS_R3_7);
    case VALUE_DONE: scan_move(s, MODE_PROSE, s->at); return s->at > limit ? STEP_PASS : STEP_GO;
    default:
        if (ends_in_white(s, w))
            return w->final ? none(x, JETS_UNTERMINATED_VALUE, JETS_R2_2) : STEP_MORE;
        value_break(&s->value);
        scan_move(s, MODE_SKIP, s->at);
        return s->at > limit ? STEP_END : STEP_GO;
    }
}

static enum step early_skip(struct jets_extraction *x, const struct view *w, size_t limit)
{
    struct jets_scan *s = &x->early;
    /* the value may have broken inside what early_is_too_deep could not yet tell for a marker */
    if (s->at > limit)
        return STEP_END;
    switch (value_skip(&s->value, w->text, &s->at, limit, 0)) {
    case VALUE_DONE: return scan_move(s, MODE_PROSE, s->at);
    case VALUE_DEEP: return none(x, JETS_TOO_DEEP, JETS_R3_7);
    default: return STEP_END;
    }
}

/* Reads brackets up to `limit`. STEP_END: the limit stands in prose or in a broken value.
   STEP_PASS: it stands inside a value that parses, and that ends at x->early.at. */
static enum step early_read(struct jets_extraction *x, struct view *w, size_t limit)
{
    enum step step;
    do {
        w->hit = false;
        step = x->early.mode == MODE_VALUE  ? early_value(x, w, limit)
               : x->early.mode == MODE_SKIP ? early_skip(x, w, limit)
                                            : early_prose(x, w, limit);
    } while (step == STEP_GO);
    return step;
}

enum step early_run(struct jets_extraction *x, struct view *w)
{
    enum step step;
    do {
        struct found found;
        w->hit = false;
        if (!x->closer_known) {
            if (!marker_find_close(x->options.markers, PAIR_PREFILLED, w, &x->closer,
                                   &x->closer_look, &found)) {
                return w->final ? STEP_END : STEP_MORE;
            }
            x->closer_known = true;
            x->closer_end = found.end;
        }
        /* early_is_too_deep may have read on over a value that this marker begins in */
        step = x->early.mode == MODE_PROSE && x->early.at > x->closer ? STEP_PASS
                                                                      : early_read(x, w, x->closer);
        if (step == STEP_PASS) { /* data: the next one counts that stands behind the value */
            x->closer_known = false;
            x->closer = x->early.at;
            x->closer_look = 0;
        }
    } while (step == STEP_PASS);
    return step == STEP_END ? STEP_GO : step;
}

bool early_is_too_deep(struct jets_extraction *x, struct view *w)
{
    const struct jets_result result = x->result;
    bool lost = !x->closer_known && early_read(x, w, x->closer) == STEP_NONE;
    x->result = result;
    return lost;
}

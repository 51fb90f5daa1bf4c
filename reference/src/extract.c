/*
 * The rules in order: R1 whole reply, R2 reasoning, the scan, the choice, R6 names. One machine
 * serves a reply that is there whole and one that arrives in parts: jets_extract is a finish
 * without a feed.
 */
#include "internal.h"

#include <string.h>

enum stage {
    STAGE_START, /* byte order mark and white space */
    STAGE_WHOLE, /* R1: the first value */
    STAGE_TAIL,  /* R1: white space behind it */
    STAGE_BEGIN, /* R2.1: does it begin with an opening marker? */
    STAGE_SCAN,
    STAGE_DONE,
    STAGE_MISUSE
};

enum step none(struct jets_extraction *x, enum jets_reason reason, enum jets_rule rule)
{
    x->result = (struct jets_result){.status = JETS_NONE, .reason = reason, .rule = rule};
    return STEP_NONE;
}

static bool options_are_good(const struct jets_options *o)
{
    return (unsigned)o->expect <= JETS_EXPECT_ANY && (unsigned)o->select <= JETS_SELECT_LAST &&
           (unsigned)o->names <= JETS_NAMES_ANY &&
           (unsigned)o->reasoning <= JETS_REASONING_FALLBACK &&
           (unsigned)o->starts <= JETS_STARTS_OUTSIDE && o->depth <= JETS_DEPTH_MAX;
}

enum jets_status jets_extract_init(struct jets_extraction *x, const struct jets_options *options)
{
    memset(x, 0, sizeof *x);
    x->stage = STAGE_MISUSE;
    if (options != NULL) {
        if (!options_are_good(options))
            return JETS_MISUSE;
        x->options = *options;
    }
    if (x->options.depth == 0)
        x->options.depth = JETS_DEPTH_DEFAULT;
    if (x->options.feed_block == 0)
        x->options.feed_block = JETS_FEED_BLOCK_DEFAULT;
    if (x->options.markers == NULL)
        x->options.markers = jets_markers_default();
    x->path = path_number(0);
    x->stage = STAGE_START;
    return JETS_VALUE;
}

/* The stages: each returns false where it needs more bytes, or is the last. */

static bool to(struct jets_extraction *x, enum stage stage)
{
    x->stage = (unsigned char)stage;
    return stage != STAGE_DONE;
}

static bool start(struct jets_extraction *x, struct view *w)
{
    static const unsigned char mark[3] = {0xEF, 0xBB, 0xBF};
    size_t known = w->len < 3 ? w->len : 3;
    if (x->start == 0 && known > 0 && memcmp(w->text, mark, known) == 0) {
        if (known < 3 && !w->final)
            return false;
        x->start = x->base = known == 3 ? 3 : 0;
    }
    x->start = skip(w->text, x->start, w->len, B_WHITE);
    if (x->start < w->len) {
        value_init(&x->scan.value, x->options.depth);
        x->scan.at = x->start;
        return to(x, STAGE_WHOLE);
    }
    if (w->final) {
        none(x, JETS_EMPTY, JETS_R1);
        to(x, STAGE_DONE);
    }
    return false;
}

static bool whole(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    enum value_step step = value_read(&s->value, w, &s->at);
    if (step == VALUE_MORE && !w->final)
        return false;
    if (step == VALUE_DEEP) {
        none(x, JETS_TOO_DEEP, JETS_R1);
        tell(x, (struct jets_event){JETS_EVENT_CUT, JETS_R1, x->start, s->at - x->start,
                                    value_type(w->text[x->start]), false, false, 0});
        return to(x, STAGE_DONE);
    }
    x->closer = s->at;
    return to(x, step == VALUE_DONE || (step == VALUE_MORE && value_may_end(&s->value))
                     ? STAGE_TAIL
                     : STAGE_BEGIN);
}

static bool tail(struct jets_extraction *x, struct view *w)
{
    enum jets_type type = value_type(w->text[x->start]);
    x->closer = skip(w->text, x->closer, w->len, B_WHITE);
    if (x->closer < w->len)
        return to(x, STAGE_BEGIN);
    if (!w->final)
        return false;
    if (choice_admits(x->options.expect, type)) {
        x->result =
            (struct jets_result){.offset = x->start, .length = x->scan.at - x->start, .type = type};
        x->result.rule = JETS_R1;
    } else {
        none(x, JETS_SHAPE, JETS_R1);
    }
    x->result.candidates = 1;
    tell(x, (struct jets_event){JETS_EVENT_CANDIDATE, JETS_R1, x->start, x->scan.at - x->start,
                                type, false, false, 0});
    return to(x, STAGE_DONE);
}

/* Where R1 read a container from the start on, the scan would read the same bytes in the same way,
   and goes on from there. A word behind `[` is left to R3.4. */
static bool can_adopt(const struct jets_extraction *x, const struct view *w)
{
    size_t i = skip(w->text, x->start + 1, x->scan.at, B_WHITE);
    unsigned char c = w->text[x->start];
    return (c == '{' || c == '[') && i < x->scan.at &&
           (byte_is(w->text[i], B_DIGIT) || memchr("\"-[]{}", w->text[i], 6) != NULL);
}

static bool begin(struct jets_extraction *x, struct view *w)
{
    size_t at = x->scan.at;
    bool adopt = can_adopt(x, w);
    bool opened;
    bool closed;
    struct found found;
    struct found unused;
    w->hit = false;
    opened = marker_at(x->options.markers, PAIR_ANY, true, w, x->start, &x->closer_look, &found);
    closed = !opened &&
             marker_at(x->options.markers, PAIR_ANY, false, w, x->start, &x->early.at, &unused);
    if (starved(w))
        return false;
    scan_begin(x, x->start);
    if (opened) {
        scan_hide(x, x->start, found.end, found.pair);
    } else if (x->options.starts == JETS_STARTS_INSIDE) {
        scan_hide(x, x->start, x->start, PAIR_ANY);
    } else if (adopt && !closed) {
        x->scan.mark = x->start;
        scan_move(&x->scan, MODE_VALUE, at);
    }
    x->early_on = !opened && x->options.starts == JETS_STARTS_AUTO;
    /* no marker and no bracket stands before the first byte at which prose stops: so a reply of
       nothing but prose is read once, not once for the scan and once for R2.2 */
    if (x->scan.mode == MODE_PROSE)
        x->scan.at = w->path->prose_end(x->options.markers, w->text, x->start, w->len);
    x->early = x->scan;
    x->closer = x->scan.mode == MODE_PROSE ? x->scan.at : x->start;
    x->closer_look = 0;
    return to(x, STAGE_SCAN);
}

/* R2.2 first, as far as the bytes go: where it finds an end, what was read in front of it is void.
 */
static bool scan(struct jets_extraction *x, struct view *w)
{
    enum step step = x->early_on ? early_run(x, w) : STEP_END;
    x->early_on = step == STEP_MORE;
    if (step == STEP_NONE)
        return to(x, STAGE_DONE);
    if (step == STEP_GO) {
        x->reasoned = true;
        x->settled = false;
        x->nested = 0;
        tell(x, (struct jets_event){.kind = JETS_EVENT_REASONING,
                                    .rule = JETS_R2_2,
                                    .offset = x->start,
                                    .length = x->closer_end - x->start});
        scan_begin(x, x->closer_end);
    }
    if (!x->settled) {
        step = scan_run(x, w);
        if (step == STEP_END)
            choose(x);
        x->settled = step == STEP_NONE;
    }
    if (w->final || (x->settled && !x->early_on))
        to(x, STAGE_DONE);
    return false;
}

static void advance(struct jets_extraction *x, struct view *w)
{
    bool on = true;
    while (on) {
        switch (x->stage) {
        case STAGE_START: on = start(x, w); break;
        case STAGE_WHOLE: on = whole(x, w); break;
        case STAGE_TAIL: on = tail(x, w); break;
        case STAGE_BEGIN: on = begin(x, w); break;
        case STAGE_SCAN: on = scan(x, w); break;
        default: on = false;
        }
    }
}

/* The caller may not take back what was read. */
static void in_order(struct jets_extraction *x, size_t len)
{
    if (len < x->fed)
        x->stage = STAGE_MISUSE;
    x->fed = len;
}

bool jets_extract_feed(struct jets_extraction *x, const void *reply, size_t len)
{
    struct view w = {reply, len, false, false, x->path};
    size_t unread = x->unread + (len - x->fed);
    in_order(x, len);
    if (x->stage < STAGE_DONE && unread < x->options.feed_block) {
        x->unread = (unsigned)unread;
        return x->told;
    }
    x->unread = 0;
    advance(x, &w);
    x->told =
        x->stage >= STAGE_DONE || (x->early_on && x->settled && x->result.reason == JETS_TOO_DEEP &&
                                   early_is_too_deep(x, &w));
    return x->told;
}

static void check_names(struct jets_extraction *x, const unsigned char *reply)
{
    struct jets_result *r = &x->result;
    size_t candidates = r->candidates;
    int repeat;
    if (r->status != JETS_VALUE || x->options.names == JETS_NAMES_ANY)
        return;
    repeat = names_repeat(x->path, reply + r->offset, r->length, &x->options);
    if (repeat != 0) {
        none(x, repeat > 0 ? JETS_DUPLICATE_NAME : JETS_OUT_OF_MEMORY, JETS_R6);
        r->candidates = candidates;
    }
}

enum jets_status jets_extract_finish(struct jets_extraction *x, const void *reply, size_t len,
                                     struct jets_result *result)
{
    struct view w = {reply, len, true, false, x->path};
    in_order(x, len);
    if (x->stage == STAGE_MISUSE) {
        *result = (struct jets_result){.status = JETS_MISUSE};
        return JETS_MISUSE;
    }
    advance(x, &w);
    check_names(x, reply);
    x->stage = STAGE_MISUSE;
    *result = x->result;
    return result->status;
}

enum jets_status jets_extract(const void *reply, size_t len, const struct jets_options *options,
                              struct jets_result *result)
{
    struct jets_extraction x;
    jets_extract_init(&x, options);
    return jets_extract_finish(&x, reply, len, result);
}

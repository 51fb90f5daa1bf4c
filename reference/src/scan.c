/*
 * R3 and R4, with R2.3 where a marker is met: one reading of the reply, left to right, as a machine
 * that stops where its bytes run out and goes on when more have come. What it finds goes to
 * choose.c.
 *
 * No byte is read again but by look-aheads over white space or over one run of bytes, and these
 * remember in `look` how far they came, so that the cost is linear however the reply is cut.
 */
#include "internal.h"

#include <string.h>

enum { LABEL_OTHER, LABEL_NONE, LABEL_JSON };

/* look[] by use */
enum { LOOK_OPENER, LOOK_CLOSER, LOOK_WHITE, LOOK_RUN, LOOK_BEHIND };

void scan_begin(struct jets_extraction *x, size_t at)
{
    struct jets_scan *s = &x->scan;
    choice_reset(&x->choice);
    s->fence = 0;
    s->first = x->text = false;
    x->stretch = at;
    scan_move(s, MODE_PROSE, at);
}

/* skip() that remembers: it goes on from where it came to at the last try for this s->at. */
static size_t look_over(struct jets_scan *s, unsigned use, struct view *w, size_t from,
                        unsigned classes)
{
    size_t i = s->look[use] > from ? s->look[use] : from;
    s->look[use] = skip(w->text, i, w->len, classes);
    return s->look[use];
}

/* The same for a run of the byte at `from`. */
static size_t look_over_run(struct jets_scan *s, struct view *w, size_t from)
{
    size_t i = s->look[LOOK_RUN] > from ? s->look[LOOK_RUN] : from;
    while (peek(w, i) == w->text[from])
        i++;
    s->look[LOOK_RUN] = i;
    return i;
}

static size_t back_over_white(const struct jets_extraction *x, const struct view *w, size_t at)
{
    while (at > x->base && byte_is(w->text[at - 1], B_WHITE))
        at--;
    return at;
}

/* The last byte in front of `at` on its line that is not white, or -1 at a line start. */
static int before_on_line(const struct jets_extraction *x, const struct view *w, size_t at)
{
    size_t i = back_over_white(x, w, at);
    return i == x->base || memchr(w->text + i, '\n', at - i) != NULL ? -1 : w->text[i - 1];
}

/* Tells of text[offset..end). */
static void note(const struct jets_extraction *x, enum jets_event_kind kind, enum jets_rule rule,
                 size_t offset, size_t end)
{
    tell(x,
         (struct jets_event){.kind = kind, .rule = rule, .offset = offset, .length = end - offset});
}

/* ---- R2.3: markers ---- */

/* Takes note whether anything stands outside hidden blocks, up to `to` (R2.5). */
static void note_stretch(struct jets_extraction *x, const struct view *w, size_t to)
{
    x->text |= skip(w->text, x->stretch, to, B_WHITE) < to;
    x->stretch = to;
}

enum step scan_hide(struct jets_extraction *x, size_t mark, size_t at, unsigned pairs)
{
    x->scan.mark = mark;
    x->scan.pair = (unsigned char)pairs;
    x->reasoned = true;
    return scan_move(&x->scan, MODE_HIDDEN, at);
}

/* R2.5: the whole reply once more, with no marker seen. */
static enum step fall_back(struct jets_extraction *x)
{
    x->fallback = true;
    x->options.markers = &jets_no_markers;
    scan_begin(x, x->start);
    note(x, JETS_EVENT_RESTART, JETS_R2_5, x->start, x->start);
    return STEP_GO;
}

static enum step hidden(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    enum jets_rule rule = s->mark == x->start ? JETS_R2_1 : JETS_R2_3;
    struct found found;
    if (!marker_find_close(x->options.markers, s->pair, w, &s->at, &s->look[LOOK_CLOSER], &found)) {
        if (!w->final)
            return STEP_MORE;
        return x->options.reasoning == JETS_REASONING_FALLBACK
                   ? fall_back(x)
                   : none(x, JETS_UNTERMINATED_REASONING, rule);
    }
    /* the block's own opener is not one inside it */
    x->nested += marker_count_open(x->options.markers, found.pair, w, s->mark, s->at);
    x->nested -= s->pair != PAIR_ANY;
    note(x, JETS_EVENT_REASONING, rule, s->mark, found.end);
    x->stretch = found.end;
    return scan_move(s, MODE_PROSE, found.end);
}

static enum step closing_marker(struct jets_extraction *x, size_t end)
{
    struct jets_scan *s = &x->scan;
    size_t at = s->at;
    if (x->nested > 0) {
        x->nested--;
        scan_begin(x, end);
        note(x, JETS_EVENT_REASONING, JETS_R2_3, x->start, end);
        return STEP_GO;
    }
    if (x->options.starts != JETS_STARTS_OUTSIDE) {
        if (x->choice.met)
            return none(x, JETS_AMBIGUOUS, JETS_R2_3);
        choice_reset(&x->choice);
        s->fence = 0;
    }
    note(x, JETS_EVENT_MARKER, JETS_R2_3, at, end);
    return scan_move(s, MODE_PROSE, end);
}

/* STEP_PASS: no marker stands here. */
static enum step marker(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    const struct jets_markers *m = x->options.markers;
    struct found found;
    if (may_begin(m, FIRST_OPEN, w, s->at) &&
        marker_at(m, PAIR_ANY, true, w, s->at, &s->look[LOOK_OPENER], &found)) {
        note_stretch(x, w, s->at);
        return scan_hide(x, s->at, found.end, found.pair);
    }
    if (starved(w))
        return STEP_MORE;
    if (may_begin(m, FIRST_CLOSE, w, s->at) &&
        marker_at(m, PAIR_ANY, false, w, s->at, &s->look[LOOK_CLOSER], &found)) {
        return closing_marker(x, found.end);
    }
    return starved(w) ? STEP_MORE : STEP_PASS;
}

/* ---- R4: fences ---- */

static enum step fence_run(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    unsigned char c = w->text[s->at];
    size_t end = look_over_run(s, w, s->at);
    size_t run = end - s->at;
    if (starved(w))
        return STEP_MORE;
    if (run >= 3 && (c == '`' || before_on_line(x, w, s->at) < 0)) {
        if (s->fence == 0) {
            s->fence = c;
            x->fence_len = run;
            x->fence_body = end;
            s->mark = s->at;
            return scan_move(s, MODE_LABEL, end);
        }
        if (s->fence == c && run >= x->fence_len) {
            s->fence = 0;
            note(x, JETS_EVENT_FENCE_END, JETS_R4_2, s->at, end);
        }
    }
    return scan_move(s, MODE_PROSE, end);
}

static unsigned char label_kind(const unsigned char *label, size_t len)
{
    static const char json[] = "json";
    for (size_t i = 0; i < len && i < 4; i++)
        if (lower(label[i]) != (unsigned char)json[i])
            return LABEL_OTHER;
    if (len == 4 || (len == 5 && (lower(label[4]) == 'c' || label[4] == '5')))
        return LABEL_JSON;
    return len == 0 ? LABEL_NONE : LABEL_OTHER;
}

static enum step label(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    s->at = skip(w->text, s->at, w->len, B_LABEL);
    if (s->at == w->len && !w->final)
        return STEP_MORE;
    s->label = label_kind(w->text + x->fence_body, s->at - x->fence_body);
    x->fence_body = s->at;
    note(x, JETS_EVENT_FENCE, JETS_R4_1, s->mark, s->at);
    return scan_move(s, MODE_BODY, s->at);
}

/* Under expect=any the body may be a scalar; where it is not that alone it is read again, as prose.
 */
static enum step body(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    size_t i;
    if (x->options.expect != JETS_EXPECT_ANY || s->label == LABEL_OTHER)
        return scan_move(s, MODE_PROSE, s->at);
    i = look_over(s, LOOK_WHITE, w, s->at, B_WHITE);
    if (peek(w, i) < 0 || w->text[i] == '{' || w->text[i] == '[')
        return starved(w) ? STEP_MORE : scan_move(s, MODE_PROSE, s->at);
    s->first = true;
    s->mark = i;
    value_init(&s->value, 1);
    return scan_move(s, MODE_VALUE, i);
}

/* Is this the first thing in a fence that may hold the answer? */
static bool first_in_fence(const struct jets_extraction *x, const struct jets_scan *s,
                           const struct view *w)
{
    return s->fence != 0 && s->label != LABEL_OTHER &&
           back_over_white(x, w, s->at) <= x->fence_body;
}

/* R4.3: is a value that ends at s->at all that its fence holds? */
static bool fills_fence(struct jets_extraction *x, struct jets_scan *s, struct view *w)
{
    size_t i = look_over(s, LOOK_WHITE, w, s->at, B_WHITE);
    if (peek(w, i) < 0)
        return true;
    return w->text[i] == s->fence && look_over_run(s, w, i) - i >= x->fence_len && !starved(w) &&
           (s->fence == '`' || before_on_line(x, w, i) < 0);
}

/* ---- R3.5: what stands around a value ---- */

/* Looks ahead first: what stands in front is read only once. */
static bool glued(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    size_t before;
    size_t i = look_over(s, LOOK_WHITE, w, s->at, B_WHITE);
    int c = peek(w, i);
    int next = c == ',' ? peek(w, look_over(s, LOOK_BEHIND, w, i + 1, B_WHITE)) : -1;
    if (starved(w))
        return false;
    if (next == '"' || next == '{' || (c == ']' && x->choice.squares == 0) ||
        (c == '"' && (s->mark == x->base || w->text[s->mark - 1] != '"'))) {
        return true;
    }
    before = back_over_white(x, w, s->mark);
    if (before == x->base || w->text[before - 1] != ':')
        return false;
    before = back_over_white(x, w, before - 1);
    return before > x->base && w->text[before - 1] == '"';
}

static enum step after(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    enum jets_type type = value_type(w->text[s->mark]);
    bool container = choice_admits(JETS_EXPECT_CONTAINER, type);
    struct candidate c = {.offset = s->mark, .length = s->at - s->mark, .type = type};
    c.fenced = s->first && fills_fence(x, s, w);
    c.piece = x->choice.open > x->choice.squares || (!c.fenced && glued(x, w));
    if (starved(w))
        return STEP_MORE;
    if (!container && !c.fenced)
        return scan_move(s, MODE_PROSE, x->fence_body);
    c.holds = s->value.holds;
    c.empty = container && skip(w->text, s->mark + 1, s->at, B_WHITE) == s->at - 1;
    tell(x, (struct jets_event){JETS_EVENT_CANDIDATE, c.fenced ? JETS_R4_3 : JETS_R3_5, c.offset,
                                c.length, type, c.fenced, c.piece, 0});
    scan_move(s, MODE_PROSE, s->at);
    return choice_add(x, w->text, &c);
}

/* ---- R3.1 to R3.4: openers ---- */

/* R3.1: where the citation ends, or 0. R2.2 knows no citations. */
static size_t citation(const struct jets_extraction *x, const struct jets_scan *s, struct view *w)
{
    size_t i = s->at + 1;
    int before;
    if (w->text[s->at] != '[' || s->fence != 0 || s == &x->early)
        return 0;
    if (peek(w, i) == ' ')
        i++;
    else
        i = skip(w->text, i, w->len - i < 3 ? w->len : i + 3, B_DIGIT);
    if (peek(w, i) != ']')
        return 0;
    before = before_on_line(x, w, s->at);
    return before < 0 || before == ':' || before == '>' || before == '=' ? 0 : i + 1;
}

/* R3.2 */
static bool is_index(const struct jets_extraction *x, const struct jets_scan *s, struct view *w)
{
    int before = s->at > x->base ? w->text[s->at - 1] : -1;
    int next = peek(w, s->at + 1);
    return w->text[s->at] == '[' && before >= 0 &&
           (byte_is((unsigned char)before, B_WORD) || before == ')') && next != '{' &&
           next != '[' && !first_in_fence(x, s, w);
}

/* R3.3 */
static bool is_quoted(const struct jets_extraction *x, const struct jets_scan *s, struct view *w)
{
    int before = s->at > x->base ? w->text[s->at - 1] : -1;
    int behind;
    if ((before != '"' && before != '\'' && before != '`') || peek(w, s->at + 1) != before)
        return false;
    behind = peek(w, s->at + 2);
    return behind < 0 || (behind != '$' && !byte_is((unsigned char)behind, B_WORD));
}

/* R3.4: a quote at i. */
static bool is_quote(struct view *w, size_t i)
{
    int c = peek(w, i);
    int next = c == 0xC2 || c == 0xE2 ? peek(w, i + 1) : -1;
    int last = c == 0xE2 && next == 0x80 ? peek(w, i + 2) : -1;
    return c == '"' || c == '\'' || (c == 0xC2 && (next == 0xAB || next == 0xBB)) ||
           (last >= 0x98 && last <= 0x9F);
}

static bool is_comment(struct view *w, size_t i)
{
    return peek(w, i) == '/' && (peek(w, i + 1) == '/' || peek(w, i + 1) == '*');
}

/* Where one of the words of R3.4 ends that stands at i, or 0. */
static size_t word_end(struct view *w, size_t i)
{
    static const char *const words[] = {"true",  "false", "null",     "None",     "True",
                                        "False", "NaN",   "Infinity", "undefined"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        size_t k = 0;
        if (words[n][0] != (char)w->text[i])
            continue;
        while (words[n][k] != '\0' && peek(w, i + k) == words[n][k])
            k++;
        if (words[n][k] == '\0')
            return i + k;
    }
    return 0;
}

/* R3.4: can what follows the bracket begin an attempt? */
static bool is_attempt(struct jets_scan *s, struct view *w)
{
    size_t i = look_over(s, LOOK_WHITE, w, s->at + 1, B_WHITE);
    int c = peek(w, i);
    size_t end;
    bool object = w->text[s->at] == '{';
    if (c < 0 || c == '"' || c == (object ? '}' : ']'))
        return c >= 0;
    if (is_quote(w, i) || is_comment(w, i))
        return true;
    if (object) {
        end = look_over(s, LOOK_RUN, w, i, B_KEY);
        return end > i && peek(w, look_over(s, LOOK_BEHIND, w, end, B_WHITE)) == ':';
    }
    if (c == '[' || c == '{' || c == '-' || byte_is((unsigned char)c, B_DIGIT))
        return true;
    end = word_end(w, i);
    c = end > 0 ? peek(w, look_over(s, LOOK_BEHIND, w, end, B_WHITE)) : -1;
    return c == ',' || c == ']';
}

static enum step prose_bracket(struct jets_extraction *x, struct jets_scan *s, const struct view *w,
                               enum jets_rule rule)
{
    size_t at = s->at;
    scan_move(s, MODE_PROSE, at + 1);
    if (s == &x->early)
        return STEP_GO;
    if (!choice_open(x, w->text[at] == '{'))
        return none(x, JETS_TOO_DEEP, JETS_R3_7);
    note(x, JETS_EVENT_OPEN, rule, at, at + 1);
    return STEP_GO;
}

static enum step pass_over(struct jets_extraction *x, struct jets_scan *s, size_t end,
                           enum jets_rule rule)
{
    if (s != &x->early)
        note(x, JETS_EVENT_SKIPPED, rule, s->at, end);
    return scan_move(s, MODE_PROSE, end);
}

enum step scan_opener(struct jets_extraction *x, struct jets_scan *s, struct view *w)
{
    size_t cited = citation(x, s, w);
    bool index = cited == 0 && is_index(x, s, w);
    bool quoted = cited == 0 && !index && is_quoted(x, s, w);
    bool attempt = cited == 0 && !index && !quoted && is_attempt(s, w);
    if (starved(w))
        return STEP_MORE;
    if (cited > 0)
        return pass_over(x, s, cited, JETS_R3_1);
    if (quoted)
        return pass_over(x, s, s->at + 1, JETS_R3_3);
    if (!attempt)
        return prose_bracket(x, s, w, index ? JETS_R3_2 : JETS_R3_4);
    s->first = first_in_fence(x, s, w);
    s->mark = s->at;
    value_init(&s->value, x->options.depth);
    return scan_move(s, MODE_VALUE, s->at);
}

static enum step closer(struct jets_extraction *x, const struct view *w)
{
    size_t at = x->scan.at;
    if (choice_close(x, w->text[at] == '}'))
        note(x, JETS_EVENT_CLOSE, JETS_R3_4, at, at + 1);
    return scan_move(&x->scan, MODE_PROSE, at + 1);
}

/* From i on, the next byte that is not prose for sure. A closer is, where no bracket is open. */
static size_t next_stop(const struct jets_extraction *x, const struct view *w, size_t i)
{
    const struct jets_markers *m = x->options.markers;
    for (;; i++) {
        unsigned char c;
        size_t near = w->len - i < 8 ? w->len : i + 8;
        /* the next one is often near, and then not worth a call */
        while (i < near && (m->first[w->text[i]] & FIRST_STOP) == 0)
            i++;
        if (i == near)
            i = w->path->prose_end(m, w->text, i, w->len);
        if (i == w->len)
            return i;
        c = w->text[i];
        if ((byte_is(c, B_SKIP) && (x->choice.open > 0 || (c != '}' && c != ']'))) ||
            may_begin(m, FIRST_OPEN | FIRST_CLOSE, w, i)) {
            return i;
        }
    }
}

static enum step prose(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    size_t i = next_stop(x, w, s->at);
    if (i != s->at)
        scan_move(s, MODE_PROSE, i);
    if (i == w->len)
        return w->final ? STEP_END : STEP_MORE;
    if (x->options.markers->first[w->text[i]] & (FIRST_OPEN | FIRST_CLOSE)) {
        enum step step = marker(x, w);
        if (step != STEP_PASS)
            return step;
    }
    switch (w->text[i]) {
    case '{':
    case '[': return scan_opener(x, s, w);
    case '}':
    case ']': return closer(x, w);
    case '`':
    case '~': return fence_run(x, w);
    default: return scan_move(s, MODE_PROSE, i + 1);
    }
}

/* ---- R3.5 to R3.7: values ---- */

static enum step left_open(struct jets_extraction *x, const struct view *w, enum jets_reason reason,
                           enum jets_rule rule)
{
    const struct jets_scan *s = &x->scan;
    tell(x, (struct jets_event){JETS_EVENT_CUT, rule, s->mark, s->at - s->mark,
                                value_type(w->text[s->mark]), false, false, 0});
    return none(x, reason, rule);
}

static enum step value(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    enum value_step step = value_read(&s->value, w, &s->at);
    if (step == VALUE_MORE && !w->final)
        return STEP_MORE;
    if (step == VALUE_DONE || (step == VALUE_MORE && value_may_end(&s->value))) {
        scan_move(s, MODE_AFTER, s->at);
        return after(x, w);
    }
    if (w->text[s->mark] != '{' && w->text[s->mark] != '[')
        return scan_move(s, MODE_PROSE, x->fence_body);
    if (step == VALUE_BROKEN) {
        value_break(&s->value);
        return scan_move(s, MODE_SKIP, s->at);
    }
    return left_open(x, w, step == VALUE_DEEP ? JETS_TOO_DEEP : JETS_UNTERMINATED_VALUE, JETS_R3_7);
}

/* R3.6: does the broken value that ends at s->at count? */
static bool broken_counts(const struct jets_scan *s, struct view *w)
{
    size_t i = skip(w->text, s->mark + 1, s->at, B_WHITE);
    if (s->fence != 0 && s->label == LABEL_OTHER)
        return false;
    return s->first || w->text[s->mark] == '{' || w->text[i] == '{' || w->text[i] == '[' ||
           is_quote(w, i);
}

static enum step broken_end(struct jets_extraction *x, struct view *w, bool counts)
{
    struct jets_scan *s = &x->scan;
    const struct candidate c = {
        .type = value_type(w->text[s->mark]), .piece = true, .broken = true};
    tell(x, (struct jets_event){JETS_EVENT_BROKEN, JETS_R3_6, s->mark, s->at - s->mark, c.type,
                                false, counts, 0});
    scan_move(s, MODE_PROSE, s->at);
    return counts ? choice_add(x, w->text, &c) : STEP_GO;
}

/* A byte of the fence's inside a broken value: does its fence end here (R4.4)? */
static enum step broken_at_fence(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    size_t end = look_over_run(s, w, s->at);
    if (starved(w))
        return STEP_MORE;
    if (end - s->at >= x->fence_len && before_on_line(x, w, s->at) < 0)
        return broken_end(x, w, false);
    return scan_move(s, MODE_SKIP, end);
}

static enum step skip_broken(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    switch (value_skip(&s->value, w->text, &s->at, w->len, s->fence)) {
    case VALUE_DONE: return broken_end(x, w, broken_counts(s, w));
    case VALUE_DEEP: return left_open(x, w, JETS_TOO_DEEP, JETS_R3_7);
    case VALUE_STOP: return broken_at_fence(x, w);
    default: return w->final ? left_open(x, w, JETS_UNTERMINATED_VALUE, JETS_R3_6) : STEP_MORE;
    }
}

static enum step one_step(struct jets_extraction *x, struct view *w)
{
    w->hit = false;
    switch (x->scan.mode) {
    case MODE_HIDDEN: return hidden(x, w);
    case MODE_LABEL: return label(x, w);
    case MODE_BODY: return body(x, w);
    case MODE_VALUE: return value(x, w);
    case MODE_AFTER: return after(x, w);
    case MODE_SKIP: return skip_broken(x, w);
    default: return prose(x, w);
    }
}

/* R2.5, second half: the reply has ended, and all of it was reasoning. */
static bool nothing_left(struct jets_extraction *x, const struct view *w)
{
    if (x->options.reasoning != JETS_REASONING_FALLBACK || !x->reasoned || x->fallback)
        return false;
    note_stretch(x, w, w->len);
    return !x->text;
}

enum step scan_run(struct jets_extraction *x, struct view *w)
{
    enum step step;
    do {
        step = one_step(x, w);
        if (step == STEP_END && nothing_left(x, w))
            step = fall_back(x);
    } while (step == STEP_GO);
    return step;
}

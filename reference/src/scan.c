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

void scan_begin(struct jets_extraction *x, size_t at)
{
    struct jets_scan *s = &x->scan;
    choice_reset(&x->choice);
    s->fence = 0;
    s->first = x->text = false;
    x->stretch = at;
    scan_move(s, MODE_PROSE, at);
}

/* Where this look-ahead from `from` on goes on: where it came to at the last try for this s->at. */
static inline size_t looked(const struct jets_scan *s, unsigned use, size_t from)
{
    return s->looked && s->look[use] > from ? s->look[use] : from;
}

/* Remembers that it came to `to`. A few bytes cost less to read again. */
static inline size_t remember(struct jets_scan *s, unsigned use, size_t from, size_t to)
{
    if (to - from > 16) {
        s->look[use] = to;
        s->looked = true;
    }
    return to;
}

/* skip() that remembers. */
static inline size_t look_over(struct jets_scan *s, unsigned use, const struct view *w, size_t from,
                               unsigned classes)
{
    if (from < w->len && !byte_is(w->text[from], classes))
        return from;
    return remember(s, use, from, skip(w->text, looked(s, use, from), w->len, classes));
}

/* The same for a run of the byte at `from`. */
static size_t look_over_run(struct jets_scan *s, struct view *w, size_t from)
{
    size_t i = looked(s, LOOK_RUN, from);
    while (peek(w, i) == w->text[from])
        i++;
    return remember(s, LOOK_RUN, from, i);
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
    for (; at > x->base && byte_is(w->text[at - 1], B_WHITE); at--)
        if (w->text[at - 1] == '\n')
            return -1;
    return at == x->base ? -1 : w->text[at - 1];
}

/* Tells of text[offset..end). */
static inline void note(const struct jets_extraction *x, enum jets_event_kind kind,
                        enum jets_rule rule, size_t offset, size_t end)
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
    s->looked = true; /* through the memo below */
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
    bool open = pairs_at(m, true, w, s->at) != 0;
    bool close = pairs_at(m, false, w, s->at) != 0;
    struct found found;
    s->looked |= open || close; /* what is written through the memos below */
    if (open && marker_at(m, PAIR_ANY, true, w, s->at, &s->look[LOOK_OPENER], &found)) {
        note_stretch(x, w, s->at);
        return scan_hide(x, s->at, found.end, found.pair);
    }
    if (starved(w))
        return STEP_MORE;
    if (close && marker_at(m, PAIR_ANY, false, w, s->at, &s->look[LOOK_CLOSER], &found)) {
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
    size_t length = s->at - s->mark;
    enum jets_type type = value_type(w->text[s->mark]);
    bool container = type == JETS_OBJECT || type == JETS_ARRAY;
    bool fenced = s->first && fills_fence(x, s, w);
    bool piece = x->choice.open > x->choice.squares || (!fenced && glued(x, w));
    unsigned what = type;
    if (starved(w))
        return STEP_MORE;
    if (!container && !fenced)
        return scan_move(s, MODE_PROSE, x->fence_body);
    what |= fenced * C_FENCED | piece * C_PIECE | s->value.holds * C_HOLDS;
    if (container && skip(w->text, s->mark + 1, s->at, B_WHITE) == s->at - 1)
        what |= C_EMPTY;
    tell(x, (struct jets_event){JETS_EVENT_CANDIDATE, fenced ? JETS_R4_3 : JETS_R3_5, s->mark,
                                length, type, fenced, piece, 0});
    scan_move(s, MODE_PROSE, s->at);
    return choice_add(x, w->text, s->mark, length, what);
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
    /* their first letters, of either case: most other words are told by that */
    static const unsigned letters = 1u << ('f' & 31) | 1u << ('i' & 31) | 1u << ('n' & 31) |
                                    1u << ('t' & 31) | 1u << ('u' & 31);
    if ((letters >> (w->text[i] & 31u) & 1u) == 0)
        return 0;
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

/* R3.4: can what follows the bracket begin an attempt? Where it is a container of nothing, and so
   known whole, *empty_end is behind it. */
static bool is_attempt(struct jets_scan *s, struct view *w, size_t *empty_end)
{
    size_t i = look_over(s, LOOK_WHITE, w, s->at + 1, B_WHITE);
    int c = peek(w, i);
    size_t end;
    bool object = w->text[s->at] == '{';
    if (c == (object ? '}' : ']'))
        *empty_end = i + 1;
    if (c < 0 || c == '"' || *empty_end > 0)
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

/* An attempt begins at s->at; empty_end: see is_attempt. */
static inline enum step attempt(struct jets_extraction *x, struct jets_scan *s,
                                const struct view *w, size_t empty_end)
{
    s->first = first_in_fence(x, s, w);
    s->mark = s->at;
    if (empty_end > 0) {
        s->value.holds = false;
        return scan_move(s, s == &x->early ? MODE_PROSE : MODE_AFTER, empty_end);
    }
    value_init(&s->value, x->options.depth);
    return scan_move(s, MODE_VALUE, s->at);
}

enum step scan_opener(struct jets_extraction *x, struct jets_scan *s, struct view *w)
{
    size_t empty_end = 0;
    size_t cited = citation(x, s, w);
    bool index = cited == 0 && is_index(x, s, w);
    bool quoted = cited == 0 && !index && is_quoted(x, s, w);
    bool begins = cited == 0 && !index && !quoted && is_attempt(s, w, &empty_end);
    if (starved(w))
        return STEP_MORE;
    if (cited > 0)
        return pass_over(x, s, cited, JETS_R3_1);
    if (quoted)
        return pass_over(x, s, s->at + 1, JETS_R3_3);
    if (!begins)
        return prose_bracket(x, s, w, index ? JETS_R3_2 : JETS_R3_4);
    return attempt(x, s, w, empty_end);
}

/* Most openers are told at a glance: `{` with no quote in front, and a name or `}` behind. */
static inline enum step opener(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    size_t i = s->at;
    unsigned char before = i > x->base ? w->text[i - 1] : 0;
    unsigned char behind = w->len - i > 1 ? w->text[i + 1] : 0;
    if (w->text[i] == '{' && (behind == '"' || behind == '}') && before != '"' && before != '\'' &&
        before != '`') {
        return attempt(x, s, w, behind == '}' ? i + 2 : 0);
    }
    return scan_opener(x, s, w);
}

static enum step closer(struct jets_extraction *x, const struct view *w)
{
    size_t at = x->scan.at;
    if (choice_close(x, w->text[at] == '}'))
        note(x, JETS_EVENT_CLOSE, JETS_R3_4, at, at + 1);
    return scan_move(&x->scan, MODE_PROSE, at + 1);
}

/* From i on, the next byte that is not prose for sure. A closer is, where no bracket is open. */
static inline size_t next_stop(const struct jets_extraction *x, const struct view *w, size_t i)
{
    const struct jets_markers *m = x->options.markers;
    for (;; i++) {
        unsigned char c;
        bool stops;
        unsigned near = 8; /* that near the next one often is, and then not worth a call */
        while (near > 0 && i < w->len && (m->first[w->text[i]] & FIRST_STOP) == 0) {
            i++;
            near--;
        }
        if (near == 0)
            i = w->path->prose_end(m, w->text, i, w->len);
        if (i == w->len)
            return i;
        c = w->text[i];
        stops = c == '}' || c == ']' ? x->choice.open > 0 : byte_is(c, B_SKIP);
        if (stops || pairs_at(m, true, w, i) != 0 || pairs_at(m, false, w, i) != 0)
            return i;
    }
}

static enum step prose(struct jets_extraction *x, struct view *w)
{
    struct jets_scan *s = &x->scan;
    unsigned char c;
    size_t i = next_stop(x, w, s->at);
    if (i != s->at)
        scan_move(s, MODE_PROSE, i);
    if (i == w->len)
        return w->final ? STEP_END : STEP_MORE;
    c = w->text[i];
    if (x->options.markers->first[c] & (FIRST_OPEN | FIRST_CLOSE)) {
        enum step step = marker(x, w);
        if (step != STEP_PASS)
            return step;
    }
    if (c == '{' || c == '[')
        return opener(x, w);
    if (c == '}' || c == ']')
        return closer(x, w);
    return c == '`' || c == '~' ? fence_run(x, w) : scan_move(s, MODE_PROSE, i + 1);
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
    if (step == VALUE_DONE || (step == VALUE_MORE && value_may_end(&s->value)))
        return scan_move(s, MODE_AFTER, s->at);
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
    enum jets_type type = value_type(w->text[s->mark]);
    tell(x, (struct jets_event){JETS_EVENT_BROKEN, JETS_R3_6, s->mark, s->at - s->mark, type, false,
                                counts, 0});
    scan_move(s, MODE_PROSE, s->at);
    return counts ? choice_add(x, w->text, 0, 0, type | C_PIECE | C_BROKEN) : STEP_GO;
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
    if (x->scan.mode == MODE_PROSE)
        return prose(x, w);
    if (x->scan.mode == MODE_AFTER)
        return after(x, w);
    if (x->scan.mode == MODE_VALUE)
        return value(x, w);
    switch (x->scan.mode) {
    case MODE_HIDDEN: return hidden(x, w);
    case MODE_LABEL: return label(x, w);
    case MODE_BODY: return body(x, w);
    default: return skip_broken(x, w);
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
        do
            step = one_step(x, w);
        while (step == STEP_GO);
        if (step == STEP_END && nothing_left(x, w))
            step = fall_back(x);
    } while (step == STEP_GO);
    return step;
}

/* What the parts of libjets share. Nothing here is API. */
#ifndef JETS_INTERNAL_H
#define JETS_INTERNAL_H

#include "jets.h"

/* in front of the names below, which they may use too */
#include <stdlib.h>
#include <string.h>

/* Names are short here, and carry the library's prefix in its object files, where a program that
   links the static library could otherwise clash with them. */
#define value_read_portable jets__value_read_portable
#define path_number jets__path_number
#define value_rest jets__value_rest
#define value_scalar jets__value_scalar
#define value_odd jets__value_odd
#define value_may_end jets__value_may_end
#define value_break jets__value_break
#define value_skip jets__value_skip
#define value_equal jets__value_equal
#define marker_at jets__marker_at
#define marker_find_close jets__marker_find_close
#define marker_count_open jets__marker_count_open
#define scan_begin jets__scan_begin
#define scan_hide jets__scan_hide
#define scan_opener jets__scan_opener
#define scan_run jets__scan_run
#define early_run jets__early_run
#define early_is_too_deep jets__early_is_too_deep
#define none jets__none
#define choice_reset jets__choice_reset
#define choice_open jets__choice_open
#define choice_close jets__choice_close
#define choice_add jets__choice_add
#define choose jets__choose
#define names_repeat jets__names_repeat
#define string_set_init jets__string_set_init
#define string_set_free jets__string_set_free
#define string_set_add jets__string_set_add
#define string_odd_code_point jets__string_odd_code_point

/* The reply as far as it is known. Look-aheads read it as if it ended at len, and set `hit` where
   they met that end: then, unless it is final, what they found does not count, and is looked for
   again when more bytes have come. */
struct view {
    const unsigned char *text;
    size_t len;
    bool final;
    bool hit;
    const struct jets_path *path;
};

/* ---- the inner loops (vector.c) ---- */

enum value_step {
    VALUE_MORE,   /* all bytes read, and the value goes on (or, a number, may) */
    VALUE_DONE,   /* it ended in front of *at */
    VALUE_BROKEN, /* no value can go on with the byte at *at */
    VALUE_DEEP,   /* the bracket at *at is one too many */
    VALUE_STOP    /* value_skip met `stop` at *at, outside strings */
};

/* One way to run them; all come to the same. */
struct jets_path {
    const char *name;
    /* The first place from `from` on at which prose may stop (FIRST_STOP), or len. */
    size_t (*prose_end)(const struct jets_markers *m, const unsigned char *text, size_t from,
                        size_t len);
    /* Reads text[*at..len) on; see value_init. */
    enum value_step (*value_read)(struct jets_value *v, const unsigned char *text, size_t *at,
                                  size_t len);
    /* Behind the closing quote of a string, from a place inside it on that is no escape's; the
       string must be known to be whole. *escaped is set where it holds an escape. */
    size_t (*string_end)(const unsigned char *text, size_t from, size_t len, bool *escaped);
    /* R6, for answers that need no memory for it: does the value repeat a name? 1 yes, 0 no, -1 not
       to be told so. */
    int (*few_repeat)(const unsigned char *value, size_t len);
};
extern const struct jets_path jets_path_portable;

/* Those that this machine can run, the best first, the portable one last; NULL behind it. */
const struct jets_path *path_number(unsigned n);

static inline bool starved(const struct view *w)
{
    return w->hit && !w->final;
}

/* The byte at i, or -1 at the end. */
static inline int peek(struct view *w, size_t i)
{
    if (i < w->len)
        return w->text[i];
    w->hit = true;
    return -1;
}

/* ---- bytes (bytes.c) ---- */

enum {
    B_WHITE = 1,  /* space, tab, line feed, carriage return */
    B_DIGIT = 2,  /* 0-9 */
    B_HEX = 4,    /* 0-9 A-F a-f */
    B_PLAIN = 8,  /* ASCII that a string holds unescaped */
    B_KEY = 16,   /* of a bare key (R3.4) */
    B_LABEL = 32, /* of a fence's label (R4.1) */
    B_WORD = 64,  /* ASCII letter, digit, `_` */
    B_SKIP = 128  /* brackets, quotes and a fence's characters: what value_skip may stop at */
};
extern const unsigned char jets_bytes[256];

static inline bool byte_is(unsigned char byte, unsigned classes)
{
    return (jets_bytes[byte] & classes) != 0;
}

static inline unsigned char lower(unsigned char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (unsigned char)(byte | 0x20) : byte;
}

/* First place from `from` on whose byte is in none of the classes, or len. */
static inline size_t skip(const unsigned char *text, size_t from, size_t len, unsigned classes)
{
    while (from < len && byte_is(text[from], classes))
        from++;
    return from;
}

/* The number of the lowest bit that is set; one must be. */
static inline unsigned lowest(uint64_t mask)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(mask);
#else
    unsigned n = 0;
    while ((mask >> n & 1) == 0)
        n++;
    return n;
#endif
}

/* The same of the highest one. */
static inline unsigned highest(uint64_t mask)
{
#ifdef __GNUC__
    return 63 ^ (unsigned)__builtin_clzll(mask);
#else
    unsigned n = 63;
    while ((mask >> n & 1) == 0)
        n--;
    return n;
#endif
}

static inline bool bit_get(const unsigned char *bits, unsigned i)
{
    return ((unsigned)bits[i >> 3] >> (i & 7u) & 1u) != 0;
}

static inline void bit_set(unsigned char *bits, unsigned i, bool on)
{
    unsigned rest = bits[i >> 3] & ~(1u << (i & 7u));
    bits[i >> 3] = (unsigned char)(rest | (unsigned)on << (i & 7u));
}

/* ---- the reader of values (value.c) ---- */

/* Begins. Then value_read: called again after DONE, BROKEN or DEEP it says the same. */
static inline void value_init(struct jets_value *v, unsigned limit)
{
    v->depth = 0;
    v->limit = (unsigned short)limit;
    v->state = 0; /* V_VALUE */
    v->aux = v->low = v->high = 0;
    v->name = v->holds = false;
}

enum value_step value_read_portable(struct jets_value *v, const unsigned char *text, size_t *at,
                                    size_t len);

/* Reads the reply on from *at. A few bytes, as they arrive, are not worth more than the portable
   path. */
static inline enum value_step value_read(struct jets_value *v, const struct view *w, size_t *at)
{
    return (w->len - *at < 64 ? value_read_portable : w->path->value_read)(v, w->text, at, w->len);
}

/* After VALUE_MORE: could the text end here? (only a number outside containers can) */
bool value_may_end(const struct jets_value *v);

/* After VALUE_BROKEN: from now on value_skip, beginning with the byte that broke it (R3.6). */
void value_break(struct jets_value *v);

/* Skips a broken value lexically, from *at <= len on; gives VALUE_STOP at a byte equal to stop (0:
   none), which the caller passes. Never VALUE_BROKEN. */
enum value_step value_skip(struct jets_value *v, const unsigned char *text, size_t *at, size_t len,
                           unsigned char stop);

/* The type of a value that begins with this byte. */
static inline enum jets_type value_type(unsigned char first)
{
    switch (first) {
    case '{': return JETS_OBJECT;
    case '[': return JETS_ARRAY;
    case '"': return JETS_STRING;
    case 'n': return JETS_NULL;
    default: return first == 't' || first == 'f' ? JETS_BOOLEAN : JETS_NUMBER;
    }
}

/* Are two values equal by R5.3? */
bool value_equal(const unsigned char *a, size_t a_len, const unsigned char *b, size_t b_len);

/* ---- markers (reasoning.c) ---- */

enum {
    FIRST_STOP = 1,  /* prose is left here: a bracket, a fence's character, a marker's first byte */
    FIRST_OPEN = 2,  /* may begin an opening marker */
    FIRST_CLOSE = 4, /* may begin a closing marker */
    FIRST_PREFILLED = 8 /* may begin a closing marker of a prefilled family */
};
extern const struct jets_markers jets_no_markers;

/* Pairs that are asked for: one by number, all, or those of prefilled families. */
enum { PAIR_ANY = 255, PAIR_PREFILLED = 254 };

/* A marker that was found: its pair, and where it ends. */
struct found {
    unsigned pair;
    size_t end;
};

/* The pairs, a bit each, whose opening (or closing) marker may stand at `at`: by its first three
   bytes, as far as they are there. So most of what is no marker costs three look-ups, and most of
   what is one is compared with few. (A table of no pairs knows no first byte.) */
static inline uint64_t pairs_at(const struct jets_markers *m, bool open, const struct view *w,
                                size_t at)
{
    unsigned what = open ? FIRST_OPEN : FIRST_CLOSE;
    if ((m->first[w->text[at]] & what) == 0 ||
        (w->len - at > 1 && (m->second[w->text[at + 1]] & what) == 0)) {
        return 0;
    }
    return w->len - at > 2 ? m->third[open ? 0 : 1][w->text[at + 2] & 31]
                           : UINT64_MAX >> (64 - m->count);
}

/* Does an opening (or a closing) marker of those pairs stand at `at`? *look is the caller's memo of
   how far this look-ahead has come, 0 at first. */
bool marker_at(const struct jets_markers *m, unsigned pairs, bool open, struct view *w, size_t at,
               size_t *look, struct found *found);

/* Finds the first closing marker from *at on. Where false, *at is how far the search has come. */
bool marker_find_close(const struct jets_markers *m, unsigned pairs, struct view *w, size_t *at,
                       size_t *look, struct found *found);

/* How many opening markers of this pair stand in the reply from `from` to `to`. */
size_t marker_count_open(const struct jets_markers *m, unsigned pair, const struct view *w,
                         size_t from, size_t to);

/* ---- the scan (scan.c) and R2.2 (early.c) ---- */

enum step {
    STEP_GO,   /* something was decided; go on */
    STEP_PASS, /* it is not what was looked for */
    STEP_MORE, /* needs bytes that have not come */
    STEP_END,  /* the reply's end was reached */
    STEP_NONE  /* x->result says why there is no answer */
};

enum mode { MODE_PROSE, MODE_HIDDEN, MODE_LABEL, MODE_BODY, MODE_VALUE, MODE_AFTER, MODE_SKIP };

/* look[] by use: how far look-aheads from `at` have come */
enum { LOOK_OPENER, LOOK_CLOSER, LOOK_WHITE, LOOK_RUN, LOOK_BEHIND };

/* Goes to `at` in that mode, and forgets all look-aheads. */
static inline enum step scan_move(struct jets_scan *s, enum mode mode, size_t at)
{
    s->mode = (unsigned char)mode;
    s->at = at;
    if (s->looked) {
        memset(s->look, 0, sizeof s->look);
        s->looked = false;
    }
    return STEP_GO;
}

/* Begins a reading of R3 at `at`, with nothing met so far. Openers counted by R2.3 stay counted. */
void scan_begin(struct jets_extraction *x, size_t at);
/* Hides from `mark` on: an opening marker, or the beginning of a reply that starts inside
   reasoning, to the first closing marker of those pairs behind `at`. */
enum step scan_hide(struct jets_extraction *x, size_t mark, size_t at, unsigned pairs);
/* At `{` or `[`: R3.1 to R3.5. s->mode is MODE_VALUE where a value begins. Shared with R2.2, for
   which (s == &x->early) brackets of prose leave no trace. */
enum step scan_opener(struct jets_extraction *x, struct jets_scan *s, struct view *w);
/* Reads on: STEP_MORE, STEP_END or STEP_NONE. */
enum step scan_run(struct jets_extraction *x, struct view *w);

/* STEP_GO: the reply begins at x->closer_end. STEP_END: there is no such marker. */
enum step early_run(struct jets_extraction *x, struct view *w);
/* Does R2.2 come to none (`too-deep`) wherever a closing marker may still come? */
bool early_is_too_deep(struct jets_extraction *x, struct view *w);

/* Writes x->result; returns STEP_NONE. */
enum step none(struct jets_extraction *x, enum jets_reason reason, enum jets_rule rule);

/* Tells the caller's trace of an event, where there is one; its depth is filled in. A macro, since
   a compiler may put an argument together before a function asks whether anybody listens. */
#define tell(x, ...) ((x)->options.trace != NULL ? tell_event(x, __VA_ARGS__) : (void)0)

static inline void tell_event(const struct jets_extraction *x, struct jets_event event)
{
    event.depth = x->choice.open;
    x->options.trace(x->options.trace_context, &event);
}

/* ---- the choice (choose.c) ---- */

/* A candidate: text[offset..offset + length), and what it is. Small, so that it travels in
   registers. */
enum {
    C_TYPE = 7, /* enum jets_type; with it some of: */
    C_FENCED = 8,
    C_EMPTY = 16,
    C_HOLDS = 32, /* a string or a container */
    C_PIECE = 64,
    C_BROKEN = 128 /* no candidate but a broken value that counts */
};

void choice_reset(struct jets_choice *c);

static inline bool choice_admits(enum jets_expect expect, enum jets_type type)
{
    static const unsigned char types[] = {
        [JETS_EXPECT_OBJECT] = 1u << JETS_OBJECT,
        [JETS_EXPECT_ARRAY] = 1u << JETS_ARRAY,
        [JETS_EXPECT_CONTAINER] = 1u << JETS_OBJECT | 1u << JETS_ARRAY,
        [JETS_EXPECT_ANY] = 0xFF,
    };
    return ((unsigned)types[expect] >> type & 1u) != 0;
}

/* A prose bracket opens: false past the depth limit. One closes: false where none of its type is
 * open. */
bool choice_open(struct jets_extraction *x, bool object);
bool choice_close(struct jets_extraction *x, bool object);
/* STEP_NONE where too much would have to be remembered. */
enum step choice_add(struct jets_extraction *x, const unsigned char *text, size_t offset,
                     size_t length, unsigned what);
/* R5 at the reply's end: fills x->result, all but R6. */
void choose(struct jets_extraction *x);

/* ---- strings by what they mean (names.c) ---- */

/* R6: does the value repeat a name? 1 yes, 0 no, -1 no memory. */
int names_repeat(const struct jets_path *path, const unsigned char *value, size_t len,
                 const struct jets_options *options);

#define SMALL_SET ((size_t)16)
struct string_slot {
    size_t from; /* 0: empty, since a string's content stands behind its quote */
    size_t to;
    size_t group;
};

/* A set of JSON strings; up to SMALL_SET need no memory. */
struct string_set {
    const unsigned char *text;
    const struct jets_options *options;
    struct string_slot *slots;
    size_t size; /* of slots, a power of two */
    size_t *extra;
    size_t bytes; /* of memory, or 0 */
    struct string_slot small[2 * SMALL_SET];
    size_t small_extra[SMALL_SET + 1];
};

/* Room for `count` strings of `text`, and for `extra` numbers of the caller's, which are at most
   one more: objects that are open, each but the innermost with a name. False: no memory. */
bool string_set_init(struct string_set *set, const unsigned char *text, size_t count, size_t extra,
                     const struct jets_options *options);
void string_set_free(struct string_set *set);
/* Adds the string whose content (between the quotes) is text[from..to); `group` keeps strings apart
   that are not to be compared. Returns false where an equal one is there. */
bool string_set_add(struct string_set *set, size_t group, size_t from, size_t to);

/* string_code_point where an escape begins, or a byte past ASCII stands. */
uint32_t string_odd_code_point(const unsigned char *text, size_t *at);

/* One code point of a string's content at *at, escapes resolved; moves *at on. */
static inline uint32_t string_code_point(const unsigned char *text, size_t *at)
{
    unsigned char c = text[*at];
    if (c >= 0x80 || c == '\\')
        return string_odd_code_point(text, at);
    ++*at;
    return c;
}

#endif

/*
 * gen_compose.h - the composer behind gen_truth.h: it writes a reply part by part and keeps, for
 * each, what SPEC.md says it does where it stands. Private to gen_truth.c and gen_compose*.c.
 *
 * Every part begins behind white space, and what touches a value is chosen on purpose, so that no
 * two parts make a third. "Early" is the reading of R2.2, to which fences and markers are text.
 */
#ifndef JETS_GEN_COMPOSE_H
#define JETS_GEN_COMPOSE_H

#include "gen_parts.h"
#include "gen_truth.h"
#include "markers.h"

/* The values of the options, in SPEC.md's order. */
enum { EXPECT_CONTAINER, EXPECT_OBJECT, EXPECT_ARRAY, EXPECT_ANY };
enum { SELECT_ONLY, SELECT_LONGEST, SELECT_FIRST, SELECT_LAST };
enum { NAMES_UNIQUE, NAMES_ANY };
enum { REASONING_CLOSED, REASONING_FALLBACK };
enum { STARTS_AUTO, STARTS_INSIDE, STARTS_OUTSIDE };

enum truth_reason {
    TRUTH_ANSWER,
    TRUTH_EMPTY,
    TRUTH_NO_CANDIDATE,
    TRUTH_UNTERMINATED_REASONING,
    TRUTH_UNTERMINATED_VALUE,
    TRUTH_TOO_DEEP,
    TRUTH_SHAPE,
    TRUTH_AMBIGUOUS,
    TRUTH_BROKEN_VALUE,
    TRUTH_DUPLICATE_NAME
};

enum value_type { VALUE_OBJECT, VALUE_ARRAY, VALUE_SCALAR };

/* A value as it is made: without white space, so that equal ones are equal bytes. */
struct value {
    unsigned char bytes[512];
    size_t len;
    enum value_type type;
    bool empty;
    bool listed;    /* an array of numbers and literals */
    bool duplicate; /* an object in it, or it itself, repeats a name */
    bool closes;    /* a string in it holds a closing marker of a prefilled pair */
    unsigned depth;
};

/* What counts for R5: a candidate, or a broken value that counts. */
struct met {
    struct value value; /* of a broken one, only the type */
    size_t offset, length;
    bool fenced, piece;
};

enum { MET_MAX = 9, OPEN_MAX = 40 };

struct composer {
    struct gen *g;
    struct gen_options options;
    unsigned limit;
    struct met met[MET_MAX];
    unsigned met_count;
    struct {
        char type;    /* '{' or '[' */
        unsigned met; /* how many had been met when it was opened */
    } open[OPEN_MAX]; /* prose brackets */
    unsigned open_count;
    unsigned nested;  /* openers counted in hidden blocks (R2.3) */
    bool early;       /* R2.2 has still to find its end of reasoning */
    bool early_known; /* what it would read here is prose, or a broken value */
    bool markers;     /* values may hold markers in their strings */
    bool in_fence;
    bool in_code;      /* in a fence with another label */
    bool behind_value; /* nothing but white space since an unfenced candidate */
    bool left;         /* something but white space stands outside reasoning */
    unsigned values;   /* bare ones that were written */
    bool beside;       /* the reply is no longer one value alone */
    bool unseen;       /* markers are prose (R2.5) */
    bool over;         /* reason is decided; what follows has no say */
    enum truth_reason reason;
    size_t answer, answer_len;
};

/* ---- gen_compose_value.c ---- */

/* Any value of the type, nested at most `depth` (1 at least, for a container). */
void compose_value(struct composer *c, struct value *value, enum value_type type, unsigned depth);

/* Any container; one that was met before, where `again` and chance say so. */
void compose_container(struct composer *c, struct value *value, bool again);

/* Writes it with white space where JSON allows some. */
void compose_spaced(struct composer *c, const struct value *value);

/* ---- gen_compose_text.c: what means nothing ---- */

void compose_white(struct composer *c); /* at least one */
void compose_word(struct composer *c);  /* white space, and text that no rule looks at */
void compose_guard(struct composer *c); /* a word, where a value has just ended */
/* Free text, without a marker; not even at its end with what may follow. */
void compose_free(struct composer *c);
/* Whether a closing marker of the pair may stand in a text that R2.2 searches. */
bool compose_may_close(const struct composer *c, unsigned pair);

/* ---- gen_compose.c: whole values ---- */

void compose_candidate(struct composer *c); /* bare, in quotes, or glued to something */

/* ---- gen_compose_broken.c ---- */

/* `first`: it is the first thing in a fence. */
void compose_broken(struct composer *c, bool first);
/* The beginning of a container, cut outside its strings. */
void compose_half(struct composer *c);
void compose_end_value(struct composer *c); /* the reply ends inside a value */
void compose_deep(struct composer *c);      /* past the depth limit */

/* ---- gen_compose.c: what the scan keeps ---- */

bool compose_is_white(unsigned char byte);
/* Notes a value that the scan met. */
void compose_note(struct composer *c, const struct value *value, size_t offset, bool fenced,
                  bool piece);
void compose_note_broken(struct composer *c, enum value_type type);
/* So many more prose brackets are open for a moment. */
void compose_prose_depth(struct composer *c, unsigned more);
void compose_over(struct composer *c, enum truth_reason reason);
/* Where so many more may be met. */
bool compose_has_room(const struct composer *c, unsigned more);
bool compose_at_line_start(const struct composer *c);
/* A prose bracket opens; one closes: the nearest of its type, where one is open. */
void compose_open_bracket(struct composer *c, char type);
void compose_close_bracket(struct composer *c, char type);

/* ---- gen_compose_bracket.c ---- */

void compose_brackets(struct composer *c); /* prose, index and quoted ones; citations */

/* ---- gen_compose_block.c: fences and reasoning ---- */

/* A fence; where `last`, it need not be closed. Returns whether the reply may go on. */
bool compose_fence(struct composer *c, bool last);
/* Reasoning that the reply begins with; unclosed it has no end. */
void compose_opening(struct composer *c, bool unclosed);
void compose_hidden(struct composer *c);   /* R2.3, or R2.2 where it comes first */
void compose_closer(struct composer *c);   /* a closing marker on its own */
void compose_unclosed(struct composer *c); /* an opening marker on its own */
void compose_plain_marker(struct composer *c, unsigned pair, bool close);
/* Everything so far was reasoning. */
void compose_forget(struct composer *c);

/* ---- gen_choose.c ---- */

/* R5 and R6 on what was met: sets reason, answer and answer_len. */
void compose_choose(struct composer *c);

#endif

/*
 * gen_parts.h - what the files of the generator share: appending, choosing, and the constructs that
 * replies are made of. Private to gen*.c.
 */
#ifndef JETS_GEN_PARTS_H
#define JETS_GEN_PARTS_H

#include "gen.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A table of texts. */
struct gen_table {
    const char *const *texts;
    unsigned count;
};

/* Tables that several files draw from (gen_tokens.c). */
enum gen_tokens {
    GEN_WHITES,    /* white space */
    GEN_SCALARS,   /* short valid scalars */
    GEN_BROKEN,    /* what no scalar is */
    GEN_VALUES,    /* short valid containers */
    GEN_WORDS,     /* words and signs with a meaning to some rule */
    GEN_FRAGMENTS, /* parts of values, markers and brackets */
    GEN_FENCES,    /* runs that open fences */
    GEN_LABELS,    /* of fences, and what may stand behind them */
    GEN_CUSTOM,    /* texts of markers that callers add */
    GEN_PHRASES,   /* prose that has to do with the rules */
    GEN_STOPS,     /* stop tokens and wrappers */
    GEN_NAMES_OF,  /* member names, in quotes; some of them equal once unescaped */
    GEN_TABLES
};

extern const struct gen_table GEN_TOKENS[GEN_TABLES];

/* Bytes that no two rules treat alike. */
extern const unsigned char GEN_BYTES[];
extern const unsigned GEN_BYTE_COUNT;

/* Themes of the corner soup: tokens that work on each other; each row ends with NULL. */
enum { GEN_CORNER_TOKENS = 18 };
extern const char *const GEN_CORNERS[][GEN_CORNER_TOKENS];
extern const unsigned GEN_CORNER_COUNT;

uint64_t gen_next(struct gen *g);
bool gen_chance(struct gen *g, unsigned percent);
/* From low to high, both included. */
unsigned gen_between(struct gen *g, unsigned low, unsigned high);

void gen_text(struct gen *g, const char *text);
void gen_byte(struct gen *g, unsigned char byte);
void gen_pick(struct gen *g, enum gen_tokens table);
void gen_any_byte(struct gen *g);
void gen_maybe_white(struct gen *g);

/* Takes out the bytes from `from` to `to`. */
void gen_cut(struct gen *g, size_t from, size_t to);

/* Moves what was appended behind `end` to the place `at`. */
void gen_move_tail(struct gen *g, size_t at, size_t end);

/* ---- gen_value.c: values and what is nearly one ---- */

/* A scalar out of the tables; valid in so many of a hundred cases. */
void gen_scalar(struct gen *g, unsigned percent);
void gen_number(struct gen *g);        /* any that the grammar allows, long ones too */
void gen_broken_number(struct gen *g); /* nearly one */
void gen_string(struct gen *g);        /* valid, of pieces from every class */
void gen_string_piece(struct gen *g);  /* such a piece; holds no marker */
void gen_broken_string(struct gen *g); /* with one piece that is not valid */
void gen_utf8(struct gen *g);          /* one code point at the limit of a class, well-formed */
void gen_bad_utf8(struct gen *g);
void gen_escapes(struct gen *g); /* an object whose name is of \u escapes */
/* A container nested at most so deep, with one broken scalar in about thirty. */
void gen_container(struct gen *g, unsigned depth);
void gen_candidate(struct gen *g); /* from the table, or made */
void gen_names(struct gen *g);     /* an object in which names may repeat */
void gen_list(struct gen *g);      /* an array of strings */
void gen_deep(struct gen *g, unsigned levels);
void gen_ladder(struct gen *g); /* R5.4: better and better, each in one more bracket */

/* ---- gen_theme.c: replies ---- */

void gen_token(struct gen *g); /* any token that the rules know */
void gen_opener(struct gen *g);
void gen_closer(struct gen *g);
/* The marker of a pair (markers.h) in a form that its family allows. */
void gen_marker(struct gen *g, unsigned pair, bool close);
unsigned gen_pair(struct gen *g); /* the index of a pair; <think> most often */
void gen_theme_reply(struct gen *g, enum gen_theme theme);

/* ---- gen_nested.c ---- */

void gen_part(struct gen *g); /* prose, a value, a fragment, a token, ... */
void gen_nested(struct gen *g, unsigned parts);
/* The end of a block of reasoning: as a rule its closer, at times nested, another or none. */
void gen_close_reasoning(struct gen *g, unsigned which);

/* ---- gen_compose_text.c ---- */

/* Text of every kind in which no marker stands, nor the beginning of one at its end. */
void gen_unmarked(struct gen *g);

/* ---- gen_chat.c ---- */

void gen_chat(struct gen *g);   /* prose, reasoning, an answer */
void gen_hijack(struct gen *g); /* with an attack somewhere */

#endif

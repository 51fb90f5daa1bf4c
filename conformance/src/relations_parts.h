/*
 * relations_parts.h - what the files of the relations share. Private to relations*.c.
 */
#ifndef JETS_RELATIONS_PARTS_H
#define JETS_RELATIONS_PARTS_H

#include "gen_compose.h"
#include "relations.h"

/* Where the reply begins for R1 and R2.1: behind the byte order mark and white space. */
size_t relation_front(const struct relation_seen *seen);
bool relation_has_bom(const struct relation_seen *seen);

/* R2.1: the opening marker that the reply begins with; len 0 where it begins with none. */
struct marker_seen relation_opener(const struct relation_seen *seen);

/* Whether the answer is an object or array; whether it is all of the reply but white space. */
bool relation_is_container(const struct relation_seen *seen);
bool relation_is_whole(const struct relation_seen *seen);

/* Whether three backquotes or tildes stand together anywhere. */
bool relation_has_fence(const struct relation_seen *seen);

bool relation_option(const struct relation_seen *seen, int option, unsigned value);

/* Whether text can be put behind the reply that the rules pass over: R2.2 reads no value at its end
 * that would break, no fence is open, R1 decides nothing that a scan would decide otherwise, and
 * fallback is not asked for. */
bool relation_takes_prose(const struct relation_seen *seen);

/* The new reply: `len` bytes of the old one from `from`. */
void relation_copy(const struct relation_seen *seen, struct gen *g, size_t from, size_t len);
void relation_copy_all(const struct relation_seen *seen, struct gen *g);
void relation_copy_answer(const struct relation_seen *seen, struct gen *g);

typedef bool relation_maker(const struct relation_seen *seen, struct gen *g,
                            struct relation_made *made);

relation_maker relate_space_behind, relate_space_before, relate_bom, relate_line_ends,
    relate_stop_behind, relate_prose_behind, relate_prose_before, relate_brace_behind,
    relate_ends_inside, relate_again, relate_expect, relate_names_any;
relation_maker relate_itself, relate_in_string, relate_truncated, relate_another, relate_doubled,
    relate_fenced, relate_white_inside, relate_name_repeated, relate_bracketed, relate_glued,
    relate_named;
relation_maker relate_marker_case, relate_reasoning_replaced, relate_reasoning_added,
    relate_reasoning_nested, relate_closer_before, relate_reasoning_unclosed, relate_reasoning_cut,
    relate_opener_behind, relate_closer_behind, relate_fallback, relate_outside, relate_inside,
    relate_orphan;

#endif

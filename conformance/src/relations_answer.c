/* See relations.h: what is done to the answer. */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "relations_parts.h"

/* R1. */
bool relate_itself(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!seen->answered)
        return false;
    relation_copy_answer(seen, g);
    made->expects = RELATION_SPAN;
    made->length = seen->length;
    return true;
}

/* Any byte can stand in a string, as itself or escaped. */
static void put_escaped(struct gen *g, unsigned char byte)
{
    static const char hex[] = "0123456789abcdef";
    if (byte == '"' || byte == '\\') {
        gen_byte(g, '\\');
        gen_byte(g, byte);
    } else if (byte >= 0x20 && byte < 0x7f) {
        gen_byte(g, byte);
    } else {
        gen_text(g, "\\u00");
        gen_byte(g, (unsigned char)hex[byte >> 4]);
        gen_byte(g, (unsigned char)hex[byte & 15]);
    }
}

/* Bare (R1), or under starts=auto and outside in prose: R2.2 reads it as data, for it parses. */
bool relate_in_string(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    bool bare = relation_option(seen, GEN_STARTS, STARTS_INSIDE) || gen_chance(g, 50);
    bool array = relation_option(seen, GEN_EXPECT, EXPECT_ARRAY);
    if (!bare)
        gen_text(g, "See: ");
    made->offset = g->len;
    gen_text(g, array ? "[\"" : "{\"text\": \"");
    for (size_t i = 0; i < seen->len; i++)
        put_escaped(g, seen->reply[i]);
    gen_text(g, array ? "\"]" : "\"}");
    made->expects = RELATION_SPAN;
    made->length = g->len - made->offset;
    if (!bare)
        gen_text(g, " done.");
    return true;
}

/* The least that has to be kept of the answer so that it is an attempt that is cut: 0 where that is
 * not told by its first byte. */
static size_t least_attempt(const struct relation_seen *seen)
{
    const unsigned char *answer = seen->reply + seen->offset;
    size_t at = 1;
    while (at < seen->length && compose_is_white(answer[at]))
        at++;
    bool begins =
        answer[0] == '{' ? answer[at] == '"' : memchr("\"[{-0123456789", answer[at], 14) != NULL;
    return begins ? at + 1 : 0;
}

static bool is_behind_quote(const struct relation_seen *seen)
{
    return seen->offset > 0 && memchr("\"'`", seen->reply[seen->offset - 1], 3) != NULL;
}

/* Under expect=any, what is left could be a string by itself, whole (R1) or fenced. */
static bool may_end_a_string(const struct relation_seen *seen)
{
    return relation_option(seen, GEN_EXPECT, EXPECT_ANY) &&
           (relation_has_fence(seen) || seen->reply[relation_front(seen)] == '"');
}

/* Under starts=inside, a closing marker in a string of what is no whole value is found as text. */
static bool closes_in_answer(const struct relation_seen *seen)
{
    return relation_option(seen, GEN_STARTS, STARTS_INSIDE) &&
           marker_closes(seen->reply + seen->offset, seen->length, false);
}

/* Behind a quote, R3.3 could take what is left for a quoted bracket; under fallback, an answer can
 * have been found only because of what follows it. */
bool relate_truncated(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!relation_is_container(seen) || is_behind_quote(seen) || least_attempt(seen) == 0 ||
        may_end_a_string(seen) || closes_in_answer(seen) ||
        !relation_option(seen, GEN_REASONING_OPTION, REASONING_CLOSED))
        return false;
    size_t least = least_attempt(seen);
    size_t kept = least + gen_below(g, (unsigned)(seen->length - least));
    relation_copy(seen, g, 0, seen->offset + kept);
    made->expects = RELATION_NONE;
    return true;
}

static bool is_full_object(const struct relation_seen *seen)
{
    return relation_is_container(seen) && seen->reply[seen->offset] == '{' &&
           least_attempt(seen) > 0;
}

/* Under starts=inside a whole reply is one value (R1), where any other begins in its reasoning. */
static bool is_whole_inside(const struct relation_seen *seen)
{
    return relation_option(seen, GEN_STARTS, STARTS_INSIDE) && relation_is_whole(seen);
}

/* Both are of the first class, or one of them a piece. */
bool relate_another(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    static const char *const others[] = {"{\"jets other\": 1}",
                                         "```json\n{\"jets other\": 1}\n```"};
    if (!is_full_object(seen) || is_whole_inside(seen) ||
        !relation_option(seen, GEN_SELECT, SELECT_ONLY) ||
        !relation_option(seen, GEN_REASONING_OPTION, REASONING_CLOSED))
        return false;
    if (memmem(seen->reply + seen->offset, seen->length, "jets other", strlen("jets other")) !=
        NULL) /* it may be the same object */
        return false;
    relation_copy_all(seen, g);
    gen_text(g, "\n\n");
    gen_text(g, others[relation_has_fence(seen) ? 0 : gen_below(g, 2)]);
    made->expects = RELATION_NONE;
    return true;
}

/* Whether nothing behind the answer can have to do with a second one. */
static bool ends_plainly(const struct relation_seen *seen)
{
    for (size_t i = seen->offset + seen->length; i < seen->len; i++) {
        if (memchr("{}[]\"'`<,\xe2", seen->reply[i], 10) != NULL)
            return false;
    }
    return true;
}

/* R5.3: equal ones agree. */
bool relate_doubled(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    (void)made;
    if (!relation_is_container(seen) || !relation_takes_prose(seen) || !ends_plainly(seen) ||
        marker_any(seen->reply + seen->offset, seen->length))
        return false;
    relation_copy_all(seen, g);
    gen_text(g, "\n\n");
    relation_copy_answer(seen, g);
    return true;
}

/* Whether a tag could be open at the answer, which a line feed would let begin its attributes. */
static bool is_in_tag(const struct relation_seen *seen)
{
    size_t at = seen->offset;
    while (at > 0 && seen->reply[at - 1] != '<' && seen->reply[at - 1] != '>')
        at--;
    return at > 0 && seen->reply[at - 1] == '<';
}

/* R4.3, R5.2: a fenced candidate of the same bytes at the same place. What follows on its line
 * stands at a line start then: a list of numbers that was a citation counts, but yields. */
bool relate_fenced(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    static const char *const before[] = {"\n```json\n", "\n```\n", "\n~~~\n", "\n````JSON\n"};
    static const char *const behind[] = {"\n```\n", "\n```\n", "\n~~~\n", "\n````\n"};
    unsigned which = gen_below(g, COUNT(before));
    (void)made;
    if (!relation_is_container(seen) || relation_has_fence(seen) || is_whole_inside(seen) ||
        is_in_tag(seen) || !relation_option(seen, GEN_SELECT, SELECT_ONLY))
        return false;
    relation_copy(seen, g, 0, seen->offset);
    gen_text(g, before[which]);
    relation_copy_answer(seen, g);
    gen_text(g, behind[which]);
    relation_copy(seen, g, seen->offset + seen->length, seen->len - seen->offset - seen->length);
    return true;
}

/* Before the last bracket, which is never where R3.1 to R3.4 look. */
bool relate_white_inside(const struct relation_seen *seen, struct gen *g,
                         struct relation_made *made)
{
    if (!relation_is_container(seen) || seen->length < 3 ||
        relation_option(seen, GEN_SELECT, SELECT_LONGEST))
        return false;
    size_t last = seen->offset + seen->length - 1;
    relation_copy(seen, g, 0, last);
    gen_pick(g, GEN_WHITES);
    relation_copy(seen, g, last, seen->len - last);
    made->expects = RELATION_EQUAL;
    return true;
}

/* Behind the quote of a name that begins at `from`: where it ends. */
static size_t name_end(const struct relation_seen *seen, size_t from)
{
    size_t at = from + 1;
    while (seen->reply[at] != '"')
        at += seen->reply[at] == '\\' ? 2 : 1;
    return at + 1;
}

/* As it is before the first, or with a letter escaped behind the last member (R6). */
bool relate_name_repeated(const struct relation_seen *seen, struct gen *g,
                          struct relation_made *made)
{
    if (!is_full_object(seen) || !relation_option(seen, GEN_NAMES_OPTION, NAMES_UNIQUE))
        return false;
    size_t name = seen->offset + least_attempt(seen) - 1;
    size_t end = name_end(seen, name);
    size_t last = seen->offset + seen->length - 1;
    unsigned char first = seen->reply[name + 1];
    bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    made->expects = RELATION_NONE;
    if (!letter || gen_chance(g, 50)) {
        relation_copy(seen, g, 0, end);
        gen_text(g, ":null,");
        relation_copy(seen, g, name, seen->len - name);
        return true;
    }
    relation_copy(seen, g, 0, last);
    gen_text(g, ",\"\\u00");
    gen_byte(g, (unsigned char)('0' + (first >> 4)));
    gen_byte(g, (unsigned char)"0123456789abcdef"[first & 15]);
    relation_copy(seen, g, name + 2, end - name - 2);
    gen_text(g, ":1");
    relation_copy(seen, g, last, seen->len - last);
    return true;
}

/* ---- Pieces (R3.5) --------------------------------------------------------------------------- */

static bool can_be_piece(const struct relation_seen *seen)
{
    return relation_is_container(seen) && !closes_in_answer(seen);
}

bool relate_bracketed(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    static const char *const before[] = {"So [Answer: ", "So {x, ", "So rows[k ", "So {x, "};
    static const char *const behind[] = {" ]", " }", " ]", ""};
    unsigned which = gen_below(g, COUNT(before));
    if (!can_be_piece(seen))
        return false;
    gen_text(g, before[which]);
    relation_copy_answer(seen, g);
    gen_text(g, behind[which]);
    made->expects = RELATION_NONE;
    return true;
}

bool relate_glued(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!can_be_piece(seen) || !relation_option(seen, GEN_SELECT, SELECT_ONLY) ||
        seen->reply[seen->offset] != '{')
        return false;
    gen_text(g, "So ");
    relation_copy_answer(seen, g);
    gen_text(g, gen_chance(g, 50) ? ", " : ",\n");
    relation_copy_answer(seen, g);
    made->expects = RELATION_NONE;
    return true;
}

bool relate_named(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!can_be_piece(seen))
        return false;
    gen_text(g, "So \"answer\"");
    gen_maybe_white(g);
    gen_byte(g, ':');
    gen_maybe_white(g);
    relation_copy_answer(seen, g);
    made->expects = RELATION_NONE;
    return true;
}

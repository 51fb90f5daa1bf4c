/* See relations.h: what stands round the answer. */
#include <string.h>

#include "relations_parts.h"

bool relate_again(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    (void)made;
    relation_copy_all(seen, g);
    return true;
}

/* R1 takes white space off both ends; to the scan, what stands there is no text of a line. */
bool relate_space_behind(const struct relation_seen *seen, struct gen *g,
                         struct relation_made *made)
{
    (void)made;
    relation_copy_all(seen, g);
    for (unsigned n = gen_between(g, 1, 3); n > 0; n--)
        gen_pick(g, GEN_WHITES);
    return true;
}

/* Now and then so much that a reply begins where a buffer of 64 KiB ends. */
bool relate_space_before(const struct relation_seen *seen, struct gen *g,
                         struct relation_made *made)
{
    size_t front = relation_has_bom(seen) ? 3 : 0;
    unsigned count = gen_chance(g, 1) ? 0xFFC0 + gen_below(g, 0x80) : gen_between(g, 1, 3);
    (void)made;
    relation_copy(seen, g, 0, front);
    for (; count > 3; count--)
        gen_byte(g, ' ');
    for (; count > 0; count--)
        gen_pick(g, GEN_WHITES);
    relation_copy(seen, g, front, seen->len - front);
    return true;
}

bool relate_bom(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    (void)made;
    if (relation_has_bom(seen))
        return false;
    gen_text(g, "\xef\xbb\xbf");
    relation_copy_all(seen, g);
    return true;
}

/* No string of a value holds a line feed. Under select=longest lengths decide, and they change. */
bool relate_line_ends(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (relation_option(seen, GEN_SELECT, SELECT_LONGEST) ||
        memchr(seen->reply, '\n', seen->len) == NULL)
        return false;
    for (size_t i = 0; i < seen->len; i++) {
        if (seen->reply[i] == '\n')
            gen_byte(g, '\r');
        gen_byte(g, seen->reply[i]);
    }
    made->expects = RELATION_EQUAL;
    return true;
}

bool relate_stop_behind(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    (void)made;
    if (!relation_takes_prose(seen))
        return false;
    relation_copy_all(seen, g);
    for (unsigned n = gen_between(g, 1, 2); n > 0; n--) {
        gen_maybe_white(g);
        gen_pick(g, GEN_STOPS);
    }
    return true;
}

/* The line feed keeps a letter from what R3.3 looks at; no digit or quote begins it, and without a
 * colon no name does (R3.4);
 * without `>` no tag ends. NUL and invalid UTF-8 are bytes like any other. */
bool relate_prose_behind(const struct relation_seen *seen, struct gen *g,
                         struct relation_made *made)
{
    static const char *const prose[] = {"That is all.",      "\xff\xfe\x80", "it's 5 o'clock",
                                        "Caf\xc3\xa9 = bar", "a; b. c!",     "(see above)",
                                        "\x01\x1f\x7f",      "Of `it`, 100%"};
    (void)made;
    if (!relation_takes_prose(seen))
        return false;
    relation_copy_all(seen, g);
    gen_byte(g, '\n');
    gen_text(g, prose[gen_below(g, COUNT(prose))]);
    if (gen_chance(g, 30))
        gen_byte(g, 0);
    gen_maybe_white(g);
    return true;
}

/* A line of its own, so that no line has other text before it. */
bool relate_prose_before(const struct relation_seen *seen, struct gen *g,
                         struct relation_made *made)
{
    static const char *const prose[] = {"Well then.", "Here it is:", "\xff\xfe", "don't",
                                        "a = b > c",  "Sure!",       "nul",      "~ 5%"};
    (void)made;
    size_t front = relation_front(seen);
    bool scalar = relation_is_whole(seen) && !relation_is_container(seen);
    if (scalar || relation_has_bom(seen) || marker_any(seen->reply, seen->len) ||
        relation_option(seen, GEN_STARTS, STARTS_INSIDE) ||
        (front < seen->len && seen->reply[front] == '"'))
        return false;
    gen_text(g, prose[gen_below(g, COUNT(prose))]);
    if (gen_chance(g, 20))
        gen_byte(g, 0);
    gen_byte(g, '\n');
    relation_copy_all(seen, g);
    return true;
}

/* It closes an open prose bracket or none; what stands in a `{` is a piece already (R3.5). */
bool relate_brace_behind(const struct relation_seen *seen, struct gen *g,
                         struct relation_made *made)
{
    (void)made;
    if (!seen->answered || !relation_takes_prose(seen))
        return false;
    relation_copy_all(seen, g);
    gen_text(g, " x }");
    return true;
}

/* Whatever the reply ends in, this does not end it, and opens one more bracket. */
bool relate_ends_inside(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    static const char *const ends[] = {" {\"x\": ", " {\"x\": {\"y\": 1", " [1, ", " [\"a\"",
                                       " {x: "};
    relation_copy_all(seen, g);
    gen_byte(g, 0);
    gen_text(g, ends[gen_below(g, COUNT(ends))]);
    made->expects = RELATION_NONE;
    return true;
}

/* R5.1 drops the others, which were not chosen. */
bool relate_expect(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!relation_is_container(seen) || !relation_option(seen, GEN_EXPECT, EXPECT_CONTAINER))
        return false;
    relation_copy_all(seen, g);
    made->options.value[GEN_EXPECT] =
        seen->reply[seen->offset] == '{' ? EXPECT_OBJECT : EXPECT_ARRAY;
    return true;
}

bool relate_names_any(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!seen->answered || !relation_option(seen, GEN_NAMES_OPTION, NAMES_UNIQUE))
        return false;
    relation_copy_all(seen, g);
    made->options.value[GEN_NAMES_OPTION] = NAMES_ANY;
    return true;
}

/* See relations.h: what is done to the reasoning (R2). */
#include <string.h>

#include "relations_parts.h"

static bool is_closed(const struct relation_seen *seen)
{
    return relation_option(seen, GEN_REASONING_OPTION, REASONING_CLOSED);
}

static bool is_inside(const struct relation_seen *seen)
{
    return relation_option(seen, GEN_STARTS, STARTS_INSIDE);
}

/* R2.1: the block that the reply begins with. */
struct block {
    struct marker_seen open, close; /* close.len 0: it has none */
    size_t text;                    /* between them */
};

static bool find_block(const struct relation_seen *seen, struct block *block)
{
    block->open = relation_opener(seen);
    if (block->open.len == 0)
        return false;
    block->text = block->open.at + block->open.len;
    block->close =
        marker_find_of(seen->reply, seen->len, block->text, block->open.pair, MARKER_CLOSE);
    return block->close.len > 0;
}

/* Whether no marker of the block's own pair opens inside (R2.3 counts those). */
static bool is_flat(const struct relation_seen *seen, const struct block *block)
{
    return marker_find_of(seen->reply, block->close.at, block->text, block->open.pair, MARKER_OPEN)
               .len == 0;
}

static void put_other_case(const struct relation_seen *seen, struct gen *g, size_t at,
                           const char *word)
{
    for (size_t i = at; i < at + strlen(word); i++) {
        unsigned char byte = seen->reply[i];
        bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        gen_byte(g, letter && gen_chance(g, 60) ? (unsigned char)(byte ^ 0x20) : byte);
    }
}

/* Under fallback, the closer may be data of the answer. */
bool relate_marker_case(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    struct block block;
    (void)made;
    if (!is_closed(seen) || !find_block(seen, &block))
        return false;
    const struct marker_pair *pair = &MARKERS[block.open.pair];
    size_t open = strlen(pair->open);
    size_t close = strlen(pair->close);
    relation_copy(seen, g, 0, block.open.at);
    put_other_case(seen, g, block.open.at, pair->open);
    relation_copy(seen, g, block.open.at + open, block.close.at - block.open.at - open);
    put_other_case(seen, g, block.close.at, pair->close);
    relation_copy(seen, g, block.close.at + close, seen->len - block.close.at - close);
    return true;
}

bool relate_reasoning_replaced(const struct relation_seen *seen, struct gen *g,
                               struct relation_made *made)
{
    struct block block;
    (void)made;
    if (!is_closed(seen) || !find_block(seen, &block) || !is_flat(seen, &block))
        return false;
    relation_copy(seen, g, 0, block.text);
    gen_unmarked(g);
    relation_copy(seen, g, block.close.at, seen->len - block.close.at);
    return true;
}

/* What may stand where a closing marker then ends reasoning or a stretch of prose: values, and what
 * is open there ends with it. */
static void put_ended(struct gen *g)
{
    static const char *const ended[] = {" hm ",
                                        " so {\"ok\": false} ",
                                        " is [x of ",
                                        " a set {x, y ",
                                        "\n```json\n{\"ok\": false}\n```\n",
                                        "\n```\nx ",
                                        "\n~~~c\nint x[] ",
                                        " [1, 2] ",
                                        " \"ok\": "};
    gen_text(g, ended[gen_below(g, COUNT(ended))]);
}

/* R2.3 counts the opener, so the block's closer has to come once more. What follows it is the same
 * bytes behind the same closer. */
bool relate_reasoning_nested(const struct relation_seen *seen, struct gen *g,
                             struct relation_made *made)
{
    struct block block;
    (void)made;
    if (!is_closed(seen) || !find_block(seen, &block) || !is_flat(seen, &block))
        return false;
    relation_copy(seen, g, 0, block.text);
    gen_text(g, " a ");
    relation_copy(seen, g, block.open.at, block.open.len);
    gen_text(g, " b ");
    relation_copy(seen, g, block.close.at, block.close.len);
    put_ended(g);
    relation_copy(seen, g, block.close.at, seen->len - block.close.at);
    return true;
}

/* A reply that reasoning can be put before: what it begins with is then no longer its beginning, so
 * R1, R2.1 and R2.2 must have had nothing to decide that R2.3 does not decide the same way. */
static bool takes_reasoning(const struct relation_seen *seen)
{
    size_t front = relation_front(seen);
    bool scalar = relation_is_whole(seen) && !relation_is_container(seen);
    return is_closed(seen) && !is_inside(seen) && !relation_has_bom(seen) && !scalar &&
           (front == seen->len || seen->reply[front] != '"');
}

/* R2.3 passes over a closing marker that nothing was met before; what was open there ends. No
 * prefilled family may close anywhere, the reply's blocks included, or R2.2 would cut it there. */
bool relate_closer_before(const struct relation_seen *seen, struct gen *g,
                          struct relation_made *made)
{
    static const char *const open[] = {"Hm ", "See [x ", "The set {x, y ", "```\nx ", "~~~c\nx "};
    unsigned pair = gen_pair(g);
    (void)made;
    if (!takes_reasoning(seen) || !relation_option(seen, GEN_STARTS, STARTS_AUTO) ||
        MARKERS[pair].prefilled || marker_closes(seen->reply, seen->len, true))
        return false;
    gen_text(g, open[gen_below(g, COUNT(open))]);
    gen_marker(g, pair, true);
    gen_byte(g, '\n');
    relation_copy_all(seen, g);
    return true;
}

/* A block and a line feed in front; now and then one that no buffer of 64 KiB holds. */
bool relate_reasoning_added(const struct relation_seen *seen, struct gen *g,
                            struct relation_made *made)
{
    bool orphan = relation_option(seen, GEN_STARTS, STARTS_AUTO) &&
                  relation_opener(seen).len == 0 && marker_closes(seen->reply, seen->len, true);
    unsigned pair = gen_pair(g);
    (void)made;
    if (!takes_reasoning(seen) || orphan)
        return false;
    gen_marker(g, pair, false);
    gen_unmarked(g);
    for (unsigned words = gen_chance(g, 1) ? 0x10000 / 4 : 0; words > 0; words--)
        gen_text(g, "and ");
    gen_marker(g, pair, true);
    gen_byte(g, '\n');
    relation_copy_all(seen, g);
    return true;
}

bool relate_reasoning_unclosed(const struct relation_seen *seen, struct gen *g,
                               struct relation_made *made)
{
    int pair = (int)gen_pair(g);
    if (!is_closed(seen) || marker_find_of(seen->reply, seen->len, 0, pair, MARKER_CLOSE).len > 0)
        return false;
    gen_marker(g, (unsigned)pair, false);
    gen_byte(g, ' ');
    relation_copy_all(seen, g);
    made->expects = RELATION_NONE;
    return true;
}

bool relate_reasoning_cut(const struct relation_seen *seen, struct gen *g,
                          struct relation_made *made)
{
    struct block block;
    if (!is_closed(seen) || !find_block(seen, &block))
        return false;
    size_t end = block.close.at + block.close.len;
    relation_copy(seen, g, 0, block.text + gen_below(g, (unsigned)(end - block.text)));
    made->expects = RELATION_NONE;
    return true;
}

/* In prose it opens what never ends; elsewhere something is open that it does not close. */
bool relate_opener_behind(const struct relation_seen *seen, struct gen *g,
                          struct relation_made *made)
{
    if (!is_closed(seen))
        return false;
    relation_copy_all(seen, g);
    gen_byte(g, '\n');
    gen_text(g, MARKERS[gen_pair(g)].open);
    gen_text(g, "> hm");
    made->expects = RELATION_NONE;
    return true;
}

/* R2.2 or a count of R2.3 makes all of it reasoning; else it is ambiguous. But where R1 decided
 * under starts=inside, R2.1 now cuts the value, and what is left may hold an opener for it to
 * close. */
bool relate_closer_behind(const struct relation_seen *seen, struct gen *g,
                          struct relation_made *made)
{
    unsigned pair = gen_pair(g);
    if (!is_closed(seen) || !seen->answered || relation_option(seen, GEN_STARTS, STARTS_OUTSIDE) ||
        (is_inside(seen) && relation_is_whole(seen)))
        return false;
    relation_copy_all(seen, g);
    gen_byte(g, '\n');
    gen_marker(g, pair, true);
    made->expects = RELATION_NONE;
    return true;
}

bool relate_fallback(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!is_closed(seen) || !seen->answered)
        return false;
    relation_copy_all(seen, g);
    made->options.value[GEN_REASONING_OPTION] = REASONING_FALLBACK;
    return true;
}

bool relate_outside(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    if (!relation_option(seen, GEN_STARTS, STARTS_AUTO) ||
        marker_closes(seen->reply, seen->len, false))
        return false;
    relation_copy_all(seen, g);
    made->options.value[GEN_STARTS] = STARTS_OUTSIDE;
    return true;
}

/* The reply without the opener that it begins with. */
static void copy_without_opener(const struct relation_seen *seen, struct gen *g,
                                const struct block *block)
{
    relation_copy(seen, g, 0, block->open.at);
    relation_copy(seen, g, block->text, seen->len - block->text);
}

/* Whether a closing marker begins between the two places, wherever it ends. */
static bool closes_between(const struct relation_seen *seen, size_t from, size_t to)
{
    for (size_t at = from; at < to; at++) {
        for (int pair = 0; pair < MARKER_PAIRS; pair++) {
            if (marker_length(seen->reply, seen->len, at, pair, MARKER_CLOSE) > 0)
                return true;
        }
    }
    return false;
}

/* Whether, behind the opener, nothing stands that R1 or R2.1 would see at the reply's beginning,
 * and no closer of another pair comes first; and starts=outside makes no difference behind it. */
static bool is_text_first(const struct relation_seen *seen, const struct block *block)
{
    size_t at = block->text;
    if (relation_option(seen, GEN_STARTS, STARTS_OUTSIDE))
        return false;
    while (compose_is_white(seen->reply[at]))
        at++;
    if (memchr("\"{[<\xe2", seen->reply[at], 5) != NULL && at != block->close.at)
        return false;
    if (block->text >= 3 && block->open.at == 0 &&
        memcmp(seen->reply + block->text, "\xef\xbb\xbf", 3) == 0)
        return false;
    return !closes_between(seen, block->text, block->close.at);
}

bool relate_inside(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    struct block block;
    if (!is_closed(seen) || !find_block(seen, &block) || !is_text_first(seen, &block))
        return false;
    copy_without_opener(seen, g, &block);
    made->options.value[GEN_STARTS] = STARTS_INSIDE;
    return true;
}

/* R2.2, where no bracket stands before the closer; what opens inside is not counted there. */
bool relate_orphan(const struct relation_seen *seen, struct gen *g, struct relation_made *made)
{
    struct block block;
    if (!is_closed(seen) || !find_block(seen, &block) || !MARKERS[block.open.pair].prefilled ||
        !is_text_first(seen, &block) || !is_flat(seen, &block))
        return false;
    for (size_t i = block.text; i < block.close.at; i++) {
        if (seen->reply[i] == '{' || seen->reply[i] == '[')
            return false;
    }
    copy_without_opener(seen, g, &block);
    made->options.value[GEN_STARTS] = STARTS_AUTO;
    return true;
}

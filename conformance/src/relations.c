/* See relations.h: the table, preconditions that several relations share, and the comparison. */
#include "relations.h"

#include <string.h>

#include "relations_parts.h"

const struct relation RELATIONS[] = {
    {"again", "the same reply gives the same", RELATION_OF_ANSWER, relate_again},
    {"space-behind", "white space behind the reply changes nothing", RELATION_OF_ANSWER,
     relate_space_behind},
    {"space-before", "white space before it changes nothing", RELATION_OF_ANSWER,
     relate_space_before},
    {"byte-order-mark", "a byte order mark at its front changes nothing", RELATION_OF_ANSWER,
     relate_bom},
    {"line-ends", "CRLF for LF changes nothing but white space", RELATION_OF_ANSWER,
     relate_line_ends},
    {"stop-token-behind", "a stop token behind it changes nothing", RELATION_OF_ANSWER,
     relate_stop_behind},
    {"prose-behind", "prose without brackets behind it changes nothing", RELATION_OF_ANSWER,
     relate_prose_behind},
    {"prose-before", "prose without brackets before it changes nothing", RELATION_OF_ANSWER,
     relate_prose_before},
    {"brace-behind", "a stray } behind it changes nothing", RELATION_OF_ANSWER,
     relate_brace_behind},
    {"ends-inside", "behind a NUL begins a value that the reply cuts: none", RELATION_OF_ANSWER,
     relate_ends_inside},
    {"expect", "expecting the type that the answer has changes nothing", RELATION_OF_ANSWER,
     relate_expect},
    {"names-any", "what unique names allow, any names allow", RELATION_OF_ANSWER, relate_names_any},
    {"itself", "the answer alone is its own answer", RELATION_OF_ANSWER, relate_itself},
    {"in-a-string", "a reply quoted in a string is never looked into", RELATION_OF_ANSWER,
     relate_in_string},
    {"truncated", "a reply that ends inside its answer has none", RELATION_OF_ANSWER,
     relate_truncated},
    {"another", "another object behind an answer makes it ambiguous", RELATION_OF_ANSWER,
     relate_another},
    {"doubled", "the answer given twice is the same answer", RELATION_OF_ANSWER, relate_doubled},
    {"fenced", "a fence round the answer changes nothing", RELATION_OF_ANSWER, relate_fenced},
    {"white-inside", "white space in the answer changes nothing else", RELATION_OF_ANSWER,
     relate_white_inside},
    {"name-repeated", "an answer that repeats a name is none", RELATION_OF_ANSWER,
     relate_name_repeated},
    {"bracketed", "an answer in prose brackets is a piece: none", RELATION_OF_ANSWER,
     relate_bracketed},
    {"glued", "an answer glued to another is a piece: none", RELATION_OF_ANSWER, relate_glued},
    {"named", "an answer behind a name is a piece: none", RELATION_OF_ANSWER, relate_named},
    {"marker-case", "the case of a marker's letters changes nothing", RELATION_OF_REASONING,
     relate_marker_case},
    {"reasoning-replaced", "other text in the reasoning changes nothing", RELATION_OF_REASONING,
     relate_reasoning_replaced},
    {"reasoning-added", "reasoning in front changes nothing", RELATION_OF_REASONING,
     relate_reasoning_added},
    {"reasoning-nested", "a block in the reasoning that is closed there changes nothing",
     RELATION_OF_REASONING, relate_reasoning_nested},
    {"closer-before", "a closing marker in front, where nothing was met, changes nothing",
     RELATION_OF_REASONING, relate_closer_before},
    {"reasoning-unclosed", "reasoning in front that never ends: none", RELATION_OF_REASONING,
     relate_reasoning_unclosed},
    {"reasoning-cut", "a reply that ends inside its reasoning has none", RELATION_OF_REASONING,
     relate_reasoning_cut},
    {"opener-behind", "an opening marker behind the reply: none", RELATION_OF_REASONING,
     relate_opener_behind},
    {"closer-behind", "a closing marker behind an answer: none", RELATION_OF_REASONING,
     relate_closer_behind},
    {"fallback", "what is found without fallback is found with it", RELATION_OF_REASONING,
     relate_fallback},
    {"outside", "without closing markers, starts=outside is starts=auto", RELATION_OF_REASONING,
     relate_outside},
    {"inside", "with starts=inside, the opener may be missing", RELATION_OF_REASONING,
     relate_inside},
    {"orphan", "of a prefilled pair, the opener may be missing", RELATION_OF_REASONING,
     relate_orphan},
};

const unsigned RELATION_COUNT = COUNT(RELATIONS);

/* ---- What is asked of a reply ---------------------------------------------------------------- */

bool relation_has_bom(const struct relation_seen *seen)
{
    return seen->len >= 3 && memcmp(seen->reply, "\xef\xbb\xbf", 3) == 0;
}

size_t relation_front(const struct relation_seen *seen)
{
    size_t at = relation_has_bom(seen) ? 3 : 0;
    while (at < seen->len && compose_is_white(seen->reply[at]))
        at++;
    return at;
}

struct marker_seen relation_opener(const struct relation_seen *seen)
{
    struct marker_seen none = {seen->len, 0, 0, MARKER_OPEN};
    size_t front = relation_front(seen);
    for (int pair = 0; pair < MARKER_PAIRS; pair++) {
        size_t len = marker_length(seen->reply, seen->len, front, pair, MARKER_OPEN);
        if (len > 0)
            return (struct marker_seen){front, len, pair, MARKER_OPEN};
    }
    return none;
}

bool relation_is_container(const struct relation_seen *seen)
{
    return seen->answered && (seen->reply[seen->offset] == '{' || seen->reply[seen->offset] == '[');
}

bool relation_is_whole(const struct relation_seen *seen)
{
    size_t end = seen->len;
    while (end > 0 && compose_is_white(seen->reply[end - 1]))
        end--;
    return seen->answered && seen->offset == relation_front(seen) &&
           seen->offset + seen->length == end;
}

bool relation_has_fence(const struct relation_seen *seen)
{
    for (size_t i = 0; i + 2 < seen->len; i++) {
        unsigned char byte = seen->reply[i];
        if ((byte == '`' || byte == '~') && seen->reply[i + 1] == byte &&
            seen->reply[i + 2] == byte)
            return true;
    }
    return false;
}

bool relation_option(const struct relation_seen *seen, int option, unsigned value)
{
    return seen->options.value[option] == value;
}

/* R1 does not decide by itself, or what a scan would decide the same way. */
static bool is_scanned_alike(const struct relation_seen *seen)
{
    size_t front = relation_front(seen);
    bool whole = relation_is_whole(seen);
    if (relation_option(seen, GEN_STARTS, STARTS_INSIDE))
        return relation_opener(seen).len > 0 || (seen->answered && !whole);
    if (whole)
        return relation_is_container(seen);
    return front == seen->len || seen->reply[front] != '"';
}

/* R2.2 reads no value at the reply's end that bytes put there would break: a closing marker in it,
 * until then in a value that is cut, would then stand in a broken one, which is an end. */
static bool breaks_nothing(const struct relation_seen *seen)
{
    return seen->answered || !relation_option(seen, GEN_STARTS, STARTS_AUTO) ||
           relation_opener(seen).len > 0 || !marker_closes(seen->reply, seen->len, true);
}

bool relation_takes_prose(const struct relation_seen *seen)
{
    return is_scanned_alike(seen) && !relation_has_fence(seen) && breaks_nothing(seen) &&
           relation_option(seen, GEN_REASONING_OPTION, REASONING_CLOSED);
}

/* ---- The new reply --------------------------------------------------------------------------- */

void relation_copy(const struct relation_seen *seen, struct gen *g, size_t from, size_t len)
{
    gen_put(g, seen->reply + from, len);
}

void relation_copy_all(const struct relation_seen *seen, struct gen *g)
{
    gen_put(g, seen->reply, seen->len);
}

void relation_copy_answer(const struct relation_seen *seen, struct gen *g)
{
    gen_put(g, seen->reply + seen->offset, seen->length);
}

bool relation_make(const struct relation *relation, const struct relation_seen *seen, struct gen *g,
                   struct relation_made *made)
{
    g->len = 0;
    g->full = false;
    made->options = seen->options;
    made->expects = RELATION_SAME;
    made->offset = made->length = 0;
    return relation->make(seen, g, made) && !g->full;
}

/* ---- The comparison -------------------------------------------------------------------------- */

/* Reads a value without the white space outside its strings. */
struct reader {
    const unsigned char *text;
    size_t len, at;
    bool in_string, escaped;
};

/* The next byte that counts; -1 at the end. */
static int next_byte(struct reader *r)
{
    while (r->at < r->len && !r->in_string && compose_is_white(r->text[r->at]))
        r->at++;
    if (r->at == r->len)
        return -1;
    unsigned char byte = r->text[r->at++];
    if (byte == '"' && !r->escaped)
        r->in_string = !r->in_string;
    r->escaped = r->in_string && byte == '\\' && !r->escaped;
    return byte;
}

static bool is_equal(const unsigned char *a, size_t a_len, const unsigned char *b, size_t b_len)
{
    struct reader a_reader = {a, a_len, 0, false, false};
    struct reader b_reader = {b, b_len, 0, false, false};
    int byte = 0;
    while (byte >= 0) {
        byte = next_byte(&a_reader);
        if (byte != next_byte(&b_reader))
            return false;
    }
    return true;
}

bool relation_holds(const struct relation_seen *seen, const struct gen *g,
                    const struct relation_made *made, const void *now, size_t now_len)
{
    const unsigned char *was = seen->answered ? seen->reply + seen->offset : NULL;
    size_t was_len = seen->length;
    if (made->expects == RELATION_NONE)
        return now == NULL;
    if (made->expects == RELATION_SPAN) {
        was = g->reply + made->offset;
        was_len = made->length;
    }
    if (was == NULL || now == NULL)
        return was == NULL && now == NULL;
    if (made->expects == RELATION_EQUAL)
        return is_equal(was, was_len, now, now_len);
    return was_len == now_len && memcmp(was, now, was_len) == 0;
}

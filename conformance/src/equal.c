/*
 * equal.c - when two answers are the same value, and where they first differ (answer.h).
 *
 * Every node of both answers is put into a class, so that two nodes are in one class exactly where
 * they are equal. Scalars are sorted and numbered by what they mean. Containers follow from the
 * innermost outwards: one is the list of its elements' classes, or its members' pairs of classes in
 * sorted order, and those lists are sorted and numbered in turn. So members without order, and
 * repeated names as a multiset, need no search; no hash decides anything; hostile values cost O(n
 * log n) like all others.
 */
#include "answer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "visible.h"

/* One of the two answers and what is worked out about its nodes, all arrays indexed by node. */
struct side {
    const struct answer *answer;
    uint32_t *height;  /* 0 for scalars, else 1 more than the highest thing inside */
    uint32_t *classes; /* equal nodes of both sides have equal classes */
    /* A container at node i keeps its sorted contents at items[i] and on, one item an element or
       member: there is room, since each of those is a node behind i. What is inside has its class
       by then and needs its items no more. */
    uint64_t *items;
};

/* The digits and exponent of a number's text: digits * 10^(exponent - point), leading and trailing
 * zeros left out. */
struct decimal {
    bool negative;
    const unsigned char *digits,
        *digits_end; /* first to behind the last significant digit, a '.' maybe between */
    bool exponent_negative;
    const unsigned char *exponent, *exponent_end; /* digits only, no leading zeros */
    int64_t point; /* how many places the first significant digit stands left of the decimal point;
                      may be negative */
};

struct ref {
    const struct side *side;
    uint32_t node;
    struct decimal decimal; /* of a number: found once, for a number may be as long as the answer */
};

static const struct answer_node *node_of(const struct ref *ref)
{
    assert(ref->side != NULL);
    return &ref->side->answer->nodes[ref->node];
}

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* --- numbers --- */

/* Finds the significant digits in [at, end), which holds digits and at most one '.'. */
static void find_digits(struct decimal *d, const unsigned char *at, const unsigned char *end)
{
    const unsigned char *dot = memchr(at, '.', (size_t)(end - at));
    const unsigned char *whole_end = dot != NULL ? dot : end;
    while (at < end && (*at == '0' || *at == '.'))
        at++;
    while (dot != NULL && end > at && (end[-1] == '0' || end[-1] == '.'))
        end--;
    while (dot == NULL && end > at && end[-1] == '0')
        end--;
    d->digits = at;
    d->digits_end = end;
    d->point = at < whole_end ? whole_end - at : whole_end + 1 - at;
}

static struct decimal decimal_of(const struct answer *answer, const struct answer_node *node)
{
    const unsigned char *at = answer->text + node->start;
    const unsigned char *end = at + node->len;
    struct decimal d = {.exponent = end, .exponent_end = end};
    d.negative = *at == '-';
    at += d.negative;
    const unsigned char *mantissa_end = at;
    while (mantissa_end < end && *mantissa_end != 'e' && *mantissa_end != 'E')
        mantissa_end++;
    if (mantissa_end < end) {
        d.exponent = mantissa_end + 1;
        d.exponent_negative = *d.exponent == '-';
        d.exponent += *d.exponent == '-' || *d.exponent == '+';
        while (d.exponent < end && *d.exponent == '0')
            d.exponent++;
    }
    find_digits(&d, at, mantissa_end);
    if (d.digits == d.digits_end) /* zero has no sign and no size */
        d = (struct decimal){.digits = at, .digits_end = at, .exponent = end, .exponent_end = end};
    return d;
}

static int exponent_digit(const struct decimal *d, size_t place)
{
    size_t len = (size_t)(d->exponent_end - d->exponent);
    if (place > len)
        return 0;
    int digit = d->exponent_end[-(ptrdiff_t)place] - '0';
    return d->exponent_negative ? -digit : digit;
}

/*
 * The sign of a's exponent and point less b's. The written exponents may have millions of digits,
 * so their difference is worked out from the highest digit down: once it is past what the remaining
 * digits and the points (below 2^33) could take back, its sign is known.
 */
static int compare_size(const struct decimal *a, const struct decimal *b)
{
    const int64_t far = (int64_t)1 << 40;
    size_t a_len = (size_t)(a->exponent_end - a->exponent);
    size_t b_len = (size_t)(b->exponent_end - b->exponent);
    int64_t difference = 0;
    for (size_t place = a_len > b_len ? a_len : b_len; place > 0; place--) {
        difference = difference * 10 + exponent_digit(a, place) - exponent_digit(b, place);
        if (difference > far || difference < -far)
            return difference > 0 ? 1 : -1;
    }
    difference += a->point - b->point;
    return (difference > 0) - (difference < 0);
}

static int next_digit(const unsigned char **at, const unsigned char *end)
{
    if (*at < end && **at == '.')
        ++*at;
    return *at < end ? *(*at)++ : -1;
}

/* An order in which equal means equal as a decimal. It need not be the order of the numbers. */
static int compare_numbers(const struct ref *a, const struct ref *b)
{
    struct decimal x = a->decimal;
    struct decimal y = b->decimal;
    if (x.negative != y.negative)
        return x.negative ? -1 : 1;
    int size = compare_size(&x, &y);
    if (size != 0)
        return size;
    for (;;) {
        int i = next_digit(&x.digits, x.digits_end);
        int j = next_digit(&y.digits, y.digits_end);
        if (i != j)
            return i < j ? -1 : 1;
        if (i < 0)
            return 0;
    }
}

/* --- strings and other nodes --- */

static int compare_strings(const struct ref *a, const struct ref *b)
{
    struct answer_bytes x = answer_bytes_of(a->side->answer, a->node);
    struct answer_bytes y = answer_bytes_of(b->side->answer, b->node);
    for (;;) {
        int i = answer_bytes_next(&x);
        int j = answer_bytes_next(&y);
        if (i != j)
            return i < j ? -1 : 1;
        if (i < 0)
            return 0;
    }
}

static int compare_contents(const struct ref *a, const struct ref *b)
{
    uint32_t count = node_of(a)->count;
    int by_count = order(count, node_of(b)->count);
    for (uint32_t i = 0; by_count == 0 && i < count; i++) {
        int by_item = order(a->side->items[a->node + i], b->side->items[b->node + i]);
        if (by_item != 0)
            return by_item;
    }
    return by_count;
}

/* Orders two nodes of one height whose insides have classes. */
static int compare_refs(const void *a, const void *b)
{
    const struct ref *x = a;
    const struct ref *y = b;
    int by_type = order(node_of(x)->type, node_of(y)->type);
    if (by_type != 0)
        return by_type;
    switch (node_of(x)->type) {
    case ANSWER_NUMBER: return compare_numbers(x, y);
    case ANSWER_STRING: return compare_strings(x, y);
    case ANSWER_ARRAY:
    case ANSWER_OBJECT: return compare_contents(x, y);
    default: return 0;
    }
}

static int compare_items(const void *a, const void *b)
{
    return order(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* --- classes --- */

static bool side_init(struct side *side, const struct answer *answer)
{
    size_t n = answer->kept;
    *side = (struct side){.answer = answer,
                          .height = calloc(n, sizeof *side->height),
                          .classes = calloc(n, sizeof *side->classes),
                          .items = calloc(n, sizeof *side->items)};
    if (side->height == NULL || side->classes == NULL || side->items == NULL)
        return false;
    /* What is inside a node stands behind it, so from the end on every inside is known first. */
    for (size_t i = n; i-- > 0;) {
        const struct answer_node *node = &answer->nodes[i];
        if (node->type < ANSWER_ARRAY)
            continue;
        uint32_t highest = 0;
        for (uint32_t child = (uint32_t)i + 1; child < node->after;
             child = answer->nodes[child].after)
            highest = side->height[child] > highest ? side->height[child] : highest;
        side->height[i] = highest + 1;
    }
    return true;
}

static void side_free(struct side *side)
{
    free(side->height);
    free(side->classes);
    free(side->items);
}

/* Writes the items of a container whose insides have classes. */
static void list_items(const struct ref *ref)
{
    const struct side *side = ref->side;
    const struct answer_node *node = node_of(ref);
    const struct answer_node *nodes = side->answer->nodes;
    uint64_t *items = side->items + ref->node;
    uint32_t child = ref->node + 1;
    for (uint32_t i = 0; i < node->count; i++) {
        if (node->type == ANSWER_OBJECT) {
            items[i] = (uint64_t)side->classes[child] << 32 | side->classes[child + 1];
            child = nodes[child + 1].after;
        } else {
            items[i] = side->classes[child];
            child = nodes[child].after;
        }
    }
    if (node->type == ANSWER_OBJECT)
        qsort(items, node->count, sizeof *items, compare_items);
}

/* Gives classes to the nodes of one height; next is the first free class. Returns the next free
 * one. */
static uint32_t number_refs(struct ref *refs, size_t count, uint32_t next)
{
    for (size_t i = 0; i < count; i++) {
        if (node_of(&refs[i])->type >= ANSWER_ARRAY)
            list_items(&refs[i]);
    }
    qsort(refs, count, sizeof *refs, compare_refs);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_refs(&refs[i - 1], &refs[i]) != 0)
            next++;
        refs[i].side->classes[refs[i].node] = next;
    }
    return next + 1;
}

/* Where the refs of each height begin once they are sorted by it; ends with their count. NULL: no
 * memory. */
static size_t *height_starts(const struct side sides[2], size_t *heights)
{
    uint32_t highest =
        sides[0].height[0] > sides[1].height[0] ? sides[0].height[0] : sides[1].height[0];
    size_t *starts = calloc((size_t)highest + 2, sizeof *starts);
    *heights = (size_t)highest + 1;
    for (int i = 0; starts != NULL && i < 2; i++) {
        for (uint32_t k = 0; k < sides[i].answer->kept; k++)
            starts[sides[i].height[k] + 1]++;
    }
    for (size_t i = 1; starts != NULL && i <= *heights; i++)
        starts[i] += starts[i - 1];
    return starts;
}

/* Sorts the nodes of both sides into refs by height. Each start ends up at the end of its height,
   where the next one's was. */
static void sort_by_height(const struct side sides[2], struct ref *refs, size_t *starts)
{
    for (int i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < sides[i].answer->kept; k++) {
            struct ref ref = {.side = &sides[i], .node = k};
            if (node_of(&ref)->type == ANSWER_NUMBER)
                ref.decimal = decimal_of(sides[i].answer, node_of(&ref));
            refs[starts[sides[i].height[k]]++] = ref;
        }
    }
}

/* Works out the classes of both sides. Free the sides in either case. */
static bool classify(struct side sides[2], const struct answer *a, const struct answer *b)
{
    sides[1] = (struct side){0};
    if (!side_init(&sides[0], a) || !side_init(&sides[1], b))
        return false;
    size_t heights = 0;
    size_t *ends = height_starts(sides, &heights);
    struct ref *refs = calloc((size_t)a->kept + b->kept, sizeof *refs);
    bool good = ends != NULL && refs != NULL;
    if (good) {
        uint32_t next = 0;
        sort_by_height(sides, refs, ends);
        for (size_t i = 0, from = 0; i < heights; from = ends[i++])
            next = number_refs(refs + from, ends[i] - from, next);
    }
    free(refs);
    free(ends);
    return good;
}

enum answer_status answer_equal(const struct answer *a, const struct answer *b, bool *equal)
{
    *equal = false;
    if (!answer_whole(a) || !answer_whole(b) || a->count != b->count || a->depth != b->depth ||
        a->nodes[0].type != b->nodes[0].type)
        return ANSWER_OK;
    struct side sides[2];
    bool done = classify(sides, a, b);
    if (done)
        *equal = sides[0].classes[0] == sides[1].classes[0];
    side_free(&sides[0]);
    side_free(&sides[1]);
    return done ? ANSWER_OK : ANSWER_NO_MEMORY;
}

/* --- the first difference --- */

enum { PATH_MAX_BYTES = 160, SHOWN_NAME = 40, SHOWN_VALUE = 60, SHOWN_BYTES = 12 };

/* Where the walk stands: a node on each side, and the path so far. */
struct walk {
    struct side *sides;
    uint32_t expected, got;
    struct buffer path;
};

static const struct answer_node *walk_node(const struct walk *walk, int side)
{
    return &walk->sides[side].answer->nodes[side == 0 ? walk->expected : walk->got];
}

static void show_node(const struct side *side, uint32_t index, struct buffer *out)
{
    const struct answer_node *node = &side->answer->nodes[index];
    struct buffer compact = {0};
    answer_compact(side->answer, index, &compact);
    if (node->type >= ANSWER_ARRAY && compact.len > SHOWN_VALUE)
        buffer_format(out, "an %s of %u %s", answer_type_name(node->type), (unsigned)node->count,
                      node->type == ANSWER_ARRAY ? "elements" : "members");
    else
        visible_short(out, (const unsigned char *)compact.at, compact.len, SHOWN_VALUE);
    buffer_free(&compact);
}

static bool is_bare_name(const unsigned char *text, size_t len)
{
    bool good = len > 0 && len <= SHOWN_NAME;
    for (size_t i = 0; good && i < len; i++) {
        unsigned char c = text[i];
        bool digit = c >= '0' && c <= '9';
        good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (digit && i > 0);
    }
    return good;
}

static void add_name(struct buffer *path, const struct answer *answer, uint32_t name)
{
    const struct answer_node *node = &answer->nodes[name];
    const unsigned char *text = answer->text + node->start;
    if (is_bare_name(text + 1, node->len - 2)) {
        buffer_text(path, ".");
        buffer_add(path, text + 1, node->len - 2);
    } else {
        buffer_text(path, "[");
        visible_short(path, text, node->len, SHOWN_NAME);
        buffer_text(path, "]");
    }
}

/* A path that grows too long to read ends in one mark. */
static bool path_is_full(struct walk *walk)
{
    if (walk->path.len < PATH_MAX_BYTES)
        return false;
    if (walk->path.at[walk->path.len - 1] != '\xA6')
        buffer_text(&walk->path, "\xE2\x80\xA6");
    return true;
}

static void path_name(struct walk *walk, const struct answer *answer, uint32_t name)
{
    if (!path_is_full(walk))
        add_name(&walk->path, answer, name);
}

static void path_index(struct walk *walk, uint32_t index)
{
    if (!path_is_full(walk))
        buffer_format(&walk->path, "[%u]", (unsigned)index);
}

static void say_path(const struct walk *walk, struct buffer *out)
{
    if (walk->path.len == 0)
        buffer_text(out, "whole value");
    else
        buffer_add(out, walk->path.at, walk->path.len);
    buffer_text(out, ": ");
}

/* The first byte in which two strings differ, with a few bytes from there on. */
static void say_string_difference(const struct walk *walk, struct buffer *out)
{
    struct answer_bytes a = answer_bytes_of(walk->sides[0].answer, walk->expected);
    struct answer_bytes b = answer_bytes_of(walk->sides[1].answer, walk->got);
    size_t at = 0;
    int x = answer_bytes_next(&a);
    int y = answer_bytes_next(&b);
    for (; x == y && x >= 0; at++) {
        x = answer_bytes_next(&a);
        y = answer_bytes_next(&b);
    }
    unsigned char shown[2][SHOWN_BYTES];
    size_t len[2] = {0, 0};
    for (; len[0] < SHOWN_BYTES && x >= 0; x = answer_bytes_next(&a))
        shown[0][len[0]++] = (unsigned char)x;
    for (; len[1] < SHOWN_BYTES && y >= 0; y = answer_bytes_next(&b))
        shown[1][len[1]++] = (unsigned char)y;
    buffer_format(out, " (from byte %zu of the string on: ", at);
    for (int side = 0; side < 2; side++) {
        buffer_text(out, side == 0 ? "" : " against ");
        if (len[side] == 0)
            buffer_text(out, "its end");
        else
            visible_add(out, shown[side], visible_boundary(shown[side], len[side], len[side]));
    }
    buffer_text(out, ")");
}

static void say_values(const struct walk *walk, struct buffer *out)
{
    say_path(walk, out);
    buffer_text(out, "expected ");
    show_node(&walk->sides[0], walk->expected, out);
    buffer_text(out, ", got ");
    show_node(&walk->sides[1], walk->got, out);
    if (walk_node(walk, 0)->type == ANSWER_STRING && walk_node(walk, 1)->type == ANSWER_STRING)
        say_string_difference(walk, out);
}

/* Something that only one side has stands at index, under path. */
static void say_only(const struct walk *walk, int side, uint32_t index, struct buffer *out)
{
    say_path(walk, out);
    buffer_text(out, side == 0 ? "expected " : "not expected, got ");
    show_node(&walk->sides[side], index, out);
    buffer_text(out, side == 0 ? ", got nothing there" : "");
}

/* Steps into the first element that differs. False when the walk is over and the difference told.
 */
static bool walk_array(struct walk *walk, struct buffer *out)
{
    const struct answer_node *a = walk_node(walk, 0);
    const struct answer_node *b = walk_node(walk, 1);
    uint32_t x = walk->expected + 1;
    uint32_t y = walk->got + 1;
    uint32_t i = 0;
    while (i < a->count && i < b->count && walk->sides[0].classes[x] == walk->sides[1].classes[y]) {
        x = walk->sides[0].answer->nodes[x].after;
        y = walk->sides[1].answer->nodes[y].after;
        i++;
    }
    path_index(walk, i);
    if (i < a->count && i < b->count) {
        walk->expected = x;
        walk->got = y;
        return true;
    }
    say_only(walk, i < a->count ? 0 : 1, i < a->count ? x : y, out);
    return false;
}

/* A member, for finding its like on the other side: sorted by name, repeats in the order of the
 * text. */
struct member {
    uint32_t name_class;
    uint32_t name; /* node of the name; the value is the next one */
};

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a;
    const struct member *y = b;
    int by_name = order(x->name_class, y->name_class);
    return by_name != 0 ? by_name : order(x->name, y->name);
}

static struct member *list_members(const struct side *side, uint32_t object)
{
    const struct answer_node *nodes = side->answer->nodes;
    uint32_t count = nodes[object].count;
    struct member *members = memory_need(count * sizeof *members);
    uint32_t child = object + 1;
    for (uint32_t i = 0; i < count; i++, child = nodes[child + 1].after)
        members[i] = (struct member){side->classes[child], child};
    qsort(members, count, sizeof *members, compare_members);
    return members;
}

/* The earliest difference between two objects. A node is 0 where the other side has no like of it.
 */
struct found {
    uint32_t expected, got; /* name nodes */
};

static void keep_earlier(struct found *best, uint32_t expected, uint32_t got)
{
    bool better = best->expected == 0 && best->got == 0;
    if (expected != 0 && (best->expected == 0 || expected < best->expected))
        better = true;
    if (expected == 0 && best->expected == 0 && got < best->got)
        better = true;
    if (better)
        *best = (struct found){expected, got};
}

static struct found find_member(const struct walk *walk)
{
    const struct side *sides = walk->sides;
    struct member *a = list_members(&sides[0], walk->expected);
    struct member *b = list_members(&sides[1], walk->got);
    size_t a_len = walk_node(walk, 0)->count;
    size_t b_len = walk_node(walk, 1)->count;
    struct found best = {0, 0};
    for (size_t i = 0, j = 0; i < a_len || j < b_len;) {
        bool take_a = i < a_len && (j >= b_len || a[i].name_class <= b[j].name_class);
        bool take_b = j < b_len && (i >= a_len || b[j].name_class <= a[i].name_class);
        if (!take_a)
            keep_earlier(&best, 0, b[j].name);
        else if (!take_b)
            keep_earlier(&best, a[i].name, 0);
        else if (sides[0].classes[a[i].name + 1] != sides[1].classes[b[j].name + 1])
            keep_earlier(&best, a[i].name, b[j].name);
        i += take_a;
        j += take_b;
    }
    free(a);
    free(b);
    return best;
}

/* Like walk_array. A member that is missing or differs comes before one that is not expected. */
static bool walk_object(struct walk *walk, struct buffer *out)
{
    struct found found = find_member(walk);
    int side = found.expected != 0 ? 0 : 1;
    uint32_t name = side == 0 ? found.expected : found.got;
    path_name(walk, walk->sides[side].answer, name);
    if (found.expected != 0 && found.got != 0) {
        walk->expected = found.expected + 1;
        walk->got = found.got + 1;
        return true;
    }
    say_only(walk, side, name + 1, out);
    return false;
}

static void walk_down(struct walk *walk, struct buffer *out)
{
    for (;;) {
        enum answer_type type = walk_node(walk, 0)->type;
        if (type != walk_node(walk, 1)->type || type < ANSWER_ARRAY) {
            say_values(walk, out);
            return;
        }
        if (!(type == ANSWER_ARRAY ? walk_array(walk, out) : walk_object(walk, out)))
            return;
    }
}

enum answer_status answer_difference(const struct answer *expected, const struct answer *got,
                                     struct buffer *out)
{
    if (!answer_whole(expected) || !answer_whole(got)) {
        if (expected->count != got->count)
            buffer_format(out, "expected %u values and names, got %u", (unsigned)expected->count,
                          (unsigned)got->count);
        return ANSWER_OK;
    }
    struct side sides[2];
    bool done = classify(sides, expected, got);
    if (done && sides[0].classes[0] != sides[1].classes[0]) {
        struct walk walk = {.sides = sides};
        walk_down(&walk, out);
        buffer_free(&walk.path);
    }
    side_free(&sides[0]);
    side_free(&sides[1]);
    return done ? ANSWER_OK : ANSWER_NO_MEMORY;
}

/* See gen_compose.h: fences, and reasoning of every kind. */
#include <string.h>

#include "gen_compose.h"

/* ---- Markers --------------------------------------------------------------------------------- */

/* Without quotes, brackets and line ends, so that it can stand in a string, and means nothing to
 * the early reading. */
void compose_plain_marker(struct composer *c, unsigned pair, bool close)
{
    static const char *const finals[] = {"<|message|>", " <|constrain|>json<|message|>",
                                         " json <|message|>"};
    const struct marker_pair *marker = &MARKERS[pair];
    struct gen *g = c->g;
    size_t from = g->len;
    gen_text(g, close ? marker->close : marker->open);
    if (marker->channel && close)
        gen_text(g, finals[gen_below(g, COUNT(finals))]);
    if (marker->tag && !close && gen_chance(g, 10))
        gen_text(g, " why=x");
    if (marker->tag)
        gen_text(g, gen_chance(g, 90) ? ">" : " >");
    for (size_t i = from; i < g->len && gen_chance(g, 20); i++) {
        unsigned char byte = g->reply[i];
        if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'))
            g->reply[i] = (unsigned char)(byte ^ 0x20);
    }
}

void compose_forget(struct composer *c)
{
    c->met_count = 0;
    c->open_count = 0;
    c->behind_value = false;
    c->left = false;
}

/* Text that is hidden: it may hold openers of the same pair, which are counted, and other markers
 * but closers that end something. */
static void put_hidden_text(struct composer *c, unsigned pair, bool others)
{
    compose_free(c);
    while (gen_chance(c->g, 30)) {
        unsigned other = gen_pair(c->g);
        bool close = gen_chance(c->g, 50);
        if (gen_chance(c->g, 40)) {
            compose_plain_marker(c, pair, false);
            c->nested++;
        } else if (others && other != pair && (!close || compose_may_close(c, other))) {
            compose_plain_marker(c, other, close);
        }
        gen_byte(c->g, ' ');
        compose_free(c);
    }
}

void compose_opening(struct composer *c, bool unclosed)
{
    bool inside = c->options.value[GEN_STARTS] == STARTS_INSIDE && gen_chance(c->g, 60);
    unsigned pair = gen_pair(c->g);
    c->early = false;
    if (inside) {
        if (unclosed) /* a number alone would be the whole reply, which R1 takes */
            gen_text(c->g, "so ");
        compose_word(c);
    } else {
        compose_plain_marker(c, pair, false);
    }
    c->beside = true;
    c->left = false;
    put_hidden_text(c, pair, !inside);
    if (unclosed) {
        compose_over(c, TRUTH_UNTERMINATED_REASONING);
        return;
    }
    compose_plain_marker(c, pair, true);
}

/* R2.2 comes before R2.3: the closer of a prefilled pair ends the reasoning. */
static void end_early(struct composer *c)
{
    compose_forget(c);
    c->early = false;
    c->nested = 0;
}

void compose_hidden(struct composer *c)
{
    unsigned pair = gen_pair(c->g);
    bool ends = c->early && MARKERS[pair].prefilled;
    compose_word(c);
    if (c->unseen || (ends && (!c->early_known || c->in_fence)))
        return;
    compose_white(c);
    compose_plain_marker(c, pair, false);
    if (ends)
        compose_word(c);
    else
        put_hidden_text(c, pair, true);
    compose_plain_marker(c, pair, true);
    c->behind_value = false;
    if (ends)
        end_early(c);
}

void compose_closer(struct composer *c)
{
    unsigned pair = gen_pair(c->g);
    bool ends = c->early && MARKERS[pair].prefilled;
    if (ends && !c->early_known)
        return;
    compose_white(c);
    if (ends && gen_chance(c->g, 20)) {
        /* A value that the marker breaks: what stands in a broken value is an end (R2.2). */
        compose_half(c);
    }
    compose_plain_marker(c, pair, true);
    c->behind_value = false;
    c->beside = true;
    if (ends) {
        end_early(c);
    } else if (c->nested > 0) {
        c->nested--;
        compose_forget(c);
    } else if (c->options.value[GEN_STARTS] == STARTS_OUTSIDE) {
        c->left = true;
    } else if (c->met_count == 0) {
        c->open_count = 0;
        c->left = true;
    } else {
        compose_over(c, TRUTH_AMBIGUOUS);
    }
}

void compose_unclosed(struct composer *c)
{
    compose_word(c);
    compose_white(c);
    compose_plain_marker(c, gen_pair(c->g), false);
    compose_over(c, TRUTH_UNTERMINATED_REASONING);
}

/* ---- Fences ---------------------------------------------------------------------------------- */

struct fence {
    char byte;
    unsigned run;
    bool json; /* without label, or with one of JSON */
    bool bare; /* nothing stands between run and body */
};

static void put_run(struct composer *c, char byte, unsigned run)
{
    for (unsigned i = 0; i < run; i++)
        gen_byte(c->g, (unsigned char)byte);
}

static void open_fence(struct composer *c, struct fence *fence)
{
    static const char *const json[] = {"", "", "json", "json", "JSON", "jsonc", "Json5"};
    static const char *const code[] = {"c", "js", "python", "x+-_", "json6", "text", "jsonl", "-"};
    fence->byte = gen_chance(c->g, 30) ? '~' : '`';
    fence->run = gen_between(c->g, 3, 5);
    fence->json = gen_chance(c->g, 75);
    compose_white(c);
    if (fence->byte == '~' && !compose_at_line_start(c))
        gen_byte(c->g, '\n');
    put_run(c, fence->byte, fence->run);
    const char *label =
        fence->json ? json[gen_below(c->g, COUNT(json))] : code[gen_below(c->g, COUNT(code))];
    gen_text(c->g, label);
    fence->bare = fence->json && gen_chance(c->g, 20);
    if (!fence->bare)
        gen_text(c->g, gen_chance(c->g, 90) ? "\n" : " ");
    c->in_fence = true;
    c->in_code = !fence->json;
    c->behind_value = false;
    c->left = c->beside = true;
}

/* At a line start where the run may not stand elsewhere. */
static void close_fence(struct composer *c, const struct fence *fence, bool at_line_start)
{
    if (fence->byte == '~' || at_line_start)
        gen_text(c->g, gen_chance(c->g, 80) ? "\n" : "\n \t");
    else
        gen_text(c->g, gen_chance(c->g, 80) ? "\n" : "");
    put_run(c, fence->byte, fence->run + (gen_chance(c->g, 10) ? gen_below(c->g, 3) : 0));
    c->in_fence = c->in_code = false;
    c->behind_value = false;
}

/* R4.3: the body is one value. */
static void put_value_body(struct composer *c, const struct fence *fence)
{
    struct value value;
    if (fence->bare)
        c->early_known = false;
    compose_container(c, &value, true);
    size_t from = c->g->len;
    compose_spaced(c, &value);
    compose_note(c, &value, from, fence->json, false);
}

/* A scalar is a candidate under expect=any, and prose else. */
static void put_scalar_body(struct composer *c, const struct fence *fence)
{
    struct value value;
    if (c->options.value[GEN_EXPECT] != EXPECT_ANY || !fence->json) {
        compose_word(c);
        return;
    }
    gen_byte(c->g, '\n');
    bool markers = c->markers;
    c->markers = false;
    compose_value(c, &value, VALUE_SCALAR, 0);
    c->markers = markers;
    size_t from = c->g->len;
    compose_spaced(c, &value);
    compose_note(c, &value, from, true, false);
    c->early_known = false;
}

/* R4.2: a run that does not close this fence is prose: one of the other character, a shorter one,
 * and one of tildes behind text. */
static void put_other_run(struct composer *c, const struct fence *fence)
{
    bool shorter = fence->run > 3 && gen_chance(c->g, 60);
    compose_word(c);
    if (!shorter && fence->byte == '~' && gen_chance(c->g, 50))
        gen_text(c->g, " ~~~~~");
    else if (shorter || fence->byte == '~')
        gen_byte(c->g, '\n');
    else
        gen_text(c->g, "\n~~~~~");
    if (shorter)
        put_run(c, fence->byte, fence->run - 1);
    else if (fence->byte == '~' && c->g->reply[c->g->len - 1] == '\n')
        put_run(c, '`', fence->run);
    compose_word(c);
}

/* R4.5: scanned like prose. */
static void put_mixed_body(struct composer *c, const struct fence *fence)
{
    compose_word(c);
    for (unsigned n = gen_between(c->g, 1, 3); n > 0 && !c->over; n--) {
        switch (gen_below(c->g, 9)) {
        case 0:
        case 1:
        case 2:
            if (compose_has_room(c, 3))
                compose_candidate(c);
            break;
        case 3:
        case 4:
            if (compose_has_room(c, 1))
                compose_broken(c, false);
            break;
        case 5: compose_brackets(c); break;
        case 6: compose_hidden(c); break;
        case 7: put_other_run(c, fence); break;
        default: compose_word(c); break;
        }
    }
}

/* R4.4: the fence ends half a value. */
static void put_half_body(struct composer *c)
{
    compose_half(c);
    c->early_known = false;
}

bool compose_fence(struct composer *c, bool last)
{
    struct fence fence;
    unsigned kind = gen_below(c->g, 100);
    open_fence(c, &fence);
    if (kind < 50) {
        put_value_body(c, &fence);
    } else if (kind < 70) {
        put_mixed_body(c, &fence);
    } else if (kind < 82) {
        put_half_body(c);
    } else if (kind < 90) {
        if (fence.bare)
            c->early_known = false;
        compose_broken(c, true);
    } else {
        put_scalar_body(c, &fence);
    }
    if (c->over)
        return true;
    if (last && (kind < 70 || kind >= 90) && gen_chance(c->g, 50)) {
        gen_maybe_white(c->g);
        return false;
    }
    close_fence(c, &fence, kind >= 70 && kind < 82);
    return true;
}

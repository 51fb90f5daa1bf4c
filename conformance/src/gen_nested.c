/* See gen_parts.h: fences and reasoning with parts in them, one in the other. */
#include "gen_parts.h"
#include "markers.h"

/* ---- Constructs in each other ---------------------------------------------------------------- */

void gen_part(struct gen *g)
{
    switch (gen_below(g, 10)) {
    case 0:
    case 1:
    case 2: gen_pick(g, GEN_PHRASES); return;
    case 3:
    case 4: gen_candidate(g); return;
    case 5: gen_pick(g, GEN_FRAGMENTS); return;
    case 6: gen_pick(g, GEN_WHITES); return;
    case 7: gen_deep(g, gen_between(g, 1, 23)); return;
    case 8: gen_chance(g, 25) ? gen_ladder(g) : gen_pick(g, GEN_STOPS); return;
    default: gen_token(g); return;
    }
}

/* A construct that is open while its parts are written. */
struct frame {
    enum { FRAME_REPLY, FRAME_FENCE, FRAME_REASONING } kind;
    unsigned left;
    unsigned which; /* the run of a fence, the pair of reasoning */
};

static struct frame open_fence(struct gen *g)
{
    struct frame frame = {FRAME_FENCE, 1, gen_below(g, GEN_TOKENS[GEN_FENCES].count)};
    if (gen_chance(g, 60))
        gen_byte(g, '\n');
    gen_text(g, GEN_TOKENS[GEN_FENCES].texts[frame.which]);
    gen_pick(g, GEN_LABELS);
    if (gen_chance(g, 80))
        gen_byte(g, '\n');
    switch (gen_below(g, 6)) {
    case 0: gen_pick(g, GEN_SCALARS); break;
    case 1: frame.left = gen_below(g, 4); return frame;
    case 2: gen_pick(g, GEN_FRAGMENTS); break;
    default: gen_candidate(g); break;
    }
    frame.left = 0;
    return frame;
}

static void close_fence(struct gen *g, unsigned which)
{
    static const char *const ends[] = {"```",   "\n```",  "\n```\n", "````",
                                       "\n~~~", "\n~~~~", "~~~",     ""};
    if (gen_chance(g, 60)) {
        gen_byte(g, '\n');
        gen_text(g, GEN_TOKENS[GEN_FENCES].texts[which]);
    } else {
        gen_text(g, ends[gen_below(g, COUNT(ends))]);
    }
    gen_maybe_white(g);
}

/* Markers of callers' tables open and close too. */
static const char *const custom_pairs[][2] = {
    {"BEGIN", "END"}, {"<r>", "</r>"}, {"[[note]]", "[[/note]]"}};

static void put_pair(struct gen *g, unsigned which, bool close)
{
    if (which < MARKER_PAIRS)
        gen_marker(g, which, close);
    else
        gen_text(g, custom_pairs[which - MARKER_PAIRS][close]);
}

static struct frame open_reasoning(struct gen *g)
{
    struct frame frame = {FRAME_REASONING, gen_below(g, 4), 0};
    frame.which = gen_pair(g);
    if (gen_chance(g, 8))
        frame.which = MARKER_PAIRS + gen_below(g, COUNT(custom_pairs));
    if (gen_chance(g, 85))
        put_pair(g, frame.which, false);
    return frame;
}

void gen_close_reasoning(struct gen *g, unsigned which)
{
    if (gen_chance(g, 20)) {
        put_pair(g, which, false);
        gen_part(g);
        if (gen_chance(g, 80))
            put_pair(g, which, true);
    }
    if (gen_chance(g, 85))
        put_pair(g, which, true);
    else if (gen_chance(g, 50))
        gen_closer(g);
}

/* Frame by frame, without a recursion. */
void gen_nested(struct gen *g, unsigned parts)
{
    enum { FRAMES = 4 };
    struct frame frames[FRAMES] = {{FRAME_REPLY, parts, 0}};
    unsigned top = 0;
    for (;;) {
        struct frame *frame = &frames[top];
        if (frame->left > 0) {
            frame->left--;
            unsigned kind = gen_below(g, 13);
            if (kind < 3 && top + 1 < FRAMES)
                frames[++top] = kind < 2 ? open_fence(g) : open_reasoning(g);
            else
                gen_part(g);
            continue;
        }
        if (frame->kind == FRAME_REPLY)
            return;
        if (frame->kind == FRAME_FENCE)
            close_fence(g, frame->which);
        else
            gen_close_reasoning(g, frame->which);
        top--;
    }
}

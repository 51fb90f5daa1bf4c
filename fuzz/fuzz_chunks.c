/*
 * fuzz_chunks: however a reply is cut, it gives the result of one call. For `extract`, at a cut
 * that feed calls settled, ending the reply there gives the very none that the whole gives. For
 * `complete`, after each part it says what one call says of the text so far, and that is O1's
 * definition: a byte order mark and white space taken off, the text is one object or array. Cuts:
 * each single byte where the input's `extra` is 0, else random ones out of it; and, in a short
 * reply, every cut in two. The earlier bytes move to another block at every part, as a growing
 * buffer would.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Where feed says that the result is settled, that is so. */
static void check_settled(const struct jets_extraction *x, const unsigned char *reply, size_t len,
                          const struct jets_result *whole)
{
    struct jets_extraction copy = *x;
    struct jets_result r;

    fuzz_poison(&r, sizeof r);
    jets_extract_finish(&copy, reply, len, &r);
    CHECK(fuzz_same(&r, whole) && r.status == JETS_NONE,
          "what is settled after %zu bytes stays: %s, whole: %s", len, fuzz_tell(&r),
          fuzz_tell(whole));
}

/* How many bytes the next part has: from 0 on, most often few. */
static size_t next_part(uint64_t *state)
{
    switch (fuzz_below(state, 6)) {
    case 0: return fuzz_below(state, 2);
    case 1: return fuzz_below(state, 200);
    case 2: return 2 + fuzz_below(state, 16);
    default: return 1 + fuzz_below(state, 3);
    }
}

enum cut_kind { EACH_BYTE, BY_CHANCE, IN_TWO };

/* The lengths at which feed is called. */
struct cuts {
    enum cut_kind kind;
    size_t at;      /* IN_TWO */
    uint64_t state; /* BY_CHANCE */
    size_t most;    /* parts; the rest comes with finish */
};

static bool next_cut(struct cuts *c, size_t *fed, size_t len)
{
    if (c->most-- == 0)
        return false;
    switch (c->kind) {
    case EACH_BYTE: ++*fed; break;
    case BY_CHANCE: *fed += next_part(&c->state); break;
    default: *fed = c->at; break;
    }
    return *fed < len;
}

static void extract_in_parts(const struct fuzz_input *in, struct cuts cuts,
                             const struct jets_result *whole)
{
    struct jets_options o = in->options;
    struct jets_extraction x;
    struct jets_result r;
    size_t fed = 0;
    bool settled = false;

    fuzz_poison(&x, sizeof x);
    fuzz_poison(&r, sizeof r);
    if (in->extra % 8 == 1)
        o.feed_block = 0; /* a feed that waits comes to the same */
    CHECK(jets_extract_init(&x, &o) == JETS_VALUE, "the options are good");
    while (next_cut(&cuts, &fed, in->len)) {
        unsigned char *part = fuzz_copy(in->reply, fed);
        bool now = jets_extract_feed(&x, part, fed);

        CHECK(now || !settled, "what is settled stays settled: %zu bytes", fed);
        settled = now;
        if (settled)
            check_settled(&x, part, fed, whole);
        free(part);
    }
    CHECK(jets_extract_finish(&x, in->reply, in->len, &r) == r.status, "finish returns the status");
    CHECK(fuzz_same(&r, whole), "cuts change nothing: %s, whole: %s", fuzz_tell(&r),
          fuzz_tell(whole));
}

/* O1, from its words. */
static bool is_complete(const unsigned char *text, size_t len, unsigned depth)
{
    size_t from = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

    while (from < len && text[from] != 0 && strchr(" \t\n\r", text[from]) != NULL)
        from++;
    while (len > from && text[len - 1] != 0 && strchr(" \t\n\r", text[len - 1]) != NULL)
        len--;
    return len > from && (text[from] == '{' || text[from] == '[') &&
           fuzz_is_value(text + from, len - from, depth);
}

/* Every prefix would be quadratic: those of long texts are looked at near the ends alone. */
static bool is_looked_at(size_t fed, size_t len)
{
    return fed <= 64 || fed + 64 >= len;
}

static void complete_in_parts(const struct fuzz_input *in, struct cuts cuts)
{
    struct jets_completion c;
    unsigned depth = in->options.depth;
    size_t fed = 0;
    size_t before = 0;
    bool more = true;

    fuzz_poison(&c, sizeof c);
    jets_complete_init(&c, depth);
    while (more) {
        unsigned char *part;
        bool says;

        more = next_cut(&cuts, &fed, in->len);
        fed = more ? fed : in->len;
        part = fuzz_copy(in->reply + before, fed - before);
        says = jets_complete_feed(&c, part, fed - before);
        free(part);
        before = fed;
        if (is_looked_at(fed, in->len))
            CHECK(says == is_complete(in->reply, fed, depth) &&
                      says == jets_complete(in->reply, fed, depth),
                  "after %zu bytes complete says what the text is: %d", fed, says);
    }
}

enum { SHORT = 32, PARTS_MAX = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in;
    struct jets_result whole;
    struct cuts cuts = {EACH_BYTE, 0, 0, PARTS_MAX};

    fuzz_read(&in, data, size);
    cuts.kind = in.extra == 0 ? EACH_BYTE : BY_CHANCE;
    cuts.state = in.extra;
    fuzz_poison(&whole, sizeof whole);
    jets_extract(in.reply, in.len, &in.options, &whole);
    extract_in_parts(&in, cuts, &whole);
    complete_in_parts(&in, cuts);
    for (size_t cut = 0; in.len <= SHORT && cut < in.len; cut++) {
        struct cuts two = {IN_TWO, cut, 0, 1};

        extract_in_parts(&in, two, &whole);
        complete_in_parts(&in, two);
    }
    fuzz_free(&in);
    return 0;
}

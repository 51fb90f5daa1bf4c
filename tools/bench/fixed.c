/* The ten fixed replies: what models write on a good day, small and large. */
#include "replies.h"
#include "text.h"

#include <string.h>

static const size_t KB = 1024;
static const size_t MB = (size_t)1024 * 1024;
static const uint64_t SEED = 20240607;

static const char *const WORDS[] = {
    "the",     "a",        "of",      "and",     "to",        "in",      "that",     "customer",
    "invoice", "we",       "amount",  "should",  "be",        "checked", "against",  "first",
    "order",   "delivery", "because", "address", "differs",   "from",    "one",      "given",
    "last",    "week",     "it",      "seems",   "therefore", "likely",  "refund",   "is",
    "due",     "with",     "respect", "to",      "terms",     "however", "question", "asks",
    "only",    "for",      "total",   "so",      "answer",    "needs",   "no",       "currency"};
enum { WORD_COUNT = sizeof WORDS / sizeof *WORDS };

static const char *word(uint64_t *state)
{
    return WORDS[draw(state, WORD_COUNT)];
}

/* A sentence of 6 to 21 words; now and then with an apostrophe, a quotation or a number. */
static void sentence(struct text *t, uint64_t *state)
{
    unsigned count = 6 + draw(state, 16);
    for (unsigned i = 0; i < count; i++) {
        switch (draw(state, 40)) {
        case 0: text_printf(t, "it's %s, ", word(state)); break;
        case 1: text_printf(t, "\"%s %s\" ", word(state), word(state)); break;
        case 2: text_printf(t, "%u.%02u ", draw(state, 900), draw(state, 100)); break;
        default: text_puts(t, word(state)); text_puts(t, i + 1 < count ? " " : "");
        }
    }
    text_puts(t, ". ");
}

static void prose(struct text *t, uint64_t *state, size_t len)
{
    size_t end = t->len + len;
    while (t->len < end) {
        for (unsigned left = 3 + draw(state, 4); left > 0; left--)
            sentence(t, state);
        text_puts(t, "\n\n");
    }
}

static void markdown_piece(struct text *t, uint64_t *state)
{
    switch (draw(state, 6)) {
    case 0: text_printf(t, "## %s %s\n\n", word(state), word(state)); break;
    case 1:
        for (unsigned left = 3; left > 0; left--) {
            text_printf(t, "- **%s**: `%s` ", word(state), word(state));
            sentence(t, state);
            text_puts(t, "\n");
        }
        break;
    case 2:
        text_printf(t, "See [%s %s](https://example.com/%s?id=%u) for it. ", word(state),
                    word(state), word(state), draw(state, 1000));
        break;
    case 3:
        text_printf(t, "\n| %s | %s |\n|---|---|\n| %u | <br> |\n\n", word(state), word(state),
                    draw(state, 100));
        break;
    case 4:
        text_printf(t, "\n```sh\n%s --%s=%u | sort -n\n```\n\n", word(state), word(state),
                    draw(state, 100));
        break;
    default: text_printf(t, "> *%s* ", word(state));
    }
}

static void markdown(struct text *t, uint64_t *state, size_t len)
{
    size_t end = t->len + len;
    while (t->len < end) {
        markdown_piece(t, state);
        for (unsigned left = 2 + draw(state, 3); left > 0; left--)
            sentence(t, state);
        text_puts(t, "\n");
    }
}

/* One record; `gap` is what stands in front of each member, `colon` behind each name. */
static void record(struct text *t, uint64_t *state, const char *gap, const char *colon)
{
    text_printf(t, "{%s\"id\"%s%u,", gap, colon, draw(state, 1000000));
    text_printf(t, "%s\"name\"%s\"%s %s\",", gap, colon, word(state), word(state));
    text_printf(t, "%s\"amount\"%s%u.%02u,", gap, colon, draw(state, 10000), draw(state, 100));
    text_printf(t, "%s\"paid\"%s%s,", gap, colon, draw(state, 2) != 0 ? "true" : "false");
    text_printf(t, "%s\"note\"%s", gap, colon);
    if (draw(state, 3) == 0)
        text_puts(t, "null");
    else
        text_printf(t, "\"%s %s, %s \\\"%s\\\" %s\"", word(state), word(state), word(state),
                    word(state), word(state));
    text_printf(t, ",%s\"tags\"%s[\"%s\",%s\"%s\"]", gap, colon, word(state),
                *gap != '\0' ? " " : "", word(state));
}

static void compact(struct text *t, uint64_t *state, size_t len)
{
    size_t end = t->len + len;
    text_puts(t, "[");
    do {
        record(t, state, "", ":");
        text_puts(t, t->len < end ? "}," : "}]");
    } while (t->len < end);
    if (t->bytes[t->len - 1] == ',')
        t->bytes[t->len - 1] = ']';
}

static void pretty(struct text *t, uint64_t *state, size_t len)
{
    size_t end = t->len + len;
    text_puts(t, "[\n  ");
    do {
        record(t, state, "\n    ", ": ");
        text_puts(t, t->len < end ? "\n  },\n  " : "\n  }\n]");
    } while (t->len < end);
}

/* Strings of 200 to 1,500 bytes: sentences, escaped line feeds, quotations, letters beyond ASCII.
 */
static void strings(struct text *t, uint64_t *state, size_t len)
{
    size_t end = t->len + len;
    text_puts(t, "[\"");
    while (t->len < end) {
        size_t stop = t->len + 200 + draw(state, 1300);
        while (t->len < stop) {
            text_printf(t, "%s %s ", word(state), word(state));
            switch (draw(state, 24)) {
            case 0: text_puts(t, "\\n"); break;
            case 1: text_printf(t, "\\\"%s\\\" ", word(state)); break;
            case 2: text_puts(t, "na\303\257ve caf\303\251 \342\200\224 "); break;
            default: break;
            }
        }
        text_puts(t, t->len < end ? "\",\"" : "\"]");
    }
}

static void numbers(struct text *t, uint64_t *state, size_t len)
{
    size_t end = t->len + len;
    text_puts(t, "[");
    while (t->len < end) {
        text_puts(t, "[");
        for (unsigned left = 8; left > 0; left--) {
            unsigned whole = draw(state, 100000);
            switch (draw(state, 4)) {
            case 0: text_printf(t, "%u", whole); break;
            case 1: text_printf(t, "-%u.%05u", whole, draw(state, 100000)); break;
            case 2: text_printf(t, "%u.%ue-%u", whole % 9 + 1, whole, draw(state, 30)); break;
            default: text_printf(t, "0.%05u%05u", whole, draw(state, 100000));
            }
            text_puts(t, left > 1 ? "," : "]");
        }
        text_puts(t, t->len < end ? "," : "]");
    }
}

/* ---- the replies ---- */

static void make_chat(struct text *t, uint64_t *state, struct reply *reply)
{
    text_puts(t, "Sure, here is what you asked for. ");
    sentence(t, state);
    text_puts(t, "\n\n```json\n");
    reply->value = t->len;
    text_puts(t, "{\n  \"orders\": ");
    pretty(t, state, 700);
    text_puts(t, ",\n  \"complete\": true\n}");
    reply->value_len = t->len - reply->value;
    text_puts(t, "\n```\n\nLet me know if something is missing.\n");
}

static void make_reasoning(struct text *t, uint64_t *state, struct reply *reply)
{
    text_puts(t, "<think>\n");
    prose(t, state, 16 * KB);
    text_puts(t, "</think>\n\n");
    reply->value = t->len;
    text_puts(t, "{\"orders\":");
    compact(t, state, KB - 50);
    text_puts(t, ",\"complete\":true}");
    reply->value_len = t->len - reply->value;
    text_puts(t, "\n");
}

static void make_prose(struct text *t, uint64_t *state, struct reply *reply)
{
    (void)reply;
    prose(t, state, 64 * KB);
}

static void make_markdown(struct text *t, uint64_t *state, struct reply *reply)
{
    (void)reply;
    markdown(t, state, 64 * KB);
}

static void make_compact(struct text *t, uint64_t *state, struct reply *reply)
{
    compact(t, state, MB);
    reply->value_len = t->len;
}

static void make_pretty(struct text *t, uint64_t *state, struct reply *reply)
{
    pretty(t, state, MB);
    reply->value_len = t->len;
}

static void make_strings(struct text *t, uint64_t *state, struct reply *reply)
{
    strings(t, state, MB);
    reply->value_len = t->len;
}

static void make_numbers(struct text *t, uint64_t *state, struct reply *reply)
{
    numbers(t, state, MB);
    reply->value_len = t->len;
}

static void make_truncated(struct text *t, uint64_t *state, struct reply *reply)
{
    compact(t, state, MB);
    t->len -= 20;
    reply->value_len = t->len;
}

static void make_story(struct text *t, uint64_t *state, struct reply *reply)
{
    prose(t, state, 2 * KB);
    reply->value = t->len;
    text_puts(t, "{\"orders\":");
    compact(t, state, 3 * KB);
    text_puts(t, "}");
    reply->value_len = t->len - reply->value;
    text_puts(t, "\n\n");
    prose(t, state, 2 * KB);
}

static const struct {
    const char *name, *what;
    void (*make)(struct text *t, uint64_t *state, struct reply *reply);
    bool answered;
} FIXED[] = {
    {"chat", "chat, 1 KB, the answer in a fence", make_chat, true},
    {"story", "prose, 3 KB bare answer, prose", make_story, true},
    {"reasoning", "reasoning of 16 KB, answer of 1 KB", make_reasoning, true},
    {"prose", "prose of 64 KB, no JSON", make_prose, false},
    {"markdown", "prose with Markdown, 64 KB, no JSON", make_markdown, false},
    {"compact", "1 MB, compact records", make_compact, true},
    {"pretty", "1 MB, the same pretty-printed", make_pretty, true},
    {"strings", "1 MB, long strings", make_strings, true},
    {"numbers", "1 MB, numbers", make_numbers, true},
    {"truncated", "1 MB, compact records, cut off", make_truncated, false},
};
enum { FIXED_COUNT = sizeof FIXED / sizeof *FIXED };

const char *fixed_name(size_t n)
{
    return n < FIXED_COUNT ? FIXED[n].name : NULL;
}

const char *fixed_what(size_t n)
{
    return n < FIXED_COUNT ? FIXED[n].what : NULL;
}

void fixed_make(size_t n, struct reply *reply)
{
    struct text t = {NULL, 0, 0};
    uint64_t state = SEED;
    memset(reply, 0, sizeof *reply);
    FIXED[n].make(&t, &state, reply);
    text_finish(&t, reply);
    reply->parses = reply->value_len > 0;
    reply->answered = FIXED[n].answered;
}

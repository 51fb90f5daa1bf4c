#include "markers.h"

#include <string.h>

const struct marker_pair MARKERS[MARKER_PAIRS] = {
    {"<think", "</think", true, true, false},
    {"<thinking", "</thinking", true, true, false},
    {"<thought", "</thought", false, true, false},
    {"<reasoning", "</reasoning", false, true, false},
    {"<reason", "</reason", false, true, false},
    {"<analysis", "</analysis", false, true, false},
    {"<scratch_pad", "</scratch_pad", false, true, false},
    {"<budget:thinking", "</budget:thinking", false, true, false},
    {"<mm:think", "</mm:think", true, true, false},
    {"<seed:think", "</seed:think", false, true, false},
    {"<longcat_think", "</longcat_think", true, true, false},
    {"◁think▷", "◁/think▷", false, false, false},
    {"<|open|>think<|sep|>", "<|close|>think<|sep|>", false, false, false},
    {"[THINK]", "[/THINK]", false, false, false},
    {"<|channel>thought", "<channel|>", false, false, false},
    {"<unused94>thought", "<unused95>", false, false, false},
    {"<|START_THINKING|>", "<|END_THINKING|>", true, false, false},
    {"<|inner_prefix|>", "<|inner_suffix|>", false, false, false},
    {"<|think:start|>", "<|think:end|>", true, false, false},
    {"<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>", false, false, false},
    {"<|channel|>analysis<|message|>", "<|channel|>final", false, false, true},
};

static bool is_white(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static unsigned char lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c - 'A' + 'a') : c;
}

/* The length of word where it stands at text[at], without regard to ASCII case; else 0. */
static size_t word_at(const unsigned char *text, size_t len, size_t at, const char *word)
{
    size_t i = 0;
    for (; word[i] != '\0'; i++) {
        if (at + i >= len || lower(text[at + i]) != lower((unsigned char)word[i]))
            return 0;
    }
    return i;
}

/* Behind a tag's name: where its '>' ends it, or 0. */
static size_t tag_end(const unsigned char *text, size_t len, size_t at, enum marker_side side)
{
    size_t i = at;
    while (i < len && is_white(text[i]))
        i++;
    if (i < len && text[i] == '>')
        return i + 1;
    if (side == MARKER_CLOSE || i == at)
        return 0;
    while (i < len && text[i] != '<' && text[i] != '>')
        i++;
    return i < len && text[i] == '>' && text[i - 1] != '/' ? i + 1 : 0;
}

/* Behind "<|channel|>final": where "<|message|>" ends the marker, or 0. */
static size_t channel_end(const unsigned char *text, size_t len, size_t at)
{
    for (size_t i = at; i < len; i++) {
        if (text[i] != '<')
            continue;
        size_t message = word_at(text, len, i, "<|message|>");
        size_t constrain = word_at(text, len, i, "<|constrain|>");
        if (message > 0)
            return i + message;
        if (constrain == 0)
            return 0;
        i += constrain - 1;
    }
    return 0;
}

size_t marker_length(const unsigned char *text, size_t len, size_t at, int pair,
                     enum marker_side side)
{
    const struct marker_pair *marker = &MARKERS[pair];
    size_t word = word_at(text, len, at, side == MARKER_OPEN ? marker->open : marker->close);
    if (word == 0)
        return 0;
    size_t end = at + word;
    if (marker->tag)
        end = tag_end(text, len, end, side);
    else if (marker->channel && side == MARKER_CLOSE)
        end = channel_end(text, len, end);
    return end == 0 ? 0 : end - at;
}

struct marker_seen marker_find_of(const unsigned char *text, size_t len, size_t from, int pair,
                                  enum marker_side side)
{
    for (size_t at = from; at < len; at++) {
        size_t length = marker_length(text, len, at, pair, side);
        if (length > 0)
            return (struct marker_seen){at, length, pair, side};
    }
    return (struct marker_seen){len, 0, 0, MARKER_OPEN};
}

/* The bytes with which markers begin; the first of U+25C1 among them. */
static bool may_begin(unsigned char c)
{
    return c == '<' || c == '[' || c == 0xe2;
}

struct marker_seen marker_find(const unsigned char *text, size_t len, size_t from)
{
    for (size_t at = from; at < len; at++) {
        for (int pair = 0; may_begin(text[at]) && pair < MARKER_PAIRS; pair++) {
            for (int side = MARKER_OPEN; side <= MARKER_CLOSE; side++) {
                size_t length = marker_length(text, len, at, pair, (enum marker_side)side);
                if (length > 0)
                    return (struct marker_seen){at, length, pair, (enum marker_side)side};
            }
        }
    }
    return (struct marker_seen){len, 0, 0, MARKER_OPEN};
}

bool marker_any(const unsigned char *text, size_t len)
{
    return marker_find(text, len, 0).len > 0;
}

bool marker_closes(const unsigned char *text, size_t len, bool prefilled)
{
    struct marker_seen seen = marker_find(text, len, 0);
    while (seen.len > 0) {
        /* On from the next byte: a closer may stand inside what looks like an opener's attributes.
         */
        if (seen.side == MARKER_CLOSE && (!prefilled || MARKERS[seen.pair].prefilled))
            return true;
        seen = marker_find(text, len, seen.at + 1);
    }
    return false;
}

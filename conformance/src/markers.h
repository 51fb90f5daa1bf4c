/*
 * markers.h - the table of reasoning markers of SPEC.md section 5, and where they stand in a text.
 */
#ifndef JETS_MARKERS_H
#define JETS_MARKERS_H

#include <stdbool.h>
#include <stddef.h>

/* A pair. The texts of a tag lack the final '>'; the closer of a channel pair goes on to
 * "<|message|>". */
struct marker_pair {
    const char *open;
    const char *close;
    bool prefilled, tag, channel;
};

enum { MARKER_PAIRS = 21 };
extern const struct marker_pair MARKERS[MARKER_PAIRS];

enum marker_side { MARKER_OPEN, MARKER_CLOSE };

/* The length of the marker of this pair that begins at text[at], or 0. */
size_t marker_length(const unsigned char *text, size_t len, size_t at, int pair,
                     enum marker_side side);

/* A marker in a text. */
struct marker_seen {
    size_t at, len; /* len 0: there is none */
    int pair;
    enum marker_side side;
};

/* The first marker, of either side and any pair, that begins at `from` or behind it. */
struct marker_seen marker_find(const unsigned char *text, size_t len, size_t from);

/* The first closing (opening) marker of one pair. */
struct marker_seen marker_find_of(const unsigned char *text, size_t len, size_t from, int pair,
                                  enum marker_side side);

/* Whether the text holds a marker of either side and any pair. */
bool marker_any(const unsigned char *text, size_t len);

/* Whether it holds a closing marker; only those of prefilled pairs, where asked. */
bool marker_closes(const unsigned char *text, size_t len, bool prefilled);

#endif

/*
 * peers.h - what cJSON 1.7 (with CVE-2023-26819 mended) and jansson 2 read that is no strict JSON,
 * what they refuse of it, and what they keep of a value: a closed list. A reader of each one's
 * grammar says for any text whether the peer takes it and which entries of the list that hangs on;
 * so a disagreement that is on the list is foretold exactly, and one that is not is a fault of
 * somebody's.
 */
#ifndef JETS_FUZZ_PEERS_H
#define JETS_FUZZ_PEERS_H

#include <stdbool.h>
#include <stddef.h>

enum peer { PEER_CJSON, PEER_JANSSON, PEER_COUNT };

enum {
    /* cJSON takes: */
    PEER_WHITE = 1 << 0,   /* any byte up to 0x20 as white space */
    PEER_ZEROS = 1 << 1,   /* zeros in front of a number */
    PEER_POINT = 1 << 2,   /* a number whose point lacks digits on one side */
    PEER_CONTROL = 1 << 3, /* bytes below 0x20 in a string */
    PEER_UTF8 = 1 << 4,    /* what is not UTF-8 in a string */
    PEER_HEX = 1 << 5,     /* `\u` and anything but four hex digits, as U+0000 */
    /* cJSON refuses: */
    PEER_DEEP = 1 << 7, /* more than 1,000 levels */
    /* cJSON changes: */
    PEER_CUT = 1 << 8,     /* a string, at U+0000 */
    PEER_ROUNDED = 1 << 9, /* a number, to binary64 */
    /* jansson takes: */
    PEER_NUL = 1 << 10,    /* one NUL directly behind a number, true, false or null */
    PEER_DEEPER = 1 << 11, /* up to 2,048 levels, where the library's limit is 1,024 */
    /* jansson refuses: */
    PEER_INTEGER = 1 << 12,  /* an integer beyond 64 bits */
    PEER_REAL = 1 << 13,     /* a number with a point or an exponent beyond binary64 */
    PEER_NUL_NAME = 1 << 14, /* U+0000 in a name */
    /* jansson changes: */
    PEER_REPEATED = 1 << 15,     /* an object that repeats a name: the last one stays */
    PEER_ROUNDED_REAL = 1 << 16, /* a number with a point or an exponent, to binary64 */
    /* cJSON takes: */
    PEER_MARK = 1 << 17 /* a byte order mark in front of two bytes and more */
};

/* What a peer does to a text with an entry of the list. */
enum peer_kind { PEER_TAKES, PEER_REFUSES, PEER_CHANGES };

struct divergence {
    unsigned bit;
    enum peer peer;
    enum peer_kind kind;
    const char *name;
    /* A text on which the peer differs for this reason alone; where NULL, arrays inside one
       another, so many levels. */
    const char *witness;
    size_t witness_len;
};

/* The list; ends with a bit of 0. */
extern const struct divergence divergences[];

/* All bits of a peer's entries of a kind. */
unsigned peer_bits(enum peer peer, enum peer_kind kind);

/* Whether the text has the peer's grammar (refusals aside), and which entries were met: all but
   those about numbers that are rounded and names that are repeated, which are told by the value.
   The peer takes the text where that is true and no entry met is a refusal. Behind the value stands
   strict white space only. */
bool peer_reads(enum peer peer, const unsigned char *text, size_t len, unsigned *met);

#endif

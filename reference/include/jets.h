/*
 * libjets: takes the JSON answer out of a language model's reply, or says that there is none.
 *
 * The rules are those of conformance/SPEC.md (R1 to R6, O1, O2); this header is the library's
 * manual.
 *
 * What holds everywhere:
 *  - Bytes come as pointer and length. NUL is a byte like any other; nothing needs to end with one.
 *    A pointer may be NULL where its length is 0.
 *  - Offsets and lengths are in bytes; offsets count from 0 at the first byte of the reply.
 *  - Results are spans of the caller's bytes. The library keeps no copy and writes nothing into
 * them.
 *  - The scan allocates nothing. Only the check for repeated names (R6) and `strings` (O2) may ask
 *    for memory, and only through struct jets_memory.
 *  - No global state, no output, no abort, no recursion; any number of extractions may run at once.
 *  - A struct that the caller passes for options may be zeroed: zero is the default of every
 * member.
 */
#ifndef JETS_H
#define JETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define JETS_VERSION "0.1.0"

/* The version of the library that runs, as "MAJOR.MINOR.PATCH". */
const char *jets_version(void);

/* ---- Limits -------------------------------------------------------------------------------- */

/* Brackets open at once, of values and of prose, before a reply is `too-deep` (R3.7). Enough for
   any real answer, and under the depth at which the parsers behind an extractor start to refuse. */
#define JETS_DEPTH_DEFAULT 512u
/* The most that options may ask for: what one bit a level costs is part of every struct
 * jets_extraction. */
#define JETS_DEPTH_MAX 1024u
/* Better and better candidates remembered inside prose brackets that are still open (R5.4). */
#define JETS_HELD_MAX 10u
/* Bytes that jets_extract_feed waits for where options do not say. */
#define JETS_FEED_BLOCK_DEFAULT 64u
/* Marker pairs in one table (R2), the library's own among them. */
#define JETS_MARKERS_MAX 64u
/* Bytes of one marker's text. */
#define JETS_MARKER_LEN_MAX 64u

/* ---- Vocabulary ---------------------------------------------------------------------------- */

/* What a call came to. */
enum jets_status {
    JETS_VALUE = 0, /* there is an answer */
    JETS_NONE = 1,  /* there is none; the reason says why */
    JETS_MISUSE = 2 /* an option is out of range, or a call is out of order; nothing was read */
};

/* Why there is none. Numbers are stable; the list is only ever appended to. */
enum jets_reason {
    JETS_REASON_NOTHING = 0, /* there is an answer */
    JETS_EMPTY = 1,
    JETS_NO_CANDIDATE = 2,
    JETS_UNTERMINATED_REASONING = 3,
    JETS_UNTERMINATED_VALUE = 4,
    JETS_TOO_DEEP = 5,
    JETS_SHAPE = 6,
    JETS_AMBIGUOUS = 7,
    JETS_BROKEN_VALUE = 8,
    JETS_DUPLICATE_NAME = 9,
    JETS_OUT_OF_MEMORY = 10
};

enum jets_type {
    JETS_TYPE_NONE = 0,
    JETS_OBJECT = 1,
    JETS_ARRAY = 2,
    JETS_STRING = 3,
    JETS_NUMBER = 4,
    JETS_BOOLEAN = 5,
    JETS_NULL = 6
};

/* The rule that decided a result, or that an event follows. */
enum jets_rule {
    JETS_RULE_NONE = 0,
    JETS_R1,
    JETS_R2_1,
    JETS_R2_2,
    JETS_R2_3,
    JETS_R2_5,
    JETS_R3_1,
    JETS_R3_2,
    JETS_R3_3,
    JETS_R3_4,
    JETS_R3_5,
    JETS_R3_6,
    JETS_R3_7,
    JETS_R4_1,
    JETS_R4_2,
    JETS_R4_3,
    JETS_R5_1,
    JETS_R5_2,
    JETS_R5_3,
    JETS_R5_4,
    JETS_R6,
    JETS_O2
};

enum jets_expect {
    JETS_EXPECT_CONTAINER = 0,
    JETS_EXPECT_OBJECT,
    JETS_EXPECT_ARRAY,
    JETS_EXPECT_ANY
};
enum jets_select { JETS_SELECT_ONLY = 0, JETS_SELECT_LONGEST, JETS_SELECT_FIRST, JETS_SELECT_LAST };
enum jets_names { JETS_NAMES_UNIQUE = 0, JETS_NAMES_ANY };
enum jets_reasoning { JETS_REASONING_CLOSED = 0, JETS_REASONING_FALLBACK };
enum jets_starts { JETS_STARTS_AUTO = 0, JETS_STARTS_INSIDE, JETS_STARTS_OUTSIDE };

/* The word that SPEC uses, such as "no-candidate", "object", "R3.5"; never NULL ("?" for a number
   that is none of the enum's). */
const char *jets_reason_text(enum jets_reason reason);
const char *jets_type_text(enum jets_type type);
const char *jets_rule_text(enum jets_rule rule);

/* An option by the words of SPEC: name "expect", "select", "names", "reasoning" or "starts", number
   the enum's value. Returns NULL past the last value, or where the name is unknown: so a caller can
   list every value, and read one by comparing. */
const char *jets_option_text(const char *name, unsigned number);

/* ---- Markers (R2) -------------------------------------------------------------------------- */

/* Flags of a marker pair.
   PREFILLED: prompt templates hold the opener, so that a reply may show only the closer.
   TAG: XML-like, `<name` and `</name` without the final `>`, in front of which white space may
   stand, in the opener attributes too; a name is of ASCII letters, digits, `_`, `:`, `.` and `-`.
   CHANNEL: Harmony; the closer begins with `<|channel|>` and, in the reply, goes on to
   `<|message|>`. */
#define JETS_MARKER_PREFILLED 1u
#define JETS_MARKER_TAG 2u
#define JETS_MARKER_CHANNEL 4u

/* One pair. Texts are matched without regard to ASCII case; each is 1 to JETS_MARKER_LEN_MAX bytes
   and begins with no white space. */
struct jets_marker {
    const char *open;
    size_t open_len;
    const char *close;
    size_t close_len;
    unsigned flags;
};

/* A table of pairs, made ready for the scan. Filled by jets_markers_init; not changed while in use;
   may serve any number of extractions. The pairs' texts stay the caller's and must outlive it. */
struct jets_markers {
    struct jets_marker pair[JETS_MARKERS_MAX];
    size_t count;
    /* the scan's own use: what a byte can begin, and go on with; by the low five bits of the third
       byte, the pairs (a bit each) whose opening, or closing, marker may go on with it; and the one
       byte that every closing marker of a prefilled family begins with, or 0 */
    unsigned char first[256], second[256];
    uint64_t third[2][32];
    unsigned char prefilled;
    bool quick; /* prose stops only at bytes that vectors can look for */
};

/* Fills a table with the caller's pairs and, where with_default, the library's behind them (the
   caller's come first, so that they win where both match). Returns 0, or -1 where a pair is not as
   said above or there are too many: the table then has no pairs. A zeroed table is not one. */
int jets_markers_init(struct jets_markers *table, const struct jets_marker *pairs, size_t count,
                      bool with_default);

/* The library's own table (conformance/SPEC.md lists it). */
const struct jets_markers *jets_markers_default(void);

/* ---- Options ------------------------------------------------------------------------------- */

/* Where memory for R6 and O2 comes from. allocate() gives `size` bytes aligned for any type, or
   NULL; release() takes back what it gave, with the same size. allocate NULL: malloc and free.
   release NULL: nothing is given back, as to memory that the caller frees all at once. */
struct jets_memory {
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *memory, size_t size);
    void *context;
};

/* What an extraction passed on its way; for people who ask why. */
enum jets_event_kind {
    JETS_EVENT_REASONING = 1, /* a span hidden by R2; replaces all events inside the span */
    JETS_EVENT_FENCE,         /* offset, length: the opening run and its label (R4.1) */
    JETS_EVENT_FENCE_END,     /* the closing run */
    JETS_EVENT_CANDIDATE,     /* a strict value (R3.5) */
    JETS_EVENT_BROKEN,        /* a broken value, to where it was left (R3.6) */
    JETS_EVENT_CUT,           /* a value that the reply's end cut off, or one too deep (R3.7) */
    JETS_EVENT_SKIPPED,       /* brackets passed over (R3.1, R3.3) */
    JETS_EVENT_OPEN,          /* a prose bracket (R3.2, R3.4) */
    JETS_EVENT_CLOSE,         /* the closer of a prose bracket */
    JETS_EVENT_MARKER,        /* a closing marker that is prose (R2.3) */
    JETS_EVENT_RESTART /* the reply is read anew from `offset` (reasoning=fallback): forget all */
};

struct jets_event {
    enum jets_event_kind kind;
    enum jets_rule rule;
    size_t offset;
    size_t length;
    enum jets_type type; /* of a candidate or a broken value */
    bool fenced;         /* a fenced candidate (R4.3) */
    bool piece;     /* known to be a piece when reported; a prose bracket that closes later makes
                       pieces of the candidates inside it */
    unsigned depth; /* prose brackets open after this event */
};

struct jets_options {
    enum jets_expect expect;
    enum jets_select select;
    enum jets_names names;
    enum jets_reasoning reasoning;
    enum jets_starts starts;
    unsigned depth; /* 1 to JETS_DEPTH_MAX; 0: JETS_DEPTH_DEFAULT */
    /* How many bytes jets_extract_feed waits for before it reads on; 0: JETS_FEED_BLOCK_DEFAULT,
       and then a byte a call costs little more than all in one. 1: it reads every byte as it comes,
       and so tells as early as can be that the result is settled. */
    unsigned feed_block;
    const struct jets_markers *markers; /* NULL: jets_markers_default() */
    struct jets_memory memory;
    /* Key of the hash that speeds R6 and O2. Give random bytes where a reply may come from an
       attacker: with a key that he knows he can choose names that collide, and cost time (never a
       wrong result: equality decides). */
    unsigned char hash_key[16];
    /* Called for each event, in order; NULL for none. What turns out void (read in front of an end
       of reasoning, or before the whole is read anew) is reported too, and then replaced: see
       JETS_EVENT_REASONING and JETS_EVENT_RESTART. */
    void (*trace)(void *context, const struct jets_event *event);
    void *trace_context;
};

/* ---- extract ------------------------------------------------------------------------------- */

struct jets_result {
    enum jets_status status;
    enum jets_reason reason;
    size_t offset; /* of the answer; 0 where there is none */
    size_t length; /* of the answer, at least 1; 0 where there is none */
    enum jets_type type;
    enum jets_rule rule; /* that chose the answer, or refused */
    size_t candidates; /* strict values among which R5 chose, pieces and those of another type among
                          them; 1 where R1 found a value; 0 where the reading stopped before R5 */
};

/* Extracts the answer of a whole reply (R1 to R6). Time is linear in len (but see hash_key).
 *options NULL: defaults. result is written whatever happens; returns result->status. */
enum jets_status jets_extract(const void *reply, size_t len, const struct jets_options *options,
                              struct jets_result *result);

/* ---- extract, as the reply arrives --------------------------------------------------------- */

/* The state of one extraction. The caller declares it and passes it on; its members are the
   library's. It holds no pointer to the reply, and needs no clean-up. */
struct jets_extraction;

/* Begins. options NULL: defaults; else they are copied, but the marker table that they point to
   must outlive the extraction. Returns JETS_VALUE, or JETS_MISUSE where an option is out of range.
 */
enum jets_status jets_extract_init(struct jets_extraction *x, const struct jets_options *options);

/* Reads on. `reply` is the whole reply as far as it has come, `len` its length: the bytes of
   earlier calls must stand in front unchanged (the buffer itself may have moved), so that
   candidates can be compared byte by byte. Cut anywhere: the result is that of jets_extract on the
   whole. Costs O(1) a byte, amortised; few bytes are left until more have come
   (options.feed_block). A len smaller than before is out of order (JETS_MISUSE).
   Returns true where the result is settled (some kinds of none): no byte that may still come can
   change it, and the caller may stop reading. */
bool jets_extract_feed(struct jets_extraction *x, const void *reply, size_t len);

/* Reads what feed has not seen, and concludes: the reply ends here. *result is always written;
   returns result->status. JETS_MISUSE where init failed, or for a second finish. */
enum jets_status jets_extract_finish(struct jets_extraction *x, const void *reply, size_t len,
                                     struct jets_result *result);

/* ---- complete (O1) ------------------------------------------------------------------------- */

struct jets_completion;

/* Is this text, byte order mark and white space aside, one finished object or array? depth: as in
   struct jets_options. False too where it nests deeper, or depth is out of range. */
bool jets_complete(const void *text, size_t len, unsigned depth);

/* The same for a text that arrives in parts: feed takes the next `len` bytes and answers for all
   that came so far. Costs O(1) a byte. */
void jets_complete_init(struct jets_completion *c, unsigned depth);
bool jets_complete_feed(struct jets_completion *c, const void *bytes, size_t len);

/* ---- strings (O2) -------------------------------------------------------------------------- */

/* Extracts an array of strings; options->expect is taken as JETS_EXPECT_ARRAY. On JETS_VALUE,
   out[0..*out_len) is the output, a JSON array in which every string is written as the reply had
   it, less what was trimmed; *result tells of the array in the reply. `out` must have room for
   jets_strings_room(len) bytes; it must not overlap the reply. None where an element is no string
   (`shape`), or no memory was found (`out-of-memory`); *out_len is then 0. */
enum jets_status jets_strings(const void *reply, size_t len, const struct jets_options *options,
                              char *out, size_t *out_len, struct jets_result *result);

/* The same for an array that is known already: `array` must be one strict value. Of the options
   only memory and hash_key are looked at. */
enum jets_status jets_strings_of(const void *array, size_t len, const struct jets_options *options,
                                 char *out, size_t *out_len, struct jets_result *result);

/* Bytes that the output of a reply of len bytes can take at most. */
size_t jets_strings_room(size_t len);

/* ---- The states, for their size ------------------------------------------------------------ */

/* A reader of one value (SPEC section 2): a bit a level, and where in the grammar it stands. */
struct jets_value {
    unsigned short depth, limit;
    unsigned char state, aux, low, high;
    bool name;  /* the string being read is a member's name */
    bool holds; /* a string or a container was met inside the outermost container */
    unsigned char object[JETS_DEPTH_MAX / 8];
};

/* A place in the reply, and what is being read there. */
struct jets_scan {
    struct jets_value value;
    unsigned char mode, fence, label, pair;
    bool first;  /* the value being read is the first thing in a fence that may hold the answer */
    bool looked; /* something is in `look` */
    size_t at;   /* the next byte to read */
    size_t mark; /* where what is being read began: a value, a label, a hidden block */
    size_t look[5]; /* how far look-aheads from `at` have come; 0 where none is under way */
};

struct jets_held {
    size_t offset, length;
    unsigned short level;
    unsigned char type;
    bool fenced, empty;
};

/* Everything of one class of R5.2. */
struct jets_class {
    size_t offset, length;
    size_t last, last_length; /* of the one met last */
    unsigned short level;     /* the most prose brackets that were open around one */
    unsigned char type;
    bool any, fenced, piece, differ;
};

struct jets_choice {
    size_t candidates;
    bool met;                           /* a candidate or a piece, of whatever type (R2.3) */
    bool admitted;                      /* one of a type that expect admits */
    unsigned open, squares, held_count; /* prose brackets; `[` among them; remembered candidates */
    unsigned char object[JETS_DEPTH_MAX / 8];
    union {
        struct jets_class classes[3];         /* only */
        struct jets_held held[JETS_HELD_MAX]; /* longest, first, last */
    } at;
};

/* Under 1 KB, whatever the reply. */
struct jets_extraction {
    struct jets_options options;
    const struct jets_path *path; /* which of the library's inner loops */
    struct jets_scan scan, early; /* R3; R2.2 */
    struct jets_choice choice;
    struct jets_result result;
    size_t fed;   /* the most that was there of the reply */
    size_t start; /* behind the byte order mark, whose length is `base`, and white space */
    size_t closer, closer_end, closer_look; /* R2.2: the closing marker in question, or how far the
                                               search for it has come */
    size_t fence_len, fence_body;           /* of the fence that is open */
    size_t nested;                          /* openers counted in hidden blocks (R2.3) */
    size_t stretch; /* what stands outside hidden blocks is white space up to here, unless `text` */
    unsigned unread; /* of `fed`, what feed has not looked at */
    unsigned char stage, base;
    bool early_on : 1, closer_known : 1, reasoned : 1, fallback : 1, settled : 1, text : 1,
        told : 1;
};

struct jets_completion {
    struct jets_value value;
    unsigned char stage;
};

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif

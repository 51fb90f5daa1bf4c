/*
 * The oracle: a second extractor, written from conformance/SPEC.md alone, to hold libjets against.
 *
 * It is made to be read: every phase keeps full lists, looks back and ahead as far as it likes and
 * asks for memory as it goes. Time may be quadratic. Recursion is as deep as the depth limit, no
 * deeper. It shares no code with the library, and no header either, so that a fault in one is not
 * a fault in both. Where memory runs out it ends the process: it is a test tool.
 *
 * Bytes come as pointer and length; offsets and lengths are in bytes, from 0.
 */
#ifndef JETS_FUZZ_ORACLE_H
#define JETS_FUZZ_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

/* The numbers of SPEC section 1; 0 where there is an answer. */
enum oracle_reason {
    ORACLE_ANSWER = 0,
    ORACLE_EMPTY = 1,
    ORACLE_NO_CANDIDATE = 2,
    ORACLE_UNTERMINATED_REASONING = 3,
    ORACLE_UNTERMINATED_VALUE = 4,
    ORACLE_TOO_DEEP = 5,
    ORACLE_SHAPE = 6,
    ORACLE_AMBIGUOUS = 7,
    ORACLE_BROKEN_VALUE = 8,
    ORACLE_DUPLICATE_NAME = 9
};

enum oracle_type {
    ORACLE_NO_TYPE = 0,
    ORACLE_OBJECT,
    ORACLE_ARRAY,
    ORACLE_STRING,
    ORACLE_NUMBER,
    ORACLE_BOOLEAN,
    ORACLE_NULL
};

enum oracle_expect { ORACLE_CONTAINER = 0, ORACLE_ONLY_OBJECT, ORACLE_ONLY_ARRAY, ORACLE_ANY };
enum oracle_select { ORACLE_ONLY = 0, ORACLE_LONGEST, ORACLE_FIRST, ORACLE_LAST };
enum oracle_names { ORACLE_UNIQUE = 0, ORACLE_ANY_NAMES };
enum oracle_reasoning { ORACLE_CLOSED = 0, ORACLE_FALLBACK };
enum oracle_starts { ORACLE_AUTO = 0, ORACLE_INSIDE, ORACLE_OUTSIDE };

/* A marker pair (SPEC section 5). The texts end with a NUL and hold none. Those of a tag lack the
   final `>`. The closer of a channel pair goes on, through any bytes but `<` and through
   `<|constrain|>`, to `<|message|>`. */
struct oracle_pair {
    const char *open;
    const char *close;
    bool prefilled;
    bool tag;
    bool channel;
};

/* Zero is the default of every member. */
struct oracle_options {
    enum oracle_expect expect;
    enum oracle_select select;
    enum oracle_names names;
    enum oracle_reasoning reasoning;
    enum oracle_starts starts;
    size_t limit;                    /* brackets open at once; 0: 512 */
    const struct oracle_pair *pairs; /* in order of precedence; NULL: the table of SPEC section 5 */
    size_t pair_count;
};

/* The table of SPEC section 5, in its order. */
extern const struct oracle_pair oracle_default_pairs[];
extern const size_t oracle_default_pair_count;

/* An answer is reply[offset .. offset + length). Where there is none, offset and length are 0 and
   type is ORACLE_NO_TYPE. `candidates` counts the candidates (R3.5, R4.3) that the last reading
   met, pieces among them; it is 1 where R1 decided. */
struct oracle_result {
    enum oracle_reason reason;
    size_t offset;
    size_t length;
    enum oracle_type type;
    size_t candidates;
};

/* extract: R1 to R6. */
struct oracle_result oracle_extract(const void *reply, size_t len,
                                    const struct oracle_options *options);

/* O1: whether the text is one finished container, nested no deeper than limit (0: 512). */
bool oracle_complete(const void *text, size_t len, size_t limit);

/* O2: result.reason is ORACLE_ANSWER where there is an output. json then holds json_len bytes,
   which the caller frees: the array of strings, compact, with no escape that JSON does not demand.
   Else json is NULL. The span in result is that of the array in the reply. */
struct oracle_strings {
    struct oracle_result result;
    char *json;
    size_t json_len;
};

struct oracle_strings oracle_strings(const void *reply, size_t len,
                                     const struct oracle_options *options);

/* Rewrites a JSON array of strings the way oracle_strings writes one, with nothing dropped, so that
   two outputs can be compared. NULL where json is no such array. The caller frees it. */
char *oracle_rewrite_strings(const void *json, size_t len, size_t *rewritten_len);

/* Whether the bytes are exactly one JSON text (SPEC section 2), nested no deeper than limit. */
bool oracle_is_value(const void *text, size_t len, size_t limit);

#endif

/* The states of the reader of values; shared by its two halves, walk.h and value.c. */
#ifndef JETS_VALUE_H
#define JETS_VALUE_H

#include "internal.h"

/* For what a token's way leads through: a call there costs as much as the token. */
#ifdef __GNUC__
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

enum state {
    V_VALUE, /* white space or a value */
    V_FIRST_ELEMENT,
    V_FIRST_NAME,
    V_NAME,
    V_COLON,
    V_AFTER,  /* behind a value */
    V_STRING, /* this and the next: inside a string */
    V_ESCAPE,
    V_HEX,     /* aux: see HEX_* */
    V_LOW,     /* behind a high surrogate: `\` */
    V_LOW_U,   /* then `u` */
    V_UTF8,    /* aux continuation bytes to come, the next from low to high */
    V_LITERAL, /* aux: place in LITERALS */
    V_MINUS,   /* this and the next: inside a number */
    V_ZERO,
    V_INTEGER,
    V_POINT,
    V_FRACTION,
    V_EXPONENT,
    V_SIGN,
    V_DIGITS, /* of the exponent */
    V_DONE,
    V_SKIP, /* this and the next: value_skip */
    V_SKIP_STRING,
    V_SKIP_ESCAPE
};

/* A container opens: false past the limit. */
static inline bool value_push(struct jets_value *v, bool object)
{
    if (v->depth == v->limit)
        return false;
    bit_set(v->object, v->depth++, object);
    return true;
}

/* May it stand behind a backslash, and is the escape then whole? */
static inline bool is_short_escape(unsigned char c)
{
    switch (c) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': return true;
    default: return false;
    }
}

/* The machine that takes a byte at a time, for what walk.h does not pass over at once. It goes on
   to the end of a number or a literal (V_AFTER), or to where a string is plain again (V_STRING), or
   to the end of the text (VALUE_MORE, all of them), or to the byte that breaks the value
   (VALUE_BROKEN). */
enum value_step value_rest(struct jets_value *v, const unsigned char *text, size_t *at, size_t len);
/* The same from the first byte of a number or a literal on. */
enum value_step value_scalar(struct jets_value *v, const unsigned char *text, size_t *at,
                             size_t len);
/* The same from a byte on that is not plain, inside a string. */
enum value_step value_odd(struct jets_value *v, const unsigned char *text, size_t *at, size_t len);

#endif

/* What each byte can be: one table, so that no loop asks twice. */
#include "internal.h"

#define __ 0
#define WS B_WHITE
#define SP (B_WHITE | B_PLAIN)
#define PN B_PLAIN
#define QU B_SKIP             /* " */
#define BR (B_PLAIN | B_SKIP) /* brackets, ` ~ */
#define DI (B_PLAIN | B_DIGIT | B_HEX | B_KEY | B_LABEL | B_WORD)
#define HX (B_PLAIN | B_HEX | B_KEY | B_LABEL | B_WORD)
#define AL (B_PLAIN | B_KEY | B_LABEL | B_WORD)
#define US AL                          /* _ */
#define HY (B_PLAIN | B_KEY | B_LABEL) /* - */
#define PL (B_PLAIN | B_LABEL)         /* + */
#define KY (B_PLAIN | B_KEY)           /* $ . */
#define HI B_KEY                       /* 0x80 and up */

/* clang-format off */
const unsigned char jets_bytes[256] = {
    __, __, __, __, __, __, __, __, __, WS, WS, __, __, WS, __, __, /* 00 */
    __, __, __, __, __, __, __, __, __, __, __, __, __, __, __, __, /* 10 */
    SP, PN, QU, PN, KY, PN, PN, PN, PN, PN, PN, PL, PN, HY, KY, PN, /* 20 */
    DI, DI, DI, DI, DI, DI, DI, DI, DI, DI, PN, PN, PN, PN, PN, PN, /* 30 */
    PN, HX, HX, HX, HX, HX, HX, AL, AL, AL, AL, AL, AL, AL, AL, AL, /* 40 */
    AL, AL, AL, AL, AL, AL, AL, AL, AL, AL, AL, BR, __, BR, PN, US, /* 50 */
    BR, HX, HX, HX, HX, HX, HX, AL, AL, AL, AL, AL, AL, AL, AL, AL, /* 60 */
    AL, AL, AL, AL, AL, AL, AL, AL, AL, AL, AL, BR, PN, BR, BR, PN, /* 70 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* 80 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* 90 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* A0 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* B0 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* C0 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* D0 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* E0 */
    HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, HI, /* F0 */
};
/* clang-format on */

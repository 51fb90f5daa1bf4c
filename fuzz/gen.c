/* See gen.h. */
#include "gen.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Markers of every family of SPEC section 5, with the forms that tags may take. */
static const char *const openers[] = {
    "<think>",
    "<think>",
    "<think>",
    "<THINK >",
    "<think a=\"b\">",
    "<think\n>",
    "<think/>",
    "<think />",
    "<think x={\"a\":1} />",
    "<thinking>",
    "<thought>",
    "<reasoning>",
    "<reason>",
    "<analysis>",
    "<scratch_pad>",
    "<budget:thinking>",
    "<mm:think>",
    "<seed:think>",
    "<longcat_think>",
    "◁think▷",
    "<|open|>think<|sep|>",
    "[THINK]",
    "[think]",
    "</REASONING>",
    "<|channel>thought",
    "<unused94>thought",
    "<|START_THINKING|>",
    "<|inner_prefix|>",
    "<|think:start|>",
    "<|plamo:begin_think:plamo|>",
    "<|channel|>analysis<|message|>",
};
static const char *const closers[] = {
    "</think>",
    "</think>",
    "</think>",
    "</THINK >",
    "</think\n>",
    "</think a>",
    "</thinking>",
    "</thought>",
    "</reasoning>",
    "</reason>",
    "</analysis>",
    "</scratch_pad>",
    "</budget:thinking>",
    "</mm:think>",
    "</seed:think>",
    "</longcat_think>",
    "◁/think▷",
    "<|close|>think<|sep|>",
    "[/THINK]",
    "<channel|>",
    "<unused95>",
    "<|END_THINKING|>",
    "<|inner_suffix|>",
    "<|think:end|>",
    "<|plamo:end_think:plamo|>",
    "<|channel|>final<|message|>",
    "<|channel|>final json<|constrain|>json<|message|>",
    "<|channel|>final<|end|><|message|>",
};
/* Texts of the callers' tables that differential.c adds. */
static const char *const custom[] = {"BEGIN", "END",   "[[note]]", "[[/note]]", "{{", "}}",
                                     "<r>",   "<r a>", "</r>",     "</r >",     "%%"};
static const char *const whites[] = {" ", " ", "\n", "\n", "\t", "\r\n", "  ", "\n\n"};
static const char *const scalars[] = {
    "1",       "12",           "0",           "-1",          "1.5",
    "1e5",     "-0.5E+3",      "\"x\"",       "\"\"",        "true",
    "false",   "null",         "\"a\"",       "\"]\"",       "\"}\"",
    "\"```\"", "\"</think>\"", "\"<think>\"", "\"\\u00e9\"", "\"\\ud83d\\ude00\"",
    "\"é\"",   "\" x \"",      "\"\\n\"",     "\"\\\"\"",    "\"\\\\\"",
    "\"[1]\"", "\"\\u0061\""};
static const char *const broken_scalars[] = {"01",
                                             "1.",
                                             "+1",
                                             ".5",
                                             "-",
                                             "1e",
                                             "1e+",
                                             "NaN",
                                             "None",
                                             "undefined",
                                             "tru",
                                             "nope",
                                             "'x'",
                                             "“x”",
                                             "\"\\x\"",
                                             "\"\\ud800\"",
                                             "\"\\udc00\"",
                                             "\"\n\"",
                                             "\"\xff\"",
                                             "…",
                                             "<b>",
                                             "\"\xe0\x80\"",
                                             "\"\xed\xa0\x80\"",
                                             "\"\xf4\x90\"",
                                             "\"\\\"",
                                             "\"x",
                                             "// c\n",
                                             "/* c */",
                                             "\"\\ud83d\\u0041\"",
                                             "\"\\u12\"",
                                             "\"\\ud83d\\\"",
                                             "\"\0"};
static const char *const values[] = {
    "{}",
    "{ }",
    "[]",
    "[ ]",
    "[1]",
    "[12]",
    "[123]",
    "[1234]",
    "[1, 2]",
    "[1,2]",
    "{\"a\":1}",
    "{\"a\": 1}",
    "{\"a\":2}",
    "[\"a\"]",
    "[{}]",
    "[[]]",
    "[true]",
    "[null ,1]",
    "{\"a\":1,\"a\":2}",
    "{\"a\":{\"b\":[]}}",
    "[{\"a\":1,\"\\u0061\":2}]",
    "{\"a\":\"</think>\"}",
    "{\"a\":\"```\"}",
    "[\"x\", \" x \", \"\", \"y\"]",
    "{\"a\":\"{\"}",
    "[\"\\u0061\",\"a\"]",
    "[\"\xc2\xa0x\\u2003\",\"x\"]",
};
static const char *const words[] = {
    "x",    "a",    "the",      "A",         "_",     "$",        "9",           "12",   ")",
    "(",    "-",    ".",        ":",         ": ",    "=",        ">",           "<",    "/",
    "true", "null", "None",     "True",      "False", "NaN",      "key",         "a:",   "//",
    "/*",   "json", "Infinity", "undefined", ",",     ", ",       "'",           "\"",   "`",
    "``",   "\\",   "é",        "“",         "”",     "’",        "«",           "page", "false",
    "</",   "/>",   "tru",      "\\\"",      "#",     "\xc2\xa0", "\xef\xbb\xbf"};
static const char *const fences[] = {"```", "```", "````", "~~~", "~~~~", "`````"};
static const char *const labels[] = {"",  "",   "json", "json", "JSON",       "jsonc", "json5",
                                     "c", "js", "x+-_", "py ",  "json title", "json6", "```"};
static const char *const fragments[] = {
    "{",
    "}",
    "[",
    "]",
    "{\"",
    "{\"a",
    "{\"a\"",
    "{\"a\":",
    "{\"a\": ",
    "{a:",
    "{'",
    "{//",
    "[1",
    "[1,",
    "[\"",
    "[{",
    "[[",
    "]]",
    "}}",
    "\"}",
    "\"]",
    "[-",
    "[true",
    "[true,",
    "[None]",
    "{x",
    "[x",
    "x[",
    "x[1]",
    ")[",
    "\"{\"",
    "'}'",
    "`[`",
    "\"]\"",
    "\"[\"a",
    ",\"",
    ",{",
    ", {",
    "\":",
    "\" : ",
    "\\u",
    "\\ud83d",
    "\\u00",
    "ud800",
    "<|channel|>",
    "<|channel|>final",
    "<|constrain|>",
    "<|message|>",
    "<think",
    "</think",
    "<answer>",
    "</s>",
    "<|im_end|>",
    "[/",
    "[THINK",
    "{{",
    "{ ",
    "[ ",
    "[0, 1)",
    "[3-5]",
    "{1: 2}",
    "{\"a\": nope",
    "{,",
    "[,",
    "1,",
    "\"a\":1",
};
/* Bytes that no rule treats alike. */
static const unsigned char bytes[] = {
    0,    1,    0x1f, ' ',  '\t', '\n', '\r', '"',  '\'', '`',  '~',  '{',  '}',  '[',
    ']',  '(',  ')',  '<',  '>',  '|',  '/',  '\\', ':',  ',',  '-',  '+',  '.',  '0',
    '1',  '9',  'a',  'z',  'Z',  'e',  'u',  'n',  'A',  '_',  '$',  '=',  0x7f, 0x80,
    0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff};

void gen_seed(struct gen *g, uint64_t seed)
{
    g->state = seed;
    g->len = 0;
}

/* splitmix64. */
static uint64_t next(struct gen *g)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

unsigned gen_below(struct gen *g, unsigned n)
{
    return (unsigned)((next(g) >> 32) * n >> 32);
}

static bool chance(struct gen *g, unsigned percent)
{
    return gen_below(g, 100) < percent;
}

static void make_room(struct gen *g, size_t more)
{
    if (g->len + more > g->size) {
        g->size = (g->len + more) * 2 + 64;
        g->reply = realloc(g->reply, g->size);
        if (g->reply == NULL) {
            fprintf(stderr, "gen: out of memory\n");
            abort();
        }
    }
}

void gen_put(struct gen *g, const void *added, size_t len)
{
    if (len > 0) {
        make_room(g, len);
        memcpy(g->reply + g->len, added, len);
        g->len += len;
    }
}

void gen_free(struct gen *g)
{
    free(g->reply);
    memset(g, 0, sizeof *g);
}

static void put(struct gen *g, const char *text)
{
    gen_put(g, text, strlen(text));
}

static void put_byte(struct gen *g)
{
    gen_put(g, &bytes[gen_below(g, COUNT(bytes))], 1);
}

static void pick(struct gen *g, const char *const *table, size_t count)
{
    put(g, table[gen_below(g, (unsigned)count)]);
}

#define PICK(g, table) pick(g, table, COUNT(table))

/* A scalar that is valid in so many of a hundred cases. */
static void put_scalar(struct gen *g, unsigned percent)
{
    if (chance(g, percent)) {
        PICK(g, scalars);
    } else {
        PICK(g, broken_scalars);
    }
}

static void put_rare(struct gen *g)
{
    if (chance(g, 20)) {
        PICK(g, custom);
    } else {
        PICK(g, words);
    }
}

/* Any token that the rules know. */
static void put_token(struct gen *g)
{
    switch (gen_below(g, 14)) {
    case 0: PICK(g, openers); return;
    case 1: PICK(g, closers); return;
    case 2:
    case 3: PICK(g, whites); return;
    case 4: put_scalar(g, 70); return;
    case 5: PICK(g, values); return;
    case 6:
    case 7: PICK(g, words); return;
    case 8:
        PICK(g, fences);
        PICK(g, labels);
        return;
    case 9: put(g, chance(g, 50) ? "\n```\n" : "\n~~~\n"); return;
    case 10: put_byte(g); return;
    case 11: put_rare(g); return;
    default: PICK(g, fragments); return;
    }
}

static void put_soup(struct gen *g)
{
    for (unsigned n = 1 + gen_below(g, 12); n > 0; n--) {
        put_token(g);
    }
}

/* A soup of a few tokens, each of them often. */
static void put_thick_soup(struct gen *g)
{
    uint64_t palette[6] = {0};
    unsigned colours = 2 + gen_below(g, 5);

    for (unsigned i = 0; i < colours; i++) {
        palette[i] = next(g);
    }
    for (unsigned n = 2 + gen_below(g, 16); n > 0; n--) {
        uint64_t state = g->state;

        g->state = palette[gen_below(g, colours)];
        put_token(g);
        g->state = state + n + 1;
    }
}

/* Tokens that work on each other; each row ends with NULL. */
static const char *const themes[][16] = {
    {"{", "}", "[", "]", "x", "\"", "{}", "[1]", " ", ",", ":", "\"a\"", "'", "{\"a\":1}", NULL},
    {"```", "~~~", "````", "\n", "json", "{", "}", "\"", "{\"a\":1}", "x", "[", "]", "1", "\"x\"",
     "\\", NULL},
    {"```\n", "\n```", "\n~~~\n", "{\"a\":", "{\"a\":1}", "nope", "\"", "\\", "}", "[", "c\n",
     "[1]", "[x ", "]", NULL},
    {"<think>", "</think>", "{\"a\":1}", "{", "\"", "```", "\n", "[x ", "]", "}", "{\"a\":\"", "x",
     "</thought>", "<thought>", " ", NULL},
    {"<think>", "<think>", "</think>", "</think>", "{\"a\":1}", "{\"a\":2}", "[]", "x", " ", "[1]",
     "</thinking>", "<thinking>", NULL},
    {"{\"", "\"", "\\", "\\u", "d83d", "de00", "00", "}", ":", "\xe2", "\x80", "\xbf", "\xed",
     "\\\"", "1", NULL},
    {"[", "]", "1", "12", "x", "\n", ":", " ", ">", "=", "[12]", "[ ]", "[]", ")", "{", NULL},
    {"{\"a\":1}", "{\"a\": 1}", "{\"a\":2}", "[x ", "]", "{x ", "}", " ", "\"", ",", ":", "[]",
     "[1]", "```\n", "\n```\n", NULL},
    {"{\"a\":\"</think>\"}", "{\"a\":\"</think>", "{\"a\":\"", "\"}", "</think>", "{x ", "[[[",
     "nope", "}", "]", "{\"a\":1}", "\\", "\"{\"", "x[", "`", NULL},
    {"<|channel|>", "analysis", "final", "<|message|>", "<|constrain|>", "<", "x", "{\"a\":1}",
     "<|channel|>final", "<|channel|>analysis<|message|>", "json", NULL},
    {"<think", "</think", " ", ">", "/", "/>", "<", "\"", "x", "{\"a\":1}", "\n", "</think>", NULL},
    {"[", "{", "\"a\":", "1", "true", "null", "-", "0", ".", "e", "+", ",", "]", "}", "\"x\"",
     NULL},
    {"{\"\\u", "\\u", "d", "D", "8", "9aB", "b", "c", "C", "eF", "f", "E", "0", "7", "\":1}", NULL},
    {"{\"", "\xc2", "\xdf", "\xe0\xa0", "\xef", "\xf0\x90", "\xf3", "\xf4\x8f", "\x80", "\xbf",
     "\x7f", "\x1f", "\xed\x9f", "\":1}", "\xc1", NULL},
    {"BEGIN", "END", "[[note]]", "[[/note]]", "{{", "}}", "<r>", "</r>", "%%", "{\"a\":1}", "\"",
     "x", "[", "]", " ", NULL},
    {"{", "[", "a", ":", "'", "“", "é", "//", "/*", " ", "true", "None", ",", "]", "}", NULL},
};

/* A soup of one theme. */
static void put_themed_soup(struct gen *g)
{
    const char *const *theme = themes[gen_below(g, COUNT(themes))];
    unsigned count = 0;

    while (theme[count] != NULL) {
        count++;
    }
    for (unsigned n = 2 + gen_below(g, 16); n > 0; n--) {
        pick(g, theme, count);
    }
}

/* A value whose string has escapes with all digits, surrogates most of them. */
static void put_escapes(struct gen *g)
{
    static const char digits[] = "0123456789abcdefABCDEF";

    put(g, "{\"");
    for (unsigned n = 1 + gen_below(g, 4); n > 0; n--) {
        put(g, "\\u");
        put(g, gen_below(g, 5) == 0 ? "0" : gen_below(g, 3) == 0 ? "D" : "d");
        for (int i = 0; i < 3; i++) {
            gen_put(g, &digits[gen_below(g, sizeof digits - 1)], 1);
        }
    }
    put(g, "\":1}");
}

/* A soup out of single bytes. */
static void put_byte_soup(struct gen *g)
{
    for (unsigned n = 1 + gen_below(g, 24); n > 0; n--) {
        put_byte(g);
    }
}

static void maybe_white(struct gen *g)
{
    if (chance(g, 30)) {
        PICK(g, whites);
    }
}

static void put_value(struct gen *g, unsigned depth);

static void put_element(struct gen *g, unsigned depth)
{
    if (depth == 0 || chance(g, 60)) {
        put_scalar(g, 97);
    } else {
        put_value(g, depth - 1);
    }
}

static void put_value(struct gen *g, unsigned depth)
{
    static const char *const names[] = {"\"a\"", "\"b\"", "\"c\"", "\"\\u0061\"",
                                        "\"\"",  "\"é\"", "\"ok\""};
    bool object = chance(g, 60);

    put(g, object ? "{" : "[");
    for (unsigned n = gen_below(g, 4); n > 0; n--) {
        maybe_white(g);
        if (object) {
            PICK(g, names);
            maybe_white(g);
            put(g, ":");
            maybe_white(g);
        }
        put_element(g, depth);
        maybe_white(g);
        if (n > 1) {
            put(g, ",");
        }
    }
    put(g, object ? "}" : "]");
}

/* Brackets nested deep, of values or of prose, closed or not. */
static void put_deep(struct gen *g)
{
    static const char *const forms[] = {"[", "{\"a\":", "[1,", "[x ", "{x ", "[ ", "{a:"};
    unsigned form = gen_below(g, COUNT(forms));
    unsigned n = 1 + gen_below(g, 23);

    for (unsigned i = 0; i < n; i++) {
        put(g, forms[form]);
    }
    if (chance(g, 60)) {
        PICK(g, scalars);
    }
    n = chance(g, 70) ? n : gen_below(g, n + 1);
    for (unsigned i = 0; i < n; i++) {
        put(g, forms[form][0] == '[' ? "]" : "}");
    }
}

/* R5.4: candidates that get better and better, each inside one more bracket. */
static void put_ladder(struct gen *g)
{
    unsigned n = 2 + gen_below(g, 13);

    for (unsigned i = 0; i < n; i++) {
        put(g, chance(g, 95) ? "[x " : "{x ");
        if (chance(g, 90)) {
            put(g, "{\"a\":1");
            for (unsigned k = chance(g, 90) ? i : gen_below(g, n); k > 0; k--) {
                put(g, "1");
            }
            put(g, "} ");
        }
        if (chance(g, 5)) {
            put(g, "] ");
        }
    }
    for (unsigned k = chance(g, 50) ? 0 : gen_below(g, n); k > 0; k--) {
        put(g, "]");
    }
}

static void put_prose(struct gen *g)
{
    static const char *const phrases[] = {"Here is it: ",
                                          "As in [12] and [3], ",
                                          "see [1] ",
                                          "the set {x, y} ",
                                          "rows[0] and rows[\"a\"] ",
                                          "begin with \"{\" and end with '}' ",
                                          "don't ",
                                          "[sic] ",
                                          "lines [3-5] ",
                                          "f(x)[1] ",
                                          "[ ] todo\n",
                                          "- [x] done\n",
                                          "{{name}} ",
                                          "${a} ",
                                          "if (a) { return b; } ",
                                          "a[i] = {1: 2}; ",
                                          "figure{2} ",
                                          "[Answer: ",
                                          "(a",
                                          "the \"answer\" ",
                                          "key: ",
                                          "\"key\": ",
                                          "\"key\" : ",
                                          "[link](http://x) ",
                                          "or <answer>",
                                          "</answer> ",
                                          "`code` ",
                                          "it's ",
                                          "\n\n",
                                          "\n",
                                          ". ",
                                          ", ",
                                          "> ",
                                          "= ",
                                          "x"};

    PICK(g, phrases);
}

static void put_candidate(struct gen *g)
{
    if (chance(g, 55)) {
        PICK(g, values);
    } else if (chance(g, 10)) {
        put_deep(g);
    } else {
        put_value(g, 2);
    }
}

static void put_parts(struct gen *g, unsigned depth);

static void put_fence(struct gen *g, unsigned depth)
{
    static const char *const ends[] = {"```",   "\n```",  "\n```\n", "````",
                                       "\n~~~", "\n~~~~", "~~~",     ""};
    const char *const *fence = &fences[gen_below(g, COUNT(fences))];

    if (chance(g, 60)) {
        put(g, "\n");
    }
    put(g, *fence);
    PICK(g, labels);
    if (chance(g, 80)) {
        put(g, "\n");
    }
    switch (gen_below(g, 6)) {
    case 0: PICK(g, scalars); break;
    case 1: put_parts(g, depth); break;
    case 2: PICK(g, fragments); break;
    default: put_candidate(g); break;
    }
    if (chance(g, 60)) {
        put(g, "\n");
        put(g, *fence);
    } else {
        PICK(g, ends);
    }
    maybe_white(g);
}

/* A block of reasoning: closed as a rule, at times by another pair's marker, nested, or not closed.
 */
static void put_reasoning(struct gen *g, unsigned depth)
{
    static const char *const pairs[][2] = {
        {"<think>", "</think>"},
        {"<think>", "</think>"},
        {"<thinking>", "</thinking>"},
        {"<thought>", "</thought>"},
        {"◁think▷", "◁/think▷"},
        {"[THINK]", "[/THINK]"},
        {"<|channel|>analysis<|message|>", "<|channel|>final<|message|>"},
        {"<|START_THINKING|>", "<|END_THINKING|>"},
        {"BEGIN", "END"},
        {"<r>", "</r>"}};
    unsigned pair = gen_below(g, COUNT(pairs));

    if (chance(g, 85)) {
        put(g, pairs[pair][0]);
    }
    put_parts(g, depth);
    if (chance(g, 20)) {
        put(g, pairs[pair][0]);
        put_parts(g, depth);
        put(g, chance(g, 80) ? pairs[pair][1] : "");
    }
    if (chance(g, 85)) {
        put(g, pairs[pair][1]);
    } else if (chance(g, 50)) {
        PICK(g, closers);
    }
}

static void put_part(struct gen *g, unsigned depth)
{
    switch (gen_below(g, depth == 0 ? 8 : 13)) {
    case 0:
    case 1:
    case 2: put_prose(g); return;
    case 3:
    case 4: put_candidate(g); return;
    case 5: PICK(g, fragments); return;
    case 6: PICK(g, whites); return;
    case 7: put_deep(g); return;
    case 8:
    case 9: put_fence(g, depth - 1); return;
    case 10: put_reasoning(g, depth - 1); return;
    case 11: put_ladder(g); return;
    default: put_token(g); return;
    }
}

static void put_parts(struct gen *g, unsigned depth)
{
    for (unsigned n = gen_below(g, 4); n > 0; n--) {
        put_part(g, depth);
    }
}

static void put_structured(struct gen *g)
{
    if (chance(g, 5)) {
        put(g, "\xef\xbb\xbf");
    }
    maybe_white(g);
    if (chance(g, 35)) {
        put_reasoning(g, 1);
        maybe_white(g);
    }
    for (unsigned n = 1 + gen_below(g, 6); n > 0; n--) {
        put_part(g, 2);
    }
}

/* A value alone, or nearly so. */
static void put_whole(struct gen *g)
{
    if (chance(g, 20)) {
        put(g, "\xef\xbb\xbf");
    }
    maybe_white(g);
    if (chance(g, 30)) {
        PICK(g, scalars);
    } else {
        put_candidate(g);
    }
    maybe_white(g);
}

/* Removes the bytes from `from` to `to`. */
static void cut(struct gen *g, size_t from, size_t to)
{
    memmove(g->reply + from, g->reply + to, g->len - to);
    g->len -= to - from;
}

/* Moves what was appended behind `end` to the place `at`. */
static void move_tail(struct gen *g, size_t at, size_t end)
{
    unsigned char tail[256];
    size_t len = g->len - end;

    if (len > sizeof tail) {
        g->len = end;
        return;
    }
    memcpy(tail, g->reply + end, len);
    memmove(g->reply + at + len, g->reply + at, end - at);
    memcpy(g->reply + at, tail, len);
}

/* Stretches the reply: many of one byte, at `at`. */
static void stretch(struct gen *g, size_t at)
{
    static const char stretched[] = "  \n\t1a`~{[\"\\<-/";
    size_t end = g->len;
    char c = stretched[gen_below(g, sizeof stretched - 1)];

    for (unsigned n = 1 + gen_below(g, chance(g, 10) ? 250 : 12); n > 0; n--) {
        gen_put(g, &c, 1);
    }
    move_tail(g, at, end);
}

static void mutate(struct gen *g)
{
    size_t end = g->len;
    size_t a = gen_below(g, (unsigned)end + 1);
    size_t b = a + gen_below(g, 12);

    b = b > end ? end : b;
    switch (gen_below(g, 7)) {
    case 0: g->len = a; return;
    case 1: cut(g, a, b); return;
    case 2: cut(g, 0, a); return;
    case 3:
        make_room(g, b - a);
        gen_put(g, g->reply + a, b - a);
        move_tail(g, gen_below(g, (unsigned)end + 1), end);
        return;
    case 4:
        put_token(g);
        move_tail(g, a, end);
        return;
    case 5: stretch(g, a); return;
    default:
        if (a < end) {
            g->reply[a] = bytes[gen_below(g, COUNT(bytes))];
        }
        return;
    }
}

void gen_reply(struct gen *g)
{
    unsigned kind = gen_below(g, 100);

    g->len = 0;
    if (kind < 16) {
        put_soup(g);
    } else if (kind < 30) {
        put_thick_soup(g);
    } else if (kind < 32) {
        put_byte_soup(g);
    } else if (kind < 33) {
        put_escapes(g);
    } else if (kind < 60) {
        put_themed_soup(g);
    } else if (kind < 91) {
        put_structured(g);
    } else if (kind < 92) {
        for (unsigned n = gen_below(g, 30); n > 0; n--) {
            put_part(g, 1);
        }
    } else {
        put_whole(g);
    }
    while (chance(g, 30)) {
        mutate(g);
    }
}

/* What is enumerated: alphabets and option sets. */
#include "exhaustive.h"

const struct alphabet alphabets[] = {
    {"structure",
     "brackets, quote, backslash, colon, comma, a digit, a letter, white space, a backquote, think",
     {"{", "}", "[", "]", "\"", "\\", ":", ",", "1", "a", " ", "\n", "`", "<think>", "</think>"}},
    {"fences",
     "fences of both characters, labels, line feeds, whole and broken values",
     {"```", "`", "~~~", "json", "c", "\n", " ", "{}", "[", "]", "{\"a\":1}", "{\"", "1", "x"}},
    {"reasoning",
     "opening and closing markers of several families, white space, values, quotes",
     {"<think>", "</think>", "<think a>", "<think/>", "</THINK >", "[THINK]", "[/THINK]",
      "<|channel|>final", "<|message|>", "\n", "{\"a\":1}", "[2]", "{\"", "\"}", "x"}},
    {"prose",
     "what R3 looks at around a bracket: words, quotes, citations, heads and tails",
     {"{", "}", "[", "]", "[1]", "{\"a\":1}", "\"", "'", ":", ",", "x", " ", "\n", "true", "(",
      "/"}},
    {"values",
     "numbers, literals, escapes and bytes past ASCII",
     {"[", "]", "\"", "\\u", "\\", "d8", "dc", "00", "0", "1", "-", ".", "e", "null", "\xC3",
      "\xA9"}},
    {"names",
     "objects whose members may share a name",
     {"{", "}", "[", "]", "\"a\":", "\"\\u0061\":", "\"b\":", "{\"a\":1}", "1", ",", "\"a\"", " "}},
};
const size_t alphabet_count = sizeof alphabets / sizeof alphabets[0];

const struct oracle_options option_sets[] = {
    {0},
    {.expect = ORACLE_ANY, .select = ORACLE_LONGEST, .names = ORACLE_ANY_NAMES},
    {.expect = ORACLE_ONLY_OBJECT, .reasoning = ORACLE_FALLBACK, .limit = 2},
    {.expect = ORACLE_ONLY_ARRAY, .select = ORACLE_FIRST, .starts = ORACLE_INSIDE},
    {.expect = ORACLE_ANY, .starts = ORACLE_OUTSIDE},
    {.select = ORACLE_LAST, .reasoning = ORACLE_FALLBACK, .starts = ORACLE_OUTSIDE, .limit = 1},
};
const unsigned option_set_count = sizeof option_sets / sizeof option_sets[0];
_Static_assert(sizeof option_sets / sizeof option_sets[0] <= SETS_MAX,
               "more sets than a walk keeps");

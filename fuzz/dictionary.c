/*
 * dictionary: prints the tokens that replies are made of, as a dictionary for libFuzzer and AFL++.
 * Markers come from the library's own table; what JSON and the rules for fences and prose know
 * beside them stands here.
 */
#include "jets.h"

#include <stdio.h>
#include <string.h>

/* JSON (SPEC section 2) and what breaks it. */
static const char *const json[] = {
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\",
    "{}",
    "[]",
    "{\"a\":",
    "\":",
    "\",\"",
    "},{",
    "],[",
    "true",
    "false",
    "null",
    "0",
    "-1",
    "1.5",
    "2e+9",
    "01",
    "1.",
    "\\\"",
    "\\\\",
    "\\n",
    "\\u0061",
    "\\ud83d\\ude00",
    "\\ud800",
    "NaN",
    "Infinity",
    "None",
    "True",
    "undefined",
    "'a'",
    "//",
    "/*",
    "*/",
    "/* x */",
    "{a:",
    ",}",
    ",]",
    "\xEF\xBB\xBF",
    "\xC2\xA0",
    "\xF0\x9F\x98\x80",
    "\xED\xA0\x80",
    "\xC0\xAF",
    "\xFF",
};

/* Prose, quotes, citations and fences (R3, R4), stop tokens and wrappers. */
static const char *const prose[] = {
    "```",          "~~~",
    "````",         "```json\n",
    "\n```\n",      "```jsonc\n",
    "```json5\n",   "```python\n",
    "~~~json\n",    "[1]",
    "[12]",         "[ ]",
    "\"{\"",        "'['",
    "`{`",          "a[",
    "f(x)[",        "{x",
    "[x",           "\r\n",
    "\n\n",         "Answer: ",
    "Here: ",       "\xE2\x80\x9C",
    "\xE2\x80\x9D", "\xC2\xAB",
    "\xC2\xBB",     "<|im_end|>",
    "</s>",         "<|eot_id|>",
    "<answer>",     "</answer>",
    "<|message|>",  "<|constrain|>json",
    "/>",           " a=\"b\">",
};

static void print_token(const char *text, size_t len, const char *tail)
{
    putchar('"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c >= 0x20 && c < 0x7F)
            putchar(c);
        else
            printf("\\x%02X", c);
    }
    printf("%s\"\n", tail);
}

static void print_words(const char *title, const char *const *words, size_t count)
{
    printf("\n# %s\n", title);
    for (size_t i = 0; i < count; i++)
        print_token(words[i], strlen(words[i]), "");
}

/* A tag ends in `>`, a channel's closing marker in `<|message|>`. */
static void print_markers(void)
{
    const struct jets_markers *table = jets_markers_default();

    printf("# markers\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct jets_marker *pair = &table->pair[i];
        const char *tail = pair->flags & JETS_MARKER_TAG ? ">" : "";

        print_token(pair->open, pair->open_len, tail);
        print_token(pair->close, pair->close_len,
                    pair->flags & JETS_MARKER_CHANNEL ? "<|message|>" : tail);
    }
}

int main(void)
{
    print_markers();
    print_words("JSON", json, sizeof json / sizeof json[0]);
    print_words("prose", prose, sizeof prose / sizeof prose[0]);
    return 0;
}

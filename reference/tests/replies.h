/* Replies and options that several tests put through the library. */
#ifndef JETS_TESTS_REPLIES_H
#define JETS_TESTS_REPLIES_H

#include "check.h"

static const char *const option_sets[] = {
    "",
    "expect=any",
    "expect=object select=first",
    "expect=array select=last",
    "select=longest reasoning=fallback",
    "starts=inside",
    "starts=outside names=any",
    "reasoning=fallback starts=inside expect=any",
    "depth=3 select=longest",
    "depth=2",
};
#define OPTION_SETS (sizeof option_sets / sizeof option_sets[0])

#define REPLY(text)            \
    {                          \
        text, sizeof(text) - 1 \
    }

/* One at least for each rule, and for each way of its to be cut. */
static const struct {
    const char *text;
    size_t len;
} replies[] = {
    REPLY(""),
    REPLY(" \n"),
    REPLY("\xEF\xBB\xBF"),
    REPLY("\xEF\xBB\xBF {\"a\": 1}\n"),
    REPLY("{\"a\": [1, -0.5e+3, true, null, \"\\u00e9\\ud83d\\ude00\"]}"),
    REPLY("[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"]"),
    REPLY("[\"\xE2\x82\"] {\"ok\": 1}"),
    REPLY("42"),
    REPLY("-1.5e3 "),
    REPLY("\"text\""),
    REPLY("nul"),
    REPLY("<think>say {\"ok\": false}? \"</think>\n{\"ok\": true}"),
    REPLY("<think reason=\"x\" >a</think >{\"ok\": true}"),
    REPLY("<think/>{\"ok\": true}"),
    REPLY("<thinker>{\"ok\": true}"),
    REPLY("<think>say {\"ok\": false}"),
    REPLY("<think>{\"ok\": true}</think> \n"),
    REPLY("Maybe {\"ok\": false}.\n</think>\n{\"ok\": true}"),
    REPLY("{\"ok\": false, </think> {\"ok\": true}"),
    REPLY("See: {\"tag\": \"</think>\"} done"),
    REPLY("See: {\"tag\": \"</think>\"} done </think> [1]"),
    REPLY("See: {\"tag\": \"</think>"),
    REPLY("[[[1]]] </think> {\"ok\": true}"),
    REPLY("Sure. <think>say {\"ok\": false}</think> {\"ok\": true}"),
    REPLY("<think>a <think>b</think> {\"ok\": 1} </think> {\"ok\": 2}"),
    REPLY("<thought>a <thought>b</thought> [1] </reasoning> {\"ok\": 2}"),
    REPLY("{\"ok\": true} <think>is it?"),
    REPLY("{\"ok\": false} </thought> {\"ok\": true}"),
    REPLY("{x </thought> {\"ok\": true}"),
    REPLY("<|channel|>analysis<|message|>{}<|end|><|start|>assistant"
          "<|channel|>final <|constrain|>json<|message|>{\"a\":1}<|return|>"),
    REPLY("<|channel|>final<x><|message|>{\"a\":1}"),
    REPLY("\xE2\x97\x81think\xE2\x96\xB7no\xE2\x97\x81/think\xE2\x96\xB7 [\"a\"]"),
    REPLY("Said on page [12] and [ ]: {\"ok\": true}"),
    REPLY("Lines: [12]"),
    REPLY("See [123] [1234]"),
    REPLY("rows[\"a\"] rows[{\"a\": 1}]"),
    REPLY("Begin with \"{\" and '[' and `{`: {\"ok\": true}"),
    REPLY("It is \"{\"a\": 1}\""),
    REPLY("so {\xE2\x80\x9C: 1} {\xC2\xAB}"),
    REPLY("so {\xE2\x80\xA6} { a_$ : 1} {a b}"),
    REPLY("so [NaN, {\"ok\": true}] [true story] [None]"),
    REPLY("so [// x\n] {/* */} {/x}"),
    REPLY("The set {x, y} and figure{2} aside: [1, {\"a\": 2}]"),
    REPLY("[Answer: {\"ok\": true}]"),
    REPLY("See [this: {\"ok\": true}"),
    REPLY("As { you see: {\"ok\": true}"),
    REPLY("\"verdict\" : {\"ok\": true}"),
    REPLY("{\"ok\": true} , {\"ok\": false}"),
    REPLY("{\"ok\": true},"),
    REPLY("say {\"ok\": true} \""),
    REPLY("He said \"{\"ok\": true}\"."),
    REPLY("{\"ok\": true} \n]"),
    REPLY("Half {\"ok\": nope, \"in\": {\"ok\": true}}"),
    REPLY("[1, \"\\q\\\"]\", {\"ok\": true}] {\"ok\": 1}"),
    REPLY("[1, x {]}, 2] {\"ok\": 1}"),
    REPLY("The interval [0, 1) is {\"ok\": true}"),
    REPLY("{\"ok\": true} or rather {\"ok\":"),
    REPLY("{\"ok\": true} {\"ok\":true} ```{ \"ok\":true}```"),
    REPLY("{\"ok\": true}; {\"ok\": false}"),
    REPLY("Either [1, 2] or\n```\n[]\n```"),
    REPLY("```json\n{\"ok\": fal\n```\n```json\n{\"ok\": true}\n```"),
    REPLY("```c\nint a[] = {1: 2};\n```\n{\"ok\": true}"),
    REPLY("{\"ok\": true}\n````json\n{}\n```\n````"),
    REPLY("{\"ok\": true}\n ~~~\n{}\n  ~~~~\n"),
    REPLY("```\n42\n```"),
    REPLY("```json\n-1.5"),
    REPLY("``{}`` ~~~{}~~~"),
    REPLY("[a {\"x\":1} [b {\"xx\":22} ] {\"y\":3}"),
    REPLY("{\"a\": 1, \"\\u0061\": 2}"),
    REPLY("[[[[1]]]] {a {b {c {d"),
    REPLY("\0{\"a\":\0 1}\0"),
};
#define REPLIES (sizeof replies / sizeof replies[0])

/* ---- replies put together at random: the same ones from the same seed ---- */

static inline uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static const char *const tokens[] = {
    "{",           "}",
    "[",           "]",
    "\"",          ":",
    ",",           "\\",
    "{\"a\": 1}",  "{}",
    "[1, 2]",      "[\"x\"]",
    "{\"b\":",     "true",
    "NaN",         "1",
    "-",           "01",
    "```",         "```json\n",
    "````",        "\n~~~\n",
    "`",           "\n",
    " ",           "text",
    "<think>",     "</think>",
    "<thought>",   "</thought>",
    "<think x>",   "[THINK]",
    "[/THINK]",    "</think ",
    "<|channel|>", "final<|message|>",
    "//",          "/*",
    "'",           "\xE2\x80\x9C",
    "\xC3\xA9",    "\xFF",
    "\\u00",       "\\ud83d",
    "[12]",        "{x",
    "{a:",         "{\"a\": \"</think>\"}",
    ">",           "analysis<|message|>",
    "=",           "\xEF\xBB\xBF",
};
#define TOKENS (sizeof tokens / sizeof tokens[0])

/* Writes at most `size` bytes, returns how many. */
static inline size_t random_reply(uint64_t *seed, char *out, size_t size)
{
    size_t len = 0;
    size_t count = 1 + (size_t)(next_random(seed) % 24);
    for (size_t i = 0; i < count; i++) {
        const char *token = tokens[next_random(seed) % TOKENS];
        size_t n = strlen(token);
        if (len + n > size) {
            break;
        }
        memcpy(out + len, token, n);
        len += n;
    }
    return len;
}

#endif

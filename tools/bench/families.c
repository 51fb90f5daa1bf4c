/*
 * Hostile replies: each token that an extractor knows, repeated, nested, cut, quoted and fenced.
 * The one list of them: the tests of linear time and the benchmarks take it.
 */
#include "replies.h"
#include "text.h"

#include <string.h>

/* A part of a reply: text once, or as often as fits into `share` hundredths of the length. With a
   depth, the unit that is repeated is `depth` times text and then `depth` times close. */
struct part {
    unsigned share;
    const char *text;
    unsigned depth;
    const char *close;
};

/* clang-format off */
#define ONCE(text) {0, text, 0, NULL}
#define TIMES(share, text) {share, text, 0, NULL}
#define NEST(share, text, depth, close) {share, text, depth, close}
#define MEMBERS(share) {share, NULL, 0, NULL} /* members of an object, no two names alike */
#define REPEAT(name, text) {name, false, {TIMES(100, text)}}

/* names that R6 has one mark for (few.h), so that each is compared with all before it: as many as it
   takes without memory */
#define ONE_MARK_0 "\"aaaaAabbbb\":1,\"aaaaBabbbb\":1,\"aaaaCabbbb\":1,\"aaaaDabbbb\":1,\"aaaaEabbbb\":1,\"aaaaFabbbb\":1,\"aaaaGabbbb\":1,\"aaaaHabbbb\":1"
#define ONE_MARK_1 "\"aaaaIabbbb\":1,\"aaaaJabbbb\":1,\"aaaaKabbbb\":1,\"aaaaLabbbb\":1,\"aaaaMabbbb\":1,\"aaaaNabbbb\":1,\"aaaaOabbbb\":1,\"aaaaPabbbb\":1"
#define ONE_MARK_2 "\"aaaaQabbbb\":1,\"aaaaRabbbb\":1,\"aaaaSabbbb\":1,\"aaaaTabbbb\":1,\"aaaaUabbbb\":1,\"aaaaVabbbb\":1,\"aaaaWabbbb\":1,\"aaaaXabbbb\":1"
#define ONE_MARK_3 "\"aaaaYabbbb\":1,\"aaaaZabbbb\":1,\"aaaaAbbbbb\":1,\"aaaaBbbbbb\":1,\"aaaaCbbbbb\":1,\"aaaaDbbbbb\":1,\"aaaaEbbbbb\":1,\"aaaaFbbbbb\":1"

enum { PARTS = 5 };
static const struct {
    const char *name;
    bool arrives;
    struct part parts[PARTS];
} FAMILIES[] = {
    /* repeated: brackets */
    REPEAT("{", "{"),
    REPEAT("[", "["),
    REPEAT("}", "}"),
    REPEAT("]", "]"),
    REPEAT("{}", "{}"),
    REPEAT("[]", "[]"),
    REPEAT("{ ]", "{ ]"),
    REPEAT("{\"a\":", "{\"a\":"),
    REPEAT("[\"", "[\""),
    REPEAT("{\"", "{\""),
    REPEAT("[1,", "[1,"),
    REPEAT("[1, x", "[1, x"),
    REPEAT("{a:", "{a:"),
    REPEAT("[a", "[a"),
    REPEAT("a[1]", "a[1]"),
    REPEAT("[1]", "[1] "),
    REPEAT("{x {", "{x {"),
    REPEAT("[a {\"b\": 1}", "[a {\"b\": 1}"),
    REPEAT("[[a](b)", "[[a](b)"),
    /* repeated: values */
    REPEAT("{\"a\": 1}", "{\"a\": 1}"),
    REPEAT("{\"a\": 1},", "{\"a\": 1},"),
    REPEAT("{\"a\": 1} {\"b\": 2}", "{\"a\": 1} {\"b\": 2}"),
    REPEAT("{\"a\": 1, ", "{\"a\": 1, "),
    REPEAT("{\"a\": 1,}", "{\"a\": 1,} "),
    REPEAT("{'a': 1}", "{'a': 1} "),
    REPEAT("[true, nul]", "[true, nul] "),
    REPEAT("[01]", "[01] "),
    REPEAT("{\"a\\u0062\": \"\\\\\", ", "{\"a\\u0062\": \"\\\\\", "),
    REPEAT("{\"a\": \"\\x\"}", "{\"a\": \"\\x\"} "),
    REPEAT("{\"a\": /* */ 1}", "{\"a\": /* */ 1} "),
    REPEAT("1", "1"),
    REPEAT("true", "true "),
    /* repeated: quotes and escapes */
    REPEAT("\"", "\""),
    REPEAT("\"{\"", "\"{\""),
    REPEAT("\\", "\\"),
    REPEAT("\\\"", "\\\""),
    REPEAT("'", "'"),
    /* repeated: fences */
    REPEAT("`", "`"),
    REPEAT("~", "~"),
    REPEAT("` `", "` "),
    REPEAT("```", "```\n"),
    REPEAT("~~~", "~~~\n"),
    REPEAT("``` ~~~", "```\n~~~\n"),
    REPEAT("```json {\"a\":", "```json\n{\"a\": "),
    REPEAT("```json {}", "```json\n{}\n```\n"),
    REPEAT("``` and a label", "```json "),
    /* repeated: reasoning */
    REPEAT("<", "<"),
    REPEAT("</", "</"),
    REPEAT("<think", "<think"),
    REPEAT("<think ", "<think "),
    REPEAT("<think>", "<think>"),
    REPEAT("</think>", "</think>"),
    REPEAT("<think></think>", "<think></think>"),
    REPEAT("<think>{}</think>", "<think>{}</think>"),
    REPEAT("</think> {\"a\":1}", "</think> {\"a\":1} "),
    REPEAT("<|channel|>final", "<|channel|>final"),
    REPEAT("<|channel|>analysis", "<|channel|>analysis<|message|>"),
    REPEAT("{\"</think>\":", "{\"</think>\":"),
    REPEAT("[THINK]", "[THINK]"),
    /* repeated: white space, bytes that are no UTF-8, letters beyond ASCII */
    REPEAT("line feeds", "\n"),
    REPEAT("spaces", " "),
    REPEAT("[\\xff]", "[\"\xff\"] "),
    REPEAT("\\xff", "\xff"),
    REPEAT("e-acute", "\xc3\xa9"),
    /* nested, as deep as is allowed, and closed again */
    {"[ nested 500 deep", false, {NEST(100, "[", 500, "]")}},
    {"{\"a\": nested 500 deep", false, {NEST(100, "{\"a\":[", 250, "]}")}},
    {"[a nested 500 deep", false, {NEST(100, "[a ", 500, "]")}},
    /* one opener that is never closed, and what is behind it */
    {"</think> in a name", false, {ONCE("{\""), TIMES(100, "</think>")}},
    {"</think> in strings", false, {ONCE("["), TIMES(100, "\"</think>\",")}},
    {"<thought>, answers", false, {ONCE("<thought>"), TIMES(100, "</thought> {\"a\":1} ")}},
    {"answers in {x", false, {ONCE("{x "), TIMES(100, "{\"a\":1} ")}},
    {"arrays in [a", false, {ONCE("[a "), TIMES(100, "[\"b\"] ")}},
    {"one name over and over", false, {ONCE("{"), TIMES(100, "\"key\": 1, ")}},
    {"an open string", false, {ONCE("[\""), TIMES(100, "a")}},
    {"an open fence", false, {ONCE("```json\n"), TIMES(100, "{\"a\":1}\n")}},
    {"open reasoning", false, {ONCE("<think>"), TIMES(100, "{\"a\":1}\n")}},
    /* whole, and quoted, fenced, or laid out to make comparing and looking ahead cost */
    {"members of different names", false, {ONCE("{"), MEMBERS(100), ONCE("\"z\":0}")}},
    {"names of one mark", false,
     {ONCE("["), TIMES(100, "{" ONE_MARK_0 "," ONE_MARK_1 "," ONE_MARK_2 "," ONE_MARK_3 "},"), ONCE("0]")}},
    {"names of one mark, and then an escape", false,
     {ONCE("["), TIMES(100, "{" ONE_MARK_0 "," ONE_MARK_1 "," ONE_MARK_2 "," ONE_MARK_3 "},"),
      ONCE("{\"\\u0061\":1}]")}},
    {"JSON in a string", false, {ONCE("{\"a\":\""), TIMES(100, "{\\\"a\\\":1},"), ONCE("\"}")}},
    {"fences in a string", false, {ONCE("{\"a\":\""), TIMES(100, "```\\n"), ONCE("\"}")}},
    {"equal candidates, one full of white space", false,
     {ONCE("{"), TIMES(50, " "), ONCE("}"), TIMES(50, ";{}")}},
    {"the same, with members", false,
     {ONCE("x {\"a\":1"), TIMES(50, " "), ONCE("}"), TIMES(50, " {\"a\":1}")}},
    {"white space, then a fence's end", false, {ONCE("~~~\n{}"), TIMES(50, "\n"), TIMES(50, "~")}},
    /* the same as the reply arrives: look-aheads must not begin anew with each byte */
    {"fed: white space round a value", true,
     {ONCE("x"), TIMES(50, " "), ONCE("{\"a\":1}"), TIMES(50, " "), ONCE(".")}},
    {"fed: white space in front of a fence's end", true,
     {ONCE("~~~\n{}"), TIMES(50, "\n"), TIMES(50, "~")}},
    {"fed: white space in a closing marker", true, {ONCE("x </think"), TIMES(100, " ")}},
    {"fed: the final channel, cut", true, {ONCE("x <|channel|>final"), TIMES(100, "a")}},
    {"fed: attributes", true, {ONCE("x <think "), TIMES(100, "a")}},
    {"fed: a bare key", true, {ONCE("x {"), TIMES(50, " "), TIMES(50, "a")}},
    {"fed: backquotes", true, {TIMES(100, "`")}},
    {"fed: a string", true, {ONCE("[\""), TIMES(100, "a")}},
    {"fed: many values", true, {TIMES(100, "{\"a\":1} ")}},
    {"fed: openers", true, {TIMES(100, "{")}},
    {"fed: closing markers", true, {ONCE("x "), TIMES(100, "</think>")}},
    {"fed: equal candidates", true, {ONCE("x {"), TIMES(50, " "), ONCE("}"), TIMES(50, ";{}")}},
};
/* clang-format on */
enum { FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES };

const char *family_name(size_t n)
{
    return n < FAMILY_COUNT ? FAMILIES[n].name : NULL;
}

bool family_arrives(size_t n)
{
    return FAMILIES[n].arrives;
}

static void put_members(struct text *t, size_t len)
{
    size_t end = t->len + len;
    for (unsigned i = 0; t->len < end; i++)
        text_printf(t, "\"name %u\":%u,", i, i);
}

static void put_part(struct text *t, const struct part *part, size_t len)
{
    size_t depth = part->depth == 0 ? 1 : part->depth;
    size_t unit = depth * (strlen(part->text) + (part->close == NULL ? 0 : strlen(part->close)));
    size_t times = part->share == 0 ? 1 : len * part->share / 100 / unit;
    for (; times > 0; times--) {
        for (size_t i = 0; i < depth; i++)
            text_puts(t, part->text);
        for (size_t i = 0; part->close != NULL && i < depth; i++)
            text_puts(t, part->close);
    }
}

void family_make(size_t n, size_t len, struct reply *reply)
{
    struct text t = {NULL, 0, 0};
    memset(reply, 0, sizeof *reply);
    for (const struct part *part = FAMILIES[n].parts; part < FAMILIES[n].parts + PARTS; part++) {
        if (part->text != NULL)
            put_part(&t, part, len);
        else if (part->share > 0)
            put_members(&t, len * part->share / 100);
    }
    text_finish(&t, reply);
}

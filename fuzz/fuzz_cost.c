/*
 * fuzz_cost: time is linear in the reply (SPEC section 7), counted and not measured: basic blocks
 * of the library that are run, and bytes that the C library looks at for it. For every reply, of
 * extract, of extract and complete fed byte by byte, and of strings: at most so many steps a byte.
 * And where the input is taken as a family, head, token again and again, tail, of 4 to 64 KiB,
 * twice the length is at most 2.1 times the steps (or a further doubling is). The families of the
 * lists below hold before the first input is looked at: each token at 4 KiB, and with FUZZ_ALL set
 * at all those sizes and behind each head; and, fed byte by byte, what a look-ahead can be waiting
 * over.
 */
#include "fuzz.h"
#include "gen.h"

#include "cost_hooks.h"

#include <stdio.h>
#include <stdlib.h>

#undef memchr
#undef memcmp
#undef memcpy
#undef memmove
#undef memset
#undef strlen

enum {
    KIB = 1024,
    SMALLEST = 4 * KIB,
    LARGEST = 64 * KIB,
    /* FUZZ_TELL tells the most that was seen: 970, where each byte comes by itself and a marker of
       many families may begin with it. What looks at the same bytes again and again is past this
       bound soon. */
    STEPS_A_BYTE = 2500,
    STEPS_A_CALL = 20000
};

#define GROWTH 1.05 /* of steps a byte, where the length doubles */

/* ---- the counter ----------------------------------------------------------------------------- */

static unsigned long steps;

/* fuzz.mk compiles the library with a call of it in each basic block, under the name that engines
   define themselves. */
void __wrap___sanitizer_cov_trace_pc(void);

void __wrap___sanitizer_cov_trace_pc(void)
{
    steps++;
}

void *fuzz_cost_memchr(const void *text, int c, size_t len)
{
    const void *found = len > 0 ? memchr(text, c, len) : NULL;

    steps += found != NULL ? (size_t)((const char *)found - (const char *)text) + 1 : len;
    return (void *)(uintptr_t)found;
}

int fuzz_cost_memcmp(const void *a, const void *b, size_t len)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    size_t i = 0;

    while (i < len && x[i] == y[i])
        i++;
    steps += i;
    return i < len ? x[i] - y[i] : 0;
}

void *fuzz_cost_memcpy(void *to, const void *from, size_t len)
{
    steps += len;
    return memcpy(to, from, len);
}

void *fuzz_cost_memmove(void *to, const void *from, size_t len)
{
    steps += len;
    return memmove(to, from, len);
}

void *fuzz_cost_memset(void *at, int c, size_t len)
{
    steps += len;
    return memset(at, c, len);
}

size_t fuzz_cost_strlen(const char *text)
{
    size_t len = strlen(text);

    steps += len;
    return len;
}

/* ---- what is done with a reply --------------------------------------------------------------- */

static void do_extract(const unsigned char *reply, size_t len, const struct jets_options *o)
{
    struct jets_result r;

    jets_extract(reply, len, o, &r);
}

static void do_feed(const unsigned char *reply, size_t len, const struct jets_options *o)
{
    struct jets_extraction x;
    struct jets_result r;

    jets_extract_init(&x, o);
    /* What is settled need not be read on. */
    for (size_t fed = 1; fed <= len && !jets_extract_feed(&x, reply, fed); fed++)
        ;
    jets_extract_finish(&x, reply, len, &r);
}

static void do_complete(const unsigned char *reply, size_t len, const struct jets_options *o)
{
    struct jets_completion c;

    jets_complete_init(&c, o->depth);
    for (size_t i = 0; i < len; i++)
        jets_complete_feed(&c, reply + i, 1);
}

static void do_strings(const unsigned char *reply, size_t len, const struct jets_options *o)
{
    struct jets_result r;
    size_t out_len;
    char *out = fuzz_allocate(jets_strings_room(len));

    jets_strings(reply, len, o, out, &out_len, &r);
    free(out);
}

static const struct {
    const char *name;
    void (*act)(const unsigned char *reply, size_t len, const struct jets_options *o);
} acts[] = {
    {"extract", do_extract}, {"feed", do_feed}, {"complete", do_complete}, {"strings", do_strings}};
enum { FEED = 1, ACTS = sizeof acts / sizeof acts[0] };

static unsigned long most[ACTS]; /* steps a byte that were seen, in replies of some length */

static void tell_most(void)
{
    for (size_t i = 0; i < ACTS; i++)
        fprintf(stderr, "fuzz_cost: %s: at most %lu steps a byte\n", acts[i].name, most[i]);
}

static unsigned long count(size_t which, const unsigned char *reply, size_t len,
                           const struct jets_options *o)
{
    steps = 0;
    acts[which].act(reply, len, o);
    if (len >= SMALLEST && steps / len > most[which])
        most[which] = steps / len;
    CHECK(steps <= STEPS_A_BYTE * len + STEPS_A_CALL, "%s: %lu steps for %zu bytes from '%.*s'",
          acts[which].name, steps, len, (int)(len < 80 ? len : 80), (const char *)reply);
    return steps;
}

/* ---- families -------------------------------------------------------------------------------- */

/* Head, token again and again, tail. In the token `%` stands for a number of five digits that
   counts up. */
struct family {
    const unsigned char *head, *token, *tail;
    size_t head_len, token_len, tail_len;
};

static size_t put_token(const struct family *f, unsigned number, unsigned char *at, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < f->token_len && room - n >= 12; i++) {
        if (f->token[i] == '%')
            n += (size_t)snprintf((char *)at + n, room - n, "%05u", number);
        else
            at[n++] = f->token[i];
    }
    return n;
}

/* Writes about `size` bytes of it; returns how many. */
static size_t put_family(const struct family *f, unsigned char *at, size_t size)
{
    size_t n = 0;

    memcpy(at, f->head, f->head_len);
    n += f->head_len;
    for (unsigned number = 0; n + f->token_len + f->tail_len + 24 < size; number++)
        n += put_token(f, number, at + n, size - n - f->tail_len);
    memcpy(at + n, f->tail, f->tail_len);
    return n + f->tail_len;
}

/* Steps in about `size` bytes of a family. */
static unsigned long steps_of(const struct family *f, size_t size, size_t which,
                              const struct jets_options *o)
{
    unsigned char *reply = fuzz_allocate(size);
    unsigned long all = count(which, reply, put_family(f, reply, size), o);

    free(reply);
    return all;
}

/* Twice the length at no more than 2.1 times the steps, and what a call costs by itself. Where
   something in the middle of a reply, or at its end, changes what is done with the rest, doublings
   may cost more, as it falls; DOUBLINGS in a row do not. */
static void check_family(const struct family *f, size_t size, size_t which,
                         const struct jets_options *o)
{
    enum { DOUBLINGS = 3 };
    unsigned long seen[DOUBLINGS + 1] = {steps_of(f, size, which, o)};

    for (size_t i = 1; i <= DOUBLINGS; i++) {
        seen[i] = steps_of(f, size << i, which, o);
        if ((double)seen[i] <= 2 * GROWTH * (double)seen[i - 1] + STEPS_A_CALL)
            return;
    }
    CHECK(false,
          "%s of '%.*s' and many '%.*s': steps grow from %lu to %lu to %lu to %lu from %zu bytes",
          acts[which].name, (int)f->head_len, (const char *)f->head, (int)f->token_len,
          (const char *)f->token, seen[0], seen[1], seen[2], seen[3], size);
}

/* Each token alone, behind each head. */
static const char *const tokens[] = {
    "[",
    "{",
    "]",
    "}",
    "[[",
    "{\"a\":",
    "{\"a\":[",
    "[\"",
    "{\"",
    "\"",
    "\\",
    "\\\"",
    "'",
    "{'",
    "`",
    "```",
    "``` ",
    "\n~~~",
    "```json\n",
    "```json\n{\"a\":",
    "```\n{}\n```\n",
    "~~~\n1\n~~~\n",
    "<",
    "</",
    "<t",
    "<think",
    "<think>",
    "</think>",
    "<think>x</think>",
    "</think>{}",
    "<think a=\"",
    "<think ",
    "</think ",
    "<|channel|>",
    "<|channel|>analysis<|message|>",
    "<|channel|>final",
    "<|channel|>final<|constrain|>",
    "<|",
    "[THINK]",
    "[/THINK]",
    "\xE2\x97\x81think",
    "\xE2\x97\x81/think\xE2\x96\xB7",
    "<unused94>thought",
    "[1]",
    "[1] ",
    "x[1]",
    "x[",
    "[1,",
    "[0-",
    "[ ",
    "{ ",
    "{\n",
    "[]",
    "{}",
    "{},",
    "{\"a\":1}",
    "{\"a\":1} ",
    "{\"a\":1},",
    "{\"a\":%} ",
    "{\"a%\":1} ",
    "({\"a\":%}",
    "[x {\"a\":%} ",
    "{/*",
    "{//",
    "/*",
    "//",
    "{a",
    "{a:",
    "{aaa ",
    "[NaN",
    "[NaN,",
    "[true",
    "[-",
    "[1e",
    "1",
    "1,",
    "-",
    " ",
    "\n",
    "\t \n",
    ":",
    ",",
    "\"[\"",
    "\"{\"",
    "'{'",
    "{\xE2\x80\x9C",
    "\xE2\x80\x9C",
    "\xEF\xBB\xBF",
    "\xC3",
    "\xED\xA0\x80",
    "\xFF",
    "a",
    "a ",
    "\"a%\":1,",
    "\"\\u0061%\":1,",
    "\"a%\",",
    "\"\\u0061%\",",
    "\" \\u0020a%\",",
    "\"%\":{\"a\":1},",
    "{\"%\":",
    "\"\\ud83d\\ude00%\":0,",
    "[\"a\"]",
    "[{}]",
    "{}[]",
    "\"\"",
    "{{",
    "}}",
    "[\"a\",",
    "{\"a\":\"",
    "\"a\": {}",
    "{} \"",
    "{}]",
    "[x {}",
    "x]",
    "<r>",
    "%%",
    "END",
    "```c\n[\n",
};

static const char *const heads[] = {"",        "{",  "[",       "{\"k\":1,",
                                    "[\"k\",", "x ", "<think>", "```json\n"};
static const char *const tails[] = {"", "\"z\":1}", "\"z\"]", "</think>{\"a\":1}", "\n```"};

static const unsigned char *bytes_of(const char *text)
{
    return (const unsigned char *)text;
}

/* All of them at all sizes takes seconds; without that, each token at the smallest. */
static void check_listed(bool all)
{
    for (size_t t = 0; t < sizeof tokens / sizeof tokens[0]; t++)
        for (size_t h = 0; h < (all ? sizeof heads / sizeof heads[0] : 1); h++) {
            const char *tail = tails[(t + h) % (sizeof tails / sizeof tails[0])];
            struct family f = {bytes_of(heads[h]), bytes_of(tokens[t]), bytes_of(tail),
                               strlen(heads[h]),   strlen(tokens[t]),   strlen(tail)};
            struct jets_options o = {.select = (enum jets_select)((t + h) % 4), .feed_block = 1};
            /* All sizes with the plain head; the others, at one, still double. */
            size_t largest = h == 0 && all ? LARGEST / 2 : SMALLEST;

            for (size_t size = SMALLEST; size <= largest; size *= 2)
                check_family(&f, size, h == 0 ? 0 : (t + h) % ACTS, &o);
        }
}

/* Fed byte by byte, a look-ahead may wait long for its end: behind a head that begins one, the byte
   again and again that goes on with it. It goes on where it was, or time is quadratic. */
static const struct {
    const char *head, *byte;
} waits[] = {
    {"x {", " "},
    {"x [", " "},
    {"x [1", " "},
    {"x {a", "a"},
    {"x {a", " "},
    {"x [true", " "},
    {"x {}", " "},
    {"x {},", " "},
    {"x \"k\": {}", " "},
    {"x ", "`"},
    {"```", "a"},
    {"```json", " "},
    {"```\n{}", " "},
    {"```\n{}\n", "`"},
    {"~~~\n{}\n~~~", " "},
    {"<think", " "},
    {"<think a", "a"},
    {"<think>x</think", " "},
    {"<think>x<think", " "},
    {"x <think", " "},
    {"x <think a", "a"},
    {"x <think>y</think", " "},
    {"x </think", " "},
    {"{\"</think>\n", " "},
    {"x {\"</think>\n", "\n"},
    {"<|channel|>analysis<|message|>x<|channel|>final", " "},
    {"x <|channel|>analysis<|message|>y<|channel|>final", "a"},
};

static void check_waits(void)
{
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        struct family f = {bytes_of(waits[i].head), bytes_of(waits[i].byte), bytes_of(""),
                           strlen(waits[i].head),   strlen(waits[i].byte),   0};
        struct jets_options o = {.feed_block = 1};

        check_family(&f, SMALLEST, FEED, &o);
    }
}

static void begin(void)
{
    static bool begun;

    if (begun)
        return;
    begun = true;
    if (getenv("FUZZ_TELL") != NULL)
        atexit(tell_most);
    check_listed(getenv("FUZZ_ALL") != NULL);
    check_waits();
    steps = 0;
    do_extract((const unsigned char *)"{}", 2, NULL);
    CHECK(steps > 0, "the library is compiled to be counted");
}

/* The input as a family: `extra` says how much of it is head and tail, how large the replies are
   (mostly small), and what is done with them. */
static void check_pumped(const struct fuzz_input *input)
{
    size_t size = (size_t)SMALLEST << (input->extra % 16 > 4 ? 0 : input->extra % 16);
    size_t head = (input->extra >> 4) % 32;
    size_t tail = (input->extra >> 9) % 32;
    struct family f;

    if (input->len == 0 || input->len > 512 || size > LARGEST / 2)
        return;
    head = head < input->len / 2 ? head : 0;
    tail = tail < input->len / 2 ? tail : 0;
    f = (struct family){input->reply, input->reply + head,      input->reply + input->len - tail,
                        head,         input->len - head - tail, tail};
    check_family(&f, size, (input->extra >> 14) % ACTS, &input->options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;

    begin();
    fuzz_read(&input, data, size);
    for (size_t i = 0; i < ACTS; i++)
        count(i, input.reply, input.len, &input.options);
    check_pumped(&input);
    fuzz_free(&input);
    return 0;
}

/* Half of them families of tokens. */
size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    static struct gen g;
    struct fuzz_input input = {.extra = 0};
    size_t len;

    gen_seed(&g, seed);
    if (gen_below(&g, 2) == 0)
        gen_reply(&g);
    for (unsigned i = gen_below(&g, 6); i > 0; i--) {
        const char *token = tokens[gen_below(&g, sizeof tokens / sizeof tokens[0])];

        gen_put(&g, token, strlen(token));
    }
    len = g.len < max - FUZZ_TRAILER ? g.len : max - FUZZ_TRAILER;
    memcpy(data, g.reply, len);
    input.options.select = (enum jets_select)gen_below(&g, 4);
    input.options.starts = (enum jets_starts)gen_below(&g, 3);
    input.options.reasoning = (enum jets_reasoning)gen_below(&g, 2);
    input.options.expect = (enum jets_expect)gen_below(&g, 4);
    input.table = gen_below(&g, 4) == 0 ? gen_below(&g, FUZZ_TABLES) : 0;
    input.extra = gen_below(&g, 0x10000);
    fuzz_write_trailer(&input, data + len);
    return len + FUZZ_TRAILER;
}

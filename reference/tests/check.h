/*
 * What the library's tests share: a reply goes in, by all ways of reading it, and an answer or a
 * reason comes out. Expected results are written from conformance/SPEC.md.
 *
 * Options are written as words, "expect=any select=first depth=3"; "" are the defaults.
 */
#ifndef JETS_TESTS_CHECK_H
#define JETS_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "jets.h"

/* Where in a test a check stands, and what it is about. */
struct place {
    const char *file;
    int line;
    const char *options;
    const char *reply;
    size_t len;
};

static inline void print_bytes(const char *label, const char *bytes, size_t len)
{
    fprintf(stderr, "%s", label);
    for (size_t i = 0; i < len && i < 300; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte >= ' ' && byte < 0x7F) {
            fputc(byte, stderr);
        } else {
            fprintf(stderr, "\\x%02x", byte);
        }
    }
    fprintf(stderr, len > 300 ? "… (%zu bytes)\n" : "\n", len);
}

/* Fails the test, and says for which reply and options. */
static inline void fail_at(const struct place *p, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", p->file, p->line, what);
    fprintf(stderr, "  options: %s\n", p->options);
    print_bytes("  reply:   ", p->reply, p->len);
    _fail(p->file, p->line);
}

static inline void set_option(struct jets_options *o, const char *name, size_t name_len,
                              const char *value, size_t value_len)
{
    static const char *const names[] = {"expect", "select", "names", "reasoning", "starts"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) != name_len || memcmp(names[i], name, name_len) != 0) {
            continue;
        }
        const char *text = NULL;
        for (unsigned n = 0; (text = jets_option_text(names[i], n)) != NULL; n++) {
            if (strlen(text) == value_len && memcmp(text, value, value_len) == 0) {
                switch (i) {
                case 0: o->expect = (enum jets_expect)n; return;
                case 1: o->select = (enum jets_select)n; return;
                case 2: o->names = (enum jets_names)n; return;
                case 3: o->reasoning = (enum jets_reasoning)n; return;
                default: o->starts = (enum jets_starts)n; return;
                }
            }
        }
    }
    fail_msg("no such option: %s", name);
}

static inline struct jets_options options_of(const char *words)
{
    struct jets_options o;
    memset(&o, 0, sizeof o);
    o.feed_block = 1; /* so that cuts stand where a test puts them */
    while (*words != '\0') {
        size_t len = strcspn(words, " ");
        size_t name_len = strcspn(words, "=");
        if (strncmp(words, "depth=", 6) == 0) {
            o.depth = (unsigned)strtoul(words + 6, NULL, 10);
        } else {
            set_option(&o, words, name_len, words + name_len + 1, len - name_len - 1);
        }
        words += len + strspn(words + len, " ");
    }
    return o;
}

static inline bool same_result(const struct jets_result *a, const struct jets_result *b)
{
    return a->status == b->status && a->reason == b->reason && a->offset == b->offset &&
           a->length == b->length && a->type == b->type && a->rule == b->rule &&
           a->candidates == b->candidates;
}

/* Reads a reply that arrives `step` bytes at a time, `first` at the beginning. A reply that feed
   says is settled must come to none; reading on all the same must change nothing. */
static inline struct jets_result feed_in_steps(const struct place *p, const struct jets_options *o,
                                               size_t first, size_t step)
{
    struct jets_extraction x;
    struct jets_result result;
    bool settled = false;
    assert_int_equal(jets_extract_init(&x, o), JETS_VALUE);
    for (size_t at = first; at < p->len; at += step) {
        settled |= jets_extract_feed(&x, p->reply, at);
    }
    jets_extract_finish(&x, p->reply, p->len, &result);
    if (settled && result.status != JETS_NONE) {
        fail_at(p, "feed said that the result was settled, and then it was a value");
    }
    return result;
}

static inline void describe(const struct jets_result *r, char *out, size_t size)
{
    snprintf(out, size, "status %d, reason %s, offset %zu, length %zu, %s, rule %s, %zu candidates",
             (int)r->status, jets_reason_text(r->reason), r->offset, r->length,
             jets_type_text(r->type), jets_rule_text(r->rule), r->candidates);
}

static inline void assert_same(const struct place *p, const char *how,
                               const struct jets_result *got, const struct jets_result *want)
{
    if (!same_result(got, want)) {
        char a[300];
        char b[300];
        describe(got, a, sizeof a);
        describe(want, b, sizeof b);
        fprintf(stderr, "  %s: %s\n  one call: %s\n", how, a, b);
        fail_at(p, "the result hangs on how the reply arrives");
    }
}

/* One call and a byte at a time must agree; the result is what they agree on. */
static inline struct jets_result read_both_ways(const struct place *p)
{
    struct jets_options o = options_of(p->options);
    struct jets_result whole;
    if (jets_extract(p->reply, p->len, &o, &whole) == JETS_MISUSE) {
        fail_at(p, "the library calls this a misuse");
    }
    struct jets_result fed = feed_in_steps(p, &o, 0, 1);
    assert_same(p, "byte by byte", &fed, &whole);
    return whole;
}

static inline void check_answer(struct place p, size_t offset, const char *answer, size_t len)
{
    struct jets_result r = read_both_ways(&p);
    if (r.status != JETS_VALUE) {
        fprintf(stderr, "  got none: %s (%s)\n", jets_reason_text(r.reason),
                jets_rule_text(r.rule));
        print_bytes("  want:    ", answer, len);
        fail_at(&p, "an answer is lost");
    }
    if (r.offset > p.len || r.length > p.len - r.offset) {
        fail_at(&p, "the answer lies outside the reply");
    }
    if (r.length != len || memcmp(p.reply + r.offset, answer, len) != 0) {
        print_bytes("  got:     ", p.reply + r.offset, r.length);
        print_bytes("  want:    ", answer, len);
        fail_at(&p, "something else is taken for the answer");
    }
    if (offset != SIZE_MAX && r.offset != offset) {
        fprintf(stderr, "  offset %zu, not %zu\n", r.offset, offset);
        fail_at(&p, "the answer is taken from the wrong place");
    }
    if (r.reason != JETS_REASON_NOTHING || r.rule == JETS_RULE_NONE || r.type == JETS_TYPE_NONE ||
        r.candidates == 0) {
        fail_at(&p, "the result of an answer is not wholly filled in");
    }
}

static inline void check_none(struct place p, const char *reason)
{
    struct jets_result r = read_both_ways(&p);
    if (r.status == JETS_VALUE) {
        print_bytes("  got:     ", p.reply + r.offset, r.length);
        fprintf(stderr, "  want:    none, %s\n", reason);
        fail_at(&p, "something is taken for an answer where there is none");
    }
    if (strcmp(jets_reason_text(r.reason), reason) != 0) {
        fprintf(stderr, "  got:     none, %s (%s)\n", jets_reason_text(r.reason),
                jets_rule_text(r.rule));
        fprintf(stderr, "  want:    none, %s\n", reason);
        fail_at(&p, "none for the wrong reason");
    }
    if (r.offset != 0 || r.length != 0 || r.type != JETS_TYPE_NONE) {
        fail_at(&p, "none, and yet a span or a type");
    }
}

#define PLACE(options, reply, len) ((struct place){__FILE__, __LINE__, options, reply, len})

/* The literal `reply` (NUL allowed in it) gives `answer`, at any place or at `offset`. */
#define GIVES(options, reply, answer) \
    check_answer(PLACE(options, reply, sizeof(reply) - 1), SIZE_MAX, answer, sizeof(answer) - 1)
#define GIVES_AT(options, reply, offset, answer) \
    check_answer(PLACE(options, reply, sizeof(reply) - 1), offset, answer, sizeof(answer) - 1)
/* It gives none, for this reason. */
#define REFUSES(options, reply, reason) check_none(PLACE(options, reply, sizeof(reply) - 1), reason)

/* The rule that decided. */
#define DECIDED_BY(options, reply, rule_text)                          \
    do {                                                               \
        struct place place = PLACE(options, reply, sizeof(reply) - 1); \
        struct jets_result result = read_both_ways(&place);            \
        assert_string_equal(jets_rule_text(result.rule), rule_text);   \
    } while (0)

#define TEST(name) cmocka_unit_test(name)

#endif

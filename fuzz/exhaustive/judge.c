/* One text through both sides, and what is told of a difference. */
#include "exhaustive.h"

#include <stdio.h>
#include <string.h>

struct jets_options jets_options_of(const struct oracle_options *o)
{
    return (struct jets_options){.expect = (enum jets_expect)o->expect,
                                 .select = (enum jets_select)o->select,
                                 .names = (enum jets_names)o->names,
                                 .reasoning = (enum jets_reasoning)o->reasoning,
                                 .starts = (enum jets_starts)o->starts,
                                 .depth = (unsigned)o->limit,
                                 .feed_block = 1};
}

static bool is_same(const struct oracle_result *a, const struct jets_result *b)
{
    return (a->reason == ORACLE_ANSWER ? JETS_VALUE : JETS_NONE) == b->status &&
           (int)a->reason == (int)b->reason && a->offset == b->offset && a->length == b->length &&
           (int)a->type == (int)b->type && a->candidates == b->candidates;
}

static const char *const check_names[] = {"nothing", "extract", "feed", "settled", "complete"};

enum check compare(const struct verdicts *v)
{
    if (!is_same(&v->oracle, &v->whole))
        return EXTRACT;
    if (!is_same(&v->oracle, &v->fed))
        return FEED;
    if (v->unsettled)
        return SETTLED;
    return v->whole_complete == v->oracle_complete && v->fed_complete == v->oracle_complete
               ? AGREES
               : COMPLETE;
}

/* One text from its first byte on, fed byte by byte; nothing is shared with another text. */
static struct verdicts judge_alone(const unsigned char *text, size_t len, unsigned set)
{
    const struct oracle_options *o = &option_sets[set];
    struct jets_options options = jets_options_of(o);
    struct verdicts v = {.oracle = oracle_extract(text, len, o),
                         .oracle_complete = oracle_complete(text, len, o->limit),
                         .whole_complete = jets_complete(text, len, options.depth)};
    struct jets_extraction x;
    struct jets_completion c;

    jets_extract(text, len, &options, &v.whole);
    jets_extract_init(&x, &options);
    jets_complete_init(&c, options.depth);
    for (size_t n = 1; n <= len; n++) {
        v.fed_complete = jets_complete_feed(&c, text + n - 1, 1);
        if (jets_extract_feed(&x, text, n))
            v.unsettled |= oracle_extract(text, n, o).reason != v.oracle.reason;
    }
    jets_extract_finish(&x, text, len, &v.fed);
    return v;
}

/* ---- A difference ---------------------------------------------------------------------------- */

static bool differs_alone(const struct finding *f)
{
    const struct verdicts v = judge_alone(f->text, f->len, f->set);
    return compare(&v) != AGREES;
}

/* Takes bytes out, one or more together, as long as there still is a difference. */
static void shrink(struct finding *f)
{
    for (size_t size = f->len; size > 0; size--) {
        for (size_t from = 0; from + size <= f->len;) {
            struct finding less = *f;

            less.len -= size;
            memmove(less.text + from, f->text + from + size, f->len - from - size);
            if (differs_alone(&less))
                *f = less;
            else
                from++;
        }
    }
}

static void print_text(const unsigned char *text, size_t len)
{
    printf("  \"");
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"' || text[i] == '\\')
            printf("\\%c", text[i]);
        else if (text[i] == '\n')
            printf("\\n");
        else if (text[i] >= 0x20 && text[i] < 0x7F)
            putchar(text[i]);
        else
            printf("\\%03o", text[i]);
    }
    printf("\"\n");
}

static void print_library(const char *how, const struct jets_result *r, bool complete)
{
    printf("  %s %s %s offset %zu length %zu candidates %zu complete %d (rule %s)\n", how,
           jets_reason_text(r->reason), jets_type_text(r->type), r->offset, r->length,
           r->candidates, complete, jets_rule_text(r->rule));
}

void report(struct finding *f)
{
    const struct oracle_options *o = &option_sets[f->set];
    struct verdicts v;

    printf("exhaustive: a difference in %s\n", check_names[f->check]);
    print_text(f->text, f->len);
    if (differs_alone(f)) {
        shrink(f);
        printf("shrunk to\n");
        print_text(f->text, f->len);
    } else {
        printf("  not where the text is fed byte by byte from its beginning\n");
    }
    v = judge_alone(f->text, f->len, f->set);
    printf("  expect=%s select=%s names=%s reasoning=%s starts=%s depth=%zu\n",
           jets_option_text("expect", o->expect), jets_option_text("select", o->select),
           jets_option_text("names", o->names), jets_option_text("reasoning", o->reasoning),
           jets_option_text("starts", o->starts), o->limit);
    printf("  oracle      %s %s offset %zu length %zu candidates %zu complete %d\n",
           jets_reason_text((enum jets_reason)v.oracle.reason),
           jets_type_text((enum jets_type)v.oracle.type), v.oracle.offset, v.oracle.length,
           v.oracle.candidates, v.oracle_complete);
    print_library("libjets     ", &v.whole, v.whole_complete);
    print_library("libjets, fed", &v.fed, v.fed_complete);
    fflush(stdout);
}

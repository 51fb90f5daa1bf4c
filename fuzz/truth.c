/*
 * truth: holds the truths of the generator (conformance/src/gen_truth.h) against the library and
 * the oracle, so that none of the three is believed alone.
 *
 *     truth [--seed N] [--from N] [--cases N]
 *
 * At the first difference the reply, its options and the three results are written, and the exit
 * status is 1. Else it says what the truths were: how many of each reason and of each shape. 2: a
 * usage error.
 */
#include "fuzz.h"
#include "gen_truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 8, REASONS = 10 };

/* How often each was made. */
struct figures {
    unsigned long long reasons[REASONS], bytes;
    const char *shapes[SHAPES];
    unsigned long long shape_counts[SHAPES];
};

static void count(struct figures *figures, const struct gen *g, const struct gen_truth *truth)
{
    int i = 0;

    figures->reasons[truth->reason]++;
    figures->bytes += g->len;
    while (figures->shapes[i] != NULL && strcmp(figures->shapes[i], truth->how) != 0)
        i++;
    figures->shapes[i] = truth->how;
    figures->shape_counts[i]++;
}

static void tell_figures(const struct figures *figures, unsigned long long cases)
{
    printf("truth: %llu cases agree, of %.1f bytes\n", cases,
           (double)figures->bytes / (double)cases);
    for (unsigned i = 0; i < REASONS; i++)
        printf("  %5.2f %% %s\n", 100.0 * (double)figures->reasons[i] / (double)cases,
               i == 0 ? "answer" : jets_reason_text((enum jets_reason)i));
    for (unsigned i = 0; i < SHAPES && figures->shapes[i] != NULL; i++)
        printf("  %5.2f %% shape %s\n", 100.0 * (double)figures->shape_counts[i] / (double)cases,
               figures->shapes[i]);
}

static struct fuzz_input input_of(const struct gen *g, const struct gen_options *options)
{
    struct fuzz_input input;

    memset(&input, 0, sizeof input);
    input.reply = fuzz_copy(g->reply, g->len);
    input.len = g->len;
    input.options.expect = (enum jets_expect)options->value[GEN_EXPECT];
    input.options.select = (enum jets_select)options->value[GEN_SELECT];
    input.options.names = (enum jets_names)options->value[GEN_NAMES_OPTION];
    input.options.reasoning = (enum jets_reasoning)options->value[GEN_REASONING_OPTION];
    input.options.starts = (enum jets_starts)options->value[GEN_STARTS];
    input.options.depth = options->depth;
    return input;
}

static void tell_span(const char *who, unsigned reason, size_t offset, size_t length)
{
    printf("  %-8s %s, offset %zu, length %zu\n", who, jets_reason_text((enum jets_reason)reason),
           offset, length);
}

static void tell_difference(const struct fuzz_input *input, const struct gen_truth *truth,
                            const struct jets_result *r, const struct oracle_result *o)
{
    const struct jets_options *options = &input->options;

    printf("shape %s, %zu bytes, expect=%s select=%s names=%s", truth->how, input->len,
           jets_option_text("expect", options->expect), jets_option_text("select", options->select),
           jets_option_text("names", options->names));
    printf(" reasoning=%s starts=%s depth=%u\n", jets_option_text("reasoning", options->reasoning),
           jets_option_text("starts", options->starts), options->depth);
    tell_span("truth", truth->reason, truth->offset, truth->length);
    tell_span("library", r->reason, r->offset, r->length);
    tell_span("oracle", o->reason, o->offset, o->length);
    fwrite(input->reply, 1, input->len, stdout);
    putchar('\n');
}

static bool run_case(struct gen *g, uint64_t seed, struct figures *figures)
{
    struct gen_options options;
    struct gen_truth truth;
    struct jets_result r;

    gen_seed(g, seed);
    gen_choose_options(g, &options, true);
    gen_truth(g, &options, &truth);
    count(figures, g, &truth);

    struct fuzz_input input = input_of(g, &options);
    struct oracle_options oracle_options = fuzz_oracle_options(&input);
    struct oracle_result o = oracle_extract(input.reply, input.len, &oracle_options);

    jets_extract(input.reply, input.len, &input.options, &r);

    bool same = (unsigned)r.reason == truth.reason && r.offset == truth.offset &&
                r.length == truth.length && (unsigned)o.reason == truth.reason &&
                o.offset == truth.offset && o.length == truth.length &&
                jets_complete(input.reply, input.len, options.depth) == truth.complete &&
                oracle_complete(input.reply, input.len, options.depth) == truth.complete;

    if (!same)
        tell_difference(&input, &truth, &r, &o);
    fuzz_free(&input);
    return same;
}

static bool read_number(const char *text, unsigned long long *number)
{
    char *end = NULL;

    *number = strtoull(text, &end, 10);
    return end != text && *end == '\0';
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"--seed", "--from", "--cases"};
    unsigned long long values[] = {1, 0, 100000};
    struct figures figures;
    struct gen g = {0};
    bool same = true;

    for (int i = 1; i < argc; i += 2) {
        int which = 0;

        while (which < 3 && strcmp(argv[i], names[which]) != 0)
            which++;
        if (which == 3 || i + 1 == argc || !read_number(argv[i + 1], &values[which]) ||
            values[2] == 0) {
            fprintf(stderr, "usage: truth [--seed N] [--from N] [--cases N]\n");
            return 2;
        }
    }
    memset(&figures, 0, sizeof figures);
    for (unsigned long long i = 0; same && i < values[2]; i++) {
        same = run_case(&g, (values[0] << 40) + values[1] + i, &figures);
        if (!same)
            printf("truth: --seed %llu --from %llu --cases 1\n", values[0], values[1] + i);
    }
    gen_free(&g);
    if (same)
        tell_figures(&figures, values[2]);
    return same ? 0 : 1;
}

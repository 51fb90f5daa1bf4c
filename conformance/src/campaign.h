/*
 * campaign.h - what the files of `jets fuzz` share. The command makes replies out of a seed, puts
 * them to an implementation and to the reference, shrinks those on which the implementation is
 * wrong, and keeps one of each kind.
 *
 * Reply N of a campaign hangs on the seed, N, the weights and the corpus, and on nothing else: it
 * is the same whatever the number of jobs or shards. Of the numbers of this shard, part K of the
 * jobs takes each N-th (parts.h).
 */
#ifndef JETS_CAMPAIGN_H
#define JETS_CAMPAIGN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "options.h"
#include "parts.h"
#include "verdict.h"

enum { CAMPAIGN_JOBS_MAX = 256 };

/* Replies of the corpus that the campaign mutates and splices. */
struct seeds {
    struct buffer *at; /* owned, like the buffers */
    size_t len;
};

/* One kind of finding. */
struct kind {
    char *id;       /* owned, like the next two */
    char *text;     /* for a person */
    char *json;     /* its line in the report, up to what is counted */
    uint64_t first; /* number of the first reply that has it */
    uint64_t count; /* of those shrunk to it */
};

struct campaign {
    const struct options *options; /* with the seed and the time that count */
    const volatile sig_atomic_t *interrupt;
    const char *program;  /* argv[0] */
    const char *findings; /* folder */
    FILE *text;           /* for a person */
    unsigned jobs;
    struct seeds seeds;
    unsigned from_corpus; /* percent of the replies that are made of them */
    uint64_t verdicts[VERDICT_COUNT];
    uint64_t cases;     /* put to the implementation, without those that shrinking asked about */
    uint64_t broken;    /* relations that did not hold */
    uint64_t tries;     /* that shrinking asked about */
    struct kind *kinds; /* owned; in the order in which they came */
    size_t kinds_len;
    uint64_t started_us, told_us, cases_told;
    size_t kinds_told;
    bool progress; /* one line a second */
    struct buffer problem;
};

/* A message of a part: this, and then len bytes of text, of JSON and of id where it has a kind. */
struct campaign_message {
    uint64_t verdicts[VERDICT_COUNT];
    uint64_t cases, tries, broken, first;
    uint32_t padding;
    uint32_t id_len, text_len, json_len; /* id_len 0: there is none */
};

/* The work of a part (campaign_part.c). ctx: struct campaign. */
enum status campaign_part(void *ctx, unsigned number, struct parts_line *line,
                          struct buffer *problem);

/* The end of the text for a person, and the report's lines (campaign_report.c). */
void campaign_report(const struct campaign *campaign, enum status status, FILE *out);
void campaign_lines(const struct campaign *campaign, enum status status, FILE *out);

/* Sum of the verdicts that are failures. */
uint64_t campaign_failures(const struct campaign *campaign);

#endif

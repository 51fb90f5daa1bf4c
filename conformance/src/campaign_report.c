#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "clock.h"
#include "visible.h"

uint64_t campaign_failures(const struct campaign *campaign)
{
    uint64_t sum = 0;
    for (int i = 0; i < VERDICT_COUNT; i++)
        sum += verdict_is_failure((enum verdict)i) ? campaign->verdicts[i] : 0;
    return sum;
}

/* --- the text --- */

void campaign_report(const struct campaign *campaign, enum status status, FILE *out)
{
    double seconds = (double)(clock_us() - campaign->started_us) / 1000000;
    verdict_counts_text(campaign->verdicts, out);
    fprintf(out,
            "%" PRIu64 " %s in %.1f s (%.0f a second), seed %" PRIu64 ": %" PRIu64
            " wrong, %" PRIu64 " %s broken, %zu %s of finding",
            campaign->cases, campaign->cases == 1 ? "reply" : "replies", seconds,
            seconds > 0 ? (double)(campaign->cases + campaign->tries) / seconds : 0,
            campaign->options->seed, campaign_failures(campaign), campaign->broken,
            campaign->broken == 1 ? "relation" : "relations", campaign->kinds_len,
            campaign->kinds_len == 1 ? "kind" : "kinds");
    if (campaign->kinds_len > 0) {
        struct buffer folder = {0};
        visible_add(&folder, (const unsigned char *)campaign->findings, strlen(campaign->findings));
        fprintf(out, ", kept in %s", folder.at);
        buffer_free(&folder);
    }
    if (campaign->cases > 0 && verdict_judged(campaign->verdicts) == 0)
        fputs("; nothing was judged", out);
    if (status != STATUS_OK)
        fprintf(out, "; ended early (%s)",
                status == STATUS_INTERRUPTED ? "interrupted" : "it could not go on");
    fputs("\n", out);
}

/* --- the lines of the report --- */

static void write_head(const struct campaign *campaign, FILE *out)
{
    const struct options *options = campaign->options;
    struct buffer line = {0};
    buffer_format(&line, "{\"campaign\":{\"jets\":\"%s\",\"seed\":%" PRIu64, RUNNER_VERSION,
                  options->seed);
    if (options->shard.parts > 0)
        buffer_format(&line, ",\"shard\":\"%u/%u\"", options->shard.part, options->shard.parts);
    options_json(options, &line);
    fprintf(out, "%s}}\n", line.at);
    buffer_free(&line);
}

static void write_summary(const struct campaign *campaign, enum status status, FILE *out)
{
    struct buffer line = {0};
    buffer_format(&line,
                  "{\"summary\":{\"complete\":%s,\"cases\":%" PRIu64 ",\"tries\":%" PRIu64
                  ",\"wrong\":%" PRIu64 ",\"broken\":%" PRIu64 ",\"kinds\":%zu,\"verdicts\":",
                  status == STATUS_OK ? "true" : "false", campaign->cases, campaign->tries,
                  campaign_failures(campaign), campaign->broken, campaign->kinds_len);
    verdict_counts_json(campaign->verdicts, &line);
    fprintf(out, "%s}}\n", line.at);
    buffer_free(&line);
}

void campaign_lines(const struct campaign *campaign, enum status status, FILE *out)
{
    write_head(campaign, out);
    for (size_t i = 0; i < campaign->kinds_len; i++) {
        const struct kind *kind = &campaign->kinds[i];
        fprintf(out, "%s,\"first\":%" PRIu64 ",\"count\":%" PRIu64 "}\n", kind->json, kind->first,
                kind->count);
    }
    write_summary(campaign, status, out);
}

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "clock.h"
#include "escape.h"
#include "finding.h"
#include "stream_wire.h"
#include "testee.h"
#include "visible.h"

uint64_t campaign_failures(const struct campaign *campaign)
{
    uint64_t sum = 0;
    for (int i = 0; i < VERDICT_COUNT; i++)
        sum += verdict_is_failure((enum verdict)i) ? campaign->verdicts[i] : 0;
    return sum;
}

/* --- the text --- */

static void report_verdicts(const struct campaign *campaign, FILE *out)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (campaign->verdicts[i] > 0)
            fprintf(out, "%12" PRIu64 "  %-12s %s\n", campaign->verdicts[i],
                    verdict_name((enum verdict)i),
                    i == VERDICT_UNSCORED ? "nobody says what is right for the policy"
                                          : verdict_meaning((enum verdict)i));
    }
}

void campaign_report(const struct campaign *campaign, enum status status, FILE *out)
{
    double seconds = (double)(clock_us() - campaign->started_us) / 1000000;
    report_verdicts(campaign, out);
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

static bool is_utf8(const struct buffer *bytes)
{
    struct buffer shown = {0};
    visible_utf8(&shown, (const unsigned char *)bytes->at, bytes->len);
    bool same = shown.len == bytes->len &&
                (bytes->len == 0 || memcmp(shown.at, bytes->at, bytes->len) == 0);
    buffer_free(&shown);
    return same;
}

static void add_base64(struct buffer *out, const struct buffer *bytes)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = (const unsigned char *)bytes->at;
    for (size_t i = 0; i < bytes->len; i += 3) {
        size_t left = bytes->len - i;
        uint32_t three = (uint32_t)at[i] << 16 | (uint32_t)(left > 1 ? at[i + 1] : 0) << 8 |
                         (uint32_t)(left > 2 ? at[i + 2] : 0);
        char four[4] = {DIGITS[three >> 18], DIGITS[three >> 12 & 63], DIGITS[three >> 6 & 63],
                        DIGITS[three & 63]};
        size_t kept = left < 3 ? left + 1 : sizeof four;
        buffer_add(out, four, kept);
        buffer_add(out, "==", sizeof four - kept);
    }
}

static void add_reply(struct buffer *out, const struct buffer *reply)
{
    if (is_utf8(reply)) {
        buffer_text(out, "\"reply\":");
        escape_json_bytes(out, reply->at != NULL ? reply->at : "", reply->len);
        return;
    }
    buffer_text(out, "\"reply_base64\":\"");
    add_base64(out, reply);
    buffer_text(out, "\"");
}

static void add_outcome(struct buffer *out, const struct outcome *outcome)
{
    struct buffer text = {0};
    bool value = outcome->kind == OUTCOME_VALUE;
    if (value)
        visible_utf8(&text, outcome->text, outcome->text_len);
    else
        visible_utf8(&text, (const unsigned char *)outcome->detail, strlen(outcome->detail));
    buffer_format(out, "{\"%s\":", value ? "text" : outcome_kind_name(outcome->kind));
    if (outcome->kind == OUTCOME_NONE)
        escape_json(out, outcome_reason(outcome));
    else
        escape_json_bytes(out, text.at != NULL ? text.at : "", text.len);
    buffer_text(out, "}");
    buffer_free(&text);
}

/* The relation, and the other of its two replies. */
static void add_relation(struct buffer *out, const struct finding *finding)
{
    buffer_format(out, ",\"relation\":\"%s\",\"other\":{", finding->relation);
    add_reply(out, &finding->other);
    buffer_text(out, ",\"got\":");
    add_outcome(out, &finding->other_got);
    buffer_text(out, "}");
}

void campaign_finding_json(struct buffer *out, const char *id, const struct finding *finding)
{
    buffer_format(out, "{\"finding\":\"%s\",\"verdict\":\"%s\",\"operation\":\"%s\"", id,
                  verdict_name(finding->verdict), OPERATION_NAMES[finding->operation]);
    buffer_text(out, ",\"options\":{");
    for (size_t i = 0; i < finding->options_len; i++)
        buffer_format(out, "%s\"%s\":\"%s\"", i > 0 ? "," : "", finding->options[i].name,
                      finding->options[i].value);
    buffer_text(out, "}");
    if (finding->policy != NULL)
        buffer_format(out, ",\"policy\":\"%s\"", finding->policy);
    if (finding->relation != NULL)
        add_relation(out, finding);
    if (finding->rules != NULL)
        buffer_format(out, ",\"rules\":\"%s\"", finding->rules);
    buffer_text(out, ",\"expected\":");
    add_outcome(out, &finding->right);
    buffer_text(out, ",\"got\":");
    add_outcome(out, &finding->got);
    buffer_text(out, ",");
    add_reply(out, &finding->reply);
}

static void write_head(const struct campaign *campaign, FILE *out)
{
    const struct options *options = campaign->options;
    struct buffer line = {0};
    buffer_format(&line, "{\"campaign\":{\"jets\":\"%s\",\"seed\":%" PRIu64, RUNNER_VERSION,
                  options->seed);
    if (options->shard.parts > 0)
        buffer_format(&line, ",\"shard\":\"%u/%u\"", options->shard.part, options->shard.parts);
    struct buffer words = {0};
    struct buffer shown = {0};
    options_again(options, COMMAND_FUZZ, &words);
    visible_utf8(&shown, (const unsigned char *)words.at + 1, words.len - 1);
    buffer_text(&line, ",\"options\":");
    escape_json(&line, shown.at);
    buffer_text(&line, ",\"testee\":");
    words.len = shown.len = 0;
    options_testee(options, &words);
    visible_utf8(&shown, (const unsigned char *)words.at + 1, words.len - 1);
    escape_json(&line, shown.at);
    fprintf(out, "%s}}\n", line.at);
    buffer_free(&line);
    buffer_free(&words);
    buffer_free(&shown);
}

static void write_summary(const struct campaign *campaign, enum status status, FILE *out)
{
    const char *separator = "";
    fprintf(out,
            "{\"summary\":{\"complete\":%s,\"cases\":%" PRIu64 ",\"tries\":%" PRIu64
            ",\"wrong\":%" PRIu64 ",\"broken\":%" PRIu64 ",\"kinds\":%zu,\"verdicts\":{",
            status == STATUS_OK ? "true" : "false", campaign->cases, campaign->tries,
            campaign_failures(campaign), campaign->broken, campaign->kinds_len);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (campaign->verdicts[i] == 0)
            continue;
        fprintf(out, "%s\"%s\":%" PRIu64, separator, verdict_name((enum verdict)i),
                campaign->verdicts[i]);
        separator = ",";
    }
    fputs("}}}\n", out);
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

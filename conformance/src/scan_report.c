#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compare.h"
#include "escape.h"
#include "finding.h"
#include "scan.h"
#include "visible.h"

enum { SHOWN = 600 };

/* --- one difference --- */

static void add_json(struct buffer *out, uint64_t line, const struct buffer *reply,
                     const struct trial *trial)
{
    buffer_format(out, "{\"difference\":%" PRIu64 ",\"verdict\":\"%s\",", line,
                  verdict_name(trial->verdict));
    if (trial->policy != NULL)
        buffer_format(out, "\"policy\":\"%s\",", trial->policy);
    buffer_text(out, "\"expected\":");
    finding_outcome_json(out, &trial->right);
    buffer_text(out, ",\"got\":");
    finding_outcome_json(out, &trial->got);
    buffer_text(out, ",\"reply\":");
    escape_json_bytes(out, reply->at, reply->len);
    buffer_text(out, "}\n");
}

static void add_shown(struct buffer *out, uint64_t line, const struct buffer *reply,
                      const struct trial *trial)
{
    buffer_format(out, "%s  line %" PRIu64 "\n", verdict_name(trial->verdict), line);
    finding_show_outcome(out, "expected", &trial->right);
    finding_show_outcome(out, "got", &trial->got);
    if (trial->policy != NULL)
        buffer_format(out, "  %-9s %s\n", "policy", trial->policy);
    buffer_format(out, "  %-9s ", "reply");
    visible_short(out, (const unsigned char *)reply->at, reply->len, SHOWN);
    buffer_text(out, "\n");
}

void scan_add_difference(struct buffer *message, uint64_t line, const struct buffer *reply,
                         const struct trial *trial)
{
    struct buffer json = {0};
    struct buffer text = {0};
    add_json(&json, line, reply, trial);
    add_shown(&text, line, reply, trial);
    struct scan_difference head = {.line = line,
                                   .verdict = (uint32_t)trial->verdict,
                                   .json_len = (uint32_t)json.len,
                                   .text_len = (uint32_t)text.len};
    buffer_add(message, &head, sizeof head);
    buffer_add(message, json.at, json.len);
    buffer_add(message, text.at, text.len);
    buffer_free(&json);
    buffer_free(&text);
}

/* --- what was counted --- */

uint64_t scan_lines(const struct scan *scan)
{
    uint64_t lines = 0;
    for (unsigned i = 0; i < scan->jobs; i++)
        lines = scan->places[i].read > lines ? scan->places[i].read : lines;
    return lines;
}

uint64_t scan_replies(const struct scan *scan)
{
    return scan->counts.lacks[LOG_HAS_REPLY];
}

uint64_t scan_differences(const struct scan *scan)
{
    uint64_t sum = 0;
    for (int i = 0; i < VERDICT_COUNT; i++)
        sum += verdict_is_failure((enum verdict)i) ? scan->counts.verdicts[i] : 0;
    return sum;
}

static uint64_t lacking(const struct scan *scan)
{
    uint64_t sum = 0;
    for (int i = LOG_EMPTY; i < LOG_LACKS; i++)
        sum += scan->counts.lacks[i];
    return sum;
}

bool scan_judged(const struct scan *scan)
{
    return scan_replies(scan) + lacking(scan) == 0 || verdict_judged(scan->counts.verdicts) > 0;
}

static void report_lacks(const struct scan *scan, FILE *out)
{
    for (int i = LOG_EMPTY; i < LOG_LACKS; i++) {
        if (scan->counts.lacks[i] > 0)
            fprintf(out, "%12" PRIu64 "  %s (the first: line %" PRIu64 ")\n", scan->counts.lacks[i],
                    log_lack_text((enum log_lack)i), scan->counts.first_lack[i]);
    }
}

void scan_report(const struct scan *scan, enum status status, FILE *out)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        const struct scan_examples *examples = &scan->examples[i];
        for (size_t k = 0; k < examples->len; k++)
            fprintf(out, "%s\n", examples->at[k].text);
    }
    verdict_counts_text(scan->counts.verdicts, out);
    report_lacks(scan, out);
    struct buffer name = {0};
    visible_add(&name, (const unsigned char *)scan->options->target, strlen(scan->options->target));
    uint64_t differences = scan_differences(scan);
    fprintf(out, "%s: %" PRIu64 " %s", name.at, scan_replies(scan),
            scan_replies(scan) == 1 ? "reply" : "replies");
    if (lacking(scan) > 0)
        fprintf(out, ", %" PRIu64 " %s without one", lacking(scan),
                lacking(scan) == 1 ? "line" : "lines");
    fprintf(out, "; %" PRIu64 " %s", differences, differences == 1 ? "differs" : "differ");
    if (!scan_judged(scan))
        fputs("; nothing was judged", out);
    if (status != STATUS_OK)
        fprintf(out, "; not read to its end (%s)",
                status == STATUS_INTERRUPTED ? "interrupted" : "it could not go on");
    fputs("\n", out);
    buffer_free(&name);
}

void scan_head_line(const struct scan *scan, struct buffer *out)
{
    const struct shard *shard = &scan->options->shard;
    buffer_format(out, "{\"scan\":{\"jets\":\"%s\",\"log\":", RUNNER_VERSION);
    escape_json_shown(out, scan->options->target, strlen(scan->options->target));
    buffer_text(out, ",\"field\":");
    escape_json_shown(out, scan->field, strlen(scan->field));
    options_json(scan->options, out);
    if (shard->parts > 0)
        buffer_format(out, ",\"shard\":\"%u/%u\"", shard->part, shard->parts);
    buffer_text(out, "}}\n");
}

void scan_summary_line(const struct scan *scan, enum status status, struct buffer *out)
{
    const char *separator = "";
    buffer_format(out,
                  "{\"summary\":{\"complete\":%s,\"lines\":%" PRIu64 ",\"replies\":%" PRIu64
                  ",\"differences\":%" PRIu64 ",\"verdicts\":",
                  status == STATUS_OK ? "true" : "false", scan_replies(scan) + lacking(scan),
                  scan_replies(scan), scan_differences(scan));
    verdict_counts_json(scan->counts.verdicts, out);
    buffer_text(out, ",\"without\":{");
    for (int i = LOG_EMPTY; i < LOG_LACKS; i++) {
        if (scan->counts.lacks[i] == 0)
            continue;
        buffer_format(out, "%s\"%s\":%" PRIu64, separator, log_lack_text((enum log_lack)i),
                      scan->counts.lacks[i]);
        separator = ",";
    }
    buffer_text(out, "}}}\n");
}

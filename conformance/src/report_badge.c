/*
 * report_badge.c - a badge, in the JSON that the service shields reads from an address: how many
 * wrong values were taken for answers, and only then how many cases were met, beside the floor.
 */
#include "escape.h"
#include "report.h"
#include "report_parts.h"

static void add_message(const struct report *report, struct buffer *out)
{
    const struct tally_row *all = &report->tally.all;
    size_t hijacks = all->verdicts[VERDICT_HIJACK];
    size_t invented = all->verdicts[VERDICT_INVENTED];
    if (hijacks == 0 && invented == 0)
        buffer_text(out, "no hijacks");
    if (hijacks > 0)
        buffer_format(out, "%zu %s", hijacks, hijacks == 1 ? "hijack" : "hijacks");
    if (invented > 0)
        buffer_format(out, "%s%zu invented", hijacks > 0 ? ", " : "", invented);
    buffer_format(out, " \xC2\xB7 %zu/%zu", tally_met(all), tally_total(all));
    if (report_has_floors(report)) {
        buffer_text(out, " \xC2\xB7 floor ");
        report_floor(report, all, out);
    }
}

static const char *colour_of(const struct report *report)
{
    const struct tally_row *all = &report->tally.all;
    if (!report_is_complete(report))
        return "lightgrey";
    if (all->verdicts[VERDICT_HIJACK] + all->verdicts[VERDICT_INVENTED] > 0)
        return "red";
    return tally_failures(all) > 0 || report_problem_count(report) > 0 ? "yellow" : "brightgreen";
}

static void badge_begin(struct report *report)
{
    (void)report; /* it is one line, written at the end */
}

static void badge_add(struct report *report, const struct record *record)
{
    (void)report;
    (void)record;
}

static void badge_end(struct report *report)
{
    struct buffer message = {0};
    struct buffer line = {0};
    bool complete = report_is_complete(report);
    if (complete)
        add_message(report, &message);
    else
        report_incomplete(report, &message);
    buffer_text(&line, "{\"schemaVersion\":1,\"label\":");
    struct buffer label = {0};
    buffer_format(&label, "JETS %s", report->head.corpus_version);
    escape_json(&line, report->head.corpus_version[0] != '\0' ? label.at : "JETS");
    buffer_text(&line, ",\"message\":");
    escape_json(&line, message.at);
    fprintf(report->out, "%s,\"color\":\"%s\"%s}\n", line.at, colour_of(report),
            complete ? "" : ",\"isError\":true");
    buffer_free(&label);
    buffer_free(&line);
    buffer_free(&message);
}

const struct report_format REPORT_BADGE = {
    .name = "badge",
    .about = "JSON for a badge, as the service shields reads it",
    .begin = badge_begin,
    .add = badge_add,
    .end = badge_end,
};

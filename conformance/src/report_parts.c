#include "report_parts.h"

#include <inttypes.h>
#include <string.h>

#include "visible.h"

enum { SHOWN_VALUE = 400, SHOWN_STDERR = 400, SHOWN_MESSAGE = 160, LABEL_WIDTH = 10 };

/* --- the run --- */

void report_title(const struct report *report, struct buffer *out)
{
    const struct record_head *head = &report->head;
    buffer_format(out, "%" PRIu64 " %s, corpus %s: %s", head->selected,
                  head->selected == 1 ? "case" : "cases",
                  head->corpus_version[0] != '\0' ? head->corpus_version : "without a version",
                  head->command);
}

static void add_setting(struct buffer *out, const char *name, const char *text)
{
    if (text[0] != '\0')
        buffer_format(out, "%s%s: %s", out->len > 0 ? "; " : "", name, text);
}

void report_setting(const struct report *report, struct buffer *out)
{
    const struct record_head *head = &report->head;
    buffer_add(out, "", 0);
    add_setting(out, "implementation", head->implementation);
    add_setting(out, "policy", head->policy);
    add_setting(out, "mode", strcmp(head->mode, "exec") != 0 ? head->mode : "");
    add_setting(out, "shard", head->shard);
    add_setting(out, "baseline", head->baseline);
    if (head->repeat > 1)
        buffer_format(out, "%seach case %" PRIu64 " times", out->len > 0 ? "; " : "", head->repeat);
}

static void count_failures(const struct report *report, int severity, const char *separator,
                           struct buffer *out)
{
    const struct tally_row *row = &report->tally.severities[severity];
    buffer_format(out, "%s%s %zu of %zu", separator, SEVERITY_NAMES[severity],
                  tally_failures(row), tally_total(row));
    if (row->known > 0)
        buffer_format(out, " (%zu known)", row->known);
}

void report_counts(const struct report *report, struct buffer *out)
{
    const struct tally *tally = &report->tally;
    size_t total = tally_total(&tally->all);
    buffer_format(out, "%zu %s:", total, total == 1 ? "case" : "cases");
    const char *separator = " ";
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (tally->all.verdicts[i] == 0)
            continue;
        buffer_format(out, "%s%zu %s", separator, tally->all.verdicts[i],
                      verdict_name((enum verdict)i));
        separator = ", ";
    }
    separator = "; failures: ";
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) == 0)
            continue;
        count_failures(report, i, separator, out);
        separator = ", ";
    }
}

bool report_has_floors(const struct report *report)
{
    return report->tally.all.floored > 0;
}

void report_floor(const struct report *report, const struct tally_row *row, struct buffer *out)
{
    if (row->floored == 0) {
        buffer_text(out, "?");
        return;
    }
    size_t best = tally_best_floor(row, report->head.floors.len);
    buffer_format(out, "%zu", row->floors[best]);
    if (row->floored < tally_total(row))
        buffer_format(out, " of %zu", row->floored);
    if (row->floors[best] > 0)
        buffer_format(out, " %s", report->head.floors.items[best]);
}

bool report_has_column(const struct report *report, enum verdict verdict)
{
    return verdict == VERDICT_PASS || report->tally.all.verdicts[verdict] > 0;
}

void report_problems(struct report *report, void (*say)(struct report *report, const char *text))
{
    for (size_t i = 0; i < report->tail.unmatched.len; i++) {
        struct buffer line = {0};
        buffer_format(&line, "the baseline names %s, which is none of the cases that were run",
                      report->tail.unmatched.items[i]);
        say(report, line.at);
        buffer_free(&line);
    }
    for (size_t i = 0; i < report->tail.remarks.len; i++)
        say(report, report->tail.remarks.items[i]);
}

size_t report_problem_count(const struct report *report)
{
    return report->tail.unmatched.len + report->tail.remarks.len;
}

/* --- time --- */

void report_seconds(uint64_t us, struct buffer *out)
{
    uint64_t ms = (us + 500) / 1000;
    buffer_format(out, "%" PRIu64 ".%03" PRIu64, ms / 1000, ms % 1000);
}

void report_milliseconds(uint64_t us, struct buffer *out)
{
    buffer_format(out, "%" PRIu64 ".%" PRIu64, us / 1000, us % 1000 / 100);
}

/* --- one case --- */

static void add_short(struct buffer *out, const char *text, size_t max)
{
    visible_short(out, (const unsigned char *)text, strlen(text), max);
}

bool record_is_known(const struct record *record)
{
    return record->state == RECORD_KNOWN;
}

/* What the baseline says where that is not what came. */
static void add_baseline(const struct record *record, struct buffer *out)
{
    if (record->state == RECORD_FIXED || record->state == RECORD_CHANGED)
        buffer_format(out, "; the baseline expects %s", record->known_verdict);
    else if (record->state == RECORD_KNOWN && record->known_reason[0] != '\0')
        buffer_format(out, "; known: %s", record->known_reason);
}

static bool has_comparison(enum verdict verdict)
{
    return verdict == VERDICT_HIJACK || verdict == VERDICT_INVENTED || verdict == VERDICT_LOST;
}

void record_message(const struct record *record, struct buffer *out)
{
    buffer_text(out, verdict_name(record->verdict));
    if (has_comparison(record->verdict)) {
        buffer_text(out, ": expected ");
        add_short(out, record->expected, SHOWN_MESSAGE);
        buffer_text(out, ", got ");
        add_short(out, record->got, SHOWN_MESSAGE);
        if (record->is_decoy)
            buffer_text(out, " (a value that real code returned)");
    } else if (record->reason[0] != '\0') {
        buffer_text(out, ": ");
        add_short(out, record->reason, SHOWN_MESSAGE);
    } else if (record->repeats[0] != '\0') {
        buffer_format(out, ": %s", record->repeats);
    } else if (record->detail[0] != '\0' && record->verdict != VERDICT_PASS &&
               record->verdict != VERDICT_ACCEPTABLE) {
        buffer_text(out, ": ");
        add_short(out, record->detail, SHOWN_MESSAGE);
    }
    add_baseline(record, out);
}

/* --- all about a case --- */

struct details {
    const char *indent;
    struct buffer *out;
};

static void label(const struct details *details, const char *name)
{
    buffer_format(details->out, "%s%-*s", details->indent, LABEL_WIDTH, name);
}

static void text_line(const struct details *details, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    label(details, name);
    buffer_format(details->out, "%s\n", text);
}

static void value_line(const struct details *details, const char *name, const char *text)
{
    label(details, name);
    add_short(details->out, text, SHOWN_VALUE);
    buffer_text(details->out, "\n");
}

static void outcome_line(const struct details *details, const struct record *record)
{
    label(details, "outcome");
    buffer_text(details->out, record->outcome[0] != '\0' ? record->outcome : "not run");
    if (record->detail[0] != '\0')
        buffer_format(details->out, ": %s", record->detail);
    if (record->wall_us != RECORD_UNMEASURED) {
        buffer_text(details->out, " (");
        report_milliseconds(record->wall_us, details->out);
        buffer_text(details->out, " ms");
        if (record->peak_kb != RECORD_UNMEASURED)
            buffer_format(details->out, ", %" PRIu64 " kB", record->peak_kb);
        buffer_text(details->out, ")");
    }
    buffer_text(details->out, "\n");
}

static void baseline_line(const struct details *details, const struct record *record)
{
    if (record->state == RECORD_PLAIN)
        return;
    label(details, "baseline");
    buffer_text(details->out, RECORD_STATE_NAMES[record->state]);
    if (record->known_verdict[0] != '\0')
        buffer_format(details->out, ": it expects %s", record->known_verdict);
    if (record->known_reason[0] != '\0')
        buffer_format(details->out, ", because %s", record->known_reason);
    buffer_text(details->out, "\n");
}

static void reply_lines(const struct details *details, const struct record *record)
{
    label(details, "reply");
    buffer_format(details->out, "%" PRIu64 " bytes", record->reply_bytes);
    if (record->answer_len != RECORD_UNMEASURED)
        buffer_format(details->out, "; the answer is %" PRIu64 " bytes from byte %" PRIu64 " on",
                      record->answer_len, record->answer_at);
    buffer_text(details->out, "\n");
    for (const char *line = record->reply; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        buffer_format(details->out, "%s  | ", details->indent);
        buffer_add(details->out, line, len);
        buffer_text(details->out, "\n");
        line += len + (line[len] == '\n');
    }
}

/* Its end: what a program says last is why it ended. */
static void stderr_line(const struct details *details, const struct record *record)
{
    size_t len = strlen(record->err);
    if (len == 0)
        return;
    size_t from = len > SHOWN_STDERR ? len - SHOWN_STDERR : 0;
    from = visible_boundary((const unsigned char *)record->err, len, from);
    label(details, "stderr");
    buffer_format(details->out, "%s%s\n", from > 0 ? "\xE2\x80\xA6 " : "", record->err + from);
}

void record_details(const struct record *record, const char *indent, struct buffer *out)
{
    const struct details details = {indent, out};
    text_line(&details, "title", record->title);
    text_line(&details, "why", record->why);
    text_line(&details, "rules", record->rules);
    text_line(&details, "asked", record->asked);
    text_line(&details, "policy", record->policy);
    outcome_line(&details, record);
    text_line(&details, "repeats", record->repeats);
    text_line(&details, "reason", record->reason);
    baseline_line(&details, record);
    value_line(&details, "expected", record->expected);
    for (size_t i = 0; i < record->alternatives.len; i++)
        value_line(&details, i == 0 ? "or" : "", record->alternatives.items[i]);
    value_line(&details, "got", record->got);
    if (record->is_decoy)
        text_line(&details, "decoy", "a value that real code returned");
    text_line(&details, "differs", record->difference);
    reply_lines(&details, record);
    stderr_line(&details, record);
    text_line(&details, "again", record->again);
}

/*
 * report_html.c - one HTML file that needs no other: tables of verdicts with the floors, every
 * failure, folded, with reply, expected and got.
 *
 * No script: folding is the browser's own, so that the keyboard works. Colours follow the reader's
 * choice of light or dark. A policy in the page forbids it to load anything.
 */
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "report.h"
#include "report_parts.h"
#include "visible.h"

enum { SHOWN_VALUE = 300, SHOWN_REPLY = 700, SHOWN_STDERR = 300 };

static const char HEAD[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n";

static const char STYLE[] =
    "<style>\n"
    ":root{color-scheme:light dark;--line:#c8c8c8;--soft:#f4f4f4;--bad:#b00020;--good:#1b6e2c}\n"
    "@media (prefers-color-scheme:dark){:root{--line:#4a4a4a;--soft:#222;--bad:#ff8a8a;"
    "--good:#7fd492}}\n"
    "body{font:1rem/1.45 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}\n"
    "h1{font-size:1.4rem}h2{font-size:1.15rem;margin-top:2rem}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse}\n"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right;"
    "white-space:nowrap}\n"
    "th:first-child,th:last-child,td:last-child{text-align:left}\n"
    "@media (max-width:40rem){table{font-size:.85rem}th,td{padding:.2rem .35rem}}\n"
    ".bad{color:var(--bad);font-weight:600}.good{color:var(--good)}\n"
    ".warn{border:2px solid var(--bad);padding:.5rem .8rem}\n"
    "details{border-bottom:1px solid var(--line)}summary{padding:.4rem 0;cursor:pointer;"
    "overflow-wrap:anywhere}\n"
    "dl{display:grid;grid-template-columns:minmax(4.5rem,max-content) minmax(0,1fr);gap:.2rem .8rem;"
    "margin:.2rem 0 1rem}\n"
    "dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}\n"
    "code,pre{font:.88rem/1.4 ui-monospace,monospace;background:var(--soft)}\n"
    "pre{margin:0;padding:.4rem;white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "</style>\n";

static void put(const struct report *report, const char *text)
{
    struct buffer escaped = {0};
    escape_xml(&escaped, text);
    fputs(escaped.at, report->out);
    buffer_free(&escaped);
}

static void put_element(const struct report *report, const char *open, const char *text,
                        const char *close)
{
    fputs(open, report->out);
    put(report, text);
    fputs(close, report->out);
}

/* --- tables --- */

static void table_head(const struct report *report, const char *what)
{
    fprintf(report->out,
            "<div class=\"wide\" role=\"region\" aria-label=\"By %s\" tabindex=\"0\">\n<table>\n"
            "<thead><tr><th scope=\"col\">%s</th><th scope=\"col\">cases</th>",
            what, what);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (report_has_column(report, (enum verdict)i))
            fprintf(report->out, "<th scope=\"col\" title=\"%s\">%s</th>",
                    verdict_meaning((enum verdict)i), verdict_name((enum verdict)i));
    }
    fputs("<th scope=\"col\">floor</th></tr></thead>\n<tbody>\n", report->out);
}

static const char *class_of(enum verdict verdict)
{
    if (verdict == VERDICT_PASS)
        return " class=\"good\"";
    return verdict_is_failure(verdict) ? " class=\"bad\"" : "";
}

/* The name is a link to the first failure of its category, where there is one. */
static void put_name(const struct report *report, const char *name, const struct tally_row *row,
                     bool link)
{
    fputs("<tr><th scope=\"row\">", report->out);
    if (link && row->failing > 0) {
        put_element(report, "<a href=\"#", name, "\">");
        put_element(report, "", name, "</a>");
    } else {
        put(report, name);
    }
    fputs("</th>", report->out);
}

static void table_row(const struct report *report, const char *name, const struct tally_row *row,
                      bool link)
{
    struct buffer floor = {0};
    put_name(report, name, row, link);
    fprintf(report->out, "<td>%zu</td>", tally_total(row));
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (!report_has_column(report, (enum verdict)i))
            continue;
        if (row->verdicts[i] > 0)
            fprintf(report->out, "<td%s>%zu</td>", class_of((enum verdict)i), row->verdicts[i]);
        else
            fputs("<td>\xC2\xB7</td>", report->out);
    }
    report_floor(report, row, &floor);
    put_element(report, "<td>", floor.at, "</td></tr>\n");
    buffer_free(&floor);
}

static void tables(const struct report *report)
{
    static const char END[] = "</tbody>\n</table>\n</div>\n";
    const struct tally *tally = &report->tally;
    if (tally_total(&tally->all) == 0)
        return;
    fputs("<h2>By severity</h2>\n", report->out);
    table_head(report, "severity");
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) > 0)
            table_row(report, SEVERITY_NAMES[i], &tally->severities[i], false);
    }
    fprintf(report->out, "%s<h2>By category</h2>\n", END);
    table_head(report, "category");
    for (size_t i = 0; i < tally->category_count; i++)
        table_row(report, tally->categories[i].name, &tally->categories[i].row, true);
    fprintf(report->out,
            "%s<p>floor: what the best of the degenerate programs meets of the same cases</p>\n",
            END);
}

/* --- failures --- */

static void put_line(const struct report *report, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    fprintf(report->out, "<dt>%s</dt>", name);
    put_element(report, "<dd>", text, "</dd>\n");
}

static void put_code(const struct report *report, const char *name, const char *text, size_t max)
{
    struct buffer shortened = {0};
    if (text[0] == '\0')
        return;
    visible_short(&shortened, (const unsigned char *)text, strlen(text), max);
    fprintf(report->out, "<dt>%s</dt>", name);
    put_element(report, "<dd><code>", shortened.at, "</code></dd>\n");
    buffer_free(&shortened);
}

/* A reply keeps its lines, so it is cut here and not by visible_short. */
static void put_reply(const struct report *report, const struct record *record)
{
    const char *reply = record->reply;
    size_t len = strlen(reply);
    size_t head = len > SHOWN_REPLY ? SHOWN_REPLY * 3 / 4 : len;
    size_t tail = len > SHOWN_REPLY ? len - SHOWN_REPLY / 4 : len;
    head = visible_boundary((const unsigned char *)reply, len, head);
    tail = visible_boundary((const unsigned char *)reply, len, tail);
    if (len == 0)
        return;
    char *begin = memory_copy(reply, head);
    fprintf(report->out, "<dt>reply</dt><dd>%llu bytes",
            (unsigned long long)record->reply_bytes);
    put_element(report, "<pre>", begin, "");
    if (tail > head)
        put_element(report, "\n\xE2\x80\xA6\n", reply + tail, "");
    fputs("</pre></dd>\n", report->out);
    free(begin);
}

static void put_baseline(const struct report *report, const struct record *record)
{
    struct buffer text = {0};
    if (record->state == RECORD_PLAIN)
        return;
    buffer_text(&text, RECORD_STATE_NAMES[record->state]);
    if (record->known_verdict[0] != '\0')
        buffer_format(&text, ": it expects %s", record->known_verdict);
    put_line(report, "baseline", text.at);
    buffer_free(&text);
}

static void put_failure(const struct report *report, const struct record *record)
{
    fprintf(report->out, "<details><summary><span%s>%s</span> ", class_of(record->verdict),
            verdict_name(record->verdict));
    put(report, record->id);
    fprintf(report->out, " (%s)</summary>\n<dl>\n", SEVERITY_NAMES[record->severity]);
    put_line(report, "title", record->title);
    put_line(report, "why", record->why);
    put_line(report, "rules", record->rules);
    put_line(report, "asked", record->asked);
    put_line(report, "policy", record->policy);
    put_line(report, "outcome", record->outcome);
    put_line(report, "detail", record->detail);
    put_line(report, "repeats", record->repeats);
    put_line(report, "reason", record->reason);
    put_baseline(report, record);
    put_code(report, "expected", record->expected, SHOWN_VALUE);
    for (size_t i = 0; i < record->alternatives.len; i++)
        put_code(report, "or", record->alternatives.items[i], SHOWN_VALUE);
    put_code(report, "got", record->got, SHOWN_VALUE);
    if (record->is_decoy)
        put_line(report, "decoy", "a value that real code returned");
    put_code(report, "differs", record->difference, SHOWN_VALUE);
    put_reply(report, record);
    put_code(report, "stderr", record->err, SHOWN_STDERR);
    put_code(report, "again", record->again, SIZE_MAX);
    fputs("</dl></details>\n", report->out);
}

static void html_add(struct report *report, const struct record *record)
{
    if (!record->fails)
        return;
    if (report->count++ == 0)
        fputs("<h2>Failures</h2>\n", report->out);
    if (strcmp(report->own.at, record->category) != 0) {
        report->own.len = 0;
        buffer_text(&report->own, record->category);
        put_element(report, "<h3 id=\"", record->category, "\">");
        put_element(report, "", record->category, "</h3>\n");
    }
    put_failure(report, record);
}

/* --- the format --- */

static void put_problem(struct report *report, const char *text)
{
    put_element(report, "<p class=\"warn\">", text, "</p>\n");
}

static void put_title(const struct report *report)
{
    struct buffer text = {0};
    report_title(report, &text);
    put_element(report, "<title>JETS: ", text.at, "</title>\n");
    fputs(STYLE, report->out);
    fputs("</head>\n<body>\n<main>\n<h1>JETS</h1>\n", report->out);
    put_element(report, "<p>", text.at, "</p>\n");
    text.len = 0;
    report_setting(report, &text);
    if (text.len > 0)
        put_element(report, "<p>", text.at, "</p>\n");
    buffer_free(&text);
}

static void html_begin(struct report *report)
{
    struct buffer text = {0};
    buffer_add(&report->own, "", 0);
    fputs(HEAD, report->out);
    put_title(report);
    if (!report_is_complete(report)) {
        report_incomplete(report, &text);
        put_problem(report, text.at);
        text.len = 0;
    }
    report_counts(report, &text);
    put_element(report, "<p>", text.at, "</p>\n");
    report_problems(report, put_problem);
    for (size_t i = 0; i < report->notes.len; i++)
        put_element(report, "<p>note: ", report->notes.items[i], "</p>\n");
    buffer_free(&text);
    tables(report);
}

static void html_end(struct report *report)
{
    fputs("</main>\n</body>\n</html>\n", report->out);
}

const struct report_format REPORT_HTML = {
    .name = "html",
    .about = "one HTML file that needs no other",
    .begin = html_begin,
    .add = html_add,
    .end = html_end,
};

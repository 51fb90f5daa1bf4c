/*
 * explain_show.c - the two forms of an explained reply.
 */
#include <string.h>

#include "escape.h"
#include "explain.h"
#include "rules.h"
#include "visible.h"

enum { SHOWN = 2000, SHOWN_HTML = 1 << 20 };

/* Each kind: how a person calls it, its colour on a terminal, its look on a page. */
static const struct look {
    const char *kind, *label, *colour, *mark;
    const char *about;
} LOOKS[] = {
    {"reasoning", "reasoning", "\033[2m", "reasoning", "hidden as reasoning"},
    {"fence", "fence", "\033[34m", "fence", "a fence opens"},
    {"fence-end", "fence end", "\033[34m", "fence", "a fence ends"},
    {"candidate", "candidate", "\033[33m", "candidate", "a value that counts"},
    {"broken", "broken", "\033[31m", "broken", "an attempt at a value that is none"},
    {"cut", "cut off", "\033[31m", "broken", "a value that never ends"},
    {"skipped", "skipped", "\033[36m", "skipped", "passed over as prose"},
    {"open", "bracket", "\033[36m", "skipped", "a bracket of the prose"},
    {"close", "bracket", "\033[36m", "skipped", "the end of one"},
    {"marker", "marker", "\033[35m", "marker", "a marker that is prose"},
    {"whole", "whole", "\033[32m", "candidate", "the reply as a whole"},
};
static const struct look ANSWER = {"answer", "answer", "\033[1;32m", "answer", "the answer"};
static const struct look PROSE = {"", "", "", "", "nothing"};

static const struct look *look_of(const struct sight *sight)
{
    if (sight == NULL)
        return &PROSE;
    if (sight->answer)
        return &ANSWER;
    for (size_t i = 0; i < sizeof LOOKS / sizeof LOOKS[0]; i++) {
        if (strcmp(LOOKS[i].kind, sight->kind) == 0)
            return &LOOKS[i];
    }
    return &PROSE;
}

static void add_result(const struct explained *explained, struct buffer *out)
{
    if (explained->value)
        buffer_format(out, "value: %s of %zu bytes at byte %zu",
                      explained->type != NULL ? explained->type : "value", explained->len,
                      explained->at);
    else
        buffer_format(out, "none: %s", explained->reason != NULL ? explained->reason : "");
    buffer_format(out, ", by %s", explained->rule);
}

/* --- text --- */

struct text {
    const struct explained *explained;
    FILE *out;
    bool colour;
};

static void write_line(void *ctx, const struct sight *sight, size_t at, size_t len, unsigned depth)
{
    const struct text *text = ctx;
    const struct look *look = look_of(sight);
    const char *colour = text->colour ? look->colour : "";
    struct buffer shown = {0};
    visible_short(&shown, text->explained->reply + at, len, SHOWN);
    fprintf(text->out, "%8zu  %-5s %s%-10s%s%s%s%s\n", at, sight != NULL ? sight->rule : "",
            depth > 0 ? "  " : "", look->label, colour, shown.at != NULL ? shown.at : "",
            colour[0] != '\0' ? "\033[0m" : "",
            sight != NULL && sight->piece && !sight->answer ? "  (a piece of a bracket)" : "");
    buffer_free(&shown);
}

void explained_text(const struct explained *explained, bool colour, FILE *out)
{
    struct buffer result = {0};
    struct text text = {explained, out, colour};
    add_result(explained, &result);
    fprintf(out, "%s\n%s: %s\n\n", result.at, explained->rule, rule_words(explained->rule));
    buffer_free(&result);
    explained_walk(explained, &text, write_line);
}

/* --- HTML --- */

static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<style>\n"
    ":root{color-scheme:light dark;--ink:#1d1d1d;--soft:#5a5a5a;--answer:#c9efcf;--value:#fff0b8;"
    "--broken:#ffd5d0;--fence:#d6e4ff;--skip:#d5f1f3}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#ececec;--soft:#a8a8a8;--answer:#1d5a2b;"
    "--value:#5a4a10;--broken:#6a241d;--fence:#203c70;--skip:#14494d}}\n"
    "body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);max-width:60rem;margin:0 auto;"
    "padding:1rem}\n"
    "h1{font-size:1.3rem;overflow-wrap:anywhere}\n"
    "pre{font:.95rem/1.6 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;"
    "border:1px solid var(--soft);padding:.8rem}\n"
    "mark{color:inherit;background:none;border-radius:.2rem}\n"
    ".answer{background:var(--answer);outline:2px solid currentColor}\n"
    ".candidate{background:var(--value);text-decoration:underline}\n"
    ".broken{background:var(--broken);text-decoration:underline wavy}\n"
    ".fence{background:var(--fence)}.skipped{background:var(--skip)}\n"
    ".marker{background:var(--fence);font-style:italic}\n"
    ".reasoning{color:var(--soft);font-style:italic;border-bottom:1px dotted}\n"
    "ol{padding-left:1.5rem}li{overflow-wrap:anywhere}code{font-family:ui-monospace,monospace}\n"
    "</style>\n";

struct page {
    const struct explained *explained;
    FILE *out;
};

static void put(FILE *out, const char *text)
{
    struct buffer escaped = {0};
    escape_xml(&escaped, text);
    fputs(escaped.at != NULL ? escaped.at : "", out);
    buffer_free(&escaped);
}

/* Invisible bytes are shown; a line break stays one as well. */
static void put_bytes(FILE *out, const unsigned char *bytes, size_t len)
{
    struct buffer shown = {0};
    buffer_add(&shown, "", 0);
    visible_lines(&shown, bytes, len < SHOWN_HTML ? len : SHOWN_HTML, "");
    put(out, shown.at);
    if (len > SHOWN_HTML)
        put(out, " […]");
    buffer_free(&shown);
}

/* What lies inside another thing is in the list alone. */
static void write_mark(void *ctx, const struct sight *sight, size_t at, size_t len, unsigned depth)
{
    struct page *page = ctx;
    const struct look *look = look_of(sight);
    if (depth > 0)
        return;
    if (sight != NULL)
        fprintf(page->out, "<mark class=\"%s\" title=\"%s, %s\">", look->mark, look->label,
                sight->rule);
    put_bytes(page->out, page->explained->reply + at, len);
    if (sight != NULL)
        fputs("</mark>", page->out);
}

static void write_item(void *ctx, const struct sight *sight, size_t at, size_t len, unsigned depth)
{
    struct page *page = ctx;
    const struct look *look = look_of(sight);
    (void)depth;
    if (sight == NULL)
        return;
    struct buffer shown = {0};
    visible_short(&shown, page->explained->reply + at, len, 200);
    fprintf(page->out, "<li><mark class=\"%s\">%s</mark> (byte %zu): %s. <code>", look->mark,
            look->label, at, look->about);
    put(page->out, shown.at != NULL ? shown.at : "");
    fputs("</code> ", page->out);
    put(page->out, sight->rule);
    fputs(": ", page->out);
    put(page->out, rule_words(sight->rule));
    fputs("</li>\n", page->out);
    buffer_free(&shown);
}

void explained_html(const struct explained *explained, const char *title, FILE *out)
{
    struct page page = {explained, out};
    struct buffer result = {0};
    add_result(explained, &result);
    fputs(HEAD, out);
    fputs("<title>", out);
    put(out, title);
    fputs("</title>\n</head>\n<body>\n<main>\n<h1>", out);
    put(out, title);
    fputs("</h1>\n<p><strong>", out);
    put(out, result.at);
    fputs("</strong>. ", out);
    put(out, rule_words(explained->rule));
    fputs("</p>\n<pre>", out);
    explained_walk(explained, &page, write_mark);
    fputs("</pre>\n<h2>What the rules see</h2>\n", out);
    fputs(explained->seen_len > 0 ? "<ol>\n" : "<p>Nothing.</p>\n", out);
    explained_walk(explained, &page, write_item);
    fputs(explained->seen_len > 0 ? "</ol>\n" : "", out);
    fputs("</main>\n</body>\n</html>\n", out);
    buffer_free(&result);
}

/*
 * report_text.c - the report for people: each failure in full, then verdicts by category and
 * severity, a last line. What sums up comes last, where a terminal shows it.
 */
#define _DEFAULT_SOURCE
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report.h"
#include "report_parts.h"
#include "visible.h"

enum { NAME_WIDTH = 26, NUMBER_GAP = 2, USUAL_WIDTH = 100 };

#define INDENT "  "

static const char *colour_of(enum verdict verdict)
{
    if (verdict == VERDICT_PASS)
        return "\033[32m";
    return verdict_is_failure(verdict) ? "\033[1;31m" : "\033[33m";
}

/* --- tables --- */

/* How the tables are laid out: as wide as they fit. */
struct layout {
    int name;         /* width of the first column */
    bool floor_names; /* the floor says whose it is */
};

/* Columns of the terminal that the report goes to; a usual width where it is another thing. */
static size_t width_of(FILE *out)
{
    struct winsize size;
    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return USUAL_WIDTH;
}

static size_t numbers_width(const struct report *report)
{
    size_t width = strlen(" cases");
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (report_has_column(report, (enum verdict)i))
            width += NUMBER_GAP + strlen(verdict_name((enum verdict)i));
    }
    return width;
}

static void add_floor(const struct report *report, const struct tally_row *row,
                      const struct layout *layout, struct buffer *out)
{
    report_floor(report, row, out);
    char *name = layout->floor_names ? NULL : strrchr(out->at, ' ');
    if (name != NULL && strspn(name + 1, "0123456789") == 0)
        *name = '\0';
}

static size_t floor_width(const struct report *report, const struct tally_row *row)
{
    const struct layout layout = {.floor_names = true};
    struct buffer floor = {0};
    add_floor(report, row, &layout, &floor);
    size_t width = floor.len;
    buffer_free(&floor);
    return width;
}

static size_t max(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The widest floor with its name, and the longest name of a row. */
static void measure(const struct report *report, size_t *floor, size_t *name)
{
    const struct tally *tally = &report->tally;
    *floor = strlen("floor");
    *name = strlen("availability");
    for (size_t i = 0; i < tally->category_count; i++) {
        *floor = max(*floor, floor_width(report, &tally->categories[i].row));
        *name = max(*name, strlen(tally->categories[i].name));
    }
    for (int i = 0; i < SEVERITY_COUNT; i++)
        *floor = max(*floor, floor_width(report, &tally->severities[i]));
}

/* What does not fit first loses the names of floors, then what is free behind the names of rows. */
static struct layout layout_of(const struct report *report)
{
    struct layout layout = {.name = NAME_WIDTH, .floor_names = true};
    size_t width = width_of(report->out);
    size_t numbers = numbers_width(report);
    size_t floor = 0;
    size_t name = 0;
    measure(report, &floor, &name);
    if (report_has_floors(report)) {
        layout.floor_names = NAME_WIDTH + numbers + NUMBER_GAP + floor <= width;
        numbers += NUMBER_GAP + strlen("floor");
    }
    if (NAME_WIDTH + numbers > width && name < NAME_WIDTH)
        layout.name = (int)max(name, width > numbers ? width - numbers : 0);
    return layout;
}

static void table_head(const struct report *report, const struct layout *layout, const char *what)
{
    fprintf(report->out, "%-*s cases", layout->name, what);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (report_has_column(report, (enum verdict)i))
            fprintf(report->out, "%*s%s", NUMBER_GAP, "", verdict_name((enum verdict)i));
    }
    fputs(report_has_floors(report) ? "  floor\n" : "\n", report->out);
}

static void table_cell(const struct report *report, enum verdict verdict, size_t count)
{
    int width = (int)strlen(verdict_name(verdict)) + NUMBER_GAP;
    if (count == 0) {
        fprintf(report->out, "%*s", width, ".");
        return;
    }
    const bool coloured = report->colour && verdict_is_failure(verdict);
    fprintf(report->out, "%s%*zu%s", coloured ? colour_of(verdict) : "", width, count,
            coloured ? "\033[0m" : "");
}

static void table_row(const struct report *report, const struct layout *layout, const char *name,
                      const struct tally_row *row)
{
    fprintf(report->out, "%-*s %5zu", layout->name, name, tally_total(row));
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (report_has_column(report, (enum verdict)i))
            table_cell(report, (enum verdict)i, row->verdicts[i]);
    }
    if (report_has_floors(report)) {
        struct buffer floor = {0};
        add_floor(report, row, layout, &floor);
        fprintf(report->out, "%*s%s", NUMBER_GAP, "", floor.at);
        buffer_free(&floor);
    }
    fputs("\n", report->out);
}

static void tables(const struct report *report)
{
    const struct tally *tally = &report->tally;
    const struct layout layout = layout_of(report);
    fputs("\n", report->out);
    table_head(report, &layout, "category");
    for (size_t i = 0; i < tally->category_count; i++)
        table_row(report, &layout, tally->categories[i].name, &tally->categories[i].row);
    fputs("\n", report->out);
    table_head(report, &layout, "severity");
    for (int i = 0; i < SEVERITY_COUNT; i++) {
        if (tally_total(&tally->severities[i]) > 0)
            table_row(report, &layout, SEVERITY_NAMES[i], &tally->severities[i]);
    }
    fputs(report_has_floors(report)
              ? "floor: what the best of the degenerate programs meets of the same cases\n"
              : "floor: not known for these cases\n",
          report->out);
}

/* --- the format --- */

static void say(struct report *report, const char *text)
{
    if (strcmp(text, RECORD_NOTHING_JUDGED) != 0) /* that is the last line */
        fprintf(report->out, "problem: %s\n", text);
}

static void text_begin(struct report *report)
{
    struct buffer line = {0};
    report_title(report, &line);
    fprintf(report->out, "%s\n", line.at);
    line.len = 0;
    report_setting(report, &line);
    if (line.len > 0)
        fprintf(report->out, "%s\n", line.at);
    if (report->head.containment_is_partial)
        fputs("containment is partial here: what leaves its process group may go on running\n",
              report->out);
    buffer_free(&line);
}

/* A failure like those of a program that is not where the paths of its shell line say. */
static bool misses_its_folder(const struct record *record)
{
    static const char *const STATUSES[] = {"exit status 126 ", "exit status 127 "};
    bool misses = outcome_says_missing(record->err);
    for (size_t i = 0; !misses && i < sizeof STATUSES / sizeof STATUSES[0]; i++)
        misses = strncmp(record->detail, STATUSES[i], strlen(STATUSES[i])) == 0;
    return misses && record->verdict == VERDICT_ERROR && strstr(record->again, " --cwd ") == NULL;
}

static void text_add(struct report *report, const struct record *record)
{
    if (!record->fails)
        return;
    report->count += misses_its_folder(record);
    struct buffer details = {0};
    record_details(record, INDENT, &details);
    fprintf(report->out, "\n%s%s%s  %s  (%s)\n%s", report->colour ? colour_of(record->verdict) : "",
            verdict_name(record->verdict), report->colour ? "\033[0m" : "", record->id,
            SEVERITY_NAMES[record->severity], details.at);
    buffer_free(&details);
}

static void text_end(struct report *report)
{
    struct buffer line = {0};
    tables(report);
    fputs("\n", report->out);
    if (report->count > 0)
        fprintf(report->out, "hint: %s\n", OUTCOME_FOLDER_HINT);
    for (size_t i = 0; i < report->notes.len; i++)
        fprintf(report->out, "note: %s\n", report->notes.items[i]);
    report_problems(report, say);
    if (!report_is_complete(report)) {
        report_incomplete(report, &line);
        fprintf(report->out, "%s\n", line.at);
        line.len = 0;
    }
    report_counts(report, &line);
    fprintf(report->out, "%s\n", line.at);
    if (report_judged_nothing(report))
        fprintf(report->out, "%s\n", RECORD_NOTHING_JUDGED);
    buffer_free(&line);
}

const struct report_format REPORT_TEXT = {
    .name = "text",
    .about = "for people: each failure in full, tables of verdicts, a last line",
    .begin = text_begin,
    .add = text_add,
    .end = text_end,
};

/*
 * report_command.c - the command `jets report`: an old report in another format.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "output.h"
#include "visible.h"

enum { LINE_MAX_BYTES = 64 << 20 };

/* A report that is being read. */
struct source {
    FILE *file;
    const char *name; /* as a person calls it */
    size_t line;      /* number of the last line that was read */
    struct buffer problem;
};

static bool fail(struct source *source, const char *why)
{
    buffer_text(&source->problem, why);
    return false;
}

static bool open_source(struct source *source, const char *path)
{
    struct stat status;
    bool standard = strcmp(path, "-") == 0;
    source->name = standard ? "standard input" : path;
    source->file = standard ? stdin : fopen(path, "r");
    if (source->file == NULL)
        return fail(source, strerror(errno));
    if (fstat(fileno(source->file), &status) == 0 && S_ISDIR(status.st_mode))
        return fail(source, "expected a file, found a directory");
    return true;
}

static void close_source(struct source *source)
{
    if (source->file != NULL && source->file != stdin)
        fclose(source->file);
}

/*
 * Reads one line without its line feed into *text. False at the end, and where there is a problem,
 * which is told then. A last line without a line feed was cut off: a report is written line by line.
 */
static bool read_line(struct source *source, struct buffer *text)
{
    int c = EOF;
    text->len = 0;
    buffer_add(text, "", 0);
    while (text->len <= LINE_MAX_BYTES && (c = getc(source->file)) != EOF && c != '\n') {
        char byte = (char)c;
        buffer_add(text, &byte, 1);
    }
    if (ferror(source->file))
        return fail(source, strerror(errno));
    if (c == EOF && text->len == 0)
        return false;
    source->line++;
    if (text->len > LINE_MAX_BYTES)
        return fail(source, "expected a line of at most 64 MB");
    return true;
}

static bool add_lines(struct source *source, struct report *report)
{
    struct buffer line = {0};
    bool good = true;
    while (good && read_line(source, &line))
        good = report_add_line(report, line.at, line.len, &source->problem);
    buffer_free(&line);
    if (good && source->problem.len == 0 && source->line == 0)
        fail(source, "expected a report, found nothing");
    return good && source->problem.len == 0;
}

/* "jets: FILE: line 3: verdict: expected a word of the contract" */
static void complain(const struct source *source)
{
    struct buffer message = {0};
    visible_add(&message, (const unsigned char *)source->name, strlen(source->name));
    if (source->line > 0)
        buffer_format(&message, ": line %zu", source->line);
    buffer_format(&message, ": %s", source->problem.at);
    command_complain(&message);
    buffer_free(&message);
}

static bool render(struct source *source, const struct report_format *format, FILE *out)
{
    struct report report;
    bool good = report_begin(&report, format, out, &source->problem);
    if (good && add_lines(source, &report))
        return report_end(&report, &source->problem);
    report_discard(&report);
    return false;
}

/* Where a line is bad, nothing is put in the place of the output; a pipe may have got a part. */
static enum status render_to_output(struct source *source, const struct options *options)
{
    struct output output;
    struct buffer problem = {0};
    enum status status = STATUS_INTERNAL;
    if (!output_open(&output, options->output, &problem)) {
        command_complain(&problem);
    } else if (!render(source, options->format, output.file)) {
        complain(source);
        output_discard(&output);
    } else if (!output_commit(&output, &problem)) {
        command_complain(&problem);
    } else {
        status = STATUS_OK;
    }
    buffer_free(&problem);
    return status;
}

enum status command_report(const struct options *options)
{
    struct source source = {0};
    enum status status = STATUS_INTERNAL;
    if (open_source(&source, options->file))
        status = render_to_output(&source, options);
    else
        complain(&source);
    close_source(&source);
    buffer_free(&source.problem);
    return status;
}

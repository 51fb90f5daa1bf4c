/*
 * report_command.c - the command `jets report`: an old report in another format.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "merge.h"
#include "output.h"
#include "report_source.h"

static bool add_lines(struct source *source, struct report *report)
{
    struct buffer line = {0};
    bool good = true;
    while (good && source_line(source, &line))
        good = report_add_line(report, line.at, line.len, &source->problem);
    buffer_free(&line);
    if (good && source->problem.len == 0 && source->line == 0)
        source_fail(source, "expected a report, found nothing");
    return good && source->problem.len == 0;
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
        source_complain(source);
        output_discard(&output);
    } else if (!output_commit(&output, &problem)) {
        if (problem.len > 0)
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
    if (options->merge)
        return merge_reports(options);
    if (source_open(&source, options->file))
        status = render_to_output(&source, options);
    else
        source_complain(&source);
    source_close(&source);
    buffer_free(&source.problem);
    return status;
}

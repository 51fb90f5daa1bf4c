/*
 * report_ndjson.c - the report for programs: the lines as they are (record.h), each written at once,
 * so that a reader of a long run sees it.
 */
#include <stdlib.h>

#include "report.h"

static void ndjson_line(struct report *report, const char *line, size_t len)
{
    fwrite(line, 1, len, report->out);
    fputs("\n", report->out);
    fflush(report->out);
}

/* A report that was cut off gets a summary that says so. */
static void ndjson_end(struct report *report)
{
    struct buffer problem = {0};
    const struct record_end end = {.complete = false, .why = "the report ended without a summary"};
    if (report->head.present && !report->tail.present)
        report_close(report, &end, &problem);
    buffer_free(&problem);
}

const struct report_format REPORT_NDJSON = {
    .name = "ndjson",
    .about = "for programs: one JSON object a line: the run, each case, a summary",
    .line = ndjson_line,
    .end = ndjson_end,
};

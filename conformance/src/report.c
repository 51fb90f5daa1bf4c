#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct report_format *const REPORT_FORMATS[] = {&REPORT_TEXT, &REPORT_NDJSON, NULL};

const struct report_format *report_find_format(const char *name)
{
    for (size_t i = 0; REPORT_FORMATS[i] != NULL; i++) {
        if (strcmp(REPORT_FORMATS[i]->name, name) == 0)
            return REPORT_FORMATS[i];
    }
    return NULL;
}

static bool wants_colour(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(fileno(out)) && (no_colour == NULL || no_colour[0] == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

void report_begin(struct report *report, const struct report_format *format,
                  const struct report_run *run, FILE *out)
{
    *report =
        (struct report){.format = format, .run = run, .out = out, .colour = wants_colour(out)};
    format->begin(report);
}

void report_add(struct report *report, const struct record *record)
{
    tally_add(&report->tally, record->test->category, record->test->severity,
              record->judgement->verdict);
    report->notes |= record->outcome->notes;
    report->format->add(report, record);
}

void report_end(struct report *report, bool complete)
{
    report->format->end(report, complete);
    tally_free(&report->tally);
    buffer_free(&report->details);
}

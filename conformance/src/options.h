/*
 * options.h - the command line of jets. One table drives reading it and the help.
 */
#ifndef JETS_OPTIONS_H
#define JETS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "corpus.h"
#include "memory.h"
#include "report.h"

/* The version of the program. The corpus has one of its own (corpus/VERSION). */
#define RUNNER_VERSION "0.1.0"

enum command { COMMAND_RUN, COMMAND_LIST, COMMAND_SHOW, COMMAND_COUNT };

/* Words that were given, in order; items ends with NULL. The words themselves are argv's. */
struct word_list {
    const char **items; /* owned */
    size_t len;
};

/* Where a number was not given. */
#define OPTION_UNSET UINT64_MAX

struct options {
    enum command command;
    struct word_list filters, categories, severities, operations;
    uint64_t timeout_ms, memory_mb, output_kb; /* or OPTION_UNSET */
    const char *cwd, *corpus, *output;         /* or NULL */
    const struct report_format *format;
    bool details;              /* list --long */
    bool raw;                  /* show --raw */
    const char *id;            /* of show */
    const char *const *testee; /* of run: COMMAND and its operands; ends with NULL */
};

enum options_end {
    OPTIONS_READ, /* *options is filled */
    OPTIONS_HELP, /* help was asked for, and is written to out */
    OPTIONS_WRONG /* *problem says what is wrong: a usage error */
};

/* Reads the command line. Free the options in every case. */
enum options_end options_read(struct options *options, int argc, char **argv, FILE *out,
                              struct buffer *problem);

void options_free(struct options *options);

/* The selection that the options make. It borrows their lists. */
struct selection options_selection(const struct options *options);

/* Adds the options of `run`, other than the filters and where the report goes, as shell words with
   a space before each: what makes a run the same again. */
void options_again(const struct options *options, struct buffer *out);

#endif

/*
 * options.h - the command line of jets, as it was read by the table of option_table.h.
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

enum command {
    COMMAND_RUN,
    COMMAND_DOCTOR,
    COMMAND_REPORT,
    COMMAND_LIST,
    COMMAND_SHOW,
    COMMAND_FUZZ,
    COMMAND_SHRINK,
    COMMAND_EXPLAIN,
    COMMAND_SCAN,
    COMMAND_COMPLETION,
    COMMAND_COUNT
};

/* Words that were given, in order; items ends with NULL. The words themselves are argv's. */
struct word_list {
    const char **items; /* owned */
    size_t len;
};

/* Where a number was not given. */
#define OPTION_UNSET UINT64_MAX

/* Part `part` of `parts`, from 1 on; parts 0: not given. */
struct shard {
    unsigned part, parts;
};

/* Reads "K/N". False, and *shard stays as it is, where it is none. */
bool shard_read(const char *text, struct shard *shard);

struct options {
    enum command command;
    struct word_list filters, categories, severities, operations;
    struct shard shard;
    uint64_t timeout_ms, memory_mb, output_kb; /* or OPTION_UNSET, like the next */
    uint64_t jobs, window, repeat, cross_check;
    int mode;                                                      /* enum mode, or -1 */
    const char *cwd, *corpus, *output, *baseline, *corpus_version; /* or NULL, like the next */
    const char *reference;
    const struct report_format *format;
    bool setup, fail_fast, update_baseline;
    bool merge;                 /* report --merge */
    const char *const *reports; /* of that: files, ended by NULL */
    bool details;               /* list --long */
    bool raw;                   /* show --raw */
    const char *id;             /* of show */
    /* Of what asks about replies that are no cases: fuzz, shrink, explain and scan. */
    int asks[POLICY_COUNT];     /* index of the value of each option of the contract, or -1 */
    int operation;              /* enum operation, or -1 */
    const char *target;         /* of shrink and scan: what their first operand names */
    const char *field, *resume; /* of scan, or NULL */
    bool html;                  /* explain --html */
    uint64_t examples;          /* of scan, or OPTION_UNSET, like the next */
    uint64_t from_corpus, seconds, cases, seed; /* of fuzz; seconds of shrink too */
    const char *findings;                       /* of fuzz: the folder for them, or NULL */
    struct word_list weights;                   /* of fuzz: THEME=N */
    bool no_relations;                          /* of fuzz */
    int shell;                                  /* of completion: index in SHELL_NAMES */
    const char *file; /* of report: a file, or "-"; of run and doctor: an implementation file, or
                         NULL */
    const char *const *testee; /* of those: COMMAND and its operands, ended by NULL; or NULL */
};

enum options_end {
    OPTIONS_READ, /* *options is filled */
    OPTIONS_HELP, /* help was asked for, and is written to out */
    OPTIONS_WRONG /* *problem says what is wrong: a usage error */
};

/* Reads the command line. Free the options in every case. */
enum options_end options_read(struct options *options, int argc, char **argv, FILE *out,
                              struct buffer *problem);

/* What holds where nothing is given: for a testee that no command line names. Free it too. */
struct options options_default(void);

void options_free(struct options *options);

/* Writes the help of the program, or of one command (help.c). */
void options_help(FILE *out);
void options_help_command(FILE *out, enum command command);

/* Whether not all cases are selected: a filter, or a shard. */
bool options_select_less(const struct options *options);

/* The selection that the options make. It borrows their lists. */
struct selection options_selection(const struct options *options);

/* Writes the options of the contract that are asked for with each reply, those that differ from
 * their defaults, to room; returns how many. */
size_t options_asked(const struct options *options, struct exec_option room[POLICY_COUNT]);

/* Adds the shell words that name the program under test, a space before: " -- ./mine", "
 * file.json".
 */
void options_testee(const struct options *options, struct buffer *out);

/* Adds what makes the same again, as shell words with a space before each: of the options that were
 * given those that the command has too, other than filters, shard, and where the report goes. */
void options_again(const struct options *options, enum command command, struct buffer *out);

/* Adds both of them as members of a report's first line: ,"options":"…","testee":"…". The first is
 * left out where no option was given. */
void options_json(const struct options *options, struct buffer *out);

#endif

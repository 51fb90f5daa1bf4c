/*
 * option_table.h - the one table of commands and options. What reads the command line (options.c),
 * the help (help.c) and the completions of shells (completion.c) are made from it; a test compares
 * the manual page with it.
 */
#ifndef JETS_OPTION_TABLE_H
#define JETS_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

struct command_rule {
    const char *name;
    const char *operands; /* as the help shows them */
    const char *about;
    const char *const
        *words;        /* that its first operand can be; NULL where it is a file or anything */
    bool takes_file;   /* its first operand is a file */
    bool tests;        /* its operands end with a program under test */
    bool takes_target; /* before that stands an operand of its own */
};

enum option_kind {
    KIND_FLAG,   /* bool */
    KIND_TEXT,   /* const char * */
    KIND_NUMBER, /* uint64_t, OPTION_UNSET before */
    KIND_LIST,   /* struct word_list */
    KIND_WORD,   /* int: index in words, -1 before */
    KIND_SHARD,  /* struct shard */
    KIND_FORMAT  /* const struct report_format * */
};

/* What a shell can complete an argument with. */
enum option_files { FILES_NONE, FILES_FILE, FILES_FOLDER, FILES_CASES, FILES_CATEGORIES };

/* One option: how it is written, what it sets, where it is allowed, what it means. */
struct option_rule {
    const char *name;
    const char *argument; /* as the help calls it; NULL for a flag */
    const char *help;
    const char *const *words; /* that the argument can be, or NULL for anything */
    size_t offset;            /* of what it sets, in struct options */
    uint64_t least, most;     /* of a number */
    enum option_kind kind;
    enum option_files files;
    unsigned commands; /* a bit for each enum command */
    char letter;       /* of its short form, or 0 */
    bool again;        /* has to be given again for the same run of a case */
};

extern const struct command_rule COMMAND_RULES[COMMAND_COUNT];

enum { OPTION_RULES_MAX = 64 };
extern const struct option_rule OPTION_RULES[];
extern const size_t OPTION_RULE_COUNT; /* below OPTION_RULES_MAX */

/* The words of KIND_FORMAT options, ended by NULL: made from the formats there are. */
const char *const *option_words(const struct option_rule *rule,
                                const char *room[OPTION_RULES_MAX + 1]);

/* Whether the option is one of the command. */
bool option_is_of(const struct option_rule *rule, enum command command);

#endif

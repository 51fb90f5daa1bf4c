/*
 * exec.h - exec mode: one process a case (CONTRACT.md, "Exec mode").
 *
 *     COMMAND [OPERATION] [--expect=…] [--select=…] [--names=…] [--reasoning=…] [--starts=…]
 *
 * with the reply on standard input; exit status and standard output are the outcome.
 */
#ifndef JETS_EXEC_H
#define JETS_EXEC_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "outcome.h"
#include "process.h"

/* COMMAND with everything resolved that would change its meaning in another directory. */
struct exec_command {
    char *program; /* absolute path of the executable, or NULL where error is set; owned */
    char **argv; /* the operands, argv[0] as given, those that name files absolute; ends with NULL;
                    owned */
    size_t argc;
    char *cwd; /* where it starts, absolute, or NULL for a fresh directory; owned */
    int error; /* 0, or the errno why it cannot be started: ENOENT, EACCES, EISDIR, … */
    struct process_place *place; /* what runs leave for one another; owned */
};

/*
 * Resolves COMMAND once, before the first case. argv ends with NULL and has at least one member;
 * cwd is NULL or the directory to start in. argv[0] without a slash is found through PATH; with one
 * it is made absolute. Other operands are made absolute where they name a regular file, or have a
 * slash and name anything that exists; what begins with
 * `-` is left alone. Names are looked for in cwd, where one is given, and then in the runner's own
 * directory. False, with errno, where memory is out, the current directory is unreadable, or cwd is
 * no directory; otherwise true, also where the command cannot be started: error says so, and every
 * run gives OUTCOME_NOT_STARTED.
 */
bool exec_command_init(struct exec_command *command, const char *const *argv, const char *cwd);

/* The same with names looked for in the folder base in place of the runner's own directory. */
bool exec_command_init_in(struct exec_command *command, const char *const *argv, const char *cwd,
                          const char *base);

/* Frees it, and removes the directory that runs have left for the next: each process that ran the
 * command calls this before it ends, a forked one too. */
void exec_command_free(struct exec_command *command);

/* An option whose value differs from the default: name without dashes ("expect"), value ("object").
 * NULL: it takes none, as the reference's own "explain". */
struct exec_option {
    const char *name;
    const char *value;
};

/* One case. options may be in any order: they are passed in the contract's order, unknown ones
 * last. */
struct exec_request {
    const char *operation; /* "extract", "complete" or "strings"; NULL is extract */
    const struct exec_option *options;
    size_t options_len;
    struct input input;
};

struct exec_settings {
    struct process_limits limits;
    const volatile sig_atomic_t *interrupt; /* NULL, or a flag: not zero ends the run */
};

/*
 * The operands of one run: those of command, then the request's. Newly made array that ends with
 * NULL (free with exec_argv_free); NULL where memory is out. A person who copies them gets the same
 * run.
 */
char **exec_argv(const struct exec_command *command, const struct exec_request *request);
void exec_argv_free(char **argv);

/*
 * Runs one case. True when there is an outcome (free with outcome_free); false, with errno, when
 * the runner itself failed (see process_run), and *outcome holds nothing then.
 */
bool exec_run(const struct exec_command *command, const struct exec_settings *settings,
              const struct exec_request *request, struct outcome *outcome);

/*
 * The outcome of one finished process, as the contract's table says. Takes over out and err of
 * *result and leaves it empty.
 */
void exec_classify(struct process_result *result, const struct process_limits *limits,
                   struct outcome *outcome);

#endif

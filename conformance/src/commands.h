/*
 * commands.h - what jets does once its command line is read. Each returns an enum status, and has
 * told standard error why where that is not STATUS_OK or STATUS_UNEXPECTED.
 */
#ifndef JETS_COMMANDS_H
#define JETS_COMMANDS_H

#include <signal.h>

#include "options.h"
#include "status.h"

/* program: argv[0], for the line that runs a case again. interrupt: a flag that a signal sets. */
enum status command_run(const struct options *options, const char *program,
                        const volatile sig_atomic_t *interrupt);

/* Tries five trivial cases and shows what goes over the wire (doctor.c). */
enum status command_doctor(const struct options *options, const volatile sig_atomic_t *interrupt);

/* Renders a report of format ndjson again (report_command.c). */
enum status command_report(const struct options *options);

/* Shows a reply with what the rules see in it (explain.c). */
enum status command_explain(const struct options *options, const volatile sig_atomic_t *interrupt);

/* Looks for replies on which an implementation is wrong (campaign.c). program: argv[0]. */
enum status command_fuzz(const struct options *options, const char *program,
                         const volatile sig_atomic_t *interrupt);

/* Makes a reply on which an implementation is wrong as short as it gets (shrink_command.c).
 * program: argv[0]. */
enum status command_shrink(const struct options *options, const char *program,
                           const volatile sig_atomic_t *interrupt);

/* Puts the replies of a log to an implementation and to the reference (scan.c). */
enum status command_scan(const struct options *options, const volatile sig_atomic_t *interrupt);

enum status command_list(const struct options *options);

enum status command_show(const struct options *options);

/* Writes "jets: " and the problem as one line to standard error. */
void command_complain(const struct buffer *problem);

/* Finds and opens the corpus that the options name; STATUS_OK, or STATUS_INTERNAL with the reason
 * told. */
enum status command_open_corpus(const struct options *options, struct corpus *corpus);

/* Closes standard output; STATUS_OK, or STATUS_INTERNAL with the reason told, if it is not that the
 * reader of a pipe left. */
enum status command_close_stdout(void);

/* The same where the text went there (output_text_stream); else it was the report's, and is closed.
 */
enum status command_close_text(const char *path);

#endif

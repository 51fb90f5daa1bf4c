/*
 * main.c - jets, the conformance runner (CONTRACT.md).
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>

#include "commands.h"
#include "completion.h"
#include "process.h"

/* Set by a signal: the run under way ends, and its report is written as incomplete. */
static volatile sig_atomic_t interrupted = 0;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++) {
        struct sigaction before;
        /* What started the runner may have it ignore a signal, as nohup does; that is respected. */
        if (sigaction(SIGNALS[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(SIGNALS[i], &action, NULL);
    }
}

static enum status run_command(const struct options *options, const char *program)
{
    switch (options->command) {
    case COMMAND_REPORT: return command_report(options);
    case COMMAND_LIST: return command_list(options);
    case COMMAND_SHOW: return command_show(options);
    case COMMAND_COMPLETION:
        completion_write(options->shell, stdout);
        return command_close_stdout();
    default: break;
    }
    signal(SIGPIPE, SIG_IGN); /* a program under test may close its input */
    catch_signals();
    if (options->command == COMMAND_DOCTOR)
        return command_doctor(options, &interrupted);
    if (options->command == COMMAND_EXPLAIN)
        return command_explain(options, &interrupted);
    if (options->command == COMMAND_FUZZ)
        return command_fuzz(options, program, &interrupted);
    if (options->command == COMMAND_SHRINK)
        return command_shrink(options, program, &interrupted);
    if (options->command == COMMAND_SCAN)
        return command_scan(options, &interrupted);
    return command_run(options, program, &interrupted);
}

int main(int argc, char **argv)
{
    struct options options = {.shell = 0};
    struct buffer problem = {0};
    enum status status = STATUS_USAGE;
    struct sigaction pipe_action;
    sigaction(SIGPIPE, NULL, &pipe_action);
    process_init();
    /* What prints and no more ends with its reader, as `jets list | head` should. */
    sigaction(SIGPIPE, &pipe_action, NULL);
    switch (options_read(&options, argc, argv, stdout, &problem)) {
    case OPTIONS_READ: status = run_command(&options, argv[0]); break;
    case OPTIONS_HELP: status = command_close_stdout(); break;
    case OPTIONS_WRONG: command_complain(&problem); break;
    }
    options_free(&options);
    buffer_free(&problem);
    return (int)status;
}

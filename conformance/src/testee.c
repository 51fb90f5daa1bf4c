#define _POSIX_C_SOURCE 200809L
#include "testee.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "visible.h"

/* --- limits --- */

static struct process_limits limits_of(const struct options *options,
                                       const struct implementation *implementation)
{
    struct process_limits limits = process_limits_default();
    if (implementation->timeout_ms != 0)
        limits.wall_ms = implementation->timeout_ms;
    if (options->timeout_ms != OPTION_UNSET)
        limits.wall_ms = options->timeout_ms;
    if (options->memory_mb != OPTION_UNSET)
        limits.memory_kb = options->memory_mb * 1024;
    if (options->output_kb != OPTION_UNSET)
        limits.output_max = limits.stderr_max = (size_t)options->output_kb * 1024;
    return limits;
}

/* --- command --- */

const char *testee_why_not_started(int error)
{
    switch (error) {
    case ENOENT: return "not found";
    case EACCES: return "not executable";
    case EISDIR: return "is a directory";
    case ENOEXEC: return "not a program, and no #! line says what reads it";
    default: return strerror(error);
    }
}

static enum status explain_folder(const struct options *options, int error, struct buffer *problem)
{
    if (options->cwd == NULL || error == ENOMEM) {
        buffer_format(problem, "run: %s", strerror(error));
        return STATUS_INTERNAL;
    }
    buffer_text(problem, "--cwd: ");
    visible_add(problem, (const unsigned char *)options->cwd, strlen(options->cwd));
    buffer_format(problem, ": %s",
                  error == ENOENT    ? "no such folder"
                  : error == ENOTDIR ? "expected a folder"
                                     : strerror(error));
    return STATUS_USAGE;
}

/* A name without a slash is looked for in PATH alone; a line of words in quotes is one name. */
static void explain_missing(const char *folder, const char *const *words, struct buffer *problem)
{
    const char *name = words[0];
    bool in_path = strchr(name, '/') == NULL;
    struct buffer here = {0};
    buffer_format(&here, "%s/%s", folder, name);
    if (in_path)
        buffer_text(problem, " in PATH");
    if (in_path && access(here.at, X_OK) == 0) {
        buffer_text(problem, "; did you mean ./");
        visible_add(problem, (const unsigned char *)name, strlen(name));
        buffer_text(problem, "?");
    } else if (words[1] == NULL && strchr(name, ' ') != NULL) {
        buffer_text(problem, "; operands are words of their own");
    }
    buffer_free(&here);
}

static enum status resolve(const struct testee *testee, const struct options *options,
                           const char *const *words, struct exec_command *command,
                           struct buffer *problem)
{
    bool good = testee->has_file ? exec_command_init_in(command, words, options->cwd,
                                                        testee->implementation.folder)
                                 : exec_command_init(command, words, options->cwd);
    if (!good)
        return explain_folder(options, errno, problem);
    if (command->error == 0)
        return STATUS_OK;
    visible_add(problem, (const unsigned char *)words[0], strlen(words[0]));
    buffer_format(problem, ": %s", testee_why_not_started(command->error));
    if (command->error == ENOENT)
        explain_missing(testee->has_file ? testee->implementation.folder : ".", words, problem);
    if (testee->has_file && testee->implementation.setup_len > 0 && !options->setup)
        buffer_text(problem, "; --setup installs it");
    return STATUS_NOT_STARTED;
}

static enum status resolve_given(struct testee *testee, const struct options *options,
                                 struct buffer *problem)
{
    testee->words = options->testee;
    testee->mode = options->mode >= 0 ? (enum mode)options->mode : MODE_EXEC;
    return resolve(testee, options, testee->words, &testee->command, problem);
}

static const char *const *words_of(const struct word_command *command)
{
    return (const char *const *)command->words;
}

static enum status resolve_file(struct testee *testee, const struct options *options,
                                struct buffer *problem)
{
    const struct implementation *file = &testee->implementation;
    bool both = file->exec_command.words != NULL;
    enum mode mode = options->mode >= 0 ? (enum mode)options->mode : file->mode;
    if (mode != file->mode && !both) {
        buffer_text(problem, "--mode: ");
        visible_add(problem, (const unsigned char *)file->path, strlen(file->path));
        buffer_format(problem, " has no command for mode %s", MODE_NAMES[mode]);
        return STATUS_USAGE;
    }
    testee->mode = mode;
    bool main_one = mode == file->mode;
    testee->words = words_of(main_one ? &file->command : &file->exec_command);
    enum status status = resolve(testee, options, testee->words, &testee->command, problem);
    if (status != STATUS_OK || !both)
        return status;
    testee->has_other = true;
    testee->other_mode = main_one ? MODE_EXEC : file->mode;
    return resolve(testee, options, words_of(main_one ? &file->exec_command : &file->command),
                   &testee->other, problem);
}

static enum status open_file(struct testee *testee, const struct options *options,
                             const volatile sig_atomic_t *interrupt, struct buffer *problem)
{
    testee->has_file = true;
    if (!implementation_read(&testee->implementation, options->file, problem))
        return STATUS_USAGE;
    if (!options->setup)
        return STATUS_OK;
    return implementation_setup(&testee->implementation, interrupt, problem);
}

enum status testee_open(struct testee *testee, const struct options *options,
                        const volatile sig_atomic_t *interrupt, struct buffer *problem)
{
    *testee = (struct testee){.implementation = {.declared = declared_default()}};
    enum status status = STATUS_OK;
    if (options->file != NULL)
        status = open_file(testee, options, interrupt, problem);
    testee->settings = (struct exec_settings){.limits = limits_of(options, &testee->implementation),
                                              .interrupt = interrupt};
    if (status == STATUS_OK)
        status = testee->has_file ? resolve_file(testee, options, problem)
                                  : resolve_given(testee, options, problem);
    if (status == STATUS_OK &&
        !implementation_ask_version(&testee->implementation, &testee->settings, problem))
        status = *interrupt != 0 ? STATUS_INTERRUPTED : STATUS_NOT_STARTED;
    return status;
}

void testee_close(struct testee *testee)
{
    implementation_free(&testee->implementation);
    exec_command_free(&testee->command);
    exec_command_free(&testee->other);
}

#define _XOPEN_SOURCE 700

#include "exec.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "launch.h"

enum { STATUS_TESTEE_VALUE = 0, STATUS_TESTEE_NONE = 20, STATUS_TESTEE_UNSUPPORTED = 21 };

/* The contract's order. */
static const char *const option_order[] = {"expect", "select", "names", "reasoning", "starts"};

#define OPTION_COUNT (sizeof option_order / sizeof option_order[0])

/* ---- COMMAND ---- */

/* base/name, newly allocated. */
static char *join(const char *base, const char *name)
{
    size_t cap = strlen(base) + strlen(name) + 2;
    char *path = malloc(cap);
    if (path != NULL)
        snprintf(path, cap, "%s/%s", base, name);
    return path;
}

/* An operand names a file where it is one, or where a slash shows that a path is meant. */
static bool names_file(const char *path, const char *operand)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    return S_ISREG(info.st_mode) || strchr(operand, '/') != NULL;
}

/* The operand as it is to be passed: absolute where it names a file under one of the bases. NULL:
 * no memory. */
static char *resolve(const char *operand, const char *const bases[2])
{
    if (operand[0] == '\0' || operand[0] == '/' || operand[0] == '-')
        return strdup(operand);
    for (int i = 0; i < 2; i++) {
        if (bases[i] == NULL)
            continue;
        char *path = join(bases[i], operand);
        if (path == NULL || names_file(path, operand))
            return path;
        free(path);
    }
    return strdup(operand);
}

/* Why a path cannot be started; 0 where it can, as far as can be told beforehand. */
static int start_error(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    return access(path, X_OK) == 0 ? 0 : EACCES;
}

/* Finds the program. False where memory is out; command->error says what else is wrong. */
static bool find_program(struct exec_command *command, const char *name, const char *const bases[2])
{
    bool path_given = strchr(name, '/') != NULL;
    char *found = path_given ? resolve(name, bases) : launch_find(name);
    if (found == NULL) {
        command->error = errno;
        return errno != ENOMEM;
    }
    /* An entry of PATH may be relative too, to the runner's own directory. */
    if (found[0] != '/') {
        char *absolute = join(bases[1], found);
        free(found);
        found = absolute;
        if (found == NULL)
            return false;
    }
    command->error = start_error(found);
    command->program = found;
    return true;
}

static bool fill_command(struct exec_command *command, const char *const *argv,
                         const char *const bases[2])
{
    while (argv[command->argc] != NULL)
        command->argc++;
    command->argv = calloc(command->argc + 1, sizeof *command->argv);
    command->place = calloc(1, sizeof *command->place);
    if (command->argv == NULL || command->place == NULL || !find_program(command, argv[0], bases))
        return false;
    for (size_t i = 0; i < command->argc; i++) {
        command->argv[i] = i == 0 ? strdup(argv[0]) : resolve(argv[i], bases);
        if (command->argv[i] == NULL)
            return false;
    }
    return true;
}

/* The absolute path of the directory to start in. NULL, with errno, where it is none. */
static char *absolute_directory(const char *path)
{
    struct stat info;
    char *absolute = realpath(path, NULL);
    if (absolute != NULL && stat(absolute, &info) == 0 && !S_ISDIR(info.st_mode)) {
        free(absolute);
        absolute = NULL;
        errno = ENOTDIR;
    }
    return absolute;
}

bool exec_command_init(struct exec_command *command, const char *const *argv, const char *cwd)
{
    char here[PATH_MAX];
    *command = (struct exec_command){0};
    return getcwd(here, sizeof here) != NULL && exec_command_init_in(command, argv, cwd, here);
}

bool exec_command_init_in(struct exec_command *command, const char *const *argv, const char *cwd,
                          const char *base)
{
    *command = (struct exec_command){0};
    if (cwd != NULL) {
        command->cwd = absolute_directory(cwd);
        if (command->cwd == NULL)
            return false;
    }
    const char *const bases[2] = {command->cwd, base};
    if (fill_command(command, argv, bases))
        return true;
    exec_command_free(command);
    errno = ENOMEM;
    return false;
}

void exec_command_free(struct exec_command *command)
{
    for (size_t i = 0; command->argv != NULL && i < command->argc; i++)
        free(command->argv[i]);
    if (command->place != NULL)
        process_place_free(command->place);
    free(command->place);
    free(command->argv);
    free(command->program);
    free(command->cwd);
    *command = (struct exec_command){0};
}

/* ---- one run's operands ---- */

static char *option_flag(const struct exec_option *option)
{
    const char *value = option->value != NULL ? option->value : "";
    size_t cap = strlen(option->name) + strlen(value) + sizeof "--=";
    char *flag = malloc(cap);
    if (flag != NULL)
        snprintf(flag, cap, "--%s%s%s", option->name, option->value != NULL ? "=" : "", value);
    return flag;
}

/* Place of an option in the contract's order; OPTION_COUNT where it is not in it. */
static size_t option_rank(const char *name)
{
    size_t rank = 0;
    while (rank < OPTION_COUNT && strcmp(option_order[rank], name) != 0)
        rank++;
    return rank;
}

/* Adds the flags that have this place. False where memory is out. */
static bool add_flags(char **argv, size_t *argc, const struct exec_request *request, size_t rank)
{
    for (size_t i = 0; i < request->options_len; i++) {
        if (option_rank(request->options[i].name) != rank)
            continue;
        argv[*argc] = option_flag(&request->options[i]);
        if (argv[*argc] == NULL)
            return false;
        (*argc)++;
    }
    return true;
}

static bool add_copy(char **argv, size_t *argc, const char *text)
{
    argv[*argc] = strdup(text);
    return argv[*argc] != NULL && ++*argc > 0;
}

void exec_argv_free(char **argv)
{
    for (size_t i = 0; argv != NULL && argv[i] != NULL; i++)
        free(argv[i]);
    free(argv);
}

char **exec_argv(const struct exec_command *command, const struct exec_request *request)
{
    size_t argc = 0;
    char **argv = calloc(command->argc + request->options_len + 2, sizeof *argv);
    bool good = argv != NULL;
    for (size_t i = 0; good && i < command->argc; i++)
        good = add_copy(argv, &argc, command->argv[i]);
    const char *operation = request->operation;
    if (good && operation != NULL && strcmp(operation, "extract") != 0)
        good = add_copy(argv, &argc, operation);
    for (size_t rank = 0; good && rank <= OPTION_COUNT; rank++)
        good = add_flags(argv, &argc, request, rank);
    if (good)
        return argv;
    exec_argv_free(argv);
    errno = ENOMEM;
    return NULL;
}

/* ---- the outcome ---- */

#define detail(outcome, ...) snprintf((outcome)->detail, OUTCOME_DETAIL_MAX, __VA_ARGS__)

/* "1 byte of output", "14 bytes of output", "no output" */
static void describe_output(char *buf, size_t cap, size_t len)
{
    if (len == 0)
        snprintf(buf, cap, "no output");
    else
        snprintf(buf, cap, "%zu byte%s of output", len, len == 1 ? "" : "s");
}

/* The contract's table: 0 goes with output, 20 and 21 with none. */
static void classify_status(struct outcome *outcome, int status)
{
    char output[48];
    describe_output(output, sizeof output, outcome->text_len);
    detail(outcome, "exit status %d with %s", status, output);
    bool silent = outcome->text_len == 0;
    outcome->kind = OUTCOME_ERROR;
    outcome->code = status;
    if (status == STATUS_TESTEE_VALUE)
        outcome->kind = silent ? OUTCOME_MALFORMED : OUTCOME_VALUE;
    else if (status == STATUS_TESTEE_NONE)
        outcome->kind = silent ? OUTCOME_NONE : OUTCOME_MALFORMED;
    else if (status == STATUS_TESTEE_UNSUPPORTED)
        outcome->kind = silent ? OUTCOME_UNSUPPORTED : OUTCOME_MALFORMED;
}

static void describe_limit(struct outcome *outcome, enum process_limit limit,
                           const struct process_limits *limits)
{
    unsigned long long wall_ms = limits->wall_ms;
    unsigned long long cpu_ms =
        limits->cpu_ms != 0 ? limits->cpu_ms : (wall_ms + 999) / 1000 * 1000;
    switch (limit) {
    case PROCESS_LIMIT_NONE: break;
    case PROCESS_LIMIT_WALL: detail(outcome, "no end within %llu ms", wall_ms); break;
    case PROCESS_LIMIT_CPU: detail(outcome, "more than %llu ms of CPU time", cpu_ms); break;
    case PROCESS_LIMIT_MEMORY:
        detail(outcome, "%llu kB of memory, of %llu kB allowed",
               (unsigned long long)outcome->peak_kb, (unsigned long long)limits->memory_kb);
        break;
    case PROCESS_LIMIT_STDOUT:
        detail(outcome, "more than %zu bytes on standard output", limits->output_max);
        break;
    case PROCESS_LIMIT_STDERR:
        detail(outcome, "more than %zu bytes on standard error", limits->stderr_max);
        break;
    case PROCESS_LIMIT_PROCESSES:
        detail(outcome, "more than %d processes at once", PROCESS_TREE_MAX);
        break;
    }
}

static enum outcome_kind limit_kind(enum process_end end)
{
    if (end == PROCESS_TIMEOUT)
        return OUTCOME_TIMEOUT;
    return end == PROCESS_MEMORY ? OUTCOME_MEMORY : OUTCOME_FLOOD;
}

static void take_over(struct process_result *result, struct outcome *outcome)
{
    *outcome = (struct outcome){
        .notes = result->notes,
        .text = result->out,
        .text_len = result->out_len,
        .err = result->err,
        .err_len = result->err_len,
        .wall_us = result->wall_us,
        .cpu_us = result->cpu_us,
        .peak_kb = result->peak_kb,
    };
    result->out = NULL;
    result->err = NULL;
}

void exec_classify(struct process_result *result, const struct process_limits *limits,
                   struct outcome *outcome)
{
    take_over(result, outcome);
    switch (result->end) {
    case PROCESS_EXITED: classify_status(outcome, result->code); break;
    case PROCESS_SIGNALLED:
        outcome->kind = OUTCOME_CRASH;
        outcome->code = result->code;
        detail(outcome, "killed by signal %d (%s)", result->code, strsignal(result->code));
        break;
    case PROCESS_TIMEOUT:
    case PROCESS_MEMORY:
    case PROCESS_FLOOD:
        outcome->kind = limit_kind(result->end);
        describe_limit(outcome, result->limit, limits);
        break;
    case PROCESS_NOT_STARTED:
        outcome->kind = OUTCOME_NOT_STARTED;
        outcome->code = result->code;
        detail(outcome, "could not be started: %s", strerror(result->code));
        break;
    case PROCESS_INTERRUPTED:
        outcome->kind = OUTCOME_INTERRUPTED;
        detail(outcome, "interrupted");
        break;
    }
    process_result_free(result);
}

/* What a run would give that cannot be tried. */
static bool never_started(const struct exec_command *command, const struct process_limits *limits,
                          struct outcome *outcome)
{
    struct process_result result = {.end = PROCESS_NOT_STARTED, .code = command->error};
    result.out = calloc(1, 1);
    result.err = calloc(1, 1);
    if (result.out == NULL || result.err == NULL) {
        process_result_free(&result);
        errno = ENOMEM;
        return false;
    }
    exec_classify(&result, limits, outcome);
    return true;
}

bool exec_run(const struct exec_command *command, const struct exec_settings *settings,
              const struct exec_request *request, struct outcome *outcome)
{
    *outcome = (struct outcome){0};
    if (command->error != 0)
        return never_started(command, &settings->limits, outcome);
    char **argv = exec_argv(command, request);
    if (argv == NULL)
        return false;
    struct process_spec spec = {
        .argv = (const char *const *)argv,
        .program = command->program,
        .cwd = command->cwd,
        .input = request->input,
        .limits = settings->limits,
        .interrupt = settings->interrupt,
        .place = command->place,
    };
    struct process_result result;
    bool ran = process_run(&spec, &result);
    int error = errno;
    exec_argv_free(argv);
    if (ran)
        exec_classify(&result, &settings->limits, outcome);
    errno = error;
    return ran;
}

#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "implementation.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "json.h"
#include "visible.h"

enum {
    FILE_MAX = 1 << 20,
    TIMEOUT_MAX = 3600000,
    VERSION_MAX = 100, /* bytes of a version that are kept */
    VERSION_MS = 10000 /* a slow interpreter may print it */
};

const char *const MODE_NAMES[MODE_COUNT + 1] = {"exec", "stream", NULL};

/* One reading. */
struct reader {
    struct implementation *into;
    const char *field; /* the member being read */
    struct buffer *problem;
};

/* --- refusing --- */

static bool complain(struct buffer *problem, const char *path, const char *field)
{
    visible_add(problem, (const unsigned char *)path, strlen(path));
    buffer_text(problem, ": ");
    if (field != NULL) {
        visible_short(problem, (const unsigned char *)field, strlen(field), 60);
        buffer_text(problem, ": ");
    }
    return false;
}

/* Says what was expected of the member being read. Always false. */
static bool refuse(struct reader *r, const char *what)
{
    complain(r->problem, r->into->path, r->field);
    buffer_text(r->problem, what);
    return false;
}

static bool refuse_word(struct reader *r, const char *const *words)
{
    refuse(r, "expected ");
    for (size_t i = 0; words[i] != NULL; i++)
        buffer_format(r->problem, "%s%s",
                      i == 0                 ? ""
                      : words[i + 1] != NULL ? ", "
                                             : " or ",
                      words[i]);
    return false;
}

/* --- members --- */

static bool is_text(const cJSON *item)
{
    return cJSON_IsString(item) && item->valuestring[0] != '\0';
}

static bool read_text(struct reader *r, const cJSON *item, char **into)
{
    if (!is_text(item))
        return refuse(r, "expected text that is not empty");
    *into = memory_copy(item->valuestring, strlen(item->valuestring));
    return true;
}

static bool read_command(struct reader *r, const cJSON *item, struct word_command *into)
{
    static const char EXPECTED[] = "expected a command: an array of a program and its operands";
    if (!cJSON_IsArray(item) || !is_text(item->child))
        return refuse(r, EXPECTED);
    size_t len = (size_t)cJSON_GetArraySize(item);
    into->words = memory_need((len + 1) * sizeof *into->words);
    into->words[0] = NULL;
    size_t i = 0;
    for (const cJSON *word = item->child; word != NULL; word = word->next) {
        if (!cJSON_IsString(word))
            return refuse(r, EXPECTED);
        into->words[i++] = memory_copy(word->valuestring, strlen(word->valuestring));
        into->words[i] = NULL;
    }
    return true;
}

static bool read_name(struct reader *r, const cJSON *item)
{
    return read_text(r, item, &r->into->name);
}

static bool read_language(struct reader *r, const cJSON *item)
{
    return read_text(r, item, &r->into->language);
}

static bool read_version(struct reader *r, const cJSON *item)
{
    if (cJSON_IsString(item))
        return read_text(r, item, &r->into->version);
    const cJSON *command = cJSON_IsObject(item) ? item->child : NULL;
    if (command == NULL || command->next != NULL || strcmp(command->string, "command") != 0)
        return refuse(r, "expected text, or an object of one member: command, which prints it");
    r->field = "version.command";
    return read_command(r, command, &r->into->version_command);
}

static bool read_homepage(struct reader *r, const cJSON *item)
{
    return read_text(r, item, &r->into->homepage);
}

static bool read_licence(struct reader *r, const cJSON *item)
{
    return read_text(r, item, &r->into->licence);
}

static bool read_main_command(struct reader *r, const cJSON *item)
{
    return read_command(r, item, &r->into->command);
}

static bool read_exec_command(struct reader *r, const cJSON *item)
{
    return read_command(r, item, &r->into->exec_command);
}

static bool read_mode(struct reader *r, const cJSON *item)
{
    int mode = cJSON_IsString(item) ? words_find(MODE_NAMES, item->valuestring) : -1;
    if (mode < 0)
        return refuse_word(r, MODE_NAMES);
    r->into->mode = (enum mode)mode;
    return true;
}

static bool read_operations(struct reader *r, const cJSON *item)
{
    bool *operations = r->into->declared.operations;
    if (!cJSON_IsArray(item) || item->child == NULL)
        return refuse(r, "expected an array of operations");
    for (int i = 0; i < OPERATION_COUNT; i++)
        operations[i] = false;
    for (const cJSON *word = item->child; word != NULL; word = word->next) {
        int operation = cJSON_IsString(word) ? words_find(OPERATION_NAMES, word->valuestring) : -1;
        if (operation < 0)
            return refuse_word(r, OPERATION_NAMES);
        if (operations[operation])
            return refuse(r, "this operation stands twice");
        operations[operation] = true;
    }
    return true;
}

static bool read_policy(struct reader *r, const cJSON *item)
{
    char *text = memory_given(cJSON_PrintUnformatted(item));
    struct buffer problem = {0};
    bool good = declared_read(&r->into->declared, text, strlen(text), &problem);
    if (!good) {
        complain(r->problem, r->into->path, NULL);
        /* it names a member of the policy, or says that there is no object */
        bool member = strncmp(problem.at, "expected", 8) != 0;
        buffer_format(r->problem, "policy%s%s", member ? "." : ": ", problem.at);
    }
    buffer_free(&problem);
    cJSON_free(text);
    return good;
}

static bool read_setup(struct reader *r, const cJSON *item)
{
    struct implementation *into = r->into;
    if (!cJSON_IsArray(item))
        return refuse(r, "expected an array of commands");
    for (const cJSON *command = item->child; command != NULL; command = command->next) {
        into->setup = memory_grow(into->setup, into->setup_len + 1, sizeof *into->setup);
        into->setup[into->setup_len] = (struct word_command){NULL};
        if (!read_command(r, command, &into->setup[into->setup_len++]))
            return false;
    }
    return true;
}

static bool read_timeout(struct reader *r, const cJSON *item)
{
    double number = cJSON_IsNumber(item) ? item->valuedouble : 0;
    if (!(number >= 1 && number <= (double)TIMEOUT_MAX) || number != (double)(uint64_t)number)
        return refuse(r, "expected a whole number of milliseconds from 1 to 3600000");
    r->into->timeout_ms = (uint64_t)number;
    return true;
}

/* --- the file --- */

static const struct {
    const char *name;
    bool (*read)(struct reader *r, const cJSON *item);
} MEMBERS[] = {
    {"name", read_name},
    {"language", read_language},
    {"version", read_version},
    {"homepage", read_homepage},
    {"licence", read_licence},
    {"command", read_main_command},
    {"exec_command", read_exec_command},
    {"mode", read_mode},
    {"operations", read_operations},
    {"policy", read_policy},
    {"setup", read_setup},
    {"timeout_ms", read_timeout},
};

enum { MEMBER_COUNT = sizeof MEMBERS / sizeof MEMBERS[0] };

static bool stands_twice(const cJSON *member)
{
    for (const cJSON *later = member->next; later != NULL; later = later->next) {
        if (strcmp(later->string, member->string) == 0)
            return true;
    }
    return false;
}

static bool read_member(struct reader *r, const cJSON *member)
{
    r->field = member->string;
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        if (strcmp(MEMBERS[i].name, member->string) == 0)
            return MEMBERS[i].read(r, member);
    }
    return refuse(r, "unknown member");
}

static bool repeats_a_name(struct reader *r, const cJSON *object)
{
    for (const cJSON *member = object->child; member != NULL; member = member->next) {
        r->field = member->string;
        if (stands_twice(member))
            return !refuse(r, "this member stands twice");
    }
    return false;
}

/* Objects that repeat a name mean something else to each reader. There are two levels of them. */
static bool has_repeats(struct reader *r, const cJSON *object)
{
    bool found = repeats_a_name(r, object);
    for (const cJSON *member = object->child; !found && member != NULL; member = member->next)
        found = cJSON_IsObject(member) && repeats_a_name(r, member);
    return found;
}

static bool read_members(struct reader *r, const cJSON *object)
{
    const struct implementation *into = r->into;
    if (!cJSON_IsObject(object))
        return refuse(r, "expected an object");
    if (has_repeats(r, object))
        return false;
    for (const cJSON *member = object->child; member != NULL; member = member->next) {
        if (!read_member(r, member))
            return false;
    }
    r->field = into->name == NULL ? "name" : "command";
    if (into->name == NULL || into->command.words == NULL)
        return refuse(r, "this member is missing");
    r->field = "exec_command";
    if (into->exec_command.words != NULL && into->mode == MODE_EXEC)
        return refuse(r, "expected only where mode is stream: command is that of exec mode");
    return true;
}

static bool read_json(struct reader *r, const char *text, size_t len)
{
    struct answer strict = {0};
    size_t where = 0;
    enum answer_status status =
        answer_read(&strict, (const unsigned char *)text, len, UINT32_MAX, &where);
    bool plain = strict.depth <= 8 && !answer_has_nul(&strict);
    answer_free(&strict);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    if (status != ANSWER_OK) {
        refuse(r, "expected strict JSON");
        buffer_format(r->problem, ", not so at byte %zu", where);
        return false;
    }
    if (!plain)
        return refuse(r, "expected an object of texts without NUL");
    cJSON *object = json_parse(text, len);
    bool good = object != NULL ? read_members(r, object) : refuse(r, "expected UTF-8 JSON");
    cJSON_Delete(object);
    return good;
}

/* The absolute folder of a file; NULL with errno. */
static char *folder_of(const char *path)
{
    char *file = realpath(path, NULL);
    char *slash = file != NULL ? strrchr(file, '/') : NULL;
    if (slash != NULL)
        slash[slash == file ? 1 : 0] = '\0';
    return file;
}

bool implementation_read(struct implementation *implementation, const char *path,
                         struct buffer *problem)
{
    *implementation = (struct implementation){.path = memory_copy(path, strlen(path)),
                                              .declared = declared_default()};
    struct reader r = {.into = implementation, .problem = problem};
    const char *what = NULL;
    size_t len = 0;
    char *text = case_read_file(path, FILE_MAX, &len, &what);
    if (text == NULL)
        return refuse(&r, what);
    implementation->folder = folder_of(path);
    bool good =
        implementation->folder != NULL ? read_json(&r, text, len) : refuse(&r, strerror(errno));
    free(text);
    return good;
}

static void free_command(struct word_command *command)
{
    for (size_t i = 0; command->words != NULL && command->words[i] != NULL; i++)
        free(command->words[i]);
    free(command->words);
}

void implementation_free(struct implementation *implementation)
{
    char *texts[] = {implementation->path,     implementation->folder,  implementation->name,
                     implementation->language, implementation->version, implementation->homepage,
                     implementation->licence};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    free_command(&implementation->version_command);
    free_command(&implementation->command);
    free_command(&implementation->exec_command);
    for (size_t i = 0; i < implementation->setup_len; i++)
        free_command(&implementation->setup[i]);
    free(implementation->setup);
    *implementation = (struct implementation){0};
}

/* --- setup --- */

static void run_setup_command(const char *folder, char *const *words)
{
    if (chdir(folder) == 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
        execvp(words[0], words);
    fprintf(stderr, "jets: %s: %s\n", words[0], strerror(errno));
    _exit(127);
}

/* Waits for the command. A signal to the runner alone is passed on to it. */
static int wait_for(pid_t pid, const volatile sig_atomic_t *interrupt)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        if (*interrupt != 0)
            kill(pid, SIGTERM);
    }
    return status;
}

static enum status one_setup(const struct implementation *implementation, size_t i,
                             const volatile sig_atomic_t *interrupt, struct buffer *problem)
{
    struct buffer field = {0};
    buffer_format(&field, "setup[%zu]", i);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        run_setup_command(implementation->folder, implementation->setup[i].words);
    int status = pid > 0 ? wait_for(pid, interrupt) : 0;
    bool good = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good)
        complain(problem, implementation->path, field.at);
    if (pid < 0)
        buffer_text(problem, strerror(errno));
    else if (!good && WIFEXITED(status))
        buffer_format(problem, "ended with exit status %d", WEXITSTATUS(status));
    else if (!good)
        buffer_format(problem, "ended by signal %d", WTERMSIG(status));
    buffer_free(&field);
    return good ? STATUS_OK : STATUS_NOT_STARTED;
}

enum status implementation_setup(const struct implementation *implementation,
                                 const volatile sig_atomic_t *interrupt, struct buffer *problem)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < implementation->setup_len; i++) {
        status = one_setup(implementation, i, interrupt, problem);
        if (*interrupt != 0) {
            status = STATUS_INTERRUPTED;
            problem->len = 0;
            buffer_text(problem, "interrupted while the setup ran");
        }
    }
    return status;
}

/* --- version --- */

/* The first line of what a command printed, where it ended well. */
static char *first_line(const struct process_result *result)
{
    const char *text = (const char *)result->out;
    if (result->end != PROCESS_EXITED || result->code != 0)
        return NULL;
    size_t len = strcspn(text, "\r\n");
    len = len < VERSION_MAX ? len : VERSION_MAX;
    while (len > 0 && text[len - 1] == ' ')
        len--;
    struct buffer line = {0};
    visible_add(&line, (const unsigned char *)text,
                visible_boundary((const unsigned char *)text, strlen(text), len));
    if (line.len == 0)
        buffer_free(&line);
    return line.at;
}

bool implementation_ask_version(struct implementation *implementation,
                                const struct exec_settings *settings, struct buffer *problem)
{
    struct exec_command command;
    struct process_result result;
    char **words = implementation->version_command.words;
    if (words == NULL)
        return true;
    if (exec_command_init_in(&command, (const char *const *)words, NULL, implementation->folder)) {
        struct process_spec spec = {.argv = (const char *const *)command.argv,
                                    .program = command.program,
                                    .limits = settings->limits,
                                    .interrupt = settings->interrupt};
        if (spec.limits.wall_ms < VERSION_MS)
            spec.limits.wall_ms = VERSION_MS;
        if (command.error == 0 && process_run(&spec, &result)) {
            implementation->version = first_line(&result);
            process_result_free(&result);
        }
        exec_command_free(&command);
    }
    if (implementation->version != NULL)
        return true;
    complain(problem, implementation->path, "version.command");
    buffer_text(problem, "expected a program that exits with 0 and prints the version");
    return false;
}

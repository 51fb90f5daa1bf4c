#include "options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "visible.h"

#define IN_RUN (1U << COMMAND_RUN)
#define IN_LIST (1U << COMMAND_LIST)
#define IN_SHOW (1U << COMMAND_SHOW)

static const struct {
    const char *name, *operands, *about;
} COMMANDS[COMMAND_COUNT] = {
    [COMMAND_RUN] = {"run", "[OPTION]... -- COMMAND [OPERAND]...",
                     "Runs COMMAND once for each case and reports verdicts."},
    [COMMAND_LIST] = {"list", "[OPTION]...", "Lists the ids of cases."},
    [COMMAND_SHOW] = {"show", "[OPTION]... ID", "Shows all about one case."},
};

enum kind { KIND_FLAG, KIND_TEXT, KIND_NUMBER, KIND_LIST, KIND_FORMAT };

/* One option: how it is written, what it sets, where it is allowed, what it means. */
struct rule {
    const char *name;
    const char *argument; /* as the help calls it; NULL for a flag */
    enum kind kind;
    unsigned commands;
    size_t offset;            /* of what it sets, in struct options */
    uint64_t least, most;     /* of a number */
    const char *const *words; /* of a list: what it may hold, or NULL for anything */
    const char *help;
    bool again; /* has to be given again for the same run */
};

#define SETS(member) offsetof(struct options, member)

static const struct rule RULES[] = {
    {"filter", "GLOB", KIND_LIST, IN_RUN | IN_LIST, SETS(filters), 0, 0, NULL,
     "cases whose id matches; * and ? match / too", false},
    {"category", "C", KIND_LIST, IN_RUN | IN_LIST, SETS(categories), 0, 0, NULL,
     "cases of this category", false},
    {"severity", "S", KIND_LIST, IN_RUN | IN_LIST, SETS(severities), 0, 0, SEVERITY_NAMES,
     "integrity, availability or resource", false},
    {"operation", "O", KIND_LIST, IN_RUN | IN_LIST, SETS(operations), 0, 0, OPERATION_NAMES,
     "extract, complete or strings", false},
    {"timeout", "MS", KIND_NUMBER, IN_RUN, SETS(timeout_ms), 1, 3600000, NULL,
     "time for one case, in milliseconds (2000)", true},
    {"memory", "MB", KIND_NUMBER, IN_RUN, SETS(memory_mb), 1, 1048576, NULL,
     "memory for one case, in megabytes (1024)", true},
    {"output-limit", "KB", KIND_NUMBER, IN_RUN, SETS(output_kb), 1, 1048576, NULL,
     "output of one case, in kilobytes (16384)", true},
    {"cwd", "DIR", KIND_TEXT, IN_RUN, SETS(cwd), 0, 0, NULL,
     "where COMMAND starts (a fresh folder each time)", true},
    {"corpus", "DIR", KIND_TEXT, IN_RUN | IN_LIST | IN_SHOW, SETS(corpus), 0, 0, NULL,
     "the corpus (JETS_CORPUS, or found beside the program)", true},
    {"format", "F", KIND_FORMAT, IN_RUN, SETS(format), 0, 0, NULL, "text (default) or ndjson",
     false},
    {"output", "FILE", KIND_TEXT, IN_RUN, SETS(output), 0, 0, NULL,
     "where the report goes (standard output)", false},
    {"long", NULL, KIND_FLAG, IN_LIST, SETS(details), 0, 0, NULL,
     "severity, operation and title too", false},
    {"raw", NULL, KIND_FLAG, IN_SHOW, SETS(raw), 0, 0, NULL, "only the reply, byte for byte",
     false},
};

enum { RULE_COUNT = sizeof RULES / sizeof RULES[0] };

/* The one option with a letter of its own, besides -h. */
static const char OUTPUT_LETTER[] = "-o";

/* --- help --- */

static void write_rule(FILE *out, const struct rule *rule)
{
    struct buffer left = {0};
    buffer_format(&left, "--%s%s%s", rule->name, rule->argument != NULL ? " " : "",
                  rule->argument != NULL ? rule->argument : "");
    if (strcmp(rule->name, "output") == 0)
        buffer_format(&left, ", %s %s", OUTPUT_LETTER, rule->argument);
    fprintf(out, "  %-25s %s\n", left.at, rule->help);
    buffer_free(&left);
}

static void write_command_help(FILE *out, enum command command)
{
    fprintf(out, "usage: jets %s %s\n%s\n\n", COMMANDS[command].name, COMMANDS[command].operands,
            COMMANDS[command].about);
    if (command == COMMAND_RUN)
        fputs(
            "COMMAND gets a reply on standard input, and an operation and options as operands;\n"
            "it prints the answer and exits with 0, or exits with 20 for none, 21 for unsupported.\n\n",
            out);
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if ((RULES[i].commands >> command & 1U) != 0)
            write_rule(out, &RULES[i]);
    }
    fprintf(out, "  %-25s %s\n", "-h, --help", "this text");
    if (command != COMMAND_SHOW)
        fputs(
            "\nA filter may be given several times: a case is taken that meets one of each kind.\n",
            out);
    if (command == COMMAND_RUN)
        fputs(
            "\nExit status: 0 all as expected; 1 something is not; 2 usage, or no case matches;\n"
            "3 COMMAND could not be started; 4 the corpus or the runner is at fault; 5 interrupted.\n",
            out);
}

static void write_help(FILE *out)
{
    fputs(
        "usage: jets COMMAND [OPTION]...\n"
        "Puts a program that takes the JSON answer out of a language model's reply under test.\n\n",
        out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  jets %-5s %-37s %s\n", COMMANDS[i].name, COMMANDS[i].operands,
                COMMANDS[i].about);
    fputs("  jets help [COMMAND]                         This text, or all about a command.\n"
          "  jets --version                              Prints the version.\n",
          out);
}

/* --- reading --- */

struct reading {
    struct options *options;
    char **argv;
    int argc, at;
    struct buffer *problem;
};

static bool wrong(struct reading *r, const char *before, const char *word, const char *after)
{
    buffer_text(r->problem, before);
    if (word != NULL) {
        buffer_text(r->problem, " \"");
        visible_short(r->problem, (const unsigned char *)word, strlen(word), 60);
        buffer_text(r->problem, "\"");
    }
    buffer_text(r->problem, after);
    return false;
}

static void *target(struct reading *r, const struct rule *rule)
{
    return (char *)r->options + rule->offset;
}

static void add_word(struct word_list *list, const char *word)
{
    list->items = memory_grow(list->items, list->len + 2, sizeof *list->items);
    if (word != NULL)
        list->items[list->len++] = word;
    list->items[list->len] = NULL;
}

static bool set_number(struct reading *r, const struct rule *rule, const char *text)
{
    uint64_t number = 0;
    size_t len = strspn(text, "0123456789");
    bool good = len > 0 && len <= 9 && text[len] == '\0';
    for (size_t i = 0; good && i < len; i++)
        number = number * 10 + (uint64_t)(text[i] - '0');
    if (!good || number < rule->least || number > rule->most) {
        buffer_format(r->problem,
                      "--%s: expected a whole number from %" PRIu64 " to %" PRIu64 ", got",
                      rule->name, rule->least, rule->most);
        return wrong(r, "", text, "");
    }
    *(uint64_t *)target(r, rule) = number;
    return true;
}

static bool unknown_word(struct reading *r, const struct rule *rule, const char *const *words,
                         const char *word)
{
    const char *nearest = words_nearest(words, word);
    buffer_format(r->problem, "--%s: expected %s, got", rule->name, rule->help);
    wrong(r, "", word, "");
    if (nearest != NULL)
        buffer_format(r->problem, "; did you mean %s?", nearest);
    return false;
}

static bool set_list(struct reading *r, const struct rule *rule, const char *text)
{
    if (rule->words != NULL && words_find(rule->words, text) < 0)
        return unknown_word(r, rule, rule->words, text);
    add_word(target(r, rule), text);
    return true;
}

static bool set_format(struct reading *r, const struct rule *rule, const char *text)
{
    const struct report_format *format = report_find_format(text);
    if (format == NULL) {
        buffer_format(r->problem, "--%s: expected %s, got", rule->name, rule->help);
        return wrong(r, "", text, "");
    }
    *(const struct report_format **)target(r, rule) = format;
    return true;
}

/* text is NULL for a flag alone. */
static bool set_option(struct reading *r, const struct rule *rule, const char *text)
{
    if (text == NULL) {
        *(bool *)target(r, rule) = true;
        return true;
    }
    switch (rule->kind) {
    case KIND_NUMBER: return set_number(r, rule, text);
    case KIND_LIST: return set_list(r, rule, text);
    case KIND_FORMAT: return set_format(r, rule, text);
    case KIND_FLAG:
    case KIND_TEXT: break;
    }
    if (text[0] == '\0') {
        buffer_format(r->problem, "--%s: expected %s that is not empty", rule->name,
                      rule->argument);
        return false;
    }
    *(const char **)target(r, rule) = text;
    return true;
}

static const struct rule *find_rule(const char *name, size_t len)
{
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if (strlen(RULES[i].name) == len && memcmp(RULES[i].name, name, len) == 0)
            return &RULES[i];
    }
    return NULL;
}

static bool unknown_option(struct reading *r, const char *word)
{
    const char *names[RULE_COUNT + 1] = {NULL};
    size_t len = 0;
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if ((RULES[i].commands >> r->options->command & 1U) != 0)
            names[len++] = RULES[i].name;
    }
    char *name = memory_copy(word, strcspn(word, "="));
    const char *nearest = words_nearest(names, name + strspn(name, "-"));
    free(name);
    wrong(r, "unknown option", word, "");
    if (nearest != NULL)
        buffer_format(r->problem, "; did you mean --%s?", nearest);
    return false;
}

/* Reads the option at r->at, and its argument, which may be the next word. */
static bool read_option(struct reading *r)
{
    const char *word = r->argv[r->at];
    const char *name = word + 2;
    size_t len = strcspn(name, "=");
    const char *text = name[len] == '=' ? name + len + 1 : NULL;
    const struct rule *rule = NULL;
    if (strncmp(word, "--", 2) == 0) {
        rule = find_rule(name, len);
    } else if (strncmp(word, OUTPUT_LETTER, 2) == 0) {
        rule = find_rule("output", strlen("output"));
        text = word[2] != '\0' ? word + 2 : NULL;
    }
    if (rule == NULL || (rule->commands >> r->options->command & 1U) == 0)
        return unknown_option(r, word);
    if (rule->argument == NULL && text != NULL) {
        buffer_format(r->problem, "--%s takes no argument", rule->name);
        return false;
    }
    if (rule->argument != NULL && text == NULL) {
        if (++r->at >= r->argc) {
            buffer_format(r->problem, "--%s: expected %s behind it", rule->name, rule->argument);
            return false;
        }
        text = r->argv[r->at];
    }
    r->at++;
    return set_option(r, rule, text);
}

/* Reads what is behind the options. */
static bool read_operands(struct reading *r)
{
    struct options *options = r->options;
    const char *first = r->at < r->argc ? r->argv[r->at] : NULL;
    if (options->command == COMMAND_RUN) {
        options->testee = (const char *const *)(r->argv + r->at);
        return first != NULL ? first[0] != '\0' || wrong(r, "run: COMMAND is empty", NULL, "")
                             : wrong(r, "run: expected COMMAND behind --", NULL, "");
    }
    if (options->command == COMMAND_SHOW) {
        options->id = first;
        if (first == NULL)
            return wrong(r, "show: expected the ID of a case", NULL, "");
        first = r->at + 1 < r->argc ? r->argv[r->at + 1] : NULL;
    }
    return first == NULL || wrong(r, "unexpected operand", first, "");
}

static enum options_end read_command_line(struct reading *r, FILE *out)
{
    while (r->at < r->argc && r->argv[r->at][0] == '-' && r->argv[r->at][1] != '\0') {
        const char *word = r->argv[r->at];
        if (strcmp(word, "--") == 0) {
            r->at++;
            break;
        }
        if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
            write_command_help(out, r->options->command);
            return OPTIONS_HELP;
        }
        if (!read_option(r))
            return OPTIONS_WRONG;
    }
    return read_operands(r) ? OPTIONS_READ : OPTIONS_WRONG;
}

static int find_command(const char *word)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(COMMANDS[i].name, word) == 0)
            return i;
    }
    return -1;
}

static enum options_end unknown_command(struct reading *r, const char *word)
{
    wrong(r, "unknown command", word, "; there are run, list, show and help");
    return OPTIONS_WRONG;
}

/* jets help [COMMAND] */
static enum options_end read_help(struct reading *r, FILE *out)
{
    if (r->argc == 2) {
        write_help(out);
        return OPTIONS_HELP;
    }
    int command = find_command(r->argv[2]);
    if (command < 0)
        return unknown_command(r, r->argv[2]);
    if (r->argc > 3)
        return wrong(r, "unexpected operand", r->argv[3], "") ? OPTIONS_READ : OPTIONS_WRONG;
    write_command_help(out, (enum command)command);
    return OPTIONS_HELP;
}

enum options_end options_read(struct options *options, int argc, char **argv, FILE *out,
                              struct buffer *problem)
{
    *options = (struct options){.timeout_ms = OPTION_UNSET,
                                .memory_mb = OPTION_UNSET,
                                .output_kb = OPTION_UNSET,
                                .format = REPORT_FORMATS[0]};
    struct word_list *lists[] = {&options->filters, &options->categories, &options->severities,
                                 &options->operations};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        add_word(lists[i], NULL);
    struct reading r = {options, argv, argc, 2, problem};
    if (argc < 2) {
        wrong(&r, "expected a command: run, list, show or help", NULL, "");
        return OPTIONS_WRONG;
    }
    if (strcmp(argv[1], "--version") == 0) {
        fprintf(out, "jets %s\n", RUNNER_VERSION);
        return OPTIONS_HELP;
    }
    if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0) {
        write_help(out);
        return OPTIONS_HELP;
    }
    if (strcmp(argv[1], "help") == 0)
        return read_help(&r, out);
    int command = find_command(argv[1]);
    if (command < 0)
        return unknown_command(&r, argv[1]);
    options->command = (enum command)command;
    return read_command_line(&r, out);
}

void options_free(struct options *options)
{
    free(options->filters.items);
    free(options->categories.items);
    free(options->severities.items);
    free(options->operations.items);
}

struct selection options_selection(const struct options *options)
{
    return (struct selection){.globs = options->filters.items,
                              .categories = options->categories.items,
                              .severities = options->severities.items,
                              .operations = options->operations.items};
}

void options_again(const struct options *options, struct buffer *out)
{
    buffer_add(out, "", 0);
    for (size_t i = 0; i < RULE_COUNT; i++) {
        const struct rule *rule = &RULES[i];
        const char *set = (const char *)options + rule->offset;
        if (!rule->again)
            continue;
        if (rule->kind == KIND_NUMBER && *(const uint64_t *)set != OPTION_UNSET)
            buffer_format(out, " --%s %" PRIu64, rule->name, *(const uint64_t *)set);
        if (rule->kind == KIND_TEXT && *(const char *const *)set != NULL) {
            buffer_format(out, " --%s ", rule->name);
            visible_shell(out, *(const char *const *)set);
        }
    }
}

#include "options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "escape.h"
#include "implementation.h"
#include "option_table.h"
#include "visible.h"

/* Behind what is wrong before a command is known. */
#define SEE_HELP " (jets help tells more)"

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

static void add_list(struct buffer *out, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++)
        buffer_format(out, "%s%s", i == 0 ? "" : words[i + 1] != NULL ? ", " : " or ", words[i]);
}

static void *target(struct reading *r, const struct option_rule *rule)
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

/* Reads digits up to the end of the text, or up to `end`. Returns what is behind them, or NULL. */
static const char *read_number(const char *text, char end, uint64_t *number)
{
    size_t len = strspn(text, "0123456789");
    *number = 0;
    if (len == 0 || len > 9 || text[len] != end)
        return NULL;
    for (size_t i = 0; i < len; i++)
        *number = *number * 10 + (uint64_t)(text[i] - '0');
    return text + len;
}

static bool set_number(struct reading *r, const struct option_rule *rule, const char *text)
{
    uint64_t number = 0;
    if (read_number(text, '\0', &number) == NULL || number < rule->least || number > rule->most) {
        buffer_format(r->problem,
                      "--%s: expected a whole number from %" PRIu64 " to %" PRIu64 ", got",
                      rule->name, rule->least, rule->most);
        return wrong(r, "", text, "");
    }
    *(uint64_t *)target(r, rule) = number;
    return true;
}

bool shard_read(const char *text, struct shard *shard)
{
    uint64_t part = 0;
    uint64_t parts = 0;
    const char *slash = read_number(text, '/', &part);
    bool good = slash != NULL && read_number(slash + 1, '\0', &parts) != NULL;
    if (!good || part < 1 || part > parts || parts > 10000)
        return false;
    *shard = (struct shard){(unsigned)part, (unsigned)parts};
    return true;
}

static bool set_shard(struct reading *r, const struct option_rule *rule, const char *text)
{
    if (!shard_read(text, target(r, rule))) {
        buffer_format(r->problem, "--%s: expected K/N, such as 2/5, with K from 1 to N, got",
                      rule->name);
        return wrong(r, "", text, "");
    }
    return true;
}

static bool unknown_word(struct reading *r, const struct option_rule *rule, const char *word)
{
    const char *nearest = words_nearest(rule->words, word);
    buffer_format(r->problem, "--%s: expected ", rule->name);
    add_list(r->problem, rule->words);
    wrong(r, ", got", word, "");
    if (nearest != NULL)
        buffer_format(r->problem, "; did you mean %s?", nearest);
    return false;
}

static bool set_list(struct reading *r, const struct option_rule *rule, const char *text)
{
    if (rule->words != NULL && words_find(rule->words, text) < 0)
        return unknown_word(r, rule, text);
    add_word(target(r, rule), text);
    return true;
}

static bool set_word(struct reading *r, const struct option_rule *rule, const char *text)
{
    int word = words_find(rule->words, text);
    if (word < 0)
        return unknown_word(r, rule, text);
    *(int *)target(r, rule) = word;
    return true;
}

static bool set_format(struct reading *r, const struct option_rule *rule, const char *text)
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
static bool set_option(struct reading *r, const struct option_rule *rule, const char *text)
{
    if (text == NULL) {
        *(bool *)target(r, rule) = true;
        return true;
    }
    switch (rule->kind) {
    case KIND_NUMBER: return set_number(r, rule, text);
    case KIND_SHARD: return set_shard(r, rule, text);
    case KIND_LIST: return set_list(r, rule, text);
    case KIND_WORD: return set_word(r, rule, text);
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

/* The option of the command: the same name may mean something else to another. */
static const struct option_rule *find_rule(const struct reading *r, const char *name, size_t len)
{
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++) {
        const struct option_rule *rule = &OPTION_RULES[i];
        if (option_is_of(rule, r->options->command) && strlen(rule->name) == len &&
            memcmp(rule->name, name, len) == 0)
            return rule;
    }
    return NULL;
}

static const struct option_rule *find_letter(const struct reading *r, char letter)
{
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++) {
        const struct option_rule *rule = &OPTION_RULES[i];
        if (option_is_of(rule, r->options->command) && letter != '\0' && rule->letter == letter)
            return rule;
    }
    return NULL;
}

static bool unknown_option(struct reading *r, const char *word)
{
    const char *names[OPTION_RULES_MAX + 1] = {NULL};
    size_t len = 0;
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++) {
        if (option_is_of(&OPTION_RULES[i], r->options->command))
            names[len++] = OPTION_RULES[i].name;
    }
    char *name = memory_copy(word, strcspn(word, "="));
    const char *nearest = words_nearest(names, name + strspn(name, "-"));
    free(name);
    wrong(r, "unknown option", word, "");
    if (nearest != NULL)
        buffer_format(r->problem, "; did you mean --%s?", nearest);
    return false;
}

/* Finds the rule of the word at r->at, and the argument that stands in the same word, if any. */
static const struct option_rule *split_option(const struct reading *r, const char *word,
                                              const char **text)
{
    if (word[1] == '-') {
        size_t len = strcspn(word + 2, "=");
        *text = word[2 + len] == '=' ? word + 2 + len + 1 : NULL;
        return find_rule(r, word + 2, len);
    }
    *text = word[2] != '\0' ? word + 2 : NULL;
    return find_letter(r, word[1]);
}

/* Reads the option at r->at, and its argument, which may be the next word. */
static bool read_option(struct reading *r)
{
    const char *word = r->argv[r->at];
    const char *text = NULL;
    const struct option_rule *rule = split_option(r, word, &text);
    if (rule == NULL)
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
        if (strcmp(text, "--") == 0) {
            buffer_format(r->problem, "--%s: expected %s, got", rule->name, rule->argument);
            return wrong(r, "", text, "");
        }
    }
    r->at++;
    return set_option(r, rule, text);
}

/* --- operands --- */

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text);
    size_t end_len = strlen(end);
    return len > end_len && strcmp(text + len - end_len, end) == 0;
}

/* A lone operand that ends in .json, without -- before it, is an implementation file. */
static bool read_testee(struct reading *r, bool dashes)
{
    struct options *options = r->options;
    const char *command = COMMAND_RULES[options->command].name;
    const char *first = r->at < r->argc ? r->argv[r->at] : NULL;
    buffer_text(r->problem, command);
    if (COMMAND_RULES[options->command].takes_target && options->target == NULL)
        return wrong(r,
                     options->command == COMMAND_SCAN
                         ? ": expected a LOG, or -"
                         : ": expected the ID of a case, the FILE of a reply, or -",
                     NULL, "");
    if (first == NULL)
        return wrong(r, ": expected an implementation file, or COMMAND behind --", NULL, "");
    if (first[0] == '\0')
        return wrong(r, ": COMMAND is empty", NULL, "");
    if (!dashes && r->at + 1 == r->argc && ends_with(first, ".json"))
        options->file = first;
    else
        options->testee = (const char *const *)(r->argv + r->at);
    if (options->setup && options->file == NULL)
        return wrong(r, ": --setup goes with an implementation file", NULL, "");
    if (options->update_baseline && options->baseline == NULL)
        return wrong(r, ": --update-baseline goes with --baseline", NULL, "");
    if (options->update_baseline && (options_select_less(options) || options->fail_fast))
        return wrong(r,
                     ": --update-baseline takes a whole run, without filters, --shard and "
                     "--fail-fast",
                     NULL, "");
    r->problem->len = 0;
    r->problem->at[0] = '\0';
    return true;
}

static bool read_shell(struct reading *r, const char *word)
{
    int shell = word != NULL ? words_find(SHELL_NAMES, word) : -1;
    r->options->shell = shell;
    if (shell >= 0)
        return true;
    buffer_text(r->problem, "completion: expected ");
    add_list(r->problem, SHELL_NAMES);
    return word == NULL ? false : wrong(r, ", got", word, "");
}

/* The one operand of a command, or its lack. */
static bool read_one_operand(struct reading *r)
{
    struct options *options = r->options;
    const char *first = r->at < r->argc ? r->argv[r->at] : NULL;
    const char *behind = first != NULL && r->at + 1 < r->argc ? r->argv[r->at + 1] : NULL;
    switch (options->command) {
    case COMMAND_SHOW:
        options->id = first;
        if (first == NULL)
            return wrong(r, "show: expected the ID of a case", NULL, "");
        break;
    case COMMAND_REPORT:
        options->file = first;
        if (first == NULL)
            return wrong(r, "report: expected the FILE of a report, or -", NULL, "");
        if (options->merge) {
            options->reports = (const char *const *)(r->argv + r->at);
            behind = NULL;
        }
        break;
    case COMMAND_EXPLAIN:
        options->target = first;
        if (first == NULL)
            return wrong(r, "explain: expected the FILE of a reply, the ID of a case, or -", NULL,
                         "");
        break;
    case COMMAND_COMPLETION:
        if (!read_shell(r, first))
            return false;
        break;
    default: behind = first; break;
    }
    return behind == NULL || wrong(r, "unexpected operand", behind, "");
}

static bool is_option(const struct reading *r, int at)
{
    return at < r->argc && r->argv[at][0] == '-' && r->argv[at][1] != '\0';
}

/* Moves an operand that options follow behind them. What stands behind a program under test is its
 * own, so that this is for the other commands. */
static void put_operand_last(struct reading *r)
{
    if (is_option(r, r->at) || !is_option(r, r->at + 1))
        return;
    char *operand = r->argv[r->at];
    memmove(&r->argv[r->at], &r->argv[r->at + 1], (size_t)(r->argc - r->at - 1) * sizeof *r->argv);
    r->argv[r->argc - 1] = operand;
}

/* Whether the operands end with a program under test. */
static bool tests_something(enum command command)
{
    return COMMAND_RULES[command].tests;
}

/* The operand that stands before the program under test, and before or among the options. */
static bool take_target(struct reading *r)
{
    struct options *options = r->options;
    if (!COMMAND_RULES[options->command].takes_target || options->target != NULL ||
        r->at >= r->argc || is_option(r, r->at))
        return false;
    options->target = r->argv[r->at++];
    return true;
}

static enum options_end read_words(struct reading *r, FILE *out)
{
    bool tests = tests_something(r->options->command);
    bool dashes = false;
    while (!dashes) {
        if (!tests)
            put_operand_last(r);
        if (take_target(r))
            continue;
        if (!is_option(r, r->at))
            break;
        const char *word = r->argv[r->at];
        if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
            options_help_command(out, r->options->command);
            return OPTIONS_HELP;
        }
        dashes = strcmp(word, "--") == 0;
        if (dashes)
            r->at++;
        else if (!read_option(r))
            return OPTIONS_WRONG;
    }
    bool good = tests ? read_testee(r, dashes) : read_one_operand(r);
    return good ? OPTIONS_READ : OPTIONS_WRONG;
}

static enum options_end read_command_line(struct reading *r, FILE *out)
{
    enum options_end end = read_words(r, out);
    if (end == OPTIONS_WRONG)
        buffer_format(r->problem, " (jets help %s tells more)",
                      COMMAND_RULES[r->options->command].name);
    return end;
}

/* --- commands --- */

static int find_command(const char *word)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(COMMAND_RULES[i].name, word) == 0)
            return i;
    }
    return -1;
}

static void add_commands(struct buffer *out)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        buffer_format(out, "%s, ", COMMAND_RULES[i].name);
    out->len -= 2;
    buffer_text(out, " or help");
}

static enum options_end unknown_command(struct reading *r, const char *word)
{
    const char *names[COMMAND_COUNT + 1] = {NULL};
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i] = COMMAND_RULES[i].name;
    const char *nearest = words_nearest(names, word);
    wrong(r, "unknown command", word, "; expected ");
    add_commands(r->problem);
    if (nearest != NULL)
        buffer_format(r->problem, "; did you mean %s?", nearest);
    buffer_text(r->problem, SEE_HELP);
    return OPTIONS_WRONG;
}

/* jets help [COMMAND] */
static enum options_end read_help(struct reading *r, FILE *out)
{
    if (r->argc == 2) {
        options_help(out);
        return OPTIONS_HELP;
    }
    int command = find_command(r->argv[2]);
    if (command < 0)
        return unknown_command(r, r->argv[2]);
    if (r->argc > 3)
        return wrong(r, "unexpected operand", r->argv[3], SEE_HELP) ? OPTIONS_READ : OPTIONS_WRONG;
    options_help_command(out, (enum command)command);
    return OPTIONS_HELP;
}

struct options options_default(void)
{
    struct options options = {.timeout_ms = OPTION_UNSET,
                              .memory_mb = OPTION_UNSET,
                              .output_kb = OPTION_UNSET,
                              .jobs = OPTION_UNSET,
                              .window = OPTION_UNSET,
                              .repeat = OPTION_UNSET,
                              .cross_check = OPTION_UNSET,
                              .examples = OPTION_UNSET,
                              .seconds = OPTION_UNSET,
                              .cases = OPTION_UNSET,
                              .seed = OPTION_UNSET,
                              .from_corpus = OPTION_UNSET,
                              .operation = -1,
                              .mode = -1,
                              .format = REPORT_FORMATS[0]};
    struct word_list *lists[] = {&options.filters, &options.categories, &options.severities,
                                 &options.operations, &options.weights};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        add_word(lists[i], NULL);
    for (size_t i = 0; i < POLICY_COUNT; i++)
        options.asks[i] = -1;
    return options;
}

enum options_end options_read(struct options *options, int argc, char **argv, FILE *out,
                              struct buffer *problem)
{
    *options = options_default();
    struct reading r = {options, argv, argc, 2, problem};
    if (argc < 2) {
        buffer_text(problem, "expected a command: ");
        add_commands(problem);
        buffer_text(problem, SEE_HELP);
        return OPTIONS_WRONG;
    }
    if (strcmp(argv[1], "--version") == 0) {
        fprintf(out, "jets %s\n", RUNNER_VERSION);
        return OPTIONS_HELP;
    }
    if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0) {
        options_help(out);
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
    free(options->weights.items);
}

bool options_select_less(const struct options *options)
{
    return options->filters.len + options->categories.len + options->severities.len +
                   options->operations.len >
               0 ||
           options->shard.parts > 0 || options->corpus_version != NULL;
}

struct selection options_selection(const struct options *options)
{
    return (struct selection){.globs = options->filters.items,
                              .categories = options->categories.items,
                              .severities = options->severities.items,
                              .operations = options->operations.items,
                              .shard_part = options->shard.part,
                              .shard_parts = options->shard.parts,
                              .version = options->corpus_version};
}

size_t options_asked(const struct options *options, struct exec_option room[POLICY_COUNT])
{
    size_t len = 0;
    for (size_t i = 0; i < POLICY_COUNT; i++) {
        if (options->asks[i] > 0)
            room[len++] =
                (struct exec_option){POLICIES[i].name, POLICIES[i].values[options->asks[i]]};
    }
    return len;
}

void options_testee(const struct options *options, struct buffer *out)
{
    buffer_text(out, options->file != NULL ? " " : " --");
    if (options->file != NULL)
        visible_shell(out, options->file);
    for (size_t i = 0; options->file == NULL && options->testee[i] != NULL; i++) {
        buffer_text(out, " ");
        visible_shell(out, options->testee[i]);
    }
}

void options_again(const struct options *options, enum command command, struct buffer *out)
{
    buffer_add(out, "", 0);
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++) {
        const struct option_rule *rule = &OPTION_RULES[i];
        const char *set = (const char *)options + rule->offset;
        if (!rule->again || !option_is_of(rule, options->command) || !option_is_of(rule, command))
            continue;
        if (rule->kind == KIND_NUMBER && *(const uint64_t *)set != OPTION_UNSET)
            buffer_format(out, " --%s %" PRIu64, rule->name, *(const uint64_t *)set);
        if (rule->kind == KIND_WORD && *(const int *)set >= 0)
            buffer_format(out, " --%s %s", rule->name, rule->words[*(const int *)set]);
        if (rule->kind == KIND_TEXT && *(const char *const *)set != NULL) {
            buffer_format(out, " --%s ", rule->name);
            visible_shell(out, *(const char *const *)set);
        }
        if (rule->kind == KIND_LIST) {
            const struct word_list *list = (const struct word_list *)(const void *)set;
            for (size_t k = 0; k < list->len; k++) {
                buffer_format(out, " --%s ", rule->name);
                visible_shell(out, list->items[k]);
            }
        }
    }
}

void options_json(const struct options *options, struct buffer *out)
{
    struct buffer words = {0};
    options_again(options, options->command, &words);
    if (words.len > 0) {
        buffer_text(out, ",\"options\":");
        escape_json_shown(out, words.at + 1, words.len - 1);
    }
    words.len = 0;
    options_testee(options, &words);
    buffer_text(out, ",\"testee\":");
    escape_json_shown(out, words.at + 1, words.len - 1);
    buffer_free(&words);
}

#include "completion.h"

#include <string.h>

#include "option_table.h"

const char *const SHELL_NAMES[4] = {"bash", "zsh", "fish", NULL};

/* What lists the ids and the categories of the corpus, as a shell runs it. */
#define CASES "jets list 2>/dev/null"
#define CATEGORIES "jets list 2>/dev/null | sed 's|/.*||' | sort -u"

/* Calls write for each option of the command. */
static void each_option(FILE *out, enum command command,
                        void (*write)(FILE *out, const struct option_rule *rule))
{
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++) {
        if (option_is_of(&OPTION_RULES[i], command))
            write(out, &OPTION_RULES[i]);
    }
}

static void write_words(FILE *out, const char *const *words)
{
    for (size_t i = 0; words != NULL && words[i] != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", words[i]);
}

/* Writes text between single quotes, as a shell reads it back; before each byte of `marked`, a
 * backslash. */
static void write_quoted(FILE *out, const char *text, const char *marked)
{
    fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (strchr(marked, *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

/* --- bash --- */

static void bash_option(FILE *out, const struct option_rule *rule)
{
    fprintf(out, " --%s", rule->name);
    if (rule->letter != 0)
        fprintf(out, " -%c", rule->letter);
}

static void bash_argument(FILE *out, const struct option_rule *rule)
{
    const char *room[OPTION_RULES_MAX + 1];
    const char *const *words = option_words(rule, room);
    if (rule->argument == NULL)
        return;
    fprintf(out, "    --%s", rule->name);
    if (rule->letter != 0)
        fprintf(out, " | -%c", rule->letter);
    fputs(") ", out);
    if (words != NULL) {
        fputs("_jets_words '", out);
        write_words(out, words);
        fputs("'", out);
    } else {
        switch (rule->files) {
        case FILES_FILE: fputs("_jets_files -f", out); break;
        case FILES_FOLDER: fputs("_jets_files -d", out); break;
        case FILES_CASES: fputs("_jets_words \"$(" CASES ")\"", out); break;
        case FILES_CATEGORIES: fputs("_jets_words \"$(" CATEGORIES ")\"", out); break;
        case FILES_NONE: fputs(":", out); break;
        }
    }
    fputs("; return ;;\n", out);
}

static void bash_command(FILE *out, enum command command)
{
    const struct command_rule *rule = &COMMAND_RULES[command];
    fprintf(out, "    %s)\n        case $cur in\n        -*) _jets_words '", rule->name);
    fputs("--help", out);
    each_option(out, command, bash_option);
    fputs("' ;;\n        *) ", out);
    if (rule->words != NULL) {
        fputs("_jets_words '", out);
        write_words(out, rule->words);
        fputs("'", out);
    } else if (command == COMMAND_SHOW) {
        fputs("_jets_words \"$(" CASES ")\"", out);
    } else {
        fputs(rule->takes_file ? "_jets_files -f" : ":", out);
    }
    fputs(" ;;\n        esac\n        ;;\n", out);
}

static void write_commands(FILE *out)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "%s ", COMMAND_RULES[i].name);
    fputs("help", out);
}

static void write_bash(FILE *out)
{
    fputs("# Completions of jets for bash; made by `jets completion bash`.\n"
          "_jets_words() {\n"
          "    COMPREPLY=($(compgen -W \"$1\" -- \"$cur\"))\n"
          "}\n"
          "_jets_files() {\n"
          "    local IFS=$'\\n'\n"
          "    compopt -o filenames 2>/dev/null\n"
          "    COMPREPLY=($(compgen \"$1\" -- \"$cur\"))\n"
          "}\n"
          "_jets() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} i\n"
          "    COMPREPLY=()\n"
          "    # the shell takes --mode=exec for three words\n"
          "    if [ \"$cur\" = = ]; then\n"
          "        cur=\n"
          "    elif [ \"$prev\" = = ]; then\n"
          "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    fi\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        _jets_words '",
          out);
    write_commands(out);
    fputs(" --help --version'\n        return\n    fi\n"
          "    # behind -- stands a command of somebody else's\n"
          "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
          "        if [ \"${COMP_WORDS[i]}\" = -- ]; then\n"
          "            _jets_files -f\n"
          "            return\n"
          "        fi\n"
          "    done\n"
          "    case $prev in\n",
          out);
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++)
        bash_argument(out, &OPTION_RULES[i]);
    fputs("    esac\n    case ${COMP_WORDS[1]} in\n", out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        bash_command(out, (enum command)i);
    fputs("    help) _jets_words '", out);
    write_commands(out);
    fputs("' ;;\n    esac\n}\ncomplete -F _jets jets\n", out);
}

/* --- zsh --- */

/* Characters that end an explanation, or a message. */
#define ZSH_MARKED "[]:\\"

static void zsh_action(FILE *out, const struct option_rule *rule)
{
    const char *room[OPTION_RULES_MAX + 1];
    const char *const *words = option_words(rule, room);
    fprintf(out, "':%s:", rule->argument);
    if (words != NULL) {
        fputs("(", out);
        write_words(out, words);
        fputs(")", out);
    } else {
        switch (rule->files) {
        case FILES_FILE: fputs("_files", out); break;
        case FILES_FOLDER: fputs("_files -/", out); break;
        case FILES_CASES: fputs("_jets_cases", out); break;
        case FILES_CATEGORIES: fputs("_jets_categories", out); break;
        case FILES_NONE: fputs(" ", out); break;
        }
    }
    fputs("'", out);
}

static void zsh_option(FILE *out, const struct option_rule *rule)
{
    const char *many = rule->kind == KIND_LIST ? "\\*" : "";
    struct buffer about = {0};
    buffer_text(&about, "[");
    for (const char *at = rule->help; *at != '\0'; at++)
        buffer_format(&about, "%s%c", strchr(ZSH_MARKED, *at) != NULL ? "\\" : "", *at);
    buffer_text(&about, "]");
    if (rule->letter != 0) {
        fprintf(out, "            -%c%s", rule->letter, rule->argument != NULL ? "+" : "");
        write_quoted(out, about.at, "");
        if (rule->argument != NULL)
            zsh_action(out, rule);
        fputs(" \\\n", out);
    }
    fprintf(out, "            %s--%s%s", many, rule->name, rule->argument != NULL ? "=" : "");
    write_quoted(out, about.at, "");
    if (rule->argument != NULL)
        zsh_action(out, rule);
    fputs(" \\\n", out);
    buffer_free(&about);
}

static void zsh_command(FILE *out, enum command command)
{
    const struct command_rule *rule = &COMMAND_RULES[command];
    fprintf(out, "    %s)\n        _arguments -S \\\n", rule->name);
    each_option(out, command, zsh_option);
    fputs("            '(- *)'{-h,--help}'[this text]' \\\n", out);
    if (rule->words != NULL) {
        fputs("            '1: :(", out);
        write_words(out, rule->words);
        fputs(")'\n", out);
    } else if (command == COMMAND_SHOW) {
        fputs("            '1:case:_jets_cases'\n", out);
    } else {
        fputs(rule->takes_file ? "            '*:file:_files'\n" : "            && return\n", out);
    }
    fputs("        ;;\n", out);
}

static void write_zsh(FILE *out)
{
    fputs("#compdef jets\n"
          "# Completions of jets for zsh; made by `jets completion zsh`.\n"
          "_jets_cases() {\n"
          "    local -a cases\n"
          "    cases=(${(f)\"$(" CASES ")\"})\n"
          "    compadd -a cases\n"
          "}\n"
          "_jets_categories() {\n"
          "    local -a categories\n"
          "    categories=(${(f)\"$(" CATEGORIES ")\"})\n"
          "    compadd -a categories\n"
          "}\n"
          "_jets() {\n"
          "    local -a commands\n"
          "    commands=(\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        struct buffer line = {0};
        buffer_format(&line, "%s:%s", COMMAND_RULES[i].name, COMMAND_RULES[i].about);
        fputs("        ", out);
        write_quoted(out, line.at, "");
        fputs("\n", out);
        buffer_free(&line);
    }
    fputs("        'help:Prints a summary of the command line.'\n    )\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $command in\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        zsh_command(out, (enum command)i);
    fputs("    help) _describe command commands ;;\n    esac\n}\n_jets \"$@\"\n", out);
}

/* --- fish --- */

static void fish_start(FILE *out, const char *command)
{
    fprintf(out, "complete -c jets -n '__fish_seen_subcommand_from %s'", command);
}

static void fish_option(FILE *out, const struct option_rule *rule)
{
    const char *room[OPTION_RULES_MAX + 1];
    const char *const *words = option_words(rule, room);
    fprintf(out, " -l %s", rule->name);
    if (rule->letter != 0)
        fprintf(out, " -s %c", rule->letter);
    if (rule->argument == NULL) {
        fputs(" -f", out);
    } else if (words != NULL) {
        fputs(" -x -a '", out);
        write_words(out, words);
        fputs("'", out);
    } else {
        switch (rule->files) {
        case FILES_FILE: fputs(" -r -F", out); break;
        case FILES_FOLDER: fputs(" -x -a '(__fish_complete_directories)'", out); break;
        case FILES_CASES: fputs(" -x -a '(" CASES ")'", out); break;
        case FILES_CATEGORIES: fputs(" -x -a \"(" CATEGORIES ")\"", out); break;
        case FILES_NONE: fputs(" -x", out); break;
        }
    }
    fputs(" -d ", out);
    write_quoted(out, rule->help, "\\");
    fputs("\n", out);
}

static void fish_command(FILE *out, enum command command)
{
    const struct command_rule *rule = &COMMAND_RULES[command];
    fprintf(out, "complete -c jets -n __fish_use_subcommand -f -a %s -d ", rule->name);
    write_quoted(out, rule->about, "\\");
    fputs("\n", out);
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++) {
        if (!option_is_of(&OPTION_RULES[i], command))
            continue;
        fish_start(out, rule->name);
        fish_option(out, &OPTION_RULES[i]);
    }
    fish_start(out, rule->name);
    fputs(" -f -l help -s h -d 'this text'\n", out);
    if (rule->takes_file)
        return;
    fish_start(out, rule->name);
    fputs(" -f", out);
    if (rule->words != NULL) {
        fputs(" -a '", out);
        write_words(out, rule->words);
        fputs("'", out);
    } else if (command == COMMAND_SHOW) {
        fputs(" -a '(" CASES ")'", out);
    }
    fputs("\n", out);
}

static void write_fish(FILE *out)
{
    fputs("# Completions of jets for fish; made by `jets completion fish`.\n", out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fish_command(out, (enum command)i);
    fputs("complete -c jets -n __fish_use_subcommand -f -a help"
          " -d 'Prints a summary of the command line.'\n"
          "complete -c jets -n '__fish_seen_subcommand_from help' -f -a '",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", COMMAND_RULES[i].name);
    fputs("'\n", out);
}

void completion_write(int shell, FILE *out)
{
    switch (shell) {
    case 0: write_bash(out); break;
    case 1: write_zsh(out); break;
    default: write_fish(out); break;
    }
}

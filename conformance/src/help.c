/*
 * help.c - what --help prints, made from the table of options.
 */
#include <stdio.h>

#include "option_table.h"

static void write_rule(FILE *out, const struct option_rule *rule)
{
    struct buffer left = {0};
    if (rule->letter != 0)
        buffer_format(&left, "-%c, ", rule->letter);
    buffer_format(&left, "--%s%s%s", rule->name, rule->argument != NULL ? " " : "",
                  rule->argument != NULL ? rule->argument : "");
    fprintf(out, "  %-23s %s\n", left.at, rule->help);
    buffer_free(&left);
}

static void write_end(FILE *out, enum command command)
{
    if (command == COMMAND_RUN || command == COMMAND_LIST)
        fputs(
            "\nA filter may be given several times: a case is taken that meets one of each kind.\n",
            out);
    if (command == COMMAND_REPORT)
        fputs("\nFILE is what `jets run --format ndjson` wrote; - is standard input.\n", out);
    if (command == COMMAND_RUN)
        fputs("\nExit status: 0 all as expected; 1 something is not; 2 usage, or no case matches;\n"
              "3 it could not be started; 4 the corpus or the runner is at fault; 5 interrupted.\n",
              out);
    if (command == COMMAND_DOCTOR)
        fputs("\nExit status: 0 all is well; 1 something is not, and what to do is said; 2 usage;\n"
              "3 it could not be started; 5 interrupted.\n",
              out);
}

void options_help_command(FILE *out, enum command command)
{
    const struct command_rule *about = &COMMAND_RULES[command];
    fprintf(out, "usage: jets %s %s\n%s\n\n", about->name, about->operands, about->about);
    if (command == COMMAND_RUN || command == COMMAND_DOCTOR)
        fputs("FILE is an implementation.json. COMMAND gets a reply on standard input, and an\n"
              "operation and options as operands; it prints the answer and exits with 0, or\n"
              "exits with 20 for none, 21 for unsupported.\n\n",
              out);
    for (size_t i = 0; i < OPTION_RULE_COUNT; i++) {
        if (option_is_of(&OPTION_RULES[i], command))
            write_rule(out, &OPTION_RULES[i]);
    }
    fprintf(out, "  %-23s %s\n", "-h, --help", "this text");
    write_end(out, command);
}

void options_help(FILE *out)
{
    fputs(
        "usage: jets COMMAND [OPTION]...\n"
        "Puts a program that takes the JSON answer out of a language model's reply under test.\n\n",
        out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  jets %s %s\n      %s\n", COMMAND_RULES[i].name, COMMAND_RULES[i].operands,
                COMMAND_RULES[i].about);
    fputs("  jets help [COMMAND]\n      This text, or all about a command.\n"
          "  jets --version\n      Prints the version.\n",
          out);
}

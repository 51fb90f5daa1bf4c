/*
 * completion.h - completions of shells, made from the table of options (option_table.h).
 */
#ifndef JETS_COMPLETION_H
#define JETS_COMPLETION_H

#include <stdio.h>

/* bash, zsh and fish; ends with NULL. */
extern const char *const SHELL_NAMES[4];

/* Writes the script for SHELL_NAMES[shell], which the shell reads as it starts. */
void completion_write(int shell, FILE *out);

#endif

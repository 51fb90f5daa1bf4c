/*
 * implementation.h - implementation.json: what an adapter puts under test, and what that declares
 * of itself (CONTRACT.md, "Implementation files").
 */
#ifndef JETS_IMPLEMENTATION_H
#define JETS_IMPLEMENTATION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec.h"
#include "memory.h"
#include "policy.h"
#include "status.h"

enum mode { MODE_EXEC, MODE_STREAM, MODE_COUNT };

/* "exec" and "stream"; ends with NULL. */
extern const char *const MODE_NAMES[MODE_COUNT + 1];

/* A program and its operands, as the file has them. */
struct word_command {
    char **words; /* owned; ends with NULL; NULL where there is no command */
};

/* Everything is owned; a text is NULL where the file does not say. */
struct implementation {
    char *path;   /* of the file, as it was named */
    char *folder; /* where it is, absolute: relative names in it are meant from there */
    char *name, *language, *version, *homepage, *licence;
    struct word_command version_command; /* prints the version */
    struct word_command command;         /* of its mode */
    struct word_command exec_command; /* of exec mode, where its mode is stream and it has both */
    enum mode mode;
    struct declared declared;
    struct word_command *setup; /* commands that install it, in order */
    size_t setup_len;
    uint64_t timeout_ms; /* 0: not said */
};

/* Reads the file at path. False, and "FILE: FIELD: what was expected" in *problem, where it is not
 * in order. Free it in every case. */
bool implementation_read(struct implementation *implementation, const char *path,
                         struct buffer *problem);

void implementation_free(struct implementation *implementation);

/*
 * Runs the setup commands, in order, in the file's folder, with the runner's own standard error for
 * all that they print. STATUS_OK; else why in *problem, and STATUS_NOT_STARTED where one failed, or
 * STATUS_INTERRUPTED. They are trusted: whoever says --setup wants them to install something.
 */
enum status implementation_setup(const struct implementation *implementation,
                                 const volatile sig_atomic_t *interrupt, struct buffer *problem);

/* Fills version from version_command, contained, where the file has that. False where it prints
 * none, and why in *problem. */
bool implementation_ask_version(struct implementation *implementation,
                                const struct exec_settings *settings, struct buffer *problem);

#endif

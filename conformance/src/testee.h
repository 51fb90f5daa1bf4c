/*
 * testee.h - what is put under test, as the command line and the implementation file say: its
 * command, its mode, its limits, and what it declares.
 */
#ifndef JETS_TESTEE_H
#define JETS_TESTEE_H

#include <signal.h>
#include <stdbool.h>

#include "exec.h"
#include "implementation.h"
#include "options.h"
#include "status.h"

struct testee {
    bool has_file; /* implementation is filled */
    struct implementation implementation;
    enum mode mode;
    const char *const *words; /* COMMAND as it was given; ends with NULL; borrowed */
    struct exec_command command;
    bool has_other; /* it has a command for the other mode too, which is this: */
    enum mode other_mode;
    struct exec_command other;
    struct exec_settings settings;
};

/*
 * Reads the implementation file, runs its setup where --setup says so, and resolves the command.
 * STATUS_OK, or another status with the reason in *problem. Close it in every case.
 */
enum status testee_open(struct testee *testee, const struct options *options,
                        const volatile sig_atomic_t *interrupt, struct buffer *problem);

void testee_close(struct testee *testee);

/* Why a command could not be started, in words, for an errno. */
const char *testee_why_not_started(int error);

#endif

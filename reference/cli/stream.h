/* jets-extract --stream: the contract's stream mode, many cases in one process. */
#ifndef JETS_STREAM_H
#define JETS_STREAM_H

#include "jets.h"

/* Sets a contract option by its words. Returns 0 where it is set, 1 where there is no such option,
   2 where the option has no such value. */
int contract_option(struct jets_options *options, const char *name, size_t name_len,
                    const char *value, size_t value_len);

/* Answers requests from descriptor `in` on descriptor `out` until the input ends; `base` holds what
   requests leave out. Returns the program's exit status: 0, or 2 after a message on standard error
   (a line that is no request, no memory, failed input or output). */
int stream_serve(const struct jets_options *base, int in, int out);

#endif

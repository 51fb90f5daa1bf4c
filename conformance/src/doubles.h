/*
 * doubles.h - values as an implementation sees them whose numbers are IEEE 754 binary64, as those
 * of JavaScript are.
 */
#ifndef JETS_DOUBLES_H
#define JETS_DOUBLES_H

#include <stdbool.h>

#include "answer.h"

/*
 * Adds the text of the whole answer to out, each number rounded to the nearest binary64; one past
 * its range becomes 1e999. Comparing two such texts exactly compares the values as doubles.
 */
void doubles_text(const struct answer *answer, struct buffer *out);

/* Whether both are the same value once every number is rounded. Like answer_equal otherwise. */
enum answer_status doubles_equal(const struct answer *a, const struct answer *b, bool *equal);

#endif

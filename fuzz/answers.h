/* answers.h - the runner's reading of a value (conformance/src/answer.h) against the model's. */
#ifndef JETS_FUZZ_ANSWERS_H
#define JETS_FUZZ_ANSWERS_H

#include "model.h"

#include "answer.h"

/* Each node of the answer is what the model has, in the order of the text, and each string means
   the same. */
void check_answer(const struct answer *answer, const struct model *m);

#endif

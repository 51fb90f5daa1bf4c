/*
 * relate_goal.h - a broken relation (relate.h) made a finding: the reply shrunk as long as the
 * relation stays broken, and then judged, so that it can be kept as a case.
 */
#ifndef JETS_RELATE_GOAL_H
#define JETS_RELATE_GOAL_H

#include "finding.h"
#include "relate.h"
#include "shrink.h"

/*
 * Makes a finding of a relation that is broken, with the reply of the two on which the
 * implementation is wrong; it is `flaky` where the reference agrees with both results.
 * STATUS_OK, or what comparer_try said. *tries grows by the replies that were asked about.
 */
enum status relate_shrink(struct comparer *comparer, const struct related *related,
                          uint64_t tries_max, uint64_t deadline_us, struct finding *finding,
                          uint64_t *tries, struct buffer *problem);

#endif

/*
 * related.h - the metamorphic relations (conformance/src/relations.h) on the library; for the
 * harnesses fuzz_metamorphic and fuzz_reasoning.
 */
#ifndef JETS_FUZZ_RELATED_H
#define JETS_FUZZ_RELATED_H

#include "relations.h"

#include <stddef.h>
#include <stdint.h>

/* Runs the reply, makes of it what each relation of the group makes, and checks what comes of that.
 */
void related_check(const uint8_t *data, size_t size, enum relation_group group);

#endif

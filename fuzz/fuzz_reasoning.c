/*
 * fuzz_reasoning: what a model writes while it thinks has no say in what it answers. Replacing the
 * text of a block of reasoning, putting a block in front and changing the case of its markers
 * changes nothing, be the text full of values, quotes and fences; a block that never ends, or that
 * the reply is cut inside, gives none, as an opening or closing marker behind the answer does;
 * where the prompt may have held the opener, a reply without it gives the same. The relations are
 * those of conformance/src/relations.h that are about reasoning; the trailer's extra bytes choose
 * among variants.
 */
#include "fuzz.h"
#include "related.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    related_check(data, size, RELATION_OF_REASONING);
    return 0;
}

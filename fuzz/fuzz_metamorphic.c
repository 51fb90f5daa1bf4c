/*
 * fuzz_metamorphic: a reply and a changed one have results that hang together as the rules say,
 * whatever the reply. White space, a byte order mark, CRLF for LF, stop tokens and prose without
 * brackets round the answer change nothing; so does a fence round it, the answer given twice, white
 * space in it, options that allow more. None comes of a cut inside the answer, of another object
 * beside it, of a repeated name in it, of a bracket round it or something glued to it, and of a
 * value that a NUL hides from whoever takes it for the end. A reply quoted in a string is not
 * looked into. The relations are those of conformance/src/relations.h, each with its precondition;
 * those on reasoning are left to fuzz_reasoning. The trailer's extra bytes choose among variants.
 */
#include "fuzz.h"
#include "related.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    related_check(data, size, RELATION_OF_ANSWER);
    return 0;
}

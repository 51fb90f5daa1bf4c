#include "rules.h"

#include <string.h>

const struct rule_words RULE_WORDS[] = {
    {"G1", "One value by the grammar of JSON, and its white space alone."},
    {"G2", "A number is text by the grammar of JSON; no range and no precision is lost."},
    {"G3", "Strings and their escapes by the grammar of JSON; surrogates in pairs."},
    {"G4", "Well-formed UTF-8 in strings, and no byte above 0x7F outside them."},
    {"G5", "The literals are true, false and null, in lower case."},
    {"R1", "A reply that is one value as a whole is the answer; nothing in it is looked at."},
    {"R2.1", "Behind an opening marker at the front, the answer stands behind its closing marker."},
    {"R2.2", "A closing marker alone ends the reasoning of a prefilled family."},
    {"R2.3", "Markers met in prose hide what is between them; a stray one may be ambiguous."},
    {"R2.4", "A marker inside a value that parses is data."},
    {"R2.5", "Under reasoning=fallback, the reasoning is read where nothing else is left."},
    {"R3.1", "A citation in square brackets is prose."},
    {"R3.2", "A square bracket directly behind a word is an index."},
    {"R3.3", "A bracket between quotes is quoted."},
    {"R3.4", "A bracket that cannot begin an attempt at JSON is prose."},
    {"R3.5", "A value is a candidate, and nothing inside it is ever looked at."},
    {"R3.6", "A broken value is skipped whole, and counts as an attempt."},
    {"R3.7", "A value that is cut off, or nested too deep, leaves no answer."},
    {"R4.1", "A run of backquotes or tildes opens a fence; its label follows."},
    {"R4.2", "A fence ends at a run as long as the one that opened it."},
    {"R4.3", "A fence whose whole body is one value holds a fenced candidate."},
    {"R4.4", "A broken value in a fence ends where the fence does."},
    {"R4.5", "Other bodies of fences are scanned like prose."},
    {"R5.1", "What is not of the expected type does not count."},
    {"R5.2", "Containers that say something go before lists of numbers; a piece leaves no answer."},
    {"R5.3", "The one value that is left is the answer; several different ones leave none."},
    {"R5.4", "Under select, the longest, the first or the last candidate is taken."},
    {"R6", "An answer that repeats a member name is none."},
    {"O1", "complete: whether the text is one finished container."},
    {"O2", "strings: an array of strings, trimmed, without empty ones and repeats."},
    {NULL, NULL},
};

const char *rule_words(const char *id)
{
    for (size_t i = 0; RULE_WORDS[i].id != NULL; i++) {
        if (strcmp(RULE_WORDS[i].id, id) == 0)
            return RULE_WORDS[i].words;
    }
    return "A rule of the specification.";
}

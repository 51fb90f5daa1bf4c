/* The words of SPEC: one place for the names of options, reasons, types and rules. */
#include "internal.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *jets_version(void)
{
    return JETS_VERSION;
}

const char *jets_reason_text(enum jets_reason reason)
{
    static const char *const texts[] = {
        "nothing",      "empty", "no-candidate", "unterminated-reasoning", "unterminated-value",
        "too-deep",     "shape", "ambiguous",    "broken-value",           "duplicate-name",
        "out-of-memory"};
    return (size_t)reason < COUNT(texts) ? texts[reason] : "?";
}

const char *jets_type_text(enum jets_type type)
{
    static const char *const texts[] = {"none",   "object",  "array", "string",
                                        "number", "boolean", "null"};
    return (size_t)type < COUNT(texts) ? texts[type] : "?";
}

const char *jets_rule_text(enum jets_rule rule)
{
    static const char *const texts[] = {
        "none", "R1",   "R2.1", "R2.2", "R2.3", "R2.5", "R3.1", "R3.2", "R3.3", "R3.4", "R3.5",
        "R3.6", "R3.7", "R4.1", "R4.2", "R4.3", "R5.1", "R5.2", "R5.3", "R5.4", "R6",   "O2"};
    return (size_t)rule < COUNT(texts) ? texts[rule] : "?";
}

const char *jets_option_text(const char *name, unsigned number)
{
    static const struct {
        const char *name;
        const char *values[5];
    } options[] = {{"expect", {"container", "object", "array", "any"}},
                   {"select", {"only", "longest", "first", "last"}},
                   {"names", {"unique", "any"}},
                   {"reasoning", {"closed", "fallback"}},
                   {"starts", {"auto", "inside", "outside"}}};
    for (size_t i = 0; i < COUNT(options); i++)
        if (strcmp(name, options[i].name) == 0)
            return number < COUNT(options[i].values) ? options[i].values[number] : NULL;
    return NULL;
}

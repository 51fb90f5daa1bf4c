#include "outcome.h"

#include <stdlib.h>
#include <string.h>

const char *outcome_kind_name(enum outcome_kind kind)
{
    switch (kind) {
    case OUTCOME_VALUE: return "value";
    case OUTCOME_NONE: return "none";
    case OUTCOME_UNSUPPORTED: return "unsupported";
    case OUTCOME_MALFORMED: return "malformed";
    case OUTCOME_ERROR: return "error";
    case OUTCOME_CRASH: return "crash";
    case OUTCOME_TIMEOUT: return "timeout";
    case OUTCOME_MEMORY: return "memory";
    case OUTCOME_FLOOD: return "flood";
    case OUTCOME_NOT_STARTED: return "not-started";
    case OUTCOME_INTERRUPTED: return "interrupted";
    }
    return "unknown";
}

const char *outcome_reason(const struct outcome *outcome)
{
    static const char BEFORE[] = "none: "; /* stream_talk.c */
    bool told =
        outcome->kind == OUTCOME_NONE && strncmp(outcome->detail, BEFORE, sizeof BEFORE - 1) == 0;
    return told ? outcome->detail + sizeof BEFORE - 1 : "";
}

bool outcome_says_missing(const char *err)
{
    static const char *const PHRASES[] = {"not found", "No such file", "No module named",
                                          "Cannot find module"};
    bool says = false;
    for (size_t i = 0; !says && i < sizeof PHRASES / sizeof PHRASES[0]; i++)
        says = strstr(err, PHRASES[i]) != NULL;
    return says;
}

void outcome_free(struct outcome *outcome)
{
    free(outcome->text);
    free(outcome->err);
    *outcome = (struct outcome){0};
}

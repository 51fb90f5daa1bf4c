#include "outcome.h"

#include <stdlib.h>

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

void outcome_free(struct outcome *outcome)
{
    free(outcome->text);
    free(outcome->err);
    *outcome = (struct outcome){0};
}

#include "json.h"

#include <errno.h>

#include "memory.h"

static cJSON *parse(const char *text, size_t len, bool whole)
{
    errno = 0;
    cJSON *value = cJSON_ParseWithLengthOpts(text, len, NULL, whole);
    if (value == NULL && errno == ENOMEM) /* malloc says so, and cJSON says nothing */
        memory_out();
    return value;
}

cJSON *json_parse(const char *text, size_t len)
{
    return parse(text, len, false);
}

cJSON *json_parse_whole(const char *text, size_t len)
{
    return parse(text, len + 1, true);
}

void json_add(cJSON *object, const char *name, cJSON *item)
{
    if (!cJSON_AddItemToObject(object, name, memory_given(item)))
        memory_out();
}

void json_set_number(cJSON *object, const char *name, double number)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    memory_given(cJSON_AddNumberToObject(object, name, number));
}

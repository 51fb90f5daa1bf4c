#include "tally.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

static struct tally_row *category_row(struct tally *tally, const char *name)
{
    size_t last = tally->category_count;
    if (last > 0 && strcmp(tally->categories[last - 1].name, name) == 0)
        return &tally->categories[last - 1].row;
    tally->categories = memory_grow(tally->categories, last + 1, sizeof *tally->categories);
    tally->categories[last] = (struct tally_category){.name = memory_copy(name, strlen(name))};
    tally->category_count++;
    return &tally->categories[last].row;
}

void tally_add(struct tally *tally, const char *category, enum severity severity,
               enum verdict verdict)
{
    tally->all.verdicts[verdict]++;
    tally->severities[severity].verdicts[verdict]++;
    category_row(tally, category)->verdicts[verdict]++;
}

size_t tally_total(const struct tally_row *row)
{
    size_t total = 0;
    for (int i = 0; i < VERDICT_COUNT; i++)
        total += row->verdicts[i];
    return total;
}

size_t tally_failures(const struct tally_row *row)
{
    size_t failures = 0;
    for (int i = 0; i < VERDICT_COUNT; i++)
        failures += verdict_is_failure((enum verdict)i) ? row->verdicts[i] : 0;
    return failures;
}

void tally_free(struct tally *tally)
{
    for (size_t i = 0; i < tally->category_count; i++)
        free(tally->categories[i].name);
    free(tally->categories);
    *tally = (struct tally){0};
}

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

static void add_to_row(struct tally_row *row, const struct tally_case *one)
{
    row->verdicts[one->verdict]++;
    row->classes[one->class]++;
    row->failing += one->class == TALLY_FAILED || one->class == TALLY_BROKEN;
    row->known += one->known;
    row->floored += one->has_floors;
    row->wall_us += one->wall_us;
    for (size_t i = 0; i < FLOORS_MAX; i++)
        row->floors[i] += one->has_floors && (one->meets >> i & 1U) != 0;
}

void tally_add(struct tally *tally, const struct tally_case *one)
{
    add_to_row(&tally->all, one);
    add_to_row(&tally->severities[one->severity], one);
    add_to_row(category_row(tally, one->category), one);
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

size_t tally_met(const struct tally_row *row)
{
    return row->verdicts[VERDICT_PASS] + row->verdicts[VERDICT_ACCEPTABLE];
}

size_t tally_best_floor(const struct tally_row *row, size_t names_len)
{
    size_t best = 0;
    for (size_t i = 1; i < names_len; i++)
        best = row->floors[i] > row->floors[best] ? i : best;
    return best;
}

void tally_free(struct tally *tally)
{
    for (size_t i = 0; i < tally->category_count; i++)
        free(tally->categories[i].name);
    free(tally->categories);
    *tally = (struct tally){0};
}

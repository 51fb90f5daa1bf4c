#include "words.h"

#include <fnmatch.h>
#include <stdint.h>
#include <string.h>

const char *const OPERATION_NAMES[OPERATION_COUNT + 1] = {"extract", "complete", "strings", NULL};

const char *const SEVERITY_NAMES[SEVERITY_COUNT + 1] = {"integrity", "availability", "resource",
                                                        NULL};

const struct policy POLICIES[POLICY_COUNT] = {
    {"expect", {"container", "object", "array", "any", NULL}},
    {"select", {"only", "longest", "first", "last", NULL}},
    {"names", {"unique", "any", NULL}},
    {"reasoning", {"closed", "fallback", NULL}},
    {"starts", {"auto", "inside", "outside", NULL}},
};

const struct policy DECLARATIONS[DECLARATION_COUNT] = {
    {"select", {"only", "longest", "first", "last", NULL}},
    {"names", {"unique", "any", NULL}},
    {"reasoning", {"closed", "fallback", NULL}},
    {"starts", {"auto", "inside", "outside", NULL}},
    {"scalars", {"refuse", "accept", NULL}},
    {"truncation", {"refuse", "complete", NULL}},
    {"repair", {"refuse", "repair", NULL}},
    {"numbers", {"exact", "double", NULL}},
    {"decoding", {"strict", "replace", NULL}},
};

int words_find(const char *const *list, const char *word)
{
    for (int i = 0; list[i] != NULL; i++) {
        if (strcmp(list[i], word) == 0)
            return i;
    }
    return -1;
}

int words_policy(const char *name)
{
    for (int i = 0; i < POLICY_COUNT; i++) {
        if (strcmp(POLICIES[i].name, name) == 0)
            return i;
    }
    return -1;
}

int words_declaration(const char *name)
{
    for (int i = 0; i < DECLARATION_COUNT; i++) {
        if (strcmp(DECLARATIONS[i].name, name) == 0)
            return i;
    }
    return -1;
}

const char *const *words_values(const char *name)
{
    int option = words_policy(name);
    int declaration = words_declaration(name);
    if (option >= 0)
        return POLICIES[option].values;
    return declaration >= 0 ? DECLARATIONS[declaration].values : NULL;
}

enum { WORD_MAX = 127 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t words_distance(const char *a, const char *b, size_t cap)
{
    size_t a_len = strlen(a);
    size_t b_len = strlen(b);
    if (a_len > WORD_MAX || b_len > WORD_MAX)
        return cap + 1;
    /* Row i of the usual table: what it costs to make the first j characters of b out of the first
     * i of a. */
    size_t row[WORD_MAX + 1];
    for (size_t j = 0; j <= b_len; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_len; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            size_t above = row[j];
            size_t change = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = least(change, least(above, row[j - 1]) + 1);
            diagonal = above;
        }
    }
    return least(row[b_len], cap + 1);
}

const char *words_nearest(const char *const *list, const char *word)
{
    const size_t cap = strlen(word) < 6 ? 2 : 3;
    size_t best = cap + 1;
    const char *nearest = NULL;
    for (size_t i = 0; list[i] != NULL; i++) {
        size_t distance = words_distance(list[i], word, cap);
        if (distance < best) {
            best = distance;
            nearest = list[i];
        }
    }
    return nearest;
}

bool words_glob(const char *glob, const char *text)
{
    return fnmatch(glob, text, 0) == 0;
}

#define _POSIX_C_SOURCE 200809L
#include "corpus_version.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "json.h"
#include "visible.h"

enum { LIST_MAX = 16 << 20, NUMBER_MAX = 9 }; /* bytes; digits */

/* A version; patch is -1 where only two numbers were given. */
struct number {
    long major, minor, patch;
};

/* --- versions --- */

/* Takes digits off *at; -1 where there are none, too many, or a zero before others. */
static long take_digits(const char **at)
{
    size_t len = strspn(*at, "0123456789");
    if (len == 0 || len > NUMBER_MAX || (len > 1 && **at == '0'))
        return -1;
    long value = strtol(*at, NULL, 10);
    *at += len;
    return value;
}

/* Reads two or three numbers with points between them. */
static bool read_number(struct number *number, const char *text)
{
    *number = (struct number){.patch = -1};
    number->major = take_digits(&text);
    if (number->major < 0 || *text++ != '.')
        return false;
    number->minor = take_digits(&text);
    if (number->minor >= 0 && *text == '.') {
        text++;
        number->patch = take_digits(&text);
        if (number->patch < 0)
            return false;
    }
    return number->minor >= 0 && *text == '\0';
}

static int compare(long a, long b)
{
    return (a > b) - (a < b);
}

/* By major and minor alone: what a release has does not depend on its patch. */
static int compare_minor(const struct number *a, const struct number *b)
{
    int by_major = compare(a->major, b->major);
    return by_major != 0 ? by_major : compare(a->minor, b->minor);
}

static int compare_numbers(const struct number *a, const struct number *b)
{
    int by_minor = compare_minor(a, b);
    return by_minor != 0 ? by_minor : compare(a->patch, b->patch);
}

/* --- the list --- */

/* Whether name is `<version>.json`. */
static bool is_list_name(struct number *number, const char *name)
{
    size_t len = strlen(name);
    size_t end = strlen(".json");
    if (len <= end || strcmp(name + len - end, ".json") != 0)
        return false;
    char *version = memory_copy(name, len - end);
    bool good = read_number(number, version) && number->patch >= 0;
    free(version);
    return good;
}

static bool complain(struct buffer *problem, const char *path, const char *what)
{
    visible_add(problem, (const unsigned char *)path, strlen(path));
    buffer_format(problem, ": %s", what);
    return false;
}

/* The path of the last list in the folder, to be freed; NULL where there is none. errno is 0 where
 * all was seen. */
static char *find_last(DIR *releases, const char *folder)
{
    struct number last = {.major = -1};
    char *found = NULL;
    const struct dirent *entry;
    while ((void)(errno = 0), (entry = readdir(releases)) != NULL) {
        struct number number;
        if (!is_list_name(&number, entry->d_name) || compare_numbers(&number, &last) < 0)
            continue;
        struct buffer path = {0};
        buffer_format(&path, "%s/%s", folder, entry->d_name);
        free(found);
        found = path.at;
        last = number;
    }
    return found;
}

/* The path of the last release's list, to be freed. NULL, with *problem, where there is none, or
 * not all of them can be seen: an older one would choose other cases. */
static char *find_list(const char *dir, struct buffer *problem)
{
    struct buffer folder = {0};
    buffer_format(&folder, "%s/releases", dir);
    DIR *releases = opendir(folder.at);
    char *found = releases != NULL ? find_last(releases, folder.at) : NULL;
    int error = errno;
    if (releases != NULL)
        closedir(releases);
    if (error != 0 && error != ENOENT) {
        complain(problem, folder.at, strerror(error));
        free(found);
        found = NULL;
    } else if (found == NULL) {
        complain(problem, dir, "releases: this corpus was never released");
    }
    buffer_free(&folder);
    return found;
}

/* The parsed list, for cJSON_Delete; NULL and a line in *problem where it is not in order. */
static cJSON *read_list(const char *path, struct buffer *problem)
{
    size_t len = 0;
    const char *what = NULL;
    char *text = case_read_file(path, LIST_MAX, &len, &what);
    if (text == NULL) {
        complain(problem, path, what);
        return NULL;
    }
    cJSON *list = json_parse_whole(text, len);
    free(text);
    const char *due = NULL;
    if (list == NULL)
        due = "json: expected one JSON text";
    else if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(list, "releases")))
        due = "releases: expected a list of versions";
    else if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(list, "cases")))
        due = "cases: expected a list of cases";
    if (due == NULL)
        return list;
    complain(problem, path, due);
    cJSON_Delete(list);
    return NULL;
}

/* --- the release that is wanted --- */

static bool is_wanted(const struct number *wanted, const cJSON *release)
{
    struct number number;
    const char *text = cJSON_GetStringValue(release);
    return text != NULL && read_number(&number, text) && compare_minor(wanted, &number) == 0 &&
           (wanted->patch < 0 || wanted->patch == number.patch);
}

static bool is_known(const struct number *wanted, const cJSON *releases)
{
    const cJSON *release = NULL;
    cJSON_ArrayForEach(release, releases)
    {
        if (is_wanted(wanted, release))
            return true;
    }
    return false;
}

static bool complain_unknown(struct buffer *problem, const char *wanted, const cJSON *releases)
{
    const cJSON *release = NULL;
    const char *before = "; known: ";
    buffer_text(problem, "no release ");
    visible_short(problem, (const unsigned char *)wanted, strlen(wanted), 60);
    buffer_text(problem, " of this corpus");
    cJSON_ArrayForEach(release, releases)
    {
        const char *text = cJSON_GetStringValue(release);
        if (text == NULL)
            continue;
        buffer_text(problem, before);
        visible_short(problem, (const unsigned char *)text, strlen(text), 60);
        before = ", ";
    }
    return false;
}

/* Whether a case of the list belongs to the release. False, with *due set, where its entry is not
 * in order. */
static bool belongs(const cJSON *entry, const struct number *wanted, const char **due)
{
    struct number since;
    struct number retired;
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "id"));
    const char *brought = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "since"));
    const cJSON *gone = cJSON_GetObjectItemCaseSensitive(entry, "retired");
    const char *until = cJSON_GetStringValue(gone);
    if (id == NULL || !case_id_is_valid(id))
        *due = "cases: id: expected category/slug";
    else if (brought == NULL || !read_number(&since, brought))
        *due = "cases: since: expected a version like 1.0";
    else if (gone != NULL && (until == NULL || !read_number(&retired, until)))
        *due = "cases: retired: expected a version like 1.0";
    if (*due != NULL)
        return false;
    return compare_minor(&since, wanted) <= 0 &&
           (gone == NULL || compare_minor(wanted, &retired) < 0);
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Copies the ids of the release; gives what is wrong with the list, or NULL. */
static const char *collect(struct corpus_version *release, const cJSON *cases,
                           const struct number *wanted)
{
    const char *due = NULL;
    const cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, cases)
    {
        if (belongs(entry, wanted, &due)) {
            const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "id"));
            release->ids = memory_grow(release->ids, release->len + 1, sizeof *release->ids);
            release->ids[release->len++] = memory_copy(id, strlen(id));
        }
        if (due != NULL)
            return due;
    }
    if (release->len == 0)
        return "cases: expected a case of the release";
    qsort(release->ids, release->len, sizeof *release->ids, compare_ids);
    return NULL;
}

bool corpus_version_open(struct corpus_version *release, const char *dir, const char *wanted,
                         struct buffer *problem)
{
    struct number number;
    *release = (struct corpus_version){0};
    if (!read_number(&number, wanted)) {
        visible_short(problem, (const unsigned char *)wanted, strlen(wanted), 60);
        buffer_text(problem, ": expected a version like 1.0");
        return false;
    }
    char *path = find_list(dir, problem);
    if (path == NULL)
        return false;
    cJSON *list = read_list(path, problem);
    bool good = list != NULL;
    if (good) {
        const cJSON *releases = cJSON_GetObjectItemCaseSensitive(list, "releases");
        good = is_known(&number, releases) || complain_unknown(problem, wanted, releases);
    }
    const char *due =
        good ? collect(release, cJSON_GetObjectItemCaseSensitive(list, "cases"), &number) : NULL;
    if (due != NULL) {
        good = complain(problem, path, due);
        corpus_version_free(release);
    }
    cJSON_Delete(list);
    free(path);
    return good;
}

bool corpus_version_has(const struct corpus_version *release, const char *id)
{
    return release->len > 0 &&
           bsearch(&id, release->ids, release->len, sizeof *release->ids, compare_ids) != NULL;
}

void corpus_version_free(struct corpus_version *release)
{
    for (size_t i = 0; i < release->len; i++)
        free(release->ids[i]);
    free(release->ids);
    *release = (struct corpus_version){0};
}

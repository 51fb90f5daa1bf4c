#define _GNU_SOURCE
#include "corpus.h"
#include "corpus_version.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "visible.h"

enum { LEVELS_ABOVE = 4, VERSION_MAX = 64, PROBLEMS_SHOWN = 10 };

/* --- finding it --- */

static bool is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_corpus(const char *dir)
{
    struct buffer cases = {0};
    buffer_format(&cases, "%s/cases", dir);
    bool good = is_directory(cases.at);
    buffer_free(&cases);
    return good;
}

/* The canonical path of `folder`/`below` where that is a corpus, else NULL. */
static char *try_corpus(const char *folder, const char *below)
{
    struct buffer path = {0};
    buffer_format(&path, "%s/%s", folder, below);
    char *found = is_corpus(path.at) ? realpath(path.at, NULL) : NULL;
    buffer_free(&path);
    return found;
}

/* Cuts the last component off. False at the root. */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return false;
    *slash = '\0';
    return true;
}

static char *find_beside_program(void)
{
    char *folder = realpath("/proc/self/exe", NULL);
    if (folder == NULL || !go_up(folder)) {
        free(folder);
        return NULL;
    }
    char *found = try_corpus(folder, "../share/jets/corpus");
    for (int level = 0; found == NULL && level <= LEVELS_ABOVE; level++) {
        found = try_corpus(folder, "corpus");
        if (!go_up(folder))
            break;
    }
    free(folder);
    return found;
}

/* Whether the folder is the one of cases in a corpus. */
static bool is_inside_corpus(const char *named)
{
    char *path = realpath(named, NULL);
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    bool inside = slash != NULL && strcmp(slash, "/cases") == 0 && go_up(path) && is_corpus(path);
    free(path);
    return inside;
}

/* Why what was named is no corpus. */
static void explain_folder(const char *by, const char *named, struct buffer *problem)
{
    struct stat status;
    bool exists = stat(named, &status) == 0;
    buffer_format(problem, "%s: ", by);
    visible_add(problem, (const unsigned char *)named, strlen(named));
    if (!exists)
        buffer_format(problem, ": %s", errno == ENOENT ? "no such folder" : strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        buffer_text(problem, ": expected a folder");
    else if (is_inside_corpus(named))
        buffer_text(problem, " has no folder \"cases\"; name the folder above it");
    else
        buffer_text(problem, " has no folder \"cases\", as a corpus has");
}

const char *corpus_named(const char *option)
{
    const char *from_environment = getenv("JETS_CORPUS");
    bool set = from_environment != NULL && from_environment[0] != '\0';
    return option == NULL && set ? from_environment : option;
}

char *corpus_find(const char *option, struct buffer *problem)
{
    const char *named = corpus_named(option);
    const char *by = option != NULL ? "--corpus" : "JETS_CORPUS";
    if (named != NULL && is_corpus(named))
        return memory_copy(named, strlen(named));
    if (named != NULL) {
        explain_folder(by, named, problem);
        return NULL;
    }
    char *found = find_beside_program();
    if (found == NULL)
        found = is_corpus("corpus") ? memory_copy("corpus", strlen("corpus")) : NULL;
    if (found == NULL)
        buffer_text(problem, "corpus: not found beside the program or here: name it with --corpus");
    return found;
}

/* --- reading it --- */

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text);
    size_t end_len = strlen(end);
    return len > end_len && strcmp(text + len - end_len, end) == 0;
}

static bool complain(struct buffer *problem, const char *dir, const char *name, const char *what)
{
    struct buffer path = {0};
    buffer_format(&path, "%s/%s", dir, name);
    visible_add(problem, (const unsigned char *)path.at, path.len);
    buffer_format(problem, ": %s", what);
    buffer_free(&path);
    return false;
}

static void add_entry(struct corpus *corpus, struct corpus_entry entry)
{
    corpus->entries = memory_grow(corpus->entries, corpus->len + 1, sizeof *corpus->entries);
    corpus->entries[corpus->len++] = entry;
}

/* Keeps what selects a case that cannot be read, and why it cannot. */
static void add_faulty(struct corpus *corpus, const char *id, const struct buffer *problem)
{
    add_entry(corpus,
              (struct corpus_entry){.id = memory_copy(id, strlen(id)),
                                    .category = memory_copy(id, (size_t)(strchr(id, '/') - id)),
                                    .title = memory_copy("", 0),
                                    .problem = memory_copy(problem->at, problem->len)});
}

/* Reads the case and keeps what selects it. */
static void add_case(struct corpus *corpus, const char *id)
{
    struct test_case test;
    struct buffer problem = {0};
    if (!case_load(&test, corpus->dir, id, &problem)) {
        add_faulty(corpus, id, &problem);
        buffer_free(&problem);
        return;
    }
    add_entry(corpus, (struct corpus_entry){.id = test.id,
                                            .category = test.category,
                                            .title = test.title,
                                            .operation = test.operation,
                                            .severity = test.severity,
                                            .retired = test.retired != NULL});
    test.id = test.category = test.title = NULL;
    case_free(&test);
}

/* A stored reply belongs to a case. */
static bool check_reply_file(const char *folder, const char *name, struct buffer *problem)
{
    struct buffer path = {0};
    struct stat status;
    buffer_format(&path, "%s/%.*sjson", folder, (int)(strlen(name) - strlen("reply")), name);
    bool good = stat(path.at, &status) == 0;
    buffer_free(&path);
    return good || complain(problem, folder, name, "no case has this reply");
}

static bool add_file(struct corpus *corpus, const char *folder, const char *category,
                     const char *name, struct buffer *problem)
{
    if (ends_with(name, ".reply"))
        return check_reply_file(folder, name, problem);
    if (!ends_with(name, ".json"))
        return true;
    struct buffer id = {0};
    buffer_format(&id, "%s/%.*s", category, (int)(strlen(name) - strlen(".json")), name);
    bool good = case_id_is_valid(id.at);
    if (good)
        add_case(corpus, id.at);
    else
        complain(problem, folder, name,
                 "id: expected letters, digits, '.', '_' and '-' in folder and name");
    buffer_free(&id);
    return good;
}

/* The next one that is not hidden; NULL at the end, with *error where that is not the real one. */
static const char *next_name(DIR *dir, int *error)
{
    const struct dirent *entry = NULL;
    do {
        errno = 0;
        entry = readdir(dir);
        *error = entry != NULL ? 0 : errno;
    } while (entry != NULL && entry->d_name[0] == '.');
    return entry != NULL ? entry->d_name : NULL;
}

static bool add_category(struct corpus *corpus, const char *cases, const char *category,
                         struct buffer *problem)
{
    struct buffer folder = {0};
    buffer_format(&folder, "%s/%s", cases, category);
    bool good = true;
    DIR *dir = opendir(folder.at);
    if (dir == NULL)
        good = errno == ENOTDIR || complain(problem, cases, category, strerror(errno));
    if (dir == NULL && good && ends_with(category, ".json"))
        good = complain(problem, cases, category, "a case stands in cases/<category>/");
    int error = 0;
    for (const char *name; good && dir != NULL && (name = next_name(dir, &error)) != NULL;)
        good = add_file(corpus, folder.at, category, name, problem);
    if (good && error != 0)
        good = complain(problem, cases, category, strerror(error));
    if (dir != NULL)
        closedir(dir);
    buffer_free(&folder);
    return good;
}

static bool add_categories(struct corpus *corpus, struct buffer *problem)
{
    struct buffer cases = {0};
    buffer_format(&cases, "%s/cases", corpus->dir);
    DIR *dir = opendir(cases.at);
    bool good = dir != NULL || complain(problem, corpus->dir, "cases", strerror(errno));
    int error = 0;
    for (const char *name; good && (name = next_name(dir, &error)) != NULL;)
        good = add_category(corpus, cases.at, name, problem);
    if (good && error != 0)
        good = complain(problem, corpus->dir, "cases", strerror(error));
    if (dir != NULL)
        closedir(dir);
    if (good && corpus->len == 0)
        good = complain(problem, corpus->dir, "cases", "expected at least one case");
    buffer_free(&cases);
    return good;
}

static bool read_version(struct corpus *corpus, struct buffer *problem)
{
    struct buffer path = {0};
    struct stat status;
    buffer_format(&path, "%s/VERSION", corpus->dir);
    bool good = true;
    if (stat(path.at, &status) == 0 || errno != ENOENT) {
        size_t len = 0;
        const char *what = NULL;
        char *text = case_read_file(path.at, VERSION_MAX, &len, &what);
        size_t line = text != NULL ? strspn(text, "0123456789.") : 0;
        if (line > 0 && text[line + strspn(text + line, "\r\n")] == '\0')
            corpus->version = memory_copy(text, line);
        else
            good = complain(problem, corpus->dir, "VERSION",
                            text != NULL ? "expected a version like 1.0.0" : what);
        free(text);
    }
    buffer_free(&path);
    return good;
}

static int compare_entries(const void *a, const void *b)
{
    const struct corpus_entry *x = a;
    const struct corpus_entry *y = b;
    int by_category = strcmp(x->category, y->category);
    return by_category != 0 ? by_category : strcmp(x->id, y->id);
}

bool corpus_open(struct corpus *corpus, const char *dir, struct buffer *problem)
{
    *corpus = (struct corpus){.dir = memory_copy(dir, strlen(dir))};
    if (!read_version(corpus, problem) || !add_categories(corpus, problem)) {
        corpus_free(corpus);
        return false;
    }
    qsort(corpus->entries, corpus->len, sizeof *corpus->entries, compare_entries);
    return true;
}

void corpus_free(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->len; i++) {
        free(corpus->entries[i].id);
        free(corpus->entries[i].category);
        free(corpus->entries[i].title);
        free(corpus->entries[i].problem);
    }
    free(corpus->entries);
    free(corpus->dir);
    free(corpus->version);
    *corpus = (struct corpus){0};
}

const struct corpus_entry *corpus_entry(const struct corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->len; i++) {
        if (strcmp(corpus->entries[i].id, id) == 0)
            return &corpus->entries[i];
    }
    return NULL;
}

/* --- selecting from it --- */

static bool matches_glob(const char *const *globs, const char *id)
{
    bool good = globs[0] == NULL;
    for (size_t i = 0; !good && globs[i] != NULL; i++)
        good = words_glob(globs[i], id);
    return good;
}

static bool matches_word(const char *const *words, const char *word)
{
    return words[0] == NULL || words_find(words, word) >= 0;
}

static bool is_selected(const struct selection *selection, const struct corpus_version *release,
                        const struct corpus_entry *entry)
{
    bool there = release != NULL ? corpus_version_has(release, entry->id) : !entry->retired;
    return there && matches_glob(selection->globs, entry->id) &&
           matches_word(selection->categories, entry->category) &&
           (entry->problem != NULL ||
            (matches_word(selection->severities, SEVERITY_NAMES[entry->severity]) &&
             matches_word(selection->operations, OPERATION_NAMES[entry->operation])));
}

/* Neighbours go to different shards: what is slow often stands side by side. */
static bool is_in_shard(const struct selection *selection, size_t place)
{
    return selection->shard_parts == 0 ||
           place % selection->shard_parts == selection->shard_part - 1;
}

static bool has_category(const struct corpus *corpus, const char *category)
{
    for (size_t i = 0; i < corpus->len; i++) {
        if (strcmp(corpus->entries[i].category, category) == 0)
            return true;
    }
    return false;
}

/* The known categories, each once; ends with NULL. The names are the corpus's, the array is the
 * caller's. */
static const char **list_categories(const struct corpus *corpus)
{
    const char **names = memory_need((corpus->len + 1) * sizeof *names);
    size_t len = 0;
    for (size_t i = 0; i < corpus->len; i++) {
        if (len == 0 || strcmp(names[len - 1], corpus->entries[i].category) != 0)
            names[len++] = corpus->entries[i].category;
    }
    names[len] = NULL;
    return names;
}

/* Says that there is no such category, and which are near: the like-named one, or those that share
 * a part with it. */
static void explain_category(const struct corpus *corpus, const char *category,
                             struct buffer *problem)
{
    const char **names = list_categories(corpus);
    const char *nearest = words_nearest(names, category);
    buffer_text(problem, "--category: no category \"");
    visible_short(problem, (const unsigned char *)category, strlen(category), 60);
    buffer_text(problem, "\"");
    if (nearest != NULL) {
        buffer_format(problem, "; did you mean %s?", nearest);
    } else {
        buffer_text(problem, "; there are");
        for (size_t i = 0; names[i] != NULL; i++)
            buffer_format(problem, "%s %s", i > 0 ? "," : "", names[i]);
    }
    free(names);
}

/* --- why nothing is selected --- */

/* Cases, of those that are not retired, whose id meets the word as `meets` has it. */
static size_t count_ids(const struct corpus *corpus, const char *word,
                        bool (*meets)(const char *word, const char *id))
{
    size_t count = 0;
    for (size_t i = 0; i < corpus->len; i++)
        count += !corpus->entries[i].retired && meets(word, corpus->entries[i].id);
    return count;
}

static bool is_part_of(const char *word, const char *id)
{
    return strstr(id, word) != NULL;
}

/* Says that no id matches, and what the person may have meant. */
static void explain_glob(const struct corpus *corpus, const char *glob, struct buffer *problem)
{
    bool plain = strpbrk(glob, "*?") == NULL;
    size_t holding = plain ? count_ids(corpus, glob, is_part_of) : 0;
    const char *separator = problem->len > 0 ? "; " : "--filter: ";
    buffer_format(problem, "%sno id %s \"", separator, plain ? "is" : "matches");
    visible_short(problem, (const unsigned char *)glob, strlen(glob), 60);
    buffer_text(problem, "\"");
    if (corpus_entry(corpus, glob) != NULL) {
        buffer_text(problem, ", but that of a retired case");
    } else if (holding > 0) {
        buffer_text(problem, "; a glob matches whole ids: try \"*");
        visible_short(problem, (const unsigned char *)glob, strlen(glob), 60);
        buffer_format(problem, "*\" (%zu %s)", holding, holding == 1 ? "case" : "cases");
    }
}

/* False where some glob matches nothing: it is misspelt, whatever the others match. */
static bool check_globs(const struct corpus *corpus, const char *const *globs,
                        struct buffer *problem)
{
    bool good = true;
    for (size_t i = 0; globs[i] != NULL; i++) {
        if (count_ids(corpus, globs[i], words_glob) > 0)
            continue;
        explain_glob(corpus, globs[i], problem);
        good = false;
    }
    return good;
}

static bool matches_alone(const struct corpus *corpus, const struct selection *selection)
{
    for (size_t i = 0; i < corpus->len; i++) {
        if (is_selected(selection, NULL, &corpus->entries[i]))
            return true;
    }
    return false;
}

/* Each kind of filter alone: does it match nothing, or is it that no case meets all of them? */
static void explain_filters(const struct corpus *corpus, const struct selection *selection,
                            struct buffer *problem)
{
    static const char *const NONE[] = {NULL};
    const char *const NAMES[] = {"--filter", "--category", "--severity", "--operation"};
    const char *const *const GIVEN[] = {selection->globs, selection->categories,
                                        selection->severities, selection->operations};
    size_t kinds = 0;
    buffer_text(problem, "no case matches the filters");
    for (size_t i = 0; i < sizeof GIVEN / sizeof GIVEN[0]; i++) {
        if (GIVEN[i][0] == NULL)
            continue;
        struct selection alone = {.globs = i == 0 ? GIVEN[i] : NONE,
                                  .categories = i == 1 ? GIVEN[i] : NONE,
                                  .severities = i == 2 ? GIVEN[i] : NONE,
                                  .operations = i == 3 ? GIVEN[i] : NONE};
        kinds++;
        if (!matches_alone(corpus, &alone)) {
            buffer_format(problem, ": %s alone matches none that is not retired", NAMES[i]);
            return;
        }
    }
    if (kinds > 1)
        buffer_text(problem, ": each kind of filter alone matches some, and none meets all");
}

const struct corpus_entry **corpus_select(const struct corpus *corpus,
                                          const struct selection *selection, size_t *len,
                                          struct buffer *problem)
{
    *len = 0;
    if (!check_globs(corpus, selection->globs, problem))
        return NULL;
    for (size_t i = 0; selection->categories[i] != NULL; i++) {
        if (!has_category(corpus, selection->categories[i])) {
            explain_category(corpus, selection->categories[i], problem);
            return NULL;
        }
    }
    struct corpus_version release = {0};
    if (selection->version != NULL &&
        !corpus_version_open(&release, corpus->dir, selection->version, problem))
        return NULL;
    const struct corpus_version *of = selection->version != NULL ? &release : NULL;
    const struct corpus_entry **chosen =
        memory_grow(NULL, corpus->len, sizeof(struct corpus_entry *));
    size_t matching = 0;
    for (size_t i = 0; i < corpus->len; i++) {
        if (is_selected(selection, of, &corpus->entries[i]) && is_in_shard(selection, matching++))
            chosen[(*len)++] = &corpus->entries[i];
    }
    corpus_version_free(&release);
    if (*len > 0)
        return chosen;
    free(chosen);
    if (matching > 0)
        buffer_text(problem, "no case is left for this shard");
    else
        explain_filters(corpus, selection, problem);
    return NULL;
}

bool corpus_is_in_order(const struct corpus_entry *const *chosen, size_t len,
                        struct buffer *problem)
{
    size_t faulty = 0;
    for (size_t i = 0; i < len; i++) {
        if (chosen[i]->problem != NULL && faulty++ < PROBLEMS_SHOWN)
            buffer_format(problem, "%s%s", faulty > 1 ? "\njets: " : "", chosen[i]->problem);
    }
    if (faulty > PROBLEMS_SHOWN)
        buffer_format(problem, "\njets: and %zu more cases that are not in order",
                      faulty - PROBLEMS_SHOWN);
    return faulty == 0;
}

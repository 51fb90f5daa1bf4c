#include "baseline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "output.h"
#include "visible.h"

enum { BASELINE_FILE_MAX = 16 << 20 };

/* --- reading --- */

static bool refuse(struct buffer *problem, const char *path, size_t line, const char *expected)
{
    visible_add(problem, (const unsigned char *)path, strlen(path));
    if (line > 0)
        buffer_format(problem, ": line %zu", line);
    buffer_format(problem, ": %s", expected);
    return false;
}

static char *trimmed(const char *text, size_t len)
{
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t' || text[len - 1] == '\r'))
        len--;
    size_t skip = strspn(text, " \t");
    return skip < len ? memory_copy(text + skip, len - skip) : memory_copy("", 0);
}

/* Fills the entry from its line up to the comment. False where it has not the form of one. */
static bool read_entry(struct baseline_line *line, size_t len, const char **expected)
{
    char *entry = trimmed(line->text, len);
    size_t id_len = strcspn(entry, " \t");
    char *verdict = trimmed(entry + id_len, strlen(entry + id_len));
    line->id = memory_copy(entry, id_len);
    line->verdict = verdict_find(verdict);
    *expected = NULL;
    if (!case_id_is_valid(line->id))
        *expected = "expected the id of a case, then a verdict";
    else if (line->verdict == VERDICT_COUNT || !verdict_is_failure(line->verdict))
        *expected = "expected a verdict that is a failure behind the id";
    free(entry);
    free(verdict);
    return *expected == NULL;
}

static bool add_line(struct baseline *baseline, const char *text, size_t len, const char **expected)
{
    baseline->lines = memory_grow(baseline->lines, baseline->len + 1, sizeof *baseline->lines);
    struct baseline_line *line = &baseline->lines[baseline->len++];
    *line = (struct baseline_line){.text = memory_copy(text, len)};
    if (strlen(line->text) != len) {
        *expected = "expected text without NUL";
        return false;
    }
    size_t comment = strcspn(line->text, "#");
    if (strspn(line->text, " \t\r") >= comment)
        return true;
    if (line->text[comment] == '#')
        line->reason = trimmed(line->text + comment + 1, len - comment - 1);
    return read_entry(line, comment, expected);
}

/* An entry while entries are sorted. */
struct sorted {
    const char *id;
    size_t line; /* its index */
};

static int compare_sorted(const void *a, const void *b)
{
    const struct sorted *x = a;
    const struct sorted *y = b;
    int order = strcmp(x->id, y->id);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* Sorts the entries by id. Returns the number of a line whose case stands twice, or 0. */
static size_t index_entries(struct baseline *baseline)
{
    struct sorted *entries = memory_need(baseline->len * sizeof *entries);
    size_t twice = 0;
    for (size_t i = 0; i < baseline->len; i++) {
        if (baseline->lines[i].id != NULL)
            entries[baseline->entries++] = (struct sorted){baseline->lines[i].id, i};
    }
    if (baseline->entries > 0)
        qsort(entries, baseline->entries, sizeof *entries, compare_sorted);
    baseline->by_id = memory_grow(NULL, baseline->entries, sizeof *baseline->by_id);
    for (size_t i = 0; i < baseline->entries; i++) {
        baseline->by_id[i] = entries[i].line;
        if (i > 0 && strcmp(entries[i].id, entries[i - 1].id) == 0)
            twice = entries[i].line + 1;
    }
    free(entries);
    return twice;
}

static bool read_lines(struct baseline *baseline, const char *text, size_t len,
                       struct buffer *problem)
{
    const char *expected = NULL;
    for (size_t at = 0; at < len;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line = end != NULL ? (size_t)(end - text) - at : len - at;
        if (!add_line(baseline, text + at, line, &expected))
            return refuse(problem, baseline->path, baseline->len, expected);
        at += line + 1;
    }
    size_t twice = index_entries(baseline);
    return twice == 0 || refuse(problem, baseline->path, twice, "this case stands twice");
}

bool baseline_read(struct baseline *baseline, const char *path, bool may_be_missing,
                   struct buffer *problem)
{
    struct stat status;
    const char *what = NULL;
    size_t len = 0;
    *baseline = (struct baseline){.path = memory_copy(path, strlen(path))};
    if (may_be_missing && stat(path, &status) != 0 && errno == ENOENT)
        return true;
    char *text = case_read_file(path, BASELINE_FILE_MAX, &len, &what);
    if (text == NULL)
        return refuse(problem, path, 0, what);
    bool good = read_lines(baseline, text, len, problem);
    free(text);
    return good;
}

void baseline_free(struct baseline *baseline)
{
    for (size_t i = 0; i < baseline->len; i++) {
        free(baseline->lines[i].text);
        free(baseline->lines[i].id);
        free(baseline->lines[i].reason);
    }
    free(baseline->lines);
    free(baseline->by_id);
    free(baseline->path);
    *baseline = (struct baseline){0};
}

/* --- asking --- */

static struct baseline_line *find_line(const struct baseline *baseline, const char *id)
{
    size_t low = 0;
    size_t high = baseline->entries;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct baseline_line *line = &baseline->lines[baseline->by_id[middle]];
        int order = strcmp(id, line->id);
        if (order == 0)
            return line;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct baseline_line *baseline_find(const struct baseline *baseline, const char *id)
{
    return find_line(baseline, id);
}

enum record_state baseline_state(const struct baseline_line *entry, enum verdict verdict)
{
    if (entry == NULL)
        return verdict_is_failure(verdict) ? RECORD_NEW : RECORD_PLAIN;
    if (entry->verdict == verdict)
        return RECORD_KNOWN;
    return verdict == VERDICT_PASS || verdict == VERDICT_ACCEPTABLE ? RECORD_FIXED : RECORD_CHANGED;
}

const char **baseline_unmatched(const struct baseline *baseline, const struct corpus *corpus)
{
    const char **ids = memory_need((baseline->entries + 1) * sizeof *ids);
    size_t len = 0;
    for (size_t i = 0; i < baseline->len; i++) {
        const char *id = baseline->lines[i].id;
        const struct corpus_entry *entry = id != NULL ? corpus_entry(corpus, id) : NULL;
        if (id != NULL && (entry == NULL || entry->retired))
            ids[len++] = id;
    }
    ids[len] = NULL;
    return ids;
}

/* --- rewriting --- */

void baseline_note(struct baseline *baseline, const char *id, enum verdict verdict)
{
    struct baseline_line *line = find_line(baseline, id);
    if (line == NULL && !verdict_is_failure(verdict))
        return;
    if (line == NULL) {
        /* by_id stays as it is: each case is noted once */
        baseline->lines = memory_grow(baseline->lines, baseline->len + 1, sizeof *baseline->lines);
        line = &baseline->lines[baseline->len++];
        *line = (struct baseline_line){.id = memory_copy(id, strlen(id)), .verdict = verdict};
    }
    line->has_now = true;
    line->now = verdict;
}

static void write_entry(FILE *file, const struct baseline_line *line)
{
    fprintf(file, "%s %s", line->id, verdict_name(line->now));
    if (line->reason != NULL && line->reason[0] != '\0')
        fprintf(file, "  # %s", line->reason);
    fputs("\n", file);
}

static void write_line(FILE *file, const struct baseline_line *line, struct baseline_change *change)
{
    bool stays = line->has_now && verdict_is_failure(line->now);
    if (line->id == NULL || (stays && line->text != NULL && line->now == line->verdict)) {
        fprintf(file, "%s\n", line->text);
    } else if (!stays) {
        change->removed++;
    } else {
        write_entry(file, line);
        *(line->text != NULL ? &change->changed : &change->added) += 1;
    }
}

bool baseline_write(const struct baseline *baseline, struct baseline_change *change,
                    struct buffer *problem)
{
    struct output output;
    *change = (struct baseline_change){0};
    if (!output_open(&output, baseline->path, problem))
        return false;
    for (size_t i = 0; i < baseline->len; i++)
        write_line(output.file, &baseline->lines[i], change);
    return output_commit(&output, problem);
}

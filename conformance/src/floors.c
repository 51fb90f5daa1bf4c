#include "floors.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "case.h"

enum { FLOORS_FILE_MAX = 16 << 20 };

/* The letters of verdicts that meet a case: pass and acceptable. */
static const char MEETS[] = "pa";

/* One reading of FLOORS.json. */
struct reading {
    struct floors *floors;
    struct answer answer;
    const char *file;
    struct buffer *problem;
};

static bool refuse(struct reading *r, const char *field, const char *expected)
{
    buffer_format(r->problem, "%s: %s: %s", r->file, field, expected);
    return false;
}

static const struct answer_node *node_at(const struct reading *r, uint32_t node)
{
    return &r->answer.nodes[node];
}

/* The value of a member of the whole, where it has this type; 0 else. */
static uint32_t member(const struct reading *r, const char *name, enum answer_type type)
{
    uint32_t end = node_at(r, 0)->type == ANSWER_OBJECT ? node_at(r, 0)->after : 0;
    for (uint32_t at = 1; at < end; at = node_at(r, at + 1)->after) {
        if (answer_string_is(&r->answer, at, name))
            return node_at(r, at + 1)->type == type ? at + 1 : 0;
    }
    return 0;
}

static char *text_of(const struct reading *r, uint32_t node)
{
    struct buffer text = {0};
    answer_string(&r->answer, node, &text);
    return text.at;
}

static bool read_names(struct reading *r)
{
    uint32_t list = member(r, "floors", ANSWER_ARRAY);
    if (list == 0 || node_at(r, list)->count == 0 || node_at(r, list)->count > FLOORS_MAX)
        return refuse(r, "floors", "expected a list of 1 to 32 names");
    for (uint32_t at = list + 1; at < node_at(r, list)->after; at = node_at(r, at)->after) {
        if (node_at(r, at)->type != ANSWER_STRING)
            return refuse(r, "floors", "expected names");
        r->floors->names[r->floors->names_len++] = text_of(r, at);
    }
    return true;
}

/* One letter for each program. */
static bool read_letters(struct reading *r, uint32_t node, uint32_t *meets)
{
    char *letters = text_of(r, node);
    bool good = strlen(letters) == r->floors->names_len;
    *meets = 0;
    for (size_t i = 0; good && i < r->floors->names_len; i++) {
        good = letters[i] >= 'a' && letters[i] <= 'z';
        *meets |= (uint32_t)(strchr(MEETS, letters[i]) != NULL) << i;
    }
    free(letters);
    return good;
}

static bool read_case(struct reading *r, uint32_t name)
{
    struct floors *floors = r->floors;
    uint32_t meets = 0;
    if (node_at(r, name + 1)->type != ANSWER_STRING || !read_letters(r, name + 1, &meets))
        return refuse(r, "cases", "expected a letter for each of the floors");
    struct floors_case *one = &floors->cases[floors->len++];
    *one = (struct floors_case){.id = text_of(r, name), .meets = meets};
    return floors->len < 2 || strcmp(one[-1].id, one->id) < 0 ||
           refuse(r, "cases", "expected ids in byte order, each once");
}

static bool read_cases(struct reading *r)
{
    uint32_t object = member(r, "cases", ANSWER_OBJECT);
    if (object == 0)
        return refuse(r, "cases", "expected an object");
    uint32_t end = node_at(r, object)->after;
    r->floors->cases = memory_grow(NULL, node_at(r, object)->count + 1, sizeof *r->floors->cases);
    for (uint32_t name = object + 1; name < end; name = node_at(r, name + 1)->after) {
        if (!read_case(r, name))
            return false;
    }
    return true;
}

static bool read_file(struct reading *r, const char *text, size_t len)
{
    enum answer_status status =
        answer_read(&r->answer, (const unsigned char *)text, len, UINT32_MAX, NULL);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    bool good = status == ANSWER_OK ? read_names(r) && read_cases(r)
                                    : refuse(r, "the file", "expected strict JSON");
    answer_free(&r->answer);
    return good;
}

bool floors_load(struct floors *floors, const char *dir, struct buffer *problem)
{
    *floors = (struct floors){0};
    struct buffer path = {0};
    buffer_format(&path, "%s/FLOORS.json", dir);
    struct reading reading = {.floors = floors, .file = path.at, .problem = problem};
    bool good = true;
    if (access(path.at, F_OK) == 0 || errno != ENOENT) {
        size_t len = 0;
        const char *why = NULL;
        char *text = case_read_file(path.at, FLOORS_FILE_MAX, &len, &why);
        good = text != NULL ? read_file(&reading, text, len) : refuse(&reading, "the file", why);
        free(text);
    }
    buffer_free(&path);
    if (!good)
        floors_free(floors);
    return good;
}

static int compare_id(const void *id, const void *one)
{
    return strcmp(id, ((const struct floors_case *)one)->id);
}

bool floors_find(const struct floors *floors, const char *id, uint32_t *meets)
{
    const struct floors_case *found =
        floors->len > 0 ? bsearch(id, floors->cases, floors->len, sizeof *floors->cases, compare_id)
                        : NULL;
    if (found != NULL)
        *meets = found->meets;
    return found != NULL;
}

void floors_free(struct floors *floors)
{
    for (size_t i = 0; i < floors->names_len; i++)
        free(floors->names[i]);
    for (size_t i = 0; i < floors->len; i++)
        free(floors->cases[i].id);
    free(floors->cases);
    *floors = (struct floors){0};
}

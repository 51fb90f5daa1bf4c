/*
 * merge_lines.c - reports of `jets fuzz` and `jets scan`, and the command that merges.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "json.h"
#include "merge.h"
#include "merge_parts.h"
#include "output.h"

/* The whole that grows. */
struct lines {
    struct merging *merging;
    FILE *out;
    cJSON *head, *summary;
    cJSON *findings; /* an object: by id, in the order in which they came */
    bool complete;
};

/* The name of the first member says what a line is. */
static const char *type_of(const cJSON *line)
{
    bool named = cJSON_IsObject(line) && line->child != NULL;
    return named ? line->child->string : "";
}

static double number_of(const cJSON *object, const char *name)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(number) ? number->valuedouble : 0;
}

static void write_line(const cJSON *line, FILE *out)
{
    char *text = memory_given(cJSON_PrintUnformatted(line));
    fprintf(out, "%s\n", text);
    cJSON_free(text);
}

/* Adds the numbers of `more` to those of `sum`, those of inner objects too. */
static void add_numbers(cJSON *sum, const cJSON *more)
{
    const cJSON *member = NULL;
    for (member = more != NULL ? more->child : NULL; member != NULL; member = member->next) {
        cJSON *own = cJSON_GetObjectItemCaseSensitive(sum, member->string);
        if (own == NULL)
            json_add(sum, member->string, cJSON_Duplicate(member, 1));
        else if (cJSON_IsNumber(member) && cJSON_IsNumber(own))
            cJSON_SetNumberValue(own, own->valuedouble + member->valuedouble);
        else if (cJSON_IsObject(member) && cJSON_IsObject(own)) {
            const cJSON *inner = NULL; /* there is no third level */
            for (inner = member->child; inner != NULL; inner = inner->next)
                json_set_number(own, inner->string,
                                number_of(own, inner->string) + inner->valuedouble);
        }
    }
}

/* Takes over the finding, whose first member is its id. */
static void add_finding(struct lines *lines, cJSON *finding)
{
    const char *id = finding->child->valuestring;
    cJSON *own = cJSON_GetObjectItemCaseSensitive(lines->findings, id);
    if (own == NULL) {
        json_add(lines->findings, id, finding);
        return;
    }
    double first = number_of(finding, "first");
    json_set_number(own, "count", number_of(own, "count") + number_of(finding, "count"));
    if (first < number_of(own, "first"))
        json_set_number(own, "first", first);
    cJSON_Delete(finding);
}

static void add_summary(struct lines *lines, const cJSON *summary)
{
    if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(summary, "complete")))
        lines->complete = false;
    if (lines->summary == NULL)
        lines->summary = memory_given(cJSON_Duplicate(summary, 1));
    else
        add_numbers(lines->summary, summary);
}

/* Takes one line over. False where it has no place in the report. */
static bool add_line(struct lines *lines, cJSON *line, struct source *source, bool *ended)
{
    const char *type = type_of(line);
    bool good = true;
    if (*ended) {
        good = source_fail(source, "expected nothing behind the summary");
    } else if (strcmp(type, "finding") == 0 && cJSON_IsString(line->child)) {
        add_finding(lines, line);
        return true;
    } else if (strcmp(type, "difference") == 0) {
        write_line(line, lines->out);
    } else if (strcmp(type, "summary") == 0 && cJSON_IsObject(line->child)) {
        add_summary(lines, line->child);
        *ended = true;
    } else {
        good = source_fail(source, "expected a finding, a difference or the summary");
    }
    cJSON_Delete(line);
    return good;
}

static bool add_source(struct lines *lines, struct source *source)
{
    struct buffer text = {0};
    bool good = true;
    bool ended = false;
    while (good && source_line(source, &text)) {
        cJSON *line = json_parse(text.at, text.len);
        good = line != NULL ? add_line(lines, line, source, &ended)
                            : source_fail(source, "expected a JSON object");
    }
    buffer_free(&text);
    lines->complete = lines->complete && ended;
    return good && source->problem.len == 0;
}

/* What may differ from shard to shard is left out; the rest has to be the same. */
static bool take_head(struct lines *lines, size_t i)
{
    struct merging *merging = lines->merging;
    cJSON *head = json_parse(merging->firsts[i].at, merging->firsts[i].len);
    if (head != NULL)
        cJSON_DeleteItemFromObjectCaseSensitive(head->child, "shard");
    if (i == 0) {
        lines->head = head;
        return true;
    }
    bool same = cJSON_Compare(lines->head, head, 1);
    cJSON_Delete(head);
    return same || source_fail(&merging->sources[i],
                               "expected the same first line as in the report that was named "
                               "first, but for the shard");
}

static void write_end(struct lines *lines)
{
    const cJSON *finding = NULL;
    for (finding = lines->findings != NULL ? lines->findings->child : NULL; finding != NULL;
         finding = finding->next)
        write_line(finding, lines->out);
    if (lines->summary == NULL)
        return;
    cJSON_DeleteItemFromObjectCaseSensitive(lines->summary, "complete");
    memory_given(cJSON_AddBoolToObject(lines->summary, "complete", lines->complete));
    if (cJSON_HasObjectItem(lines->summary, "kinds"))
        json_set_number(lines->summary, "kinds", cJSON_GetArraySize(lines->findings));
    cJSON *whole = memory_given(cJSON_CreateObject());
    json_add(whole, "summary", lines->summary);
    lines->summary = NULL;
    write_line(whole, lines->out);
    cJSON_Delete(whole);
}

bool merge_lines(struct merging *merging, FILE *out)
{
    struct lines lines = {.merging = merging, .out = out, .complete = true};
    bool good = true;
    lines.findings = memory_given(cJSON_CreateObject());
    for (size_t i = 0; good && i < merging->len; i++)
        good = take_head(&lines, i);
    if (good)
        write_line(lines.head, out);
    for (size_t i = 0; good && i < merging->len; i++)
        good = add_source(&lines, &merging->sources[i]);
    if (good)
        write_end(&lines);
    cJSON_Delete(lines.head);
    cJSON_Delete(lines.summary);
    cJSON_Delete(lines.findings);
    return good;
}

/* --- the command --- */

static bool open_all(struct merging *merging, const char *const *paths)
{
    for (size_t i = 0; i < merging->len; i++) {
        struct source *source = &merging->sources[i];
        if (!source_open(source, paths[i]))
            return false;
        if (!source_line(source, &merging->firsts[i]))
            return source->problem.len > 0 ||
                   source_fail(source, "expected a report, found nothing");
    }
    return true;
}

/* The type of the first line of all of them; NULL where they differ, or one has none. */
static char *common_type(struct merging *merging)
{
    char *common = NULL;
    for (size_t i = 0; i < merging->len; i++) {
        cJSON *line = json_parse(merging->firsts[i].at, merging->firsts[i].len);
        const char *type = type_of(line);
        bool known =
            strcmp(type, "run") == 0 || strcmp(type, "campaign") == 0 || strcmp(type, "scan") == 0;
        bool same = common == NULL || strcmp(common, type) == 0;
        if (!known || !same)
            source_fail(&merging->sources[i],
                        known ? "expected a report of the same kind as the one named first"
                              : "expected the first line of a report of format ndjson");
        else if (common == NULL)
            common = memory_copy(type, strlen(type));
        cJSON_Delete(line);
        if (!known || !same) {
            free(common);
            return NULL;
        }
    }
    return common;
}

static bool merge(struct merging *merging, const struct options *options, FILE *out)
{
    char *type = common_type(merging);
    bool good = false;
    bool runs = type != NULL && strcmp(type, "run") == 0;
    /* runs of other cases may be put together too: each case has a line of its own */
    if (type != NULL && merge_shards_are_whole(merging, !runs))
        good = runs ? merge_runs(merging, options->format, out) : merge_lines(merging, out);
    free(type);
    return good;
}

static enum status write_merged(struct merging *merging, const struct options *options)
{
    struct output output;
    struct buffer problem = {0};
    bool good = output_open(&output, options->output, &problem);
    if (good && !merge(merging, options, output.file)) {
        output_discard(&output);
        good = false;
    } else if (good) {
        good = output_commit(&output, &problem);
    }
    if (problem.len > 0)
        command_complain(&problem);
    buffer_free(&problem);
    return good ? STATUS_OK : STATUS_INTERNAL;
}

enum status merge_reports(const struct options *options)
{
    struct merging merging = {.len = 0};
    while (options->reports[merging.len] != NULL)
        merging.len++;
    merging.sources = memory_need(merging.len * sizeof *merging.sources);
    merging.firsts = memory_need(merging.len * sizeof *merging.firsts);
    memset(merging.sources, 0, merging.len * sizeof *merging.sources);
    memset(merging.firsts, 0, merging.len * sizeof *merging.firsts);
    enum status status =
        open_all(&merging, options->reports) ? write_merged(&merging, options) : STATUS_INTERNAL;
    for (size_t i = 0; i < merging.len; i++) {
        if (merging.sources[i].problem.len > 0)
            source_complain(&merging.sources[i]);
        source_close(&merging.sources[i]);
        buffer_free(&merging.sources[i].problem);
        buffer_free(&merging.firsts[i]);
    }
    free(merging.sources);
    free(merging.firsts);
    return status;
}

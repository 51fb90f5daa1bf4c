/*
 * merge.c - reports of `jets run`: the lines of cases in their order, each case once, and a new
 * summary. What stands in the first line has to be the same in each, but for the shard.
 */
#define _POSIX_C_SOURCE 200809L
#include "merge.h"

#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "json.h"
#include "merge_parts.h"
#include "output.h"

/* One report, and its next line. */
struct merged_run {
    struct source *source;
    struct record_head head;
    struct buffer line;  /* of the next case */
    char *category, *id; /* of that; NULL where there is none */
    struct record_tail tail;
};

struct merging_runs {
    struct merging *whole;
    struct merged_run *runs; /* owned */
    struct record_texts remarks, unmatched;
    bool complete;
    struct buffer why;
};

/* --- reading --- */

static bool take_tail(struct merging_runs *m, struct merged_run *run, struct record_tail *tail)
{
    for (size_t i = 0; i < tail->remarks.len; i++)
        record_texts_add_once(&m->remarks, tail->remarks.items[i], SIZE_MAX);
    for (size_t i = 0; i < tail->unmatched.len; i++)
        record_texts_add_once(&m->unmatched, tail->unmatched.items[i], SIZE_MAX);
    if (!tail->complete)
        m->complete = false;
    if (tail->why[0] != '\0' && m->why.len == 0)
        buffer_text(&m->why, tail->why);
    record_tail_free(tail);
    run->tail.present = true;
    return true;
}

/* Reads on to the next case. False where there is a problem. */
static bool read_case(struct merging_runs *m, struct merged_run *run)
{
    struct record record;
    struct record_tail tail;
    free(run->category);
    free(run->id);
    run->category = run->id = NULL;
    while (source_line(run->source, &run->line)) {
        struct record_head head = run->head; /* a second first line would take its place */
        switch (record_read(run->line.at, run->line.len, &head, &record, &tail,
                            &run->source->problem)) {
        case RECORD_CASE:
            run->category = memory_copy(record.category, strlen(record.category));
            run->id = memory_copy(record.id, strlen(record.id));
            record_free(&record);
            return true;
        case RECORD_SUMMARY:
            if (!take_tail(m, run, &tail))
                return false;
            break;
        case RECORD_RUN:
            record_head_free(&head);
            return source_fail(run->source, "expected a case or the summary");
        default: return false;
        }
    }
    if (!run->tail.present)
        m->complete = false;
    return run->source->problem.len == 0;
}

/* --- the first line --- */

/* What may differ from shard to shard. */
static void forget_shard(cJSON *line)
{
    cJSON *head = cJSON_GetObjectItemCaseSensitive(line, "run");
    cJSON_DeleteItemFromObjectCaseSensitive(head, "shard");
    cJSON_DeleteItemFromObjectCaseSensitive(head, "selected");
}

static const char *first_difference(const cJSON *a, const cJSON *b)
{
    const cJSON *member = NULL;
    for (member = a != NULL ? a->child : NULL; member != NULL; member = member->next) {
        if (!cJSON_Compare(member, cJSON_GetObjectItemCaseSensitive(b, member->string), 1))
            return member->string;
    }
    for (member = b != NULL ? b->child : NULL; member != NULL; member = member->next) {
        if (cJSON_GetObjectItemCaseSensitive(a, member->string) == NULL)
            return member->string;
    }
    return NULL;
}

/* Reads the first line of a report, which may be empty. */
static cJSON *read_head(struct merging_runs *m, size_t i, uint64_t *selected)
{
    struct merged_run *run = &m->runs[i];
    struct buffer *first = &m->whole->firsts[i];
    run->source = &m->whole->sources[i];
    if (record_read(first->at, first->len, &run->head, NULL, NULL, &run->source->problem) !=
        RECORD_RUN)
        return NULL;
    *selected += run->head.selected;
    return json_parse(first->at, first->len);
}

static bool same_run(struct merged_run *run, cJSON *whole, cJSON *head)
{
    forget_shard(head);
    const char *member = first_difference(cJSON_GetObjectItemCaseSensitive(whole, "run"),
                                          cJSON_GetObjectItemCaseSensitive(head, "run"));
    if (member == NULL)
        return true;
    struct buffer why = {0};
    buffer_format(&why, "%s: expected the same as in the report that was named first", member);
    source_fail(run->source, why.at);
    buffer_free(&why);
    return false;
}

/* The line of the whole run. NULL where the reports do not belong together. */
static char *merge_heads(struct merging_runs *m)
{
    uint64_t selected = 0;
    cJSON *whole = read_head(m, 0, &selected);
    bool good = whole != NULL;
    if (good)
        forget_shard(whole);
    for (size_t i = 1; good && i < m->whole->len; i++) {
        cJSON *head = read_head(m, i, &selected);
        good = head != NULL && same_run(&m->runs[i], whole, head);
        cJSON_Delete(head);
    }
    char *line = NULL;
    cJSON *run = cJSON_GetObjectItemCaseSensitive(whole, "run");
    if (good) {
        json_set_number(run, "selected", (double)selected);
        json_add(run, "shard", cJSON_CreateNull());
        line = memory_given(cJSON_PrintUnformatted(whole));
    }
    cJSON_Delete(whole);
    return line;
}

/* --- the cases --- */

static int compare(const struct merged_run *a, const struct merged_run *b)
{
    int category = strcmp(a->category, b->category);
    return category != 0 ? category : strcmp(a->id, b->id);
}

/* The report whose next case comes first; NULL where all are at their end. */
static struct merged_run *next_run(struct merging_runs *m)
{
    struct merged_run *next = NULL;
    for (size_t i = 0; i < m->whole->len; i++) {
        struct merged_run *run = &m->runs[i];
        if (run->id != NULL && (next == NULL || compare(run, next) < 0))
            next = run;
    }
    return next;
}

static bool add_cases(struct merging_runs *m, struct report *report)
{
    bool good = true;
    for (size_t i = 0; good && i < m->whole->len; i++)
        good = read_case(m, &m->runs[i]);
    for (struct merged_run *run; good && (run = next_run(m)) != NULL;)
        good = report_add_line(report, run->line.at, run->line.len, &run->source->problem) &&
               read_case(m, run);
    return good;
}

static const char **as_list(const struct record_texts *texts)
{
    const char **list = memory_need((texts->len + 1) * sizeof *list);
    for (size_t i = 0; i < texts->len; i++)
        list[i] = texts->items[i];
    list[texts->len] = NULL;
    return list;
}

static bool add_all(struct merging_runs *m, const char *head, struct report *report)
{
    struct source *first = &m->whole->sources[0];
    if (!report_add_line(report, head, strlen(head), &first->problem) || !add_cases(m, report))
        return false;
    const char **remarks = as_list(&m->remarks);
    const char **unmatched = as_list(&m->unmatched);
    struct record_end end = {.complete = m->complete,
                             .why = m->why.len > 0 ? m->why.at : NULL,
                             .unmatched = unmatched,
                             .remarks = remarks};
    bool good = report_close(report, &end, &first->problem);
    free(remarks);
    free(unmatched);
    return good;
}

bool merge_runs(struct merging *whole, const struct report_format *format, FILE *out)
{
    struct merging_runs m = {.whole = whole, .complete = true};
    struct report report;
    m.runs = memory_need(whole->len * sizeof *m.runs);
    memset(m.runs, 0, whole->len * sizeof *m.runs);
    char *head = merge_heads(&m);
    bool good = head != NULL && report_begin(&report, format, out, &whole->sources[0].problem);
    if (good && add_all(&m, head, &report)) {
        good = report_end(&report, &whole->sources[0].problem);
    } else if (good) {
        report_discard(&report);
        good = false;
    }
    for (size_t i = 0; i < whole->len; i++) {
        record_head_free(&m.runs[i].head);
        buffer_free(&m.runs[i].line);
        free(m.runs[i].category);
        free(m.runs[i].id);
    }
    record_texts_free(&m.remarks);
    record_texts_free(&m.unmatched);
    buffer_free(&m.why);
    cJSON_free(head);
    free(m.runs);
    return good;
}

#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "json.h"

static char *copy_of(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text != NULL ? memory_copy(text, strlen(text)) : NULL;
}

/* A span that lies in the reply. */
static bool read_span(const cJSON *object, size_t reply_len, size_t *at, size_t *len)
{
    const cJSON *span = cJSON_GetObjectItemCaseSensitive(object, "span");
    const cJSON *first = cJSON_GetArrayItem(span, 0);
    const cJSON *second = cJSON_GetArrayItem(span, 1);
    if (!cJSON_IsNumber(first) || !cJSON_IsNumber(second) || first->valuedouble < 0 ||
        second->valuedouble < 0 || first->valuedouble + second->valuedouble > (double)reply_len)
        return false;
    *at = (size_t)first->valuedouble;
    *len = (size_t)second->valuedouble;
    return true;
}

static bool add_sight(struct explained *explained, const cJSON *event)
{
    struct sight sight = {.kind = copy_of(event, "kind"),
                          .rule = copy_of(event, "rule"),
                          .type = copy_of(event, "type"),
                          .piece = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(event, "piece"))};
    bool good = sight.kind != NULL && sight.rule != NULL &&
                read_span(event, explained->reply_len, &sight.at, &sight.len);
    sight.answer = explained->value && sight.at == explained->at && sight.len == explained->len;
    explained->seen =
        memory_grow(explained->seen, explained->seen_len + 1, sizeof *explained->seen);
    explained->seen[explained->seen_len++] = sight;
    return good;
}

/* What begins first stands first; of two that begin together, the longer. */
static int compare(const void *a, const void *b)
{
    const struct sight *x = a;
    const struct sight *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->len == y->len ? 0 : x->len > y->len ? -1 : 1;
}

/* An answer that is the reply as a whole was never scanned for. */
static void add_whole(struct explained *explained)
{
    for (size_t i = 0; i < explained->seen_len; i++) {
        if (explained->seen[i].answer)
            return;
    }
    struct sight sight = {.kind = memory_copy("whole", 5),
                          .rule = memory_copy(explained->rule, strlen(explained->rule)),
                          .at = explained->at,
                          .len = explained->len,
                          .answer = true};
    explained->seen =
        memory_grow(explained->seen, explained->seen_len + 1, sizeof *explained->seen);
    explained->seen[explained->seen_len++] = sight;
}

static bool read_events(struct explained *explained, const cJSON *whole)
{
    const cJSON *event = NULL;
    bool good = true;
    const cJSON *events = cJSON_GetObjectItemCaseSensitive(whole, "events");
    for (event = events != NULL ? events->child : NULL; event != NULL; event = event->next)
        good = add_sight(explained, event) && good;
    if (explained->value && explained->rule != NULL)
        add_whole(explained);
    if (explained->seen_len > 1)
        qsort(explained->seen, explained->seen_len, sizeof *explained->seen, compare);
    return good && cJSON_IsArray(events);
}

bool explained_read(struct explained *explained, const char *json, size_t len,
                    const unsigned char *reply, size_t reply_len, struct buffer *problem)
{
    cJSON *whole = json_parse(json, len);
    char *status = copy_of(whole, "status");
    *explained = (struct explained){.reply = reply,
                                    .reply_len = reply_len,
                                    .reason = copy_of(whole, "reason"),
                                    .rule = copy_of(whole, "rule"),
                                    .type = copy_of(whole, "type")};
    explained->value = status != NULL && strcmp(status, "value") == 0;
    bool good =
        status != NULL && explained->rule != NULL &&
        (!explained->value || read_span(whole, reply_len, &explained->at, &explained->len)) &&
        read_events(explained, whole);
    if (!good)
        buffer_text(problem, "reference: expected what jets-extract --explain --json prints");
    free(status);
    cJSON_Delete(whole);
    return good;
}

void explained_free(struct explained *explained)
{
    for (size_t i = 0; i < explained->seen_len; i++) {
        free(explained->seen[i].kind);
        free(explained->seen[i].rule);
        free(explained->seen[i].type);
    }
    free(explained->seen);
    free(explained->reason);
    free(explained->rule);
    free(explained->type);
    *explained = (struct explained){.seen = NULL};
}

void explained_walk(const struct explained *explained, void *ctx,
                    void (*piece)(void *ctx, const struct sight *sight, size_t at, size_t len,
                                  unsigned depth))
{
    size_t at = 0;
    for (size_t i = 0; i < explained->seen_len; i++) {
        const struct sight *sight = &explained->seen[i];
        if (sight->at > at)
            piece(ctx, NULL, at, sight->at - at, 0);
        bool inside = sight->at < at;
        piece(ctx, sight, sight->at, sight->len, inside ? 1 : 0);
        if (sight->at + sight->len > at)
            at = sight->at + sight->len;
    }
    if (at < explained->reply_len)
        piece(ctx, NULL, at, explained->reply_len - at, 0);
}

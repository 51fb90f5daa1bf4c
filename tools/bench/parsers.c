/* Parsers in C, which are given the answer's own bytes: cJSON, jansson and yyjson. */
#include "contestant.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __has_include
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAVE_JANSSON 1
#endif
#endif
#ifdef JETS_BENCH_YYJSON
#include <yyjson.h>
#endif

/* ---- cJSON ---- */

/* As deep as the fixed replies nest, which is not deep. */
// NOLINTNEXTLINE(misc-no-recursion)
static size_t count_cjson(const cJSON *item)
{
    size_t count = 1;
    const cJSON *child;
    cJSON_ArrayForEach(child, item)
    {
        count += count_cjson(child);
    }
    return count;
}

static size_t values_cjson(const char *text, size_t len)
{
    cJSON *root = cJSON_ParseWithLength(text, len);
    size_t count = root == NULL ? 0 : count_cjson(root);
    cJSON_Delete(root);
    return count;
}

static void run_cjson(void *context, const struct reply *reply, struct finding *finding)
{
    (void)context;
    cJSON *root = cJSON_ParseWithLength(reply->bytes + reply->value, reply->value_len);
    finding->found = root != NULL;
    finding->length = root == NULL ? 0 : (size_t)cJSON_GetArraySize(root);
    cJSON_Delete(root);
}

void cjson_add(add_contestant *add)
{
    add(&(struct contestant){
        .name = "cJSON", .job = JOB_PARSE, .run = run_cjson, .values = values_cjson});
}

const char *cjson_name(void)
{
    static char name[32];
    snprintf(name, sizeof name, "cJSON %s", cJSON_Version());
    return name;
}

/* ---- jansson ---- */

#ifdef HAVE_JANSSON
// NOLINTNEXTLINE(misc-no-recursion)
static size_t count_jansson(json_t *item)
{
    size_t count = 1;
    size_t index;
    const char *key;
    json_t *child;
    json_array_foreach(item, index, child)
    {
        count += count_jansson(child);
    }
    json_object_foreach(item, key, child)
    {
        count += count_jansson(child);
    }
    return count;
}

static size_t values_jansson(const char *text, size_t len)
{
    json_t *root = json_loadb(text, len, 0, NULL);
    size_t count = root == NULL ? 0 : count_jansson(root);
    json_decref(root);
    return count;
}

static void run_jansson(void *context, const struct reply *reply, struct finding *finding)
{
    (void)context;
    json_t *root = json_loadb(reply->bytes + reply->value, reply->value_len, 0, NULL);
    finding->found = root != NULL;
    finding->length = json_array_size(root) + json_object_size(root);
    json_decref(root);
}

void jansson_add(add_contestant *add)
{
    add(&(struct contestant){
        .name = "jansson", .job = JOB_PARSE, .run = run_jansson, .values = values_jansson});
}

const char *jansson_name(void)
{
    return "jansson " JANSSON_VERSION;
}
#else
void jansson_add(add_contestant *add)
{
    (void)add;
}

const char *jansson_name(void)
{
    return "";
}
#endif

/* ---- yyjson, where its source was given: a pool used again, numbers kept as they stand ---- */

#ifdef JETS_BENCH_YYJSON
enum { POOL = 64 * 1024 * 1024 };
static const yyjson_read_flag FLAGS = YYJSON_READ_NUMBER_AS_RAW;

static yyjson_doc *read_yyjson(const char *text, size_t len)
{
    static void *pool;
    static yyjson_alc allocator;
    if (pool == NULL)
        pool = malloc(POOL);
    if (pool == NULL || !yyjson_alc_pool_init(&allocator, pool, POOL))
        return NULL;
    /* without YYJSON_READ_INSITU the text is only read */
    return yyjson_read_opts((char *)(uintptr_t)text, len, FLAGS, &allocator, NULL);
}

static size_t values_yyjson(const char *text, size_t len)
{
    yyjson_doc *doc = read_yyjson(text, len);
    size_t all = doc == NULL ? 0 : yyjson_doc_get_val_count(doc);
    size_t names = 0;
    yyjson_val *value = doc == NULL ? NULL : yyjson_doc_get_root(doc);
    /* a member's name counts as a value there; values lie side by side */
    for (size_t i = 0; i < all; i++, value++)
        names += yyjson_is_obj(value) ? yyjson_obj_size(value) : 0;
    return all - names;
}

static void run_yyjson(void *context, const struct reply *reply, struct finding *finding)
{
    (void)context;
    yyjson_doc *doc = read_yyjson(reply->bytes + reply->value, reply->value_len);
    finding->found = doc != NULL;
    finding->length = doc == NULL ? 0 : yyjson_get_len(yyjson_doc_get_root(doc));
    yyjson_doc_free(doc);
}

void yyjson_add(add_contestant *add)
{
    add(&(struct contestant){
        .name = "yyjson", .job = JOB_PARSE, .run = run_yyjson, .values = values_yyjson});
}

const char *yyjson_name(void)
{
    return "yyjson " YYJSON_VERSION_STRING;
}
#else
void yyjson_add(add_contestant *add)
{
    (void)add;
}

const char *yyjson_name(void)
{
    return "";
}
#endif

/*
 * merge_shards.c - whether reports are those of all shards of one whole, each once: a sum over
 * others would be wrong, and nobody would see it.
 */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "merge_parts.h"
#include "options.h"

/* What the first line of a report says of its shard. False where it is no "K/N". */
static bool read_shard(const struct buffer *first, struct shard *shard)
{
    cJSON *line = json_parse(first->at, first->len);
    const cJSON *head = line != NULL ? line->child : NULL;
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(head, "shard");
    const char *text = cJSON_GetStringValue(member);
    *shard = (struct shard){0};
    bool good = member == NULL || cJSON_IsNull(member);
    if (text != NULL)
        good = shard_read(text, shard);
    cJSON_Delete(line);
    return good;
}

static bool refuse(struct source *source, const char *format, unsigned part, unsigned parts)
{
    struct buffer why = {0};
    buffer_format(&why, format, part, parts);
    source_fail(source, why.at);
    buffer_free(&why);
    return false;
}

/* Takes the shard of report i, whose first is `whole`; seen[K] is the report that has part K, from
 * 1 on. */
static bool take_shard(struct merging *merging, size_t i, const struct shard *whole,
                       const struct shard *shard, size_t *seen)
{
    struct source *source = &merging->sources[i];
    if (shard->parts != whole->parts)
        return source_fail(source, "shard: expected as many parts as in the report named first");
    if (seen[shard->part] != 0)
        return refuse(source, "shard: expected each once; %u/%u was named before", shard->part,
                      shard->parts);
    seen[shard->part] = i + 1;
    return true;
}

static bool all_seen(struct merging *merging, const struct shard *whole, const size_t *seen)
{
    for (unsigned part = 1; part <= whole->parts; part++) {
        if (seen[part] == 0)
            return refuse(&merging->sources[0], "shard: expected all of them; %u/%u is missing",
                          part, whole->parts);
    }
    return true;
}

bool merge_shards_are_whole(struct merging *merging, bool needs_shards)
{
    struct shard whole = {0};
    struct shard shard = {0};
    size_t *seen = NULL;
    bool good = true;
    for (size_t i = 0; good && i < merging->len; i++) {
        good = read_shard(&merging->firsts[i], &shard) ||
               source_fail(&merging->sources[i], "shard: expected K/N, such as 2/5");
        if (good && i == 0) {
            whole = shard;
            seen = memory_need((whole.parts + 1) * sizeof *seen);
            memset(seen, 0, (whole.parts + 1) * sizeof *seen);
        }
        if (good && whole.parts == 0 && shard.parts == 0 && needs_shards && i > 0)
            good = source_fail(&merging->sources[i],
                               "shard: expected reports of shards, or one report");
        else if (good && (whole.parts != 0 || shard.parts != 0))
            good = take_shard(merging, i, &whole, &shard, seen);
    }
    good = good && all_seen(merging, &whole, seen);
    free(seen);
    return good;
}

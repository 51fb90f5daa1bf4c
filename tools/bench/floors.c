/* What the bytes alone cost. */
#include "contestant.h"

#include <string.h>

enum { COPY_ROOM = 4 * 1024 * 1024 };
#define MEAN_SOMETHING "{}[]`~<"

static void run_memchr(void *context, const struct reply *reply, struct finding *finding)
{
    (void)context;
    const char *hit = memchr(reply->bytes, '\0', reply->len); /* no reply holds one */
    finding->offset = hit == NULL ? reply->len : (size_t)(hit - reply->bytes);
}

static void run_memcpy(void *context, const struct reply *reply, struct finding *finding)
{
    char *copy = context;
    size_t len = reply->len < COPY_ROOM ? reply->len : COPY_ROOM;
    memcpy(copy, reply->bytes, len);
    /* looked at, so that it has to be there */
    finding->offset = len;
    finding->length = (unsigned char)copy[len / 2];
}

/* The bytes that mean something in prose, found one by one with a table. */
static void run_skip(void *context, const struct reply *reply, struct finding *finding)
{
    const unsigned char *stop = context;
    const unsigned char *at = (const unsigned char *)reply->bytes;
    const unsigned char *end = at + reply->len;
    size_t hits = 0;
    while (at < end) {
        while (at < end && stop[*at] == 0)
            at++;
        if (at < end) {
            hits++;
            at++;
        }
    }
    finding->length = hits;
    finding->offset = reply->len;
}

static bool right_memchr(const struct reply *reply, const struct finding *finding)
{
    return finding->offset == reply->len;
}

static bool right_memcpy(const struct reply *reply, const struct finding *finding)
{
    return finding->offset == reply->len &&
           finding->length == (unsigned char)reply->bytes[reply->len / 2];
}

static bool right_skip(const struct reply *reply, const struct finding *finding)
{
    size_t hits = 0;
    for (size_t i = 0; i < reply->len; i++)
        hits += reply->bytes[i] != '\0' && strchr(MEAN_SOMETHING, reply->bytes[i]) != NULL;
    return finding->offset == reply->len && finding->length == hits;
}

void floors_add(add_contestant *add)
{
    static unsigned char stop[256];
    static char copy[COPY_ROOM];
    for (const char *byte = MEAN_SOMETHING; *byte != '\0'; byte++)
        stop[(unsigned char)*byte] = 1;
    add(&(struct contestant){
        .name = "memchr", .job = JOB_FLOOR, .run = run_memchr, .right = right_memchr});
    add(&(struct contestant){.name = "memcpy",
                             .job = JOB_FLOOR,
                             .run = run_memcpy,
                             .context = copy,
                             .right = right_memcpy});
    add(&(struct contestant){.name = "byte-table skip loop",
                             .job = JOB_FLOOR,
                             .run = run_skip,
                             .context = stop,
                             .right = right_skip});
}

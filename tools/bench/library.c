#define _GNU_SOURCE
#include "library.h"
#include "painted.h"

#include "jets.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 4096, NAME_ROOM = 96 };

struct library {
    enum jets_status (*extract)(const void *reply, size_t len, const struct jets_options *options,
                                struct jets_result *result);
    enum jets_status (*init)(struct jets_extraction *x, const struct jets_options *options);
    bool (*feed)(struct jets_extraction *x, const void *reply, size_t len);
    enum jets_status (*finish)(struct jets_extraction *x, const void *reply, size_t len,
                               struct jets_result *result);
    struct jets_options options;
    size_t part; /* bytes a call of feed */
};

static const struct library *last_loaded;

static void tell(const struct jets_result *result, struct finding *finding)
{
    finding->found = result->status == JETS_VALUE;
    finding->offset = result->offset;
    finding->length = result->length;
}

static void run_whole(void *context, const struct reply *reply, struct finding *finding)
{
    const struct library *library = context;
    struct jets_result result;
    library->extract(reply->bytes, reply->len, &library->options, &result);
    tell(&result, finding);
}

static void run_parts(void *context, const struct reply *reply, struct finding *finding)
{
    const struct library *library = context;
    struct jets_extraction x;
    struct jets_result result;
    library->init(&x, &library->options);
    for (size_t len = library->part; len < reply->len; len += library->part)
        library->feed(&x, reply->bytes, len);
    library->finish(&x, reply->bytes, reply->len, &result);
    tell(&result, finding);
}

/* A function of the library; the pointer is copied, since ISO C has no cast for it. */
static void look_up(void *handle, const char *name, void *function)
{
    void *symbol = dlsym(handle, name);
    if (symbol == NULL) {
        fprintf(stderr, "bench: %s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    memcpy(function, &symbol, sizeof symbol);
}

static struct library *load(const char *path)
{
    struct library *library = calloc(1, sizeof *library);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL || handle == NULL) {
        fprintf(stderr, "bench: %s\n", handle == NULL ? dlerror() : "no memory");
        exit(EXIT_FAILURE);
    }
    look_up(handle, "jets_extract", &library->extract);
    look_up(handle, "jets_extract_init", &library->init);
    look_up(handle, "jets_extract_feed", &library->feed);
    look_up(handle, "jets_extract_finish", &library->finish);
    return library;
}

static void add_way(const struct library *from, const char *name, const char *way, size_t part,
                    bool any_names, add_contestant *add)
{
    struct library *library = malloc(sizeof *library);
    char *full = malloc(NAME_ROOM);
    if (library == NULL || full == NULL)
        exit(EXIT_FAILURE);
    *library = *from;
    library->part = part;
    library->options.names = any_names ? JETS_NAMES_ANY : JETS_NAMES_UNIQUE;
    snprintf(full, NAME_ROOM, "%s%s", name, way);
    add(&(struct contestant){.name = full,
                             .job = JOB_EXTRACT,
                             .run = part == 0 ? run_whole : run_parts,
                             .context = library});
}

void library_add(const char *name, const char *path, add_contestant *add)
{
    const struct library *library = load(path);
    add_way(library, name, "", 0, false, add);
    add_way(library, name, ", repeated names not looked for", 0, true, add);
    add_way(library, name, ", fed 4 KB a call", PART, false, add);
    add_way(library, name, ", fed a byte a call", 1, false, add);
    last_loaded = library;
}

/* ---- stack ---- */

static void extract_once(void *argument)
{
    const struct reply *reply = argument;
    struct jets_result result;
    last_loaded->extract(reply->bytes, reply->len, NULL, &result);
}

size_t library_stack(const struct reply *replies, size_t count)
{
    size_t most = 0;
    for (size_t i = 0; i < count && last_loaded != NULL; i++) {
        struct reply reply = replies[i];
        size_t used = painted_taken(extract_once, &reply);
        most = used > most ? used : most;
    }
    return most;
}

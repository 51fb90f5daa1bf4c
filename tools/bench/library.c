#define _GNU_SOURCE
#include "library.h"

#include "jets.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PART = 4096, STACK_ROOM = 256 * 1024, NAME_ROOM = 96, PAINT = 0xa5 };

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

struct stack_job {
    const struct reply *reply; /* NULL: nothing is extracted */
};

static void *on_stack(void *argument)
{
    const struct stack_job *job = argument;
    struct jets_result result;
    if (job->reply != NULL)
        last_loaded->extract(job->reply->bytes, job->reply->len, NULL, &result);
    return NULL;
}

/* Bytes of a painted stack that a thread wrote to; 0 where there was none to be had. */
static size_t stack_of(const struct reply *reply)
{
    struct stack_job job = {reply};
    pthread_attr_t attributes;
    pthread_t thread;
    size_t used = 0;
    unsigned char *stack =
        mmap(NULL, STACK_ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        return 0;
    memset(stack, PAINT, STACK_ROOM);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack, STACK_ROOM) == 0 &&
        pthread_create(&thread, &attributes, on_stack, &job) == 0) {
        pthread_join(thread, NULL);
        while (used < STACK_ROOM && stack[used] == PAINT)
            used++;
        used = STACK_ROOM - used;
    }
    pthread_attr_destroy(&attributes);
    munmap(stack, STACK_ROOM);
    return used;
}

size_t library_stack(const struct reply *replies, size_t count)
{
    size_t least = stack_of(NULL);
    size_t most = least;
    for (size_t i = 0; i < count && last_loaded != NULL; i++) {
        size_t used = stack_of(&replies[i]);
        most = used > most ? used : most;
    }
    return most - least;
}

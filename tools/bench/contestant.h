/*
 * What takes part in a benchmark. A contestant gets a reply and says what it found; what it says is
 * looked at once, and then every run has to say the same, so that none is measured that does
 * nothing.
 */
#ifndef JETS_BENCH_CONTESTANT_H
#define JETS_BENCH_CONTESTANT_H

#include "replies.h"

#include <signal.h>
#include <stdint.h>

enum job {
    JOB_FLOOR,  /* passes over the reply's bytes, and finds nothing */
    JOB_PARSE,  /* is given the answer's own bytes, and reads them into a tree */
    JOB_EXTRACT /* is given the reply, and finds the answer */
};

struct finding {
    bool found;
    size_t offset,
        length; /* JOB_EXTRACT: the answer; else two numbers that tell of the work done */
};

struct contestant {
    const char *name;
    enum job job;
    void (*run)(void *context, const struct reply *reply, struct finding *finding);
    void *context;
    /* JOB_FLOOR: whether the finding is that of the bytes. */
    bool (*right)(const struct reply *reply, const struct finding *finding);
    /* JOB_PARSE: the number of values in the tree, read once more and walked; 0 where it fails. */
    size_t (*values)(const char *text, size_t len);
    bool may_run_away; /* may take time that is not linear; looks at out_of_time, and then stops */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Set by a timer while a contestant runs that may run away. */
extern volatile sig_atomic_t out_of_time;

/* The contestants of one file; each adds its own through add. A library that is not there adds
 * none. */
typedef void add_contestant(const struct contestant *contestant);
void floors_add(add_contestant *add);
void classics_add(add_contestant *add);
void cjson_add(add_contestant *add);
void jansson_add(add_contestant *add);
void simdjson_add(add_contestant *add);
void yyjson_add(add_contestant *add);

/* What each library is, with its version; "" where it is not there. */
const char *cjson_name(void);
const char *jansson_name(void);
const char *simdjson_name(void);
const char *yyjson_name(void);

/* A parser that is a library of C++: members or elements of the outermost value, -1 if it is none.
 */
long simdjson_parse(const char *text, size_t len);

#ifdef __cplusplus
}
#endif
#endif

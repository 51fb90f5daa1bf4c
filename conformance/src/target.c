#define _POSIX_C_SOURCE 200809L
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "visible.h"

struct reading {
    struct target *target;
    const struct options *options;
    struct buffer *problem;
};

static bool refuse(struct reading *r, const char *what)
{
    const char *target = r->options->target;
    if (strcmp(target, "-") == 0)
        target = "standard input";
    visible_add(r->problem, (const unsigned char *)target, strlen(target));
    buffer_format(r->problem, ": %s", what);
    return false;
}

static bool read_stdin(struct reading *r)
{
    struct buffer all = {0};
    char chunk[65536];
    size_t got = 0;
    buffer_add(&all, "", 0);
    while (all.len <= REPLY_HELD_MAX && (got = fread(chunk, 1, sizeof chunk, stdin)) > 0)
        buffer_add(&all, chunk, got);
    r->target->reply = (unsigned char *)all.at;
    r->target->reply_len = all.len;
    if (ferror(stdin))
        return refuse(r, "cannot be read");
    return all.len <= REPLY_HELD_MAX || refuse(r, "longer than 16 MB");
}

static bool read_file(struct reading *r)
{
    const char *why = NULL;
    r->target->reply = (unsigned char *)case_read_file(r->options->target, REPLY_HELD_MAX,
                                                       &r->target->reply_len, &why);
    return r->target->reply != NULL || refuse(r, why);
}

static bool read_case(struct reading *r)
{
    struct corpus corpus;
    if (command_open_corpus(r->options, &corpus) != STATUS_OK)
        return false;
    bool good = case_load(&r->target->test, corpus.dir, r->options->target, r->problem);
    corpus_free(&corpus);
    if (!good)
        return false;
    r->target->reply = reply_hold(&r->target->test.reply);
    r->target->reply_len = (size_t)r->target->test.reply.length;
    return r->target->reply != NULL || refuse(r, "its reply is longer than 16 MB");
}

static bool read_reply(struct reading *r)
{
    const char *target = r->options->target;
    if (strcmp(target, "-") == 0)
        return read_stdin(r);
    if (access(target, F_OK) == 0)
        return read_file(r);
    if (case_id_is_valid(target))
        return read_case(r);
    return refuse(r, "no such file, and no id of a case");
}

bool target_open(struct target *target, const struct options *options, struct buffer *problem)
{
    struct reading r = {target, options, problem};
    *target = (struct target){.test = {.reply = reply_empty()}};
    return read_reply(&r);
}

void target_close(struct target *target)
{
    free(target->reply);
    case_free(&target->test);
    *target = (struct target){.test = {.reply = reply_empty()}};
}

struct question target_question(const struct target *target, const struct options *options,
                                struct exec_option room[POLICY_COUNT])
{
    size_t len = 0;
    for (size_t i = 0; i < POLICY_COUNT; i++) {
        const char *value =
            options->asks[i] >= 0 ? POLICIES[i].values[options->asks[i]] : target->test.policies[i];
        if (value != NULL && strcmp(value, POLICIES[i].values[0]) != 0)
            room[len++] = (struct exec_option){POLICIES[i].name, value};
    }
    return (struct question){.operation = options->operation >= 0
                                              ? (enum operation)options->operation
                                              : target->test.operation,
                             .options = room,
                             .options_len = len,
                             .reply = target->reply,
                             .reply_len = target->reply_len};
}

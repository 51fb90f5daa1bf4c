/*
 * explain.h - a reply with what the rules of SPEC.md see in it, as the reference tells it
 * (`jets-extract --explain --json`), and its two forms.
 */
#ifndef JETS_EXPLAIN_H
#define JETS_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "asker.h"
#include "memory.h"
#include "testee.h"

/* One thing seen, in the order in which it begins. */
struct sight {
    char *kind; /* "reasoning", "fence", "candidate", … ; owned, like the next */
    char *rule;
    char *type; /* of a value, or NULL; owned */
    size_t at, len;
    bool piece;  /* a candidate inside a prose bracket that closed */
    bool answer; /* the one that won */
};

struct explained {
    const unsigned char *reply; /* borrowed */
    size_t reply_len;
    bool value;         /* the result is one */
    char *reason;       /* why it is none, or NULL; owned, like the next two */
    char *rule;         /* that decided */
    char *type;         /* of the value, or NULL */
    size_t at, len;     /* of the value */
    struct sight *seen; /* owned */
    size_t seen_len;
};

/* Reads what the reference said about a reply. False, and a line in *problem, where it is not that.
 * Free in every case. */
bool explained_read(struct explained *explained, const char *json, size_t len,
                    const unsigned char *reply, size_t reply_len, struct buffer *problem);
void explained_free(struct explained *explained);

/* Opens the reference, to be asked what it sees. Close it with testee_close in every case. */
enum status explain_open(struct testee *reference, const struct options *options,
                         const volatile sig_atomic_t *interrupt, struct buffer *problem);

/* Asks it about a reply. STATUS_OK, or another status with a line in *problem. The reply has to
 * outlive *explained; free that in every case. */
enum status explain_ask(struct testee *reference, const struct question *question,
                        struct explained *explained, struct buffer *problem);

/* A line for each thing seen, with what lies between them; in colour where that is wanted. */
void explained_text(const struct explained *explained, bool colour, FILE *out);

/* One page that needs no other file, and loads none. title: of the page. */
void explained_html(const struct explained *explained, const char *title, FILE *out);

/* Calls piece for each stretch of the reply in order, NULL for what nothing was seen in; what lies
 * inside another thing comes with a depth above 0. Both forms are made by this. */
void explained_walk(const struct explained *explained, void *ctx,
                    void (*piece)(void *ctx, const struct sight *sight, size_t at, size_t len,
                                  unsigned depth));

#endif

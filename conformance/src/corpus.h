/*
 * corpus.h - the folder of cases: where it is, what is in it, and which of it is selected.
 *
 * All cases are read once, so that a case that is not in order is found before anything runs; only
 * what selects them is kept. A case is read again when its turn comes, so that memory does not
 * grow with the corpus.
 */
#ifndef JETS_CORPUS_H
#define JETS_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

#include "case.h"

struct corpus_entry {
    char *id;
    char *category;
    char *title;
    enum operation operation;
    enum severity severity;
    bool retired;
    char *problem; /* "FILE: FIELD: what was expected" where the case cannot be read; then only id
                      and category are known of it, and title is empty */
};

struct corpus {
    char *dir;
    char *version; /* first line of DIR/VERSION, or NULL where there is no such file */
    struct corpus_entry *entries; /* by category, then id, in byte order */
    size_t len;
};

/* What is named as the corpus, by --corpus (option) or else by JETS_CORPUS; NULL where it is to be
 * found. */
const char *corpus_named(const char *option);

/*
 * Finds the corpus: option (of --corpus), else the environment's JETS_CORPUS, else
 * ../share/jets/corpus from the folder of the running program, else a folder corpus/ beside it or
 * in up to four folders above, else ./corpus. Returns its path, to be freed; NULL and a line in
 * *problem where there is none.
 */
char *corpus_find(const char *option, struct buffer *problem);

/*
 * Reads the corpus in dir. A case that is not in order is an entry with a problem. False, and
 * "FILE: FIELD: what was expected" in *problem, where something else is not in order.
 */
bool corpus_open(struct corpus *corpus, const char *dir, struct buffer *problem);

void corpus_free(struct corpus *corpus);

/* The entry with this id, or NULL. */
const struct corpus_entry *corpus_entry(const struct corpus *corpus, const char *id);

/* What selects cases: one of each list, where that list is not empty. All lists end with NULL. */
struct selection {
    const char *const *globs; /* of ids; * and ? match '/' too */
    const char *const *categories;
    const char *const *severities; /* words of words.h, like the next */
    const char *const *operations;
    /* Of these, part shard_part of shard_parts, from 1 on: each shard_parts-th. 0 parts: all. */
    unsigned shard_part, shard_parts;
    const char *version; /* exactly the cases of that release, those retired since too; or NULL */
};

/*
 * False, and a line for each case that is not in order in *problem (the first ten of them), where
 * there are such among the chosen ones: a run without them would not be what was asked for.
 */
bool corpus_is_in_order(const struct corpus_entry *const *chosen, size_t len,
                        struct buffer *problem);

/*
 * The selected cases, without a version those that are not retired, in order; *len is how many.
 * Of a case that is not in order neither severity nor operation is known, so that any of them
 * selects it. Free the array. NULL, and a line for a person in *problem, where there is none, or a
 * glob or category has none.
 */
const struct corpus_entry **corpus_select(const struct corpus *corpus,
                                          const struct selection *selection, size_t *len,
                                          struct buffer *problem);

#endif

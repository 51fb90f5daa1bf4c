/*
 * baseline.h - the failures that are known: a file of lines `case-id verdict  # reason`
 * (CONTRACT.md, "Baselines"). Comments and blank lines are kept when it is rewritten.
 */
#ifndef JETS_BASELINE_H
#define JETS_BASELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "corpus.h"
#include "memory.h"
#include "record.h"
#include "verdict.h"

/* One line of the file. */
struct baseline_line {
    char *text; /* the whole line, without its line feed; owned */
    char *id;   /* owned; NULL for a comment or a blank line */
    enum verdict verdict;
    char *reason; /* owned; what stands behind #, or NULL */
    bool has_now; /* the run has given the case the verdict `now` */
    enum verdict now;
};

struct baseline {
    char *path;                  /* owned */
    struct baseline_line *lines; /* owned; in the order of the file, new entries behind */
    size_t len;
    size_t *by_id; /* owned; indexes of the entries, sorted by id */
    size_t entries;
};

/*
 * Reads the file at path. A file that is not there is an empty baseline where may_be_missing.
 * False, and "FILE: line N: what was expected" in *problem, where it is not in order. Free it in
 * every case.
 */
bool baseline_read(struct baseline *baseline, const char *path, bool may_be_missing,
                   struct buffer *problem);

void baseline_free(struct baseline *baseline);

/* The entry for a case, or NULL. */
const struct baseline_line *baseline_find(const struct baseline *baseline, const char *id);

/* How a verdict stands to the entry of its case, which may be NULL. */
enum record_state baseline_state(const struct baseline_line *entry, enum verdict verdict);

/*
 * The ids of entries that no case of the corpus has, other than a retired one; the array ends with
 * NULL and is the caller's, the ids are the baseline's.
 */
const char **baseline_unmatched(const struct baseline *baseline, const struct corpus *corpus);

/* What a rewriting changed. */
struct baseline_change {
    size_t added, changed, removed;
};

/* Notes what a case of a whole run has got, for baseline_write. */
void baseline_note(struct baseline *baseline, const char *id, enum verdict verdict);

/*
 * Writes the file anew, by rename, from what was noted: an entry stays while its case fails, with
 * its reason and with the new verdict; others go; failures that it does not have are added at the
 * end. False, and a line in *problem, where that fails: the old file stays.
 */
bool baseline_write(const struct baseline *baseline, struct baseline_change *change,
                    struct buffer *problem);

#endif

/*
 * corpus_version.h - which cases a release of the corpus has.
 *
 * `tools/corpus release` leaves DIR/releases/<version>.json, a list of every case that the last
 * release has, with the version that brought it (`since`) and, where it was retired, the version
 * that retired it. Within a major version no case is removed and none comes back, so that this list
 * tells what each earlier release of the same major version had too; that of another major version
 * is told by the corpus of that one. corpus/README.md has the rules.
 */
#ifndef JETS_CORPUS_VERSION_H
#define JETS_CORPUS_VERSION_H

#include <stdbool.h>
#include <stddef.h>

#include "memory.h"

struct corpus_version {
    char **ids; /* of the cases of the release, in byte order */
    size_t len;
};

/*
 * Reads which cases the release `wanted` had: "1.0" (any patch of it, since a patch changes no
 * case) or "1.0.2" (that very one). A case that was retired later belongs to it, one that was
 * retired with it or before does not. dir is the folder of the corpus. Free with
 * corpus_version_free.
 *
 * False, with one line in *problem and *release empty, where wanted is no version, where there was
 * no such release (the line names those that are known), or where the list is not in order
 * ("FILE: FIELD: what was expected").
 */
bool corpus_version_open(struct corpus_version *release, const char *dir, const char *wanted,
                         struct buffer *problem);

/* Whether the case with this id, "category/slug", belongs to the release. */
bool corpus_version_has(const struct corpus_version *release, const char *id);

void corpus_version_free(struct corpus_version *release);

#endif

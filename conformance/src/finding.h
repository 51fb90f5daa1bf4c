/*
 * finding.h - a reply on which an implementation is wrong, as it is shown, told from others, and
 * kept: what `jets fuzz` and `jets shrink` find.
 */
#ifndef JETS_FINDING_H
#define JETS_FINDING_H

#include <stdbool.h>
#include <stdio.h>

#include "compare.h"

/* Everything is owned but the question's options. */
struct finding {
    enum verdict verdict;
    enum operation operation;
    struct exec_option options[POLICY_COUNT];
    size_t options_len;
    struct buffer reply;              /* shrunk */
    size_t before;                    /* bytes of the reply that it was shrunk from */
    struct outcome right, plain, got; /* as of a trial */
    char *policy;                     /* as of a trial, or NULL */
    char *relation; /* name of the one that does not hold, where no reference was needed; or NULL */
    struct buffer other;      /* with a relation: the reply that this one belongs to */
    struct outcome other_got; /* what came of that */
    char *rule;  /* that decides the reply, by the reference; "" where it does not say */
    char *rules; /* all that it met, in their order: "R2.1 R3.5" */
};

/* Takes over what a trial found about a reply. */
void finding_take(struct finding *finding, const struct question *question, struct trial *trial);

/* Asks the reference which rules the reply meets. */
enum status finding_explain(struct finding *finding, struct testee *reference,
                            struct buffer *problem);

/*
 * Adds what makes two findings the same kind: operation, verdict, relation, reason, the rules that
 * are met, and the shape of the shrunk reply, in which a word or a number is one character.
 */
void finding_kind(const struct finding *finding, struct buffer *out);

/* Adds the id under which it is kept: "found/hijack-ambiguous-0a1b2c3d", the same for each reply of
 * the same kind. */
void finding_id(const struct finding *finding, struct buffer *out);

/* Adds one line for a person: the label, and what was printed, or how it ended. */
void finding_show_outcome(struct buffer *out, const char *label, const struct outcome *outcome);

/* Adds what a person reads of it, some lines. */
void finding_show(const struct finding *finding, struct buffer *out);

/* Adds the line of a report that a finding is, without its end: the caller adds members. */
void finding_json(struct buffer *out, const char *id, const struct finding *finding);

/* Adds what a program printed, or how it ended, as a JSON object. */
void finding_outcome_json(struct buffer *out, const struct outcome *outcome);

/* Adds the line with the command line that tries it again, where it is kept at dir under its id.
 * program: argv[0]. */
void finding_show_again(struct buffer *out, const char *id, const char *dir,
                        const struct options *options, const char *program);

/*
 * Writes it as a case into a corpus at dir, which is made where it is not there:
 * `jets run --corpus DIR` runs it. A case that is there under its id is kept. True where it is
 * there now; *fresh, where it was not before. False, and a line in *problem, where that failed.
 */
bool finding_write(const struct finding *finding, const char *dir, bool *fresh,
                   struct buffer *problem);

void finding_free(struct finding *finding);

#endif

#include "relate.h"

#include <stdlib.h>
#include <string.h>

enum { REPLY_ROOM = 16384 };

bool relate_applies(const struct declared *declared)
{
    static const char *const UNKNOWN[] = {"scalars", "truncation", "repair", "decoding"};
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof UNKNOWN[0]; i++) {
        if (declared->values[words_declaration(UNKNOWN[i])] != 0)
            return false;
    }
    return true;
}

/* --- options --- */

/* The value of an option where nobody asks for another: what is declared. */
static unsigned declared_value(const struct declared *declared, size_t option)
{
    int place = words_declaration(POLICIES[option].name);
    return place >= 0 ? declared->values[place] : 0;
}

static struct gen_options options_of(const struct declared *declared,
                                     const struct question *question)
{
    struct gen_options options = {.depth = 0};
    for (size_t i = 0; i < POLICY_COUNT; i++)
        options.value[i] = (unsigned char)declared_value(declared, i);
    for (size_t i = 0; i < question->options_len; i++) {
        int policy = words_policy(question->options[i].name);
        options.value[policy] =
            (unsigned char)words_find(POLICIES[policy].values, question->options[i].value);
    }
    return options;
}

/* Asks for what differs from what is declared. */
static size_t ask_for(const struct declared *declared, const struct gen_options *options,
                      struct exec_option room[POLICY_COUNT])
{
    size_t len = 0;
    for (size_t i = 0; i < POLICY_COUNT; i++) {
        if (options->value[i] != declared_value(declared, i))
            room[len++] =
                (struct exec_option){POLICIES[i].name, POLICIES[i].values[options->value[i]]};
    }
    return len;
}

/* --- what was seen --- */

static bool is_white(unsigned char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* What an implementation printed, without the white space round it. */
static const unsigned char *printed(const struct outcome *outcome, size_t *len)
{
    const unsigned char *text = outcome->text;
    *len = outcome->text_len;
    while (*len > 0 && is_white(text[*len - 1]))
        --*len;
    for (; *len > 0 && is_white(*text); --*len)
        text++;
    return text;
}

/* Finds the answer in the reply. False where it is not there byte for byte, or more than once:
 * which one is meant is not known then. */
static bool find_answer(const struct outcome *outcome, struct relation_seen *seen)
{
    size_t len = 0;
    size_t found = 0;
    const unsigned char *text = printed(outcome, &len);
    for (size_t i = 0; len > 0 && i + len <= seen->len; i++) {
        if (memcmp(seen->reply + i, text, len) == 0 && found++ == 0)
            seen->offset = i;
    }
    seen->answered = true;
    seen->length = len;
    return found == 1;
}

static bool see(const struct declared *declared, const struct related *related,
                struct relation_seen *seen)
{
    *seen = (struct relation_seen){.reply = related->question.reply,
                                   .len = related->question.reply_len,
                                   .options = options_of(declared, &related->question)};
    if (related->question.operation != OPERATION_EXTRACT)
        return false;
    if (related->got->kind == OUTCOME_NONE)
        return true;
    return related->got->kind == OUTCOME_VALUE && find_answer(related->got, seen);
}

/* --- trying --- */

/* One of them on its way. */
struct trying {
    struct relation_seen seen;
    struct relation_made made;
    struct gen gen; /* its reply is the changed one */
    bool asked;
};

static void prepare(const struct declared *declared, struct related *related, struct trying *trying)
{
    *trying = (struct trying){.asked = false};
    if (!see(declared, related, &trying->seen))
        return;
    trying->gen.max = REPLY_ROOM;
    gen_seed(&trying->gen, related->seed);
    trying->asked = relation_make(related->relation, &trying->seen, &trying->gen, &trying->made);
    if (!trying->asked)
        return;
    related->made =
        (struct question){.operation = OPERATION_EXTRACT,
                          .options = related->options,
                          .options_len = ask_for(declared, &trying->made.options, related->options),
                          .reply = trying->gen.reply,
                          .reply_len = trying->gen.len};
}

/* Whether two texts are the same value: a program may write what it read in another way. */
static bool same_value(const unsigned char *a, size_t a_len, const unsigned char *b, size_t b_len)
{
    struct answer one;
    struct answer other;
    bool equal = false;
    enum answer_status status = answer_read(&one, a, a_len, UINT32_MAX, NULL);
    bool first = status == ANSWER_OK;
    if (first)
        status = answer_read(&other, b, b_len, UINT32_MAX, NULL);
    if (status == ANSWER_OK)
        status = answer_equal(&one, &other, &equal);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    if (first)
        answer_free(&other);
    answer_free(&one);
    return equal;
}

static bool holds(const struct trying *t, const struct outcome *now)
{
    size_t len = 0;
    const unsigned char *text = now->kind == OUTCOME_VALUE ? printed(now, &len) : NULL;
    if (now->kind != OUTCOME_VALUE && now->kind != OUTCOME_NONE)
        return true; /* it answers neither; the reference's comparison tells of that */
    if (relation_holds(&t->seen, &t->gen, &t->made, text, len))
        return true;
    if (text == NULL || t->made.expects == RELATION_NONE)
        return false;
    if (t->made.expects == RELATION_SPAN)
        return same_value(t->gen.reply + t->made.offset, t->made.length, text, len);
    return t->seen.answered &&
           same_value(t->seen.reply + t->seen.offset, t->seen.length, text, len);
}

static void take(struct related *related, struct trying *trying, struct outcome *now)
{
    related->broken = !holds(trying, now);
    related->now = *now;
    *now = (struct outcome){0};
    buffer_add(&related->reply, trying->gen.reply, trying->gen.len);
    related->made.reply = (const unsigned char *)related->reply.at;
}

/* Asks about the changed replies, as many as there are. */
static enum status ask(struct comparer *comparer, struct related *related, struct trying *trying,
                       size_t len, struct buffer *problem)
{
    struct question *questions = memory_need(len * sizeof *questions);
    struct outcome *outcomes = memory_need(len * sizeof *outcomes);
    size_t asked = 0;
    for (size_t i = 0; i < len; i++) {
        if (trying[i].asked)
            questions[asked++] = related[i].made;
    }
    memset(outcomes, 0, len * sizeof *outcomes);
    enum status status = comparer_ask(comparer, questions, asked, outcomes, problem);
    for (size_t i = 0, at = 0; status == STATUS_OK && i < len; i++) {
        if (trying[i].asked)
            take(&related[i], &trying[i], &outcomes[at++]);
    }
    free(questions);
    free(outcomes);
    return status;
}

enum status relate_try(struct comparer *comparer, struct related *related, size_t len,
                       struct buffer *problem)
{
    struct trying *trying = memory_need(len * sizeof *trying);
    for (size_t i = 0; i < len; i++) {
        related[i].broken = false;
        related[i].reply = (struct buffer){0};
        related[i].now = (struct outcome){0};
        prepare(&comparer->declared, &related[i], &trying[i]);
    }
    enum status status = ask(comparer, related, trying, len, problem);
    for (size_t i = 0; i < len; i++)
        gen_free(&trying[i].gen);
    free(trying);
    return status;
}

void related_free(struct related *related)
{
    buffer_free(&related->reply);
    outcome_free(&related->now);
}

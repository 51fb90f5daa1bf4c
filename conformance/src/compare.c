#define _GNU_SOURCE
#include "compare.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The options that a declared policy can stand for: the first of DECLARATIONS, which are options of
 * the contract too. */
enum { AXES_MAX = POLICY_COUNT, SETS_MAX = 1 << AXES_MAX };

/* The results of the reference for one question: under the options alone, and under each set of the
 * declared ones. */
struct set {
    struct exec_option options[POLICY_COUNT];
    size_t options_len;
    struct buffer key; /* "select=first,names=any"; empty for the first */
};

struct sets {
    struct set items[SETS_MAX];
    size_t len;
};

/* --- whom to ask --- */

static bool runs(const char *path)
{
    return access(path, X_OK) == 0;
}

/* jets-extract in the folder of this program, else its name, which PATH resolves. */
static char *find_reference(void)
{
    static const char NAME[] = "jets-extract";
    struct buffer path = {0};
    char *self = realpath("/proc/self/exe", NULL);
    char *slash = self != NULL ? strrchr(self, '/') : NULL;
    if (slash != NULL)
        buffer_format(&path, "%.*s/%s", (int)(slash - self), self, NAME);
    free(self);
    if (path.at != NULL && runs(path.at))
        return path.at;
    buffer_free(&path);
    return memory_copy(NAME, strlen(NAME));
}

static bool is_file(const char *named)
{
    size_t len = strlen(named);
    return len > 5 && strcmp(named + len - 5, ".json") == 0;
}

enum status reference_open(struct testee *reference, const struct options *options, enum mode mode,
                           const volatile sig_atomic_t *interrupt, struct buffer *problem)
{
    struct options own = options_default();
    char *found = options->reference == NULL ? find_reference() : NULL;
    const char *named = options->reference != NULL ? options->reference : found;
    const char *words[] = {named, mode == MODE_STREAM ? "--stream" : NULL, NULL};
    if (is_file(named))
        own.file = named;
    else
        own.testee = words;
    own.mode = (int)mode;
    struct buffer why = {0};
    enum status status = testee_open(reference, &own, interrupt, &why);
    reference->words = NULL; /* they are gone with this function */
    if (status != STATUS_OK && status != STATUS_INTERRUPTED)
        buffer_format(problem, "reference: %s%s", why.at,
                      options->reference == NULL ? "; name it with --reference" : "");
    buffer_free(&why);
    options_free(&own);
    free(found);
    return status;
}

static enum status open_asker(struct asker *asker, struct testee *testee, size_t window,
                              struct buffer *problem)
{
    struct asker_spec *spec = memory_need(sizeof *spec);
    *spec = (struct asker_spec){.command = &testee->command,
                                .mode = testee->mode,
                                .settings = testee->settings,
                                .stream = {.window_max = window}};
    enum status status = asker_open(asker, spec, problem);
    free(spec); /* the process that asks has its own copy */
    return status;
}

/* Where no file says what it declares, its hello does. */
static enum status take_hello(struct comparer *comparer, struct buffer *problem)
{
    const struct asker_hello *hello = &comparer->asked.hello;
    struct declared said = declared_default();
    struct buffer why = {0};
    bool streams = comparer->testee.mode == MODE_STREAM;
    comparer->declared = comparer->testee.implementation.declared;
    if (!streams)
        return STATUS_OK;
    if (!declared_read(&said, hello->policy, strlen(hello->policy), &why)) {
        buffer_format(problem, "policy in hello: %s", why.at);
        buffer_free(&why);
        return STATUS_NOT_STARTED;
    }
    if (!comparer->testee.has_file) {
        memcpy(said.operations, hello->operations, sizeof said.operations);
        comparer->declared = said;
    }
    return STATUS_OK;
}

enum status comparer_open(struct comparer *comparer, const struct options *options,
                          const volatile sig_atomic_t *interrupt, struct buffer *problem)
{
    size_t window = options->window != OPTION_UNSET ? (size_t)options->window : 64;
    *comparer = COMPARER_CLOSED;
    enum status status = testee_open(&comparer->testee, options, interrupt, problem);
    if (status == STATUS_OK)
        status = reference_open(&comparer->reference, options, MODE_STREAM, interrupt, problem);
    if (status == STATUS_OK)
        status = open_asker(&comparer->referee, &comparer->reference, 64, problem);
    if (status == STATUS_OK)
        status = open_asker(&comparer->asked, &comparer->testee, window, problem);
    return status == STATUS_OK ? take_hello(comparer, problem) : status;
}

void comparer_close(struct comparer *comparer)
{
    asker_close(&comparer->asked);
    asker_close(&comparer->referee);
    testee_close(&comparer->testee);
    testee_close(&comparer->reference);
}

/* --- what is asked of the reference --- */

static bool is_set(const struct question *question, const char *option)
{
    for (size_t i = 0; i < question->options_len; i++) {
        if (strcmp(question->options[i].name, option) == 0)
            return true;
    }
    return false;
}

/* The declared options that differ from the default, and that the question leaves open. */
static size_t open_axes(const struct declared *declared, const struct question *question,
                        struct exec_option axes[AXES_MAX])
{
    size_t len = 0;
    for (int i = 0; i < DECLARATION_COUNT; i++) {
        const struct policy *axis = &DECLARATIONS[i];
        if (declared->values[i] != 0 && words_policy(axis->name) >= 0 &&
            !is_set(question, axis->name))
            axes[len++] = (struct exec_option){axis->name, axis->values[declared->values[i]]};
    }
    return len;
}

static void make_sets(const struct declared *declared, const struct question *question,
                      struct sets *sets)
{
    struct exec_option axes[AXES_MAX];
    size_t len = open_axes(declared, question, axes);
    sets->len = (size_t)1 << len;
    for (size_t i = 0; i < sets->len; i++) {
        struct set *set = &sets->items[i];
        *set = (struct set){.options_len = question->options_len};
        for (size_t k = 0; k < question->options_len; k++)
            set->options[k] = question->options[k];
        for (size_t k = 0; k < len; k++) {
            if ((i >> k & 1U) == 0)
                continue;
            set->options[set->options_len++] = axes[k];
            buffer_format(&set->key, "%s%s=%s", set->key.len > 0 ? "," : "", axes[k].name,
                          axes[k].value);
        }
    }
}

/* --- judging --- */

/* Makes a case's result of what the reference said. False where it said nothing that counts. */
static bool make_result(const struct outcome *outcome, const char *policy,
                        struct case_result *result)
{
    *result = (struct case_result){.none = outcome->kind == OUTCOME_NONE};
    if (policy != NULL)
        result->policy = memory_copy(policy, strlen(policy));
    if (outcome->kind == OUTCOME_NONE) {
        const char *reason = outcome_reason(outcome);
        if (reason[0] != '\0')
            result->reason = memory_copy(reason, strlen(reason));
        return true;
    }
    if (outcome->kind != OUTCOME_VALUE)
        return false;
    struct case_value *value = &result->value;
    value->text = memory_copy(outcome->text, outcome->text_len);
    value->len = outcome->text_len;
    enum answer_status status = answer_read(&value->answer, (const unsigned char *)value->text,
                                            value->len, UINT32_MAX, NULL);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    return status == ANSWER_OK;
}

/* Makes the case that a question is, with what the reference says under each set. */
static bool make_case(const struct question *question, const struct sets *sets,
                      const struct outcome *right, struct test_case *test)
{
    *test = (struct test_case){.operation = question->operation, .reply = reply_empty()};
    for (size_t i = 0; i < question->options_len; i++) {
        int policy = words_policy(question->options[i].name);
        if (policy >= 0)
            test->policies[policy] = question->options[i].value;
    }
    if (question->reply_len > 0)
        reply_add_part(&test->reply,
                       (unsigned char *)memory_copy(question->reply, question->reply_len),
                       question->reply_len, 1);
    bool good = make_result(&right[0], NULL, &test->result);
    test->by_policy.items = memory_need(sets->len * sizeof *test->by_policy.items);
    for (size_t i = 1; good && i < sets->len; i++)
        good = make_result(&right[i], sets->items[i].key.at,
                           &test->by_policy.items[test->by_policy.len++]);
    return good;
}

/* Which of the reference's outcomes a ruling goes by. */
static size_t place_of(const struct test_case *test, const struct case_result *expected)
{
    for (size_t i = 0; i < test->by_policy.len; i++) {
        if (expected == &test->by_policy.items[i])
            return i + 1;
    }
    return 0;
}

static void set_unscored(struct trial *trial, const char *why)
{
    trial->verdict = VERDICT_UNSCORED;
    trial->why = memory_copy(why, strlen(why));
}

/* Judges trial->got; false where memory is out. */
static bool rule_and_judge(const struct comparer *comparer, struct test_case *test,
                           struct outcome *right, struct trial *trial)
{
    struct ruling ruling;
    struct judgement judgement;
    bool good = true;
    policy_rule(&comparer->declared, test, &ruling);
    size_t place = ruling.scored ? place_of(test, ruling.rule.expected) : 0;
    trial->right = right[place];
    right[place] = (struct outcome){0};
    if (place != 0) {
        trial->plain = right[0];
        right[0] = (struct outcome){0};
    }
    if (!ruling.scored) {
        set_unscored(trial, ruling.why);
    } else if (judge_by(&judgement, test, &ruling.rule, &trial->got)) {
        trial->verdict = judgement.verdict;
        trial->fault = judgement.fault;
        trial->policy = ruling.policy;
        ruling.policy = NULL;
        judgement_free(&judgement);
    } else {
        good = false;
    }
    ruling_free(&ruling);
    return good;
}

/* The same bytes, or none twice: right whatever else is true of the reply. */
static bool is_same(const struct outcome *got, const struct outcome *right)
{
    if (got->kind != right->kind || (got->kind != OUTCOME_VALUE && got->kind != OUTCOME_NONE))
        return false;
    return got->text_len == right->text_len && memcmp(got->text, right->text, got->text_len) == 0;
}

static bool judge_trial(const struct comparer *comparer, const struct question *question,
                        const struct sets *sets, struct outcome *right, struct trial *trial)
{
    bool plain = sets->len == 1 && comparer->declared.operations[question->operation];
    if (plain && is_same(&trial->got, &right[0])) {
        trial->right = right[0];
        right[0] = (struct outcome){0};
        return true;
    }
    struct test_case test;
    bool good = true;
    if (make_case(question, sets, right, &test)) {
        good = rule_and_judge(comparer, &test, right, trial);
    } else {
        struct buffer why = {0};
        size_t failed = test.by_policy.len; /* where make_case stopped */
        buffer_format(&why, "the reference did not answer: %s", right[failed].detail);
        set_unscored(trial, why.at);
        buffer_free(&why);
    }
    trial->differs = verdict_is_failure(trial->verdict);
    case_free(&test);
    return good;
}

/* --- asking --- */

/* A batch on its way. */
struct batch {
    const struct question *questions;
    size_t len;
    struct sets *sets;      /* owned; of each question */
    struct question *asked; /* owned; what the reference is asked */
    size_t asked_len;
    struct outcome *right; /* owned; what it says */
    struct outcome *got;   /* owned */
};

static void open_batch(struct batch *batch, const struct comparer *comparer,
                       const struct question *questions, size_t len)
{
    *batch = (struct batch){.questions = questions, .len = len};
    batch->sets = memory_need(len * sizeof *batch->sets);
    for (size_t i = 0; i < len; i++) {
        make_sets(&comparer->declared, &questions[i], &batch->sets[i]);
        batch->asked_len += batch->sets[i].len;
    }
    batch->asked = memory_need(batch->asked_len * sizeof *batch->asked);
    batch->right = memory_need(batch->asked_len * sizeof *batch->right);
    batch->got = memory_need(len * sizeof *batch->got);
    memset(batch->right, 0, batch->asked_len * sizeof *batch->right);
    memset(batch->got, 0, len * sizeof *batch->got);
    for (size_t i = 0, at = 0; i < len; i++) {
        for (size_t k = 0; k < batch->sets[i].len; k++) {
            const struct set *set = &batch->sets[i].items[k];
            batch->asked[at] = questions[i];
            batch->asked[at].options = set->options;
            batch->asked[at++].options_len = set->options_len;
        }
    }
}

static void close_batch(struct batch *batch)
{
    for (size_t i = 0; i < batch->len; i++) {
        outcome_free(&batch->got[i]);
        for (size_t k = 0; k < batch->sets[i].len; k++)
            buffer_free(&batch->sets[i].items[k].key);
    }
    for (size_t i = 0; i < batch->asked_len; i++)
        outcome_free(&batch->right[i]);
    free(batch->sets);
    free(batch->asked);
    free(batch->right);
    free(batch->got);
}

/* Both are asked before either is heard, so that they work side by side. */
static bool ask_both(struct comparer *comparer, struct batch *batch, struct buffer *problem)
{
    if (!asker_send(&comparer->referee, batch->asked, batch->asked_len) ||
        !asker_send(&comparer->asked, batch->questions, batch->len)) {
        buffer_text(problem, "the process that asks ended early");
        return false;
    }
    return asker_take(&comparer->referee, batch->right, batch->asked_len, problem) &&
           asker_take(&comparer->asked, batch->got, batch->len, problem);
}

/* What no verdict can be made of. */
static enum status status_of(const struct outcome *outcomes, size_t len, struct buffer *problem)
{
    for (size_t i = 0; i < len; i++) {
        if (outcomes[i].kind == OUTCOME_INTERRUPTED)
            return STATUS_INTERRUPTED;
        if (outcomes[i].kind == OUTCOME_NOT_STARTED) {
            buffer_text(problem, outcomes[i].detail);
            return STATUS_NOT_STARTED;
        }
    }
    return STATUS_OK;
}

static enum status judge_all(struct comparer *comparer, struct batch *batch, struct trial *trials,
                             struct buffer *problem)
{
    struct outcome *right = batch->right;
    size_t done = 0;
    bool good = true;
    for (; good && done < batch->len; done++) {
        trials[done] = (struct trial){.verdict = VERDICT_PASS, .got = batch->got[done]};
        batch->got[done] = (struct outcome){0};
        good = judge_trial(comparer, &batch->questions[done], &batch->sets[done], right,
                           &trials[done]);
        right += batch->sets[done].len;
    }
    if (good)
        return STATUS_OK;
    while (done > 0)
        trial_free(&trials[--done]);
    buffer_text(problem, "out of memory while judging");
    return STATUS_INTERNAL;
}

enum status comparer_try(struct comparer *comparer, const struct question *questions, size_t len,
                         struct trial *trials, struct buffer *problem)
{
    struct batch batch;
    open_batch(&batch, comparer, questions, len);
    enum status status = ask_both(comparer, &batch, problem) ? STATUS_OK : STATUS_INTERNAL;
    if (status == STATUS_OK)
        status = status_of(batch.right, batch.asked_len, problem);
    if (status == STATUS_OK)
        status = status_of(batch.got, batch.len, problem);
    if (status == STATUS_OK)
        status = judge_all(comparer, &batch, trials, problem);
    close_batch(&batch);
    return status;
}

enum status comparer_ask(struct comparer *comparer, const struct question *questions, size_t len,
                         struct outcome *outcomes, struct buffer *problem)
{
    if (len == 0)
        return STATUS_OK;
    if (!asker_send(&comparer->asked, questions, len)) {
        buffer_text(problem, "the process that asks ended early");
        return STATUS_INTERNAL;
    }
    if (!asker_take(&comparer->asked, outcomes, len, problem))
        return STATUS_INTERNAL;
    enum status status = status_of(outcomes, len, problem);
    for (size_t i = 0; status != STATUS_OK && i < len; i++)
        outcome_free(&outcomes[i]);
    return status;
}

void trial_free(struct trial *trial)
{
    outcome_free(&trial->got);
    outcome_free(&trial->right);
    outcome_free(&trial->plain);
    free(trial->policy);
    free(trial->why);
    *trial = (struct trial){.verdict = VERDICT_PASS};
}

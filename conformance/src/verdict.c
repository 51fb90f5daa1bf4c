#include "verdict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "doubles.h"

static const struct {
    const char *name;
    bool failure;
    const char *meaning;
} VERDICTS[VERDICT_COUNT] = {
    [VERDICT_PASS] = {"pass", false, "the expected result"},
    [VERDICT_ACCEPTABLE] = {"acceptable", false,
                            "another result that the case lists as defensible"},
    [VERDICT_HIJACK] = {"hijack", true, "text that is not the answer was taken for it"},
    [VERDICT_INVENTED] = {"invented", true, "a value that stands nowhere in the reply"},
    [VERDICT_LOST] = {"lost", true, "none, where a value was due"},
    [VERDICT_UNSUPPORTED] = {"unsupported", false, "the operation or option is not implemented"},
    [VERDICT_MALFORMED] = {"malformed", true, "output that the contract does not have"},
    [VERDICT_ERROR] = {"error", true, "an exit status that the contract does not have"},
    [VERDICT_CRASH] = {"crash", true, "ended by a signal"},
    [VERDICT_TIMEOUT] = {"timeout", true, "the time limit was passed"},
    [VERDICT_MEMORY] = {"memory", true, "the memory limit was passed"},
    [VERDICT_FLOOD] = {"flood", true, "more output, or more processes, than is allowed"},
    [VERDICT_FLAKY] = {"flaky", true, "another verdict when it was run again"},
    [VERDICT_UNSCORED] = {"unscored", false, "the case does not say what is right for the policy"},
};

const char *verdict_name(enum verdict verdict)
{
    return VERDICTS[verdict].name;
}

enum verdict verdict_find(const char *name)
{
    int i = 0;
    while (i < VERDICT_COUNT && strcmp(VERDICTS[i].name, name) != 0)
        i++;
    return (enum verdict)i;
}

bool verdict_is_failure(enum verdict verdict)
{
    return VERDICTS[verdict].failure;
}

void verdict_counts_text(const uint64_t counts[VERDICT_COUNT], FILE *out)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (counts[i] > 0)
            fprintf(out, "%12" PRIu64 "  %-12s %s\n", counts[i], verdict_name((enum verdict)i),
                    i == VERDICT_UNSCORED
                        ? "nobody says what is right: the policy, or the reference fails"
                        : verdict_meaning((enum verdict)i));
    }
}

void verdict_counts_json(const uint64_t counts[VERDICT_COUNT], struct buffer *out)
{
    const char *separator = "{";
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (counts[i] == 0)
            continue;
        buffer_format(out, "%s\"%s\":%" PRIu64, separator, verdict_name((enum verdict)i),
                      counts[i]);
        separator = ",";
    }
    buffer_text(out, separator[0] == '{' ? "{}" : "}");
}

uint64_t verdict_judged(const uint64_t counts[VERDICT_COUNT])
{
    uint64_t sum = 0;
    for (int i = 0; i < VERDICT_COUNT; i++)
        sum += i != VERDICT_UNSUPPORTED && i != VERDICT_UNSCORED ? counts[i] : 0;
    return sum;
}

const char *verdict_meaning(enum verdict verdict)
{
    return VERDICTS[verdict].meaning;
}

/* One judging; memory stays true until some comparison ran out of it. */
struct judging {
    const struct test_case *test;
    const struct judge_rule *rule;
    struct judgement *judgement;
    bool memory;
};

static bool equals(struct judging *j, const struct case_result *result)
{
    bool equal = false;
    if (result->none)
        return false;
    enum answer_status status = answer_equal(&result->value.answer, &j->judgement->got, &equal);
    if (status == ANSWER_OK && !equal && j->rule->doubles)
        status = doubles_equal(&result->value.answer, &j->judgement->got, &equal);
    if (status != ANSWER_OK)
        j->memory = false;
    return equal;
}

/* Index of the first result that equals what was got (a value or none), or JUDGEMENT_NOWHERE. */
static size_t find_equal(struct judging *j, const struct case_results *results)
{
    for (size_t i = 0; i < results->len; i++) {
        const struct case_result *result = &results->items[i];
        if (j->judgement->has_value ? equals(j, result) : result->none)
            return i;
    }
    return JUDGEMENT_NOWHERE;
}

/* Nodes to keep of the output: as many as any value it is compared with has, for it cannot equal
 * that with more. */
static uint32_t nodes_to_keep(const struct judging *j)
{
    const struct test_case *test = j->test;
    uint32_t most = ANSWER_KEEP;
    if (j->rule->expected->value.answer.count > most)
        most = j->rule->expected->value.answer.count;
    const struct case_results *lists[] = {&test->acceptable, &test->decoys};
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < lists[i]->len; k++) {
            uint32_t count = lists[i]->items[k].value.answer.count;
            most = count > most ? count : most;
        }
    }
    return most;
}

static bool is_boolean(const struct answer *answer)
{
    return answer->kept > 0 &&
           (answer->nodes[0].type == ANSWER_TRUE || answer->nodes[0].type == ANSWER_FALSE);
}

static void set_fault(struct judgement *judgement, const char *fault, size_t at)
{
    judgement->verdict = VERDICT_MALFORMED;
    judgement->fault = fault;
    judgement->fault_at = at;
}

/* Reads the output. False where it is no value that the contract allows. */
static bool read_output(struct judging *j, const struct outcome *outcome)
{
    struct judgement *judgement = j->judgement;
    size_t where = 0;
    enum answer_status status =
        answer_read(&judgement->got, outcome->text, outcome->text_len, nodes_to_keep(j), &where);
    judgement->has_value = status == ANSWER_OK;
    if (status == ANSWER_NO_MEMORY)
        j->memory = false;
    else if (status == ANSWER_MALFORMED)
        set_fault(judgement, outcome->text_len == 0 ? "no output" : "not one strict JSON text",
                  where);
    else if (status != ANSWER_OK)
        set_fault(judgement, "deeper or longer than can be read", where);
    else if (j->test->operation == OPERATION_COMPLETE && !is_boolean(&judgement->got))
        set_fault(judgement, "complete gives true or false", 0);
    else
        return true;
    return false;
}

static enum answer_slice slice_of(struct judging *j, const struct answer *value,
                                  const unsigned char *reply, size_t len)
{
    enum answer_slice slice = answer_slice_of(value, reply, len);
    if (slice == ANSWER_SLICE_NO_MEMORY)
        j->memory = false;
    return slice;
}

/* Whether a value that the case takes is itself no slice of the reply: then not being one says
 * nothing. */
static bool case_takes_made_values(struct judging *j, const unsigned char *reply, size_t len)
{
    const struct test_case *test = j->test;
    const struct case_result *expected = j->rule->expected;
    bool made =
        !expected->none && slice_of(j, &expected->value.answer, reply, len) != ANSWER_SLICE_YES;
    for (size_t i = 0; !made && i < test->acceptable.len; i++) {
        const struct case_result *result = &test->acceptable.items[i];
        made = !result->none && slice_of(j, &result->value.answer, reply, len) != ANSWER_SLICE_YES;
    }
    return made;
}

static bool is_invented(struct judging *j)
{
    if (j->test->operation != OPERATION_EXTRACT)
        return false;
    if (j->rule->doubles && j->judgement->got.longest_number > 0)
        return false;
    unsigned char *reply = reply_hold(&j->test->reply);
    if (reply == NULL)
        return false;
    size_t len = (size_t)j->test->reply.length;
    bool invented = slice_of(j, &j->judgement->got, reply, len) == ANSWER_SLICE_NO &&
                    !case_takes_made_values(j, reply, len);
    free(reply);
    return invented;
}

static enum verdict value_verdict(struct judging *j)
{
    if (equals(j, j->rule->expected))
        return VERDICT_PASS;
    j->judgement->acceptable = find_equal(j, &j->test->acceptable);
    if (j->judgement->acceptable != JUDGEMENT_NOWHERE)
        return VERDICT_ACCEPTABLE;
    j->judgement->decoy = find_equal(j, &j->test->decoys);
    return is_invented(j) ? VERDICT_INVENTED : VERDICT_HIJACK;
}

static enum verdict none_verdict(struct judging *j)
{
    if (j->test->operation == OPERATION_COMPLETE) {
        set_fault(j->judgement, "complete never gives none", 0);
        return VERDICT_MALFORMED;
    }
    if (j->rule->expected->none)
        return VERDICT_PASS;
    j->judgement->acceptable = find_equal(j, &j->test->acceptable);
    return j->judgement->acceptable != JUDGEMENT_NOWHERE ? VERDICT_ACCEPTABLE : VERDICT_LOST;
}

static enum verdict plain_verdict(enum outcome_kind kind)
{
    switch (kind) {
    case OUTCOME_UNSUPPORTED: return VERDICT_UNSUPPORTED;
    case OUTCOME_MALFORMED: return VERDICT_MALFORMED;
    case OUTCOME_CRASH: return VERDICT_CRASH;
    case OUTCOME_TIMEOUT: return VERDICT_TIMEOUT;
    case OUTCOME_MEMORY: return VERDICT_MEMORY;
    case OUTCOME_FLOOD: return VERDICT_FLOOD;
    default: return VERDICT_ERROR;
    }
}

bool judge_by(struct judgement *judgement, const struct test_case *test,
              const struct judge_rule *rule, const struct outcome *outcome)
{
    *judgement = (struct judgement){.acceptable = JUDGEMENT_NOWHERE, .decoy = JUDGEMENT_NOWHERE};
    struct judging j = {.test = test, .rule = rule, .judgement = judgement, .memory = true};
    if (outcome->kind == OUTCOME_NONE)
        judgement->verdict = none_verdict(&j);
    else if (outcome->kind != OUTCOME_VALUE)
        judgement->verdict = plain_verdict(outcome->kind);
    else if (read_output(&j, outcome))
        judgement->verdict = value_verdict(&j);
    if (!j.memory)
        judgement_free(judgement);
    return j.memory;
}

bool judge(struct judgement *judgement, const struct test_case *test, const struct outcome *outcome)
{
    return judge_by(judgement, test, &(struct judge_rule){&test->result, false}, outcome);
}

void judgement_free(struct judgement *judgement)
{
    answer_free(&judgement->got);
}

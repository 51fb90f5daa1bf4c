#include "policy.h"

#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "visible.h"

/* Places in DECLARATIONS. */
enum { SELECT, NAMES, REASONING, STARTS, SCALARS, TRUNCATION, REPAIR, NUMBERS, DECODING };

enum { STARTS_INSIDE = 1, RIVALS_MAX = 256 };

/* --- what is declared --- */

struct declared declared_default(void)
{
    struct declared declared = {.values = {0}};
    for (int i = 0; i < OPERATION_COUNT; i++)
        declared.operations[i] = true;
    return declared;
}

static void list_values(struct buffer *out, const char *const *values)
{
    for (size_t i = 0; values[i] != NULL; i++)
        buffer_format(out, "%s%s", i == 0 ? "" : values[i + 1] != NULL ? ", " : " or ", values[i]);
}

static bool read_declaration(struct declared *declared, const cJSON *member, struct buffer *problem)
{
    int place = words_declaration(member->string);
    if (place < 0) {
        visible_short(problem, (const unsigned char *)member->string, strlen(member->string), 60);
        buffer_text(problem, ": unknown member");
        return false;
    }
    const char *const *values = DECLARATIONS[place].values;
    int value = cJSON_IsString(member) ? words_find(values, member->valuestring) : -1;
    if (value >= 0) {
        declared->values[place] = (unsigned char)value;
        return true;
    }
    buffer_format(problem, "%s: expected ", member->string);
    list_values(problem, values);
    return false;
}

/* cJSON ends strings at U+0000, and reads more than JSON. */
static bool is_plain(const char *json, size_t len)
{
    struct answer answer;
    enum answer_status status =
        answer_read(&answer, (const unsigned char *)json, len, UINT32_MAX, NULL);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    bool plain = status == ANSWER_OK && !answer_has_nul(&answer);
    answer_free(&answer);
    return plain;
}

bool declared_read(struct declared *declared, const char *json, size_t len, struct buffer *problem)
{
    cJSON *object = is_plain(json, len) ? json_parse(json, len) : NULL;
    bool good = cJSON_IsObject(object);
    const cJSON *member = NULL;
    if (good && object != NULL)
        member = object->child;
    else
        buffer_text(problem, "expected an object of texts without NUL");
    for (; good && member != NULL; member = member->next)
        good = read_declaration(declared, member, problem);
    cJSON_Delete(object);
    return good;
}

/* --- settings: sets of declarations, a bit each --- */

static void add_settings(const struct declared *declared, unsigned set, struct buffer *out)
{
    const char *separator = "";
    for (int i = 0; i < DECLARATION_COUNT; i++) {
        if ((set >> i & 1U) == 0)
            continue;
        buffer_format(out, "%s%s=%s", separator, DECLARATIONS[i].name,
                      DECLARATIONS[i].values[declared->values[i]]);
        separator = ",";
    }
}

static unsigned differing(const struct declared *declared)
{
    unsigned set = 0;
    for (int i = 0; i < DECLARATION_COUNT; i++)
        set |= declared->values[i] != 0 ? 1U << i : 0;
    return set;
}

void declared_text(const struct declared *declared, struct buffer *out)
{
    add_settings(declared, differing(declared), out);
}

/* The value that the case itself gives to an option; NULL where it leaves it open. */
static const char *own_value(const struct test_case *test, const char *option)
{
    int policy = words_policy(option);
    return policy >= 0 ? test->policies[policy] : NULL;
}

/* What of the declaration is left to it: an option that the case sets is not. */
static unsigned open_settings(const struct declared *declared, const struct test_case *test)
{
    unsigned set = differing(declared);
    for (int i = 0; i < DECLARATION_COUNT; i++) {
        if (own_value(test, DECLARATIONS[i].name) != NULL)
            set &= ~(1U << i);
    }
    return set;
}

/*
 * One setting of a by_policy key. False where it is none of the declared ones, nor what holds for
 * the case anyway; else its bit is added to *set where it is a declared one.
 */
static bool take_setting(const struct declared *declared, const struct test_case *test,
                         const char *option, const char *value, unsigned open, unsigned *set)
{
    const char *own = own_value(test, option);
    int place = words_declaration(option);
    if (strcmp(value, own != NULL ? own : words_values(option)[0]) == 0)
        return true;
    if (place < 0 || (open >> place & 1U) == 0 ||
        strcmp(value, DECLARATIONS[place].values[declared->values[place]]) != 0)
        return false;
    *set |= 1U << place;
    return true;
}

/* The settings of a by_policy key, "select=first,names=any". False where it is about others. */
static bool key_settings(const struct declared *declared, const struct test_case *test,
                         const char *key, unsigned open, unsigned *set)
{
    char *copy = memory_copy(key, strlen(key));
    char *next = copy;
    bool good = true;
    *set = 0;
    while (good && next != NULL) {
        char *option = next;
        next = strchr(option, ',');
        if (next != NULL)
            *next++ = '\0';
        char *value = strchr(option, '=');
        *value++ = '\0';
        good = take_setting(declared, test, option, value, open, set);
    }
    free(copy);
    return good;
}

/* One case under one declaration. */
struct decision {
    const struct declared *declared;
    const struct test_case *test;
    unsigned open;                     /* what is declared, and not set by the case */
    unsigned applied;                  /* what current holds for */
    const struct case_result *current; /* the result under applied */
    unsigned char *reply;              /* owned; NULL where it is too long to be looked at */
    size_t reply_len;
};

/* The result for exactly these settings; NULL where the case does not give it. */
static const struct case_result *find_result(const struct decision *d, unsigned set)
{
    unsigned found = 0;
    for (size_t i = 0; i < d->test->by_policy.len; i++) {
        const struct case_result *result = &d->test->by_policy.items[i];
        if (key_settings(d->declared, d->test, result->policy, d->open, &found) && found == set)
            return result;
    }
    return NULL;
}

/* All declared settings that the case gives a result for, alone or among others. */
static unsigned given_settings(const struct decision *d)
{
    unsigned given = 0;
    unsigned found = 0;
    for (size_t i = 0; i < d->test->by_policy.len; i++) {
        if (key_settings(d->declared, d->test, d->test->by_policy.items[i].policy, d->open, &found))
            given |= found;
    }
    return given;
}

/* --- what a reply is like, as far as a setting hangs on it; a reply that is not held has it all
 * --- */

static bool has_text(const struct decision *d, const char *text)
{
    size_t len = strlen(text);
    if (d->reply == NULL)
        return true;
    for (size_t i = 0; i + len <= d->reply_len; i++) {
        if (memcmp(d->reply + i, text, len) == 0)
            return true;
    }
    return false;
}

static bool has_opener(const struct decision *d)
{
    return has_text(d, "{") || has_text(d, "[");
}

/* Each marker that closes reasoning holds one of these. */
static bool has_marker(const struct decision *d)
{
    return has_text(d, "<") || has_text(d, "[/") || has_text(d, "\xE2\x97\x81");
}

/* Whether a strict value starts at this offset that is not the current one. */
static bool is_rival(const struct decision *d, size_t at, struct answer *other)
{
    size_t end = 0;
    bool equal = false;
    enum answer_status status = answer_read_prefix(other, d->reply + at, d->reply_len - at,
                                                   answer_limits(ANSWER_KEEP), &end);
    if (status == ANSWER_MALFORMED)
        return false;
    if (status == ANSWER_OK)
        status = answer_equal(&d->current->value.answer, other, &equal);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    return status != ANSWER_OK || !equal;
}

/* Whether another value stands beside the one that is right: the winner of any `select` is a strict
 * value. A reply with very many openers is not worth the search. */
static bool has_rival(const struct decision *d)
{
    const struct case_result *value = d->current;
    struct answer other = {0};
    bool rival = d->reply == NULL || !value->has_span;
    unsigned tried = 0;
    for (size_t i = 0; !rival && i < d->reply_len; i++) {
        if (i == value->span_at)
            i += (size_t)value->span_len;
        if (i >= d->reply_len || (d->reply[i] != '{' && d->reply[i] != '['))
            continue;
        rival = ++tried > RIVALS_MAX || is_rival(d, i, &other);
    }
    answer_free(&other);
    return rival;
}

/* Whether the reply is one JSON text (R1): nothing is scanned or chosen then. */
static bool is_whole(const struct decision *d, bool *scalar)
{
    static const char MARK[] = "\xEF\xBB\xBF";
    struct answer answer = {0};
    if (d->reply == NULL)
        return false;
    size_t skip = d->reply_len >= 3 && memcmp(d->reply, MARK, 3) == 0 ? 3 : 0;
    enum answer_status status = answer_read(&answer, d->reply + skip, d->reply_len - skip, 1, NULL);
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    bool whole = status == ANSWER_OK;
    *scalar =
        whole && answer.nodes[0].type != ANSWER_ARRAY && answer.nodes[0].type != ANSWER_OBJECT;
    answer_free(&answer);
    return whole;
}

static bool begins_scalar(const unsigned char *at, size_t len)
{
    static const char *const WORDS[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        size_t word = strlen(WORDS[i]);
        if (len >= word && memcmp(at, WORDS[i], word) == 0)
            return true;
    }
    return len > 0 && (at[0] == '"' || at[0] == '-' || (at[0] >= '0' && at[0] <= '9'));
}

static bool is_in(unsigned char byte, const char *set)
{
    return byte != '\0' && strchr(set, byte) != NULL;
}

/* Whether a scalar may be the body of a fence. */
static bool has_scalar_fence(const struct decision *d)
{
    static const char LABEL[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-";
    const unsigned char *at = d->reply;
    if (at == NULL)
        return true;
    for (size_t i = 0; i + 3 <= d->reply_len; i++) {
        if (memcmp(at + i, "```", 3) != 0 && memcmp(at + i, "~~~", 3) != 0)
            continue;
        size_t body = i + 3;
        while (body < d->reply_len && is_in(at[body], "`~"))
            body++;
        i = body - 1;
        while (body < d->reply_len && is_in(at[body], LABEL))
            body++;
        while (body < d->reply_len && is_in(at[body], " \t\r\n"))
            body++;
        if (begins_scalar(at + body, d->reply_len - body))
            return true;
    }
    return false;
}

/* --- whether a setting can change the result --- */

/* Whether the current result is none for one of these reasons; one that is not told may be any. */
static bool none_for(const struct decision *d, const char *const *reasons)
{
    const struct case_result *result = d->current;
    return result->none && (result->reason == NULL || words_find(reasons, result->reason) >= 0);
}

#define NONE_FOR(d, ...) none_for(d, (const char *const[]){__VA_ARGS__, NULL})

/* R5: several things count, or one that is broken; R6 on the one that won. */
static bool select_matters(const struct decision *d, bool whole)
{
    if (whole)
        return false;
    return NONE_FOR(d, "ambiguous", "broken-value", "duplicate-name", "shape") ||
           (!d->current->none && has_rival(d));
}

static bool takes_scalars(const struct decision *d)
{
    const char *expect = own_value(d->test, "expect");
    return expect != NULL && strcmp(expect, "any") == 0;
}

/* Where nothing can be an answer, no place to look for one gives any. */
static bool may_hold_answer(const struct decision *d)
{
    return has_opener(d) || takes_scalars(d);
}

/* R2.5: reasoning that never ends, or that nothing follows. */
static bool reasoning_matters(const struct decision *d)
{
    return may_hold_answer(d) && NONE_FOR(d, "unterminated-reasoning", "no-candidate");
}

/* R2: where a marker closes. Inside reasoning that no marker ends there is no answer. */
static bool starts_matters(const struct decision *d, bool whole)
{
    bool inside = d->declared->values[STARTS] == STARTS_INSIDE;
    return !whole && may_hold_answer(d) && (has_marker(d) || (inside && !d->current->none));
}

/* The answer of a reply is read, not made: what repairs or completes changes none alone. */
static bool repair_matters(const struct decision *d, bool broken)
{
    return NONE_FOR(d, "unterminated-value") || (broken && NONE_FOR(d, "broken-value")) ||
           (NONE_FOR(d, "no-candidate") && has_opener(d));
}

static bool scalars_matter(const struct decision *d, bool whole, bool scalar)
{
    if (takes_scalars(d))
        return false;
    return whole ? scalar : has_scalar_fence(d);
}

/* Bytes behind the first one of a UTF-8 sequence, and the range of the second; -1 for no first. */
static int sequence_tail(unsigned char first, unsigned char *low, unsigned char *high)
{
    *low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    *high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (first < 0x80)
        return 0;
    if (first < 0xC2 || first > 0xF4)
        return -1;
    return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

static bool is_utf8(const unsigned char *at, size_t len)
{
    unsigned char low = 0;
    unsigned char high = 0;
    for (size_t i = 0; i < len;) {
        int tail = sequence_tail(at[i++], &low, &high);
        if (tail < 0)
            return false;
        for (; tail > 0; tail--, i++) {
            if (i >= len || at[i] < low || at[i] > high)
                return false;
            low = 0x80;
            high = 0xBF;
        }
    }
    return true;
}

static bool decoding_matters(const struct decision *d)
{
    bool valid = d->reply != NULL && is_utf8(d->reply, d->reply_len);
    return !valid && (d->current->none || d->test->operation == OPERATION_COMPLETE);
}

static bool matters(const struct decision *d, int place, bool whole, bool scalar)
{
    if (d->test->operation == OPERATION_COMPLETE && place != DECODING)
        return false;
    switch (place) {
    case SELECT: return select_matters(d, whole);
    case NAMES: return NONE_FOR(d, "duplicate-name");
    case REASONING: return reasoning_matters(d);
    case STARTS: return starts_matters(d, whole);
    case SCALARS: return scalars_matter(d, whole, scalar);
    case TRUNCATION: return repair_matters(d, false);
    case REPAIR: return repair_matters(d, true);
    case DECODING: return decoding_matters(d);
    default: return false; /* numbers are compared, not chosen */
    }
}

/* The open settings, beside the applied ones, that could change the current result. */
static unsigned mattering(const struct decision *d)
{
    bool scalar = false;
    bool whole = is_whole(d, &scalar);
    unsigned set = 0;
    for (int i = 0; i < DECLARATION_COUNT; i++) {
        unsigned bit = 1U << i;
        if ((d->open & bit) != 0 && (d->applied & bit) == 0 && matters(d, i, whole, scalar))
            set |= bit;
    }
    return set;
}

/* --- the ruling --- */

/*
 * Applies what matters until nothing else does: a setting that changes nothing by itself may matter
 * to the result of another. False where the case does not say what is right.
 */
static bool decide(struct decision *d)
{
    unsigned more = given_settings(d) | mattering(d);
    while (more != 0) {
        d->applied |= more;
        const struct case_result *found = find_result(d, d->applied);
        if (found == NULL)
            return false;
        d->current = found;
        more = mattering(d);
    }
    return true;
}

static void explain(const struct decision *d, struct ruling *ruling)
{
    struct buffer text = {0};
    if (d->applied != 0)
        add_settings(d->declared, d->applied, &text);
    if (ruling->scored) {
        ruling->policy = text.at;
        return;
    }
    struct buffer why = {0};
    buffer_format(&why, "the case does not say what is right for %s", text.at);
    ruling->why = why.at;
    buffer_free(&text);
}

void policy_rule(const struct declared *declared, const struct test_case *test,
                 struct ruling *ruling)
{
    *ruling = (struct ruling){.rule = {.expected = &test->result}};
    if (!declared->operations[test->operation]) {
        struct buffer why = {0};
        buffer_format(&why, "the operation %s is not declared", OPERATION_NAMES[test->operation]);
        ruling->why = why.at;
        return;
    }
    struct decision d = {.declared = declared,
                         .test = test,
                         .open = open_settings(declared, test),
                         .current = &test->result};
    ruling->scored = true;
    ruling->rule.doubles = declared->values[NUMBERS] != 0;
    if (d.open == 0 || (d.open == 1U << NUMBERS && test->by_policy.len == 0))
        return;
    d.reply = reply_hold(&test->reply);
    d.reply_len = (size_t)test->reply.length;
    ruling->scored = decide(&d);
    if (ruling->scored)
        ruling->rule.expected = d.current;
    explain(&d, ruling);
    free(d.reply);
}

void ruling_free(struct ruling *ruling)
{
    free(ruling->policy);
    free(ruling->why);
    *ruling = (struct ruling){0};
}

#include "case_model.h"

#include "fuzz.h"

#include "case.h"
#include "verdict.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 6500 }; /* deeper values are not made, for the stack's sake */

/* ---- texts ----------------------------------------------------------------------------------- */

static bool is_string(const struct model *m)
{
    return m != NULL && m->type == MODEL_STRING;
}

static bool has_nul(const struct model *m)
{
    for (size_t i = 0; i < m->char_count; i++)
        if (m->chars[i] == 0)
            return true;
    return false;
}

/* A string with something in it. */
static bool is_line(const struct model *m)
{
    return is_string(m) && m->char_count > 0 && !has_nul(m);
}

static bool is_word_of(const struct model *m, const char *const *words)
{
    for (size_t i = 0; is_string(m) && words[i] != NULL; i++)
        if (model_is_text(m, words[i]))
            return true;
    return false;
}

static bool are_lines(const struct model *m)
{
    if (m->type != MODEL_ARRAY)
        return false;
    for (size_t i = 0; i < m->item_count; i++)
        if (!is_line(m->items[i]))
            return false;
    return true;
}

static bool is_count(const struct model *m, uint64_t *count)
{
    *count = 0;
    if (m->type != MODEL_NUMBER || m->len > 18)
        return false;
    for (size_t i = 0; i < m->len; i++) {
        if (m->text[i] < '0' || m->text[i] > '9')
            return false;
        *count = *count * 10 + (uint64_t)(m->text[i] - '0');
    }
    return true;
}

/* ---- objects --------------------------------------------------------------------------------- */

/* An object of these members and no others (a list that ends with NULL; `!` in front of one that
   must be there), each at most once. */
static bool is_object_of(const struct model *m, const char *const *names)
{
    size_t known = 0;

    if (m == NULL || m->type != MODEL_OBJECT)
        return false;
    for (; *names != NULL; names++) {
        bool required = **names == '!';
        size_t count;

        model_member(m, *names + required, &count);
        if (count > 1 || (required && count == 0))
            return false;
        known += count;
    }
    return known == m->item_count / 2;
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The member, or NULL; it stands at most once. */
static const struct model *member(const struct model *m, const char *name)
{
    size_t count;

    return model_member(m, name, &count);
}

/* A member that may be missing, and is a line. */
static bool may_be_line(const struct model *m, const char *name)
{
    const struct model *found = member(m, name);

    return found == NULL || is_line(found);
}

/* ---- results --------------------------------------------------------------------------------- */

/* The value of a result, by either of its spellings, out of a text that the caller frees; NULL
   where it is none. */
static struct model *value_of(const struct model *result, char **text)
{
    const struct model *value = member(result, "value");
    const struct model *string = member(result, "text");
    size_t len;

    *text = NULL;
    if (value != NULL)
        return model_read(value->text, value->len, LEVELS);
    if (!is_string(string))
        return NULL;
    *text = model_utf8(string, &len);
    return model_read((const unsigned char *)*text, len, LEVELS);
}

/* Members apart from `none`, `value`, `text`: either a span or a why. */
static bool is_result(const struct model *m, bool has_why)
{
    const struct model *none;
    const struct model *span;
    struct model *value;
    char *text;
    uint64_t number;
    bool good;

    if (!is_object_of(m, has_why ? NAMES("value", "text", "none", "!why")
                                 : NAMES("value", "text", "none", "span")))
        return false;
    none = member(m, "none");
    span = member(m, "span");
    if ((none != NULL) + (member(m, "value") != NULL) + (member(m, "text") != NULL) != 1)
        return false;
    value = value_of(m, &text);
    good = none != NULL ? none->type == MODEL_TRUE || is_line(none) : value != NULL;
    model_free(value);
    free(text);
    if (has_why)
        return good && is_line(member(m, "why"));
    return good && (span == NULL ||
                    (span->type == MODEL_ARRAY && span->item_count == 2 &&
                     is_count(span->items[0], &number) && is_count(span->items[1], &number)));
}

static bool are_acceptable(const struct model *m)
{
    if (m->type != MODEL_ARRAY)
        return false;
    for (size_t i = 0; i < m->item_count; i++)
        if (!is_result(m->items[i], true))
            return false;
    return true;
}

/* What an operation can give: of complete true or false, of strings an array of them. */
static bool fits(const struct model *result, enum operation operation)
{
    char *text;
    struct model *value = value_of(result, &text);
    bool good = operation != OPERATION_COMPLETE ||
                (value != NULL && (value->type == MODEL_TRUE || value->type == MODEL_FALSE));

    if (operation == OPERATION_STRINGS && value != NULL) {
        good = value->type == MODEL_ARRAY;
        for (size_t i = 0; i < value->item_count; i++)
            good = good && value->items[i]->type == MODEL_STRING;
    }
    model_free(value);
    free(text);
    return good && (member(result, "none") == NULL || is_string(member(result, "none")));
}

/* ---- options and policies -------------------------------------------------------------------- */

static bool are_options(const struct model *m)
{
    bool seen[POLICY_COUNT] = {false};

    if (m->type != MODEL_OBJECT)
        return false;
    for (size_t i = 0; i < m->item_count; i += 2) {
        int which = 0;

        while (which < POLICY_COUNT && !model_is_text(m->items[i], POLICIES[which].name))
            which++;
        if (which == POLICY_COUNT || seen[which] ||
            !is_word_of(m->items[i + 1], POLICIES[which].values))
            return false;
        seen[which] = true;
    }
    return true;
}

static bool is_setting(const char *option, size_t option_len, const char *value, size_t value_len)
{
    char name[32];
    const char *const *values;

    if (option_len >= sizeof name)
        return false;
    memcpy(name, option, option_len);
    name[option_len] = '\0';
    values = words_values(name);
    for (size_t i = 0; values != NULL && values[i] != NULL; i++)
        if (strlen(values[i]) == value_len && memcmp(values[i], value, value_len) == 0)
            return true;
    return false;
}

/* "select=first,names=any" */
static bool is_combination(const char *text)
{
    for (;;) {
        size_t len = strcspn(text, ",");
        const char *sign = memchr(text, '=', len);

        if (sign == NULL ||
            !is_setting(text, (size_t)(sign - text), sign + 1, len - (size_t)(sign - text) - 1))
            return false;
        if (text[len] == '\0')
            return true;
        text += len + 1;
    }
}

/* The policies that were met, as texts. */
struct policies {
    char **at;
    size_t len;
};

/* Takes text over. False where it was met before. */
static bool meet(struct policies *p, char *text)
{
    bool again = false;

    for (size_t i = 0; i < p->len; i++)
        again = again || strcmp(p->at[i], text) == 0;
    p->at = realloc(p->at, (p->len + 1) * sizeof *p->at);
    CHECK(p->at != NULL, "out of memory");
    p->at[p->len++] = text;
    return !again;
}

static bool are_values(const struct model *m, const char *option, struct policies *met)
{
    if (words_values(option) == NULL || m->type != MODEL_OBJECT)
        return false;
    for (size_t i = 0; i < m->item_count; i += 2) {
        size_t len;
        char *value = model_utf8(m->items[i], &len);
        size_t room = strlen(option) + len + 2;
        char *policy = fuzz_allocate(room);
        bool good = is_setting(option, strlen(option), value, len);

        snprintf(policy, room, "%s=%s", option, value);
        free(value);
        if (!meet(met, policy) || !good || !is_result(m->items[i + 1], false))
            return false;
    }
    return true;
}

static bool are_policies(const struct model *m, struct policies *met)
{
    if (m->type != MODEL_OBJECT)
        return false;
    for (size_t i = 0; i < m->item_count; i += 2) {
        size_t len;
        char *name = model_utf8(m->items[i], &len);
        bool good = !has_nul(m->items[i]);

        if (good && is_combination(name)) {
            good = meet(met, name) && is_result(m->items[i + 1], false);
        } else {
            good = good && are_values(m->items[i + 1], name, met);
            free(name);
        }
        if (!good)
            return false;
    }
    return true;
}

static bool is_by_policy(const struct model *m)
{
    struct policies met = {.len = 0};
    bool good = are_policies(m, &met);

    for (size_t i = 0; i < met.len; i++)
        free(met.at[i]);
    free(met.at);
    return good;
}

bool model_is_policy(const struct model *m)
{
    if (m == NULL || m->type != MODEL_OBJECT)
        return false;
    for (size_t i = 0; i < m->item_count; i += 2) {
        int which = 0;

        while (which < DECLARATION_COUNT && !model_is_text(m->items[i], DECLARATIONS[which].name))
            which++;
        if (which == DECLARATION_COUNT || !is_word_of(m->items[i + 1], DECLARATIONS[which].values))
            return false;
    }
    return true;
}

/* ---- recipes --------------------------------------------------------------------------------- */

/* Bytes that a text in base64 stands for; 0: it is none. */
static uint64_t decoded_len(const struct model *m)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t len = m->char_count;
    size_t padding = 0;

    if (len == 0 || len % 4 != 0)
        return 0;
    while (padding < 2 && m->chars[len - 1 - padding] == '=')
        padding++;
    for (size_t i = 0; i < len - padding; i++)
        if (m->chars[i] == 0 || m->chars[i] > 0x7F || strchr(digits, (int)m->chars[i]) == NULL)
            return 0;
    return len / 4 * 3 - padding;
}

static bool is_part(const struct model *m, uint64_t *total)
{
    const struct model *plain;
    const struct model *base64;
    const struct model *times;
    uint64_t count = 1;
    uint64_t bytes = 0;
    size_t len;

    if (!is_object_of(m, NAMES("repeat", "repeat_base64", "times")))
        return false;
    plain = member(m, "repeat");
    base64 = member(m, "repeat_base64");
    times = member(m, "times");
    if ((plain != NULL) == (base64 != NULL) || !is_string(plain != NULL ? plain : base64))
        return false;
    if (plain != NULL) {
        free(model_utf8(plain, &len));
        bytes = len;
    } else {
        bytes = decoded_len(base64);
    }
    if (bytes == 0 || (times != NULL && (!is_count(times, &count) || count == 0)))
        return false;
    if (count > REPLY_MAX / bytes || *total + count * bytes > REPLY_MAX)
        return false;
    *total += count * bytes;
    return true;
}

static bool is_recipe(const struct model *m, uint64_t *total)
{
    *total = 0;
    if (m->type == MODEL_OBJECT)
        return is_part(m, total);
    if (m->type != MODEL_ARRAY || m->item_count == 0)
        return false;
    for (size_t i = 0; i < m->item_count; i++)
        if (!is_part(m->items[i], total))
            return false;
    return true;
}

/* ---- the case -------------------------------------------------------------------------------- */

static bool is_source(const struct model *m)
{
    return is_object_of(m, NAMES("!kind", "url", "system", "text")) && is_line(member(m, "kind")) &&
           may_be_line(m, "url") && may_be_line(m, "system") && may_be_line(m, "text");
}

static bool optional(const struct model *m, const char *name, bool (*is)(const struct model *))
{
    const struct model *found = member(m, name);

    return found == NULL || is(found);
}

static bool is_true(const struct model *m)
{
    return m->type == MODEL_TRUE;
}

static bool are_decoys(const struct model *m)
{
    return m->type == MODEL_ARRAY;
}

bool model_is_generated(const struct model *m)
{
    return m != NULL && member(m, "generate") != NULL;
}

static bool has_span_inside(const struct model *result, uint64_t reply_len)
{
    const struct model *span = member(result, "span");
    uint64_t at;
    uint64_t len;

    return span == NULL || (is_count(span->items[0], &at) && is_count(span->items[1], &len) &&
                            at <= reply_len && len <= reply_len - at);
}

static enum operation operation_of(const struct model *m)
{
    for (int i = 0; i < OPERATION_COUNT; i++)
        if (model_is_text(member(m, "operation"), OPERATION_NAMES[i]))
            return (enum operation)i;
    return OPERATION_COUNT;
}

bool model_is_case(const struct model *m, const struct case_place *place)
{
    uint64_t reply_len = place->reply_len;
    const struct model *result;

    if (!is_object_of(m, NAMES("!id", "!title", "!operation", "options", "!result", "acceptable",
                               "decoys", "by_policy", "!rules", "!severity", "!why", "!source",
                               "!since", "generate", "sanity", "flags", "retired", "notes")))
        return false;
    result = member(m, "result");
    if (model_is_generated(m) ? !is_recipe(member(m, "generate"), &reply_len)
                              : place->reply_len == SIZE_MAX)
        return false;
    return is_string(member(m, "id")) && model_is_text(member(m, "id"), place->id) &&
           is_line(member(m, "title")) && is_word_of(member(m, "operation"), OPERATION_NAMES) &&
           optional(m, "options", are_options) && is_result(result, false) &&
           optional(m, "acceptable", are_acceptable) && optional(m, "decoys", are_decoys) &&
           optional(m, "by_policy", is_by_policy) && are_lines(member(m, "rules")) &&
           is_word_of(member(m, "severity"), SEVERITY_NAMES) && is_line(member(m, "why")) &&
           is_source(member(m, "source")) && is_line(member(m, "since")) &&
           optional(m, "sanity", is_true) && optional(m, "flags", are_lines) &&
           may_be_line(m, "retired") && may_be_line(m, "notes") && fits(result, operation_of(m)) &&
           has_span_inside(result, reply_len) &&
           (!model_is_generated(m) || place->reply_len == SIZE_MAX);
}

/* ---- implementation files -------------------------------------------------------------------- */

static bool is_text(const struct model *m)
{
    return is_string(m) && m->char_count > 0;
}

static bool is_command(const struct model *m)
{
    if (m->type != MODEL_ARRAY || m->item_count == 0 || !is_text(m->items[0]))
        return false;
    for (size_t i = 0; i < m->item_count; i++)
        if (!is_string(m->items[i]))
            return false;
    return true;
}

static bool is_version(const struct model *m)
{
    return is_text(m) || (is_object_of(m, NAMES("!command")) && is_command(member(m, "command")));
}

static bool is_mode(const struct model *m)
{
    return is_word_of(m, NAMES("exec", "stream"));
}

static bool are_operations(const struct model *m)
{
    if (m->type != MODEL_ARRAY || m->item_count == 0)
        return false;
    for (size_t i = 0; i < m->item_count; i++) {
        if (!is_word_of(m->items[i], OPERATION_NAMES))
            return false;
        for (size_t k = 0; k < i; k++)
            if (model_same_chars(m->items[i], m->items[k]))
                return false;
    }
    return true;
}

static bool is_setup(const struct model *m)
{
    if (m->type != MODEL_ARRAY)
        return false;
    for (size_t i = 0; i < m->item_count; i++)
        if (!is_command(m->items[i]))
            return false;
    return true;
}

/* A whole number of milliseconds up to an hour, as a binary64. */
static bool is_timeout(const struct model *m)
{
    char *text;
    double value;

    if (m->type != MODEL_NUMBER)
        return false;
    text = fuzz_allocate(m->len + 1);
    memcpy(text, m->text, m->len);
    text[m->len] = '\0';
    value = strtod(text, NULL);
    free(text);
    return value >= 1 && value <= 3600000 && value == (double)(long)value;
}

static bool is_unique_policy(const struct model *m)
{
    return model_is_policy(m) && !model_repeats(m);
}

static bool has_nul_inside(const struct model *m)
{
    bool found = has_nul(m);

    for (size_t i = 0; i < m->item_count; i++)
        found = found || has_nul_inside(m->items[i]);
    return found;
}

bool model_is_implementation(const struct model *m)
{
    const struct model *mode;
    size_t count;

    if (!is_object_of(m, NAMES("!name", "language", "version", "homepage", "licence", "!command",
                               "exec_command", "mode", "operations", "policy", "setup",
                               "timeout_ms")) ||
        model_depth(m) > 8 || has_nul_inside(m))
        return false;
    mode = member(m, "mode");
    model_member(m, "exec_command", &count);
    return is_text(member(m, "name")) && optional(m, "language", is_text) &&
           optional(m, "version", is_version) && optional(m, "homepage", is_text) &&
           optional(m, "licence", is_text) && is_command(member(m, "command")) &&
           optional(m, "exec_command", is_command) && optional(m, "mode", is_mode) &&
           optional(m, "operations", are_operations) && optional(m, "policy", is_unique_policy) &&
           optional(m, "setup", is_setup) && optional(m, "timeout_ms", is_timeout) &&
           (count == 0 || (mode != NULL && model_is_text(mode, "stream")));
}

/* ---- baselines ------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* One line up to its comment: nothing, or an id and a verdict that is a failure. The id is put into
   `id`, "" for nothing. */
static bool is_entry(char *line, const char **id)
{
    size_t len = strcspn(line, "#");
    size_t id_len;
    char *verdict;

    line[len] = '\0';
    while (len > 0 && is_blank(line[len - 1]))
        line[--len] = '\0';
    if (len == 0) {
        *id = "";
        return true;
    }
    *id = line += strspn(line, " \t");
    id_len = strcspn(line, " \t");
    verdict = line + id_len + strspn(line + id_len, " \t");
    line[id_len] = '\0';
    return case_id_is_valid(line) && verdict_find(verdict) != VERDICT_COUNT &&
           verdict_is_failure(verdict_find(verdict));
}

bool model_is_baseline(const unsigned char *text, size_t len, size_t *entries)
{
    char *copy = fuzz_allocate(len + 1);
    struct policies ids = {.len = 0};
    bool good = memchr(text, 0, len) == NULL;

    memcpy(copy, text, len);
    copy[len] = '\0';
    for (char *line = copy; good && line < copy + len;) {
        char *end = line + strcspn(line, "\n");
        const char *id;

        *end = '\0';
        good = is_entry(line, &id);
        if (good && *id != '\0')
            good = meet(&ids, fuzz_copy(id, strlen(id) + 1));
        line = end + 1;
    }
    *entries = ids.len;
    for (size_t i = 0; i < ids.len; i++)
        free(ids.at[i]);
    free(ids.at);
    free(copy);
    return good;
}

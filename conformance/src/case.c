#define _GNU_SOURCE
#include "case.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base64.h"
#include "visible.h"

enum { CASE_FILE_MAX = 64 << 20, MEMBERS_MAX = 32 };

/* One reading of one file. */
struct loader {
    const char *file;
    struct answer answer; /* of the whole file */
    struct test_case *test;
    struct buffer path; /* of the field being read: "acceptable[0].why" */
    struct buffer *problem;
    bool generated;
};

/* Reads the node into something. False when it refused. */
typedef bool (*field_reader)(struct loader *loader, uint32_t node, void *into);

struct field {
    const char *name;
    bool required;
    field_reader read;
};

/* --- refusing --- */

/* Says what was expected at the field being read. Always false. */
__attribute__((format(printf, 2, 3))) static bool refuse(struct loader *loader, const char *format,
                                                         ...)
{
    struct buffer message = {0};
    va_list arguments;
    va_start(arguments, format);
    char text[256];
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    visible_add(&message, (const unsigned char *)text, strlen(text));
    buffer_format(loader->problem, "%s: ", loader->file);
    if (loader->path.len > 0)
        buffer_format(loader->problem, "%s: ", loader->path.at);
    buffer_text(loader->problem, message.at);
    buffer_free(&message);
    return false;
}

static size_t enter(struct loader *loader, const char *name)
{
    size_t before = loader->path.len;
    if (before > 0 && name[0] != '[')
        buffer_text(&loader->path, ".");
    visible_short(&loader->path, (const unsigned char *)name, strlen(name), 60);
    return before;
}

static void leave(struct loader *loader, size_t before)
{
    loader->path.len = before;
    loader->path.at[before] = '\0';
}

static const struct answer_node *node_at(const struct loader *loader, uint32_t node)
{
    return &loader->answer.nodes[node];
}

static bool expect_type(struct loader *loader, uint32_t node, enum answer_type type)
{
    enum answer_type found = node_at(loader, node)->type;
    if (found == type)
        return true;
    return refuse(loader, "expected %s %s, found %s", type >= ANSWER_ARRAY ? "an" : "a",
                  answer_type_name(type), answer_type_name(found));
}

/* --- simple fields --- */

/* A string without NUL; NULL when refused. */
static char *text_of(struct loader *loader, uint32_t node)
{
    if (!expect_type(loader, node, ANSWER_STRING))
        return NULL;
    struct buffer text = {0};
    answer_string(&loader->answer, node, &text);
    if (strlen(text.at) != text.len) {
        buffer_free(&text);
        refuse(loader, "expected text without NUL");
        return NULL;
    }
    return text.at;
}

static bool read_text(struct loader *loader, uint32_t node, void *into)
{
    char **text = into;
    *text = text_of(loader, node);
    return *text != NULL;
}

static bool read_line(struct loader *loader, uint32_t node, void *into)
{
    char **text = into;
    if (!read_text(loader, node, into))
        return false;
    return (*text)[0] != '\0' || refuse(loader, "expected text that is not empty");
}

static bool read_true(struct loader *loader, uint32_t node, void *into)
{
    bool *flag = into;
    *flag = node_at(loader, node)->type == ANSWER_TRUE;
    return *flag || refuse(loader, "expected true, or no such member");
}

/* A whole number of at most 18 digits, without sign, point or exponent. */
static bool read_count(struct loader *loader, uint32_t node, void *into)
{
    uint64_t *count = into;
    const struct answer_node *number = node_at(loader, node);
    const unsigned char *digits = loader->answer.text + number->start;
    bool good = number->type == ANSWER_NUMBER && number->len <= 18;
    *count = 0;
    for (uint32_t i = 0; good && i < number->len; i++) {
        good = digits[i] >= '0' && digits[i] <= '9';
        *count = *count * 10 + (uint64_t)(digits[i] - '0');
    }
    return good || refuse(loader, "expected a whole number");
}

/* One of a list of words, as its index. */
static bool read_word(struct loader *loader, uint32_t node, const char *const *words, int *index)
{
    char *word = text_of(loader, node);
    if (word == NULL)
        return false;
    *index = words_find(words, word);
    if (*index < 0) {
        struct buffer list = {0};
        for (size_t i = 0; words[i] != NULL; i++)
            buffer_format(&list, "%s%s", i > 0 ? ", " : "", words[i]);
        refuse(loader, "expected one of %s, found \"%.60s\"", list.at, word);
        buffer_free(&list);
    }
    free(word);
    return *index >= 0;
}

static bool read_operation(struct loader *loader, uint32_t node, void *into)
{
    int index = 0;
    if (!read_word(loader, node, OPERATION_NAMES, &index))
        return false;
    *(enum operation *)into = (enum operation)index;
    return true;
}

static bool read_severity(struct loader *loader, uint32_t node, void *into)
{
    int index = 0;
    if (!read_word(loader, node, SEVERITY_NAMES, &index))
        return false;
    *(enum severity *)into = (enum severity)index;
    return true;
}

/* --- objects and arrays --- */

static bool read_member(struct loader *loader, uint32_t name, const struct field *fields,
                        uint32_t *seen, void *const *into)
{
    struct buffer text = {0};
    answer_string(&loader->answer, name, &text);
    size_t before = enter(loader, text.at);
    buffer_free(&text);
    size_t i = 0;
    while (fields[i].name != NULL && !answer_string_is(&loader->answer, name, fields[i].name))
        i++;
    bool good = true;
    if (fields[i].name == NULL)
        good = refuse(loader, "unknown member");
    else if ((*seen >> i & 1U) != 0)
        good = refuse(loader, "this member stands twice");
    else
        good = fields[i].read(loader, name + 1, into[i]);
    *seen |= 1U << (i % MEMBERS_MAX);
    leave(loader, before);
    return good;
}

/* Reads an object that has these members (ended by a NULL name; fewer than MEMBERS_MAX) and no
 * others. */
static bool read_object(struct loader *loader, uint32_t node, const struct field *fields,
                        void *const *into)
{
    if (!expect_type(loader, node, ANSWER_OBJECT))
        return false;
    uint32_t seen = 0;
    uint32_t end = node_at(loader, node)->after;
    for (uint32_t name = node + 1; name < end; name = node_at(loader, name + 1)->after) {
        if (!read_member(loader, name, fields, &seen, into))
            return false;
    }
    for (size_t i = 0; fields[i].name != NULL; i++) {
        if (fields[i].required && (seen >> i & 1U) == 0) {
            enter(loader, fields[i].name);
            return refuse(loader, "this member is missing");
        }
    }
    return true;
}

/* Calls read for each element of an array. */
static bool read_array(struct loader *loader, uint32_t node, field_reader read, void *into)
{
    if (!expect_type(loader, node, ANSWER_ARRAY))
        return false;
    uint32_t element = node + 1;
    for (uint32_t i = 0; i < node_at(loader, node)->count; i++) {
        char index[16];
        snprintf(index, sizeof index, "[%" PRIu32 "]", i);
        size_t before = enter(loader, index);
        if (!read(loader, element, into))
            return false;
        leave(loader, before);
        element = node_at(loader, element)->after;
    }
    return true;
}

static bool add_string(struct loader *loader, uint32_t node, void *into)
{
    struct case_strings *strings = into;
    char *text = NULL;
    if (!read_line(loader, node, &text)) {
        free(text);
        return false;
    }
    strings->items = memory_grow(strings->items, strings->len + 1, sizeof *strings->items);
    strings->items[strings->len++] = text;
    return true;
}

static bool read_strings(struct loader *loader, uint32_t node, void *into)
{
    return read_array(loader, node, add_string, into);
}

/* --- results --- */

/* Takes text over as the exact text of a value. */
static bool set_value(struct loader *loader, struct case_value *value, char *text, size_t len)
{
    size_t where = 0;
    value->text = text;
    value->len = len;
    enum answer_status status =
        answer_read(&value->answer, (const unsigned char *)text, len, UINT32_MAX, &where);
    if (status == ANSWER_NO_MEMORY)
        return refuse(loader, "out of memory");
    return status == ANSWER_OK || refuse(loader, "expected strict JSON, not so at byte %zu", where);
}

static bool read_value(struct loader *loader, uint32_t node, void *into)
{
    struct case_result *result = into;
    const struct answer_node *found = node_at(loader, node);
    return set_value(loader, &result->value,
                     memory_copy(loader->answer.text + found->start, found->len), found->len);
}

static bool read_value_text(struct loader *loader, uint32_t node, void *into)
{
    struct case_result *result = into;
    if (!expect_type(loader, node, ANSWER_STRING))
        return false;
    struct buffer text = {0};
    answer_string(&loader->answer, node, &text);
    return set_value(loader, &result->value, text.at, text.len);
}

static bool read_none(struct loader *loader, uint32_t node, void *into)
{
    struct case_result *result = into;
    result->none = true;
    if (node_at(loader, node)->type == ANSWER_TRUE)
        return true;
    if (node_at(loader, node)->type != ANSWER_STRING)
        return refuse(loader, "expected a reason, or true");
    return read_line(loader, node, &result->reason);
}

static bool read_span(struct loader *loader, uint32_t node, void *into)
{
    struct case_result *result = into;
    if (!expect_type(loader, node, ANSWER_ARRAY) || node_at(loader, node)->count != 2)
        return refuse(loader, "expected an offset and a length");
    result->has_span = true;
    return read_count(loader, node + 1, &result->span_at) &&
           read_count(loader, node + 2, &result->span_len);
}

/* Refuses a result that does not have exactly one of value, text and none: read_object would take
   several, the later ones over the earlier. */
static bool has_one_kind(struct loader *loader, uint32_t node)
{
    static const char *const KINDS[] = {"value", "text", "none"};
    int kinds = 0;
    if (!expect_type(loader, node, ANSWER_OBJECT))
        return false;
    uint32_t end = node_at(loader, node)->after;
    for (uint32_t name = node + 1; name < end; name = node_at(loader, name + 1)->after) {
        for (int i = 0; i < 3; i++)
            kinds += answer_string_is(&loader->answer, name, KINDS[i]);
    }
    return kinds == 1 || refuse(loader, "expected one of value, text and none");
}

static bool read_result(struct loader *loader, uint32_t node, void *into)
{
    struct case_result *result = into;
    static const struct field FIELDS[] = {
        {"value", false, read_value}, {"text", false, read_value_text},
        {"none", false, read_none},   {"span", false, read_span},
        {NULL, false, NULL},
    };
    return has_one_kind(loader, node) &&
           read_object(loader, node, FIELDS, (void *[]){result, result, result, result});
}

static bool read_defensible(struct loader *loader, uint32_t node, struct case_result *result)
{
    static const struct field FIELDS[] = {
        {"value", false, read_value}, {"text", false, read_value_text},
        {"none", false, read_none},   {"why", true, read_line},
        {NULL, false, NULL},
    };
    return has_one_kind(loader, node) &&
           read_object(loader, node, FIELDS, (void *[]){result, result, result, &result->why});
}

static struct case_result *new_result(struct case_results *results)
{
    results->items = memory_grow(results->items, results->len + 1, sizeof *results->items);
    struct case_result *result = &results->items[results->len++];
    *result = (struct case_result){0};
    return result;
}

static bool add_acceptable(struct loader *loader, uint32_t node, void *into)
{
    return read_defensible(loader, node, new_result(into));
}

static bool read_acceptable(struct loader *loader, uint32_t node, void *into)
{
    return read_array(loader, node, add_acceptable, into);
}

static bool add_decoy(struct loader *loader, uint32_t node, void *into)
{
    return read_value(loader, node, new_result(into));
}

static bool read_decoys(struct loader *loader, uint32_t node, void *into)
{
    return read_array(loader, node, add_decoy, into);
}

/* --- options and policies --- */

/* Calls read for each member, with the text of its name in the field path. */
static bool each_member(struct loader *loader, uint32_t node,
                        bool (*read)(struct loader *, const char *name, uint32_t node, void *into),
                        void *into)
{
    if (!expect_type(loader, node, ANSWER_OBJECT))
        return false;
    uint32_t end = node_at(loader, node)->after;
    for (uint32_t name = node + 1; name < end; name = node_at(loader, name + 1)->after) {
        char *text = text_of(loader, name);
        if (text == NULL)
            return false;
        size_t before = enter(loader, text);
        bool good = read(loader, text, name + 1, into);
        free(text);
        if (!good)
            return false;
        leave(loader, before);
    }
    return true;
}

static bool add_option(struct loader *loader, const char *name, uint32_t node, void *into)
{
    struct test_case *test = into;
    int policy = words_policy(name);
    int value = 0;
    if (policy < 0)
        return refuse(loader, "unknown option");
    if (test->policies[policy] != NULL)
        return refuse(loader, "this option stands twice");
    if (!read_word(loader, node, POLICIES[policy].values, &value))
        return false;
    test->policies[policy] = POLICIES[policy].values[value];
    return true;
}

static bool read_options(struct loader *loader, uint32_t node, void *into)
{
    return each_member(loader, node, add_option, into);
}

/* Whether "select" and "first" are an option, or something declared, and one of its values. */
static bool is_setting(const char *option, const char *value)
{
    const char *const *values = words_values(option);
    return values != NULL && words_find(values, value) >= 0;
}

/* Whether text is settings with commas between them: "select=first,names=any". */
static bool is_combination(const char *text)
{
    bool good = true;
    char *copy = memory_copy(text, strlen(text));
    char *next = copy;
    while (good && next != NULL) {
        char *setting = next;
        next = strchr(setting, ',');
        if (next != NULL)
            *next++ = '\0';
        char *value = strchr(setting, '=');
        if (value != NULL)
            *value++ = '\0';
        good = value != NULL && is_setting(setting, value);
    }
    free(copy);
    return good;
}

/* Takes policy over. */
static bool add_policy_result(struct loader *loader, char *policy, uint32_t node)
{
    const struct case_results *known = &loader->test->by_policy;
    bool twice = false;
    for (size_t i = 0; i < known->len; i++)
        twice = twice || strcmp(known->items[i].policy, policy) == 0;
    struct case_result *result = new_result(&loader->test->by_policy);
    result->policy = policy;
    if (twice)
        return refuse(loader, "this policy stands twice");
    return read_result(loader, node, result);
}

/* One value of the option whose name is `into`. */
static bool add_policy_value(struct loader *loader, const char *value, uint32_t node, void *into)
{
    const char *option = into;
    if (!is_setting(option, value))
        return refuse(loader, "unknown value of this option");
    struct buffer policy = {0};
    buffer_format(&policy, "%s=%s", option, value);
    return add_policy_result(loader, policy.at, node);
}

/* An option with a result for each value, or a combination with one result. */
static bool add_policy(struct loader *loader, const char *name, uint32_t node, void *into)
{
    (void)into;
    if (is_combination(name))
        return add_policy_result(loader, memory_copy(name, strlen(name)), node);
    if (words_values(name) == NULL)
        return refuse(loader, "expected an option, or settings like select=first,names=any");
    char *option = memory_copy(name, strlen(name));
    bool good = each_member(loader, node, add_policy_value, option);
    free(option);
    return good;
}

static bool read_by_policy(struct loader *loader, uint32_t node, void *into)
{
    return each_member(loader, node, add_policy, into);
}

/* --- source and recipe --- */

static bool read_source(struct loader *loader, uint32_t node, void *into)
{
    struct test_case *test = into;
    static const struct field FIELDS[] = {
        {"kind", true, read_line},  {"url", false, read_line}, {"system", false, read_line},
        {"text", false, read_line}, {NULL, false, NULL},
    };
    return read_object(loader, node, FIELDS,
                       (void *[]){&test->source_kind, &test->source_url, &test->source_system,
                                  &test->source_text});
}

/* A part of a recipe while it is read. */
struct part {
    struct buffer bytes;
    uint64_t times;
};

static bool read_repeat(struct loader *loader, uint32_t node, void *into)
{
    struct part *part = into;
    if (!expect_type(loader, node, ANSWER_STRING))
        return false;
    if (part->bytes.at != NULL)
        return refuse(loader, "expected one of repeat and repeat_base64");
    answer_string(&loader->answer, node, &part->bytes);
    return part->bytes.len > 0 || refuse(loader, "expected text that is not empty");
}

static bool read_repeat_base64(struct loader *loader, uint32_t node, void *into)
{
    struct part *part = into;
    if (!read_repeat(loader, node, into))
        return false;
    return base64_decode(&part->bytes) || refuse(loader, "expected base64 with its padding");
}

static bool read_times(struct loader *loader, uint32_t node, void *into)
{
    struct part *part = into;
    if (!read_count(loader, node, &part->times))
        return false;
    return part->times > 0 || refuse(loader, "expected a number from 1 on");
}

static bool add_part(struct loader *loader, uint32_t node, void *into)
{
    struct reply *reply = into;
    static const struct field FIELDS[] = {
        {"repeat", false, read_repeat},
        {"repeat_base64", false, read_repeat_base64},
        {"times", false, read_times},
        {NULL, false, NULL},
    };
    struct part part = {.times = 1};
    bool good = read_object(loader, node, FIELDS, (void *[]){&part, &part, &part});
    if (good && part.bytes.at == NULL)
        good = refuse(loader, "expected a member repeat or repeat_base64");
    if (!good) {
        buffer_free(&part.bytes);
        return false;
    }
    return reply_add_part(reply, (unsigned char *)part.bytes.at, part.bytes.len, part.times) ||
           refuse(loader, "expected a reply of at most %" PRIu64 " bytes", REPLY_MAX);
}

static bool read_generate(struct loader *loader, uint32_t node, void *into)
{
    loader->generated = true;
    if (node_at(loader, node)->type == ANSWER_OBJECT)
        return add_part(loader, node, into);
    if (node_at(loader, node)->type == ANSWER_ARRAY && node_at(loader, node)->count == 0)
        return refuse(loader, "expected at least one part");
    return read_array(loader, node, add_part, into);
}

/* --- the case --- */

static const struct field CASE_FIELDS[] = {
    {"id", true, read_line},
    {"title", true, read_line},
    {"operation", true, read_operation},
    {"options", false, read_options},
    {"result", true, read_result},
    {"acceptable", false, read_acceptable},
    {"decoys", false, read_decoys},
    {"by_policy", false, read_by_policy},
    {"rules", true, read_strings},
    {"severity", true, read_severity},
    {"why", true, read_line},
    {"source", true, read_source},
    {"since", true, read_line},
    {"generate", false, read_generate},
    {"sanity", false, read_true},
    {"flags", false, read_strings},
    {"twin", false, read_line},
    {"retired", false, read_line},
    {"notes", false, read_line},
    {NULL, false, NULL},
};

static bool read_case(struct loader *loader)
{
    struct test_case *test = loader->test;
    void *const into[] = {
        &test->id,         &test->title,  &test->operation, test,         &test->result,
        &test->acceptable, &test->decoys, &test->by_policy, &test->rules, &test->severity,
        &test->why,        test,          &test->since,     &test->reply, &test->sanity,
        &test->flags,      &test->twin,   &test->retired,   &test->notes,
    };
    return read_object(loader, 0, CASE_FIELDS, into);
}

/* What an operation can give at all. */
static bool fits_operation(const struct test_case *test, const struct case_result *result)
{
    const struct answer *answer = &result->value.answer;
    if (test->operation == OPERATION_COMPLETE)
        return !result->none &&
               (answer->nodes[0].type == ANSWER_TRUE || answer->nodes[0].type == ANSWER_FALSE);
    if (test->operation != OPERATION_STRINGS || result->none)
        return true;
    bool strings = answer->nodes[0].type == ANSWER_ARRAY && answer->depth == 1;
    for (uint32_t i = 1; strings && i < answer->kept; i++)
        strings = answer->nodes[i].type == ANSWER_STRING;
    return strings;
}

/* What only shows once everything is read. */
static bool check_case(struct loader *loader, const char *id)
{
    const struct test_case *test = loader->test;
    const struct case_result *result = &test->result;
    if (strcmp(test->id, id) != 0) {
        enter(loader, "id");
        return refuse(loader, "expected \"%s\", as the path says", id);
    }
    enter(loader, "result");
    if (!fits_operation(test, result))
        return refuse(loader, "%s",
                      test->operation == OPERATION_COMPLETE
                          ? "expected true or false, which is all that complete gives"
                          : "expected an array of strings, or none");
    if (result->none && result->reason == NULL)
        return refuse(loader, "expected the reason for none");
    enter(loader, "span");
    if (result->has_span && (result->span_at > test->reply.length ||
                             result->span_len > test->reply.length - result->span_at))
        return refuse(loader, "expected offset and length within the reply's %" PRIu64 " bytes",
                      test->reply.length);
    return true;
}

/* Opens what the reply is, once the case is read. path is that of the case file, without ".json".
 */
static bool open_reply(struct loader *loader, const char *path)
{
    const char *problem = NULL;
    struct stat status;
    struct buffer name = {0};
    buffer_format(&name, "%s.reply", path);
    bool good = true;
    if (!loader->generated) {
        good = reply_open_file(&loader->test->reply, name.at, &problem);
        if (!good)
            buffer_format(loader->problem, "%s: reply: %s, and the case has no member generate",
                          name.at, problem);
    } else if (lstat(name.at, &status) == 0) {
        enter(loader, "generate");
        good = refuse(loader, "there is a stored reply as well");
    }
    buffer_free(&name);
    return good;
}

char *case_read_file(const char *path, size_t max, size_t *len, const char **problem)
{
    struct reply file;
    if (!reply_open_file(&file, path, problem))
        return NULL;
    char *text = NULL;
    if (file.length > max) {
        *problem = "too long";
    } else {
        text = memory_need((size_t)file.length + 1);
        *len = reply_read(&file, 0, (unsigned char *)text, (size_t)file.length);
        text[*len] = '\0';
        if (*len < file.length) { /* what is left of it is not the file */
            *problem = "cannot be read";
            free(text);
            text = NULL;
        }
    }
    reply_free(&file);
    return text;
}

static bool load(struct loader *loader, const char *path, const char *id)
{
    size_t len = 0;
    size_t where = 0;
    const char *problem = NULL;
    char *text = case_read_file(loader->file, CASE_FILE_MAX, &len, &problem);
    if (text == NULL)
        return refuse(loader, "%s", problem);
    bool good = false;
    switch (answer_read(&loader->answer, (const unsigned char *)text, len, UINT32_MAX, &where)) {
    case ANSWER_OK:
        good = read_case(loader) && open_reply(loader, path) && check_case(loader, id);
        break;
    case ANSWER_NO_MEMORY: refuse(loader, "out of memory"); break;
    default: refuse(loader, "expected strict JSON, not so at byte %zu", where); break;
    }
    answer_free(&loader->answer);
    free(text);
    return good;
}

bool case_load(struct test_case *test, const char *dir, const char *id, struct buffer *problem)
{
    struct buffer path = {0};
    struct buffer file = {0};
    *test = (struct test_case){.reply = reply_empty()};
    buffer_format(&path, "%s/cases/%s", dir, id);
    buffer_format(&file, "%s.json", path.at);
    struct loader loader = {.file = file.at, .test = test, .problem = problem};
    buffer_add(&loader.path, "", 0);
    bool good = load(&loader, path.at, id);
    if (good)
        test->category = memory_copy(id, strcspn(id, "/"));
    else
        case_free(test);
    buffer_free(&loader.path);
    buffer_free(&file);
    buffer_free(&path);
    return good;
}

bool case_id_is_valid(const char *id)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t category = strspn(id, LETTERS);
    if (category == 0 || id[0] == '.' || id[category] != '/')
        return false;
    const char *slug = id + category + 1;
    size_t len = strspn(slug, LETTERS);
    return len > 0 && slug[0] != '.' && slug[len] == '\0';
}

size_t case_options(const struct test_case *test, struct exec_option options[POLICY_COUNT])
{
    size_t len = 0;
    for (size_t i = 0; i < POLICY_COUNT; i++) {
        const char *value = test->policies[i];
        if (value != NULL && strcmp(value, POLICIES[i].values[0]) != 0)
            options[len++] = (struct exec_option){POLICIES[i].name, value};
    }
    return len;
}

struct exec_request case_request(const struct test_case *test,
                                 struct exec_option options[POLICY_COUNT])
{
    return (struct exec_request){.operation = OPERATION_NAMES[test->operation],
                                 .options = options,
                                 .options_len = case_options(test, options),
                                 .input = reply_input(&test->reply)};
}

/* --- freeing --- */

static void free_result(struct case_result *result)
{
    answer_free(&result->value.answer);
    free(result->value.text);
    free(result->reason);
    free(result->why);
    free(result->policy);
}

static void free_results(struct case_results *results)
{
    for (size_t i = 0; i < results->len; i++)
        free_result(&results->items[i]);
    free(results->items);
}

static void free_strings(struct case_strings *strings)
{
    for (size_t i = 0; i < strings->len; i++)
        free(strings->items[i]);
    free(strings->items);
}

void case_free(struct test_case *test)
{
    char *texts[] = {test->id,          test->category,   test->title,         test->why,
                     test->source_kind, test->source_url, test->source_system, test->source_text,
                     test->since,       test->twin,       test->notes,         test->retired};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    free_result(&test->result);
    free_results(&test->acceptable);
    free_results(&test->decoys);
    free_results(&test->by_policy);
    free_strings(&test->rules);
    free_strings(&test->flags);
    reply_free(&test->reply);
    *test = (struct test_case){.reply = reply_empty()};
}

#include "record_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "visible.h"

enum { DIGITS_MAX = 18, LINE_DEPTH_MAX = 128, LINE_NODES_MAX = 1 << 20 };

/* One reading of one line. */
struct reader {
    struct answer json; /* of the line */
    struct buffer *problem;
};

/* How a member is taken. */
enum take {
    TAKE_TEXT,   /* a string or null, on one line */
    TAKE_LINES,  /* the same, with its line breaks */
    TAKE_COUNT,  /* a whole number */
    TAKE_MEASURE /* a whole number or null */
};

struct member {
    const char *name;
    enum take take;
    bool required;
    size_t offset; /* of what it sets: char * or uint64_t */
};

/* --- texts --- */

void record_texts_add_once(struct record_texts *texts, const char *text, size_t most)
{
    for (size_t i = 0; i < texts->len; i++) {
        if (strcmp(texts->items[i], text) == 0)
            return;
    }
    if (texts->len >= most)
        return;
    texts->items = memory_grow(texts->items, texts->len + 1, sizeof *texts->items);
    texts->items[texts->len++] = memory_copy(text, strlen(text));
}

void record_texts_free(struct record_texts *texts)
{
    for (size_t i = 0; i < texts->len; i++)
        free(texts->items[i]);
    free(texts->items);
    *texts = (struct record_texts){0};
}

static void add_text(struct record_texts *texts, char *text)
{
    texts->items = memory_grow(texts->items, texts->len + 1, sizeof *texts->items);
    texts->items[texts->len++] = text;
}

/* --- the line --- */

static bool refuse(struct reader *r, const char *field, const char *expected)
{
    buffer_format(r->problem, "%s: expected %s", field, expected);
    return false;
}

static const struct answer_node *node_at(const struct reader *r, uint32_t node)
{
    return &r->json.nodes[node];
}

/* The value of an object's member; 0 where there is none. */
static uint32_t member_of(const struct reader *r, uint32_t object, const char *name)
{
    uint32_t end = node_at(r, object)->type == ANSWER_OBJECT ? node_at(r, object)->after : 0;
    for (uint32_t at = object + 1; at < end; at = node_at(r, at + 1)->after) {
        if (answer_string_is(&r->json, at, name))
            return at + 1;
    }
    return 0;
}

/* A member that is there and not null; 0 else, which is the line itself and no member. */
static uint32_t given(const struct reader *r, uint32_t object, const char *name)
{
    uint32_t node = member_of(r, object, name);
    return node != 0 && node_at(r, node)->type != ANSWER_NULL ? node : 0;
}

#define ABSENT UINT32_MAX

/* A member that is an object, for read_members; ABSENT else. */
static uint32_t object_of(const struct reader *r, uint32_t object, const char *name)
{
    uint32_t node = given(r, object, name);
    return node != 0 && node_at(r, node)->type == ANSWER_OBJECT ? node : ABSENT;
}

/* The string's characters, safe to show: on one line, or with its own line breaks. */
static char *shown_string(const struct reader *r, uint32_t node, bool lines)
{
    struct buffer text = {0};
    struct buffer shown = {0};
    answer_string(&r->json, node, &text);
    buffer_add(&shown, "", 0);
    for (size_t at = 0; at < text.len;) {
        const char *feed = lines ? memchr(text.at + at, '\n', text.len - at) : NULL;
        size_t len = feed != NULL ? (size_t)(feed - text.at) - at : text.len - at;
        visible_add(&shown, (const unsigned char *)text.at + at, len);
        if (feed != NULL)
            buffer_text(&shown, "\n");
        at += len + (feed != NULL);
    }
    buffer_free(&text);
    return shown.at;
}

/* A value's exact text, safe to show. */
static char *shown_value(const struct reader *r, uint32_t node)
{
    struct buffer compact = {0};
    struct buffer shown = {0};
    answer_compact(&r->json, node, &compact);
    visible_add(&shown, (const unsigned char *)compact.at, compact.len);
    buffer_free(&compact);
    return shown.at;
}

static bool read_count(struct reader *r, uint32_t node, uint64_t *count)
{
    const struct answer_node *number = node_at(r, node);
    const unsigned char *digits = r->json.text + number->start;
    bool good = number->type == ANSWER_NUMBER && number->len <= DIGITS_MAX;
    *count = 0;
    for (uint32_t i = 0; good && i < number->len; i++) {
        good = digits[i] >= '0' && digits[i] <= '9';
        *count = *count * 10 + (uint64_t)(digits[i] - '0');
    }
    return good;
}

static bool read_text_member(struct reader *r, const struct member *member, uint32_t node,
                             char **text)
{
    if (node != 0 && node_at(r, node)->type != ANSWER_STRING)
        return refuse(r, member->name, "a string");
    if (node == 0 && member->required)
        return refuse(r, member->name, "this member");
    *text = node != 0 ? shown_string(r, node, member->take == TAKE_LINES) : memory_copy("", 0);
    return true;
}

static bool read_number_member(struct reader *r, const struct member *member, uint32_t node,
                               uint64_t *number)
{
    if (node == 0) {
        *number = member->take == TAKE_MEASURE ? RECORD_UNMEASURED : 0;
        return !member->required || refuse(r, member->name, "this member");
    }
    return read_count(r, node, number) || refuse(r, member->name, "a whole number");
}

/* Reads members of an object (ended by a NULL name) into the struct at `into`. Unknown ones are
 * left alone: a later version may have more. Where the object is ABSENT, so are they. */
static bool read_members(struct reader *r, uint32_t object, const struct member *members,
                         void *into)
{
    for (; members->name != NULL; members++) {
        uint32_t node = object != ABSENT ? given(r, object, members->name) : 0;
        void *target = (char *)into + members->offset;
        bool text = members->take == TAKE_TEXT || members->take == TAKE_LINES;
        if (!(text ? read_text_member(r, members, node, target)
                   : read_number_member(r, members, node, target)))
            return false;
    }
    return true;
}

static void free_members(const struct member *members, void *into)
{
    for (; members->name != NULL; members++) {
        if (members->take == TAKE_TEXT || members->take == TAKE_LINES)
            free(*(char **)((char *)into + members->offset));
    }
}

/* A list of strings, or nothing. */
static bool read_texts(struct reader *r, uint32_t object, const char *name,
                       struct record_texts *texts)
{
    uint32_t list = given(r, object, name);
    if (list == 0)
        return true;
    bool good = node_at(r, list)->type == ANSWER_ARRAY;
    uint32_t end = node_at(r, list)->after;
    for (uint32_t at = list + 1; good && at < end; at = node_at(r, at)->after) {
        good = node_at(r, at)->type == ANSWER_STRING;
        if (good)
            add_text(texts, shown_string(r, at, false));
    }
    return good || refuse(r, name, "a list of strings");
}

/* The word of a list that a member is, as its index. */
static bool read_word(struct reader *r, uint32_t object, const char *name, const char *const *words,
                      int *index)
{
    uint32_t node = given(r, object, name);
    *index = -1;
    if (node != 0 && node_at(r, node)->type == ANSWER_STRING) {
        char *word = shown_string(r, node, false);
        *index = words_find(words, word);
        free(word);
    }
    return *index >= 0 || refuse(r, name, "a word of the contract");
}

/* Strings joined with a separator. */
static char *joined(const struct record_texts *texts, const char *separator)
{
    struct buffer all = {0};
    buffer_add(&all, "", 0);
    for (size_t i = 0; i < texts->len; i++) {
        buffer_text(&all, i > 0 ? separator : "");
        buffer_text(&all, texts->items[i]);
    }
    return all.at;
}

/* --- the run --- */

#define HEAD(name, take, member)                                \
    {                                                           \
        name, take, false, offsetof(struct record_head, member) \
    }

static const struct member HEAD_MEMBERS[] = {
    HEAD("jets", TAKE_TEXT, jets_version),
    HEAD("policy", TAKE_TEXT, policy),
    HEAD("mode", TAKE_TEXT, mode),
    HEAD("shard", TAKE_TEXT, shard),
    HEAD("baseline", TAKE_TEXT, baseline),
    HEAD("corpus_version", TAKE_TEXT, corpus_version),
    {"selected", TAKE_COUNT, true, offsetof(struct record_head, selected)},
    HEAD("repeat", TAKE_COUNT, repeat),
    {NULL, TAKE_TEXT, false, 0},
};

static const struct member LIMIT_MEMBERS[] = {
    HEAD("wall_ms", TAKE_COUNT, wall_ms),
    HEAD("memory_kb", TAKE_COUNT, memory_kb),
    HEAD("output_bytes", TAKE_COUNT, output_bytes),
    {NULL, TAKE_TEXT, false, 0},
};

/* The command as a shell reads it back. */
static bool read_command(struct reader *r, uint32_t run, char **command)
{
    struct record_texts words = {0};
    struct buffer line = {0};
    bool good = read_texts(r, run, "command", &words);
    buffer_add(&line, "", 0);
    for (size_t i = 0; i < words.len; i++) {
        buffer_text(&line, i > 0 ? " " : "");
        visible_shell(&line, words.items[i]);
    }
    record_texts_free(&words);
    *command = line.at;
    return good;
}

static bool read_implementation(struct reader *r, uint32_t run, char **implementation)
{
    static const struct member NAMES[] = {
        {"implementation", TAKE_TEXT, false, 0},
        {"implementation_version", TAKE_TEXT, false, sizeof(char *)},
        {NULL, TAKE_TEXT, false, 0},
    };
    char *names[2] = {NULL, NULL};
    struct buffer both = {0};
    bool good = read_members(r, run, NAMES, names);
    buffer_text(&both, names[0] != NULL ? names[0] : "");
    if (names[1] != NULL && names[1][0] != '\0')
        buffer_format(&both, " %s", names[1]);
    free_members(NAMES, names);
    *implementation = both.at;
    return good;
}

static bool read_run(struct reader *r, uint32_t run, struct record_head *head)
{
    uint32_t containment = given(r, run, "containment");
    uint32_t limits = object_of(r, run, "limits");
    head->present = true;
    head->containment_is_partial =
        containment != 0 && answer_string_is(&r->json, containment, "partial");
    if (node_at(r, run)->type != ANSWER_OBJECT)
        return refuse(r, "run", "an object");
    if (!read_members(r, run, HEAD_MEMBERS, head) ||
        !read_members(r, limits, LIMIT_MEMBERS, head) || !read_command(r, run, &head->command) ||
        !read_implementation(r, run, &head->implementation) ||
        !read_texts(r, run, "floors", &head->floors))
        return false;
    return head->floors.len <= FLOORS_MAX || refuse(r, "floors", "at most 32 names");
}

void record_head_free(struct record_head *head)
{
    free_members(HEAD_MEMBERS, head);
    free(head->command);
    free(head->implementation);
    record_texts_free(&head->floors);
    *head = (struct record_head){0};
}

/* --- a case --- */

#define CASE(name, take, required, member)                    \
    {                                                         \
        name, take, required, offsetof(struct record, member) \
    }

static const struct member CASE_MEMBERS[] = {
    CASE("case", TAKE_TEXT, true, id),
    CASE("category", TAKE_TEXT, true, category),
    CASE("title", TAKE_TEXT, false, title),
    CASE("why", TAKE_TEXT, false, why),
    CASE("outcome", TAKE_TEXT, false, outcome),
    CASE("detail", TAKE_TEXT, false, detail),
    CASE("difference", TAKE_TEXT, false, difference),
    CASE("stderr_tail", TAKE_TEXT, false, err),
    CASE("again", TAKE_TEXT, false, again),
    CASE("reason", TAKE_TEXT, false, reason),
    CASE("policy", TAKE_TEXT, false, policy),
    CASE("wall_us", TAKE_MEASURE, false, wall_us),
    CASE("cpu_us", TAKE_MEASURE, false, cpu_us),
    CASE("peak_kb", TAKE_MEASURE, false, peak_kb),
    {NULL, TAKE_TEXT, false, 0},
};

static const struct member REPLY_MEMBERS[] = {
    CASE("shown", TAKE_LINES, false, reply),
    CASE("bytes", TAKE_COUNT, false, reply_bytes),
    CASE("answer_at", TAKE_COUNT, false, answer_at),
    CASE("answer_bytes", TAKE_MEASURE, false, answer_len),
    {NULL, TAKE_TEXT, false, 0},
};

static const struct member BASELINE_MEMBERS[] = {
    CASE("verdict", TAKE_TEXT, false, known_verdict),
    CASE("reason", TAKE_TEXT, false, known_reason),
    {NULL, TAKE_TEXT, false, 0},
};

/* A result: {"value": …}, {"text": …} or {"none": …}. */
static char *result_text(const struct reader *r, uint32_t object)
{
    uint32_t value = member_of(r, object, "value");
    uint32_t text = given(r, object, "text");
    uint32_t none = given(r, object, "none");
    if (value != 0)
        return shown_value(r, value);
    if (text != 0 && node_at(r, text)->type == ANSWER_STRING)
        return shown_string(r, text, false);
    if (none == 0)
        return NULL;
    char *reason = node_at(r, none)->type == ANSWER_STRING ? shown_string(r, none, false) : NULL;
    struct buffer words = {0};
    buffer_text(&words, "none");
    if (reason != NULL && reason[0] != '\0')
        buffer_format(&words, " (%s)", reason);
    free(reason);
    return words.at;
}

static bool read_result(struct reader *r, uint32_t line, const char *name, const char *absent,
                        char **text)
{
    uint32_t node = given(r, line, name);
    *text = node != 0 ? result_text(r, node) : memory_copy(absent, strlen(absent));
    return *text != NULL || refuse(r, name, "value, text or none");
}

static bool read_alternatives(struct reader *r, uint32_t line, struct record_texts *texts)
{
    uint32_t list = given(r, line, "alternatives");
    bool good = list == 0 || node_at(r, list)->type == ANSWER_ARRAY;
    uint32_t end = list != 0 ? node_at(r, list)->after : 0;
    for (uint32_t at = list + 1; good && at < end; at = node_at(r, at)->after) {
        char *text = result_text(r, at);
        good = text != NULL;
        if (good)
            add_text(texts, text);
    }
    return good || refuse(r, "alternatives", "a list of results");
}

/* Operation and options, as the program was given them. */
static char *asked_text(const struct reader *r, uint32_t line, enum operation operation)
{
    struct buffer asked = {0};
    uint32_t options = given(r, line, "options");
    uint32_t end =
        options != 0 && node_at(r, options)->type == ANSWER_OBJECT ? node_at(r, options)->after : 0;
    buffer_text(&asked, OPERATION_NAMES[operation]);
    for (uint32_t at = options + 1; at < end; at = node_at(r, at + 1)->after) {
        if (node_at(r, at + 1)->type != ANSWER_STRING)
            continue;
        char *name = shown_string(r, at, false);
        char *value = shown_string(r, at + 1, false);
        buffer_format(&asked, " --%s=%s", name, value);
        free(name);
        free(value);
    }
    return asked.at;
}

static bool read_words(struct reader *r, uint32_t line, struct record *record)
{
    int word = 0;
    if (!read_word(r, line, "severity", SEVERITY_NAMES, &word))
        return false;
    record->severity = (enum severity)word;
    if (!read_word(r, line, "operation", OPERATION_NAMES, &word))
        return false;
    record->operation = (enum operation)word;
    uint32_t node = given(r, line, "verdict");
    char *name = node != 0 && node_at(r, node)->type == ANSWER_STRING ? shown_string(r, node, false)
                                                                      : memory_copy("", 0);
    record->verdict = verdict_find(name);
    free(name);
    return record->verdict != VERDICT_COUNT || refuse(r, "verdict", "a word of the contract");
}

static bool read_state(struct reader *r, uint32_t line, struct record *record)
{
    uint32_t baseline = object_of(r, line, "baseline");
    int word = RECORD_PLAIN;
    if (baseline != ABSENT && !read_word(r, baseline, "state", RECORD_STATE_NAMES, &word))
        return false;
    record->state = (enum record_state)word;
    record->fails = record_fails(record->verdict, record->state);
    record->class = record_class(record->verdict, record->state);
    return read_members(r, baseline, BASELINE_MEMBERS, record);
}

static bool read_joined(struct reader *r, uint32_t line, const char *name, char **text,
                        char **first)
{
    struct record_texts texts = {0};
    bool good = read_texts(r, line, name, &texts);
    *text = joined(&texts, ", ");
    if (first != NULL)
        *first = texts.len > 0 ? memory_copy(texts.items[0], strlen(texts.items[0]))
                               : memory_copy("", 0);
    record_texts_free(&texts);
    return good;
}

static bool read_floors(struct reader *r, uint32_t line, const struct record_head *head,
                        struct record *record)
{
    struct record_texts names = {0};
    bool good = read_texts(r, line, "floors", &names);
    record->has_floors = good && given(r, line, "floors") != 0 && head->floors.len > 0;
    for (size_t i = 0; record->has_floors && i < head->floors.len; i++) {
        for (size_t k = 0; k < names.len; k++) {
            if (strcmp(names.items[k], head->floors.items[i]) == 0)
                record->meets |= UINT32_C(1) << i;
        }
    }
    record_texts_free(&names);
    return good;
}

/* The id is made into the path of a file, so it has to have an id's form. */
static bool check_id(struct reader *r, const struct record *record)
{
    size_t len = strlen(record->category);
    return (case_id_is_valid(record->id) && strncmp(record->id, record->category, len) == 0 &&
            record->id[len] == '/') ||
           refuse(r, "case", "an id that begins with its category");
}

static bool read_evidence(struct reader *r, uint32_t line, struct record *record)
{
    uint32_t reply = object_of(r, line, "reply");
    record->is_decoy = given(r, line, "decoy") != 0;
    record->asked = asked_text(r, line, record->operation);
    return read_result(r, line, "expected", "", &record->expected) &&
           read_alternatives(r, line, &record->alternatives) &&
           read_result(r, line, "got", "no output", &record->got) &&
           read_members(r, reply, REPLY_MEMBERS, record) &&
           read_joined(r, line, "rules", &record->rules, &record->first_rule) &&
           read_joined(r, line, "repeats", &record->repeats, NULL) &&
           read_texts(r, line, "notes", &record->notes);
}

static bool read_case(struct reader *r, uint32_t line, const struct record_head *head,
                      struct record *record)
{
    return read_members(r, line, CASE_MEMBERS, record) && check_id(r, record) &&
           read_words(r, line, record) && read_state(r, line, record) &&
           read_evidence(r, line, record) && read_floors(r, line, head, record);
}

void record_free(struct record *record)
{
    free_members(CASE_MEMBERS, record);
    free_members(REPLY_MEMBERS, record);
    free_members(BASELINE_MEMBERS, record);
    char *texts[] = {record->asked,    record->rules, record->first_rule,
                     record->expected, record->got,   record->repeats};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    record_texts_free(&record->alternatives);
    record_texts_free(&record->notes);
    *record = (struct record){0};
}

/* --- the summary --- */

static const struct member TAIL_MEMBERS[] = {
    {"why", TAKE_TEXT, false, offsetof(struct record_tail, why)},
    {"selected", TAKE_COUNT, true, offsetof(struct record_tail, selected)},
    {"cases", TAKE_COUNT, true, offsetof(struct record_tail, cases)},
    {NULL, TAKE_TEXT, false, 0},
};

static bool read_summary(struct reader *r, uint32_t summary, struct record_tail *tail)
{
    uint32_t complete = member_of(r, summary, "complete");
    tail->present = true;
    if (complete == 0 ||
        (node_at(r, complete)->type != ANSWER_TRUE && node_at(r, complete)->type != ANSWER_FALSE))
        return refuse(r, "complete", "true or false");
    tail->complete = node_at(r, complete)->type == ANSWER_TRUE;
    return read_members(r, summary, TAIL_MEMBERS, tail) &&
           read_texts(r, summary, "unmatched", &tail->unmatched) &&
           read_texts(r, summary, "remarks", &tail->remarks);
}

void record_tail_free(struct record_tail *tail)
{
    free_members(TAIL_MEMBERS, tail);
    record_texts_free(&tail->unmatched);
    record_texts_free(&tail->remarks);
    *tail = (struct record_tail){0};
}

/* --- any line --- */

static enum record_kind read_kind(struct reader *r, struct record_head *head, struct record *record,
                                  struct record_tail *tail)
{
    uint32_t run = given(r, 0, "run");
    uint32_t summary = given(r, 0, "summary");
    if (run != 0) {
        *head = (struct record_head){0};
        if (read_run(r, run, head))
            return RECORD_RUN;
        record_head_free(head);
    } else if (summary != 0) {
        *tail = (struct record_tail){0};
        if (read_summary(r, summary, tail))
            return RECORD_SUMMARY;
        record_tail_free(tail);
    } else {
        *record = (struct record){0};
        if (read_case(r, 0, head, record))
            return RECORD_CASE;
        record_free(record);
    }
    return RECORD_BAD;
}

enum record_kind record_read(const char *line, size_t len, struct record_head *head,
                             struct record *record, struct record_tail *tail,
                             struct buffer *problem)
{
    struct reader r = {.problem = problem};
    struct answer_limits limits = {
        .keep = UINT32_MAX, .nodes = LINE_NODES_MAX, .depth = LINE_DEPTH_MAX};
    size_t end = 0;
    enum record_kind kind = RECORD_BAD;
    enum answer_status status =
        answer_read_prefix(&r.json, (const unsigned char *)line, len, limits, &end);
    while (status == ANSWER_OK && end < len && strchr(" \t\r", line[end]) != NULL &&
           line[end] != '\0')
        end++;
    if (status == ANSWER_NO_MEMORY)
        memory_out();
    if (status != ANSWER_OK || end != len)
        buffer_format(problem, "expected strict JSON, not so at byte %zu", end);
    else if (r.json.nodes[0].type != ANSWER_OBJECT)
        buffer_text(problem, "expected an object");
    else
        kind = read_kind(&r, head, record, tail);
    answer_free(&r.json);
    return kind;
}

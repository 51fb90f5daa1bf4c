#define _POSIX_C_SOURCE 200809L
#include "finding.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "escape.h"
#include "explain.h"
#include "output.h"
#include "visible.h"

enum { SHOWN = 500, RULES_MAX = 64 };

void finding_take(struct finding *finding, const struct question *question, struct trial *trial)
{
    *finding = (struct finding){.verdict = trial->verdict,
                                .operation = question->operation,
                                .options_len = question->options_len,
                                .before = question->reply_len,
                                .right = trial->right,
                                .plain = trial->plain,
                                .got = trial->got,
                                .policy = trial->policy};
    for (size_t i = 0; i < question->options_len; i++)
        finding->options[i] = question->options[i];
    buffer_add(&finding->reply, question->reply, question->reply_len);
    *trial = (struct trial){.verdict = VERDICT_PASS};
}

void finding_free(struct finding *finding)
{
    outcome_free(&finding->right);
    outcome_free(&finding->plain);
    outcome_free(&finding->got);
    buffer_free(&finding->reply);
    buffer_free(&finding->other);
    outcome_free(&finding->other_got);
    free(finding->policy);
    free(finding->relation);
    free(finding->rule);
    free(finding->rules);
    *finding = (struct finding){.verdict = VERDICT_PASS};
}

/* --- the rules it meets --- */

static int compare_rules(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void collect_rules(struct finding *finding, const struct explained *explained)
{
    const char *rules[RULES_MAX];
    struct buffer all = {0};
    size_t len = 0;
    rules[len++] = explained->rule;
    for (size_t i = 0; i < explained->seen_len && len < RULES_MAX; i++)
        rules[len++] = explained->seen[i].rule;
    qsort(rules, len, sizeof *rules, compare_rules);
    for (size_t i = 0; i < len; i++) {
        if (i == 0 || strcmp(rules[i], rules[i - 1]) != 0)
            buffer_format(&all, "%s%s", all.len > 0 ? " " : "", rules[i]);
    }
    finding->rule = memory_copy(explained->rule, strlen(explained->rule));
    finding->rules = all.at;
}

enum status finding_explain(struct finding *finding, struct testee *reference,
                            struct buffer *problem)
{
    static const char COMPLETE[] = "O1"; /* it has one rule, and nothing is seen by it */
    struct explained explained;
    if (finding->operation == OPERATION_COMPLETE) {
        finding->rule = memory_copy(COMPLETE, strlen(COMPLETE));
        finding->rules = memory_copy(COMPLETE, strlen(COMPLETE));
        return STATUS_OK;
    }
    struct question question = {.operation = finding->operation,
                                .options = finding->options,
                                .options_len = finding->options_len,
                                .reply = (const unsigned char *)finding->reply.at,
                                .reply_len = finding->reply.len};
    enum status status = explain_ask(reference, &question, &explained, problem);
    if (status == STATUS_OK)
        collect_rules(finding, &explained);
    explained_free(&explained);
    return status;
}

/* --- kinds --- */

static bool is_word(unsigned char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z') || byte >= 0x80;
}

/* A run of letters and digits is one character, and so is one of white space. */
static void add_shape(struct buffer *out, const struct buffer *reply)
{
    char last = '\0';
    for (size_t i = 0; i < reply->len; i++) {
        unsigned char byte = (unsigned char)reply->at[i];
        bool space = byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
        char shape = (char)byte;
        if (is_word(byte))
            shape = 'a';
        else if (space)
            shape = ' ';
        if (shape != last || (shape != 'a' && shape != ' '))
            buffer_add(out, &shape, 1);
        last = shape;
    }
}

void finding_kind(const struct finding *finding, struct buffer *out)
{
    buffer_format(out, "%s %s", OPERATION_NAMES[finding->operation],
                  finding->options_len > 0 ? finding->options[0].name : "");
    buffer_format(out, " %s %s %s %s ", verdict_name(finding->verdict),
                  finding->relation != NULL ? finding->relation : "",
                  outcome_reason(&finding->right), finding->rules != NULL ? finding->rules : "");
    add_shape(out, &finding->reply);
}

void finding_id(const struct finding *finding, struct buffer *out)
{
    struct buffer kind = {0};
    uint32_t hash = 0x811C9DC5; /* FNV-1a, 32 bits */
    const char *reason = outcome_reason(&finding->right);
    finding_kind(finding, &kind);
    for (size_t i = 0; i < kind.len; i++)
        hash = (hash ^ (unsigned char)kind.at[i]) * 0x01000193;
    buffer_format(
        out, "found/%s%s%s-%s-%08" PRIx32,
        finding->operation != OPERATION_EXTRACT ? OPERATION_NAMES[finding->operation] : "",
        finding->operation != OPERATION_EXTRACT ? "-" : "", verdict_name(finding->verdict),
        finding->relation != NULL ? "relation"
        : reason[0] != '\0'       ? reason
                                  : "value",
        hash);
    buffer_free(&kind);
}

/* --- showing --- */

void finding_show_outcome(struct buffer *out, const char *label, const struct outcome *outcome)
{
    buffer_format(out, "  %-9s ", label);
    if (outcome->kind == OUTCOME_VALUE)
        visible_short(out, outcome->text, outcome->text_len, SHOWN);
    else if (outcome->detail[0] != '\0')
        visible_add(out, (const unsigned char *)outcome->detail, strlen(outcome->detail));
    else
        buffer_text(out, outcome_kind_name(outcome->kind));
    buffer_text(out, "\n");
}

void finding_show(const struct finding *finding, struct buffer *out)
{
    buffer_format(out, "%s  %zu bytes", verdict_name(finding->verdict), finding->reply.len);
    if (finding->before > finding->reply.len)
        buffer_format(out, " (of %zu)", finding->before);
    buffer_format(out, "\n  %-9s ", "reply");
    visible_short(out, (const unsigned char *)finding->reply.at, finding->reply.len, SHOWN);
    buffer_format(out, "\n");
    if (finding->operation != OPERATION_EXTRACT || finding->options_len > 0) {
        buffer_format(out, "  %-9s %s", "asked", OPERATION_NAMES[finding->operation]);
        for (size_t i = 0; i < finding->options_len; i++)
            buffer_format(out, " --%s=%s", finding->options[i].name, finding->options[i].value);
        buffer_text(out, "\n");
    }
    finding_show_outcome(out, "expected", &finding->right);
    finding_show_outcome(out, "got", &finding->got);
    if (finding->policy != NULL)
        buffer_format(out, "  %-9s %s\n", "policy", finding->policy);
    if (finding->relation != NULL) {
        buffer_format(out, "  %-9s %s\n  %-9s ", "relation", finding->relation, "other");
        visible_short(out, (const unsigned char *)finding->other.at, finding->other.len, SHOWN);
        buffer_text(out, "\n");
        finding_show_outcome(out, "other got", &finding->other_got);
    }
    if (finding->rules != NULL)
        buffer_format(out, "  %-9s %s (decided by %s)\n", "rules", finding->rules, finding->rule);
}

void finding_show_again(struct buffer *out, const char *id, const char *dir,
                        const struct options *options, const char *program)
{
    struct options own = *options;
    own.corpus = dir;
    buffer_format(out, "  %-9s ", "again");
    visible_shell(out, program);
    buffer_text(out, " run");
    options_again(&own, COMMAND_RUN, out);
    buffer_format(out, " --filter %s", id);
    options_testee(options, out);
    buffer_text(out, "\n");
}

/* --- as a case --- */

static const char *severity_of(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_HIJACK:
    case VERDICT_INVENTED: return SEVERITY_NAMES[SEVERITY_INTEGRITY];
    case VERDICT_CRASH:
    case VERDICT_TIMEOUT:
    case VERDICT_MEMORY:
    case VERDICT_FLOOD: return SEVERITY_NAMES[SEVERITY_RESOURCE];
    default: return SEVERITY_NAMES[SEVERITY_AVAILABILITY];
    }
}

/* {"text": …} keeps every byte of a value; the reply holds it, so that it is UTF-8. */
static void add_result(struct buffer *out, const struct outcome *outcome)
{
    if (outcome->kind == OUTCOME_VALUE) {
        buffer_text(out, "{\"text\": ");
        escape_json_bytes(out, outcome->text, outcome->text_len);
    } else {
        buffer_text(out, "{\"none\": ");
        escape_json(out, outcome_reason(outcome));
    }
    buffer_text(out, "}");
}

static void add_member(struct buffer *out, const char *name, const char *text)
{
    buffer_format(out, "  \"%s\": ", name);
    escape_json(out, text);
    buffer_text(out, ",\n");
}

static void add_options(struct buffer *out, const struct finding *finding)
{
    buffer_text(out, "  \"options\": {");
    for (size_t i = 0; i < finding->options_len; i++)
        buffer_format(out, "%s\"%s\": \"%s\"", i > 0 ? ", " : "", finding->options[i].name,
                      finding->options[i].value);
    buffer_text(out, "},\n");
}

static void add_rules(struct buffer *out, const char *rules)
{
    buffer_text(out, "  \"rules\": [");
    for (const char *at = rules; at != NULL && *at != '\0';) {
        size_t len = strcspn(at, " ");
        buffer_format(out, "%s\"%.*s\"", at == rules ? "" : ", ", (int)len, at);
        at += len + (at[len] == ' ' ? 1 : 0);
    }
    buffer_text(out, "],\n");
}

static void add_case(struct buffer *out, const struct finding *finding, const char *id)
{
    struct buffer title = {0};
    const char *reason = outcome_reason(&finding->right);
    buffer_format(&title, "Found by a campaign: %s, where %s%s is right",
                  verdict_name(finding->verdict),
                  finding->right.kind == OUTCOME_VALUE ? "a value" : "none: ", reason);
    buffer_text(out, "{\n");
    add_member(out, "id", id);
    add_member(out, "title", title.at);
    add_member(out, "operation", OPERATION_NAMES[finding->operation]);
    add_options(out, finding);
    buffer_text(out, "  \"result\": ");
    add_result(out, finding->policy != NULL ? &finding->plain : &finding->right);
    buffer_text(out, ",\n  \"acceptable\": [],\n  \"decoys\": [],\n  \"by_policy\": {");
    if (finding->policy != NULL) {
        buffer_format(out, "\"%s\": ", finding->policy);
        add_result(out, &finding->right);
    }
    buffer_text(out, "},\n");
    add_rules(out, finding->rules);
    add_member(out, "severity", severity_of(finding->verdict));
    add_member(out, "why", "Not written yet: what a wrong answer does to the program behind it.");
    buffer_text(out, "  \"source\": {\"kind\": \"campaign\", \"text\": \"synthetic\"},\n");
    buffer_text(out, "  \"since\": \"unreleased\"\n}\n");
    buffer_free(&title);
}

static bool complain(struct buffer *problem, const char *path)
{
    visible_add(problem, (const unsigned char *)path, strlen(path));
    buffer_format(problem, ": %s", strerror(errno));
    return false;
}

static bool make_folder(const char *path, struct buffer *problem)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || complain(problem, path);
}

static bool write_file(const char *path, const struct buffer *bytes, struct buffer *problem)
{
    struct output output;
    if (!output_open(&output, path, problem))
        return false;
    fwrite(bytes->at, 1, bytes->len, output.file);
    return output_commit(&output, problem);
}

/* The reply first: a case without its reply would stop each run. */
static bool write_case(const struct finding *finding, const char *path, const char *id,
                       struct buffer *problem)
{
    struct buffer text = {0};
    struct buffer name = {0};
    add_case(&text, finding, id);
    buffer_format(&name, "%s.reply", path);
    bool good = write_file(name.at, &finding->reply, problem);
    name.len = 0;
    buffer_format(&name, "%s.json", path);
    good = good && write_file(name.at, &text, problem);
    buffer_free(&name);
    buffer_free(&text);
    return good;
}

bool finding_write(const struct finding *finding, const char *dir, bool *fresh,
                   struct buffer *problem)
{
    struct buffer id = {0};
    struct buffer path = {0};
    struct buffer file = {0};
    finding_id(finding, &id);
    buffer_format(&path, "%s/cases", dir);
    bool good = make_folder(dir, problem) && make_folder(path.at, problem);
    buffer_text(&path, "/found");
    good = good && make_folder(path.at, problem);
    buffer_format(&file, "%s%s", path.at, strchr(id.at, '/'));
    buffer_free(&path);
    buffer_format(&path, "%s.json", file.at);
    *fresh = good && access(path.at, F_OK) != 0;
    if (*fresh)
        good = write_case(finding, file.at, id.at, problem);
    buffer_free(&id);
    buffer_free(&path);
    buffer_free(&file);
    return good;
}

/*
 * finding_json.c - findings, and what a program answered, as JSON.
 */
#include <string.h>

#include "base64.h"
#include "escape.h"
#include "finding.h"
#include "visible.h"

enum { TEXT_KEPT = 64 << 10 };

/* What a program printed, as evidence: long ones lose their end. */
static void add_printed(struct buffer *out, const struct outcome *outcome)
{
    size_t len = outcome->text_len < TEXT_KEPT ? outcome->text_len : TEXT_KEPT;
    escape_json_shown(out, outcome->text, len);
    if (len < outcome->text_len)
        buffer_format(out, ",\"bytes\":%zu", outcome->text_len);
}

void finding_outcome_json(struct buffer *out, const struct outcome *outcome)
{
    bool value = outcome->kind == OUTCOME_VALUE;
    buffer_format(out, "{\"%s\":", value ? "text" : outcome_kind_name(outcome->kind));
    if (outcome->kind == OUTCOME_NONE) {
        escape_json(out, outcome_reason(outcome));
    } else {
        add_printed(out, outcome);
        if (!value) {
            buffer_text(out, ",\"detail\":");
            escape_json_shown(out, outcome->detail, strlen(outcome->detail));
        }
    }
    buffer_text(out, "}");
}

static bool is_utf8(const struct buffer *bytes)
{
    struct buffer shown = {0};
    visible_utf8(&shown, (const unsigned char *)bytes->at, bytes->len);
    bool same = shown.len == bytes->len &&
                (bytes->len == 0 || memcmp(shown.at, bytes->at, bytes->len) == 0);
    buffer_free(&shown);
    return same;
}

static void add_reply(struct buffer *out, const struct buffer *reply)
{
    if (is_utf8(reply)) {
        buffer_text(out, "\"reply\":");
        escape_json_bytes(out, reply->at != NULL ? reply->at : "", reply->len);
        return;
    }
    buffer_text(out, "\"reply_base64\":\"");
    base64_add(out, reply->at, reply->len);
    buffer_text(out, "\"");
}

/* The relation, and the other of its two replies. */
static void add_relation(struct buffer *out, const struct finding *finding)
{
    buffer_format(out, ",\"relation\":\"%s\",\"other\":{", finding->relation);
    add_reply(out, &finding->other);
    buffer_text(out, ",\"got\":");
    finding_outcome_json(out, &finding->other_got);
    buffer_text(out, "}");
}

void finding_json(struct buffer *out, const char *id, const struct finding *finding)
{
    buffer_format(out, "{\"finding\":\"%s\",\"verdict\":\"%s\",\"operation\":\"%s\"", id,
                  verdict_name(finding->verdict), OPERATION_NAMES[finding->operation]);
    buffer_text(out, ",\"options\":{");
    for (size_t i = 0; i < finding->options_len; i++)
        buffer_format(out, "%s\"%s\":\"%s\"", i > 0 ? "," : "", finding->options[i].name,
                      finding->options[i].value);
    buffer_text(out, "}");
    if (finding->policy != NULL)
        buffer_format(out, ",\"policy\":\"%s\"", finding->policy);
    if (finding->relation != NULL)
        add_relation(out, finding);
    if (finding->rules != NULL)
        buffer_format(out, ",\"rules\":\"%s\"", finding->rules);
    buffer_text(out, ",\"expected\":");
    finding_outcome_json(out, &finding->right);
    buffer_text(out, ",\"got\":");
    finding_outcome_json(out, &finding->got);
    buffer_text(out, ",");
    add_reply(out, &finding->reply);
}

#define _POSIX_C_SOURCE 200809L
#include "commands.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"
#include "visible.h"

enum { SHOWN_REPLY = 64 << 10, RAW_CHUNK = 64 << 10 };

#define REPLY_INDENT "  | "

void command_complain(const struct buffer *problem)
{
    fprintf(stderr, "jets: %s\n", problem->at != NULL ? problem->at : "failed");
}

enum status command_open_corpus(const struct options *options, struct corpus *corpus)
{
    struct buffer problem = {0};
    char *dir = corpus_find(options->corpus, &problem);
    bool good = dir != NULL && corpus_open(corpus, dir, &problem);
    if (!good)
        command_complain(&problem);
    free(dir);
    buffer_free(&problem);
    return good ? STATUS_OK : STATUS_INTERNAL;
}

enum status command_close_stdout(void)
{
    bool failed = ferror(stdout) != 0;
    int error = EIO;
    if (fflush(stdout) != 0) {
        failed = true;
        error = errno;
    }
    bool left = failed && output_reader_left(stdout);
    if (fclose(stdout) != 0 && !failed) {
        failed = true;
        error = errno;
    }
    if (failed && !left)
        fprintf(stderr, "jets: standard output: %s\n", strerror(error));
    return failed ? STATUS_INTERNAL : STATUS_OK;
}

enum status command_close_text(const char *path)
{
    return output_text_stream(path) == stdout ? command_close_stdout() : STATUS_OK;
}

/* --- list --- */

static void list_entry(const struct corpus_entry *entry, size_t id_width)
{
    struct buffer title = {0};
    visible_add(&title, (const unsigned char *)entry->title, strlen(entry->title));
    printf("%-*s  %-12s  %-8s  %s\n", (int)id_width, entry->id, SEVERITY_NAMES[entry->severity],
           OPERATION_NAMES[entry->operation], title.at);
    buffer_free(&title);
}

static void list_entries(const struct corpus_entry **chosen, size_t len, bool details)
{
    size_t width = 0;
    for (size_t i = 0; i < len; i++) {
        size_t id_len = strlen(chosen[i]->id);
        width = id_len > width ? id_len : width;
    }
    for (size_t i = 0; i < len; i++) {
        if (details)
            list_entry(chosen[i], width);
        else
            puts(chosen[i]->id);
    }
}

enum status command_list(const struct options *options)
{
    struct corpus corpus;
    enum status status = command_open_corpus(options, &corpus);
    if (status != STATUS_OK)
        return status;
    size_t len = 0;
    struct buffer problem = {0};
    struct selection selection = options_selection(options);
    const struct corpus_entry **chosen = corpus_select(&corpus, &selection, &len, &problem);
    if (chosen == NULL) {
        command_complain(&problem);
        status = STATUS_USAGE;
    } else if (!corpus_is_in_order(chosen, len, &problem)) {
        command_complain(&problem);
        status = STATUS_INTERNAL;
    } else {
        list_entries(chosen, len, options->details);
        status = command_close_stdout();
    }
    free(chosen);
    buffer_free(&problem);
    corpus_free(&corpus);
    return status;
}

/* --- show --- */

static void show_text(struct buffer *out, const char *name, const char *text)
{
    if (text == NULL)
        return;
    buffer_format(out, "%-12s", name);
    visible_add(out, (const unsigned char *)text, strlen(text));
    buffer_text(out, "\n");
}

static void show_strings(struct buffer *out, const char *name, const struct case_strings *strings)
{
    struct buffer list = {0};
    for (size_t i = 0; i < strings->len; i++)
        buffer_format(&list, "%s%s", i > 0 ? ", " : "", strings->items[i]);
    show_text(out, name, list.at);
    buffer_free(&list);
}

/* On one line: the white space between tokens is how the case file is laid out, no more. */
static void show_value(struct buffer *out, const struct case_value *value)
{
    struct buffer compact = {0};
    answer_compact(&value->answer, 0, &compact);
    visible_add(out, (const unsigned char *)compact.at, compact.len);
    buffer_free(&compact);
}

static void show_result(struct buffer *out, const char *name, const struct case_result *result)
{
    buffer_format(out, "%-12s", name);
    if (result->policy != NULL)
        buffer_format(out, "%s: ", result->policy);
    if (result->none)
        buffer_format(out, "none%s%s", result->reason != NULL ? ": " : "",
                      result->reason != NULL ? result->reason : "");
    else
        show_value(out, &result->value);
    if (result->has_span)
        buffer_format(out, "  (%" PRIu64 " bytes from byte %" PRIu64 " on)", result->span_len,
                      result->span_at);
    if (result->why != NULL) {
        buffer_text(out, "  because ");
        visible_add(out, (const unsigned char *)result->why, strlen(result->why));
    }
    buffer_text(out, "\n");
}

static void show_results(struct buffer *out, const char *name, const struct case_results *results)
{
    for (size_t i = 0; i < results->len; i++)
        show_result(out, name, &results->items[i]);
}

static void show_request(struct buffer *out, const struct test_case *test)
{
    struct exec_option options[POLICY_COUNT];
    size_t len = case_options(test, options);
    buffer_format(out, "%-12s%s", "asked", OPERATION_NAMES[test->operation]);
    for (size_t i = 0; i < len; i++)
        buffer_format(out, " --%s=%s", options[i].name, options[i].value);
    buffer_text(out, "\n");
}

static void show_reply(struct buffer *out, const struct test_case *test)
{
    const struct reply *reply = &test->reply;
    buffer_format(out, "%-12s%" PRIu64 " bytes%s\n", "reply", reply->length,
                  reply->part_count > 0 ? ", made by a recipe" : "");
    if (reply->length > 0)
        reply_show(reply, test->result.span_at, test->result.span_len, SHOWN_REPLY, REPLY_INDENT,
                   out);
}

static void show_case(const struct test_case *test)
{
    struct buffer out = {0};
    show_text(&out, "case", test->id);
    show_text(&out, "title", test->title);
    show_text(&out, "severity", SEVERITY_NAMES[test->severity]);
    show_text(&out, "why", test->why);
    show_request(&out, test);
    show_result(&out, "expected", &test->result);
    show_results(&out, "acceptable", &test->acceptable);
    show_results(&out, "decoy", &test->decoys);
    show_results(&out, "by policy", &test->by_policy);
    show_strings(&out, "rules", &test->rules);
    show_text(&out, "source", test->source_kind);
    show_text(&out, "  url", test->source_url);
    show_text(&out, "  system", test->source_system);
    show_text(&out, "  text", test->source_text);
    show_text(&out, "since", test->since);
    show_text(&out, "retired", test->retired);
    show_strings(&out, "flags", &test->flags);
    show_text(&out, "twin", test->twin);
    show_text(&out, "notes", test->notes);
    show_reply(&out, test);
    fwrite(out.at, 1, out.len, stdout);
    buffer_free(&out);
}

/* Writes the reply's own bytes, a piece at a time. False where its file ends early. */
static bool write_raw(const struct reply *reply)
{
    unsigned char *chunk = memory_need(RAW_CHUNK);
    bool whole = true;
    for (uint64_t offset = 0; whole && offset < reply->length && !ferror(stdout);) {
        size_t len = reply_read(reply, offset, chunk, RAW_CHUNK);
        fwrite(chunk, 1, len, stdout);
        offset += len;
        whole = len > 0;
    }
    free(chunk);
    return whole;
}

static enum status show_loaded(const struct test_case *test, bool raw)
{
    if (!raw) {
        show_case(test);
    } else if (!write_raw(&test->reply)) {
        fprintf(stderr, "jets: %s: reply: cannot be read to its end\n", test->id);
        return STATUS_INTERNAL;
    }
    return command_close_stdout();
}

/* The id whose part behind the slash is the whole of word. */
static const char *id_with_slug(const struct corpus *corpus, const char *word)
{
    for (size_t i = 0; i < corpus->len; i++) {
        const char *slash = strchr(corpus->entries[i].id, '/');
        if (slash != NULL && strcmp(slash + 1, word) == 0)
            return corpus->entries[i].id;
    }
    return NULL;
}

static const char *id_that_contains(const struct corpus *corpus, const char *word)
{
    for (size_t i = 0; i < corpus->len; i++) {
        if (strstr(corpus->entries[i].id, word) != NULL)
            return corpus->entries[i].id;
    }
    return NULL;
}

static enum status unknown_case(const struct corpus *corpus, const char *id)
{
    const char **ids = memory_need((corpus->len + 1) * sizeof *ids);
    for (size_t i = 0; i < corpus->len; i++)
        ids[i] = corpus->entries[i].id;
    ids[corpus->len] = NULL;
    const char *nearest = id_with_slug(corpus, id);
    if (nearest == NULL)
        nearest = words_nearest(ids, id);
    if (nearest == NULL)
        nearest = id_that_contains(corpus, id);
    struct buffer problem = {0};
    buffer_text(&problem, "show: no case \"");
    visible_short(&problem, (const unsigned char *)id, strlen(id), 100);
    buffer_text(&problem, "\"");
    if (nearest != NULL)
        buffer_format(&problem, "; did you mean %s?", nearest);
    command_complain(&problem);
    buffer_free(&problem);
    free(ids);
    return STATUS_USAGE;
}

enum status command_show(const struct options *options)
{
    struct corpus corpus;
    enum status status = command_open_corpus(options, &corpus);
    if (status != STATUS_OK)
        return status;
    struct test_case test;
    struct buffer problem = {0};
    if (corpus_entry(&corpus, options->id) == NULL) {
        status = unknown_case(&corpus, options->id);
    } else if (!case_load(&test, corpus.dir, options->id, &problem)) {
        command_complain(&problem);
        status = STATUS_INTERNAL;
    } else {
        status = show_loaded(&test, options->raw);
        case_free(&test);
    }
    buffer_free(&problem);
    corpus_free(&corpus);
    return status;
}

/*
 * Runs the examples of conformance/SPEC.md, whose first paragraph explains their form, against the
 * oracle: oracle_spec [SPEC.md]. Exit status 1 where one fails or none is found.
 */
#include "oracle/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const reasons[] = {
    "answer",   "empty", "no-candidate", "unterminated-reasoning", "unterminated-value",
    "too-deep", "shape", "ambiguous",    "broken-value",           "duplicate-name"};
static const char *const expects[] = {"container", "object", "array", "any", NULL};
static const char *const selects[] = {"only", "longest", "first", "last", NULL};
static const char *const names[] = {"unique", "any", NULL};
static const char *const reasonings[] = {"closed", "fallback", NULL};
static const char *const starts[] = {"auto", "inside", "outside", NULL};

static int number_of(const char *const *words, const char *word)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    fprintf(stderr, "oracle_spec: unknown word %s\n", word);
    exit(2);
}

/* Reads one NAME=VALUE. */
static void read_option(char *text, struct oracle_options *o)
{
    char *value = strchr(text, '=');

    if (value == NULL) {
        fprintf(stderr, "oracle_spec: no option: %s\n", text);
        exit(2);
    }
    *value++ = '\0';
    if (strcmp(text, "expect") == 0) {
        o->expect = (enum oracle_expect)number_of(expects, value);
    } else if (strcmp(text, "select") == 0) {
        o->select = (enum oracle_select)number_of(selects, value);
    } else if (strcmp(text, "names") == 0) {
        o->names = (enum oracle_names)number_of(names, value);
    } else if (strcmp(text, "reasoning") == 0) {
        o->reasoning = (enum oracle_reasoning)number_of(reasonings, value);
    } else if (strcmp(text, "starts") == 0) {
        o->starts = (enum oracle_starts)number_of(starts, value);
    } else {
        fprintf(stderr, "oracle_spec: unknown option %s\n", text);
        exit(2);
    }
}

static void trim_end(char *text)
{
    size_t len = strlen(text);

    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\n')) {
        text[--len] = '\0';
    }
}

/* Cuts the options in parentheses off the end of a line. */
static void cut_options(char *line, struct oracle_options *o)
{
    char *open = strrchr(line, '(');
    size_t len = strlen(line);

    if (open == NULL || len == 0 || line[len - 1] != ')') {
        return;
    }
    line[len - 1] = '\0';
    for (char *word = strtok(open + 1, ", "); word != NULL; word = strtok(NULL, ", ")) {
        read_option(word, o);
    }
    *open = '\0';
}

/* Puts a line feed for each of its signs. */
static void unfold(char *text)
{
    static const char sign[] = "⏎";
    char *at;

    while ((at = strstr(text, sign)) != NULL) {
        *at = '\n';
        memmove(at + 1, at + strlen(sign), strlen(at + strlen(sign)) + 1);
    }
}

/* The result in the form of the examples; the caller frees it. */
static char *text_of_result(const char *reply, const struct oracle_result *r)
{
    size_t size = r->length + 64;
    char *text = malloc(size);

    if (text == NULL) {
        abort();
    }
    if (r->reason == ORACLE_ANSWER) {
        snprintf(text, size, "%.*s", (int)r->length, reply + r->offset);
    } else {
        snprintf(text, size, "none: %s", reasons[r->reason]);
    }
    return text;
}

/* Returns whether the example holds. */
static bool run_example(char *line)
{
    static const char arrow[] = " → ";
    struct oracle_options o = {0};
    struct oracle_result result;
    char *expected = strstr(line, arrow);
    char *got;
    bool holds;

    if (expected == NULL) {
        fprintf(stderr, "oracle_spec: no arrow: %s\n", line);
        return false;
    }
    *expected = '\0';
    expected += strlen(arrow);
    trim_end(line);
    trim_end(expected);
    cut_options(expected, &o);
    trim_end(expected);
    unfold(line);
    unfold(expected);
    result = oracle_extract(line, strlen(line), &o);
    got = text_of_result(line, &result);
    holds = strcmp(got, expected) == 0;
    if (!holds) {
        fprintf(stderr, "oracle_spec: %s\n  expected %s\n  got      %s\n", line, expected, got);
    }
    free(got);
    return holds;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "conformance/SPEC.md";
    FILE *file = fopen(path, "r");
    char line[4096];
    bool inside = false;
    int count = 0;
    int failed = 0;

    if (file == NULL) {
        perror(path);
        return 2;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        trim_end(line);
        if (strncmp(line, "```", 3) == 0 && (inside || strcmp(line, "```example") == 0)) {
            inside = !inside;
        } else if (inside) {
            count++;
            failed += !run_example(line);
        }
    }
    fclose(file);
    printf("%d examples, %d failed\n", count, failed);
    return failed > 0 || count == 0;
}

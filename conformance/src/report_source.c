#define _POSIX_C_SOURCE 200809L
#include "report_source.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "visible.h"

enum { LINE_MAX_BYTES = 64 << 20 };

bool source_fail(struct source *source, const char *why)
{
    buffer_text(&source->problem, why);
    return false;
}

bool source_open(struct source *source, const char *path)
{
    struct stat status;
    bool standard = strcmp(path, "-") == 0;
    source->name = standard ? "standard input" : path;
    source->file = standard ? stdin : fopen(path, "r");
    if (source->file == NULL)
        return source_fail(source, strerror(errno));
    if (fstat(fileno(source->file), &status) == 0 && S_ISDIR(status.st_mode))
        return source_fail(source, "expected a file, found a directory");
    return true;
}

void source_close(struct source *source)
{
    if (source->file != NULL && source->file != stdin)
        fclose(source->file);
}

bool source_line(struct source *source, struct buffer *text)
{
    int c = EOF;
    text->len = 0;
    buffer_add(text, "", 0);
    while (text->len <= LINE_MAX_BYTES && (c = getc(source->file)) != EOF && c != '\n') {
        char byte = (char)c;
        buffer_add(text, &byte, 1);
    }
    if (ferror(source->file))
        return source_fail(source, strerror(errno));
    if (c == EOF && text->len == 0)
        return false;
    source->line++;
    if (text->len > LINE_MAX_BYTES)
        return source_fail(source, "expected a line of at most 64 MB");
    return true;
}

void source_complain(const struct source *source)
{
    struct buffer message = {0};
    visible_add(&message, (const unsigned char *)source->name, strlen(source->name));
    if (source->line > 0)
        buffer_format(&message, ": line %zu", source->line);
    buffer_format(&message, ": %s", source->problem.at);
    command_complain(&message);
    buffer_free(&message);
}

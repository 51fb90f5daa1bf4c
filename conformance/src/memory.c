#include "memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status.h"

void memory_out(void)
{
    fputs("jets: out of memory\n", stderr);
    exit(STATUS_INTERNAL);
}

void *memory_given(void *p)
{
    if (p == NULL)
        memory_out();
    return p;
}

void *memory_need(size_t size)
{
    return memory_given(malloc(size > 0 ? size : 1));
}

void *memory_grow(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        memory_out();
    size_t bytes = count * size;
    return memory_given(realloc(old, bytes > 0 ? bytes : 1));
}

char *memory_copy(const void *bytes, size_t len)
{
    char *copy = memory_need(len + 1);
    if (len > 0)
        memcpy(copy, bytes, len);
    copy[len] = '\0';
    return copy;
}

static void buffer_reserve(struct buffer *buffer, size_t more)
{
    if (more < buffer->cap - buffer->len)
        return;
    size_t cap = buffer->cap < 64 ? 64 : buffer->cap * 2;
    if (cap - buffer->len <= more)
        cap = buffer->len + more + 1;
    buffer->at = memory_grow(buffer->at, cap, 1);
    buffer->cap = cap;
}

void buffer_add(struct buffer *buffer, const void *bytes, size_t len)
{
    buffer_reserve(buffer, len);
    if (len > 0)
        memcpy(buffer->at + buffer->len, bytes, len);
    buffer->len += len;
    buffer->at[buffer->len] = '\0';
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_add(buffer, text, strlen(text));
}

void buffer_format(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (len < 0)
        return;
    buffer_reserve(buffer, (size_t)len);
    va_start(arguments, format);
    vsnprintf(buffer->at + buffer->len, (size_t)len + 1, format, arguments);
    va_end(arguments);
    buffer->len += (size_t)len;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->at);
    *buffer = (struct buffer){0};
}

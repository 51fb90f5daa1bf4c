/*
 * cost_hooks.h - included in front of each file of the library where fuzz_cost is built: what the C
 * library reads or writes for it is counted too, a byte at a time. Its own work is counted by basic
 * blocks (-fsanitize-coverage=trace-pc).
 */
#ifndef JETS_FUZZ_COST_HOOKS_H
#define JETS_FUZZ_COST_HOOKS_H

#include <stddef.h>
#include <string.h>

void *fuzz_cost_memchr(const void *text, int c, size_t len);
int fuzz_cost_memcmp(const void *a, const void *b, size_t len);
void *fuzz_cost_memcpy(void *to, const void *from, size_t len);
void *fuzz_cost_memmove(void *to, const void *from, size_t len);
void *fuzz_cost_memset(void *at, int c, size_t len);
size_t fuzz_cost_strlen(const char *text);

#define memchr(text, c, len) fuzz_cost_memchr(text, c, len)
#define memcmp(a, b, len) fuzz_cost_memcmp(a, b, len)
#define memcpy(to, from, len) fuzz_cost_memcpy(to, from, len)
#define memmove(to, from, len) fuzz_cost_memmove(to, from, len)
#define memset(at, c, len) fuzz_cost_memset(at, c, len)
#define strlen(text) fuzz_cost_strlen(text)

#endif

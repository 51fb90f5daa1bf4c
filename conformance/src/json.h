/*
 * json.h - cJSON, for reports and small files, where memory may run out: it does not tell that from
 * what is no JSON, and would leave a member out. Here that ends the program, as memory.h says.
 */
#ifndef JETS_JSON_H
#define JETS_JSON_H

#include <cjson/cJSON.h>
#include <stddef.h>

/* The value, for cJSON_Delete; NULL where the text is none that cJSON reads. */
cJSON *json_parse(const char *text, size_t len);

/* The same of a text with a NUL at its end, behind which nothing but white space may stand. */
cJSON *json_parse_whole(const char *text, size_t len);

/* Gives an object one more member; item is the object's then. */
void json_add(cJSON *object, const char *name, cJSON *item);

/* Puts a number in the place of a member, or adds it. */
void json_set_number(cJSON *object, const char *name, double number);

#endif

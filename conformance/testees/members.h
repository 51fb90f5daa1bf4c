/* members.h - what the testees share that take an object apart. */
#ifndef JETS_TESTEES_MEMBERS_H
#define JETS_TESTEES_MEMBERS_H

#include "decode.h"

struct member {
    struct text name; /* decoded; owned */
    struct span literal;
    struct span value;
};

struct members {
    struct member *at;
    size_t count;
    size_t cap;
};

static inline bool same_name(const struct member *a, const struct member *b)
{
    return a->name.len == b->name.len && memcmp(a->name.at, b->name.at, a->name.len) == 0;
}

/* Without a look at whether a name is there already. */
static inline void add_member(struct members *members, struct member member)
{
    if (members->count == members->cap) {
        members->cap = members->cap * 2 + 8;
        struct member *more = realloc(members->at, members->cap * sizeof *more);
        if (more == NULL)
            exit(STATUS_BROKEN);
        members->at = more;
    }
    members->at[members->count++] = member;
}

/* A member of a name that is there already takes its place. */
static inline void put_member(struct members *members, struct member member)
{
    for (size_t i = 0; i < members->count; i++) {
        if (same_name(&members->at[i], &member)) {
            free(members->at[i].name.at);
            members->at[i] = member;
            return;
        }
    }
    add_member(members, member);
}

/* Reads the members of the valid object, each into `put`. */
static inline void read_members(struct members *members, struct text text, struct span object,
                                void (*put)(struct members *, struct member))
{
    size_t work = 0;
    size_t at = skip_space(text, object.at + 1);
    while (text.at[at] == '"') {
        struct span literal = {at, string_end(text, at) - at};
        size_t value = name_end(text, at);
        size_t end = value_end(text, value, &work);
        if (end == 0) /* deeper than the reader goes */
            return;
        put(members, (struct member){decode_string(text, literal), literal, {value, end - value}});
        at = skip_space(text, end);
        if (text.at[at] == ',')
            at = skip_space(text, at + 1);
    }
}

static inline int by_name(const void *left, const void *right)
{
    const struct member *a = left;
    const struct member *b = right;
    size_t shorter = a->name.len < b->name.len ? a->name.len : b->name.len;
    int order = memcmp(a->name.at, b->name.at, shorter);
    if (order != 0)
        return order;
    return (a->name.len > b->name.len) - (a->name.len < b->name.len);
}

static inline void free_members(struct members *members)
{
    for (size_t i = 0; i < members->count; i++)
        free(members->at[i].name.at);
    free(members->at);
}

static inline bool object_repeats_name(struct text text, size_t at)
{
    struct members members = {NULL, 0, 0};
    bool repeats = false;
    read_members(&members, text, (struct span){at, 0}, add_member);
    if (members.count > 1)
        qsort(members.at, members.count, sizeof *members.at, by_name);
    for (size_t i = 1; i < members.count; i++)
        repeats = repeats || same_name(&members.at[i - 1], &members.at[i]);
    free_members(&members);
    return repeats;
}

/* True where an object in the valid value, at any depth, repeats a name. */
static inline bool names_repeat(struct text text, struct span value)
{
    for (size_t at = value.at; at < value.at + value.len; at++) {
        if (text.at[at] == '"')
            at = string_end(text, at) - 1;
        else if (text.at[at] == '{' && object_repeats_name(text, at))
            return true;
    }
    return false;
}

#endif

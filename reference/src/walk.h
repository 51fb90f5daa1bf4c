/*
 * The grammar of a value between its tokens (SPEC section 2), written once and compiled for each
 * way of passing over runs of bytes: by table, as below, and with vector instructions in vector.c.
 * Who includes this may define WALK, the function's name, and then also WINDOWS, a type for what
 * the others remember, and PLAIN_END, WHITE_END and DIGITS_END (windows, text, from, len): the
 * first place from `from` on that is not plain (inside a string), not white, not a digit; or len.
 *
 * What pays here: no state is looked up between tokens, since each has its place in the code; the
 * processor then learns what follows what. And no token is read twice but a number that the reply
 * cuts off or that is none.
 */
#include "value.h"

#ifndef WALK
#define WALK value_read_portable
#define WINDOWS char
#define PLAIN_END(windows, text, from, len) skip(text, from, len, B_PLAIN)
#define WHITE_END(windows, text, from, len) skip(text, from, len, B_WHITE)
#define DIGITS_END(windows, text, from, len) skip(text, from, len, B_DIGIT)
#endif

#ifndef WALK_PART
#define WALK_PART_(walk, part) walk##part
#define WALK_PART(walk, part) WALK_PART_(walk, part)
#endif
#define NUMBER_END WALK_PART(WALK, _number)
#define LITERAL_END WALK_PART(WALK, _literal)
#define STRING_END WALK_PART(WALK, _string)

/* Behind the number at i; 0 where it is none, or nothing follows it yet. */
static inline size_t NUMBER_END(WINDOWS *windows, const unsigned char *text, size_t i, size_t len)
{
    size_t from = i + (text[i] == '-');
    (void)windows;
    if (from == len || !byte_is(text[from], B_DIGIT))
        return 0;
    i = from + 1;
    if (text[from] != '0' && i < len && byte_is(text[i], B_DIGIT))
        i = DIGITS_END(windows, text, i, len);
    if (i < len && text[i] == '.') {
        from = i + 1;
        i = DIGITS_END(windows, text, from, len);
        if (i == from)
            return 0;
    }
    if (i < len && (text[i] == 'e' || text[i] == 'E')) {
        from = i + 1;
        from += from < len && (text[from] == '+' || text[from] == '-');
        i = DIGITS_END(windows, text, from, len);
        if (i == from)
            return 0;
    }
    return i < len ? i : 0;
}

/* The same for a literal; it needs one byte behind it too, to be short. */
static inline size_t LITERAL_END(const unsigned char *text, size_t i, size_t len)
{
    if (len - i < 5)
        return 0;
    if (memcmp(text + i, "true", 4) == 0 || memcmp(text + i, "null", 4) == 0)
        return i + 4;
    return memcmp(text + i, "false", 5) == 0 ? i + 5 : 0;
}

/* Goes on inside a string: VALUE_DONE behind its closing quote. */
static inline enum value_step STRING_END(struct jets_value *v, WINDOWS *windows,
                                         const unsigned char *text, size_t *at, size_t len)
{
    (void)windows;
    v->state = V_STRING;
    for (;;) {
        enum value_step step;
        size_t i = *at = PLAIN_END(windows, text, *at, len);
        if (i == len)
            return VALUE_MORE;
        if (text[i] == '"') {
            *at = i + 1;
            return VALUE_DONE;
        }
        if (text[i] == '\\' && len - i > 1 && is_short_escape(text[i + 1])) {
            *at = i + 2;
            continue;
        }
        step = value_odd(v, text, at, len);
        if (*at == len || step != VALUE_MORE)
            return step;
    }
}

/* Stands between tokens, in front of a byte c that is not white. */
#define ENTER(between)                         \
    v->state = (between);                      \
    if (i == len || (c = text[i]) <= ' ') {    \
        i = WHITE_END(&windows, text, i, len); \
        if (i == len)                          \
            goto more;                         \
        c = text[i];                           \
    }

enum value_step WALK(struct jets_value *v, const unsigned char *text, size_t *at, size_t len)
{
    WINDOWS windows = {0};
    size_t i = *at;
    size_t end;
    bool object = v->depth > 0 && bit_get(v->object, v->depth - 1);
    unsigned char c;
    enum value_step step = VALUE_MORE;

    if (v->state > V_STRING && v->state < V_DONE)
        step = value_rest(v, text, &i, len);
    if (step != VALUE_MORE)
        goto out;
    switch (v->state) {
    case V_VALUE: goto value;
    case V_FIRST_ELEMENT: goto first_element;
    case V_FIRST_NAME: goto first_name;
    case V_NAME: goto name;
    case V_COLON: goto colon;
    case V_AFTER: goto after;
    case V_DONE: step = VALUE_DONE; goto out;
    case V_STRING: step = STRING_END(v, &windows, text, &i, len); break;
    default: goto out;
    }
    if (step != VALUE_DONE)
        goto out;
    if (!v->name)
        goto after;

colon:
    ENTER(V_COLON);
    if (c != ':')
        goto broken;
    i++;
    if (i < len && text[i] == ' ') /* one space, or none, is what most writers put here */
        i++;
value:
    ENTER(V_VALUE);
value_byte:
    if (c == '"') {
        v->holds = true;
        v->name = false;
        i++;
        step = STRING_END(v, &windows, text, &i, len);
        if (step != VALUE_DONE)
            goto out;
    } else if (c == '{' || c == '[') {
        if (v->depth == v->limit) {
            step = VALUE_DEEP;
            goto out;
        }
        object = c == '{';
        bit_set(v->object, v->depth++, object);
        v->holds |= v->depth > 1;
        i++;
        if (object)
            goto first_name;
        goto first_element;
    } else {
        end = c <= '9' ? NUMBER_END(&windows, text, i, len) : LITERAL_END(text, i, len);
        if (end > 0) {
            i = end;
        } else {
            step = value_scalar(v, text, &i, len);
            if (step != VALUE_MORE || v->state != V_AFTER)
                goto out;
        }
    }
after:
    if (v->depth == 0) {
        v->state = V_DONE;
        step = VALUE_DONE;
        goto out;
    }
    ENTER(V_AFTER);
    if (c == ',') {
        i++;
        if (!object)
            goto value;
        goto name;
    }
close:
    if (c != (object ? '}' : ']'))
        goto broken;
    i++;
    v->depth--;
    object = v->depth > 0 && bit_get(v->object, v->depth - 1);
    goto after;

first_element:
    ENTER(V_FIRST_ELEMENT);
    if (c == ']')
        goto close;
    goto value_byte;

first_name:
    ENTER(V_FIRST_NAME);
    if (c == '}')
        goto close;
    goto name_byte;
name:
    ENTER(V_NAME);
name_byte:
    if (c != '"')
        goto broken;
    v->holds = v->name = true;
    i++;
    step = STRING_END(v, &windows, text, &i, len);
    if (step != VALUE_DONE)
        goto out;
    goto colon;

broken:
    step = VALUE_BROKEN;
    goto out;
more:
    step = VALUE_MORE;
out:
    *at = i;
    return step;
}

#undef ENTER
#undef NUMBER_END
#undef LITERAL_END
#undef STRING_END

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
#define WINDOWS const char
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
#define STRING_END WALK_PART(WALK, _string_end)
#define STRING WALK_PART(WALK, _string)
#define SCALAR WALK_PART(WALK, _scalar)
#define BETWEEN WALK_PART(WALK, _between)

/* Behind the number at i; 0 where it is none, or nothing follows it yet. */
ALWAYS_INLINE size_t NUMBER_END(WINDOWS *windows, const unsigned char *text, size_t i, size_t len)
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
ALWAYS_INLINE size_t LITERAL_END(const unsigned char *text, size_t i, size_t len)
{
    if (len - i < 5)
        return 0;
    if (memcmp(text + i, "true", 4) == 0 || memcmp(text + i, "null", 4) == 0)
        return i + 4;
    return memcmp(text + i, "false", 5) == 0 ? i + 5 : 0;
}

/* Goes on inside a string: VALUE_DONE behind its closing quote. */
ALWAYS_INLINE enum value_step STRING_END(struct jets_value *v, WINDOWS *windows,
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

/* The string at *at, a name or a value. */
ALWAYS_INLINE enum value_step STRING(struct jets_value *v, WINDOWS *windows,
                                     const unsigned char *text, size_t *at, size_t len, bool name)
{
    v->holds = true;
    v->name = name;
    ++*at;
    return STRING_END(v, windows, text, at, len);
}

/* The value at *at, where c stands, no container: VALUE_DONE behind it. */
ALWAYS_INLINE enum value_step SCALAR(struct jets_value *v, WINDOWS *windows,
                                     const unsigned char *text, size_t *at, size_t len, int c)
{
    size_t end;
    enum value_step step;
    if (c == '"')
        return STRING(v, windows, text, at, len, false);
    end = c <= '9' ? NUMBER_END(windows, text, *at, len) : LITERAL_END(text, *at, len);
    if (end > 0) {
        *at = end;
        return VALUE_DONE;
    }
    step = value_scalar(v, text, at, len);
    return step == VALUE_MORE && v->state == V_AFTER ? VALUE_DONE : step;
}

/* Goes between tokens, in front of a byte that is not white, and gives it; -1 at the end. */
ALWAYS_INLINE int BETWEEN(struct jets_value *v, enum state state, WINDOWS *windows,
                          const unsigned char *text, size_t *at, size_t len)
{
    unsigned char c;
    (void)windows;
    v->state = (unsigned char)state;
    if (*at < len && (c = text[*at]) > ' ')
        return c;
    *at = WHITE_END(windows, text, *at, len);
    return *at < len ? text[*at] : -1;
}

#define ENTER(state)                                  \
    c = BETWEEN(v, (state), &windows, text, &i, len); \
    if (c < 0)                                        \
    goto more

/* Each state between tokens has its label, and the code goes from one to the next as the grammar
   does: so the function is long, and plain. */
/* NOLINTNEXTLINE(readability-function-size) */
enum value_step WALK(struct jets_value *v, const unsigned char *text, size_t *at, size_t len)
{
    WINDOWS windows = {0};
    size_t i = *at;
    int c;
    bool object = v->depth > 0 && bit_get(v->object, v->depth - 1);
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
    case V_STRING: break;
    default: goto out;
    }
    step = STRING_END(v, &windows, text, &i, len);
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
    if (c == '{' || c == '[')
        goto open;
    step = SCALAR(v, &windows, text, &i, len, c);
    if (step != VALUE_DONE)
        goto out;
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

open:
    object = c == '{';
    if (!value_push(v, object)) {
        step = VALUE_DEEP;
        goto out;
    }
    v->holds |= v->depth > 1;
    i++;
    if (object)
        goto first_name;

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
    step = STRING(v, &windows, text, &i, len, true);
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
#undef STRING
#undef SCALAR
#undef BETWEEN

/*
 * habit.h - the frame of an extractor that has one habit of real code, and is careful where that
 * habit does not matter: it tries the whole reply first, splits reasoning off at the first
 * `</think>` behind which it then looks, steps over broken values, and gives up where two values
 * differ or a name is repeated. A testee fills in the one step that it does otherwise.
 */
#ifndef JETS_TESTEES_HABIT_H
#define JETS_TESTEES_HABIT_H

#include "members.h"

/* Every step may be NULL: the careful one is taken. */
struct habit {
    /* Changes the reply before anything is read. */
    void (*prepare)(struct text *text);
    /* True where the whole text from an offset on is one value, which it then gives. */
    bool (*whole)(struct text text, size_t from, struct span *span);
    /* Offset behind the reasoning, 0 where there is none. */
    size_t (*reasoning)(struct text text);
    /* The answer in text that is no value as a whole. */
    struct span (*find)(struct text text, size_t from, enum expect expect);
    /* Changes text in which nothing was found, so that it is tried once more. */
    void (*repair)(struct text *text);
    /* An object that repeats a name is as good as another. */
    bool repeats_names;
    /* Prints what was found, of length 0 for nothing. The exit status. */
    int (*print)(struct text text, struct span span, enum expect expect);
    /* `strings`: prints those of an array that was found, of length 0 for none. */
    int (*strings)(struct text text, struct span array);
    /* `complete`. */
    bool (*complete)(struct text text);
};

/* ---- the careful scan ---- */

struct scan {
    struct text text;
    size_t at;
    size_t work; /* bytes read in vain, see WORK_MAX */
    bool broken; /* an object that is no JSON was stepped over, or never ends */
};

/* The next value; false where there is none. What cannot be read is stepped over as a whole. */
static inline bool next_value(struct scan *scan, struct span *value)
{
    struct text text = scan->text;
    for (; scan->at < text.len && scan->work < WORK_MAX; scan->at++) {
        if (!is_opener(text.at[scan->at]))
            continue;
        size_t end = value_end(text, scan->at, &scan->work);
        if (end != 0) {
            *value = (struct span){scan->at, end - scan->at};
            scan->at = end;
            return true;
        }
        size_t inside = skip_space(text, scan->at + 1);
        bool attempt = text.at[scan->at] == '{' && inside < text.len && text.at[inside] == '"';
        size_t over = balanced_end(text, scan->at);
        scan->work += (over == 0 ? text.len : over) - scan->at;
        scan->broken = scan->broken || attempt;
        if (over != 0)
            scan->at = over - 1;
        else if (attempt)
            break;
    }
    return false;
}

static inline bool same_bytes(struct text text, struct span a, struct span b)
{
    return a.len == b.len && memcmp(text.at + a.at, text.at + b.at, a.len) == 0;
}

/* The only value of the type; none where two differ, or an object is broken. */
static inline struct span find_only(struct text text, size_t from, enum expect expect)
{
    struct scan scan = {text, from, 0, false};
    struct span only = {0, 0};
    struct span value;
    while (next_value(&scan, &value)) {
        if (!admits(expect, text.at[value.at]))
            continue;
        if (only.len > 0 && !same_bytes(text, only, value))
            return (struct span){0, 0};
        only = value;
    }
    return scan.broken ? (struct span){0, 0} : only;
}

/* ---- the frame ---- */

static inline struct span habit_extract(const struct habit *habit, struct text text,
                                        enum expect expect)
{
    bool (*is_whole)(struct text, size_t, struct span *) =
        habit->whole != NULL ? habit->whole : whole_value;
    struct span span = {0, 0};
    if (is_whole(text, 0, &span))
        return admits(expect, text.at[span.at]) ? span : (struct span){0, 0};
    size_t from = habit->reasoning != NULL ? habit->reasoning(text) : reasoning_end(text);
    if (from > 0 && is_whole(text, from, &span))
        return admits(expect, text.at[span.at]) ? span : (struct span){0, 0};
    return habit->find != NULL ? habit->find(text, from, expect) : find_only(text, from, expect);
}

static inline int habit_print(const struct habit *habit, const struct arguments *arguments,
                              struct text text, struct span span)
{
    if (arguments->operation == STRINGS)
        return habit->strings != NULL ? habit->strings(text, span) : print_strings(text, span);
    return habit->print != NULL ? habit->print(text, span, arguments->expect)
                                : print_span(text, span);
}

/* The whole program. The status to exit with. */
static inline int run_habit(int argc, char **argv, const struct habit *habit)
{
    struct arguments arguments = read_arguments(argc, argv);
    enum expect expect = arguments.operation == STRINGS ? ARRAY : arguments.expect;
    if (!arguments.understood)
        return STATUS_UNSUPPORTED;
    struct text text = read_input();
    if (habit->prepare != NULL)
        habit->prepare(&text);
    int status;
    if (arguments.operation == COMPLETE) {
        bool done = habit->complete != NULL ? habit->complete(text) : is_finished(text);
        status = print_text(done ? "true" : "false");
    } else {
        struct span span = habit_extract(habit, text, expect);
        if (span.len == 0 && habit->repair != NULL) {
            habit->repair(&text);
            span = habit_extract(habit, text, expect);
        }
        if (!habit->repeats_names && names_repeat(text, span))
            span.len = 0;
        status = habit_print(habit, &arguments, text, span);
    }
    free(text.at);
    return status;
}

#endif

/*
 * fuzz_answer: the runner's exact equality is equality. Of up to four texts, separated by bytes of
 * 0x1E, those that are values are compared with each other, each way round, and with a copy of the
 * first in another spelling: the runner says the same as a model that compares decimals of any size
 * digit by digit and members one by one; so it is reflexive, symmetric and transitive, which is
 * checked apart from the model too. A difference is told exactly where there is one; equal as
 * decimals is equal as binary64; what is read with its white space left out is the same value; and
 * whether a value is a slice of another's text is what trying every place says. What is no value is
 * refused, at a place in the text.
 */
#include "answers.h"
#include "fuzz.h"
#include "maker.h"

#include "doubles.h"

#include <stdlib.h>
#include <string.h>

enum {
    TEXTS = 4,
    ALL = TEXTS + 1, /* with the copy in another spelling */
    SEPARATOR = 0x1E,
    LEVELS = 200,
    NODES = 150 /* where quadratic time is still short */
};

struct value {
    unsigned char *text; /* owned */
    size_t len;
    struct model *model; /* NULL: none, or too large */
    struct answer answer;
};

/* What is no value at all, the runner refuses. */
static void check_refused(const struct value *v)
{
    struct model *deep = model_read(v->text, v->len, (unsigned)v->len);
    struct answer answer;
    size_t where = v->len + 1;

    if (deep == NULL) {
        CHECK(answer_read(&answer, v->text, v->len, UINT32_MAX, &where) == ANSWER_MALFORMED,
              "the runner refuses what is no value");
        CHECK(where <= v->len, "and says where: at %zu of %zu", where, v->len);
    }
    model_free(deep);
}

static void read_one(struct value *v)
{
    v->model = model_read(v->text, v->len, LEVELS);
    if (v->model == NULL) {
        check_refused(v);
        return;
    }
    if (model_size(v->model) > NODES) {
        model_free(v->model);
        v->model = NULL;
        return;
    }
    CHECK(answer_read(&v->answer, v->text, v->len, UINT32_MAX, NULL) == ANSWER_OK,
          "the runner reads the value");
    check_answer(&v->answer, v->model);
}

static void free_one(struct value *v)
{
    model_free(v->model);
    answer_free(&v->answer);
    free(v->text);
}

/* Cuts the input at its separators. Returns how many texts there are. */
static unsigned cut(const struct fuzz_input *input, struct value values[ALL])
{
    unsigned count = 0;
    size_t at = 0;

    while (count < TEXTS && at <= input->len) {
        const unsigned char *from = input->reply + at;
        const unsigned char *end =
            count + 1 < TEXTS ? memchr(from, SEPARATOR, input->len - at) : NULL;
        size_t len = end != NULL ? (size_t)(end - from) : input->len - at;

        values[count].text = fuzz_copy(from, len);
        values[count++].len = len;
        at += len + 1;
    }
    return count;
}

/* Writes the first value in another spelling. False where there is none. */
static bool respell(const struct value *from, uint64_t seed, struct value *to)
{
    struct maker m = {.max = 16 * from->len + 64, .state = seed};

    if (from->model == NULL)
        return false;
    m.at = fuzz_allocate(m.max);
    maker_respell(&m, from->model);
    CHECK(m.len < m.max, "there is room for another spelling");
    to->text = fuzz_copy(m.at, m.len);
    to->len = m.len;
    free(m.at);
    return true;
}

static bool equal(const struct value *a, const struct value *b)
{
    bool same = true;

    CHECK(answer_equal(&a->answer, &b->answer, &same) == ANSWER_OK, "two values are compared");
    return same;
}

/* A line for people where they differ, and nothing else. */
static void check_difference(const struct value *a, const struct value *b, bool same)
{
    struct buffer told = {0};

    CHECK(answer_difference(&a->answer, &b->answer, &told) == ANSWER_OK, "a difference is told");
    CHECK((told.len == 0) == same, "told: %s", told.len > 0 ? told.at : "nothing");
    CHECK(told.len < 1000, "a difference is told in %zu bytes", told.len);
    for (size_t i = 0; i < told.len; i++)
        CHECK((unsigned char)told.at[i] >= 0x20 && told.at[i] != 0x7F,
              "a control character is told");
    buffer_free(&told);
}

/* Returns whether they are equal. */
static bool check_pair(const struct value *a, const struct value *b)
{
    bool same = equal(a, b);
    bool rounded = false;

    CHECK(same == model_equal(a->model, b->model), "equal is %d", same);
    CHECK(a == b || same == equal(b, a), "equal the other way round is %d", !same);
    CHECK(a != b || same, "a value equals itself");
    CHECK(doubles_equal(&a->answer, &b->answer, &rounded) == ANSWER_OK, "doubles are compared");
    CHECK(!same || rounded, "equal decimals are equal doubles");
    check_difference(a, b, same);
    return same;
}

static void check_all(const struct value values[ALL])
{
    bool same[ALL][ALL] = {{false}};

    for (int i = 0; i < ALL; i++)
        for (int k = i; k < ALL; k++)
            if (values[i].model != NULL && values[k].model != NULL)
                same[i][k] = same[k][i] = check_pair(&values[i], &values[k]);
    for (int i = 0; i < ALL; i++)
        for (int k = 0; k < ALL; k++)
            for (int n = 0; n < ALL; n++)
                CHECK(!same[i][k] || !same[k][n] || same[i][n], "equality is transitive");
}

/* ---- other things that are done with a value ------------------------------------------------- */

static void check_compact(const struct value *v)
{
    struct value compact = {0};
    struct buffer text = {0};
    bool in_string = false;

    answer_compact(&v->answer, 0, &text);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];

        CHECK(in_string || (c != ' ' && c != '\t' && c != '\n' && c != '\r'),
              "white space at %zu is left out", i);
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
    }
    compact.text = fuzz_copy(text.at, text.len);
    compact.len = text.len;
    buffer_free(&text);
    read_one(&compact);
    CHECK(compact.model != NULL && equal(v, &compact), "without its white space it is the same");
    free_one(&compact);
}

static bool is_word(const unsigned char *text, size_t len, size_t at)
{
    unsigned char c = at < len ? text[at] : ' ';

    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c >= 0x80 || (c != 0 && strchr("_.+-", c) != NULL);
}

/* Does an equal value stand at this place? A number only as a word of its own. */
static bool stands_at(const struct value *v, const unsigned char *text, size_t len, size_t at)
{
    bool number = v->model->type == MODEL_NUMBER;
    size_t end = fuzz_value_end(text, len, at, LEVELS);
    struct model *m = end != 0 ? model_read(text + at, end - at, LEVELS) : NULL;
    bool same = m != NULL && text[at] != ' ' && model_equal(v->model, m) &&
                (!number || ((at == 0 || !is_word(text, len, at - 1)) && !is_word(text, len, end)));

    model_free(m);
    return same;
}

static bool has_text(const struct value *v, const unsigned char *text, size_t len)
{
    const struct model *m = v->model;

    for (size_t i = 0; i + m->len <= len; i++)
        if (memcmp(text + i, m->text, m->len) == 0)
            return true;
    return false;
}

/* A slice of the reply, read at every place. */
static void check_slice(const struct value *v, const unsigned char *reply, size_t len)
{
    enum answer_slice said = answer_slice_of(&v->answer, reply, len);
    bool found = has_text(v, reply, len);

    for (size_t at = 0; at < len && !found; at++)
        found = stands_at(v, reply, len, at);
    CHECK(said != ANSWER_SLICE_UNKNOWN, "a short reply is searched to its end");
    CHECK((said == ANSWER_SLICE_YES) == found, "a slice is %d", found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input;
    struct value values[ALL] = {{0}};
    unsigned count;

    fuzz_read(&input, data, size);
    count = cut(&input, values);
    for (unsigned i = 0; i < count; i++)
        read_one(&values[i]);
    if (respell(&values[0], input.extra, &values[ALL - 1])) {
        read_one(&values[ALL - 1]);
        CHECK(values[ALL - 1].model == NULL || equal(&values[0], &values[ALL - 1]),
              "another spelling is equal");
        check_compact(&values[0]);
        if (input.len <= 400)
            check_slice(&values[0], input.reply + values[0].len, input.len - values[0].len);
    }
    check_all(values);
    for (int i = 0; i < ALL; i++)
        free_one(&values[i]);
    fuzz_free(&input);
    return 0;
}

/* A value, the same in another spelling, that with a little damage, and one that has nothing to do
   with them. */
size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    static const unsigned char separator = SEPARATOR;
    struct maker m = {.max = max, .state = seed};
    struct maker twin = {.max = 16 * max + 64};
    struct model *model;

    m.at = data;
    maker_value(&m, maker_below(&m, 3));
    model = model_read(m.at, m.len, LEVELS);
    if (model == NULL)
        return m.len;
    twin.at = fuzz_allocate(twin.max);
    for (unsigned i = 0; i < 2; i++) {
        twin.len = 0;
        twin.state = m.state++;
        maker_respell(&twin, model);
        if (i == 1 && maker_below(&m, 3) != 0)
            maker_damage(&twin);
        maker_put(&m, &separator, 1);
        maker_put(&m, twin.at, twin.len);
    }
    maker_put(&m, &separator, 1);
    maker_value(&m, maker_below(&m, 2));
    free(twin.at);
    model_free(model);
    return m.len;
}

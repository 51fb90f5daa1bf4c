/*
 * fuzz_value: the library's strict reader against five others. A text is a value for the library
 * (R1, and for O1 where it is a container) exactly where it is one for the oracle, the harnesses'
 * own reader, the model and the runner's reader; the last two also agree on every node in it. Of
 * cJSON and jansson it is foretold exactly what they take: all that the library takes, with an
 * equal value, and nothing else, but for the closed list of divergences in peers.c. Each of these
 * is told by a reader of the peer's grammar, in both directions, and has a witness that must still
 * diverge, so that any other disagreement, and a peer that mends its ways, ends the run.
 */
#include "answers.h"
#include "fuzz.h"
#include "maker.h"
#include "peers.h"

#include <cjson/cJSON.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values of the peers --------------------------------------------------------------------- */

/* How a peer's value is compared: as what the list of divergences leaves of it, or as it is. */
enum how { AS_LISTED, EXACTLY };

static double double_of(const struct model *m)
{
    char *text = fuzz_allocate(m->len + 1);
    double value;

    memcpy(text, m->text, m->len);
    text[m->len] = '\0';
    value = strtod(text, NULL);
    free(text);
    return value;
}

/* Is the decimal exactly this double? All digits of a double are at most 1,100. */
static bool is_double(const struct model *m, double value)
{
    char text[1600];
    struct model *digits;
    bool same;

    snprintf(text, sizeof text, "%.1100f", value);
    digits = model_read((const unsigned char *)text, strlen(text), 1);
    same = digits != NULL && model_same_number(m, digits);
    model_free(digits);
    return same;
}

static bool same_double(const struct model *m, double value, enum how how)
{
    return how == EXACTLY ? is_double(m, value) : double_of(m) == value;
}

static bool same_cjson_text(const struct model *m, const char *text, enum how how)
{
    size_t len;
    char *wanted = model_utf8(m, &len);
    bool same = strcmp(wanted, text) == 0 && (how == AS_LISTED || strlen(wanted) == len);

    free(wanted);
    return same;
}

static bool same_cjson(const struct model *m, const cJSON *item, enum how how);

static bool same_cjson_items(const struct model *m, const cJSON *item, enum how how)
{
    const cJSON *child = item->child;
    size_t step = m->type == MODEL_OBJECT ? 2 : 1;

    for (size_t i = 0; i < m->item_count; i += step, child = child->next) {
        if (child == NULL || !same_cjson(m->items[i + step - 1], child, how))
            return false;
        if (step == 2 && !same_cjson_text(m->items[i], child->string, how))
            return false;
    }
    return child == NULL;
}

static bool same_cjson(const struct model *m, const cJSON *item, enum how how)
{
    switch (m->type) {
    case MODEL_NULL: return cJSON_IsNull(item);
    case MODEL_FALSE: return cJSON_IsFalse(item);
    case MODEL_TRUE: return cJSON_IsTrue(item);
    case MODEL_NUMBER: return cJSON_IsNumber(item) && same_double(m, item->valuedouble, how);
    case MODEL_STRING: return cJSON_IsString(item) && same_cjson_text(m, item->valuestring, how);
    case MODEL_ARRAY: return cJSON_IsArray(item) && same_cjson_items(m, item, how);
    default: return cJSON_IsObject(item) && same_cjson_items(m, item, how);
    }
}

static bool same_jansson(const struct model *m, const json_t *item, enum how how);

static bool is_integer(const struct model *m)
{
    for (size_t i = 0; i < m->len; i++)
        if (m->text[i] == '.' || m->text[i] == 'e' || m->text[i] == 'E')
            return false;
    return true;
}

static bool same_jansson_number(const struct model *m, const json_t *item, enum how how)
{
    char text[32];
    struct model *digits;
    bool same;

    if (!is_integer(m))
        return json_is_real(item) && same_double(m, json_real_value(item), how);
    if (!json_is_integer(item))
        return false;
    snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(item));
    digits = model_read((const unsigned char *)text, strlen(text), 1);
    same = model_same_number(m, digits);
    model_free(digits);
    return same;
}

static bool same_jansson_string(const struct model *m, const json_t *item)
{
    size_t len;
    char *wanted = model_utf8(m, &len);
    bool same = json_is_string(item) && json_string_length(item) == len &&
                memcmp(wanted, json_string_value(item), len) == 0;

    free(wanted);
    return same;
}

/* Names without NUL. Of equal ones the last counts. */
static bool same_jansson_members(const struct model *m, const json_t *item, enum how how)
{
    size_t names = 0;

    for (size_t i = 0; i < m->item_count; i += 2) {
        size_t last = i;
        bool first = true;
        size_t len;
        char *name = model_utf8(m->items[i], &len);
        const json_t *value = json_object_getn(item, name, len);

        free(name);
        for (size_t k = 0; k < m->item_count; k += 2) {
            if (!model_same_chars(m->items[i], m->items[k]))
                continue;
            first = first && k >= i;
            last = k;
        }
        names += first;
        if (value == NULL || (how == EXACTLY && last != i) ||
            !same_jansson(m->items[last + 1], value, how))
            return false;
    }
    return json_object_size(item) == names;
}

static bool same_jansson(const struct model *m, const json_t *item, enum how how)
{
    switch (m->type) {
    case MODEL_NULL: return json_is_null(item);
    case MODEL_FALSE: return json_is_false(item);
    case MODEL_TRUE: return json_is_true(item);
    case MODEL_NUMBER: return same_jansson_number(m, item, how);
    case MODEL_STRING: return same_jansson_string(m, item);
    case MODEL_OBJECT: return json_is_object(item) && same_jansson_members(m, item, how);
    default: break;
    }
    if (!json_is_array(item) || json_array_size(item) != m->item_count)
        return false;
    for (size_t i = 0; i < m->item_count; i++)
        if (!same_jansson(m->items[i], json_array_get(item, i), how))
            return false;
    return true;
}

/* ---- the peers ------------------------------------------------------------------------------- */

/* A text before the peers. */
struct text {
    const unsigned char *at;
    size_t len;
    const struct model *model; /* NULL: it is no value */
};

static bool is_white(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Does cJSON take the whole of it? It stops behind the value by itself. *same: with that value. */
static bool cjson_takes(const struct text *t, enum how how, bool *same)
{
    const char *end = NULL;
    cJSON *item = cJSON_ParseWithLengthOpts((const char *)t->at, t->len, &end, 0);
    size_t at = item != NULL ? (size_t)(end - (const char *)t->at) : 0;

    while (item != NULL && at < t->len && is_white(t->at[at]))
        at++;
    *same = item != NULL && t->model != NULL && same_cjson(t->model, item, how);
    cJSON_Delete(item);
    return item != NULL && at == t->len;
}

static bool jansson_takes(const struct text *t, enum how how, bool *same)
{
    json_error_t error;
    json_t *item =
        json_loadb((const char *)t->at, t->len, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);

    *same = item != NULL && t->model != NULL && same_jansson(t->model, item, how);
    json_decref(item);
    return item != NULL;
}

static const struct {
    const char *name;
    bool (*takes)(const struct text *t, enum how how, bool *same);
} peers[PEER_COUNT] = {{"cJSON", cjson_takes}, {"jansson", jansson_takes}};

/* How many texts the library or the peer takes, and on how many of those the list of divergences
   has something to say. */
static unsigned long accepted[PEER_COUNT], masked[PEER_COUNT];

static void check_peer(enum peer peer, const struct text *t)
{
    unsigned takes_bits = peer_bits(peer, PEER_TAKES);
    unsigned refuses_bits = peer_bits(peer, PEER_REFUSES);
    unsigned met = 0;
    bool grammar = peer_reads(peer, t->at, t->len, &met);
    bool same;
    bool takes = peers[peer].takes(t, AS_LISTED, &same);
    bool foretold = grammar && (met & refuses_bits) == 0;

    CHECK(takes == foretold, "%s %s this, as foretold (met %x)", peers[peer].name,
          takes ? "refuses" : "takes", met);
    /* Past its own limit a peer says nothing of the library's. */
    CHECK((t->model != NULL) == (grammar && (met & takes_bits) == 0) || (met & PEER_DEEP) != 0,
          "a value, or on the list of %s (met %x)", peers[peer].name, met);
    CHECK(!takes || t->model == NULL || same, "%s reads the same value", peers[peer].name);
    accepted[peer] += takes || t->model != NULL;
    masked[peer] += (takes || t->model != NULL) && met != 0;
}

/* ---- the list -------------------------------------------------------------------------------- */

static unsigned char *witness_of(const struct divergence *d, size_t *len)
{
    unsigned char *text;

    *len = d->witness != NULL ? d->witness_len : 2 * d->witness_len;
    text = fuzz_allocate(*len);
    if (d->witness != NULL) {
        memcpy(text, d->witness, *len);
        return text;
    }
    memset(text, '[', d->witness_len);
    memset(text + d->witness_len, ']', d->witness_len);
    return text;
}

/* The peer still does with it what the list says, and for no other reason. */
static void check_witness(const struct divergence *d)
{
    size_t len;
    unsigned char *text = witness_of(d, &len);
    struct model *m = model_read(text, len, JETS_DEPTH_MAX);
    struct text t = {text, len, m};
    unsigned met = 0;
    bool same;
    bool takes = peers[d->peer].takes(&t, EXACTLY, &same);

    CHECK((m == NULL) == (d->kind == PEER_TAKES), "witness of \"%s\": a value", d->name);
    CHECK(takes == (d->kind != PEER_REFUSES), "witness of \"%s\": taken", d->name);
    CHECK(d->kind != PEER_CHANGES || !same, "witness of \"%s\": changed", d->name);
    peer_reads(d->peer, text, len, &met);
    met &= ~peer_bits(d->peer, PEER_CHANGES);
    CHECK(met == (d->kind == PEER_CHANGES ? 0 : d->bit), "witness of \"%s\": met %x", d->name, met);
    model_free(m);
    free(text);
}

/* Where FUZZ_TELL is set: how much the list decides. */
static void tell_masked(void)
{
    const char *tell = getenv("FUZZ_TELL");

    for (int i = 0; tell != NULL && i < PEER_COUNT; i++)
        fprintf(stderr, "fuzz_value: %s: %lu of %lu values are on the list\n", peers[i].name,
                masked[i], accepted[i]);
}

static void check_list(void)
{
    static bool checked;

    if (checked)
        return;
    checked = true;
    for (const struct divergence *d = divergences; d->bit != 0; d++)
        check_witness(d);
    atexit(tell_masked);
}

/* ---- the library and its kin ----------------------------------------------------------------- */

/* Does the library read the whole reply as one value? */
static bool library_takes(const struct fuzz_input *input)
{
    struct jets_options o = {
        .expect = JETS_EXPECT_ANY, .names = JETS_NAMES_ANY, .depth = JETS_DEPTH_MAX};
    struct jets_result r;

    fuzz_poison(&r, sizeof r);
    jets_extract(input->reply, input->len, &o, &r);
    return r.status == JETS_VALUE && r.rule == JETS_R1;
}

/* The runner's reader knows no limit of depth. */
static void check_runner(const struct text *t)
{
    struct answer answer;
    size_t where = 0;
    enum answer_status status = answer_read(&answer, t->at, t->len, UINT32_MAX, &where);

    if (status == ANSWER_OK && t->model == NULL)
        CHECK(answer.depth > JETS_DEPTH_MAX, "the runner takes what is no value");
    CHECK(status == ANSWER_OK || t->model == NULL, "the runner refuses a value at %zu", where);
    CHECK(where <= t->len, "the runner stops at %zu", where);
    if (t->model != NULL)
        check_answer(&answer, t->model);
    answer_free(&answer);
}

static void check_readers(const struct fuzz_input *input, const struct text *t)
{
    bool value = t->model != NULL;
    bool container = value && t->model->type >= MODEL_ARRAY;
    size_t from = 0;
    size_t to = t->len;

    while (from < to && is_white(t->at[from]))
        from++;
    while (to > from && is_white(t->at[to - 1]))
        to--;
    CHECK(library_takes(input) == value, "the library %s what is %s value",
          value ? "refuses" : "takes", value ? "a" : "no");
    CHECK(jets_complete(input->reply, input->len, JETS_DEPTH_MAX) == container, "complete is %d",
          !container);
    CHECK(oracle_is_value(t->at + from, to - from, JETS_DEPTH_MAX) == value, "the oracle says %d",
          !value);
    CHECK(fuzz_is_value(t->at + from, to - from, JETS_DEPTH_MAX) == value,
          "the harnesses' reader says %d", !value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned char mark[] = {0xEF, 0xBB, 0xBF};
    struct fuzz_input input;
    struct model *m;
    size_t skip;
    unsigned char *copy;

    check_list();
    fuzz_read(&input, data, size);
    skip =
        input.len >= sizeof mark && memcmp(input.reply, mark, sizeof mark) == 0 ? sizeof mark : 0;
    copy = fuzz_copy(input.reply + skip, input.len - skip);
    m = model_read(copy, input.len - skip, JETS_DEPTH_MAX);
    struct text t = {copy, input.len - skip, m};
    check_readers(&input, &t);
    check_runner(&t);
    for (int i = 0; i < PEER_COUNT; i++)
        check_peer((enum peer)i, &t);
    model_free(m);
    free(copy);
    fuzz_free(&input);
    return 0;
}

size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    struct maker m = {.max = max, .state = seed};

    m.at = data;
    m.odd = maker_below(&m, 6) != 0 ? 0 : 20 + maker_below(&m, 80);
    if (maker_below(&m, 100) == 0) {
        unsigned levels = 990 + maker_below(&m, 50);

        for (unsigned i = 0; i < levels; i++)
            maker_text(&m, "[");
        maker_value(&m, 1);
        for (unsigned i = 0; i < levels; i++)
            maker_text(&m, "]");
    } else {
        maker_text(&m, maker_below(&m, 20) == 0 ? "\xEF\xBB\xBF" : "");
        maker_text(&m, maker_below(&m, 10) == 0 ? " \n" : "");
        maker_value(&m, maker_below(&m, 5));
        maker_text(&m, maker_below(&m, 10) == 0 ? "\r\t" : "");
    }
    if (maker_below(&m, 6) == 0)
        maker_damage(&m);
    return m.len;
}

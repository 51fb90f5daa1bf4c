/* What an extraction tells of its way: struct jets_options' trace. */
#include "replies.h"

struct log {
    char text[4000]; /* one event a line: kind, rule, offset, length, and what else there is */
    size_t len;
    size_t reply_len;
    size_t count;
};

static const char *const kinds[] = {"?",         "reasoning", "fence",  "fence-end",
                                    "candidate", "broken",    "cut",    "skipped",
                                    "open",      "close",     "marker", "restart"};

static void note_event(void *context, const struct jets_event *e)
{
    struct log *log = context;
    assert_in_range(e->kind, JETS_EVENT_REASONING, JETS_EVENT_RESTART);
    assert_true(e->offset <= log->reply_len && e->length <= log->reply_len - e->offset);
    assert_string_not_equal(jets_rule_text(e->rule), "?");
    log->count++;
    if (log->len + 100 > sizeof log->text) {
        return;
    }
    char open[16] = "";
    if (e->depth > 0)
        snprintf(open, sizeof open, " in %u", e->depth);
    log->len += (size_t)snprintf(log->text + log->len, 100, "%s %s %zu+%zu%s%s%s%s%s\n",
                                 kinds[e->kind], jets_rule_text(e->rule), e->offset, e->length,
                                 e->type == JETS_TYPE_NONE ? "" : " ",
                                 e->type == JETS_TYPE_NONE ? "" : jets_type_text(e->type),
                                 e->fenced ? " fenced" : "", e->piece ? " piece" : "", open);
}

static void check_trace(int line, const char *words, const char *reply, const char *want)
{
    struct log log = {.reply_len = strlen(reply)};
    struct jets_options o = options_of(words);
    struct jets_result r;
    o.trace = note_event;
    o.trace_context = &log;
    jets_extract(reply, strlen(reply), &o, &r);
    if (strcmp(log.text, want) != 0) {
        fprintf(stderr, "%s:%d: %s\ngot:\n%swant:\n%s", __FILE__, line, reply, log.text, want);
        _fail(__FILE__, line);
    }
}

#define TELLS(options, reply, want) check_trace(__LINE__, options, reply, want)

static void a_whole_value_is_one_candidate(void **state)
{
    (void)state;
    TELLS("", " {\"a\": 1}\n", "candidate R1 1+8 object\n");
    TELLS("expect=any", "7", "candidate R1 0+1 number\n");
}

static void values_whole_broken_and_cut(void **state)
{
    (void)state;
    TELLS("", "so [\"a\"] {a: 1}", "candidate R3.5 3+5 array\nbroken R3.6 9+6 object piece\n");
    TELLS("", "[1, x] {\"a\": ", "broken R3.6 0+6 array\ncut R3.7 7+6 object\n");
    TELLS("", "{\"a\": 1}, {\"b\": 2}",
          "candidate R3.5 0+8 object piece\ncandidate R3.5 10+8 object\n");
}

static void what_is_too_deep_for_rule_1(void **state)
{
    (void)state;
    TELLS("depth=2", " [[[1]]]", "cut R1 1+2 array\n");
}

static void brackets_of_prose(void **state)
{
    (void)state;
    TELLS("", "see [1], \"{\", a[b] {x}",
          "skipped R3.1 4+3\nskipped R3.3 10+1\nopen R3.2 15+1 in 1\nclose R3.4 17+1\n"
          "open R3.4 19+1 in 1\nclose R3.4 21+1\n");
    TELLS("", "[a }", "open R3.4 0+1 in 1\n");
    TELLS("", "[a {b {\"c\": 1}} {\"d\": 2}",
          "open R3.4 0+1 in 1\nopen R3.4 3+1 in 2\ncandidate R3.5 6+8 object piece in 2\n"
          "close R3.4 14+1 in 1\ncandidate R3.5 16+8 object in 1\n");
}

static void fences(void **state)
{
    (void)state;
    TELLS("", "x ```json\n{\"a\": 1}\n``` y",
          "fence R4.1 2+7\ncandidate R4.3 10+8 object fenced\nfence-end R4.2 19+3\n");
}

static void reasoning(void **state)
{
    (void)state;
    TELLS("", "<think>{}</think>[1]", "reasoning R2.1 0+17\ncandidate R3.5 17+3 array\n");
    TELLS("", "{}</think>[\"a\"]", "reasoning R2.2 0+10\ncandidate R3.5 10+5 array\n");
    TELLS("starts=outside", "a </think> [\"a\"]", "marker R2.3 2+8\ncandidate R3.5 11+5 array\n");
    TELLS("", "<think>a<think></think>[1]</think>[2]",
          "reasoning R2.1 0+23\ncandidate R3.5 23+3 array\nreasoning R2.3 0+34\n"
          "candidate R3.5 34+3 array\n");
    /* what R2.2 reads on its own way is not told */
    TELLS("", "`{` [12] {x</think>[1]", "reasoning R2.2 0+19\ncandidate R3.5 19+3 array\n");
}

static void a_reading_that_was_given_up(void **state)
{
    (void)state;
    struct log log = {.reply_len = 0};
    struct jets_options o = {
        .reasoning = JETS_REASONING_FALLBACK, .trace = note_event, .trace_context = &log};
    struct jets_result r;
    static const char reply[] = "<think>{\"a\": 1}";
    log.reply_len = sizeof reply - 1;
    jets_extract(reply, sizeof reply - 1, &o, &r);
    const char *restart = strstr(log.text, "restart R2.5 0+0\n");
    assert_non_null(restart);
    assert_string_equal(restart, "restart R2.5 0+0\ncandidate R3.5 7+8 object\n");
}

/* Told or not, the result is the same; each event lies inside the reply (note_event looks). */
static void telling_changes_nothing(void **state)
{
    (void)state;
    uint64_t seed = 1234;
    char reply[400];
    size_t events = 0;
    for (int i = 0; i < 20000; i++) {
        size_t len = random_reply(&seed, reply, sizeof reply);
        struct place p = PLACE(option_sets[next_random(&seed) % OPTION_SETS], reply, len);
        struct log log = {.reply_len = len};
        struct jets_options o = options_of(p.options);
        struct jets_result told;
        struct jets_result silent;
        jets_extract(reply, len, &o, &silent);
        o.trace = note_event;
        o.trace_context = &log;
        jets_extract(reply, len, &o, &told);
        assert_same(&p, "told", &told, &silent);
        events += log.count;
    }
    assert_true(events > 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_whole_value_is_one_candidate),
        TEST(values_whole_broken_and_cut),
        TEST(what_is_too_deep_for_rule_1),
        TEST(brackets_of_prose),
        TEST(fences),
        TEST(reasoning),
        TEST(a_reading_that_was_given_up),
        TEST(telling_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

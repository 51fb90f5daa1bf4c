/* R2's marker table: every pair of SPEC's section 5, and tables that the caller makes. */
#include "internal.h" /* in front, since cmocka has a skip() too */

#include "check.h"

struct pair {
    const char *open;
    const char *close;
    bool prefilled;
};

static const struct pair table[] = {
    {"<think>", "</think>", true},
    {"<thinking>", "</thinking>", true},
    {"<thought>", "</thought>", false},
    {"<reasoning>", "</reasoning>", false},
    {"<reason>", "</reason>", false},
    {"<analysis>", "</analysis>", false},
    {"<scratch_pad>", "</scratch_pad>", false},
    {"<budget:thinking>", "</budget:thinking>", false},
    {"<mm:think>", "</mm:think>", true},
    {"<seed:think>", "</seed:think>", false},
    {"<longcat_think>", "</longcat_think>", true},
    {"\xE2\x97\x81think\xE2\x96\xB7", "\xE2\x97\x81/think\xE2\x96\xB7", false},
    {"<|open|>think<|sep|>", "<|close|>think<|sep|>", false},
    {"[THINK]", "[/THINK]", false},
    {"<|channel>thought", "<channel|>", false},
    {"<unused94>thought", "<unused95>", false},
    {"<|START_THINKING|>", "<|END_THINKING|>", true},
    {"<|inner_prefix|>", "<|inner_suffix|>", false},
    {"<|think:start|>", "<|think:end|>", true},
    {"<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>", false},
    {"<|channel|>analysis<|message|>", "<|channel|>final<|message|>", false},
};
#define PAIRS (sizeof table / sizeof table[0])

/* What a reply put together from four texts comes to, read whole and byte by byte. */
struct reading {
    struct jets_result result;
    char reply[300];
};

static struct reading read_reply(const struct jets_options *o, const char *a, const char *b,
                                 const char *c, const char *d)
{
    struct reading r;
    size_t len = (size_t)snprintf(r.reply, sizeof r.reply, "%s%s%s%s", a, b, c, d);
    struct place p = PLACE("(as the test says)", r.reply, len);
    assert_true(len < sizeof r.reply);
    jets_extract(r.reply, len, o, &r.result);
    struct jets_result fed = feed_in_steps(&p, o, 0, 1);
    assert_same(&p, "byte by byte", &fed, &r.result);
    return r;
}

static void assert_gives(const struct reading *r, const char *answer)
{
    if (r->result.status != JETS_VALUE || r->result.length != strlen(answer) ||
        memcmp(r->reply + r->result.offset, answer, r->result.length) != 0) {
        fprintf(stderr, "  reply: %s\n  none or another: %s\n", r->reply,
                jets_reason_text(r->result.reason));
        fail_msg("the answer is not %s", answer);
    }
}

static void assert_none(const struct reading *r, enum jets_reason reason)
{
    if (r->result.reason != reason) {
        fprintf(stderr, "  reply: %s\n", r->reply);
        fail_msg("%s, and not %s", jets_reason_text(r->result.reason), jets_reason_text(reason));
    }
}

static void change_case(const char *text, char *out)
{
    size_t i = 0;
    for (; text[i] != '\0'; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        out[i] = (char)(letter ? c ^ 0x20 : c);
    }
    out[i] = '\0';
}

static void every_pair_hides_at_the_beginning(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAIRS; i++) {
        struct reading r =
            read_reply(NULL, table[i].open, "{\"no\": [", table[i].close, "\n{\"yes\": 1}");
        assert_gives(&r, "{\"yes\": 1}");
        r = read_reply(NULL, table[i].open, "{\"no\": 1}", "", "");
        assert_none(&r, JETS_UNTERMINATED_REASONING);
    }
}

static void every_pair_hides_in_prose(void **state)
{
    (void)state;
    struct jets_options outside = {.starts = JETS_STARTS_OUTSIDE};
    for (size_t i = 0; i < PAIRS; i++) {
        char before[80];
        snprintf(before, sizeof before, "Well. %s", table[i].open);
        struct reading r =
            read_reply(&outside, before, "{\"no\": [", table[i].close, "\n{\"yes\": 1}");
        assert_gives(&r, "{\"yes\": 1}");
    }
}

/* A marker ends with its last byte: behind it nothing is left here but white space (R2.5). */
static void every_pair_is_hidden_whole(void **state)
{
    (void)state;
    struct jets_options fallback = {.reasoning = JETS_REASONING_FALLBACK};
    for (size_t i = 0; i < PAIRS; i++) {
        struct reading r = read_reply(&fallback, table[i].open, "{\"yes\": 1}", table[i].close, "");
        assert_gives(&r, "{\"yes\": 1}");
        r = read_reply(&fallback, table[i].open, "{\"no\": 1}", table[i].close, ">");
        assert_none(&r, JETS_NO_CANDIDATE);
    }
}

static void case_does_not_matter(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAIRS; i++) {
        char open[80];
        char close[80];
        change_case(table[i].open, open);
        change_case(table[i].close, close);
        struct reading r = read_reply(NULL, open, "{\"no\": [", close, "\n{\"yes\": 1}");
        assert_gives(&r, "{\"yes\": 1}");
    }
}

static void an_orphan_counts_where_the_family_is_prefilled(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAIRS; i++) {
        struct reading r =
            read_reply(NULL, "So {\"no\": 1} ", table[i].close, "\n{\"yes\": 1}", "");
        if (table[i].prefilled) {
            assert_gives(&r, "{\"yes\": 1}");
        } else {
            assert_none(&r, JETS_AMBIGUOUS);
        }
    }
}

static void no_pair_ends_another(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAIRS; i++) {
        for (size_t k = 0; k < PAIRS; k++) {
            struct reading r = read_reply(NULL, table[i].open, "", table[k].close, " {\"yes\": 1}");
            if (i == k) {
                assert_gives(&r, "{\"yes\": 1}");
            } else {
                assert_none(&r, JETS_UNTERMINATED_REASONING);
            }
        }
    }
}

static void a_marker_cut_short_is_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAIRS; i++) {
        char open[80];
        snprintf(open, sizeof open, "%.*s", (int)strlen(table[i].open) - 1, table[i].open);
        struct reading r = read_reply(NULL, open, " {\"yes\": 1}", "", "");
        /* `<|channel>thought` less a letter and the like: prose, whatever it looks like */
        assert_gives(&r, "{\"yes\": 1}");
    }
}

static void the_final_channel_may_say_more(void **state)
{
    (void)state;
    static const char open[] = "<|channel|>analysis<|message|>{\"no\": 1}<|end|>";
    struct reading r = read_reply(NULL, open, "<|start|>assistant<|channel|>final ",
                                  "<|constrain|>json<|message|>", "{\"yes\": 1}<|return|>");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(NULL, open, "<|channel|>final some text", "<|message|>", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(NULL, open, "<|channel|>final {\"a\":1}", "<|message|>", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(NULL, open, "<|channel|>final<|constrain|>", "<|message|>", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(NULL, open, "<|channel|>final<|constrain|><|constrain|>", "x<|message|>",
                   "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(NULL, open, "<|channel|>final<|message|", "x {\"no\": 1}", "");
    assert_none(&r, JETS_UNTERMINATED_REASONING);
    r = read_reply(NULL, open, "<|channel|>final<|constrain|", "x<|message|>", "{\"no\": 1}");
    assert_none(&r, JETS_UNTERMINATED_REASONING);
    r = read_reply(NULL, open, "<|channel|>final<|call|>", "<|message|>", "{\"yes\": 1}");
    assert_none(&r, JETS_UNTERMINATED_REASONING);
    r = read_reply(NULL, open, "<|channel|>commentary", "<|message|>", "{\"yes\": 1}");
    assert_none(&r, JETS_UNTERMINATED_REASONING);
}

static void a_zero_byte_in_a_marker_is_a_byte_like_any_other(void **state)
{
    (void)state;
    GIVES("", "<thought a=\"\0\">{\"no\": 1}</thought>{\"yes\": 1}", "{\"yes\": 1}");
    GIVES("", "<thought \0>{\"no\": 1}</thought\0></thought>{\"yes\": 1}", "{\"yes\": 1}");
    GIVES("", "<thought\0>{\"yes\": 1}", "{\"yes\": 1}");
    GIVES("",
          "<|channel|>analysis<|message|>{\"no\": 1}<|channel|>final \0 <|constrain|>\0<|message|>"
          "{\"yes\": 1}",
          "{\"yes\": 1}");
}

/* ---- tables of the caller's ---- */

static struct jets_marker marker(const char *open, const char *close, unsigned flags)
{
    return (struct jets_marker){open, strlen(open), close, strlen(close), flags};
}

static void a_pair_can_be_added(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pair =
        marker("Here is my thought process:", "Here is my response:", 0);
    assert_int_equal(jets_markers_init(&markers, &pair, 1, true), 0);
    assert_int_equal(markers.count, PAIRS + 1);
    struct jets_options o = {.markers = &markers};
    struct reading r = read_reply(&o, "Here is my thought process: {\"no\": 1} ",
                                  "here is my response: ", "{\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "<think>{\"no\": 1}", "</think>", "{\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(NULL, "Here is my thought process: {\"no\": 1} ",
                   "Here is my response: ", "{\"yes\": 1}", "");
    assert_none(&r, JETS_AMBIGUOUS);
}

static void the_table_can_be_replaced(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pair = marker("((", "))", 0);
    assert_int_equal(jets_markers_init(&markers, &pair, 1, false), 0);
    assert_int_equal(markers.count, 1);
    struct jets_options o = {.markers = &markers};
    struct reading r = read_reply(&o, "(({\"no\": 1}", "))", "{\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "<think>{\"yes\": 1}", "", "", "");
    assert_gives(&r, "{\"yes\": 1}");
    assert_int_equal(jets_markers_init(&markers, NULL, 0, false), 0);
    r = read_reply(&o, "(({\"yes\": 1}", "", "", "");
    assert_gives(&r, "{\"yes\": 1}");
}

static void flags_of_an_added_pair_work(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pairs[] = {
        marker("{{", "}}", JETS_MARKER_PREFILLED),
        marker("<muse", "</muse", JETS_MARKER_TAG),
    };
    assert_int_equal(jets_markers_init(&markers, pairs, 2, true), 0);
    struct jets_options o = {.markers = &markers};
    struct reading r = read_reply(&o, "So {\"no\": 1} ", "}}", " {\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "<muse how=\"hard\">{\"no\": 1}", "</MUSE >", " {\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "<mused>{\"yes\": 1}", "", "", "");
    assert_gives(&r, "{\"yes\": 1}");
}

static void the_callers_pairs_come_first(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pair = marker("<think>", "[end]", 0);
    assert_int_equal(jets_markers_init(&markers, &pair, 1, true), 0);
    struct jets_options o = {.markers = &markers};
    struct reading r = read_reply(&o, "<think>{\"no\": 1}", "</think>[end]", "{\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "<think>{\"no\": 1}", "</think>", "{\"yes\": 1}", "");
    assert_none(&r, JETS_UNTERMINATED_REASONING);
}

static void a_bad_pair_is_refused_and_leaves_no_table(void **state)
{
    (void)state;
    static char long_text[JETS_MARKER_LEN_MAX + 2];
    memset(long_text, 'x', JETS_MARKER_LEN_MAX + 1);
    const struct jets_marker bad[] = {
        marker("", "x", 0),
        marker("x", "", 0),
        marker(" x", "x", 0),
        marker("x", "\nx", 0),
        marker(long_text, "x", 0),
        marker("x", long_text, 0),
        marker("x", "y", 8),
        /* what would let two pairs match in one place */
        marker("think", "</think", JETS_MARKER_TAG),
        marker("<think", "<think", JETS_MARKER_TAG),
        marker("<a <b", "</b", JETS_MARKER_TAG),
        marker("<a", "</a>", JETS_MARKER_TAG),
        marker("<", "</a", JETS_MARKER_TAG),
        marker("<a", "</", JETS_MARKER_TAG),
        marker("<a b", "</a", JETS_MARKER_TAG),
        marker("<a/", "</a", JETS_MARKER_TAG),
        {"<a\0b", 4, "</a", 3, JETS_MARKER_TAG},
        marker("<x>", "</x", JETS_MARKER_CHANNEL),
        marker("<x>", "<|channel|>", JETS_MARKER_CHANNEL),
        marker("<x>", "<|chapter|>final", JETS_MARKER_CHANNEL),
        {NULL, 1, "x", 1, 0},
        {"x", 1, NULL, 1, 0},
        marker("<x", "<|channel|>x", JETS_MARKER_TAG | JETS_MARKER_CHANNEL),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct jets_markers markers;
        memset(&markers, 0xFF, sizeof markers);
        assert_int_equal(jets_markers_init(&markers, &bad[i], 1, true), -1);
        assert_int_equal(markers.count, 0);
        const struct jets_marker two[] = {bad[i], marker("((", "))", 0)};
        assert_int_equal(jets_markers_init(&markers, two, 2, false), -1);
        assert_int_equal(markers.count, 0);
        const struct jets_marker last[] = {marker("((", "))", 0), bad[i]};
        assert_int_equal(jets_markers_init(&markers, last, 2, false), -1);
        assert_int_equal(markers.count, 0);
        assert_memory_equal(markers.first, jets_no_markers.first, sizeof markers.first);
    }
    struct jets_markers markers;
    struct jets_marker longest = marker(long_text, long_text, 0);
    longest.open_len = longest.close_len = JETS_MARKER_LEN_MAX;
    assert_int_equal(jets_markers_init(&markers, &longest, 1, true), 0);
}

static void a_table_holds_64_pairs(void **state)
{
    (void)state;
    struct jets_markers markers;
    struct jets_marker many[JETS_MARKERS_MAX + 1];
    static char names[JETS_MARKERS_MAX + 1][8];
    for (unsigned i = 0; i <= JETS_MARKERS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "(%02u", i);
        many[i] = marker(names[i], "end)", 0);
    }
    assert_int_equal(jets_markers_init(&markers, many, JETS_MARKERS_MAX, false), 0);
    struct jets_options o = {.markers = &markers};
    struct reading r = read_reply(&o, "(63 {\"no\": 1}", "end)", "{\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    assert_int_equal(jets_markers_init(&markers, many, JETS_MARKERS_MAX + 1, false), -1);
    assert_int_equal(jets_markers_init(&markers, many, JETS_MARKERS_MAX - PAIRS, true), 0);
    assert_int_equal(jets_markers_init(&markers, many, JETS_MARKERS_MAX - PAIRS + 1, true), -1);
}

/* The library's table is constant, so its first and second bytes are written out by hand. */
static void the_table_is_ready_for_the_scan(void **state)
{
    (void)state;
    static struct jets_markers made;
    const struct jets_markers *own = jets_markers_default();
    assert_int_equal(jets_markers_init(&made, NULL, 0, true), 0);
    assert_int_equal(own->count, PAIRS);
    assert_int_equal(made.count, own->count);
    assert_memory_equal(made.first, own->first, sizeof made.first);
    assert_memory_equal(made.second, own->second, sizeof made.second);
    assert_memory_equal(made.third, own->third, sizeof made.third);
    assert_int_equal(made.prefilled, own->prefilled);
    assert_true(made.quick);
    assert_true(own->quick);
}

/* No marker is put together from the beginning of one and the end of another. */
static void markers_are_compared_whole(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pairs[] = {marker("(ab", ")ab", JETS_MARKER_PREFILLED),
                                        marker("<cb", ">cb", JETS_MARKER_PREFILLED)};
    static const char *const no_markers[] = {"(cb", "<ab", ")cb", ">ab", "(xb", "(ax", ")a"};
    assert_int_equal(jets_markers_init(&markers, pairs, 2, false), 0);
    struct jets_options o = {.markers = &markers, .feed_block = 1};
    for (size_t i = 0; i < sizeof no_markers / sizeof no_markers[0]; i++) {
        struct reading r = read_reply(&o, "so {\"a\": 1} ", no_markers[i], " {\"b\": 1}", "");
        assert_none(&r, JETS_AMBIGUOUS);
        assert_int_equal(r.result.candidates, 2);
    }
}

/* What is no marker, or a whole one, holds nothing up: the result is told at the very byte. */
static void nothing_waits_for_a_marker_that_cannot_come(void **state)
{
    (void)state;
    static const char *const beginnings[] = {
        "<",
        "<a",
        "</",
        "<thx",
        "<thinner",
        "<thinner>",
        "</thinner",
        "<think/>",
        "<think <",
        "</think x",
        "</think/",
        "\xE2\x97\x82",
        "\xE2\x97\x81thank",
        "<|chapter",
        "<|channel|>final<",
        "<|channel|>final<|constrain|>json<|call|>",
        "<thought></thought>",
        "<thought a='b'>no</thoughts </thought >",
        "<think><|channel|>final<|message|></think>",
        "</think>",
        "</thought\n>",
        "<|channel|>analysis<|message|>no<|channel|>final <|constrain|>json<|message|>",
    };
    struct jets_options o = {.depth = 3, .starts = JETS_STARTS_OUTSIDE, .feed_block = 1};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        char reply[200];
        struct jets_extraction x;
        size_t len =
            (size_t)snprintf(reply, sizeof reply, "So %s\n:[[[[ and so on", beginnings[i]) - 10;
        jets_extract_init(&x, &o);
        for (size_t n = 0; n <= len; n++) {
            if (jets_extract_feed(&x, reply, n) != (n == len)) {
                struct place p = PLACE("depth=3 starts=outside", reply, n);
                fail_at(&p, "told too early, or too late");
            }
        }
    }
}

/* A marker may begin like another, and with any byte; the longest way round is tried too. */
static void markers_that_begin_alike(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pairs[] = {marker("aab", "ccd", 0), marker("ab", "cd", 0)};
    assert_int_equal(jets_markers_init(&markers, pairs, 2, false), 0);
    struct jets_options o = {.markers = &markers};
    struct reading r = read_reply(&o, "aaab {\"no\": 1} ", "cccd", "{\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "xab {\"no\": 1} ", "cccd", "{\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");

    /* what looks like one for three bytes hides none that begins inside it, from the count (R2.3)
     */
    const struct jets_marker pair = marker("((h", "))", 0);
    assert_int_equal(jets_markers_init(&markers, &pair, 1, false), 0);
    r = read_reply(&o, "((h a (((h b ", ")) {\"no\": 1} ", ")) ", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");
}

/* A marker of any first byte, of two cases or one, is found, in prose that is longer than what is
   passed over at once; and vectors are used where they look for that byte. */
static void markers_that_begin_with_any_byte(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        const char open[] = {(char)byte, '('};
        const char close[] = {(char)byte, ')'};
        const struct jets_marker pair = {open, 2, close, 2, 0};
        bool quick = byte == '<' || (byte >= '[' && byte <= '`') || (byte >= '{' && byte <= 0x7F) ||
                     byte == 0xE2;
        bool letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
        struct jets_markers markers;
        if (byte < 0x80 && byte != 0 && strchr(" \t\r\n", (int)byte) != NULL) {
            continue;
        }
        assert_int_equal(jets_markers_init(&markers, &pair, 1, true), 0);
        assert_int_equal(markers.quick, quick);
        struct jets_options o = {.markers = &markers};
        for (unsigned other = 0; other <= (letter ? 0x20u : 0u); other += 0x20) {
            char text[200];
            int len = snprintf(text, sizeof text, "%80s %c({\"no\": 1} %c) {\"yes\": 1}",
                               "So:", (int)(byte ^ other), (int)(byte ^ other));
            struct place p = PLACE("(as the test says)", text, (size_t)len);
            struct jets_result r;
            jets_extract(text, (size_t)len, &o, &r);
            struct jets_result fed = feed_in_steps(&p, &o, 0, 1);
            assert_same(&p, "byte by byte", &fed, &r);
            if (r.status != JETS_VALUE || r.offset != (size_t)len - 10 || r.length != 10) {
                fail_at(&p, "a marker is not found");
            }
        }
    }
}

static bool begins_alike(const char *text, size_t at, unsigned byte)
{
    return lower((unsigned char)text[at]) == lower((unsigned char)byte);
}

/* May a marker's byte at `at` be this one? Behind its end, any byte may stand. */
static bool may_go_on(const char *text, size_t len, size_t at, unsigned byte)
{
    return len <= at || begins_alike(text, at, byte);
}

/* What a table knows beforehand of the first three bytes of its markers: no less, or one would not
   be found, and no more, or each place where none is would cost time. */
static void a_table_knows_what_its_markers_begin_with(void **state)
{
    (void)state;
    static const struct jets_marker pairs[] = {
        {"(", 1, "[\0", 2, JETS_MARKER_PREFILLED},
        {"<x", 2, "</x>", 4, JETS_MARKER_PREFILLED},
        {"\0\0\0", 3, "zap", 3, 0},
        {"Zoom", 4, "\xFF\xFE", 2, 0},
        {"<|a", 3, "<|B", 3, JETS_MARKER_PREFILLED},
        {"\xE2\x97\x81", 3, "\0", 1, JETS_MARKER_PREFILLED},
        {"a", 1, "</y", 3, JETS_MARKER_PREFILLED},
    };
    static const struct {
        size_t from, count;
        unsigned char prefilled; /* the one byte that closing markers of prefilled families have */
        bool quick;
    } tables[] = {{0, 7, 0, false}, {0, 1, '[', false}, {1, 1, '<', true},  {0, 2, 0, false},
                  {2, 1, 0, false}, {2, 2, 0, false},   {3, 2, '<', false}, {4, 2, 0, false},
                  {5, 1, 0, false}, {5, 2, 0, false},   {6, 1, '<', false}, {4, 1, '<', true}};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        const struct jets_marker *own = &pairs[tables[t].from];
        struct jets_markers made;
        assert_int_equal(jets_markers_init(&made, own, tables[t].count, false), 0);
        assert_int_equal(made.prefilled, tables[t].prefilled);
        assert_int_equal(made.quick, tables[t].quick);
        for (unsigned byte = 0; byte < 256; byte++) {
            unsigned first = byte != 0 && strchr("{}[]`~", (int)byte) != NULL ? FIRST_STOP : 0;
            unsigned second = 0;
            uint64_t third[2] = {0, 0};
            for (size_t i = 0; i < tables[t].count; i++) {
                const struct jets_marker *p = &own[i];
                unsigned close = p->flags != 0 ? FIRST_CLOSE | FIRST_PREFILLED : FIRST_CLOSE;
                first |= begins_alike(p->open, 0, byte) ? FIRST_STOP | FIRST_OPEN : 0;
                first |= begins_alike(p->close, 0, byte) ? FIRST_STOP | close : 0;
                second |= may_go_on(p->open, p->open_len, 1, byte) ? FIRST_OPEN : 0;
                second |= may_go_on(p->close, p->close_len, 1, byte) ? FIRST_CLOSE : 0;
                if (p->open_len < 3 || (p->open[2] & 31) == (int)(byte & 31))
                    third[0] |= UINT64_C(1) << i;
                if (p->close_len < 3 || (p->close[2] & 31) == (int)(byte & 31))
                    third[1] |= UINT64_C(1) << i;
            }
            assert_int_equal(made.first[byte], first);
            assert_int_equal(made.second[byte], second);
            assert_int_equal(made.third[0][byte & 31], third[0]);
            assert_int_equal(made.third[1][byte & 31], third[1]);
        }
    }
}

/* Where two match in one place, the earlier one is meant, and waited for while it may still come.
 */
static void the_earlier_pair_wins_though_the_later_is_there_first(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker opens[] = {marker("((long", "))one", 0), marker("((", "))two", 0)};
    struct jets_options o = {.markers = &markers, .feed_block = 1};
    assert_int_equal(jets_markers_init(&markers, opens, 2, true), 0);
    struct reading r =
        read_reply(&o, "((long {\"a\": 1} ", "))two {\"no\": 1} ", "))one ", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "((lone {\"a\": 1} ", "))one {\"no\": 1} ", "))two ", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");

    /* a closing one: which pair the block is of, its own openers inside tell (R2.3) */
    const struct jets_marker closes[] = {marker("<<", "))long", JETS_MARKER_PREFILLED),
                                         marker("[[", "))", JETS_MARKER_PREFILLED)};
    assert_int_equal(jets_markers_init(&markers, closes, 2, false), 0);
    o.starts = JETS_STARTS_INSIDE;
    r = read_reply(&o, "a << b ", "))long {\"a\": 1} ", "))long ", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "a [[ b ", "))long {\"a\": 1} ", "))long ", "{\"yes\": 1}");
    assert_none(&r, JETS_AMBIGUOUS);
}

/* A caller's channel pair may be of a prefilled family, as no pair of the library's is. */
static void a_channel_pair_may_be_prefilled(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pair = marker("<|channel|>muse<|message|>", "<|channel|>say",
                                           JETS_MARKER_PREFILLED | JETS_MARKER_CHANNEL);
    struct jets_options o = {.markers = &markers, .feed_block = 1};
    assert_int_equal(jets_markers_init(&markers, &pair, 1, false), 0);
    struct reading r = read_reply(
        &o, "So {\"no\": 1} ", "<|channel|>say <|constrain|>json<|message|>", " {\"yes\": 1}", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "So {\"no\": 1} ", "<|channel|>say <|constrain|", "json<|message|>",
                   " {\"yes\": 1}");
    assert_none(&r, JETS_AMBIGUOUS);
}

/* A marker that a megabyte does not end is looked at once, not once for each byte that comes. */
static void a_long_marker_costs_no_more_than_its_length(void **state)
{
    (void)state;
    enum { LEN = 300000 };
    static const struct {
        const char *head;
        int fill;
        const char *options;
        const char *reason;
    } replies[] = {
        {"<think ", 'a', "", "no-candidate"},
        {"Well <think ", 'a', "", "no-candidate"},
        {"</think ", ' ', "", "no-candidate"},
        {"Well </think ", ' ', "", "no-candidate"},
        {"Well </thought ", ' ', "starts=outside", "no-candidate"},
        {"<think>hm</think ", ' ', "", "unterminated-reasoning"},
        {"hm</think ", ' ', "starts=inside", "unterminated-reasoning"},
        {"hm<|channel|>final ", 'a', "starts=inside", "unterminated-reasoning"},
        {"<|channel|>final<|constrain|>", 'a', "", "no-candidate"},
        {"Well <|channel|>final<|constrain|>", 'a', "", "no-candidate"},
        {"<|channel|>analysis<|message|><|channel|>final ", 'a', "", "unterminated-reasoning"},
    };
    char *text = malloc(LEN);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof replies / sizeof replies[0]; i++) {
        memset(text, replies[i].fill, LEN);
        memcpy(text, replies[i].head, strlen(replies[i].head));
        check_none(PLACE(replies[i].options, text, LEN), replies[i].reason);
    }
    free(text);
}

/* Nor is a block, whose end the search for it has found, gone through byte by byte to it. */
static void a_long_block_costs_no_more_than_its_length(void **state)
{
    (void)state;
    enum { LEN = 1 << 20 };
    static const char end[] = "</think>{\"yes\": 1}";
    char *text = malloc(LEN);
    assert_non_null(text);
    memset(text, 'a', LEN);
    memcpy(text, "<think>", 7);
    memcpy(text + LEN - (sizeof end - 1), end, sizeof end - 1);
    check_answer(PLACE("", text, LEN), LEN - 10, "{\"yes\": 1}", 10);
    free(text);
}

/* R2.2: what is text of a value that parses ends no reasoning, even where the marker goes on behind
   the value, and even where brackets of prose are too many before it has come. */
static void a_closing_marker_that_begins_in_a_value_is_data(void **state)
{
    (void)state;
    struct jets_markers markers;
    struct jets_options o = {.markers = &markers, .depth = 3, .feed_block = 1};
    const struct jets_marker pair = marker("<r>", "x\"]<r>", JETS_MARKER_PREFILLED);
    assert_int_equal(jets_markers_init(&markers, &pair, 1, true), 0);
    struct reading r =
        read_reply(&o, "[a [b [c [d [\"x\"]<r> ", "{\"no\": 1} ", "x\"]<r> ", "{\"yes\": 1}");
    assert_gives(&r, "{\"yes\": 1}");

    /* a container of nothing is a value too */
    const struct jets_marker empty = marker("<r>", "]x", JETS_MARKER_PREFILLED);
    assert_int_equal(jets_markers_init(&markers, &empty, 1, true), 0);
    r = read_reply(&o, "{\"a\": 1} []x {\"b\": 1}", "", "", "");
    assert_none(&r, JETS_AMBIGUOUS);
    r = read_reply(&o, "{\"a\": 1} ]x {\"b\": 1}", "", "", "");
    assert_gives(&r, "{\"b\": 1}");
}

/* A reply that begins with a closing marker does not begin with the value that it looks like. */
static void a_closing_marker_may_look_like_a_value(void **state)
{
    (void)state;
    struct jets_markers markers;
    const struct jets_marker pair = marker("<r>", "[\"end\"]", 0);
    assert_int_equal(jets_markers_init(&markers, &pair, 1, true), 0);
    struct jets_options o = {.markers = &markers, .feed_block = 1};
    struct reading r = read_reply(&o, "[\"end\"]", " {\"yes\": 1}", "", "");
    assert_gives(&r, "{\"yes\": 1}");
    r = read_reply(&o, "[\"and\"]", " {\"yes\": 1}", "", "");
    assert_none(&r, JETS_AMBIGUOUS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_pair_hides_at_the_beginning),
        TEST(every_pair_hides_in_prose),
        TEST(every_pair_is_hidden_whole),
        TEST(case_does_not_matter),
        TEST(an_orphan_counts_where_the_family_is_prefilled),
        TEST(no_pair_ends_another),
        TEST(a_marker_cut_short_is_none),
        TEST(the_final_channel_may_say_more),
        TEST(a_zero_byte_in_a_marker_is_a_byte_like_any_other),
        TEST(a_pair_can_be_added),
        TEST(the_table_can_be_replaced),
        TEST(flags_of_an_added_pair_work),
        TEST(the_table_is_ready_for_the_scan),
        TEST(the_callers_pairs_come_first),
        TEST(a_bad_pair_is_refused_and_leaves_no_table),
        TEST(a_table_holds_64_pairs),
        TEST(markers_that_begin_alike),
        TEST(markers_are_compared_whole),
        TEST(nothing_waits_for_a_marker_that_cannot_come),
        TEST(markers_that_begin_with_any_byte),
        TEST(a_table_knows_what_its_markers_begin_with),
        TEST(the_earlier_pair_wins_though_the_later_is_there_first),
        TEST(a_channel_pair_may_be_prefilled),
        TEST(a_long_marker_costs_no_more_than_its_length),
        TEST(a_long_block_costs_no_more_than_its_length),
        TEST(a_closing_marker_that_begins_in_a_value_is_data),
        TEST(a_closing_marker_may_look_like_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

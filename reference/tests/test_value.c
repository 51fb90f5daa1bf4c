/* The strict grammar (G1 to G5), production by production. Each text is tried as a whole reply, as
   a member's value inside an object, and by jets_complete, whole and a byte at a time. */
#include "check.h"

/* jets_complete of a text that comes a byte at a time; it is to stay false until the last. */
static bool completes_by_bytes(const char *text, size_t len)
{
    struct jets_completion c;
    bool complete = false;
    jets_complete_init(&c, 0);
    for (size_t i = 0; i < len; i++) {
        if (complete) {
            return false;
        }
        complete = jets_complete_feed(&c, text + i, 1);
    }
    return complete;
}

/* Is `text` a value: as a whole reply, and as the value of a member? The two must agree. */
static bool is_value(const char *text, size_t len)
{
    char inside[512];
    struct jets_options any = {.expect = JETS_EXPECT_ANY, .names = JETS_NAMES_ANY};
    struct jets_result whole;
    struct jets_result member;
    assert_true(len + 8 < sizeof inside);
    size_t n = 0;
    memcpy(inside, "{\"k\":", 5);
    n += 5;
    memcpy(inside + n, text, len);
    n += len;
    inside[n++] = '}';

    jets_extract(text, len, &any, &whole);
    jets_extract(inside, n, &any, &member);
    bool whole_is = whole.status == JETS_VALUE && whole.rule == JETS_R1;
    bool member_is = member.status == JETS_VALUE && member.offset == 0 && member.length == n;
    if (whole_is != member_is || jets_complete(inside, n, 0) != member_is ||
        completes_by_bytes(inside, n) != member_is) {
        print_bytes("  text:    ", text, len);
        fail_msg("alone, inside an object and for jets_complete this is not the same");
    }
    return whole_is;
}

static void accept_at(int line, const char *text, size_t len)
{
    if (!is_value(text, len)) {
        print_bytes("  text:    ", text, len);
        fprintf(stderr, "%s:%d: a value is not accepted\n", __FILE__, line);
        _fail(__FILE__, line);
    }
}

static void reject_at(int line, const char *text, size_t len)
{
    if (is_value(text, len)) {
        print_bytes("  text:    ", text, len);
        fprintf(stderr, "%s:%d: what is no value is accepted\n", __FILE__, line);
        _fail(__FILE__, line);
    }
}

#define ACCEPT(text) accept_at(__LINE__, text, sizeof(text) - 1)
#define REJECT(text) reject_at(__LINE__, text, sizeof(text) - 1)

static void structure_is_accepted(void **state)
{
    (void)state;
    ACCEPT("{}");
    ACCEPT("[]");
    ACCEPT("[1]");
    ACCEPT("[1,2]");
    ACCEPT("{\"a\":1}");
    ACCEPT("{\"a\":1,\"b\":2}");
    ACCEPT("{\"a\":1,\"a\":2}");
    ACCEPT("{\"\":{}}");
    ACCEPT("[[],{},[[]],{\"a\":[]}]");
    ACCEPT("[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]");
    ACCEPT("[null,true,false,0,\"\",[],{}]");
}

static void structure_is_rejected(void **state)
{
    (void)state;
    REJECT("");
    REJECT("{");
    REJECT("[");
    REJECT("}");
    REJECT("[}");
    REJECT("{]");
    REJECT("[1}");
    REJECT("{\"a\":1]");
    REJECT("[1,]");
    REJECT("[,1]");
    REJECT("[,]");
    REJECT("[1,,2]");
    REJECT("[1 2]");
    REJECT("[1:2]");
    REJECT("{\"a\":1,}");
    REJECT("{,\"a\":1}");
    REJECT("{\"a\"}");
    REJECT("{\"a\":}");
    REJECT("{\"a\",1}");
    REJECT("{\"a\"::1}");
    REJECT("{\"a\":1 \"b\":2}");
    REJECT("{\"a\":1,,\"b\":2}");
    REJECT("{a:1}");
    REJECT("{1:1}");
    REJECT("{null:1}");
    REJECT("{[]:1}");
    REJECT("{'a':1}");
    REJECT("[1]]");
    REJECT("[[1]");
    REJECT("{}}");
    REJECT("1 2");
    REJECT("[1]//");
    REJECT("[1,/**/2]");
    REJECT("[1]#");
    REJECT(";");
    REJECT("(1)");
}

static void white_space_is_four_bytes(void **state)
{
    (void)state;
    ACCEPT(" \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n");
    ACCEPT(" { \"a\" : 1 , \"b\" : { } } ");
    for (int byte = 0; byte < 256; byte++) {
        const char text[] = {'[', '1', (char)byte, ',', (char)byte, '2', ']'};
        bool white = byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
        bool digit = byte >= '0' && byte <= '9' && byte != '0';
        if (white || digit) {
            accept_at(__LINE__, text, sizeof text);
        } else {
            reject_at(__LINE__, text, sizeof text);
        }
    }
    REJECT("[1,\xC2\xA0 2]");
    REJECT("[1,\xE2\x80\x89 2]");
    REJECT("[1,\xEF\xBB\xBF 2]");
    REJECT("[1,\0 2]");
}

static void numbers_are_accepted(void **state)
{
    (void)state;
    ACCEPT("0");
    ACCEPT("-0");
    ACCEPT("7");
    ACCEPT("10");
    ACCEPT("-1234567890");
    ACCEPT("0.0");
    ACCEPT("0.001");
    ACCEPT("1.10");
    ACCEPT("0e0");
    ACCEPT("0E0");
    ACCEPT("1e5");
    ACCEPT("1e+5");
    ACCEPT("1E-5");
    ACCEPT("1e00005");
    ACCEPT("-1.5e-10");
    ACCEPT("1e400");
    ACCEPT("-1e-400");
    ACCEPT("123456789012345678901234567890.123456789012345678901234567890e123456789");
}

static void numbers_are_rejected(void **state)
{
    (void)state;
    REJECT("-");
    REJECT("+1");
    REJECT("--1");
    REJECT("00");
    REJECT("01");
    REJECT("-01");
    REJECT("-00");
    REJECT("007");
    REJECT("1.");
    REJECT(".5");
    REJECT("-.5");
    REJECT("1.e5");
    REJECT("1..5");
    REJECT("1.5.5");
    REJECT("1e");
    REJECT("1e+");
    REJECT("1e-");
    REJECT("1e5.5");
    REJECT("1ee5");
    REJECT("1e5e5");
    REJECT("e5");
    REJECT("1 .5");
    REJECT("- 1");
    REJECT("1-");
    REJECT("1-2");
    REJECT("0x10");
    REJECT("0b1");
    REJECT("0o7");
    REJECT("1_000");
    REJECT("1,000");
    REJECT("1a");
    REJECT("0a");
    REJECT("1.5f");
    REJECT("NaN");
    REJECT("-NaN");
    REJECT("Infinity");
    REJECT("-Infinity");
    REJECT("\xEF\xBC\x91"); /* a full-width 1 */
    REJECT("\xD9\xA1");     /* an Arabic 1 */
    REJECT("1\0");
}

/* Every text of up to 7 bytes over the letters that numbers are made of, against the grammar
   written down a second time: `-? (0|[1-9][0-9]*) (\.[0-9]+)? ([eE][+-]?[0-9]+)?`. */
static size_t take_digits(const char *text, size_t at, size_t len)
{
    while (at < len && text[at] >= '0' && text[at] <= '9') {
        at++;
    }
    return at;
}

static bool is_number(const char *text, size_t len)
{
    size_t at = len > 0 && text[0] == '-' ? 1 : 0;
    size_t end = take_digits(text, at, len);
    if (end == at || (text[at] == '0' && end > at + 1)) {
        return false;
    }
    if (end < len && text[end] == '.') {
        at = end + 1;
        end = take_digits(text, at, len);
        if (end == at) {
            return false;
        }
    }
    if (end < len && text[end] == 'e') {
        at = end + 1;
        if (at < len && (text[at] == '+' || text[at] == '-')) {
            at++;
        }
        end = take_digits(text, at, len);
        if (end == at) {
            return false;
        }
    }
    return end == len;
}

static void every_short_number_is_judged_by_the_grammar(void **state)
{
    (void)state;
    static const char letters[] = {'0', '1', '.', 'e', '-', '+'};
    char text[7];
    size_t numbers = 0;
    for (size_t len = 1; len <= sizeof text; len++) {
        size_t count = 1;
        for (size_t i = 0; i < len; i++) {
            count *= sizeof letters;
        }
        for (size_t n = 0; n < count; n++) {
            size_t rest = n;
            for (size_t i = 0; i < len; i++) {
                text[i] = letters[rest % sizeof letters];
                rest /= sizeof letters;
            }
            bool want = is_number(text, len);
            numbers += want;
            if (is_value(text, len) != want) {
                print_bytes("  text:    ", text, len);
                fail_msg("this is %s number", want ? "a" : "no");
            }
        }
    }
    assert_true(numbers > 1000);
}

static void strings_are_accepted(void **state)
{
    (void)state;
    ACCEPT("\"\"");
    ACCEPT("\"a\"");
    ACCEPT("\"{[,:]}'/<>&\"");
    ACCEPT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"");
    ACCEPT("\"\\u0000\\u001f\\u0041\\uABCD\\uabcd\\uffff\"");
    ACCEPT("\"\\\\\"");
    ACCEPT("\"\\\\\\\"\"");
    ACCEPT("\"\x7F\"");
    ACCEPT("\"</script>\"");
}

static void strings_are_rejected(void **state)
{
    (void)state;
    REJECT("\"");
    REJECT("\"a");
    REJECT("\"\\\"");
    REJECT("\"\\");
    REJECT("'a'");
    REJECT("\"a\"b\"");
    REJECT("\"\\u\"");
    REJECT("\"\\u1\"");
    REJECT("\"\\u12\"");
    REJECT("\"\\u123\"");
    REJECT("\"\\u123g\"");
    REJECT("\"\\u+123\"");
    REJECT("\"\\u 123\"");
    REJECT("\"\\U0041\"");
    REJECT("\"\\x41\"");
    REJECT("\"a\\\nb\"");
    REJECT("\xE2\x80\x9Cx\xE2\x80\x9D");
    REJECT("`a`");
}

static void control_characters_are_no_part_of_a_string(void **state)
{
    (void)state;
    for (int byte = 0; byte < 0x80; byte++) {
        const char text[] = {'"', 'a', (char)byte, 'b', '"'};
        if (byte < 0x20 || byte == '"' || byte == '\\') {
            if (byte == '\\') {
                continue; /* \b is an escape */
            }
            reject_at(__LINE__, text, sizeof text);
        } else {
            accept_at(__LINE__, text, sizeof text);
        }
    }
}

static void every_byte_behind_a_backslash(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        const char text[] = {'"', '\\', (char)byte, ' ', '"'};
        if (byte != 0 && strchr("\"\\/bfnrt", byte) != NULL) {
            accept_at(__LINE__, text, sizeof text);
        } else {
            reject_at(__LINE__, text, sizeof text);
        }
    }
}

static void every_byte_as_a_hex_digit(void **state)
{
    (void)state;
    for (size_t place = 3; place < 7; place++) {
        for (int byte = 0; byte < 256; byte++) {
            char text[] = {'"', '\\', 'u', '0', '0', '0', '0', '"'};
            text[place] = (char)byte;
            bool hex = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') ||
                       (byte >= 'A' && byte <= 'F');
            if (hex) {
                accept_at(__LINE__, text, sizeof text);
            } else {
                reject_at(__LINE__, text, sizeof text);
            }
        }
    }
}

static void escaped_surrogates_stand_in_pairs(void **state)
{
    (void)state;
    ACCEPT("\"\\ud83d\\ude00\"");
    ACCEPT("\"\\uD800\\uDC00\\uDBFF\\uDFFF\"");
    ACCEPT("\"\\ud7ff\\ue000\"");
    REJECT("\"\\ud800\"");
    REJECT("\"\\udbff\"");
    REJECT("\"\\udc00\"");
    REJECT("\"\\udfff\"");
    REJECT("\"\\ude00\\ud83d\"");
    REJECT("\"\\ud83d\\ud83d\\ude00\"");
    REJECT("\"\\ud83d\\u0041\"");
    REJECT("\"\\ud83d \\ude00\"");
    REJECT("\"\\ud83d\\n\\ude00\"");
    REJECT("\"\\ud83d\\\\ude00\"");
    REJECT("\"\\ud83dA\"");
    REJECT("\"\\ud83d\xF0\x9F\x98\x80\"");
    REJECT("\"\\ud83d\\ude0\"");
}

/* RFC 3629, section 4, written down: how many bytes the well-formed sequence at text has, or 0. */
static size_t utf8_length(const unsigned char *t, size_t len)
{
    if (t[0] < 0x80) {
        return 1;
    }
    if (t[0] >= 0xC2 && t[0] <= 0xDF) {
        return len >= 2 && (t[1] & 0xC0) == 0x80 ? 2 : 0;
    }
    unsigned long code = 0;
    size_t need = 0;
    if ((t[0] & 0xF0) == 0xE0) {
        need = 3;
        code = t[0] & 0x0Fu;
    } else if ((t[0] & 0xF8) == 0xF0) {
        need = 4;
        code = t[0] & 0x07u;
    }
    if (need == 0 || len < need) {
        return 0;
    }
    for (size_t i = 1; i < need; i++) {
        if ((t[i] & 0xC0) != 0x80) {
            return 0;
        }
        code = code << 6 | (t[i] & 0x3Fu);
    }
    unsigned long least = need == 3 ? 0x800 : 0x10000;
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code >= least && code <= 0x10FFFF && !surrogate ? need : 0;
}

static bool is_utf8(const unsigned char *text, size_t len)
{
    while (len > 0) {
        size_t n = utf8_length(text, len);
        if (n == 0) {
            return false;
        }
        text += n;
        len -= n;
    }
    return true;
}

static void judge_utf8(const unsigned char *bytes, size_t len)
{
    char text[8];
    text[0] = '"';
    memcpy(text + 1, bytes, len);
    text[len + 1] = '"';
    if (is_utf8(bytes, len)) {
        accept_at(__LINE__, text, len + 2);
    } else {
        reject_at(__LINE__, text, len + 2);
    }
}

static void every_pair_of_high_bytes(void **state)
{
    (void)state;
    for (unsigned a = 0x80; a < 256; a++) {
        judge_utf8((const unsigned char[]){(unsigned char)a}, 1);
        for (unsigned b = 0x7F; b < 256; b++) {
            judge_utf8((const unsigned char[]){(unsigned char)a, (unsigned char)b}, 2);
        }
    }
}

/* The bytes at which RFC 3629's classes begin and end, in every place of three and four. */
static const unsigned char edges[] = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1,
                                      0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1,
                                      0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFE, 0xFF};

static void sequences_of_three_and_four_bytes(void **state)
{
    (void)state;
    const size_t count = sizeof edges;
    for (size_t n = 0; n < count * count * count; n++) {
        const unsigned char three[] = {edges[n / (count * count)], edges[n / count % count],
                                       edges[n % count]};
        judge_utf8(three, 3);
        if (three[0] >= 0xF0) {
            for (size_t d = 0; d < count; d++) {
                judge_utf8((const unsigned char[]){three[0], three[1], three[2], edges[d]}, 4);
            }
        }
    }
}

static void utf8_classes_by_name(void **state)
{
    (void)state;
    ACCEPT("\"\xC2\x80\xDF\xBF\"");
    ACCEPT("\"\xE0\xA0\x80\xEF\xBF\xBF\"");
    ACCEPT("\"\xED\x9F\xBF\xEE\x80\x80\"");
    ACCEPT("\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"");
    ACCEPT("\"\xEF\xBB\xBF\"");
    REJECT("\"\xC0\x80\"");         /* overlong NUL */
    REJECT("\"\xC1\xBF\"");         /* overlong 0x7F */
    REJECT("\"\xE0\x9F\xBF\"");     /* overlong U+07FF */
    REJECT("\"\xF0\x8F\xBF\xBF\""); /* overlong U+FFFF */
    REJECT("\"\xED\xA0\x80\"");     /* a surrogate */
    REJECT("\"\xED\xBF\xBF\"");
    REJECT("\"\xF4\x90\x80\x80\""); /* past U+10FFFF */
    REJECT("\"\xF8\x88\x80\x80\x80\"");
    REJECT("\"\x80\"");
    REJECT("\"\xE2\x82\"");
    REJECT("\"\xF0\x9F\x98\"");
    REJECT("\"\xC3\"");
    REJECT("{\"\xC3\x28\":1}"); /* in a name */
    REJECT("[\xC3\xA9]");
    REJECT("\"\xE2\x82\\u00ac\"");
    REJECT("\"\xE2\x82 \"");
    /* no sequence is judged by another's bytes */
    REJECT("\"\xC3\x41\xC3\xA9\"");
    REJECT("\"\xC2\xBF\xC3\x41\"");
    REJECT("\"\xC2\xBF\xE0\x9F\xBF\"");
    REJECT("\"\xC2\xBF\xF0\x8F\xBF\xBF\"");
    REJECT("\"\xC2\x80\xED\xA0\x80\"");
    REJECT("\"\xC2\x80\xF4\x90\x80\x80\"");
    REJECT("\"\xE2\x82\xAC\xE2\x82\x41\"");
}

static void literals(void **state)
{
    (void)state;
    ACCEPT("true");
    ACCEPT("false");
    ACCEPT("null");
    REJECT("True");
    REJECT("TRUE");
    REJECT("tru");
    REJECT("truee");
    REJECT("true1");
    REJECT("t");
    REJECT("fals");
    REJECT("False");
    REJECT("nul");
    REJECT("nulL");
    REJECT("nullnull");
    REJECT("None");
    REJECT("undefined");
    REJECT("tr ue");
    REJECT("tr\0ue");
    REJECT("[truefalse]");
}

/* Where a string breaks, the skip goes on (R3.6) as the string stood there: at the byte that broke
   it, inside the string, and behind a backslash where there was one. Here `"` comes next. Where it
   ends the string, the object is a piece; where it is escaped, all up to the next `"]` is the
   string's. */
static void a_broken_string_is_skipped_from_its_state(void **state)
{
    (void)state;
#define QUOTE_ENDS(string) REFUSES("", "[1,\"" string "\"]{\"a\":2}\"]{\"ok\":1}", "broken-value")
#define QUOTE_IS_ESCAPED(string) \
    GIVES_AT("", "[1,\"" string "\"]{\"a\":2}\"]{\"ok\":1}", sizeof(string) + 14, "{\"ok\":1}")
    QUOTE_ENDS("\x01");
    QUOTE_ENDS("x\x01");
    QUOTE_ENDS("\x80");
    QUOTE_ENDS("\\q");
    QUOTE_ENDS("\\\x01");
    QUOTE_ENDS("\\u");
    QUOTE_ENDS("\\u1");
    QUOTE_ENDS("\\u123");
    QUOTE_ENDS("\\u12x4");
    QUOTE_ENDS("\\u12x4\\\\");
    QUOTE_ENDS("\\udc00");
    QUOTE_ENDS("\\ud83d");
    QUOTE_ENDS("\\ud83d\\n");
    QUOTE_ENDS("\\ud83d\\u");
    QUOTE_ENDS("\\ud83d\\u0041");
    QUOTE_ENDS("\\ud83d\\ud83d");
    QUOTE_ENDS("\\ud83d\\\x01");
    QUOTE_ENDS("\xC3");
    QUOTE_ENDS("\xE2\x82");
    QUOTE_ENDS("\xF0\x9F\x98");
    QUOTE_ENDS("\xC3\\\\");
    QUOTE_IS_ESCAPED("\\q\\");
    QUOTE_IS_ESCAPED("\x01\\");
    QUOTE_IS_ESCAPED("\\u\\");
    QUOTE_IS_ESCAPED("\\u123\\");
    QUOTE_IS_ESCAPED("\\ud83d\\");
    QUOTE_IS_ESCAPED("\\ud83d\\x\\");
    QUOTE_IS_ESCAPED("\xC3\\");
    QUOTE_IS_ESCAPED("\xF0\x9F\x98\\");
#undef QUOTE_ENDS
#undef QUOTE_IS_ESCAPED
}

/* What breaks elsewhere stands outside strings: the next `"` begins one. */
static void what_breaks_outside_a_string_is_skipped_from_there(void **state)
{
    (void)state;
#define QUOTE_BEGINS(broken) GIVES("", "[1," broken "\"]{\"]{\"ok\":1}", "{\"ok\":1}")
    QUOTE_BEGINS("x");
    QUOTE_BEGINS("t");
    QUOTE_BEGINS("tru");
    QUOTE_BEGINS("fals\\");
    QUOTE_BEGINS("nul\\");
    QUOTE_BEGINS("-");
    QUOTE_BEGINS("0");
    QUOTE_BEGINS("1.");
    QUOTE_BEGINS("1.5");
    QUOTE_BEGINS("1e");
    QUOTE_BEGINS("1e+");
    QUOTE_BEGINS("1e5");
    QUOTE_BEGINS("-.");
    QUOTE_BEGINS("-e");
    QUOTE_BEGINS("--");
    QUOTE_BEGINS("00");
    QUOTE_BEGINS("01");
    QUOTE_BEGINS("0-");
    QUOTE_BEGINS("1+");
    QUOTE_BEGINS("1..");
    QUOTE_BEGINS("1.e");
    QUOTE_BEGINS("1.-");
    QUOTE_BEGINS("1.5.");
    QUOTE_BEGINS("1.5+");
    QUOTE_BEGINS("1e.");
    QUOTE_BEGINS("1ee");
    QUOTE_BEGINS("1e+.");
    QUOTE_BEGINS("1e+e");
    QUOTE_BEGINS("1e+-");
    QUOTE_BEGINS("1e5.");
    QUOTE_BEGINS("1e5e");
    QUOTE_BEGINS("1e5-");
    QUOTE_BEGINS("x\0");
    QUOTE_BEGINS("\"\"");
    QUOTE_BEGINS("{}");
    QUOTE_BEGINS("\\");
#undef QUOTE_BEGINS
    /* a zero byte is no run that closes a fence, since none is open */
    REFUSES("", "{\"a\": x\n\0 } {\"ok\": 1}", "broken-value");
}

static void breaks_at_its_end(int line, const char *text, size_t len)
{
    for (size_t cut = 0; cut < 2; cut++) {
        struct place p = {__FILE__, line, "", text, len - cut};
        struct jets_result r = read_both_ways(&p);
        if (r.reason != JETS_UNTERMINATED_VALUE || r.rule != (cut ? JETS_R3_7 : JETS_R3_6)) {
            fprintf(stderr, "  got:     %s (%s)\n", jets_reason_text(r.reason),
                    jets_rule_text(r.rule));
            fail_at(&p, cut ? "it breaks too early" : "it breaks too late, or never");
        }
    }
}

/* The first byte with which no value can go on breaks it, and no byte before: where the reply ends
   there, it ends in a broken value, and a byte earlier in one that it cuts (R3.7). */
static void a_value_breaks_at_the_first_byte_that_is_wrong(void **state)
{
    (void)state;
#define BREAKS(text) breaks_at_its_end(__LINE__, text, sizeof(text) - 1)
    BREAKS("[\"\x01");
    BREAKS("[\"\x80");
    BREAKS("[\"\xBF");
    BREAKS("[\"\xC1");
    BREAKS("[\"\xF5");
    BREAKS("[\"\xFF");
    BREAKS("[\"\xC3\x7F");
    BREAKS("[\"\xC3\xC0");
    BREAKS("[\"\xE0\x9F");
    BREAKS("[\"\xED\xA0");
    BREAKS("[\"\xE2\x82\x7F");
    BREAKS("[\"\xE2\x82\xC0");
    BREAKS("[\"\xF0\x8F");
    BREAKS("[\"\xF4\x90");
    BREAKS("[\"\xF0\x9F\x98\x7F");
    BREAKS("[\"\xF0\x9F\x98\xC0");
    BREAKS("[\"\xF0\x9F\x98\"");
    BREAKS("[\"\\q");
    BREAKS("[\"\\ug");
    BREAKS("[\"\\u1g");
    BREAKS("[\"\\u12g");
    BREAKS("[\"\\u123g");
    BREAKS("[\"\\udc");
    BREAKS("[\"\\uDF");
    BREAKS("[\"\\ud83dx");
    BREAKS("[\"\\ud83d\\n");
    BREAKS("[\"\\ud83d\\uc");
    BREAKS("[\"\\ud83d\\udb");
    BREAKS("[\"\\ud83d\\ud7");
    BREAKS("[\"\\ud83d\\udcx");
    BREAKS("[\"\\ud83d\\ude00\\ude");
    BREAKS("[\"a\"x");
    BREAKS("[1,x");
    BREAKS("[1,tx");
    BREAKS("[1,trux");
    BREAKS("[1,fu");
    BREAKS("[1,fals ");
    BREAKS("[1,nulL");
    BREAKS("[1,truex");
    BREAKS("[1,-x");
    BREAKS("[1,01");
    BREAKS("[1,1.x");
    BREAKS("[1,1ex");
    BREAKS("[1,1e+x");
    BREAKS("[1,1e5.");
    BREAKS("[1,,");
    BREAKS("[1 2");
    BREAKS("[1}");
    BREAKS("{\"a\",");
    BREAKS("{\"a\":1]");
    BREAKS("{\"a\":1,b");
#undef BREAKS
}

/* R5.3, on values in fences, where scalars count too: the same bytes, but for white space outside
   strings. */
static void equal_values_differ_in_white_space_alone(void **state)
{
    (void)state;
#define FENCED(a, b) "```\n" a "\n```\n```\n" b "\n```"
#define EQUAL(a, b)                                 \
    do {                                            \
        GIVES_AT("expect=any", FENCED(a, b), 4, a); \
        GIVES_AT("expect=any", FENCED(b, a), 4, b); \
    } while (0)
#define DIFFER(a, b)                                      \
    do {                                                  \
        REFUSES("expect=any", FENCED(a, b), "ambiguous"); \
        REFUSES("expect=any", FENCED(b, a), "ambiguous"); \
    } while (0)
    EQUAL("{\"a\":[1,\"x y\"]}", "{ \"a\" : [ 1\t,\r\n\"x y\" ] }");
    EQUAL("[\"\\\" \",\"b\"]", "[ \"\\\" \" , \"b\" ]");
    EQUAL("[\"\\\\\",\"b\"]", "[ \"\\\\\" , \"b\" ]");
    EQUAL("[\"\\\\\\\" \",\"b\"]", "[ \"\\\\\\\" \" , \"b\" ]");
    EQUAL("[\"\\n\",\"b\"]", "[ \"\\n\" , \"b\" ]");
    DIFFER("[\"x y\"]", "[\"xy\"]");
    DIFFER("[\"\\\" \"]", "[\"\\\"\"]");
    DIFFER("[\"\\\\ \"]", "[\"\\\\\"]");
    DIFFER("[\"\\\\\",\" b\"]", "[\"\\\\\",\"b\"]");
    DIFFER("[\"\\\\\\\" \"]", "[\"\\\\\\\"\"]");
    DIFFER("[1,2]", "[12]");
    DIFFER("[1]", "[2]");
    DIFFER("{\"a\":1}", "{\"b\":1}");
    DIFFER("\"x y\"", "\"xy\"");
    DIFFER("1", "12");
    DIFFER("1", "2");
    DIFFER("true", "false");
#undef FENCED
#undef EQUAL
#undef DIFFER
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(structure_is_accepted),
        TEST(structure_is_rejected),
        TEST(white_space_is_four_bytes),
        TEST(numbers_are_accepted),
        TEST(numbers_are_rejected),
        TEST(every_short_number_is_judged_by_the_grammar),
        TEST(strings_are_accepted),
        TEST(strings_are_rejected),
        TEST(control_characters_are_no_part_of_a_string),
        TEST(every_byte_behind_a_backslash),
        TEST(every_byte_as_a_hex_digit),
        TEST(escaped_surrogates_stand_in_pairs),
        TEST(every_pair_of_high_bytes),
        TEST(sequences_of_three_and_four_bytes),
        TEST(utf8_classes_by_name),
        TEST(literals),
        TEST(a_broken_string_is_skipped_from_its_state),
        TEST(what_breaks_outside_a_string_is_skipped_from_there),
        TEST(a_value_breaks_at_the_first_byte_that_is_wrong),
        TEST(equal_values_differ_in_white_space_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

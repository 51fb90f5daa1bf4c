/*
 * Compares the ways in which the library's inner loops can run (struct jets_path) with the portable
 * one, which defines what they do: each of them alone, with every byte at every place about the
 * edges of a block, between two pages that cannot be read; and whole extractions, in one call and
 * as the reply arrives, of the files named.
 *
 *     same_paths [FILE]...
 *
 * Prints the names of the paths that this machine can run. Exit status: 0 all come to the same;
 * 1 two do not, and it is said where. No test framework, so that it also runs on other processors.
 */
#define _DEFAULT_SOURCE

#include "internal.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FILE_ROOM = 4 << 20 };

/* Bytes between two unreadable pages. */
static unsigned char *room;
static size_t room_size;

static void die(const char *what, const struct jets_path *path)
{
    fprintf(stderr, "same_paths: %s: %s\n", path->name, what);
    exit(EXIT_FAILURE);
}

static void make_room(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *pages = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_READ | PROT_WRITE) != 0) {
        perror("same_paths: mmap");
        exit(EXIT_FAILURE);
    }
    room = pages + page;
    room_size = page;
}

/* ---- one inner loop ---- */

/* Where a text of this length stands: against the page behind it, or that in front of it. */
static unsigned char *place(size_t len, unsigned turn)
{
    return turn % 2 == 0 ? room + room_size - len : room;
}

static void compare_prose(const struct jets_path *path, const unsigned char *text, size_t from,
                          size_t len)
{
    static const struct jets_marker own = {"%%think", 7, "%%/think", 8, 0};
    static struct jets_markers odd; /* one that vectors are no help with */
    const struct jets_markers *tables[3] = {jets_markers_default(), &jets_no_markers, &odd};
    if (odd.count == 0)
        jets_markers_init(&odd, &own, 1, true);
    for (size_t i = 0; i < 3; i++)
        if (path->prose_end(tables[i], text, from, len) !=
            jets_path_portable.prose_end(tables[i], text, from, len))
            die("prose_end", path);
}

static void compare_read(const struct jets_path *path, const unsigned char *text, size_t len)
{
    struct jets_value a;
    struct jets_value b;
    size_t a_at = 0;
    size_t b_at = 0;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    value_init(&a, 512);
    value_init(&b, 512);
    if (path->value_read(&a, text, &a_at, len) !=
            jets_path_portable.value_read(&b, text, &b_at, len) ||
        a_at != b_at || memcmp(&a, &b, sizeof a) != 0)
        die("value_read", path);
}

static void compare_string_end(const struct jets_path *path, const unsigned char *text, size_t from,
                               size_t len)
{
    bool a = false;
    bool b = false;
    if (path->string_end(text, from, len, &a) !=
            jets_path_portable.string_end(text, from, len, &b) ||
        a != b)
        die("string_end", path);
}

/* Shapes of text in which one byte is set: what is in front, what fills it, what ends it. */
static const struct shape {
    const char *head, *fill, *tail;
} shapes[] = {
    {"", "a", ""},          {"", "\xC3\xA9", ""},
    {"[\"", "a", "\"]"},    {"{\"", "k", "\":1}"},
    {"[\"", "\\\"", "\"]"}, {"[", " ", "1]"},
    {"[", "\n\t\r ", "]"},  {"[1", "1", "]"},
    {"[0.", "23", ",1]"},   {"[\"", "\xE2\x82\xAC", "\"]"},
};

/* Everything about one text: `at` is the byte that was set. */
static void compare_all(const struct jets_path *path, const struct shape *shape,
                        const unsigned char *text, size_t len)
{
    compare_prose(path, text, 0, len);
    compare_prose(path, text, len / 3, len);
    compare_read(path, text, len);
    if (strlen(shape->tail) > 1 && shape->tail[0] == '"' && memchr(text + 2, '"', len - 2) != NULL)
        compare_string_end(path, text, 2, len - strlen(shape->tail) + 1);
}

/* One shape of one length, with this byte at this place. */
static void try_byte(const struct jets_path *path, const struct shape *shape, size_t len, size_t at,
                     unsigned byte)
{
    size_t head = strlen(shape->head);
    size_t tail = strlen(shape->tail);
    unsigned char *text = place(len, byte + (unsigned)at);
    memcpy(text, shape->head, head);
    for (size_t i = head; i < len - tail; i++)
        text[i] = (unsigned char)shape->fill[(i - head) % strlen(shape->fill)];
    memcpy(text + len - tail, shape->tail, tail);
    text[at] = (unsigned char)byte;
    compare_all(path, shape, text, len);
}

/* The bytes that end a run, and their neighbours, at every place; every byte at some. */
static void try_edges(const struct jets_path *path)
{
    static const unsigned char bytes[] =
        "\"\\ !/09:;<=>AZ[]^_`az{|}~\t\n\r\v\x1F\x7F\x80\xBF\xC3\xE2\xFF";
    static const size_t edges[] = {16, 32, 64, 128, 192, 256};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (size_t e = 0; e < sizeof edges / sizeof *edges; e++) {
            for (size_t at = strlen(shapes[s].head); at < edges[e] + 2; at++)
                for (size_t i = 0; i < sizeof bytes; i++)
                    try_byte(path, &shapes[s],
                             at < edges[e] - 1 ? edges[e] - 1 + (at + i) % 3 : at + 1 + i % 2, at,
                             bytes[i]);
        }
        for (unsigned byte = 0; byte < 256; byte++)
            for (size_t at = strlen(shapes[s].head); at < 140; at += 9)
                try_byte(path, &shapes[s], 140, at, byte);
    }
}

/* Every byte at every place of prose that is longer than what is passed over at once: none at which
   prose stops is missed, whatever it shares its vectors with. */
static void try_prose(const struct jets_path *path)
{
    enum { LEN = 450 };
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t at = 0; at < LEN; at++) {
            unsigned char *text = place(LEN, byte);
            memset(text, "a Z."[at % 4], LEN);
            text[at] = (unsigned char)byte;
            compare_prose(path, text, 0, LEN);
        }
    }
}

/* Tokens of every length at every place in a window. */
static void try_tokens(const struct jets_path *path)
{
    for (size_t lead = 0; lead < 70; lead++) {
        for (size_t token = 0; token < 140; token += 1 + token / 40) {
            size_t tail = (lead * 3 + token) % 80;
            size_t len = lead + 2 * token + 8 + tail;
            unsigned char *text = place(len, (unsigned)token);
            memset(text, ' ', len);
            memcpy(text + lead, "[\"", 2);
            memset(text + lead + 2, 'a', token);
            memcpy(text + lead + 2 + token, "\",1", 3);
            memset(text + lead + 5 + token, '5', token);
            memcpy(text + lead + 5 + 2 * token, ".5]", 3);
            compare_read(path, text, len);
            compare_read(path, text, len - tail);
            compare_read(path, text, len - tail - 1);
            compare_prose(path, text, 0, len);
        }
    }
}

/* Reads text[*at..len) on by both, and compares what they come to. */
static void compare_on(const struct jets_path *path, struct jets_value v[2], size_t at[2],
                       const unsigned char *text, size_t len)
{
    if (path->value_read(&v[0], text, &at[0], len) !=
            jets_path_portable.value_read(&v[1], text, &at[1], len) ||
        at[0] != at[1] || memcmp(&v[0], &v[1], sizeof v[0]) != 0)
        die("value_read of a value in parts", path);
}

/* Values in three parts, cut anywhere: within tokens of each kind, and within long ones twice. */
static void try_cuts(const struct jets_path *path)
{
    static const char *const texts[] = {
        "{ \"a\" :[ 1 , -2.5e+3,-0 , 1E-2 ,{},[] ], \"\\u00e9\\n\":true,\"c\" :  false ,\"d\": null } ",
        "[\"\\ud83d\\ude00\", \"\xF0\x9F\x98\x80\\\"\" , [[ {\"x\":[\"\"] } ]] , \"\xE2\x82\xAC\\\\\"]",
        "[*.*e*,\"*\\u00e9*\", -*]",
        "[1e]",
        "[1.]",
        "[-]",
        "{\"a\":tru }",
        "-*e+*",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        unsigned char *text = room;
        size_t len = 0;
        for (const char *c = texts[i]; *c != '\0'; c++) { /* a star: many digits */
            size_t count = *c == '*' ? 100 : 1;
            memset(text + len, *c == '*' ? '7' : *c, count);
            len += count;
        }
        for (size_t first = 0; first <= len; first++) {
            for (size_t second = first; second <= len; second += 1 + len / 100) {
                struct jets_value v[2];
                size_t at[2] = {0, 0};
                memset(v, 0, sizeof v);
                value_init(&v[0], 512);
                value_init(&v[1], 512);
                compare_on(path, v, at, text, first);
                compare_on(path, v, at, text, second);
                compare_on(path, v, at, text, len);
                compare_on(path, v, at, text, len);
            }
        }
    }
}

/* Objects that repeat a name or not, with an escaped quote at every place of the blocks they are
   read in. */
static void try_names(const struct jets_path *path)
{
    for (unsigned fill = 0; fill < 140; fill++) {
        for (unsigned last = 'a'; last < 'c'; last++) {
            static const char form[] = "{\"a\":\"%*s\\\"\",\"%c\":{\"a\":2}}";
            char object[200];
            int len = snprintf(object, sizeof object, form, fill, "", last);
            unsigned char *text = place((size_t)len, fill);
            memcpy(text, object, (size_t)len);
            if (path->few_repeat(text, (size_t)len) !=
                jets_path_portable.few_repeat(text, (size_t)len))
                die("few_repeat", path);
        }
    }
}

/* ---- whole extractions ---- */

/* What an extraction came to, its events with it. */
struct outcome {
    struct jets_result result;
    uint64_t events;
};

static void note_event(void *context, const struct jets_event *e)
{
    uint64_t *sum = context;
    const uint64_t parts[] = {e->kind, e->rule,   e->offset, e->length,
                              e->type, e->fenced, e->piece,  e->depth};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *sum = (*sum ^ parts[i]) * 0x100000001B3u + 1;
}

/* step 0: in one call. */
static struct outcome extract(const struct jets_path *path, struct jets_options o,
                              const unsigned char *reply, size_t len, size_t step)
{
    struct outcome outcome;
    struct jets_extraction x;
    memset(&outcome, 0, sizeof outcome);
    o.feed_block = (unsigned)step; /* 0, too: the default */
    o.trace = note_event;
    o.trace_context = &outcome.events;
    jets_extract_init(&x, &o);
    x.path = path;
    for (size_t n = 0; step != 0 && n < len; n += step)
        jets_extract_feed(&x, reply, n);
    jets_extract_finish(&x, reply, len, &outcome.result);
    return outcome;
}

static bool same_result(const struct jets_result *a, const struct jets_result *b)
{
    return a->status == b->status && a->reason == b->reason && a->offset == b->offset &&
           a->length == b->length && a->type == b->type && a->rule == b->rule &&
           a->candidates == b->candidates;
}

static void compare_reply(const char *name, const unsigned char *reply, size_t len)
{
    static const struct jets_options options[] = {
        {.expect = JETS_EXPECT_CONTAINER},
        {.expect = JETS_EXPECT_ANY, .reasoning = JETS_REASONING_FALLBACK},
        {.select = JETS_SELECT_LAST, .starts = JETS_STARTS_INSIDE},
        {.select = JETS_SELECT_LONGEST, .starts = JETS_STARTS_OUTSIDE, .depth = 4},
    };
    const struct jets_path *path;
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        const struct outcome want = extract(&jets_path_portable, options[k], reply, len, 0);
        for (unsigned n = 0; (path = path_number(n)) != NULL; n++) {
            const struct outcome whole = extract(path, options[k], reply, len, 0);
            const struct outcome fed = extract(path, options[k], reply, len, 1 + len / 4096);
            if (!same_result(&want.result, &whole.result) || want.events != whole.events)
                die(name, path);
            if (!same_result(&want.result, &fed.result))
                die(name, path);
        }
    }
}

static void compare_file(const char *name)
{
    static unsigned char reply[FILE_ROOM];
    FILE *file = fopen(name, "rb");
    size_t len = file != NULL ? fread(reply, 1, sizeof reply, file) : 0;
    unsigned char *exact;
    if (file == NULL || ferror(file) || fclose(file) != 0 || len == sizeof reply ||
        (exact = malloc(len > 0 ? len : 1)) == NULL) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    memcpy(exact, reply, len);
    compare_reply(name, exact, len);
    free(exact);
}

int main(int argc, char **argv)
{
    const struct jets_path *path;
    make_room();
    for (unsigned n = 0; (path = path_number(n)) != NULL; n++) {
        if (path != &jets_path_portable) {
            try_edges(path);
            try_prose(path);
            try_tokens(path);
            try_cuts(path);
            try_names(path);
        }
        printf("%s%s", n > 0 ? " " : "", path->name);
    }
    for (int i = 1; i < argc; i++)
        compare_file(argv[i]);
    return puts("") < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

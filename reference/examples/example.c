/*
 * libjets from C: its three operations, on a reply that arrives in parts on standard input.
 *
 *   example extract    prints the answer, an object
 *   example complete   says after how many bytes the text is one finished object or array
 *   example strings    prints an array of strings, trimmed and without repeats
 *
 * Exit status: 0 done · 2 usage, or a failure of the system · 20 no answer; standard error says why
 */
#include <jets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 16, FAILED = 2, NONE = 20 };

struct reply {
    char *at;
    size_t len, room;
};

static int fail(const char *what)
{
    perror(what);
    return FAILED;
}

/* Reads the next part behind what has come so far, as a program would from a network. Returns its
   length, 0 at the end. The reply may move as it grows: the library does not mind. */
static size_t read_part(struct reply *reply)
{
    if (reply->room - reply->len < PART) {
        size_t room = 2 * reply->room + PART;
        char *at = realloc(reply->at, room);
        if (at == NULL)
            exit(fail("reply"));
        reply->at = at;
        reply->room = room;
    }
    size_t got = fread(reply->at + reply->len, 1, PART, stdin);
    if (ferror(stdin))
        exit(fail("standard input"));
    reply->len += got;
    return got;
}

static int say_none(const struct jets_result *result)
{
    fprintf(stderr, "none: %s\n", jets_reason_text(result->reason));
    return NONE;
}

/* A key that whoever wrote the reply does not know keeps him from choosing names that cost time. */
static bool fill_key(struct jets_options *options)
{
    FILE *random = fopen("/dev/urandom", "rb");
    bool filled = random && fread(options->hash_key, sizeof options->hash_key, 1, random) == 1;
    if (random)
        fclose(random);
    return filled;
}

static int extract(struct reply *reply, const struct jets_options *options)
{
    struct jets_extraction x;
    struct jets_result result;
    bool settled = false;
    jets_extract_init(&x, options);
    while (!settled && read_part(reply) > 0)
        settled = jets_extract_feed(&x, reply->at, reply->len); /* all that has come so far */
    if (jets_extract_finish(&x, reply->at, reply->len, &result) != JETS_VALUE)
        return say_none(&result);
    fwrite(reply->at + result.offset, 1, result.length, stdout);
    putchar('\n');
    return 0;
}

static int complete(struct reply *reply)
{
    struct jets_completion c;
    bool done = false;
    size_t got;
    jets_complete_init(&c, 0);
    while (!done && (got = read_part(reply)) > 0)
        done = jets_complete_feed(&c, reply->at + reply->len - got, got); /* each byte once */
    printf("%s after %zu bytes\n", done ? "complete" : "not complete", reply->len);
    return 0;
}

static int strings(struct reply *reply, const struct jets_options *options)
{
    struct jets_result result;
    size_t len;
    while (read_part(reply) > 0)
        ;
    char *out = malloc(jets_strings_room(reply->len));
    if (out == NULL)
        return fail("output");
    int status = 0;
    if (jets_strings(reply->at, reply->len, options, out, &len, &result) == JETS_VALUE)
        printf("%.*s\n", (int)len, out);
    else
        status = say_none(&result);
    free(out);
    return status;
}

int main(int argc, char **argv)
{
    const char *operation = argc == 2 ? argv[1] : "";
    struct jets_options options = {.expect = JETS_EXPECT_OBJECT};
    struct reply reply = {NULL, 0, 0};
    int status = FAILED;
    if (!fill_key(&options))
        return fail("/dev/urandom");
    if (strcmp(operation, "extract") == 0)
        status = extract(&reply, &options);
    else if (strcmp(operation, "complete") == 0)
        status = complete(&reply);
    else if (strcmp(operation, "strings") == 0)
        status = strings(&reply, &options);
    else
        fputs("usage: example extract|complete|strings <REPLY\n", stderr);
    free(reply.at);
    return fflush(stdout) == 0 ? status : fail("standard output");
}

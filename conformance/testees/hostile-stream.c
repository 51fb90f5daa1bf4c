/*
 * hostile-stream - what an implementation may do to its runner in stream mode, one behaviour at a
 * time:
 *
 *     hostile-stream BEHAVIOUR [N [WINDOW]]        hostile-stream --list
 *
 * It answers each request with the reply itself, as text, which is right where the reply is bare
 * JSON. A request whose line holds the word `attack` is where it misbehaves, unless its behaviour
 * says otherwise. hello names the WINDOW, 1 if left out. Whatever is left behind ends by itself
 * after LINGER_S seconds, in case the runner under test fails.
 */
#define _GNU_SOURCE
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINGER_S = 30, WINDOW_MAX = 64 };

#define MB ((size_t)1024 * 1024)

/* One request: its line, and where its id and its reply's characters are in it. */
struct request {
    char *line; /* owned */
    size_t len;
    const char *id, *reply;
    int id_len, reply_len; /* a line of 2 GB is not read */
    bool attack;
};

struct testee {
    int number; /* the argument N */
    int window;
    int served; /* requests so far, this one counted */
    struct request now, before, kept[WINDOW_MAX];
    int kept_len;
};

/* ---- tools ---- */

static void nap_ms(long ms)
{
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

static bool time_is_up(time_t start)
{
    return time(NULL) - start >= LINGER_S;
}

static void linger(void)
{
    time_t start = time(NULL);
    while (!time_is_up(start))
        nap_ms(100);
    _exit(99);
}

static void say(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

/* Without a LF. */
static void answer_part(const struct request *request)
{
    printf("{\"id\":%.*s,\"text\":\"%.*s\"}", request->id_len, request->id, request->reply_len,
           request->reply);
}

static void answer(const struct request *request)
{
    answer_part(request);
    say("\n");
}

/* A response with these members behind the id. */
static void respond(const struct testee *t, const char *members)
{
    printf("{\"id\":%.*s,%s}\n", t->now.id_len, t->now.id, members);
    fflush(stdout);
}

static long id_of(const struct request *request)
{
    return strtol(request->id, NULL, 10);
}

/* ---- time and signals ---- */

static void hang_before(struct testee *t)
{
    (void)t;
    linger();
}

static void hang_during(struct testee *t)
{
    (void)t;
    say("{\"id\":");
    linger();
}

static void hang_after(struct testee *t)
{
    answer(&t->now);
    linger();
}

static void drip(struct testee *t)
{
    time_t start = time(NULL);
    (void)t;
    while (!time_is_up(start)) {
        say(" ");
        nap_ms(10);
    }
}

static void ignore_term(struct testee *t)
{
    (void)t;
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    linger();
}

static void late(struct testee *t)
{
    nap_ms(t->number);
    answer(&t->now);
}

static void spin(struct testee *t)
{
    time_t start = time(NULL);
    (void)t;
    for (volatile unsigned n = 0; n % 65536 != 0 || !time_is_up(start); n++)
        continue;
}

static void die_of_signal(struct testee *t)
{
    signal(t->number, SIG_DFL);
    raise(t->number);
}

/* For every request. */
static void die_at(struct testee *t)
{
    if (t->served == t->number)
        raise(SIGKILL);
    answer(&t->now);
}

/* ---- processes ---- */

static void fork_hold(struct testee *t)
{
    if (fork() == 0)
        linger();
    answer(&t->now);
}

static void make_daemon(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        linger();
    }
    wait(NULL);
}

static void leave_daemon(struct testee *t)
{
    make_daemon();
    answer(&t->now);
}

static void daemon_and_die(struct testee *t)
{
    (void)t;
    make_daemon();
    raise(SIGKILL);
}

static void fork_bomb(struct testee *t)
{
    (void)t;
    for (int generation = 0; generation < 10; generation++) {
        fork();
        nap_ms(5);
    }
    linger();
}

/* ---- output ---- */

static void flood(int fd, const char *text)
{
    char block[4096];
    time_t start = time(NULL);
    size_t len = strlen(text);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = text[i % len];
    while (!time_is_up(start) && write(fd, block, sizeof block) > 0)
        continue;
}

static void flood_stdout(struct testee *t)
{
    (void)t;
    flood(1, "x");
}

static void flood_lines(struct testee *t)
{
    (void)t;
    flood(1, "{}\n");
}

static void flood_stderr(struct testee *t)
{
    (void)t;
    flood(2, "x");
}

/* For every request. */
static void chatter(struct testee *t)
{
    fprintf(stderr, "about %ld", id_of(&t->now));
    answer(&t->now);
}

/* A proper answer, N megabytes long. */
static void long_line(struct testee *t)
{
    static char block[65536];
    memset(block, 'x', sizeof block);
    printf("{\"id\":%.*s,\"text\":\"", t->now.id_len, t->now.id);
    for (size_t left = (size_t)t->number * MB; left > 0; left -= sizeof block)
        fwrite(block, 1, sizeof block, stdout);
    say("\"}\n");
}

/* A proper value, nested N deep. */
static void deep(struct testee *t)
{
    printf("{\"id\":%.*s,\"value\":", t->now.id_len, t->now.id);
    for (int i = 0; i < t->number; i++)
        putchar('[');
    for (int i = 0; i < t->number; i++)
        putchar(']');
    say("}\n");
}

/* ---- memory ---- */

static void eat_memory(struct testee *t)
{
    static void *kept; /* the block before, for whoever looks for leaks */
    (void)t;
    for (int i = 0; i < 64 * 1024; i++) {
        char *at = malloc(MB);
        if (at == NULL)
            abort();
        memset(at, 'x', MB);
        memcpy(at, &kept, sizeof kept);
        kept = at;
    }
    linger();
}

/* ---- pipes and files ---- */

static void close_pipes(struct testee *t)
{
    (void)t;
    for (int fd = 0; fd <= 2; fd++)
        close(fd);
    linger();
}

static void close_output(struct testee *t)
{
    (void)t;
    close(1);
    linger();
}

static void close_input(struct testee *t)
{
    answer(&t->now);
    close(0);
    linger();
}

static void write_files(struct testee *t)
{
    for (int i = 0; i < 20; i++) {
        char name[32];
        snprintf(name, sizeof name, "file-%d", i);
        FILE *file = fopen(name, "w");
        if (file != NULL)
            fclose(file);
    }
    if (mkdir("sealed", 0700) == 0)
        chmod("sealed", 0);
    answer(&t->now);
}

/* ---- protocol ---- */

static void wrong_id(struct testee *t)
{
    printf("{\"id\":%ld,\"value\":1}\n", id_of(&t->now) + 1000000);
    fflush(stdout);
}

static void extra_id(struct testee *t)
{
    wrong_id(t);
    answer(&t->now);
}

static void no_id(struct testee *t)
{
    (void)t;
    say("{\"value\":1}\n");
}

static void text_id(struct testee *t)
{
    printf("{\"id\":\"%ld\",\"value\":1}\n", id_of(&t->now));
    fflush(stdout);
}

static void two_ids(struct testee *t)
{
    printf("{\"id\":%ld,\"id\":%ld,\"value\":1}\n", id_of(&t->now), id_of(&t->now));
    fflush(stdout);
}

static void previous_id(struct testee *t)
{
    answer(t->before.line != NULL ? &t->before : &t->now);
}

static void state_leak(struct testee *t)
{
    const struct request *from = t->before.line != NULL ? &t->before : &t->now;
    printf("{\"id\":%ld,\"text\":\"%.*s\"}\n", id_of(&t->now), from->reply_len, from->reply);
    fflush(stdout);
}

static void repeat(struct testee *t)
{
    answer(&t->now);
    answer(&t->now);
}

/* Again only when the next request has come. */
static void repeat_later(struct testee *t)
{
    answer(&t->now);
    nap_ms(100);
    answer(&t->now);
}

static void two_results(struct testee *t)
{
    respond(t, "\"value\":1,\"none\":\"or not\"");
}

static void two_values(struct testee *t)
{
    respond(t, "\"value\":1,\"value\":2");
}

static void no_result(struct testee *t)
{
    respond(t, "\"note\":\"nothing to say\"");
}

static void no_reason(struct testee *t)
{
    respond(t, "\"unsupported\":\"\"");
}

static void unsupported(struct testee *t)
{
    respond(t, "\"unsupported\":\"not this one\"");
}

static void own_error(struct testee *t)
{
    respond(t, "\"error\":\"it broke\"");
}

static void none(struct testee *t)
{
    respond(t, "\"none\":\"nothing there\",\"extra\":[1,2]");
}

static void nan_value(struct testee *t)
{
    respond(t, "\"value\":NaN");
}

static void no_json(struct testee *t)
{
    (void)t;
    say("Traceback (most recent call last):\n");
}

static void invalid_utf8(struct testee *t)
{
    respond(t, "\"text\":\"\xC3(\"");
}

static void empty_line(struct testee *t)
{
    say("\n");
    answer(&t->now);
}

static void trailing_line(struct testee *t)
{
    answer_part(&t->now);
    say("\nand that was it\n");
}

static void half_line(struct testee *t)
{
    (void)t;
    say("{\"id\":");
    exit(0);
}

static void exit_early(struct testee *t)
{
    exit(t->number);
}

static void exit_after(struct testee *t)
{
    answer(&t->now);
    exit(t->number);
}

/* ---- behaviours that are not about one request ---- */

static void right(struct testee *t)
{
    answer(&t->now);
}

static void slow(struct testee *t)
{
    nap_ms(t->number);
    answer(&t->now);
}

/* How many requests this process has had: another process starts from one. */
static void count(struct testee *t)
{
    char members[32];
    snprintf(members, sizeof members, "\"value\":%d", t->served);
    respond(t, members);
}

/* Answers when as many as the window are there, the last first. */
static void out_of_order(struct testee *t)
{
    t->kept[t->kept_len++] = t->now;
    t->now = (struct request){0};
    if (t->kept_len < t->window)
        return;
    while (t->kept_len > 0) {
        answer(&t->kept[--t->kept_len]);
        free(t->kept[t->kept_len].line);
    }
}

/* ---- the table ---- */

enum when { ATTACK, ALWAYS };

struct behaviour {
    const char *name;
    void (*serve)(struct testee *t);
    enum when when;
    const char *what;
};

static const struct behaviour behaviours[] = {
    {"chatter", chatter, ALWAYS, "writes a word to standard error before each answer"},
    {"close-input", close_input, ATTACK, "answers, closes its input, hangs"},
    {"close-output", close_output, ATTACK, "closes its output, hangs"},
    {"close-pipes", close_pipes, ATTACK, "closes 0, 1 and 2, hangs"},
    {"count", count, ALWAYS, "answers with the number of requests it has had"},
    {"daemon", leave_daemon, ATTACK, "leaves a daemon that holds the pipes, answers"},
    {"daemon-and-die", daemon_and_die, ATTACK, "leaves a daemon, dies of SIGKILL"},
    {"deep", deep, ATTACK, "a value nested N deep"},
    {"die-at", die_at, ALWAYS, "dies of SIGKILL at the Nth request"},
    {"drip", drip, ATTACK, "spaces, one every 10 ms, without end"},
    {"eat-memory", eat_memory, ATTACK, "touches a megabyte after the other"},
    {"empty-line", empty_line, ATTACK, "an empty line, then the answer"},
    {"error", own_error, ATTACK, "an error of its own"},
    {"exit-after", exit_after, ATTACK, "answers, exits with N"},
    {"exit-early", exit_early, ATTACK, "exits with N"},
    {"extra-id", extra_id, ATTACK, "an answer with an id that was not sent, then the right one"},
    {"flood-lines", flood_lines, ATTACK, "lines without end"},
    {"flood-stderr", flood_stderr, ATTACK, "standard error without end"},
    {"flood-stdout", flood_stdout, ATTACK, "a line without end"},
    {"fork-bomb", fork_bomb, ATTACK, "forks and forks"},
    {"fork-hold", fork_hold, ATTACK, "leaves a child that holds the pipes, answers"},
    {"half-line", half_line, ATTACK, "half a line, exits with 0"},
    {"hang-after", hang_after, ATTACK, "answers, hangs"},
    {"hang-before", hang_before, ATTACK, "hangs"},
    {"hang-during", hang_during, ATTACK, "half a line, hangs"},
    {"ignore-term", ignore_term, ATTACK, "hangs with every signal ignored that can be"},
    {"invalid-utf8", invalid_utf8, ATTACK, "a text that is not UTF-8"},
    {"late", late, ATTACK, "answers after N ms"},
    {"long-line", long_line, ATTACK, "a text of N MB"},
    {"nan", nan_value, ATTACK, "the value NaN"},
    {"no-id", no_id, ATTACK, "an answer without id"},
    {"no-json", no_json, ATTACK, "a line that is no JSON"},
    {"no-reason", no_reason, ATTACK, "unsupported, with an empty reason"},
    {"no-result", no_result, ATTACK, "a response without a result"},
    {"none", none, ATTACK, "none"},
    {"out-of-order", out_of_order, ALWAYS, "answers a whole window backwards"},
    {"previous-id", previous_id, ATTACK, "answers the request before once more"},
    {"repeat", repeat, ATTACK, "answers twice"},
    {"repeat-later", repeat_later, ATTACK, "answers twice, with a pause between"},
    {"right", right, ALWAYS, "answers"},
    {"signal", die_of_signal, ATTACK, "dies of signal N"},
    {"slow", slow, ALWAYS, "answers after N ms"},
    {"spin", spin, ATTACK, "uses the CPU"},
    {"state-leak", state_leak, ATTACK, "the reply of the request before, under the right id"},
    {"text-id", text_id, ATTACK, "the id as a string"},
    {"trailing-line", trailing_line, ATTACK, "answers, and a line of chatter behind it"},
    {"two-ids", two_ids, ATTACK, "the id twice in one response"},
    {"two-results", two_results, ATTACK, "a value and none in one response"},
    {"two-values", two_values, ATTACK, "value twice in one response"},
    {"unsupported", unsupported, ATTACK, "unsupported, with a reason"},
    {"write-files", write_files, ATTACK, "fills its directory, answers"},
    {"wrong-id", wrong_id, ATTACK, "an answer with an id that was not sent"},
};

/* How it greets, for those that are wrong from the start, and how it ends. */
struct manner {
    const char *name;
    const char *hello; /* NULL: none, and it hangs */
    const char *what;
};

#define HELLO(operations, more)                                                                  \
    "{\"id\":0,\"hello\":{\"contract\":1,\"name\":\"hostile-stream\",\"operations\":" operations \
    ",\"policy\":{\"select\":\"first\"}" more "}}\n"
#define EVERYTHING "[\"extract\",\"complete\",\"strings\"]"

static const struct manner manners[] = {
    {"hello-array", "[]\n", "an array for hello"},
    {"hello-banner", "Loading\xE2\x80\xA6\n", "a banner before hello"},
    {"hello-contract", "{\"id\":0,\"hello\":{\"contract\":2}}\n", "another contract"},
    {"hello-half", "{\"id\":0", "half of a hello, and hangs"},
    {"hello-id", "{\"id\":1,\"hello\":{\"contract\":1,\"name\":\"x\",\"operations\":[]}}\n",
     "another id"},
    {"hello-nameless", "{\"id\":0,\"hello\":{\"contract\":1,\"operations\":[\"extract\"]}}\n",
     "no name"},
    {"hello-nothing", HELLO("[]", ""), "no operation"},
    {"hello-repeats", "{\"id\":0,\"id\":0,\"hello\":{\"contract\":1}}\n", "the id twice"},
    {"hello-window", HELLO(EVERYTHING, ",\"window\":\"many\""), "a window that is no number"},
    {"never-read", HELLO(EVERYTHING, ""), "hangs after hello, and reads nothing"},
    {"no-hello", NULL, "no hello, and hangs"},
    {"only-extract", HELLO("[\"extract\"]", ""), "a right one that does extract only"},
    {"short-lines", HELLO(EVERYTHING, ",\"max_line\":200"), "a right one with a max_line of 200"},
    {"at-end-exit", HELLO(EVERYTHING, ""), "exits with N at the end of its input"},
    {"at-end-hang", HELLO(EVERYTHING, ""), "hangs at the end of its input"},
    {"at-end-talk", HELLO(EVERYTHING, ""), "one more line at the end of its input"},
};

/* ---- the loop ---- */

/* Finds the parts of a request as the runner writes it. */
static bool split(struct request *request)
{
    static const char ID[] = "{\"id\":";
    static const char REPLY[] = ",\"reply\":\"";
    if (strncmp(request->line, ID, sizeof ID - 1) != 0)
        return false;
    request->id = request->line + sizeof ID - 1;
    request->id_len = (int)strspn(request->id, "0123456789");
    const char *reply = strstr(request->line, REPLY);
    request->reply = reply != NULL ? reply + sizeof REPLY - 1 : "";
    request->reply_len = 0;
    if (reply != NULL)
        request->reply_len = (int)(request->line + request->len - request->reply) - 3;
    request->attack = strstr(request->line, "attack") != NULL;
    return request->id_len > 0;
}

static bool next_request(struct testee *t)
{
    size_t room = 0;
    free(t->before.line);
    t->before = t->now;
    t->now = (struct request){0};
    ssize_t len = getline(&t->now.line, &room, stdin);
    if (len <= 0 || t->now.line == NULL)
        return false;
    t->now.len = (size_t)len;
    t->served++;
    return split(&t->now);
}

static void greet(const struct testee *t)
{
    printf("{\"id\":0,\"hello\":{\"contract\":1,\"name\":\"hostile-stream\",\"version\":\"7\","
           "\"operations\":" EVERYTHING ",\"window\":%d}}\n",
           t->window);
    fflush(stdout);
}

/* Misbehaves as `serve` says, and is right where that is not due. */
static int serve_all(struct testee *t, void (*serve)(struct testee *), bool always)
{
    while (next_request(t)) {
        if (always || t->now.attack)
            serve(t);
        else
            answer(&t->now);
    }
    return 0;
}

static int be_mannered(struct testee *t, const struct manner *manner)
{
    const char *hello = manner->hello != NULL ? manner->hello : "";
    say(hello);
    if (strchr(hello, '\n') == NULL || strcmp(manner->name, "never-read") == 0)
        linger();
    serve_all(t, right, true);
    if (strcmp(manner->name, "at-end-hang") == 0)
        linger();
    if (strcmp(manner->name, "at-end-talk") == 0)
        say("Goodbye\n");
    return strcmp(manner->name, "at-end-exit") == 0 ? t->number : 0;
}

static void list(void)
{
    for (size_t i = 0; i < sizeof behaviours / sizeof behaviours[0]; i++)
        printf("%-16s %s\n", behaviours[i].name, behaviours[i].what);
    for (size_t i = 0; i < sizeof manners / sizeof manners[0]; i++)
        printf("%-16s %s\n", manners[i].name, manners[i].what);
}

/* 0 in *found where there is no such behaviour. */
static int behave(struct testee *t, const char *name, bool *found)
{
    for (size_t i = 0; i < sizeof behaviours / sizeof behaviours[0]; i++) {
        if (strcmp(name, behaviours[i].name) != 0)
            continue;
        *found = true;
        if (!next_request(t))
            return 96;
        t->served = 0;
        greet(t);
        return serve_all(t, behaviours[i].serve, behaviours[i].when == ALWAYS);
    }
    for (size_t i = 0; i < sizeof manners / sizeof manners[0]; i++) {
        if (strcmp(name, manners[i].name) != 0)
            continue;
        *found = true;
        if (!next_request(t))
            return 96;
        return be_mannered(t, &manners[i]);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static struct testee t;
    bool found = false;
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        list();
        return 0;
    }
    t.number = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    t.window = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 1;
    if (t.window < 1 || t.window > WINDOW_MAX)
        t.window = 1;
    int status = argc > 1 ? behave(&t, argv[1], &found) : 0;
    free(t.now.line);
    free(t.before.line);
    if (found)
        return status;
    fprintf(stderr, "usage: hostile-stream BEHAVIOUR [N [WINDOW]], hostile-stream --list\n");
    return 2;
}

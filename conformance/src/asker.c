#define _POSIX_C_SOURCE 200809L
#include "asker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "frames.h"
#include "launch.h"

enum { OPTIONS_MAX = POLICY_COUNT, LOOK_MS = 50 };

#define ENDED_EARLY "the process that asks ended early"

/* --- bytes over the socket; both ends are the same program --- */

/* False at the end of the socket, with errno 0, and where reading fails. */
static bool read_all(int fd, void *bytes, size_t len)
{
    char *at = bytes;
    while (len > 0) {
        ssize_t got = read(fd, at, len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            errno = got == 0 ? 0 : errno;
            return false;
        }
        at += got;
        len -= (size_t)got;
    }
    return true;
}

static void add_number(struct buffer *out, uint64_t number)
{
    buffer_add(out, &number, sizeof number);
}

static void add_bytes(struct buffer *out, const void *bytes, size_t len)
{
    add_number(out, len);
    buffer_add(out, bytes, len);
}

static void add_text(struct buffer *out, const char *text)
{
    add_bytes(out, text, strlen(text));
}

/* A message that has come whole, and how far it is read. It was made by this file. */
struct message {
    char *bytes; /* owned */
    size_t len, at;
};

static bool send_message(int fd, const struct buffer *body)
{
    uint64_t len = body->len;
    return frames_write(fd, &len, sizeof len) && frames_write(fd, body->at, body->len);
}

static bool read_message(int fd, struct message *message)
{
    uint64_t len = 0;
    *message = (struct message){0};
    if (!read_all(fd, &len, sizeof len))
        return false;
    message->bytes = memory_need((size_t)len);
    message->len = (size_t)len;
    return read_all(fd, message->bytes, message->len);
}

static uint64_t take_number(struct message *message)
{
    uint64_t number = 0;
    memcpy(&number, message->bytes + message->at, sizeof number);
    message->at += sizeof number;
    return number;
}

static char *take_bytes(struct message *message, size_t *len)
{
    *len = (size_t)take_number(message);
    char *bytes = message->bytes + message->at;
    message->at += *len;
    return bytes;
}

static char *take_text(struct message *message)
{
    size_t len = 0;
    const char *bytes = take_bytes(message, &len);
    return memory_copy(bytes, len);
}

/* --- the process that asks --- */

struct asking {
    const struct asker_spec *spec;
    int fd;
    struct stream *stream; /* in stream mode */
    struct message batch;
    size_t len, handed;           /* questions in it, and those that were handed out */
    struct input_memory *replies; /* owned; a member for each question, like the next two */
    struct exec_option (*options)[OPTIONS_MAX];
    struct outcome *outcomes;
};

static void add_outcome(struct buffer *out, const struct outcome *outcome)
{
    const uint64_t numbers[] = {(uint64_t)outcome->kind, (uint64_t)outcome->code, outcome->notes,
                                outcome->wall_us,        outcome->cpu_us,         outcome->peak_kb};
    buffer_add(out, numbers, sizeof numbers);
    add_bytes(out, outcome->text, outcome->text_len);
    add_bytes(out, outcome->err, outcome->err_len);
    add_text(out, outcome->detail);
}

static void take_outcome(struct message *message, struct outcome *outcome)
{
    outcome->kind = (enum outcome_kind)take_number(message);
    outcome->code = (int)take_number(message);
    outcome->notes = (unsigned)take_number(message);
    outcome->wall_us = take_number(message);
    outcome->cpu_us = take_number(message);
    outcome->peak_kb = take_number(message);
    const char *bytes = take_bytes(message, &outcome->text_len);
    outcome->text = (unsigned char *)memory_copy(bytes, outcome->text_len);
    bytes = take_bytes(message, &outcome->err_len);
    outcome->err = (unsigned char *)memory_copy(bytes, outcome->err_len);
    size_t len = 0;
    bytes = take_bytes(message, &len);
    memcpy(outcome->detail, bytes, len);
    outcome->detail[len] = '\0';
}

/* Reads the next question out of the batch; its texts stay there, each with a NUL behind. */
static struct exec_request next_request(struct asking *a)
{
    size_t i = a->handed++;
    size_t len = 0;
    struct exec_request request = {.operation = OPERATION_NAMES[take_number(&a->batch)],
                                   .options = a->options[i],
                                   .options_len = (size_t)take_number(&a->batch)};
    for (size_t k = 0; k < request.options_len; k++) {
        a->options[i][k].name = take_bytes(&a->batch, &len);
        a->options[i][k].value = take_bytes(&a->batch, &len);
    }
    a->replies[i].data = (const unsigned char *)take_bytes(&a->batch, &a->replies[i].len);
    request.input = input_from_memory(&a->replies[i]);
    return request;
}

static bool give_next(void *ctx, struct stream_case *next)
{
    struct asking *a = ctx;
    if (a->handed == a->len)
        return false;
    next->opaque = &a->outcomes[a->handed];
    next->request = next_request(a);
    return true;
}

static bool keep_outcome(void *ctx, void *opaque, struct outcome *outcome)
{
    (void)ctx;
    struct outcome *place = opaque;
    *place = *outcome;
    return true;
}

static bool ask_each(struct asking *a)
{
    bool good = true;
    while (good && a->handed < a->len && *a->spec->settings.interrupt == 0) {
        struct outcome *outcome = &a->outcomes[a->handed];
        struct exec_request request = next_request(a);
        good = exec_run(a->spec->command, &a->spec->settings, &request, outcome);
    }
    return good;
}

/* Asks the whole batch, and fills its outcomes. False, with errno, where the runner failed. */
static bool ask_batch(struct asking *a)
{
    a->handed = 0;
    a->len = (size_t)take_number(&a->batch);
    a->replies = memory_need(a->len * sizeof *a->replies);
    a->options = memory_need(a->len * sizeof *a->options);
    a->outcomes = memory_need(a->len * sizeof *a->outcomes);
    for (size_t i = 0; i < a->len; i++)
        a->outcomes[i] = (struct outcome){.kind = OUTCOME_INTERRUPTED};
    return a->stream != NULL ? stream_run(a->stream, give_next, keep_outcome, a) : ask_each(a);
}

/* 0 and the outcomes, or an errno alone. */
static bool answer_batch(struct asking *a, int error)
{
    struct buffer out = {0};
    add_number(&out, (uint64_t)error);
    for (size_t i = 0; i < a->len; i++) {
        if (error == 0)
            add_outcome(&out, &a->outcomes[i]);
        outcome_free(&a->outcomes[i]);
    }
    bool good = send_message(a->fd, &out);
    buffer_free(&out);
    free(a->replies);
    free(a->options);
    free(a->outcomes);
    return good;
}

/* False where it is the last word, be it that nobody hears it. */
static bool say_hello(const struct asking *a, enum status status, const char *problem)
{
    const struct stream_hello *hello = a->stream != NULL ? stream_hello(a->stream) : NULL;
    struct buffer out = {0};
    add_number(&out, (uint64_t)status);
    add_text(&out, problem);
    add_text(&out, hello != NULL ? hello->name : "");
    add_text(&out, hello != NULL ? hello->version : "");
    add_text(&out, hello != NULL ? hello->policy : "{}");
    for (size_t i = 0; i < OPERATION_COUNT; i++)
        add_number(&out, hello == NULL || hello->operations[i] ? 1 : 0);
    bool sent = send_message(a->fd, &out);
    buffer_free(&out);
    return sent && status == STATUS_OK;
}

/* Starts the implementation, in stream mode, and tells what it said. */
static bool greet(struct asking *a)
{
    const struct asker_spec *spec = a->spec;
    if (spec->mode != MODE_STREAM)
        return say_hello(a, STATUS_OK, "");
    if (!stream_open(&a->stream, spec->command, &spec->settings, &spec->stream))
        return say_hello(a, STATUS_INTERNAL, strerror(errno));
    const struct outcome *failure = stream_failure(a->stream);
    if (failure == NULL)
        return say_hello(a, STATUS_OK, "");
    if (failure->kind == OUTCOME_INTERRUPTED)
        return say_hello(a, STATUS_INTERRUPTED, "interrupted");
    return say_hello(a, STATUS_NOT_STARTED, failure->detail);
}

_Noreturn static void ask_forever(const struct asker_spec *spec, int fd, pid_t parent)
{
    struct asking a = {.spec = spec, .fd = fd};
    process_init();
    launch_end_with(parent);
    bool good = greet(&a);
    while (good && read_message(fd, &a.batch)) {
        good = answer_batch(&a, ask_batch(&a) ? 0 : errno);
        free(a.batch.bytes);
    }
    if (a.stream != NULL)
        stream_close(a.stream, NULL);
    exec_command_free(spec->command);
    _exit(STATUS_OK);
}

/* --- the caller's side --- */

/* What hello says. */
static enum status read_hello(struct asker *asker, struct buffer *problem)
{
    struct message message;
    enum status status = STATUS_INTERNAL;
    if (read_message(asker->fd, &message)) {
        status = (enum status)take_number(&message);
        char *text = take_text(&message);
        buffer_text(problem, text);
        free(text);
        asker->hello.name = take_text(&message);
        asker->hello.version = take_text(&message);
        asker->hello.policy = take_text(&message);
        for (size_t i = 0; i < OPERATION_COUNT; i++)
            asker->hello.operations[i] = take_number(&message) != 0;
    } else {
        buffer_text(problem, ENDED_EARLY);
    }
    free(message.bytes);
    return status;
}

enum status asker_open(struct asker *asker, const struct asker_spec *spec, struct buffer *problem)
{
    int ends[2];
    *asker = (struct asker){.fd = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        buffer_text(problem, strerror(errno));
        return STATUS_INTERNAL;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC); /* no program under test gets one of them */
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        ask_forever(spec, ends[1], parent);
    }
    int error = errno;
    close(ends[1]);
    asker->fd = ends[0];
    if (pid < 0) {
        buffer_text(problem, strerror(error));
        return STATUS_INTERNAL;
    }
    asker->pid = pid;
    asker->interrupt = spec->settings.interrupt;
    return read_hello(asker, problem);
}

bool asker_send(struct asker *asker, const struct question *questions, size_t len)
{
    struct buffer out = {0};
    add_number(&out, len);
    for (size_t i = 0; i < len; i++) {
        const struct question *question = &questions[i];
        add_number(&out, (uint64_t)question->operation);
        add_number(&out, question->options_len);
        for (size_t k = 0; k < question->options_len; k++) {
            const struct exec_option *option = &question->options[k];
            add_bytes(&out, option->name, strlen(option->name) + 1);
            add_bytes(&out, option->value, strlen(option->value) + 1);
        }
        add_bytes(&out, question->reply, question->reply_len);
    }
    asker->pending = true;
    bool good = send_message(asker->fd, &out);
    buffer_free(&out);
    return good;
}

/* Waits for the answer. A signal that came to this process alone is passed on, once: a batch of
 * programs that hang would else last until the last of them was stopped. */
static void await_answer(const struct asker *asker)
{
    struct pollfd answer = {.fd = asker->fd, .events = POLLIN};
    while (clock_poll(&answer, 1, LOOK_MS) <= 0) {
        if (*asker->interrupt == 0)
            continue;
        kill(asker->pid, SIGTERM);
        return;
    }
}

bool asker_take(struct asker *asker, struct outcome *outcomes, size_t len, struct buffer *problem)
{
    struct message message;
    await_answer(asker);
    bool good = read_message(asker->fd, &message);
    int error = good ? (int)take_number(&message) : 0;
    asker->pending = false;
    if (!good)
        buffer_text(problem, ENDED_EARLY);
    else if (error != 0)
        buffer_text(problem, strerror(error));
    good = good && error == 0;
    for (size_t i = 0; good && i < len; i++)
        take_outcome(&message, &outcomes[i]);
    free(message.bytes);
    return good;
}

void asker_close(struct asker *asker)
{
    if (asker->fd >= 0)
        close(asker->fd);
    if (asker->pid > 0) {
        if (asker->pending)
            kill(asker->pid, SIGTERM); /* raises the flag that ends what it is at */
        while (waitpid(asker->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    free(asker->hello.name);
    free(asker->hello.version);
    free(asker->hello.policy);
    *asker = (struct asker){.fd = -1};
}

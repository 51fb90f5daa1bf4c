#define _POSIX_C_SOURCE 200809L
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "visible.h"

enum { TASKS_AT_ONCE = 64 };

struct worker {
    const struct job_plan *plan;
    struct declared declared;
    int tasks, results;
    uint32_t numbers[TASKS_AT_ONCE]; /* of cases that were taken from the pipe */
    size_t at, len;
    bool no_more;        /* the pipe has ended */
    bool over;           /* a frame that ends the work was sent */
    bool unheard;        /* one could not be sent: the work is over, too */
    struct job *current; /* stream mode: the case that is handed out next, or again for a repeat */
};

/* --- frames --- */

static void send_frame(struct worker *w, struct frame frame, const char *text)
{
    if (!frame_send(w->results, frame, text, strlen(text)))
        w->over = w->unheard = true;
}

/* A frame that ends the work: only the first one counts. */
static void send_last(struct worker *w, enum frame_kind kind, const char *text)
{
    if (!w->over)
        send_frame(w, (struct frame){.kind = kind}, text);
    w->over = true;
}

static void send_fault(struct worker *w, const char *about, const char *what)
{
    struct buffer text = {0};
    buffer_format(&text, "%s%s%s", about, about[0] != '\0' ? ": " : "", what);
    send_last(w, FRAME_FAULT, text.at);
    buffer_free(&text);
}

static void send_job(struct worker *w, struct job *job)
{
    struct job_result result = job_finish(job);
    struct frame frame = {.kind = FRAME_CASE,
                          .number = (uint32_t)job->number,
                          .verdict = result.verdict,
                          .state = result.state,
                          .digest = result.digest};
    send_frame(w, frame, result.line);
    free(result.line);
}

static bool is_interrupted(const struct worker *w)
{
    return *w->plan->settings.interrupt != 0;
}

/* --- tasks --- */

/* Takes numbers from the pipe. False where there are none now. */
static bool read_tasks(struct worker *w)
{
    ssize_t got = read(w->tasks, w->numbers, sizeof w->numbers);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        w->no_more = true;
    w->at = 0;
    /* numbers are written one by one, and a pipe does not tear what is that short */
    w->len = got > 0 ? (size_t)got / sizeof w->numbers[0] : 0;
    return w->len > 0;
}

/* The next number. False where there is none now, or, where it waits, none to come. */
static bool next_task(struct worker *w, bool wait, size_t *number)
{
    while (w->at == w->len && !read_tasks(w)) {
        struct pollfd fd = {.fd = w->tasks, .events = POLLIN};
        if (!wait || w->no_more || is_interrupted(w))
            return false;
        clock_poll(&fd, 1, -1);
    }
    *number = w->numbers[w->at++];
    return true;
}

/* Makes the job of a number. NULL, with the fault sent, where its case cannot be read. */
static struct job *open_job(struct worker *w, size_t number)
{
    struct buffer problem = {0};
    struct job *job = memory_need(sizeof *job);
    if (job_open(job, w->plan, &w->declared, number, &problem))
        return job;
    send_fault(w, "", problem.at);
    buffer_free(&problem);
    job_close(job);
    free(job);
    return NULL;
}

static void drop_job(struct job *job)
{
    job_close(job);
    free(job);
}

/* --- outcomes --- */

/* Takes one outcome of a case. False where that ends the work. */
static bool take_outcome(struct worker *w, struct job *job, struct outcome *outcome)
{
    bool good = false;
    if (outcome->kind == OUTCOME_INTERRUPTED)
        send_last(w, FRAME_INTERRUPTED, "");
    else if (outcome->kind == OUTCOME_NOT_STARTED)
        send_last(w, FRAME_NOT_STARTED, outcome->detail);
    else
        good = true;
    if (!good) {
        outcome_free(outcome);
        return false;
    }
    if (job_take(job, outcome))
        return true;
    send_fault(w, job->test.id, "out of memory while judging");
    return false;
}

/* --- exec mode --- */

static bool exec_once(struct worker *w, struct job *job)
{
    struct outcome outcome = {0};
    if (exec_run(w->plan->command, &w->plan->settings, &job->request, &outcome))
        return take_outcome(w, job, &outcome);
    send_fault(w, job->test.id, strerror(errno));
    return false;
}

static void exec_job(struct worker *w, struct job *job)
{
    bool good = true;
    for (unsigned i = 0; good && job->ruling.scored && i < w->plan->repeat; i++)
        good = exec_once(w, job);
    if (good)
        send_job(w, job);
}

static void work_exec(struct worker *w)
{
    size_t number = 0;
    while (!w->over && !is_interrupted(w) && next_task(w, true, &number)) {
        struct job *job = open_job(w, number);
        if (job == NULL)
            return;
        exec_job(w, job);
        drop_job(job);
    }
}

/* --- stream mode --- */

/* The next job to ask. One that is not scored is finished here. */
static struct job *next_job(struct worker *w, bool wait)
{
    size_t number = 0;
    while (!w->over && next_task(w, wait, &number)) {
        struct job *job = open_job(w, number);
        if (job == NULL)
            return NULL;
        if (job->ruling.scored)
            return job;
        send_job(w, job);
        drop_job(job);
    }
    return NULL;
}

static bool stream_next(void *ctx, struct stream_case *next)
{
    struct worker *w = ctx;
    if (w->current == NULL && !w->plan->alone)
        w->current = next_job(w, false);
    struct job *job = w->current;
    if (job == NULL)
        return false;
    *next = (struct stream_case){.request = job->request, .opaque = job};
    if (++job->asked == w->plan->repeat)
        w->current = NULL;
    return true;
}

static bool stream_take(void *ctx, void *opaque, struct outcome *outcome)
{
    struct worker *w = ctx;
    struct job *job = opaque;
    if (!take_outcome(w, job, outcome))
        return false;
    if (job->taken == w->plan->repeat) {
        send_job(w, job);
        drop_job(job);
    }
    return true;
}

/* What the testee did that no single case explains. */
static void describe_totals(const struct stream_totals *totals, struct buffer *out)
{
    buffer_add(out, "", 0);
    if (totals->unexplained > 0)
        buffer_format(
            out,
            "the testee failed %u times with several requests in flight, and with none of "
            "them alone: %s",
            totals->unexplained, totals->unexplained_detail);
    if (totals->ending[0] != '\0')
        buffer_format(out, "%sat the end of its input the testee did not end as it should: %s",
                      out->len > 0 ? "; " : "", totals->ending);
}

/* Closes the stream. What it says counts where the work came to its end. */
static void close_stream(struct worker *w, struct stream *stream, struct buffer *remark)
{
    struct stream_totals totals;
    struct buffer text = {0};
    stream_close(stream, &totals);
    describe_totals(&totals, &text);
    if (text.len > 0 && remark->len == 0 && !is_interrupted(w))
        buffer_add(remark, text.at, text.len);
    buffer_free(&text);
}

static struct stream *open_stream(struct worker *w)
{
    const struct job_plan *plan = w->plan;
    struct stream *stream = NULL;
    if (stream_open(&stream, plan->command, &plan->settings, &plan->stream))
        return stream;
    send_fault(w, "stream mode", strerror(errno));
    return NULL;
}

/* Name, version and declarations, a line each. */
static void send_hello(struct worker *w, const struct stream_hello *hello)
{
    struct buffer text = {0};
    const char *parts[] = {hello->name, hello->version};
    for (size_t i = 0; i < 2; i++) {
        visible_short(&text, (const unsigned char *)parts[i], strlen(parts[i]), 100);
        buffer_text(&text, "\n");
    }
    declared_text(&w->declared, &text);
    send_frame(w, (struct frame){.kind = FRAME_HELLO}, text.at);
    buffer_free(&text);
}

/* Reads what hello declares. False, with a frame sent, where there was none, or it is wrong. */
static bool greet(struct worker *w, const struct stream *stream)
{
    const struct outcome *failure = stream_failure(stream);
    const struct stream_hello *hello = stream_hello(stream);
    struct declared said = declared_default();
    struct buffer problem = {0};
    if (failure != NULL || hello == NULL) {
        bool stopped = failure != NULL && failure->kind == OUTCOME_INTERRUPTED;
        send_last(w, stopped ? FRAME_INTERRUPTED : FRAME_NOT_STARTED,
                  failure != NULL ? failure->detail : "no answer to hello");
        return false;
    }
    if (!declared_read(&said, hello->policy, strlen(hello->policy), &problem)) {
        struct buffer text = {0};
        buffer_format(&text, "policy in hello: %s", problem.at);
        send_last(w, FRAME_NOT_STARTED, text.at);
        buffer_free(&text);
    } else if (w->plan->hello_declares) {
        memcpy(said.operations, hello->operations, sizeof said.operations);
        w->declared = said;
    }
    buffer_free(&problem);
    if (!w->over)
        send_hello(w, hello);
    return !w->over;
}

static void run_stream(struct worker *w, struct stream *stream)
{
    if (stream_run(stream, stream_next, stream_take, w) || w->over)
        return;
    send_fault(w, "stream mode", strerror(errno));
}

/* Runs what the pipe holds, waits, and runs what it holds then. */
static void work_stream(struct worker *w, struct buffer *remark)
{
    struct stream *stream = open_stream(w);
    if (stream == NULL)
        return;
    bool good = greet(w, stream);
    while (good && !w->over && !is_interrupted(w)) {
        w->current = next_job(w, true);
        good = w->current != NULL;
        if (good)
            run_stream(w, stream);
    }
    close_stream(w, stream, remark);
}

/* Each case in a process of its own. */
static void work_alone(struct worker *w, struct buffer *remark)
{
    while (!w->over && !is_interrupted(w) && (w->current = next_job(w, true)) != NULL) {
        struct stream *stream = open_stream(w);
        if (stream == NULL)
            return;
        if (greet(w, stream))
            run_stream(w, stream);
        close_stream(w, stream, remark);
    }
}

/* --- the process --- */

_Noreturn void worker_main(const struct job_plan *plan, const char *folder, int tasks, int results)
{
    plan->command->place->in = folder;
    struct worker w = {
        .plan = plan, .declared = plan->declared, .tasks = tasks, .results = results};
    struct buffer remark = {0};
    buffer_add(&remark, "", 0);
    fcntl(tasks, F_SETFL, fcntl(tasks, F_GETFL) | O_NONBLOCK);
    if (plan->mode == MODE_EXEC)
        work_exec(&w);
    else if (plan->alone)
        work_alone(&w, &remark);
    else
        work_stream(&w, &remark);
    exec_command_free(plan->command);
    rmdir(folder); /* the runner may be dead */
    if (is_interrupted(&w))
        send_last(&w, FRAME_INTERRUPTED, "");
    send_last(&w, FRAME_END, remark.at);
    _exit(w.unheard ? STATUS_INTERNAL : STATUS_OK);
}

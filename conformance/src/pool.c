#define _GNU_SOURCE
#include "pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#endif

#include "clock.h"
#include "launch.h"
#include "process.h"
#include "scratch.h"
#include "tree.h"

enum {
    AHEAD_EXEC = 2,            /* cases in the hands of a worker: one runs, one waits */
    AHEAD_STREAM = 128,        /* twice the window that is asked for by default */
    EARLY_MAX = 4096,          /* cases between the next result and the last case handed out */
    EARLY_BYTES = 4 << 20,     /* of results that wait for their turn */
    LOOK_MS = 50,              /* between two looks at the interrupt flag */
    PATIENCE_US = 15 * 1000000 /* for a worker that was told to end */
};

/* The process of one worker, and what is known of it here. */
struct hand {
    pid_t pid;
    struct scratch folder; /* for the directories that its testees start in; path NULL: none */
    int tasks;             /* this end of a pipe; -1: closed */
    struct frame_reader results; /* of the other */
    size_t
        held[AHEAD_STREAM]; /* places of the cases that it has, in the order in which it got them */
    size_t held_len;
    bool over; /* it has sent its last frame */
};

/* A result that waits. */
struct early {
    bool present;
    struct frame frame;
    char *text; /* owned */
};

struct pool {
    const struct pool_order *order;
    struct buffer *problem;
    struct hand *hands;  /* owned; order->workers of them */
    size_t ahead;        /* cases that one of them may have */
    struct early *early; /* owned; ring of EARLY_MAX, by place */
    size_t early_bytes;
    size_t next, given; /* places: of the next result, of the next case to hand out */
    size_t end;         /* place behind the last case to run */
    enum status status;
    bool stopping; /* nothing more is handed out, and workers were told to end */
    bool told_hello;
    bool died;            /* a worker ended without a word */
    uint64_t deadline_us; /* for the workers to end, once stopping */
};

unsigned pool_cores(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

/* --- ending --- */

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Tells all workers to end, with what they have in hand undone. */
static void stop(struct pool *pool)
{
    if (pool->stopping)
        return;
    pool->stopping = true;
    pool->deadline_us = clock_us() + PATIENCE_US;
    for (unsigned i = 0; i < pool->order->workers; i++) {
        struct hand *hand = &pool->hands[i];
        close_end(&hand->tasks);
        if (hand->pid > 0 && hand->results.fd >= 0)
            kill(hand->pid, SIGTERM);
    }
}

/* The first thing that goes wrong decides. text may be NULL. */
static void fail(struct pool *pool, enum status status, const char *text)
{
    if (pool->status == STATUS_OK) {
        pool->status = status;
        if (text != NULL)
            buffer_text(pool->problem, text);
    }
    stop(pool);
}

/* --- starting --- */

static void leave_others(const struct pool *pool)
{
    for (unsigned i = 0; i < pool->order->workers; i++) {
        if (pool->hands[i].tasks >= 0)
            close(pool->hands[i].tasks);
        if (pool->hands[i].results.fd >= 0)
            close(pool->hands[i].results.fd);
    }
}

static bool start_hand(struct pool *pool, struct hand *hand)
{
    int tasks[2];
    int results[2];
    if (!scratch_make(&hand->folder, NULL) || !launch_pipe(tasks))
        return false;
    bool good = launch_pipe(results);
    pid_t runner = getpid();
    hand->pid = good ? fork() : -1;
    if (hand->pid == 0) {
        leave_others(pool);
        close(tasks[1]);
        close(results[0]);
        process_init();
        launch_end_with(runner);
        worker_main(pool->order->plan, hand->folder.path, tasks[0], results[1]);
    }
    int error = errno;
    close(tasks[0]);
    if (good)
        close(results[1]);
    hand->tasks = tasks[1];
    hand->results.fd = good ? results[0] : -1;
    if (hand->pid < 0) {
        close_end(&hand->tasks);
        close_end(&hand->results.fd);
    }
    errno = error;
    return hand->pid > 0;
}

static void start_hands(struct pool *pool)
{
    /* What stands in a buffer would be written by each of them. */
    fflush(NULL);
    for (unsigned i = 0; i < pool->order->workers; i++)
        pool->hands[i] = (struct hand){.folder = {NULL, -1}, .tasks = -1, .results = {.fd = -1}};
    for (unsigned i = 0; i < pool->order->workers && pool->status == STATUS_OK; i++) {
        if (start_hand(pool, &pool->hands[i]))
            fcntl(pool->hands[i].results.fd, F_SETFL, O_NONBLOCK);
        else
            fail(pool, STATUS_INTERNAL, strerror(errno));
    }
}

/* --- handing out --- */

static bool may_hand_out(const struct pool *pool)
{
    return !pool->stopping && pool->given < pool->end && pool->given - pool->next < EARLY_MAX &&
           pool->early_bytes < EARLY_BYTES;
}

static void hand_out(struct pool *pool, struct hand *hand)
{
    uint32_t number = (uint32_t)pool->order->numbers[pool->given];
    ssize_t put;
    do {
        put = write(hand->tasks, &number, sizeof number);
    } while (put < 0 && errno == EINTR);
    if (put != (ssize_t)sizeof number) {
        close_end(&hand->tasks); /* it is dead, and its other pipe tells */
        return;
    }
    hand->held[hand->held_len++] = pool->given++;
}

/* One case for each worker in turn, as long as there is one with room. */
static void hand_out_all(struct pool *pool)
{
    bool given = true;
    while (given) {
        given = false;
        for (unsigned i = 0; i < pool->order->workers && may_hand_out(pool); i++) {
            struct hand *hand = &pool->hands[i];
            if (hand->tasks >= 0 && !hand->over && hand->held_len < pool->ahead) {
                hand_out(pool, hand);
                given = true;
            }
        }
    }
    for (unsigned i = 0; i < pool->order->workers && pool->given >= pool->end; i++)
        close_end(&pool->hands[i].tasks);
}

/* --- results --- */

/* Gives on what has its turn. */
static void give_on(struct pool *pool)
{
    while (pool->next < pool->end && pool->early[pool->next % EARLY_MAX].present) {
        struct early *early = &pool->early[pool->next++ % EARLY_MAX];
        pool->early_bytes -= early->frame.len;
        bool good = pool->order->take(pool->order->ctx, &early->frame, early->text);
        free(early->text);
        *early = (struct early){.present = false};
        if (!good)
            fail(pool, STATUS_INTERNAL, NULL);
    }
    if (pool->next == pool->end && pool->end < pool->order->len)
        stop(pool); /* what is behind the end is not wanted */
}

/* Takes a case out of the hand. Returns its place, or SIZE_MAX where it does not have it. */
static size_t take_back(const struct pool *pool, struct hand *hand, uint32_t number)
{
    size_t i = 0;
    while (i < hand->held_len && pool->order->numbers[hand->held[i]] != number)
        i++;
    if (i == hand->held_len)
        return SIZE_MAX;
    size_t place = hand->held[i];
    hand->held_len--;
    memmove(hand->held + i, hand->held + i + 1, (hand->held_len - i) * sizeof hand->held[0]);
    return place;
}

static void case_arrived(struct pool *pool, struct hand *hand)
{
    size_t place = take_back(pool, hand, hand->results.frame.number);
    if (place == SIZE_MAX) {
        fail(pool, STATUS_INTERNAL, "a worker sent a case that it did not have");
        return;
    }
    if (place >= pool->end)
        return;
    pool->early[place % EARLY_MAX] =
        (struct early){.present = true, .frame = hand->results.frame, .text = hand->results.bytes};
    pool->early_bytes += hand->results.frame.len;
    hand->results.bytes = NULL;
    if (pool->order->ends(pool->order->ctx, &hand->results.frame))
        pool->end = place + 1;
    give_on(pool);
}

static void hello_arrived(struct pool *pool, const char *text)
{
    if (pool->told_hello)
        return;
    pool->told_hello = true;
    if (!pool->order->hello(pool->order->ctx, text))
        fail(pool, STATUS_INTERNAL, NULL);
}

static void frame_arrived(struct pool *pool, struct hand *hand)
{
    hand->over = hand->results.frame.kind != FRAME_HELLO && hand->results.frame.kind != FRAME_CASE;
    switch (hand->results.frame.kind) {
    case FRAME_HELLO: hello_arrived(pool, hand->results.bytes); break;
    case FRAME_CASE: case_arrived(pool, hand); break;
    case FRAME_END:
        if (hand->results.bytes[0] != '\0')
            pool->order->remark(pool->order->ctx, hand->results.bytes);
        break;
    case FRAME_NOT_STARTED: fail(pool, STATUS_NOT_STARTED, hand->results.bytes); break;
    case FRAME_INTERRUPTED:
        /* Told to end by stop(), or signalled by somebody else before this process was. */
        if (!pool->stopping)
            fail(pool, STATUS_INTERRUPTED, NULL);
        break;
    default: fail(pool, STATUS_INTERNAL, hand->results.bytes); break;
    }
    frame_done(&hand->results);
}

/* --- reading --- */

/* Names the cases that a dead worker had. */
static void mourn(struct pool *pool, const struct hand *hand, int status)
{
    struct buffer text = {0};
    launch_describe_end(status, &text);
    size_t shown = pool->order->plan->mode == MODE_EXEC && hand->held_len > 1 ? 1 : hand->held_len;
    for (size_t i = 0; i < shown && i < 3; i++)
        buffer_format(&text, "%s%s", i == 0 ? " with the case " : ", ",
                      pool->order->plan->chosen[pool->order->numbers[hand->held[i]]]->id);
    if (shown > 3)
        buffer_format(&text, " and %zu more", shown - 3);
    fail(pool, STATUS_INTERNAL, text.at);
    buffer_free(&text);
}

/* The worker has closed its pipe: it has ended, or is about to. */
static void hand_ended(struct pool *pool, struct hand *hand)
{
    int status = 0;
    close_end(&hand->results.fd);
    close_end(&hand->tasks);
    while (waitpid(hand->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    hand->pid = 0;
    if (hand->over)
        return;
    pool->died = true;
    mourn(pool, hand, status);
}

static void read_hand(struct pool *pool, struct hand *hand)
{
    enum frame_step step = FRAME_WHOLE;
    while ((step = frame_read(&hand->results)) == FRAME_WHOLE)
        frame_arrived(pool, hand);
    if (step == FRAME_NO_MORE)
        hand_ended(pool, hand);
}

/* --- the loop --- */

static void wait_for_results(struct pool *pool, struct pollfd *fds)
{
    unsigned workers = pool->order->workers;
    for (unsigned i = 0; i < workers; i++)
        fds[i] = (struct pollfd){.fd = pool->hands[i].results.fd, .events = POLLIN};
    int ready = clock_poll(fds, workers, LOOK_MS);
    for (unsigned i = 0; ready > 0 && i < workers; i++) {
        if (fds[i].revents != 0 && pool->hands[i].results.fd >= 0)
            read_hand(pool, &pool->hands[i]);
    }
}

static bool anybody_left(const struct pool *pool)
{
    for (unsigned i = 0; i < pool->order->workers; i++) {
        if (pool->hands[i].results.fd >= 0)
            return true;
    }
    return false;
}

static void kill_hands(struct pool *pool)
{
    for (unsigned i = 0; i < pool->order->workers; i++) {
        if (pool->hands[i].results.fd >= 0)
            kill(pool->hands[i].pid, SIGKILL);
    }
}

static void serve(struct pool *pool)
{
    struct pollfd *fds = memory_need(pool->order->workers * sizeof *fds);
    while (anybody_left(pool)) {
        if (*pool->order->interrupt != 0)
            fail(pool, STATUS_INTERRUPTED, NULL);
        if (pool->stopping && clock_us() > pool->deadline_us)
            kill_hands(pool);
        hand_out_all(pool);
        wait_for_results(pool, fds);
    }
    free(fds);
}

/* What was finished out of turn, before the run was ended: in order, with gaps. */
static void give_rest(struct pool *pool)
{
    for (; pool->next < pool->given && pool->next < pool->end; pool->next++) {
        struct early *early = &pool->early[pool->next % EARLY_MAX];
        if (early->present && pool->status != STATUS_INTERNAL)
            pool->order->take(pool->order->ctx, &early->frame, early->text);
        free(early->text);
        *early = (struct early){.present = false};
    }
}

enum status pool_run(const struct pool_order *order, struct buffer *problem)
{
    struct pool pool = {.order = order,
                        .problem = problem,
                        .hands = memory_need(order->workers * sizeof *pool.hands),
                        .ahead = order->plan->mode == MODE_EXEC ? AHEAD_EXEC : AHEAD_STREAM,
                        .early = memory_need(EARLY_MAX * sizeof *pool.early),
                        .end = order->len};
    memset(pool.early, 0, EARLY_MAX * sizeof *pool.early);
    start_hands(&pool);
    serve(&pool);
    if (!pool.stopping && pool.next < pool.end)
        fail(&pool, STATUS_INTERNAL, "a worker of the runner ended without its cases");
    if (pool.died)
        tree_kill_orphans();
    give_rest(&pool);
    for (unsigned i = 0; i < order->workers; i++) {
        frame_done(&pool.hands[i].results);
        /* a worker leaves it empty, if it was let */
        if (pool.hands[i].folder.path != NULL)
            scratch_remove(&pool.hands[i].folder);
    }
    free(pool.hands);
    free(pool.early);
    return pool.status;
}

/*
 * tree.h - all the processes of one run: how much they use, and their end.
 *
 * On Linux every process of a run descends from the runner at all times, because the runner is the
 * child subreaper of what it starts; /proc shows who they are. Without that, only the leader and
 * its process group are known.
 */
#ifndef JETS_TREE_H
#define JETS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct pids {
    pid_t *at; /* owned */
    size_t len;
    size_t cap;
};

struct tree {
    pid_t self;         /* the runner */
    pid_t session;      /* the runner's own, which no testee can be in */
    bool visible;       /* the tree can be walked */
    bool listed;        /* the system lists the children of a process */
    struct pids before; /* children the runner had already: not of this run */

    pid_t leader; /* the process that was started, leader of its session and its group; 0 before */
    bool reaped;  /* the leader was waited for, and status is its wait status */
    int status;
    uint64_t cpu_us;  /* of the processes waited for, the leader among them */
    uint64_t peak_kb; /* largest resident size of one of them, as the system tells it */

    struct pids everyone; /* where not listed: each process of the system, and its parent */
    struct pids found;    /* the processes of the last walk, parents before children */
};

struct tree_usage {
    uint64_t cpu_us;      /* living and waited for */
    uint64_t resident_kb; /* sum over the living; pages that two share count twice */
    size_t processes;     /* living ones and zombies */
};

/* What the system shows; it does not change while the runner runs. */
struct tree_sight {
    bool visible; /* a tree can be walked */
    bool listed;  /* the children of a process are listed */
};
struct tree_sight tree_sight(void);

/* True where a tree can be walked on this system. */
bool tree_can_walk(void);

/* Largest resident size in kB, which systems tell in different units. */
uint64_t tree_rusage_kb(const struct rusage *usage);

/* Before the leader is started. */
void tree_open(struct tree *tree, const struct tree_sight *sight);
void tree_close(struct tree *tree);

/* True when the leader has ended, whether it was waited for or not. */
bool tree_leader_ended(const struct tree *tree);

/* Adds up what the tree uses now, and buries the dead that were handed to the runner. False where
 * not visible. */
bool tree_measure(struct tree *tree, struct tree_usage *usage);

/*
 * The resident size of the processes of the last measure with every shared page counted in
 * proportion; what cannot be read counts nothing, so that the result may only be too small where
 * processes end meanwhile. 0 where unknown.
 */
uint64_t tree_proportional_kb(const struct tree *tree);

/* The largest resident size that the leader has had since its program began; 0 where unknown. */
uint64_t tree_leader_peak_kb(const struct tree *tree);

/*
 * A second fence, for a runner that is kept from looking in time: no process of the last measure
 * may map more than more_kb of data beyond what it has now. False where the system refused one.
 */
bool tree_fence_memory(const struct tree *tree, uint64_t more_kb);

/* Kills every process of the tree and waits for it. False where one is still there after ten
 * seconds. */
bool tree_kill(struct tree *tree);

/* Kills what dead workers of the runner have left: it has become this process's own child. */
void tree_kill_orphans(void);

#endif

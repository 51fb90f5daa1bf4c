/*
 * plan.h - what the program that injects faults (inject.c) and the library inside the program under
 * test (inside.c) share: one page of memory, at a descriptor whose number stands in JETS_FAULTS.
 */
#ifndef JETS_FAULTS_PLAN_H
#define JETS_FAULTS_PLAN_H

#include <stdatomic.h>
#include <stdint.h>

enum plan_kind { PLAN_MEMORY, PLAN_CALLS };

/*
 * The fault is the call-th one of the process-th process. Processes are numbered from 1 as they
 * make their first call, since those of one program run side by side: counted together, the N-th
 * call would be another one in each run.
 */
struct plan {
    uint32_t kind;
    uint32_t process, call; /* 0: none fails */
    uint32_t forever;       /* and each one like it behind it in that process */
    _Atomic uint32_t processes;
    _Atomic uint32_t met; /* faults so far */
    int32_t channel;      /* a socket through which the library hands the listener out */
};

#endif

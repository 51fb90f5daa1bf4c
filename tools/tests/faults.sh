#!/bin/sh
# Each allocation and each system call of the programs fails in turn; see tools/faults. JETS_FAULTS_ALL=1
# takes every scenario, and has them fail from the N-th on, too.
set -u
. tools/tap.sh

programs=${build%/check-*}
if ! command -v python3 >/dev/null || [ ! -x "$programs/faults/inject" ]; then
    echo "ok 1 - faults # SKIP no python3, or no programs that inject faults: make injectors"
    exit 0
fi
all=${JETS_FAULTS_ALL:+--all}
# shellcheck disable=SC2086  # an option or nothing
run tools/faults/run --build "$programs" $all
if [ "$status" = 77 ]; then
    echo "ok 1 - faults # SKIP $(cat "$tmp/err")"
    exit 0
fi
cat "$tmp/out"
exited "after every fault: a clear end, no report lost, no process and no temporary file left" 0
is "nothing went wrong with the trial itself" "$(cat "$tmp/err")" ""
contains "there were faults in every kind of command" "$tmp/out" "scenarios, "

# A program that takes no notice of a fault is found out.
cat >"$tmp/careless.c" <<'END'
#include <stdio.h>
int main(void)
{
    puts("all is well");
    return 0;
}
END
if "${CC:-cc}" -o "$tmp/careless" "$tmp/careless.c" 2>/dev/null; then
    run tools/faults/run --build "$programs" --program "$tmp/careless"
    exited "a program that prints and looks at nothing fails" 1
    contains "and what it lost is told" "$tmp/out" "write: other output, status as ever"
fi
finish

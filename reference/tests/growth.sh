#!/bin/sh
# Time is linear: for every family of hostile replies (tools/bench/families.c), whole or a byte at a
# time, twice the length takes at most 2.02 times the instructions. Counted by callgrind, so that the
# machine's load says nothing; the path that most machines take, since the other is the same scan.
set -u
. tools/tap.sh

# valgrind cannot run a sanitized program: the one beside it is taken, which `make check` builds too.
count=${build%/check-*}/bench/count
if ! command -v valgrind >/dev/null || ! command -v python3 >/dev/null || [ ! -x "$count" ]; then
    echo "ok 1 - growth # SKIP no valgrind, no python3, or no unsanitized $count"
    exit 0
fi
if [ "${build##*/}" = check-clang ] && command -v gcc >/dev/null; then
    echo "ok 1 - growth # SKIP counted with check-gcc, on the same program"
    exit 0
fi
exec tools/bench/instructions growth --tap --length 20000 "$count"

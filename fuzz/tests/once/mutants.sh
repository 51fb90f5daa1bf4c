#!/bin/sh
# The fuzzers see planted faults: every fault of the table fits the source, the few that are marked for it are
# seen at once, and a fault that fits nowhere, or is none, is told. Run from the root of the repository.
set -eu
. tools/tap.sh
export MAKEFLAGS=w # as below `make -C`: make then tells folders, which nothing here may take for a value

mutants=fuzz/mutants/run

# Sanitized objects are there where `make check` has run with one of the compilers; else those of `make tests`.
for CC in gcc clang; do
    if [ -f "$build/check-$CC/fuzz/parts.a" ]; then
        CFLAGS=$(make -s --no-print-directory show-check_flags) JETS_BUILD=$build/check-$CC
        export CC CFLAGS JETS_BUILD
        break
    fi
done
echo "# objects: ${JETS_BUILD:-$build}"

run "$mutants" --check
exited "every planted fault fits the source" 0

run "$mutants" --ci --seconds 20
exited "the fuzzers see the faults that are marked for it" 0
contains "and name the property" "$tmp/out" "| last-one-decides-piece | R5.2 |"

table() {
    printf 'fault one\nbreaks R5.3\n%s\n' "$1" >"$tmp/table"
}
table 'in choose.c better
-     return a->width > b->width;
+     return true;'
run "$mutants" --check --table "$tmp/table"
exited "an edit that does not fit is an error" 2
contains "which is told" "$tmp/err" "one: choose.c: an edit fits 0 times, not once"

table 'in choose.c
-     return true;
+     return false;'
run "$mutants" --check --table "$tmp/table"
exited "so is one that fits more than once" 2

table 'in choose.c better
-     return a->length > b->length;
+     return b->length < a->length;'
run "$mutants" --by fuzz_oracle --by differential --first --ci --seconds 4 --table "$tmp/table" one
exited "a fault that nobody sees fails" 1
contains "and stands in the table" "$tmp/out" "**not seen**"

table 'of choose.c'
run "$mutants" --check --table "$tmp/table"
exited "an unknown word is an error" 2
contains "with its line" "$tmp/err" "table:3: unknown word of"

run "$mutants" --ci no-such-fault
exited "an unknown fault is an error" 2
run "$mutants" --ci --by fuzz_nothing
exited "so is an unknown program" 2
contains "which is named" "$tmp/err" "no such program: fuzz_nothing"
finish

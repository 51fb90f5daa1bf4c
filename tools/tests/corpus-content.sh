#!/bin/sh
# The real corpus: tools/corpus finds nothing in it, the reference meets every case, and some wrong
# implementation fails each.
set -u
. tools/tap.sh

run tools/corpus lint --build "$build" --discrimination
exited "nothing is found in the corpus" 0
[ "$status" = 0 ] || head -n 20 "$tmp/out" | sed 's/^/# /'
contains "and it says how many cases were looked at" "$tmp/out" "cases, nothing found (the reference meets each, and a wrong implementation fails "
for file in FLAGS.json COVERAGE.md; do
    run test -s "corpus/$file"
    exited "$file is there, so that it is checked" 0
done
finish

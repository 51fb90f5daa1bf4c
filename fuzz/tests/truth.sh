#!/bin/sh
# What the generator knows of the replies that it composes (conformance/src/gen_truth.h) is what the
# library and the oracle find; and it composes all kinds of them.
set -u
. tools/tap.sh

run "$build/fuzz/truth" --seed "$(date +%s)" --cases 10000
if [ "$status" = 0 ]; then
    pass "truth, library and oracle agree on replies that no run had before"
else
    fail "truth, library and oracle agree on replies that no run had before" "$(cat "$tmp/out")"
fi
for reason in answer empty no-candidate unterminated-reasoning unterminated-value too-deep shape ambiguous \
    broken-value duplicate-name 'shape whole' 'shape parts' 'shape fallback' 'shape unclosed' 'shape empty'; do
    contains "of every kind: $reason" "$tmp/out" "% $reason"
done
run "$build/fuzz/truth" --cases none
exited "a number that is none" 2
finish

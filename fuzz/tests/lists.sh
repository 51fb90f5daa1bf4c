#!/bin/sh
# What some harnesses bring with them: the list of divergences decides little, and each of its witnesses
# still diverges; the families of fuzz_cost are linear at every length.
set -u
. tools/tap.sh
replay=$build/fuzz/replay

run env FUZZ_TELL=1 "$replay/fuzz_value" --seed 1 --cases 20000
exited "the witnesses diverge, and 20,000 values are read as foretold" 0
grep 'are on the list' "$tmp/err" >"$tmp/shares"
is "both peers are counted" "$(wc -l <"$tmp/shares" | tr -d ' ')" 2
while read -r _ peer masked _ all _; do
    if [ $((masked * 20)) -le "$all" ]; then
        pass "$peer the list decides $masked of $all values"
    else
        fail "$peer the list decides too much" "$masked of $all values, more than one in twenty"
    fi
done <"$tmp/shares"

run env FUZZ_ALL=1 FUZZ_TELL=1 "$replay/fuzz_cost" --timeout 300 --seed 1 --cases 1
exited "the families are linear from 4 to 64 KiB" 0
contains "their steps are told" "$tmp/err" "fuzz_cost: extract: at most"
finish

#!/bin/sh
# conformance/adapters, tools/peers and tools/matrix: every implementation file says what its lock says;
# light packages are installed and run from end to end; what is kept of a report is what was in it.
set -eu
. tools/tap.sh

# --- what is written down, without any package ---

run python3 tools/tests/peers_check.py conformance/adapters
exited "each implementation file agrees with its lock and with its policy" 0
out_is "and nothing is amiss" ""
run tools/peers --nonsense
exited "an unknown argument of peers is a usage error" 2
run tools/peers no-such-folder
exited "so is an unknown folder" 2
contains "which is named" "$tmp/err" "no-such-folder"
run tools/matrix --build "$build" --category fence baseline-python
exited "a trial run is not kept among the results" 2
run tools/matrix --build "$tmp" baseline-python
exited "without jets there is nothing to run" 2

# --- what was kept is whole ---

for file in conformance/results/*/*.ndjson; do
    [ -e "$file" ] || continue
    python3 tools/tests/peers_check.py --results "$file" >>"$tmp/kept" 2>&1 || echo "$file" >>"$tmp/kept"
done
touch "$tmp/kept"
is "the counts of each file of results are those of its lines" "$(cat "$tmp/kept")" ""

# --- a run, from installing to the table ---

# matrix FOLDER...: a trial of one category; its results stand in $tmp/results
matrix() {
    run tools/matrix --build "$build" --reports "$tmp/reports" --results "$tmp/results" \
        --category json-in-reasoning "$@"
}

kept() {
    find "$tmp/results" -name "$1-[0-9]*.ndjson" -exec cat {} +
}

matrix baseline-python
exited "the baselines of Python need no package" 0
contains "they are in the table" "$tmp/out" "baseline-python-first-"
kept baseline-python-first >"$tmp/first"
contains "a draft in the reasoning is a hijack" "$tmp/first" \
    '{"case":"json-in-reasoning/fenced-draft-in-a-think-block","verdict":"hijack","decoy":'
contains "where no program wants it, nothing is none" "$tmp/first" '{"verdict":"unsupported","cases":['
matrix --parts 2 baseline-python
exited "the same in two parts" 0
is "comes to the same" "$(kept baseline-python-first)" "$(cat "$tmp/first")"

# trial FOLDER: installs it; where that can't be done nothing is tried, and that is said
trial() {
    if ! tools/peers "$1" >"$tmp/peers" 2>&1; then
        pass "$1 # SKIP could not be installed: $(grep FAILED "$tmp/peers" | head -n 1 | cut -c 1-100)"
        return
    fi
    matrix "$1"
    exited "$1: installed and run" 0
    is "$1: it gives answers, and nothing that is no response" \
        "$(kept "$1" | head -n 1 | sed -n '/"verdicts":{"pass":[^}]*"error"/!s/.*"verdicts":{"pass":.*/yes/p')" yes
    tools/peers "$1" >"$tmp/again"
    contains "$1: a second time nothing is installed" "$tmp/again" "0 of them new"
}

for folder in json-repair jsonrepair partial-json; do
    trial $folder
done
finish

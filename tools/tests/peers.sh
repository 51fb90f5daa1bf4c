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
touch -d '2001-01-01' "$tmp"/results/*/*
matrix baseline-python
contains "a second run has nothing left to do" "$tmp/out" "implementation-first.json: "
is "as the first left it" "$(find "$tmp/results" -name '*.ndjson' -newermt 2002-01-01)" ""
is "which it says" "$(grep -c ', from before' "$tmp/out")" 3
rm "$tmp"/results/*/baseline-python-first-*
matrix baseline-python
is "and one that is gone is run again, alone" "$(grep -c ', from before' "$tmp/out")" 2
matrix --again --parts 2 baseline-python
exited "the same in two parts" 0
is "comes to the same" "$(kept baseline-python-first)" "$(cat "$tmp/first")"

# A jets that fails in the second part, until it is mended.
mkdir -p "$tmp/wrapped/bin"
cat >"$tmp/wrapped/bin/jets" <<SH
#!/bin/sh
case "\$*" in *2/2*) [ -e "$tmp/mended" ] || exit 4 ;; *) echo first >>"$tmp/calls" ;; esac
exec "$build/bin/jets" "\$@"
SH
chmod +x "$tmp/wrapped/bin/jets"
interrupted() {
    run tools/matrix --build "$tmp/wrapped" --results "$tmp/parts" --category json-in-reasoning --parts 2 baseline-python
}
interrupted
exited "a part that could not be run is told" 1
is "and nothing is kept" "$(find "$tmp/parts" -name '*.ndjson' 2>/dev/null)" ""
: >"$tmp/mended"
interrupted
exited "the next run goes on there" 0
is "and the parts that were done are not run again" "$(wc -l <"$tmp/calls" | tr -d ' ')" 3
is "it comes to the same" "$(find "$tmp/parts" -name 'baseline-python-first-[0-9]*' -exec cat {} +)" "$(cat "$tmp/first")"

# as_kept FOLDER: what came is what is kept, of the same version and corpus
as_kept() {
    for file in "$tmp/results"/*/"$1"*; do
        whole=conformance/results/${file#"$tmp/results/"}
        if [ -e "$whole" ]; then
            run python3 tools/tests/peers_check.py --same "$file" "$whole"
            out_is "${file##*/}: as is kept" ""
        else
            skip "${file##*/}: as is kept" "nothing is kept of this version and corpus"
        fi
    done
}

# again FOLDER: its hijacks come again from a plain script; one that is another does not
again() {
    run tools/reproduce --build "$tmp" --results "$tmp/results" "$1"
    exited "$1: its hijacks come again without jets and adapter" 0
    rm -rf "$tmp/other"
    cp -R "$tmp/results" "$tmp/other"
    first=$(grep -lE '"verdict":"hijack","(decoy|got)' "$tmp/other"/*/"$1"-[0-9]* || :)
    [ -n "$first" ] || return 0
    sed -i.old -E 's/("verdict":"hijack"),"(decoy|got)":.*/\1,"got":{"value":"another"}}/' "$first"
    run tools/reproduce --build "$tmp" --results "$tmp/other" "$1"
    exited "$1: where another value was kept, that is told" 1
}

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
    as_kept "$1"
    again "$1"
    tools/peers "$1" >"$tmp/again"
    contains "$1: a second time nothing is installed" "$tmp/again" "0 of them new"
}

as_kept baseline-python
matrix baseline-javascript
exited "nor do those of JavaScript" 0
as_kept baseline-javascript
for folder in json-repair jsonrepair partial-json crack-json best-effort-json-parser; do
    trial $folder
done
finish

#!/bin/sh
# jets run with several workers: order, shards, repeats, an early end, faults of the runner itself,
# both modes and their comparison. Run from the root of the repository; see tools/tap.sh.
# shellcheck disable=SC2016  # testees expand what stands between single quotes
set -eu
. tools/tap.sh
. conformance/tests/shared/cases.sh

jets=$build/bin/jets
case $jets in /*) ;; *) jets=$PWD/$jets ;; esac
corpus=$tmp/corpus
export JETS_CORPUS="$corpus"
make_cases "$corpus" 24

# Answers with what it got, each third one late; those whose number ends in 7 wrongly.
make_program mixed 'read -r line || :
case $line in *[369]}) sleep 0.02 ;; esac
case $line in *7}) echo "{}" ;; *) echo "$line" ;; esac'
make_program right 'read -r line || :; echo "$line"'
make_program wrong 'cat >/dev/null; echo "[1]"'

# --- order, shards ---

for jobs in 1 4; do
    run "$jets" run -j $jobs --format ndjson -o "$tmp/j$jobs" -- "$tmp/mixed"
    exited "-j $jobs: failures give 1" 1
done
is "cases come in their order" "$(each "$tmp/j4" case)" "$("$jets" list | tr '\n' ' ' | sed 's/ $//')"
is "the report is the same for any -j" \
    "$(sed 's/"[a-z]*_\(us\|kb\)":[0-9]*//g' "$tmp/j4")" "$(sed 's/"[a-z]*_\(us\|kb\)":[0-9]*//g' "$tmp/j1")"
run "$jets" run --jobs=4 -- "$tmp/mixed"
is "and so are the counts" "$(tail -n 1 "$tmp/out")" \
    "24 cases: 22 pass, 2 invented; failures: integrity 2 of 24"

for part in 1 2 3; do
    run "$jets" run --shard $part/3 --format ndjson -o "$tmp/shard$part" -- "$tmp/right"
    exited "shard $part runs" 0
    contains "shard $part is told" "$tmp/shard$part" "\"shard\":\"$part/3\""
    each "$tmp/shard$part" case | tr ' ' '\n' >>"$tmp/sharded"
done
is "shards are the whole, each case once" "$(sort "$tmp/sharded")" "$("$jets" list | sort)"
run "$jets" list --shard 2/12
out_is "list takes a shard too" "many/002
many/014"
run "$jets" run --shard 3/3 --filter '*/00[12]' -- "$tmp/right"
exited "shard without a case: status 2" 2
contains "and that is told" "$tmp/err" "no case is left for this shard"
for wrong in 0/3 4/3 2 2/ /2 2/3/4 a/b; do
    run "$jets" run --shard $wrong -- "$tmp/right"
    exited "--shard $wrong: status 2" 2
done
run "$jets" run -j 0 -- "$tmp/right"
exited "-j 0: status 2" 2
run "$jets" run --filter 'none*' -j 4 -- "$tmp/right"
exited "filter that matches nothing: status 2" 2

# --- an early end ---

run "$jets" run -j 4 --fail-fast --format ndjson -o "$tmp/fast" -- "$tmp/mixed"
exited "--fail-fast: status 1" 1
is "--fail-fast ends with the first failure in the order of cases" "$(verdicts "$tmp/fast")" \
    "pass pass pass pass pass pass invented False"
contains "and says why it is incomplete" "$tmp/fast" '"why":"ended at the first failure"'
run "$jets" run --fail-fast -- "$tmp/right"
exited "--fail-fast without a failure: status 0" 0

# --- repeats ---

make_program flaky 'read -r line || :
echo "$line" >>"'"$tmp"'/seen"
case $line in *5}) [ $(($(grep -c -x -F -e "$line" "'"$tmp"'/seen") % 2)) = 1 ] || exit 20 ;; esac
echo "$line"'
run "$jets" run -j 2 --repeat 3 --format ndjson -o "$tmp/changing" -- "$tmp/flaky"
exited "verdict that changes: status 1" 1
is "it is flaky, and only that case" "$(verdicts "$tmp/changing" | tr ' ' '\n' | sort | uniq -c | tr -s ' \n' ' ')" \
    " 1 True 2 flaky 22 pass "
contains "all verdicts of it are told" "$tmp/changing" '"repeats":["pass","lost","pass"]'
is "each case is run so many times" "$(grep -c . "$tmp/seen")" 72
run "$jets" run --repeat 2 -- "$tmp/right"
exited "steady verdicts: status 0" 0

# --- never a count ---

make_cases "$tmp/large" 300
run "$jets" run --corpus "$tmp/large" -- "$build/testees/always-empty-object"
exited "300 failures give 1" 1
contains "all of them counted" "$tmp/out" "300 cases: 300 "

# --- faults of the runner's own processes ---

mark=JETS_TEST_MARK=run-$$
# Kills the worker that has started it, with a process of a session of its own behind it.
make_program murderer 'read -r line || :
case $line in *" 9}")
    setsid sh -c "trap \"\" TERM; sleep 300" </dev/null >/dev/null 2>&1 &
    echo x >left-behind
    kill -9 $PPID
    sleep 300 ;;
esac
echo "$line"'
mkdir "$tmp/scratch"
run env "$mark" TMPDIR="$tmp/scratch" "$jets" run -j 2 --timeout 60000 --format ndjson -o "$tmp/murder" -- "$tmp/murderer"
exited "worker that is killed: status 4" 4
contains "it is told, with its case" "$tmp/err" "worker of the runner was killed by signal 9 with the case many/009"
is "nothing of it is left" "$(leftovers "$mark")" ""
is "nor of the folders of workers and testees" "$(find "$tmp/scratch" -mindepth 1)" ""
contains "the report is incomplete" "$tmp/murder" '"complete":false'

# --- stream mode ---

cat >"$tmp/streamer" <<'PYTHON'
#!/usr/bin/env python3
"""Answers with the reply itself. --leak: from the fifth request on, one too many."""
import json, sys
leak = "--leak" in sys.argv
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    if "hello" in request:
        answer = {"hello": {"contract": 1, "name": "streamer", "version": "3",
                            "operations": ["extract"], "policy": {}, "window": 4}}
    else:
        asked += 1
        value = json.loads(request["reply"])
        value["n"] += leak and asked > 4
        answer = {"value": value}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
PYTHON
chmod +x "$tmp/streamer"
run "$jets" run --mode stream -j 2 --format ndjson -o "$tmp/stream" -- "$tmp/streamer"
exited "stream mode: status 0" 0
is "stream mode gives the same order" "$(each "$tmp/stream" case)" "$(each "$tmp/j4" case)"
contains "hello names the implementation" "$tmp/stream" '"implementation":"streamer","implementation_version":"3"'
run "$jets" run --mode stream -j 1 --repeat 3 --window 2 --format ndjson -o "$tmp/stream3" -- "$tmp/streamer"
exited "stream mode repeats: status 0" 0
contains "each case has its repeats" "$tmp/stream3" '"repeats":["pass","pass","pass"]'
case_operation=complete make_case "$tmp/mixture" some/complete '{}' '{"value": true}'
make_case "$tmp/mixture" some/extract '{"n": 1}' '{"value": {"n": 1}}'
run "$jets" run --corpus "$tmp/mixture" --mode stream --format ndjson -o "$tmp/undeclared" -- "$tmp/streamer"
is "operation that hello does not declare is unscored" "$(verdicts "$tmp/undeclared")" "unscored pass True"
contains "and why is told" "$tmp/undeclared" '"reason":"the operation complete is not declared"'
hostile() {
    run "$jets" run --mode stream -j 1 --timeout 2000 --format ndjson -o "$tmp/hostile" -- "$build/testees/hostile-stream" "$@"
}
hostile at-end-exit 1
contains "how a program ends is a remark" "$tmp/hostile" \
    '"at the end of its input the testee did not end as it should: exit status 1 at the end of input"'
make_case "$tmp/attacked" some/attack '{"attack": 1}' '{"value": {"attack": 1}}'
for n in 1 2 3 4 5; do
    make_case "$tmp/attacked" some/peace-$n '{"n": 1}' '{"value": {"n": 1}}'
done
JETS_CORPUS="$tmp/attacked" hostile hang-after "" 4
contains "a fault that no case has when it is asked alone is a remark" "$tmp/hostile" \
    "the testee failed 1 times with several requests in flight, and with none of them alone: no answer within"
run "$jets" run --mode stream -- "$tmp/right"
exited "program that answers no hello: status 3" 3
run "$jets" run --mode stream --cross-check 6 -j 2 -- "$tmp/streamer"
exited "cross-check without a leak: status 0" 0
run "$jets" run --mode stream --cross-check 12 -j 1 --format ndjson -o "$tmp/leak" -- "$tmp/streamer" --leak
exited "cross-check of a leak: status 1" 1
contains "the leak is told with its case and both verdicts" "$tmp/leak" \
    ': invented in the run, pass when it was run again alone in a fresh process'
run "$jets" run --cross-check 3 -- "$tmp/right"
exited "cross-check in exec mode: status 0" 0
rm "$tmp/seen"
run "$jets" run --cross-check 24 -j 1 --format ndjson -o "$tmp/leak" -- "$tmp/flaky"
exited "cross-check in exec mode finds a testee that remembers: status 1" 1
contains "and tells it" "$tmp/leak" "state leak: many/005: pass in the run, lost when it was run again"

finish

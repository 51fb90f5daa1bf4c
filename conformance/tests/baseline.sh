#!/bin/sh
# jets run --baseline: each way in which a run can differ from what is known, and rewriting the file.
# Run from the root of the repository; see tools/tap.sh.
# shellcheck disable=SC2016  # testees expand what stands between single quotes
set -eu
. tools/tap.sh
. conformance/tests/shared/cases.sh

jets=$build/bin/jets
corpus=$tmp/corpus
export JETS_CORPUS="$corpus"
known=$tmp/known
for name in fails one two; do
    make_case "$corpus" some/$name "{\"$name\": 1}" "{\"value\": {\"$name\": 1}}"
done
make_case "$corpus" some/old x '{"none": "empty"}' ', "retired": "wrong, 1.0"'
make_program testee 'read -r line || :; case $line in *fails*) exit 20 ;; esac; echo "$line"'
make_program worse 'read -r line || :; case $line in *fails*) echo "[3]" ;; *one*) exit 20 ;; *) echo "$line" ;; esac'
make_program right 'read -r line || :; echo "$line"'
make_program refusing 'exit 21'

# with NAME STATUS LINE OPTION... -- COMMAND: a run with a baseline of that line
with() {
    name=$1 want=$2
    printf '%s\n' "$3" >"$known"
    shift 3
    run "$jets" run --baseline "$known" --format ndjson "$@"
    exited "$name: status $want" "$want"
}

# states: of all cases, by the last run
states() {
    python3 - "$tmp/out" <<'PYTHON'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
print(*[line["case"] + "=" + line.get("baseline", {}).get("state", "plain") for line in lines if "case" in line],
      *lines[-1]["summary"]["unmatched"])
PYTHON
}

with "known failure" 0 "some/fails lost # because" -- "$tmp/testee"
is "known failure is told as known" "$(states)" "some/fails=known some/one=plain some/two=plain"
contains "with its reason" "$tmp/out" '"baseline":{"state":"known","verdict":"lost","reason":"because"}'
with "new failure" 1 "# none" -- "$tmp/testee"
is "new failure is told as new" "$(states)" "some/fails=new some/one=plain some/two=plain"
with "new failure beside a changed one" 1 "some/fails lost" -- "$tmp/worse"
is "changed verdict is told as changed" "$(states)" "some/fails=changed some/one=new some/two=plain"
with "changed verdict alone" 1 "some/fails hijack" -- "$tmp/testee"
with "unexpected pass" 1 "some/fails lost" -- "$tmp/right"
is "unexpected pass is told as fixed" "$(states)" "some/fails=fixed some/one=plain some/two=plain"
with "failure that is unsupported now" 1 "some/fails lost" --filter some/fails -- "$tmp/refusing"
is "which is a change" "$(states)" "some/fails=changed"
with "entry without a case" 1 "some/gone lost" -- "$tmp/right"
is "entry without a case is told" "$(states)" "some/fails=plain some/one=plain some/two=plain some/gone"
with "entry of a retired case" 1 "some/old lost" -- "$tmp/right"
with "entry outside the filter" 0 "some/fails lost" --filter some/one -- "$tmp/testee"
with "entry without a case anywhere, under a filter" 1 "some/gone lost" --filter some/one -- "$tmp/testee"
with "entry outside the shard" 0 "some/fails lost" --shard 2/3 -- "$tmp/testee"
with "fail-fast passes over what is known" 1 "some/fails lost" --fail-fast -- "$tmp/worse"
is "and ends at what is not" "$(states)" "some/fails=changed"
with "line that is none" 2 "some/fails" -- "$tmp/testee"
contains "line that is none is told" "$tmp/err" "known: line 1: expected a verdict"
run "$jets" run --baseline "$tmp/none" -- "$tmp/testee"
exited "missing file: status 2" 2
run "$jets" run --baseline "$known" --format text -- "$tmp/testee"
exited "the same lines are read in every format" 2

# --- rewriting ---

cat >"$known" <<'TEXT'
# What my extractor cannot do yet.

some/fails hijack   # fences, see the tracker
some/two lost # long fixed
some/gone crash
TEXT
run "$jets" run --baseline "$known" --update-baseline -- "$tmp/worse"
exited "rewriting: status 0" 0
is "rewriting keeps comments and reasons" "$(cat "$known")" "# What my extractor cannot do yet.

some/fails invented  # fences, see the tracker
some/one lost"
contains "and tells what it did" "$tmp/err" "known: 1 added, 1 changed, 2 removed"
is "and leaves nothing else" "$(find "$tmp" -maxdepth 1 -name 'known*')" "$known"
run "$jets" run --baseline "$known" -- "$tmp/worse"
exited "rewritten baseline is met" 0
run "$jets" run --baseline "$tmp/fresh" --update-baseline -- "$tmp/testee"
exited "rewriting makes a new file" 0
is "with the failures" "$(cat "$tmp/fresh")" "some/fails lost"

# The baseline follows the report: where nobody can have that, nothing is rewritten.
mkdir "$tmp/shut"
echo "some/two lost" >"$known"
run "$jets" run --baseline "$known" --update-baseline -o "$tmp/shut" -- "$tmp/testee"
exited "rewriting without a place for the report: status 4" 4
is "then nothing is rewritten" "$(cat "$known")" "some/two lost"
if [ -w /dev/full ]; then
    run "$jets" run --baseline "$known" --update-baseline -o /dev/full -- "$tmp/testee"
    exited "rewriting with a report that cannot be written: status 4" 4
    is "then, too, nothing is rewritten" "$(cat "$known")" "some/two lost"
    lacks "nor told" "$tmp/err" "removed"
fi
echo "some/two lost" >"$tmp/linked-known"
ln -s linked-known "$tmp/known-link"
run "$jets" run --baseline "$tmp/known-link" --update-baseline -o "$tmp/report" -- "$tmp/testee"
is "a baseline behind a link is rewritten there" "$(cat "$tmp/linked-known")" "some/fails lost"
is "and the link stays" "$(readlink "$tmp/known-link")" linked-known

# refused NAME TEXT OPTION...: rewriting is refused, and the file left as it is
refused() {
    name=$1 text=$2
    shift 2
    echo "some/two lost" >"$known"
    run "$jets" run --update-baseline "$@" -- "$tmp/testee"
    exited "$name: status 2" 2
    contains "$name: is told" "$tmp/err" "$text"
    is "$name: nothing was changed" "$(cat "$known" "$tmp/out")" "some/two lost"
}

whole="--update-baseline takes a whole run"
refused "filtered run" "$whole" --baseline "$known" --filter 'some/*'
refused "run of a category" "$whole" --baseline "$known" --category some
refused "run of a severity" "$whole" --baseline "$known" --severity integrity
refused "run of an operation" "$whole" --baseline "$known" --operation extract
refused "shard" "$whole" --baseline "$known" --shard 1/1
refused "run with an early end" "$whole" --baseline "$known" --fail-fast
refused "no file to rewrite" "--update-baseline goes with --baseline"
# Its parent is a worker; that one's parent is the runner. Not every system has ps, nor every one /proc.
make_program killer 'if [ -r /proc/$PPID/stat ]; then
    runner=$(cut -d " " -f 4 </proc/$PPID/stat)
else
    runner=$(ps -o ppid= -p $PPID)
fi
kill -TERM $runner
sleep 60'
echo "some/two lost" >"$known"
run "$jets" run -j 1 --baseline "$known" --update-baseline --timeout 60000 -- "$tmp/killer"
exited "interrupted run: status 5" 5
is "interrupted run rewrites nothing" "$(cat "$known")" "some/two lost"

finish

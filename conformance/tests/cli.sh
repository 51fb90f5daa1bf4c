#!/bin/sh
# The program jets from outside: exit statuses, what is said of bad input, reports that are whole or
# absent. Run from the root of the repository; see tools/tap.sh.
# shellcheck disable=SC2016  # testees and sed expand what stands between single quotes
set -eu
. tools/tap.sh
. conformance/tests/shared/cases.sh
. conformance/tests/shared/terminal.sh

jets=$build/bin/jets
case $jets in /*) jets_here=$jets ;; *) jets_here=$PWD/$jets ;; esac
corpus=$tmp/corpus
unset JETS_CORPUS

make_case "$corpus" good/one '{"a": 1}' '{"value": {"a": 1}, "span": [0, 8]}'
make_case "$corpus" good/two 'no answer' '{"none": "no-candidate"}'
make_case "$corpus" other/three '[1]' '{"value": [1], "span": [0, 3]}' ', "retired": "wrong, 1.0"'
echo 1.0.0 >"$corpus/VERSION"
make_program right 'read -r line || :; case $line in {*) echo "$line" ;; *) exit 20 ;; esac'
make_program wrong 'cat >/dev/null; echo "[2]"'

# --- help and usage ---

run "$jets" --help
exited "help succeeds" 0
contains "help names the commands" "$tmp/out" "jets run"
cp "$tmp/out" "$tmp/help"
run "$jets" help
is "help alone is the same" "$(cat "$tmp/out")" "$(cat "$tmp/help")"
run "$jets" help run
exited "help of a command succeeds" 0
contains "help of run tells exit statuses" "$tmp/out" "5 interrupted"
run "$jets" run --help
contains "--help behind a command is its help" "$tmp/out" "--output-limit KB"
run "$jets" --version
exited "version succeeds" 0

# usage NAME TEXT ARGUMENT...: a usage error that says TEXT
usage() {
    usage_name=$1 usage_text=$2
    shift 2
    run "$jets" "$@"
    exited "$usage_name: status 2" 2
    contains "$usage_name: is told" "$tmp/err" "$usage_text"
    is "$usage_name: in one line, on standard error alone" "$(wc -l <"$tmp/err"; cat "$tmp/out")" 1
}

usage "no command" "expected a command"
usage "unknown command" 'unknown command "rnu"' rnu
usage "unknown option" 'unknown option "--fliter=x"; did you mean --filter?' list --fliter=x
usage "option of another command" 'unknown option "--raw"' list --raw
usage "flag with an argument" "--long takes no argument" list --long=1
usage "option without its argument" "--filter: expected GLOB behind it" list --filter
usage "number with letters" '--timeout: expected a whole number from 1 to 3600000, got "5s"' \
    run --timeout 5s -- true
usage "number out of range" '--memory: expected a whole number from 1 to 1048576, got "0"' \
    run --memory=0 -- true
usage "unknown severity" 'got "integrty"; did you mean integrity?' list --severity integrty
usage "unknown operation" '--operation: expected extract, complete or strings, got "x"' list --operation x
usage "unknown format" 'badge or html, got "xml"' run --format xml -- true
usage "empty path" "--corpus: expected DIR that is not empty" list --corpus=
usage "no program to run" "run: expected an implementation file, or COMMAND behind --" run
usage "nothing behind --" "run: expected an implementation file, or COMMAND behind --" run --
usage "operand of list" 'unexpected operand "x"' list x
usage "show without an id" "show: expected the ID" show
usage "scan without a log" "scan: expected a LOG, or -" scan -- true
usage "shrink without a reply" "shrink: expected the ID of a case, the FILE of a reply, or -" shrink
usage "an empty command" "run: COMMAND is empty" run -- ""
usage "help of what is no command" 'unknown command "rnu"' help rnu
usage "help of two commands" "unexpected operand" help run show
usage "unknown case" 'no case "good/on"; did you mean good/one?' show --corpus "$corpus" good/on
usage "part of an id behind the slash" 'no case "two"; did you mean good/two?' show --corpus "$corpus" two
usage "other part of an id" 'no case "ood/t"; did you mean good/two?' show --corpus "$corpus" ood/t
usage "filter that matches nothing" '--filter: no id matches "nothing*"' \
    run --corpus "$corpus" --filter 'nothing*' -- "$tmp/right"
usage "filter with a quote" "--filter: no id is \"it's\"" list --corpus "$corpus" --filter "it's"
usage "filter that is a part of ids" \
    '--filter: no id is "good"; a glob matches whole ids: try "*good*" (2 cases)' \
    list --corpus "$corpus" --filter good
usage "each filter that matches nothing is named" '--filter: no id is "x"; no id matches "y*"' \
    list --corpus "$corpus" --filter x --filter 'good/*' --filter 'y*'
usage "filter for a retired case" 'no id is "other/three", but that of a retired case' \
    list --corpus "$corpus" --filter other/three
usage "category with a retired case only" "--category alone matches none that is not retired" \
    list --corpus "$corpus" --category other
usage "filters that match alone, not together" "each kind of filter alone matches some, and none meets all" \
    list --corpus corpus --filter '*/upper-case-label' --category numbers
usage "filter of a kind that matches nothing" "--operation alone matches none that is not retired" \
    list --corpus "$corpus" --filter 'good/*' --operation complete
usage "-- in place of an argument" '--filter: expected GLOB, got "--"' run --filter -- "$tmp/right"
usage "unknown category" 'no category "goood"; did you mean good?' \
    list --corpus "$corpus" --category goood
usage "category unlike any" "there are good, other" list --corpus "$corpus" --category zzzzzzzz
usage "folder to start in that is none" "--cwd: $tmp/none: no such folder" \
    run --corpus "$corpus" --cwd "$tmp/none" -- "$tmp/right"
usage "file to start in" "--cwd: $tmp/right: expected a folder" \
    run --corpus "$corpus" --cwd "$tmp/right" -- "$tmp/right"
for command in run doctor report fuzz shrink explain scan list show; do
    usage "usage of $command points to its help" "(jets help $command tells more)" $command --nonsense
done
usage "usage without a command points to the help" "(jets help tells more)" nonsense

# --- a reader that leaves ---

# reader_leaves NAME STATUS ARGUMENT...: standard output is a pipe that nobody reads
reader_leaves() {
    left_name=$1 left_status=$2
    shift 2
    run python3 - "$jets" "$@" <<'PYTHON'
import os, signal, subprocess, sys
read, write = os.pipe()
os.close(read)
status = subprocess.run(sys.argv[1:], stdout=write, restore_signals=True, check=False).returncode
sys.exit(128 - status if status < 0 else status)
PYTHON
    exited "$left_name ends when its reader left" "$left_status"
    is "and says nothing" "$(cat "$tmp/err")" ""
}

reader_leaves list 141 list --corpus "$corpus"
reader_leaves show 141 show --corpus "$corpus" good/one
reader_leaves help 141 help run
reader_leaves run 4 run --corpus "$corpus" -- "$tmp/right"
reader_leaves "run of NDJSON" 4 run --corpus "$corpus" --format ndjson -- "$tmp/right"
reader_leaves doctor 4 doctor -- "$tmp/right"

# --- selecting ---

run "$jets" list --corpus "$corpus"
out_is "list leaves retired cases out" "good/one
good/two"
run "$jets" list --corpus="$corpus" --filter '*e' --filter '*two' --severity integrity
out_is "filters of one kind add up" "good/one
good/two"
run "$jets" list --corpus "$corpus" --filter 'g*e' --category good
out_is "filters of two kinds cut down, and * matches a slash" "good/one"
run "$jets" list --long --corpus "$corpus" --filter good/one
out_is "long list tells severity, operation and title" \
    "good/one  integrity     extract   Title of good/one"
JETS_CORPUS=$corpus run "$jets" list
exited "corpus is found through JETS_CORPUS" 0
mkdir -p "$tmp/tree/build/bin"
ln "$build/bin/jets" "$tmp/tree/build/bin/jets" 2>/dev/null || cp "$build/bin/jets" "$tmp/tree/build/bin/jets"
cp -R "$corpus" "$tmp/tree/corpus"
run "$tmp/tree/build/bin/jets" list
out_is "corpus is found from the source tree" "good/one
good/two"
mkdir -p "$tmp/prefix/bin" "$tmp/prefix/share/jets"
cp "$build/bin/jets" "$tmp/prefix/bin/jets"
cp -R "$corpus" "$tmp/prefix/share/jets/corpus"
run "$tmp/prefix/bin/jets" list
exited "corpus is found where it is installed" 0

# --- showing ---

run "$jets" show --corpus "$corpus" good/one
exited "show succeeds" 0
contains "show tells the expected value" "$tmp/out" 'expected    {"a":1}  (8 bytes from byte 0 on)'
contains "show tells the reply" "$tmp/out" '  | {"a": 1}'
make_case "$tmp/shown" good/four '{"a": 1} or {"b": 2}' '{"none": "ambiguous"}' \
    ', "acceptable": [{"value": {"b": 2}, "why": "It is the last."}], "by_policy": {"select=first": {"value": {"a": 1}, "span": [0, 8]}}'
run "$jets" show --corpus "$tmp/shown" good/four
contains "show tells what else is acceptable, and why" "$tmp/out" 'acceptable  {"b":2}  because It is the last.'
contains "show tells what is right under other policies" "$tmp/out" 'select=first: {"a":1}  (8 bytes from byte 0 on)'
run "$jets" show --corpus "$corpus" other/three
contains "show tells that a case is retired" "$tmp/out" "retired     wrong, 1.0"
printf 'a\0b\r\033[31m\377' >"$corpus/cases/good/one.reply"
run "$jets" show --corpus "$corpus" --raw good/one
is "raw reply has its own bytes" "$(od -An -tx1 <"$tmp/out" | tr -d ' \n')" 6100620d1b5b33316dff
run "$jets" show --corpus "$corpus" good/one
contains "shown reply has visible bytes" "$tmp/out" '| a␀b␍␛[31m\xFF'
printf '{"a": 1}' >"$corpus/cases/good/one.reply"

# --- running ---

run "$jets" run --corpus "$corpus" -- "$tmp/right"
exited "run of a right program gives 0" 0
is "last line sums up" "$(tail -n 1 "$tmp/out")" "2 cases: 2 pass; failures: integrity 0 of 2"
is "no progress without a terminal" "$(cat "$tmp/err")" ""
run "$jets" run --corpus "$corpus" -- "$tmp/wrong"
exited "run of a wrong program gives 1, not a count" 1
is "last line sums up failures" "$(tail -n 1 "$tmp/out")" \
    "2 cases: 2 invented; failures: integrity 2 of 2"
lacks "no colour without a terminal" "$tmp/out" "$(printf '\033')"
again=$(sed -n 's/^  again  *//p' "$tmp/out" | head -n 1)
run sh -c "$again"
exited "line that runs a case again does" 1
contains "and it runs that case alone" "$tmp/out" "1 case: 1 invented"
mkdir "$tmp/it's a folder"
cp "$tmp/wrong" "$tmp/it's a folder/wrong"
run "$jets" run --corpus "$corpus" --timeout 9000 -- "$tmp/it's a folder/wrong" "\$x" --filter
again=$(sed -n 's/^  again  *//p' "$tmp/out" | head -n 1)
contains "that line keeps limits" "$tmp/out" "jets run --timeout 9000 --corpus "
run sh -c "$again"
contains "that line survives quotes and spaces" "$tmp/out" "1 case: 1 invented"
make_program hostile 'cat >/dev/null; printf "\033[2J\0\377"; printf "\377\0\033" >&2; exit 3'
make_program refusing 'exit 21'
run "$jets" run --corpus "$corpus" -- "$tmp/refusing"
exited "unsupported alone says nothing, which is no success" 1
is "and that is the last line" "$(tail -n 1 "$tmp/out")" \
    "nothing was judged: every case is unsupported or unscored"
run "$jets" run --corpus "$corpus" --format ndjson -- "$tmp/refusing"
contains "and a remark of the report" "$tmp/out" '"remarks":["nothing was judged: every case'
make_program half 'read -r line || :; case $line in {*) echo "$line" ;; *) exit 21 ;; esac'
run "$jets" run --corpus "$corpus" -- "$tmp/half"
exited "unsupported beside a pass fails nothing" 0
make_program my-extractor 'read -r line || :; case $line in {*) echo "$line" ;; esac'
grep '^    jets run ' conformance/CONTRACT.md >"$tmp/lines"
while read -r line; do
    run env PATH="$tmp:$build/bin:$PATH" JETS_CORPUS="$corpus" sh -c "${line% wrap} wrap"
    contains "CONTRACT: $line" "$tmp/out" "2 cases: "
    lacks "and it meets cases" "$tmp/out" "error"
done <"$tmp/lines"
is "CONTRACT has such lines" "$(wc -l <"$tmp/lines")" 2
make_program talking 'i=0
while [ $i -lt 12 ]; do i=$((i + 1)); echo "line $i" >&2; done
printf "%0300d\n" 7 >&2
exec ./my-extractor'
run "$jets" run --corpus "$corpus" --filter good/one -- "$tmp/talking"
contains "end of standard error stands line by line" "$tmp/out" "    | line 12"
contains "its last ten lines" "$tmp/out" "  stderr    the last 10 lines, behind 4"
lacks "and no more" "$tmp/out" "line 4"
contains "long lines lose their middle" "$tmp/out" "0000 … 100 bytes … 0000"
hint="The program starts in an empty folder: use absolute paths inside a shell line, or --cwd ."
contains "CONTRACT says where a program starts" conformance/CONTRACT.md "in an empty folder"
is "a program that misses its files gets a hint, once" "$(grep -c "^hint: $hint" "$tmp/out")" 1
run "$jets" run --corpus "$corpus" --cwd "$corpus" -- "$tmp/talking"
lacks "but not where it was told where to start" "$tmp/out" "$hint"
run "$jets" run --corpus "$corpus" -- "$tmp/hostile"
lacks "nor where something else is wrong" "$tmp/out" "$hint"
make_case "$tmp/wide" some/line "$(printf '%0500d' 1)" '{"none": "no-candidate"}'
run "$jets" run --corpus "$tmp/wide" -- "$tmp/wrong"
contains "long line of a reply loses its middle" "$tmp/out" "  | 00000"
contains "and how much of it is told" "$tmp/out" " … 300 bytes … "
run "$jets" show --corpus "$tmp/wide" some/line
contains "show has it whole" "$tmp/out" "  | $(printf '%0500d' 1)"
make_program operands '[ "$*" = "--timeout 1 -- x" ] && exec ./right'
cp "$tmp/right" "$corpus/right"
run "$jets" run --corpus "$corpus" --cwd "$corpus" -- "$tmp/operands" --timeout 1 -- x
exited "what follows COMMAND is COMMAND's, and --cwd is where it starts" 0
run "$jets" run --corpus "$corpus" "$tmp/right"
exited "-- may be left out" 0
run "$jets" run --corpus "$corpus" -- "$build/testees/always-none"
exited "shipped testee runs" 1
contains "and loses the answer" "$tmp/out" "1 lost"

# cannot_start NAME TEXT COMMAND
cannot_start() {
    run "$jets" run --corpus "$corpus" -- "$3"
    exited "$1: status 3" 3
    contains "$1: is told" "$tmp/err" "$2"
    is "$1: no report" "$(cat "$tmp/out")" ""
}

cannot_start "line in quotes" "; operands are words of their own" "$tmp/right x"
status=0
(cd "$tmp" && "$jets_here" run --corpus "$corpus" -- right >"$tmp/out" 2>"$tmp/err") || status=$?
exited "program that is here and not in PATH: status 3" 3
contains "and where it is" "$tmp/err" "right: not found in PATH; did you mean ./right?"
touch "$tmp/plain"
cannot_start "program that is not there" "none: not found" "$tmp/none"
cannot_start "name that PATH does not have" "jets-no-such-program: not found" jets-no-such-program
cannot_start "program that is not executable" "plain: not executable" "$tmp/plain"
cannot_start "folder" "corpus: is a directory" "$corpus"

# --- reports in files, and for programs ---

run "$jets" run --corpus "$corpus" --format ndjson -- "$tmp/right"
is "NDJSON has a line a case and a summary" "$(verdicts "$tmp/out")" "pass pass True"
run "$jets" run --corpus "$corpus" --format=ndjson -- "$tmp/hostile"
is "NDJSON is JSON whatever came" "$(verdicts "$tmp/out")" "error error True"
run "$jets" run --corpus "$corpus" -- "$tmp/hostile"
is "text has no control byte whatever came" "$(tr -d '\n' <"$tmp/out" | LC_ALL=C tr -dc '\000-\037\177')" ""
echo old >"$tmp/report"
run "$jets" run --corpus "$corpus" --format ndjson -o "$tmp/report" -- "$tmp/right"
is "-o writes the file" "$(verdicts "$tmp/report")$(cat "$tmp/out")" "pass pass True"
is "-o leaves nothing else behind" "$(find "$tmp" -maxdepth 1 -name 'report*')" "$tmp/report"
run "$jets" run --corpus "$corpus" --output="$tmp/new" -- "$tmp/right"
contains "--output= writes a new file" "$tmp/new" "2 cases: 2 pass"
run "$jets" run --corpus "$corpus" -o "$corpus" -- "$tmp/right"
exited "report in place of a folder: status 4" 4
run "$jets" run --corpus "$corpus" -o "$tmp/none/report" -- "$tmp/right"
exited "report in a folder that is not there: status 4" 4
if [ -w /dev/full ]; then
    run "$jets" run --corpus "$corpus" -o /dev/full -- "$tmp/right"
    exited "full device for a report: status 4" 4
    contains "full device is told" "$tmp/err" "/dev/full: No space left on device"
    for command in "list --corpus $corpus" "show --corpus $corpus good/one" --help \
        "run --corpus $corpus -- $tmp/right"; do
        run sh -c "$jets $command >/dev/full"
        exited "full standard output of ${command%% *}: status 4" 4
    done
fi

# Ends the runner while the second case hangs. The first line of the report is written by then.
make_program hangs "if [ -e '$tmp/started' ]; then sleep 60; else touch '$tmp/started'; exit 20; fi"
# interrupt_run REPORT
interrupt_run() {
    status=0
    "$jets" run -j 1 --corpus "$corpus" --timeout 60000 --format ndjson -o "$1" -- "$tmp/hangs" \
        >"$tmp/out" 2>"$tmp/err" &
    runner=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -e "$tmp/started" ] && break
        sleep 0.5
    done
    sleep 0.5
    kill -TERM $runner
    wait $runner || status=$?
}
interrupt_run "$tmp/partial"
exited "interrupted run: status 5" 5
contains "interrupted run says so" "$tmp/err" "interrupted: the report is incomplete"
is "interrupted run leaves a report that says so" "$(verdicts "$tmp/partial")" "lost False"
is "and where there was none, no other" "$(find "$tmp" -maxdepth 1 -name 'partial*')" "$tmp/partial"

echo earlier >"$tmp/kept"
rm "$tmp/started"
interrupt_run "$tmp/kept"
exited "interrupted run over a report: status 5" 5
is "the earlier report is kept" "$(cat "$tmp/kept")" earlier
is "the incomplete one is beside it" "$(verdicts "$tmp/kept.incomplete")" "lost False"
contains "and that is told" "$tmp/err" "kept: kept as it was; the incomplete report is $tmp/kept.incomplete"

mkdir "$tmp/there"
echo earlier >"$tmp/there/kept"
ln -s there/kept "$tmp/kept-link"
rm "$tmp/started"
interrupt_run "$tmp/kept-link"
is "the earlier report behind a link is kept" "$(cat "$tmp/there/kept")" earlier
is "the incomplete one is beside that, not beside the link" "$(verdicts "$tmp/there/kept.incomplete")" "lost False"
contains "and that is told" "$tmp/err" \
    "kept-link: kept as it was; the incomplete report is $tmp/there/kept.incomplete"
run "$jets" run --corpus "$corpus" --format ndjson -o "$tmp/kept-link" -- "$tmp/right"
is "a report goes where a link points" "$(verdicts "$tmp/there/kept")" "pass pass True"
ln -s there/fresh "$tmp/fresh-link"
ln -s fresh-link "$tmp/second-link"
run "$jets" run --corpus "$corpus" --format ndjson -o "$tmp/second-link" -- "$tmp/right"
exited "-o of a link that points to nothing yet" 0
is "makes the file there" "$(verdicts "$tmp/there/fresh")" "pass pass True"
is "and the links stay" "$(readlink "$tmp/second-link" "$tmp/fresh-link" | tr '\n' ' ')" "fresh-link there/fresh "
ln -s nowhere/report "$tmp/lost-link"
run "$jets" run --corpus "$corpus" -o "$tmp/lost-link" -- "$tmp/right"
exited "-o of a link into a folder that is not there: status 4" 4
ln -s round "$tmp/round"
run "$jets" run --corpus "$corpus" -o "$tmp/round" -- "$tmp/right"
exited "-o of a link to itself: status 4" 4
contains "which is told" "$tmp/err" "round: Too many levels of symbolic links"
is "and it stays" "$(readlink "$tmp/round")" round

# --- on a terminal ---

test_terminal() {
    escape=$(printf '\033')
    on_terminal OUT="$tmp/out" TERM=xterm -- "$jets" run --corpus "$corpus" -- "$tmp/wrong"
    contains "terminal gets a line of progress" "$tmp/out" "0/2  good/one"
    contains "which tells of failures" "$tmp/out" "1/2, 1 failure  good/two"
    on_terminal OUT="$tmp/out" TERM=xterm WIDTH=8 -- "$jets" run --corpus "$corpus" -- "$tmp/wrong"
    is "progress keeps to one line of a narrow terminal" \
        "$(tr '\r' '\n' <"$tmp/out" | grep -c '^0/2  go.\[K')" 1
    on_terminal OUT="$tmp/out" TERM=xterm -- "$jets" run --corpus "$corpus" -- "$tmp/wrong"
    contains "terminal gets colour" "$tmp/out" "${escape}[1;31minvented"
    on_terminal OUT="$tmp/out" TERM=xterm NO_COLOR=1 -- "$jets" run --corpus "$corpus" -- "$tmp/wrong"
    lacks "NO_COLOR is respected" "$tmp/out" "${escape}[1;31m"
    on_terminal OUT="$tmp/out" TERM=dumb -- "$jets" run --corpus "$corpus" -- "$tmp/wrong"
    lacks "dumb terminal gets no escape" "$tmp/out" "$escape"
    contains "but the report" "$tmp/out" "2 cases: 2 invented"
    on_terminal OUT="$tmp/out" TERM=xterm -- "$jets" run --corpus "$corpus" --format ndjson -- "$tmp/right"
    lacks "progress does not mix with NDJSON" "$tmp/out" "$escape"
    on_terminal OUT="$tmp/out" TERM=dumb WIDTH=40 -- "$jets" run --corpus "$corpus" -- "$tmp/wrong"
    is "the last line is what a terminal shows last" \
        "$(tail -n 1 "$tmp/out" | tr -d '\r')" "2 cases: 2 invented; failures: integrity 2 of 2"
    is "tables come last and fit" "$(tail -n 8 "$tmp/out" | tr -d '\r')" \
        "category           cases  pass  invented
good                   2     .         2

severity           cases  pass  invented
integrity              2     .         2
floor: not known for these cases

2 cases: 2 invented; failures: integrity 2 of 2"
}

if has_terminals; then
    test_terminal
else
    pass "on a terminal # SKIP no terminal can be opened here"
fi

# --- one truth for program and documents ---

"$jets" run --corpus "$corpus" --format ndjson -- "$tmp/right" | tail -n 1 >"$tmp/summary"
for verdict in $(python3 -c 'import json, sys
print(*[v for v in json.load(sys.stdin)["summary"]["verdicts"] if v not in ("cases", "failing", "known", "floors")])' <"$tmp/summary"); do
    contains "CONTRACT has the verdict $verdict" conformance/CONTRACT.md "\`$verdict\`"
done
for command in run doctor report fuzz shrink explain scan list show completion; do
    "$jets" help "$command" | sed -n 's/^  \(-[a-z], \)*--\([a-z-]*\).*/\2/p'
    "$jets" help "$command" | sed -n 's/^  -\([a-z]\), .*/\1/p'
done | sort -u >"$tmp/options"
grep '^\.It Fl ' conformance/man/jets.1 | grep -o 'Fl [a-z-]*' | sed 's/^Fl -*//' | grep -vx version |
    sort -u >"$tmp/manual"
is "the manual has the options of the help, and no others" "$(cat "$tmp/manual")" "$(cat "$tmp/options")"
is "there are options" "$([ "$(wc -l <"$tmp/options")" -gt 20 ] && echo many)" many
for command in run doctor report fuzz shrink explain scan list show completion help; do
    contains "the manual has jets $command" conformance/man/jets.1 ".Cm $command"
done
for option in expect select names reasoning starts; do
    make_case "$tmp/words" some/case x '{"none": "empty"}'
    sed "s/\"options\": {}/\"options\": {\"$option\": \"x\"}/" "$tmp/words/cases/some/case.json" >"$tmp/case"
    mv "$tmp/case" "$tmp/words/cases/some/case.json"
    run "$jets" list --corpus "$tmp/words"
    values=$(sed -n 's/.*expected one of \(.*\), found.*/\1/p' "$tmp/err")
    row=$(printf '%s' "$values" | sed 's/[a-z][a-z]*/`&`/g')
    contains "CONTRACT has the values of --$option" conformance/CONTRACT.md "| \`--$option\` | $row |"
done

# --- a corpus that is not in order ---

# faulty NAME TEXT: $tmp/faulty is at fault, and TEXT is told
faulty() {
    run "$jets" run --corpus "$tmp/faulty" -- "$tmp/right"
    exited "$1: status 4" 4
    contains "$1: file and field are told" "$tmp/err" "$2"
    is "$1: one line, no report" "$(wc -l <"$tmp/err"; cat "$tmp/out")" 1
    rm -rf "$tmp/faulty"
    mkdir -p "$tmp/faulty/cases/some"
}

faulty "missing corpus" "--corpus: $tmp/faulty: no such folder"
faulty "corpus without a case" "faulty/cases: expected at least one case"
rm -r "$tmp/faulty/cases"
faulty "folder that is no corpus" "--corpus: $tmp/faulty has no folder \"cases\", as a corpus has"
run "$jets" list --corpus "$corpus/cases"
contains "folder of cases in place of the corpus" "$tmp/err" \
    "--corpus: $corpus/cases has no folder \"cases\"; name the folder above it"
JETS_CORPUS=$tmp/none run "$jets" list
contains "corpus that the environment names" "$tmp/err" "JETS_CORPUS: $tmp/none: no such folder"
make_case "$tmp/faulty" some/case x '{"none": "empty"'
faulty "case that is no JSON" "some/case.json: expected strict JSON, not so at byte"
make_case "$tmp/faulty" some/case x '{"none": "empty"}' ', "resutl": 1'
faulty "unknown member" "some/case.json: resutl: unknown member"
make_case "$tmp/faulty" some/case x '{"value": 1, "span": [9, 1]}'
faulty "span outside the reply" "some/case.json: result.span: expected offset and length within"
make_case "$tmp/faulty" some/case x '{"none": "empty"}'
rm "$tmp/faulty/cases/some/case.reply"
faulty "reply that is missing" "case.reply: reply: no such file"
make_case "$tmp/faulty" some/case x '{"none": "empty"}'
touch "$tmp/faulty/cases/some/other.reply"
faulty "reply without a case" "some/other.reply: no case has this reply"
make_case "$tmp/faulty" "some/it's" x '{"none": "empty"}'
faulty "quote in a name" "some/it's.json: id: expected letters"
make_case "$tmp/faulty" some/case x '{"none": "empty"}'
mv "$tmp/faulty/cases/some/case.json" "$tmp/faulty/cases/some/moved.json"
mv "$tmp/faulty/cases/some/case.reply" "$tmp/faulty/cases/some/moved.reply"
faulty "id that is not the path" 'some/moved.json: id: expected "some/moved", as the path says'
mkdir "$tmp/faulty/cases/some/case.json"
faulty "folder in place of a case" "some/case.json: expected a regular file"
ln -s nowhere "$tmp/faulty/cases/some/case.json"
faulty "case that cannot be opened" "some/case.json: no such file"
make_case "$tmp/faulty" some/case x '{"none": "empty"}'
rm "$tmp/faulty/cases/some/case.reply"
mkdir "$tmp/faulty/cases/some/case.reply"
faulty "folder in place of a reply" "some/case.reply: reply: expected a regular file"
make_case "$tmp/faulty" some/case x '{"none": "empty"}'
rm "$tmp/faulty/cases/some/case.reply"
mkfifo "$tmp/faulty/cases/some/case.reply"
faulty "pipe in place of a reply, for which nothing waits" "some/case.reply: reply: expected a regular file"
mkfifo "$tmp/faulty/cases/some/case.json"
faulty "pipe in place of a case" "some/case.json: expected a regular file"
make_case "$tmp/faulty" some/case x '{"none": "empty"}'
cp "$tmp/faulty/cases/some/case.json" "$tmp/faulty/cases/case.json"
faulty "case outside a category" "cases/case.json: a case stands in cases/<category>/"

# Cases that are not in order end the runs that would have them, and no other.
make_case "$tmp/faulty" some/case x '{"none": "empty"}'
make_case "$tmp/faulty" some/half x '{"none": "empty"}'
make_case "$tmp/faulty" more/half x '{"none": "empty"}'
echo '{' >"$tmp/faulty/cases/some/half.json"
echo '{}' >"$tmp/faulty/cases/more/half.json"
for filter in '' --severity=integrity --operation=extract; do
    # shellcheck disable=SC2086  # no filter is no word
    run "$jets" run --corpus "$tmp/faulty" $filter -- "$tmp/right"
    exited "cases that are not in order, among those selected by '$filter': status 4" 4
    contains "one of them is named: '$filter'" "$tmp/err" "jets: $tmp/faulty/cases/more/half.json: id: "
    contains "and so is the other: '$filter'" "$tmp/err" "jets: $tmp/faulty/cases/some/half.json: expected strict JSON"
done
run "$jets" run --corpus "$tmp/faulty" --category more -- "$tmp/right"
exited "one such case: status 4" 4
lacks "and the other, which is not selected, is not told" "$tmp/err" "some/half"
run "$jets" list --corpus "$tmp/faulty" --filter 'some/*'
exited "list of such a case: status 4" 4
run "$jets" show --corpus "$tmp/faulty" some/half
exited "show of such a case: status 4" 4
run "$jets" run --corpus "$tmp/faulty" --filter some/case -- "$tmp/right"
exited "a filter that leaves such cases out" 0
contains "runs the others" "$tmp/out" "1 case: 1 pass"
for number in 1 2 3 4 5 6 7 8 9 10; do
    echo '{}' >"$tmp/faulty/cases/more/half$number.json"
done
run "$jets" list --corpus "$tmp/faulty"
is "of many such cases ten are named" "$(wc -l <"$tmp/err")" 11
contains "and the rest counted" "$tmp/err" "jets: and 2 more cases that are not in order"

# --- replies and outputs that are long ---

# peak COMMAND...: the largest resident size, in kB, of the command and all it starts; its output is lost
peak() {
    python3 - "$@" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=False)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PYTHON
}

long=$tmp/long
make_case "$long" some/long x '{"none": "unterminated-value"}' \
    ', "generate": [{"repeat": "[", "times": 104857600}]'
rm "$long/cases/some/long.reply"
is "raw reply of a recipe is made whole" "$("$jets" show --corpus "$long" --raw some/long | wc -c)" 104857600
make_program counting 'test "$(wc -c)" -eq 104857600 && exit 20'
run "$jets" run --corpus "$long" --timeout 60000 -- "$tmp/counting"
exited "reply of 100 MB arrives whole" 0
used=$(peak "$jets" run --corpus "$long" --timeout 60000 -- "$tmp/counting")
is "and is never held" "$([ "$used" -lt 65536 ] && echo flat || echo "$used kB")" flat
make_program flooding 'cat /dev/zero'
used=$(peak "$jets" run --corpus "$corpus" --output-limit 1024 -o "$tmp/flood" -- "$tmp/flooding")
is "nor is output past its cap" "$([ "$used" -lt 65536 ] && echo flat || echo "$used kB")" flat
contains "output past its cap is a flood" "$tmp/flood" "2 flood"

finish

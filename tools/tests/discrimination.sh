#!/bin/sh
# tools/discrimination: each of its conditions is met by a small corpus with testees of its own, and
# each is seen to break.
# shellcheck disable=SC2016  # testees expand what stands between single quotes
set -eu
. tools/tap.sh

corpus=$tmp/corpus
sources=$tmp/sources
mkdir -p "$sources" "$tmp/build/testees" "$tmp/build/bin"
cp "$build/bin/jets" "$tmp/build/bin/jets"

# make_case CATEGORY/NN [MEMBERS]: of each 24, 14 hold a value and 10 none
make_case() {
    result="{\"value\": {\"n\": \"${1#*/}\"}, \"span\": [0, 11]}" reply="{\"n\": \"${1#*/}\"}"
    [ "${1#*/}" -le 24 ] || { result='{"none": "no-candidate"}' reply="no ${1#*/}"; }
    mkdir -p "$corpus/cases/${1%/*}"
    printf '%s' "$reply" >"$corpus/cases/$1.reply"
    printf '{"id": "%s", "title": "Title of %s", "operation": "extract", "options": {}, "result": %s,
 "rules": ["R1"], "severity": "integrity", "why": "Because.", "source": {"kind": "rule"}, "since": "1.0"%s}\n' \
        "$1" "$1" "$result" "${2-}" >"$corpus/cases/$1.json"
}

# make_testee NAME FIRST-COMMENT BODY: $reply is the whole of it
make_testee() {
    printf '/*\n * %s: as the test wants it.\n */\n' "$2" >"$sources/$1.c"
    printf '#!/bin/sh\nread -r reply || :\n%s\n' "$3" >"$tmp/build/testees/$1"
    chmod +x "$tmp/build/testees/$1"
}

measure() {
    run tools/discrimination --build "$tmp/build" --corpus "$corpus" --sources "$sources" "$@"
}

# broken NAME CONDITION LINE: only this condition is broken, and the line says by what
broken() {
    measure
    exited "$1: exit status 1" 1
    is "$1: the condition is named" "$(grep -c '^FAILED' "$tmp/out")" 1
    contains "$1: it is the right one" "$tmp/out" "FAILED  $2"
    contains "$1: what breaks it is told" "$tmp/out" "$3"
}

number=11
while [ "$number" -le 34 ]; do
    make_case one/$number
    make_case two/$number
    number=$((number + 1))
done
echo 1.0.0 >"$corpus/VERSION"

make_testee always-none 'A floor' 'exit 20'
make_testee first-ten 'A floor' 'case $reply in *[\"]1*|*20*) echo "$reply" ;; *) echo "[0]" ;; esac'
make_testee wrong 'The habit' 'echo "[0]"'
make_testee hostile 'Of no kind' 'sleep 100'

# --- all is well ---

measure --json "$tmp/told.json"
exited "a corpus that tells right from lucky" 0
is "every condition is met" "$(grep -c '^ok ' "$tmp/out")" 5
lacks "nothing is hostile here" "$tmp/out" hostile
contains "what was measured is counted" "$tmp/out" \
    "48 cases, 0 of them marked sanity; 1 wrong testees and 2 degenerate ones"
is "the table has the counts of a testee" "$(grep '^first-ten ' "$tmp/out" | tr -s ' ')" "first-ten floor 10 10 20"
is "and of a constant" "$(grep '^always-none ' "$tmp/out" | tr -s ' ')" "always-none constant 10 10 20"
is "the file has them too" "$(python3 -c '
import json, sys
told = json.load(open(sys.argv[1]))
print(told["cases"], told["testees"]["first-ten"]["scored"], len(told["testees"]["wrong"]["failed"]),
      told["apart"], all(one["met"] for one in told["conditions"].values()))' "$tmp/told.json")" \
    "{'one': 24, 'two': 24} {'one': 10, 'two': 10} 48 [{'testees': ['always-none', 'first-ten'], 'cases': 40}] True"
is "and stands alone" "$(find "$tmp" -name 'told.json*' | wc -l | tr -d ' ')" 1

# --- a case that nothing fails ---

unfailed='every case is failed by a testee that is no constant'
make_testee wrong 'The habit' 'case $reply in *11*) echo "$reply" ;; *) echo "[0]" ;; esac'
rm "$corpus/cases/two/11".*
broken "a case that only a constant fails" "$unfailed" one/11
make_case two/11
make_case one/11 ', "sanity": true'
measure
is "one that is marked sanity is let pass, the other is not" "$(grep '^   *[a-z]*/' "$tmp/out" | tr -d ' ')" two/11
make_case two/11 ', "sanity": true'
broken "too many such marks" "at most 3 %" "2 of 48 cases are marked sanity: 4.2 %"
make_testee wrong 'The habit' 'echo "[0]"'
make_case two/11
measure
exited "a mark that is not needed breaks nothing" 0
contains "but is told" "$tmp/out" "note: one/11 is marked sanity, but wrong fails it"
make_case one/11

# --- a testee that shows nothing ---

make_testee right 'The fault' 'case $reply in no*) exit 20 ;; *) echo "$reply" ;; esac'
broken "a testee that is right" "every testee fails a case" "right fails no case"
make_testee right 'The fault' 'exit 21'
broken "a testee that supports nothing" "every testee fails a case" "right fails no case"
rm "$sources/right.c"

# --- luck ---

lucky='every degenerate testee scores under 55 % in each category, and under 45 % in all'
cp -R "$corpus" "$tmp/kept"
number=31
while [ "$number" -le 34 ]; do
    rm "$corpus/cases/one/$number".*
    make_case "two/1$number"
    number=$((number + 1))
done
for number in 21 22 23; do rm "$corpus/cases/two/$number".*; done
broken "luck in a category" "$lucky" "always-none scores 14 of 25 in two: 56.0 %, not under 55 %; 1 more"
is "one line tells it" "$(grep -c 'not under' "$tmp/out")" 1
rm -r "$corpus" && cp -R "$tmp/kept" "$corpus"
for number in 21 22; do rm "$corpus/cases/one/$number".* "$corpus/cases/two/$number".*; done
broken "luck in all" "$lucky" "in all: 45.5 %, not under 45 %; 1 more"
rm -r "$corpus" && cp -R "$tmp/kept" "$corpus"

# --- two that are alike ---

make_testee always-no 'A floor' 'case $reply in no*1|no*2) echo "[0]" ;; *) exit 20 ;; esac'
broken "two floors that are alike" "every two degenerate testees are told apart by at least 20 cases" \
    "always-no and always-none are told apart by 4 cases, not 20 at least"
rm "$sources/always-no.c"

# --- what cannot be measured ---

make_testee nameless 'Something' 'exit 20'
measure
exited "a source that does not say what it is" 2
contains "is told" "$tmp/err" "nameless.c: its first comment begins with none of A floor, The fault, The habit"
make_testee nameless 'The fault' 'exit 20'
rm "$tmp/build/testees/nameless"
measure --json "$tmp/none.json"
exited "a testee that is not built" 2
contains "is told" "$tmp/err" "testees/nameless: no such program: run make"
is "and no file is written" "$(find "$tmp" -name 'none.json*')" ""
rm "$sources/nameless.c"
echo '{' >"$corpus/cases/one/11.json"
measure
exited "a corpus that cannot be read" 2
contains "is told" "$tmp/err" "tools/discrimination: always-none: status 4"
run tools/discrimination --build "$tmp/build" --corpus "$corpus" --sources "$tmp"
exited "a folder without testees" 2
run tools/discrimination --build "$tmp" --corpus "$corpus" --sources "$sources"
exited "a build without programs" 2
run tools/discrimination --nonsense
exited "an argument that is not known" 2
finish

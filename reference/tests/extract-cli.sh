#!/bin/sh
# jets-extract as a program: arguments, input, output, exit status. What it finds in a reply is the
# library's tests' matter.
set -u
. tools/tap.sh
extract=$build/bin/jets-extract

# Runs jets-extract on the reply given first.
on() {
    printf '%b' "$1" >"$tmp/reply"
    shift
    run "$extract" "$@" <"$tmp/reply"
}

silent() {
    is "$1: nothing on standard output" "$(wc -c <"$tmp/out" | tr -d ' ')" 0
}

# One line on standard error that names the program and what is wrong.
complains() {
    is "$1: one line on standard error" "$(wc -l <"$tmp/err" | tr -d ' ')" 1
    contains "$1: it names what is wrong" "$tmp/err" "jets-extract: $2"
}

# ---- exit status and output ----

on 'Sure: {"ok": true}.\n'
exited "a value is 0" 0
out_is "the answer is printed" '{"ok": true}'
is "and nothing on standard error" "$(cat "$tmp/err")" ""

on 'So: { "a" :[1.0,1e5],\n"b": "\\u00e9\\/"}'
out_is "it is printed byte for byte" '{ "a" :[1.0,1e5],
"b": "\u00e9\/"}'

on 'no answer\n'
exited "none is 20" 20
silent "none"
is "none is no error" "$(cat "$tmp/err")" ""

on ''
exited "an empty reply is none" 20
run "$extract" </dev/null
exited "so is /dev/null" 20

on 'a\000b {"x": "\\u0000", "y": "é"}\000\n'
out_is "NUL bytes are bytes like any other" '{"x": "\u0000", "y": "é"}'
on 'see {"x": "\000"}'
exited "and none where one stands in a value" 20

# ---- options of the contract ----

on '[1, {"a": 2}] {"ok": 1}' --expect=object
out_is "--expect" '{"ok": 1}'
on '{"a": 1} {"b": 22}' --select=longest
out_is "--select" '{"b": 22}'
on '{"a": 1, "a": 2}' --names=any
out_is "--names" '{"a": 1, "a": 2}'
on '<think>{"a": 1}' --reasoning=fallback
out_is "--reasoning" '{"a": 1}'
on '{"a": 1} </think> x' --starts=outside
out_is "--starts" '{"a": 1}'
on '{"a": 1} {"b": 22}' extract --expect=array --select=first --expect=object
out_is "a later option wins" '{"a": 1}'

for option in --expect=list --select=best --names=some --reasoning=open --starts=up \
    --expect= --colour=red --select=FIRST; do
    on '{"a": 1}' "$option"
    exited "$option is unsupported: 21" 21
    silent "$option"
    complains "$option" ""
done

for option in -x --expect --no-such --depth=0 --depth=1025 --depth=x --depth= --depth=-1 --depth=+5 \
    --depth=5x --depth=99999999999999999999 --marker=x --marker=,x '--marker=x,' '--marker= x,y' --json; do
    on '{"a": 1}' "$option"
    exited "$option is a usage error: 2" 2
    silent "$option"
    complains "$option" ""
done

# ---- options of its own ----

on '[[[1]]]' --depth=3
out_is "--depth" '[[[1]]]'
on '[[[1]]]' --depth=2
exited "--depth is a limit" 20
on '((no [1] )) {"a": 1}' '--marker=((,))'
out_is "--marker" '{"a": 1}'
on 'A [1] B <x>["no"]</x> {"a": 1}' '--marker=A,B' '--marker=<x>,</x>'
out_is "--marker may be repeated" '{"a": 1}'
run "$extract" --help
exited "--help is no error" 0
contains "--help goes to standard output" "$tmp/out" "usage: jets-extract"
cp "$tmp/out" "$tmp/help"
run "$extract" -h
is "-h is the same" "$(cat "$tmp/out")" "$(cat "$tmp/help")"
run "$extract" --version
exited "--version is no error" 0
out_is "it prints the version of jets.h" \
    "jets-extract $(sed -n 's/^#define JETS_VERSION "\(.*\)"/\1/p' reference/include/jets.h)"

# ---- operands ----

printf 'in a file: {"file": 1}' >"$tmp/file"
run "$extract" "$tmp/file" </dev/null
out_is "a FILE is read" '{"file": 1}'
on '{"stdin": 1}' -
out_is "- is standard input" '{"stdin": 1}'
run "$extract" extract "$tmp/file" --select=first </dev/null
out_is "options may stand behind operands" '{"file": 1}'

printf '["from a file"]' >"$tmp/extract"
here=$(pwd)
case $extract in /*) program=$extract ;; *) program=$here/$extract ;; esac
run sh -c 'cd "$1" && shift && "$@"' sh "$tmp" "$program" -- extract
exited "behind -- a name of an operation is still one" 20
run sh -c 'cd "$1" && shift && "$@" </dev/null' sh "$tmp" "$program" extract extract
out_is "the second is a FILE" '["from a file"]'
cp "$tmp/file" "$tmp/-h"
run sh -c 'cd "$1" && shift && "$@"' sh "$tmp" "$program" -- -h
out_is "behind -- nothing is an option" '{"file": 1}'

run "$extract" "$tmp/no-such-file"
exited "a missing file is 2" 2
complains "a missing file" "$tmp/no-such-file: "
silent "a missing file"
run "$extract" "$tmp"
exited "a directory is 2" 2
complains "a directory" "$tmp: "
run "$extract" <"$tmp"
exited "a directory as standard input is 2" 2
run "$extract" "$tmp/file" "$tmp/file"
exited "two files are 2" 2
complains "two files" ""
run "$extract" extract complete
exited "the second operation is a file, which is not there" 2
run "$extract" "$tmp/file" <&-
exited "a closed standard input does no harm to a FILE" 0
run "$extract" <&-
exited "a closed standard input is an error" 2

if [ -w /dev/full ]; then
    status=0
    printf '{"a": 1}' | "$extract" >/dev/full 2>"$tmp/err" || status=$?
    exited "a full disk is an error, and no answer" 2
    complains "a full disk" "standard output: "
    status=0
    "$extract" --help >/dev/full 2>"$tmp/err" || status=$?
    exited "for --help too" 2
    status=0
    printf '{"a": 1}' | "$extract" complete >/dev/full 2>"$tmp/err" || status=$?
    exited "for complete too" 2
fi

# ---- complete ----

on ' {"a": ["}"]}\n' complete
exited "complete: a finished text is 0" 0
out_is "and true" true
on '{"a": ["}"]' complete
exited "complete: an unfinished text is 0 too" 0
out_is "and false" false
on '' complete
out_is "an empty text is not finished" false
on '42' complete
out_is "a scalar is not" false
on '{"a": 1} x' complete
out_is "nor is a text with a tail" false
on '[[[1]]]' complete --depth=2
out_is "nor is one past the depth limit" false
on '{"a": 1}' complete --expect=array --select=first
out_is "complete takes the options of extract, which change nothing" true

# ---- strings ----

on 'so: [" a ", "b", "a", ""]' strings
exited "strings: an array of strings is 0" 0
is "trimmed, without empty ones and repeats" "$(tr -d ' \n' <"$tmp/out")" '["a","b"]'
on '[]' strings
out_is "an empty array has none" '[]'
on '["a", 1]' strings
exited "strings: any other element makes none" 20
silent "strings: any other element"
on '{"a": "b"}' strings
exited "strings: an object is none" 20
on '["a"] or {"ok": 1}' strings --expect=object
is "strings has its own expect" "$(tr -d ' \n' <"$tmp/out")" '["a"]'

# ---- explain ----

on 'On [1]: {"ok": true}' --explain
exited "--explain keeps the exit status" 0
out_is "and the answer on standard output" '{"ok": true}'
contains "it tells the rule on standard error" "$tmp/err" "R5.3"
contains "and the citation" "$tmp/err" "R3.1"
on 'On [1]' --explain
exited "--explain of none is 20" 20
contains "it tells the reason" "$tmp/err" "no-candidate"
silent "--explain of none"

# What --json prints for a reply and options, with one field of it taken out by Python.
field() {
    python3 -c 'import json, sys
value = json.load(open(sys.argv[1], encoding="utf-8"))
for key in sys.argv[2].split("."):
    value = value[int(key) if key.isdigit() else key]
print(json.dumps(value))' "$tmp/out" "$1"
}

on 'é [1]: {"ok": true}' --explain --json
exited "--json keeps the exit status" 0
is "--json tells the status" "$(field status)" '"value"'
is "the span, in bytes" "$(field span)" '[8, 12]'
is "the type" "$(field type)" '"object"'
is "the rule" "$(field rule)" '"R5.3"'
is "the number of candidates" "$(field candidates)" 1
is "and what was met" "$(field events.0.kind)" '"skipped"'
is "nothing goes to standard error" "$(cat "$tmp/err")" ""
# shellcheck disable=SC2016  # backquotes are backquotes
on 'x {a: 1} ```json\n{"b": 1}\n``` <think>x</think> {x' --explain --json
exited "--json of none is 20" 20
is "--json tells the reason" "$(field reason)" '"no-candidate"'
is "there is no span then" "$(field span)" null
on '{"a\000\\ud800": "\377"' --explain --json
is "--json is JSON whatever the reply" "$(field reason)" '"unterminated-value"'
on '' --explain --json
is "--json of an empty reply" "$(field reason)" '"empty"'
on '["a", 1]' strings --explain --json
exited "strings --explain --json" 20
is "tells why the strings are none" "$(field reason)" '"shape"'
on '["a"]' complete --explain
exited "--explain is not for complete" 2

# ---- size ----

python3 -c 'import sys; sys.stdout.write("[" * 20000000)' >"$tmp/large"
run "$extract" "$tmp/large"
exited "20 MB of [ are none" 20
python3 -c 'import sys; sys.stdout.write("x" * 20000000 + "{\"ok\": true}")' >"$tmp/large"
run "$extract" "$tmp/large"
out_is "an answer behind 20 MB of prose is found" '{"ok": true}'

finish

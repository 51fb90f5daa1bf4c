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

# ---- stream mode ----

# requests LINE...: what --stream answers to these lines.
requests() {
    printf '%s\n' "$@" >"$tmp/lines"
    run "$extract" --stream <"$tmp/lines"
}
requests '{"id":0,"hello":{"contract":1}}'
exited "the end of input ends a stream" 0
contains "hello tells the operations" "$tmp/out" '"operations":["extract","complete","strings"]'
contains "and the policy" "$tmp/out" '"select":"only","names":"unique","reasoning":"closed","starts":"auto"'
run sh -c 'echo "{\"id\":0,\"hello\":{}}" | "$1" --stream --select=first --names=any' sh "$extract"
contains "which is that of the options" "$tmp/out" '"select":"first","names":"any"'
requests '{"id":1,"reply":"so {\"a\": 1.50}"}'
out_is "an answer is told as its exact text" '{"id":1,"text":"{\"a\": 1.50}"}'
requests '{"id":"x\u0000y","reply":"\"\u0001\\u0000\"", "expect":"any"}'
out_is "an id of any kind is told as it came" '{"id":"x\u0000y","none":"no-candidate"}'
requests '{"reply":"[\"\u00e9\ud83d\ude00\"]","op":"\u0065xtract","id":[1]}'
out_is "escapes are resolved, and members may stand in any order" '{"id":[1],"text":"[\"é😀\"]"}'
requests '{"id":2,"op":"complete","reply":"{}"}' '{"id":3,"op":"complete","reply":"{"}'
out_is "complete" '{"id":2,"value":true}
{"id":3,"value":false}'
requests '{"id":4,"op":"strings","reply":"[\" a\", \"a\"]"}' '{"id":5,"op":"strings","reply":"[1]"}'
out_is "strings" '{"id":4,"text":"[\"a\"]"}
{"id":5,"none":"shape"}'
requests '{"id":6,"reply_base64":"WyL/Il0="}' '{"id":7,"reply_base64":"WyI\/Pz8iXQ=="}'
out_is "a reply that is not UTF-8 comes as base64, whatever its escapes" '{"id":6,"none":"broken-value"}
{"id":7,"text":"[\"???\"]"}'
for base64 in 'e31' 'e31=' 'e3==' 'e30=e30=' '====' 'e*0='; do
    requests "{\"id\":8,\"reply_base64\":\"$base64\"}"
    out_is "base64 that is none is an error: $base64" '{"id":8,"error":"reply_base64 is no base64"}'
done
requests '{"id":9}' '{"id":9,"reply":null}'
out_is "and so is no reply" '{"id":9,"error":"no reply in the request"}
{"id":9,"error":"no reply in the request"}'
requests '{"id":10,"reply":"[1]","select":"best"}' '{"id":10,"reply":"[1]","expect":1}' \
    '{"id":10,"reply":"[1]","op":"repair"}'
out_is "what is not implemented is unsupported" '{"id":10,"unsupported":"select"}
{"id":10,"unsupported":"expect"}
{"id":10,"unsupported":"the operation is not implemented"}'
requests '{"id":11,"reply":"[1]","expect":"\u0061rray"}' 'no request' '{"id":12,"reply":"[1]"}'
exited "a line that is no request ends the stream" 2
out_is "but what came before it was answered" '{"id":11,"text":"[1]"}'
contains "and it says so" "$tmp/err" "a line is no request"
run sh -c 'printf "{\"id\":13,\"reply\":\"[1]\"}" | "$1" --stream' sh "$extract"
exited "a last line that was cut off is an error" 2
run sh -c '"$1" --stream <"$2" >/dev/full' sh "$extract" "$tmp/lines"
exited "failed output is an error" 2
for operands in complete --explain x; do
    run "$extract" --stream "$operands"
    exited "--stream does not go with $operands" 2
done

# ---- size ----

python3 -c 'import sys; sys.stdout.write("[" * 20000000)' >"$tmp/large"
run "$extract" "$tmp/large"
exited "20 MB of [ are none" 20
python3 -c 'import sys; sys.stdout.write("x" * 20000000 + "{\"ok\": true}")' >"$tmp/large"
run "$extract" "$tmp/large"
out_is "an answer behind 20 MB of prose is found" '{"ok": true}'

finish

#!/bin/sh
# The export of the corpus: its form, that it is the same each time, and that a loader in each
# language comes to the same counts. A language whose toolchain is missing is skipped, and said so.
set -u
. tools/tap.sh

# relay NAME PROGRAM...: a checker's own results, under numbers of this test.
relay() {
    run "$@"
    cp "$tmp/out" "$tmp/results"
    while IFS= read -r text; do
        case $text in
        "ok "*) pass "${text#ok * - }" ;;
        "not ok "*) fail "${text#not ok * - }" "$(grep '^#' "$tmp/out")" ;;
        esac
    done <"$tmp/results"
    case $status in
    0 | 1) ;;
    *) fail "the checker itself runs" "$(cat "$tmp/err")" ;;
    esac
    [ ! -s "$tmp/err" ] || fail "the checker has nothing to say" "$(cat "$tmp/err")"
}

skip() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

# The real corpus.
run tools/export --out "$tmp/a"
exited "the corpus is exported" 0
version=$(cat corpus/VERSION)
export=$tmp/a/jets-corpus-$version
relay tools/tests/export_check.py form "$export" corpus
run env LC_ALL=C TZ=Asia/Tokyo PYTHONHASHSEED=7 tools/export --out "$tmp/b"
run diff -r "$tmp/a" "$tmp/b"
exited "the same corpus gives the same bytes" 0
touch "$export/left-over"
run tools/export --out "$tmp/a"
run diff -r "$tmp/a" "$tmp/b"
exited "an export that was there before leaves nothing behind" 0
lacks "the README has its places filled in" "$export/README.md" "@"
contains "and the version" "$export/README.md" "corpus $version"
contains "which the licence goes with" "$export/LICENSE" "Permission is hereby granted"

# The loaders.
tools/loaders/run python "$export" >"$tmp/python"
for language in python c javascript go rust java; do
    run tools/loaders/run "$language" "$export"
    if [ "$status" = 77 ]; then
        skip "the loader in $language" "$(cat "$tmp/err")"
        continue
    fi
    cp "$tmp/out" "$tmp/ran"
    exited "the loader in $language runs" 0
    relay tools/tests/export_check.py differences "$export" "$language" "$tmp/python" "$tmp/ran"
done
is "the export has the six loaders" "$(cd "$export/loaders" && echo *)" \
    "Load.java load.c load.go load.js load.py load.rs"

# A checker that finds nothing proves nothing: take one failure away, and add one that no rule explains.
name=$(grep -m 1 '^FAIL citation-hijack' "$tmp/python")
grep -vxF "$name" "$tmp/python" >"$tmp/fewer"
run tools/tests/export_check.py differences "$export" javascript "$tmp/python" "$tmp/fewer"
contains "a difference that is not explained is found" "$tmp/out" "not ok 4 - and differs from it only"
contains "and named" "$tmp/out" "# ${name#FAIL }: cites"
contains "as is a count that is not what is named" "$tmp/out" "not ok 2 - the loader in javascript counts"

# What is told where a toolchain is missing.
mkdir "$tmp/bare"
for tool in sh dirname; do
    ln -s "$(command -v $tool)" "$tmp/bare/$tool"
done
for pair in c:cc python:python3 javascript:node go:go rust:rustc java:java; do
    run env -u CC PATH="$tmp/bare" sh tools/loaders/run "${pair%:*}" "$export"
    exited "without ${pair#*:} the loader in ${pair%:*} is not run" 77
    contains "and the program is named" "$tmp/err" "${pair%:*}: no ${pair#*:} here; its loader was not run"
done
run tools/loaders/run cobol "$export"
exited "another language is a usage error" 2
run tools/loaders/run python "$tmp/nowhere"
exited "as is a folder without an export" 2

# A small corpus: what the real one may not have.
write_case() {
    cat >"$tmp/c/cases/fence/$1.json" <<EOF
{
  "id": "fence/$1",
  "title": "A title",
  "operation": "extract",
  "options": {},
  "result": $2,
  "acceptable": [],
  "decoys": [],
  "by_policy": {},
  "rules": ["R1"],
  "severity": "integrity",
  "why": "A reason.",
  "source": {"kind": "rule", "text": "synthetic"},
  "since": "0.1"$3
}
EOF
}
mkdir -p "$tmp/c/cases/fence"
echo 0.1.0 >"$tmp/c/VERSION"
none='{"none": "no-candidate"}'
write_case exact '{"value": {"a": 1.50e0}, "span": [0, 12]}' ''
printf '{"a": 1.5e0}' >"$tmp/c/cases/fence/exact.reply"
write_case nul "$none" ''
printf 'a\0b' >"$tmp/c/cases/fence/nul.reply"
write_case bytes "$none" ''
printf '\377' >"$tmp/c/cases/fence/bytes.reply"
write_case mark "$none" ''
printf '\357\273\277x' >"$tmp/c/cases/fence/mark.reply"
write_case made "$none" ', "generate": [{"repeat": "x", "times": 1000000}]'
write_case long "$none" ', "generate": [{"repeat": "x", "times": 1000000}, {"repeat": "y"}]'
write_case gone "$none" ', "retired": "0.1: wrong"'
printf 'x' >"$tmp/c/cases/fence/gone.reply"
run tools/export --corpus "$tmp/c" --out "$tmp/o"
exited "a small corpus is exported" 0
relay tools/tests/export_check.py form "$tmp/o/jets-corpus-0.1.0" "$tmp/c"
lines=$tmp/o/jets-corpus-0.1.0/cases.jsonl
contains "a number keeps its spelling" "$lines" '"a":1.50e0'
contains "bytes that are no UTF-8 are base64" "$lines" '"reply_base64":"/w=="'
contains "as is a NUL" "$lines" '"reply_base64":"YQBi"'
contains "and a byte order mark" "$lines" '"reply_base64":"77u/eA=="'
is "a megabyte is written out, a byte more is not" "$(grep -c '"generate"' "$lines")" 1
lacks "a retired case is left out" "$lines" 'fence/gone'
is "a folder without a reply file stands for the long one" \
    "$(cd "${lines%/*}/tree/fence" && ls long)" "case.json
expected.json"

# What is refused.
write_case exact '{"value": {"a": 2}, "span": [0, 12]}' ''
run tools/export --corpus "$tmp/c" --out "$tmp/o"
exited "a corpus that is not in order is not exported" 1
contains "and the finding is told" "$tmp/out" "exact.json: result.span: the slice is another value"
contains "what was exported before stays" "$lines" '"a":1.50e0'
run tools/export --corpus "$tmp/nowhere" --out "$tmp/o"
exited "a corpus that is not there is a usage error" 2
contains "which is named" "$tmp/err" "tools/export: $tmp/nowhere"
touch "$tmp/file"
write_case exact '{"value": {"a": 1.50e0}, "span": [0, 12]}' ''
run tools/export --corpus "$tmp/c" --out "$tmp/file"
exited "a folder that cannot be made is an error" 2

finish

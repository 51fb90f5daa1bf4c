#!/bin/sh
# jets report --merge: reports of the shards of a run become the report of the whole. (Those of campaigns and
# of scans: tools/tests/fuzz.sh and scan.sh.) Run from the root of the repository; see tools/tap.sh.
# shellcheck disable=SC2016  # testees expand what stands between single quotes
set -u
. tools/tap.sh
. conformance/tests/shared/cases.sh

jets=$build/bin/jets
case $jets in /*) ;; *) jets=$PWD/$jets ;; esac
export JETS_CORPUS="$tmp/corpus"
make_cases "$JETS_CORPUS" 24
make_program mixed 'read -r line || :
case $line in *7}) echo "{}" ;; *) echo "$line" ;; esac'

# shard PART OUT ARGUMENT...: one of three parts
shard() {
    part=$1 out=$2
    shift 2
    run "$jets" run --shard "$part/3" --format ndjson -o "$out" "$@" -- "$tmp/mixed"
}

# What a report says of cases, and of all, but for times and memory.
told() {
    sed -e 1d -e 's/,*"[a-z]*_\(us\|kb\)":[0-9]*//g' "$1" | cksum
}

run "$jets" run --format ndjson -o "$tmp/whole" -- "$tmp/mixed"
for part in 1 2 3; do
    shard $part "$tmp/$part"
done
run "$jets" report --merge --format ndjson -o "$tmp/merged" "$tmp/3" "$tmp/1" "$tmp/2"
exited "reports of all parts are merged" 0
contains "as one run" "$tmp/merged" '"selected":24,"shard":null'
is "which says of the cases what one run of all says" "$(told "$tmp/merged")" "$(told "$tmp/whole")"
run "$jets" report --merge "$tmp/1" "$tmp/2" "$tmp/3"
is "it comes in other formats too" "$(tail -n 1 "$tmp/out")" "24 cases: 22 pass, 2 invented; failures: integrity 2 of 24"
run "$jets" report --merge --format ndjson -o "$tmp/again" "$tmp/merged"
is "a whole report alone is one" "$(told "$tmp/again")" "$(told "$tmp/whole")"

# changed PART SCRIPT: that part by sed
changed() {
    sed "$2" "$tmp/$1" >"$tmp/changed"
}

# What a part says at its end is said of the whole.
changed 2 '$s/"complete":true/"complete":false,"why":"--fail-fast"/'
run "$jets" report --merge --format ndjson -o "$tmp/merged" "$tmp/1" "$tmp/changed" "$tmp/3"
contains "a part that was ended early makes the whole incomplete" "$tmp/merged" '"complete":false'
contains "and why is told" "$tmp/merged" '"why":"--fail-fast"'
changed 2 '$d'
run "$jets" report --merge --format ndjson -o "$tmp/merged" "$tmp/1" "$tmp/changed" "$tmp/3"
contains "so does one without its end" "$tmp/merged" '"complete":false'
changed 2 '$s/"remarks":\[\]/"remarks":["look here"]/'
run "$jets" report --merge --format ndjson -o "$tmp/merged" "$tmp/1" "$tmp/changed" "$tmp/3"
contains "remarks are kept" "$tmp/merged" '"look here"'

# refused NAME TEXT REPORT...
refused() {
    name=$1 expected=$2
    shift 2
    rm -f "$tmp/refused"
    run "$jets" report --merge --format ndjson -o "$tmp/refused" "$@"
    exited "$name: status" 4
    contains "$name: is refused" "$tmp/err" "$expected"
    is "$name: nothing is written" "$(find "$tmp" -name 'refused*')" ""
}
refused "a part is missing" "3/3 is missing" "$tmp/1" "$tmp/2"
refused "a part comes twice" "2/3 was named before" "$tmp/1" "$tmp/2" "$tmp/2" "$tmp/3"
shard 2 "$tmp/other" --timeout 3
refused "a part of another run" "expected the same as in the report that was named first" "$tmp/1" "$tmp/other" "$tmp/3"
sed 's/"corpus_version":null,//' "$tmp/1" >"$tmp/less"
refused "a part that says more than the first" "2: line 1: corpus_version: expected the same" "$tmp/less" "$tmp/2" "$tmp/3"
changed 2 '2s/.*/{"case":/'
refused "a line that is no JSON" "changed: line 2: " "$tmp/1" "$tmp/changed" "$tmp/3"
changed 2 '1p'
refused "a second first line" "changed: line 2: expected a case or the summary" "$tmp/1" "$tmp/changed" "$tmp/3"
sed 's/^{"run"/{"scan"/' "$tmp/2" >"$tmp/kind"
refused "a report of another kind" "kind: line 1: expected a report of the same kind as the one named first" "$tmp/1" "$tmp/kind"
echo '{"n": 1}' >"$tmp/kind"
refused "what is no report" "kind: line 1: expected the first line of a report of format ndjson" "$tmp/1" "$tmp/kind"
: >"$tmp/kind"
refused "an empty file" "kind: expected a report, found nothing" "$tmp/1" "$tmp/kind"
changed 2 '1s/.*/{"run":{"shard":"2\/3"}}/'
refused "a first line that is none" "changed: line 1: " "$tmp/1" "$tmp/changed" "$tmp/3"
finish

#!/bin/sh
# jets scan: the replies of a log, put to an implementation and to the reference.
set -u
. tools/tap.sh
. conformance/tests/shared/terminal.sh
jets=$build/bin/jets
case $build in /*) ;; *) build=$(pwd)/$build ;; esac
first=$build/testees/first-value

# Ten lines: four replies, of which the second and the eighth hijack `first-value`.
cat >"$tmp/log.jsonl" <<'END'
{"id": 1, "reply": "Verdict: {\"ok\": true}"}
{"id": 2, "reply": "See [1]. Then {\"a\": 1} or {\"a\": 2}"}
not json
{"id": 4}

{"id": 6, "reply": ["no"]}
{"id": 7, "reply": "nothing \u0000 here", "reply2": 1}
{"id": 8, "reply": "{\"n\": 1} or {\"n\": 2}"}
{"id": 9, "reply": "{}", "reply": "[]"}
{"id": 10, "message": {"parts": ["x", "{\"a\": 1} and {\"b\": 2}"], "a/b~c": "{}"}}
END

# scan NAME STATUS ARGUMENT...: runs it; what it prints goes to $tmp/out and $tmp/err.
scan() {
    name=$1
    expected=$2
    shift 2
    "$jets" scan "$@" >"$tmp/out" 2>"$tmp/err"
    is "$name: exit status" $? "$expected"
}

scan "a log" 1 -o "$tmp/report.ndjson" "$tmp/log.jsonl" -- "$first"
contains "passes are counted" "$tmp/out" "2  pass"
contains "hijacks are counted" "$tmp/out" "2  hijack"
contains "what is no JSON is counted and named" "$tmp/out" "1  not strict JSON (the first: line 3)"
contains "what lacks the field, or has it twice" "$tmp/out" "3  without the field (the first: line 4)"
contains "empty lines" "$tmp/out" "1  empty (the first: line 5)"
contains "no string" "$tmp/out" "1  with something else than a string there (the first: line 6)"
contains "the sum" "$tmp/out" "log.jsonl: 4 replies, 6 lines without one; 2 differ"
contains "an example" "$tmp/out" "hijack  line 2"
contains "what was expected" "$tmp/out" "expected  none: ambiguous"
is "no progress where no terminal is" "$(cat "$tmp/err")" ""
is "the report has a line for each difference, and the summary" \
    "$(grep -c '"difference":' "$tmp/report.ndjson") $(tail -n 1 "$tmp/report.ndjson" | grep -c '"summary":{"complete":true,"lines":10,"replies":4,"differences":2')" "2 1"
if command -v python3 >/dev/null; then
    is "each line of the report is JSON, with the reply" \
        "$(python3 -c 'import json, sys
for line in open(sys.argv[1]):
    it = json.loads(line)
    if "difference" in it:
        print(it["difference"], it["verdict"], it["expected"]["none"], it["reply"])' "$tmp/report.ndjson" | sort -n | tr '\n' '|')" \
        '2 hijack ambiguous See [1]. Then {"a": 1} or {"a": 2}|8 hijack ambiguous {"n": 1} or {"n": 2}|'
else
    skip "each line of the report is JSON" "no python3 here"
fi

scan "several jobs find the same" 1 --jobs 3 "$tmp/log.jsonl" -- "$first"
contains "and count the same" "$tmp/out" "log.jsonl: 4 replies, 6 lines without one; 2 differ"
contains "the examples are those of the first lines" "$tmp/out" "hijack  line 8"
scan "fewer examples" 1 --jobs 3 --examples 1 "$tmp/log.jsonl" -- "$first"
is "only the first is shown" "$(grep -c 'hijack  line' "$tmp/out")" 1
contains "which is line 2" "$tmp/out" "hijack  line 2"

scan "a way to the field" 1 --field /message/parts/1 "$tmp/log.jsonl" -- "$first"
contains "found by its way" "$tmp/out" "hijack  line 10"
scan "a way with escapes" 0 --field /message/a~1b~0c "$tmp/log.jsonl" -- "$first"
contains "found by its escaped name" "$tmp/out" "1  pass"
scan "a wrong way" 2 --field /a~2 "$tmp/log.jsonl" -- "$first"
contains "which is explained" "$tmp/err" "JSON Pointer"

scan "nothing differs" 0 --mode stream "$tmp/log.jsonl" -- "$build/bin/jets-extract" --stream
contains "and that is said" "$tmp/out" "0 differ"
scan "another operation" 0 --operation complete "$tmp/log.jsonl" -- "$build/bin/jets-extract"
scan "an option of the contract" 1 --select first "$tmp/log.jsonl" -- "$build/testees/always-none"
contains "changes what is right" "$tmp/out" "3  lost"

if command -v gzip >/dev/null; then
    gzip -c "$tmp/log.jsonl" >"$tmp/log.jsonl.gz"
    scan "a compressed log" 1 "$tmp/log.jsonl.gz" -- "$first"
    contains "is read like any" "$tmp/out" "4 replies, 6 lines without one; 2 differ"
    head -c 150 "$tmp/log.jsonl.gz" >"$tmp/cut.jsonl.gz"
    scan "one that is cut off" 4 "$tmp/cut.jsonl.gz" -- "$first"
    contains "is told" "$tmp/err" "cut off"
    contains "and what was read is reported" "$tmp/out" "not read to its end"
    cat "$tmp/log.jsonl.gz" "$tmp/log.jsonl.gz" >"$tmp/two.jsonl.gz"
    scan "two compressed logs in one file" 1 "$tmp/two.jsonl.gz" -- "$first"
    contains "are read one after the other" "$tmp/out" "8 replies, 12 lines without one; 4 differ"
    (cat "$tmp/log.jsonl.gz" && head -c 600 /dev/zero) >"$tmp/filled.jsonl.gz"
    scan "zeros behind a compressed log" 1 "$tmp/filled.jsonl.gz" -- "$first"
    contains "fill a block" "$tmp/out" "4 replies, 6 lines without one; 2 differ"
    cat "$tmp/log.jsonl.gz" "$tmp/log.jsonl" >"$tmp/mixed.jsonl.gz"
    scan "lines behind a compressed log" 4 "$tmp/mixed.jsonl.gz" -- "$first"
    contains "are not passed over" "$tmp/err" "mixed.jsonl.gz: line 11: something else follows"
    contains "but what is in front of them is read" "$tmp/out" "4 replies, 6 lines without one; 2 differ; not read"
    (head -c 100 "$tmp/log.jsonl.gz" && tail -c +105 "$tmp/log.jsonl.gz") >"$tmp/broken.jsonl.gz"
    scan "a compressed log with a fault" 4 "$tmp/broken.jsonl.gz" -- "$first"
    contains "is named" "$tmp/err" "jets: $tmp/broken.jsonl.gz: line "
    lacks "as a person calls it" "$tmp/err" "<fd:"
else
    skip "a compressed log" "no gzip here"
fi
"$jets" scan - -- "$first" <"$tmp/log.jsonl" >"$tmp/out" 2>"$tmp/err"
is "standard input: exit status" $? 1
contains "standard input is read" "$tmp/out" "4 replies"
"$jets" scan -o - "$tmp/log.jsonl" -- "$first" >"$tmp/out" 2>"$tmp/err"
contains "a report on standard output" "$tmp/out" '"summary":'
contains "has its text on standard error" "$tmp/err" "2 differ"

(head -c 67108865 /dev/zero | tr '\0' x && echo && cat "$tmp/log.jsonl") >"$tmp/wide.jsonl"
scan "a line that is too long" 1 --jobs 1 "$tmp/wide.jsonl" -- "$first"
contains "is counted" "$tmp/out" "1  longer than 64 MB (the first: line 1)"
contains "and those behind it are read" "$tmp/out" "4 replies, 7 lines without one; 2 differ"
rm "$tmp/wide.jsonl"
if command -v python3 >/dev/null; then
    scan "a program that prints what is no UTF-8" 1 --timeout 60000 -o "$tmp/bytes.ndjson" "$tmp/log.jsonl" -- sh -c 'printf "\377\033"'
    is "the report is JSON in UTF-8, which shows it" \
        "$(python3 -c 'import json, sys
print(*{json.loads(line)["got"]["text"] for line in open(sys.argv[1], encoding="utf-8") if "got" in line})' "$tmp/bytes.ndjson")" \
        '\xFF'"$(printf '\033')"
else
    skip "a program that prints what is no UTF-8" "no python3 here"
fi

# Shards: each line is in exactly one.
sum=0
for part in 1 2 3; do
    "$jets" scan --shard $part/3 --jobs 2 "$tmp/log.jsonl" -- "$first" >"$tmp/out" 2>/dev/null
    more=$(sed -n 's/^.*log.jsonl: \([0-9]*\) repl.*/\1/p' "$tmp/out")
    sum=$((sum + more))
done
is "shards have each reply once" "$sum" 4
for part in 1 2; do
    "$jets" scan --shard $part/2 -o "$tmp/$part.ndjson" "$tmp/log.jsonl" -- "$first" >/dev/null 2>&1
done
"$jets" report --merge -o "$tmp/merged.ndjson" "$tmp/1.ndjson" "$tmp/2.ndjson"
is "their reports are merged" "$(tail -n 1 "$tmp/merged.ndjson" | sed 's/"complete":true,\(.*\)}}$/\1,"complete":true}}/')" \
    "$(tail -n 1 "$tmp/report.ndjson" | sed 's/"complete":true,\(.*\)}}$/\1,"complete":true}}/')"

# merge NAME TEXT REPORT...: is refused, with the text
merge() {
    name=$1 expected=$2
    shift 2
    "$jets" report --merge -o "$tmp/refused" "$@" >"$tmp/out" 2>"$tmp/err"
    is "$name: exit status" $? 4
    contains "$name: is refused" "$tmp/err" "$expected"
    is "$name: nothing is written" "$(find "$tmp" -name 'refused*')" ""
}
merge "a shard is missing" "$tmp/2.ndjson: line 1: shard: expected all of them; 1/2 is missing" "$tmp/2.ndjson"
merge "a shard comes twice" "$tmp/1.ndjson: line 1: shard: expected each once; 1/2 was named before" "$tmp/1.ndjson" "$tmp/1.ndjson"
merge "a whole report comes twice" "report.ndjson: line 1: shard: expected reports of shards" "$tmp/report.ndjson" "$tmp/report.ndjson"
sed 's|"shard":"2/2"|"shard":"2/3"|' "$tmp/2.ndjson" >"$tmp/other.ndjson"
merge "a shard of another number" "other.ndjson: line 1: shard: expected as many parts" "$tmp/1.ndjson" "$tmp/other.ndjson"
sed 's|"shard":"2/2"|"shard":"0/2"|' "$tmp/2.ndjson" >"$tmp/other.ndjson"
merge "a shard that cannot be" "other.ndjson: line 1: shard: expected K/N" "$tmp/1.ndjson" "$tmp/other.ndjson"
sed 's|"field":"reply"|"field":"text"|' "$tmp/2.ndjson" >"$tmp/other.ndjson"
merge "a shard of another scan" "other.ndjson: line 1: expected the same first line" "$tmp/1.ndjson" "$tmp/other.ndjson"
cat "$tmp/2.ndjson" "$tmp/2.ndjson" >"$tmp/other.ndjson"
merge "a report that goes on" "expected nothing behind the summary" "$tmp/1.ndjson" "$tmp/other.ndjson"
sed '$s/{"summary":{.*/{"summary":3}/' "$tmp/2.ndjson" >"$tmp/other.ndjson"
merge "a summary that is none" "expected a finding, a difference or the summary" "$tmp/1.ndjson" "$tmp/other.ndjson"
sed '$d' "$tmp/2.ndjson" >"$tmp/other.ndjson"
"$jets" report --merge -o "$tmp/merged.ndjson" "$tmp/1.ndjson" "$tmp/other.ndjson"
contains "a shard without its end makes the whole incomplete" "$tmp/merged.ndjson" '"complete":false'
scan "a log without a reply" 1 --field answer "$tmp/log.jsonl" -- "$first"
contains "does not pass for one that is well" "$tmp/out" "nothing was judged"
: >"$tmp/empty.jsonl"
scan "an empty log" 0 "$tmp/empty.jsonl" -- "$first"
scan "no log" 2 "$tmp/nothing.jsonl" -- "$first"
contains "is named" "$tmp/err" "nothing.jsonl: No such file"
scan "a folder" 2 "$tmp" -- "$first"
contains "is no log" "$tmp/err" "is a folder"
scan "no program" 2 "$tmp/log.jsonl"
scan "a program that is not there" 3 "$tmp/log.jsonl" -- "$tmp/nothing"
scan "a reference that is not there" 3 --reference "$tmp/nothing" "$tmp/log.jsonl" -- "$first"
contains "is told" "$tmp/err" "reference: $tmp/nothing: not found"

# A scan that is interrupted goes on where it was. The program under test stops at a line until it
# is told to go on, so that the interrupt meets it there whatever the machine does.
i=0
while [ $i -lt 400 ]; do
    echo '{"reply": "{\"n\": 1} or {\"n\": 2}"}'
    i=$((i + 1))
done >"$tmp/long.jsonl"
echo '{"reply": "stop here"}' >>"$tmp/long.jsonl"
cat "$tmp/log.jsonl" >>"$tmp/long.jsonl"
cat >"$tmp/waits" <<END
#!/bin/sh
reply=\$(cat)
[ "\$reply" != "stop here" ] || while [ ! -e "$tmp/go" ]; do touch "$tmp/there"; sleep 0.1; done
echo '[1]'
END
chmod +x "$tmp/waits"
set -- --jobs 1 --timeout 60000 --resume "$tmp/state" -o "$tmp/resumed.ndjson" "$tmp/long.jsonl" -- "$tmp/waits"
"$jets" scan "$@" >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_until 120 test -e "$tmp/there"
kill -TERM $pid
wait $pid
is "interrupted: exit status" $? 5
contains "interrupted: what is known is told" "$tmp/out" "interrupted"
before=$(sed -n 's/^.*long.jsonl: \([0-9]*\) repl.*/\1/p' "$tmp/out")
contains "a state is kept" "$tmp/state" '"jets_scan"'
touch "$tmp/go"
scan "with other jobs" 2 --jobs 2 --timeout 60000 --resume "$tmp/state" -o "$tmp/resumed.ndjson" "$tmp/long.jsonl" -- "$tmp/waits"
contains "the state says how many" "$tmp/err" "--jobs 1, or none"
scan "with another question" 2 --jobs 1 --timeout 60000 --select last --resume "$tmp/state" -o "$tmp/resumed.ndjson" "$tmp/long.jsonl" -- "$tmp/waits"
contains "the state is of another scan" "$tmp/err" "state: scan: expected"
scan "from a folder" 2 --resume "$tmp" -o "$tmp/resumed.ndjson" "$tmp/long.jsonl" -- "$tmp/waits"
scan "of another log" 2 --resume "$tmp/state" -o "$tmp/resumed.ndjson" "$tmp/log.jsonl" -- "$tmp/waits"
contains "is refused" "$tmp/err" "state: scan: expected"
scan "it goes on" 1 "$@"
contains "each reply is counted once" "$tmp/out" "long.jsonl: 405 replies, 6 lines without one; 405 differ"
is "some of them before the interrupt" "$([ "$before" -ge 300 ] && echo yes)" yes
is "each difference is in the report once, and one summary" \
    "$(grep -c '"difference":' "$tmp/resumed.ndjson") $(grep -c '"summary":' "$tmp/resumed.ndjson")" "405 1"
echo '{"reply": "{\"n\": 3} or {\"n\": 4}"}' >>"$tmp/long.jsonl"
scan "a log that has grown" 1 "$@"
contains "only what is new is read" "$tmp/out" "long.jsonl: 406 replies, 6 lines without one; 406 differ"
is "and added to the report" "$(grep -c '"difference":' "$tmp/resumed.ndjson")" 406
printf '{"reply": "{\\"n\\": 1} or' >>"$tmp/long.jsonl"
scan "a line that is being written" 1 "$@"
contains "is left for the next time" "$tmp/out" "long.jsonl: 406 replies, 6 lines without one; 406 differ"
echo ' {}"}' >>"$tmp/long.jsonl"
scan "a line that was written" 1 "$@"
contains "is read" "$tmp/out" "long.jsonl: 407 replies, 6 lines without one; 407 differ"

# States, reports and logs that do not belong together are refused, and nothing is changed.
cp "$tmp/state" "$tmp/good-state"
cp "$tmp/resumed.ndjson" "$tmp/good-report"
cp "$tmp/long.jsonl" "$tmp/good-log"
waits=$tmp/waits
# refused NAME STATUS TEXT
refused() {
    before=$(cat "$tmp/state" "$tmp/resumed.ndjson" | cksum)
    scan "$1" "$2" --jobs 1 --timeout 60000 --resume "$tmp/state" -o "$tmp/resumed.ndjson" "$tmp/long.jsonl" -- "$waits"
    contains "$1: is refused with what was expected" "$tmp/err" "$3"
    is "$1: nothing is changed" "$(cat "$tmp/state" "$tmp/resumed.ndjson" | cksum)" "$before"
    cp "$tmp/good-state" "$tmp/state"
    cp "$tmp/good-report" "$tmp/resumed.ndjson"
    cp "$tmp/good-log" "$tmp/long.jsonl"
}
echo '{}' >"$tmp/state"
refused "a state that is none" 2 "state: jets_scan: expected"
echo 'x' >"$tmp/state"
refused "a state that is no JSON" 2 "state: the file: expected JSON"
: >"$tmp/state"
refused "an empty state" 2 "state: the file: expected JSON"
# changed NAME SED STATUS TEXT: a state in which something is changed
changed() {
    sed "$2" "$tmp/good-state" >"$tmp/state"
    is "$1: the state is another" "$(cmp -s "$tmp/state" "$tmp/good-state" || echo another)" another
    refused "$1" "$3" "$4"
}
changed "a place below zero" 's/"line":	[0-9]*/"line":	-1/' 2 "state: parts: expected numbers of lines"
changed "half a place" 's/"read":	[0-9]*/"read":	1.5/' 2 "state: parts: expected numbers of lines"
changed "no parts" 's/"parts"/"other"/' 2 "state: parts: expected"
changed "fewer counts" 's/"verdicts":	\[[0-9]*,/"verdicts":	[/' 2 "state: verdicts: expected a list of counts"
changed "a report of another length" 's/"output_bytes":	/&9/' 4 "resumed.ndjson: expected the report that the scan began"
changed "a verdict that is none" 's/"verdict":	[0-9]*/"verdict":	99/' 2 "state: examples: expected"
sed 's/^{"reply": /{"answer": /' "$tmp/good-log" >"$tmp/long.jsonl"
refused "a log that begins otherwise" 2 "state: log: expected the log that the scan began with"
head -n 402 "$tmp/good-log" >"$tmp/long.jsonl"
refused "a log that is shorter" 2 "state: log: expected the log that the scan began with"
sed 's/"text":	"/&\\u001b[31m\\u009b/' "$tmp/good-state" >"$tmp/state"
scan "a state with control characters" 1 "$@"
is "none of them comes out" "$(LC_ALL=C tr -d '\n -~\342-\377\200-\377' <"$tmp/out" | wc -c | tr -d ' ')" 0
contains "they are shown" "$tmp/out" "␛[31m"

if has_terminals; then
    cp "$tmp/log.jsonl" "$tmp/grows.jsonl"
    printf '#!/bin/sh\ncat >/dev/null\nsleep 0.01\necho "[1]"\n' >"$tmp/slow"
    chmod +x "$tmp/slow"
    set -- --jobs 1 --resume "$tmp/slow-state" "$tmp/grows.jsonl" -- "$tmp/slow"
    scan "a log that grows" 1 "$@"
    cat "$tmp/long.jsonl" >>"$tmp/grows.jsonl"
    on_terminal OUT="$tmp/screen" TERM=xterm -- "$jets" scan "$@"
    is "a scan that goes on tells the time left" "$(tr '\r' '\n' <"$tmp/screen" | grep -q ' lines, .* [0-9]*:[0-9][0-9] left, ' && echo yes)" yes
else
    skip "a scan that goes on tells the time left" "$(tail -n 1 "$tmp/err")"
fi

finish

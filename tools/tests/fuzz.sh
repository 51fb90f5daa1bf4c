#!/bin/sh
# jets fuzz: replies on which a program is wrong are found, made short, and kept.
set -u
. tools/tap.sh
case $build in /*) ;; *) build=$(pwd)/$build ;; esac
jets=$build/bin/jets
export JETS_CORPUS="${JETS_CORPUS:-$(pwd)/corpus}"

# fuzz NAME STATUS ARGUMENT...: what it finds goes to $tmp/found, what it prints to $tmp/out and err.
fuzz() {
    name=$1
    expected=$2
    shift 2
    rm -rf "$tmp/found"
    "$jets" fuzz --findings "$tmp/found" "$@" >"$tmp/out" 2>"$tmp/err"
    is "$name: exit status" $? "$expected"
}

# counted REPORT: how often its kinds were found
counted() {
    sed -n 's/^{"finding":.*,"count":\([0-9]*\)}$/\1/p' "$1" | awk '{ sum += $1 } END { print sum + 0 }'
}

# --- a campaign ---

fuzz "the reference against itself" 0 --seed 7 --cases 1500 --mode stream -- "$build/bin/jets-extract" --stream
contains "nothing is found" "$tmp/out" "1500 replies"
contains "and that is said" "$tmp/out" "seed 7: 0 wrong, 0 relations broken, 0 kinds of finding"
is "no folder is made" "$([ -e "$tmp/found" ] && echo made)" ""

fuzz "a wrong program" 1 --seed 1 --cases 16 --weights deep=0 --jobs 1 -o "$tmp/report" -- "$build/testees/first-value"
contains "its findings are shown" "$tmp/out" "hijack  "
contains "with a command line" "$tmp/out" "again     $jets run --corpus $tmp/found --filter found/hijack-"
contains "with the number of the reply" "$tmp/out" " of seed 1"
kinds=$(sed -n 's/.* broken, \([0-9]*\) kinds* of finding.*/\1/p' "$tmp/out")
is "each kind is a case" "$(find "$tmp/found/cases/found" -name '*.json' | wc -l | tr -d ' ')" "$kinds"
is "each kind is a line of the report" "$(grep -c '^{"finding":' "$tmp/report")" "$kinds"
contains "whose first line names the campaign" "$tmp/report" '{"campaign":{"jets":'
contains "whose last line has the sum" "$tmp/report" '{"summary":{"complete":true,"cases":16,'
again=$(sed -n 's/^  again     //p' "$tmp/out" | head -n 1)
sh -c "$again" >"$tmp/again" 2>&1
is "the command line finds it again" $? 1
"$jets" run --corpus "$tmp/found" -- "$build/testees/first-value" >"$tmp/again" 2>&1
is "the findings are a corpus, and each fails" "$(tail -n 1 "$tmp/again" | grep -c ' pass')" 0
"$jets" run --corpus "$tmp/found" -- "$build/bin/jets-extract" >"$tmp/again" 2>&1
is "on which the reference is right" $? 0
sizes=$(find "$tmp/found" -name '*.reply' -exec wc -c {} + | awk '$2 != "total" { print $1 }' | sort -n)
is "findings are short: the median" \
    "$(echo "$sizes" | awk '{ size[NR] = $1 } END { m = size[int((NR + 1) / 2)]; print m < 40 ? "yes" : m }')" yes

cp "$tmp/report" "$tmp/first"
fuzz "the same seed again" 1 --seed 1 --cases 16 --weights deep=0 --jobs 1 -o "$tmp/report" -- "$build/testees/first-value"
is "makes the same report" "$(cmp "$tmp/first" "$tmp/report" && echo same)" same
verdicts=$(sed -n 's/.*"verdicts":\(.*\)/\1/p' "$tmp/report")
fuzz "with more jobs" 1 --seed 1 --cases 16 --weights deep=0 --jobs 3 -o "$tmp/report" -- "$build/testees/first-value"
is "the replies are the same" "$(sed -n 's/.*"verdicts":\(.*\)/\1/p' "$tmp/report")" "$verdicts"
for part in 1 2; do
    fuzz "shard $part" 1 --seed 1 --cases 16 --weights deep=0 --jobs 1 --shard $part/2 -o "$tmp/$part" -- "$build/testees/first-value"
done
"$jets" report --merge -o "$tmp/merged" "$tmp/1" "$tmp/2"
is "shards are merged" $? 0
is "and have the same replies together" \
    "$(sed -n 's/.*"verdicts":\({[^}]*}\).*/\1/p' "$tmp/merged" | tr -d '{}' | tr ',' '\n' | sort)" \
    "$(echo "$verdicts" | sed 's/\({[^}]*}\).*/\1/' | tr -d '{}' | tr ',' '\n' | sort)"
is "each count is a sum" "$(counted "$tmp/merged")" "$(($(counted "$tmp/1") + $(counted "$tmp/2")))"
sed '1s|"shard":"1/2"|"shard":"2/2"|' "$tmp/1" >"$tmp/copy"
"$jets" report --merge -o "$tmp/twice" "$tmp/1" "$tmp/copy"
is "a kind that two shards found is counted in both" "$(counted "$tmp/twice") $(grep -c '^{"finding":' "$tmp/twice")" \
    "$((2 * $(counted "$tmp/1"))) $(grep -c '^{"finding":' "$tmp/1")"
is "each kind once" "$(grep -c '^{"finding":' "$tmp/merged")" \
    "$(cat "$tmp/1" "$tmp/2" | grep -o '^{"finding":"[^"]*"' | sort -u | wc -l | tr -d ' ')"

fuzz "another seed" 1 --seed 2 --cases 16 --weights deep=0 --jobs 1 -o "$tmp/report" -- "$build/testees/first-value"
is "makes other replies" "$(cmp -s "$tmp/first" "$tmp/report" || echo other)" other

# Faults that were found in real programs, each soon; the first finding ends the campaign.
for testee in first-to-last-brace string-blind no-reasoning-split drops-commas descends; do
    fuzz "$testee" 1 --seed 3 --cases 2000 --fail-fast -- "$build/testees/$testee"
done

fuzz "a fault of complete" 1 --seed 3 --cases 2000 --operation complete --fail-fast -- "$build/testees/balance-is-complete"
contains "is a case of complete" "$tmp/out" "found/complete-hijack-"
fuzz "which is found among others too" 1 --seed 3 --cases 2000 --fail-fast -- "$build/testees/always-true"

# A declared policy is judged by what it says.
cat >"$tmp/implementation.json" <<END
{"name": "it", "language": "C", "version": "1", "command": ["$build/bin/jets-extract", "--select=first"],
 "mode": "exec", "operations": ["extract"], "policy": {"select": "first"}}
END
fuzz "what it declares is right" 0 --seed 4 --cases 500 "$tmp/implementation.json"
sed -i.old 's/"select": "first"}/"select": "last"}/' "$tmp/implementation.json"
fuzz "what it does not declare is wrong" 1 --seed 4 --cases 500 --fail-fast "$tmp/implementation.json"

# shellcheck disable=SC2016  # backquotes are the page's
is "CAMPAIGNS has all relations" "$(sed -n 's/^| `\([a-z-]*\)` | .*/\1/p' conformance/CAMPAIGNS.md)" \
    "$(sed -n '/RELATIONS\[\] = {/,/^};/s/^    {"\([a-z-]*\)".*/\1/p' conformance/src/relations.c)"
fuzz "a relation that does not hold" 1 --seed 6 --cases 40 --weights deep=0 --jobs 1 -- "$build/testees/first-value"
contains "is a finding" "$tmp/out" "  relation  "
contains "with the other reply" "$tmp/out" "  other got "
cat >"$tmp/compact" <<END
#!/usr/bin/env python3
"""Is right, and leaves out white space between tokens."""
import json, re, subprocess, sys
right = subprocess.Popen(["$build/bin/jets-extract", "--stream"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for line in sys.stdin.buffer:
    right.stdin.write(line)
    right.stdin.flush()
    answer = json.loads(right.stdout.readline())
    if "text" in answer:
        answer["text"] = re.sub(r'("(?:[^"\\\\]|\\\\.)*")|\\s+', lambda m: m[1] or "", answer["text"])
    print(json.dumps(answer), flush=True)
END
chmod +x "$tmp/compact"
fuzz "a right program that writes answers in its own way" 0 --seed 6 --cases 1000 --weights deep=0 --mode stream -- "$tmp/compact"
contains "keeps all relations" "$tmp/out" " 0 relations broken"
fuzz "without relations" 1 --seed 6 --cases 40 --weights deep=0 --jobs 1 --no-relations -- "$build/testees/first-value"
contains "none is tried" "$tmp/out" " wrong, 0 relations broken"

# --- hostile programs ---

cat >"$tmp/hangs" <<'END'
#!/bin/sh
case $(cat) in *'"'*) sleep 60 ;; esac
exit 20
END
chmod +x "$tmp/hangs"
fuzz "a program that hangs" 1 --seed 5 --cases 4 --jobs 1 --timeout 200 --weights chat=255 -- "$tmp/hangs"
contains "is a finding" "$tmp/out" "timeout  "
began=$(date +%s)
fuzz "hangs on each reply" 1 --seed 5 --time 1 --jobs 1 --timeout 1000 --operation extract -- sleep 60
is "a campaign ends when it should, and the shortening not long after" \
    "$([ $(($(date +%s) - began)) -lt 40 ] && echo yes)" yes
fuzz "a program that crashes" 1 --seed 5 --cases 20 --jobs 1 -o "$tmp/report" -- sh -c 'kill -SEGV $$'
contains "is a finding too" "$tmp/out" "crash  "
is "a kind that is found again is counted" "$([ "$(counted "$tmp/report")" -gt "$(grep -c '^{"finding":' "$tmp/report")" ] && echo yes)" yes
is "of a reply without a byte, whatever is asked" \
    "$(find "$tmp/found" -name '*.reply' -size 0 | wc -l | tr -d ' ')" "$(find "$tmp/found" -name '*.reply' | wc -l | tr -d ' ')"

# --- where things go ---

fuzz "a report on standard output" 1 --seed 1 --cases 4 --jobs 1 --timeout 3000 --mode exec -o - -- "$build/testees/first-value"
is "has nothing else there" "$(grep -cv '^{"' "$tmp/out") $(tail -n 1 "$tmp/out" | grep -c '^{"summary":')" "0 1"
contains "and its text on standard error" "$tmp/err" "hijack  "
contains "the command line has what was asked for" "$tmp/err" " run --mode exec --timeout 3000 --corpus $tmp/found --filter found/"
contains "the report says how to make it again" "$tmp/out" '"options":"--mode exec --timeout 3000 --seed 1 --cases 4",'
fuzz "a report that cannot be written" 4 --seed 1 --time 600 -o "$tmp/none/report" -- "$build/testees/first-value"
is "is told before anything is done" "$(cat "$tmp/out")" ""
contains "with its name" "$tmp/err" "$tmp/none/report: No such file"
if [ -c /dev/full ]; then
    fuzz "a report on a full disk" 4 --seed 1 --cases 4 -o /dev/full -- "$build/testees/first-value"
    contains "is told" "$tmp/err" "/dev/full: "
else
    skip "a report on a full disk" "no /dev/full here"
fi
fuzz "a campaign that judges nothing" 1 --seed 1 --cases 20 -- sh -c 'exit 21'
contains "says so" "$tmp/out" "nothing was judged"

# --- interrupted ---

rm -rf "$tmp/found" "$tmp/report"
"$jets" fuzz --findings "$tmp/found" --time 600 -o "$tmp/report" -- "$build/testees/first-value" >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_until 120 grep -q '^hijack' "$tmp/out"
kill -TERM $pid
wait $pid
is "interrupted: exit status" $? 5
contains "interrupted: what was found is told" "$tmp/out" "ended early (interrupted)"
contains "interrupted: the report is written" "$tmp/report" '{"summary":{"complete":false,'
printf '#!/bin/sh\ntouch "%s/there"\nexec sleep 60\n' "$tmp" >"$tmp/sleeps"
chmod +x "$tmp/sleeps"
"$jets" fuzz --findings "$tmp/found" --time 600 --timeout 60000 -- "$tmp/sleeps" >"$tmp/out" 2>"$tmp/err" &
pid=$!
wait_until 120 test -e "$tmp/there"
began=$(date +%s)
kill -TERM $pid
wait $pid
is "interrupted while a program hangs: exit status" $? 5
is "interrupted while a program hangs: it is not waited for" \
    "$([ $(($(date +%s) - began)) -lt 10 ] && echo yes)" yes

# --- usage ---

fuzz "no program" 2
fuzz "a theme that is none" 2 --weights nonsense=3 -- cat
contains "is named, with all there are" "$tmp/err" 'got "nonsense=3"'
fuzz "a program that is not there" 3 --cases 1 -- "$tmp/nothing"
fuzz "a corpus that is not there" 4 --cases 1 --corpus "$tmp/nothing" -- cat
run env JETS_CORPUS="$tmp/nothing" "$jets" fuzz --cases 1 -- cat
exited "nor is one that JETS_CORPUS names passed over" 4
: >"$tmp/file"
rm -rf "$tmp/found"
"$jets" fuzz --findings "$tmp/file" --cases 200 -- "$build/testees/first-value" >"$tmp/out" 2>"$tmp/err"
is "findings that cannot be kept: exit status" $? 4
contains "findings that cannot be kept are told" "$tmp/err" "$tmp/file"

finish

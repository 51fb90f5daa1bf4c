#!/bin/sh
# Each format of a report, read by a tool that is not ours (tools/validators.txt), whatever bytes are
# in it; and `jets report`. Each such tool is also given something broken, to see that it would tell.
# shellcheck disable=SC2016,SC2317  # others expand what stands in single quotes; functions are called by name
set -eu
. tools/tap.sh

jets=$build/bin/jets
corpus=$tmp/corpus
validators=${JETS_VALIDATORS:-build/validators}
case $validators in /*) ;; *) validators=$PWD/$validators ;; esac
unset JETS_CORPUS NO_COLOR
export PYTHONPATH="$validators/python" PYTHONDONTWRITEBYTECODE=1

# --- reports with everything in them that some format could trip over ---

nasty_end='|p| `c` %0A::error:: # SKIP \\ @you $x$ [l](u) --> ${{ x }}'
plain='<b>&amp;]]> "q" '"'s' $nasty_end"
# With a control character, as it goes in and as it is shown.
nasty="$plain $(printf '\033')[31m"
shown="$plain ␛[31m"

# json TEXT: as a JSON string
json() {
    printf '%s' "$1" | python3 -c 'import json, sys; print(json.dumps(sys.stdin.read()))'
}

# make_case CATEGORY/SLUG REPLY RESULT SEVERITY: REPLY is printf's
make_case() {
    mkdir -p "$corpus/cases/${1%/*}"
    # shellcheck disable=SC2059  # the reply is a format, for its escapes
    printf "$2" >"$corpus/cases/$1.reply"
    cat >"$corpus/cases/$1.json" <<JSON
{"id": "$1", "title": $(json "Title $nasty"), "operation": "extract", "options": {"expect": "object"},
 "result": $3, "acceptable": [{"value": {"x": "<]]>"}, "why": "Because."}], "decoys": [{"b": 1}],
 "rules": ["R3.1", "R6"], "severity": "$4", "why": $(json "Why $nasty"), "source": {"kind": "rule"},
 "since": "1.0"}
JSON
}

# The testee does what the first word of the reply says.
for verdict in acceptable crash error flood hijack invented lost malformed none pass timeout \
    unsupported; do
    result='{"value": {"a": 1}}'
    [ $verdict != none ] || result='{"none": "no-candidate"}'
    severity=integrity
    case $verdict in
    lost) severity=availability ;;
    timeout | flood) severity=resource ;;
    esac
    make_case "first/$verdict" "$verdict \\000\\033[31m\\342\\200\\256\\377 <i>]]>&\\n\\n%%0A {\"a\": 1} {\"b\": 1} {\"x\": \"<]]>\"}\\n" \
        "$result" $severity
done
make_case "second/pass" 'pass {"a": 1}' '{"value": {"a": 1}}' integrity
make_case "second/lost" 'lost' '{"value": {"a": "]]>"}}' resource
echo '1.0.0' >"$corpus/VERSION"
cat >"$corpus/FLOORS.json" <<'JSON'
{"corpus_version": "1.0.0", "floors": ["always-none", "<e|cho>"], "letters": {"p": "pass", "h": "hijack"},
 "cases": {"first/crash": "ph", "first/error": "ph", "first/hijack": "pp", "first/lost": "hp",
 "second/lost": "hp", "second/pass": "hh"}}
JSON

cat >"$tmp/testee" <<'SH'
#!/bin/sh
read -r word rest
printf '<i>]]>&\033[31m\000\377 %%0A %s' "$0" >&2
case $word in
acceptable) echo '{"x": "<]]>"}' ;;
crash) kill -SEGV $$ ;;
error) exit 3 ;;
flood) yes '<]]>' ;;
hijack) echo '{"b": 1}' ;;
invented) echo '{"c": "<]]>\u0000"}' ;;
lost | none) exit 20 ;;
malformed) printf '<]]>\000\377{' ;;
pass) echo '{"a": 1}' ;;
timeout) sleep 60 ;;
unsupported) exit 21 ;;
esac
SH
chmod +x "$tmp/testee"

report=$tmp/report.ndjson
run "$jets" run --corpus "$corpus" --timeout 1500 --output-limit 64 --format ndjson -o "$report" -- "$tmp/testee" "$plain"
exited "a run with every verdict" 1
is "has every verdict" "$(python3 -c 'import json, sys
print(*[json.loads(line)["verdict"] for line in open(sys.argv[1]) if line.startswith("{\"case")])' "$report")" \
    "acceptable crash error flood hijack invented lost malformed pass pass timeout unsupported lost pass"

# A report with what only a baseline, repeats or a declared policy bring; made of the first one.
python3 - "$report" "$tmp/states.ndjson" "$nasty" <<'PY'
import json
import sys

nasty = sys.argv[3]
changes = {
    "first/acceptable": {"verdict": "unscored", "reason": nasty, "policy": "select=first"},
    "first/crash": {"baseline": {"state": "known", "verdict": "crash", "reason": nasty}},
    "first/hijack": {"baseline": {"state": "known", "verdict": "hijack"}},
    "first/invented": {"baseline": {"state": "new"}},
    "first/lost": {"baseline": {"state": "changed", "verdict": "hijack", "reason": nasty}},
    "first/none": {"baseline": {"state": "fixed", "verdict": "lost", "reason": nasty}},
    "first/pass": {"verdict": "flaky", "repeats": ["pass", "lost"], "baseline": {"state": "new"}},
}
with open(sys.argv[1], encoding="utf-8") as source, open(sys.argv[2], "w", encoding="utf-8") as out:
    for line in map(json.loads, source):
        line.update(changes.get(line.get("case"), {}))
        if "run" in line:
            line["run"].update(baseline=nasty, implementation=nasty, mode="stream", shard="1/2", repeat=2)
        if "summary" in line:
            line["summary"].update(unmatched=["gone/case"], remarks=[nasty], notes=[nasty])
        print(json.dumps(line), file=out)
PY
sed '$d' "$report" >"$tmp/cut.ndjson"
{
    printf '%s\n' '{"run":{"selected":0,"floors":[]}}'
    printf '%s\n' '{"summary":{"complete":true,"selected":0,"cases":0}}'
} >"$tmp/none.ndjson"

for format in text ndjson junit tap sarif github markdown badge html; do
    for name in report states cut none; do
        "$jets" report "$tmp/$name.ndjson" --format $format -o "$tmp/$name-$format" ||
            fail "$name as $format" "status $?"
    done
done

# --- jets report ---

is "NDJSON comes back as it was" "$(cmp "$report" "$tmp/report-ndjson" 2>&1)" ""
"$jets" report --format tap - <"$report" >"$tmp/again"
is "standard input is read, and standard output written" "$(cmp "$tmp/again" "$tmp/report-tap" 2>&1)" ""
"$jets" run --corpus "$corpus" --filter 'second/*' --format tap -- "$tmp/testee" >"$tmp/direct" || :
{ "$jets" run --corpus "$corpus" --filter 'second/*' --format ndjson -- "$tmp/testee" || :; } |
    "$jets" report - --format tap >"$tmp/later"
is "a run renders through the same code" "$(cmp "$tmp/direct" "$tmp/later" 2>&1)" ""

# refused NAME TEXT: standard input is no report, and TEXT is said
refused() {
    run "$jets" report --format tap -o "$tmp/untouched" -
    exited "$1: status 4" 4
    contains "$1: is told" "$tmp/err" "$2"
    is "$1: in one line" "$(wc -l <"$tmp/err" | tr -d ' ')" 1
}
echo before >"$tmp/untouched"
refused "no report at all" "standard input: expected a report, found nothing" </dev/null
sed '3s/"verdict":"[a-z]*"/"verdict":"good"/' "$report" >"$tmp/bad"
refused "line with an unknown verdict" "standard input: line 3: verdict: expected a word" <"$tmp/bad"
sed '4s/.$//' "$report" >"$tmp/bad"
refused "line that is cut" "standard input: line 4: expected strict JSON" <"$tmp/bad"
cat "$report" "$report" >"$tmp/bad"
refused "two reports in one" "expected nothing behind the summary" <"$tmp/bad"
sed '1d' "$report" >"$tmp/bad"
refused "report without its beginning" "line 1: expected the line" <"$tmp/bad"
is "a refused report leaves the output alone" "$(cat "$tmp/untouched")" before
run "$jets" report "$tmp/nowhere"
exited "report that is not there: status 4" 4
contains "report that is not there: is told" "$tmp/err" "nowhere: No such file"
run "$jets" report
exited "no report named: status 2" 2

# --- what every format says ---

contains "NDJSON of a report that was cut off gets a summary" "$tmp/cut-ndjson" '"summary":{"complete":false'
for format in text junit tap sarif github markdown badge html; do
    contains "$format says that a report is incomplete" "$tmp/cut-$format" incomplete
    lacks "$format does not say so of a complete one" "$tmp/report-$format" incomplete
    is "$format sends no control characters" \
        "$(tr -d '\n' <"$tmp/report-$format" | LC_ALL=C tr -dc '\000-\037\177' | wc -c | tr -d ' ')" 0
    case $format in
    badge) contains "$format has the floor" "$tmp/report-$format" '3 of 6 always-none' ;;
    text) contains "$format has the floors, without a name where they are wide" "$tmp/report-text" '  3 of 4' ;;
    *) contains "$format has the floors" "$tmp/report-$format" '3 of 4 always-none' ;;
    esac
done

grep -ohE '^(\*\*|- \*\*|### )[RGO][0-9](\.[0-9])?' conformance/SPEC.md | tr -d '*# -' | sort -u >"$tmp/spec-rules"
sed -n 's/^    {"\([RGO][0-9.]*\)", ".*/\1/p' conformance/src/rules.c | sort -u >"$tmp/our-rules"
# The headings of rules that have parts are no rules of their own.
grep -vxE 'R[2345]' "$tmp/spec-rules" >"$tmp/spec-rules-alone"
is "the rules that SARIF knows are those of SPEC" "$(diff "$tmp/spec-rules-alone" "$tmp/our-rules")" ""

# --- memory does not grow with the number of cases ---

# make_long N: a report of N failures, as $tmp/long-N.ndjson
make_long() {
    python3 - "$report" "$tmp/long-$1.ndjson" "$1" <<'PY'
import json
import sys

lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
failure = next(json.loads(line) for line in lines if '"hijack"' in line)
run, summary, many = json.loads(lines[0]), json.loads(lines[-1]), int(sys.argv[3])
failure["reply"]["shown"] = failure["reply"]["shown"] * 200
failure["stderr_tail"] = failure["stderr_tail"] * 50
run["run"]["selected"] = summary["summary"]["selected"] = summary["summary"]["cases"] = many
with open(sys.argv[2], "w", encoding="utf-8") as out:
    print(json.dumps(run), file=out)
    for i in range(many):
        failure.update(case=f"first/{i:06d}")
        print(json.dumps(failure), file=out)
    print(json.dumps(summary), file=out)
PY
}

# peak_of FORMAT FILE: kilobytes. A sanitizer keeps freed memory for a while; here it may not.
peak_of() {
    ASAN_OPTIONS="${ASAN_OPTIONS-}:quarantine_size_mb=1" python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$jets" report "$2" --format "$1"
}

make_long 300
make_long 3000
for format in junit html; do
    few=$(peak_of $format "$tmp/long-300.ndjson")
    many=$(peak_of $format "$tmp/long-3000.ndjson")
    if [ $((many - few)) -lt 4096 ]; then
        pass "3,000 failures as $format need no more memory than 300"
    else
        fail "3,000 failures as $format need no more memory than 300" "$many kB against $few kB"
    fi
done

# --- validators ---

# No registry may be in reach: then this half is skipped, unless JETS_VALIDATORS=required.
if ! tools/validators "$validators" >"$tmp/log" 2>&1; then
    if [ "${JETS_VALIDATORS-}" = required ]; then
        fail "the validators can be installed" "$(cat "$tmp/log")"
    else
        pass "formats are read by other tools # SKIP they could not be installed: $(tail -n 1 "$tmp/log")"
    fi
    finish
fi

# accepts NAME COMMAND...: it succeeds
accepts() {
    accepts_name=$1
    shift
    run "$@"
    if [ "$status" = 0 ]; then
        pass "$accepts_name"
    else
        fail "$accepts_name" "status $status
$(head -c 600 "$tmp/out" "$tmp/err")"
    fi
}

# refuses NAME COMMAND...: a validator that is given something broken fails
refuses() {
    refuses_name=$1
    shift
    run "$@"
    if [ "$status" != 0 ]; then
        pass "$refuses_name"
    else
        fail "$refuses_name" "it found nothing wrong"
    fi
}

# has COMMAND...: whether it is there; a line that is skipped else
has() {
    command -v "$1" >/dev/null 2>&1 && return
    if [ "${JETS_VALIDATORS-}" = required ]; then
        fail "$1 is installed" "it is not"
    else
        pass "$1 reads its format # SKIP it is not installed"
    fi
    return 1
}

# JUnit XML

if has xmllint; then
    for name in report states cut none; do
        accepts "JUnit XML of $name is valid by the schema" \
            xmllint --noout --schema "$validators/junit.xsd" "$tmp/$name-junit"
    done
    sed 's/&lt;/</' "$tmp/report-junit" >"$tmp/broken"
    refuses "the schema's reader refuses a bare <" xmllint --noout --schema "$validators/junit.xsd" "$tmp/broken"
    sed 's/ errors="[0-9]*"//' "$tmp/report-junit" >"$tmp/broken"
    refuses "the schema refuses a suite without its errors" \
        xmllint --noout --schema "$validators/junit.xsd" "$tmp/broken"
    printf '%s' "$(sed 's/SKIP/\x01/' "$tmp/report-junit")" >"$tmp/broken"
    refuses "the schema's reader refuses a control character" \
        xmllint --noout --schema "$validators/junit.xsd" "$tmp/broken"
fi
cat >"$tmp/junit.py" <<'PY'
import sys

from junitparser import JUnitXml

xml = JUnitXml.fromfile(sys.argv[1])
kinds = {}
for suite in xml:
    counts = suite.tests, suite.failures, suite.errors, suite.skipped
    suite.update_statistics()
    assert counts == (suite.tests, suite.failures, suite.errors, suite.skipped), (suite.name, counts)
    for case in suite:
        kind = type(case.result[0]).__name__ if case.result else "Passed"
        kinds[kind] = kinds.get(kind, 0) + 1
        if case.name == sys.argv[2]:
            print(sys.argv[3] in (case.result[0].text or case.result[0].message), kind)
head = xml.tests, xml.failures, xml.errors, xml.skipped
xml.update_statistics()
print(head == (xml.tests, xml.failures, xml.errors, xml.skipped), sorted(kinds.items()))
PY
is "a reader of JUnit XML tells failures, errors and skipped cases apart, and reads the texts" \
    "$(python3 "$tmp/junit.py" "$tmp/report-junit" first/hijack "Why $shown")" \
    "True Failure
True [('Error', 5), ('Failure', 4), ('Passed', 4), ('Skipped', 1)]"
is "and what the baseline knows is skipped, what it does not is no pass" \
    "$(python3 "$tmp/junit.py" "$tmp/states-junit" first/crash "known: $shown")" \
    "True Skipped
True [('Error', 4), ('Failure', 7), ('Passed', 1), ('Skipped', 4)]"
is "an incomplete report is an error" "$(python3 "$tmp/junit.py" "$tmp/cut-junit" \
    "the report is complete" "without a summary" | sed -n 1p)" "True Error"

# SARIF

sarif_schema=$validators/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
check_sarif() {
    python3 -m check_jsonschema --regex-variant python --schemafile "$sarif_schema" "$1"
}
for name in report states cut none; do
    accepts "SARIF of $name is valid by the schema" check_sarif "$tmp/$name-sarif"
done
sed 's/"level":"error"/"level":"hijack"/' "$tmp/report-sarif" >"$tmp/broken"
refuses "the schema refuses a level that there is not" check_sarif "$tmp/broken"
sed 's/\\"/"/' "$tmp/report-sarif" >"$tmp/broken"
refuses "its reader refuses a bare quote" check_sarif "$tmp/broken"
is "SARIF has the problems alone, each under a rule that it lists" "$(python3 - "$tmp/report-sarif" "$shown" <<'PY'
import collections
import json
import sys

run = json.load(open(sys.argv[1], encoding="utf-8"))["runs"][0]
rules = {rule["id"]: rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]}
levels = collections.Counter(result["level"] for result in run["results"])
assert all(result["ruleId"] in rules for result in run["results"])
assert all(f"Title {sys.argv[2]}" in result["message"]["text"] for result in run["results"])
assert len({result["partialFingerprints"]["jetsCaseVerdict/v1"] for result in run["results"]}) == len(run["results"])
print(rules, sorted(levels.items()), run["invocations"][0]["executionSuccessful"])
PY
)" "{'R3.1': 'A citation in square brackets is prose.'} [('error', 5), ('warning', 4)] True"
is "SARIF has states of a baseline, and known problems suppressed" "$(python3 - "$tmp/states-sarif" <<'PY'
import json
import sys

run = json.load(open(sys.argv[1], encoding="utf-8"))["runs"][0]
print(*sorted(f'{result["baselineState"]}{"-suppressed" * ("suppressions" in result)}' for result in run["results"]
              if "baselineState" in result))
print(len(run["results"]) == sum("baselineState" in result for result in run["results"]))
PY
)" "new new new new new new new new new unchanged-suppressed unchanged-suppressed updated updated
True"

# TAP

check_tap() {
    node "$validators/node_modules/tap-parser/bin/cmd.cjs" --strict --silent <"$1"
}
cat >"$tmp/tap.mjs" <<'JS'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
const require = createRequire(process.argv[2] + '/node_modules/')
const { Parser } = require('tap-parser')
const yaml = require('yaml')
const parser = new Parser({ strict: true })
let title = ''
let unreadable = 0
parser.on('assert', point => {
  if (point.name === process.argv[4]) title = typeof point.diag === 'string' ? yaml.parse(point.diag).title : point.diag.title
})
parser.on('extra', () => unreadable++)
parser.end(readFileSync(process.argv[3], 'utf8'))
const r = parser.results
console.log(r.count, r.pass, r.fail, r.skip, r.todo, r.failures.filter(f => f.tapError).length, unreadable, r.bailout)
console.log(title)
JS
check_tap_counts() {
    node "$tmp/tap.mjs" "$validators" "$1" "$2"
}
is "a strict reader of TAP counts the same, and reads the YAML" \
    "$(check_tap_counts "$tmp/report-tap" first/hijack)" "14 5 9 1 0 0 0 false
Title $shown"
is "what the baseline knows is todo, what is wrong with the run is not ok" \
    "$(check_tap_counts "$tmp/states-tap" first/lost)" "16 3 13 2 2 0 0 false
Title $shown"
is "an incomplete report bails out" "$(check_tap_counts "$tmp/cut-tap" none | head -n 1 | cut -d' ' -f 8-)" \
    "incomplete: 14 of 14 cases were run; the report ends without a summary"
is "a report without a case has an empty plan" "$(check_tap_counts "$tmp/none-tap" none | head -n 1)" \
    "0 0 0 0 0 0 0 false"
accepts "a report without a failure passes" check_tap "$tmp/none-tap"
sed '2s/.*/1..1/' "$tmp/none-tap" >"$tmp/broken"
refuses "the reader tells a plan that does not fit" check_tap "$tmp/broken"
sed 's/^  why: "/  why: "" "/' "$tmp/report-tap" >"$tmp/broken"
refuses "the reader tells YAML that is none" check_tap_counts "$tmp/broken" first/hijack

# GitHub: the same lines as the library writes with which actions are made

cat >"$tmp/github.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
const core = await import(pathToFileURL(process.argv[2] + '/node_modules/@actions/core/lib/core.js'))
const written = readFileSync(process.argv[3], 'utf8').split('\n').slice(0, -1)
const unescape = text => text.replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%25/g, '%')
let out = ''
process.stdout.write = text => { out += text; return true }
for (const line of written) {
  const [, kind, title, message] = /^::(error|warning|notice) title=(.*?)::(.*)$/.exec(line)
  core[kind](unescape(message), { title: unescape(title) })
}
const same = out.split('\n').slice(0, -1)
const texts = written.filter(line => !line.startsWith('::notice')).map(line => unescape(line))
if (!texts.every(text => text.includes(process.argv[4]))) console.error('a text is not as it was')
const kinds = ['error', 'warning', 'notice'].map(kind => written.filter(line => line.startsWith(`::${kind} `)).length)
console.error(same.join('\n') === written.join('\n'), ...kinds)
JS
check_github() {
    node "$tmp/github.mjs" "$validators" "$1" "${2-}" 2>&1
}
is "annotations are what the library of GitHub writes" "$(check_github "$tmp/report-github" "Title $shown")" "true 5 4 1"
is "also of a run that has problems" "$(check_github "$tmp/states-github")" "true 7 4 1"
"$jets" report "$tmp/long-3000.ndjson" --format github >"$tmp/long-github"
is "no more annotations are written than are shown" "$(check_github "$tmp/long-github")" "true 10 0 1"
contains "and the rest is counted" "$tmp/long-github" "%0A2990 more errors and 0 more warnings"
contains "a percent sign is escaped" "$tmp/report-github" "%250A"
sed 's/%250A/%0A/' "$tmp/report-github" | sed 's/title=\([a-z]*\)%3A/title=\1:/' >"$tmp/broken"
is "the library writes a title otherwise that is not escaped" "$(check_github "$tmp/broken" | cut -d' ' -f 1)" false

# Badge

cat >"$tmp/badge.mjs" <<'JS'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
const { makeBadge } = createRequire(process.argv[2] + '/node_modules/')('badge-maker')
const { schemaVersion, isError, ...badge } = JSON.parse(readFileSync(process.argv[3], 'utf8'))
if (schemaVersion !== 1 || (isError !== undefined && isError !== true)) throw new Error('not an endpoint')
console.log(makeBadge(badge))
JS
check_badge() {
    node "$tmp/badge.mjs" "$validators" "$1"
}
for name in report states cut none; do
    accepts "a badge can be drawn of $name" check_badge "$tmp/$name-badge"
done
is "it tells hijacks first, and no percentage" "$(cat "$tmp/report-badge")" \
    '{"schemaVersion":1,"label":"JETS 1.0.0","message":"1 hijack, 1 invented · 4/14 · floor 3 of 6 always-none","color":"red"}'
contains "no hijack is told too" "$tmp/none-badge" '"message":"no hijacks'
contains "an incomplete report has no figures" "$tmp/cut-badge" '"message":"incomplete:'
sed 's/"label"/"labels"/' "$tmp/report-badge" >"$tmp/broken"
refuses "the drawer refuses a member that it does not know" check_badge "$tmp/broken"

# Markdown

cat >"$tmp/markdown.py" <<'PY'
import collections
import sys

from markdown_it import MarkdownIt

parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
kinds = collections.Counter()
tags = set()
text = []
for token in parser.parse(open(sys.argv[1], encoding="utf-8").read()):
    kinds[token.type] += 1
    if token.type == "html_block":
        tags.add(token.content.split(">")[0].strip() + ">")
        assert token.content.count("<pre>") == token.content.count("</pre>"), token.content
        assert token.content.count("<") == sum(map(token.content.count, (
            "<pre>", "</pre>", "<details>", "</details>", "<summary>", "</summary>"))), token.content
    for child in token.children or ():
        kinds[child.type] += 1
        text.append(child.content)
allowed = {"heading_open", "heading_close", "inline", "paragraph_open", "paragraph_close", "table_open", "table_close",
           "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close", "th_open", "th_close",
           "td_open", "td_close", "html_block", "text", "text_special", "strong_open", "strong_close"}
assert set(kinds) <= allowed, set(kinds) - allowed
assert kinds["td_open"] == int(sys.argv[2]), kinds["td_open"]
assert sys.argv[3] in "".join(text), "".join(text)
assert "always-none" not in "".join(text) or "<e|cho>" in "".join(text), text
print(kinds["table_open"], *sorted(tags))
PY
is "Markdown has tables, and no markup that came from elsewhere" \
    "$(python3 "$tmp/markdown.py" "$tmp/report-markdown" 70 "$nasty_end" 2>&1)" "2 </details> <details> <pre>"
is "nor of a run that has problems" "$(python3 "$tmp/markdown.py" "$tmp/states-markdown" 75 "Problem: $shown" 2>&1)" \
    "2 </details> <details> <pre>"
sed 's/&lt;/</' "$tmp/report-markdown" >"$tmp/broken"
refuses "its reader tells markup that came from elsewhere" python3 "$tmp/markdown.py" "$tmp/broken" 70 ""
sed '/^|---/d' "$tmp/states-markdown" >"$tmp/broken"
refuses "its reader tells a table that is none" python3 "$tmp/markdown.py" "$tmp/broken" 75 ""

# HTML

if has tidy; then
    for name in report states cut none; do
        accepts "HTML of $name has no finding of tidy" tidy -q -e "$tmp/$name-html"
    done
    sed 's/&lt;b&gt;/<b>/' "$tmp/report-html" >"$tmp/broken"
    refuses "tidy finds an element that came from elsewhere" tidy -q -e "$tmp/broken"
fi
if ! command -v java >/dev/null 2>&1; then
    pass "HTML is read by the checker of the W3C # SKIP it needs Java, and there is none"
else
    vnu=$validators/node_modules/vnu-jar/build/dist/vnu.jar
    for name in report states cut none; do
        cp "$tmp/$name-html" "$tmp/$name.html"
    done
    accepts "HTML has no finding of the checker of the W3C" \
        java -jar "$vnu" "$tmp/report.html" "$tmp/states.html" "$tmp/cut.html" "$tmp/none.html"
    sed 's/<h3 id="/<h3 id="first" id="/' "$tmp/report-html" >"$tmp/broken.html"
    refuses "the checker finds an attribute that stands twice" java -jar "$vnu" "$tmp/broken.html"
fi
is "HTML shows every text as it was, and refers to nothing else" "$(python3 - "$tmp/report-html" "$shown" <<'PY'
import html.parser
import sys

class Page(html.parser.HTMLParser):
    tags, targets, names, text = set(), [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src", "srcset", "action", "data", "background") or name.startswith("on"):
                self.targets.append(f"{name}={value}")
            if name == "id":
                self.names.append(value)

    def handle_data(self, data):
        self.text.append(data)

page = Page()
source = open(sys.argv[1], encoding="utf-8").read()
page.feed(source)
print(f"Why {sys.argv[2]}" in "".join(page.text), sorted(page.tags & {"script", "b", "i", "link", "img", "iframe"}))
print(sorted(set(page.targets)), sorted(page.names), "url(" in source, "@import" in source)
PY
)" "True []
['href=#first', 'href=#second'] ['first', 'second'] False False"

finish

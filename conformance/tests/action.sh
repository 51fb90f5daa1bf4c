#!/bin/sh
# The action, run with the environment that GitHub sets, with that of GitLab, and with bad settings:
# what it prints, writes and exits with. Its description and the recipes are read by schemas of others.
# shellcheck disable=SC2016,SC2317  # the script under test expands commands; functions are called by name
set -eu
. tools/tap.sh

root=$PWD
jets=$(cd "$build/bin" && pwd)/jets
script=$root/conformance/action/run.sh
validators=${JETS_VALIDATORS:-build/validators}
corpus=$tmp/corpus

# make_case CATEGORY/SLUG REPLY RESULT
make_case() {
    mkdir -p "$corpus/cases/${1%/*}"
    printf '%s' "$2" >"$corpus/cases/$1.reply"
    cat >"$corpus/cases/$1.json" <<JSON
{"id": "$1", "title": "Title of $1", "operation": "extract", "options": {}, "result": $3,
 "rules": ["R1"], "severity": "integrity", "why": "Because.", "source": {"kind": "rule"}, "since": "1.0"}
JSON
}
make_case good/one '{"a": 1}' '{"value": {"a": 1}, "span": [0, 8]}'
make_case good/two '[2]' '{"value": [2], "span": [0, 3]}'
echo 1.0.0 >"$corpus/VERSION"
workspace="$tmp/work space"
mkdir "$workspace"
cat >"$workspace/echo it.sh" <<'SH'
echo '::error::from the program' >&2
cat
SH
cat >"$workspace/wrong.sh" <<'SH'
cat >/dev/null
printf '::set-output name=x::y\n'
SH

# in_ci SYSTEM NAME=VALUE...: runs the script in the workspace, with the environment of the system
in_ci() {
    system=$1
    shift
    : >"$tmp/summary" && : >"$tmp/outputs"
    if [ "$system" = github ]; then
        set -- GITHUB_ACTIONS=true CI=true GITHUB_STEP_SUMMARY="$tmp/summary" GITHUB_OUTPUT="$tmp/outputs" \
            GITHUB_WORKSPACE="$workspace" GITHUB_ACTION_PATH="$root/conformance/action" RUNNER_TEMP="$tmp" \
            RUNNER_OS=Linux GITHUB_SHA=0 GITHUB_REF=refs/heads/main "$@"
    else
        set -- GITLAB_CI=true CI=true CI_PROJECT_DIR="$workspace" CI_JOB_NAME=jets "$@"
    fi
    run env -i -C "$workspace" PATH="$PATH" HOME="$tmp" LANG=C JETS_CORPUS="$corpus" \
        JETS_PROGRAM="$jets" "$@" sh "$script"
}

# output NAME: the value of an output of the step
output() {
    sed -n "s/^$1=//p" "$tmp/outputs"
}

# --- GitHub ---

in_ci github JETS_COMMAND='sh "echo it.sh"'
exited "a run in which all is well" 0
is "the status is an output" "$(output status)" 0
for name in report junit sarif html badge; do
    if [ -s "$workspace/$(output $name)" ]; then
        pass "the output $name names a file"
    else
        fail "the output $name names a file" "$(cat "$tmp/outputs")"
    fi
done
is "nothing else is an output" "$(sed 's/=.*//' "$tmp/outputs" | tr '\n' ' ')" "status report junit sarif html badge "
contains "the summary has the table" "$tmp/summary" "| good | 2 | 2 |"
is "there is one notice, and no error" "$(sed -n 's/^::\([a-z]*\) title.*/\1/p' "$tmp/out")" notice

in_ci github JETS_COMMAND='sh wrong.sh'
exited "a run in which something is wrong fails the step" 1
is "its status is an output" "$(output status)" 1
is "failures are annotations" "$(grep -c '^::error title=malformed%3A good/' "$tmp/out")" 2
contains "and stand in the summary" "$tmp/summary" "<summary>2 failing</summary>"
contains "JUnit XML is written too" "$workspace/$(output junit)" 'tests="2" failures="0" errors="2"'
contains "SARIF is written too" "$workspace/$(output sarif)" '"version":"2.1.0"'

# What the program printed is shown while commands are off, and only annotations are commands.
awk '/^::stop-commands::/ { word = $0; sub(/.*::/, "", word); off = 1; next }
    off && $0 == "::" word "::" { off = 0; next }
    off { shown++; next }
    /^[ \t]*::/ && !/^::(error|warning|notice) title=|^::(end)?group::/ { bad++ }
    END { print (length(word) >= 32), (shown > 10), bad + 0, off }' "$tmp/out" >"$tmp/commands"
is "no line of the report is taken for a command" "$(cat "$tmp/commands")" "1 1 0 0"

in_ci github JETS_COMMAND='sh wrong.sh' JETS_FAIL=false JETS_ANNOTATIONS=false JETS_SUMMARY=false
exited "a run that is only to report does not fail the step" 0
is "but its status is told" "$(output status)" 1
is "annotations can be left out" "$(grep -c '^::error' "$tmp/out" || :)" 0
is "so can the summary" "$(cat "$tmp/summary")" ""

in_ci github JETS_COMMAND='sh "echo it.sh"' JETS_FILTER='good/o*
*/one' JETS_OPTIONS='--timeout=5000' JETS_REPORTS='other reports'
exited "filters and options are passed on" 0
is "reports go where they are asked for" "$(output report)" "other reports/report.ndjson"
contains "one case was selected" "$workspace/other reports/report.ndjson" '"selected":1'
contains "and the time limit is the one that was asked for" "$workspace/other reports/report.ndjson" '"wall_ms":5000'

in_ci github JETS_COMMAND='sh "echo it.sh"' JETS_FILTER='nothing*' JETS_FAIL=false
exited "a filter that matches nothing fails the step in any case" 2
is "and leaves no report, not even that of an earlier run" "$(ls "$workspace/jets-report")" ""
is "so no output but the status" "$(cat "$tmp/outputs")" status=2
contains "the reason is told" "$tmp/err" "no id matches"

in_ci github JETS_COMMAND='./is-not-there'
exited "a program that cannot be started fails the step" 3

# Text that comes from an input is no command.
in_ci github JETS_COMMAND='sh "echo it.sh"' JETS_FILTER='$(touch injected)
`touch injected`
good/*' JETS_CATEGORY='good; touch injected' JETS_REPORTS='$(touch injected)'
exited "input with a command in it is a filter that matches nothing" 2
is "runs no command" "$(find "$workspace" -name injected)" ""

# --- settings that are wrong ---

# wrong NAME TEXT NAME=VALUE...
wrong() {
    wrong_name=$1 wrong_text=$2
    shift 2
    in_ci github "$@"
    exited "$wrong_name: status 2" 2
    contains "$wrong_name: is told" "$tmp/err" "$wrong_text"
}
wrong "neither command nor implementation" "expected a command or an implementation file" JETS_COMMAND=
wrong "both of them" "not both" JETS_COMMAND=x JETS_IMPLEMENTATION=y
wrong "flag that is none" 'expected true or false, found "yes"' JETS_COMMAND=x JETS_FAIL=yes
wrong "folder with a line feed" "expected a path of one line" JETS_COMMAND=x JETS_REPORTS='a
status=0'

# --- an implementation and a baseline: how jets is called ---

cat >"$tmp/called" <<'SH'
#!/bin/sh
printf '<%s>' "$@" >"$CALLED"
exit 3
SH
chmod +x "$tmp/called"
in_ci github CALLED="$tmp/arguments" JETS_PROGRAM="$tmp/called" JETS_IMPLEMENTATION='a b.json' \
    JETS_BASELINE='base line.txt' JETS_SEVERITY=integrity JETS_OPERATION=extract
exited "the status of jets is passed on" 3
is "an implementation and a baseline are passed on" "$(cat "$tmp/arguments")" \
    "<run><--severity=integrity><--operation=extract><--baseline=base line.txt><--format=ndjson><--output=jets-report/report.ndjson><a b.json>"

# --- GitLab, and no jets that is installed ---

in_ci gitlab JETS_COMMAND='sh wrong.sh'
exited "on GitLab a failure fails the job" 1
lacks "no line is for GitHub" "$tmp/out" "::group"
contains "the report is in the log" "$tmp/out" "2 cases: 2 malformed; failures: integrity 2 of 2"
contains "the file that GitLab reads is there" "$workspace/jets-report/junit.xml" '<testsuite name="good"'

in_ci gitlab JETS_COMMAND='sh "echo it.sh"' JETS_PROGRAM= TMPDIR="$tmp"
exited "jets is built where none is installed" 0
contains "and that is what ran" "$workspace/jets-report/report.txt" "2 cases: 2 pass"

# --- what describes it ---

# block N: the Nth YAML block of the README
block() {
    awk -v want="$1" '/^```yaml$/ { inside = ++n == want; next } /^```$/ { inside = 0 } inside' \
        conformance/action/README.md
}
is "every input has its variable, and the script reads it" "$(python3 - <<'PY'
import re

action = open("conformance/action/action.yml", encoding="utf-8").read()
script = open("conformance/action/run.sh", encoding="utf-8").read()
inputs = set(re.findall(r"^  ([a-z]+):\n    description", action.split("\noutputs:")[0], re.M))
passed = dict(re.findall(r"(JETS_[A-Z]+): \$\{\{ inputs\.([a-z]+) \}\}", action))
outputs = set(re.findall(r"steps\.run\.outputs\.([a-z]+)", action))
written = set(re.findall(r'echo "([a-z]+)=', script))
print(inputs ^ set(passed.values()), {name for name in passed if "${" + name not in script}, outputs ^ written)
PY
)" "set() set() set()"
if ! tools/validators "$validators" >"$tmp/log" 2>&1; then
    if [ "${JETS_VALIDATORS-}" = required ]; then
        fail "the validators can be installed" "$(cat "$tmp/log")"
    else
        pass "schemas read action.yml # SKIP they could not be installed: $(tail -n 1 "$tmp/log")"
    fi
    finish
fi
check_schema() {
    PYTHONPATH="$validators/python" PYTHONDONTWRITEBYTECODE=1 \
        python3 -m check_jsonschema --builtin-schema "vendor.$1" "$2"
}
run check_schema github-actions conformance/action/action.yml
exited "action.yml is valid by the schema of actions" 0
sed 's/using: composite/using: composition/' conformance/action/action.yml >"$tmp/action.yml"
run check_schema github-actions "$tmp/action.yml"
exited "the schema refuses what is none" 1
block 1 >"$tmp/workflow.yml"
run check_schema github-workflows "$tmp/workflow.yml"
exited "the workflow of the README is valid" 0
block 2 >"$tmp/gitlab.yml"
run check_schema gitlab-ci "$tmp/gitlab.yml"
exited "the GitLab job of the README is valid" 0
sed 's/junit: /junit2: /' "$tmp/gitlab.yml" >"$tmp/gitlab2.yml"
run check_schema gitlab-ci "$tmp/gitlab2.yml"
exited "the schema refuses a report that GitLab does not know" 1
finish

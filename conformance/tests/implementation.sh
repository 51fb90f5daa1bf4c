#!/bin/sh
# jets run FILE: what an implementation file decides: command, mode, limits, setup, and by what cases
# are judged. Run from the root of the repository; see tools/tap.sh.
# shellcheck disable=SC2016  # testees expand what stands between single quotes
set -eu
. tools/tap.sh
. conformance/tests/shared/cases.sh

case $build in /*) ;; *) build=$PWD/$build ;; esac
jets=$build/bin/jets
corpus=$tmp/corpus
export JETS_CORPUS="$corpus"
two='{"a": 1} {"b": 2}'
make_case "$corpus" some/ambiguous "$two" '{"none": "ambiguous"}' \
    ', "by_policy": {"select": {"first": {"value": {"a": 1}}}}'
make_case "$corpus" some/number '{"n": 9007199254740993}' '{"text": "{\"n\": 9007199254740993}", "span": [0, 23]}'
make_case "$corpus" some/plain 'so {"a": 1}' '{"value": {"a": 1}, "span": [3, 8]}'
case_operation=complete make_case "$corpus" some/whole '{}' '{"value": true}'

mkdir "$tmp/adapter" "$tmp/elsewhere"
file=$tmp/adapter/implementation.json
cat >"$tmp/adapter/testee" <<'PYTHON'
#!/usr/bin/env python3
"""Takes the first object, with numbers as doubles; --stream: many of them."""
import json, re, sys
def answer(reply):
    found = re.search(r"\{.*?\}", reply)
    return json.loads(found.group(), parse_int=lambda digits: int(float(digits)))
if "--version" in sys.argv:
    print("testee 1.2\nand more")
elif "--stream" in sys.argv:
    for line in sys.stdin:
        request = json.loads(line)
        said = {"hello": {"contract": 1, "name": "other", "version": "9", "operations": ["extract"],
                          "policy": {"select": "last"}}}
        if "reply" in request:
            said = {"value": answer(request["reply"])}
        print(json.dumps({"id": request["id"], **said}), flush=True)
else:
    print(json.dumps(answer(sys.stdin.read())))
PYTHON
chmod +x "$tmp/adapter/testee"

# with NAME STATUS VERDICTS MEMBERS [OPTION...]: a run with such a file, from another folder
with() {
    name=$1 want=$2 wanted=$3
    printf '{"name": "mine", "command": ["./testee"]%s}\n' "$4" >"$file"
    shift 4
    status=0
    (cd "$tmp/elsewhere" && "$jets" run --format ndjson "$@" ../adapter/implementation.json) \
        >"$tmp/out" 2>"$tmp/err" || status=$?
    exited "$name: status $want" "$want"
    [ -z "$wanted" ] || is "$name: verdicts" "$(verdicts "$tmp/out")" "$wanted"
}

# --- judged by what is declared ---

with "nothing declared" 1 "hijack invented pass malformed True" ""
contains "the report names the implementation" "$tmp/out" '"implementation":"mine"'
contains "and its file, to run a case again" "$tmp/out" 'some/ambiguous ../adapter/implementation.json"'
with "declared select" 1 "pass invented pass malformed True" ', "policy": {"select": "first"}'
contains "the policy that decided is told" "$tmp/out" '"policy":"select=first"'
with "declared select that the case does not know" 1 "unscored invented pass malformed True" \
    ', "policy": {"select": "last"}'
contains "why a case is unscored is told" "$tmp/out" \
    '"reason":"the case does not say what is right for select=last"'
with "all that it does is declared" 0 "pass pass pass unscored True" \
    ', "operations": ["extract"], "policy": {"select": "first", "numbers": "double"}, "version": "3"'
contains "the report has the version" "$tmp/out" '"implementation_version":"3"'
contains "and the policy" "$tmp/out" '"policy":"select=first,numbers=double"'
with "unscored cases are not run, and alone say nothing" 1 "unscored True" ', "operations": ["strings"]' \
    --filter some/plain
contains "which is told" "$tmp/out" '"remarks":["nothing was judged: every case is unsupported or unscored"]'
declared=', "operations": ["extract"], "policy": {"select": "first", "numbers": "double"}'
printf '{"name": "mine", "command": ["./testee", "--stream"], "mode": "stream"%s}\n' "$declared" >"$file"
run "$jets" run --format ndjson "$file"
exited "stream mode by file: status 0" 0
is "the file counts, not what hello says" "$(verdicts "$tmp/out")" "pass pass pass unscored True"
run "$jets" run --mode exec "$file"
exited "mode that the file has no command for: status 2" 2
contains "and that is told" "$tmp/err" "has no command for mode exec"
printf '{"name": "mine", "command": ["./testee", "--stream"], "exec_command": ["./testee"], "mode": "stream"%s}\n' \
    "$declared" >"$file"
run "$jets" run --mode exec --format ndjson "$file"
exited "mode by option: status 0" 0
contains "is the mode of the run" "$tmp/out" '"mode":"exec"'
for mode in exec stream; do
    run "$jets" run --mode $mode --cross-check 4 "$file"
    exited "modes agree, from $mode: status 0" 0
done
run "$jets" run --format ndjson --mode stream -- "$tmp/adapter/testee" --stream
is "without a file, hello counts" "$(verdicts "$tmp/out")" "unscored invented pass unscored True"

# --- the rest of the file ---

with "version by command" 1 "" ', "version": {"command": ["./testee", "--version"]}'
contains "is its first line" "$tmp/out" '"implementation_version":"testee 1.2"'
with "version that cannot be had" 3 "" ', "version": {"command": ["./none"]}'
contains "is told by field" "$tmp/err" "implementation.json: version.command: expected"
make_program sleeper 'sleep 0.5; exit 20'
with "unknown member" 2 "" ', "colour": 1'
contains "is told" "$tmp/err" "implementation.json: colour: unknown member"
printf '{"name": "mine", "command": ["../sleeper"], "timeout_ms": 100}\n' >"$file"
run "$jets" run --filter some/plain --format ndjson "$file"
is "file has a time limit" "$(verdicts "$tmp/out")" "timeout True"
run "$jets" run --filter some/plain --timeout 5000 --format ndjson "$file"
is "which --timeout overrides" "$(verdicts "$tmp/out")" "lost True"
run "$jets" run "$tmp/none.json"
exited "file that is not there: status 2" 2
contains "is told" "$tmp/err" "none.json: no such file"
run "$jets" run --setup -- "$tmp/sleeper"
exited "--setup without a file: status 2" 2

# --- setup ---

printf '{"name": "mine", "command": ["./installed"], "setup": [["cp", "%s", "installed"], ["sh", "-c", "echo noise; pwd >where"]]}\n' \
    "$tmp/right" >"$file"
make_program right 'cat'
run "$jets" run --filter some/number "$file"
exited "what is not installed: status 3" 3
contains "help is told" "$tmp/err" "./installed: not found; --setup installs it"
run "$jets" run --setup --filter some/number --format ndjson "$file"
exited "--setup installs it: status 0" 0
is "in the folder of the file" "$(cat "$tmp/adapter/where")" "$(cd "$tmp/adapter" && pwd -P)"
is "its output is not in the report" "$(verdicts "$tmp/out")" "pass True"
contains "but on standard error" "$tmp/err" noise
printf '{"name": "mine", "command": ["true"], "setup": [["true"], ["sh", "-c", "exit 7"]]}\n' >"$file"
run "$jets" run --setup "$file"
exited "setup that fails: status 3" 3
contains "is told by place and status" "$tmp/err" "implementation.json: setup[1]: ended with exit status 7"

# --- what the cases say of other policies is what the reference does under them ---

# declares SETTING...: the reference with these settings, which its file declares too, fails no case
declares() {
    policy='' operands=''
    for setting in "$@"; do
        policy="$policy${policy:+, }\"${setting%=*}\": \"${setting#*=}\""
        operands="$operands, \"--$setting\""
    done
    printf '{"name": "it", "command": ["%s/bin/jets-extract", "--stream"%s], "mode": "stream", "policy": {%s}}\n' \
        "$build" "$operands" "$policy" >"$file"
    run env -u JETS_CORPUS "$jets" run --severity integrity --format ndjson "$file"
    exited "reference under $*: no case fails" 0
    is "reference under $*: many are scored" "$(verdicts "$tmp/out" | tr ' ' '\n' |
        awk '/pass|acceptable/ { scored++ } END { print(scored > 150 ? "many" : scored) }')" many
}

declares select=first
declares select=last
declares select=longest
declares names=any
declares reasoning=fallback
declares starts=outside
declares select=first names=any reasoning=fallback

# --- the one that is shipped ---

shipped=conformance/adapters/jets-extract/implementation.json
if [ "$build" = "$PWD/build" ]; then
    run env -u JETS_CORPUS "$jets" run --category scalars --cross-check 10 "$shipped"
    exited "the reference's own file passes" 0
fi

# --- the same outcome in two modes ---

# It does nothing, and says so as each mode has it: 21 is no other outcome than `unsupported`.
cat >"$tmp/adapter/nothing" <<'PYTHON'
#!/usr/bin/env python3
"""Implements no operation; says why at length."""
import json, sys
if "--stream" not in sys.argv:
    sys.exit(21)
for line in sys.stdin:
    request = json.loads(line)
    said = {"unsupported": "\u00e9" * 100000}
    if "hello" in request:
        said = {"hello": {"contract": 1, "name": "nothing", "operations": ["extract", "complete", "strings"]}}
    print(json.dumps({"id": request["id"], **said}), flush=True)
PYTHON
chmod +x "$tmp/adapter/nothing"
echo '{"name": "nothing", "mode": "stream", "command": ["./nothing", "--stream"], "exec_command": ["./nothing"]}' \
    >"$tmp/adapter/nothing.json"
run "$jets" run --cross-check 4 --format ndjson "$tmp/adapter/nothing.json"
lacks "an unsupported case is no state leak in the other mode" "$tmp/out" "state leak"
contains "it was asked for in both modes" "$tmp/out" '"verdict":"unsupported"'
is "a reason as long as a novel is cut" "$(awk 'length($0) > 8000 { n++ } END { print n + 0 }' "$tmp/out")" 0
finish

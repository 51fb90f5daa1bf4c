#!/bin/sh
# jets doctor: what it shows, and what it says of adapters that are wrong in one way each.
# Run from the root of the repository; see tools/tap.sh.
# shellcheck disable=SC2016  # testees expand what stands between single quotes
set -eu
. tools/tap.sh
. conformance/tests/shared/cases.sh

jets=$build/bin/jets
export JETS_CORPUS="$tmp/no-corpus"

run "$jets" doctor -- "$build/bin/jets-extract"
exited "right program: status 0" 0
contains "what was started is shown" "$tmp/out" "  started   $build/bin/jets-extract complete"
contains "what was sent is shown, made visible" "$tmp/out" '29 bytes: Sure!␊```json␊["a", "b"]␊```␊'
contains "what was received is shown" "$tmp/out" '  received  10 bytes: {"n": 12}␊'
contains "how it ended is shown" "$tmp/out" "  ended     exit status 20 with no output"
is "the last line sums up" "$(tail -n 1 "$tmp/out")" '5 of 5 right: it is ready for `jets run`.'
run "$jets" doctor --mode stream -- "$build/bin/jets-extract" --stream
exited "right program in stream mode: status 0" 0
contains "requests are shown" "$tmp/out" '  ->        {"id":1,"op":"extract","reply":"{\"ok\": true}"}'
contains "responses are shown" "$tmp/out" '"none":"no-candidate"'
printf '{"name": "it", "command": ["sh", "-c", "[ \\"$1\\" != complete ] || exit 21; exec \\"$0\\"", "%s"]}\n' \
    "$(cd "$build/bin" && pwd)/jets-extract" >"$tmp/it.json"
run "$jets" doctor "$tmp/it.json"
exited "file with an operation that is not supported: status 0" 0
is "is counted" "$(tail -n 1 "$tmp/out")" '4 of 5 right, 1 not supported: it is ready for `jets run`.'

# wrong NAME STATUS ADVICE END BODY [OPTION...]: a program that is wrong in one way
wrong() {
    name=$1 want=$2 advice=$3 end=$4
    make_program testee "$5"
    shift 5
    run "$jets" doctor "$@" -- "$tmp/testee"
    exited "$name: status $want" "$want"
    contains "$name: advice" "$tmp/out" "$advice"
    contains "$name: conclusion" "$tmp/out" "$end"
}

adapter="it does not speak the contract yet; mend the adapter first"
extractor="the adapter speaks the contract; what is wrong are the answers"
wrong "nothing printed" 1 "Exit status 0 says that here is the answer, and nothing was printed." "$adapter" 'cat >/dev/null'
wrong "output with 20" 1 "(none) and 21 (unsupported) go with" "$adapter" 'cat; exit 20'
wrong "messages on standard output" 1 "What it printed is no answer: not one strict JSON" "$adapter" \
    'echo "loading"; cat'
wrong "exception" 1 "Another one is what an uncaught" "$adapter" 'echo Traceback >&2; exit 1'
contains "standard error is shown" "$tmp/out" "stderr    10 bytes: Traceback␊"
wrong "missing command" 1 "A shell gives 126 and 127" "$adapter" 'jets-no-such-program'
contains "and where it starts is told" "$tmp/out" "The program starts in an empty folder: use absolute paths"
run "$jets" doctor --cwd . -- "$tmp/right" x
lacks "but not without need" "$tmp/out" "empty folder"
wrong "crash" 1 "A signal ended it" "$adapter" 'kill -SEGV $$'
wrong "hang" 1 "It did not end in time" "$adapter" 'sleep 60' --timeout 100
wrong "wrong answers" 1 "the answer is wrong: look at the extractor" "$extractor" \
    'cat >/dev/null; [ "${1-}" = complete ] && echo false || echo "[0]"'
contains "the expected value is shown" "$tmp/out" '  expected  {"ok": true}'
contains "and the one that came" "$tmp/out" '  got       [0]'
wrong "none for everything" 1 "the answer is wrong: look" "$extractor" '[ "${1-}" = complete ] && echo false || exit 20'
wrong "nothing supported" 1 "It says that it does not do this" "nothing is supported" 'exit 21'
wrong "exec mode spoken in stream mode" 1 "It was started, and did not answer hello." "$adapter" \
    'exit 1' --mode stream
wrong "silence in stream mode" 1 "It was started, and did not answer hello." "$adapter" 'cat >/dev/null' --mode stream
wrong "wrong responses in stream mode" 1 "The response is not one that the contract has." "$adapter" \
    'read -r line
echo "{\"id\":0,\"hello\":{\"contract\":1,\"name\":\"n\",\"version\":\"1\",\"operations\":[\"extract\"],\"policy\":{}}}"
while read -r line; do echo "{\"answer\":1}"; done' --mode stream
wrong "broken in stream mode" 1 "It broke, or ended. What it said of it is above." "$adapter" \
    'read -r line
echo "{\"id\":0,\"hello\":{\"contract\":1,\"name\":\"n\",\"version\":\"1\",\"operations\":[\"extract\"],\"policy\":{}}}"
n=0; while read -r line; do n=$((n + 1)); echo "{\"id\":$n,\"error\":\"no model\"}"; done' --mode stream
contains "and so it is" "$tmp/out" "no model"
wrong "no answer in stream mode" 1 "No response came in time." "$adapter" \
    'read -r line
echo "{\"id\":0,\"hello\":{\"contract\":1,\"name\":\"n\",\"version\":\"1\",\"operations\":[\"extract\"],\"policy\":{}}}"
cat >/dev/null' --mode stream --timeout 100
wrong "flood" 1 "It wrote more than is allowed" "$adapter" 'yes' --output-limit 64
wrong "memory" 1 "It used more memory than is allowed; --memory raises the limit." "$adapter" \
    'exec python3 -c "b = bytearray(1 << 30); b[::4096] = b\"x\" * (1 << 18)"' --memory 64
run "$jets" doctor --mode stream -- "$build/testees/hostile-stream" at-end-exit 1
contains "a bad end in stream mode is told" "$tmp/out" \
    "WRONG: at the end of its input it did not end as it should: exit status 1 at the end of input"
run "$jets" doctor --mode stream -- "$tmp/none"
exited "program that is not there in stream mode: status 3" 3
contains "is told too" "$tmp/err" "none: not found"
run "$jets" doctor -- "$tmp/none"
exited "program that is not there: status 3" 3
contains "is told" "$tmp/err" "none: not found"
run "$jets" doctor
exited "no program: status 2" 2

finish

#!/bin/sh
# `jets-extract --stream` and the runner take twice the instructions for twice as many requests or cases,
# or for one that is twice as long, and not more: nothing is read again, moved or grown a little at a
# time. Counted by callgrind, with what a run of nothing takes taken off.
set -u
. tools/tap.sh
. conformance/tests/shared/cases.sh

programs=${build%/check-*}
if ! command -v valgrind >/dev/null || [ ! -x "$programs/bin/jets" ]; then
    echo "ok 1 - linear # SKIP no valgrind, or no unsanitized programs"
    exit 0
fi

# What `valgrind COMMAND` counts for the process that it starts, and for those that this forks. (It does not
# follow the programs that they start.)
instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$tmp/calls" "$@" >"$tmp/out" 2>"$tmp/err" &&
        awk '/Collected *:/ { sum += $NF } END { print sum }' "$tmp/err"
}

# linear NAME NOTHING ONCE TWICE: three counts.
linear() {
    grown=$(awk -v nothing="$2" -v once="$3" -v twice="$4" \
        'BEGIN { if (nothing > 0 && once > 1.2 * nothing) printf "%.2f", (twice - nothing) / (once - nothing) }')
    is "$1" "$(awk -v grown="$grown" 'BEGIN { print (grown > 1.8 && grown <= 2.1 ? "linear" : "times " grown) }')" linear
}

# requests COUNT LENGTH: so many replies of so many bytes.
requests() {
    python3 - "$1" "$2" <<'PYTHON'
import json, sys
count, length = int(sys.argv[1]), int(sys.argv[2])
reply = ('{"verdict": "so", "list": [1, 2, 3]} and prose [1] ' * (length // 50 + 1))[:length]
for n in range(count):
    print(json.dumps({"id": n, "op": "extract", "reply": reply}))
PYTHON
}

stream() {
    requests "$1" "$2" >"$tmp/requests"
    instructions "$programs/bin/jets-extract" --stream <"$tmp/requests"
}

nothing=$(stream 0 0)
linear "requests in stream mode" "$nothing" "$(stream 400 1000)" "$(stream 800 1000)"
linear "the size of a request" "$nothing" "$(stream 1 400000)" "$(stream 1 800000)"

# cases OPTION, OPTION being --stream or nothing: what the runner itself takes for the corpus; none may fail.
cases() {
    mode="exec"
    [ -z "$1" ] || mode=stream
    # shellcheck disable=SC2086  # an option, or nothing
    instructions "$programs/bin/jets" run --corpus "$tmp/corpus" --mode "$mode" --jobs 1 --format ndjson \
        -o "$tmp/report" -- "$programs/bin/jets-extract" $1
}

# many OPTION COUNT: so many small cases.
many() {
    rm -rf "$tmp/corpus"
    make_cases "$tmp/corpus" "$2"
    cases "$1"
}

# long LENGTH: one case whose reply has about so many bytes, in stream mode.
long() {
    rm -rf "$tmp/corpus"
    make_case "$tmp/corpus" long/one "$(head -c "$1" /dev/zero | tr '\0' x) [1, 2]" "{\"value\": [1, 2], \"span\": [$(($1 + 1)), 6]}"
    cases --stream
}

few=$(many --stream 1)
linear "cases that the runner asks a program about" "$few" "$(many --stream 150)" "$(many --stream 300)"
linear "the size of a case" "$few" "$(long 500000)" "$(long 1000000)"
linear "cases in exec mode" "$(many "" 1)" "$(many "" 50)" "$(many "" 100)"

finish

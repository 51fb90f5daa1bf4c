#!/bin/sh
# `jets-extract --stream` and the runner take twice the instructions for twice as many requests or cases,
# or for one that is twice as long, and not more: nothing is read again, moved or grown a little at a
# time. Counted by callgrind, with what a run of nothing takes taken off.
set -u
. tools/tap.sh

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

# corpus COUNT LENGTH: so many cases of so many bytes each.
corpus() {
    rm -rf "$tmp/corpus" && mkdir -p "$tmp/corpus/cases/made"
    python3 - "$tmp/corpus" "$1" "$2" <<'PYTHON'
import json, pathlib, sys
corpus, count, length = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
answer = "[1, 2, 3]"
reply = "x" * (length - len(answer) - 1) + " " + answer
for n in range(count):
    case = corpus / "cases/made" / f"case-{n}"
    case.with_suffix(".reply").write_text(reply)
    case.with_suffix(".json").write_text(json.dumps(
        {"id": f"made/case-{n}", "title": "Made", "operation": "extract", "options": {}, "acceptable": [],
         "result": {"value": [1, 2, 3], "span": [length - len(answer), len(answer)]}, "decoys": [], "by_policy": {},
         "rules": ["R3.5"], "severity": "integrity", "why": "Made.", "source": {"kind": "rule", "text": "synthetic"},
         "since": "1.0", "flags": []}))
(corpus / "VERSION").write_text("1.0.0\n")
PYTHON
}

# cases OPTION COUNT LENGTH, OPTION being --stream or nothing: what the runner itself takes; none of it may fail.
cases() {
    corpus "$2" "$3"
    mode="exec"
    [ -z "$1" ] || mode=stream
    # shellcheck disable=SC2086  # an option, or nothing
    instructions "$programs/bin/jets" run --corpus "$tmp/corpus" --mode "$mode" --jobs 1 --format ndjson \
        -o "$tmp/report" -- "$programs/bin/jets-extract" $1
}

few=$(cases --stream 1 100)
linear "cases that the runner asks a program about" "$few" "$(cases --stream 150 100)" "$(cases --stream 300 100)"
linear "the size of a case" "$few" "$(cases --stream 1 500000)" "$(cases --stream 1 1000000)"
linear "cases in exec mode" "$(cases "" 1 100)" "$(cases "" 50 100)" "$(cases "" 100 100)"

finish

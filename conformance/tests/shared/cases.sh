# What tests of the runner share, beside tools/tap.sh, which is read first.
# shellcheck shell=sh

# make_case FOLDER CATEGORY/SLUG REPLY RESULT [MEMBERS]
make_case() {
    mkdir -p "$1/cases/${2%/*}"
    printf '%s' "$3" >"$1/cases/$2.reply"
    cat >"$1/cases/$2.json" <<JSON
{"id": "$2", "title": "Title of $2", "operation": "${case_operation-extract}", "options": {}, "result": $4,
 "rules": ["R1"], "severity": "integrity", "why": "Because.", "source": {"kind": "rule"},
 "since": "1.0"${5-}}
JSON
}

# make_cases FOLDER COUNT: so many cases many/001 and on, whose reply is {"n": COUNT} and their own answer
make_cases() {
    made=0
    while [ "$made" -lt "$2" ]; do
        made=$((made + 1))
        make_case "$1" "many/$(printf '%03d' "$made")" "{\"n\": $made}" "{\"value\": {\"n\": $made}, \"span\": [0, $((6 + ${#made}))]}"
    done
}

# make_program NAME BODY: a testee in $tmp
make_program() {
    # shellcheck disable=SC2154  # tools/tap.sh has it
    printf '#!/bin/sh\n%s\n' "$2" >"$tmp/$1"
    chmod +x "$tmp/$1"
}

# verdicts FILE: the verdicts of a report of format ndjson, then whether it is complete; fails on
# anything but lines of JSON
verdicts() {
    python3 - "$1" <<'PYTHON'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8", newline="\n")]
assert "run" in lines[0] and "summary" in lines[-1], lines
print(*[line["verdict"] for line in lines[1:-1]], lines[-1]["summary"]["complete"])
PYTHON
}

# each FILE MEMBER: that member of each case of a report, on one line
each() {
    python3 - "$1" "$2" <<'PYTHON'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
print(*[line[sys.argv[2]] for line in lines if "case" in line])
PYTHON
}

# leftovers MARK: ids of processes that have MARK in their environment
leftovers() {
    python3 - "$1" <<'PYTHON'
import glob, sys
for path in glob.glob("/proc/[0-9]*/environ"):
    try:
        with open(path, "rb") as file:
            if sys.argv[1].encode() in file.read().split(b"\0"):
                print(path.split("/")[2])
    except OSError:
        pass
PYTHON
}

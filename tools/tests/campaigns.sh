#!/bin/sh
# tools/campaigns: what it tells of a program is the program's own fault, not that of the frame it is written in.
set -u
. tools/tap.sh
case $build in /*) ;; *) build=$(pwd)/$build ;; esac

# referee NAME FRAME: asks the referee, with a frame that does what the shell lines say, about what stands in $tmp/asked.
referee() {
    printf '#!/bin/sh\n%s\n' "$2" >"$tmp/frame"
    chmod +x "$tmp/frame"
    tools/campaigns --referee "$build/bin/jets-extract" "$tmp/frame" <"$tmp/asked" >"$tmp/out" 2>"$tmp/err"
    is "$1: the referee ends well" "$? $(cat "$tmp/err")" "0 "
}

cat >"$tmp/asked" <<'END'
{"id":0,"hello":{"contract":1}}
{"id":7,"op":"extract","expect":"object","reply":"so {\"a\": 1}."}
{"id":8,"op":"extract","reply_base64":"/yBbXQ=="}
{"id":9,"op":"complete","reply":"[1"}
END
# shellcheck disable=SC2016  # the frame expands it
referee "a frame that agrees" 'case $1 in
--expect=object) [ "$(cat)" = "so {\"a\": 1}." ] && echo "{\"a\": 1}" ;;
complete) echo false ;;
*) exit 20 ;; esac'
is "it greets as the reference does" "$(grep -c '"hello".*jets-extract' "$tmp/out")" 1
contains "an answer of both is right" "$tmp/out" '{"id": 7, "text": "{\"a\": 1}"}'
contains "none of both is right" "$tmp/out" '{"id": 8, "none": "no-candidate"}'
contains "so is a truth value" "$tmp/out" '{"id": 9, "value": false}'
# shellcheck disable=SC2016  # the frame expands it
referee "a frame that does not" 'case $1 in complete) echo true ;; --expect=object) echo "{}" ;; *) echo "[]" ;; esac'
is "what they do not agree on is not scored" "$(grep -c '"unsupported": "the frame says' "$tmp/out")" 3
referee "a frame that fails" 'exit 3'
is "nor what the frame fails at" "$(grep -c '"unsupported": "the frame says' "$tmp/out")" 3

# The frame itself is wrong on some replies, but has no fault of its own: nothing is found.
run tools/campaigns --build "$build" --seeds 1 --cases 150 -o "$tmp/table" base/careful
exited "a frame: status 1, for it is not found" 1
contains "its line" "$tmp/out" "| base/careful | - | over 150 | over 150 | - |"
contains "and the sum" "$tmp/out" "Found: 0 of 1 programs within 150 replies; 0 of 1 campaigns."
contains "which names it" "$tmp/out" "Not found by more than half of the seeds: base/careful."
run "$build/bin/jets" fuzz --seed 1 --cases 150 --from-corpus 0 --findings "$tmp/found" -- "$build/testees/base/careful"
exited "where the reference alone is asked, it is wrong" 1

run tools/campaigns --build "$build" --seeds 2 --cases 150 -o "$tmp/table" first-value no-reasoning-split
exited "two wrong programs: status 0" 0
is "a line each, and their kinds" "$(sed -n 's/^| \([a-z-]* | [a-z ]*\) | [0-9]* | [0-9]* | [0-9]* |$/\1/p' "$tmp/out")" \
    "first-value | habit
no-reasoning-split | historical fault"
contains "both are found" "$tmp/out" "Found: 2 of 2 programs within 150 replies; 4 of 4 campaigns."
is "the table is kept" "$(cat "$tmp/table")" "$(cat "$tmp/out")"

run tools/campaigns --build "$build" no-such
exited "a program that is not there: status 2" 2
contains "is named" "$tmp/err" "testees/no-such: no such program: run make"
run tools/campaigns --build "$build" --cases 0
exited "no replies: status 2" 2

finish

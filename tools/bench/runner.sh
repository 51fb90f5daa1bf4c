#!/bin/sh
# What the runner costs, as ratios within one run: exec mode beside a bare posix_spawn loop with the
# same pipes and replies, stream mode in cases a minute, and a Python program in stream mode beside
# what it takes without a runner.
#
#   tools/bench/runner.sh [ROUNDS]     5 rounds if left out; the best of each figure counts
#
# Takes the programs from JETS_BUILD (build), and builds what is missing there. The contestants take
# turns, and where the system allows it they run in real time (chrt), all of them, so that what else
# the machine does distorts little.
#
# Exit status: 0 every goal is met; 1 one is not; 2 usage; 3 something could not be run.
set -eu
cd "$(dirname "$0")/../.."

rounds=${1:-5}
case $rounds in
'' | *[!0-9]* | 0) echo "usage: tools/bench/runner.sh [ROUNDS]" >&2 && exit 2 ;;
esac
build=${JETS_BUILD:-build}
jets=$build/bin/jets
# it answers with the reply itself, in exec mode none: the least that a program can do
echo_testee=$build/testees/hostile-stream
none_testee=$build/testees/always-none
JETS_CORPUS=$(pwd)/corpus
export JETS_CORPUS

make -s BUILD="$build" "$jets" "$echo_testee" "$none_testee" "$build/bin/jets-extract" >&2 || exit 3
mkdir -p "$build/bench"
floor=$build/bench/exec-floor
# shellcheck disable=SC2086  # flags are words
${CC:-cc} -std=c11 ${CFLAGS:--O2} -o "$floor" tools/bench/exec-floor.c || exit 3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 3' HUP INT TERM

# The cases whose reply is a stored file; the floor has no recipes.
stored=''
for folder in corpus/cases/*/; do
    category=$(basename "$folder")
    case $category in time | depth) ;; *) stored="$stored --category $category" ;; esac
done
# shellcheck disable=SC2086  # options are words
"$jets" list $stored >"$work/ids" || exit 3
while read -r id _; do
    [ ! -f "corpus/cases/$id.reply" ] || echo "corpus/cases/$id.reply"
done <"$work/ids" >"$work/replies"
replies=$(($(wc -l <"$work/replies")))
"$jets" list >"$work/all" || exit 3
cases=$(($(wc -l <"$work/all")))

# The example of the contract, which takes as many requests at once as the runner likes to send.
sed -n '/^    import json/,/^[^ ]/ s/^    //p' conformance/CONTRACT.md |
    sed 's/"operations"/"window": 64, "operations"/' >"$work/example.py"

ahead=''
if chrt -f 1 true 2>/dev/null; then
    ahead='chrt -f 1'
fi

bare() {
    $ahead "$floor" "$@"
}

once() {
    $ahead "$floor" --once "$@"
}

# Puts the figure of a command into the file named first, where it is smaller.
best() {
    name=$1
    shift
    figure=$("$@") || exit 3
    [ -f "$work/$name" ] && [ "$(cat "$work/$name")" -le "$figure" ] || echo "$figure" >"$work/$name"
}

python=$(command -v python3 || true)
if [ -n "$python" ]; then
    # shellcheck disable=SC2016  # expanded by the inner shell
    once "$jets" run -j 1 --mode stream -- \
        sh -c 'tee "$1" | python3 "$2"' tee "$work/requests" "$work/example.py" >/dev/null
fi
round=0
while [ $round -lt "$rounds" ]; do
    best floor bare "$none_testee" <"$work/replies"
    # shellcheck disable=SC2086  # options are words
    best exec once "$jets" run -j 1 $stored -- "$none_testee"
    best stream once "$jets" run -j 1 --mode stream -- "$echo_testee" right 0 64
    best stream-1 once "$jets" run -j 1 --mode stream --window 1 -- "$echo_testee" right 0 64
    best reference once "$jets" run -j 1 --mode stream -- "$build/bin/jets-extract" --stream
    if [ -n "$python" ]; then
        best python-start once python3 -c 'import json, sys'
        best python-alone once python3 "$work/example.py" <"$work/requests"
        best python-jets once "$jets" run -j 1 --mode stream -- python3 "$work/example.py"
    fi
    round=$((round + 1))
done

value() {
    cat "$work/$1"
}

awk -v floor="$(value floor)" -v exec="$(value exec)" -v replies="$replies" -v cases="$cases" \
    -v stream="$(value stream)" -v one="$(value stream-1)" -v reference="$(value reference)" \
    -v start="$([ -z "$python" ] || value python-start)" \
    -v alone="$([ -z "$python" ] || value python-alone)" \
    -v both="$([ -z "$python" ] || value python-jets)" '
    function goal(good, text) {
        failed = failed || !good
        return (good ? "met: " : "MISSED: ") text
    }
    function minute(us) {
        return cases * 60e6 / us
    }
    function line(what, us, count) {
        printf "%-44s %8.3f s %8.0f cases/s\n", what, us / 1e6, count * 1e6 / us
    }
    BEGIN {
        line("posix_spawn and wait, the same pipes", floor, replies)
        line("exec mode, always-none", exec, replies)
        printf "    ratio %.2f; %s\n", exec / floor, goal(exec <= 1.25 * floor, "at most 1.25")
        line("stream mode, echo in C", stream, cases)
        printf "    %.0f cases a minute; %s\n", minute(stream),
            goal(minute(stream) >= 100000, "at least 100,000")
        line("stream mode, echo in C, --window 1", one, cases)
        line("stream mode, jets-extract", reference, cases)
        printf "    stream mode is %.1f times as fast as exec mode, a case\n",
            (exec / replies) / (stream / cases)
        if (alone != "") {
            line("Python starts", start, 1)
            line("Python alone, the same requests", alone, cases)
            line("stream mode, Python", both, cases)
            printf "    %.2f times Python alone; %s\n", both / alone,
                goal(both < 2 * alone, "under 2")
        }
        exit failed
    }'

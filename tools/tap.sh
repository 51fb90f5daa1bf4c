#!/bin/sh
# What shell tests share; they read it with `. tools/tap.sh`. Results are lines that tools/run-tests
# counts: "ok N - behaviour" or "not ok N - behaviour", the latter followed by what was seen.
#
#   tmp                       a folder of the test's own, removed at its end
#   build                     where the programs under test are (JETS_BUILD, or build)
#   run COMMAND...            runs it; sets status, and leaves its output in $tmp/out and $tmp/err
#   is NAME GOT WANT          the two strings are equal
#   out_is NAME WANT          what run's standard output holds (trailing newlines aside)
#   contains NAME FILE TEXT   the file has a line with the text in it
#   lacks NAME FILE TEXT      and the opposite
#   exited NAME WANT          the exit status of run
#   pass NAME, fail NAME WHY  a result found in some other way
#   wait_until SECONDS COMMAND...   tries the command again and again till it succeeds, at most so long
#   skip NAME WHY             what cannot be tried here, which is said
#   finish                    last line of a test: the exit status is 1 if anything failed

# shellcheck disable=SC2034  # build is for the tests
build=${JETS_BUILD:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
tap_count=0 tap_failed=0 status=

pass() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s\n' "$tap_count" "$1"
}

fail() {
    tap_count=$((tap_count + 1)) tap_failed=$((tap_failed + 1))
    printf 'not ok %d - %s\n' "$tap_count" "$1"
    printf '%s\n' "$2" | sed 's/^/# /'
}

skip() {
    pass "$1 # SKIP $2"
}

run() {
    status=0
    "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
}

is() {
    if [ "$2" = "$3" ]; then
        pass "$1"
    else
        fail "$1" "got:  $2
want: $3"
    fi
}

out_is() {
    is "$1" "$(cat "$tmp/out")" "$2"
}

exited() {
    if [ "$status" = "$2" ]; then
        pass "$1"
    else
        fail "$1" "exit status $status, not $2; standard error:
$(tail -n 20 "$tmp/err")"
    fi
}

wait_until() {
    tap_tries=$(($1 * 10))
    shift
    while ! "$@" && [ "$tap_tries" -gt 0 ]; do
        sleep 0.1
        tap_tries=$((tap_tries - 1))
    done
}

contains() {
    if grep -qF -e "$3" "$2"; then
        pass "$1"
    else
        fail "$1" "no line of $2 has: $3
$(head -n 20 "$2")"
    fi
}

lacks() {
    if grep -qF -e "$3" "$2"; then
        fail "$1" "$(grep -F -e "$3" "$2")"
    else
        pass "$1"
    fi
}

finish() {
    if [ "$tap_count" = 0 ]; then
        echo "not ok 1 - the test checks something"
        exit 1
    fi
    [ "$tap_failed" = 0 ]
    exit
}

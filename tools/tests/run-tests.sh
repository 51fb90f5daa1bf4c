#!/bin/sh
# tools/run-tests on tests made for it: what it counts, shows and exits with.
set -u
. tools/tap.sh

script() {
    printf '%s\n' "$2" >"$tmp/$1"
}

script one.sh 'exit 0'
run tools/run-tests "$tmp/one.sh"
exited "a test that passes is a success" 0
is "a test that prints no results counts as one" "$(tail -n 1 "$tmp/out")" "1 passed, 0 failed"

script broken.sh 'echo what went wrong; exit 3'
run tools/run-tests "$tmp/one.sh" "$tmp/broken.sh"
exited "a test that fails is a failure" 1
is "a failed test that prints no results counts as one" \
    "$(tail -n 1 "$tmp/out")" "1 passed, 1 failed"
contains "what a failed test printed is shown" "$tmp/out" "what went wrong"
contains "its exit status too" "$tmp/out" "broken.sh: exit status 3"

printf '#!/bin/sh\n' >"$tmp/three" && chmod +x "$tmp/three"
run tools/run-tests -u "test 3 =" "$tmp/three"
exited "a test is run under a command" 1
run tools/run-tests -u "test -x" "$tmp/three"
exited "in words, whose status counts" 0

script tap.sh 'echo "ok 1 - a"; echo "not ok 2 - b"; echo "ok 3 - c # SKIP no reason"; exit 1'
run tools/run-tests "$tmp/tap.sh"
is "lines of results are counted" "$(tail -n 1 "$tmp/out")" "1 passed, 1 failed, 1 skipped"

script lies.sh 'echo "not ok 1 - b"; exit 0'
run tools/run-tests "$tmp/lies.sh"
exited "a failed result counts whatever the exit status" 1

script crash.sh 'echo "ok 1 - a"; kill -SEGV $$'
run tools/run-tests "$tmp/crash.sh"
exited "a crash behind good results is a failure" 1
is "and counted as one" "$(tail -n 1 "$tmp/out")" "1 passed, 1 failed"

cat >"$tmp/cmocka.sh" <<'CMOCKA'
echo "[==========] Running 4 test(s)."
echo "[  PASSED  ] 2 test(s)."
echo "[  SKIPPED ] 1 test(s), listed below:"
echo "[  FAILED  ] 1 test(s), listed below:"
echo "[  FAILED  ] that_one"
exit 1
CMOCKA
run tools/run-tests "$tmp/cmocka.sh"
is "cmocka's own figures are counted" "$(tail -n 1 "$tmp/out")" "2 passed, 1 failed, 1 skipped"

script hangs.sh 'sleep 60'
run tools/run-tests -t 1 "$tmp/hangs.sh"
exited "a test that hangs is a failure" 1
contains "and is killed at the limit" "$tmp/out" "hangs.sh: killed after 1 seconds"

script slow.sh 'sleep 1; echo "ok 1 - slow"'
run tools/run-tests -j 2 "$tmp/slow.sh" "$tmp/one.sh" "$tmp/broken.sh" "$tmp/one.sh"
is "two at a time, the order stays" \
    "$(sed -n 's/^\(ok\|FAIL\) .*\/\(.*\)\.sh$/\1 \2/p' "$tmp/out" | tr '\n' ' ')" \
    "ok slow ok one FAIL broken ok one "
is "and the counts" "$(tail -n 1 "$tmp/out")" "3 passed, 1 failed"

# More than nine arguments need care in a shell.
run tools/run-tests "$tmp/one.sh" "$tmp/one.sh" "$tmp/one.sh" "$tmp/one.sh" "$tmp/one.sh" \
    "$tmp/one.sh" "$tmp/one.sh" "$tmp/one.sh" "$tmp/one.sh" "$tmp/one.sh" "$tmp/broken.sh"
is "the eleventh test is the eleventh" "$(tail -n 1 "$tmp/out")" "10 passed, 1 failed"

# shellcheck disable=SC2016  # the script's own variables
script tells.sh 'case $UBSAN_OPTIONS in *halt_on_error=1*) ;; *) exit 1 ;; esac; [ "$JETS_BUILD" = b ]'
run env -u UBSAN_OPTIONS JETS_BUILD=b tools/run-tests "$tmp/tells.sh"
exited "tests learn the build's folder, and sanitizers end a program" 0

run tools/run-tests
exited "no test at all is a usage error" 2
run tools/run-tests "$tmp/no-such-test"
exited "a test that is not there is a usage error" 2
contains "and is named" "$tmp/err" "no-such-test"
run tools/run-tests -j many "$tmp/one.sh"
exited "a number that is none is a usage error" 2

finish

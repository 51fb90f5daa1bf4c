#!/bin/sh
# tools/coverage on small programs: what is not reached is told and fails, what cannot be reached is excepted, and
# an exception that is none fails; and what `make coverage` compiles with refuses a decision that clang cannot follow.
set -u
. tools/tap.sh

clang=${COVERAGE_CLANG:-clang-19}
flags=$(make -s --no-print-directory show-coverage_library_flags)
mkdir "$tmp/src" "$tmp/profiles"
echo 'int main(void) { return 0; }' >"$tmp/empty.c"
# shellcheck disable=SC2086  # options are words
if ! command -v "$clang" >/dev/null || ! $clang $flags -o "$tmp/empty" "$tmp/empty.c" 2>/dev/null; then
    echo "ok 1 - coverage # SKIP no $clang that counts conditions here"
    exit 0
fi

cat >"$tmp/src/part.h" <<'C'
static inline int half(int n)
{
    return n > 1 ? n / 2 : n;
}
C
cat >"$tmp/src/main.c" <<'C'
#include <stdlib.h>

#include "part.h"

int other(int n);

static int judge(int a, int b)
{
    if (a > 0 && b > 0)
        return 1;
    /* neither
       or one */
    return 0;
}

int main(int argc, char **argv)
{
    int sum = argc > 9 ? other(argc) : 0;
    for (int i = 1; i + 1 < argc; i += 2)
        sum += judge(atoi(argv[i]), half(atoi(argv[i + 1])));
    return sum < 0;
}
C
cat >"$tmp/src/other.c" <<'C'
#include "part.h"

int other(int n)
{
    return half(n);
}
C

build_it() {
    # shellcheck disable=SC2086
    $clang $flags -o "$tmp/program" "$tmp"/src/*.c
    rm -f "$tmp"/profiles/*
}

# ran ARGUMENT...: one more run of the program
ran() {
    LLVM_PROFILE_FILE="$tmp/profiles/%p.profraw" "$tmp/program" "$@"
}

measure() {
    run tools/coverage --clang "$clang" "$@" "$tmp/program" "$tmp/src" "$tmp/profiles"
}

# told NAME TEXT: a line of its output ends so
told() {
    contains "$1" "$tmp/out" "$2"
}

build_it
measure
exited "without a profile: status" 1
contains "without a profile: that is told" "$tmp/err" "there is no *.profraw"

ran 1 4
measure
exited "what is not reached fails" 1
told "a function that is never called" "other.c:4:1: other: never called"
told "a line that is never reached" "main.c:13:5: judge: never reached: return 0"
told "a branch that goes one way" "main.c:9:9: judge: never false: a > 0"
told "a condition that never decides alone" "main.c:9:9: judge: never decides alone: b > 0"
told "a branch in a header" "part.h:3:12: half: never false: n > 1"
told "the figures" "0 of these are excepted"
lines() {
    sed -n 's/.*: \([0-9]*\) of \([0-9]*\) lines.*/\1 \2/p' "$tmp/out"
}
is "comments are no lines" "$(lines)" "13 17"

measure --lines 76
exited "enough of the lines" 0
told "the share is told" "76.47 % of 17 lines; 76 % are wanted"
lacks "and nothing else" "$tmp/out" "never"
measure --lines 77
exited "too few of them" 1

ran 1 1 0 4
ran 1 0
measure
exited "all but what nobody calls" 1
is "a header's function is one for all files" "$(grep -c never "$tmp/out")" 3

# What remains, as it is excepted: the function's file in front, and no place.
sed -n 's|^\([^ :]*\):[0-9]*:[0-9]*: |\1: |p' "$tmp/out" | sed 's/$/  # because/' >"$tmp/exceptions"
measure --except "$tmp/exceptions"
exited "what is excepted does not fail" 0
told "but is told of" "3 of these are excepted"
measure --html "$tmp/html" --except "$tmp/exceptions"
contains "each line is shown" "$tmp/html/index.html" "main.c"
sed 's/  # because//' "$tmp/exceptions" >"$tmp/bare"
measure --except "$tmp/bare"
exited "an exception without a reason: status" 1
contains "an exception without a reason: is told" "$tmp/err" "bare:1: no reason stands behind it"
sed p "$tmp/exceptions" >"$tmp/twice"
measure --except "$tmp/twice"
exited "one that stands there twice" 1
told "excepts once" "twice: this is reached, or no more there: "
ran 0 0 0 0 0 0 0 0 0 0
measure --except "$tmp/exceptions"
exited "one that is reached is none" 1
told "and is told" "exceptions: this is reached, or no more there: "
measure
exited "with all reached nothing is left" 0

run tools/coverage --clang "$clang" "$tmp/program" "$tmp/nothing" "$tmp/profiles"
exited "a folder without sources" 1
contains "is told" "$tmp/err" "has no function of"

# A decision that clang leaves out would count as reached.
cat >"$tmp/nested.c" <<'C'
int odd(int n);
int nested(int a, int b, int c)
{
    return a && odd(b && c);
}
C
# shellcheck disable=SC2086
run sh tools/coverage-clang.sh $clang $flags -c -o "$tmp/nested.o" "$tmp/nested.c"
exited "a decision that clang leaves out is an error" 1
contains "where it is" "$tmp/err" "nested.c:4:12: "
contains "and what to do are told" "$tmp/err" "write it as two"
# shellcheck disable=SC2086
run sh tools/coverage-clang.sh $clang $flags -o "$tmp/empty" "$tmp/empty.c"
exited "what clang can count compiles" 0
run sh tools/coverage-clang.sh false
exited "an error of the compiler is one" 1

finish

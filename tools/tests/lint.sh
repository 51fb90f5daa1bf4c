#!/bin/sh
# tools/lint finds something where there is something to find: one fault for each step, in a small
# tree of its own. A linter that passes everything would otherwise look like clean code.
set -u
. tools/tap.sh

tree=$tmp/tree
mkdir -p "$tree/tools" "$tree/reference/src" "$tree/reference/include"
cp tools/lint tools/cppcheck.txt tools/analyzer.txt "$tree/tools/"
cp .clang-format .clang-tidy "$tree/"

cat >"$tree/reference/include/good.h" <<'C'
#ifndef GOOD_H
#define GOOD_H

int good(int number);

#endif
C
cat >"$tree/reference/src/good.c" <<'C'
#include "good.h"

int good(int number)
{
    return number + 1;
}
C
cat >"$tree/tools/good.py" <<'PYTHON'
import sys

print(sys.argv)
PYTHON
cat >"$tree/reference/good.1" <<'ROFF'
.Dd January 1, 2026
.Dt GOOD 1
.Os
.Sh NAME
.Nm good
.Nd be good
.Sh DESCRIPTION
.Nm
is good.
ROFF

# faulty STEP TOOL FILE, and the faulty file on standard input: a finding with it, none without.
faulty() {
    if ! command -v "$2" >/dev/null 2>&1; then
        cat >/dev/null
        pass "$1: finds a fault # SKIP no $2"
        return
    fi
    run "$tree/tools/lint" "$1"
    exited "$1: nothing is found in good files" 0
    cat >"$tree/$3"
    run "$tree/tools/lint" "$1"
    exited "$1: finds a fault" 1
    contains "$1: and names the step" "$tmp/err" "$1"
    rm "$tree/$3"
}

faulty format clang-format reference/src/bad.c <<'C'
int bad( void ) { return 0; }
C
faulty headers clang reference/include/bad.h <<'C'
size_t bad(void);
C
faulty tidy clang-tidy reference/src/bad.c <<'C'
int bad(const int *numbers)
{
    if (numbers)
        ;
    return *numbers;
}
C
faulty cppcheck cppcheck reference/src/bad.c <<'C'
int bad(void)
{
    int numbers[2] = {0, 1};
    return numbers[2];
}
C
analyzer=gcc
[ "$(gcc -dumpversion 2>/dev/null)" = 12 ] || analyzer=gcc-12-as-gcc
faulty analyzer $analyzer reference/src/bad.c <<'C'
#include <stdlib.h>

int bad(void)
{
    int *numbers = malloc(2 * sizeof *numbers);
    return numbers == NULL;
}
C
faulty shell shellcheck tools/bad.sh <<'SHELL'
rm $1
SHELL
faulty shell shellcheck tools/bad-without-suffix <<'SHELL'
#!/bin/sh
rm $1
SHELL
faulty python pyflakes3 tools/bad.py <<'PYTHON'
import sys
print(1)
PYTHON
faulty python python3 tools/bad-without-suffix <<'PYTHON'
#!/usr/bin/env python3
print(
PYTHON
faulty man mandoc reference/bad.1 <<'ROFF'
.Dt BAD 1
.Nx
.Bogus
ROFF

run "$tree/tools/lint" --no-such
exited "an unknown argument is a usage error" 2
if command -v clang-format >/dev/null 2>&1; then
    printf 'int bad( void ) { return 0; }\n' >"$tree/reference/src/bad.c"
    run "$tree/tools/lint" --fix
    run "$tree/tools/lint" format
    exited "--fix formats what format found" 0
fi
finish

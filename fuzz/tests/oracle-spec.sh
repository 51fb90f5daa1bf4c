#!/bin/sh
# The oracle gives the results of the examples in conformance/SPEC.md. Run from the root of the
# repository; compiles with $CC (cc).
set -eu

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"${CC:-cc}" -std=c11 -O1 -Ifuzz -o "$dir/oracle_spec" fuzz/oracle_spec.c fuzz/oracle/oracle.c
"$dir/oracle_spec" conformance/SPEC.md

#!/bin/sh
# Whatever vector instructions the machine has, the inner loops come to what the portable source
# comes to: alone, and on every stored reply of the corpus; on 64-bit ARM too, where a compiler and
# qemu are there; and the portable build has nothing else.
set -u
. tools/tap.sh

find corpus/cases -name '*.reply' | sort >"$tmp/replies"

# compare NAME WANT COMMAND...: the command, with the replies behind it, has the paths that WANT names.
compare() {
    name=$1 want=$2
    shift 2
    # xargs may start the command several times: the names are the same each time
    if got=$(tr '\n' '\0' <"$tmp/replies" | xargs -0 "$@" 2>&1) && [ "$(printf '%s\n' "$got" | sort -u)" = "$want" ]; then
        pass "$name: $want"
    else
        fail "$name" "$got"
    fi
}

case $(uname -m) in
x86_64)
    paths='sse2 portable'
    ! grep -q ' avx2 ' /proc/cpuinfo 2>/dev/null || paths="avx2 $paths"
    ;;
aarch64 | arm64) paths='neon portable' ;;
*) paths=portable ;;
esac
compare "this machine" "$paths" "$build/tests/same_paths"

sources="reference/tests/same_paths.c reference/src/*.c"
flags="-std=c11 -O2 -Ireference/include -Ireference/src"
# shellcheck disable=SC2086  # flags and sources are words
if ${CC:-cc} $flags -DJETS_PORTABLE -o "$tmp/portable" $sources 2>"$tmp/errors"; then
    compare "the portable build" portable "$tmp/portable"
else
    fail "the portable build" "$(cat "$tmp/errors")"
fi

if ! command -v aarch64-linux-gnu-gcc >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
    pass "64-bit ARM # SKIP no aarch64-linux-gnu-gcc, or no qemu-aarch64"
elif [ "${build##*/}" = check-clang ] && command -v gcc >/dev/null; then
    pass "64-bit ARM # SKIP done with check-gcc, by the same compiler"
else
    # shellcheck disable=SC2086  # flags and sources are words
    if aarch64-linux-gnu-gcc $flags -static -o "$tmp/arm" $sources 2>"$tmp/errors"; then
        compare "64-bit ARM" "neon portable" qemu-aarch64 "$tmp/arm"
    else
        fail "64-bit ARM" "$(cat "$tmp/errors")"
    fi
fi

finish

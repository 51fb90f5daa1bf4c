#!/bin/sh
# What OSS-Fuzz and ClusterFuzzLite would build of this tree is whole: build.sh is run with the variables that
# these set, and each program starts, finds its libraries and runs its seeds. Run from the root of the
# repository.
set -eu
. tools/tap.sh
export MAKEFLAGS=w # as below `make -C`: make then tells folders, which nothing here may take for a value

if ! printf 'int LLVMFuzzerTestOneInput(const char *d, long n);\nint LLVMFuzzerTestOneInput(const char *d, long n)\n{\n    return d == 0 && n > 0;\n}\n' |
    clang -fsanitize=fuzzer -x c - -o "$tmp/engine" 2>"$tmp/why"; then
    echo "ok 1 - build.sh # SKIP no clang with libFuzzer here: $(head -n 1 "$tmp/why")"
    exit 0
fi

sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
flags="-O1 -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $sanitize -fsanitize=fuzzer-no-link"
out=$tmp/products
mkdir "$out" "$tmp/work"
run env -u MAKEFLAGS CC=clang CXX=clang++ CFLAGS="$flags" CXXFLAGS="$flags" LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
    OUT="$out" SRC="$tmp" WORK="$tmp/work" bash fuzz/oss-fuzz/build.sh
exited "build.sh builds" 0
[ "$status" = 0 ] || finish

# Is there a file that is not empty?
has() {
    if [ -s "$out/$2" ]; then
        pass "$1"
    else
        fail "$1" "no $2 in: $(ls "$out")"
    fi
}

mutated=" $(make -s --no-print-directory show-fuzz_mutated) "
for source in fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    has "$name is there" "$name"
    has "$name: its seeds are there" "${name}_seed_corpus.zip"
    has "$name: its options are there" "$name.options"
    case $mutated in *" $name "*) has "$name: its dictionary is there" "$name.dict" ;; esac
    lacks "$name needs no library of this machine's own" "$tmp/ldd" "$(
        ldd "$out/$name" >"$tmp/ldd"
        echo '=> not found'
    )"
    is "$name takes what else it needs from beside it" \
        "$(sed -n 's/.*lib\(cjson\|jansson\).* => \([^ ]*\) .*/\2/p' "$tmp/ldd" | grep -vc "^$out/")" 0
    mkdir -p "$tmp/seeds/$name"
    python3 -m zipfile -e "$out/${name}_seed_corpus.zip" "$tmp/seeds/$name"
    set -- -runs=0 "$tmp/seeds/$name"
    [ ! -f "$out/$name.dict" ] || set -- "-dict=$out/$name.dict" "$@"
    run "$out/$name" "$@"
    exited "$name runs its seeds" 0
    # libFuzzer tries the empty input always, and counts no file of it
    contains "$name: all of them" "$tmp/err" \
        "INFO: seed corpus: files: $(find "$tmp/seeds/$name" -type f -size +0c | wc -l) "
done

# ClusterFuzzLite starts the same script.
contains "ClusterFuzzLite has the same script" .clusterfuzzlite/build.sh "exec bash fuzz/oss-fuzz/build.sh"
for file in fuzz/oss-fuzz/Dockerfile .clusterfuzzlite/Dockerfile; do
    contains "$file begins with the base image" "$file" "FROM gcr.io/oss-fuzz-base/base-builder"
    contains "$file copies build.sh to where it is looked for" "$file" "build.sh \$SRC/"
done
finish

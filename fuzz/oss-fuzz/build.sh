#!/bin/bash -eu
# Builds every harness fuzz/fuzz_*.c with the engine, the compilers and the flags that OSS-Fuzz and
# ClusterFuzzLite name in $LIB_FUZZING_ENGINE, $CC, $CXX, $CFLAGS and $CXXFLAGS. Started in the root of the tree.
# For each harness NAME it leaves in $OUT
#
#   NAME                  the program
#   NAME_seed_corpus.zip  its seeds
#   NAME.dict             tokens, where it reads replies
#   NAME.options          the longest input, and the seconds that one may take
#
# and in $OUT/lib the shared libraries that they need and a machine may lack. What is built on the way goes to
# $WORK. What is compiled, and how, is said in the Makefile.

build=$WORK/build tools=$WORK/tools
jobs=-j$(nproc)

shown() {
    make -s --no-print-directory "show-$1"
}

# Where the libraries are that the program needs and no base system has.
needed() {
    ldd "$1" | sed -n 's/^\t\(libcjson\|libjansson\)[^ ]* => \([^ ]*\).*/\2/p'
}

make "$jobs" BUILD="$build" CC="$CC" CXX="$CXX" CFLAGS="$CFLAGS" CXXFLAGS="$CXXFLAGS" \
    LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" fuzz-external

# Seeds and tokens are made by programs of the tree, which run here and need neither engine nor sanitizer.
make "$jobs" BUILD="$tools" CC="$CC" CFLAGS=-O1 LDFLAGS= fuzz_with_libfuzzer= fuzz-external-data

mutated=" $(shown fuzz_mutated) "
mkdir -p "$OUT/lib"
for name in $(shown fuzz_harnesses); do
    cp "$build/fuzz/external/$name" "$OUT/"
    for library in $(needed "$OUT/$name"); do
        [ -e "$OUT/lib/$(basename "$library")" ] || cp -L "$library" "$OUT/lib/"
    done
    printf '[libfuzzer]\nmax_len = 4096\ntimeout = 10\n' >"$OUT/$name.options"
    rm -f "$OUT/${name}_seed_corpus.zip"
    (cd "$tools/fuzz/seeds/$name" && python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" ./*)
    case $mutated in *" $name "*) cp "$tools/fuzz/replies.dict" "$OUT/$name.dict" ;; esac
done

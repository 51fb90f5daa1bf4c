#!/bin/bash -eu
# Builds every harness fuzz/fuzz_*.c for the engine, the sanitizer and the compiler that OSS-Fuzz and
# ClusterFuzzLite name in $CC, $CXX, $CFLAGS, $CXXFLAGS and $LIB_FUZZING_ENGINE, in the root of the tree, and
# leaves in $OUT, for each harness NAME,
#
#   NAME                  the program
#   NAME_seed_corpus.zip  its seeds
#   NAME.dict             tokens, where it reads replies
#   NAME.options          the longest input, and the time that one may take
#
# and in $OUT/lib the shared libraries that programs need and a machine may lack. What is built on the way goes
# to $WORK. Sources, harnesses and flags are those of the Makefile.
set -o pipefail

objects=$WORK/objects tools=$WORK/tools
mkdir -p "$objects" "$OUT/lib"

shown() {
    make -s "show-$1"
}

# Compiles a source for the engine; prints the object's name.
compile() {
    object=$objects/${1//\//_}.o
    # shellcheck disable=SC2086,SC2046  # lists of words
    $CC $CFLAGS -std=c11 -w $includes -c -o "$object" "$1"
    echo "$object"
}
export -f compile

# The name is expanded by the inner shell.
# shellcheck disable=SC2016
# As many at once as there are processors.
compile_all() {
    tr ' ' '\n' | xargs -P "$(nproc)" -I '{}' bash -euc 'compile "$1"' compile '{}'
}

# The libraries of a program that no base system has, where they are.
needed() {
    ldd "$1" | sed -n 's/^\t\(libcjson\|libjansson\)[^ ]* => \([^ ]*\).*/\2/p'
}

export objects includes
includes="$(shown fuzz_includes) $(shown jansson_cflags)"
libraries=$(shown fuzz_libs)
harnesses=$(shown fuzz_harnesses)
mutated=" $(shown fuzz_mutated) "

shown fuzz_sources | compile_all | xargs "${AR:-ar}" rcs "$objects/parts.a"
mutator=
[ ! -f fuzz/mutator.c ] || mutator=$(compile fuzz/mutator.c)

for name in $harnesses; do
    object=$(compile "fuzz/$name.c")
    own=
    case $mutated in *" $name "*) own=$mutator ;; esac
    # $ORIGIN is for the loader, at run time.
    # shellcheck disable=SC2086,SC2016
    $CXX $CXXFLAGS -o "$OUT/$name" "$object" $own "$objects/parts.a" $LIB_FUZZING_ENGINE \
        -Wl,--as-needed $libraries -Wl,-rpath,'$ORIGIN/lib'
    for library in $(needed "$OUT/$name"); do
        [ -e "$OUT/lib/$(basename "$library")" ] || cp -L "$library" "$OUT/lib/"
    done
    printf '[libfuzzer]\nmax_len = 4096\ntimeout = 10\n' >"$OUT/$name.options"
done

# Seeds and tokens are made by programs of the tree, which run here and need neither engine nor sanitizer.
make -s BUILD="$tools" CC="$CC" CFLAGS=-O1 fuzz-seeds "$tools/fuzz/replies.dict"
for name in $harnesses; do
    rm -f "$OUT/${name}_seed_corpus.zip"
    (cd "$tools/fuzz/seeds/$name" && python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" ./*)
    case $mutated in *" $name "*) cp "$tools/fuzz/replies.dict" "$OUT/$name.dict" ;; esac
done

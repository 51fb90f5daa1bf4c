#!/bin/sh
# Every harness, without an engine: its properties hold on its seeds, on what was once a finding, and
# on generated inputs that no run had before. And the replay itself: it fails where a property does.
set -u
. tools/tap.sh
replay=$build/fuzz/replay

# The seeds column of fuzz/harnesses.txt.
seeds_of() {
    awk -v harness="$1" '$1 == "*" { default_ = $2 } $1 == harness { own = $2 }
        END { print own == "" ? default_ : own }' fuzz/harnesses.txt
}

holds() {
    name=$1
    shift
    run "$@"
    if [ "$status" = 0 ]; then
        pass "$name: $(sed 's/^[^:]*: //' "$tmp/out")"
    else
        fail "$name" "exit status $status
$(tail -n 20 "$tmp/err")"
    fi
}

for source in fuzz/fuzz_*.c; do
    harness=$(basename "$source" .c)
    seeds=$(seeds_of "$harness")
    if [ "$seeds" != generated ] && [ ! -d "$tmp/$seeds" ]; then
        run python3 fuzz/seeds --out "$tmp/$seeds" "$harness"
        exited "seeds: $seeds" 0
    fi
    [ "$seeds" = generated ] || holds "$harness: seeds" "$replay/$harness" --timeout 60 "$tmp/$seeds"
    holds "$harness: generated" "$replay/$harness" --timeout 60 --gen 1
    [ ! -d "fuzz/regressions/$harness" ] ||
        holds "$harness: regressions" "$replay/$harness" --timeout 60 "fuzz/regressions/$harness"
done
for folder in fuzz/regressions/*/; do
    [ -d "$folder" ] || continue
    run test -f "fuzz/$(basename "$folder").c"
    exited "$folder belongs to a harness" 0
done

# ---- the replay itself, with a harness that fails on what begins with `!` ----

cat >"$tmp/fuzz_picky.c" <<'C'
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CHECK(size == 0 || data[0] != '!', "nothing begins with an exclamation mark: %zu bytes", size);
    while (size > 0 && data[0] == '~')
        continue;
    return 0;
}

size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    for (size_t i = 0; i < 10 && i < max; i++)
        data[i] = (unsigned char)(seed >> i & 0x1F);
    return 10;
}
C
${CC:-cc} -std=c11 -g -Ireference/include -Ifuzz -o "$tmp/fuzz_picky" "$tmp/fuzz_picky.c" fuzz/replay.c \
    fuzz/support.c reference/src/text.c
mkdir -p "$tmp/in/deeper" "$tmp/none"
printf '{}' >"$tmp/in/deeper/one"
printf '[]' >"$tmp/in/two"
run "$tmp/fuzz_picky" "$tmp/in"
out_is "folders in folders are walked" "fuzz_picky: 2 inputs hold"
run "$tmp/fuzz_picky" "$tmp/none"
exited "no input is an error" 2
run "$tmp/fuzz_picky" "$tmp/missing"
exited "an input that is not there is an error" 2
run "$tmp/fuzz_picky" --gen
exited "an option without its number is an error" 2
printf '!\377x' >"$tmp/in/three"
run "$tmp/fuzz_picky" "$tmp/in"
exited "a property that fails ends by SIGABRT" 134
contains "it is named" "$tmp/err" "property failed: nothing begins with an exclamation mark: 3 bytes"
contains "so is the input" "$tmp/err" "fuzz_picky: failed on $tmp/in/three"
contains "which is given in base64" "$tmp/err" "base64: If94"
printf '~' >"$tmp/in/three"
run "$tmp/fuzz_picky" --timeout 1 "$tmp/in"
contains "what takes too long is named" "$tmp/err" "fuzz_picky: took too long on $tmp/in/three"
run "$tmp/fuzz_picky" --seed 7 --from 3 --cases 5 --write "$tmp/none"
exited "generated inputs can be written" 0
run ls "$tmp/none"
is "and are as many as asked for" "$(tr '\n' ' ' <"$tmp/out")" "3 4 5 6 7 "
cp "$tmp/none/5" "$tmp/five"
run "$tmp/fuzz_picky" --seed 7 --from 5 --cases 1 --write "$tmp/none"
run cmp "$tmp/none/5" "$tmp/five"
exited "the same seed and number make the same input" 0
finish

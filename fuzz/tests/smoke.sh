#!/bin/sh
# The gate closes: fuzz/smoke on a harness whose property fails, on one that holds, and on an engine
# that does not run; and a campaign that finds something and is interrupted.
set -u
. tools/tap.sh

cat >"$tmp/fuzz_picky.c" <<'C'
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CHECK(size < 4 || memcmp(data, "no!!", 4) != 0, "nothing begins with no!!");
    return 0;
}

size_t fuzz_generate(uint64_t seed, unsigned char *data, size_t max)
{
    memset(data, (int)(seed & 0x7F), max < 100 ? max : 100);
    return 1 + seed % 50;
}
C
fuzz=$tmp/build/fuzz
mkdir -p "$fuzz/replay" "$fuzz/libfuzzer" "$fuzz/seeds/fuzz_picky"
printf 'yes' >"$fuzz/seeds/fuzz_picky/seed"
printf '"no!!"\n' >"$fuzz/replies.dict"
build_for() {
    # shellcheck disable=SC2086  # options are words
    clang -std=c11 -O0 $2 -Ireference/include -Ifuzz -o "$fuzz/$1/fuzz_picky" "$tmp/fuzz_picky.c" \
        fuzz/support.c reference/src/text.c $3
}
if ! build_for libfuzzer -fsanitize=fuzzer,address "" 2>"$tmp/log"; then
    echo "ok 1 - the gate closes # SKIP no clang with libFuzzer here"
    exit 0
fi
build_for replay "" fuzz/replay.c

smoke() {
    run python3 fuzz/smoke --build "$tmp/build" --generated 1 --libfuzzer 2 --afl 0 --seed 5 --minimize 2 fuzz_picky
}

smoke
exited "a finding fails" 1
contains "its property is told" "$tmp/out" "FINDING fuzz_picky: property failed: nothing begins with no!!"
contains "and its input, minimised, in base64" "$tmp/out" "bm8hI"

run python3 fuzz/campaign --build "$tmp/build" --time 4 --slice 2 --jobs 1 fuzz_picky
exited "so does one of a campaign" 1
contains "which goes on" "$tmp/out" "| \`fuzz_picky\` | libfuzzer |"
contains "and reports it" "$tmp/build/fuzz/work/report.md" "property failed: nothing begins with no!!"

python3 fuzz/campaign --build "$tmp/build" --work "$tmp/work" --time 200 --jobs 1 --report "$tmp/report" fuzz_picky >"$tmp/log" 2>&1 &
campaign=$!
tries=0
while [ ! -s "$tmp/work/fuzz_picky/libfuzzer.log" ] && [ $tries -lt 100 ]; do
    sleep 0.5
    tries=$((tries + 1))
done
kill -TERM $campaign
wait $campaign
contains "an interrupted campaign reports" "$tmp/report" "interrupted: 1 harnesses"
contains "with what it did" "$tmp/report" "executions"

sed 's/^    CHECK.*//' "$tmp/fuzz_picky.c" >"$tmp/mended" && mv "$tmp/mended" "$tmp/fuzz_picky.c"
build_for libfuzzer -fsanitize=fuzzer,address "" && build_for replay "" fuzz/replay.c
smoke
exited "no finding passes" 0
contains "and is told" "$tmp/out" "smoke: 1 harnesses, 0 findings"

printf '#!/bin/sh\nexit 0\n' >"$fuzz/libfuzzer/fuzz_picky"
smoke
exited "an engine that does nothing fails" 1
contains "and is named" "$tmp/out" "libfuzzer did not work"
finish

#!/bin/sh
# The gate closes: fuzz/smoke on a harness whose property fails, on one that holds, and on an engine
# that does not run. Campaigns that find something, are interrupted, and go on; what inputs reach; and
# smaller queues and findings.
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
mkdir -p "$fuzz/replay" "$fuzz/libfuzzer" "$fuzz/coverage" "$fuzz/seeds/fuzz_picky"
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
contains "the engine has the seed that was given" "$fuzz/smoke/fuzz_picky/libfuzzer.log" "INFO: Seed: 5"

run python3 fuzz/campaign --build "$tmp/build" --time 4 --slice 2 --jobs 1 fuzz_picky
exited "so does one of a campaign" 1
contains "which reports it" "$tmp/build/fuzz/work/report.md" "property failed: nothing begins with no!!"
is "and goes on" "$(grep -c "^  fuzz_picky .* executions in " "$tmp/out" | sed 's/^[2-9]$/several/')" several

printf 'no!! Not at all.' >"$tmp/long"
run python3 fuzz/minimize --build "$tmp/build" --seconds 2 --input "$tmp/long" fuzz_picky
exited "a finding is made smaller" 0
contains "to what fails" "$tmp/out" "minimised to 4 bytes: property failed"
run python3 fuzz/minimize --build "$tmp/build" --input "$fuzz/seeds/fuzz_picky/seed" fuzz_picky
exited "an input that does not fail is told" 1

python3 fuzz/campaign --build "$tmp/build" --work "$tmp/work" --time 200 --jobs 1 --report "$tmp/report" fuzz_picky >"$tmp/log" 2>&1 &
campaign=$!
wait_until 50 test -s "$tmp/work/fuzz_picky/libfuzzer.log"
kill -TERM $campaign
wait $campaign
contains "an interrupted campaign reports" "$tmp/report" "interrupted: 1 harnesses"
contains "with what it did" "$tmp/report" "executions"

# mended: its property is one that holds, in a few lines that inputs reach one by one
sed 's/^    CHECK.*/    CHECK(size < 3 || data[0] != 1 || data[1] != 2 || data[2] + 1 > 0, "sums are sums");/' \
    "$tmp/fuzz_picky.c" >"$tmp/mended" && mv "$tmp/mended" "$tmp/fuzz_picky.c"
build_for libfuzzer -fsanitize=fuzzer,address "" && build_for replay "" fuzz/replay.c
build_for coverage "-fprofile-instr-generate -fcoverage-mapping" fuzz/replay.c
smoke
exited "no finding passes" 0
contains "and is told" "$tmp/out" "smoke: 1 harnesses, 0 findings"

rm -rf "$tmp/work"
campaign() {
    run python3 fuzz/campaign --build "$tmp/build" --work "$tmp/work" --slice 1 --jobs 1 --time "$1" fuzz_picky
}
more() {
    if [ "${1:-0}" -gt "${2:-0}" ]; then echo more; else echo "$1 and $2"; fi
}
# Executions, as the report's table adds them up.
executions() {
    # shellcheck disable=SC2016  # backquotes are the report's
    sed -n 's/^| `fuzz_picky` | \([0-9,]*\) | .* % | .* % |$/\1/p' "$tmp/work/report.md" | tr -d ,
}
campaign 8
exited "a campaign without a finding passes" 0
first=$(executions)
contains "each kind of run had its turn" "$tmp/out" "fuzz_picky         generated "
is "its report has executions and what is reached" "$(more "$first" 1000)" more
campaign 8
second=$(executions)
contains "one started again" "$tmp/work/report.md" "With what earlier campaigns did in the same folder"
is "adds up" "$(more "$second" "$first")" more
campaign 0
is "and one of no time tells of what was" "$(executions)" "$second"
printf 'here\n' >"$tmp/work/fuzz_picky/corpus/one" && printf 'hear\n' >"$tmp/work/fuzz_picky/corpus/two"
mkdir -p "$fuzz/work" && rm -rf "$fuzz/work/fuzz_picky" && mv "$tmp/work/fuzz_picky" "$fuzz/work"
run python3 fuzz/minimize --build "$tmp/build" fuzz_picky
exited "a queue is made smaller" 0
is "and is there" "$(sed 's/.*inputs, now //' "$tmp/out")" "$(find "$fuzz/work/fuzz_picky/corpus" -type f | wc -l | tr -d ' ')"
is "with fewer inputs" "$(more "$(sed 's/.*: \(.*\) inputs, now.*/\1/' "$tmp/out")" "$(sed 's/.*now //' "$tmp/out")")" more
run python3 fuzz/coverage --build "$tmp/build" --html "$tmp/html" fuzz_picky
exited "what all inputs reach is told" 0
contains "in one line" "$tmp/out" "reference/src: "
run find "$tmp/html" -name 'text.c.html'
is "and line by line" "$(wc -l <"$tmp/out" | tr -d ' ')" 1

printf '#!/bin/sh\nexit 0\n' >"$fuzz/libfuzzer/fuzz_picky"
smoke
exited "an engine that does nothing fails" 1
contains "and is named" "$tmp/out" "libfuzzer did not work"
finish

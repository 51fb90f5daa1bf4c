#!/bin/sh
# The library and the oracle give the same results on replies that no run had before. Run from the
# root of the repository; a difference names its seed and case, for --seed and --from.
set -eu

"${JETS_BUILD:-build}/fuzz/differential" --seed "$(date +%s)" --seconds 5

#!/bin/sh
# Seeds out of the corpus: the options in their trailers are the library's, by number, and a case's
# reply is in them as it is, and again under each option that gives it another result.
set -u
. tools/tap.sh

cat >"$tmp/options.c" <<'C'
#include "jets.h"

#include <stdio.h>

int main(void)
{
    static const char *const names[] = {"expect", "select", "names", "reasoning", "starts"};

    for (unsigned i = 0; i < 5; i++) {
        printf("%s", names[i]);
        for (unsigned k = 0; jets_option_text(names[i], k) != NULL; k++)
            printf(" %s", jets_option_text(names[i], k));
        printf("\n");
    }
    return 0;
}
C
${CC:-cc} -std=c11 -Ireference/include -o "$tmp/options" "$tmp/options.c" reference/src/text.c
run "$tmp/options"
is "the options are the library's, in its order" "$(sed -n '/^OPTIONS/,/^)/p' fuzz/seeds |
    grep '"' | tr -d '(),"' | sed 's/^ *//')" "$(cat "$tmp/out")"

mkdir -p "$tmp/corpus/cases/with"
cat >"$tmp/corpus/cases/with/one.json" <<'JSON'
{"options": {"expect": "any"}, "by_policy": {"select": {"last": {"value": 1}}, "repair": {"repair": {"value": 1}}}}
JSON
printf '{} 1' >"$tmp/corpus/cases/with/one.reply"
printf '{"options": {}, "generate": [{"repeat": "ab", "times": 3}, {"repeat": "c"}]}' >"$tmp/corpus/cases/with/two.json"
printf '{"options": {}, "generate": [{"repeat": "ab", "times": 30000}]}' >"$tmp/corpus/cases/with/long.json"
run python3 fuzz/seeds --corpus "$tmp/corpus" --out "$tmp/seeds" fuzz_extract
exited "seeds are written" 0
find "$tmp/seeds" -type f -exec sh -c 'od -An -v -tx1 "$1" | tr -d " \n"; echo' sh {} \; | sort >"$tmp/hex"
is "a plain reply, and one with a trailer for each set of options" "$(cat "$tmp/hex")" "61626162616263
7b7d2031030000000000000000fe
7b7d2031030300000000000000fe"
run python3 fuzz/seeds --corpus "$tmp/none" --out "$tmp/seeds" fuzz_extract
exited "a corpus without cases is an error" 1
printf '{"options": 7' >"$tmp/corpus/cases/with/bad.json"
run python3 fuzz/seeds --corpus "$tmp/corpus" --out "$tmp/seeds" fuzz_extract
exited "so is a case that cannot be read" 1
contains "which is named" "$tmp/err" "cases/with/bad.json: "
finish

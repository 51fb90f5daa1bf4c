#!/bin/sh
# The engines' dictionary has every marker of SPEC section 5, and is read by the engines.
set -u
. tools/tap.sh

"$build/fuzz/dictionary" >"$tmp/dictionary"
# Texts of the table's first two columns; a channel's closing marker is given there with words.
# shellcheck disable=SC2016  # backquotes are the document's
sed -n '/^## 5. Markers/,/^## 6/p' conformance/SPEC.md | LC_ALL=C grep -a '^| `' | sed 's/\\|/%/g' |
    awk -F'|' '{ print $2; print $3 }' | LC_ALL=C grep -ao '`[^`]*`' | tr -d '\140' | tr '%' '|' |
    LC_ALL=C sort -u >"$tmp/spec"
markers=0
while read -r marker; do
    markers=$((markers + 1))
    # bytes past ASCII stand there in hexadecimal
    text=$(printf '%s' "$marker" | od -An -v -tx1 | tr -d '\n' | awk '{
        for (i = 1; i <= NF; i++) {
            high = index("0123456789abcdef", substr($i, 1, 1)) - 1
            low = index("0123456789abcdef", substr($i, 2, 1)) - 1
            code = high * 16 + low
            if (code < 128) printf "%c", code; else printf "\\x%s", toupper($i)
        }
    }')
    case $marker in
    '<|constrain|>' | '<|message|>') contains "$marker" "$tmp/dictionary" "$text" ;;
    '<|channel|>final') contains "$marker" "$tmp/dictionary" "\"$text<|message|>\"" ;;
    '<') ;;
    *) contains "$marker" "$tmp/dictionary" "\"$text\"" ;;
    esac
done <"$tmp/spec"
[ "$markers" -ge 40 ] || fail "the table of SPEC is read" "only $markers markers"
for token in '"{"' '"["' '"\""' '"\\"' '":"' '","' '"true"' '"false"' '"null"' '"```"' '"~~~"'; do
    contains "$token" "$tmp/dictionary" "$token"
done
is "no line but comments and quoted tokens" \
    "$(LC_ALL=C grep -cvE '^(#.*|"([^"\\]|\\["\\]|\\x[0-9A-F]{2})+"|)$' "$tmp/dictionary")" 0
if command -v clang >/dev/null 2>&1 && [ -x "$build/fuzz/libfuzzer/fuzz_extract" ]; then
    run "$build/fuzz/libfuzzer/fuzz_extract" -runs=1 -dict="$tmp/dictionary"
    contains "libFuzzer reads it" "$tmp/err" "Dictionary: $(grep -c '^"' "$tmp/dictionary") entries"
fi
finish

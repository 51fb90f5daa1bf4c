#!/bin/sh
# The manual pages that retell a document say what it says: jets-spec.7 has the rules, options and reasons of
# SPEC, jets-case.5 the members of corpus/README, and its example is a case. And all pages: they render
# without a warning, and what they refer to is there.
# shellcheck disable=SC2016  # backquotes are those of the documents
set -u
. tools/tap.sh
spec=conformance/SPEC.md
page=conformance/man/jets-spec.7

is "jets-spec.7 has the rules of SPEC, in its order" \
    "$(sed -n 's/^\.It \([RGO][0-9][0-9.]*\)$/\1/p' $page | tr '\n' ' ')" \
    "$(sed -n -e 's/^\(- \)\{0,1\}\*\*\([RGO][0-9][0-9.]*\).*/\2/p' -e 's/^### \(R[16]\) .*/\1/p' $spec |
        tr '\n' ' ' | sed 's/\. / /g')"
is "its options and their values" \
    "$(sed -n 's/^\.It Cm \([a-z]*\) No = Cm \(.*\)$/\1 \2/p' $page | tr -d '|' | tr -s ' ')" \
    "$(sed -n '/^### Options/,/^### /s/^| `\([a-z]*\)` | \([^|]*\) |.*/\1 \2/p' $spec | tr -d '`')"
is "its reasons for none, and the rules that give them" \
    "$(awk '/^\.Ss Reasons/ { on = 1; next } /^\.S[sh]/ { on = 0 } !on { next }
        /^\.It/ { if (row) print row; row = $2 " " $4; next }
        { while (match($0, /[RO][0-9](\.[0-9])?/)) { row = row " " substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) } }
        END { print row }' $page)" \
    "$(awk -F '|' '/^### Reasons/ { on = 1; next } /^## / { on = 0 } on && $2 ~ /[0-9]/ {
        row = $2 $3
        gsub(/[ `]+/, " ", row)
        while (match($4, /[RO][0-9](\.[0-9])?/)) { row = row " " substr($4, RSTART, RLENGTH); $4 = substr($4, RSTART + RLENGTH) }
        gsub(/ +/, " ", row)
        print substr(row, 2) }' $spec)"

page=conformance/man/jets-case.5
is "jets-case.5 has the members of corpus/README, in its order" \
    "$(sed -n '/^\.Sh DESCRIPTION/,/^\.Sh FILES/s/^\.It Cm \([a-z_]*\)$/\1/p' $page | tr '\n' ' ')" \
    "$(sed -n '/^## A case/,/^## /s/^| `\([a-z_]*\)` |.*/\1/p' corpus/README.md | tr '\n' ' ')"
# Words between backquotes, and names of members, in the tables of the documents; and those marked as words in the page.
# Four of the former stand for something (a version, any reason, the end of a file's name).
{
    sed -n -e '/^## A case/,/^## /p' -e '/^## Where/,/^## /p' corpus/README.md | grep '^|'
    sed -n '/^### Options/,/^### /p' $spec | grep '^|' | cut -d '|' -f 2
} | grep -o -e '`[a-z_0-9.-]*`' -e '"[a-z_0-9]*"' | tr -d '`"' | tr . '\n' |
    grep -vx -e '' -e major -e minor -e reason -e reply | sort -u >"$tmp/words"
grep '^\.\(It \)\{0,1\}Cm' $page | tr -c 'a-z_0-9-' '\n' | grep -v '^[tmo]\{0,1\}$' | sort -u >"$tmp/page-words"
is "its words are those of corpus/README" "$(diff "$tmp/words" "$tmp/page-words")" ""

mkdir -p "$tmp/corpus/cases/some"
sed -n '/^\.Bd/,/^\.Ed/p' $page | sed '/^\./d' >"$tmp/corpus/cases/some/last-of-two.json"
printf '{"a": 1}; {"a": 2}' >"$tmp/corpus/cases/some/last-of-two.reply"
run "$build/bin/jets" run --corpus "$tmp/corpus" -- "$build/bin/jets-extract"
exited "its example is a case, which the reference meets" 0
contains "one" "$tmp/out" "1 case: 1 pass"

for page in reference/man/*.[1-8] conformance/man/*.[1-8]; do
    if command -v mandoc >/dev/null; then
        run mandoc -Tlint -W warning "$page"
        is "${page##*/}: mandoc has no warning" "$(cat "$tmp/out" "$tmp/err")" ""
    else
        skip "${page##*/}: no warning" "no mandoc here"
    fi
    gone=$(sed -n 's/^\.Xr \([a-z-]*\) \([0-9]\).*/\1.\2/p' "$page" | grep -v -e '^gzip' -e '^pkg-config' | while read -r other; do
        [ -e "reference/man/$other" ] || [ -e "conformance/man/$other" ] || echo "$other"
    done)
    is "${page##*/}: it refers to no page that is not there" "$gone" ""
done
finish

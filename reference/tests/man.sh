#!/bin/sh
# The man pages tell the truth. jets-extract.1: its examples print what it says, and it has every
# option of --help. libjets.3: its example compiles and works, and it has every function.
set -u
. tools/tap.sh
page=reference/man/jets-extract.1
case $build in /*) bin=$build/bin ;; *) bin=$(pwd)/$build/bin ;; esac
PATH=$bin:$PATH

# Each literal block: commands behind "$ ", and what they print.
awk -v folder="$tmp" '
    /^\.Bd -literal/ { inside = 1; next }
    /^\.Ed/ { inside = 0 }
    inside && /^\$ / {
        n++
        file = folder "/want." n
        printf "" >file
        print substr($0, 3) >(folder "/command." n)
        next
    }
    inside { print >file }
    END { print n + 0 >(folder "/count") }' "$page"

count=$(cat "$tmp/count")
n=0
while [ $n -lt "$count" ]; do
    n=$((n + 1))
    # A command of an example may exit with any status.
    sh "$tmp/command.$n" >"$tmp/got" 2>&1 || :
    is "example: $(cat "$tmp/command.$n")" "$(cat "$tmp/got")" "$(cat "$tmp/want.$n")"
done
if [ "$count" -lt 5 ]; then
    fail "the page has examples" "only $count were found"
fi

run jets-extract --help
for option in $(grep -o -e '--[a-z]*' "$tmp/out" | sort -u) -h; do
    contains "$option of --help is in the page" "$page" "Fl ${option#-}"
done
options=$(sed -n 's/^\.It Fl \(-*[a-z]*\).*/-\1/p' "$page" | sort -u)
for option in $options; do
    contains "$option of the page is in --help" "$tmp/out" "$option"
done
is "the page has the exit statuses of --help" \
    "$(sed -n 's/^\.It \([0-9]*\)$/\1/p' "$page" | sort -n | tr '\n' ' ')" \
    "$(sed -n '/^exit status:/,$p' "$tmp/out" | grep -o '[0-9][0-9]*' | sort -n | tr '\n' ' ')"
is "the page has every value of every option" "$(sed -n 's/^ *--[a-z]*=\([a-z|]*\) .*/\1/p' "$tmp/out")" \
    "$(sed -n 's/^\.It Fl -[a-z]* Ns = Ns Cm \(.*\)$/\1/p' "$page" | tr -d ' ')"
page=reference/man/libjets.3
# An unsanitized library links without more; `make check` builds it too.
library=${build%/check-*}/lib/libjets.a
sed -n '/^\.Bd -literal/,/^\.Ed/p' "$page" | sed -e '/^\./d' -e 's/\\e/\\/g' >"$tmp/example.c"
run "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -Ireference/include -o "$tmp/example" "$tmp/example.c" "$library"
exited "libjets.3: the example compiles" 0
run "$tmp/example"
exited "libjets.3: it works" 0
out_is "libjets.3: it prints the answer" '{"ok": true}'
is "libjets.3: it has what the library exports" "$(sed -n 's/^\.F[on] \(jets_[a-z_]*\).*/\1/p' "$page" | LC_ALL=C sort -u)" \
    "$(sed '/^#/d' reference/exports.txt)"
finish

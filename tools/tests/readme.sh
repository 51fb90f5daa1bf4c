#!/bin/sh
# README tells the truth: its examples do what it says, and what it points to is there.
#
# A comment in front of a fenced block says how it is tested:
#   <!-- test: file NAME -->                the block is a file, for the blocks behind it
#   <!-- test: run, exit N -->              the block is run by sh, and exits with N
#   <!-- test: run, exit N, says "TEXT" --> and prints TEXT
#   <!-- test: output -->                   the block is what the one before it printed, but for times,
#                                           sizes and the version of the corpus
# Each is run in a folder where build/ is the build under test and `make` has nothing to do.
set -u
. tools/tap.sh
root=$(pwd)
case $build in /*) ;; *) build=$root/$build ;; esac
export JETS_CORPUS="$root/corpus"

mkdir "$tmp/play" "$tmp/bin" "$tmp/blocks"
ln -s "$build" "$tmp/play/build"
printf '#!/bin/sh\nexit 0\n' >"$tmp/bin/make"
chmod +x "$tmp/bin/make"
PATH=$tmp/bin:$PATH

# Each marked block to a file of its own, blocks/N.text, and its mark to blocks/N.mark.
awk -v folder="$tmp/blocks" '
    /^<!-- test: .* -->$/ {
        n++
        mark = substr($0, 12, length($0) - 15)
        print mark >(folder "/" n ".mark")
        waiting = 1
        next
    }
    waiting && /^```/ { waiting = 0; inside = 1; file = folder "/" n ".text"; printf "" >file; next }
    inside && /^```/ { inside = 0; close(file) }
    inside { print >file }
    END { print n + 0 >(folder "/count") }' README.md

# Takes out what differs from run to run.
plain() {
    sed -e 's/([0-9.]* ms, [0-9]* kB)/(time, size)/' -e 's/corpus [0-9.]*/corpus VERSION/' "$1"
}

run_block() {
    wanted=$(printf '%s\n' "$2" | sed -n 's/.*exit \([0-9]*\).*/\1/p')
    text=$(printf '%s\n' "$2" | sed -n 's/.*says "\(.*\)".*/\1/p')
    run sh -c 'cd "$1" && sh -e "$2"' sh "$tmp/play" "$1"
    exited "README: $(grep -v '^make$' "$1" | head -n 1): exits with $wanted" "$wanted"
    [ -z "$text" ] || contains "and says $text" "$tmp/out" "$text"
}

count=$(cat "$tmp/blocks/count")
n=0
while [ $n -lt "$count" ]; do
    n=$((n + 1))
    mark=$(cat "$tmp/blocks/$n.mark")
    case $mark in
    "file "*) cp "$tmp/blocks/$n.text" "$tmp/play/${mark#file }" ;;
    "run, "*) run_block "$tmp/blocks/$n.text" "$mark" ;;
    output) is "README: that is what it prints" "$(plain "$tmp/out")" "$(plain "$tmp/blocks/$n.text")" ;;
    *) fail "README: a mark that this test understands" "$mark" ;;
    esac
done
[ "$count" -ge 5 ] || fail "README has examples" "only $count are marked"

# Every relative link of every document points to something.
for page in README.md */README.md conformance/*.md; do
    [ -e "$page" ] || continue
    folder=$(dirname "$page")
    broken=''
    links=$(grep -o ']([^)#]*' "$page" | sed 's/^](//' | grep -v ':' | sort -u)
    for link in $links; do
        [ -e "$folder/$link" ] || broken="$broken $link"
    done
    is "$page: no link leads nowhere" "$broken" ""
done

# What README names is there, and the other way round.
targets=$(sed -n 's/^make \([a-z-]*\) .*/\1/p' README.md)
cat Makefile ./*/*.mk ./*/*/*.mk >"$tmp/makefiles"
for target in $targets; do
    contains "make $target is a target" "$tmp/makefiles" "$target:"
done
is "the table of verdicts has all of them, in the runner's order" \
    "$(sed -n '/^| verdict /,/^$/s/^| \([a-z, ]*\) |.*/\1/p' README.md | sed 1d | tr -d ' ' | tr ',' '\n')" \
    "$(sed -n 's/^ *\[VERDICT_[A-Z]*\] = {"\([a-z]*\)".*/\1/p' conformance/src/verdict.c)"
finish

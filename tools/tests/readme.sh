#!/bin/sh
# README, corpus/README, CAMPAIGNS and PORTING tell the truth: their examples do what they say, and what they point to is there.
#
# A comment in front of a fenced block says how it is tested:
#   <!-- test: file NAME -->                the block is a file, for the blocks behind it
#   <!-- test: run, exit N -->              the block is run by sh, and exits with N
#   <!-- test: run, exit N, says "TEXT" --> and prints TEXT
#   <!-- test: run, exit N, needs TOOL -->  left out, and said so, where TOOL is not there
#   <!-- test: output -->                   the block is what the one before it printed, but for times and sizes
# Each is run in a folder where build/ is the build under test and `make` has nothing to do; that of
# corpus/README has copies of the corpus and of the tools, which write into it.
set -u
. tools/tap.sh
root=$(pwd)
case $build in /*) ;; *) build=$root/$build ;; esac
export JETS_CORPUS="$root/corpus"

mkdir "$tmp/bin"
printf '#!/bin/sh\nexit 0\n' >"$tmp/bin/make"
chmod +x "$tmp/bin/make"
PATH=$tmp/bin:$PATH

# Each marked block of a page to a file of its own, blocks/N.text, and its mark to blocks/N.mark.
split_page() {
    rm -rf "$tmp/play" "$tmp/blocks"
    mkdir "$tmp/play" "$tmp/blocks"
    ln -s "$build" "$tmp/play/build"
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
        END { print n + 0 >(folder "/count") }' "$1"
}

# Takes out what differs from run to run.
plain() {
    sed 's/([0-9.]* ms, [0-9]* kB)/(time, size)/' "$1"
}

run_block() {
    tool=$(printf '%s\n' "$2" | sed -n 's/.*needs \([a-z]*\).*/\1/p')
    if [ -n "$tool" ] && ! command -v "$tool" >/dev/null; then
        skip "$page: a block that needs $tool" "it is not here"
        return
    fi
    wanted=$(printf '%s\n' "$2" | sed -n 's/.*exit \([0-9]*\).*/\1/p')
    text=$(printf '%s\n' "$2" | sed -n 's/.*says "\(.*\)".*/\1/p')
    run sh -c 'cd "$1" && sh -e "$2"' sh "$tmp/play" "$1"
    exited "$page: $(grep -v '^make$' "$1" | head -n 1): exits with $wanted" "$wanted"
    [ -z "$text" ] || contains "and says $text" "$tmp/out" "$text"
}

run_blocks() {
    count=$(cat "$tmp/blocks/count")
    n=0
    while [ $n -lt "$count" ]; do
        n=$((n + 1))
        mark=$(cat "$tmp/blocks/$n.mark")
        case $mark in
        "file "*) cp "$tmp/blocks/$n.text" "$tmp/play/${mark#file }" ;;
        "run, "*) run_block "$tmp/blocks/$n.text" "$mark" ;;
        output) is "$page: that is what it prints" "$(plain "$tmp/out")" "$(plain "$tmp/blocks/$n.text")" ;;
        *) fail "$page: a mark that this test understands" "$mark" ;;
        esac
    done
    [ "$count" -ge 4 ] || fail "$page has examples" "only $count are marked"
}

page=README.md
split_page $page
run_blocks

page=conformance/CAMPAIGNS.md
split_page $page
PATH=$build/bin:$PATH run_blocks

page=conformance/PORTING.md
split_page $page
ln -s "$root/conformance" "$root/corpus" "$tmp/play"
run_blocks

page=corpus/README.md
split_page $page
mkdir "$tmp/play/conformance"
cp -R corpus tools .gitattributes "$tmp/play"
cp -R conformance/testees conformance/SPEC.md "$tmp/play/conformance"
run_blocks
# Commands that take long, or whose result is all of the corpus, are named in it; they are there.
for command in coverage manifest 'lint --discrimination' 'slices ID' 'release 1.1.0' 'retire ID WHY'; do
    contains "$page: has tools/corpus $command" $page "tools/corpus $command"
    run tools/corpus "${command%% *}" --help
    exited "which there is: $command" 0
done

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

# What documents name is there, and the other way round.
cat Makefile ./*/*.mk ./*/*/*.mk >"$tmp/makefiles"
grep -oEh '(^|`)make( [a-z][a-z/-]*)+' ./README.md ./*/README.md conformance/*.md | tr -d '`' | tr ' ' '\n' | grep -vx -e make -e '.*/.*' |
    LC_ALL=C sort -u >"$tmp/targets"
is "documents name targets of make" "$([ "$(wc -l <"$tmp/targets")" -ge 20 ] && echo many)" many
while read -r target; do
    is "make $target is a target" "$(grep -c -E "^([a-z-]+ )*$target( [a-z-]+)*:" "$tmp/makefiles" | sed 's/^[1-9].*/there/')" there
done <"$tmp/targets"
is "the table of verdicts has all of them, in the runner's order" \
    "$(sed -n '/^| verdict /,/^$/s/^| \([a-z, ]*\) |.*/\1/p' README.md | sed 1d | tr -d ' ' | tr ',' '\n')" \
    "$(sed -n 's/^ *\[VERDICT_[A-Z]*\] = {"\([a-z]*\)".*/\1/p' conformance/src/verdict.c)"
finish

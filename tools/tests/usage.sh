#!/bin/sh
# Every tool answers to a question for help, and to an option that it does not know.
set -u
. tools/tap.sh

tools=$(find tools -type f -perm -u+x ! -name '*.*' | sort)
unlisted=$(for tool in $tools; do
    grep -qF "| \`${tool#tools/}" tools/README.md || echo "$tool"
done)
is "each tool has a line in README.md" "$unlisted" ""
is "there are tools to ask" "$(echo "$tools" | grep -cx -e tools/corpus -e tools/lint -e tools/loaders/run)" 3
for tool in $tools; do
    for word in --help -h help; do
        run timeout 20 "$tool" $word
        exited "$tool $word: status 0" 0
        contains "$tool $word: its name and its use, on standard output" "$tmp/out" "$tool"
        contains "$tool $word: its exit status" "$tmp/out" "xit status"
        is "$tool $word: nothing on standard error" "$(cat "$tmp/err")" ""
    done
    run timeout 20 "$tool" --no-such-option
    exited "$tool --no-such-option: status 2" 2
    is "$tool --no-such-option: nothing on standard output" "$(cat "$tmp/out")" ""
    contains "$tool --no-such-option: its use, on standard error" "$tmp/err" "usage: "
done
for command in lint manifest new slices coverage retire release stats; do
    run tools/corpus $command --help
    exited "tools/corpus $command --help: status 0" 0
    contains "tools/corpus $command --help: its use" "$tmp/out" "usage: tools/corpus $command"
done

# A tree that is not built.
mkdir "$tmp/empty"
for tool in corpus\ lint floors discrimination; do
    # shellcheck disable=SC2086  # a tool and its command
    run tools/$tool --build "$tmp/empty"
    contains "tools/$tool without a build says what to do" "$tmp/err" "no such program: run make"
done

finish

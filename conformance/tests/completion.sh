#!/bin/sh
# Completions: syntax in each shell that is installed, and what bash completes. Run from the root of
# the repository; see tools/tap.sh.
set -eu
. tools/tap.sh
. conformance/tests/shared/cases.sh

case $build in /*) ;; *) build=$PWD/$build ;; esac
jets=$build/bin/jets
make_cases "$tmp/corpus" 3
make_case "$tmp/corpus" other/one x '{"none": "empty"}'

for shell in bash zsh fish; do
    run "$jets" completion $shell
    exited "completions for $shell" 0
    cp "$tmp/out" "$tmp/$shell"
    if command -v $shell >/dev/null; then
        run $shell -n "$tmp/$shell"
        exited "$shell reads them" 0
    else
        pass "$shell reads them # SKIP no $shell here"
    fi
    for command in run doctor report list show; do
        "$jets" help $command | sed -n 's/^  \(-[a-z], \)*--\([a-z-]*\).*/\2/p'
    done | sort -u | while read -r option; do
        grep -q -e "$option" "$tmp/$shell" || echo "$option"
    done >"$tmp/missing"
    is "$shell has every option" "$(cat "$tmp/missing")" ""
done
run "$jets" completion tcsh
exited "unknown shell: status 2" 2
contains "is told" "$tmp/err" 'completion: expected bash, zsh or fish, got "tcsh"'

# offered WORD...: what bash offers for the last word, sorted, on one line
offered() {
    PATH=$build/bin:$PATH JETS_CORPUS=$tmp/corpus bash -c '
        . "$1"
        shift
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _jets
        printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " "
    ' offered "$tmp/bash" "$@"
}

if command -v bash >/dev/null; then
    is "commands" "$(offered jets '')" "--help --version completion doctor explain fuzz help list report run scan show shrink "
    is "part of a command" "$(offered jets re)" "report "
    is "options of the command alone" "$(offered jets show --)" "--corpus --help --raw "
    is "part of an option" "$(offered jets run --up)" "--update-baseline "
    is "words of an option" "$(offered jets run --mode '')" "exec stream "
    is "words behind =" "$(offered jets run --severity = in)" "integrity "
    is "nothing typed behind =" "$(offered jets run --mode =)" "exec stream "
    is "formats" "$(offered jets report --format j)" "junit "
    is "cases" "$(offered jets show o)" "other/one "
    is "cases of a filter" "$(offered jets run --filter many/00)" "many/001 many/002 many/003 "
    is "categories" "$(offered jets list --category '')" "many other "
    is "files" "$(offered jets run --baseline "$tmp/zs")" "$tmp/zsh "
    is "folders" "$(offered jets run --corpus "$tmp/co")" "$tmp/corpus "
    is "files behind --" "$(offered jets run --mode exec -- "$tmp/fis")" "$tmp/fish "
    is "no option behind --" "$(offered jets run -- --mo)" " "
    is "shells" "$(offered jets completion z)" "zsh "
fi

finish

#!/bin/sh
# Runs jets in continuous integration: one run, the reports in a folder, and the exit status of jets.
# On GitHub also annotations, a summary and outputs of the step. action.yml calls it there; elsewhere
# it is called as it is (README.md). It is told what to do by environment variables:
#
#   JETS_COMMAND         the program under test and its operands, as a shell reads them
#   JETS_IMPLEMENTATION  or an implementation file
#   JETS_FILTER, JETS_CATEGORY, JETS_SEVERITY, JETS_OPERATION    which cases, one a line
#   JETS_BASELINE        a file of known failures
#   JETS_OPTIONS         other options of `jets run`, one a line
#   JETS_REPORTS         the folder for the reports (jets-report)
#   JETS_ANNOTATIONS, JETS_SUMMARY    "false" leaves them out; they are for GitHub
#   JETS_FAIL            "false": a case that is not as expected does not fail the job
#   JETS_PROGRAM         a program jets that is installed; one is built where this is empty
#
# Exit status: that of `jets run`; 0 in place of 1 where JETS_FAIL is "false"
set -eu

here=$(cd "$(dirname "$0")" && pwd)
reports=${JETS_REPORTS:-jets-report}
newline='
'

die() {
    printf 'jets: action: %s\n' "$1" >&2
    exit "${2-2}"
}

check_settings() {
    [ -n "${JETS_COMMAND-}${JETS_IMPLEMENTATION-}" ] || die "expected a command or an implementation file"
    [ -z "${JETS_COMMAND-}" ] || [ -z "${JETS_IMPLEMENTATION-}" ] ||
        die "expected a command or an implementation file, not both"
    # A line feed would end the line of an output, and begin another.
    case $reports in *"$newline"*) die "reports: expected a path of one line" ;; esac
    for flag in "${JETS_ANNOTATIONS:-true}" "${JETS_SUMMARY:-true}" "${JETS_FAIL:-true}"; do
        case $flag in true | false) ;; *) die "expected true or false, found \"$flag\"" ;; esac
    done
}

# Sets `jets`. What building prints is no part of the report.
find_jets() {
    jets=${JETS_PROGRAM:-}
    [ -z "$jets" ] || return 0
    root=$(cd "$here/../.." && pwd)
    folder=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/jets-build
    jets=$folder/bin/jets
    echo "jets: building" >&2
    {
        sh "$root/tools/install-deps" build && make -C "$root" "BUILD=$folder" "$jets"
    } >&2 || die "jets could not be built" 4
    export JETS_CORPUS="${JETS_CORPUS:-$root/corpus}"
}

# add_lines NAME TEXT: --NAME=LINE for each line of the text, to the list in $tmp
add_lines() {
    printf '%s\n' "$2" | while IFS= read -r line; do
        [ -z "$line" ] || printf '%s%s\n' "$1" "$line"
    done >>"$tmp/options"
}

collect_options() {
    : >"$tmp/options"
    add_lines --filter= "${JETS_FILTER-}"
    add_lines --category= "${JETS_CATEGORY-}"
    add_lines --severity= "${JETS_SEVERITY-}"
    add_lines --operation= "${JETS_OPERATION-}"
    add_lines --baseline= "${JETS_BASELINE-}"
    add_lines '' "${JETS_OPTIONS-}"
}

# Sets `status`. The words of the command are split by the shell, as its quotes say.
run_jets() {
    set --
    while IFS= read -r line; do
        set -- "$@" "$line"
    done <"$tmp/options"
    set -- run "$@" --format=ndjson "--output=$reports/report.ndjson"
    if [ -n "${JETS_IMPLEMENTATION-}" ]; then
        set -- "$@" "$JETS_IMPLEMENTATION"
    else
        eval "set -- \"\$@\" -- $JETS_COMMAND"
    fi
    status=0
    "$jets" "$@" || status=$?
}

# render FORMAT FILE
render() {
    "$jets" report --format="$1" --output="$reports/$2" "$reports/report.ndjson"
}

render_all() {
    render text report.txt
    render junit junit.xml
    render sarif report.sarif
    render html report.html
    render badge badge.json
    render markdown summary.md
}

on_github() {
    [ "${GITHUB_ACTIONS-}" = true ]
}

# In the report stand bytes of the program under test: GitHub is told to take no line of it for a
# command until it sees a word that nobody can know.
show_text() {
    if on_github; then
        word=$(od -An -N 16 -t x1 /dev/urandom | tr -d ' \n')
        echo "::group::JETS"
        echo "::stop-commands::$word"
        cat "$reports/report.txt"
        echo "::$word::"
        echo "::endgroup::"
    else
        cat "$reports/report.txt"
    fi
}

tell_github() {
    [ "${JETS_ANNOTATIONS:-true}" = false ] || "$jets" report --format=github "$reports/report.ndjson"
    if [ "${JETS_SUMMARY:-true}" = true ] && [ -n "${GITHUB_STEP_SUMMARY-}" ]; then
        cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"
    fi
}

# The outputs of the step; a report that was not written has none.
write_outputs() {
    [ -n "${GITHUB_OUTPUT-}" ] || return 0
    echo "status=$status" >>"$GITHUB_OUTPUT"
    [ -f "$reports/report.ndjson" ] || return 0
    {
        echo "report=$reports/report.ndjson"
        echo "junit=$reports/junit.xml"
        echo "sarif=$reports/report.sarif"
        echo "html=$reports/report.html"
        echo "badge=$reports/badge.json"
    } >>"$GITHUB_OUTPUT"
}

check_settings
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
find_jets
collect_options
mkdir -p "$reports"
# What an earlier run left is no report of this one.
rm -f "$reports/report.ndjson" "$reports/report.txt" "$reports/junit.xml" "$reports/report.sarif" \
    "$reports/report.html" "$reports/badge.json" "$reports/summary.md"
run_jets
if [ -f "$reports/report.ndjson" ]; then
    render_all
    show_text
    ! on_github || tell_github
fi
write_outputs
[ "$status" != 1 ] || [ "${JETS_FAIL:-true}" = true ] || status=0
exit "$status"

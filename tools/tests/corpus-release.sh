#!/bin/sh
# Versions of the corpus: what tools/corpus release and retire refuse, what a release writes, and
# what the lint holds every later change to. All on a small corpus, and with the real programs.
set -u
. tools/tap.sh
jets=$(realpath "$build")/bin/jets

corpus=$tmp/c
given=$corpus/cases/fence/given.json
refused=$corpus/cases/fence/refused.json

write_case() {
    cat >"$corpus/cases/fence/$1.json" <<EOF
{
  "id": "fence/$1",
  "title": "A title",
  "operation": "extract",
  "options": {},
  "result": $2,
  "acceptable": [],
  "decoys": [],
  "by_policy": {},
  "rules": ["R5.3"],
  "severity": "integrity",
  "why": "A reason.",
  "source": {"kind": "rule", "text": "synthetic"},
  "since": "$3"
}
EOF
}

# Two cases of 1.0 that are in order, and were never released.
new_corpus() {
    rm -rf "${corpus:?}"
    mkdir -p "$corpus/cases/fence"
    echo 1.0.0 >"$corpus/VERSION"
    echo '* -text' >"$corpus/.gitattributes"
    printf '# Changes\n\n## 1.0.0\n\nThe first.\n' >"$corpus/CHANGELOG.md"
    printf 'See: {"a": 1, "a2": [1]} and [7].\n' >"$corpus/cases/fence/given.reply"
    printf 'See: {"a": 1} or {"a": 2}.\n' >"$corpus/cases/fence/refused.reply"
    write_case given '{"value": {"a": 1, "a2": [1]}, "span": [5, 19]}' 1.0
    write_case refused '{"none": "ambiguous"}' 1.0
    tools/corpus manifest --corpus "$corpus"
}

# One more case, of the version that is given.
add_case() {
    printf 'See: {"b": 1} or {"b": %s}.\n' "${2-2}" >"$corpus/cases/fence/more.reply"
    write_case more '{"none": "ambiguous"}' "$1"
}

edit() {
    sed "$1" "$2" >"$tmp/edited"
    if cmp -s "$tmp/edited" "$2"; then
        fail "the edit changes ${2##*/}" "not so: $1"
    fi
    cp "$tmp/edited" "$2"
}

release() {
    run tools/corpus release --corpus "$corpus" --build "$build" "$@"
}

# 1.0.0 with its two cases, made once.
released() {
    rm -rf "${corpus:?}"
    cp -R "$tmp/released" "$corpus"
}

# say VERSION: VERSION and a section of CHANGELOG.md, as before a release.
say() {
    echo "$1" >"$corpus/VERSION"
    printf '\n## %s\n\nMore.\n' "$1" >>"$corpus/CHANGELOG.md"
}

# refuses WHAT VERSION FINDING: no release, the finding is told, and no file has changed.
refuses() {
    rm -rf "$tmp/before"
    cp -R "$corpus" "$tmp/before"
    release "$2"
    if [ "$status" = 1 ] && grep -qF -e "$3" "$tmp/out"; then
        pass "no release: $1"
    else
        fail "no release: $1" "status $status, want 1 and: $3
$(cat "$tmp/out" "$tmp/err")"
    fi
    run diff -r "$tmp/before" "$corpus"
    exited "and nothing was written: $1" 0
}

# finds WHAT FINDING: the lint, which continuous integration runs, finds it.
finds() {
    run tools/corpus lint --corpus "$corpus" --no-run
    if [ "$status" = 1 ] && grep -qF -e "$2" "$tmp/out"; then
        pass "found: $1"
    else
        fail "found: $1" "status $status, want 1 and: $2
$(cat "$tmp/out" "$tmp/err")"
    fi
}

clean() {
    run tools/corpus lint --corpus "$corpus" --no-run
    exited "nothing is found: $1" 0
    [ "$status" = 0 ] || sed 's/^/# /' "$tmp/out"
}

# The first release.
new_corpus
echo 0.9.0 >"$corpus/VERSION"
for case in "$given" "$refused"; do
    edit 's/"since": "1.0"/"since": "0.9"/' "$case"
done
refuses "cases that say another version" 1.0.0 "given.json: since: 1.0 brings this case"
release 1.0.0 --set-since
exited "a release can write the version into the cases that are new" 0
contains "and it did" "$given" '"since": "1.0"'
clean "in what was released so"
new_corpus
printf '# Changes\n\n## 1.0.0, not released yet\n\nThe first.\n' >"$corpus/CHANGELOG.md"
refuses "a version that CHANGELOG.md does not have" 1.0.0 'CHANGELOG.md: version: "## 1.0.0" is due'
printf '# Changes\n\n## 1.0.0\n\n## 0.9.0\n\nOld.\n' >"$corpus/CHANGELOG.md"
refuses "a version of which CHANGELOG.md says nothing" 1.0.0 'CHANGELOG.md: version: "## 1.0.0" is due'
rm "$corpus/CHANGELOG.md"
refuses "no CHANGELOG.md" 1.0.0 'CHANGELOG.md: version: "## 1.0.0" is due'
new_corpus
echo 1.1.0 >"$corpus/VERSION"
refuses "a version before the one in VERSION" 1.0.0 "VERSION: version: 1.1.0 is there already"
new_corpus
edit 's/"severity": "integrity"/"severity": "bad"/' "$given"
refuses "a case that is not in order" 1.0.0 "given.json: severity: one of"
new_corpus
edit 's/"none": "ambiguous"/"none": "shape"/' "$refused"
refuses "a case that the reference does not meet" 1.0.0 "refused.json: result: the reference's reason is"
new_corpus
edit 's/"since": "1.0"/"since": "1.0",\n  "sanity": true,\n  "notes": "None does."/' "$refused"
refuses "a case that says wrongly that no wrong program fails it" 1.0.0 "refused.json: sanity: a wrong implementation does fail"
new_corpus
for version in 1.0 1.0.0.0 v1.0.0 01.0.0 1.0.00 next; do
    release "$version"
    exited "what is no version is a usage error: $version" 2
done
release 1.0.0
exited "a corpus in order is released" 0
out_is "and its cases are counted" "1.0.0 is released: 2 cases, 2 new, 0 retired"
contains "MANIFEST.json says so" "$corpus/MANIFEST.json" '"released": true'
is "VERSION has it" "$(cat "$corpus/VERSION")" 1.0.0
is "the release is kept" "$(ls "$corpus/releases")" 1.0.0.json
contains "with its number" "$corpus/releases/1.0.0.json" '"releases": ["1.0.0"]'
contains "and its cases, one a line" "$corpus/releases/1.0.0.json" '{"id": "fence/given", "since": "1.0", "seal": "'
clean "in what was released"
cp -R "$corpus" "$tmp/released"
run tools/corpus manifest --corpus "$corpus"
run diff -r "$corpus" "$tmp/released"
exited "a manifest of a released version stays the same" 0
refuses "the same version again" 1.0.0 "VERSION: version: 1.0.0 does not follow 1.0.0: 1.0.1 or 1.1.0 or 2.0.0 does"

# What may not change under the version that is released.
manifest_refuses() {
    run tools/corpus manifest --corpus "$corpus"
    exited "no manifest: $1" 1
    contains "and it says why: $1" "$tmp/out" "$2"
}
edit 's/A reason./Another./' "$given"
finds "another wording under the same version" "MANIFEST.json: fence/given: the case's files are not those"
manifest_refuses "another wording under the same version" "MANIFEST.json: fence/given: differs from what was released as 1.0.0"
released
edit 's/A reason./Another./' "$given"
hash=$(sha256sum <"$given")
edit "s/\"cases\/fence\/given.json\": \"[0-9a-f]*\"/\"cases\/fence\/given.json\": \"${hash%% *}\"/" "$corpus/MANIFEST.json"
finds "a manifest that was changed to fit" "MANIFEST.json: file: is not the one that was released"
released
edit 's/"released": true/"released": false/' "$corpus/MANIFEST.json"
finds "a manifest that denies the release" "MANIFEST.json: released: true is due"
released
add_case 1.0
finds "a case that is new under the same version" "1.0.0.json: fence/more: is not in 1.0.0, and a case that is new takes a new minor"
manifest_refuses "a case that is new under the same version" "fence/more: is not in 1.0.0"
released
rm -r "$corpus/releases"
finds "a release of which nothing is kept" "MANIFEST.json: released: false is due"

# What may not change within the major version.
for version in 1.0.1 1.1.0; do
    released
    say $version
    edit 's/"span": \[5, 19\]/"span": [20, 3]/; s/{"a": 1, "a2": \[1\]}/[1]/' "$given"
    manifest_refuses "another result in $version" "fence/given: the reply or what is judged differs"
    finds "another result in $version" "1.0.0.json: fence/given: the reply or what is judged differs; that takes a new major"
    refuses "another result in $version" $version "1.0.0.json: fence/given: the reply or what is judged differs"
    released
    say $version
    printf 'See: {"a": 1} or {"a": 3}.\n' >"$corpus/cases/fence/refused.reply"
    refuses "other bytes in $version" $version "fence/refused: the reply or what is judged differs"
    released
    say $version
    edit 's/"options": {}/"options": {"names": "any"}/' "$refused"
    refuses "other options in $version" $version "fence/refused: the reply or what is judged differs"
    released
    say $version
    edit 's/"acceptable": \[\]/"acceptable": [{"none": true, "why": "Because."}]/' "$given"
    refuses "another acceptable result in $version" $version "fence/given: the reply or what is judged differs"
    released
    say $version
    edit 's/"by_policy": {}/"by_policy": {"select": {"first": {"value": {"a": 1}}}}/' "$refused"
    refuses "another policy's result in $version" $version "fence/refused: the reply or what is judged differs"
    released
    say $version
    edit 's/"since": "1.0"/"since": "0.9"/' "$given"
    refuses "another origin in $version" $version "fence/given: came in 1.0, which stays so"
done
released
say 2.0.0
rm "$refused" "${refused%.json}.reply"
refuses "a case that is gone, even in a major version" 2.0.0 "fence/refused: is gone; a case is retired, never removed"

# The order and the kinds of versions.
for version in 1.0.2 1.2.0 1.1.1 3.0.0 2.1.0 2.0.1; do
    released
    add_case "${version%.*}"
    say $version
    refuses "a step too far: $version" $version "VERSION: version: $version does not follow 1.0.0"
done
released
printf '\n## 0.9.0\n\nMore.\n' >>"$corpus/CHANGELOG.md"
refuses "an older version" 0.9.0 "VERSION: version: 0.9.0 does not follow 1.0.0"
released
say 1.0.1
add_case 1.0
refuses "a case that is new in a patch" 1.0.1 "VERSION: version: a patch neither adds nor retires a case (fence/more)"
released
say 1.1.0
refuses "a minor version without a new case" 1.1.0 "no case is new or retired: that is a patch"
released
say 1.1.0
add_case 1.0
refuses "a new case that says an old version" 1.1.0 "more.json: since: 1.1 brings this case"
released
say 1.0.1
edit 's/A reason./Another./' "$given"
release 1.0.1
exited "another wording is a patch" 0
is "of which alone the list is kept" "$(ls "$corpus/releases")" 1.0.1.json
contains "with what came before it" "$corpus/releases/1.0.1.json" '"releases": ["1.0.0", "1.0.1"]'
clean "after the patch"
echo 1.0.0 >"$corpus/VERSION"
finds "a version before the last release" "VERSION: version: 1.0.1 is released already"
say 1.1.0
add_case 1.1
tools/corpus manifest --corpus "$corpus"
clean "with a new case under the next version"
contains "which is not released yet" "$corpus/MANIFEST.json" '"released": false'
release 1.1.0
exited "a new case is a minor version" 0
out_is "and is counted" "1.1.0 is released: 3 cases, 1 new, 0 retired"
contains "its list has every release" "$corpus/releases/1.1.0.json" '"releases": ["1.0.0", "1.0.1", "1.1.0"]'
cp "$tmp/released/releases/1.0.0.json" "$corpus/releases"
finds "an old list beside the last" "1.0.0.json: file: 1.1.0.json is there"
released
say 2.0.0
printf 'See: {"a": 1} or {"a": 3}.\n' >"$corpus/cases/fence/refused.reply"
release 2.0.0
exited "other bytes are a major version" 0
contains "which begins a list of its own" "$corpus/releases/2.0.0.json" '"releases": ["2.0.0"]'
clean "after the major version"

# Retiring.
retire() {
    run tools/corpus retire --corpus "$corpus" "$@"
}
new_corpus
retire fence/given "It was wrong."
exited "a case that was never released is not retired" 2
contains "but changed" "$tmp/err" "fence/given: was never released: change it, or remove its two files"
released
retire fence/given "It was wrong."
exited "nor is one under the version that has it" 2
contains "which is told" "$tmp/err" "1.0.0 had its cases when it was released: write the next minor version"
run tools/corpus new fence/next --corpus "$corpus" </dev/null
exited "nor is a case begun under that version" 2
echo 1.0.1 >"$corpus/VERSION"
retire fence/given "It was wrong."
exited "nor in a patch" 2
say 1.1.0
retire fence/none "It was wrong."
exited "a case that is not there is a usage error" 2
retire fence/given ""
exited "as is no reason" 2
retire fence/given "Of two
lines."
exited "as is a reason of two lines" 2
retire fence/given 'It was "wrong".'
exited "a released case is retired" 0
contains "with the version and the reason" "$given" '"retired": "1.1: It was \"wrong\"."'
retire fence/given "It was wrong."
exited "and not a second time" 2
add_case 1.1
mv "$corpus/cases/fence/more.json" "$tmp/more.json"
sed 's,fence/more,fence/given-anew,; s/"result": .*/"result": {"value": {"a": 1, "a2": [1]}, "span": [5, 19]},/' \
    "$tmp/more.json" >"$corpus/cases/fence/given-anew.json"
rm "$corpus/cases/fence/more.reply"
cp "$corpus/cases/fence/given.reply" "$corpus/cases/fence/given-anew.reply"
tools/corpus manifest --corpus "$corpus"
clean "with a retired case, and another of the same bytes in its place"
edit 's/"retired": "1.1: /"retired": "1.0: /' "$given"
finds "a case that says it was retired before" "fence/given: was not retired in 1.0.0"
edit 's/"retired": "1.0: /"retired": "/' "$given"
finds "a case retired in no version" 'given.json: retired: "<version>: <why>" is due'
edit 's/"retired": "/"retired": "1.2: /' "$given"
finds "a case retired in a version to come" 'given.json: retired: "<version>: <why>" is due'
edit 's/"retired": "1.2: /"retired": "1.1: /' "$given"
rm -rf "$tmp/retired"
cp -R "$corpus" "$tmp/retired"
echo 1.0.1 >"$corpus/VERSION"
printf '\n## 1.0.1\n\nMore.\n' >>"$corpus/CHANGELOG.md"
refuses "a case retired in a patch" 1.0.1 "a patch neither adds nor retires a case"
rm -rf "${corpus:?}"
cp -R "$tmp/retired" "$corpus"
edit 's/"span": \[5, 19\]/"span": [20, 3]/; s/{"a": 1, "a2": \[1\]}/[1]/' "$given"
refuses "another result of a case that is being retired" 1.1.0 "fence/given: the reply or what is judged differs"
rm -rf "${corpus:?}"
cp -R "$tmp/retired" "$corpus"
release 1.1.0
exited "a retired case is a minor version" 0
out_is "and is counted" "1.1.0 is released: 3 cases, 1 new, 1 retired"
contains "the list says when it went" "$corpus/releases/1.1.0.json" '"retired": "1.1"}'
run "$jets" list --corpus "$corpus" --corpus-version 1.0
out_is "the runner knows the cases of the release before" "$(printf '%s\n' fence/given fence/refused)"
run "$jets" list --corpus "$corpus" --corpus-version 1.1
out_is "and those of this one, without what was retired" "$(printf '%s\n' fence/given-anew fence/refused)"
run "$jets" list --corpus "$corpus" --corpus-version 1.7
exited "a version that never was is a usage error" 2
contains "which names those that were" "$tmp/err" "1.0"
say 1.2.0
edit 's/  "since": "1.0",/  "since": "1.0"/; /"retired"/d' "$given"
finds "a retired case that came back" "1.1.0.json: fence/given: was retired in 1.1, and stays so"
edit 's/  "since": "1.0"/  "since": "1.0",\n  "retired": "1.1: It was wrong.",\n  "notes": "n"/' "$given"
tools/corpus manifest --corpus "$corpus"
clean "with another wording of the reason"
say 2.0.0
edit '/"retired"/d' "$given"
finds "a retired case that came back in a major version" "fence/given: was retired in 1.1, and stays so"
released
echo 1.1.0 >"$corpus/VERSION"
edit 's/"since": "1.0"/"since": "1.0",\n  "notes": "A note."/' "$refused"
retire fence/refused "It was wrong."
is "the reason stands before the notes" "$(tail -n 4 "$refused")" '  "since": "1.0",
  "retired": "1.1: It was wrong.",
  "notes": "A note."
}'

# A list that cannot be read.
released
echo '{"version": "1.0.0", "cases": []}' >"$corpus/releases/1.0.0.json"
run tools/corpus lint --corpus "$corpus" --no-run
exited "a list of a release that is none is an error" 2
contains "which is named" "$tmp/err" "1.0.0.json: version, releases, manifest and cases are due"

finish

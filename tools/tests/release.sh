#!/bin/sh
# tools/release: steps run in order, and not again for the same commit; what does not agree, or fails, stops it and is
# told; what is published is there, and the same to the byte each time. make, CI and the packages are stand-ins here.
set -u
. tools/tap.sh
if [ ! -e .git ]; then
    skip "tools/release" "no git here"
    finish
fi
git clone --quiet . "$tmp/clone"
tree=$tmp/clone
git -C "$tree" config user.name nobody
git -C "$tree" config user.email nobody@example.invalid
version=$(sed -n 's/^#define JETS_VERSION "\(.*\)"/\1/p' reference/include/jets.h)
corpus=$(cat corpus/VERSION)

# stand_in FILE STATUS: says who it is, and exits so
stand_in() {
    printf '#!/bin/sh\necho "%s is called: $*"\nexit %s\n' "${1##*/}" "$2" >"$1"
    chmod +x "$1"
}

# commit: what was changed
commit() {
    git -C "$tree" commit --quiet --all --message change
}

release() {
    run env PATH="$tmp/bin:$PATH" "$tree/tools/release" "$@"
}

mkdir "$tmp/bin" "$tree/build"
ln -s "$(realpath "$build/bin")" "$tree/build/bin" # what puts the page together asks jets-extract
stand_in "$tmp/bin/make" 0
stand_in "$tree/.ci/run" 0
stand_in "$tree/tools/deb" 0
sed "0,/^## .*/s//## Unreleased/" reference/CHANGELOG.md >"$tree/reference/CHANGELOG.md"

run tools/release --list
contains "the steps are listed" "$tmp/out" "distcheck       what is unpacked passes every test"

release
exited "a tree with changes" 1
contains "is refused" "$tmp/out" "tools/deb: not committed"
contains "with changes of no version" "$tmp/out" "reference/CHANGELOG.md: the newest changes are of 'Unreleased', not of $version"
lacks "and nothing else is done" "$tmp/out" "platforms"
sed "s/^## Unreleased/## $version/" "$tree/reference/CHANGELOG.md" >"$tmp/changes"
cp "$tmp/changes" "$tree/reference/CHANGELOG.md"
commit
echo 9.9.9 >"$tree/corpus/VERSION"
release versions
contains "a version of the corpus that is not sealed" "$tmp/out" "corpus/VERSION: 9.9.9 is not sealed"
git -C "$tree" checkout --quiet corpus/VERSION

release artefacts
exited "what is published comes last" 1
contains "what is missing is told" "$tmp/out" "left: first versions, ci,"

stand_in "$tree/.ci/run" 1
commit
release
exited "a step that fails" 1
contains "ends it" "$tmp/out" "ci              FAILED"
contains "and shows what it printed" "$tmp/out" "run is called:"
lacks "nothing is published then" "$tmp/out" "artefacts"

stand_in "$tree/.ci/run" 0
commit
release --without fuzz
exited "without a step" 1
contains "it is no release" "$tmp/out" "This is no release: left out: fuzz."
release
exited "all of it" 0
contains "what passed for this commit is not done again" "$tmp/out" "ci              passed before"
contains "what was left out is" "$tmp/out" "fuzz            passed, "
made=$tree/build/release/jets-$version
run sh -c 'cd "$1" && sha256sum --check SHA256SUMS' sh "$made"
exited "the sums are right" 0
is "what is published" "$(cd "$made" && echo *.gz SHA*)" \
    "jets-$version.tar.gz jets-corpus-$corpus.tar.gz SHA256SUMS"
cp "$made/SHA256SUMS" "$tmp/sums"
release --out "$tmp/again" --without fuzz
run diff "$tmp/sums" "$tmp/again/jets-$version/SHA256SUMS"
exited "and the same to the byte each time" 0

finish

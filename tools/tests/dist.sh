#!/bin/sh
# tools/dist: the same bytes each time, from another clone and from the archive's own unpacked tree; all that
# git tracks, and nothing else; and what is unpacked builds and works.
set -u
. tools/tap.sh

# dist NAME TREE OUT: in a tree, makes OUT/jets-*.tar.gz
dist() {
    run "$2/tools/dist" --out "$tmp/$3"
    exited "$1: it is written" 0
    is "$1: the sum that it prints" "$(cut -d ' ' -f 1 "$tmp/out")" "$(sha256sum <"$tmp/$3/$name" | cut -d ' ' -f 1)"
}

version=$(sed -n 's/^#define JETS_VERSION "\(.*\)"/\1/p' reference/include/jets.h)
name=jets-$version.tar.gz
dist "here" . first
run tar -xzf "$tmp/first/$name" -C "$tmp"
exited "tar unpacks it" 0
tree=$tmp/jets-$version

if [ -e .git ]; then
    git ls-tree -r --name-only HEAD | sed "s|^|jets-$version/|" | LC_ALL=C sort >"$tmp/tracked"
    tar -tzf "$tmp/first/$name" >"$tmp/packed"
    is "all that git tracks is in it, in order, and nothing else" "$(diff "$tmp/tracked" "$tmp/packed")" ""
    git ls-tree -r HEAD | sed -n 's/^100755 .*	//p' | LC_ALL=C sort >"$tmp/programs"
    is "what may be run is marked so" "$(cd "$tree" && find . -type f -perm -u+x | sed 's|^\./||' | LC_ALL=C sort)" "$(cat "$tmp/programs")"
    # Other times, modes and settings.
    (umask 077 && git clone --quiet . "$tmp/clone" && touch -t 200001010000 "$tmp/clone/README.md" && echo >"$tmp/clone/not-tracked")
    git -C "$tmp/clone" config tar.umask 0077
    export TZ=Asia/Tokyo LC_ALL=C
    dist "another clone" "$tmp/clone" second
    unset TZ LC_ALL
    contains "another clone: what is not in it is told" "$tmp/err" "not committed, and so not in the archive: 1 changes"
    run cmp "$tmp/first/$name" "$tmp/second/$name"
    exited "another clone: the same to the byte" 0
else
    skip "what git tracks, and another clone" "no git here"
fi

# Beside what the build and editors leave behind.
run make -C "$tree" --no-print-directory BUILD=build build/bin/jets-extract CFLAGS=-O0
exited "what is unpacked builds" 0
is "and works" "$(echo 'Sure: {"ok": true}.' | "$tree/build/bin/jets-extract")" '{"ok": true}'
mkdir "$tree/tools/__pycache__"
touch "$tree/README.md~" "$tree/tools/.dist.swp" "$tree/tools/__pycache__/x.pyc"
dist "unpacked" "$tree" third
run cmp "$tmp/first/$name" "$tmp/third/$name"
exited "unpacked: the same to the byte" 0
ln -s nowhere "$tree/tools/link"
run "$tree/tools/dist" --out "$tmp/fourth"
exited "a link is refused" 1
contains "and named" "$tmp/err" "tools/link: not a regular file"
run tools/dist --out /dev/null/x
exited "a folder that cannot be made is told" 1
contains "by name" "$tmp/err" "tools/dist: /dev/null/x: "
finish

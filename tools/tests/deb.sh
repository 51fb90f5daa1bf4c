#!/bin/sh
# The packages of tools/debian have all that is installed, each file in one of them, under the library's name; tools/deb
# builds and tries them, which takes minutes.
set -u
. tools/tap.sh

run make --no-print-directory install BUILD="$build" PREFIX=/usr LIBDIR=/usr/lib/any DESTDIR="$tmp/root"
exited "make install" 0
(cd "$tmp/root" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) >"$tmp/installed"

# Lines "PATTERN PACKAGE"; what stands second in a line of *.install is where it goes.
for list in tools/debian/*.install; do
    package=${list##*/}
    sed "s/^\([^ ]*\).*/\1 ${package%.install}/" "$list"
done >"$tmp/patterns"

# packages FILE: those that have it
packages() {
    while read -r pattern package; do
        # shellcheck disable=SC2254  # a pattern is one
        case $1 in
        $pattern | $pattern/*) echo "$package" ;;
        esac
    done <"$tmp/patterns"
}

while read -r file; do
    [ "$file" = usr/share/doc/jets/LICENSE ] && continue # that is debian/copyright
    [ "$(packages "$file" | wc -l)" -eq 1 ] || echo "$file: in" "$(packages "$file" | tr "\n" " ")"
done <"$tmp/installed" >"$tmp/odd"
is "each installed file is in one package" "$(cat "$tmp/odd")" ""
unused=$(while read -r pattern package; do
    found=''
    while read -r file; do
        # shellcheck disable=SC2254
        case $file in
        $pattern | $pattern/*) found=1 && break ;;
        esac
    done <"$tmp/installed"
    [ -n "$found" ] || echo "$package: $pattern"
done <"$tmp/patterns")
is "each line of a package's list is of a file" "$unused" ""

is "each list is of a package" "$(sed -n 's/^Package: //p' tools/debian/control | LC_ALL=C sort)" \
    "$(for list in tools/debian/*.install; do basename "$list" .install; done | LC_ALL=C sort)"
soversion=$(sed -n 's/^SOVERSION = //p' Makefile)
contains "the library's package has its soname" tools/debian/control "Package: libjets$soversion"
sed -n '/^Permission/,$p' LICENSE >"$tmp/licence"
sed -n '/^ Permission/,$ { s/^ //; s/^\.$//; p; }' tools/debian/copyright >"$tmp/copyright"
is "debian/copyright is LICENSE" "$(diff "$tmp/licence" "$tmp/copyright")" ""
is "and names whom it names" "$(sed -n 's/^Copyright: //p' tools/debian/copyright)" "$(sed -n 's/^Copyright (c) //p' LICENSE)"

finish

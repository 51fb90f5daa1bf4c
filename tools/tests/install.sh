#!/bin/sh
# make install puts everything in its place, under PREFIX and DESTDIR; make uninstall takes it away.
set -u
. tools/tap.sh
root=$tmp/root
prefix=$root/usr

installs() {
    run make --no-print-directory "$1" BUILD="$build" PREFIX=/usr DESTDIR="$root"
    exited "make $1" 0
}

# with a umask that keeps everything to oneself
umask 077
installs install
umask 022
is "everybody can read what is installed" "$(find "$root" ! -type l ! -perm -a=r -o -type d ! -perm -a=x)" ""
for file in bin/jets bin/jets-extract include/jets.h lib/libjets.a lib/pkgconfig/libjets.pc \
    share/man/man1/jets.1 share/man/man1/jets-extract.1 share/man/man3/libjets.3 \
    share/man/man5/jets-case.5 share/man/man7/jets-spec.7 lib/cmake/libjets/libjets-config.cmake share/jets/corpus/MANIFEST.json \
    share/bash-completion/completions/jets share/zsh/site-functions/_jets share/fish/vendor_completions.d/jets.fish \
    share/doc/jets/CONTRACT.md share/doc/jets/SPEC.md share/doc/jets/LICENSE; do
    run test -s "$prefix/$file"
    exited "$file is installed" 0
done

# What a manual page points to is there.
pages=$(grep -h -o 'share/[a-zA-Z/.-]*[a-zA-Z]' "$prefix"/share/man/man*/* | sort -u)
is "the manual pages point to the documents" "$(echo "$pages" | grep -c -e CONTRACT.md -e SPEC.md)" 2
for page in $pages; do
    run test -e "$prefix/$page"
    exited "a manual page points to what is there: $page" 0
done
for page in "$prefix"/share/man/man*/*; do
    strange=$(grep -E '(CONTRACT|SPEC|README)\.md' "$page" | grep -v '^\.Pa share/doc/jets/')
    is "${page##*/} points to no document that is not installed" "$strange" ""
done

# From elsewhere, the program finds its corpus.
run sh -c 'cd / && env -u JETS_CORPUS "$1" list --category fence' sh "$prefix/bin/jets"
contains "the installed program finds the installed corpus" "$tmp/out" "fence/"

touch "$prefix/share/doc/other"
installs uninstall
is "what is left is another's" "$(find "$root" ! -type d)" "$prefix/share/doc/other"
finish

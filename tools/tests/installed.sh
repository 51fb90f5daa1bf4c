#!/bin/sh
# The installed library, as a program that uses it sees it: its name and what it exports; a C and a C++
# program built against it with pkg-config and with CMake, below a PREFIX, below a DESTDIR with a LIBDIR
# of its own, and with a LIBDIR outside the PREFIX.
set -u
. tools/tap.sh
version=$(sed -n 's/^#define JETS_VERSION "\(.*\)"/\1/p' reference/include/jets.h)
case ${CC:-cc} in *clang*) cxx=clang++ ;; *) cxx=${CXX:-c++} ;; esac
reply='Sure: {"ok": true}.'

# install_to NAME VARIABLE...
install_to() {
    name=$1
    shift
    run make --no-print-directory install BUILD="$build" "$@"
    exited "$name: make install" 0
}

# works NAME PROGRAM LIBDIR: a program built from an example finds its library, and an answer
works() {
    exited "$1: it is built" 0
    printf '%s' "$reply" >"$tmp/reply"
    run env LD_LIBRARY_PATH="$3" DYLD_LIBRARY_PATH="$3" "$2" extract <"$tmp/reply"
    out_is "$1: it works" '{"ok": true}'
}

install_to prefix PREFIX="$tmp/prefix"
install_to destdir DESTDIR="$tmp/dest" PREFIX=/opt/jets LIBDIR=/opt/jets/lib/own
install_to outside PREFIX="$tmp/outside/usr" LIBDIR="$tmp/outside/lib"
lib=$tmp/prefix/lib

# ---- names ----

sed '/^#/d' reference/exports.txt >"$tmp/wanted"
sed -n 's/^[a-z].*[ *]\(jets_[a-z_]*\)(.*/\1/p' reference/include/jets.h | LC_ALL=C sort >"$tmp/declared"
is "what is exported is what jets.h declares" "$(diff "$tmp/wanted" "$tmp/declared")" ""
nm -g "$lib/libjets.a" | awk '$2 ~ /^[A-TV-Z]$/ { print $3 }' | sed 's/^_\(jets_\)/\1/' | grep -v '^jets_' >"$tmp/others"
is "the static library takes no name that does not begin with jets_" "$(cat "$tmp/others")" ""
if [ "$(uname -s)" = Linux ]; then
    nm -D --defined-only "$lib/libjets.so" | awk '{ print $3 }' | LC_ALL=C sort >"$tmp/exported"
    is "the shared library exports that, and nothing else" "$(diff "$tmp/wanted" "$tmp/exported")" ""
    soversion=$(sed -n 's/^SOVERSION = //p' Makefile)
    LC_ALL=C readelf -d "$lib/libjets.so" >"$tmp/dynamic"
    is "its soname has SOVERSION" "$(sed -n 's/.*(SONAME).*\[\(.*\)\]$/\1/p' "$tmp/dynamic")" "libjets.so.$soversion"
    is "which is the file's name" "$(readlink "$lib/libjets.so")" "libjets.so.$soversion"
    is "it needs the C library alone" "$(sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' "$tmp/dynamic" | grep -v '^libc\.')" ""
else
    skip "soname and exported names" "not Linux"
fi

# ---- pkg-config ----

# pkg FOLDER [SYSROOT]: sets flags
pkg() {
    run env PKG_CONFIG_LIBDIR="$1/pkgconfig" PKG_CONFIG_SYSROOT_DIR="${2-}" pkg-config --cflags --libs libjets
    flags=$(cat "$tmp/out")
}

run env PKG_CONFIG_LIBDIR="$lib/pkgconfig" pkg-config --modversion libjets
out_is "pkg-config knows the version" "$version"
run env PKG_CONFIG_LIBDIR="$lib/pkgconfig" pkg-config --validate --print-errors libjets
exited "pkg-config finds nothing wrong with the file" 0
# shellcheck disable=SC2086  # flags are words
for place in "$tmp/prefix" "$tmp/dest"; do
    case $place in
    */dest) pkg "$place/opt/jets/lib/own" "$place" && folder=$place/opt/jets/lib/own ;;
    *) pkg "$lib" && folder=$lib ;;
    esac
    exited "${place##*/}: pkg-config finds it" 0
    run "${CC:-cc}" -o "$tmp/c" reference/examples/example.c $flags
    works "${place##*/}: C, with pkg-config" "$tmp/c" "$folder"
done
# shellcheck disable=SC2086
run "$cxx" -std=c++17 -o "$tmp/c++" reference/examples/example.cc $flags
works "C++, with pkg-config" "$tmp/c++" "$folder"

# ---- CMake ----

# compatible WANTED YES-OR-EMPTY: what the version file says of a version that is asked for
compatible() {
    # shellcheck disable=SC2016  # CMake's variable
    printf 'include("%s/cmake/libjets/libjets-config-version.cmake")\nmessage("${PACKAGE_VERSION_COMPATIBLE}")\n' "$lib" >"$tmp/asks.cmake"
    run cmake -D PACKAGE_FIND_VERSION="$1" -P "$tmp/asks.cmake"
    is "CMake: version $1 is asked for" "$(cat "$tmp/err")" "$2"
}

if ! command -v cmake >/dev/null; then
    skip "CMake" "it is not here"
    finish
fi
compatible "$version" TRUE
compatible "${version%.*}" TRUE
compatible "${version%.*}.999" FALSE
compatible 99.0 FALSE

# The project of the examples, below one that has looked for this very version before.
mkdir "$tmp/project"
cat >"$tmp/project/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.13)
project(around C CXX)
find_package(libjets ${version%.*} REQUIRED)
add_subdirectory($(pwd)/reference/examples examples)
CMAKE

# cmake_builds NAME FOLDER OPTION...
cmake_builds() {
    name=$1 folder=$2
    shift 2
    run cmake -S "$tmp/project" -B "$tmp/project/build" -Wno-dev "$@"
    exited "$name: CMake finds it" 0
    run cmake --build "$tmp/project/build"
    works "$name: C, shared, with CMake" "$tmp/project/build/examples/example" "$folder"
    [ "$(uname -s)" != Linux ] || is "$name: by its soname" \
        "$(LC_ALL=C readelf -d "$tmp/project/build/examples/example" | sed -n 's/.*(NEEDED).*\[\(libjets.*\)\]$/\1/p')" "libjets.so.$soversion"
    works "$name: C++, static, with CMake" "$tmp/project/build/examples/example_static" /nowhere
}
cmake_builds prefix "$lib" -D CMAKE_PREFIX_PATH="$tmp/prefix"
cmake_builds destdir "$tmp/dest/opt/jets/lib/own" -D libjets_DIR="$tmp/dest/opt/jets/lib/own/cmake/libjets"
cmake_builds outside "$tmp/outside/lib" -D libjets_DIR="$tmp/outside/lib/cmake/libjets"
rm "$tmp/outside/usr/include/jets.h"
run cmake -S "$tmp/project" -B "$tmp/project/build"
contains "CMake is told what is not there" "$tmp/err" "/include/jets.h is not there"
finish

#!/bin/sh
# tools/install-deps on made-up machines: a PATH with only what each should have, and an apt-get
# and a sudo that write down how they were called.
set -u
. tools/tap.sh

# What install-deps itself runs on; everything else is missing until a test puts it there.
new_machine() {
    rm -rf "${tmp:?}/bin"
    mkdir "$tmp/bin"
    : >"$tmp/calls"
    for tool in sh sed tr cat rm mktemp env uname; do
        ln -s "$(command -v $tool)" "$tmp/bin/$tool"
    done
    printf 'ID=%s\n' "$1" >"$tmp/os-release"
    fake id 'echo 0'
    fake true "exit 0"
}

fake() {
    printf '#!%s\n%s\n' "$(command -v sh)" "$2" >"$tmp/bin/$1"
    chmod +x "$tmp/bin/$1"
}

# An apt-get under which `install` brings what the build needs.
fake_apt() {
    fake apt-get "echo \"apt-get \$*\" >>'$tmp/calls'
[ \"\$1\" = update ] && exit 0
printf '#!%s\\nexit 0\\n' '$tmp/bin/sh' >'$tmp/bin/cc'
printf '#!%s\\n[ \"\$2\" = libcjson ] || [ \"\$2\" = zlib ]\\n' '$tmp/bin/sh' >'$tmp/bin/pkg-config'
printf '#!%s\\necho GNU Make 4.3\\n' '$tmp/bin/sh' >'$tmp/bin/make'
$(command -v chmod) +x '$tmp/bin/make' '$tmp/bin/cc' '$tmp/bin/pkg-config'"
}

install_deps() {
    run env -i PATH="$tmp/bin" JETS_OS_RELEASE="$tmp/os-release" sh tools/install-deps "$@" </dev/null
}

run sh tools/install-deps --nonsense
exited "an unknown argument is a usage error" 2
contains "and is named" "$tmp/err" "--nonsense"

new_machine debian
fake_apt
install_deps --dry-run build
exited "a dry run says by its status that something is missing" 1
contains "a dry run names the packages" "$tmp/out" "installing: make gcc libc6-dev pkg-config libcjson-dev zlib1g-dev"
is "a dry run changes nothing" "$(cat "$tmp/calls")" ""

install_deps build
exited "a bare Debian gets what the build needs" 0
is "lists first, then packages, without recommended ones" "$(cat "$tmp/calls")" \
    "apt-get update -qq
apt-get install -y -qq --no-install-recommends make gcc libc6-dev pkg-config libcjson-dev zlib1g-dev"
contains "it says what it installs" "$tmp/out" "installing: make gcc"

: >"$tmp/calls"
install_deps build
exited "a second run finds all there" 0
is "a second run calls nothing" "$(cat "$tmp/calls")" ""
out_is "a second run prints nothing" ""

install_deps check --dry-run
contains "testing needs more than building" "$tmp/out" "libcmocka-dev"
lacks "testing needs no linter" "$tmp/out" "shellcheck"
install_deps --dry-run
contains "all groups are the default" "$tmp/out" "shellcheck"
contains "and hold the tests' needs" "$tmp/out" "libcmocka-dev"
lacks "but no compilers of other languages" "$tmp/out" "maven"
install_deps --dry-run peers
contains "these are a group of their own" "$tmp/out" "cargo default-jdk-headless maven"
install_deps --dry-run
lacks "nor a browser" "$tmp/out" "chromium"
install_deps --dry-run page
contains "which another group brings" "$tmp/out" "chromium"
install_deps --dry-run deb
contains "and so are the tools that make packages" "$tmp/out" "debhelper dpkg-dev fakeroot lintian debootstrap"
install_deps --dry-run cross
contains "and compilers for other processors" "$tmp/out" "gcc-i686-linux-gnu libc6-dev-i386-cross gcc-s390x-linux-gnu"

install_deps --dry-run wasm
contains "and so is the build for WebAssembly" "$tmp/out" "clang lld wasi-libc libclang-rt-dev-wasm32"

new_machine ubuntu
fake apt-get "[ \"\$1\" = update ]"
install_deps build
exited "an apt that cannot install is an error" 1
contains "and the packages are named" "$tmp/err" "could not install: make gcc"

new_machine debian
fake apt-get "exit 0"
install_deps build
exited "packages that bring nothing are an error" 1
contains "and what is missing is named" "$tmp/err" "still missing: make compiler"

new_machine debian
fake_apt
fake id 'echo 1000'
install_deps build
exited "neither root nor sudo is an error" 1
contains "and says so" "$tmp/err" "neither root nor sudo"
contains "with the command for root" "$tmp/err" "apt-get install --no-install-recommends make gcc"
is "and nothing was called" "$(cat "$tmp/calls")" ""

fake sudo "echo \"sudo \$1\" >>'$tmp/calls'; [ \"\$1\" = -n ] && shift; exec \"\$@\""
install_deps build
exited "sudo serves where the user is not root" 0
contains "sudo never asks where there is no terminal" "$tmp/calls" "sudo -n"
contains "apt is run through it" "$tmp/calls" "apt-get install"

new_machine debian
fake_apt
fake id 'echo 1000'
fake sudo "exit 1"
install_deps build
exited "a sudo that refuses is an error" 1
contains "and says what to do" "$tmp/err" "sudo sh tools/install-deps"
is "and nothing was installed" "$(cat "$tmp/calls")" ""

on_system() {
    new_machine "$1"
    fake_apt
    install_deps
    exited "$1: something missing is an error" 1
    contains "$1: the packages are named" "$tmp/err" "$2"
    is "$1: apt is left alone" "$(cat "$tmp/calls")" ""
}
on_system fedora "dnf install make gcc glibc-devel"
on_system arch "pacman -S --needed make gcc pkgconf cjson zlib cmocka clang compiler-rt"
on_system alpine "apk add make gcc musl-dev pkgconf cjson-dev zlib-dev cmocka-dev"
on_system freebsd "pkg install gmake pkgconf libcjson cmocka"
on_system plan9 "no package is known"

new_machine debian
rm "$tmp/bin/uname" "$tmp/os-release"
fake uname 'echo Darwin'
install_deps
contains "macOS: no os-release, and Homebrew's names" "$tmp/err" "brew install make pkgconf cjson zlib cmocka"

new_machine fedora
fake_apt
"$tmp/bin/apt-get" install
install_deps build
exited "another system with all there is fine" 0

new_machine debian
fake_apt
"$tmp/bin/apt-get" install
run env -i PATH="$tmp/bin" JETS_OS_RELEASE="$tmp/os-release" CC="no-such-cc -O2" \
    sh tools/install-deps --dry-run build
contains "CC names the compiler that is looked for" "$tmp/out" "missing: compiler libc"

finish

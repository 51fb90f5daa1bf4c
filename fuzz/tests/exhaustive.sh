#!/bin/sh
# Library and oracle agree on every text of up to four symbols of each alphabet, and of up to five of
# the first under default options; and exhaustive does what it says. Run from the root of the
# repository.
set -eu
. tools/tap.sh

exhaustive=$build/fuzz/exhaustive

for alphabet in $("$exhaustive" --list | cut -d ' ' -f 1); do
    run "$exhaustive" --alphabet "$alphabet" --length 4
    exited "no text of four symbols of '$alphabet' is wrong" 0
done
run "$exhaustive" --length 5 --options default --jobs 2
exited "no text of five symbols of 'structure' is wrong" 0

# What is counted is what there is: 15 symbols, so 1 + 15 + 225 + 3375 texts.
texts() {
    "$exhaustive" --length 3 "$@" | cut -d ' ' -f 2
}
is "every text is tried" "$(texts)" 3616
is "by several processes too" "$(texts --jobs 3)" 3616
is "and by shards, each once" "$(($(texts --shard 1/3) + $(texts --shard 2/3) + $(texts --shard 3/3)))" 3616

# A library with a fault: `longest` takes the last of the longest.
cp -R reference/src "$tmp/src"
sed 's/return a->length > b->length;/return a->length >= b->length;/' reference/src/choose.c >"$tmp/src/choose.c"
is "the fault is planted" "$(diff reference/src/choose.c "$tmp/src/choose.c" | grep -c '^>')" 1
"${CC:-cc}" -std=c11 -O1 -Ireference/include -Ifuzz -o "$tmp/wrong" fuzz/exhaustive/*.c fuzz/oracle/oracle.c \
    "$tmp"/src/*.c
run "$tmp/wrong" --length 4
exited "a fault is found" 1
contains "shrunk, and shown as a C string" "$tmp/out" '  "{}{}"'
contains "with its options" "$tmp/out" "select=longest"
contains "with what the oracle says" "$tmp/out" "offset 0 length 2"
contains "and the library" "$tmp/out" "offset 2 length 2"

usage() {
    name=$1
    shift
    run "$exhaustive" "$@"
    exited "$name is a usage error" 2
    contains "$name: the usage is told" "$tmp/err" "usage: exhaustive"
}
usage "an unknown alphabet" --alphabet greek
usage "a length that is none" --length 5x
usage "a length of one" --length 1
usage "a shard behind the last" --shard 4/3
usage "an option without its value" --jobs
finish

#!/bin/sh
# An extraction takes at most 4 KiB of stack, whatever the reply, its own 1 KiB of state and R6's small
# set of names among them.
set -u
. tools/tap.sh

# What a sanitizer adds is not meant: the program beside it is taken, which `make check` builds too.
stack=${build%/check-*}/bench/stack
if [ ! -x "$stack" ]; then
    echo "ok 1 - stack # SKIP no unsanitized $stack"
    exit 0
fi
exec "$stack" 20000 4096

#!/bin/sh
# Time is linear: for replies made of one token over and over, twice the length takes at most 2.1
# times the instructions, those for an empty reply taken off. Counted by callgrind, so that the
# machine's load says nothing.
set -u
. tools/tap.sh

# valgrind cannot run a sanitized program: the one beside it is taken, which `make check` builds too.
extract=${build%/check-*}/bin/jets-extract
if ! command -v valgrind >/dev/null || [ ! -x "$extract" ]; then
    echo "ok 1 - growth # SKIP no valgrind, or no unsanitized $extract"
    exit 0
fi
if [ "${build##*/}" = check-clang ] && command -v gcc >/dev/null; then
    echo "ok 1 - growth # SKIP counted with check-gcc, on the same program"
    exit 0
fi

# Instructions of jets-extract, or of "$program", on the file "$1".
program=$extract
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" \
        2>&1 >/dev/null </dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# Writes a reply to $4: a head $3, then the token $1 over and over, $2 bytes or a little less.
repeat() {
    printf '%b' "$1" >"$tmp/token"
    printf '%b' "$3" >"$4"
    python3 -c 'import sys
token = open(sys.argv[1], "rb").read()
sys.stdout.buffer.write(token * (int(sys.argv[2]) // len(token)))' "$tmp/token" "$2" >>"$4"
}

: >"$tmp/empty"
fixed=$(count "$tmp/empty")

# compare NAME: what $tmp/once and $tmp/twice cost. A reply that is settled early costs about the same
# at both lengths; the start of a process varies by a few instructions.
compare() {
    once=$(count "$tmp/once")
    twice=$(count "$tmp/twice")
    if [ $(((twice - fixed) * 100)) -le $(((once - fixed) * 210 + 100000)) ]; then
        pass "linear: $1"
    else
        fail "linear: $1" "$((once - fixed)) instructions for the one, $((twice - fixed)) for the other"
    fi
}

# grows_linearly TOKEN [HEAD]
grows_linearly() {
    repeat "$1" 30000 "${2-}" "$tmp/once"
    repeat "$1" 60000 "${2-}" "$tmp/twice"
    compare "${2-}$1"
}

# One object of $1 members, each of another name.
members() {
    awk -v n="$1" 'BEGIN { printf "{"; for (i = 1; i < n; i++) printf "\"name %d\":%d,", i, i; print "\"z\":0}" }'
}

while IFS= read -r line; do
    grows_linearly "$line"
done <<'TOKENS'
{
[
}
{"a":
["
[1,
{a:
[a
{x {
{}
{"a": 1}
{"a": 1},
[a {"b": 1}
{"a": 1} {"b": 2}
`
```\n
```json\n{"a": 
~~~\n
<think>
</think>
<think></think>
<think 
<|channel|>final
{"</think>":
"
\\
\\"
a[1]
"{"
[1, x
{"a\\u0062": "\\\\", 
\n
<
TOKENS
# What is behind one opener that is never closed.
grows_linearly '</think>' '{"'
grows_linearly '"</think>",' '['
grows_linearly '</thought> {"a":1} ' '<thought>'
grows_linearly '{"a":1} ' '{x '
grows_linearly '["b"] ' '[a '
grows_linearly '"key": 1, ' '{'
members 2000 >"$tmp/once"
members 4000 >"$tmp/twice"
compare "members of different names"

# grows_in_parts NAME LENGTH PART...: a PART is text, or "N*text": as much of it as N hundredths of the
# length hold.
cat >"$tmp/parts.py" <<'PYTHON'
import sys

for part in sys.argv[2:]:
    share, star, text = part.partition("*")
    text = (text if star else part).encode().decode("unicode_escape").encode()
    times = int(sys.argv[1]) * int(share) // 100 // len(text) if star else 1
    sys.stdout.buffer.write(text * times)
PYTHON
grows_in_parts() {
    name=$1 length=$2
    shift 2
    python3 "$tmp/parts.py" "$length" "$@" >"$tmp/once"
    python3 "$tmp/parts.py" $((2 * length)) "$@" >"$tmp/twice"
    compare "$name"
}

grows_in_parts "equal candidates, the first with much white space in it" 20000 '{' '50* ' '}' '50*;{}'
grows_in_parts "the same, with members" 20000 'x {"a":1' '50* ' '}' '50* {"a":1}'

# The same as the reply arrives, a byte at a time: look-aheads must not begin anew with each byte.
program=${build%/check-*}/tests/feed_bytes
if [ ! -x "$program" ]; then
    fail "fed byte by byte" "no $program"
    finish
fi
fixed=$(count "$tmp/empty")
grows_in_parts "fed: white space round a value" 3000 'x' '50* ' '{"a":1}' '50* ' '.'
grows_in_parts "fed: white space in front of a fence's end" 3000 '~~~\n{}' '50*\n' '50*~'
grows_in_parts "fed: white space in a closing marker" 3000 'x </think' '100* '
grows_in_parts "fed: the final channel, cut" 3000 'x <|channel|>final' '100*a'
grows_in_parts "fed: attributes" 3000 'x <think ' '100*a'
grows_in_parts "fed: a bare key" 3000 'x {' '50* ' '50*a'
grows_in_parts "fed: backquotes" 3000 '100*`'
grows_in_parts "fed: a string" 3000 '["' '100*a'
grows_in_parts "fed: many values" 3000 '100*{"a":1} '

finish

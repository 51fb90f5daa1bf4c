#!/bin/sh
# jets explain: a reply with what the rules see in it.
set -u
. tools/tap.sh
jets=$build/bin/jets

explain() {
    name=$1
    expected=$2
    shift 2
    "$jets" explain "$@" >"$tmp/out" 2>"$tmp/err"
    is "$name: exit status" $? "$expected"
}

# shellcheck disable=SC2016  # backquotes are the reply's
printf 'See [1]. <think>{"a":1}</think>\n```json\n{"a": 2}\n``` and' >"$tmp/reply"
explain "a reply" 0 "$tmp/reply"
is "each thing has its line" "$(cat "$tmp/out")" 'value: object of 8 bytes at byte 40, by R5.3
R5.3: The one value that is left is the answer; several different ones leave none.

       0  R2.2  reasoning See [1]. <think>{"a":1}</think>
      31                  ␊
      32  R4.1  fence     ```json
      39                  ␊
      40  R4.3  answer    {"a": 2}
      48                  ␊
      49  R4.2  fence end ```
      52                   and'
printf '{"a": 1} or [x {"b": 2}] {"c"' >"$tmp/reply"
explain "a reply without an answer" 0 "$tmp/reply"
contains "has the reason" "$tmp/out" "none: unterminated-value, by R3.7"
contains "has what is cut off" "$tmp/out" 'cut off   {"c"'
contains "has the piece" "$tmp/out" '{"b": 2}  (a piece of a bracket)'
printf '{"a": 1} or {"a": 2}' >"$tmp/reply"
explain "an option" 0 --select last "$tmp/reply"
contains "changes the answer" "$tmp/out" 'R3.5  answer    {"a": 2}'
contains "and leaves the other" "$tmp/out" 'R3.5  candidate {"a": 1}'
"$jets" explain - <"$tmp/reply" >"$tmp/out" 2>"$tmp/err"
is "standard input: exit status" $? 0
contains "standard input is read" "$tmp/out" "none: ambiguous, by R5.3"
printf ' {"a": 1}' >"$tmp/reply"
explain "a reply as a whole" 0 "$tmp/reply"
contains "is the answer" "$tmp/out" '1  R1    answer    {"a": 1}'
: >"$tmp/reply"
explain "an empty reply" 0 "$tmp/reply"
contains "has its reason" "$tmp/out" "none: empty"
explain "a case" 0 json-in-reasoning/draft-object-in-a-think-block
contains "is found by its id" "$tmp/out" "R2.1  reasoning"

# Bytes that nobody vouches for stay harmless.
printf 'x\033(B {"a": "\302\205<b>"} \377' >"$tmp/reply"
explain "a hostile reply" 0 "$tmp/reply"
is "no control character comes out" "$(tr -d '\n' <"$tmp/out" | LC_ALL=C tr -d ' -~\200-\377' | wc -c | tr -d ' ')" 0
contains "they are shown" "$tmp/out" "x␛(B"
explain "a page" 0 --html -o "$tmp/page.html" "$tmp/reply"
is "markup of the reply is escaped" "$(grep -c '<b>' "$tmp/page.html")" 0
contains "the answer is marked" "$tmp/page.html" '<mark class="answer"'
if command -v tidy >/dev/null; then
    tidy -q -errors "$tmp/page.html" 2>"$tmp/tidy"
    is "the page is valid HTML" "$(grep -v 'lacks "summary"' "$tmp/tidy")" ""
else
    skip "the page is valid HTML" "no tidy here"
fi

explain "no such reply" 2 "$tmp/nothing"
contains "is told" "$tmp/err" "nothing: no such file, and no id of a case"
explain "no such case" 2 some/nothing
explain "no operand" 2
explain "another program in the reference's place" 3 --reference cat "$tmp/reply"
contains "is told" "$tmp/err" "reference: expected what jets-extract --explain --json prints"
explain "a reference that is not there" 3 --reference "$tmp/nothing" "$tmp/reply"
finish

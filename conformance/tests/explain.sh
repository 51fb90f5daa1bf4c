#!/bin/sh
# jets explain: a reply with what the rules see in it.
set -u
. tools/tap.sh
. conformance/tests/shared/cases.sh
. conformance/tests/shared/terminal.sh
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

contains "each thing has its rule in words" "$tmp/page.html" "R3.5: A value is a candidate"

# A case says what is asked; the command line says more.
case_operation=extract make_case "$tmp/corpus" some/last '{"a": 1} or {"a": 2}' '{"value": {"a": 2}, "span": [12, 8]}'
sed -i.old 's/"options": {}/"options": {"select": "last"}/' "$tmp/corpus/cases/some/last.json"
explain "a case with an option" 0 --corpus "$tmp/corpus" some/last
contains "is asked about with it" "$tmp/out" 'R3.5  answer    {"a": 2}'
explain "a case with another option" 0 --corpus "$tmp/corpus" --select first some/last
contains "is asked about with that" "$tmp/out" 'R3.5  answer    {"a": 1}'
head -c 16777217 /dev/zero >"$tmp/long"
explain "a reply that is too long" 2 "$tmp/long"
"$jets" explain - <"$tmp/long" >"$tmp/out" 2>"$tmp/err"
is "so is one on standard input: exit status" $? 2
contains "which is told" "$tmp/err" "standard input: longer than 16 MB"
rm "$tmp/long"

# What is seen may lie in each other, come in any order, or be wrong: told by a reference of our own.
printf '0123456789' >"$tmp/reply"
# sees EVENTS MEMBERS: the reference sees these
sees() {
    printf '#!/bin/sh\ncat >/dev/null\necho %s\n' "'{\"events\": [$1], $2}'" >"$tmp/sees"
    chmod +x "$tmp/sees"
}
sees '{"kind": "candidate", "rule": "R3.5", "span": [6, 1]}, {"kind": "broken", "rule": "R3.6", "span": [2, 1]},
    {"kind": "open", "rule": "R3.1", "span": [2, 6]}' '"status": "none", "reason": "ambiguous", "rule": "R5.3"'
explain "things in each other" 0 --reference "$tmp/sees" "$tmp/reply"
is "the outer first, and what is behind it once" "$(tail -n 5 "$tmp/out")" '       0                  01
       2  R3.1  bracket   234567
       2  R3.6    broken    2
       6  R3.5    candidate 6
       8                  89'
explain "a page of them" 0 --html --reference "$tmp/sees" -o "$tmp/page.html" "$tmp/reply"
is "the reply stands there once" "$(sed -n 's|.*<pre>\(.*\)</pre>.*|\1|p' "$tmp/page.html" | sed 's/<[^>]*>//g')" "0123456789"
is "all are in the list" "$(grep -c '^<li>' "$tmp/page.html")" 3
for span in '[11, 0]' '[10, 1]' '[-1, 2]' '[0, 11]' '[3]' '"0"' '[1e300, 1]'; do
    sees "{\"kind\": \"candidate\", \"rule\": \"R3.5\", \"span\": $span}" '"status": "none", "reason": "x", "rule": "R5.3"'
    explain "a span $span that does not lie in the reply" 3 --reference "$tmp/sees" "$tmp/reply"
    sees '' "\"status\": \"value\", \"rule\": \"R1\", \"span\": $span"
    explain "an answer $span that does not lie in the reply" 3 --reference "$tmp/sees" "$tmp/reply"
done
sees '{"kind": "candidate", "rule": "R3.5", "span": [10, 0]}' '"status": "none", "reason": "x", "rule": "R5.3"'
explain "a span at the end of the reply" 0 --reference "$tmp/sees" "$tmp/reply"

if has_terminals; then
    escape=$(printf '\033')
    printf 'a {"a": 1} [x] b' >"$tmp/reply"
    on_terminal OUT="$tmp/out" TERM=xterm -- "$jets" explain "$tmp/reply"
    contains "a terminal gets colour, which ends with the thing" "$tmp/out" "${escape}[1;32m{\"a\": 1}${escape}[0m"
    is "each colour ends on its line" "$(grep -c "${escape}\[[1-9]" "$tmp/out")" "$(grep -c "${escape}\[0m" "$tmp/out")"
    on_terminal OUT="$tmp/out" TERM=xterm NO_COLOR=1 -- "$jets" explain "$tmp/reply"
    lacks "NO_COLOR is respected" "$tmp/out" "$escape"
    on_terminal OUT="$tmp/out" TERM=dumb -- "$jets" explain "$tmp/reply"
    lacks "so is a dumb terminal" "$tmp/out" "$escape"
else
    skip "a terminal gets colour" "no terminal can be opened here"
fi

explain "no such reply" 2 "$tmp/nothing"
contains "is told" "$tmp/err" "nothing: no such file, and no id of a case"
explain "no such case" 2 some/nothing
explain "no operand" 2
explain "another program in the reference's place" 3 --reference cat "$tmp/reply"
contains "is told" "$tmp/err" "reference: expected what jets-extract --explain --json prints"
explain "a reference that is not there" 3 --reference "$tmp/nothing" "$tmp/reply"
finish

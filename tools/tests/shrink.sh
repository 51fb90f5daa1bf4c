#!/bin/sh
# jets shrink: a reply on which a program is wrong, as short as it gets.
set -u
. tools/tap.sh
. conformance/tests/shared/cases.sh
case $build in /*) ;; *) build=$(pwd)/$build ;; esac
jets=$build/bin/jets
export JETS_CORPUS="${JETS_CORPUS:-$(pwd)/corpus}"

# shellcheck disable=SC2016  # backquotes are the reply's
printf 'Some prose with [1] and so.\n```json\n{"verdict": "ok", "items": [1,2,{"x": true}]}\n```\nAnd then {"another": "one", "n": 12.5}\n' >"$tmp/reply"
"$jets" shrink -o "$tmp/short" --findings "$tmp/found" "$tmp/reply" -- "$build/testees/first-value" >"$tmp/out" 2>"$tmp/err"
is "exit status" $? 1
contains "the verdict stays" "$tmp/out" "hijack  "
contains "what was right is told" "$tmp/out" "expected  none: ambiguous"
is "it is short" "$([ "$(wc -c <"$tmp/short")" -lt 20 ] && echo yes)" yes
"$jets" run --corpus "$tmp/found" -- "$build/testees/first-value" >"$tmp/again" 2>&1
is "the case fails" $? 1
again=$(sed -n 's/^  again     //p' "$tmp/out")
sh -c "$again" >"$tmp/again" 2>&1
is "the command line finds it again" $? 1
"$jets" shrink "$tmp/short" -- "$build/testees/first-value" >"$tmp/out" 2>"$tmp/err"
contains "it does not get shorter" "$tmp/out" "hijack  $(wc -c <"$tmp/short" | tr -d ' ') bytes"
"$jets" shrink -o - - -- "$build/testees/first-value" <"$tmp/reply" >"$tmp/out" 2>"$tmp/err"
is "standard input and output" "$(cmp "$tmp/out" "$tmp/short" && echo same)" same
"$jets" shrink json-in-reasoning/draft-object-in-a-think-block -- "$build/testees/no-reasoning-split" >"$tmp/out" 2>&1
is "a case" $? 1
"$jets" shrink "$tmp/reply" -- "$build/bin/jets-extract" >"$tmp/out" 2>"$tmp/err"
is "a program that is right: exit status" $? 0
contains "a program that is right" "$tmp/out" "pass: there is nothing to shrink"
"$jets" shrink "$tmp/nothing" -- cat >"$tmp/out" 2>"$tmp/err"
is "no such reply" $? 2
# The verdict stays, and why the reference sees it otherwise, though other faults lie nearer.
printf '<think>So [1] or {"a": 1}, and {"a": 2}' >"$tmp/reply"
"$jets" shrink "$tmp/reply" -- "$build/testees/first-value" >"$tmp/out" 2>&1
contains "the reason stays" "$tmp/out" "expected  none: unterminated-reasoning"
cat >"$tmp/two-faults" <<'END'
#!/bin/sh
case $(cat) in
*x*) exit 7 ;;
*) echo '["made up"]' ;;
esac
END
chmod +x "$tmp/two-faults"
printf '{"y": "x"}' >"$tmp/reply"
"$jets" shrink -o "$tmp/short" "$tmp/reply" -- "$tmp/two-faults" >"$tmp/out" 2>&1
contains "the verdict stays, though a shorter reply has another" "$tmp/out" "error  1 bytes"
is "what is left has it" "$(cat "$tmp/short")" x
cat >"$tmp/flaky" <<END
#!/bin/sh
cat >/dev/null
[ -e "$tmp/once" ] && exit 20
touch "$tmp/once"
echo '[1]'
END
chmod +x "$tmp/flaky"
printf 'none' >"$tmp/reply"
"$jets" shrink "$tmp/reply" -- "$tmp/flaky" >"$tmp/out" 2>&1
contains "what is not seen again is flaky" "$tmp/out" "flaky  4 bytes"
printf '#!/bin/sh\ncat >/dev/null\nsleep 0.2\necho "[1]"\n' >"$tmp/slow"
chmod +x "$tmp/slow"
head -c 3000 /dev/zero | tr '\0' x >"$tmp/reply"
began=$(date +%s)
"$jets" shrink --time 1 "$tmp/reply" -- "$tmp/slow" >"$tmp/out" 2>&1
is "the time is kept, but for the replies that are under way" "$([ $(($(date +%s) - began)) -lt 40 ] && echo yes)" yes

# The program stops at a reply of less than 100 bytes, so that the interrupt meets it there whatever the machine does.
cat >"$tmp/waits" <<END
#!/bin/sh
reply=\$(cat)
[ \${#reply} -ge 100 ] || while [ ! -e "$tmp/go" ]; do touch "$tmp/there"; sleep 0.1; done
echo '[1]'
END
chmod +x "$tmp/waits"
"$jets" shrink --timeout 60000 -o "$tmp/short" "$tmp/reply" -- "$tmp/waits" >"$tmp/out" 2>&1 &
pid=$!
wait_until 120 test -e "$tmp/there"
kill -TERM $pid
wait $pid
is "interrupted: exit status" $? 5
short=$(wc -c <"$tmp/short")
is "the shortest reply so far is kept" "$([ "$short" -ge 100 ] && [ "$short" -lt 3000 ] && echo yes)" yes
contains "and told" "$tmp/out" "invented  $((short)) bytes (of 3000), interrupted"
touch "$tmp/go"

cat >"$tmp/fails" <<'END'
#!/bin/sh
read -r hello
echo '{"id":0,"hello":{"contract":1,"name":"it","version":"1","operations":["extract"],"policy":{}}}'
read -r request
exit 3
END
chmod +x "$tmp/fails"
"$jets" shrink --reference "$tmp/fails" "$tmp/reply" -- "$build/testees/first-value" >"$tmp/out" 2>&1
is "a reference that fails: exit status" $? 1
contains "is told, and why" "$tmp/out" "the reference did not answer: exit status 3"

# A case says what is asked.
case_operation=complete make_case "$tmp/corpus" some/cut '{"a": 1, "b": [' '{"value": false}'
"$jets" shrink --corpus "$tmp/corpus" --findings "$tmp/found" some/cut -- "$build/testees/always-true" >"$tmp/out" 2>&1
is "a case of complete" $? 1
contains "is asked about as one" "$tmp/out" "asked     complete"
contains "and kept as one" "$tmp/out" "found/complete-hijack-"
printf '{"a": 1} \377 {"a": 2}' >"$tmp/reply"
"$jets" shrink -o "$tmp/short" "$tmp/reply" -- "$build/testees/first-value" >"$tmp/out" 2>"$tmp/err"
is "bytes that are no UTF-8" $? 1
finish

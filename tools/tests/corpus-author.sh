#!/bin/sh
# tools/corpus for those who write a case: new, slices, the lint of one case, and what the programs say of it.
set -u
. tools/tap.sh
. tools/tests/shared/small_corpus.sh

new_corpus

# A new case.
printf 'x\0y' >"$tmp/reply"
run tools/corpus new fence/fresh --corpus "$tmp/c" <"$tmp/reply"
exited "a new case is started" 0
run cmp "$tmp/reply" "$tmp/c/cases/fence/fresh.reply"
exited "with the bytes of its reply" 0
lint
contains "it asks for what is left to decide" "$tmp/out" "fresh.json: title: one line of text is due"
run tools/corpus new fence/fresh --corpus "$tmp/c" </dev/null
exited "a case is never overwritten" 2
# A case that is half done stops nothing else.
edit 's/1.0, "a2"/7.0, "a2"/' "$given"
lint
contains "found beside a case that is half done: another's fault" "$tmp/out" "given.json: result.span: the slice is another value"
contains "what was not checked is said" "$tmp/err" "because of the cases that are not in order, coverage, the release were not checked"
# The values of its reply.
new_corpus
printf 'a: {"a": 1}\nand {"b": {"a": 1}, "n": 9007199254740993} or [1.50], {"a":1}' >"$tmp/reply"
run tools/corpus new fance/listed --corpus "$tmp/c" <"$tmp/reply"
contains "the values of a reply are listed" "$tmp/out" "  1  8 bytes from byte 3 on (line 1, byte 4 of it): '{\"a\": 1}'"
contains "each as a result" "$tmp/out" '     "result": {"value": {"a": 1}, "span": [3, 8]},'
contains "as text where a value would lose of it" "$tmp/out" '"result": {"text": "{\"b\": {\"a\": 1}, \"n\": 9007199254740993}", "span": [16, 38]},'
contains "to the last" "$tmp/out" "  4  7 bytes from byte 66 on (line 2, byte 55 of it)"
contains "a new category is told, and the near one" "$tmp/out" "fance is a new category; did you mean the category fence?"
run tools/corpus slices fance/listed --corpus "$tmp/c"
is "they are listed again" "$(grep -c result "$tmp/out")" 4
run tools/corpus slices fance/listed --corpus "$tmp/c" --answer '{"a": 1e0}'
is "or all that are one value, inner ones too" "$(grep -c result "$tmp/out")" 3
run tools/corpus slices fance/listed --corpus "$tmp/c" --answer '{"a": 5}'
exited "a value that is not there: status 1" 1
run tools/corpus slices fance/listed --corpus "$tmp/c" --answer '{'
exited "an answer that is no JSON is a usage error" 2
run tools/corpus slices fance/lost --corpus "$tmp/c"
exited "a case that is not there is one" 2
contains "and the near one is named" "$tmp/err" "did you mean fance/listed?"
rm -r "$tmp/c/cases/fance"
run tools/corpus new fence/chosen --corpus "$tmp/c" --slice 3 <"$tmp/reply"
exited "a value is taken by its number" 0
is "with its span" "$(tr -d ' \n' <"$tmp/c/cases/fence/chosen.json" | grep -o '"result":.*"acceptable"')" \
    '"result":{"value":[1.5],"span":[58,6]},"acceptable"'
lint
lacks "and the lint agrees" "$tmp/out" "chosen.json: result"
rm "$tmp/c/cases/fence/chosen".*
run tools/corpus new fence/chosen --corpus "$tmp/c" --answer '{"a": 1}' <"$tmp/reply"
exited "a value that stands more than once is not guessed" 2
contains "but asked for" "$tmp/err" "the value stands 3 times in the reply: say which one with --slice N, too"
is "and nothing was written" "$(find "$tmp/c/cases/fence" -name 'chosen*')" ""
for wrong in 0 4; do
    run tools/corpus new fence/chosen --corpus "$tmp/c" --answer '{"a": 1}' --slice $wrong <"$tmp/reply"
    exited "a number that is not listed is a usage error: $wrong" 2
done
run tools/corpus new fence/chosen --corpus "$tmp/c" --answer '{"a": 1}' --slice 2 <"$tmp/reply"
contains "it is taken by text and number" "$tmp/c/cases/fence/chosen.json" "      22,"
rm "$tmp/c/cases/fence/chosen".*
run tools/corpus new fence/chosen --corpus "$tmp/c" --slice 1 </dev/null
exited "an empty reply has no value to take" 2
head -c 300000 /dev/zero | tr '\0' '[' >"$tmp/reply"
run timeout 60 tools/corpus new fence/chosen --corpus "$tmp/c" <"$tmp/reply"
exited "a reply of openers alone is listed in time" 0
new_corpus
run tools/corpus new 'fence/A B' --corpus "$tmp/c" </dev/null
exited "an id that is no slug is refused" 2

# With the programs.
extract_lint() {
    tools/corpus manifest --corpus "$tmp/c"
    run tools/corpus lint --corpus "$tmp/c" --build "$build" "$@"
}
extract_lint --discrimination
exited "the reference meets a sound corpus, and each case is failed by a wrong program" 0
edit 's/{"a": 1.0, "a2": \[1\]}, "span": \[5, 19\]/[1], "span": [20, 3]/; s/\[\[1\]\]/[]/' "$given"
extract_lint
contains "found: an answer that is not the reference's" "$tmp/out" 'given.json: result: the reference gives '
new_corpus
edit 's/"result": {.*/"result": {"none": "no-candidate"},/' "$given"
extract_lint
contains "found: none where the reference gives a value" "$tmp/out" ', at [5,19], not none'
is "which is one finding" "$(grep -c given.json: "$tmp/out")" 1
new_corpus
edit 's/"result": {.*/"result": {"value": {"a": 1}, "span": [5, 8]},/; s/"by_policy": .*/"by_policy": {},/' "$refused"
extract_lint
contains "found: a value where the reference gives none" "$tmp/out" 'refused.json: result: the reference gives none: ambiguous, not a value'
new_corpus
edit 's/"none": "ambiguous"/"none": "shape"/' "$refused"
extract_lint
contains "found: a reason that is not the reference's" "$tmp/out" "refused.json: result: the reference's reason is \"ambiguous\""
new_corpus
edit 's/"first": {"value": {"a": 1}}/"first": {"value": {"a": 2}}/' "$refused"
extract_lint
contains "found: a policy's result that is not the reference's" "$tmp/out" "refused.json: by_policy.select.first: the reference's answer is another"
new_corpus
edit 's/"first": {"value": {"a": 1}}/"first": {"none": "ambiguous"}/' "$refused"
extract_lint
contains "found: a policy's none where the reference gives a value" "$tmp/out" \
    "refused.json: by_policy.select.first: the reference gives a value, at [5,8], not none"
new_corpus
edit 's/"since": "0.1"/"since": "0.1", "sanity": true, "notes": "None does."/' "$refused"
extract_lint --discrimination
contains "found: sanity where a wrong program fails" "$tmp/out" "refused.json: sanity: a wrong implementation does fail"
new_corpus
printf '{"a": 1, "a": 1}' >"$tmp/c/cases/fence/twice.reply"
sed 's,fence/refused,fence/twice,; s/"ambiguous"/"duplicate-name"/; s/"by_policy": .*,$/"by_policy": {},/
s/"acceptable": .*,$/"acceptable": [{"value": {"a": 1}, "why": "Same."}, {"text": "{\\"a\\": 1, \\"a\\": 1}", "why": "Same."}],/' \
    "$refused" >"$tmp/c/cases/fence/twice.json"
extract_lint --discrimination
contains "found: a case that no wrong program fails" "$tmp/out" "twice.json: sanity: no wrong implementation fails"
lacks "and no other" "$tmp/out" "refused.json"

# Cases by name.
some() {
    run tools/corpus lint --corpus "$tmp/c" --build "$build" "$@"
}
some fence/twice
exited "one case that no wrong program fails, by name: status 1" 1
contains "and it says what to do" "$tmp/out" 'twice.json: sanity: no wrong implementation fails this case: it tells nothing apart'
some fence/refused
exited "another case, by name: status 0, be there no manifest" 0
contains "it says which wrong programs fail it" "$tmp/out" "fence/refused: nothing found (the reference meets it; failed by echo-text (malformed), "
contains "with their verdicts" "$tmp/out" "first-balanced (hijack)"
is "in one line" "$(wc -l <"$tmp/out")" 1
some fence/refused --no-run
contains "without programs it says so" "$tmp/out" "fence/refused: nothing found (no program run)"
printf 'x' | tools/corpus new fence/half --corpus "$tmp/c" >/dev/null
some fence/refused
exited "a case beside it that is half done does no harm" 0
some fence/refused fence/half
exited "but is found where it is named" 1
contains "and the other is told" "$tmp/out" "fence/refused: nothing found"
some fence/refuse
exited "a case that is not there is a usage error" 2
contains "which names the near one" "$tmp/err" "fence/refuse: there is no such case; did you mean fence/refused?"
echo '{' >"$tmp/c/cases/fence/half.json"
some fence/half
exited "a case that is no JSON is one" 2
contains "which says where" "$tmp/err" "half.json: json: not strict JSON: a member name is due: byte 2 (line 2, column 1), at the end"

finish

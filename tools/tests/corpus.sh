#!/bin/sh
# tools/corpus: each kind of finding is found in a small corpus that was broken on purpose.
set -u
. tools/tap.sh
. tools/tests/shared/small_corpus.sh

new_corpus
run tools/corpus manifest --corpus "$tmp/c"
exited "a manifest is written for a sound corpus" 0
lint
exited "a sound corpus has no finding" 0
contains "and it says that nothing was run" "$tmp/err" "no program was run"
cp "$tmp/c/MANIFEST.json" "$tmp/manifest"
run tools/corpus manifest --corpus "$tmp/c"
is "a manifest is the same each time" "$(cat "$tmp/c/MANIFEST.json")" "$(cat "$tmp/manifest")"
new_corpus

# One case by itself.
broken "a case that is no JSON" 's/"acceptable"/acceptable/' "given.json: json: not strict JSON"
broken "a member that stands twice" 's/"since": "0.1"/"since": "0.1", "since": "0.1"/' 'json: not strict JSON: "since" stands twice'
broken "a missing member" '/"severity"/d' "given.json: severity: is missing"
broken "an unknown member" 's/"since": "0.1"/"since": "0.1", "extra": 1/' "given.json: extra: unknown member"
broken "a member of another type" 's/"title": "A title"/"title": 5/' "given.json: title: a str is due"
broken "members in another order" 's/"title": .*,/"why": "A reason.",/; s/^  "why": "A reason.",$/  "title": "A title",/; 3s/title": "A title/why": "A reason./' \
    "given.json: json: members stand in another order"
broken "an id that is not the path" 's,fence/given,fence/other,' 'given.json: id: the path says "fence/given"'
broken "an empty title" 's/"A title"/""/' "given.json: title: one line of text is due"
broken "a long title" "s/A title/$(printf '%0101d' 0)/" "given.json: title: longer than 100"
broken "an unknown severity" 's/"integrity"/"bad"/' "given.json: severity: one of these is due, not \"bad\": integrity"
broken "a version that is to come" 's/"since": "0.1"/"since": "0.2"/' "given.json: since: a version"
broken "an unknown operation" 's/"extract"/"guess"/' "given.json: operation: one of these is due"
broken "an unknown option" 's/"options": {}/"options": {"depth": "9"}/' 'given.json: options: "depth" is no option'
broken "an option at its default" 's/"options": {}/"options": {"select": "only"}/' 'given.json: options.select: "only" is the default: leave it out (the others are longest, first, last)'
broken "a result of two kinds" 's/"result": {/"result": {"none": "empty", /' "given.json: result: one of value, text and none is due"
broken "an unknown member of the result" 's/"span"/"spam"/' "given.json: result.spam: unknown member"
broken "a value without its span" 's/, "span": \[5, 19\]//' "given.json: result.span: is due"
broken "a span past the reply" 's/\[5, 19\]/[5, 1900]/' "given.json: result.span: offset and length within the reply"
broken "a span that is no value" 's/\[5, 19\]/[5, 18]/' "given.json: result.span: the slice is no value"
broken "a span with white space" 's/\[5, 19\]/[4, 20]/' "given.json: result.span: the slice has white space"
broken "a span of another value" 's/\[5, 19\]/[20, 3]/' "given.json: result.span: the slice is another value"
broken "a text that is spelled otherwise" 's/"value": {"a": 1.0, "a2": \[1\]}/"text": "{\\"a\\": 1.0, \\"a2\\": [1]}"/' \
    "given.json: result.span: the slice is spelled otherwise than text"
broken "a text that is no JSON" 's/"value": {"a": 1.0, "a2": \[1\]}/"text": "{a: 1}"/' "given.json: result.text: no JSON text"
broken "a number past a double" 's/{"b": 2}/{"b": 9007199254740993}/' "given.json: acceptable[0].value: 9007199254740993 is past a double"
broken "an acceptable result without a reason" 's/, "why": "Because."//' "given.json: acceptable[0].why"
broken "a decoy that is the result" 's/"decoys": \[\[1\]\]/"decoys": [{"a2": [1e0], "a": 1}]/' "given.json: decoys[0]: is the result"
broken "a decoy that is acceptable" 's/"decoys": \[\[1\]\]/"decoys": [{"b": 2}]/' "given.json: decoys[0]: is the result or an acceptable"
broken "a decoy that stands twice" 's/"decoys": \[\[1\]\]/"decoys": [[1], [1.0]]/' "given.json: decoys[1]: stands twice"
broken "a policy of no option" 's/"by_policy": {}/"by_policy": {"depth": {"9": {"none": "empty"}}}/' 'given.json: by_policy: "depth" is no option'
broken "a policy that is the default" 's/"by_policy": {}/"by_policy": {"names": {"unique": {"none": "empty"}}}/' 'given.json: by_policy.names: "unique" is the default: leave it out'
broken "a policy's value that is not in the reply" 's/"by_policy": {}/"by_policy": {"names": {"any": {"value": {"a": 9}}}}/' \
    "given.json: by_policy.names.any: no slice of the reply"
broken "a combination of a policy that is the default" 's/"by_policy": {}/"by_policy": {"select=first,names=unique": {"none": "empty"}}/' \
    'given.json: by_policy.names: "unique" is the default: leave it out'
broken "a rule that SPEC has not" 's/R5.3/R9.9/' 'given.json: rules: "R9.9" is no rule'
broken "an unknown source" 's/public-report/hearsay/' "given.json: source.kind: one of these is due"
broken "a report without its address" 's/"url": "[^"]*", //' "given.json: source.url: is missing"
broken "an address that is none" 's,https://example.test/1,example,' "given.json: source.url: an address"
broken "a text of unknown origin" 's/"synthetic"/"copied"/' "given.json: source.text: one of these is due, not \"copied\": synthetic"
broken "sanity that is not true" 's/"since": "0.1"/"since": "0.1", "sanity": false/' "given.json: sanity: true is due"
broken "sanity without a reason" 's/"since": "0.1"/"since": "0.1", "sanity": true/' "given.json: notes: say why"
broken "a flag with spaces" 's/"since": "0.1"/"since": "0.1", "flags": ["a b"]/' "given.json: flags:"
broken "an invisible character" "s/A title/A$(printf '\302\240')title/" "given.json: json: U+00A0 cannot be seen"
broken "a case that is no object" '1s/{/[{/; 15s/}/}]/' "given.json: json: an object is due"
broken "no line feed at the end" 's/^}$/}\n/' "given.json: json: one line feed is due at the end"
broken "a result that gives none without a reason" 's/"result": {.*/"result": {"none": true},/' "given.json: result.none: as a reason of SPEC one of these is due"
broken "complete that gives none" 's/"extract"/"complete"/; s/"result": {.*/"result": {"none": "empty"},/' "given.json: result.none: complete never gives none"
broken "complete that gives another value" 's/"extract"/"complete"/; s/, "span": \[5, 19\]//' "given.json: result.value: complete gives true or false"
broken "strings that gives other values" 's/"extract"/"strings"/; s/"result": {.*/"result": {"value": ["x", 1]},/' "given.json: result.value: strings gives a list of strings"
broken "a policy without results" 's/"by_policy": {}/"by_policy": {"names": {}}/' "given.json: by_policy.names: an object of results is due"
broken "an acceptable result that is none of three kinds" 's/{"value": {"b": 2}, /{/' "given.json: acceptable[0]: one of value, text and none is due"
broken "no rule" 's/\["R5.3"\]/[]/' "given.json: rules: at least one is due"
broken "a rule that stands twice" 's/"R5.3"/"R5.3", "R5.3"/' "given.json: rules: at least one is due, and none twice"
broken "an unknown member of the source" 's/"system": "x"/"system": "x", "by": "me"/' "given.json: source.by: unknown member"
broken "notes of two lines" 's/"since": "0.1"/"since": "0.1", "notes": "a\\nb"/' "given.json: notes: one line of text is due"
edit 's/"ambiguous"/"unsure"/' "$refused"
finds "a reason that SPEC has not" "refused.json: result.none: as a reason of SPEC one of these is due"

# What was meant, where it can be told.
broken "a severity misspelt" 's/"integrity"/"integrty"/' 'one of these is due, not "integrty": integrity, availability, resource; did you mean "integrity"?'
broken "an operation misspelt" 's/"extract"/"extrakt"/' 'not "extrakt": extract, complete, strings; did you mean "extract"?'
broken "an option misspelt" 's/"options": {}/"options": {"selct": "first"}/' \
    'options: "selct" is no option: there are expect, select, names, reasoning, starts; did you mean "select"?'
broken "a value misspelt" 's/"options": {}/"options": {"select": "frist"}/' \
    'options.select: one of these is due, not "frist": longest, first, last; did you mean "first"?'
broken "a value that is no text" 's/"options": {}/"options": {"select": 1}/' 'options.select: one of these is due, not 1: longest, first, last'
broken "a policy misspelt" 's/"by_policy": {}/"by_policy": {"repare": {"repair": {"none": "empty"}}}/' \
    'there are expect, select, names, reasoning, starts, scalars, truncation, repair, numbers, decoding; did you mean "repair"?'
broken "a policy's value misspelt" 's/"by_policy": {}/"by_policy": {"names": {"all": {"none": "empty"}}}/' \
    'by_policy.names: one of these is due, not "all": any'
broken "a policy that the case asks for itself" \
    's/"options": {}/"options": {"select": "first"}/; s/"by_policy": {}/"by_policy": {"select": {"first": {"none": "empty"}}}/' \
    'by_policy.select: "first" is what the case itself asks for: leave it out (the others are only, longest, last)'
broken "a rule misspelt" 's/R5.3/R53/' 'rules: "R53" is no rule of SPEC: there are G1'
broken "a source misspelt" 's/public-report/public-rapport/' 'did you mean "public-report"?'
broken "a member misspelt" 's/"severity"/"severty"/' 'did you mean "severity"?'
edit 's/"ambiguous"/"ambigous"/' "$refused"
finds "a reason misspelt" 'as a reason of SPEC one of these is due, not "ambigous": empty, no-candidate, '
edit 's/"ambiguous"/"ambigous"/' "$refused"
finds "a reason misspelt, and the near one" 'out-of-memory; did you mean "ambiguous"?'
mkdir "$tmp/c/cases/fance"
sed 's,fence/given,fance/given,' "$given" >"$tmp/c/cases/fance/given.json"
rm "$given"
mv "$tmp/c/cases/fence/given.reply" "$tmp/c/cases/fance/given.reply"
finds "a category misspelt" "fance: twins: every case gives; a near twin is due; did you mean the category fence?"
broken "a byte, with its line and what stands there" 's/"decoys": \[\[1\]\]/"decoys": [[1]/' \
    "no value can go on: byte 242 (line 9, column 14), at ': {},\n  \"rules\": [\"R' behind ' [[1],\n  \"by_policy\"'"
broken "where the value stands, for a span that is wrong" 's/\[5, 19\]/[5, 18]/' "; the value stands at [5, 19]"
broken "where the value stands, for a span past the reply" 's/\[5, 19\]/[50, 19]/' "which is 34 bytes long; the value stands at [5, 19]"
broken "where the value stands, for no span" 's/, "span": \[5, 19\]//' "; the value stands at [5, 19]"
broken "what the slice is in its place" 's/\[5, 19\]/[29, 3]/' "the slice is another value: '[7]'; the value stands at [5, 19]"
broken "a value that stands nowhere" 's/"a": 1.0/"a": 1.5/' "; the value stands nowhere in the reply"

# Replies.
rm "$tmp/c/cases/fence/given.reply"
finds "a case without a reply" "given.json: reply: given.reply is missing"
broken "a reply beside a recipe" 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat": "x"}]/' "given.json: generate: given.reply is there as well"
rm "$tmp/c/cases/fence/given.reply"
broken "a recipe that is none" 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat": "x", "times": -1}]/' 'given.json: generate: "times" is a number'
rm "$tmp/c/cases/fence/given.reply"
broken "a recipe that is endless" 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat": "xxxxxxxxxx", "times": 999999999}]/' \
    "given.json: generate: the parts come to more than"
rm "$tmp/c/cases/fence/given.reply"
edit 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat": "See: {\\"a\\": 1,"}, {"repeat_base64": "ICJhMiI6IFsxXX0=", "times": 1}]/' "$given"
run tools/corpus manifest --corpus "$tmp/c"
lint
exited "a recipe stands for the reply's bytes" 0
new_corpus

rm "$tmp/c/cases/fence/given.reply"
broken "a recipe of both kinds" 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat": "x", "repeat_base64": "eA=="}]/' "given.json: generate: a part has one of"
rm "$tmp/c/cases/fence/given.reply"
broken "a recipe with an unknown member" 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat": "x", "count": 2}]/' "given.json: generate: a part has"
rm "$tmp/c/cases/fence/given.reply"
broken "a recipe of nothing" 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat": ""}]/' "given.json: generate: what is repeated is a text that is not empty"
rm "$tmp/c/cases/fence/given.reply"
broken "a recipe that is not base64" 's/"since": "0.1"/"since": "0.1", "generate": [{"repeat_base64": "e!"}]/' "given.json: generate: repeat_base64 is not base64"

# All cases together.
mkdir "$tmp/c/cases/fence/deep"
mv "$tmp/c/cases/fence/given".* "$tmp/c/cases/fence/deep"
finds "a case in a folder of a folder" "deep/given.json: id: a case stands in cases/<category>/"
mv "$given" "$tmp/c/cases/fence/Given.json"
mv "$tmp/c/cases/fence/given.reply" "$tmp/c/cases/fence/Given.reply"
finds "a name that is no slug" 'Given.json: id: "Given" is more than small letters'
rm -r "$tmp/c/cases/fence"
finds "a corpus without a case" "cases: there are none"
rm "$tmp/c/.gitattributes"
finds "no .gitattributes" ".gitattributes: text: no such file here or above"
touch "$tmp/c/cases/fence/lost.reply"
finds "a reply without a case" "lost.reply: file: has no case file"
touch "$tmp/c/cases/fence/notes.txt"
finds "a file that is no part of a case" "notes.txt: file: neither a reply nor a case"
sed 's/given/again/' "$given" >"$tmp/c/cases/fence/again.json"
cp "$tmp/c/cases/fence/given.reply" "$tmp/c/cases/fence/again.reply"
finds "the same question twice" "given.json: reply: same bytes, operation and options as fence/again"
rm "$tmp/c/cases/fence/refused".*
finds "a category that only gives" "cases/fence: twins: every case gives; a near twin is due"
rm "$tmp/c/cases/fence/given".*
finds "a category that only refuses" "cases/fence: twins: every case refuses"
echo '*.json text' >>"$tmp/c/.gitattributes"
finds "line ends that git would change" "text: .gitattributes does not say -text"
finds "a corpus without a manifest" "MANIFEST.json: file: is missing"

listed() {
    new_corpus
    tools/corpus manifest --corpus "$tmp/c"
}
listed
echo >>"$tmp/c/cases/fence/given.reply"
finds "a file that is not the one in the manifest" "MANIFEST.json: fence/given: the case's files are not"
listed
edit 's,"fence/given","fence/gone",' "$tmp/c/MANIFEST.json"
lint
contains "found: a case that the manifest alone has" "$tmp/out" "MANIFEST.json: fence/gone: there is no such case"
contains "found: a case that the manifest has not" "$tmp/out" "MANIFEST.json: fence/given: the case is not listed"
listed
echo 0.1.1 >"$tmp/c/VERSION"
finds "a manifest of another version" "MANIFEST.json: version: VERSION says 0.1.1"

# Usage.
run tools/corpus
exited "no command is a usage error" 2
run tools/corpus lint --corpus "$tmp/nowhere"
exited "a corpus that is not there is a usage error" 2
contains "which is named" "$tmp/err" "$tmp/nowhere"
new_corpus
echo one >"$tmp/c/VERSION"
lint
exited "a version that is none is an error" 2
contains "which is named" "$tmp/err" "VERSION: three numbers"
new_corpus
echo '{"cases": []}' >"$tmp/c/MANIFEST.json"
lint
exited "a manifest that is none is an error" 2
contains "which is named" "$tmp/err" "MANIFEST.json: version, released and cases"
listed
run tools/corpus lint --corpus "$tmp/c" --build "$tmp/nowhere"
exited "a program that is not built is an error" 2
contains "which is named, with the remedy" "$tmp/err" "bin/jets-extract: no such program: run make, or say --no-run"

# Near twins: the two replies differ in one byte, and each case names the other.
twins() {
    new_corpus
    printf 'See: {"a": 1, "a2": [1]} and {7].\n' >"$tmp/c/cases/fence/refused.reply"
    write_case refused '{"none": "ambiguous"}' '[{"a": 3}]' '{}'
    edit 's,"since": "0.1","since": "0.1"\, "twin": "fence/refused",' "$given"
    edit 's,"since": "0.1","since": "0.1"\, "twin": "fence/given",' "$refused"
}

twin_finds() {
    edit "$2" "$given"
    finds "$1" "given.json: twin: $3"
    twins
}

twins
lint
lacks "and twins that name each other are no finding" "$tmp/out" "twin"
edit 's/, "twin": "[^"]*"//' "$given"
run tools/corpus twins --corpus "$tmp/c"
exited "a case that names no twin is listed" 1
contains "and the nearest one with it" "$tmp/out" "given.json: twin: not named: fence/refused"
run tools/corpus twins --corpus "$tmp/c" --write
exited "and written" 0
contains "into the case" "$given" '"twin": "fence/refused"'
lint
lacks "which is no finding then" "$tmp/out" "twin"
twins
twin_finds "a case that names no twin where another does" 's/, "twin": "[^"]*"//' "is missing"
twin_finds "a twin that is no text" 's,"twin": "fence/refused","twin": 1,' "a str is due"
twin_finds "a twin that is not there" 's,fence/refused,fence/other,' '"fence/other" is no case of this category that is run'
twin_finds "a twin of the same kind of result" 's,fence/refused,fence/given,' "fence/given is no near twin"
twin_finds "a reason for none where there is one" 's,"fence/refused","none: it is far",' "fence/refused is one"
twin_finds "no reason for none" 's,"fence/refused","none:",' "the id of a case is due"
edit 's/"options": {}/"options": {"select": "first"}/' "$given"
finds "a twin that is asked otherwise" "given.json: twin: fence/refused is no near twin"
twins
printf 'See: {"a": 1} or {"a": 2}, of which neither.\n' >"$tmp/c/cases/fence/refused.reply"
finds "a twin that is far off" "given.json: twin: fence/refused is no near twin"
twins
printf 'See: {"a": 1, "a2": [1]} and [7] or {"a": 1, "a2": [2], "a3": []}.\n' >"$tmp/c/cases/fence/refused.reply"
lint
lacks "but more bytes are near in one place" "$tmp/out" "twin"
twins
edit 's/"options": {}/"options": {"select": "first"}/' "$given"
cp "$tmp/c/cases/fence/given.reply" "$tmp/c/cases/fence/refused.reply"
lint
lacks "and the same reply is near where one option differs" "$tmp/out" "twin"
edit 's/"select": "first"/"select": "first", "names": "any"/' "$given"
finds "but not where two do" "given.json: twin: fence/refused is no near twin"
new_corpus

# Flags and coverage.
flagged() {
    new_corpus
    printf '{"draft-taken": {"kind": "scan", "effect": "integrity", "note": "A draft is taken."}}\n' >"$tmp/c/FLAGS.json"
    for file in "$given" "$refused"; do
        edit 's/"since": "0.1"/"since": "0.1", "flags": ["draft-taken"]/' "$file"
    done
}
flag_finds() {
    tools/corpus coverage --corpus "$tmp/c" >"$tmp/coverage"
    finds "$1" "$2"
    flagged
}
edit 's/"since": "0.1"/"since": "0.1", "flags": ["draft-taken"]/' "$given"
finds "flags without FLAGS.json" "FLAGS.json: file: cannot be read"
flagged
finds "flags without COVERAGE.md" "COVERAGE.md: file: is missing"
flagged
run tools/corpus coverage --corpus "$tmp/c"
exited "the coverage is written" 0
contains "it counts what gives and what refuses" "$tmp/c/COVERAGE.md" "| R5.3 | 1 | 1 |"
contains "a rule counts the cases of its parts" "$tmp/c/COVERAGE.md" "| R5 | 1 | 1 |"
contains "it names the cases" "$tmp/c/COVERAGE.md" "- fence: given"
lint
contains "found: a rule without a case" "$tmp/out" "COVERAGE.md: R6: no case gives"
lacks "but not one that has both" "$tmp/out" "R5.3"
lacks "and flags that agree are no finding" "$tmp/out" "FLAGS.json"
edit 's/"rules": \["R5.3"\]/"rules": ["R5.2"]/' "$given"
finds "a coverage that is not up to date" "COVERAGE.md: text: is not up to date"
flagged
edit 's/"rules": \["R5.3"\]/"rules": ["R5.2"]/' "$given"
flag_finds "a rule of which no case gives" "COVERAGE.md: R5.3: no case gives"
edit 's/"rules": \["R5.3"\]/"rules": ["R5.2"]/' "$given"
flag_finds "a rule of which no case refuses" "COVERAGE.md: R5.2: no case refuses"
edit 's/\["draft-taken"\]/["draft-token"]/' "$given"
flag_finds "a flag that is not in the list" 'given.json: flags: "draft-token" is not in FLAGS.json; near it are draft-taken'
edit 's/\["draft-taken"\]/[]/' "$given"
flag_finds "a case without flags" "given.json: flags: 1 to 3 different ones out of FLAGS.json are due"
edit 's/\["draft-taken"\]/["draft-taken", "draft-taken"]/' "$given"
flag_finds "a flag that stands twice" "given.json: flags: 1 to 3 different ones out of FLAGS.json are due"
edit 's/^{/{"unused": {"kind": "scan", "effect": "integrity", "note": "None."}, /' "$tmp/c/FLAGS.json"
flag_finds "a flag that no case carries" "FLAGS.json: unused: no case carries this flag"
edit 's/"integrity"/"harm"/' "$tmp/c/FLAGS.json"
flag_finds "an effect that is none" "FLAGS.json: draft-taken.effect: one of these is due, not \"harm\": integrity"
edit 's/"note": "A draft is taken."/"note": ""/' "$tmp/c/FLAGS.json"
flag_finds "a flag without a note" "FLAGS.json: draft-taken: one line of text each is due"
flag_finds "a result that hangs on an option, and is not given for each of its values" \
    "refused.json: by_policy.select.longest: is due where the result is none for ambiguous"
edit 's/draft-taken/Draft/' "$tmp/c/FLAGS.json"
flag_finds "a flag that is no slug" "FLAGS.json: Draft: small letters"
new_corpus

# What a program declares.
edit 's/"by_policy": {"select"/"by_policy": {"repair": {"repair": {"value": {"a": 5}}}, "select"/' "$refused"
tools/corpus manifest --corpus "$tmp/c"
lint
exited "a mended value need be no slice of the reply" 0
new_corpus
edit 's/"by_policy": {"select"/"by_policy": {"repair": {"refuse": {"value": {"a": 5}}}, "select"/' "$refused"
finds "a declaration at its default" 'refused.json: by_policy.repair: "refuse" is the default: leave it out (the others are repair)'
edit 's/"by_policy": {"select"/"by_policy": {"mend": {"repair": {"value": {"a": 5}}}, "select"/' "$refused"
finds "a declaration that there is not" 'refused.json: by_policy: "mend" is no option'
edit 's/"options": {}/"options": {"repair": "repair"}/' "$refused"
finds "a declaration for an option" 'refused.json: options: "repair" is no option'

new_corpus
run tools/corpus stats --corpus "$tmp/c"
contains "cases are counted by category" "$tmp/out" "     2  fence"
contains "and by rule" "$tmp/out" "     2  R5.3"

finish

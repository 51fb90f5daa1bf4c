#!/bin/sh
# tools/floors: the file of the corpus is what it should be, and one that is not is told; and the
# largest report that the corpus can give.
set -eu
. tools/tap.sh

jets=$build/bin/jets
run tools/floors --check --build "$build"
exited "corpus/FLOORS.json is up to date" 0

# A small corpus of its own, for what has to be changed.
corpus=$tmp/corpus
mkdir -p "$corpus/cases/scalars"
first=$(find corpus/cases/scalars -name '*.json' | sort | head -n 1)
cp "$first" "${first%.json}.reply" "$corpus/cases/scalars"
cp corpus/VERSION "$corpus"
run tools/floors --check --build "$build" --corpus "$corpus"
exited "a file that is not there is not up to date" 1
run tools/floors --build "$build" --corpus "$corpus"
exited "the file is written" 0
is "nothing else is left beside it" "$(ls "$corpus")" "FLOORS.json
VERSION
cases"
id=scalars/$(basename "$first" .json)
is "it has the one case, as the file of the whole corpus has it" \
    "$(grep -F "\"$id\"" "$corpus/FLOORS.json")" "$(grep -F "\"$id\"" corpus/FLOORS.json | tr -d ,)"
run tools/floors --check --build "$build" --corpus "$corpus"
exited "and is up to date then" 0
sed "s|\"$id\": \".|\"$id\": \"x|" "$corpus/FLOORS.json" >"$tmp/changed"
cp "$tmp/changed" "$corpus/FLOORS.json"
run tools/floors --check --build "$build" --corpus "$corpus"
exited "a letter that was changed is told" 1
contains "and in which case" "$tmp/err" "1 cases differ, such as $id"
cp "$tmp/changed" "$tmp/before"
run tools/floors --check --build "$tmp/nowhere" --corpus "$corpus"
exited "a build that is not there is an error of its own" 4
is "and nothing is written" "$(cmp "$tmp/before" "$corpus/FLOORS.json" 2>&1)" ""
run tools/floors --nonsense
exited "an unknown argument is a usage error" 2

# jets tells of a file that is not in order, and does without one that is not there.
echo '{"floors": ["x"], "cases": {"a/b": "pp"}}' >"$corpus/FLOORS.json"
run "$jets" run --corpus "$corpus" -- "$build/testees/always-none"
exited "jets refuses floors that are not in order" 4
contains "and says what was expected" "$tmp/err" "FLOORS.json: cases: expected a letter for each"
rm "$corpus/FLOORS.json"
run "$jets" run --corpus "$corpus" -- "$build/testees/always-none"
contains "without them a report says that they are not known" "$tmp/out" "floor: not known for these cases"

# The whole corpus, and nothing right in it: the largest report that there is.
"$jets" run --format ndjson -o "$tmp/all.ndjson" -- "$build/testees/always-empty-object" || :
"$jets" report "$tmp/all.ndjson" --format html -o "$tmp/all-html"
"$jets" report "$tmp/all.ndjson" --format markdown -o "$tmp/all-markdown"
cases=$(find corpus/cases -name '*.json' | wc -l)
# below NAME FILE BYTES
below() {
    size=$(wc -c <"$2")
    if [ "$size" -lt "$3" ]; then
        pass "$1"
    else
        fail "$1" "$size bytes, not less than $3"
    fi
}
below "the whole corpus as HTML needs less than 1,500 bytes a case" "$tmp/all-html" $((cases * 1500))
# A step of GitHub takes no longer summary.
below "the whole corpus as Markdown is below 1 MB" "$tmp/all-markdown" 1000000
is "and its figures are by category beside a floor" "$(grep -c '<tr><th scope="row">' "$tmp/all-html")" \
    "$((3 + $(find corpus/cases -mindepth 1 -maxdepth 1 -type d | wc -l)))"
# What FLOORS.json says has to be little; `make discrimination` runs the programs themselves.
is "no degenerate program meets 55 % of a category or 45 % of all, and 20 cases tell any two apart" "$(python3 - <<'END'
import collections, itertools, json

floors = json.load(open("corpus/FLOORS.json"))
names, cases = floors["floors"], floors["cases"]
groups = collections.defaultdict(list)
for name, letters in cases.items():
    groups[name.split("/")[0]].append(letters)
met = lambda rows, place: sum(row[place] in "pa" for row in rows) / len(rows)
for place, name in enumerate(names):
    if met(list(cases.values()), place) >= 0.45:
        print(name, "meets", met(list(cases.values()), place), "of all")
    for category, rows in groups.items():
        if met(rows, place) >= 0.55:
            print(name, "meets", met(rows, place), "of", category)
for one, other in itertools.combinations(range(len(names)), 2):
    apart = sum((row[one] in "pa") != (row[other] in "pa") for row in cases.values())
    if apart < 20:
        print(names[one], "and", names[other], "are told apart by", apart)
END
)" ""
finish

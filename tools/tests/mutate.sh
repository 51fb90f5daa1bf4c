#!/bin/sh
# tools/mutate: which changes it makes of a source; that one which is not seen fails unless it stands in mutate.txt, and
# that what stands there must be true; and, on the library, that changes are compiled, linked, shown to the tests and seen.
set -u
. tools/tap.sh

cat >"$tmp/changes.py" <<'E2'
from siblings import sibling
mutate = sibling("mutate")
text = '''/* a < b */
#define LESS 7
static int less(const char *a, size_t n)
{
    size_t i = 3;
    if (a[i] <= 'x' && !n)
        return -1;
    i += n * 2;
    for (;;)
        break;
    return *a + i;
}
'''
for change in mutate.changes_of("x.c", text):
    print(f"{change.line} {change.shown}")
    assert change.apply(text) != text and text.count("\n") == len(text.splitlines())
E2
run env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools python3 "$tmp/changes.py"
exited "a source's changes are made" 0
cat >"$tmp/want" <<'E2'
5 size_t i = [3 => 0];
5 size_t i = [3 => 4];
6 if ([a[i] <= 'x' && !n => false && (a[i] <= 'x' && !n)])
6 if ([a[i] <= 'x' && !n => true || (a[i] <= 'x' && !n)])
6 if (a[i] [<= => <] 'x' && !n)
6 if (a[i] [<= => >] 'x' && !n)
6 if (a[i] <= 'x' [&& => ||] !n)
6 if (a[i] <= 'x' && [! => ]n)
7 return -[1 => 0];
7 return -[1 => 2];
8 [i += n * 2; => ;]
8 i [+= => -=] n * 2;
8 i += n [* => /] 2;
8 i += n * [2 => 0];
8 i += n * [2 => 3];
10 [break => ];
11 return *a [+ => -] i;
E2
is "these, and none of comments, strings and what is no statement" "$(diff "$tmp/out" "$tmp/want")" ""

cat >"$tmp/reports.py" <<'E2'
import types, sys
from siblings import sibling
mutate = sibling("mutate")
text = "    a = 1;\n    b = 2;\n"
changes = mutate.changes_of("x.c", text)
run = types.SimpleNamespace(out=sys.argv[1])
name = f"x.c: {changes[0].shown}"
seen = [{"is": "seen", "by": "t"} for _ in changes]
unseen = [{"is": "unseen"}, *seen[1:]]
assert mutate.report(run, changes, seen, {}, True)
assert not mutate.report(run, changes, unseen, {}, True)
assert mutate.report(run, changes, unseen, {name: "why"}, True)
assert not mutate.report(run, changes, seen, {name: "why"}, True)
assert mutate.report(run, changes, seen, {name: "why"}, False)
assert not mutate.report(run, changes, [{"is": "same"}, *seen[1:]], {name: "why"}, True)
# of two that compile alike either may stand in mutate.txt, and either may have been shown to the tests
other = f"x.c: {changes[1].shown}"
one = dict(unseen[0], key="k")
for pair in ([one, {"is": "twin", "key": "k"}], [{"is": "twin", "key": "k"}, one], [one, one]):
    assert [result["is"] for result in mutate.count_once(changes[:2], pair)[0]] == ["unseen", "same"]
    for called in name, other:
        assert mutate.report(run, changes, [*pair, *seen[2:]], {called: "why"}, True)
    assert not mutate.report(run, changes, [*pair, *seen[2:]], {}, True)
E2
run env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools python3 "$tmp/reports.py" "$tmp"
is "what is not seen fails, unless it is known, and what is known is true" "$status $(grep -v '^tools/mutate.txt: ' "$tmp/err")" "0 "
contains "what is known and seen is named" "$tmp/err" "tools/mutate.txt: seen, or no more made: x.c: [a = 1; => ;]"

cat >"$tmp/holds.py" <<'E2'
import types
from siblings import sibling
mutate = sibling("mutate")
run = types.SimpleNamespace(left=False, tests=types.SimpleNamespace(digest="all now", digests={"t": "now"}))
def holds(**result): return mutate.Run.holds(run, result)
old, new = {"is": "seen", "by": "t", "tests": "then"}, {"is": "seen", "by": "t", "tests": "now"}
gone, unseen = {"is": "seen", "by": "u", "tests": "then"}, {"is": "unseen", "tests": "all then"}
assert holds(**new) and not holds(**old) and not holds(**gone) and not holds(**unseen)
assert holds(**{"is": "same"}) and holds(**{"is": "none"}) and holds(**{"is": "unseen", "tests": "all now"})
run.left = True
assert holds(**old) and not holds(**unseen)
E2
run env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools python3 "$tmp/holds.py"
is "what came of a change holds as long as the tests do, or with --left, where it was seen" "$status $(cat "$tmp/err")" "0 "

run tools/mutate --part 0/4
exited "a part that is none" 2
run tools/mutate no-such-file.c
contains "a file that is none" "$tmp/err" "reference/src/no-such-file.c: no such file"

run tools/mutate --build "$tmp/build" --part 3/23 complete.c
exited "changes of the library are seen" 0
contains "each of them" "$tmp/out" "3 of 3 seen (100.0 %)"

finish

#!/bin/sh
# conformance/SECURITY.md: every promise names tests that hold it, each test that it names is there, and
# `make check` runs it. And the check itself: it finds what is not there.
# shellcheck disable=SC2016  # backquotes are those of the paper
set -u
. tools/tap.sh
paper=conformance/SECURITY.md

# Prints what is wrong with a paper, and at the end how many promises and tests it names. In the second
# column of a table `path` names a test, and `words` behind it what stands in that: a function of C, or
# what a shell test says of a result.
cat >"$tmp/check.py" <<'PYTHON'
import re
import sys
from pathlib import Path

RUN = re.compile(r"(reference|conformance)/tests/(test_[a-z_]+\.c|[a-z-]+\.sh)|fuzz/fuzz_[a-z]+\.c|(fuzz|tools)/tests/[a-z-]+\.sh")
RESULT = re.compile(r"\b(pass|fail|is|contains|lacks|exited|out_is|faulty|changed|refused)\b")


def is_in(words, path, text):
    if path.endswith(".c"):
        return re.search(r"\(\s*" + re.escape(words) + r"\s*[,)]", text) is not None  # where cmocka is told of it
    return any(words in line and RESULT.search(line) for line in text.splitlines() if not line.startswith("#"))


promises = tests = 0
enemies = set()
section = ""
for line in Path(sys.argv[1]).read_text().splitlines():
    if line.startswith("## "):
        section = line[3:]
    cells = [cell.strip() for cell in line.strip("|").split(" | ")]
    if not line.startswith("|") or not section.startswith("Hostile") or cells[0] in ("promise", "---|---"):
        continue
    promises += 1
    enemies.add(section)
    path = None
    if len(cells) != 2 or "`" not in cells[1]:
        print(f"{section}: no test: {cells[0]}")
        continue
    for words in re.findall(r"`([^`]*)`", cells[1]):
        if re.fullmatch(r"[a-z]+/[a-z_/-]+\.(c|sh)", words):
            path, text = words, ""
            tests += 1
            if not RUN.fullmatch(path):
                print(f"{path}: not what `make check` runs")
            elif not Path(path).is_file():
                print(f"{path}: no such file")
            else:
                text = Path(path).read_text()
        elif path is None or not is_in(words, path, text):
            print(f"{path}: nothing in it is called {words}")
print(f"{len(enemies)} enemies, {promises >= 25} promises, {tests >= promises} tests")
PYTHON

run python3 "$tmp/check.py" "$paper"
exited "the paper is read" 0
out_is "each promise has its tests, and each of them is there" "4 enemies, True promises, True tests"

# broken NAME SED-EXPRESSION TEXT: in a paper so changed, TEXT is found
broken() {
    sed "$2" "$paper" >"$tmp/paper.md"
    run python3 "$tmp/check.py" "$tmp/paper.md"
    contains "found: $1" "$tmp/out" "$3"
}
broken "a function that is gone" 's/`one_cut_anywhere`/`one_cut_nowhere`/' "test_feed.c: nothing in it is called one_cut_nowhere"
broken "a function of another file" 's/`one_cut_anywhere`/`random_objects`/' "test_feed.c: nothing in it is called random_objects"
broken "a result that is gone" 's/`cut off`/`cut short`/' "scan.sh: nothing in it is called cut short"
broken "a file that is gone" 's/test_guard\.c/test_gaurd.c/' "test_gaurd.c: no such file"
broken "a test that nobody runs" 's|tests/growth\.sh|tests/shared/growth.sh|' "not what \`make check\` runs"
broken "a promise without a test" 's/| `reference.tests.stack.*/| tried by hand |/' "no test: State and stack are bounded"
broken "an enemy without a promise" 's/^## Hostile log/## Log/' "3 enemies"
finish

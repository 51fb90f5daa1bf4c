#!/bin/sh
# Every example of conformance/SPEC.md, run on jets-extract (see the head of SPEC for how they are
# written), and its tables, compared with header and program: options, reasons, markers.
set -u
. tools/tap.sh

cat >"$tmp/run.py" <<'PYTHON'
import re
import subprocess
import sys

program, spec = sys.argv[1:]
count = failed = 0
inside = False
for number, line in enumerate(open(spec, encoding="utf-8"), 1):
    if line.startswith("```"):
        inside = line.strip() == "```example"
        continue
    if not inside or not line.strip():
        continue
    reply, want = line.rstrip("\n").split("→", 1)
    # Space in front of the arrow sets the table; behind the result, so does a list of options.
    reply = reply.rstrip(" ").replace("⏎", "\n")
    options = re.search(r"\s+\(((?:\w+=\w+,? ?)+)\)$", want)
    arguments = ["--" + o for o in re.findall(r"\w+=\w+", options[1])] if options else []
    want = (want[: options.start()] if options else want).strip()
    run = subprocess.run([program, "--explain", "--json", *arguments], input=reply.encode(),
                         capture_output=True)
    plain = subprocess.run([program, *arguments], input=reply.encode(), capture_output=True)
    if plain.returncode == 0:
        got = plain.stdout.decode().removesuffix("\n")
    else:
        reason = re.search(rb'"reason": "([a-z-]+)"', run.stdout)
        got = f"none: {reason[1].decode()}" if reason else f"exit status {plain.returncode}"
    count += 1
    if got != want or run.returncode != plain.returncode:
        failed += 1
        print(f"not ok {count} - SPEC line {number}: {reply!r} {' '.join(arguments)}")
        print(f"# got:  {got}\n# want: {want}")
    else:
        print(f"ok {count} - SPEC line {number}")
if count < 50:
    print(f"not ok {count + 1} - only {count} examples were found")
    failed += 1


def check(name, got, want):
    global count, failed
    count += 1
    failed += got != want
    print(f"{'ok' if got == want else 'not ok'} {count} - {name}")
    if got != want:
        print(f"# got:  {got}\n# want: {want}")


def extract(reply, *arguments):
    run = subprocess.run([program, "--explain", "--json", *arguments], input=reply.encode(),
                         capture_output=True)
    reason = re.search(rb'"reason": "([a-z-]+)"', run.stdout)
    return reason[1].decode() if reason else "value"


def rows(head):
    table = text[text.index(head):].splitlines()[2:]
    end = next(i for i, line in enumerate(table) if not line.startswith("|"))
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in table[:end]]


text = open(spec, encoding="utf-8").read()
header = open("reference/include/jets.h", encoding="utf-8").read()
help_text = subprocess.run([program, "--help"], capture_output=True, text=True).stdout
for option, values, _ in rows("| option | values"):
    want = f"--{option.strip('`')}={'|'.join(re.findall('`([a-z]+)`', values))}"
    check(f"option {option}", want in re.split(r"\s+", help_text), True)
reasons = {int(n): r.strip("`") for n, r, _ in rows("| number | reason")}
enum = {int(n): name.lower().replace("_", "-")
        for name, n in re.findall(r"JETS_(\w+) = (\d+)", header[header.index("enum jets_reason {"):
                                                                header.index("enum jets_type {")])
        if n != "0"}
check("reasons and their numbers", enum, reasons)
markers = rows("| open | close |")
check("number of marker pairs", len(markers),
      len(re.findall(r"^\s+PAIR\(\"", open("reference/src/reasoning.c").read(), re.M)))
for opener, closer, prefilled, tag in markers:
    opener = re.findall("`([^`]+)`", opener)[0]
    closer = "".join(c for c in re.findall("`([^`]+)`", closer) if c not in ("<", "<|constrain|>"))
    check(f"{opener} hides", extract(f'{opener}{{"a": 1}}{closer}{{"b": 2}}'), "value")
    check(f"{closer} alone", extract(f'{{"a": 1}}{closer}{{"b": 2}}'),
          "value" if prefilled == "yes" else "ambiguous")
    check(f"{opener} with attributes", extract(f'{opener[:-1]} a="b">{{"a": 1}}{closer}{{"b": 2}}'),
          "value" if tag == "yes" or prefilled == "yes" else "ambiguous")
sys.exit(failed > 0)
PYTHON
python3 "$tmp/run.py" "$build/bin/jets-extract" conformance/SPEC.md

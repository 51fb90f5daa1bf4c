#!/bin/sh
# Every example of conformance/SPEC.md, run on jets-extract; see the head of SPEC for how they are
# written.
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
sys.exit(failed > 0)
PYTHON
python3 "$tmp/run.py" "$build/bin/jets-extract" conformance/SPEC.md

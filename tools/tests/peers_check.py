"""Checks what is written down about implementations under test; for peers.sh.

    peers_check.py ADAPTERS            each implementation file against its lock
    peers_check.py --results FILE      the counts of a file of results against its lines
    peers_check.py --same FILE WHOLE   a trial of some categories against what is kept of the whole corpus

Prints what is wrong; the exit status is 1 then.
"""

import collections
import json
import re
import sys
from pathlib import Path

OPTIONS = ("select", "names", "reasoning", "starts")


def pinned(folder):
    """What is wrong with the locks of a folder, as texts; then every version in them, by package."""
    found = {}
    for name, pattern in (("requirements.txt", r"(?m)^([\w.-]+)==(\S+)"), ("go.mod", r"(?m)^\t?\S*/([\w.-]+) v(\S+)"),
                          ("Cargo.lock", r'name = "(.+)"\nversion = "(.+)"'),
                          ("jars.sha256", r"(?m)  (.+?)-(\d[\w.-]*)\.jar$")):
        path = folder / name
        if path.exists():
            found.update(re.findall(pattern, path.read_text()))
    lock = folder / "package-lock.json"
    if lock.exists():
        for name, package in json.loads(lock.read_text())["packages"].items():
            if not name or "integrity" in package or package.get("optional"):
                found[name] = package.get("version")
            else:
                yield f"{lock}: {name} has no integrity"
    yield found


def check_file(path):
    folder = path.parent
    what = json.loads(path.read_text())
    if what["name"] == "jets-extract":
        return
    for member in ("language", "version", "homepage", "licence", "policy"):
        if not what.get(member):
            yield f"{path}: no {member}"
    locks = list(pinned(folder))
    yield from (lock for lock in locks if isinstance(lock, str))
    versions = [version for lock in locks if isinstance(lock, dict) for version in lock.values()]
    if isinstance(what["version"], str) and what["version"] not in versions:
        yield f"{path}: version {what['version']} is in no lock"
    if versions and what.get("setup") != [["../../../tools/peers", folder.name]]:
        yield f"{path}: setup does not call tools/peers {folder.name}"
    asked = {word for word in what["command"] if re.match(rf"({'|'.join(OPTIONS)})=", word)}
    declared = {f"{option}={what['policy'][option]}" for option in OPTIONS if option in what["policy"]}
    if asked != declared:
        yield f"{path}: the command takes {sorted(asked)}, the policy declares {sorted(declared)}"


def check_results(path):
    lines = [json.loads(line) for line in path.read_text().split("\n") if line]
    head, counts = lines[0], collections.Counter()
    for line in lines[1:]:
        # Those of a pass only say by which policy it is one.
        if line["verdict"] != "pass":
            counts[line["verdict"]] += len(line.get("cases", [None]))
        elif not line.get("policy"):
            yield f"{path}: a pass that nothing is told of has a line"
    counts["pass"] = head["cases"] - sum(counts.values())
    if {verdict: count for verdict, count in counts.items() if count} != head["verdicts"]:
        yield f"{path}: the lines have {dict(counts)}, the head {head['verdicts']}"
    every = collections.Counter()
    for category in head["categories"].values():
        every.update(category)
    if every != head["verdicts"]:
        yield f"{path}: the categories add up to {dict(every)}"
    if path.stat().st_size > 300_000:
        yield f"{path}: larger than 300 kB"


def outcomes(path, categories):
    """What came in each case of these categories that is no pass, as texts."""
    _, *lines = [json.loads(line) for line in path.read_text().split("\n") if line]
    found = {}
    for line in lines:
        told = {name: value for name, value in line.items() if name not in ("case", "cases")}
        for case in line.get("cases", [line.get("case")]):
            if case.split("/")[0] in categories:
                found[case] = json.dumps(told)
    return found


def check_same(trial, whole):
    categories = json.loads(trial.read_text().split("\n")[0])["categories"]
    now, kept = outcomes(trial, categories), outcomes(whole, categories)
    for case in sorted(now.keys() | kept.keys()):
        both = [found.get(case, "a pass") for found in (now, kept)]
        # What is stopped at a limit of time hangs on the machine.
        if both[0] != both[1] and not any('"timeout"' in one for one in both):
            yield f"{trial.name}: {case}: now {both[0]}, kept {both[1]}"


def main():
    if sys.argv[1] == "--same":
        wrong = list(check_same(Path(sys.argv[2]), Path(sys.argv[3])))
    elif sys.argv[1] == "--results":
        wrong = list(check_results(Path(sys.argv[2])))
    else:
        files = sorted(Path(sys.argv[1]).glob("*/implementation*.json"))
        wrong = [line for file in files for line in check_file(file)] if len(files) > 1 else ["no implementation file"]
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()

#!/usr/bin/env python3
"""What tools/tests/export.sh asks of an export; each line is a result for tools/run-tests.

  export_check.py form EXPORT CORPUS           the files, each against its schema and the corpus
  export_check.py differences EXPORT LANGUAGE PYTHON OTHER
                                               two loaders' outputs: each difference is explained
"""

import base64
import copy
import json
import pathlib
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int}


def is_valid(schema, value):
    """The part of JSON Schema that the exported schemas use; an unknown keyword is an error."""
    if schema is True:
        return True
    known = {"$schema", "title", "contentEncoding"} | set(CHECKS)
    if set(schema) - known:
        raise ValueError(f"keyword that this check does not know: {set(schema) - known}")
    return all(CHECKS[word](schema, value) for word in schema if word in CHECKS)


def is_closed(schema, value):
    more, properties = schema["additionalProperties"], schema.get("properties", {})
    rest = [v for name, v in value.items() if name not in properties]
    return not rest if more is False else all(is_valid(more, v) for v in rest)


CHECKS = {
    "type": lambda s, v: isinstance(v, TYPES[s["type"]]) and not isinstance(v, bool),
    "const": lambda s, v: v == s["const"] and isinstance(v, type(s["const"])),
    "enum": lambda s, v: v in s["enum"],
    "pattern": lambda s, v: bool(re.search(s["pattern"], v)),
    "minimum": lambda s, v: v >= s["minimum"],
    "minItems": lambda s, v: len(v) >= s["minItems"],
    "maxItems": lambda s, v: len(v) <= s["maxItems"],
    "items": lambda s, v: all(is_valid(s["items"], item) for item in v),
    "required": lambda s, v: all(name in v for name in s["required"]),
    "properties": lambda s, v: all(is_valid(p, v[n]) for n, p in s["properties"].items() if n in v),
    "additionalProperties": is_closed,
    "oneOf": lambda s, v: sum(is_valid(part, v) for part in s["oneOf"]) == 1,
    "anyOf": lambda s, v: any(is_valid(part, v) for part in s["anyOf"]),
}

count = 0
broken = False


def result(name, wrong):
    """One result: it passes where the list of what is wrong is empty."""
    global count, broken
    count += 1
    broken = broken or bool(wrong)
    print(f"{'not ok' if wrong else 'ok'} {count} - {name}")
    for what in wrong[:10]:
        print(f"# {what}")


def reply_of(case):
    if "reply_base64" in case:
        return base64.b64decode(case["reply_base64"], validate=True)
    return case["reply"].encode() if "reply" in case else None


def read_lines(export):
    data = (export / "cases.jsonl").read_bytes()
    result("cases.jsonl is ASCII, and ends in a line feed",
           [] if data.isascii() and data.endswith(b"\n") else ["it is not so"])
    return [json.loads(line) for line in data.decode("ascii").splitlines()]


def check_replies(export, corpus, cases):
    lines, files, sizes = [], [], []
    for case in cases:
        stored = corpus / "cases" / f"{case['id']}.reply"
        file = export / "tree" / case["id"] / "reply"
        reply = reply_of(case)
        wanted = stored.read_bytes() if stored.exists() else reply
        if reply != wanted:
            lines.append(case["id"])
        if (file.read_bytes() if file.exists() else None) != reply:
            files.append(case["id"])
        if reply is None and recipe_size(case) <= 1_000_000:
            sizes.append(case["id"])
    result("each line has the reply of the corpus", lines)
    result("each folder has the same reply, or none where the line has a recipe", files)
    result("only a reply longer than a megabyte stays a recipe", sizes)


def recipe_size(case):
    return sum(len(part.get("repeat", "").encode() or base64.b64decode(part["repeat_base64"]))
               * part.get("times", 1) for part in case["generate"])


def check_members(export, corpus, cases):
    wrong, told = [], []
    for case in cases:
        source = json.loads((corpus / "cases" / f"{case['id']}.json").read_bytes())
        source.pop("generate", None)
        rest = {n: v for n, v in case.items() if n not in ("reply", "reply_base64", "generate")}
        folder = export / "tree" / case["id"]
        described = json.loads((folder / "case.json").read_bytes())
        if rest != source or {n: v for n, v in described.items() if n != "generate"} != source:
            wrong.append(case["id"])
        told += told_wrong(case, json.loads((folder / "expected.json").read_bytes()))
    result("a line and case.json have all members of the case", wrong)
    result("expected.json tells the case's result", told)


def told_wrong(case, expected):
    refused = {"right"} if "none" in case["result"] else {"acceptable", "wrong"}
    if any("none" in entry for entry in case["acceptable"]):
        refused -= {"wrong"}
    else:
        refused -= {"acceptable"}
    want = {"operation": case["operation"], "options": case["options"], **case["result"],
            "acceptable": case["acceptable"]}
    if expected.pop("refusal", None) not in refused or expected != want:
        yield case["id"]


def check_numbers(export, corpus, cases):
    """A number keeps its spelling: compared as text, since a reader may round it."""
    def spelled(data):
        return json.loads(data, parse_int=str, parse_float=str)["result"]
    lines = (export / "cases.jsonl").read_text("ascii").splitlines()
    result("numbers are spelled as in the corpus", [
        case["id"] for case, line in zip(cases, lines)
        if spelled(line) != spelled((corpus / "cases" / f"{case['id']}.json").read_bytes())])


def check_schemas(export, cases):
    schema = {name: json.loads((export / "schema" / f"{name}.schema.json").read_text("utf-8"))
              for name in ("cases", "case", "expected")}
    result("every line is valid by its schema",
           [case["id"] for case in cases if not is_valid(schema["cases"], case)])
    for name in ("case", "expected"):
        files = sorted((export / "tree").glob(f"*/*/{name}.json"))
        result(f"every {name}.json is valid by its schema",
               [str(p) for p in files if not is_valid(schema[name], json.loads(p.read_bytes()))]
               + ([] if len(files) == len(cases) else [f"{len(files)} files"]))
    check_refusals(schema["cases"], next(case for case in cases if "reply" in case))


def check_refusals(schema, good):
    """The schema is no rubber stamp: each small change makes the line invalid."""
    changes = {"extra": 1, "id": "No Slug", "operation": "guess", "options": {"depth": "9"},
               "options ": {"select": "best"}, "result": {}, "result ": {"value": 1, "none": "x"},
               "acceptable": [{"none": True}], "severity": "bad", "since": "1", "reply": 7,
               "reply_base64": "eA==", "source": {"kind": "hearsay", "text": "synthetic"}}
    wrong = []
    for name, value in changes.items():
        case = copy.deepcopy(good)
        case[name.strip()] = value
        if is_valid(schema, case):
            wrong.append(f"{name.strip()}: {value}")
    for name in good:
        if name in schema["required"] + ["reply"]:
            if is_valid(schema, {n: v for n, v in good.items() if n != name}):
                wrong.append(f"without {name}")
    result("the schema refuses a line with a member that is wrong, unknown or missing", wrong)


def form(export, corpus):
    export, corpus = pathlib.Path(export), pathlib.Path(corpus)
    cases = read_lines(export)
    ids = [case["id"] for case in cases]
    result("the ids are in order, each once", [] if ids == sorted(set(ids)) and ids else ids[:1])
    there = {p.relative_to(corpus / "cases").with_suffix("").as_posix()
             for p in (corpus / "cases").glob("*/*.json")
             if "retired" not in json.loads(p.read_bytes())}
    result("every case of the corpus is there that is not retired", sorted(there ^ set(ids)))
    check_replies(export, corpus, cases)
    check_members(export, corpus, cases)
    check_numbers(export, corpus, cases)
    check_schemas(export, cases)


def failures(path):
    text = pathlib.Path(path).read_text("utf-8").splitlines()
    failed = {line[5:] for line in text if line.startswith("FAIL ")}
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped", text[-1] if text else "")
    return failed, tuple(map(int, counts.groups())) if counts else None


def differences(export, language, python, other):
    export = pathlib.Path(export)
    rules = {case["id"]: set(case["rules"]) for case in read_lines(export)}
    table = (export / "README.md").read_text("utf-8")
    row = re.search(rf"^\| {language} \| ([A-Z0-9. ]+) \|", table, re.M)
    explained = set(row.group(1).split()) if row else set()
    base, base_counts = failures(python)
    failed, counts = failures(other)
    result(f"the loader in {language} counts as many as it names",
           [] if counts and counts[1] == len(failed) and counts[0] > 0 else [f"counts {counts}"])
    same = counts and (sum(counts), counts[2]) == (sum(base_counts), base_counts[2])
    result(f"and runs as many as the one in python ({language})",
           [] if same else [f"{counts}, not {base_counts}"])
    # Of a refusal and an acceptance alike, the rule that explains it is one that the case cites.
    result(f"and differs from it only where that is explained ({language})",
           [f"{name}: cites {' '.join(sorted(rules[name]))}" for name in sorted(base ^ failed)
            if not rules[name] & explained])


if __name__ == "__main__":
    {"form": form, "differences": differences}[sys.argv[1]](*sys.argv[2:])
    sys.exit(1 if broken else 0)

"""Makes results of implementations that nobody wrote, for page.sh: as many as are asked for, of the whole
corpus, always the same. Some of their texts would be markup if the page took them for it.

    page_sample.py OUT-FOLDER NUMBER
"""

import collections
import hashlib
import json
import random
import sys
from pathlib import Path

LANGUAGES = ["C", "Go", "Java", "JavaScript", "Python", "Rust"]
MARKUP = "</script><img src=x onerror=document.title='taken'><b>&lt;"
LISTED = ("lost", "unsupported", "unscored", "acceptable")


def verdicts(at, cases, chance):
    """The first is right everywhere; the second, too, and by its policy in one case."""
    if at < 2:
        return ["pass"] * len(cases)
    names = ["pass", "acceptable", "hijack", "invented", "lost", "unsupported", "unscored", "malformed", "error", "crash",
             "timeout", "memory", "flood"]
    return chance.choices(names, [40, 2, 20, 8, 20, 8, 6, 1, 1, 1, 1, 1, 1], k=len(cases))


def lines(at, cases):
    chance = random.Random(at)
    given = verdicts(at, cases, chance)
    counts, categories = collections.Counter(given), collections.defaultdict(collections.Counter)
    for case, verdict in zip(cases, given):
        categories[case["id"].split("/")[0]][verdict] += 1
    file = f"conformance/adapters/sample-{at}/implementation.json"
    yield {"results": 1, "corpus": "", "jets": "0", "implementation": f"sample {at} {MARKUP if at == 3 else ''}", "version": f"{at}.0",
           "language": MARKUP if at == 3 else LANGUAGES[at % len(LANGUAGES)], "homepage": f"https://example.org/{at}", "licence": "MIT", "file": file,
           "policy": {"names": "any"}, "cases": len(cases), "verdicts": counts, "categories": categories}
    if at == 1:
        yield {"verdict": "pass", "policy": "names=any", "cases": [cases[0]["id"]]}
    for verdict in LISTED:
        names = [case["id"] for case, one in zip(cases, given) if one == verdict]
        if names:
            yield {"verdict": verdict, "cases": names}
    for case, verdict in zip(cases, given):
        if verdict == "hijack" and case["decoys"]:
            yield {"case": case["id"], "verdict": verdict, "decoy": 0}
        elif verdict in ("hijack", "invented", "malformed"):
            text = {"value": {"n": chance.randrange(99)}} if chance.random() < 0.9 else {"text": MARKUP, "bytes": len(MARKUP)}
            yield {"case": case["id"], "verdict": verdict, "got": text}
        elif verdict not in LISTED + ("pass",):
            yield {"case": case["id"], "verdict": verdict, "detail": "it broke"}


def main():
    corpus = Path("corpus")
    out = Path(sys.argv[1]) / (corpus / "VERSION").read_text().strip()
    out.mkdir(parents=True)
    cases = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(corpus.glob("cases/*/*.json"))]
    cases = [case for case in cases if "retired" not in case]
    for at in range(int(sys.argv[2])):
        text = "".join(json.dumps(line) + "\n" for line in lines(at, cases))
        path = out / f"sample-{at}-{at}.0.ndjson"
        path.write_text(text, encoding="utf-8")
        if at == 4:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
            note = {path.name: {"of": digest, "hijacks": 9, "again": 7}, "sample-5-5.0.ndjson": {"of": "old", "hijacks": 9, "again": 9}}
            (out / "REPRODUCED.json").write_text(json.dumps(note), encoding="utf-8")


main()

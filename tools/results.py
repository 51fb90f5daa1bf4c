"""What the tools of conformance/results share: matrix writes them, reproduce tries them again, page/build shows them.

A file of results is JSON Lines: a head, which says what was run, and then what came. REPRODUCED.json beside
the files has what tools/reproduce said of each, and the digest by which a file that was made anew is known.
"""

import base64
import hashlib
import json
import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
ADAPTERS = REPOSITORY / "conformance/adapters"
RESULTS = REPOSITORY / "conformance/results"
CORPUS = REPOSITORY / "corpus"


def version_of(corpus):
    return (corpus / "VERSION").read_text().strip()


def files_of(results, corpus):
    """The files of results of the corpus's version."""
    return sorted((results / version_of(corpus)).glob("*.ndjson"))


def read(path):
    """The lines: the head, and those behind it."""
    with open(path, encoding="utf-8") as lines:
        head, *rest = [json.loads(line) for line in lines]
    return head, rest


def read_head(path):
    with open(path, encoding="utf-8") as lines:
        return json.loads(lines.readline())


def label(file):
    """The folder, and what tells several implementation files in it apart."""
    return file.parent.name + file.stem.removeprefix("implementation")


def number(version):
    """The first number of a version, which may be in words; "" where there is none."""
    found = re.search(r"\d[\w.+-]*", version or "")
    return found[0] if found else ""


def reply_of(case, path):
    """The reply of a case, whose file stands at the path: stored beside it, or made by its recipe."""
    if "generate" not in case:
        return path.with_suffix(".reply").read_bytes()
    return b"".join((part["repeat"].encode() if "repeat" in part else base64.b64decode(part["repeat_base64"])) * part.get("times", 1)
                    for part in case["generate"])


# ---- what is known of them since ----

def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def read_notes(folder):
    place = folder / "REPRODUCED.json"
    return json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}


def reproduced(path):
    """What tools/reproduce said of these very results: how many hijacks, and how many came again; None if nothing."""
    note = read_notes(path.parent).get(path.name)
    return note if note and note["of"] == digest(path) else None


def note_reproduced(path, hijacks, again):
    """Keeps that; what is said of files that are gone goes."""
    notes = read_notes(path.parent) | {path.name: {"of": digest(path), "hijacks": hijacks, "again": again}}
    notes = {name: notes[name] for name in sorted(notes) if (path.parent / name).exists()}
    (path.parent / "REPRODUCED.json").write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")

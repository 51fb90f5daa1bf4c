#!/usr/bin/env python3
"""Runs an extractor over cases.jsonl: python3 load.py EXPORT. Put your own in place of `extract`."""
import base64
import json
import sys


def extract(reply):
    """The value in the reply, or None: here, the whole reply where it is an object or an array."""
    try:
        value = json.loads(reply.decode("utf-8"), parse_constant=sys.exit)
    except (ValueError, RecursionError, SystemExit):
        return None
    return value if isinstance(value, (dict, list)) else None


def is_right(got, want):
    """Whether the outcome is this result: none, a value, or a value as its exact text."""
    if "none" in want or got is None:
        return "none" in want and got is None
    value = json.loads(want["text"]) if "text" in want else want["value"]
    return json.dumps(got, sort_keys=True) == json.dumps(value, sort_keys=True)


passed = failed = skipped = 0
for line in open(sys.argv[1] + "/cases.jsonl", encoding="ascii"):
    case = json.loads(line)
    if case["operation"] != "extract" or case["options"] or "generate" in case:
        skipped += 1
        continue
    reply = base64.b64decode(case["reply_base64"]) if "reply_base64" in case else case["reply"].encode()
    if any(is_right(extract(reply), want) for want in [case["result"], *case["acceptable"]]):
        passed += 1
    else:
        failed += 1
        print("FAIL", case["id"])
print(f"{passed} passed, {failed} failed, {skipped} skipped")

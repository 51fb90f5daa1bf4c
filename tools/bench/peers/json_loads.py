"""Peer of the benchmark: python3's json.loads, on a text that is decoded already. See peer.h."""

import json
import sys
import time


def values(tree):
    count = 0
    left = [tree]
    while left:
        item = left.pop()
        count += 1
        if isinstance(item, dict):
            left.extend(item.values())
        elif isinstance(item, list):
            left.extend(item)
    return count


def parse(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def main():
    folder = sys.argv[1]
    texts = {}
    print("python3 json.loads, " + sys.version.split()[0], flush=True)
    for line in sys.stdin:
        name, times = line.split()
        if name not in texts:
            with open(folder + "/" + name, encoding="utf-8") as file:
                text = file.read()
            tree = parse(text)
            texts[name] = text, 0 if tree is None else values(tree)
            del tree
        text, count = texts[name]
        found = length = 0
        begin = time.process_time_ns()
        for _ in range(int(times)):
            tree = parse(text)
            if tree is not None:
                found += 1
                length = len(tree)
            del tree
        took = time.process_time_ns() - begin
        print(took, found, length, count, flush=True)


main()

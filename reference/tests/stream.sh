#!/bin/sh
# jets-extract --stream: many requests, one process, one response each.
set -u
. tools/tap.sh

cat >"$tmp/run.py" <<'PYTHON'
import base64
import json
import subprocess
import sys

program = sys.argv[1]
results = []


def check(name, got, want):
    results.append(got == want)
    print(f"{'ok' if got == want else 'not ok'} {len(results)} - {name}")
    if got != want:
        print(f"# got:  {got!r}\n# want: {want!r}")


def talk(data, *options):
    """Standard output, standard error and exit status of the program on these bytes."""
    run = subprocess.run([program, "--stream", *options], input=data, capture_output=True, timeout=60)
    return run.stdout, run.stderr, run.returncode


def ask(request, *options):
    """The response to one request, whose id must come back."""
    out, err, status = talk(json.dumps({"id": 7, **request}).encode() + b"\n", *options)
    response = json.loads(out)
    assert (err, status, response.pop("id")) == (b"", 0, 7), (out, err, status)
    return response


hello = ask({"hello": {"contract": 1}})["hello"]
check("hello names contract, program and version",
      (hello["contract"], hello["name"], bool(hello["version"])), (1, "jets-extract", True))
check("hello names the operations", hello["operations"], ["extract", "complete", "strings"])
check("hello names a policy", hello["policy"]["names"], "unique")

check("a value is answered as text, exactly",
      ask({"reply": 'So: {"a": 1.0, "\\u0062": 1e999, "é": []}.'}),
      {"text": '{"a": 1.0, "\\u0062": 1e999, "é": []}'})
check("extract may be said", ask({"op": "extract", "reply": "[1]"}), {"text": "[1]"})
check("none has its reason", ask({"reply": "no"}), {"none": "no-candidate"})
check("an empty reply is one too", ask({"reply": ""}), {"none": "empty"})
check("complete: true", ask({"op": "complete", "reply": ' {"a": ["}"]} '}), {"value": True})
check("complete: false", ask({"op": "complete", "reply": '{"a": ["}"]'}), {"value": False})
check("strings", json.loads(ask({"op": "strings", "reply": '[" a", "a", "b"]'})["text"]), ["a", "b"])
check("strings of something else", ask({"op": "strings", "reply": "[1]"}), {"none": "shape"})

two = '["a"] or {"b": [1]}'
check("expect", ask({"expect": "object", "reply": two}), {"text": '{"b": [1]}'})
check("select", ask({"select": "last", "reply": two}), {"text": '{"b": [1]}'})
check("names", ask({"names": "any", "reply": '{"a": 1, "a": 2}'}), {"text": '{"a": 1, "a": 2}'})
check("reasoning", ask({"reasoning": "fallback", "reply": "<think>[1]"}), {"text": "[1]"})
check("starts", ask({"starts": "outside", "reply": "[1] </think>"}), {"text": "[1]"})
check("an unknown operation is unsupported", list(ask({"op": "repair", "reply": ""})), ["unsupported"])
check("an unknown value is unsupported", list(ask({"select": "best", "reply": ""})), ["unsupported"])
check("a value that is no string is unsupported", list(ask({"select": 1, "reply": ""})), ["unsupported"])
check("no reply is an error", list(ask({"op": "extract"})), ["error"])
check("unknown members are passed over", ask({"x": [{"reply": "[2]"}], "reply": "[1]"}), {"text": "[1]"})
check("options of the command line are defaults", ask({"reply": two}, "--expect=array"), {"text": '["a"]'})
check("which a request overrides",
      ask({"expect": "object", "reply": two}, "--expect=array"), {"text": '{"b": [1]}'})
check("--depth", ask({"reply": "[[1]]"}, "--depth=1"), {"none": "too-deep"})
check("--marker", ask({"reply": 'A [1] B {"b": 2}'}, "--marker=A,B"), {"text": '{"b": 2}'})

every = "".join(map(chr, [*range(1, 0xD800), *range(0xE000, 0x10000), 0x1F600, 0x10FFFF]))
value = json.dumps([every], ensure_ascii=False)
check("every character goes and comes", ask({"reply": value}), {"text": value})
value = json.dumps([every])
check("escaped too", ask({"reply": value}), {"text": value})
check("NUL is a character", ask({"reply": 'a\0b ["x"]\0'}), {"text": '["x"]'})
for reply in (b"", b"a", b"ab", b"abc", b'\xff\x00 {"a": "\xc3\xa9"} \xfe', bytes(range(256))):
    coded = base64.b64encode(reply).decode()
    plain = subprocess.run([program, "extract"], input=reply, capture_output=True)
    want = {"text": plain.stdout.decode()[:-1]} if plain.returncode == 0 else "none"
    got = ask({"reply_base64": coded})
    check(f"base64 of {len(reply)} bytes", got if "text" in got else "none", want)
for wrong in ("=", "a", "ab=", "a===", "ab=c", "a!bc", "YQ"):
    check(f"base64 that is wrong: {wrong}", list(ask({"reply_base64": wrong})), ["error"])

many = [{"id": n, "reply": f"So: [{n}, {{}}]" + "x" * (n * 37 % 5000)} for n in range(2000)]
data = "".join(json.dumps(r) + "\n" for r in many).encode()
out, err, status = talk(data)
check("2,000 requests have 2,000 responses, in order",
      [(r["id"], r["text"]) for r in map(json.loads, out.splitlines())],
      [(n, f"[{n}, {{}}]") for n in range(2000)])
check("the end of input is the end, with 0", (err, status), (b"", 0))
for name in ('"a b"', "null", "-1.50", "[1]"):
    out, _, _ = talk(b'{"reply":"[1]", "id" : %s }\n' % name.encode())
    check(f"an id of {name} comes back as it was", name.encode() in out, True)
large = ["x" * 3000000]
check("a reply of 3 MB", ask({"reply": json.dumps(large)}), {"text": json.dumps(large)})

process = subprocess.Popen([program, "--stream"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
answers = []
for n in range(3):
    for part in (b'{"id":%d,"reply":' % n, b'"[%d]"}' % n, b"\n"):
        process.stdin.write(part)
        process.stdin.flush()
    answers.append(json.loads(process.stdout.readline())["text"])
process.stdin.close()
check("a response comes before the next request", (answers, process.wait()), (["[0]", "[1]", "[2]"], 0))

check("no input is no fault", talk(b""), (b"", b"", 0))
for line in (b"\n", b"x\n", b"[1]\n", b'{"id":1\n', b'{"id":1,}\n', b'{"id":1} x\n', b'\xef\xbb\xbf{"id":1}\n'):
    out, err, status = talk(b'{"id":1,"reply":"[1]"}\n' + line)
    check(f"{line!r} is no request: 2", (status, err.count(b"\n")), (2, 1))
for options in (["extract"], ["--explain"], ["file"], ["--json"], ["--no-such"]):
    check(f"{options[0]} does not go with it", talk(b"", *options)[2], 2)
sys.exit(not all(results))
PYTHON
python3 "$tmp/run.py" "$build/bin/jets-extract"

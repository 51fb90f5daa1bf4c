"""The stream mode of the contract (CONTRACT.md), for adapters in Python.

    serve(extract, refusals=(ValueError,))

`extract` gets a reply as a string and returns the value that the package returns, or NONE, or Text.
An exception of `refusals` is how the package says that there is none; any other is an error.

Words of the command line in the form option=value name what the package can be asked for besides
the defaults, such as select=first where that is all it does. A request for another option or value is
answered with "unsupported".
"""

import base64
import json
import math
import os
import sys

NONE = object()
OPTIONS = ("expect", "select", "names", "reasoning", "starts")
# Requests that wait while one is answered: the runner need not be waited for.
WINDOW = 16


class Text(str):
    """An answer that the package returns as text."""


def only(values):
    """The answer of a package that gives all the values it finds: the one, or none."""
    return values[0] if len(values) == 1 else NONE


def _written(value):
    """The value as JSON. A number past a double reads as one again; NaN is none, and stays visible."""
    text = json.dumps(value)
    if "Infinity" in text:
        text = json.dumps(_finite(value)).replace('"\\u0000inf"', "1e999").replace('"\\u0000-inf"', "-1e999")
    return text


def _finite(value):
    if isinstance(value, dict):
        return {name: _finite(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(element) for element in value]
    if isinstance(value, float) and math.isinf(value):
        return "\0inf" if value > 0 else "\0-inf"
    return value


def _reply(request):
    if "reply" in request:
        return request["reply"]
    return base64.b64decode(request["reply_base64"]).decode("utf-8", "replace")


def _not_taken(request, taken):
    """What the request asks for that the package cannot be asked for; "" where there is nothing."""
    for option in OPTIONS:
        if option in request and (option, request[option]) not in taken:
            return f"{option}={request[option]}: the package has no such option"
    return ""


def _answer(request, extract, refusals, taken):
    if request["op"] != "extract":
        return {"unsupported": f"{request['op']}: the package has no such operation"}
    lacking = _not_taken(request, taken)
    if lacking:
        return {"unsupported": lacking}
    try:
        value = extract(_reply(request))
        if value is NONE:
            return {"none": ""}
        return {"text": value if isinstance(value, Text) else _written(value)}
    except refusals as refusal:
        return {"none": f"{type(refusal).__name__}: {refusal}"[:200]}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:200]}


def serve(extract, refusals=(ValueError,)):
    """Answers requests until there are no more."""
    # What a package prints must not come between the responses.
    responses = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    taken = {tuple(word.split("=", 1)) for word in sys.argv[1:] if "=" in word}
    name = os.path.basename(os.path.dirname(os.path.abspath(sys.argv[0])))
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "hello" in request:
            answer = {"hello": {"contract": 1, "name": name, "operations": ["extract"], "window": WINDOW}}
        else:
            answer = _answer(request, extract, refusals, taken)
        responses.write(json.dumps({"id": request["id"], **answer}) + "\n")
        responses.flush()
    # Threads of a package would keep the process.
    os._exit(0)

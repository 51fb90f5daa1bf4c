"""What people write with Python's json alone, by the first word of the command line."""

import json
import sys

from stream import NONE, serve


def strict(reply):
    """The parser on the whole text."""
    return json.loads(reply)


def braces(reply):
    """From the first brace to the last."""
    begin, end = reply.find("{"), reply.rfind("}")
    return json.loads(reply[begin:end + 1]) if 0 <= begin < end else NONE


def first(reply):
    """The first bracket from which a value can be read."""
    decoder = json.JSONDecoder()
    for at, character in enumerate(reply):
        if character in "{[":
            try:
                return decoder.raw_decode(reply, at)[0]
            except ValueError:
                pass
    return NONE


serve({"strict": strict, "braces": braces, "first": first}[sys.argv[1]])

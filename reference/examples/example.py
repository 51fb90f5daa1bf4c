"""libjets from Python, through ctypes: its three operations, on a reply that arrives in parts.

What it does is what example.c does. The library is the one that JETS_LIBRARY names, or the installed one.
"""

import ctypes
import os
import sys
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_ubyte, c_uint, c_ushort, c_void_p

DEPTH_MAX = 1024
VALUE = 0  # enum jets_status
EXPECT_OBJECT = 1  # enum jets_expect


# The structs of jets.h, member by member. Zero is the default of every option, and so is a fresh Options().
class Options(Structure):
    _fields_ = [
        ("expect", c_int),
        ("select", c_int),
        ("names", c_int),
        ("reasoning", c_int),
        ("starts", c_int),
        ("depth", c_uint),
        ("feed_block", c_uint),
        ("markers", c_void_p),
        ("memory", c_void_p * 3),
        ("hash_key", c_ubyte * 16),
        ("trace", c_void_p),
        ("trace_context", c_void_p),
    ]


class Result(Structure):
    _fields_ = [
        ("status", c_int),
        ("reason", c_int),
        ("offset", c_size_t),
        ("length", c_size_t),
        ("type", c_int),
        ("rule", c_int),
        ("candidates", c_size_t),
    ]


class Value(Structure):
    _fields_ = [
        ("depth", c_ushort),
        ("limit", c_ushort),
        ("state", c_ubyte),
        ("aux", c_ubyte),
        ("low", c_ubyte),
        ("high", c_ubyte),
        ("name", c_bool),
        ("holds", c_bool),
        ("object", c_ubyte * (DEPTH_MAX // 8)),
    ]


class CompletionState(Structure):
    _fields_ = [("value", Value), ("stage", c_ubyte)]


def load():
    library = ctypes.CDLL(os.environ.get("JETS_LIBRARY", "libjets.so.0"))
    options, result, state = POINTER(Options), POINTER(Result), POINTER(CompletionState)
    for name, returned, taken in (
        ("jets_extract", c_int, (c_char_p, c_size_t, options, result)),
        ("jets_reason_text", c_char_p, (c_int,)),
        ("jets_complete_init", None, (state, c_uint)),
        ("jets_complete_feed", c_bool, (state, c_char_p, c_size_t)),
        ("jets_strings", c_int, (c_char_p, c_size_t, options, c_char_p, POINTER(c_size_t), result)),
        ("jets_strings_room", c_size_t, (c_size_t,)),
    ):
        # without these, ctypes would pass lengths as 32-bit numbers
        function = getattr(library, name)
        function.restype, function.argtypes = returned, taken
    return library


class NoAnswer(Exception):
    """There is none; the text is the reason."""


class Jets:
    def __init__(self):
        self.library = load()

    def _options(self):
        # a key that the reply's author does not know
        return Options(expect=EXPECT_OBJECT, hash_key=(c_ubyte * 16)(*os.urandom(16)))

    def _refuse(self, result):
        raise NoAnswer(self.library.jets_reason_text(result.reason).decode())

    def extract(self, reply):
        """The bytes of the answer, an object."""
        result = Result()
        if self.library.jets_extract(reply, len(reply), byref(self._options()), byref(result)) != VALUE:
            self._refuse(result)
        return reply[result.offset : result.offset + result.length]

    def strings(self, reply):
        """An array of strings, as JSON text, trimmed and without repeats."""
        result, length = Result(), c_size_t()
        out = ctypes.create_string_buffer(self.library.jets_strings_room(len(reply)))
        status = self.library.jets_strings(
            reply, len(reply), byref(self._options()), out, byref(length), byref(result)
        )
        if status != VALUE:
            self._refuse(result)
        return out.raw[: length.value]

    def completion(self):
        """A function that takes the next part of a text, and tells whether all so far is complete."""
        state = CompletionState()
        self.library.jets_complete_init(byref(state), 0)
        return lambda part: self.library.jets_complete_feed(byref(state), part, len(part))


def parts():
    while part := sys.stdin.buffer.read(16):
        yield part


def main(arguments):
    jets = Jets()
    if arguments == ["complete"]:
        feed, length, done = jets.completion(), 0, False
        for part in parts():
            length += len(part)
            if done := feed(part):
                break
        print("complete" if done else "not complete", "after", length, "bytes")
        return 0
    if arguments not in (["extract"], ["strings"]):
        print("usage: example.py extract|complete|strings <REPLY", file=sys.stderr)
        return 2
    try:
        answer = getattr(jets, arguments[0])(sys.stdin.buffer.read())
    except NoAnswer as reason:
        print(f"none: {reason}", file=sys.stderr)
        return 20
    sys.stdout.buffer.write(answer + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

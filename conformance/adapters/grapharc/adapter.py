"""grapharc: what it reads a model's JSON with."""

from grapharc.runtime.parsing import extract_json

from stream import serve

serve(extract_json)

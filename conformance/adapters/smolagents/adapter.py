"""smolagents: what its agents read tool calls with. It returns the object and the text before it."""

from smolagents.utils import parse_json_blob

from stream import serve

serve(lambda reply: parse_json_blob(reply)[0])

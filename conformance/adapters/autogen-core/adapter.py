"""autogen-core: all the JSON in a reply's fences, or the whole reply."""

from autogen_core.utils import extract_json_from_str

from stream import only, serve

serve(lambda reply: only(extract_json_from_str(reply)))

"""haystack-ai: what its components read a model's JSON with."""

from haystack.utils.misc import _parse_dict_from_json

from stream import serve

serve(_parse_dict_from_json)

"""llama-index-core: the JSON parser of its output parsers. It returns None where it finds nothing."""

from llama_index.core.output_parsers.base import OutputParserException
from llama_index.core.output_parsers.utils import parse_json_markdown

from stream import NONE, serve


def extract(reply):
    value = parse_json_markdown(reply)
    return NONE if value is None else value


serve(extract, refusals=(OutputParserException,))

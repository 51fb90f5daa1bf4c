"""partial-json-parser: parses one document that may be cut off, by default anywhere."""

from partial_json_parser import loads
from partial_json_parser.core.exceptions import JSONDecodeError

from stream import serve

serve(loads, refusals=(JSONDecodeError, ValueError))

"""instructor: what it takes out of a streamed reply, here of one chunk, parsed."""

import json

from instructor.utils import extract_json_from_stream

from stream import serve

serve(lambda reply: json.loads("".join(extract_json_from_stream(iter([reply])))))

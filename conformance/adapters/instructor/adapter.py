"""instructor: what its Markdown mode takes out of a reply, parsed."""

import json

from instructor.utils import extract_json_from_codeblock

from stream import serve

serve(lambda reply: json.loads(extract_json_from_codeblock(reply)))

"""guardrails-ai: what reads JSON out of a model's output. It returns the value and an error, or None."""

from guardrails.utils.parsing_utils import extract_json_from_ouput

from stream import NONE, serve


def extract(reply):
    value, error = extract_json_from_ouput(reply)
    return value if error is None else NONE


serve(extract)

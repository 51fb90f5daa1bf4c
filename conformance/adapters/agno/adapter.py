"""agno: what reads a reply where a dictionary is wanted. It returns None where it finds nothing."""

from agno.utils.string import parse_response_dict_str

from stream import NONE, serve


def extract(reply):
    value = parse_response_dict_str(reply)
    return NONE if value is None else value


serve(extract)

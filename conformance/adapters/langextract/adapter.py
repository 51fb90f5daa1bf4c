"""langextract: its reader of a model's output, which is a list of objects or, as here, one alone.

It returns a list in either case: of one object, that object is the answer.
"""

from langextract.core.exceptions import FormatError
from langextract.core.format_handler import FormatHandler

from stream import serve

handler = FormatHandler(use_wrapper=False)


def extract(reply):
    objects = list(handler.parse_output(reply))
    return objects[0] if len(objects) == 1 else objects


serve(extract, refusals=(FormatError,))

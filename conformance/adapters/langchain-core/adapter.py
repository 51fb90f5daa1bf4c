"""langchain-core: the JSON output parser. It returns None for some texts that it can't parse."""

from langchain_core.exceptions import OutputParserException
from langchain_core.output_parsers import JsonOutputParser

from stream import NONE, serve

parser = JsonOutputParser()


def extract(reply):
    value = parser.parse(reply)
    return NONE if value is None else value


serve(extract, refusals=(OutputParserException,))

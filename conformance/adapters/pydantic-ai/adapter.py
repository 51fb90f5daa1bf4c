"""pydantic-ai: an agent whose output is any object, asked for in the prompt.

The model is the one that it has for tests; the reply becomes the parts of a response by the function
that its models call, with the default tags of a profile.
"""

from pydantic import BaseModel
from pydantic_ai import Agent, PromptedOutput, UnexpectedModelBehavior
from pydantic_ai._thinking_part import split_content_into_text_and_thinking
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.profiles import DEFAULT_THINKING_TAGS as tags

from stream import serve



class Answer(BaseModel, extra="allow"):
    """Any object."""


said = []
model = FunctionModel(lambda _messages, _info: ModelResponse(parts=split_content_into_text_and_thinking(said[0], tags)))
agent = Agent(model, output_type=PromptedOutput(Answer), retries=0)


def extract(reply):
    said[:] = [reply]
    return agent.run_sync("-").output.model_dump()


serve(extract, refusals=(UnexpectedModelBehavior,))

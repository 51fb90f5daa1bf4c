/* llamaindex: the JSON parser of its output parsers. Its error is not exported. */
import { parseJsonMarkdown } from 'llamaindex';
import { serve } from '../lib/stream.mjs';

// An object comes in an array where the text has no array, which is undone here.
const extract = (reply) => (reply.includes('[') ? parseJsonMarkdown(reply) : parseJsonMarkdown(reply)[0]);

serve(extract,
    (error) => error instanceof SyntaxError || error?.constructor.name === 'OutputParserError');

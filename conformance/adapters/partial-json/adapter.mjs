/* partial-json: parses one document that may be cut off, by default anywhere. */
import { MalformedJSON, PartialJSON, parse } from 'partial-json';
import { one_of, serve } from '../lib/stream.mjs';

const refuses = one_of(MalformedJSON, PartialJSON, SyntaxError);

// Of an empty text it says so in an error without a class of its own.
serve((reply) => parse(reply), (error) => refuses(error) || error.message.endsWith(' is empty'));

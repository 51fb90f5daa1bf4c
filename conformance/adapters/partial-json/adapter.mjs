/* partial-json: parses one document that may be cut off, by default anywhere. */
import { MalformedJSON, PartialJSON, parse } from 'partial-json';
import { one_of, serve } from '../lib/stream.mjs';

serve((reply) => parse(reply), one_of(MalformedJSON, PartialJSON, SyntaxError));

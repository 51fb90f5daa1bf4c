/* @langchain/core: the JSON output parser. */
import { JsonOutputParser, OutputParserException } from '@langchain/core/output_parsers';
import { one_of, serve } from '../lib/stream.mjs';

const parser = new JsonOutputParser();

serve((reply) => parser.parse(reply), one_of(SyntaxError, OutputParserException));
